import { Hidden } from "./bodies.js";
import { FeedEnd } from "./feed-end.js";
import { LaidLengths } from "./laid-lengths.js";
import { Placeholders } from "./placeholders.js";
import { beside, contains, firstCell, keyOf, looksLike, meets, moveNode, offsetShowing, toFrame } from "./rects.js";
import { label, order } from "./reading-order.js";
import { ScrollAxis } from "./scroll-space.js";
import { ScrolledItem } from "./scrolled-item.js";
import { Scroller } from "./scrolling.js";
import { mayPass } from "./tatami-wire.js";
import { ElementSource } from "./view.js";
export { keyOf } from "./rects.js";
/** The places that UICollectionView.ScrollPosition names. */
const places = {
    left: "start", centeredHorizontally: "center", right: "end", top: "start", centeredVertically: "center", bottom: "end",
};
export class VirtualWall {
    viewport;
    /** Called when a node begins to show an element and when the element's size changes, but not when it only moves. */
    draw;
    content = document.createElement("div");
    /** What scrolls the content. */
    scroller;
    /** Whether the content scrolls vertically. */
    isVertical = true;
    nodes = new Map();
    shown = new WeakMap();
    /** Nodes that are shown once their sizes are in the layout. */
    hidden = new Hidden();
    options = {};
    layout;
    /** The rectangle whose elements all have nodes; undefined if only some of them have. */
    held;
    /** The area that has nodes, also nodes of an earlier layout; placeholders cover the rest. */
    covered;
    asked = "";
    asking = new AbortController();
    /** Aborted by `destroy`. */
    life = new AbortController();
    // Without an engine each measurement would fetch all elements behind it again.
    source = new ElementSource(() => (this.options.measure ? 0 : this.options.viewLimit), this.life.signal);
    horizontal = new ScrollAxis();
    vertical = new ScrollAxis();
    placeholders = new Placeholders();
    observer = new ResizeObserver(() => this.resized());
    spare = [];
    /** Nodes that show an element of another layout. */
    stale = new Set();
    /** The current run of requests, and its current request. */
    running = Promise.resolve();
    request;
    isAsking = false;
    /** How long an answer takes on average, in milliseconds. */
    latency = 100;
    failures = 0;
    frame = 0;
    timer;
    resting;
    /** The item that `scrollToItem` has shown. */
    target = new ScrolledItem();
    laid = new LaidLengths();
    feedEnd = new FeedEnd();
    isRelaying = false;
    /** The cell that kept its place at the last resize; it stays the anchor until the reader scrolls. */
    kept;
    /**
     * A wall in `viewport`, which scrolls if it has a height and `overflow: auto`; otherwise the wall scrolls with the
     * nearest element around it that does, or with the window.
     *
     * @param scroller what scrolls instead: `"window"`, or an element around the viewport.
     */
    constructor(viewport, draw, scroller) {
        this.viewport = viewport;
        this.draw = draw;
        this.scroller = new Scroller(viewport, () => this.placeholders.node, scroller);
        // The wall keeps the reader's place itself; the browser's scroll anchoring would move it a second time.
        viewport.style.setProperty("overflow-anchor", "none");
        this.content.setAttribute("role", "list");
        viewport.append(this.placeholders.node, this.content);
        const { signal } = this.life;
        const { events, node } = this.scroller;
        events.addEventListener("scroll", () => this.scrolled(), { passive: true, signal });
        events.addEventListener("scrollend", () => this.settleScrollbar(), { signal });
        addEventListener("online", () => this.resized(), { signal });
        addEventListener("resize", () => this.resized(), { signal });
        for (const one of new Set([viewport, node]))
            this.observer.observe(one);
    }
    /** Shows a layout from its start, or at the current offset if `keepsOffset`. Resolves when it is shown. */
    async show(layout, options = {}, keepsOffset = false) {
        if (this.life.signal.aborted)
            return;
        const isFirst = this.nodes.size === 0;
        this.layout = layout;
        this.options = options;
        this.feedEnd.begin();
        this.asked = "";
        this.held = undefined;
        this.stale = new Set(this.nodes.values());
        this.asking.abort();
        // The content keeps its size until the new layout has come: shorter content would scroll back.
        Object.assign(this.content.style, { position: "relative", left: "", top: "" });
        this.measure(layout.summary.contentSize);
        this.laid.begin(this.scroller, this.isVertical);
        if (!keepsOffset) {
            if (this.scroller.isOwn)
                this.viewport.scrollTo(0, 0);
            // A page that shows its first wall stays where it is.
            else if (!isFirst)
                this.scroller.scrollTo(0, 0);
            for (const axis of [this.horizontal, this.vertical])
                axis.stand(0, 0);
        }
        if (isFirst) {
            this.covered = undefined;
            this.placeholders.guess(layout.summary, this.isVertical);
            this.cover();
        }
        void this.update();
        do
            await this.request;
        while (this.isAsking && this.layout === layout && this.held === undefined);
    }
    /** Removes the wall's nodes and listeners, and cancels its requests. The wall cannot be used afterwards. */
    destroy() {
        this.life.abort();
        this.asking.abort();
        this.observer.disconnect();
        cancelAnimationFrame(this.frame);
        for (const timer of [this.timer, this.resting])
            clearTimeout(timer);
        this.layout = undefined;
        this.nodes.clear();
        this.content.replaceChildren();
        for (const node of [this.content, this.placeholders.node])
            node.remove();
        this.viewport.style.removeProperty("overflow-anchor");
    }
    async scrollToItem(first, second, place) {
        const { layout, scroller: { isRightToLeft } } = this, [section, item] = typeof first === "number" ? [first, Number(second)] : first;
        if (layout === undefined || section === undefined || item === undefined)
            return;
        const isMirrored = isRightToLeft && /^(left|right)$/.test(String(second));
        const named = isMirrored ? places[second === "left" ? "right" : "left"] : places[String(second)];
        const at = typeof first === "number" ? place : named ?? "start";
        const [one] = await this.source.attributes(layout, { indexPath: `${section}-${item}` }, this.life.signal);
        if (this.layout !== layout || one === undefined)
            return;
        const [x, y] = offsetShowing(one.frame, this.seen, at, isRightToLeft);
        this.scrollToOffset(x, y, true);
        // While items around it are measured, the item keeps its place.
        this.target.begin([section, item], one.frame, this.seen, at);
        await this.update();
    }
    /** Draws all nodes again, for data that has changed while the layout has not. */
    redraw() {
        for (const node of this.nodes.values()) {
            this.draw(node, this.shown.get(node));
            this.drew(node, false);
        }
        this.settle();
    }
    /** Called after `draw`; `isNew`: the node did not show the element before. */
    drew(_node, _isNew) { }
    /** Called when all nodes are drawn and in their places, before they are painted. */
    settle() { }
    /** The visible rectangle in content coordinates, also in right-to-left viewports. */
    get visible() {
        const { x, y } = this.position, { width, height } = this.scroller;
        return [x + this.horizontal.base, y + this.vertical.base, width, height];
    }
    /** The visible rectangle, also of what a page has before or beside the wall. */
    get seen() {
        const [x, y, width, height] = this.scroller.seen;
        return [x + this.horizontal.base, y + this.vertical.base, width, height];
    }
    /** The visible rectangle's corner, in pixels of the element that stands for the content. */
    get position() {
        const { x, y } = this.scroller.offset;
        return { x: Math.max(0, x), y: Math.max(0, y) };
    }
    // MARK: Requests
    /** Requests the elements near the visible rectangle unless they have nodes. Resolves when all have come. */
    update() {
        if (this.layout === undefined || this.scroller.width === 0 || this.scroller.height === 0)
            return Promise.resolve();
        this.follow();
        if (!this.isAsking && this.isDue) {
            this.isAsking = true;
            this.running = this.ask();
        }
        this.checkEnd();
        return this.isAsking ? this.running : Promise.resolve();
    }
    checkEnd() {
        const { layout, scroller, options, visible } = this;
        if (layout === undefined || this.covered === undefined || this.life.signal.aborted)
            return;
        this.feedEnd.check(layout.summary, layout.summary.contentSize, visible, () => scroller.isRightToLeft, options, options.onError ?? console.error, () => this.checkEnd());
    }
    /** The tiles around the visible rectangle. A tile is one screen, so that the same area always has the same URL. */
    get wanted() {
        const { visible } = this, soon = 2 * this.latency;
        const [x, width] = this.horizontal.tiles(visible[0], soon), [y, height] = this.vertical.tiles(visible[1], soon);
        const rect = [x, y, width, height];
        return this.options.pins === true ? { rect, bounds: visible } : { rect };
    }
    /** Whether the area with nodes extends less than half a screen beyond the visible rectangle. */
    get isDue() {
        const { layout } = this;
        if (layout === undefined || JSON.stringify([layout.summary.id, this.wanted]) === this.asked)
            return false;
        if (this.options.pins === true || this.held === undefined)
            return true;
        const [x, y] = this.visible, [left, top, width, height] = this.held, soon = 2 * this.latency;
        // A page has scrolled beyond the wall.
        if (x > this.horizontal.length + this.horizontal.seen || y > this.vertical.length + this.vertical.seen)
            return false;
        return this.horizontal.isShort(x, left, left + width, soon) || this.vertical.isShort(y, top, top + height, soon);
    }
    async ask() {
        try {
            while (this.isDue && await (this.request = this.askOnce()))
                ;
        }
        finally {
            this.isAsking = false;
        }
    }
    /** Sends one request; returns false if it failed. */
    async askOnce() {
        if (this.asking.signal.aborted)
            this.asking = new AbortController();
        const { signal } = this.asking, layout = this.layout, query = this.wanted, started = performance.now();
        this.asked = JSON.stringify([layout.summary.id, query]);
        try {
            const attributes = await this.source.attributes(layout, query, signal);
            if (signal.aborted)
                return true;
            this.failures = 0;
            const passed = performance.now() - started;
            // A cached answer took no time and does not predict the next.
            if (passed > 2)
                this.latency += 0.3 * (passed - this.latency);
            if (meets(this.visible, toFrame(query.rect)))
                this.place(attributes, query.rect);
            if (this.options.pins !== true)
                this.source.prepare(layout, query.rect);
            this.checkEnd();
            return true;
        }
        catch (error) {
            if (signal.aborted)
                return true;
            this.asked = "";
            this.failed(error);
            return false;
        }
    }
    failed(error) {
        // A client error would fail again, so only other failures are retried.
        if (mayPass(error)) {
            clearTimeout(this.timer);
            this.timer = setTimeout(() => this.resized(), Math.min(30000, 1000 * 2 ** this.failures));
            this.failures += 1;
        }
        (this.options.onError ?? console.error)(error);
    }
    // MARK: Nodes
    /** Shows the elements of a rectangle of tiles. Elements outside stay if they are visible and of the same layout. */
    place(all, rect) {
        const { visible } = this, here = new Set(all.map((attributes) => this.put(attributes)));
        for (const [key, node] of this.nodes) {
            const { frame } = this.shown.get(node);
            if (!this.stale.has(node) && !meets(rect, frame) && meets(visible, frame))
                here.add(key);
        }
        for (const [key, node] of this.nodes)
            if (!this.stale.has(node) && node.contains(document.activeElement))
                here.add(key);
        this.drop(here);
        this.arrange();
        this.stale.clear();
        this.held = this.covered = rect;
        // Placeholders that are visible keep their pattern.
        if (contains(rect, visible))
            this.placeholders.learn(all, this.isVertical, this.isVertical ? this.horizontal.length : this.vertical.length);
        this.cover();
        this.settle();
    }
    /** Puts the nodes into reading order. */
    arrange() {
        order(this.content, [...this.nodes.values()].map((node) => [node, this.shown.get(node)]), this.layout?.summary);
    }
    /** Removes all nodes except those with the given keys. */
    drop(here) {
        for (const [key, node] of this.nodes) {
            if (here.has(key))
                continue;
            node.remove();
            this.nodes.delete(key);
            this.hidden.drop(node);
            if (this.spare.length < 200)
                this.spare.push(node);
        }
    }
    /** Shows one element, in the node that shows it already or in another one. */
    put(attributes) {
        const key = keyOf(attributes);
        if (this.options.skips?.(attributes) === true)
            return key;
        const held = this.nodes.get(key), before = held === undefined ? undefined : this.shown.get(held);
        const node = held ?? this.content.appendChild(this.spare.pop() ?? document.createElement("div"));
        this.nodes.set(key, node);
        this.shown.set(node, attributes);
        if (!this.stale.delete(node) && before !== undefined && looksLike(before, attributes)) {
            if (before.frame.x !== attributes.frame.x || before.frame.y !== attributes.frame.y)
                this.move(node, attributes.frame);
            return key;
        }
        const { width, height } = attributes.frame;
        node.style.cssText = `position:absolute;width:${width}px;height:${height}px;z-index:${attributes.zIndex}`;
        this.hidden.keep(node);
        this.move(node, attributes.frame);
        this.draw(node, attributes);
        this.drew(node, held === undefined);
        label(node, attributes, this.layout?.summary);
        return key;
    }
    move(node, { x, y }) {
        moveNode(node, { x: x - this.horizontal.base, y: y - this.vertical.base });
    }
    // MARK: Scrolling
    scrolled() {
        this.follow();
        this.frame ||= requestAnimationFrame(() => { this.frame = 0; void this.update(); });
        if ("onscrollend" in this.viewport)
            return;
        clearTimeout(this.resting);
        this.resting = setTimeout(() => this.settleScrollbar(), 200);
    }
    follow() {
        const now = performance.now(), { x, y } = this.position;
        this.horizontal.seen = this.scroller.width;
        this.vertical.seen = this.scroller.height;
        if ([this.horizontal.follow(x, now), this.vertical.follow(y, now)].includes(true))
            this.moveAll();
    }
    /** Once scrolling has ended, moves the scrollbar to the reader's place in the whole content. */
    settleScrollbar() {
        this.follow();
        const { position } = this, [x, y] = this.visible;
        if (this.horizontal.isAstray(position.x) || this.vertical.isAstray(position.y))
            this.scrollToOffset(x, y);
    }
    /** Scrolls a point of the content to the visible rectangle's corner, without animation. `isExact`: as in `Scroller`. */
    scrollToOffset(x, y, isExact = false) {
        const { horizontal, vertical } = this;
        this.scroller.scrollTo(horizontal.position(x), vertical.position(y), isExact);
        // The browser may stop short of the offset, or round it by a part of a pixel.
        const { x: left, y: top } = this.position;
        if ([horizontal.stand(left, Math.max(0, x)), vertical.stand(top, Math.max(0, y))].includes(true))
            this.moveAll();
    }
    /** Moves all nodes to their positions for a changed `base`. */
    moveAll() {
        for (const node of this.nodes.values())
            this.move(node, this.shown.get(node).frame);
        this.cover();
    }
    /** Adopts the content size of another layout. */
    measure(size) {
        const { width, height } = this.scroller;
        this.isVertical = size.width <= width + 1 || size.height > height + 1;
        this.fit(size);
    }
    fit({ width, height }) {
        this.horizontal.fit(width, this.scroller.width);
        this.vertical.fit(height, this.scroller.height);
        this.content.style.width = `${this.horizontal.room}px`;
        this.content.style.height = `${this.vertical.room}px`;
        this.cover();
    }
    cover() {
        this.placeholders.stand(this.covered, this.horizontal, this.vertical, this.options.placeholder);
    }
    // MARK: Resizing
    resized() {
        const { layout, scroller: { width, height } } = this;
        if (layout === undefined || width === 0 || height === 0)
            return;
        this.fit(layout.summary.contentSize);
        if (this.options.onResize !== undefined)
            void this.relay();
        void this.update();
    }
    /** Lays out for the viewport's size, again and again until the size no longer changes. */
    async relay() {
        const { laid, scroller } = this;
        if (this.isRelaying)
            return;
        this.isRelaying = true;
        try {
            for (let { layout } = this; layout !== undefined && laid.isNew(scroller, this.isVertical); { layout } = this) {
                const made = await this.options.onResize?.(scroller.width, scroller.height);
                if (made !== undefined && this.layout === layout)
                    await this.relaid(layout, made);
            }
        }
        catch (error) {
            laid.forget();
            if (!this.life.signal.aborted)
                this.failed(error);
        }
        finally {
            this.isRelaying = false;
        }
    }
    /** Replaces the shown layout at once by a document or another layout, and keeps the reader's cell in its place. */
    async relaid(before, made) {
        const { signal } = this.life, next = isLayout(made) ? made : await before.client.layout(made, signal);
        const was = this.visible, reader = this.kept !== undefined && contains(this.kept.at, was) ? this.kept.cell : this.reader;
        const cell = reader === undefined ? undefined
            : (await this.source.attributes(next, { indexPath: reader.indexPath.join("-") }, signal).catch(() => undefined))?.[0];
        if (this.layout !== before)
            return;
        const [x, y] = reader === undefined || cell === undefined ? was : beside(was, reader.frame, cell.frame);
        const { width, height } = this.scroller;
        const rect = [x - width, y - height, 3 * width, 3 * height];
        const attributes = await this.source.attributes(next, { rect }, signal);
        if (this.layout !== before)
            return;
        const [left, top] = this.visible; // The reader may have scrolled on meanwhile.
        this.layout = next;
        this.asking.abort();
        this.asked = "";
        this.measure(next.summary.contentSize);
        this.scrollToOffset(x + left - was[0], y + top - was[1]);
        this.drop(new Set(attributes.map(keyOf)));
        this.place(attributes, rect);
        this.kept = cell && { cell, at: this.visible };
        await this.update();
    }
    /** The first cell that is visible, or was before the viewport was narrowed. */
    get reader() {
        const [x, y, width, height] = this.visible;
        const seen = this.isVertical ? [0, y, this.horizontal.length, height] : [x, 0, width, this.vertical.length];
        return firstCell([...this.nodes.values()].map((node) => this.shown.get(node)), seen);
    }
}
export function isLayout(value) {
    return typeof value === "object" && value !== null && "summary" in value && "client" in value;
}
