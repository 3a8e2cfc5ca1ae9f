// SPDX-License-Identifier: Apache-2.0
// Placeholders: coarse boxes in areas whose elements have not come yet. They cover all content before and after the area
// with nodes, in the pattern of the last visible cells. They are the backgrounds of two elements, so that a browser that
// scrolls ahead of the page's script has drawn them already. Their colour is the CSS property `--tatami-placeholder`.

import type { Attributes, Point, Rect, Size, Summary } from "../client/tatami-types.js";

/** The length of the element that shows the content along one axis, and what a position in it lacks of the content's offset. */
export interface Extent { room: number; base: number }

/** Equal boxes one after the other along the scroll axis: their start and length across it, a box's length and gap along it. */
interface Lane { start: number; across: number; length: number; gap: number }

const mostLanes = 24, leastPitch = 8;

export class Placeholders {
  readonly node = document.createElement("div");
  readonly #before = this.node.appendChild(document.createElement("div"));
  readonly #after = this.node.appendChild(document.createElement("div"));
  #lanes: Lane[] = [];
  #isVertical = true;

  /** Below elements of any `zIndex`, if it is beside them in a stacking context. */
  readonly #layer: string;

  /** Placeholders to put before the content, or, if `isInside`, among the elements in it. */
  constructor(isInside = false) {
    this.#layer = isInside ? ";z-index:-2147483648" : "";
    this.node.className = "tatami-placeholders";
    this.node.setAttribute("aria-hidden", "true");
  }

  /** Guesses the pattern from a layout's summary, before any elements have come: items of equal size that fill the content. */
  guess({ contentSize: { width, height }, itemCount }: Summary, isVertical: boolean): void {
    this.#isVertical = isVertical;
    this.#lanes = [];
    const [main, cross] = isVertical ? [height, width] : [width, height];
    if (!(itemCount > 0) || !(main * cross > 0)) return;
    const side = Math.sqrt(main * cross / itemCount);
    this.#lanes = even(Math.round(cross / side), cross, Math.max(leastPitch, main * Math.max(1, Math.round(cross / side)) / itemCount), 0.06 * side);
  }

  /** Adopts the pattern of cells. */
  learn(all: readonly Attributes[], isVertical: boolean, cross: number): void {
    const boxes = all.filter((one) => one.category === "cell" && one.frame.width * one.frame.height > 0)
      .map(({ frame }) => (isVertical ? frame : turned(frame))).sort((one, other) => one.y - other.y);
    if (boxes.length < 4) return;
    this.#isVertical = isVertical;
    const columns = new Map<number, (Point & Size)[]>();
    for (const box of boxes) {
      const start = Math.round(box.x), column = columns.get(start);
      if (column === undefined) columns.set(start, [box]);
      else column.push(box);
    }
    const gap = mean([...columns.values()].flatMap((column) => gaps(column)));
    if (columns.size <= mostLanes && boxes.length >= 2 * columns.size) {
      this.#lanes = [...columns].map(([start, column]) => ({ start, across: mean(column.map((one) => one.width)), length: mean(column.map((one) => one.height)), gap }));
    } else {
      this.#lanes = even(Math.round(cross / mean(boxes.map((one) => one.width))), cross, mean(boxes.map((one) => one.height)) + gap, gap);
    }
  }

  /** Covers the content except for the rectangle `held`; all of it if `held` is undefined. */
  stand(held: Rect | undefined, x: Extent, y: Extent, colour: string | false | undefined): void {
    if (colour === false || this.#lanes.length === 0) { this.node.hidden = true; return; }
    const [main, cross] = this.#isVertical ? [y, x] : [x, y];
    const [start, length] = held === undefined ? [0, 0] : this.#isVertical ? [held[1], held[3]] : [held[0], held[2]];
    this.node.hidden = false;
    // As wide as the content, so that both have the same origin in right-to-left viewports; without height.
    this.node.style.cssText = `position:relative;width:${x.room}px;height:0;overflow-anchor:none;pointer-events:none${this.#layer}`;
    const inRoom = (offset: number) => Math.min(main.room, Math.max(0, offset - main.base));
    this.#cover(this.#before, 0, inRoom(start), main, cross.room, colour);
    this.#cover(this.#after, inRoom(start + length), main.room, main, cross.room, colour);
  }

  /** Covers a part of the element. The pattern is aligned with the content's start, not with the part's. */
  #cover(node: HTMLElement, from: number, to: number, main: Extent, cross: number, colour = "var(--tatami-placeholder, rgb(128 128 128 / 0.16))"): void {
    const place = (along: string, across: string) => (this.#isVertical ? `${across} ${along}` : `${along} ${across}`);
    const images = this.#lanes.map(({ length }) => `linear-gradient(to ${this.#isVertical ? "bottom" : "right"},${colour} ${length}px,transparent 0)`);
    const sizes = this.#lanes.map(({ length, gap, across }) => place(`${pitch(length, gap)}px`, `${across}px`));
    const places = this.#lanes.map(({ start, length, gap }) => place(`${-((from + main.base) % pitch(length, gap))}px`, `${start}px`));
    const [left, top, width, height] = this.#isVertical ? [0, from, cross, to - from] : [from, 0, to - from, cross];
    // Moved by `translate`: browsers count a change of `left` or `top` as a layout shift.
    const style = `position:absolute;left:0;top:0;translate:${left}px ${top}px;width:${width}px;height:${height}px;`
      + `background:${images.join()};background-size:${sizes.join()};background-position:${places.join()};background-repeat:${this.#isVertical ? "repeat-y" : "repeat-x"}`;
    if (node.dataset["style"] === style) return;
    node.dataset["style"] = style;
    node.style.cssText = style;
  }
}

function even(count: number, cross: number, along: number, gap: number): Lane[] {
  const lanes = Math.min(mostLanes, Math.max(1, count)), step = cross / lanes;
  return Array.from({ length: lanes }, (_, lane) => ({ start: lane * step, across: Math.max(1, step - gap), length: Math.max(1, along - gap), gap }));
}

function pitch(length: number, gap: number): number { return Math.max(leastPitch, length + gap); }

function gaps(column: (Point & Size)[]): number[] {
  return column.slice(1).map((one, n) => Math.max(0, one.y - (column[n] as Point & Size).y - (column[n] as Point & Size).height));
}

function turned({ x, y, width, height }: Point & Size): Point & Size { return { x: y, y: x, width: height, height: width }; }

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
