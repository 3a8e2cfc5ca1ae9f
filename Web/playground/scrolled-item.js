// SPDX-License-Identifier: Apache-2.0
// The item that a wall was scrolled to, until the reader scrolls on: it keeps its place while items around it are measured.
export class ScrolledItem {
    #name;
    #at = { x: 0, y: 0 };
    /** Records that a view shows an item at a place. */
    begin(path, frame, [x, y, width, height], place) {
        const isBelow = Math.abs(frame.y + frame.height - y - height) < Math.abs(frame.y - y);
        const isAfter = isBelow || Math.abs(frame.x + frame.width - x - width) < Math.abs(frame.x - x);
        const name = `${path[0]}-${path[1]}`;
        this.#name = place === "end" || (place === undefined && isAfter) ? `${name},end` : name;
        this.#at = { x, y };
    }
    /** Records that the view moved with the item. */
    stay(offset) { this.#at = offset; }
    /** Whether the view is where it was scrolled to. */
    isAt({ x, y }) {
        return this.#name !== undefined && Math.abs(x - this.#at.x) < 2 && Math.abs(y - this.#at.y) < 2;
    }
    /** Returns the item as an anchor; undefined if the reader has scrolled on. */
    anchor(offset) { return this.isAt(offset) ? this.#name : undefined; }
}
