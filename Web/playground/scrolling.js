// SPDX-License-Identifier: Apache-2.0
export class Scroller {
    node;
    isOwn;
    isWindow;
    #viewport;
    #origin;
    constructor(viewport, origin, choice) {
        this.#viewport = viewport;
        this.#origin = origin;
        this.node = choice === "window" || (choice === document.body && !isBodyScroller()) ? rootOf() : choice ?? nearestTo(viewport);
        this.isOwn = this.node === viewport;
        this.isWindow = this.node === rootOf();
    }
    get seen() {
        const { offset: { x, y }, node } = this;
        return [x, y, node.clientWidth, node.clientHeight];
    }
    get events() { return this.isWindow ? window : this.node; }
    get width() { return this.#viewport.clientWidth; }
    get height() { return this.node.clientHeight; }
    get outerSize() { return this.isWindow ? `${innerWidth} ${innerHeight}` : `${this.node.offsetWidth} ${this.node.offsetHeight}`; }
    get isRightToLeft() { return getComputedStyle(this.#viewport).direction === "rtl"; }
    get offset() {
        const { node } = this;
        if (this.isOwn)
            return { x: this.#start + node.scrollLeft, y: node.scrollTop };
        const { left, top } = this.#origin().getBoundingClientRect(), box = this.isWindow ? undefined : node.getBoundingClientRect();
        return { x: (box === undefined ? 0 : box.left + node.clientLeft) - left, y: (box === undefined ? 0 : box.top + node.clientTop) - top };
    }
    scrollTo(x, y, isExact = false, behavior = "instant") {
        const { node } = this;
        if (this.isOwn)
            return node.scrollTo({ left: x - this.#start, top: y, behavior });
        const now = this.offset, left = x - Math.max(0, now.x), top = y - (isExact ? now.y : Math.max(0, now.y));
        if (left !== 0 || top !== 0)
            node.scrollBy({ left, top, behavior });
    }
    get #start() {
        const { scrollLeft, scrollWidth, clientWidth } = this.node;
        return scrollLeft < 0 || this.isRightToLeft ? scrollWidth - clientWidth : 0;
    }
}
function rootOf() { return (document.scrollingElement ?? document.documentElement); }
function isBodyScroller() {
    const { overflowX, overflowY } = getComputedStyle(document.documentElement);
    return document.body !== rootOf() && (overflowX !== "visible" || overflowY !== "visible");
}
const probeLength = 100000;
const warned = new WeakSet();
function nearestTo(viewport) {
    const root = rootOf();
    if (!viewport.isConnected)
        return viewport;
    const probe = document.createElement("div");
    probe.style.cssText = `height:${probeLength}px;width:1px`;
    viewport.append(probe);
    const scrolls = (one) => /auto|scroll|overlay|hidden/.test(getComputedStyle(one).overflowY) && one.clientHeight < probeLength;
    let nearest = viewport;
    const isRoot = (one) => one === root || (one === document.body && !isBodyScroller());
    while (nearest !== null && !isRoot(nearest) && !scrolls(nearest))
        nearest = parentOf(nearest);
    probe.remove();
    const found = nearest === null || isRoot(nearest) ? root : nearest;
    if (found !== viewport && /auto|scroll/.test(getComputedStyle(viewport).overflowY) && !warned.has(viewport)) {
        warned.add(viewport);
        console.warn(`${nameOf(viewport)} has no height, so it scrolls with ${found === root ? "the window" : nameOf(found)}. `
            + "Give it a height, or set its scroller.");
    }
    return found;
}
function parentOf(node) {
    const parent = node.assignedSlot ?? node.parentNode;
    return (parent instanceof ShadowRoot ? parent.host : parent);
}
function nameOf({ localName, id }) { return `<${localName}${id === "" ? "" : ` id="${id}"`}>`; }
