// SPDX-License-Identifier: Apache-2.0
// For which length across the scroll axis a viewport was laid out.
export class LaidLengths {
    outer = "";
    lengths = new Set();
    /** Takes the viewport as it is for what was laid out. */
    begin(viewport, isVertical) {
        this.outer = outerSize(viewport);
        this.lengths.clear();
        this.lengths.add(lengthOf(viewport, isVertical));
    }
    /**
     * Whether the viewport is to be laid out for again; asked once more, it is not. A scrollbar that comes with one
     * layout and goes with the next would do so for ever, so that what was tried at the same outer size is enough.
     */
    isNew(viewport, isVertical) {
        const length = lengthOf(viewport, isVertical), last = [...this.lengths].pop();
        if (this.outer !== outerSize(viewport)) {
            this.begin(viewport, isVertical);
            return length !== last;
        }
        if (this.lengths.has(length))
            return false;
        this.lengths.add(length);
        return true;
    }
    /** What was to be laid out for has failed. */
    forget() { this.outer = ""; this.lengths.clear(); }
}
function lengthOf({ clientWidth, clientHeight }, isVertical) { return isVertical ? clientWidth : clientHeight; }
function outerSize({ offsetWidth, offsetHeight }) { return `${offsetWidth} ${offsetHeight}`; }
