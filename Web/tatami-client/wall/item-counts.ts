// SPDX-License-Identifier: Apache-2.0

import type { Layout } from "../client/tatami-layout.js";

/** The number of items in each section of a `Wall`'s layout, requested once for each layout of several sections. */
export class ItemCounts {
  #known: { of: Layout | undefined; counts: readonly number[] } | undefined;

  async of(layout: Layout | undefined, signal: AbortSignal): Promise<readonly number[]> {
    if (layout === undefined || layout.summary.sectionCount < 2) return [layout?.summary.itemCount ?? 0];
    if (this.#known?.of !== layout) this.#known = { of: layout, counts: (await layout.sections(signal)).map((one) => one.itemCount) };
    return this.#known.counts;
  }

  /** Records the numbers of a layout, so that they are not requested. */
  learn(layout: Layout | undefined, counts: readonly number[]): void { this.#known = { of: layout, counts }; }
}
