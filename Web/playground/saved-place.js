// SPDX-License-Identifier: Apache-2.0
// Where a reader begins: at the place that was saved before a reload or a way back, at the item of a link (`#item=ID`), or
// where the page says. Walls that scroll with the window save the place in the history's entry by themselves.
import { visitItems } from "./finding.js";
/** How long a reader has to rest before the place is saved, in milliseconds: browsers limit how often the history changes. */
const restTime = 300;
/** Scrolls to a saved place: the item keeps its distance from the view's corner. Nothing happens if the item does not exist. */
export async function restore(wall, state) {
    const { id, x, y } = state;
    let { indexPath } = state, layout;
    do {
        layout = wall.layout;
        if (layout === undefined)
            return;
        const at = async (path) => (await wall.attributes({ indexPath: `${path[0]}-${path[1]}` }).catch(() => []))[0];
        let one = await at(indexPath);
        if (id !== undefined && one?.id !== id) {
            const path = await pathOf(layout, String(id));
            one = path && await at(path);
        }
        if (one === undefined || wall.life.signal.aborted)
            return;
        indexPath = one.indexPath;
        if (wall.layout === layout)
            wall.scrollToOffset(isVertical(wall) ? wall.visible[0] : one.frame.x - x, isVertical(wall) ? one.frame.y - y : wall.visible[1], true);
        wall.keep({ ...state, indexPath });
        await wall.update();
        // A scrollbar that has appeared meanwhile leads to another layout.
    } while (wall.layout !== layout && wall.restored !== undefined);
}
/** Scrolls to where the reader begins, and from then on saves where the reader is. */
export async function begin(wall) {
    const { layout, scroller: { isWindow }, options: { initialItem, initialOffset, pins } } = wall;
    const saved = isWindow ? placesIn(history.state)?.[wall.viewport.id] : undefined;
    const linked = isWindow ? /[#&]item=([^&]+)/.exec(location.hash)?.[1] : undefined;
    const named = linked === undefined ? initialItem : decoded(linked);
    if (layout === undefined)
        return;
    if (saved !== undefined) {
        // The browser's own way back would scroll again, to where other content was.
        history.scrollRestoration = "manual";
        await restore(wall, saved);
    }
    else if (named !== undefined) {
        const path = typeof named === "string" ? await pathOf(layout, named) : named;
        if (path !== undefined && pins)
            await wall.scrollToItem(path[0], path[1], "start");
        else if (path !== undefined)
            await restore(wall, { indexPath: path, x: 0, y: 0 });
    }
    else if (initialOffset !== undefined) {
        wall.scrollToOffset(isVertical(wall) ? 0 : initialOffset, isVertical(wall) ? initialOffset : 0, true);
        await wall.update();
    }
    keep(wall);
}
/** Whether the content scrolls vertically. */
function isVertical({ layout, visible: [, , across, down] }) {
    const { width, height } = layout.summary.contentSize;
    return width <= across + 1 || height > down + 1;
}
/** Saves the reader's place in the history's entry: once scrolling rests, before a click leads elsewhere, and when the page is left. */
function keep(wall) {
    const { life: { signal }, scroller } = wall, { href } = location;
    if (!scroller.isWindow || signal.aborted)
        return;
    let timer;
    const save = () => {
        clearTimeout(timer);
        const state = history.state, place = wall.state();
        // A router has gone to another entry, or keeps something other than an object in its own.
        if (place === undefined || location.href !== href || (state !== null && typeof state !== "object"))
            return;
        history.replaceState({ ...state, [name]: { ...placesIn(state), [wall.viewport.id]: place } }, "");
    };
    const later = () => {
        clearTimeout(timer);
        timer = setTimeout(save, restTime);
    };
    addEventListener("scroll", later, { passive: true, signal });
    addEventListener("click", save, { capture: true, signal });
    addEventListener("pagehide", save, { signal });
    // The reader may have scrolled before.
    if (scrollX !== 0 || scrollY !== 0)
        later();
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}
/** Returns a percent-encoded id as text; as it is written if the encoding is broken. */
function decoded(id) {
    try {
        return decodeURIComponent(id);
    }
    catch {
        return id;
    }
}
/** The field of the history's state that has the places, by the ids of the walls' viewports. */
const name = "tatamiWalls";
function placesIn(state) {
    return state?.[name];
}
/** Returns the index path of the item with an id, by its text; undefined if there is none. */
async function pathOf(layout, id) {
    let found;
    await visitItems(layout, (item, path) => {
        if (String(Object(item).id) === id)
            found = path;
        return found !== undefined;
    });
    return found;
}
