// SPDX-License-Identifier: Apache-2.0
const greatestRoom = 16000000;
const endLength = 1000000;
const memory = 120;
const mostAhead = 8;
export class ScrollAxis {
    length = 0;
    seen = 0;
    base = 0;
    overscan = 1;
    #last = 0;
    #samples = [];
    get room() { return Math.min(this.length, greatestRoom); }
    get isScaled() { return this.length > greatestRoom; }
    fit(length, seen) {
        this.length = length;
        this.seen = seen;
        this.base = this.isScaled ? Math.min(this.base, this.#surplus) : 0;
    }
    follow(position, time) {
        const isFar = Math.abs(position - this.#last) > 4 * this.seen, before = this.base;
        if (isFar)
            this.#samples = [];
        if (position !== this.#last || this.#samples.length === 0)
            this.#samples.push({ time, position });
        this.#last = position;
        if (isFar && this.isScaled)
            this.base = Math.round(this.#baseAt(position));
        return this.base !== before;
    }
    velocity(now) {
        this.#samples = this.#samples.filter(({ time }) => now - time <= memory);
        const first = this.#samples[0], last = this.#samples[this.#samples.length - 1];
        if (first === undefined || last === undefined || this.#samples.length < 3 || last.time - first.time < 20)
            return 0;
        return (last.position - first.position) / (last.time - first.time);
    }
    tiles(offset, soon) {
        const ahead = this.#ahead(soon), { seen, overscan } = this;
        const first = Math.floor((offset + Math.min(0, ahead)) / seen - overscan), last = Math.ceil((offset + seen + Math.max(0, ahead)) / seen + overscan);
        return [first * seen, (last - first) * seen];
    }
    isShort(offset, from, to, soon) {
        const ahead = this.#ahead(soon), { seen, overscan } = this, beyond = overscan * seen / 2;
        return Math.max(0, offset - beyond + Math.min(0, ahead)) < from - 1
            || Math.min(this.length, offset + seen + beyond + Math.max(0, ahead)) > to + 1;
    }
    #ahead(soon) {
        return Math.min(mostAhead * this.seen, Math.max(-mostAhead * this.seen, soon * this.velocity(performance.now())));
    }
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
    stand(position, offset) {
        const before = this.base;
        this.#last = position;
        this.#samples = [];
        this.base = this.isScaled ? offset - position : 0;
        return this.base !== before;
    }
    isAstray(position) {
        const off = Math.abs(this.position(position + this.base) - position), reach = this.room - this.seen;
        const isAtEnd = position < 4 * this.seen || position > reach - 4 * this.seen;
        return this.isScaled && off > (isAtEnd ? 0.5 : this.room / 1000);
    }
    get #surplus() { return this.length - this.room; }
    get #end() { return Math.min(endLength, (this.room - this.seen) / 4); }
    get #middle() { return this.room - this.seen - 2 * this.#end; }
    #baseAt(position) {
        return this.#surplus * Math.min(1, Math.max(0, (position - this.#end) / this.#middle));
    }
}
