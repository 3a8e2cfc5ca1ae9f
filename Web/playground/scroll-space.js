// SPDX-License-Identifier: Apache-2.0
// The position and velocity of a scrolling element along one axis, and the content offset that it shows. Browsers limit
// elements to 33,554,428 pixels, Firefox to 17,895,697, and beyond 2^24 they place them to every other pixel at best.
// Longer content gets an element of 16,000,000 pixels: dragging its scrollbar goes through all of the content, while
// wheels, fingers and keys still scroll by their own pixels.
const greatestRoom = 16000000;
/** Near both ends one pixel of the element is one point of the content, so that the first and last points can be reached. */
const endLength = 1000000;
/** Velocity is measured over this many milliseconds. */
const memory = 120;
/** The most screens ahead of the reader that are requested. */
const mostAhead = 8;
export class ScrollAxis {
    /** The content's length. */
    length = 0;
    /** The visible length. */
    seen = 0;
    /** Added to a position of the element, this gives the content's offset. */
    base = 0;
    /** How far beyond the visible part tiles are wanted, in screens. */
    overscan = 1;
    #last = 0;
    #samples = [];
    /** The length of the element that stands for the content. */
    get room() { return Math.min(this.length, greatestRoom); }
    get isScaled() { return this.length > greatestRoom; }
    /** Sets new lengths. The offset stays the same if the content is long enough. */
    fit(length, seen) {
        this.length = length;
        this.seen = seen;
        this.base = this.isScaled ? Math.min(this.base, this.#surplus) : 0;
    }
    /** Records a new position; returns true if it was so far away that `base` changed. */
    follow(position, time) {
        const isFar = Math.abs(position - this.#last) > 4 * this.seen, before = this.base;
        // A jump has no velocity.
        if (isFar)
            this.#samples = [];
        if (position !== this.#last || this.#samples.length === 0)
            this.#samples.push({ time, position });
        this.#last = position;
        if (isFar && this.isScaled)
            this.base = Math.round(this.#baseAt(position));
        return this.base !== before;
    }
    /** Returns the velocity, in points per millisecond. */
    velocity(now) {
        this.#samples = this.#samples.filter(({ time }) => now - time <= memory);
        const first = this.#samples[0], last = this.#samples[this.#samples.length - 1];
        if (first === undefined || last === undefined || this.#samples.length < 3 || last.time - first.time < 20)
            return 0;
        return (last.position - first.position) / (last.time - first.time);
    }
    /** Returns the range of tiles, each a screen, around the visible part and where the reader will be in `soon` milliseconds. */
    tiles(offset, soon) {
        const ahead = this.#ahead(soon), { seen, overscan } = this;
        const first = Math.floor((offset + Math.min(0, ahead)) / seen - overscan), last = Math.ceil((offset + seen + Math.max(0, ahead)) / seen + overscan);
        return [first * seen, (last - first) * seen];
    }
    /** Whether the range from one offset to another extends less than half the overscan beyond the visible part. */
    isShort(offset, from, to, soon) {
        const ahead = this.#ahead(soon), { seen, overscan } = this, beyond = overscan * seen / 2;
        return Math.max(0, offset - beyond + Math.min(0, ahead)) < from - 1
            || Math.min(this.length, offset + seen + beyond + Math.max(0, ahead)) > to + 1;
    }
    #ahead(soon) {
        return Math.min(mostAhead * this.seen, Math.max(-mostAhead * this.seen, soon * this.velocity(performance.now())));
    }
    /** Returns the element's position for an offset. */
    position(offset) {
        if (!this.isScaled)
            return offset;
        const end = this.#end, middle = this.#middle;
        if (offset <= end)
            return offset;
        if (offset >= end + middle + this.#surplus)
            return offset - this.#surplus;
        return Math.round(end + (offset - end) * middle / (middle + this.#surplus));
    }
    /** Records that the element was scrolled to a position that shows an offset; returns true if `base` changed. */
    stand(position, offset) {
        const before = this.base;
        this.#last = position;
        this.#samples = [];
        this.base = this.isScaled ? offset - position : 0;
        return this.base !== before;
    }
    /** Whether scrolling by pixels has led so far from the scrollbar's true place that it must be moved there. */
    isAstray(position) {
        const off = Math.abs(this.position(position + this.base) - position), reach = this.room - this.seen;
        const isAtEnd = position < 4 * this.seen || position > reach - 4 * this.seen;
        return this.isScaled && off > (isAtEnd ? 0.5 : this.room / 1000);
    }
    get #surplus() { return this.length - this.room; }
    get #end() { return Math.min(endLength, (this.room - this.seen) / 4); }
    /** The number of the element's positions between its two ends. */
    get #middle() { return this.room - this.seen - 2 * this.#end; }
    #baseAt(position) {
        return this.#surplus * Math.min(1, Math.max(0, (position - this.#end) / this.#middle));
    }
}
