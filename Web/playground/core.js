// SPDX-License-Identifier: Apache-2.0
// The core of all walls: what scrolls, where the layout's elements come from, where items are shown, and the end of a
// feed. Its faces draw: `Wall` into nodes of its own, and `VisibleElements` through the element and the React hook.
import { byIndexPath, meets, offsetShowing } from "./rects.js";
import { ElementSource } from "./element-source.js";
import { LaidLengths } from "./laid-lengths.js";
import { Scroller } from "./scrolling.js";
export class WallCore {
    viewport;
    /** What scrolls the content. @internal */
    scroller;
    /** Aborted by `destroy`. @internal */
    life = new AbortController();
    // Without an engine each measurement would fetch all elements behind it again.
    /** Where elements come from. @internal */
    source = new ElementSource(() => (this.options.measure ? 0 : this.options.viewLimit), this.life.signal);
    /** The lengths that were laid out: a page's scrollbar may appear and disappear with them. @internal */
    laid = new LaidLengths();
    /** Tells the page where the reader is, once it asks. @internal */
    watcher;
    #isLoadingWatcher = false;
    #hasBegun = false;
    /** Whether the reader is where the wall begins. @internal */
    hasArrived = false;
    /** The place that was restored, and the scroll offset there: it is kept at another width until the reader scrolls on. */
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
        // `dir` of the page or of an element around the wall.
        this.#directions.observe(document, { attributeFilter: ["dir"], subtree: true });
        for (const one of new Set([viewport, node]))
            this.#sizes.observe(one);
    }
    /** Queries the layout that is shown: in the page if its elements have come, else over HTTP. */
    async attributes(query) {
        return this.layout === undefined ? [] : this.source.attributes(this.layout, query, this.life.signal);
    }
    /**
     * Scrolls an item to a place of the view; without `at`, only as far as shows all of it. With `pins`, it rests beside headers and
     * footers that are pinned there. Resolves when its element has come; with `behavior: "smooth"`, when scrolling has begun.
     */
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
        // While items around it are measured, the item keeps its place.
        this.target?.begin([section, item], one.frame, this.seen, at);
        await this.update();
    }
    /** Returns the reader's place, by the first item in sight, to `restore` it later; undefined before a layout is shown. */
    state() {
        const { seen } = this, [first] = this.elements.filter(({ category, frame }) => category === "cell" && meets(seen, frame)).sort(byIndexPath);
        return this.restored ?? (first && this.stateOf(first.indexPath));
    }
    /** Returns the place by an item that is drawn. @internal */
    stateOf([section, item]) {
        const [x, y] = this.seen, one = this.elements.find(({ category, indexPath }) => category === "cell" && indexPath[0] === section && indexPath[1] === item);
        return one && { ...(one.id !== undefined && { id: one.id }), indexPath: [section, item], x: one.frame.x - x, y: one.frame.y - y };
    }
    /** Scrolls to a place that `state` returned, perhaps for another document: the item is found by its id, if it has one. */
    async restore(state) {
        await (await import("./saved-place.js")).restore(this, state);
    }
    /** The place that was restored, while the reader has not scrolled on. @internal */
    get restored() {
        const { x, y } = this.scroller.offset, { state, at } = this.#restored ?? {};
        return at !== undefined && Math.abs(x - at.x) < 2 && Math.abs(y - at.y) < 2 ? state : undefined;
    }
    /** Keeps a place at which the wall stands now. @internal */
    keep(state) { this.#restored = { state, at: this.scroller.offset }; }
    /** Scrolls to where the reader begins, once the first layout is shown. @internal */
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
    /** Cancels all requests and removes all listeners. The wall cannot be used afterwards. */
    destroy() {
        this.life.abort();
        this.#sizes.disconnect();
        this.#directions.disconnect();
    }
    /** The visible rectangle, also of what a page has before or beside the wall. @internal */
    get seen() { return this.scroller.seen; }
    /** The visible rectangle's corner, in pixels of the element that stands for the content. @internal */
    get position() {
        const { x, y } = this.scroller.offset;
        return { x: Math.max(0, x), y: Math.max(0, y) };
    }
    /** Tells the page where the reader is, if it asks. @internal */
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
