// The playground's living wall: the focus stays on its element or goes to the one that replaced it, and hooks run just
// before and after another version is shown.

import { LivingWall } from "./living-wall.js";

const reducesMotion = matchMedia("(prefers-reduced-motion: reduce)");
const course = { duration: 280, easing: "cubic-bezier(.2, 0, 0, 1)" };

/** An empty layout, for a wall while another wall has the viewport. */
export const nothing = {
  summary: { id: "", contentSize: { width: 0, height: 0 } }, sections: async () => [], attributes: async () => ({ attributes: [] }),
};

export class ReadingWall extends LivingWall {
  requests = 0;
  /** Called before and after the next version is shown. */
  hooks = {};

  /** `onPlace` is called when other tiles are shown. */
  constructor(viewport, draw, onPlace) {
    super(viewport, draw);
    this.onPlace = onPlace;
    this.content.className = "living-wall";
    this.content.hidden = true;
  }

  /** Shows a layout at an offset. */
  async begin(layout, offset, options) {
    const { width, height } = layout.summary.contentSize;
    this.content.hidden = false;
    this.content.style.cssText = `position:relative;width:${width}px;height:${height}px`;
    this.viewport.scrollTop = Math.max(0, offset);
    await this.show(layout, options, true);
  }

  async end() {
    this.content.replaceChildren();
    this.nodes.clear();
    this.content.hidden = true;
    await this.show(nothing, {}, true);
  }

  /** Performs an update, or reloads a document. `before` is called when its answer has come, `after` once it is shown. */
  async carryOut({ update, document }, anchor, { animates = false, before, after } = {}) {
    const begin = () => {
      this.hooks = { before, after };
      this.animate = animates && !reducesMotion.matches ? move : undefined;
    };
    this.busy(1);
    try {
      return await (document === undefined ? this.perform(update, anchor, begin) : this.reload(document, anchor, begin));
    } finally {
      this.busy(-1);
    }
  }

  apply(layout, changes, rect, isWhole) {
    const { before, after } = this.hooks, { activeElement } = document;
    this.hooks = {};
    const path = this.content.contains(activeElement) ? this.pathOf(activeElement) : undefined;
    const { scrollTop } = this.viewport;
    before?.();
    if (this.viewport.scrollTop !== scrollTop) {
      // A larger view could end beyond the old content.
      this.content.style.height = `${scrollTop + this.viewport.clientHeight}px`;
      this.viewport.scrollTop = scrollTop;
    }
    super.apply(layout, changes, rect, isWhole);
    if (path !== undefined && this.pathOf(activeElement) === undefined) {
      (this.node(path) ?? this.node([path[0], path[1] - 1]))?.focus({ preventScroll: true });
    }
    after?.(layout, changes);
  }

  place(all, rect) {
    super.place(all, rect);
    this.onPlace();
  }

  async update() {
    this.busy(1);
    await super.update();
    this.busy(-1);
  }

  busy(by) {
    this.requests += by;
    this.content.setAttribute("aria-busy", String(this.requests > 0));
  }

  /** The nodes of all cells, lowest index path first. */
  get cells() {
    const cells = [...this.nodes.values()].map((node) => [this.pathOf(node), node]);
    return cells.sort(([one], [other]) => one[0] - other[0] || one[1] - other[1]).map(([, node]) => node);
  }

  /** The nodes that are at least partly visible. */
  get seenCells() {
    const [, y, , height] = this.visible;
    return this.cells.filter((node) => { const frame = this.shown.get(node).frame; return frame.y + frame.height > y && frame.y < y + height; });
  }

  /** The first node that is wholly visible. */
  get firstWhole() {
    const [, y, , height] = this.visible;
    return this.seenCells.find((node) => { const frame = this.shown.get(node).frame; return frame.y >= y && frame.y + frame.height <= y + height; });
  }
}

/** Animates a node from its old frame, fades new nodes in and deleted ones out. */
function move(node, { kind, attributes: { frame }, from }) {
  if (kind === "inserted") return node.animate([{ opacity: 0, scale: 0.94 }, { opacity: 1, scale: 1 }], course).finished;
  if (kind === "deleted") {
    node.classList.add("leaving");
    return node.animate([{ opacity: 1, scale: 1 }, { opacity: 0, scale: 0.7 }], { ...course, fill: "forwards" }).finished;
  }
  return node.animate([
    { transform: `translate(${from.x - frame.x}px, ${from.y - frame.y}px)`, width: `${from.width}px`, height: `${from.height}px` },
    { transform: "none", width: `${frame.width}px`, height: `${frame.height}px` },
  ], course).finished;
}
