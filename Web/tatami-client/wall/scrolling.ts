// SPDX-License-Identifier: Apache-2.0
// The element that scrolls a wall: its own viewport, an element around it, or the window.

import type { Point, Rect } from "../client/tatami-types.js";

/** `"window"`, or an element around the wall. By default the nearest that scrolls: the wall's viewport, if it has a height. */
export type ScrollerChoice = "window" | HTMLElement;

export class Scroller {
  /** The element whose scroll offset changes. */
  readonly node: HTMLElement;
  /** Whether the wall's viewport scrolls by itself. */
  readonly isOwn: boolean;
  /** Whether the window scrolls. */
  readonly isWindow: boolean;
  readonly #viewport: HTMLElement;
  /** Returns the node at whose corner the content begins. */
  readonly #origin: () => Element;

  constructor(viewport: HTMLElement, origin: () => Element, choice?: ScrollerChoice) {
    this.#viewport = viewport;
    this.#origin = origin;
    this.node = choice === "window" || (choice === document.body && !isBodyScroller()) ? rootOf() : choice ?? nearestTo(viewport);
    this.isOwn = this.node === viewport;
    this.isWindow = this.node === rootOf();
  }

  /** The visible rectangle in content coordinates, also of what a page has before or beside the wall. */
  get seen(): Rect {
    const { offset: { x, y }, node } = this;
    return [x, y, node.clientWidth, node.clientHeight];
  }
  /** Where scroll events arrive. */
  get events(): EventTarget { return this.isWindow ? window : this.node; }
  /** The visible width: the wall's own. */
  get width(): number { return this.#viewport.clientWidth; }
  /** The visible height. */
  get height(): number { return this.node.clientHeight; }
  /** The size with scrollbars: it stays the same when a scrollbar appears. */
  get outerSize(): string { return this.isWindow ? `${innerWidth} ${innerHeight}` : `${this.node.offsetWidth} ${this.node.offsetHeight}`; }
  get isRightToLeft(): boolean { return getComputedStyle(this.#viewport).direction === "rtl"; }

  /** The place of the visible part's corner in the content; negative if a page has something before the wall. */
  get offset(): Point {
    const { node } = this;
    if (this.isOwn) return { x: this.#start + node.scrollLeft, y: node.scrollTop };
    const { left, top } = this.#origin().getBoundingClientRect(), box = this.isWindow ? undefined : node.getBoundingClientRect();
    return { x: (box === undefined ? 0 : box.left + node.clientLeft) - left, y: (box === undefined ? 0 : box.top + node.clientTop) - top };
  }

  /**
   * Scrolls to a place of the content, by default without animation. If the page shows what is before the wall, it keeps showing as
   * much of that, unless `isExact`.
   */
  scrollTo(x: number, y: number, isExact = false, behavior = "instant" as ScrollBehavior): void {
    const { node } = this;
    if (this.isOwn) return node.scrollTo({ left: x - this.#start, top: y, behavior });
    const now = this.offset, left = x - Math.max(0, now.x), top = y - (isExact ? now.y : Math.max(0, now.y));
    if (left !== 0 || top !== 0) node.scrollBy({ left, top, behavior });
  }

  /** Added to `scrollLeft`, this gives the distance from the left. */
  get #start(): number {
    const { scrollLeft, scrollWidth, clientWidth } = this.node;
    return scrollLeft < 0 || this.isRightToLeft ? scrollWidth - clientWidth : 0;
  }
}

function rootOf(): HTMLElement { return (document.scrollingElement ?? document.documentElement) as HTMLElement; }

/** Whether `<body>` scrolls by itself: browsers give its `overflow` to the window, unless `<html>` has one of its own. */
function isBodyScroller(): boolean {
  const { overflowX, overflowY } = getComputedStyle(document.documentElement);
  return document.body !== rootOf() && (overflowX !== "visible" || overflowY !== "visible");
}

/** Longer than any view. */
const probeLength = 100_000;
const warned = new WeakSet<HTMLElement>();

/** Returns the nearest element, from the viewport outwards, that scrolls long content instead of growing with it. */
function nearestTo(viewport: HTMLElement): HTMLElement {
  const root = rootOf();
  if (!viewport.isConnected) return viewport;
  const probe = document.createElement("div");
  probe.style.cssText = `height:${probeLength}px;width:1px`;
  viewport.append(probe);
  const scrolls = (one: HTMLElement) => /auto|scroll|overlay|hidden/.test(getComputedStyle(one).overflowY) && one.clientHeight < probeLength;
  let nearest: HTMLElement | null = viewport;
  const isRoot = (one: HTMLElement) => one === root || (one === document.body && !isBodyScroller());
  while (nearest !== null && !isRoot(nearest) && !scrolls(nearest)) nearest = parentOf(nearest);
  probe.remove();
  const found = nearest === null || isRoot(nearest) ? root : nearest;
  if (found !== viewport && /auto|scroll/.test(getComputedStyle(viewport).overflowY) && !warned.has(viewport)) {
    warned.add(viewport);
    console.warn(`${nameOf(viewport)} has no height, so it scrolls with ${found === root ? "the window" : nameOf(found)}. `
      + "Give it a height, or set its scroller.");
  }
  return found;
}

function parentOf(node: HTMLElement): HTMLElement | null {
  const parent = node.assignedSlot ?? node.parentNode;
  return (parent instanceof ShadowRoot ? parent.host : parent) as HTMLElement | null;
}

function nameOf({ localName, id }: HTMLElement): string { return `<${localName}${id === "" ? "" : ` id="${id}"`}>`; }
