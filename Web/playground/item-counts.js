// SPDX-License-Identifier: Apache-2.0
/** The number of items in each section of a `Wall`'s layout, requested once for each layout of several sections. */
export class ItemCounts {
    #known;
    async of(layout, signal) {
        if (layout === undefined || layout.summary.sectionCount < 2)
            return [layout?.summary.itemCount ?? 0];
        if (this.#known?.of !== layout)
            this.#known = { of: layout, counts: (await layout.sections(signal)).map((one) => one.itemCount) };
        return this.#known.counts;
    }
    /** Records the numbers of a layout, so that they are not requested. */
    learn(layout, counts) { this.#known = { of: layout, counts }; }
}
