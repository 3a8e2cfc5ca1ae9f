// SPDX-License-Identifier: Apache-2.0
// The reading order of a wall's nodes, for screen readers and the Tab key.

import { nameItem } from "./naming.js";
import { inReadingOrder } from "../client/rects.js";
import type { Attributes, Summary } from "../client/tatami-types.js";

/** Puts nodes into the document's order. Nodes in the right place are not moved, and the focus stays where it is. */
export function order(content: HTMLElement, all: Iterable<HTMLElement>, shown: WeakMap<HTMLElement, Attributes>, summary: Summary | undefined): void {
  const nodes = new Map([...all].map((node) => [shown.get(node) as Attributes, node]));
  const sorted = inReadingOrder([...nodes.keys()]).map((one) => nodes.get(one) as HTMLElement);
  // Nodes that are animated out are between them.
  const known = new Set<Element | null>(sorted), { activeElement } = document;
  const next = (from: Element | null): Element | null => {
    let at = from;
    while (at !== null && !known.has(at)) at = at.nextElementSibling;
    return at;
  };
  let place = next(content.firstElementChild);
  for (const node of sorted) {
    if (node === place) place = next(node.nextElementSibling);
    else content.insertBefore(node, place);
    if (node.getAttribute("role") === "article") count(node, summary);
  }
  // A node that is moved loses the focus.
  if (activeElement !== document.activeElement && content.contains(activeElement)) (activeElement as HTMLElement).focus({ preventScroll: true });
}

/** Sets a node's position and the number of items, unless `draw` has given it another role. */
export function label(node: HTMLElement, { category, indexPath }: Attributes, summary: Summary | undefined): void {
  const role = node.getAttribute("role");
  if (category !== "cell") {
    if (role === "article") for (const name of ["role", "tabindex", "aria-posinset", "aria-setsize", "aria-label", "aria-labelledby"]) node.removeAttribute(name);
  } else if (role === null || role === "article") {
    node.setAttribute("role", "article");
    nameItem(node);
    // The number of items before a later section is not available here.
    if (summary?.sectionCount === 1) node.setAttribute("aria-posinset", String((indexPath[1] ?? 0) + 1));
    else node.removeAttribute("aria-posinset");
    count(node, summary);
  }
}

function count(node: HTMLElement, summary: Summary | undefined): void {
  if (summary?.sectionCount !== 1) node.removeAttribute("aria-setsize");
  else if (node.getAttribute("aria-setsize") !== String(summary.itemCount)) node.setAttribute("aria-setsize", String(summary.itemCount));
}
