// SPDX-License-Identifier: Apache-2.0
// Slides items from their places before a change of the layout to their new places.
import { reducesMotion } from "./rects.js";
const course = { duration: 200, easing: "cubic-bezier(.2, 0, 0, 1)" };
/** The options of an animation; undefined if the reader prefers reduced motion. */
export function motion() {
    return reducesMotion() ? undefined : course;
}
const slidesOf = (node) => node.getAnimations().filter(({ id }) => id === "tatami-slide");
/** Resolves when no cell slides. */
export async function ended(cells) {
    await Promise.allSettled(cells.flatMap(([, node]) => slidesOf(node).map((one) => one.finished)));
}
export class Sliding {
    #before;
    /** Records the places of the cells on screen, in the middle of a slide, too. */
    constructor(cells) {
        this.#before = new Map(motion() === undefined ? [] : cells.map(([path, node]) => [path.join("-"), node.getBoundingClientRect()]));
    }
    /** Slides cells to their places. `origin` returns the place of an item before; `except` is a node that follows the pointer. */
    play(cells, origin, except) {
        const options = motion();
        if (options === undefined)
            return;
        const all = cells.filter(([, node]) => node !== except);
        for (const [, node] of all)
            for (const one of slidesOf(node))
                one.cancel();
        // One reflow for all: every place is read before the first animation begins.
        const slides = all.map(([path, node]) => ({ node, from: this.#before.get(origin(path).join("-")), to: node.getBoundingClientRect() }));
        for (const { node, from, to } of slides) {
            // The cell's own width may be scaled by effects; its parent's is scaled by the page only.
            const parent = node.parentElement, zoom = parent.getBoundingClientRect().width / parent.offsetWidth || 1;
            const x = ((from?.x ?? to.x) - to.x) / zoom, y = ((from?.y ?? to.y) - to.y) / zoom;
            if (Math.abs(x) > 0.5 || Math.abs(y) > 0.5) {
                // Added to the cell's place, so that the slide changes neither the place nor the transform of the cell's effects.
                node.animate([{ translate: `${x}px ${y}px` }, { translate: "0px 0px" }], { ...options, composite: "add", id: "tatami-slide" });
            }
        }
    }
}
