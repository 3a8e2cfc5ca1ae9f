// Orthogonal sections: each gets its own scrolling strip in the wall. The strip queries the cells around its visible
// part in unscrolled coordinates, and the browser scrolls them.

import { whenSettled } from "./settling.js";

export class Shelves {
  constructor(wall, draw, onError) {
    this.wall = wall;
    this.draw = draw;
    this.onError = onError;
    this.strips = [];
    this.stops = [];
    this.sections = new Set();
  }

  /** Creates a layout's strips. `kinds` are the kinds of supplementaries that scroll with their items. */
  async show(layout, { isVertical, isRightToLeft, kinds, container }) {
    for (const strip of this.strips) strip.remove();
    for (const stop of this.stops) stop();
    this.strips = [];
    this.stops = [];
    const sections = (await layout.sections()).filter((one) => one.orthogonalContentSize !== undefined);
    const ranges = await Promise.all(sections.map((one) => restingRange(layout, one, isVertical, container)));
    this.sections = new Set(sections.map((one) => one.section));
    this.kinds = kinds;
    for (const [number, { section, frame }] of sections.entries()) {
      const strip = document.createElement("div");
      strip.className = "shelf";
      strip.tabIndex = 0;
      strip.setAttribute("role", "region");
      strip.setAttribute("aria-label", `Section ${section}, scrolls by itself`);
      const room = document.createElement("div");
      strip.append(room);
      place(strip, isVertical
        ? { x: 0, y: frame.y, width: container.width, height: frame.height }
        : { x: frame.x, y: 0, width: frame.width, height: container.height });
      const { least, greatest } = ranges[number];
      const length = (isVertical ? container.width : container.height) + greatest - least;
      room.style.width = isVertical ? `${length}px` : "100%";
      room.style.height = isVertical ? "100%" : `${length}px`;
      this.wall.content.append(strip);
      this.strips.push(strip);
      const geometry = { section, frame, isVertical, isRightToLeft, container, least };
      const fill = () => this.fill(layout, strip, room, geometry);
      strip.addEventListener("scroll", () => requestAnimationFrame(fill), { passive: true });
      this.stops.push(whenSettled(strip, (motion) => this.settle(layout, strip, geometry, motion)));
      fill();
    }
  }

  /** Whether a strip draws an element. */
  holds(attributes) {
    return attributes.indexPath.length === 2 && this.sections.has(attributes.indexPath[0])
      && (attributes.category === "cell" || this.kinds.has(attributes.kind));
  }

  async fill(layout, strip, room, { section, frame, isVertical, isRightToLeft, container, least }) {
    const length = isVertical ? container.width : container.height;
    const offset = least + Math.abs(isVertical ? strip.scrollLeft : strip.scrollTop);
    // Whole lengths, so that queries repeat and are found in caches.
    const from = (Math.floor(offset / length) - 1) * length;
    if (strip.dataset.from === String(from)) return;
    strip.dataset.from = String(from);
    const start = isRightToLeft && isVertical ? container.width - from - 3 * length : from;
    const rect = isVertical ? [start, frame.y, 3 * length, frame.height] : [frame.x, start, frame.width, 3 * length];
    let answer;
    try { answer = await layout.attributes({ rect }); } catch (error) { this.onError(error); return; }
    if (strip.dataset.from !== String(from)) return;
    room.replaceChildren(...answer.attributes.filter((one) => one.indexPath[0] === section && this.holds(one)).map((one) => {
      const node = document.createElement("div");
      const { x, y, width, height } = one.frame;
      node.style.cssText = `position:absolute;width:${width}px;height:${height}px;z-index:${one.zIndex}`;
      node.style.top = `${isVertical ? y - frame.y : y - least}px`;
      if (isVertical && isRightToLeft) node.style.right = `${container.width - x - width - least}px`;
      else node.style.left = `${isVertical ? x - least : x - frame.x}px`;
      this.draw(node, one);
      return node;
    }));
  }

  async settle(layout, strip, { section, isVertical, isRightToLeft, least }, { from, to, velocity, proposed }) {
    const sign = isRightToLeft && isVertical ? -1 : 1;
    const point = (value) => along(isVertical, round(least + sign * value));
    try {
      const target = await layout.targetOffset({
        proposed: point(proposed), current: point(to), start: point(from), velocity: along(isVertical, round(sign * velocity)), section,
      });
      const { x, y } = target.targetContentOffset;
      return isVertical ? sign * (x - least) : y - least;
    } catch (error) { this.onError(error); }
    return undefined;
  }
}

/**
 * Returns the least and the greatest offset at which a section rests, in its own scroll coordinates. Centred groups rest
 * before the content's start and beyond its end; UIKit gives its scroll view insets for this, and a strip gets more room.
 */
async function restingRange(layout, { section, orthogonalContentSize: { width, height } }, isVertical, container) {
  const surplus = isVertical ? width - container.width : height - container.height;
  if (!layout.text.includes("groupPagingCentered")) return { least: 0, greatest: Math.max(0, surplus) };
  const ends = [-1e12, 1e12].map((value) => layout.targetOffset({ proposed: along(isVertical, value), section }));
  const [least, greatest] = (await Promise.all(ends)).map(({ targetContentOffset: { x, y } }) => (isVertical ? x : y));
  return { least: Math.min(0, least), greatest: Math.max(0, surplus, greatest) };
}

function along(isVertical, value) {
  return isVertical ? { x: value, y: 0 } : { x: 0, y: value };
}

function place(node, { x, y, width, height }) {
  node.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
}

function round(value) {
  return Math.round(value * 1000) / 1000;
}
