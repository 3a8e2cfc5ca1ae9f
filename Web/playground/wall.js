// SPDX-License-Identifier: Apache-2.0
import { WallCore } from "./core.js";
import { Placeholders } from "./placeholders.js";
import { byIndexPath, contains, keyOf, looksLike, meets, moveNode, radiusOf, toFrame } from "./rects.js";
import { label, order } from "./reading-order.js";
import { ScrollAxis } from "./scroll-space.js";
import { mayPass } from "./tatami-wire.js";
export { heightsOf, keyOf } from "./rects.js";
export class Wall extends WallCore {
    draw;
    content = document.createElement("div");
    animate;
    updating;
    #showing = {};
    #stop = [0, 0];
    #common;
    rest = { x: 0, y: 0 };
    size = [0, 0];
    isVertical = true;
    nodes = new Map();
    shown = new WeakMap();
    options = {};
    layout;
    held;
    covered;
    asked = "";
    asking = new AbortController();
    horizontal = new ScrollAxis();
    vertical = new ScrollAxis();
    #placeholders = new Placeholders();
    #spare = [];
    #stale = new Set();
    #running = Promise.resolve();
    #request;
    #isAsking = false;
    #latency = 100;
    #failures = 0;
    #frame = 0;
    #timer;
    #resting;
    constructor(viewport, draw, options = {}) {
        super(viewport, options.scroller);
        this.draw = draw;
        this.#common = options;
        viewport.style.setProperty("overflow-anchor", "none");
        this.content.setAttribute("role", "feed");
        const { signal } = this.life;
        this.content.addEventListener("focusin", ({ target }) => this.moveStop(this.pathOf(target.closest("[data-key]") ?? viewport)), { signal });
        this.content.addEventListener("focusin", () => void import("./wall-keyboard.js").then(({ walkByKeys }) => { if (!signal.aborted)
            walkByKeys(this); }, (error) => this.fail(error)), { signal, once: true });
        viewport.append(this.#placeholders.node, this.content);
        this.scroller.events.addEventListener("scrollend", () => this.#settleScrollbar(), { signal: this.life.signal });
    }
    async show(layout, options = {}, keepsOffset = false) {
        const shown = this.#showing = {};
        const all = { ...this.#common, ...options };
        if (all.measure || all.pins)
            await this.#loadUpdating();
        if (this.#showing !== shown || this.life.signal.aborted)
            return;
        this.updating?.begin();
        const isFirst = this.nodes.size === 0;
        this.layout = layout;
        this.size = [this.scroller.width, this.scroller.height];
        this.options = all;
        this.rest = { x: 0, y: 0 };
        for (const axis of [this.horizontal, this.vertical])
            axis.overscan = all.overscan ?? 1;
        this.watcher?.begin();
        this.asked = "";
        this.held = undefined;
        this.#stale = new Set(this.nodes.values());
        this.asking.abort();
        Object.assign(this.content.style, { position: "relative", isolation: "isolate", left: "", top: "" });
        this.measure(layout.summary.contentSize);
        this.laid.begin(this.scroller, this.isVertical);
        if (!keepsOffset) {
            if (this.scroller.isOwn)
                this.viewport.scrollTo(0, 0);
            else if (!isFirst)
                this.scroller.scrollTo(0, 0);
            for (const axis of [this.horizontal, this.vertical])
                axis.stand(0, 0);
        }
        if (isFirst) {
            this.covered = undefined;
            this.#placeholders.guess(layout.summary, this.isVertical);
            this.cover();
        }
        void this.update();
        do
            await this.#request;
        while (this.#isAsking && this.layout === layout && this.held === undefined);
        await this.updating?.measuring;
        if (this.#showing === shown)
            await this.arrive().catch((error) => this.failed(error));
    }
    watch() {
        if (this.covered !== undefined)
            super.watch();
    }
    get origin() { return this.#placeholders.node; }
    get contentNode() { return this.content; }
    drawAll(all, rect = this.wanted.rect) {
        if (all !== undefined)
            return this.place([...all], rect);
        this.asked = "";
        this.held = undefined;
        void this.update();
    }
    get target() { return this.updating?.target; }
    get current() { return this.layout; }
    async perform(update, anchor = "first", begin) {
        return (await this.#loadUpdating()).perform(update, anchor, begin);
    }
    async reload(document, anchor = "first", begin) {
        return (await this.#loadUpdating()).reload(document, anchor, begin);
    }
    async transition(to, anchor = "first") {
        return (await this.#loadUpdating()).transition(to, anchor);
    }
    async #loadUpdating() {
        if (this.updating !== undefined)
            return this.updating;
        const { Updating } = await import("./updating.js");
        return this.updating ??= new Updating(this);
    }
    node(indexPath) {
        return this.nodes.get(`cell//${indexPath.join("-")}`);
    }
    pathOf(node) {
        const attributes = this.shown.get(node);
        return attributes !== undefined && this.nodes.get(keyOf(attributes)) === node && attributes.category === "cell"
            ? attributes.indexPath : undefined;
    }
    get lastVisible() {
        return this.drawn.filter((one) => one.category === "cell" && meets(this.visible, one.frame)).sort(byIndexPath).pop()?.indexPath;
    }
    get elements() { return this.drawn; }
    get drawn() { return [...this.nodes.values()].map((node) => this.shown.get(node)); }
    destroy() {
        super.destroy();
        this.asking.abort();
        cancelAnimationFrame(this.#frame);
        for (const timer of [this.#timer, this.#resting])
            clearTimeout(timer);
        this.layout = undefined;
        this.nodes.clear();
        this.content.replaceChildren();
        this.content.remove();
        this.#placeholders.node.remove();
        this.viewport.style.removeProperty("overflow-anchor");
    }
    redraw() {
        for (const node of this.nodes.values()) {
            const attributes = this.shown.get(node);
            this.draw(node, attributes);
            label(node, attributes, this.layout?.summary);
            this.updating?.drew(node, false);
        }
        this.updating?.settle();
    }
    get visible() {
        const { x, y } = this.position, { width, height } = this.scroller;
        return [x + this.horizontal.base + this.rest.x, y + this.vertical.base + this.rest.y, width, height];
    }
    get seen() {
        const [x, y, width, height] = this.scroller.seen;
        return [x + this.horizontal.base, y + this.vertical.base, width, height];
    }
    update() {
        this.updating?.follow();
        if (this.layout === undefined || this.scroller.width === 0 || this.scroller.height === 0)
            return Promise.resolve();
        this.#follow();
        if (!this.#isAsking && this.#isDue) {
            this.#isAsking = true;
            this.#running = this.#ask();
        }
        this.watch();
        return this.#isAsking ? this.#running : Promise.resolve();
    }
    get wanted() {
        const { visible } = this, soon = 2 * this.#latency;
        const [x, width] = this.horizontal.tiles(visible[0], soon), [y, height] = this.vertical.tiles(visible[1], soon);
        const rect = [x, y, width, height];
        return this.options.pins ? { rect, bounds: visible } : { rect };
    }
    get #isDue() {
        const { layout } = this;
        if (layout === undefined || JSON.stringify([layout.summary.id, this.wanted]) === this.asked)
            return false;
        if (this.options.pins || this.held === undefined)
            return true;
        const [x, y] = this.visible, [left, top, width, height] = this.held, soon = 2 * this.#latency;
        if (x > this.horizontal.length + this.horizontal.seen || y > this.vertical.length + this.vertical.seen)
            return false;
        return this.horizontal.isShort(x, left, left + width, soon) || this.vertical.isShort(y, top, top + height, soon);
    }
    async #ask() {
        try {
            while (this.#isDue && await (this.#request = this.#askOnce()))
                ;
        }
        finally {
            this.#isAsking = false;
        }
    }
    async #askOnce() {
        if (this.asking.signal.aborted)
            this.asking = new AbortController();
        const { signal } = this.asking, layout = this.layout, query = this.wanted, started = performance.now();
        this.asked = JSON.stringify([layout.summary.id, query]);
        try {
            const attributes = await this.source.attributes(layout, query, signal);
            if (signal.aborted)
                return true;
            this.#failures = 0;
            const passed = performance.now() - started;
            if (passed > 2)
                this.#latency += 0.3 * (passed - this.#latency);
            if (meets(this.visible, toFrame(query.rect)))
                this.place(attributes, query.rect);
            if (!this.options.pins)
                this.source.prepare(layout, query.rect);
            this.watch();
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
        if (mayPass(error)) {
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => this.resized(), Math.min(30000, 1000 * 2 ** this.#failures));
            this.#failures += 1;
        }
        this.fail(error);
    }
    fail(error) { (this.options.onError ?? console.error)(error); }
    place(all, rect) {
        const { visible } = this, here = new Set(all.map((attributes) => this.put(attributes)));
        for (const [key, node] of this.nodes) {
            const { frame } = this.shown.get(node), isLeft = !meets(rect, frame) && meets(visible, frame);
            if (!this.#stale.has(node) && (isLeft || node.contains(document.activeElement)))
                here.add(key);
        }
        this.drop(here);
        this.arrange();
        this.#stale.clear();
        this.held = this.covered = rect;
        if (contains(rect, visible))
            this.#placeholders.learn(all, this.isVertical, this.isVertical ? this.horizontal.length : this.vertical.length);
        this.cover();
        this.updating?.settle();
    }
    arrange() {
        order(this.content, this.nodes.values(), this.shown, this.layout?.summary);
        this.moveStop();
    }
    moveStop(path = this.#stop) {
        this.#stop = path;
        const items = [...this.content.children].filter((one) => one.getAttribute("role") === "article");
        const stop = items.find((one) => one === this.node(path)) ?? items[0];
        for (const one of items)
            one.tabIndex = one === stop ? 0 : -1;
    }
    drop(here) {
        for (const [key, node] of this.nodes) {
            if (here.has(key))
                continue;
            node.remove();
            this.nodes.delete(key);
            this.updating?.hidden.drop(node);
            if (this.#spare.length < 200)
                this.#spare.push(node);
        }
    }
    put(attributes) {
        const key = keyOf(attributes);
        if (this.options.skips?.(attributes))
            return key;
        const held = this.nodes.get(key), before = held === undefined ? undefined : this.shown.get(held);
        const node = held ?? this.content.appendChild(this.#spare.pop() ?? document.createElement("div"));
        this.nodes.set(key, node);
        this.shown.set(node, attributes);
        node.dataset["key"] = key;
        if (!this.#stale.delete(node) && before !== undefined && looksLike(before, attributes)) {
            if (before.frame.x !== attributes.frame.x || before.frame.y !== attributes.frame.y)
                this.move(node, attributes.frame);
            if (before.zIndex !== attributes.zIndex)
                node.style.zIndex = `${attributes.zIndex}`;
            this.updating?.showEffects(node, attributes);
            return key;
        }
        const { width, height } = attributes.frame;
        node.style.cssText = `position:absolute;width:${width}px;height:${height}px;z-index:${attributes.zIndex}`;
        node.style.borderRadius = radiusOf(attributes) ?? "";
        this.updating?.hidden.keep(node);
        this.move(node, attributes.frame);
        this.updating?.showEffects(node, attributes);
        this.draw(node, attributes);
        this.updating?.drew(node, held === undefined);
        label(node, attributes, this.layout?.summary);
        return key;
    }
    move(node, { x, y }) {
        moveNode(node, { x: x - this.horizontal.base, y: y - this.vertical.base });
    }
    scrolled() {
        this.#follow();
        this.#frame ||= requestAnimationFrame(() => { this.#frame = 0; void this.update(); });
        if ("onscrollend" in this.viewport)
            return;
        clearTimeout(this.#resting);
        this.#resting = setTimeout(() => this.#settleScrollbar(), 200);
    }
    #follow() {
        const now = performance.now(), { x, y } = this.position;
        this.horizontal.seen = this.scroller.width;
        this.vertical.seen = this.scroller.height;
        if ([this.horizontal.follow(x, now), this.vertical.follow(y, now)].includes(true))
            this.#moveAll();
    }
    #settleScrollbar() {
        this.#follow();
        const position = this.position, [x, y] = this.visible;
        if (this.horizontal.isAstray(position.x) || this.vertical.isAstray(position.y))
            this.scrollToOffset(x, y);
    }
    scrollToOffset(x, y, isExact = false, behavior) {
        const { horizontal, vertical } = this;
        const isSmooth = behavior === "smooth" && !horizontal.isScaled && !vertical.isScaled;
        this.scroller.scrollTo(horizontal.position(x), vertical.position(y), isExact, isSmooth ? behavior : undefined);
        if (isSmooth)
            return;
        const { x: left, y: top } = this.position;
        if ([horizontal.stand(left, Math.max(0, x)), vertical.stand(top, Math.max(0, y))].includes(true))
            this.#moveAll();
    }
    #moveAll() {
        for (const node of this.nodes.values())
            this.move(node, this.shown.get(node).frame);
        this.cover();
    }
    measure(size) {
        const { width, height } = this.scroller;
        this.isVertical = size.width <= width + 1 || size.height > height + 1;
        this.#fit(size);
    }
    #fit({ width, height }) {
        this.horizontal.fit(width, this.scroller.width);
        this.vertical.fit(height, this.scroller.height);
        this.content.style.width = `${this.horizontal.room}px`;
        this.content.style.height = `${this.vertical.room}px`;
        this.cover();
    }
    cover() {
        this.#placeholders.stand(this.covered, this.horizontal, this.vertical, this.options.placeholder);
    }
    resized() {
        const { layout, scroller: { width, height } } = this;
        if (layout === undefined || width === 0 || height === 0)
            return;
        this.#fit(layout.summary.contentSize);
        if (this.options.onResize !== undefined && (this.updating?.isRelaying || this.laid.isNew(this.scroller, this.isVertical))) {
            void this.#loadUpdating().then((updating) => updating.relay(), (error) => { this.laid.forget(); this.failed(error); });
        }
        void this.update();
    }
}
