// SPDX-License-Identifier: Apache-2.0
export function columnsOf({ contentSize, cells, others }) {
    return {
        count: cells.item.length, contentSize, section: Uint32Array.from(cells.section), item: Uint32Array.from(cells.item),
        x: Float64Array.from(cells.x), y: Float64Array.from(cells.y), width: Float64Array.from(cells.width), height: Float64Array.from(cells.height),
        ...optional(cells), others,
    };
}
export function unpackedColumns(bytes, isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1) {
    const view = new DataView(bytes);
    if (bytes.byteLength < 32 || view.getUint32(0) !== 0x54544d31)
        throw new Error("invalid packed answer: it does not begin with TTM1");
    const count = view.getUint32(4, true), length = view.getUint32(8, true);
    const numbers = 32 + 8 * count, text = numbers + 32 * count;
    if (bytes.byteLength !== text + length)
        throw new Error(`a packed answer must have ${text + length} bytes (got ${bytes.byteLength})`);
    const words = (column) => {
        const start = 32 + 4 * column * count;
        return isLittleEndian ? new Uint32Array(bytes, start, count) : Uint32Array.from({ length: count }, (_, n) => view.getUint32(start + 4 * n, true));
    };
    const doubles = (column) => {
        const start = numbers + 8 * column * count;
        return isLittleEndian ? new Float64Array(bytes, start, count) : Float64Array.from({ length: count }, (_, n) => view.getFloat64(start + 8 * n, true));
    };
    const rest = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, text, length)));
    return {
        count, contentSize: { width: view.getFloat64(16, true), height: view.getFloat64(24, true) }, section: words(0), item: words(1),
        x: doubles(0), y: doubles(1), width: doubles(2), height: doubles(3), ...optional(rest), others: rest.others,
    };
}
function optional({ zIndex, imageHeight, id }) {
    return { ...(zIndex && { zIndex }), ...(imageHeight && { imageHeight }), ...(id && { id }) };
}
