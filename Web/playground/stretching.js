// SPDX-License-Identifier: Apache-2.0
export function stretch({ scroller: { width, isRightToLeft }, contentNode: { style } }, laid, content) {
    style.transformOrigin = isRightToLeft ? "right" : "left";
    style.transform = laid > 0 && width !== laid && Math.abs(content - laid) <= 1 ? `scaleX(${width / laid})` : "";
}
