// SPDX-License-Identifier: Apache-2.0
import { byIndexPath, meets } from "./rects.js";
class End {
    #told;
    #isBusy = false;
    #wall;
    #again;
    constructor(wall, again) {
        this.#wall = wall;
        this.#again = again;
    }
    begin() { this.#told = undefined; }
    check(itemCount, isNear, reached) {
        if (reached === undefined || !isNear || this.#told === itemCount || this.#isBusy)
            return;
        this.#told = itemCount;
        this.#isBusy = true;
        new Promise((resolve) => resolve(reached())).then(() => {
            this.#isBusy = false;
            this.#again();
        }, (error) => {
            this.#isBusy = false;
            this.#told = undefined;
            this.#wall.fail(error);
        });
    }
}
export class Watcher {
    #wall;
    #start;
    #end;
    #range = "";
    constructor(wall) {
        this.#wall = wall;
        this.#start = new End(wall, () => this.check());
        this.#end = new End(wall, () => this.check());
    }
    begin() {
        for (const end of [this.#start, this.#end])
            end.begin();
        this.#range = "";
    }
    check() {
        const { layout, options, visible: [x, y, across, down], scroller, life: { signal } } = this.#wall;
        if (layout === undefined || signal.aborted)
            return;
        const { itemCount, contentSize: { width, height } } = layout.summary, isVertical = width <= across + 1 || height > down + 1;
        const left = x, right = width - x - across, isMirrored = !isVertical && scroller.isRightToLeft;
        const [before, after] = isVertical ? [y, height - y - down] : isMirrored ? [right, left] : [left, right], screen = isVertical ? down : across;
        this.#end.check(itemCount, after <= (options.endDistance ?? screen), options.onEndReached);
        if (this.#wall.hasArrived)
            this.#start.check(itemCount, before <= (options.startDistance ?? screen), options.onStartReached);
        if (options.onVisibleRange !== undefined)
            this.#tellRange(options.onVisibleRange);
    }
    #tellRange(tell) {
        const { elements, seen } = this.#wall;
        const cells = elements.filter(({ category, frame }) => category === "cell" && meets(seen, frame)).sort(byIndexPath);
        const [first, last] = [cells[0]?.indexPath, cells[cells.length - 1]?.indexPath], name = `${first} ${last}`;
        if (first === undefined || last === undefined || name === this.#range)
            return;
        this.#range = name;
        tell({ first, last });
    }
}
