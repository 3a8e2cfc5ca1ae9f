// SPDX-License-Identifier: Apache-2.0
import { ItemCounts } from "./item-counts.js";
import { movedCounts } from "./moves.js";
import { Reordering } from "./reordering.js";
export { Reordering, reorderTexts } from "./reordering.js";
export function reorder(wall, { texts, onMove, onReorder } = {}) {
    const known = new ItemCounts(), itemCounts = () => known.of(wall.layout, wall.life.signal);
    return new Reordering({
        core: wall, list: wall.content, content: wall.content, root: wall.viewport, itemCounts,
        get elements() { return wall.drawn; },
        get cells() {
            return [...wall.nodes.values()].flatMap((node) => {
                const path = wall.pathOf(node);
                return path === undefined ? [] : [[path, node]];
            });
        },
        async move(move, begin) {
            const before = wall.layout, counts = movedCounts(await itemCounts(), move);
            let isShown = false;
            await wall.perform({ move: [move] }, "none", () => {
                begin();
                onMove?.(move);
                isShown = true;
            });
            if (isShown && before !== wall.layout)
                known.learn(wall.layout, counts);
            return isShown;
        },
        adopt: (layout) => wall.transition(layout, "none"),
        reordered: (detail) => onReorder?.(detail) !== false,
    }, texts);
}
