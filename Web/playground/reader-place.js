// SPDX-License-Identifier: Apache-2.0
// Where a reader stays while frames change.
import { byIndexPath, meets } from "./rects.js";
export function toRect({ x, y, width, height }) {
    return [x, y, width, height];
}
export function differs(one, other) {
    return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y), Math.abs(one.width - other.width), Math.abs(one.height - other.height)) > 0.01;
}
/** Returns the first cell, in the document's order, that meets a rectangle. */
export function firstCell(all, seen) {
    return all.filter(({ category, frame }) => category === "cell" && meets(seen, frame)).sort(byIndexPath)[0];
}
/** Returns the offset that keeps an element's place on screen: the same share of it cut off, or the same distance from the edge. */
export function beside([x, y], before, after) {
    return [besideAlong(x, before.x, before.width, after.x, after.width), besideAlong(y, before.y, before.height, after.y, after.height)];
}
function besideAlong(offset, start, length, nextStart, nextLength) {
    // A reader at the content's start stays there.
    if (offset <= 0)
        return offset;
    const cut = offset - start;
    return nextStart + (cut > 0 && length > 0 ? cut * nextLength / length : cut);
}
