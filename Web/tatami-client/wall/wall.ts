// SPDX-License-Identifier: Apache-2.0
// A virtualised wall: a scrolling element that has nodes only for the elements near the visible rectangle, as a
// Tatami server lists them. It needs no framework; `draw` fills and updates the nodes.
//
//   const wall = new Wall(viewport, (node, attributes) => { node.textContent = `${attributes.indexPath[1]}`; });
//   await wall.show(await client.layout(documentFor(viewport.clientWidth)), { onResize: documentFor });
//   await wall.scrollToItem(0, 500, "start");
//   await wall.perform({ append: [{ items: [120, 180] }] });
//   await wall.perform({ insert: [{ indexPath: [0, 0], items: [44, 61] }] }, "last");
//   wall.destroy();
//
// After the first screen the wall fetches all elements of layouts of up to 200,000 items (`viewLimit`), and needs no more
// requests. Over larger ones it sends one request at a time while the reader scrolls. Each asks for the tiles that are
// needed by then, as far ahead as the reader scrolls during two responses. A late response is shown if its area is still
// visible; placeholders fill areas without a response. Nodes are in the order of items, articles of a feed; a
// node that has the focus is not removed. Updates and measuring are in updating.ts, which is loaded when it is needed.

import type { Anchor, Attributes, Changes, IndexPath, Layout, LayoutDocument, Point, Query, Rect, Size, Update } from "../client/tatami-client.js";
import { WallCore } from "./core.js";
import { Placeholders } from "./placeholders.js";
import { byIndexPath, contains, keyOf, looksLike, meets, moveNode, radiusOf, toFrame } from "../client/rects.js";
import { label, order } from "./reading-order.js";
import { ScrollAxis } from "./scroll-space.js";
import type { ScrolledItem } from "./scrolled-item.js";
import type { ScrollerChoice } from "./scrolling.js";
import { mayPass } from "../client/tatami-wire.js";
import type { Motion, Updating } from "./updating.js";
import type { WallOptions } from "./wall-options.js";

export { heightsOf, keyOf } from "../client/rects.js";
export type { ResizeAnswer, WallOptions } from "./wall-options.js";

export class Wall extends WallCore {
  /** Called when a node begins to show an element and when the element's size changes, but not when it only moves. */
  readonly draw: (node: HTMLElement, attributes: Attributes) => void;
  readonly content = document.createElement("div");
  /** Animates a change. The node of a deleted element is removed when the returned promise settles. */
  animate?: ((node: HTMLElement, motion: Motion) => Promise<unknown> | void) | undefined;
  /** Brings updates and measured sizes into the layout, once one of them is needed. @internal */
  updating: Updating | undefined;
  #showing = {};
  /** The item that the Tab key reaches. */
  #stop: IndexPath = [0, 0];
  readonly #common: WallOptions;
  /** The part of the content offset that the browser rounded off; the content is shifted by it. @internal */
  rest: Point = { x: 0, y: 0 };
  /** The view's size at the last change of the layout. @internal */
  size: [width: number, height: number] = [0, 0];
  /** Whether the content scrolls vertically. @internal */
  isVertical = true;
  /** @internal */
  readonly nodes = new Map<string, HTMLElement>();
  /** @internal */
  readonly shown = new WeakMap<HTMLElement, Attributes>();
  /** @internal */
  options: WallOptions = {};
  /** @internal */
  layout: Layout | undefined;
  /** The rectangle whose elements all have nodes; undefined if only some of them have. @internal */
  held: Rect | undefined;
  /** The area that has nodes, also nodes of an earlier layout; placeholders cover the rest. @internal */
  covered: Rect | undefined;
  /** @internal */
  asked = "";
  /** @internal */
  asking = new AbortController();
  /** @internal */
  readonly horizontal = new ScrollAxis();
  /** @internal */
  readonly vertical = new ScrollAxis();
  readonly #placeholders = new Placeholders();
  #spare: HTMLElement[] = [];
  /** Nodes that show an element of another layout. */
  #stale = new Set<HTMLElement>();
  /** The current run of requests, and its current request. */
  #running: Promise<void> = Promise.resolve();
  #request: Promise<boolean> | undefined;
  #isAsking = false;
  /** How long a response takes on average, in milliseconds. */
  #latency = 100;
  #failures = 0;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /**
   * A wall in `viewport`, which scrolls if it has a height and `overflow: auto`; otherwise the wall scrolls with the
   * nearest element around it that does, or with the window.
   *
   * @param options for all layouts that are shown; `show` can override them. `scroller` is what scrolls instead:
   *   `"window"`, or an element around the viewport.
   */
  constructor(viewport: HTMLElement, draw: (node: HTMLElement, attributes: Attributes) => void, options: WallOptions & { scroller?: ScrollerChoice | undefined } = {}) {
    super(viewport, options.scroller);
    this.draw = draw;
    this.#common = options;
    // The wall keeps the reader's place itself; the browser's scroll anchoring would move it a second time.
    viewport.style.setProperty("overflow-anchor", "none");
    this.content.setAttribute("role", "feed");
    const { signal } = this.life;
    this.content.addEventListener("focusin", ({ target }) => this.moveStop(this.pathOf((target as HTMLElement).closest<HTMLElement>("[data-key]") ?? viewport)), { signal });
    this.content.addEventListener("focusin", () => void import("./wall-keyboard.js").then(({ walkByKeys }) => { if (!signal.aborted) walkByKeys(this); }, (error: unknown) => this.fail(error)), { signal, once: true });
    viewport.append(this.#placeholders.node, this.content);
    this.scroller.events.addEventListener("scrollend", () => this.#settleScrollbar(), { signal: this.life.signal });
  }

  /** Shows a layout from its start, or at the current offset if `keepsOffset`. Resolves when it is shown. */
  async show(layout: Layout, options: WallOptions = {}, keepsOffset = false): Promise<void> {
    const shown = this.#showing = {};
    // Items are measured before they are painted the first time; only responses to queries with bounds have effects.
    const all = { ...this.#common, ...options };
    if (all.measure || all.pins) await this.#loadUpdating();
    if (this.#showing !== shown || this.life.signal.aborted) return;
    this.updating?.begin();
    const isFirst = this.nodes.size === 0;
    this.layout = layout;
    this.size = [this.scroller.width, this.scroller.height];
    this.options = all;
    this.rest = { x: 0, y: 0 };
    for (const axis of [this.horizontal, this.vertical]) axis.overscan = all.overscan ?? 1;
    this.watcher?.begin();
    this.asked = "";
    this.held = undefined;
    this.#stale = new Set(this.nodes.values());
    this.asking.abort();
    // The content keeps its size until the new layout has come: shorter content would scroll back.
    // `isolate`: cells with a negative `zIndex` stay above the background of the content, and can be clicked.
    Object.assign(this.content.style, { position: "relative", isolation: "isolate", left: "", top: "" });
    this.measure(layout.summary.contentSize);
    this.laid.begin(this.scroller, this.isVertical);
    if (!keepsOffset) {
      if (this.scroller.isOwn) this.viewport.scrollTo(0, 0);
      // A page that shows its first wall stays where it is.
      else if (!isFirst) this.scroller.scrollTo(0, 0);
      for (const axis of [this.horizontal, this.vertical]) axis.stand(0, 0);
    }
    if (isFirst) {
      this.covered = undefined;
      this.#placeholders.guess(layout.summary, this.isVertical);
      this.cover();
    }
    void this.update();
    do await this.#request; while (this.#isAsking && this.layout === layout && this.held === undefined);
    await this.updating?.measuring;
    // By now the layout may be a version of it with measured items.
    if (this.#showing === shown) await this.arrive().catch((error: unknown) => this.failed(error));
  }

  /** @internal */
  override watch(): void {
    // The first elements come before a feed's end.
    if (this.covered !== undefined) super.watch();
  }

  /** @internal */
  get origin(): Element { return this.#placeholders.node; }
  /** @internal */
  get contentNode(): HTMLElement { return this.content; }
  /** @internal */
  drawAll(all: readonly Attributes[] | undefined, rect: Rect = this.wanted.rect): void {
    if (all !== undefined) return this.place([...all], rect);
    this.asked = "";
    this.held = undefined;
    void this.update();
  }
  /** @internal */
  get target(): ScrolledItem | undefined { return this.updating?.target; }
  /** The layout that is shown. */
  get current(): Layout | undefined { return this.layout; }

  /**
   * Updates the layout and shows the changes. Updates are applied one after the other. An update given as a function is
   * created when its turn comes, so that its index paths are those of the layout that it changes. Elements outside of the
   * invalidated rectangle keep their nodes and are not requested again.
   *
   * @param begin is called right before the nodes change, unless another layout is shown by then: change your data there.
   */
  async perform(update: Update | (() => Update), anchor: Anchor = "first", begin?: () => void): Promise<Changes> {
    return (await this.#loadUpdating()).perform(update, anchor, begin);
  }

  /**
   * Lays out a whole new document and shows the changes: items are matched by their ids, so that they move and the anchor
   * keeps its place.
   *
   * @param begin is called right before the nodes change, unless another layout is shown by then: change your data there.
   */
  async reload(document: LayoutDocument | string, anchor: Anchor = "first", begin?: () => void): Promise<Changes> {
    return (await this.#loadUpdating()).reload(document, anchor, begin);
  }

  /** Shows another layout by its changes: another version of this one, or that of a document with the same ids. */
  async transition(to: Layout, anchor: Anchor = "first"): Promise<Changes> {
    return (await this.#loadUpdating()).transition(to, anchor);
  }

  async #loadUpdating(): Promise<Updating> {
    if (this.updating !== undefined) return this.updating;
    const { Updating } = await import("./updating.js");
    return this.updating ??= new Updating(this);
  }

  /** Applies an update's changes in place of `Updating`. @internal */
  apply?(next: Layout, changes: Changes, rect: Rect, isWhole: boolean): void;

  /** Returns the node of a cell; undefined if the cell has none. */
  node(indexPath: IndexPath): HTMLElement | undefined {
    return this.nodes.get(`cell//${indexPath.join("-")}`);
  }

  /** Returns the current index path of a node's cell; undefined if the node no longer shows a cell. */
  pathOf(node: HTMLElement): IndexPath | undefined {
    const attributes = this.shown.get(node);
    return attributes !== undefined && this.nodes.get(keyOf(attributes)) === node && attributes.category === "cell"
      ? attributes.indexPath as IndexPath : undefined;
  }

  /** The index path of the last cell that is at least partly visible, for `keepColumns`. */
  get lastVisible(): IndexPath | undefined {
    return this.drawn.filter((one) => one.category === "cell" && meets(this.visible, one.frame)).sort(byIndexPath).pop()?.indexPath as IndexPath | undefined;
  }

  /** @internal */
  override get elements(): readonly Attributes[] { return this.drawn; }
  /** The elements that have nodes. @internal */
  get drawn(): Attributes[] { return [...this.nodes.values()].map((node) => this.shown.get(node) as Attributes); }

  /** Removes the wall's nodes and listeners, and cancels its requests. The wall cannot be used afterwards. */
  override destroy(): void {
    super.destroy();
    this.asking.abort();
    cancelAnimationFrame(this.#frame);
    for (const timer of [this.#timer, this.#resting]) clearTimeout(timer);
    this.layout = undefined;
    this.nodes.clear();
    this.content.replaceChildren();
    this.content.remove();
    this.#placeholders.node.remove();
    this.viewport.style.removeProperty("overflow-anchor");
  }

  /** Draws all nodes again, for data that has changed while the layout has not. */
  redraw(): void {
    for (const node of this.nodes.values()) {
      const attributes = this.shown.get(node) as Attributes;
      this.draw(node, attributes);
      label(node, attributes, this.layout?.summary);
      this.updating?.drew(node, false);
    }
    this.updating?.settle();
  }

  /** The visible rectangle in content coordinates, also in right-to-left viewports. */
  get visible(): Rect {
    const { x, y } = this.position, { width, height } = this.scroller;
    return [x + this.horizontal.base + this.rest.x, y + this.vertical.base + this.rest.y, width, height];
  }

  /** @internal */
  override get seen(): Rect {
    const [x, y, width, height] = this.scroller.seen;
    return [x + this.horizontal.base, y + this.vertical.base, width, height];
  }

  // MARK: Requests

  /** Requests the elements near the visible rectangle unless they have nodes. Resolves when all have come. */
  update(): Promise<void> {
    this.updating?.follow();
    if (this.layout === undefined || this.scroller.width === 0 || this.scroller.height === 0) return Promise.resolve();
    this.#follow();
    if (!this.#isAsking && this.#isDue) {
      this.#isAsking = true;
      this.#running = this.#ask();
    }
    this.watch();
    return this.#isAsking ? this.#running : Promise.resolve();
  }

  /** The tiles around the visible rectangle. A tile is one screen, so that the same area always has the same URL. @internal */
  get wanted(): Query & { rect: Rect } {
    const { visible } = this, soon = 2 * this.#latency;
    const [x, width] = this.horizontal.tiles(visible[0], soon), [y, height] = this.vertical.tiles(visible[1], soon);
    const rect: Rect = [x, y, width, height];
    return this.options.pins ? { rect, bounds: visible } : { rect };
  }

  /** Whether the area with nodes extends less than half a screen beyond the visible rectangle. */
  get #isDue(): boolean {
    const { layout } = this;
    if (layout === undefined || JSON.stringify([layout.summary.id, this.wanted]) === this.asked) return false;
    if (this.options.pins || this.held === undefined) return true;
    const [x, y] = this.visible, [left, top, width, height] = this.held, soon = 2 * this.#latency;
    // A page has scrolled beyond the wall.
    if (x > this.horizontal.length + this.horizontal.seen || y > this.vertical.length + this.vertical.seen) return false;
    return this.horizontal.isShort(x, left, left + width, soon) || this.vertical.isShort(y, top, top + height, soon);
  }

  async #ask(): Promise<void> {
    try { while (this.#isDue && await (this.#request = this.#askOnce())); } finally { this.#isAsking = false; }
  }

  /** Sends one request; returns false if it failed. */
  async #askOnce(): Promise<boolean> {
    if (this.asking.signal.aborted) this.asking = new AbortController();
    const { signal } = this.asking, layout = this.layout as Layout, query = this.wanted, started = performance.now();
    this.asked = JSON.stringify([layout.summary.id, query]);
    try {
      const attributes = await this.source.attributes(layout, query, signal);
      if (signal.aborted) return true;
      this.#failures = 0;
      const passed = performance.now() - started;
      // A cached response took no time and does not predict the next.
      if (passed > 2) this.#latency += 0.3 * (passed - this.#latency);
      if (meets(this.visible, toFrame(query.rect))) this.place(attributes, query.rect);
      if (!this.options.pins) this.source.prepare(layout, query.rect);
      this.watch();
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      this.asked = "";
      this.failed(error);
      return false;
    }
  }

  /** @internal */
  failed(error: unknown): void {
    // A client error would fail again, so only other failures are retried.
    if (mayPass(error)) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.resized(), Math.min(30_000, 1000 * 2 ** this.#failures));
      this.#failures += 1;
    }
    this.fail(error);
  }

  /** @internal */
  fail(error: unknown): void { (this.options.onError ?? console.error)(error); }

  // MARK: Nodes

  /** Shows the elements of a rectangle of tiles. Elements outside stay if they are visible and of the same layout. @internal */
  place(all: Attributes[], rect: Rect): void {
    const { visible } = this, here = new Set(all.map((attributes) => this.put(attributes)));
    for (const [key, node] of this.nodes) {
      const { frame } = this.shown.get(node) as Attributes, isLeft = !meets(rect, frame) && meets(visible, frame);
      if (!this.#stale.has(node) && (isLeft || node.contains(document.activeElement))) here.add(key);
    }
    this.drop(here);
    this.arrange();
    this.#stale.clear();
    this.held = this.covered = rect;
    // Placeholders that are visible keep their pattern.
    if (contains(rect, visible)) this.#placeholders.learn(all, this.isVertical, this.isVertical ? this.horizontal.length : this.vertical.length);
    this.cover();
    this.updating?.settle();
  }

  /** Puts the nodes into reading order. @internal */
  arrange(): void {
    order(this.content, this.nodes.values(), this.shown, this.layout?.summary);
    this.moveStop();
  }

  /** Makes one item reachable by Tab: the one where the reader was, or the first that has a node; not items with a role of the page's own. */
  moveStop(path = this.#stop): void {
    this.#stop = path;
    const items = [...this.content.children].filter((one): one is HTMLElement => one.getAttribute("role") === "article");
    const stop = items.find((one) => one === this.node(path)) ?? items[0];
    for (const one of items) one.tabIndex = one === stop ? 0 : -1;
  }

  /** Removes all nodes except those with the given keys. @internal */
  drop(here: Set<string>): void {
    for (const [key, node] of this.nodes) {
      if (here.has(key)) continue;
      node.remove();
      this.nodes.delete(key);
      this.updating?.hidden.drop(node);
      if (this.#spare.length < 200) this.#spare.push(node);
    }
  }

  /** Shows one element, in the node that shows it already or in another one. @internal */
  put(attributes: Attributes): string {
    const key = keyOf(attributes);
    if (this.options.skips?.(attributes)) return key;
    const held = this.nodes.get(key), before = held === undefined ? undefined : this.shown.get(held);
    const node = held ?? this.content.appendChild(this.#spare.pop() ?? document.createElement("div"));
    this.nodes.set(key, node);
    this.shown.set(node, attributes);
    node.dataset["key"] = key;
    if (!this.#stale.delete(node) && before !== undefined && looksLike(before, attributes)) {
      if (before.frame.x !== attributes.frame.x || before.frame.y !== attributes.frame.y) this.move(node, attributes.frame);
      if (before.zIndex !== attributes.zIndex) node.style.zIndex = `${attributes.zIndex}`;
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

  /** @internal */
  move(node: HTMLElement, { x, y }: Point): void {
    moveNode(node, { x: x - this.horizontal.base, y: y - this.vertical.base });
  }

  // MARK: Scrolling

  /** @internal */
  scrolled(): void {
    this.#follow();
    this.#frame ||= requestAnimationFrame(() => { this.#frame = 0; void this.update(); });
    if ("onscrollend" in this.viewport) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#settleScrollbar(), 200);
  }

  #follow(): void {
    const now = performance.now(), { x, y } = this.position;
    this.horizontal.seen = this.scroller.width;
    this.vertical.seen = this.scroller.height;
    if ([this.horizontal.follow(x, now), this.vertical.follow(y, now)].includes(true)) this.#moveAll();
  }

  /** Once scrolling has ended, moves the scrollbar to the reader's place in the whole content. */
  #settleScrollbar(): void {
    this.#follow();
    const position = this.position, [x, y] = this.visible;
    if (this.horizontal.isAstray(position.x) || this.vertical.isAstray(position.y)) this.scrollToOffset(x, y);
  }

  /** Scrolls a point of the content to the visible rectangle's corner, by default without animation. `isExact`: as in `Scroller`. @internal */
  scrollToOffset(x: number, y: number, isExact = false, behavior?: ScrollBehavior): void {
    const { horizontal, vertical } = this;
    // Of content that is longer than browsers allow, the scrollbar has only a part.
    const isSmooth = behavior === "smooth" && !horizontal.isScaled && !vertical.isScaled;
    this.scroller.scrollTo(horizontal.position(x), vertical.position(y), isExact, isSmooth ? behavior : undefined);
    if (isSmooth) return;
    // The browser may stop short of the offset, or round it by a part of a pixel.
    const { x: left, y: top } = this.position;
    if ([horizontal.stand(left, Math.max(0, x)), vertical.stand(top, Math.max(0, y))].includes(true)) this.#moveAll();
  }

  /** Moves all nodes to their positions for a changed `base`. */
  #moveAll(): void {
    for (const node of this.nodes.values()) this.move(node, (this.shown.get(node) as Attributes).frame);
    this.cover();
  }

  /** Adopts the content size of another layout. @internal */
  measure(size: Size): void {
    const { width, height } = this.scroller;
    this.isVertical = size.width <= width + 1 || size.height > height + 1;
    this.#fit(size);
  }

  #fit({ width, height }: Size): void {
    this.horizontal.fit(width, this.scroller.width);
    this.vertical.fit(height, this.scroller.height);
    this.content.style.width = `${this.horizontal.room}px`;
    this.content.style.height = `${this.vertical.room}px`;
    this.cover();
  }

  /** @internal */
  cover(): void {
    this.#placeholders.stand(this.covered, this.horizontal, this.vertical, this.options.placeholder);
  }

  // MARK: Resizing

  /** @internal */
  resized(): void {
    const { layout, scroller: { width, height } } = this;
    if (layout === undefined || width === 0 || height === 0) return;
    this.#fit(layout.summary.contentSize);
    // A scrollbar of the page may appear and disappear with the layout.
    if (this.options.onResize !== undefined && (this.updating?.isRelaying || this.laid.isNew(this.scroller, this.isVertical))) {
      void this.#loadUpdating().then((updating) => updating.relay(), (error: unknown) => { this.laid.forget(); this.failed(error); });
    }
    void this.update();
  }
}
