// SPDX-License-Identifier: Apache-2.0
import { contains, keyOf, meets, showEffects, withEffects } from "./rects.js";
import { mayPass } from "./tatami-wire.js";
import { Bodies, measuring, measuringAnchor } from "./bodies.js";
import { Hidden } from "./hidden.js";
import { beside, differs, firstCell, toRect } from "./reader-place.js";
import { ScrolledItem } from "./scrolled-item.js";
import { stretch } from "./stretching.js";
import { isLayout } from "./wall-options.js";
export class Updating {
    wall;
    showEffects = showEffects;
    stood = { x: 0, y: 0 };
    turn = Promise.resolve();
    unmeasured = new Map();
    waiting = new Map();
    bodies = new Bodies();
    hidden = new Hidden();
    target = new ScrolledItem();
    kept;
    isRelaying = false;
    measuring;
    constructor(wall) {
        this.wall = wall;
        this.begin();
    }
    begin() {
        this.unmeasured.clear();
        this.waiting.clear();
        this.bodies.begin();
        this.hidden.reveal();
    }
    perform(update, anchor, begin) {
        return this.queue(async (layout, query) => {
            const batch = typeof update === "function" ? update() : update;
            return [await layout.update(batch, query, this.wall.life.signal), batch.container === undefined];
        }, anchor, begin);
    }
    reload(document, anchor, begin) {
        return this.queue(async (layout, query) => [await layout.reload(document, query, this.wall.life.signal), false], anchor, begin);
    }
    transition(to, anchor) {
        return this.queue(async (layout, query) => [{ layout: to, changes: await to.changesFrom(layout, query, this.wall.life.signal) }, false], anchor);
    }
    async relay() {
        const { wall, isRelaying } = this;
        this.isRelaying = true;
        this.stretch();
        if (isRelaying)
            return;
        try {
            await this.relayAll();
        }
        catch (error) {
            wall.laid.forget();
            if (!wall.life.signal.aborted)
                wall.failed(error);
        }
        finally {
            this.isRelaying = false;
            this.stretch();
        }
    }
    async relayAll() {
        const { wall, wall: { laid, scroller } } = this;
        for (let { layout } = wall; layout !== undefined; { layout } = wall) {
            const { width, height } = scroller, made = await wall.options.onResize?.(width, height);
            if (made && wall.layout === layout) {
                await this.relaid(layout, made);
                wall.size = [width, height];
                this.stretch();
            }
            if (!laid.isNew(scroller, wall.isVertical))
                return;
        }
    }
    stretch() {
        const { wall, wall: { layout, size: [width] }, isRelaying } = this;
        stretch(wall, isRelaying ? width : 0, layout?.summary.contentSize.width ?? 0);
    }
    async relaid(before, made) {
        const { wall, wall: { life: { signal }, scroller } } = this, { width, height } = scroller;
        if (isLayout(made) && made.summary.parent !== undefined)
            return void await wall.transition(made);
        if (typeof made === "object" && !isLayout(made) && !("items" in made || "sections" in made))
            return void await wall.perform(made);
        const next = isLayout(made) ? made : await before.client.layout(made, signal);
        const was = wall.visible, reader = this.kept !== undefined && contains(this.kept.at, was) ? this.kept.cell : this.reader;
        const cell = reader === undefined ? undefined
            : (await wall.source.attributes(next, { indexPath: reader.indexPath.join("-") }, signal).catch(() => undefined))?.[0];
        if (wall.layout !== before)
            return;
        const [x, y] = reader === undefined || cell === undefined ? was : beside(was, reader.frame, cell.frame);
        const rect = [x - width, y - height, 3 * width, 3 * height];
        const attributes = await wall.source.attributes(next, { rect }, signal);
        if (wall.layout !== before)
            return;
        const [left, top] = wall.visible;
        wall.layout = next;
        wall.asking.abort();
        wall.asked = "";
        this.begin();
        wall.size = [scroller.width, scroller.height];
        this.shiftBy({ x: 0, y: 0 });
        wall.measure(next.summary.contentSize);
        wall.scrollToOffset(x + left - was[0], y + top - was[1]);
        wall.drop(new Set(attributes.map(keyOf)));
        for (const node of wall.nodes.values())
            this.drew(node, false);
        wall.place(attributes, rect);
        this.kept = cell && { cell, at: wall.visible };
        await wall.update();
    }
    get reader() {
        const { wall, wall: { visible: [x, y, width, height] } } = this;
        return firstCell(wall.drawn, wall.isVertical ? [0, y, wall.horizontal.length, height] : [x, 0, width, wall.vertical.length]);
    }
    queue(ask, anchor, begin) {
        const turn = this.turn.then(async () => {
            const layout = this.wall.layout, held = this.wall.held, [x, y, width, height] = this.wall.visible;
            if (layout === undefined)
                throw new Error("no layout is shown");
            const bounds = this.wall.size[0] * this.wall.size[1] > 0 ? [x, y, ...this.wall.size] : [x, y, width, height];
            const kept = typeof anchor === "function" ? anchor() : anchor;
            const [{ layout: next, changes }, keeps] = await ask(layout, { rect: held ?? bounds, bounds, anchor: kept });
            if (this.wall.layout !== layout)
                return changes;
            begin?.();
            const applied = [next, changes, held ?? bounds, keeps && held === this.wall.held];
            if (this.wall.apply !== undefined)
                this.wall.apply(...applied);
            else
                this.apply(...applied);
            return changes;
        });
        this.turn = turn.catch(() => { });
        return turn;
    }
    apply(next, changes, rect, isWhole) {
        const [x, y] = this.wall.visible, by = changes.contentOffsetAdjustment ?? { x: 0, y: 0 };
        const moved = [rect[0] + by.x, rect[1] + by.y, rect[2], rect[3]];
        this.wall.asking.abort();
        this.wall.layout = next;
        this.wall.source.follow(next, changes);
        this.wall.size = [this.wall.scroller.width, this.wall.scroller.height];
        this.wall.measure(changes.contentSize);
        this.dropUnknown(changes, rect);
        this.change(changes, by, moved);
        this.wall.arrange();
        const isAtTarget = this.target.isAt(this.wall.scroller.offset);
        this.scroll(x + by.x, y + by.y);
        if (isAtTarget)
            this.target.stay(this.wall.scroller.offset);
        this.wall.held = isWhole && this.wall.held !== undefined ? moved : undefined;
        this.wall.covered = moved;
        this.wall.cover();
        this.wall.asked = "";
        this.settle();
        void this.wall.update();
    }
    drew(node, isNew) {
        if (this.wall.options.measure)
            this.unmeasured.set(node, isNew || this.unmeasured.get(node) === true);
    }
    settle() {
        const nodes = [...this.unmeasured.keys()].filter((node) => this.wall.pathOf(node) !== undefined);
        const measures = this.bodies.measured(nodes.map((node) => [node, this.wall.shown.get(node)]), this.wall.isVertical);
        const fresh = nodes.filter((node) => this.unmeasured.get(node));
        this.unmeasured.clear();
        if (measures.size === 0)
            return;
        for (const [node, measure] of measures)
            this.waiting.set(node, measure);
        this.hidden.add(fresh);
        this.beginMeasuring();
    }
    beginMeasuring() {
        if (this.waiting.size > 0)
            this.measuring ??= this.sendMeasures().finally(() => { this.measuring = undefined; });
    }
    async sendMeasures() {
        while (this.waiting.size > 0 && !this.wall.life.signal.aborted) {
            let batch = -1, sent = new Map();
            try {
                await this.perform(() => {
                    batch = this.hidden.take();
                    sent = this.takeMeasures();
                    const seen = [...this.wall.nodes.values()].filter((node) => !this.hidden.has(node)).map((node) => this.wall.shown.get(node));
                    return measuring([...sent.values()], seen, this.wall.options.measure);
                }, () => this.target.anchor(this.wall.scroller.offset) ?? measuringAnchor(this.wall.options.measure));
            }
            catch (error) {
                if (this.wall.life.signal.aborted)
                    return;
                this.hidden.reveal();
                const isLater = mayPass(error) && this.wall.layout !== undefined;
                if (isLater)
                    for (const [node, measure] of sent)
                        if (!this.waiting.has(node))
                            this.waiting.set(node, measure);
                if (!isLater)
                    this.waiting.clear();
                this.wall.failed(error);
                return;
            }
            this.hidden.reveal(batch);
        }
    }
    takeMeasures() {
        const sent = new Map();
        for (const [node, measure] of this.waiting) {
            const indexPath = this.wall.pathOf(node);
            if (indexPath === undefined)
                this.bodies.forget(node);
            else
                sent.set(node, { ...measure, indexPath });
        }
        this.waiting.clear();
        return sent;
    }
    dropUnknown({ invalidated }, rect) {
        for (const [key, node] of this.wall.nodes) {
            const { frame } = this.wall.shown.get(node);
            if (meets(rect, frame) || invalidated === null || !meets(toRect(invalidated), frame))
                continue;
            node.remove();
            this.wall.nodes.delete(key);
        }
    }
    change(changes, by, moved) {
        const onScreen = ({ x, y, width, height }) => ({ x: x + by.x, y: y + by.y, width, height });
        const take = (attributes) => {
            const key = keyOf(attributes), node = this.wall.nodes.get(key);
            this.wall.nodes.delete(key);
            return node;
        };
        const deleted = changes.deleted.map((one) => ({ one, node: take(one) }));
        const changed = changes.changed.map((one) => ({ one, node: take({ ...one, indexPath: one.from.indexPath }) }));
        for (const { one, node } of deleted) {
            const from = onScreen(one.frame);
            if (node !== undefined)
                this.leave(node, { kind: "deleted", attributes: one, from }, from);
        }
        for (const { one, node } of changed) {
            const from = onScreen(one.from.frame), remains = meets(moved, one.frame);
            const motion = { kind: "changed", attributes: one, from };
            if (node === undefined && !remains)
                continue;
            if (node !== undefined && !remains) {
                this.leave(node, motion, one.frame);
                continue;
            }
            if (node !== undefined)
                this.wall.nodes.set(keyOf(one), node);
            const shown = this.wall.nodes.get(this.wall.put(withEffects(one, node && this.wall.shown.get(node))));
            if (shown !== undefined && differs(from, one.frame))
                this.play(shown, motion);
        }
        for (const one of changes.inserted) {
            const node = this.wall.nodes.get(this.wall.put(one));
            if (node !== undefined)
                this.play(node, { kind: "inserted", attributes: one });
        }
    }
    play(node, motion) {
        this.wall.animate?.(node, motion)?.catch(() => { });
    }
    leave(node, motion, to) {
        this.wall.move(node, to);
        node.inert = true;
        const done = this.wall.animate?.(node, motion);
        if (done === undefined)
            return node.remove();
        done.then(() => node.remove(), () => node.remove());
    }
    scroll(x, y) {
        this.wall.scrollToOffset(x, y);
        const [left, top] = this.raw;
        this.stood = { x: left, y: top };
        this.shiftBy({ x: Math.abs(x - left) < 1 ? x - left : 0, y: Math.abs(y - top) < 1 ? y - top : 0 });
    }
    shiftBy(rest) {
        if (rest.x === this.wall.rest.x && rest.y === this.wall.rest.y)
            return;
        this.wall.rest = rest;
        this.wall.content.style.left = `${-rest.x}px`;
        this.wall.content.style.top = `${-rest.y}px`;
    }
    follow() {
        const [left, top] = this.raw;
        if (left !== this.stood.x || top !== this.stood.y)
            this.shiftBy({ x: 0, y: 0 });
        this.beginMeasuring();
    }
    get raw() {
        const { visible: [x, y], rest } = this.wall;
        return [x - rest.x, y - rest.y];
    }
}
