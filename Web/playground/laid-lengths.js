// SPDX-License-Identifier: Apache-2.0
export class LaidLengths {
    #outer = "";
    #lengths = new Set();
    begin(view, isVertical) {
        this.#outer = view.outerSize;
        this.#lengths.clear();
        this.#lengths.add(lengthOf(view, isVertical));
    }
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
    forget() { this.#outer = ""; this.#lengths.clear(); }
}
function lengthOf({ width, height }, isVertical) { return isVertical ? width : height; }
