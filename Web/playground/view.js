// SPDX-License-Identifier: Apache-2.0
import { badgesAmong } from "./rects.js";
import { cellAt } from "./tatami-columns.js";
class ExtentIndex {
    #order;
    #first;
    #reach;
    #from;
    #scale;
    constructor({ count, start, end }) {
        let from = Infinity, to = -Infinity;
        for (let index = 0; index < count; index += 1) {
            const at = start(index);
            if (at < from)
                from = at;
            if (at > to)
                to = at;
        }
        const buckets = Math.max(1, count >> 2);
        this.#from = count === 0 ? 0 : from;
        this.#scale = to > from ? (buckets - 1) / (to - from) : 0;
        this.#first = new Uint32Array(buckets + 1);
        this.#reach = new Float64Array(buckets).fill(-Infinity);
        const own = new Uint32Array(count);
        for (let index = 0; index < count; index += 1) {
            const bucket = own[index] = this.#bucket(start(index)), last = end(index);
            this.#first[bucket + 1] += 1;
            if (last > this.#reach[bucket])
                this.#reach[bucket] = last;
        }
        for (let bucket = 1; bucket < buckets; bucket += 1) {
            this.#first[bucket + 1] += this.#first[bucket];
            if (this.#reach[bucket - 1] > this.#reach[bucket])
                this.#reach[bucket] = this.#reach[bucket - 1];
        }
        const next = this.#first.slice();
        this.#order = new Uint32Array(count);
        for (let index = 0; index < count; index += 1)
            this.#order[next[own[index]]++] = index;
    }
    #bucket(at) {
        return Math.max(0, Math.min(this.#reach.length - 1, Math.floor((at - this.#from) * this.#scale) || 0));
    }
    candidates(from, to) {
        let low = 0, high = this.#reach.length - 1;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.#reach[middle] > from)
                high = middle;
            else
                low = middle + 1;
        }
        const last = this.#bucket(to) + 1;
        return this.#order.slice(this.#first[low], this.#first[Math.max(low, last)]).sort();
    }
}
export class LayoutView {
    layout;
    #columns;
    #isVertical;
    #cells;
    #others;
    #ranks;
    #starts;
    #missing;
    constructor(layout, columns, before, missing) {
        const { x, y, width, height, section, count, others, contentSize } = columns;
        this.layout = layout;
        this.#columns = columns;
        this.#missing = missing;
        if (before !== undefined) {
            this.#isVertical = before.#isVertical;
            this.#cells = before.#cells;
            this.#others = before.#others;
            this.#starts = before.#starts;
            this.#ranks = before.#ranks;
            return;
        }
        this.#isVertical = contentSize.height >= contentSize.width;
        const [at, length] = this.#isVertical ? [y, height] : [x, width];
        this.#cells = new ExtentIndex({ count, start: (index) => at[index], end: (index) => at[index] + length[index] });
        const along = ({ frame }) => this.#isVertical ? [frame.y, frame.y + frame.height] : [frame.x, frame.x + frame.width];
        this.#others = new ExtentIndex({ count: others.length, start: (index) => along(others[index])[0], end: (index) => along(others[index])[1] });
        const starts = this.#starts = new Uint32Array(layout.summary.sectionCount + 1);
        for (let index = 0; index < count; index += 1)
            starts[section[index] + 1] += 1;
        for (let index = 1; index < starts.length; index += 1)
            starts[index] += starts[index - 1];
        const isBadge = badgesAmong(others);
        this.#ranks = others.map((one) => {
            const { category, kind, indexPath } = one, isOfLayout = indexPath.length === 1, own = isOfLayout ? 0 : indexPath[0] ?? 0, first = starts[own] ?? 0;
            const isBefore = category === "supplementary" && !isBadge(one) && (/header/i.test(kind ?? "") || (first < count && along(one)[1] <= at[first] + 0.5));
            return isOfLayout ? [isBefore ? -1 : Infinity, 0] : [own, isBefore ? 0 : 2];
        });
    }
    static async load(layout, signal) {
        return new LayoutView(layout, await layout.columns({ rect: "all" }, signal, false));
    }
    get isWhole() { return this.#missing === undefined; }
    get itemCounts() {
        return this.#missing !== undefined ? undefined : [...this.#starts.subarray(1)].map((end, index) => end - this.#starts[index]);
    }
    attributes({ rect, indexPath, kind, bounds, scroll, origin }) {
        if (bounds !== undefined || scroll !== undefined || (origin ?? "content") !== "content")
            return undefined;
        if (rect !== undefined)
            return this.#within(rect);
        if (kind !== undefined || indexPath === undefined)
            return undefined;
        const found = [];
        for (const path of indexPath.split(",")) {
            const [section, item] = path.split("-").map(Number);
            const index = (this.#starts[section] ?? 0) + item;
            if (!(index < (this.#starts[section + 1] ?? 0)) || this.#columns.item[index] !== item)
                return undefined;
            const cell = cellAt(this.#columns, index);
            if (this.#missing !== undefined && meets(this.#missing, cell.frame))
                return undefined;
            found.push(cell);
        }
        return found;
    }
    #within(rect) {
        const { x, y, width, height, others, section } = this.#columns, missing = this.#missing;
        const [left, top, across, down] = rect === "all" ? [-Infinity, -Infinity, Infinity, Infinity] : rect;
        if (missing !== undefined && (rect === "all" || meets(missing, { x: left, y: top, width: across, height: down })))
            return undefined;
        const right = rect === "all" ? Infinity : left + across, bottom = rect === "all" ? Infinity : top + down;
        const [from, to] = this.#isVertical ? [top, bottom] : [left, right];
        const found = [];
        for (const index of this.#cells.candidates(from, to)) {
            const isMet = rect === "all" || (x[index] < right && left < x[index] + width[index] && y[index] < bottom && top < y[index] + height[index]);
            if (isMet)
                found.push({ section: section[index], rank: 1, at: index, one: cellAt(this.#columns, index) });
        }
        let isMixed = false;
        for (const index of this.#others.candidates(from, to)) {
            const one = others[index], [own, rank] = this.#ranks[index];
            if (rect !== "all" && !meets(rect, one.frame))
                continue;
            found.push({ section: own, rank, at: index, one });
            isMixed = true;
        }
        if (isMixed)
            found.sort((one, other) => (one.section === other.section ? one.rank - other.rank || one.at - other.at : one.section < other.section ? -1 : 1));
        return found.map(({ one }) => one);
    }
    after(layout, { invalidated, contentSize }) {
        const part = invalidated === null ? this.#missing : union(this.#missing, invalidated);
        return new LayoutView(layout, { ...this.#columns, contentSize }, this, part);
    }
    async complete(signal) {
        const missing = this.#missing, columns = this.#columns, { layout } = this;
        if (missing === undefined)
            return this;
        const [{ merged }, now] = await Promise.all([import("./view-merging.js"), layout.columns({ rect: missing }, signal, false)]);
        const all = merged(columns, now, missing);
        return all.count === layout.summary.itemCount ? new LayoutView(layout, all) : LayoutView.load(layout, signal);
    }
}
export function meets([x, y, width, height], frame) {
    return x < frame.x + frame.width && frame.x < x + width && y < frame.y + frame.height && frame.y < y + height;
}
function union(rect, { x, y, width, height }) {
    if (rect === undefined)
        return [x, y, width, height];
    const left = Math.min(rect[0], x), top = Math.min(rect[1], y);
    return [left, top, Math.max(rect[0] + rect[2], x + width) - left, Math.max(rect[1] + rect[3], y + height) - top];
}
