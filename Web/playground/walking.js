// SPDX-License-Identifier: Apache-2.0
export async function walk(wall, from, key, begin) {
    const to = await neighbour({ core: wall, elements: wall.elements, counts: await wall.itemCounts() }, from, key);
    if (to === undefined)
        return undefined;
    begin(to);
    await wall.scrollToItem(...to);
    return to;
}
export async function neighbour({ core, elements, counts }, [section, item], key) {
    const isRTL = getComputedStyle(core.viewport).direction === "rtl";
    const step = (by) => {
        if (by === 1 ? item + 1 < (counts[section] ?? 0) : item > 0)
            return [section, item + by];
        const other = by === 1 ? counts.findIndex((count, index) => index > section && count > 0) : lastOf(counts, section - 1);
        return other < 0 ? undefined : [other, by === 1 ? 0 : (counts[other] ?? 1) - 1];
    };
    switch (key) {
        case "ArrowLeft": return step(isRTL ? 1 : -1);
        case "ArrowRight": return step(isRTL ? -1 : 1);
        case "ArrowUp": return below(elements, [section, item], -1) ?? step(-1);
        case "ArrowDown": return below(elements, [section, item], 1) ?? step(1);
        case "PageUp": return page(core, [section, item], -1);
        case "PageDown": return page(core, [section, item], 1);
        case "Home":
        case "End": {
            const end = key === "Home" ? counts.findIndex((count) => count > 0) : lastOf(counts, counts.length - 1);
            return end < 0 ? undefined : [end, key === "Home" ? 0 : (counts[end] ?? 1) - 1];
        }
        default: return undefined;
    }
}
function lastOf(counts, from) {
    for (let index = from; index >= 0; index -= 1)
        if ((counts[index] ?? 0) > 0)
            return index;
    return -1;
}
function below(elements, path, sign) {
    const cells = elements.filter((one) => one.category === "cell"), from = cells.find((one) => isAt(one, path));
    if (from === undefined)
        return undefined;
    const middle = (one) => one.frame.x + one.frame.width / 2;
    const gap = (one) => sign === 1
        ? one.frame.y - from.frame.y - from.frame.height : from.frame.y - one.frame.y - one.frame.height;
    return nearest(cells.filter((one) => one !== from && gap(one) > -0.5), (one) => Math.max(0, gap(one)) + 2 * Math.abs(middle(one) - middle(from)));
}
async function page(wall, path, sign) {
    const { layout, visible: [, , width, height] } = wall;
    if (layout === undefined)
        return undefined;
    const { contentSize } = layout.summary;
    const from = (await wall.attributes({ indexPath: path.join("-") }))[0]?.frame;
    if (from === undefined)
        return undefined;
    const isAcross = contentSize.height <= height && contentSize.width > width;
    const [x, y] = isAcross ? [from.x + sign * width, from.y] : [from.x, from.y + sign * height];
    const rect = isAcross
        ? [Math.max(0, Math.min(x, contentSize.width - width)) - 1, 0, width + 2, contentSize.height]
        : [0, Math.max(0, Math.min(y, contentSize.height - height)) - 1, contentSize.width, height + 2];
    const attributes = await wall.attributes({ rect });
    return nearest(attributes.filter((one) => one.category === "cell"), ({ frame }) => Math.abs(frame.x - x) + Math.abs(frame.y - y));
}
function nearest(cells, distance) {
    let best, least = Infinity;
    for (const one of cells) {
        const now = distance(one);
        if (now < least)
            [best, least] = [one, now];
    }
    return best?.indexPath;
}
const isAt = ({ indexPath }, [section, item]) => indexPath[0] === section && indexPath[1] === item;
