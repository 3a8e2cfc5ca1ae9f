// SPDX-License-Identifier: Apache-2.0
import { effectsOf } from "./rects.js";
const dragDistance = 4, scrollDistance = 10;
const longPress = 400;
const edgeLength = 56, edgeSpeed = 1;
const controls = "input, textarea, select, button, label, [contenteditable]";
export class Dragging {
    #core;
    #hooks;
    #press;
    #frame = 0;
    #time = 0;
    #sought;
    #isSeeking = false;
    constructor(core, hooks, signal) {
        const { viewport } = core;
        this.#core = core;
        this.#hooks = hooks;
        const listen = (name, take) => viewport.addEventListener(name, take, { signal, passive: false });
        listen("pointerdown", (event) => this.#down(event));
        listen("pointermove", (event) => this.#moved(event));
        listen("pointerup", (event) => this.#up(event));
        listen("pointercancel", (event) => { if (event.pointerId === this.#press?.id)
            this.#stop(this.isDragging ? () => hooks.cancel() : undefined); });
        listen("touchmove", (event) => { if (this.isDragging && event.cancelable)
            event.preventDefault(); });
        for (const name of ["dragstart", "selectstart"])
            listen(name, (event) => { if (this.#press !== undefined)
                event.preventDefault(); });
        listen("contextmenu", (event) => { if (this.isDragging || this.#press?.isTouch === true)
            event.preventDefault(); });
        signal.addEventListener("abort", () => this.end(), { once: true });
    }
    get isDragging() { return this.#press?.grip !== undefined; }
    get #effect() {
        const cell = this.#hooks.cell();
        return (cell && effectsOf(cell)?.transform) ?? "";
    }
    follow() {
        const node = this.#hooks.node(), grip = this.#press?.grip;
        if (node === undefined || grip === undefined)
            return;
        const effect = node.style.transform = this.#effect;
        const { left, top } = node.getBoundingClientRect(), { at } = this.#press, zoom = this.#zoom;
        node.style.transform = `translate(${(at.x - grip.x - left) / zoom}px, ${(at.y - grip.y - top) / zoom}px) ${effect}`;
        node.style.setProperty("z-index", "2147483647", "important");
        node.style.pointerEvents = "none";
    }
    lower() {
        const node = this.#hooks.node();
        if (node === undefined || node.style.pointerEvents !== "none")
            return;
        node.style.transform = this.#effect;
        node.style.pointerEvents = "";
        node.style.setProperty("z-index", String(this.#hooks.cell()?.zIndex ?? 0));
    }
    end() { this.#stop(undefined); }
    get #zoom() {
        const { viewport } = this.#core;
        return viewport.getBoundingClientRect().width / viewport.offsetWidth || 1;
    }
    get #point() {
        const { origin, seen: [x, y], scroller: { offset } } = this.#core, { left, top } = origin.getBoundingClientRect();
        const { at } = this.#press, zoom = this.#zoom;
        return { x: (at.x - left) / zoom + x - offset.x, y: (at.y - top) / zoom + y - offset.y };
    }
    #down({ pointerId: id, pointerType, button, isPrimary, target, clientX: x, clientY: y }) {
        if (this.#press !== undefined || button !== 0 || !isPrimary || target.closest(controls) !== null)
            return;
        const isTouch = pointerType === "touch";
        if (this.#hooks.pathOf(target) === undefined)
            return;
        this.#press = { id, target, isTouch, at: { x, y }, grip: undefined, timer: isTouch ? setTimeout(() => this.#begin(), longPress) : undefined };
    }
    #moved({ pointerId, clientX: x, clientY: y }) {
        const press = this.#press;
        if (press === undefined || press.id !== pointerId)
            return;
        const distance = Math.hypot(x - press.at.x, y - press.at.y);
        if (this.isDragging)
            press.at = { x, y };
        else if (press.isTouch && distance > scrollDistance)
            this.#stop(undefined);
        else if (!press.isTouch && distance > dragDistance && this.#begin())
            press.at = { x, y };
    }
    #begin() {
        const press = this.#press, path = this.#hooks.pathOf(press?.target ?? null);
        if (press === undefined || path === undefined || !this.#hooks.begin(path)) {
            this.#stop(undefined);
            return false;
        }
        const { left, top } = this.#hooks.node().getBoundingClientRect();
        press.grip = { x: press.at.x - left, y: press.at.y - top };
        this.#core.viewport.setPointerCapture(press.id);
        this.#time = performance.now();
        this.#frame = requestAnimationFrame((time) => this.#step(time));
        return true;
    }
    #step(time) {
        this.#frame = requestAnimationFrame((next) => this.#step(next));
        this.#scroll(Math.min(50, Math.max(0, time - this.#time)));
        this.#time = time;
        this.follow();
        void this.#seek();
    }
    #scroll(past) {
        const { scroller: { node, events } } = this.#core, { at } = this.#press;
        const { left, top, right, bottom } = events === window ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : node.getBoundingClientRect();
        const speed = (place, start, end) => {
            const edge = Math.min(edgeLength, (end - start) / 4), depth = place < start + edge ? place - start - edge : Math.max(0, place - end + edge);
            return Math.max(-1, Math.min(1, depth / edge)) * edgeSpeed * past;
        };
        const x = speed(at.x, left, right), y = speed(at.y, top, bottom);
        if (x !== 0 || y !== 0)
            node.scrollBy({ left: x, top: y, behavior: "instant" });
    }
    async #seek() {
        const point = this.#point, { x, y, width, height } = this.#hooks.cell()?.frame ?? { x: NaN, y: 0, width: 0, height: 0 };
        if (this.#isSeeking || (this.#sought !== undefined && Math.hypot(point.x - this.#sought.x, point.y - this.#sought.y) < 1))
            return;
        this.#sought = point;
        if (x <= point.x && point.x < x + width && y <= point.y && point.y < y + height)
            return;
        this.#isSeeking = true;
        await this.#hooks.seek(point);
        this.#isSeeking = false;
    }
    #up({ pointerId, clientX: x, clientY: y }) {
        const press = this.#press;
        if (press === undefined || press.id !== pointerId)
            return;
        if (!this.isDragging)
            return this.#stop(undefined);
        press.at = { x, y };
        this.follow();
        this.#isSeeking = false;
        void this.#seek();
        const swallow = (event) => { event.preventDefault(); event.stopPropagation(); };
        this.#core.viewport.addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => this.#core.viewport.removeEventListener("click", swallow, { capture: true }));
        this.#stop(() => this.#hooks.drop());
    }
    #stop(then) {
        const press = this.#press, { viewport } = this.#core;
        cancelAnimationFrame(this.#frame);
        clearTimeout(press?.timer);
        this.#press = this.#sought = undefined;
        if (press !== undefined && viewport.hasPointerCapture(press.id))
            viewport.releasePointerCapture(press.id);
        void then?.();
    }
}
