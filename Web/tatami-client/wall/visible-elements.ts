// SPDX-License-Identifier: Apache-2.0
// The elements that a scrolling view shows of a layout, as the view scrolls and changes its size: those near the
// visible rectangle, in the order of items. react.ts and tatami-element.ts draw the elements; this class draws only the
// placeholders for those that have not come yet.
//
// After the first screen it fetches all elements of layouts of up to 200,000 items (`viewLimit`), and needs no more
// requests. Over larger ones it sends one request at a time, for the tiles around the visible rectangle and those that scrolling leads to; the
// next request is for the tiles needed by then. Elements stay on screen until the next response replaces them.

import { Bodies, measuring, measuringAnchor } from "./bodies.js";
import { Hidden } from "./hidden.js";
import { type CoreOptions, WallCore } from "./core.js";
import { Placeholders } from "./placeholders.js";
import type { ScrollerChoice } from "./scrolling.js";
import { contains, inReadingOrder, keyOf, meets, withEffects } from "../client/rects.js";
import { ScrolledItem } from "./scrolled-item.js";
import { mayPass } from "../client/tatami-wire.js";
import type { TatamiClient } from "../client/tatami-client.js";
import type { Layout } from "../client/tatami-layout.js";
import type { Anchor, Attributes, Changes, LayoutDocument, Measure, Point, Query, Rect, Size } from "../client/tatami-types.js";
import type { Moves } from "./moves.js";
import type { Texts } from "./texts.js";

/** The reader's place: a cell, and its distance from the corner of the visible rectangle, `bounds`. */
interface Place { path: `${number}-${number}`; hasId: boolean; bounds: Rect; x: number; y: number }

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

/** A layout, or a client and a function that returns the document for a size of the view. */
export type Source = Layout | { client: TatamiClient; document: (size: Size) => LayoutDocument | string };

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
  private heldFor = "";
  /** The view's size for which the layout was requested. */
  private laidFor = "";
  /** The view's size at the last request, even if that was rejected. */
  private askedFor = "";
  /** The document's text and client behind the layout; empty and undefined if the source is a layout. */
  private laidText = "";
  private laidSource: Source | undefined;
  /** The layout that was uploaded last, and the text of its document without the container. */
  private uploaded: { layout: Layout; container: LayoutDocument["container"]; rest: string } | undefined;
  /** The size for which the document's text was created. */
  private laidSize: Size = { width: 0, height: 0 };
  private client: TatamiClient | undefined;
  private isLoadingTexts = false;
  private isAsking = false;
  private running: Promise<void> = Promise.resolve();
  private isStale = false;
  private frame = 0;
  private last: Point & { time: number } = { x: 0, y: 0, time: 0 };
  private velocity: Point = { x: 0, y: 0 };
  /** @internal */
  lengths: Promise<number[]> | undefined;
  private readonly bodies = new Bodies();
  private readonly placeholders = new Placeholders(true);
  /** The elements that the placeholders look like. */
  private pattern: readonly Attributes[] = [];
  /** Nodes that are shown once their sizes are in the layout, and the last batch of them whose sizes are. */
  private readonly hidden = new Hidden();
  private measuredBatch = -1;
  /** Measured sizes that have not been sent, by index path. @internal */
  readonly waiting = new Map<string, Measure>();
  /** The elements that the reader may have seen. */
  private shownBefore: readonly Attributes[] = [];
  /** @internal */
  readonly target = new ScrolledItem();
  /** Called when elements are drawn. @internal */
  whenDrawn: (() => void) | undefined;
  /** How far to scroll once the elements are drawn. */
  private adjustment: Point = { x: 0, y: 0 };
  /** Whether this object reserves room for the scrollbar, and the outer size at which the content needed one. */
  private readonly keepsGutter: boolean;
  private scrollsAt = "";

  constructor(viewport: HTMLElement, options: VisibleOptions) {
    super(viewport, options.scroller);
    this.options = options;
    this.current = options.initial ?? nothingVisible;
    // A scrollbar that appears with the first response would narrow the viewport.
    this.keepsGutter = this.scroller.isOwn && getComputedStyle(viewport).scrollbarGutter === "auto";
    if (this.keepsGutter) viewport.style.scrollbarGutter = "stable";
  }

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
    if (isOnline || !this.isAskedFor) void this.update();
  }

  /** @internal */
  scrollToOffset(x: number, y: number, isExact?: boolean): void { this.scroller.scrollTo(x, y, isExact); }

  /**
   * Shows another source. If its document or layout is shown already, no request is sent.
   *
   * Resolves when everything needed by then has come or failed: `onChange` receives either.
   */
  show(source: Source): Promise<void> {
    const isSame = this.given !== undefined && this.isShown(source);
    this.given = source;
    if (isSame) return this.running;
    // The view may have a new size that is not laid out yet, so the documents for the laid out size are compared.
    if (!this.isLaid(source, this.laidSize)) this.moves = undefined;
    this.feedEnd.begin();
    this.laidFor = this.heldFor = this.scrollsAt = this.askedFor = "";
    return this.update().then(() => this.arrive()).catch((error: unknown) => this.fail(error));
  }

  /** Reports an error of a request that a key press caused. */
  fail(error: unknown): void {
    this.tell({ error });
  }

  /** Whether a source is shown already: frameworks create an equal document at each render. */
  private isShown(source: Source): boolean {
    // A failed request is repeated.
    if (this.laidFor === "" && !this.isAsking) return false;
    const [, , width, height] = this.visible;
    return "id" in source ? source === this.given : this.isLaid(source, { width, height });
  }

  /** Whether a source's document for a size is the one that was laid out last. */
  private isLaid(source: Source, size: Size): boolean {
    if ("id" in source || this.laidText === "" || source.client.base !== this.client?.base) return false;
    return textOf(source.document(size)) === this.laidText;
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
    drawn: readonly (readonly [node: HTMLElement, attributes: Attributes])[], isNew: (node: HTMLElement) => boolean,
    shown: Iterable<readonly [node: HTMLElement, attributes: Attributes]> = drawn,
  ): void {
    if (!this.options.measure) return;
    const { contentSize: { width, height } } = this.current, [, , across, down] = this.visible;
    const measures = this.bodies.measured(drawn, width <= across + 1 || height > down + 1);
    if (measures.size === 0) return;
    for (const one of measures.values()) this.waiting.set(one.indexPath.join("-"), one);
    this.hidden.add(drawn.map(([node]) => node).filter(isNew));
    this.shownBefore = [...shown].filter(([node]) => !this.hidden.has(node)).map(([, attributes]) => attributes);
    void this.update();
  }

  /** Whether a node is hidden until its size is in the layout. */
  isHidden(node: HTMLElement): boolean { return this.hidden.has(node); }

  /**
   * Scrolls so that the anchor keeps its place, and covers what has no elements by placeholders; called when the elements of
   * the last change are drawn.
   */
  drawn(shown: Visible = this.current): void {
    const { adjustment } = this, [x, y] = this.visible, isAtTarget = this.target.isAt(this.scroller.offset);
    this.hidden.reveal(this.measuredBatch);
    this.whenDrawn?.();
    this.cover(shown);
    this.adjustment = { x: 0, y: 0 };
    if (adjustment.x === 0 && adjustment.y === 0) return;
    this.scroller.scrollTo(x + adjustment.x, y + adjustment.y);
    if (isAtTarget) this.target.stay(this.scroller.offset);
  }

  /** Covers the content beyond the elements that are drawn, wherever a browser scrolls ahead of the page's script. */
  private cover({ layout, held, elements, contentSize: { width, height } }: Visible): void {
    const { placeholders, placeholders: { node }, origin, visible } = this;
    if (layout === undefined || this.life.signal.aborted) return;
    // The last child: a style sheet that places the items counts the children before.
    if (node.parentNode !== origin) origin.append(node);
    // Placeholders that are visible keep their pattern.
    if (elements !== this.pattern && held !== undefined && contains(held, visible)) {
      const isVertical = width <= visible[2] + 1 || height > visible[3] + 1;
      placeholders.learn(elements, isVertical, isVertical ? width : height);
      this.pattern = elements;
    }
    placeholders.stand(held, { room: width, base: 0 }, { room: height, base: 0 }, this.options.placeholder);
  }

  override destroy(): void {
    super.destroy();
    this.placeholders.node.remove();
    cancelAnimationFrame(this.frame);
    if (this.keepsGutter) this.viewport.style.removeProperty("scrollbar-gutter");
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

  /** @internal */
  scrolled(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((time) => {
      const [x, y] = this.visible, past = Math.max(1, time - this.last.time);
      this.velocity = past > 200 ? { x: 0, y: 0 } : { x: (x - this.last.x) / past, y: (y - this.last.y) / past };
      this.last = { x, y, time };
      void this.update();
    });
  }

  /** The three by three tiles around the visible rectangle, and those that scrolling reaches in half a second. */
  private wanted(): Query & { rect: Rect } {
    const [x, y, width, height] = this.visible;
    const reach = (at: number, length: number, speed: number): [start: number, length: number] => {
      const first = Math.floor(at / length) - 1, ahead = Math.max(-3, Math.min(3, Math.trunc(500 * speed / length)));
      return [Math.max(0, first + Math.min(0, ahead)) * length, (3 + Math.abs(ahead)) * length];
    };
    const [left, across] = reach(x, width, this.velocity.x), [top, down] = reach(y, height, this.velocity.y);
    const rect: Rect = [left, top, across, down];
    return this.options.pins === true ? { rect, bounds: this.visible } : { rect };
  }

  /**
   * Whether the first layout was requested at the viewport's size: it is in flight, or was rejected and is not requested
   * twice. A ResizeObserver may report the first size at any later time.
   */
  private get isAskedFor(): boolean {
    return this.current.layout === undefined && this.askedFor === this.size;
  }

  private get size(): string {
    const [, , width, height] = this.visible;
    return `${width}×${height}`;
  }

  /** @internal */
  update(): Promise<void> {
    this.isStale = true;
    if (!this.isAsking) this.running = this.run();
    return this.running;
  }

  private async run(): Promise<void> {
    this.isAsking = true;
    while (this.isStale && !this.life.signal.aborted) {
      this.isStale = false;
      const source = this.given;
      try {
        await this.ask();
      } catch (error) {
        // A document that could not be laid out is sent again at the next step.
        if (this.current.layout === undefined || this.heldFor === "") this.laidFor = "";
        // Errors of a source that was replaced are not reported.
        if (this.given === source) this.tell({ error });
      }
    }
    this.isAsking = false;
    this.checkEnd();
  }

  private async ask(): Promise<void> {
    const { given: source, size, life: { signal } } = this, [, , width, height] = this.visible;
    this.askedFor = size;
    if (source === undefined || width === 0 || height === 0) return;
    if (this.laidFor === "" || (this.laidFor !== size && !("id" in source) && this.mayLayAgain)) {
      this.laidFor = size;
      return this.lay(source, { width, height });
    }
    const { layout, itemCounts } = this.current, query = this.wanted();
    if (layout === undefined) return;
    if (this.waiting.size > 0) return this.perform(layout);
    const job = this.jobs.shift();
    if (job !== undefined) {
      this.isStale = true;
      return job(layout);
    }
    if (itemCounts.length === 0) this.tell({ itemCounts: await this.itemCounts() });
    if (this.holds(query)) {
      if (this.current.error !== undefined) this.tell({ error: undefined });
      return;
    }
    const attributes = await this.source.attributes(layout, query, signal);
    if (this.current.layout !== layout) return;
    this.take(attributes, query);
    void this.loadTexts(layout, attributes);
    this.prepare(layout, query.rect);
  }

  /** Whether the view's new size is laid out for: not if it only alternates with a page's scrollbar. */
  private get mayLayAgain(): boolean {
    const { isOwn, height } = this.scroller;
    return isOwn || this.laid.isNew(this.scroller, true) || this.laidFor.split("×")[1] !== `${height}`;
  }

  /** Whether the elements near the visible rectangle have all come; tiles farther ahead alone cause no request. */
  private holds(query: Query & { rect: Rect }): boolean {
    if (this.options.pins === true) return this.heldFor === this.nameOf(query);
    const [x, y, width, height] = this.visible, { width: all, height: full } = this.current.contentSize;
    const { held } = this.current;
    if (held === undefined || this.heldFor === "") return false;
    // A page has scrolled beyond the wall.
    if (y > full + height || x > all + width) return true;
    const [left, top, across, down] = held;
    const within = (at: number, length: number, from: number, extent: number, end: number) =>
      from <= Math.max(0, at - length / 2) && Math.min(end, at + 1.5 * length) <= from + extent;
    return within(x, width, left, across, all) && within(y, height, top, down, full);
  }

  /** Returns the key of a query of the layout that is shown. A version is queried again, because its changes have no effects. */
  private nameOf(query: Query): string { return JSON.stringify([this.current.layout?.id, query]); }

  private async lay(source: Source, size: Size): Promise<void> {
    const { signal } = this.life, before = this.anchor(), query = this.wanted();
    const former = source !== this.laidSource && before?.hasId === true ? this.current.layout : undefined;
    this.laidSource = source;
    this.heldFor = "";
    this.waiting.clear();
    this.bodies.begin();
    this.hidden.reveal();
    this.client = "id" in source ? undefined : source.client;
    const document = "id" in source ? "" : source.document(size);
    this.laidText = textOf(document);
    this.laidSize = size;
    this.isLoadingTexts = false;
    // The rules come while the service lays out the document.
    const begun = "id" in source || !this.mayHaveTexts(this.laidText) ? undefined : this.textsOf(source, this.laidText);
    const made = "id" in source
      ? { layout: source, attributes: (await source.attributes(query, signal)).attributes }
      : await this.refitted(source.client, document, query, signal) ?? await this.upload(source.client, document, query, signal);
    const { layout, attributes } = await this.moves?.repeated(made.layout, query, signal) ?? made;
    const { contentSize, sectionCount, itemCount } = layout.summary, itemCounts = sectionCount < 2 ? [itemCount] : [];
    const texts = await (begun ?? (this.mayHaveTexts(layout.text, attributes) ? this.textsOf(layout) : undefined));
    if (this.given !== source) return;
    this.lengths = undefined;
    this.tell({ layout, contentSize, itemCounts, elements: attributes, held: query.rect, texts: undefined, error: undefined, ...texts });
    this.heldFor = this.nameOf(query);
    this.prepare(layout, query.rect);
    this.isStale ||= itemCounts.length === 0;
    this.fitGutter(contentSize);
    if (before === undefined) return;
    await this.hold(layout, former !== undefined && former.client === layout.client ? await this.matched(layout, former, before) : before);
  }

  private async upload(client: TatamiClient, document: LayoutDocument | string, query: Query & { rect: Rect }, signal: AbortSignal) {
    const made = await client.layout(this.laidText, query, signal);
    this.uploaded = typeof document === "string" ? undefined : { layout: made.layout, container: document.container, rest: restOf(document) };
    return made;
  }

  /**
   * Lays out a long document for another size by an update of the container, which is a few bytes; undefined if another
   * document was uploaded. What is measured at one width is not valid at another, so walls that measure upload.
   */
  private async refitted(client: TatamiClient, document: LayoutDocument | string, query: Query & { rect: Rect }, signal: AbortSignal) {
    const { uploaded, options: { measure } } = this;
    if (uploaded?.layout.client !== client || measure || typeof document === "string" || this.laidText.length < leastUpdated || restOf(document) !== uploaded.rest) return undefined;
    const gone = Object.fromEntries(Object.keys(uploaded.container).map((name) => [name, null]));
    const { layout } = await uploaded.layout.update(JSON.stringify({ container: { ...gone, ...document.container } }), undefined, signal);
    return { layout, attributes: (await layout.attributes(query, signal)).attributes };
  }

  /**
   * Whether a document has texts; if only the layout's id is known, whether one of the elements has a body. Elements from
   * columns have no `bodyHeight`, but those with a body below an image have an `imageHeight`.
   */
  private mayHaveTexts(text: string | undefined, elements: readonly Attributes[] = []): boolean {
    return this.options.texts !== false && (text?.includes('"textStyles"') ?? elements.some(({ bodyHeight, imageHeight }) => (bodyHeight ?? imageHeight) !== undefined));
  }

  /** Returns the texts of a layout or a document once the page has their style rules, or why they failed. The module is loaded for the first. */
  private async textsOf(source: Layout | { client: TatamiClient }, text = ""): Promise<Pick<Visible, "texts" | "error">> {
    const root = this.viewport.getRootNode() as Document | ShadowRoot;
    try {
      const { Texts } = await import("./texts.js");
      return { texts: await ("id" in source ? Texts.load(source, root) : Texts.prepare(source.client, JSON.parse(text), root)), error: undefined };
    } catch (error) {
      return { error };
    }
  }

  /** Loads the texts if the first of them come only now, or if they have failed before. */
  private async loadTexts(layout: Layout, elements: readonly Attributes[]): Promise<void> {
    const { given, laidText } = this;
    if (this.current.texts !== undefined || this.isLoadingTexts || !this.mayHaveTexts(layout.text, elements)) return;
    this.isLoadingTexts = true;
    const texts = await this.textsOf(layout);
    if (this.given !== given || this.laidText !== laidText) return;
    this.isLoadingTexts = false;
    this.tell(texts);
  }

  /** Updates the layout by the measured sizes. */
  private async perform(layout: Layout): Promise<void> {
    const { shownRects: query, shownBefore: seen, waiting, hidden, options: { measure }, life: { signal } } = this;
    const sent = [...waiting], update = measuring(sent.map(([, one]) => one), seen, measure), batch = hidden.take();
    const anchor: Anchor = this.target.anchor(this.scroller.offset) ?? measuringAnchor(measure);
    waiting.clear();
    const { layout: next, changes } = await layout.update(update, { ...query, anchor }, signal).catch((error) => {
      hidden.reveal(batch);
      // Without a network the sizes are sent again later.
      if (mayPass(error)) for (const [path, one] of sent) if (!waiting.has(path)) waiting.set(path, one);
      throw error;
    });
    if (this.current.layout !== layout) return;
    this.measuredBatch = batch;
    this.adopt(next, changes, query.rect);
  }

  /** The rectangle that has elements, and the visible one, for queries of changes. @internal */
  get shownRects(): { rect: Rect; bounds: Rect } {
    const { visible: bounds, current: { held: rect = bounds } } = this;
    return { rect, bounds };
  }

  /** Shows a version of the layout by its changes, queried for the rectangle `held`. @internal */
  adopt(next: Layout, changes: Changes, held: Rect, itemCounts = this.current.itemCounts): void {
    const by = changes.contentOffsetAdjustment ?? { x: 0, y: 0 }, moved: Rect = [held[0] + by.x, held[1] + by.y, held[2], held[3]];
    this.source.follow(next, changes);
    this.adjustment = by;
    this.isStale = true;
    this.tell({ layout: next, contentSize: changes.contentSize, itemCounts, elements: changed(this.current.elements, changes, moved), held: moved, error: undefined });
  }

  /** Releases the scrollbar's room if the content fits; if the content scrolls then, reserves the room for good. */
  private fitGutter({ height }: Size): void {
    const { viewport, viewport: { offsetWidth, offsetHeight, clientHeight, style } } = this, outer = `${offsetWidth}×${offsetHeight}`;
    if (!this.keepsGutter) return;
    if (height > clientHeight + 1) this.scrollsAt = outer;
    style.scrollbarGutter = this.scrollsAt === outer ? "stable" : "auto";
    if (viewport.clientWidth !== Number(this.laidFor.split("×")[0])) this.isStale = true;
  }

  /** The reader's place: the first wholly visible cell, and its distance from the visible rectangle's corner. */
  private anchor(): Place | undefined {
    const [x, y] = this.visible, { restored } = this;
    if (restored !== undefined) return { ...restored, path: restored.indexPath.join("-") as Place["path"], hasId: restored.id !== undefined, bounds: this.visible };
    if (x === 0 && y === 0) return undefined;
    const first = this.current.elements.find(({ category, frame }) => category === "cell" && frame.x >= x && frame.y >= y);
    return first && {
      path: first.indexPath.join("-") as Place["path"], hasId: first.id !== undefined, bounds: this.visible, x: first.frame.x - x, y: first.frame.y - y,
    };
  }

  /** Scrolls to the reader's cell in the new layout. */
  private async hold(layout: Layout, { path, x, y }: Place): Promise<void> {
    const [one] = await this.source.attributes(layout, { indexPath: path }, this.life.signal).catch(() => [] as Attributes[]);
    if (one === undefined || this.current.layout !== layout) return;
    const { restored } = this;
    this.scroller.scrollTo(one.frame.x - x, one.frame.y - y);
    if (restored !== undefined) this.keep(restored);
    this.isStale = true;
  }

  /** Returns the reader's place in the layout of another document, which has the cell of the same id or the nearest one. */
  private async matched(layout: Layout, former: Layout, place: Place): Promise<Place> {
    const { path, bounds } = place, query = { rect: bounds, bounds, anchor: path };
    const changes = await layout.changesFrom(former, query, this.life.signal).catch(() => undefined);
    return { ...place, path: (changes?.anchor?.indexPath.join("-") ?? path) as Place["path"] };
  }

  private prepare(layout: Layout, held: Rect): void {
    if (this.options.pins !== true) this.source.prepare(layout, held);
  }

  private take(elements: Attributes[], query: Query & { rect: Rect }): void {
    this.heldFor = this.nameOf(query);
    this.tell({ elements, held: query.rect, error: undefined });
  }

  private tell(change: Partial<Visible>): void {
    if (this.life.signal.aborted) return;
    this.current = { ...this.current, ...change };
    this.options.onChange(this.current);
    if (this.options.drawsLater !== true) this.drawn();
  }
}

/** Returns the elements of a version in a rectangle, from those of the layout before and the changes, in reading order. */
function changed(before: readonly Attributes[], { deleted, inserted, changed: others }: Changes, rect: Rect): Attributes[] {
  const all = new Map(before.map((one) => [keyOf(one), one]));
  const stayed = others.map(({ from, ...now }) => {
    const key = keyOf({ ...now, indexPath: from.indexPath });
    return { key, one: withEffects(now, all.get(key)) };
  });
  for (const key of [...deleted.map(keyOf), ...stayed.map(({ key }) => key)]) all.delete(key);
  for (const one of [...inserted, ...stayed.map(({ one }) => one)]) if (meets(rect, one.frame)) all.set(keyOf(one), one);
  return inReadingOrder([...all.values()]);
}

function textOf(document: LayoutDocument | string): string {
  return typeof document === "string" ? document : JSON.stringify(document);
}

/** Returns the text of a document without its container. */
function restOf({ container: _, ...rest }: LayoutDocument): string { return JSON.stringify(rest); }
