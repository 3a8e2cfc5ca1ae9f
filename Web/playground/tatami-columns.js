// SPDX-License-Identifier: Apache-2.0
export function cellAt(columns, index) {
    const at = (column) => column[index] ?? NaN;
    const imageHeight = columns.imageHeight?.[index], id = columns.id?.[index];
    return {
        indexPath: [at(columns.section), at(columns.item)], category: "cell",
        frame: { x: at(columns.x), y: at(columns.y), width: at(columns.width), height: at(columns.height) },
        zIndex: columns.zIndex?.[index] ?? 0, ...(typeof imageHeight === "number" && { imageHeight }), ...(id !== null && id !== undefined && { id }),
    };
}
