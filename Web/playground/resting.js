// SPDX-License-Identifier: Apache-2.0
import { keyOf, offsetShowing } from "./rects.js";
export const resting = async (frame, seen, place, isRightToLeft, wall, section) => {
    const [left, top, width, height] = seen;
    const [x, y] = offsetShowing(frame, seen, place, isRightToLeft), view = [x, y, width, height];
    const [shown, unpinned] = await Promise.all([wall.attributes({ rect: view, bounds: view }), wall.attributes({ rect: view })]);
    const content = wall.layout?.summary.contentSize ?? { width: 0, height: 0 };
    const free = besidePinned(view, section, shown, unpinned, content.height > height + 1 || content.width <= width + 1);
    const across = free[0] - x, down = free[1] - y;
    const beside = offsetShowing(frame, [left + across, top + down, free[2], free[3]], place, isRightToLeft);
    return [beside[0] - across, beside[1] - down];
};
function besidePinned([x, y, width, height], section, shown, unpinned, isVertical) {
    const along = ({ frame }) => isVertical ? frame.y : frame.x, places = new Map(unpinned.map((one) => [keyOf(one), along(one)]));
    const start = isVertical ? y : x, length = isVertical ? height : width;
    let near = start, far = start + length;
    for (const one of shown) {
        const { category, frame, indexPath } = one, at = along(one), end = at + (isVertical ? frame.height : frame.width);
        const isBeside = category === "supplementary" && (indexPath.length === 1 || indexPath[0] === section);
        if (!isBeside || places.get(keyOf(one)) === at || end - at >= length)
            continue;
        if (at + end < 2 * start + length)
            near = Math.max(near, end);
        else
            far = Math.min(far, at);
    }
    return isVertical ? [x, near, width, far - near] : [near, y, far - near, height];
}
