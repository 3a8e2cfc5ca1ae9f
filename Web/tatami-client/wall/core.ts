// SPDX-License-Identifier: Apache-2.0
// The core of all walls: what scrolls, where the layout's elements come from, where items are shown, and the end of a
// feed. Its faces draw: `Wall` into nodes of its own, and `VisibleElements` through the element and the React hook.

import { byIndexPath, type ItemPlace, meets, offsetShowing } from "../client/rects.js";
import type { Layout } from "../client/tatami-layout.js";
import type { Attributes, IndexPath, Point, Query, Rect } from "../client/tatami-types.js";
import type { MeasureOptions } from "./bodies.js";
import { ElementSource } from "./element-source.js";
import { LaidLengths } from "./laid-lengths.js";
import type { Showing } from "./resting.js";
import type { ScrolledItem } from "./scrolled-item.js";
import { Scroller, type ScrollerChoice } from "./scrolling.js";
import type { Watcher, WatchOptions } from "./watching.js";

/** The options that all walls share, and that may change while a layout is shown. */
export interface CoreOptions extends WatchOptions {
  /** Whether to query with the visible bounds at every scroll step, for layouts with pinned headers or footers, or with effects. */
  pins?: boolean | undefined;
  /**
   * The most items of a layout whose elements are fetched at once, after the first screen: 200,000 by default. Then the
   * wall scrolls without requests. Larger layouts are queried as the reader scrolls; 0 queries all layouts so.
   */
  viewLimit?: number | undefined;
  /**
   * Whether the wall measures its items before they are painted: it hides a new node, takes the length that its content
   * has without the frame's, updates the layout once for all new nodes, and shows them in the new frames. If the layout
   * says an image's height (`imageHeight`), the rest of the node is its `bodyHeight`. Without an engine in the page the
   * wall then queries the service as the reader scrolls.
   */
  measure?: boolean | MeasureOptions | undefined;
  /** The item at which the reader begins: its index path, or its id as text. A saved place or a link to an item overrides it. */
  initialItem?: IndexPath | string | undefined;
  /** The content offset at which the reader begins, along the scroll axis, in points; `initialItem` overrides it. */
  initialOffset?: number | undefined;
  /** How far beyond the visible part items are drawn at least, in screens: 1 by default. The reader's own speed is added to it. */
  overscan?: number | undefined;
  /** The colour of the placeholders, by default the CSS property `--tatami-placeholder` or a grey; `false` hides them. */
  placeholder?: string | false | undefined;
}

/** A reader's place, as JSON: an item, by its id if it has one, and the distance of its corner from the view's, in points. */
export interface WallState { id?: string | number | undefined; indexPath: IndexPath; x: number; y: number }

export abstract class WallCore {
  readonly viewport: HTMLElement;
  /** What scrolls the content. @internal */
  readonly scroller: Scroller;
  /** Aborted by `destroy`. @internal */
  readonly life = new AbortController();
  // Without an engine each measurement would fetch all elements behind it again.
  /** Where elements come from. @internal */
  readonly source = new ElementSource(() => (this.options.measure ? 0 : this.options.viewLimit), this.life.signal);
  /** The lengths that were laid out: a page's scrollbar may appear and disappear with them. @internal */
  readonly laid = new LaidLengths();
  /** Tells the page where the reader is, once it asks. @internal */
  watcher: Watcher | undefined;
  #isLoadingWatcher = false;
  #hasBegun = false;
  /** Whether the reader is where the wall begins. @internal */
  hasArrived = false;
  /** The place that was restored, and the scroll offset there: it is kept at another width until the reader scrolls on. */
  #restored: { state: WallState; at: Point } | undefined;
  readonly #sizes = new ResizeObserver(() => this.resized());
  readonly #directions = new MutationObserver(() => this.resized());

  constructor(viewport: HTMLElement, scroller: ScrollerChoice | undefined) {
    this.viewport = viewport;
    this.scroller = new Scroller(viewport, () => this.origin, scroller);
    const { signal } = this.life, { events, node } = this.scroller;
    events.addEventListener("scroll", () => this.scrolled(), { passive: true, signal });
    addEventListener("online", () => this.resized(true), { signal });
    addEventListener("resize", () => this.resized(), { signal });
    // `dir` of the page or of an element around the wall.
    this.#directions.observe(document, { attributeFilter: ["dir"], subtree: true });
    for (const one of new Set([viewport, node])) this.#sizes.observe(one);
  }

  /** @internal */
  abstract options: CoreOptions;
  /** The layout that is shown. @internal */
  abstract get layout(): Layout | undefined;
  /** The node at whose corner the content begins. @internal */
  abstract get origin(): Element;
  /** The item that `scrollToItem` has shown. @internal */
  abstract get target(): ScrolledItem | undefined;
  /** The elements that are drawn. @internal */
  abstract get elements(): readonly Attributes[];
  /** The visible rectangle in content coordinates, also in right-to-left viewports. */
  abstract get visible(): Rect;
  /** Called at each scroll step. @internal */
  abstract scrolled(): void;
  /** Called when the viewport has another size, or the network is back. @internal */
  abstract resized(isOnline?: boolean): void;
  /** The node that has the content's size. @internal */
  abstract get contentNode(): HTMLElement;
  /** Draws elements in place of those near the screen, for as long as a page is printed; then, without any, those again. @internal */
  abstract drawAll(all: readonly Attributes[] | undefined, rect?: Rect): void;
  /** Scrolls a point of the content to the visible rectangle's corner, by default without animation. `isExact`: as in `Scroller`. @internal */
  abstract scrollToOffset(x: number, y: number, isExact?: boolean, behavior?: ScrollBehavior): void;
  /** Requests the elements near the visible rectangle. Resolves when all have come. @internal */
  abstract update(): Promise<void>;
  /** Reports an error. @internal */
  abstract fail(error: unknown): void;

  /** Queries the layout that is shown: in the page if its elements have come, else over HTTP. */
  async attributes(query: Query): Promise<Attributes[]> {
    return this.layout === undefined ? [] : this.source.attributes(this.layout, query, this.life.signal);
  }

  /**
   * Scrolls an item to a place of the view; without `at`, only as far as shows all of it. With `pins`, it rests beside headers and
   * footers that are pinned there. Resolves when its element has come; with `behavior: "smooth"`, when scrolling has begun.
   */
  async scrollToItem(section: number, item: number, at?: ItemPlace, behavior?: ScrollBehavior): Promise<void> {
    const { layout } = this, [one] = await this.attributes({ indexPath: `${section}-${item}` });
    if (!one) return;
    const showing: Showing = this.options.pins ? (await import("./resting.js")).resting : offsetShowing;
    const [x, y] = await showing(one.frame, this.seen, at, this.scroller.isRightToLeft, this, section);
    if (this.layout !== layout) return;
    this.scrollToOffset(x, y, true, behavior);
    if (behavior === "smooth") return;
    // While items around it are measured, the item keeps its place.
    this.target?.begin([section, item], one.frame, this.seen, at);
    await this.update();
  }

  /** Returns the reader's place, by the first item in sight, to `restore` it later; undefined before a layout is shown. */
  state(): WallState | undefined {
    const { seen } = this, [first] = this.elements.filter(({ category, frame }) => category === "cell" && meets(seen, frame)).sort(byIndexPath);
    return this.restored ?? (first && this.stateOf(first.indexPath as IndexPath));
  }

  /** Returns the place by an item that is drawn. @internal */
  stateOf([section, item]: IndexPath): WallState | undefined {
    const [x, y] = this.seen, one = this.elements.find(({ category, indexPath }) => category === "cell" && indexPath[0] === section && indexPath[1] === item);
    return one && { ...(one.id !== undefined && { id: one.id }), indexPath: [section, item], x: one.frame.x - x, y: one.frame.y - y };
  }

  /** Scrolls to a place that `state` returned, perhaps for another document: the item is found by its id, if it has one. */
  async restore(state: WallState): Promise<void> {
    await (await import("./saved-place.js")).restore(this, state);
  }

  /** The place that was restored, while the reader has not scrolled on. @internal */
  get restored(): WallState | undefined {
    const { x, y } = this.scroller.offset, { state, at } = this.#restored ?? {};
    return at !== undefined && Math.abs(x - at.x) < 2 && Math.abs(y - at.y) < 2 ? state : undefined;
  }

  /** Keeps a place at which the wall stands now. @internal */
  keep(state: WallState): void { this.#restored = { state, at: this.scroller.offset }; }

  /** Scrolls to where the reader begins, once the first layout is shown. @internal */
  protected async arrive(): Promise<void> {
    const { scroller: { isWindow }, options: { initialItem, initialOffset } } = this;
    if (this.#hasBegun || this.layout === undefined) return;
    this.#hasBegun = true;
    void import("./printing.js").then(({ drawForPrint }) => drawForPrint(this), () => {});
    if (isWindow || (initialItem ?? initialOffset) !== undefined) await (await import("./saved-place.js")).begin(this);
    this.hasArrived = true;
    this.watch();
  }

  /** Cancels all requests and removes all listeners. The wall cannot be used afterwards. */
  destroy(): void {
    this.life.abort();
    this.#sizes.disconnect();
    this.#directions.disconnect();
  }

  /** The visible rectangle, also of what a page has before or beside the wall. @internal */
  get seen(): Rect { return this.scroller.seen; }

  /** The visible rectangle's corner, in pixels of the element that stands for the content. @internal */
  get position(): Point {
    const { x, y } = this.scroller.offset;
    return { x: Math.max(0, x), y: Math.max(0, y) };
  }

  /** Tells the page where the reader is, if it asks. @internal */
  watch(): void {
    const { watcher, options: { onEndReached, onStartReached, onVisibleRange } } = this;
    if (watcher !== undefined) return watcher.check();
    if (this.#isLoadingWatcher || this.layout === undefined || (onEndReached ?? onStartReached ?? onVisibleRange) === undefined) return;
    this.#isLoadingWatcher = true;
    import("./watching.js").then(({ Watcher }) => {
      this.watcher = new Watcher(this);
      this.watch();
    }, (error: unknown) => this.fail(error)).finally(() => { this.#isLoadingWatcher = false; });
  }
}
