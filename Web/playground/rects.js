// SPDX-License-Identifier: Apache-2.0
export function toFrame([x, y, width, height]) {
    return { x, y, width, height };
}
export function placeOf({ x, y }) {
    const across = Math.floor(x), down = Math.floor(y);
    return { left: x - across, top: y - down, translate: `${across}px ${down}px` };
}
export function moveNode({ style }, point) {
    const { left, top, translate } = placeOf(point);
    Object.assign(style, { left: `${left}px`, top: `${top}px`, translate });
}
export const reducesMotion = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches === true;
export function effectsOf({ alpha, transform, dim }) {
    if (alpha === undefined && transform === undefined && dim === undefined)
        return undefined;
    return {
        ...(alpha !== undefined && { opacity: alpha }), ...(transform && !reducesMotion() && { transform: `matrix(${transform.join()})` }),
        ...(dim !== undefined && { filter: `brightness(${1 - dim})` }),
    };
}
const affected = new WeakSet();
export function showEffects(node, attributes) {
    const effects = effectsOf(attributes);
    if (affected.has(node))
        Object.assign(node.style, { opacity: "", transform: "", filter: "" });
    affected.delete(node);
    if (effects === undefined)
        return;
    affected.add(node);
    Object.assign(node.style, effects);
}
export function withEffects(one, before) {
    if (before === undefined || effectsOf(before) === undefined)
        return one;
    const { alpha, transform, dim, zIndex } = before;
    return { ...one, alpha, transform, dim, zIndex };
}
export function meets([x, y, width, height], frame) {
    return x <= frame.x + frame.width && frame.x <= x + width && y <= frame.y + frame.height && frame.y <= y + height;
}
export function contains([x, y, width, height], [left, top, across, down]) {
    return x <= left + 1 && y <= top + 1 && left + across <= x + width + 1 && top + down <= y + height + 1;
}
export function looksLike(one, other) {
    return one.frame.width === other.frame.width && one.frame.height === other.frame.height
        && one.cornerRadius === other.cornerRadius
        && one.imageHeight === other.imageHeight && one.id === other.id && keyOf(one) === keyOf(other);
}
export function radiusOf({ cornerRadius }) {
    return cornerRadius === undefined ? undefined : `${cornerRadius}px`;
}
export function withCell(all, cell) {
    const after = all.findIndex((one) => byIndexPath(one, cell) > 0), at = after < 0 ? all.length : after;
    return [...all.slice(0, at), cell, ...all.slice(at)];
}
export function byIndexPath({ indexPath: [section = 0, item = 0] }, { indexPath: [other = 0, last = 0] }) {
    return section - other || item - last;
}
export function badgesAmong(all) {
    const nameOf = ({ kind, indexPath: [section] }) => `${section}/${kind}`;
    const names = new Set(all.filter(({ category, indexPath: [, item = 0] }) => category === "supplementary" && item > 0).map(nameOf));
    return (one) => one.category === "supplementary" && one.indexPath.length > 1 && names.has(nameOf(one));
}
export function inReadingOrder(all) {
    const isBadge = badgesAmong(all);
    const place = (one) => {
        const { category, kind = "", indexPath: [section = 0, item] } = one;
        if (item === undefined)
            return [/footer/i.test(kind) ? Infinity : -1, 0, section];
        const rank = category === "cell" ? 1 : category === "decoration" ? 4 : isBadge(one) ? 3 : /header/i.test(kind) ? 0 : 2;
        return [section, rank, item];
    };
    return all.map((one) => ({ one, at: place(one) })).sort(({ at: [section = 0, rank = 0, item = 0] }, { at: [other = 0, last = 0, index = 0] }) => (section === other ? rank - last || item - index : section < other ? -1 : 1)).map(({ one }) => one);
}
export function offsetShowing(frame, [x, y, width, height], place, isRightToLeft) {
    const across = !isRightToLeft || place === undefined || place === "center" ? place : place === "start" ? "end" : "start";
    return [offsetAlong(frame.x, frame.width, x, width, across), offsetAlong(frame.y, frame.height, y, height, place)];
}
function offsetAlong(at, length, offset, extent, place) {
    if (place === "center")
        return at + length / 2 - extent / 2;
    if (place === "start" || (place === undefined && (at < offset || length > extent)))
        return at;
    return place === "end" || at + length > offset + extent ? at + length - extent : offset;
}
export function heightsOf({ frame: { height }, imageHeight = height }) {
    return { imageHeight, bodyHeight: height - imageHeight };
}
export const sizesOf = ({ frame: { width } }) => `${Math.ceil(width)}px`;
export const keyOf = ({ category, kind, indexPath }) => `${category}/${kind ?? ""}/${indexPath.join("-")}`;
