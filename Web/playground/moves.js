// SPDX-License-Identifier: Apache-2.0
export function movedPath([section, item], { from, to }) {
    if (section === from[0] && item === from[1])
        return to;
    let now = item;
    if (section === from[0] && item > from[1])
        now -= 1;
    if (section === to[0] && now >= to[1])
        now += 1;
    return [section, now];
}
export function movedCounts(counts, { from, to }) {
    return counts.map((count, section) => count - Number(section === from[0]) + Number(section === to[0]));
}
export function movedList(list, counts, move) {
    const startOf = (all, section) => all.slice(0, section).reduce((sum, count) => sum + count, 0);
    const moved = [...list], { from, to } = move;
    const [one] = moved.splice(startOf(counts, from[0]) + from[1], 1);
    moved.splice(startOf(movedCounts(counts, move), to[0]) + to[1], 0, one);
    return moved;
}
export const isSamePath = (one, other) => one[0] === other[0] && one[1] === other[1];
export class Moves {
    batch = [];
    add(move) {
        const origin = this.originOf(move.from);
        const others = this.batch.filter(({ from }) => !isSamePath(from, origin)).map(({ from, to }) => ({ from, to: movedPath(to, move) }));
        this.batch = [...others, { from: origin, to: move.to }];
    }
    originOf(path) {
        const [section, item] = path, own = this.batch.find(({ to }) => isSamePath(to, path));
        if (own !== undefined)
            return own.from;
        let place = item - this.batch.filter(({ to }) => to[0] === section && to[1] < item).length;
        const gone = this.batch.filter(({ from }) => from[0] === section).map(({ from }) => from[1]).sort((one, other) => one - other);
        for (const one of gone)
            if (one <= place)
                place += 1;
        return [section, place];
    }
    async repeated(layout, query, signal) {
        const moved = (await layout.update({ move: this.batch }, undefined, signal)).layout;
        return { layout: moved, attributes: (await moved.attributes(query, signal)).attributes };
    }
}
