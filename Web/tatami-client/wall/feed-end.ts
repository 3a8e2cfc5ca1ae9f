// SPDX-License-Identifier: Apache-2.0
// Tells once that the reader comes near a layout's end, and again when it has other items, so that a feed can append some.

import type { Rect, Summary } from "../client/tatami-types.js";

export interface FeedEndOptions {
  /**
   * Called when the reader comes near the content's end, and again when the layout has another number of items or another
   * layout is shown. If it returns a promise, it is not called until that settles; if it fails, at the next scroll step.
   */
  onEndReached?: (() => unknown) | undefined;
  /** How near, in points: a screen by default. */
  endDistance?: number | undefined;
}

export class FeedEnd {
  /** The number of items at the last call. */
  #told: number | undefined;
  #isBusy = false;

  /** Begins again, for another layout. */
  begin(): void { this.#told = undefined; }

  /**
   * Calls `onEndReached` if the visible part is near the end of the layout that is shown. `again` is called when that has
   * settled: the items that came may be too short to scroll.
   */
  check({ itemCount, contentSize: { width, height } }: Summary, [x, y, across, down]: Rect, isRightToLeft: () => boolean,
    { onEndReached, endDistance }: FeedEndOptions, fail: (error: unknown) => void, again: () => void): void {
    if (onEndReached === undefined || this.#told === itemCount || this.#isBusy) return;
    const isVertical = width <= across + 1 || height > down + 1;
    const rest = isVertical ? height - y - down : isRightToLeft() ? x : width - x - across;
    if (rest > (endDistance ?? (isVertical ? down : across))) return;
    this.#told = itemCount;
    this.#isBusy = true;
    // Also catches an error that is thrown before a promise is returned.
    new Promise((resolve) => resolve(onEndReached())).then(() => {
      this.#isBusy = false;
      again();
    }, (error) => {
      this.#isBusy = false;
      this.#told = undefined;
      fail(error);
    });
  }
}
