// SPDX-License-Identifier: Apache-2.0
import { reducesMotion } from "./rects.js";
const course = { duration: 200, easing: "cubic-bezier(.2, 0, 0, 1)" };
export function motion() {
    return reducesMotion() ? undefined : course;
}
const slidesOf = (node) => node.getAnimations().filter(({ id }) => id === "tatami-slide");
export async function ended(cells) {
    await Promise.allSettled(cells.flatMap(([, node]) => slidesOf(node).map((one) => one.finished)));
}
export class Sliding {
    #before;
    constructor(cells) {
        this.#before = new Map(motion() === undefined ? [] : cells.map(([path, node]) => [path.join("-"), node.getBoundingClientRect()]));
    }
    play(cells, origin, except) {
        const options = motion();
        if (options === undefined)
            return;
        const all = cells.filter(([, node]) => node !== except);
        for (const [, node] of all)
            for (const one of slidesOf(node))
                one.cancel();
        const slides = all.map(([path, node]) => ({ node, from: this.#before.get(origin(path).join("-")), to: node.getBoundingClientRect() }));
        for (const { node, from, to } of slides) {
            const parent = node.parentElement, zoom = parent.getBoundingClientRect().width / parent.offsetWidth || 1;
            const x = ((from?.x ?? to.x) - to.x) / zoom, y = ((from?.y ?? to.y) - to.y) / zoom;
            if (Math.abs(x) > 0.5 || Math.abs(y) > 0.5) {
                node.animate([{ translate: `${x}px ${y}px` }, { translate: "0px 0px" }], { ...options, composite: "add", id: "tatami-slide" });
            }
        }
    }
}
