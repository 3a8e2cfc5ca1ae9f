// SPDX-License-Identifier: Apache-2.0
const least = 0.5;
export class Bodies {
    sent = new WeakMap();
    measured(all, isVertical) {
        const side = isVertical ? "height" : "width", cells = all.filter(([, { category }]) => category === "cell");
        const frames = cells.map(([{ style }]) => style[side]);
        for (const [{ style }] of cells)
            style[side] = "auto";
        const lengths = cells.map(([node]) => lengthOf(node, isVertical));
        cells.forEach(([{ style }], index) => { style[side] = frames[index] ?? ""; });
        const measures = new Map();
        cells.forEach(([node, { frame, indexPath: path, imageHeight }], index) => {
            const length = Math.round(64 * (lengths[index] ?? 0)) / 64, indexPath = path;
            const sent = `${path.join("-")} ${frame.width} ${length}`;
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
    forget(node) { this.sent.delete(node); }
    begin() { this.sent = new WeakMap(); }
}
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
export function measuring(measure, seen, options) {
    const keepColumns = typeof options === "object" && options.keepColumns !== undefined ? options.keepColumns : lastPath(seen);
    return keepColumns === undefined ? { measure } : { measure, keepColumns };
}
export function measuringAnchor(options) {
    return typeof options === "object" && options.anchor !== undefined ? options.anchor : "firstWhole";
}
function lastPath(all) {
    let last;
    for (const { category, indexPath } of all) {
        const [section = 0, item = 0] = indexPath;
        if (category === "cell" && (last === undefined || section > last[0] || (section === last[0] && item > last[1])))
            last = [section, item];
    }
    return last;
}
