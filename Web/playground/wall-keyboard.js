// SPDX-License-Identifier: Apache-2.0
import { ItemCounts } from "./item-counts.js";
import { neighbour } from "./walking.js";
import { leads } from "./walking-keys.js";
export function walkByKeys(wall) {
    const counts = new ItemCounts();
    const walk = async (layout, from, key) => {
        const to = await neighbour({ core: wall, elements: wall.drawn, counts: await counts.of(layout, wall.life.signal) }, from, key);
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
