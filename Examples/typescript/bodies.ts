// SPDX-License-Identifier: Apache-2.0
// Measures items whose length only the browser knows, such as cards with captions: between drawing a node and painting it.

import type { Anchor, Attributes, IndexPath, LayoutUpdate, Measure } from "./tatami-types.js";

/** How a wall measures its items. */
export interface MeasureOptions {
  /** The cell that keeps its place while sizes change; the first that is visible whole by default. */
  anchor?: Anchor | undefined;
  /** Which waterfall items keep their columns: all (`true`), none (`false`), or by default those that the reader has seen. */
  keepColumns?: boolean | undefined;
}

/** Smaller differences, in points, are the browser's rounding. */
const least = 0.5;
const lastSent = new WeakMap<HTMLElement, string>();

/**
 * Returns the lengths along the scroll axis of cells that differ from their frames: the body's length if the layout
 * says the image's (`imageHeight`), else the item's. A length that the layout does not take is sent once.
 */
export function measuredBodies(all: readonly (readonly [node: HTMLElement, attributes: Attributes])[], isVertical: boolean): Map<HTMLElement, Measure> {
  const side = isVertical ? "height" : "width", cells = all.filter(([, { category }]) => category === "cell");
  // One reflow for all: first every node takes its own length, then all are read.
  const frames = cells.map(([{ style }]) => style[side]);
  for (const [{ style }] of cells) style[side] = "auto";
  const lengths = cells.map(([node]) => node.getBoundingClientRect()[side]);
  cells.forEach(([{ style }], index) => { style[side] = frames[index] ?? ""; });
  const measures = new Map<HTMLElement, Measure>();
  cells.forEach(([node, { frame, indexPath: path, imageHeight }], index) => {
    const length = Math.round(64 * (lengths[index] ?? 0)) / 64, indexPath = path as IndexPath;
    const sent = `${path.join("-")} ${frame.width} ${length}`;
    // The layout has the length; if it forgets it with another width or document, it is sent again.
    if (Math.abs(length - frame[side]) < least) { lastSent.delete(node); return; }
    if (lastSent.get(node) === sent) return;
    lastSent.set(node, sent);
    measures.set(node, !isVertical ? { indexPath, width: length }
      : imageHeight === undefined ? { indexPath, height: length } : { indexPath, bodyHeight: Math.max(0, length - imageHeight) });
  });
  return measures;
}

/** Returns the update that brings measured sizes into a layout. `seen`: the elements that the reader may have seen. */
export function measuring(measure: readonly Measure[], seen: readonly Attributes[], options: boolean | MeasureOptions | undefined): LayoutUpdate {
  const keepColumns = typeof options === "object" && options.keepColumns !== undefined ? options.keepColumns : lastPath(seen);
  return keepColumns === undefined ? { measure } : { measure, keepColumns };
}

export function measuringAnchor(options: boolean | MeasureOptions | undefined): Anchor {
  return typeof options === "object" && options.anchor !== undefined ? options.anchor : "firstWhole";
}

/** Hides nodes until they are measured, except one that has the focus and would lose it. Returns those that it hid. */
export function hide(nodes: readonly HTMLElement[]): HTMLElement[] {
  const hidden = nodes.filter((node) => !node.contains(document.activeElement));
  for (const { style } of hidden) style.visibility = "hidden";
  return hidden;
}

/** Shows hidden nodes. */
export function reveal(nodes: Set<HTMLElement>): void {
  for (const { style } of nodes) style.visibility = "";
  nodes.clear();
}

/** Returns the last of some cells in the document's order. */
function lastPath(all: readonly Attributes[]): IndexPath | undefined {
  let last: IndexPath | undefined;
  for (const { category, indexPath } of all) {
    const [section = 0, item = 0] = indexPath;
    if (category === "cell" && (last === undefined || section > last[0] || (section === last[0] && item > last[1]))) last = [section, item];
  }
  return last;
}
