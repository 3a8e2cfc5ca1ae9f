// SPDX-License-Identifier: Apache-2.0
// Search in a document's own strings: a browser's search finds only what is drawn.
/** Calls `visit` with a layout's items, in their order, until it returns true. */
export async function visitItems(layout, visit, signal) {
    // An update may have changed the items of a version.
    const { text, summary: { parent } } = layout;
    const { sections, items } = text === undefined || parent !== undefined ? await layout.document(signal) : JSON.parse(text);
    for (const [section, list] of (sections?.map((one) => one.items) ?? [items]).entries()) {
        if (!Array.isArray(list))
            continue;
        for (const [item, one] of list.entries())
            if (visit(one, [section, item]))
                return;
    }
}
/** Returns the index paths of the items that contain a text, in their order. */
export async function find(layout, text, signal) {
    const found = [], sought = folded(text.trim());
    if (sought === "")
        return found;
    await visitItems(layout, (item, path) => {
        if (stringsOf(item).some((one) => folded(one).includes(sought)))
            found.push(path);
    }, signal);
    return found;
}
/** Returns the texts of an item: its id, its titles and captions, and all strings of its data. */
function stringsOf(item) {
    const { id, body, data } = Object(item);
    const blocks = (Array.isArray(body) ? body : [body]).map((block) => joined(typeof block === "object" ? Object(block).text : block));
    return [id, ...blocks, ...stringsIn(data)].filter((one) => typeof one === "string");
}
/** Returns a block's text; that of all runs if it has some. */
const joined = (text) => Array.isArray(text) ? text.map((run) => typeof run === "string" ? run : Object(run).text ?? "").join("") : text;
function stringsIn(value) {
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [value];
}
/** Returns a text without the difference between letters and capitals, or with and without accents. */
function folded(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
