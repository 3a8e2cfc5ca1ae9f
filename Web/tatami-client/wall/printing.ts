// SPDX-License-Identifier: Apache-2.0
// Printing: paper shows all items, not those near the screen. Loaded once a wall shows its first layout.

import type { Attributes } from "../client/tatami-types.js";
import type { WallCore } from "./core.js";

/** Longer walls are printed up to this many items, in their order. */
const mostPrinted = 2_000;

/** Draws a wall's items for as long as the page is printed. Browsers wait for nothing, so only elements that are in the page are drawn. */
export function drawForPrint(wall: WallCore): void {
  const { viewport, life: { signal } } = wall;
  let after: (() => void) | undefined;
  addEventListener("beforeprint", () => {
    const all = printed(wall);
    if (all === undefined || after !== undefined) return;
    const { contentNode, seen: [x, y] } = wall, styles = [viewport, contentNode].map((node) => [node, node.style.cssText] as const);
    const width = Math.max(...all.map(({ frame }) => frame.x + frame.width)), height = Math.max(...all.map(({ frame }) => frame.y + frame.height));
    inEvent(() => wall.drawAll(all, [0, 0, width, height]));
    after = () => {
      for (const [node, text] of styles) node.style.cssText = text;
      inEvent(() => wall.drawAll(undefined));
      wall.scrollToOffset(x, y, true);
    };
    viewport.style.cssText += ";height:auto!important;max-height:none!important;overflow:visible!important";
    contentNode.style.height = `${height}px`;
  }, { signal });
  addEventListener("afterprint", () => {
    after?.();
    after = undefined;
  }, { signal });
}

/** The elements to print; undefined if they are not in the page. */
function printed({ layout, source, elements }: WallCore): readonly Attributes[] | undefined {
  if (layout === undefined) return undefined;
  const all = source.viewOf(layout)?.attributes({ rect: "all" }) ?? (elements.filter(({ category }) => category === "cell").length === layout.summary.itemCount ? elements : undefined);
  if (all === undefined || all.length === 0) return undefined;
  let left = mostPrinted;
  const end = all.findIndex(({ category }) => category === "cell" && (left -= 1) < 0);
  return end < 0 ? all : all.slice(0, end);
}

/** React renders what a listener of this event sets before the browser goes on, but not what one of `beforeprint` sets. */
function inEvent(draw: () => void): void {
  const target = document.createElement("i");
  target.addEventListener("resize", draw);
  target.dispatchEvent(new Event("resize"));
}

