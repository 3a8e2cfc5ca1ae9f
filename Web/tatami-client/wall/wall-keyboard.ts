// SPDX-License-Identifier: Apache-2.0
// The arrow keys, Home, End, Page Up and Page Down in a `Wall`: they lead from item to item. Loaded once an item has the focus.

import type { Layout } from "../client/tatami-layout.js";
import type { IndexPath } from "../client/tatami-types.js";
import { ItemCounts } from "./item-counts.js";
import { neighbour } from "./walking.js";
import { leads } from "./walking-keys.js";
import type { Wall } from "./wall.js";

/** Lets the keys lead from the item that has the focus to others. */
export function walkByKeys(wall: Wall): void {
  const counts = new ItemCounts();
  const walk = async (layout: Layout, from: IndexPath, key: string): Promise<void> => {
    const to = await neighbour({ core: wall, elements: wall.drawn, counts: await counts.of(layout, wall.life.signal) }, from, key);
    if (to === undefined) return;
    await wall.scrollToItem(...to);
    wall.node(to)?.focus({ preventScroll: true });
  };
  wall.viewport.addEventListener("keydown", (event) => {
    const { layout } = wall, path = wall.pathOf(event.target as HTMLElement);
    if (layout === undefined || path === undefined || !leads(event)) return;
    event.preventDefault();
    walk(layout, path, event.key).catch((error: unknown) => wall.fail(error));
  }, { signal: wall.life.signal });
}
