// SPDX-License-Identifier: Apache-2.0
export class ScrolledItem {
    #name;
    #at = { x: 0, y: 0 };
    begin(path, frame, [x, y, width, height], place) {
        const isBelow = Math.abs(frame.y + frame.height - y - height) < Math.abs(frame.y - y);
        const isAfter = isBelow || Math.abs(frame.x + frame.width - x - width) < Math.abs(frame.x - x);
        const name = `${path[0]}-${path[1]}`;
        this.#name = place === "end" || (place === undefined && isAfter) ? `${name},end` : name;
        this.#at = { x, y };
    }
    stay(offset) { this.#at = offset; }
    isAt({ x, y }) {
        return this.#name !== undefined && Math.abs(x - this.#at.x) < 2 && Math.abs(y - this.#at.y) < 2;
    }
    anchor(offset) { return this.isAt(offset) ? this.#name : undefined; }
}
