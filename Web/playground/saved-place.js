// SPDX-License-Identifier: Apache-2.0
import { visitItems } from "./finding.js";
const restTime = 300;
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
    } while (wall.layout !== layout && wall.restored !== undefined);
}
export async function begin(wall) {
    const { layout, scroller: { isWindow }, options: { initialItem, initialOffset, pins } } = wall;
    const saved = isWindow ? placesIn(history.state)?.[wall.viewport.id] : undefined;
    const linked = isWindow ? /[#&]item=([^&]+)/.exec(location.hash)?.[1] : undefined;
    const named = linked === undefined ? initialItem : decoded(linked);
    if (layout === undefined)
        return;
    if (saved !== undefined) {
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
function isVertical({ layout, visible: [, , across, down] }) {
    const { width, height } = layout.summary.contentSize;
    return width <= across + 1 || height > down + 1;
}
function keep(wall) {
    const { life: { signal }, scroller } = wall, { href } = location;
    if (!scroller.isWindow || signal.aborted)
        return;
    let timer;
    const save = () => {
        clearTimeout(timer);
        const state = history.state, place = wall.state();
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
    if (scrollX !== 0 || scrollY !== 0)
        later();
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}
function decoded(id) {
    try {
        return decodeURIComponent(id);
    }
    catch {
        return id;
    }
}
const name = "tatamiWalls";
function placesIn(state) {
    return state?.[name];
}
async function pathOf(layout, id) {
    let found;
    await visitItems(layout, (item, path) => {
        if (String(Object(item).id) === id)
            found = path;
        return found !== undefined;
    });
    return found;
}
