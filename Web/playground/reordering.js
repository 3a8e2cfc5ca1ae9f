// SPDX-License-Identifier: Apache-2.0
import { Dragging } from "./dragging.js";
import { isSamePath, movedPath } from "./moves.js";
import { ended, Sliding } from "./sliding.js";
import { neighbour } from "./walking.js";
import { keys } from "./walking-keys.js";
export const reorderTexts = {
    roleDescription: "sortable item",
    instructions: "Press Space to pick up the item, the arrow keys to move it, Space to drop it, and Escape to cancel.",
    pickedUp: "{name}, picked up at position {position} of {count}.",
    moved: "Position {position} of {count}.",
    dropped: "{name}, dropped at position {position} of {count}.",
    cancelled: "Reordering cancelled. {name} is back at position {position} of {count}.",
};
export class Reordering {
    #wall;
    #texts;
    #life = new AbortController();
    #live = document.createElement("div");
    #instructions = document.createElement("div");
    #observer = new MutationObserver(() => this.#label());
    #dragging;
    #stops = new WeakSet();
    #overflow;
    #carried;
    #turn = Promise.resolve();
    constructor(wall, texts = {}) {
        const { viewport } = wall.core, { signal } = this.#life;
        this.#wall = wall;
        this.#overflow = wall.content.style.overflow;
        this.#texts = { ...reorderTexts, ...texts };
        this.#live.setAttribute("aria-live", "assertive");
        this.#live.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";
        wall.root.append(this.#live);
        this.#instructions.hidden = true;
        this.#instructions.id = `tatami-reorder-${lastNumber += 1}`;
        this.#instructions.textContent = this.#texts.instructions;
        viewport.append(this.#instructions);
        viewport.addEventListener("keydown", (event) => this.#press(event), { capture: true, signal });
        viewport.addEventListener("focusout", () => queueMicrotask(() => this.#checkFocus()), { signal });
        this.#dragging = new Dragging(wall.core, {
            pathOf: (node) => this.#pathOf(node), begin: (path) => this.#pickUp(path, true),
            node: () => this.#node, cell: () => this.#cell, seek: (point) => this.#seek(point),
            drop: () => this.#then(() => this.#drop()), cancel: () => this.#then(() => this.#cancel()),
        }, signal);
        this.#observer.observe(wall.list, { childList: true });
        this.#label();
    }
    end() {
        if (this.#carried !== undefined)
            this.#then(() => this.#cancel());
        this.#observer.disconnect();
        this.#life.abort();
        for (const node of this.#wall.list.children)
            this.#forget(node);
        this.#instructions.remove();
        this.#live.remove();
    }
    #label() {
        const cells = new Set(this.#wall.cells.map(([, node]) => node));
        for (const node of this.#wall.list.children)
            if (!cells.has(node))
                this.#forget(node);
        for (const node of cells) {
            if (node.hasAttribute("aria-roledescription"))
                continue;
            node.setAttribute("aria-roledescription", this.#texts.roleDescription);
            node.setAttribute("aria-describedby", this.#instructions.id);
            if (node.hasAttribute("tabindex"))
                continue;
            node.setAttribute("tabindex", "0");
            this.#stops.add(node);
        }
    }
    #forget(node) {
        if (node.getAttribute("aria-describedby") !== this.#instructions.id)
            return;
        for (const name of ["aria-roledescription", "aria-describedby", ...(this.#stops.delete(node) ? ["tabindex"] : [])])
            node.removeAttribute(name);
    }
    #pathOf(target) {
        return this.#wall.cells.find(([, node]) => node.contains(target))?.[0];
    }
    #nodeAt(path) { return this.#wall.cells.find(([other]) => isSamePath(other, path))?.[1]; }
    get #node() { return this.#carried && this.#nodeAt(this.#carried.at); }
    get #cell() {
        const path = this.#carried?.at;
        return path && this.#wall.elements.find((one) => one.category === "cell" && isSamePath(one.indexPath, path));
    }
    #press(event) {
        const { key, target } = event, carried = this.#carried;
        const isItem = this.#wall.cells.some(([, node]) => node === target);
        if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
            return;
        if (carried === undefined) {
            const path = key === " " && isItem ? this.#pathOf(target) : undefined;
            if (path === undefined)
                return;
            this.#pickUp(path, false);
        }
        else if (key === "Escape") {
            if (carried.byPointer)
                this.#dragging.end();
            this.#then(() => this.#cancel());
        }
        else if (isItem && [" ", "Enter", ...keys].includes(key)) {
            if (!carried.byPointer)
                this.#then(() => (keys.includes(key) ? this.#step(key) : this.#drop()));
        }
        else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
    #checkFocus() {
        const carried = this.#carried, { activeElement } = document;
        if (carried === undefined || carried.byPointer || activeElement === document.body || !document.hasFocus())
            return;
        if (this.#pathOf(this.#wall.core.viewport.getRootNode().activeElement) === undefined)
            this.#then(() => this.#cancel());
    }
    async #step(key) {
        const carried = this.#carried;
        if (carried === undefined || carried.isEnding)
            return;
        const to = await destination(this.#wall, carried.at, key);
        if (to === undefined || isSamePath(to, carried.at) || !await this.#move(to))
            return;
        await this.#wall.core.scrollToItem(...to);
        this.#focus();
        await this.#say("moved");
    }
    #then(step) {
        const turn = this.#turn.then(step).then(() => { }, (error) => this.#fail(error));
        this.#turn = turn;
        return turn;
    }
    #fail(error) {
        if (this.#wall.core.life.signal.aborted)
            return;
        this.#wall.core.fail(error);
        if (this.#carried?.isEnding === true)
            this.#release();
        else if (this.#carried?.byPointer === true) {
            this.#dragging.end();
            this.#then(() => this.#drop());
        }
    }
    #pickUp(path, byPointer) {
        const { layout } = this.#wall.core;
        if (layout === undefined || this.#carried !== undefined)
            return false;
        this.#carried = { from: path, at: path, byPointer, base: layout, last: layout, moves: 0, isEnding: false };
        this.#lift();
        this.#wall.content.style.overflow = "clip";
        this.#then(() => this.#say("pickedUp"));
        return true;
    }
    async #move(to) {
        const carried = this.#carried, move = { from: carried.at, to }, { core } = this.#wall;
        let sliding;
        let isPure = false;
        const isDone = await this.#wall.move(move, () => {
            sliding = new Sliding(this.#wall.cells);
            this.#lower();
            isPure = core.layout === carried.last;
            carried.at = to;
        });
        if (!isDone) {
            this.#release();
            return false;
        }
        if (isPure)
            carried.last = core.layout;
        carried.moves += 1;
        this.#lift();
        sliding?.play(this.#wall.cells, (path) => movedPath(path, { from: to, to: move.from }), this.#dragging.isDragging ? this.#node : undefined);
        return true;
    }
    #seek(point) {
        return this.#then(async () => {
            const carried = this.#carried, { core } = this.#wall, { layout } = core;
            if (carried === undefined || carried.isEnding || layout === undefined)
                return;
            const { indexPath } = await layout.itemAt({ point, moving: carried.at }, core.life.signal);
            if (this.#carried !== carried || core.layout !== layout || isSamePath(indexPath, carried.at))
                return;
            if (await this.#move(indexPath))
                await this.#say("moved");
        });
    }
    async #drop() {
        const carried = this.#carried;
        if (carried === undefined || carried.isEnding)
            return;
        carried.isEnding = true;
        const { from, at, base } = carried;
        if (!isSamePath(from, at)) {
            await this.#straighten(carried);
            const { layout = base } = this.#wall.core, [id, nextId] = await this.#ids(at);
            if (this.#carried !== carried)
                return;
            if (!this.#wall.reordered({ from, to: at, id, nextId, layout, before: base }))
                return this.#return(carried);
        }
        else if (carried.moves > 0)
            await this.#straighten(carried);
        this.#release();
        await this.#say("dropped", at);
    }
    async #cancel() {
        const carried = this.#carried;
        if (carried === undefined || carried.isEnding)
            return;
        carried.isEnding = true;
        await this.#return(carried);
    }
    async #return(carried) {
        if (!isSamePath(carried.from, carried.at)) {
            if (!await this.#move(carried.from))
                return;
            if (!carried.byPointer)
                await this.#wall.core.scrollToItem(...carried.from);
        }
        if (carried.moves > 0)
            await this.#straighten(carried);
        this.#focus();
        this.#release();
        await this.#say("cancelled", carried.from);
    }
    async #straighten({ base, last, from, at, moves }) {
        const { layout, life: { signal } } = this.#wall.core;
        if (layout !== last || (moves === 1 && !isSamePath(from, at)))
            return;
        try {
            const straight = isSamePath(from, at) ? base : (await base.update({ move: [{ from, to: at }] }, undefined, signal)).layout;
            await this.#wall.adopt(straight);
        }
        catch {
        }
    }
    async #ids([section, item]) {
        const { core } = this.#wall, count = (await this.#wall.itemCounts().catch(() => []))[section] ?? 0;
        const paths = item + 1 < count ? `${section}-${item},${section}-${item + 1}` : `${section}-${item}`;
        const all = await core.attributes({ indexPath: paths }).catch(() => []);
        return [all[0]?.id, all[1]?.id];
    }
    #focus() { this.#node?.focus({ preventScroll: true }); }
    #lift() {
        const node = this.#node;
        node?.setAttribute("data-reordering", "");
        if (node?.contains(document.activeElement) !== true)
            this.#focus();
        this.#dragging.follow();
    }
    #lower() {
        this.#node?.removeAttribute("data-reordering");
        this.#dragging.lower();
    }
    #release() {
        const sliding = new Sliding(this.#wall.cells), node = this.#node;
        this.#dragging.end();
        this.#lower();
        this.#carried = undefined;
        if (node !== undefined)
            sliding.play(this.#wall.cells.filter(([, one]) => one === node), (path) => path, undefined);
        void ended(this.#wall.cells).then(() => { if (this.#carried === undefined)
            this.#wall.content.style.overflow = this.#overflow; });
    }
    async #say(name, path = this.#carried?.at) {
        if (path === undefined)
            return;
        const counts = await this.#wall.itemCounts(), sum = (all) => all.reduce((one, other) => one + other, 0);
        const node = this.#nodeAt(path), label = node?.getAttribute("aria-label") ?? node?.textContent ?? "";
        const values = {
            name: label.trim().replace(/\s+/g, " ").slice(0, 80) || (node?.querySelector("img")?.alt ?? ""),
            position: sum(counts.slice(0, path[0])) + path[1] + 1, count: sum(counts),
        };
        this.#live.textContent = this.#texts[name].replace(/\{(\w+)\}/g, (text, key) => String(values[key] ?? text));
    }
}
let lastNumber = 0;
async function destination(wall, at, key) {
    const { core, elements } = wall, counts = await wall.itemCounts(), to = await neighbour({ core, elements, counts }, at, key);
    if (key.startsWith("Arrow")) {
        const isRTL = getComputedStyle(core.viewport).direction === "rtl", isAhead = key === "ArrowDown" || key === (isRTL ? "ArrowLeft" : "ArrowRight");
        const end = to?.[0] ?? (isAhead ? counts.length : -1);
        for (let section = at[0]; isAhead ? section < end : section > end; section += isAhead ? 1 : -1)
            if (counts[section] === 0)
                return [section, 0];
    }
    if (to === undefined)
        return undefined;
    return to[0] < at[0] ? [to[0], to[1] + 1] : to;
}
