// SPDX-License-Identifier: Apache-2.0
// What `VisibleElements` needs once its layout changes on screen: items are measured or moved, or the view has another size.
// visible-elements.ts loads this file with the first change, or before the first item that is measured.

import { inReadingOrder, keyOf, meets, withEffects } from "../client/rects.js";
import type { TatamiClient } from "../client/tatami-client.js";
import type { Layout } from "../client/tatami-layout.js";
import { mayPass } from "../client/tatami-wire.js";
import type { Anchor, Attributes, Changes, LayoutDocument, Measure, Query, Rect } from "../client/tatami-types.js";
import { Bodies, measuring, measuringAnchor } from "./bodies.js";
import { Hidden } from "./hidden.js";
import { ScrolledItem } from "./scrolled-item.js";
import type { ReaderPlace, Uploaded, VisibleElements } from "./visible-elements.js";

export type Drawn = readonly [node: HTMLElement, attributes: Attributes];

export class VisibleUpdating {
  readonly #wall: VisibleElements;
  readonly #bodies = new Bodies();
  /** Nodes that are shown once their sizes are in the layout, and the last batch of them whose sizes are. */
  readonly #hidden = new Hidden();
  #measuredBatch = -1;
  /** Measured sizes that have not been sent, by index path. */
  readonly waiting = new Map<string, Measure>();
  /** The elements that the reader may have seen. */
  #shownBefore: readonly Attributes[] = [];
  /** The item that `scrollToItem` has shown. */
  readonly target = new ScrolledItem();
  #parts: { text: string; container: LayoutDocument["container"]; rest: string } | undefined;

  constructor(wall: VisibleElements) { this.#wall = wall; }

  /** Begins again, for another layout: it has none of the sizes that were measured. */
  begin(): void {
    this.waiting.clear();
    this.#bodies.begin();
    this.#hidden.reveal();
  }

  measure(drawn: readonly Drawn[], isNew: (node: HTMLElement) => boolean, shown: Iterable<Drawn>): void {
    const { current: { contentSize: { width, height } }, visible: [, , across, down] } = this.#wall;
    const measures = this.#bodies.measured(drawn, width <= across + 1 || height > down + 1);
    if (measures.size === 0) return;
    for (const one of measures.values()) this.waiting.set(one.indexPath.join("-"), one);
    this.#hidden.add(drawn.map(([node]) => node).filter(isNew));
    this.#shownBefore = [...shown].filter(([node]) => !this.#hidden.has(node)).map(([, attributes]) => attributes);
    void this.#wall.update();
  }

  /** Whether a node is hidden until its size is in the layout. */
  isHidden(node: HTMLElement): boolean { return this.#hidden.has(node); }

  /** Shows the nodes whose sizes are in the layout that is drawn now. */
  reveal(): void { this.#hidden.reveal(this.#measuredBatch); }

  /** Updates the layout by the measured sizes. */
  async perform(layout: Layout): Promise<void> {
    const wall = this.#wall, { shownRects: query, options: { measure }, life: { signal } } = wall, { waiting } = this;
    const sent = [...waiting], update = measuring(sent.map(([, one]) => one), this.#shownBefore, measure), batch = this.#hidden.take();
    const anchor: Anchor = this.target.anchor(wall.scroller.offset) ?? measuringAnchor(measure);
    waiting.clear();
    const { layout: next, changes } = await layout.update(update, { ...query, anchor }, signal).catch((error) => {
      this.#hidden.reveal(batch);
      // Without a network the sizes are sent again later.
      if (mayPass(error)) for (const [path, one] of sent) if (!waiting.has(path)) waiting.set(path, one);
      throw error;
    });
    if (wall.layout !== layout) return;
    this.#measuredBatch = batch;
    this.adopt(next, changes, query.rect);
  }

  /** Shows a version of the layout by its changes, queried for the rectangle `held`. */
  adopt(next: Layout, changes: Changes, held: Rect, itemCounts = this.#wall.current.itemCounts): void {
    const wall = this.#wall, by = changes.contentOffsetAdjustment ?? { x: 0, y: 0 }, moved: Rect = [held[0] + by.x, held[1] + by.y, held[2], held[3]];
    wall.source.follow(next, changes);
    wall.adjustment = by;
    wall.isStale = true;
    wall.tell({ layout: next, contentSize: changes.contentSize, itemCounts, elements: changed(wall.elements, changes, moved), held: moved, error: undefined });
  }

  /**
   * Lays out a long document for another size by an update of the container, which is a few bytes; undefined if another
   * document was uploaded. What is measured at one width is not valid at another, so walls that measure upload.
   */
  async refitted(uploaded: Uploaded, client: TatamiClient, document: LayoutDocument | string, query: Query & { rect: Rect }) {
    const { options: { measure }, life: { signal } } = this.#wall;
    if (uploaded.layout.client !== client || measure || typeof document === "string") return undefined;
    const { container, rest } = this.#split(uploaded.text);
    if (restOf(document) !== rest) return undefined;
    const gone = Object.fromEntries(Object.keys(container).map((name) => [name, null]));
    const { layout } = await uploaded.layout.update(JSON.stringify({ container: { ...gone, ...document.container } }), undefined, signal);
    return { layout, attributes: (await layout.attributes(query, signal)).attributes };
  }

  /** Returns a document's container, and the text of the rest; those of the last document are kept. */
  #split(text: string): { container: LayoutDocument["container"]; rest: string } {
    if (this.#parts?.text !== text) {
      const document = JSON.parse(text) as LayoutDocument;
      this.#parts = { text, container: document.container, rest: restOf(document) };
    }
    return this.#parts;
  }

  /**
   * Scrolls to the reader's cell in a new layout. `former`: the layout of another document in which the cell was; the new
   * layout has the cell of the same id or the nearest one.
   */
  async hold(layout: Layout, place: ReaderPlace, former: Layout | undefined): Promise<void> {
    const wall = this.#wall, { life: { signal } } = wall, { bounds, x, y } = place;
    let { path } = place;
    if (former !== undefined) {
      const changes = await layout.changesFrom(former, { rect: bounds, bounds, anchor: path }, signal).catch(() => undefined);
      path = (changes?.anchor?.indexPath.join("-") ?? path) as typeof path;
    }
    const [one] = await wall.source.attributes(layout, { indexPath: path }, signal).catch(() => [] as Attributes[]);
    if (one === undefined || wall.layout !== layout) return;
    const { restored } = wall;
    wall.scroller.scrollTo(one.frame.x - x, one.frame.y - y);
    if (restored !== undefined) wall.keep(restored);
    wall.isStale = true;
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

/** Returns the text of a document without its container. */
function restOf({ container: _, ...rest }: LayoutDocument): string { return JSON.stringify(rest); }
