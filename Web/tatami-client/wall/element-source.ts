// SPDX-License-Identifier: Apache-2.0
// Where the elements of a wall come from: from the service at first, and from a view of the whole layout once that has come.

import type { Layout } from "../client/tatami-layout.js";
import type { Answer, Attributes, Changes, Query, Rect } from "../client/tatami-types.js";
import type { LayoutView } from "../client/view.js";

/** The milliseconds without another layout after which elements are fetched: an update's, or those for a view's new size. */
const restTime = 300;

/** Answers a wall's queries: from a view of the layout once that has come, over HTTP before, and for larger layouts. */
export class ElementSource {
  #view: LayoutView | undefined;
  #loading: Layout | undefined;
  #load = new AbortController();
  /** The layout whose elements are fetched when the timer ends. */
  #next: Layout | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refused: Layout | undefined;
  readonly #limit: () => number | undefined;
  readonly #signal: AbortSignal;

  /** `limit` returns the most items of a layout that is fetched whole; 200,000 if it returns undefined. */
  constructor(limit: () => number | undefined, signal: AbortSignal) {
    this.#limit = limit;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#stop(), { once: true });
  }

  /** The view of a layout, if it has come. */
  viewOf(layout: Layout): LayoutView | undefined { return this.#view?.layout === layout && this.#mayFetch(layout) ? this.#view : undefined; }

  async attributes(layout: Layout, query: Query, signal?: AbortSignal): Promise<Attributes[]> {
    // The elements of an earlier layout are not needed any more.
    if ((this.#loading ?? this.#next ?? layout) !== layout) this.#stop();
    return this.viewOf(layout)?.attributes(query) ?? (await layout.attributes(query, signal) as Answer).attributes;
  }

  /** Fetches the view of a layout whose first elements are shown. It is not needed if these are all, or with an engine in the page. */
  prepare(layout: Layout, held: Rect): void {
    const { summary: { contentSize }, client } = layout, [x, y, width, height] = held, view = this.#view;
    const isWhole = x <= 0 && y <= 0 && contentSize.width <= x + width && contentSize.height <= y + height;
    if (isWhole || !this.#mayFetch(layout) || client?.options.engine !== undefined) return;
    if (this.#loading === layout || this.#next === layout || this.#refused === layout || (view?.layout === layout && view.isWhole)) return;
    // While a window is resized, layouts follow each other: the last one's elements are fetched.
    if (view === undefined && this.#loading === undefined) this.#take(layout);
    else this.#takeLater(layout);
  }

  /** Continues with a version: all that its changes leave as it was stays in the view. */
  follow(layout: Layout, changes: Changes): void {
    if (this.#view?.layout.id !== changes.from) return;
    this.#view = this.#view.after(layout, changes);
    this.#takeLater(layout);
  }

  #mayFetch({ summary: { itemCount } }: Layout): boolean { return itemCount <= (this.#limit() ?? 200_000); }

  /** Aborts what is fetched, and fetches nothing more. */
  #stop(): void {
    clearTimeout(this.#timer);
    this.#load.abort();
    this.#loading = this.#next = undefined;
  }

  #takeLater(layout: Layout): void {
    this.#stop();
    this.#next = layout;
    this.#timer = setTimeout(() => this.#take(layout), restTime);
  }

  /** Fetches the elements of a layout, or those that the view of it misses. */
  #take(layout: Layout): void {
    this.#stop();
    if (this.#signal.aborted) return;
    const { signal } = this.#load = new AbortController(), view = this.#view;
    this.#loading = layout;
    this.#fetch(layout, view, signal).then((come) => {
      if (!signal.aborted) this.#view = come;
    }, ({ status }: { status?: number }) => {
      // The wall queries the service as it would without a view, and reports what fails then. The next response tries again.
      if (status !== undefined && status < 500) this.#refused = layout;
    }).finally(() => { if (!signal.aborted) this.#loading = undefined; });
  }

  /** Fetches a view of a layout, or what is missing of the one that is here. No first screen waits for its code. */
  async #fetch(layout: Layout, view: LayoutView | undefined, signal: AbortSignal): Promise<LayoutView> {
    if (view?.layout === layout) return view.complete(signal);
    const [{ LayoutView }, columns] = await Promise.all([import("../client/view.js"), layout.columns({ rect: "all" }, signal, false)]);
    return new LayoutView(layout, columns);
  }
}
