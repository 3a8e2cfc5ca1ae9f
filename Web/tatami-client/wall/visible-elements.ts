// SPDX-License-Identifier: Apache-2.0
// The elements that a scrolling view shows of a layout, as the view scrolls and changes its size: those near the
// visible rectangle, in the order of items. react.ts and tatami-element.ts draw the elements; this class draws only the
// placeholders for those that have not come yet.
//
// After the first screen it fetches all elements of layouts of up to 200,000 items (`viewLimit`), and needs no more
// requests. Over larger ones it sends one request at a time, for the tiles around the visible rectangle and those that scrolling leads to; the
// next request is for the tiles needed by then. Elements stay on screen until the next response replaces them.

import { type CoreOptions, WallCore } from "./core.js";
import { Placeholders } from "./placeholders.js";
import type { ScrollerChoice } from "./scrolling.js";
import { contains } from "../client/rects.js";
import type { ScrolledItem } from "./scrolled-item.js";
import { stretch } from "./stretching.js";
import type { TatamiClient } from "../client/tatami-client.js";
import type { Layout } from "../client/tatami-layout.js";
import type { Attributes, IndexPath, LayoutDocument, Point, Query, Rect, Size } from "../client/tatami-types.js";
import type { Moves } from "./moves.js";
import type { Texts } from "./texts.js";
import type { Drawn, VisibleUpdating } from "./visible-updating.js";

/** The reader's place: a cell, and its distance from the corner of the visible rectangle, `bounds`. */
export interface ReaderPlace { path: `${number}-${number}`; hasId: boolean; bounds: Rect; x: number; y: number }

/** The elements to draw. */
export interface Visible {
  /** Undefined until the first response. */
  layout: Layout | undefined;
  contentSize: Size;
  /** How many items each section has; empty until the response about sections has come. */
  itemCounts: readonly number[];
  /** In reading order: the order of items, with headers before and footers after them. */
  elements: readonly Attributes[];
  /** The rectangle whose elements are all in `elements`; placeholders cover the rest of the content. */
  held: Rect | undefined;
  /** @deprecated Always empty: the wall draws the placeholders itself. */
  placeholders: readonly Rect[];
  /** The bodies of the document's items, if it has texts: the page has their style rules. */
  texts?: Texts | undefined;
  /** Why the last request failed; it is repeated at the next scroll step, or when the network is back. */
  error: unknown;
}

/** Shorter documents, in characters, are uploaded again for another size: that is one request instead of two. */
const leastUpdated = 65_536;

/** The layout that was uploaded last, and its document as text. */
export interface Uploaded { layout: Layout; text: string }

/** A view's size and its direction, as CSS computes it. */
export interface ViewSize extends Size { direction: "ltr" | "rtl" }

/**
 * A layout, or a client and a function that returns the document for a size of the view. In a right-to-left view, a
 * document whose container has no direction gets that direction.
 */
export type Source = Layout | { client: TatamiClient; document: (size: ViewSize) => LayoutDocument | string };

export interface VisibleOptions extends CoreOptions {
  onChange: (visible: Visible) => void;
  /** The elements to draw until the first response, such as a server's; none by default. */
  initial?: Visible | undefined;
  /** Whether `onChange` returns before its elements are drawn; `drawn` has to be called then. */
  drawsLater?: boolean | undefined;
  /** The scrolling element; by default the viewport if it has a height, else the nearest element around it that scrolls, or the window. */
  scroller?: ScrollerChoice | undefined;
  /** Whether titles and captions are drawn, if the document has texts; true by default. */
  texts?: boolean | undefined;
  /** The node inside the viewport at whose corner the content begins; by default the viewport's first child. */
  content?: Element | undefined;
}

/** The value before the first response. */
export const nothingVisible: Visible = {
  layout: undefined, contentSize: { width: 0, height: 0 }, itemCounts: [], elements: [], held: undefined, placeholders: [], error: undefined,
};

export class VisibleElements extends WallCore {
  /** @internal */
  override options: VisibleOptions;
  private given: Source | undefined;
  /** The value that is drawn now. */
  current: Visible;
  /** Changes of the layout that wait for their turn. @internal */
  readonly jobs: ((layout: Layout) => Promise<void>)[] = [];
  /** The moves of items since the document was laid out. @internal */
  moves: Moves | undefined;
  #heldFor = "";
  /** The view's size for which the layout was requested. */
  #laidFor = "";
  /** The view's size at the last request, even if that was rejected. */
  #askedFor = "";
  /** The document's text and client behind the layout; empty and undefined if the source is a layout. */
  private laidText = "";
  #laidSource: Source | undefined;
  #uploaded: Uploaded | undefined;
  /** The size for which the document's text was created. */
  #laidSize: ViewSize = { width: 0, height: 0, direction: "ltr" };
  /** The width for which the layout that is shown was made, and whether one for another size is on its way. */
  #shownWidth = 0;
  #isLaying = false;
  #client: TatamiClient | undefined;
  #isLoadingTexts = false;
  #isAsking = false;
  #running: Promise<void> = Promise.resolve();
  /** Whether something has changed since the last request. @internal */
  isStale = false;
  #frame = 0;
  #last: Point & { time: number } = { x: 0, y: 0, time: 0 };
  #velocity: Point = { x: 0, y: 0 };
  /** @internal */
  lengths: Promise<number[]> | undefined;
  private readonly placeholders = new Placeholders(true);
  /** The elements that the placeholders look like. */
  #pattern: readonly Attributes[] = [];
  /** Brings changes into the layout, once one of them is needed. @internal */
  updating: VisibleUpdating | undefined;
  /** Called when elements are drawn. @internal */
  whenDrawn: (() => void) | undefined;
  /** How far to scroll once the elements are drawn. @internal */
  adjustment: Point = { x: 0, y: 0 };
  /** Whether this object reserves room for the scrollbar, and the outer size at which the content needed one. */
  readonly #keepsGutter: boolean;
  #scrollsAt = "";

  constructor(viewport: HTMLElement, options: VisibleOptions) {
    super(viewport, options.scroller);
    this.options = options;
    this.current = options.initial ?? nothingVisible;
    // A scrollbar that appears with the first response would narrow the viewport.
    this.#keepsGutter = this.scroller.isOwn && getComputedStyle(viewport).scrollbarGutter === "auto";
    if (this.#keepsGutter) viewport.style.scrollbarGutter = "stable";
    // A key is pressed soon.
    viewport.addEventListener("focusin", () => void import("./walking.js").catch(() => {}), { signal: this.life.signal, once: true });
  }

  /** The item that `scrollToItem` has shown. @internal */
  get target(): ScrolledItem | undefined { return this.updating?.target; }
  /** @internal */
  get layout(): Layout | undefined { return this.current.layout; }
  /** @internal */
  override get elements(): readonly Attributes[] { return this.current.elements; }
  /** @internal */
  get origin(): Element {
    const { options: { content }, viewport, viewport: { firstElementChild: first } } = this;
    return content ?? (first === null || first === this.placeholders.node ? viewport : first);
  }

  /** @internal */
  resized(isOnline?: boolean): void {
    if (isOnline || !this.#isAskedFor) void this.update();
    this.#stretch();
  }

  /** Until the layout for another width has come, the one that is shown is stretched. */
  #stretch(): void { stretch(this, this.#isLaying ? this.#shownWidth : 0, this.current.contentSize.width); }

  /** @internal */
  scrollToOffset(x: number, y: number, isExact?: boolean, behavior?: ScrollBehavior): void { this.scroller.scrollTo(x, y, isExact, behavior); }

  /** @internal */
  get contentNode(): HTMLElement { return this.origin as HTMLElement; }
  /** @internal */
  drawAll(all: readonly Attributes[] | undefined, rect?: Rect): void {
    if (all !== undefined) return this.tell({ elements: all, held: rect });
    this.#heldFor = "";
    void this.update();
  }

  /**
   * Shows another source. If its document or layout is shown already, no request is sent.
   *
   * Resolves when everything needed by then has come or failed: `onChange` receives either.
   */
  show(source: Source): Promise<void> {
    const isSame = this.given !== undefined && this.#isShown(source);
    this.given = source;
    if (isSame) return this.#running;
    // The view may have a new size that is not laid out yet, so the documents for the laid out size are compared.
    if (!this.#isLaid(source, this.#laidSize)) this.moves = undefined;
    this.watcher?.begin();
    this.#laidFor = this.#heldFor = this.#scrollsAt = this.#askedFor = "";
    return this.update().then(() => this.arrive()).catch((error: unknown) => this.fail(error));
  }

  /** Reports an error of a request that a key press caused. */
  fail(error: unknown): void {
    this.tell({ error });
  }

  /** Whether a source is shown already: frameworks create an equal document at each render. */
  #isShown(source: Source): boolean {
    // A failed request is repeated.
    if (this.#laidFor === "" && !this.#isAsking) return false;
    return "id" in source ? source === this.given : this.#isLaid(source, this.#viewSize);
  }

  /** Whether a source's document for a size is the one that was laid out last. */
  #isLaid(source: Source, size: ViewSize): boolean {
    if ("id" in source || this.laidText === "" || source.client.base !== this.#client?.base) return false;
    return textOf(documentFor(source, size)) === this.laidText;
  }

  /** Adopts other options: the elements that are shown stay. */
  configure(options: CoreOptions): void {
    this.options = { ...this.options, ...options };
    void this.update();
  }

  /**
   * Measures nodes that were drawn, and brings the sizes into the layout, all of one frame in one update; `onChange`
   * receives the version. New nodes are hidden until then.
   *
   * @param isNew whether the reader has not seen a node.
   * @param shown the nodes that are shown, for `keepColumns`.
   */
  measure(
    drawn: readonly Drawn[], isNew: (node: HTMLElement) => boolean, shown: Iterable<Drawn> = drawn,
  ): void {
    if (!this.options.measure) return;
    if (this.updating !== undefined) this.updating.measure(drawn, isNew, shown);
    // The option has been set while a layout is shown; before the first layout nothing is measured.
    else if (this.layout !== undefined) this.loadUpdating().then((updating) => updating.measure(drawn.filter(([node]) => node.isConnected), isNew, shown), (error: unknown) => this.fail(error));
  }

  /** Whether a node is hidden until its size is in the layout. */
  isHidden(node: HTMLElement): boolean { return this.updating?.isHidden(node) === true; }

  /** @internal */
  async loadUpdating(): Promise<VisibleUpdating> {
    if (this.updating !== undefined) return this.updating;
    const { VisibleUpdating } = await import("./visible-updating.js");
    return this.updating ??= new VisibleUpdating(this);
  }

  /**
   * Scrolls so that the anchor keeps its place, and covers what has no elements by placeholders; called when the elements of
   * the last change are drawn.
   */
  drawn(shown: Visible = this.current): void {
    const { adjustment } = this, [x, y] = this.visible, isAtTarget = this.target?.isAt(this.scroller.offset);
    this.updating?.reveal();
    this.whenDrawn?.();
    this.#stretch();
    this.#cover(shown);
    this.adjustment = { x: 0, y: 0 };
    if (adjustment.x === 0 && adjustment.y === 0) return;
    this.scroller.scrollTo(x + adjustment.x, y + adjustment.y);
    if (isAtTarget) this.target?.stay(this.scroller.offset);
  }

  /** Covers the content beyond the elements that are drawn, wherever a browser scrolls ahead of the page's script. */
  #cover({ layout, held, elements, contentSize: { width, height } }: Visible): void {
    const { placeholders, placeholders: { node }, origin, visible } = this;
    if (layout === undefined || this.life.signal.aborted) return;
    // The last child: a style sheet that places the items counts the children before.
    if (node.parentNode !== origin) origin.append(node);
    // Placeholders that are visible keep their pattern.
    if (elements !== this.#pattern && held !== undefined && contains(held, visible)) {
      const isVertical = width <= visible[2] + 1 || height > visible[3] + 1;
      placeholders.learn(elements, isVertical, isVertical ? width : height);
      this.#pattern = elements;
    }
    placeholders.stand(held, { room: width, base: 0 }, { room: height, base: 0 }, this.options.placeholder);
  }

  override destroy(): void {
    super.destroy();
    this.placeholders.node.remove();
    cancelAnimationFrame(this.#frame);
    if (this.#keepsGutter) this.viewport.style.removeProperty("scrollbar-gutter");
  }

  get visible(): Rect {
    const { position: { x, y }, scroller: { width, height } } = this;
    return [x, y, width, height];
  }

  /** Returns how many items each section has; a layout of one section needs no request. */
  itemCounts(): Promise<number[]> {
    const { layout } = this.current;
    if (layout === undefined || layout.summary.sectionCount < 2) return Promise.resolve([layout?.summary.itemCount ?? 0]);
    if (this.lengths !== undefined) return this.lengths;
    const counts = this.source.viewOf(layout)?.itemCounts;
    if (counts !== undefined) return this.lengths = Promise.resolve(counts);
    const asked = this.lengths = layout.sections(this.life.signal).then((sections) => sections.map((one) => one.itemCount));
    // A failed request is repeated.
    asked.catch(() => { if (this.lengths === asked) this.lengths = undefined; });
    return asked;
  }

  /** Goes to the item that a key leads to. `begin` receives its index path before scrolling starts; errors are reported. */
  async walk(from: IndexPath, key: string, begin: (to: IndexPath) => void): Promise<IndexPath | undefined> {
    try {
      return await (await import("./walking.js")).walk(this, from, key, begin);
    } catch (error) {
      return void this.fail(error);
    }
  }

  /** @internal */
  scrolled(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame((time) => {
      const [x, y] = this.visible, past = Math.max(1, time - this.#last.time);
      this.#velocity = past > 200 ? { x: 0, y: 0 } : { x: (x - this.#last.x) / past, y: (y - this.#last.y) / past };
      this.#last = { x, y, time };
      void this.update();
    });
  }

  get #overscan(): number { return this.options.overscan ?? 1; }

  /** The tiles around the visible rectangle, by default three by three, and those that scrolling reaches in half a second. */
  #wanted(): Query & { rect: Rect } {
    const [x, y, width, height] = this.visible;
    const screens = Math.ceil(this.#overscan);
    const reach = (at: number, length: number, speed: number): [start: number, length: number] => {
      const first = Math.floor(at / length) - screens, ahead = Math.max(-3, Math.min(3, Math.trunc(500 * speed / length)));
      return [Math.max(0, first + Math.min(0, ahead)) * length, (Math.max(2, 1 + 2 * screens) + Math.abs(ahead)) * length];
    };
    const [left, across] = reach(x, width, this.#velocity.x), [top, down] = reach(y, height, this.#velocity.y);
    const rect: Rect = [left, top, across, down];
    return this.options.pins === true ? { rect, bounds: this.visible } : { rect };
  }

  /**
   * Whether the first layout was requested at the viewport's size: it is in flight, or was rejected and is not requested
   * twice. A ResizeObserver may report the first size at any later time.
   */
  get #isAskedFor(): boolean {
    return this.current.layout === undefined && this.#askedFor === this.size;
  }

  private get size(): string {
    const { width, height, direction } = this.#viewSize;
    return `${width}×${height}×${direction}`;
  }

  get #viewSize(): ViewSize {
    const { width, height, isRightToLeft } = this.scroller;
    return { width, height, direction: isRightToLeft ? "rtl" : "ltr" };
  }

  /** @internal */
  update(): Promise<void> {
    this.isStale = true;
    if (!this.#isAsking) this.#running = this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    this.#isAsking = true;
    while (this.isStale && !this.life.signal.aborted) {
      this.isStale = false;
      const source = this.given;
      try {
        await this.#ask();
      } catch (error) {
        // A document that could not be laid out is sent again at the next step.
        if (this.current.layout === undefined || this.#heldFor === "") this.#laidFor = "";
        // Errors of a source that was replaced are not reported.
        if (this.given === source) this.tell({ error });
      }
    }
    this.#isAsking = false;
    this.watch();
  }

  async #ask(): Promise<void> {
    const { given: source, size, life: { signal } } = this, [, , width, height] = this.visible;
    this.#askedFor = size;
    if (source === undefined || width === 0 || height === 0) return;
    if (this.#laidFor === "" || (this.#laidFor !== size && !("id" in source) && this.#mayLayAgain)) {
      this.#laidFor = size;
      this.#isLaying = true;
      this.#stretch();
      return this.#lay(source, this.#viewSize).finally(() => { this.#isLaying = false; });
    }
    const { layout, itemCounts } = this.current, query = this.#wanted();
    if (layout === undefined) return;
    if (this.updating !== undefined && this.updating.waiting.size > 0) return this.updating.perform(layout);
    const job = this.jobs.shift();
    if (job !== undefined) {
      this.isStale = true;
      return job(layout);
    }
    if (itemCounts.length === 0) this.tell({ itemCounts: await this.itemCounts() });
    if (this.#holds(query)) {
      if (this.current.error !== undefined) this.tell({ error: undefined });
      return;
    }
    const attributes = await this.source.attributes(layout, query, signal);
    if (this.current.layout !== layout) return;
    this.#take(attributes, query);
    void this.#loadTexts(layout, attributes);
    this.#prepare(layout, query.rect);
  }

  /** Whether the view's new size is laid out for: not if it only alternates with a page's scrollbar. */
  get #mayLayAgain(): boolean {
    const { height, direction } = this.#laidSize, now = this.#viewSize;
    return this.scroller.isOwn || this.laid.isNew(this.scroller, true) || height !== now.height || direction !== now.direction;
  }

  /** Whether the elements near the visible rectangle have all come; tiles farther ahead alone cause no request. */
  #holds(query: Query & { rect: Rect }): boolean {
    if (this.options.pins === true) return this.#heldFor === this.#nameOf(query);
    const [x, y, width, height] = this.visible, { width: all, height: full } = this.current.contentSize;
    const { held } = this.current;
    if (held === undefined || this.#heldFor === "") return false;
    // A page has scrolled beyond the wall.
    if (y > full + height || x > all + width) return true;
    const [left, top, across, down] = held, beyond = this.#overscan / 2;
    const within = (at: number, length: number, from: number, extent: number, end: number) =>
      from <= Math.max(0, at - beyond * length) && Math.min(end, at + (1 + beyond) * length) <= from + extent;
    return within(x, width, left, across, all) && within(y, height, top, down, full);
  }

  /** Returns the key of a query of the layout that is shown. A version is queried again, because its changes have no effects. */
  #nameOf(query: Query): string { return JSON.stringify([this.current.layout?.id, query]); }

  async #lay(source: Source, size: ViewSize): Promise<void> {
    const { signal } = this.life, before = this.#anchor(), query = this.#wanted();
    const former = source !== this.#laidSource && before?.hasId === true ? this.current.layout : undefined;
    this.#laidSource = source;
    this.#heldFor = "";
    this.updating?.begin();
    this.#client = "id" in source ? undefined : source.client;
    const document = "id" in source ? "" : documentFor(source, size);
    this.laidText = textOf(document);
    this.#laidSize = size;
    this.#isLoadingTexts = false;
    // The rules come while the service lays out the document.
    const begun = "id" in source || !this.#mayHaveTexts(this.laidText) ? undefined : this.#textsOf(source, this.laidText);
    // The first screen waits for it only if its items are measured before they are painted.
    const uploaded = this.laidText.length < leastUpdated ? undefined : this.#uploaded;
    const updating = this.options.measure || uploaded !== undefined || before !== undefined ? this.loadUpdating() : undefined;
    updating?.catch(() => {});
    const made = "id" in source
      ? { layout: source, attributes: (await source.attributes(query, signal)).attributes }
      : (uploaded && await (await updating)?.refitted(uploaded, source.client, document, query)) ?? await this.#upload(source.client, query, signal);
    const { layout, attributes } = await this.moves?.repeated(made.layout, query, signal) ?? made;
    const { contentSize, sectionCount, itemCount } = layout.summary, itemCounts = sectionCount < 2 ? [itemCount] : [];
    const texts = await (begun ?? (this.#mayHaveTexts(layout.text, attributes) ? this.#textsOf(layout) : undefined));
    const changing = await updating;
    if (this.given !== source) return;
    this.lengths = undefined;
    this.#shownWidth = size.width;
    this.tell({ layout, contentSize, itemCounts, elements: attributes, held: query.rect, texts: undefined, error: undefined, ...texts });
    this.#heldFor = this.#nameOf(query);
    this.#prepare(layout, query.rect);
    this.isStale ||= itemCounts.length === 0;
    this.#fitGutter(contentSize);
    if (before === undefined) return;
    await changing?.hold(layout, before, former?.client === layout.client ? former : undefined);
  }

  async #upload(client: TatamiClient, query: Query & { rect: Rect }, signal: AbortSignal) {
    const { laidText: text } = this, made = await client.layout(text, query, signal);
    this.#uploaded = { layout: made.layout, text };
    return made;
  }

  /**
   * Whether a document has texts; if only the layout's id is known, whether one of the elements has a body. Elements from
   * columns have no `bodyHeight`, but those with a body below an image have an `imageHeight`.
   */
  #mayHaveTexts(text: string | undefined, elements: readonly Attributes[] = []): boolean {
    return this.options.texts !== false && (text?.includes('"textStyles"') ?? elements.some(({ bodyHeight, imageHeight }) => (bodyHeight ?? imageHeight) !== undefined));
  }

  /** Returns the texts of a layout or a document once the page has their style rules, or why they failed. The module is loaded for the first. */
  async #textsOf(source: Layout | { client: TatamiClient }, text = ""): Promise<Pick<Visible, "texts" | "error">> {
    const root = this.viewport.getRootNode() as Document | ShadowRoot;
    try {
      const { Texts } = await import("./texts.js");
      return { texts: await ("id" in source ? Texts.load(source, root) : Texts.prepare(source.client, JSON.parse(text), root)), error: undefined };
    } catch (error) {
      return { error };
    }
  }

  /** Loads the texts if the first of them come only now, or if they have failed before. */
  async #loadTexts(layout: Layout, elements: readonly Attributes[]): Promise<void> {
    const { given, laidText } = this;
    if (this.current.texts !== undefined || this.#isLoadingTexts || !this.#mayHaveTexts(layout.text, elements)) return;
    this.#isLoadingTexts = true;
    const texts = await this.#textsOf(layout);
    if (this.given !== given || this.laidText !== laidText) return;
    this.#isLoadingTexts = false;
    this.tell(texts);
  }

  /** The rectangle that has elements, and the visible one, for queries of changes. @internal */
  get shownRects(): { rect: Rect; bounds: Rect } {
    const { visible: bounds, current: { held: rect = bounds } } = this;
    return { rect, bounds };
  }

  /** Releases the scrollbar's room if the content fits; if the content scrolls then, reserves the room for good. */
  #fitGutter({ height }: Size): void {
    const { viewport, viewport: { offsetWidth, offsetHeight, clientHeight, style } } = this, outer = `${offsetWidth}×${offsetHeight}`;
    if (!this.#keepsGutter) return;
    if (height > clientHeight + 1) this.#scrollsAt = outer;
    style.scrollbarGutter = this.#scrollsAt === outer ? "stable" : "auto";
    if (viewport.clientWidth !== this.#laidSize.width) this.isStale = true;
  }

  /** The reader's place: the first wholly visible cell, and its distance from the visible rectangle's corner. */
  #anchor(): ReaderPlace | undefined {
    const [x, y] = this.visible, { restored } = this;
    if (restored !== undefined) return { ...restored, path: restored.indexPath.join("-") as ReaderPlace["path"], hasId: restored.id !== undefined, bounds: this.visible };
    if (x === 0 && y === 0) return undefined;
    const first = this.current.elements.find(({ category, frame }) => category === "cell" && frame.x >= x && frame.y >= y);
    return first && {
      path: first.indexPath.join("-") as ReaderPlace["path"], hasId: first.id !== undefined, bounds: this.visible, x: first.frame.x - x, y: first.frame.y - y,
    };
  }

  #prepare(layout: Layout, held: Rect): void {
    if (this.options.pins !== true) this.source.prepare(layout, held);
  }

  #take(elements: Attributes[], query: Query & { rect: Rect }): void {
    this.#heldFor = this.#nameOf(query);
    this.tell({ elements, held: query.rect, error: undefined });
  }

  /** @internal */
  tell(change: Partial<Visible>): void {
    if (this.life.signal.aborted) return;
    this.current = { ...this.current, ...change };
    this.options.onChange(this.current);
    if (this.options.drawsLater !== true) this.drawn();
  }
}

/** Tells the console why a wall has failed, and where in the document; `who`: what the page calls the wall. */
export async function tellReason(who: string, error: unknown, base: string): Promise<void> {
  // Without a network the module does not come either.
  const reason = await import("./reasons.js").then(({ reasonOf }) => reasonOf(error, base), () => String(error));
  console.error(`${who}: ${reason}`);
}

function documentFor(source: Exclude<Source, Layout>, size: ViewSize): LayoutDocument | string {
  const document = source.document(size);
  if (typeof document === "string" || size.direction === "ltr" || document.container.direction !== undefined) return document;
  return { ...document, container: { ...document.container, direction: "rtl" } };
}

function textOf(document: LayoutDocument | string): string {
  return typeof document === "string" ? document : JSON.stringify(document);
}
