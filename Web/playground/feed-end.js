// SPDX-License-Identifier: Apache-2.0
// Tells once that the reader comes near a layout's end, and again when it has other items, so that a feed can append some.
export class FeedEnd {
    /** The number of items at the last call. */
    #told;
    #isBusy = false;
    /** Begins again, for another layout. */
    begin() { this.#told = undefined; }
    /**
     * Calls `onEndReached` if the visible part is near the end of the layout that is shown. `again` is called when that has
     * settled: the items that came may be too short to scroll.
     */
    check({ itemCount, contentSize: { width, height } }, [x, y, across, down], isRightToLeft, { onEndReached, endDistance }, fail, again) {
        if (onEndReached === undefined || this.#told === itemCount || this.#isBusy)
            return;
        const isVertical = width <= across + 1 || height > down + 1;
        const rest = isVertical ? height - y - down : isRightToLeft() ? x : width - x - across;
        if (rest > (endDistance ?? (isVertical ? down : across)))
            return;
        this.#told = itemCount;
        this.#isBusy = true;
        // Also catches an error that is thrown before a promise is returned.
        new Promise((resolve) => resolve(onEndReached())).then(() => {
            this.#isBusy = false;
            again();
        }, (error) => {
            this.#isBusy = false;
            this.#told = undefined;
            fail(error);
        });
    }
}
