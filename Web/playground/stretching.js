// SPDX-License-Identifier: Apache-2.0
// Until the layout for another width has come, the content that is shown is stretched over it.
/** Stretches content that fills the width `laid` over the view's width; 0: no longer. */
export function stretch({ scroller: { width, isRightToLeft }, contentNode: { style } }, laid, content) {
    style.transformOrigin = isRightToLeft ? "right" : "left";
    style.transform = laid > 0 && width !== laid && Math.abs(content - laid) <= 1 ? `scaleX(${width / laid})` : "";
}
