// SPDX-License-Identifier: Apache-2.0
import { nameItem } from "./naming.js";
import { inReadingOrder } from "./rects.js";
export function order(content, all, shown, summary) {
    const nodes = new Map([...all].map((node) => [shown.get(node), node]));
    const sorted = inReadingOrder([...nodes.keys()]).map((one) => nodes.get(one));
    const known = new Set(sorted), { activeElement } = document;
    const next = (from) => {
        let at = from;
        while (at !== null && !known.has(at))
            at = at.nextElementSibling;
        return at;
    };
    let place = next(content.firstElementChild);
    for (const node of sorted) {
        if (node === place)
            place = next(node.nextElementSibling);
        else
            content.insertBefore(node, place);
        if (node.getAttribute("role") === "article")
            count(node, summary);
    }
    if (activeElement !== document.activeElement && content.contains(activeElement))
        activeElement.focus({ preventScroll: true });
}
export function label(node, { category, indexPath }, summary) {
    const role = node.getAttribute("role");
    if (category !== "cell") {
        if (role === "article")
            for (const name of ["role", "tabindex", "aria-posinset", "aria-setsize", "aria-label", "aria-labelledby"])
                node.removeAttribute(name);
    }
    else if (role === null || role === "article") {
        node.setAttribute("role", "article");
        nameItem(node);
        if (summary?.sectionCount === 1)
            node.setAttribute("aria-posinset", String((indexPath[1] ?? 0) + 1));
        else
            node.removeAttribute("aria-posinset");
        count(node, summary);
    }
}
function count(node, summary) {
    if (summary?.sectionCount !== 1)
        node.removeAttribute("aria-setsize");
    else if (node.getAttribute("aria-setsize") !== String(summary.itemCount))
        node.setAttribute("aria-setsize", String(summary.itemCount));
}
