// SPDX-License-Identifier: Apache-2.0
// Functions of rectangles, frames and attributes.
export function toFrame([x, y, width, height]) {
    return { x, y, width, height };
}
/**
 * Returns the style that puts a box in its place: whole points as `translate`, because browsers count a change of `left`
 * and `top` as a layout shift, and the fraction as `left` and `top`, because browsers round these to the screen's pixels.
 */
export function placeOf({ x, y }) {
    const across = Math.floor(x), down = Math.floor(y);
    return { left: x - across, top: y - down, translate: `${across}px ${down}px` };
}
/** Puts a node in its place. */
export function moveNode({ style }, point) {
    const { left, top, translate } = placeOf(point);
    Object.assign(style, { left: `${left}px`, top: `${top}px`, translate });
}
/** Whether the reader prefers reduced motion; false on a server. */
export const reducesMotion = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches === true;
/** Returns the style of an element's effects, without the transform if the reader prefers reduced motion; undefined if it has none. */
export function effectsOf({ alpha, transform, dim }) {
    if (alpha === undefined && transform === undefined && dim === undefined)
        return undefined;
    return {
        ...(alpha !== undefined && { opacity: alpha }), ...(transform && !reducesMotion() && { transform: `matrix(${transform.join()})` }),
        ...(dim !== undefined && { filter: `brightness(${1 - dim})` }),
    };
}
/** The nodes that show effects. */
const affected = new WeakSet();
/** Shows an element's effects, and none that its node showed before. */
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
/**
 * Returns a changed element with the effects and the stacking order that it had before. Changes have no effects, so it
 * keeps its looks until the new layout is queried.
 */
export function withEffects(one, before) {
    if (before === undefined || effectsOf(before) === undefined)
        return one;
    const { alpha, transform, dim, zIndex } = before;
    return { ...one, alpha, transform, dim, zIndex };
}
export function meets([x, y, width, height], frame) {
    return x <= frame.x + frame.width && frame.x <= x + width && y <= frame.y + frame.height && frame.y <= y + height;
}
/** Whether the first rectangle contains the second; a point of difference is rounding by the browser. */
export function contains([x, y, width, height], [left, top, across, down]) {
    return x <= left + 1 && y <= top + 1 && left + across <= x + width + 1 && top + down <= y + height + 1;
}
/** Whether a node that shows one element also shows the other once it is moved. */
export function looksLike(one, other) {
    return one.frame.width === other.frame.width && one.frame.height === other.frame.height
        && one.cornerRadius === other.cornerRadius
        && one.imageHeight === other.imageHeight && one.id === other.id && keyOf(one) === keyOf(other);
}
/** Returns the radius of an element's corners as CSS; undefined if it has none. */
export function radiusOf({ cornerRadius }) {
    return cornerRadius === undefined ? undefined : `${cornerRadius}px`;
}
/** Returns elements with one more cell, inserted in the document's order. */
export function withCell(all, cell) {
    const after = all.findIndex((one) => byIndexPath(one, cell) > 0), at = after < 0 ? all.length : after;
    return [...all.slice(0, at), cell, ...all.slice(at)];
}
export function byIndexPath({ indexPath: [section = 0, item = 0] }, { indexPath: [other = 0, last = 0] }) {
    return section - other || item - last;
}
/**
 * Returns a function that tells whether an element belongs to an item or a group, such as a badge: its kind has several
 * in a section. Headers and footers have the number 0 in their index paths.
 */
export function badgesAmong(all) {
    const nameOf = ({ kind, indexPath: [section] }) => `${section}/${kind}`;
    const names = new Set(all.filter(({ category, indexPath: [, item = 0] }) => category === "supplementary" && item > 0).map(nameOf));
    return (one) => one.category === "supplementary" && one.indexPath.length > 1 && names.has(nameOf(one));
}
/** Returns elements in the order of responses: by section, and in it headers, cells by item, footers, badges and decorations. */
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
/** Returns the offset that shows a frame at a place of the view; without a place, the nearest that shows all of it. */
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
/** Returns the heights of an item's image and of its body below; without an `imageHeight` the image is the whole item. */
export function heightsOf({ frame: { height }, imageHeight = height }) {
    return { imageHeight, bodyHeight: height - imageHeight };
}
/** Returns the attribute `sizes` of an item's photo, so that the browser takes the smallest of its `srcset` that is sharp. */
export const sizesOf = ({ frame: { width } }) => `${Math.ceil(width)}px`;
/** Returns a key that is unique among the elements of a layout. */
export const keyOf = ({ category, kind, indexPath }) => `${category}/${kind ?? ""}/${indexPath.join("-")}`;
