// SPDX-License-Identifier: Apache-2.0
import { byIndexPath, meets, offsetShowing } from "./rects.js";
import { ElementSource } from "./element-source.js";
import { LaidLengths } from "./laid-lengths.js";
import { Scroller } from "./scrolling.js";
export class WallCore {
    viewport;
    scroller;
    life = new AbortController();
    source = new ElementSource(() => (this.options.measure ? 0 : this.options.viewLimit), this.life.signal);
    laid = new LaidLengths();
    watcher;
    #isLoadingWatcher = false;
    #hasBegun = false;
    hasArrived = false;
    #restored;
    #sizes = new ResizeObserver(() => this.resized());
    #directions = new MutationObserver(() => this.resized());
    constructor(viewport, scroller) {
        this.viewport = viewport;
        this.scroller = new Scroller(viewport, () => this.origin, scroller);
        const { signal } = this.life, { events, node } = this.scroller;
        events.addEventListener("scroll", () => this.scrolled(), { passive: true, signal });
        addEventListener("online", () => this.resized(true), { signal });
        addEventListener("resize", () => this.resized(), { signal });
        this.#directions.observe(document, { attributeFilter: ["dir"], subtree: true });
        for (const one of new Set([viewport, node]))
            this.#sizes.observe(one);
    }
    async attributes(query) {
        return this.layout === undefined ? [] : this.source.attributes(this.layout, query, this.life.signal);
    }
    async scrollToItem(section, item, at, behavior) {
        const { layout } = this, [one] = await this.attributes({ indexPath: `${section}-${item}` });
        if (!one)
            return;
        const showing = this.options.pins ? (await import("./resting.js")).resting : offsetShowing;
        const [x, y] = await showing(one.frame, this.seen, at, this.scroller.isRightToLeft, this, section);
        if (this.layout !== layout)
            return;
        this.scrollToOffset(x, y, true, behavior);
        if (behavior === "smooth")
            return;
        this.target?.begin([section, item], one.frame, this.seen, at);
        await this.update();
    }
    state() {
        const { seen } = this, [first] = this.elements.filter(({ category, frame }) => category === "cell" && meets(seen, frame)).sort(byIndexPath);
        return this.restored ?? (first && this.stateOf(first.indexPath));
    }
    stateOf([section, item]) {
        const [x, y] = this.seen, one = this.elements.find(({ category, indexPath }) => category === "cell" && indexPath[0] === section && indexPath[1] === item);
        return one && { ...(one.id !== undefined && { id: one.id }), indexPath: [section, item], x: one.frame.x - x, y: one.frame.y - y };
    }
    async restore(state) {
        await (await import("./saved-place.js")).restore(this, state);
    }
    get restored() {
        const { x, y } = this.scroller.offset, { state, at } = this.#restored ?? {};
        return at !== undefined && Math.abs(x - at.x) < 2 && Math.abs(y - at.y) < 2 ? state : undefined;
    }
    keep(state) { this.#restored = { state, at: this.scroller.offset }; }
    async arrive() {
        const { scroller: { isWindow }, options: { initialItem, initialOffset } } = this;
        if (this.#hasBegun || this.layout === undefined)
            return;
        this.#hasBegun = true;
        void import("./printing.js").then(({ drawForPrint }) => drawForPrint(this), () => { });
        if (isWindow || (initialItem ?? initialOffset) !== undefined)
            await (await import("./saved-place.js")).begin(this);
        this.hasArrived = true;
        this.watch();
    }
    destroy() {
        this.life.abort();
        this.#sizes.disconnect();
        this.#directions.disconnect();
    }
    get seen() { return this.scroller.seen; }
    get position() {
        const { x, y } = this.scroller.offset;
        return { x: Math.max(0, x), y: Math.max(0, y) };
    }
    watch() {
        const { watcher, options: { onEndReached, onStartReached, onVisibleRange } } = this;
        if (watcher !== undefined)
            return watcher.check();
        if (this.#isLoadingWatcher || this.layout === undefined || (onEndReached ?? onStartReached ?? onVisibleRange) === undefined)
            return;
        this.#isLoadingWatcher = true;
        import("./watching.js").then(({ Watcher }) => {
            this.watcher = new Watcher(this);
            this.watch();
        }, (error) => this.fail(error)).finally(() => { this.#isLoadingWatcher = false; });
    }
}
