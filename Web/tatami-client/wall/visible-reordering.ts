// SPDX-License-Identifier: Apache-2.0
// Moves an item of the elements that `<tatami-wall>` and the React hook show.

import { type ItemMove, Moves, movedCounts, movedPath } from "./moves.js";
import type { Layout } from "../client/tatami-layout.js";
import type { Changes, ChangesQuery } from "../client/tatami-types.js";
import type { VisibleElements } from "./visible-elements.js";
import type { VisibleUpdating } from "./visible-updating.js";

/**
 * Updates the layout by a move, once earlier changes are shown.
 *
 * @param begin is called right before `onChange`.
 * @returns false if another document is shown by then.
 */
export function moveVisible(core: VisibleElements, move: ItemMove, begin: () => void): Promise<boolean> {
  const moves = core.moves ??= new Moves();
  return perform(core, moves, async (layout, query) => {
    const counts = movedCounts(await core.itemCounts(), move);
    return { ...await layout.update({ move: [move] }, query, core.life.signal), counts };
  }, () => {
    begin();
    moves.add(move);
    const { waiting } = core.updating as VisibleUpdating, all = [...waiting.values()];
    waiting.clear();
    for (const one of all) {
      const indexPath = movedPath(one.indexPath, move);
      waiting.set(indexPath.join("-"), { ...one, indexPath });
    }
  });
}

/** Shows a layout with the frames and the order of the one that is shown. */
export function adoptVisible(core: VisibleElements, target: Layout): Promise<boolean> {
  return perform(core, core.moves, async (layout, query) => (
    { layout: target, changes: await target.changesFrom(layout, query, core.life.signal), counts: await core.itemCounts() }), () => {});
}

interface Made { layout: Layout; changes: Changes; counts: readonly number[] }

function perform(core: VisibleElements, moves: Moves | undefined, make: (layout: Layout, query: ChangesQuery) => Promise<Made>, begin: () => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    core.jobs.push(async (before) => {
      try {
        if (core.moves !== moves) return resolve(false);
        const updating = await core.loadUpdating(), rects = core.shownRects, { layout, changes, counts } = await make(before, { ...rects, anchor: "none" });
        if (core.moves !== moves || core.layout !== before) return resolve(false);
        begin();
        core.lengths = Promise.resolve([...counts]);
        updating.adopt(layout, changes, rects.rect, counts);
        resolve(true);
      } catch (error) {
        reject(error as Error);
      }
    });
    void core.update();
  });
}
