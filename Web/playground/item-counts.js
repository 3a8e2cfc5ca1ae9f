// SPDX-License-Identifier: Apache-2.0
export class ItemCounts {
    #known;
    async of(layout, signal) {
        if (layout === undefined || layout.summary.sectionCount < 2)
            return [layout?.summary.itemCount ?? 0];
        if (this.#known?.of !== layout)
            this.#known = { of: layout, counts: (await layout.sections(signal)).map((one) => one.itemCount) };
        return this.#known.counts;
    }
    learn(layout, counts) { this.#known = { of: layout, counts }; }
}
