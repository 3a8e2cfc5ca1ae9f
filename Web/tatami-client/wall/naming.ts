// SPDX-License-Identifier: Apache-2.0
// The names of items for screen readers: an article has none by its content, so it needs one of what it contains.

let titles = 0;
/** The attributes that items have got here; a page's own names stay. */
const named = new WeakMap<HTMLElement, string>();

/**
 * Names an item by what its template or `draw` has put into it: `data-label="text"`, or the text of an element with an empty
 * `data-label`; else by its heading, else by the alternative text of its image.
 */
export function nameItem(node: HTMLElement): void {
  if (namesOf(node) !== "" && namesOf(node) !== named.get(node)) return;
  const marked = node.querySelector<HTMLElement>("[data-label]"), text = marked?.dataset["label"] ?? "";
  const title = text === "" ? marked ?? node.querySelector<HTMLElement>("h1,h2,h3,h4,h5,h6,[role=heading]") : null;
  const label = text !== "" ? text : title === null ? node.querySelector("img")?.alt ?? "" : "";
  if (title !== null) title.id ||= `tatami-title-${titles += 1}`;
  for (const [name, value] of [["aria-labelledby", title?.id ?? ""], ["aria-label", label]] as const) {
    if (value === "") node.removeAttribute(name);
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  named.set(node, namesOf(node));
}

function namesOf(node: HTMLElement): string {
  return (node.getAttribute("aria-labelledby") ?? "") + (node.getAttribute("aria-label") ?? "");
}
