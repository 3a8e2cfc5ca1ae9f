// SPDX-License-Identifier: Apache-2.0
// Lets readers move the items of a React wall, whose hook loads this file.

import { Reordering } from "./reordering.js";
import type { ReorderOptions } from "./reorder-options.js";
import type { IndexPath } from "../client/tatami-types.js";
import type { VisibleElements } from "./visible-elements.js";
import { adoptVisible, moveVisible } from "./visible-reordering.js";

/** `options` returns the hook's current ones. */
export function reorderHook(core: VisibleElements, options: () => ReorderOptions): Reordering {
  const content = core.origin as HTMLElement;
  return new Reordering({
    core, list: content, content, root: core.viewport,
    get elements() { return core.current.elements; },
    get cells() {
      return [...content.querySelectorAll<HTMLElement>('[data-key^="cell//"]')].map((node) => (
        [(node.dataset["key"] ?? "").slice(6).split("-").map(Number) as IndexPath, node] as const));
    },
    itemCounts: () => core.itemCounts(),
    async move(move, begin) {
      let drawn = Promise.resolve();
      const isShown = await moveVisible(core, move, () => {
        begin();
        // React draws the items later.
        drawn = nextDrawing(core);
        options().onMove?.(move);
      });
      if (isShown) await drawn;
      return isShown;
    },
    adopt: (layout) => adoptVisible(core, layout),
    reordered: (detail) => options().onReorder?.(detail) !== false,
  }, options().texts);
}

/** Resolves when the next elements are drawn, before they are painted. */
function nextDrawing(core: VisibleElements): Promise<void> {
  return new Promise((resolve) => { core.whenDrawn = resolve; });
}
