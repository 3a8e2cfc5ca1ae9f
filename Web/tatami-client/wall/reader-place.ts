// SPDX-License-Identifier: Apache-2.0
// Where a reader stays while frames change.

import { byIndexPath, meets } from "../client/rects.js";
import type { Attributes, Point, Rect, Size } from "../client/tatami-types.js";

export function toRect({ x, y, width, height }: Point & Size): Rect {
  return [x, y, width, height];
}

export function differs(one: Point & Size, other: Point & Size): boolean {
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y),
    Math.abs(one.width - other.width), Math.abs(one.height - other.height)) > 0.01;
}

/** Returns the first cell, in the document's order, that meets a rectangle. */
export function firstCell(all: Attributes[], seen: Rect): Attributes | undefined {
  return all.filter(({ category, frame }) => category === "cell" && meets(seen, frame)).sort(byIndexPath)[0];
}

/** Returns the offset that keeps an element's place on screen: the same share of it cut off, or the same distance from the edge. */
export function beside([x, y]: Rect, before: Point & Size, after: Point & Size): [x: number, y: number] {
  return [besideAlong(x, before.x, before.width, after.x, after.width), besideAlong(y, before.y, before.height, after.y, after.height)];
}

function besideAlong(offset: number, start: number, length: number, nextStart: number, nextLength: number): number {
  // A reader at the content's start stays there.
  if (offset <= 0) return offset;
  const cut = offset - start;
  return nextStart + (cut > 0 && length > 0 ? cut * nextLength / length : cut);
}
