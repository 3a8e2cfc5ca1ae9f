// SPDX-License-Identifier: Apache-2.0
import { byIndexPath, meets } from "./rects.js";
export function toRect({ x, y, width, height }) {
    return [x, y, width, height];
}
export function differs(one, other) {
    return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y), Math.abs(one.width - other.width), Math.abs(one.height - other.height)) > 0.01;
}
export function firstCell(all, seen) {
    return all.filter(({ category, frame }) => category === "cell" && meets(seen, frame)).sort(byIndexPath)[0];
}
export function beside([x, y], before, after) {
    return [besideAlong(x, before.x, before.width, after.x, after.width), besideAlong(y, before.y, before.height, after.y, after.height)];
}
function besideAlong(offset, start, length, nextStart, nextLength) {
    if (offset <= 0)
        return offset;
    const cut = offset - start;
    return nextStart + (cut > 0 && length > 0 ? cut * nextLength / length : cut);
}
