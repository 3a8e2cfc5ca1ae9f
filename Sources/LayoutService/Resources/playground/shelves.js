// Sections that scroll by themselves: each gets a scrolling strip of its own in the wall. The strip asks for
// the cells around what it shows in unscrolled coordinates, and lets the browser move them.

import { whenSettled } from "./settling.js";

export class Shelves {
  constructor(wall, draw, onError) {
    this.wall = wall;
    this.draw = draw;
    this.onError = onError;
    this.strips = [];
    this.sections = new Set();
  }

  /** Makes the strips of a layout. `kinds` are those supplementaries that scroll with their items. */
  async show(layout, { isVertical, isRightToLeft, kinds, container }) {
    for (const strip of this.strips) strip.remove();
    this.strips = [];
    const sections = (await layout.sections()).filter((one) => one.orthogonalContentSize !== undefined);
    this.sections = new Set(sections.map((one) => one.section));
    this.kinds = kinds;
    for (const { section, frame, orthogonalContentSize } of sections) {
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
      room.style.width = isVertical ? `${Math.max(orthogonalContentSize.width, container.width)}px` : "100%";
      room.style.height = isVertical ? "100%" : `${Math.max(orthogonalContentSize.height, container.height)}px`;
      this.wall.content.append(strip);
      this.strips.push(strip);
      const fill = () => this.fill(layout, strip, room, { section, frame, isVertical, isRightToLeft, container });
      strip.addEventListener("scroll", () => requestAnimationFrame(fill), { passive: true });
      whenSettled(strip, (motion) => this.settle(layout, strip, section, isVertical, isRightToLeft, motion));
      fill();
    }
  }

  /** Whether an element is drawn by a strip. */
  holds(attributes) {
    return attributes.indexPath.length === 2 && this.sections.has(attributes.indexPath[0])
      && (attributes.category === "cell" || this.kinds.has(attributes.kind));
  }

  async fill(layout, strip, room, { section, frame, isVertical, isRightToLeft, container }) {
    const length = isVertical ? container.width : container.height;
    const offset = Math.abs(isVertical ? strip.scrollLeft : strip.scrollTop);
    // Whole lengths, so that the same places are asked for again and again and found in caches.
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
      node.style.top = `${isVertical ? y - frame.y : y}px`;
      if (isVertical && isRightToLeft) node.style.right = `${container.width - x - width}px`;
      else node.style.left = `${isVertical ? x : x - frame.x}px`;
      this.draw(node, one);
      return node;
    }));
  }

  async settle(layout, strip, section, isVertical, isRightToLeft, { from, to, velocity }) {
    const sign = isRightToLeft && isVertical ? -1 : 1;
    const point = (value) => (isVertical ? { x: round(Math.abs(value)), y: 0 } : { x: 0, y: round(value) });
    const speed = round(sign * velocity);
    try {
      const target = await layout.targetOffset({
        proposed: point(to), current: point(from), velocity: isVertical ? { x: speed, y: 0 } : { x: 0, y: speed }, section,
      });
      const { x, y } = target.targetContentOffset;
      strip.scrollTo(isVertical ? { left: sign * x, behavior: "smooth" } : { top: y, behavior: "smooth" });
    } catch (error) { this.onError(error); }
  }
}

function place(node, { x, y, width, height }) {
  node.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
}

function round(value) {
  return Math.round(value * 1000) / 1000;
}
