// SPDX-License-Identifier: Apache-2.0
// The arrow keys, Home, End, Page Up and Page Down in a `Wall`: they lead from item to item. Loaded once an item has the focus.
import { leads, neighbour } from "./walking.js";
/** Lets the keys lead from the item that has the focus to others. */
export function walkByKeys(wall) {
    let known;
    const itemCounts = async (layout) => {
        if (layout.summary.sectionCount < 2)
            return [layout.summary.itemCount];
        if (known?.of !== layout)
            known = { of: layout, counts: (await layout.sections(wall.life.signal)).map((one) => one.itemCount) };
        return known.counts;
    };
    const walk = async (layout, from, key) => {
        const to = await neighbour({ core: wall, elements: wall.drawn, counts: await itemCounts(layout) }, from, key);
        if (to === undefined)
            return;
        await wall.scrollToItem(...to);
        wall.node(to)?.focus({ preventScroll: true });
    };
    wall.viewport.addEventListener("keydown", (event) => {
        const { layout } = wall, path = wall.pathOf(event.target);
        if (layout === undefined || path === undefined || !leads(event))
            return;
        event.preventDefault();
        walk(layout, path, event.key).catch((error) => wall.fail(error));
    }, { signal: wall.life.signal });
}
