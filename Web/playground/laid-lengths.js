// SPDX-License-Identifier: Apache-2.0
// The lengths across the scroll axis for which a view was laid out.
export class LaidLengths {
    #outer = "";
    #lengths = new Set();
    /** Records that the view's current length was laid out. */
    begin(view, isVertical) {
        this.#outer = view.outerSize;
        this.#lengths.clear();
        this.#lengths.add(lengthOf(view, isVertical));
    }
    /**
     * Whether the view has a new length to lay out for; a second call returns false. A scrollbar that appears with one
     * layout and disappears with the next would alternate for ever, so each length is tried once per outer size.
     */
    isNew(view, isVertical) {
        const length = lengthOf(view, isVertical), last = [...this.#lengths].pop();
        if (this.#outer !== view.outerSize) {
            this.begin(view, isVertical);
            return length !== last;
        }
        if (this.#lengths.has(length))
            return false;
        this.#lengths.add(length);
        return true;
    }
    /** Forgets all lengths, because laying out has failed. */
    forget() { this.#outer = ""; this.#lengths.clear(); }
}
function lengthOf({ width, height }, isVertical) { return isVertical ? width : height; }
