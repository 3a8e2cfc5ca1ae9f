// SPDX-License-Identifier: Apache-2.0
import { meets } from "./view.js";
export function merged(before, now, part) {
    const rows = [];
    const frame = (index) => ({ x: before.x[index], y: before.y[index], width: before.width[index], height: before.height[index] });
    let next = 0;
    const isAfter = (index) => now.section[next] > before.section[index] || (now.section[next] === before.section[index] && now.item[next] > before.item[index]);
    for (let index = 0; index < before.count; index += 1) {
        if (meets(part, frame(index)))
            continue;
        while (next < now.count && !isAfter(index))
            rows.push([now, next++]);
        rows.push([before, index]);
    }
    while (next < now.count)
        rows.push([now, next++]);
    const numbers = (name, out) => {
        rows.forEach(([from, index], row) => { out[row] = from[name][index]; });
        return out;
    };
    const optional = (name) => before[name] === undefined && now[name] === undefined ? {} : { [name]: rows.map(([from, index]) => from[name]?.[index] ?? null) };
    const count = rows.length, others = [...before.others.filter((one) => !meets(part, one.frame)), ...now.others];
    if (now.others.length > 0)
        others.sort((one, other) => (one.indexPath[0] ?? 0) - (other.indexPath[0] ?? 0));
    return {
        count, contentSize: now.contentSize, section: numbers("section", new Uint32Array(count)), item: numbers("item", new Uint32Array(count)),
        x: numbers("x", new Float64Array(count)), y: numbers("y", new Float64Array(count)),
        width: numbers("width", new Float64Array(count)), height: numbers("height", new Float64Array(count)),
        ...optional("zIndex"), ...optional("imageHeight"), ...optional("id"), others,
    };
}
