// SPDX-License-Identifier: Apache-2.0
let titles = 0;
const named = new WeakMap();
export function nameItem(node) {
    if (namesOf(node) !== "" && namesOf(node) !== named.get(node))
        return;
    const marked = node.querySelector("[data-label]"), text = marked?.dataset["label"] ?? "";
    const title = text === "" ? marked ?? node.querySelector("h1,h2,h3,h4,h5,h6,[role=heading]") : null;
    const label = text !== "" ? text : title === null ? node.querySelector("img")?.alt ?? "" : "";
    if (title !== null)
        title.id ||= `tatami-title-${titles += 1}`;
    for (const [name, value] of [["aria-labelledby", title?.id ?? ""], ["aria-label", label]]) {
        if (value === "")
            node.removeAttribute(name);
        else if (node.getAttribute(name) !== value)
            node.setAttribute(name, value);
    }
    named.set(node, namesOf(node));
}
function namesOf(node) {
    return (node.getAttribute("aria-labelledby") ?? "") + (node.getAttribute("aria-label") ?? "");
}
