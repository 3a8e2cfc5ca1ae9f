// A virtualised wall in a hundred lines: a scrolling element that holds only what a Tatami server says
// is near the visible rectangle. It needs no framework; `draw` makes and updates the elements' nodes.
//
//   const wall = new VirtualWall(viewport, (node, attributes) => { node.textContent = `${attributes.indexPath[1]}`; });
//   await wall.show(await client.layout(document));
export class VirtualWall {
    viewport;
    draw;
    content = document.createElement("div");
    nodes = new Map();
    spare = [];
    layout;
    options = {};
    asking = new AbortController();
    asked = "";
    constructor(viewport, draw) {
        this.viewport = viewport;
        this.draw = draw;
        viewport.append(this.content);
        viewport.addEventListener("scroll", () => requestAnimationFrame(() => void this.update()), { passive: true });
        new ResizeObserver(() => void this.update()).observe(viewport);
    }
    /** Shows a layout from its start, or where it stands if `keepsOffset`. */
    async show(layout, options = {}, keepsOffset = false) {
        this.layout = layout;
        this.options = options;
        this.asked = "";
        const { width, height } = layout.summary.contentSize;
        this.content.style.cssText = `position:relative;width:${width}px;height:${height}px`;
        if (!keepsOffset)
            this.viewport.scrollTo(0, 0);
        await this.update();
    }
    /** The visible rectangle in content coordinates, also where scrolling runs from the right. */
    get visible() {
        const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth } = this.viewport;
        const x = scrollLeft < 0 || getComputedStyle(this.viewport).direction === "rtl"
            ? scrollWidth - clientWidth + scrollLeft : scrollLeft;
        return [Math.max(0, x), Math.max(0, scrollTop), clientWidth, clientHeight];
    }
    /** Asks for the tiles around the visible rectangle, unless they have been asked for. */
    async update() {
        const layout = this.layout;
        const [x, y, width, height] = this.visible;
        if (layout === undefined || width === 0 || height === 0)
            return;
        // A tile is one screen; three by three are asked for at once, by the same URLs at every step.
        const column = Math.floor(x / width), row = Math.floor(y / height);
        const tiles = [(column - 1) * width, (row - 1) * height, 3 * width, 3 * height];
        const query = this.options.pins ? { rect: tiles, bounds: this.visible } : { rect: tiles };
        const text = JSON.stringify([layout.summary.id, query]);
        if (text === this.asked)
            return;
        this.asked = text;
        this.asking.abort();
        this.asking = new AbortController();
        const signal = this.asking.signal;
        try {
            const answer = await layout.attributes(query, signal);
            if (!signal.aborted)
                this.place(answer.attributes);
        }
        catch (error) {
            if (signal.aborted)
                return;
            this.asked = "";
            this.options.onError?.(error);
        }
    }
    place(all) {
        const here = new Set();
        for (const attributes of all) {
            if (this.options.skips?.(attributes))
                continue;
            const key = `${attributes.category}/${attributes.kind ?? ""}/${attributes.indexPath.join("-")}`;
            here.add(key);
            let node = this.nodes.get(key);
            if (node === undefined) {
                node = this.spare.pop() ?? document.createElement("div");
                this.nodes.set(key, node);
                this.content.append(node);
            }
            const { x, y, width, height } = attributes.frame;
            node.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;z-index:${attributes.zIndex}`;
            this.draw(node, attributes);
        }
        for (const [key, node] of this.nodes) {
            if (here.has(key))
                continue;
            node.remove();
            this.nodes.delete(key);
            if (this.spare.length < 200)
                this.spare.push(node);
        }
    }
}
