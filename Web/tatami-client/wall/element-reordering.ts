// SPDX-License-Identifier: Apache-2.0
// Lets readers move the items of a `<tatami-wall reorder>`, which loads this file.

import { type ItemMove, movedList, movedPath } from "./moves.js";
import { Reordering } from "./reordering.js";
import type { IndexPath } from "../client/tatami-types.js";
import type { Shown, TatamiWallElement } from "./tatami-element.js";
import type { VisibleElements } from "./visible-elements.js";
import { adoptVisible, moveVisible } from "./visible-reordering.js";

export function reorderElement(element: TatamiWallElement, core: VisibleElements): Reordering {
  return new Reordering({
    core, list: element, content: core.origin as HTMLElement, root: element.shadowRoot as ShadowRoot,
    get elements() { return core.current.elements; },
    get cells() {
      return [...element.nodes.values()].flatMap((node) => {
        const path = pathOf(node);
        return path === undefined ? [] : [[path, node] as const];
      });
    },
    itemCounts: () => core.itemCounts(),
    move: (move, begin) => moveVisible(core, move, () => {
      begin();
      moveNodes(element, move);
    }),
    adopt: (layout) => adoptVisible(core, layout),
    reordered: (detail) => element.dispatchEvent(new CustomEvent("reorder", { detail, cancelable: true })),
  }, element.reorderTexts);
}

const pathOf = ({ dataset: { path } }: HTMLElement) => path?.split("-").map(Number) as IndexPath | undefined;

/** Gives each item's node and data their new places. The nodes stay, and so does the focus in them. */
function moveNodes(element: TatamiWallElement, move: ItemMove): void {
  const { nodes, shown, list, counts } = element, all = [...nodes];
  nodes.clear();
  for (const [key, node] of all) {
    const path = pathOf(node);
    if (path === undefined) {
      nodes.set(key, node);
      continue;
    }
    const indexPath = movedPath(path, move), place = indexPath.join("-"), now = shown.get(node) as Shown;
    node.dataset["path"] = place;
    node.dataset["key"] = `cell//${place}`;
    nodes.set(`cell//${place}`, node);
    shown.set(node, { ...now, attributes: { ...now.attributes, indexPath } });
  }
  element.current = movedPath(element.current, move);
  if (list.length > 0) element.list = element.movedData = movedList(list, counts, move);
}
