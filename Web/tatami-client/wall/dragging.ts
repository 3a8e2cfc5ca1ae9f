// SPDX-License-Identifier: Apache-2.0
// Carries a wall's item by a pointer: a mouse or a pen drags it, a finger after a long press. Near the edges of the view
// the wall scrolls.

import { effectsOf } from "../client/rects.js";
import type { WallCore } from "./core.js";
import type { Attributes, IndexPath, Point } from "../client/tatami-types.js";

/** The wall's functions that `Dragging` calls as a reader carries an item. */
export interface DragHooks {
  pathOf(target: EventTarget | null): IndexPath | undefined;
  /** Picks an item up; returns false if that is not possible. */
  begin(path: IndexPath): boolean;
  /** The node and the attributes of the carried item. */
  node(): HTMLElement | undefined;
  cell(): Attributes | undefined;
  /** Moves the item to a point of the content. */
  seek(point: Point): Promise<void>;
  drop(): Promise<void>;
  cancel(): Promise<void>;
}

/** A pointer that is down, and the point of the item that it holds (`grip`). */
interface Press { id: number; target: EventTarget | null; isTouch: boolean; at: Point; timer: ReturnType<typeof setTimeout> | undefined; grip: Point | undefined }

/** How far a mouse moves before it drags, and a finger before it scrolls, in pixels. */
const dragDistance = 4, scrollDistance = 10;
/** How long a finger rests before it drags, in milliseconds. */
const longPress = 400;
/** How near to an edge the wall scrolls, in pixels, and its greatest speed, in pixels per millisecond. */
const edgeLength = 56, edgeSpeed = 1;
/** Form fields and buttons keep their pointers. */
const controls = "input, textarea, select, button, label, [contenteditable]";

export class Dragging {
  readonly #core: WallCore;
  readonly #hooks: DragHooks;
  #press: Press | undefined;
  #frame = 0;
  #time = 0;
  #sought: Point | undefined;
  #isSeeking = false;

  constructor(core: WallCore, hooks: DragHooks, signal: AbortSignal) {
    const { viewport } = core;
    this.#core = core;
    this.#hooks = hooks;
    const listen = <Name extends keyof HTMLElementEventMap>(name: Name, take: (event: HTMLElementEventMap[Name]) => void) =>
      viewport.addEventListener(name, take, { signal, passive: false });
    listen("pointerdown", (event) => this.#down(event));
    listen("pointermove", (event) => this.#moved(event));
    listen("pointerup", (event) => this.#up(event));
    listen("pointercancel", (event) => { if (event.pointerId === this.#press?.id) this.#stop(this.isDragging ? () => hooks.cancel() : undefined); });
    // A finger that carries an item does not scroll, select or open a menu, and no image or link is dragged.
    listen("touchmove", (event) => { if (this.isDragging && event.cancelable) event.preventDefault(); });
    for (const name of ["dragstart", "selectstart"] as const) listen(name, (event) => { if (this.#press !== undefined) event.preventDefault(); });
    listen("contextmenu", (event) => { if (this.isDragging || this.#press?.isTouch === true) event.preventDefault(); });
    signal.addEventListener("abort", () => this.end(), { once: true });
  }

  get isDragging(): boolean { return this.#press?.grip !== undefined; }

  /** The transform of the carried item's effects; empty without one. */
  get #effect(): string {
    const cell = this.#hooks.cell();
    return (cell && effectsOf(cell)?.transform) ?? "";
  }

  /** Puts the carried node below the pointer, from wherever the layout has put it. The item keeps its effects. */
  follow(): void {
    const node = this.#hooks.node(), grip = this.#press?.grip;
    if (node === undefined || grip === undefined) return;
    const effect = node.style.transform = this.#effect;
    const { left, top } = node.getBoundingClientRect(), { at } = this.#press as Press, zoom = this.#zoom;
    node.style.transform = `translate(${(at.x - grip.x - left) / zoom}px, ${(at.y - grip.y - top) / zoom}px) ${effect}`;
    // Above all other elements of the wall, whatever their `zIndex`.
    node.style.setProperty("z-index", "2147483647", "important");
    node.style.pointerEvents = "none";
  }

  /** Puts the carried node into its place. */
  lower(): void {
    const node = this.#hooks.node();
    if (node === undefined || node.style.pointerEvents !== "none") return;
    node.style.transform = this.#effect;
    node.style.pointerEvents = "";
    node.style.setProperty("z-index", String(this.#hooks.cell()?.zIndex ?? 0));
  }

  /** Stops following the pointer; the item stays where it is. */
  end(): void { this.#stop(undefined); }

  /** The scale at which a page shows the wall. */
  get #zoom(): number {
    const { viewport } = this.#core;
    return viewport.getBoundingClientRect().width / viewport.offsetWidth || 1;
  }

  /** The pointer's place in the content. */
  get #point(): Point {
    const { origin, seen: [x, y], scroller: { offset } } = this.#core, { left, top } = origin.getBoundingClientRect();
    const { at } = this.#press as Press, zoom = this.#zoom;
    // The content's element may stand for a part of very long content.
    return { x: (at.x - left) / zoom + x - offset.x, y: (at.y - top) / zoom + y - offset.y };
  }

  #down({ pointerId: id, pointerType, button, isPrimary, target, clientX: x, clientY: y }: PointerEvent): void {
    if (this.#press !== undefined || button !== 0 || !isPrimary || (target as Element).closest(controls) !== null) return;
    const isTouch = pointerType === "touch";
    if (this.#hooks.pathOf(target) === undefined) return;
    this.#press = { id, target, isTouch, at: { x, y }, grip: undefined, timer: isTouch ? setTimeout(() => this.#begin(), longPress) : undefined };
  }

  #moved({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const press = this.#press;
    if (press === undefined || press.id !== pointerId) return;
    const distance = Math.hypot(x - press.at.x, y - press.at.y);
    if (this.isDragging) press.at = { x, y };
    else if (press.isTouch && distance > scrollDistance) this.#stop(undefined);
    else if (!press.isTouch && distance > dragDistance && this.#begin()) press.at = { x, y };
  }

  #begin(): boolean {
    // An update may have moved the item since the pointer went down.
    const press = this.#press, path = this.#hooks.pathOf(press?.target ?? null);
    if (press === undefined || path === undefined || !this.#hooks.begin(path)) {
      this.#stop(undefined);
      return false;
    }
    const { left, top } = (this.#hooks.node() as HTMLElement).getBoundingClientRect();
    press.grip = { x: press.at.x - left, y: press.at.y - top };
    this.#core.viewport.setPointerCapture(press.id);
    this.#time = performance.now();
    this.#frame = requestAnimationFrame((time) => this.#step(time));
    return true;
  }

  /** Scrolls, follows the pointer and moves the item, once in each animation frame. */
  #step(time: number): void {
    this.#frame = requestAnimationFrame((next) => this.#step(next));
    this.#scroll(Math.min(50, Math.max(0, time - this.#time)));
    this.#time = time;
    this.follow();
    void this.#seek();
  }

  #scroll(past: number): void {
    const { scroller: { node, events } } = this.#core, { at } = this.#press as Press;
    const { left, top, right, bottom } = events === window ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : node.getBoundingClientRect();
    const speed = (place: number, start: number, end: number) => {
      const edge = Math.min(edgeLength, (end - start) / 4), depth = place < start + edge ? place - start - edge : Math.max(0, place - end + edge);
      return Math.max(-1, Math.min(1, depth / edge)) * edgeSpeed * past;
    };
    const x = speed(at.x, left, right), y = speed(at.y, top, bottom);
    if (x !== 0 || y !== 0) node.scrollBy({ left: x, top: y, behavior: "instant" as ScrollBehavior });
  }

  /** Moves the item to where the pointer is, unless it is there. The pointer has to move before an item moves again. */
  async #seek(): Promise<void> {
    const point = this.#point, { x, y, width, height } = this.#hooks.cell()?.frame ?? { x: NaN, y: 0, width: 0, height: 0 };
    if (this.#isSeeking || (this.#sought !== undefined && Math.hypot(point.x - this.#sought.x, point.y - this.#sought.y) < 1)) return;
    this.#sought = point;
    if (x <= point.x && point.x < x + width && y <= point.y && point.y < y + height) return;
    this.#isSeeking = true;
    await this.#hooks.seek(point);
    this.#isSeeking = false;
  }

  #up({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const press = this.#press;
    if (press === undefined || press.id !== pointerId) return;
    if (!this.isDragging) return this.#stop(undefined);
    press.at = { x, y };
    this.follow();
    // The item is dropped where the pointer is at last.
    this.#isSeeking = false;
    void this.#seek();
    // The click that ends a drag opens no link.
    const swallow = (event: Event) => { event.preventDefault(); event.stopPropagation(); };
    this.#core.viewport.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => this.#core.viewport.removeEventListener("click", swallow, { capture: true }));
    this.#stop(() => this.#hooks.drop());
  }

  #stop(then: (() => Promise<void>) | undefined): void {
    const press = this.#press, { viewport } = this.#core;
    cancelAnimationFrame(this.#frame);
    clearTimeout(press?.timer);
    this.#press = this.#sought = undefined;
    if (press !== undefined && viewport.hasPointerCapture(press.id)) viewport.releasePointerCapture(press.id);
    void then?.();
  }
}
