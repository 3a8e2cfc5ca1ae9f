// SPDX-License-Identifier: Apache-2.0
// The nodes of a <tatami-wall> that a framework fills: each has been drawn, and is in the page.

import type { Attributes } from "../client/tatami-types.js";
import type { TatamiWallElement } from "./tatami-element.js";

/** A node of the wall, what it shows, and the item's data. Another one each time that the node is drawn: its contents are gone then. */
export interface FilledNode<Data = unknown> { key: string; node: HTMLElement; attributes: Attributes; data: Data }

/**
 * Calls `fill` with the nodes that show an item or anything else of the layout, whenever others do.
 *
 * @returns a function that ends it.
 */
export function followNodes<Data>(wall: TatamiWallElement, fill: (nodes: readonly FilledNode<Data>[]) => void): () => void {
  const nodes = new Map<HTMLElement, FilledNode<Data>>();
  let draws = 0, isWaiting = false;
  const tell = () => {
    isWaiting = false;
    for (const node of nodes.keys()) if (!node.isConnected) nodes.delete(node);
    fill([...nodes.values()]);
  };
  // One call for all nodes of a screen: they are drawn first, and put into the wall then.
  const later = () => {
    if (!isWaiting) queueMicrotask(tell);
    isWaiting = true;
  };
  const draw = (event: Event) => {
    const { node, attributes, data } = (event as CustomEvent<FilledNode<Data>>).detail;
    nodes.set(node, { key: `${node.dataset["key"]} ${draws += 1}`, node, attributes, data });
    later();
  };
  const changes = new MutationObserver(later);
  wall.addEventListener("draw", draw);
  changes.observe(wall, { childList: true });
  return () => {
    wall.removeEventListener("draw", draw);
    changes.disconnect();
  };
}
