// SPDX-License-Identifier: Apache-2.0
// A wall's layout while it changes on screen: items are inserted, deleted, moved and measured, and the reader keeps their
// place. wall.ts loads this file with the first update, or before the first item that is measured or has effects.

import type { Anchor, Attributes, Changes, ChangesQuery, LayoutDocument, Measure, Point, Rect, Size, Update } from "../client/tatami-types.js";
import type { Layout } from "../client/tatami-client.js";
import { contains, keyOf, meets, showEffects, withEffects } from "../client/rects.js";
import { mayPass } from "../client/tatami-wire.js";
import { Bodies, measuring, measuringAnchor } from "./bodies.js";
import { Hidden } from "./hidden.js";
import { beside, differs, firstCell, toRect } from "./reader-place.js";
import { ScrolledItem } from "./scrolled-item.js";
import { stretch } from "./stretching.js";
import { isLayout, type ResizeAnswer } from "./wall-options.js";
import type { Wall } from "./wall.js";

/** What happens to an element. `from` is its old frame on screen, in coordinates of the new content. */
export interface Motion {
  kind: "deleted" | "inserted" | "changed";
  attributes: Attributes;
  from?: Point & Size;
}

type Asked = { layout: Layout; changes: Changes };

export class Updating {
  private readonly wall: Wall;
  /** The wall needs effects only with `pins`, and loads them with this file. */
  readonly showEffects = showEffects;
  private stood: Point = { x: 0, y: 0 };
  private turn: Promise<unknown> = Promise.resolve();
  /** Nodes drawn since the last measurement, and whether they are new. */
  private readonly unmeasured = new Map<HTMLElement, boolean>();
  /** Measured sizes that have not been sent. */
  private readonly waiting = new Map<HTMLElement, Measure>();
  private readonly bodies = new Bodies();
  /** Nodes that are shown once their sizes are in the layout. */
  readonly hidden = new Hidden();
  /** The item that `scrollToItem` has shown. */
  readonly target = new ScrolledItem();
  /** The cell that kept its place at the last resize; it stays the anchor until the reader scrolls. */
  private kept: { cell: Attributes; at: Rect } | undefined;
  /** Whether the layout for another size of the viewport is on its way. */
  isRelaying = false;
  /** Settles when all measured sizes are in the layout. */
  measuring: Promise<void> | undefined;

  constructor(wall: Wall) {
    this.wall = wall;
    this.begin();
  }

  /** Begins again, for another layout. */
  begin(): void {
    this.unmeasured.clear();
    this.waiting.clear();
    this.bodies.begin();
    this.hidden.reveal();
  }

  perform(update: Update | (() => Update), anchor: Anchor | (() => Anchor), begin?: () => void): Promise<Changes> {
    return this.queue(async (layout, query) => {
      const batch = typeof update === "function" ? update() : update;
      // With another container, the nodes no longer cover the same part of the content.
      return [await layout.update(batch, query, this.wall.life.signal), batch.container === undefined];
    }, anchor, begin);
  }

  reload(document: LayoutDocument | string, anchor: Anchor, begin?: () => void): Promise<Changes> {
    return this.queue(async (layout, query) => [await layout.reload(document, query, this.wall.life.signal), false], anchor, begin);
  }

  transition(to: Layout, anchor: Anchor): Promise<Changes> {
    return this.queue(async (layout, query) => [{ layout: to, changes: await to.changesFrom(layout, query, this.wall.life.signal) }, false], anchor);
  }

  /** Lays out for the viewport's size, again and again until the size no longer changes; one run at a time. */
  async relay(): Promise<void> {
    const { wall, isRelaying } = this;
    this.isRelaying = true;
    this.stretch();
    if (isRelaying) return;
    try {
      await this.relayAll();
    } catch (error) {
      wall.laid.forget();
      if (!wall.life.signal.aborted) wall.failed(error);
    } finally {
      this.isRelaying = false;
      this.stretch();
    }
  }

  private async relayAll(): Promise<void> {
    const { wall, wall: { laid, scroller } } = this;
    for (let { layout } = wall; layout !== undefined; { layout } = wall) {
      const { width, height } = scroller, made = await wall.options.onResize?.(width, height);
      if (made && wall.layout === layout) {
        await this.relaid(layout, made);
        // The view may have had other sizes since.
        wall.size = [width, height];
        this.stretch();
      }
      if (!laid.isNew(scroller, wall.isVertical)) return;
    }
  }

  private stretch(): void {
    const { wall, wall: { layout, size: [width] }, isRelaying } = this;
    stretch(wall, isRelaying ? width : 0, layout?.summary.contentSize.width ?? 0);
  }

  /** Performs an update, or replaces the shown layout at once by a document or another layout. The reader's cell keeps its place. */
  private async relaid(before: Layout, made: ResizeAnswer): Promise<void> {
    const { wall, wall: { life: { signal }, scroller } } = this, { width, height } = scroller;
    // A version is shown by its changes; a document and another layout have none.
    if (isLayout(made) && made.summary.parent !== undefined) return void await wall.transition(made);
    if (typeof made === "object" && !isLayout(made) && !("items" in made || "sections" in made)) return void await wall.perform(made as Update);
    const next = isLayout(made) ? made : await before.client.layout(made as LayoutDocument | string, signal);
    const was = wall.visible, reader = this.kept !== undefined && contains(this.kept.at, was) ? this.kept.cell : this.reader;
    const cell = reader === undefined ? undefined
      : (await wall.source.attributes(next, { indexPath: reader.indexPath.join("-") }, signal).catch(() => undefined))?.[0];
    if (wall.layout !== before) return;
    const [x, y] = reader === undefined || cell === undefined ? was : beside(was, reader.frame, cell.frame);
    const rect: Rect = [x - width, y - height, 3 * width, 3 * height];
    const attributes = await wall.source.attributes(next, { rect }, signal);
    if (wall.layout !== before) return;
    const [left, top] = wall.visible; // The reader may have scrolled on meanwhile.
    wall.layout = next;
    wall.asking.abort();
    wall.asked = "";
    this.begin();
    wall.size = [scroller.width, scroller.height];
    this.shiftBy({ x: 0, y: 0 });
    wall.measure(next.summary.contentSize);
    wall.scrollToOffset(x + left - was[0], y + top - was[1]);
    wall.drop(new Set(attributes.map(keyOf)));
    // None of the sizes that were measured is in the new layout.
    for (const node of wall.nodes.values()) this.drew(node, false);
    wall.place(attributes, rect);
    this.kept = cell && { cell, at: wall.visible };
    await wall.update();
  }

  /** The first cell that is visible, or was before the viewport was narrowed. */
  private get reader(): Attributes | undefined {
    const { wall, wall: { visible: [x, y, width, height] } } = this;
    return firstCell(wall.drawn, wall.isVertical ? [0, y, wall.horizontal.length, height] : [x, 0, width, wall.vertical.length]);
  }

  /** `anchor` may be a function, which is called when the turn comes. */
  private queue(ask: (layout: Layout, query: ChangesQuery) => Promise<[Asked, boolean]>, anchor: Anchor | (() => Anchor), begin?: () => void): Promise<Changes> {
    const turn = this.turn.then(async () => {
      const layout = this.wall.layout, held = this.wall.held, [x, y, width, height] = this.wall.visible;
      if (layout === undefined) throw new Error("no layout is shown");
      const bounds: Rect = this.wall.size[0] * this.wall.size[1] > 0 ? [x, y, ...this.wall.size] : [x, y, width, height];
      const kept = typeof anchor === "function" ? anchor() : anchor;
      const [{ layout: next, changes }, keeps] = await ask(layout, { rect: held ?? bounds, bounds, anchor: kept });
      // In the meantime another layout may have been shown, or other tiles may have come as the reader scrolled.
      if (this.wall.layout !== layout) return changes;
      begin?.();
      const applied = [next, changes, held ?? bounds, keeps && held === this.wall.held] as const;
      if (this.wall.apply !== undefined) this.wall.apply(...applied);
      else this.apply(...applied);
      return changes;
    });
    this.turn = turn.catch(() => {});
    return turn;
  }

  /** Applies nodes, content size and content offset at once, so that no animation frame shows half of the changes. */
  apply(next: Layout, changes: Changes, rect: Rect, isWhole: boolean): void {
    const [x, y] = this.wall.visible, by = changes.contentOffsetAdjustment ?? { x: 0, y: 0 };
    const moved: Rect = [rect[0] + by.x, rect[1] + by.y, rect[2], rect[3]];
    this.wall.asking.abort();
    this.wall.layout = next;
    this.wall.source.follow(next, changes);
    this.wall.size = [this.wall.scroller.width, this.wall.scroller.height];
    this.wall.measure(changes.contentSize);
    this.dropUnknown(changes, rect);
    this.change(changes, by, moved);
    this.wall.arrange();
    const isAtTarget = this.target.isAt(this.wall.scroller.offset);
    // The reader may have scrolled since the bounds were sent, so the adjustment is applied, not the offset.
    this.scroll(x + by.x, y + by.y);
    if (isAtTarget) this.target.stay(this.wall.scroller.offset);
    this.wall.held = isWhole && this.wall.held !== undefined ? moved : undefined;
    this.wall.covered = moved;
    this.wall.cover();
    // The changes include the frames of pinned headers, but no effects.
    this.wall.asked = "";
    this.settle();
    void this.wall.update();
  }

  /** Called after an element was drawn; `isNew`: the node did not show it before. */
  drew(node: HTMLElement, isNew: boolean): void {
    if (this.wall.options.measure) this.unmeasured.set(node, isNew || this.unmeasured.get(node) === true);
  }

  /** Measures the nodes drawn since the last time, and hides the new ones until the layout has their sizes. */
  settle(): void {
    const nodes = [...this.unmeasured.keys()].filter((node) => this.wall.pathOf(node) !== undefined);
    const measures = this.bodies.measured(nodes.map((node) => [node, this.wall.shown.get(node) as Attributes]), this.wall.isVertical);
    const fresh = nodes.filter((node) => this.unmeasured.get(node));
    this.unmeasured.clear();
    if (measures.size === 0) return;
    for (const [node, measure] of measures) this.waiting.set(node, measure);
    this.hidden.add(fresh);
    this.beginMeasuring();
  }

  private beginMeasuring(): void {
    if (this.waiting.size > 0) this.measuring ??= this.sendMeasures().finally(() => { this.measuring = undefined; });
  }

  private async sendMeasures(): Promise<void> {
    while (this.waiting.size > 0 && !this.wall.life.signal.aborted) {
      let batch = -1, sent = new Map<HTMLElement, Measure>();
      try {
        await this.perform(() => {
          batch = this.hidden.take();
          sent = this.takeMeasures();
          const seen = [...this.wall.nodes.values()].filter((node) => !this.hidden.has(node)).map((node) => this.wall.shown.get(node) as Attributes);
          return measuring([...sent.values()], seen, this.wall.options.measure);
        }, () => this.target.anchor(this.wall.scroller.offset) ?? measuringAnchor(this.wall.options.measure));
      } catch (error) {
        if (this.wall.life.signal.aborted) return;
        this.hidden.reveal();
        // Without a network the sizes are sent again with the next request.
        const isLater = mayPass(error) && this.wall.layout !== undefined;
        if (isLater) for (const [node, measure] of sent) if (!this.waiting.has(node)) this.waiting.set(node, measure);
        if (!isLater) this.waiting.clear();
        this.wall.failed(error);
        return;
      }
      this.hidden.reveal(batch);
    }
  }

  /** Takes the measured sizes whose nodes still show their cells; the others are measured again when they are drawn. */
  private takeMeasures(): Map<HTMLElement, Measure> {
    const sent = new Map<HTMLElement, Measure>();
    for (const [node, measure] of this.waiting) {
      const indexPath = this.wall.pathOf(node);
      if (indexPath === undefined) this.bodies.forget(node);
      else sent.set(node, { ...measure, indexPath });
    }
    this.waiting.clear();
    return sent;
  }

  /** Removes nodes that came during the request and meet the invalidated rectangle: their new frames are unknown. */
  private dropUnknown({ invalidated }: Changes, rect: Rect): void {
    for (const [key, node] of this.wall.nodes) {
      const { frame } = this.wall.shown.get(node) as Attributes;
      if (meets(rect, frame) || invalidated === null || !meets(toRect(invalidated), frame)) continue;
      node.remove();
      this.wall.nodes.delete(key);
    }
  }

  private change(changes: Changes, by: Point, moved: Rect): void {
    const onScreen = ({ x, y, width, height }: Point & Size) => ({ x: x + by.x, y: y + by.y, width, height });
    // Every node gives up its old key before any takes a new one: 12 becomes 13 while 13 becomes 14.
    const take = (attributes: Attributes) => {
      const key = keyOf(attributes), node = this.wall.nodes.get(key);
      this.wall.nodes.delete(key);
      return node;
    };
    const deleted = changes.deleted.map((one) => ({ one, node: take(one) }));
    const changed = changes.changed.map((one) => ({ one, node: take({ ...one, indexPath: one.from.indexPath }) }));
    for (const { one, node } of deleted) {
      const from = onScreen(one.frame);
      if (node !== undefined) this.leave(node, { kind: "deleted", attributes: one, from }, from);
    }
    for (const { one, node } of changed) {
      const from = onScreen(one.from.frame), remains = meets(moved, one.frame);
      const motion: Motion = { kind: "changed", attributes: one, from };
      if (node === undefined && !remains) continue;
      if (node !== undefined && !remains) { this.leave(node, motion, one.frame); continue; }
      if (node !== undefined) this.wall.nodes.set(keyOf(one), node);
      const shown = this.wall.nodes.get(this.wall.put(withEffects(one, node && this.wall.shown.get(node))));
      if (shown !== undefined && differs(from, one.frame)) this.play(shown, motion);
    }
    for (const one of changes.inserted) {
      const node = this.wall.nodes.get(this.wall.put(one));
      if (node !== undefined) this.play(node, { kind: "inserted", attributes: one });
    }
  }

  /** Plays an animation; its cancellation is not an error. */
  private play(node: HTMLElement, motion: Motion): void {
    this.wall.animate?.(node, motion)?.catch(() => {});
  }

  /** Removes a node that shows nothing any longer, once its animation has ended. */
  private leave(node: HTMLElement, motion: Motion, to: Point): void {
    this.wall.move(node, to);
    node.inert = true;
    const done = this.wall.animate?.(node, motion);
    if (done === undefined) return node.remove();
    done.then(() => node.remove(), () => node.remove());
  }

  private scroll(x: number, y: number): void {
    this.wall.scrollToOffset(x, y);
    const [left, top] = this.raw;
    this.stood = { x: left, y: top };
    // A difference of a pixel or more is not rounding: the content ends there.
    this.shiftBy({ x: Math.abs(x - left) < 1 ? x - left : 0, y: Math.abs(y - top) < 1 ? y - top : 0 });
  }

  private shiftBy(rest: Point): void {
    if (rest.x === this.wall.rest.x && rest.y === this.wall.rest.y) return;
    this.wall.rest = rest;
    this.wall.content.style.left = `${-rest.x}px`;
    this.wall.content.style.top = `${-rest.y}px`;
  }

  /** Called before the wall follows the reader. */
  follow(): void {
    const [left, top] = this.raw;
    // A part of a pixel is not visible while scrolling.
    if (left !== this.stood.x || top !== this.stood.y) this.shiftBy({ x: 0, y: 0 });
    this.beginMeasuring();
  }

  /** The visible rectangle's corner without the wall's shift. */
  private get raw(): [x: number, y: number] {
    const { visible: [x, y], rest } = this.wall;
    return [x - rest.x, y - rest.y];
  }
}
