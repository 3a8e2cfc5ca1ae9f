// SPDX-License-Identifier: Apache-2.0
export async function visitItems(layout, visit, signal) {
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
function stringsOf(item) {
    const { id, body, data } = Object(item);
    const blocks = (Array.isArray(body) ? body : [body]).map((block) => joined(typeof block === "object" ? Object(block).text : block));
    return [id, ...blocks, ...stringsIn(data)].filter((one) => typeof one === "string");
}
const joined = (text) => Array.isArray(text) ? text.map((run) => typeof run === "string" ? run : Object(run).text ?? "").join("") : text;
function stringsIn(value) {
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [value];
}
function folded(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
