// SPDX-License-Identifier: Apache-2.0
// A virtual wall whose layout changes while it is on screen: items are inserted, deleted, moved and measured, and the
// reader keeps their place.
//
//   const wall = new LivingWall(viewport, (node, { indexPath }) => { node.textContent = texts[indexPath[1]]; });
//   const before = await client.layout(document);
//   await wall.show(before);
//   await wall.perform({ append: [{ items: [120, 180] }] });
//   await wall.perform({ insert: [{ indexPath: [0, 0], items: [44, 61] }] }, "last");
//   await wall.show(before, { measure: true });
//   await wall.transition(before);
//
// Elements outside of the invalidated rectangle keep their nodes and are not requested again.

import type { Anchor, Attributes, Changes, ChangesQuery, IndexPath, Measure, Point, Rect, Size, Update } from "./tatami-types.js";
import type { Layout } from "./tatami-client.js";
import { Bodies, measuring, measuringAnchor } from "./bodies.js";
import { differs, keyOf, meets, toRect } from "./rects.js";
import { mayPass } from "./tatami-wire.js";
import { isLayout, VirtualWall } from "./virtual-wall.js";
import type { WallOptions } from "./virtual-wall.js";

/** What happens to an element. `from` is its old frame on screen, in coordinates of the new content. */
export interface Motion {
  kind: "deleted" | "inserted" | "changed";
  attributes: Attributes;
  from?: Point & Size;
}

type Asked = { layout: Layout; changes: Changes };

export class LivingWall extends VirtualWall {
  /** Animates a change. The node of a deleted element is removed when the returned promise settles. */
  animate?: (node: HTMLElement, motion: Motion) => Promise<unknown> | void;
  private size: [width: number, height: number] = [0, 0];
  /** The part of the content offset that the browser rounded off; the content is shifted by it. */
  private rest: Point = { x: 0, y: 0 };
  private stood: Point = { x: 0, y: 0 };
  private turn: Promise<unknown> = Promise.resolve();
  /** Nodes drawn since the last measurement, and whether they are new. */
  private readonly unmeasured = new Map<HTMLElement, boolean>();
  /** Measured sizes that have not been sent. */
  private readonly waiting = new Map<HTMLElement, Measure>();
  private readonly bodies = new Bodies();
  private measuring: Promise<void> | undefined;

  override async show(layout: Layout, options: WallOptions = {}, keepsOffset = false): Promise<void> {
    this.rest = { x: 0, y: 0 };
    this.size = [this.scroller.width, this.scroller.height];
    this.unmeasured.clear();
    this.waiting.clear();
    this.bodies.begin();
    this.hidden.reveal();
    await super.show(layout, options, keepsOffset);
    await this.measuring;
  }

  override get visible(): Rect {
    const [x, y, width, height] = super.visible;
    return [x + this.rest.x, y + this.rest.y, width, height];
  }

  /** The layout that is shown. */
  get current(): Layout | undefined { return this.layout; }

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
    const cells = [...this.nodes.values()].map((node) => this.shown.get(node) as Attributes)
      .filter((one) => one.category === "cell" && meets(this.visible, one.frame)).map((one) => one.indexPath as IndexPath);
    return cells.sort((one, other) => one[0] - other[0] || one[1] - other[1]).pop();
  }

  /**
   * Updates the layout and shows the changes. Updates are applied one after the other. An update given as a function is
   * created when its turn comes, so that its index paths are those of the layout that it changes.
   */
  perform(update: Update | (() => Update), anchor: Anchor | (() => Anchor) = "first"): Promise<Changes> {
    return this.queue(async (layout, query) => {
      const batch = typeof update === "function" ? update() : update;
      // With another container, the nodes no longer cover the same part of the content.
      return [await layout.update(batch, query, this.life.signal), batch.container === undefined];
    }, anchor);
  }

  /** Shows another version of the layout by its changes: one that another client made, or an earlier one. */
  transition(to: Layout, anchor: Anchor = "first"): Promise<Changes> {
    return this.queue(async (layout, query) => [{ layout: to, changes: await to.changesFrom(layout, query, this.life.signal) }, false], anchor);
  }

  /** `anchor` may be a function, which is called when the turn comes. */
  private queue(ask: (layout: Layout, query: ChangesQuery) => Promise<[Asked, boolean]>, anchor: Anchor | (() => Anchor)): Promise<Changes> {
    const turn = this.turn.then(async () => {
      const layout = this.layout, held = this.held, [x, y, width, height] = this.visible;
      if (layout === undefined) throw new Error("no layout is shown");
      const bounds: Rect = this.size[0] * this.size[1] > 0 ? [x, y, ...this.size] : [x, y, width, height];
      const kept = typeof anchor === "function" ? anchor() : anchor;
      const [{ layout: next, changes }, keeps] = await ask(layout, { rect: held ?? bounds, bounds, anchor: kept });
      // In the meantime another layout may have been shown, or other tiles may have come as the reader scrolled.
      if (this.layout === layout) this.apply(next, changes, held ?? bounds, keeps && held === this.held);
      return changes;
    });
    this.turn = turn.catch(() => {});
    return turn;
  }

  /** Applies nodes, content size and content offset at once, so that no animation frame shows half of the changes. */
  protected apply(next: Layout, changes: Changes, rect: Rect, isWhole: boolean): void {
    const [x, y] = this.visible, by = changes.contentOffsetAdjustment ?? { x: 0, y: 0 };
    const moved: Rect = [rect[0] + by.x, rect[1] + by.y, rect[2], rect[3]];
    this.asking.abort();
    this.layout = next;
    this.source.follow(next, changes);
    this.size = [this.scroller.width, this.scroller.height];
    this.measure(changes.contentSize);
    this.dropUnknown(changes, rect);
    this.change(changes, by, moved);
    this.arrange();
    const isAtTarget = this.target.isAt(this.scroller.offset);
    // The reader may have scrolled since the bounds were sent, so the adjustment is applied, not the offset.
    this.scroll(x + by.x, y + by.y);
    if (isAtTarget) this.target.stay(this.scroller.offset);
    this.held = isWhole && this.held !== undefined ? moved : undefined;
    this.covered = moved;
    this.cover();
    // If headers pin, the changes include their current frames.
    this.asked = this.options.pins === true && this.held !== undefined ? JSON.stringify([next.summary.id, this.wanted]) : "";
    this.settle();
    void this.update();
  }

  protected override drew(node: HTMLElement, isNew: boolean): void {
    if (this.options.measure) this.unmeasured.set(node, isNew || this.unmeasured.get(node) === true);
  }

  /** Measures the nodes drawn since the last time, and hides the new ones until the layout has their sizes. */
  protected override settle(): void {
    const nodes = [...this.unmeasured.keys()].filter((node) => this.pathOf(node) !== undefined);
    const measures = this.bodies.measured(nodes.map((node) => [node, this.shown.get(node) as Attributes]), this.isVertical);
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
    while (this.waiting.size > 0 && !this.life.signal.aborted) {
      let batch = -1, sent = new Map<HTMLElement, Measure>();
      try {
        await this.perform(() => {
          batch = this.hidden.take();
          sent = this.takeMeasures();
          const seen = [...this.nodes.values()].filter((node) => !this.hidden.has(node)).map((node) => this.shown.get(node) as Attributes);
          return measuring([...sent.values()], seen, this.options.measure);
        }, () => this.target.anchor(this.scroller.offset) ?? measuringAnchor(this.options.measure));
      } catch (error) {
        if (this.life.signal.aborted) return;
        this.hidden.reveal();
        // Without a network the sizes are sent again with the next request.
        const isLater = mayPass(error) && this.layout !== undefined;
        if (isLater) for (const [node, measure] of sent) if (!this.waiting.has(node)) this.waiting.set(node, measure);
        if (!isLater) this.waiting.clear();
        this.failed(error);
        return;
      }
      this.hidden.reveal(batch);
    }
  }

  /** Takes the measured sizes whose nodes still show their cells; the others are measured again when they are drawn. */
  private takeMeasures(): Map<HTMLElement, Measure> {
    const sent = new Map<HTMLElement, Measure>();
    for (const [node, measure] of this.waiting) {
      const indexPath = this.pathOf(node);
      if (indexPath === undefined) this.bodies.forget(node);
      else sent.set(node, { ...measure, indexPath });
    }
    this.waiting.clear();
    return sent;
  }

  /** Removes nodes that came during the request and meet the invalidated rectangle: their new frames are unknown. */
  private dropUnknown({ invalidated }: Changes, rect: Rect): void {
    for (const [key, node] of this.nodes) {
      const { frame } = this.shown.get(node) as Attributes;
      if (meets(rect, frame) || invalidated === null || !meets(toRect(invalidated), frame)) continue;
      node.remove();
      this.nodes.delete(key);
    }
  }

  private change(changes: Changes, by: Point, moved: Rect): void {
    const onScreen = ({ x, y, width, height }: Point & Size) => ({ x: x + by.x, y: y + by.y, width, height });
    // Every node gives up its old key before any takes a new one: 12 becomes 13 while 13 becomes 14.
    const take = (attributes: Attributes) => {
      const key = keyOf(attributes), node = this.nodes.get(key);
      this.nodes.delete(key);
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
      if (node !== undefined) this.nodes.set(keyOf(one), node);
      const shown = this.nodes.get(this.put(one));
      if (shown !== undefined && differs(from, one.frame)) this.play(shown, motion);
    }
    for (const one of changes.inserted) {
      const node = this.nodes.get(this.put(one));
      if (node !== undefined) this.play(node, { kind: "inserted", attributes: one });
    }
  }

  /** Plays an animation; its cancellation is not an error. */
  private play(node: HTMLElement, motion: Motion): void {
    this.animate?.(node, motion)?.catch(() => {});
  }

  /** Removes a node that shows nothing any longer, once its animation has ended. */
  private leave(node: HTMLElement, motion: Motion, to: Point): void {
    this.move(node, to);
    node.inert = true;
    const done = this.animate?.(node, motion);
    if (done === undefined) return node.remove();
    done.then(() => node.remove(), () => node.remove());
  }

  private scroll(x: number, y: number): void {
    this.scrollToOffset(x, y);
    const [left, top] = super.visible;
    this.stood = { x: left, y: top };
    // A difference of a pixel or more is not rounding: the content ends there.
    this.shiftBy({ x: Math.abs(x - left) < 1 ? x - left : 0, y: Math.abs(y - top) < 1 ? y - top : 0 });
  }

  private shiftBy(rest: Point): void {
    if (rest.x === this.rest.x && rest.y === this.rest.y) return;
    this.rest = rest;
    this.content.style.left = `${-rest.x}px`;
    this.content.style.top = `${-rest.y}px`;
  }

  override update(): Promise<void> {
    const [left, top] = super.visible;
    // A part of a pixel is not visible while scrolling.
    if (left !== this.stood.x || top !== this.stood.y) this.shiftBy({ x: 0, y: 0 });
    this.beginMeasuring();
    return super.update();
  }

  /** `onResize` returns an update, or a version to go to. */
  protected override async relaid(_: Layout, made: unknown): Promise<void> {
    await (isLayout(made) ? this.transition(made) : this.perform(made as Update));
  }
}
