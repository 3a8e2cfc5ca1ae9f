// SPDX-License-Identifier: Apache-2.0
// Cells as columns of typed arrays: even a million items need no parsing, and a worker can transfer them without a copy.
// The service sends them as JSON (`format=columns`) or as bytes (`format=packed`), which columns-reading.ts reads.
/** Returns one cell of columns as attributes. */
export function cellAt(columns, index) {
    const at = (column) => column[index] ?? NaN;
    const imageHeight = columns.imageHeight?.[index], id = columns.id?.[index];
    return {
        indexPath: [at(columns.section), at(columns.item)], category: "cell",
        frame: { x: at(columns.x), y: at(columns.y), width: at(columns.width), height: at(columns.height) },
        zIndex: columns.zIndex?.[index] ?? 0, ...(typeof imageHeight === "number" && { imageHeight }), ...(id !== null && id !== undefined && { id }),
    };
}
