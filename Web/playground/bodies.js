// SPDX-License-Identifier: Apache-2.0
// Measures items whose length only the browser knows, such as cards with captions: between drawing a node and painting it.
/** Smaller differences, in points, are the browser's rounding. */
const least = 0.5;
/** Measures a wall's cells, and remembers the lengths that it returned. */
export class Bodies {
    sent = new WeakMap();
    /**
     * Returns the lengths along the scroll axis of cells that differ from their frames: the body's length if the layout
     * says the image's (`imageHeight`), else the item's. A length that the layout does not take is returned once.
     */
    measured(all, isVertical) {
        const side = isVertical ? "height" : "width", cells = all.filter(([, { category }]) => category === "cell");
        // One reflow for all: first every node takes its own length, then all are read.
        const frames = cells.map(([{ style }]) => style[side]);
        for (const [{ style }] of cells)
            style[side] = "auto";
        const lengths = cells.map(([node]) => lengthOf(node, isVertical));
        cells.forEach(([{ style }], index) => { style[side] = frames[index] ?? ""; });
        const measures = new Map();
        cells.forEach(([node, { frame, indexPath: path, imageHeight }], index) => {
            const length = Math.round(64 * (lengths[index] ?? 0)) / 64, indexPath = path;
            const sent = `${path.join("-")} ${frame.width} ${length}`;
            // The layout has the length; if it forgets it with another width or document, it is sent again.
            if (Math.abs(length - frame[side]) < least) {
                this.sent.delete(node);
                return;
            }
            if (this.sent.get(node) === sent)
                return;
            this.sent.set(node, sent);
            measures.set(node, !isVertical ? { indexPath, width: length }
                : imageHeight === undefined ? { indexPath, height: length } : { indexPath, bodyHeight: Math.max(0, length - imageHeight) });
        });
        return measures;
    }
    /** Forgets the length of a node that was not sent after all. */
    forget(node) { this.sent.delete(node); }
    /** Forgets all lengths, for a layout that has none of them. */
    begin() { this.sent = new WeakMap(); }
}
/** Returns the length of a node's border box as it was laid out: no transform changes it, and no pixel is rounded. */
function lengthOf(node, isVertical) {
    const style = getComputedStyle(node), side = isVertical ? "height" : "width", own = parseFloat(style[side]);
    if (Number.isNaN(own))
        return isVertical ? node.offsetHeight : node.offsetWidth;
    if (style.boxSizing === "border-box")
        return own;
    const edges = isVertical ? [style.paddingTop, style.paddingBottom, style.borderTopWidth, style.borderBottomWidth]
        : [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth];
    return edges.reduce((sum, edge) => sum + (parseFloat(edge) || 0), own);
}
/** Returns the update that brings measured sizes into a layout. `seen`: the elements that the reader may have seen. */
export function measuring(measure, seen, options) {
    const keepColumns = typeof options === "object" && options.keepColumns !== undefined ? options.keepColumns : lastPath(seen);
    return keepColumns === undefined ? { measure } : { measure, keepColumns };
}
export function measuringAnchor(options) {
    return typeof options === "object" && options.anchor !== undefined ? options.anchor : "firstWhole";
}
/** Returns the last of some cells in the document's order. */
function lastPath(all) {
    let last;
    for (const { category, indexPath } of all) {
        const [section = 0, item = 0] = indexPath;
        if (category === "cell" && (last === undefined || section > last[0] || (section === last[0] && item > last[1])))
            last = [section, item];
    }
    return last;
}
