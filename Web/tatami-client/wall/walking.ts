// SPDX-License-Identifier: Apache-2.0
// Keyboard navigation among the items of a wall: up and down by position on screen, sideways in the order of items.

import type { Attributes, IndexPath, Rect } from "../client/tatami-types.js";
import type { WallCore } from "./core.js";
import type { VisibleElements } from "./visible-elements.js";

/** Goes to the item that a key leads to. `begin` receives its index path before scrolling starts. */
export async function walk(wall: VisibleElements, from: IndexPath, key: string, begin: (to: IndexPath) => void): Promise<IndexPath | undefined> {
  const to = await neighbour({ core: wall, elements: wall.elements, counts: await wall.itemCounts() }, from, key);
  if (to === undefined) return undefined;
  begin(to);
  await wall.scrollToItem(...to);
  return to;
}

/** A wall with its current elements, and the number of items of each section. */
interface Walked { core: WallCore; elements: readonly Attributes[]; counts: readonly number[] }

/** Returns the item that a key leads to from another; undefined if there is none. */
export async function neighbour({ core, elements, counts }: Walked, [section, item]: IndexPath, key: string): Promise<IndexPath | undefined> {
  const isRTL = getComputedStyle(core.viewport).direction === "rtl";
  const step = (by: 1 | -1): IndexPath | undefined => {
    if (by === 1 ? item + 1 < (counts[section] ?? 0) : item > 0) return [section, item + by];
    const other = by === 1 ? counts.findIndex((count, index) => index > section && count > 0) : lastOf(counts, section - 1);
    return other < 0 ? undefined : [other, by === 1 ? 0 : (counts[other] ?? 1) - 1];
  };
  switch (key) {
    case "ArrowLeft": return step(isRTL ? 1 : -1);
    case "ArrowRight": return step(isRTL ? -1 : 1);
    case "ArrowUp": return below(elements, [section, item], -1) ?? step(-1);
    case "ArrowDown": return below(elements, [section, item], 1) ?? step(1);
    case "PageUp": return page(core, [section, item], -1);
    case "PageDown": return page(core, [section, item], 1);
    case "Home": case "End": {
      const end = key === "Home" ? counts.findIndex((count) => count > 0) : lastOf(counts, counts.length - 1);
      return end < 0 ? undefined : [end, key === "Home" ? 0 : (counts[end] ?? 1) - 1];
    }
    default: return undefined;
  }
}

function lastOf(counts: readonly number[], from: number): number {
  for (let index = from; index >= 0; index -= 1) if ((counts[index] ?? 0) > 0) return index;
  return -1;
}

/** Returns the nearest cell below or above another, among some elements. */
function below(elements: readonly Attributes[], path: IndexPath, sign: 1 | -1): IndexPath | undefined {
  const cells = elements.filter((one) => one.category === "cell"), from = cells.find((one) => isAt(one, path));
  if (from === undefined) return undefined;
  const middle = (one: Attributes) => one.frame.x + one.frame.width / 2;
  const gap = (one: Attributes) => sign === 1
    ? one.frame.y - from.frame.y - from.frame.height : from.frame.y - one.frame.y - one.frame.height;
  // Half a point of overlap is rounding. A cell straight below is preferred to a nearer one at the side.
  return nearest(cells.filter((one) => one !== from && gap(one) > -0.5), (one) => Math.max(0, gap(one)) + 2 * Math.abs(middle(one) - middle(from)));
}

/** Returns the cell about one screen farther. */
async function page(wall: WallCore, path: IndexPath, sign: 1 | -1): Promise<IndexPath | undefined> {
  const { layout, visible: [, , width, height] } = wall;
  if (layout === undefined) return undefined;
  const { contentSize } = layout.summary;
  const from = (await wall.attributes({ indexPath: path.join("-") }))[0]?.frame;
  if (from === undefined) return undefined;
  const isAcross = contentSize.height <= height && contentSize.width > width;
  const [x, y] = isAcross ? [from.x + sign * width, from.y] : [from.x, from.y + sign * height];
  const rect: Rect = isAcross
    ? [Math.max(0, Math.min(x, contentSize.width - width)) - 1, 0, width + 2, contentSize.height]
    : [0, Math.max(0, Math.min(y, contentSize.height - height)) - 1, contentSize.width, height + 2];
  const attributes = await wall.attributes({ rect });
  return nearest(attributes.filter((one) => one.category === "cell"), ({ frame }) => Math.abs(frame.x - x) + Math.abs(frame.y - y));
}

function nearest(cells: Attributes[], distance: (one: Attributes) => number): IndexPath | undefined {
  let best: Attributes | undefined, least = Infinity;
  for (const one of cells) {
    const now = distance(one);
    if (now < least) [best, least] = [one, now];
  }
  return best?.indexPath as IndexPath | undefined;
}

const isAt = ({ indexPath }: Attributes, [section, item]: IndexPath) => indexPath[0] === section && indexPath[1] === item;
