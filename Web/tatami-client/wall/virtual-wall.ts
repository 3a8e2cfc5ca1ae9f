// SPDX-License-Identifier: Apache-2.0
// The former name of `Wall`.

import type { Attributes } from "../client/tatami-types.js";
import type { ItemPlace } from "../client/rects.js";
import type { ScrollerChoice } from "./scrolling.js";
import { Wall } from "./wall.js";

export { isLayout } from "./wall-options.js";
export { keyOf } from "./wall.js";
export type { WallOptions } from "./wall.js";

/** The places that UICollectionView.ScrollPosition names. */
const places: Record<string, ItemPlace> = {
  left: "start", centeredHorizontally: "center", right: "end", top: "start", centeredVertically: "center", bottom: "end",
};

/** @deprecated Use `Wall`, whose third parameter is its options: `{ scroller: "window" }`. */
export class VirtualWall extends Wall {
  constructor(viewport: HTMLElement, draw: (node: HTMLElement, attributes: Attributes) => void, scroller?: ScrollerChoice) {
    super(viewport, draw, { scroller });
  }

  override scrollToItem(section: number, item: number, at?: ItemPlace): Promise<void>;
  /** @deprecated Pass the section, the item and a place: `scrollToItem(0, 500, "start")`. */
  override scrollToItem(indexPath: readonly number[], position?: string): Promise<void>;
  override async scrollToItem(first: number | readonly number[], second?: number | string, place?: ItemPlace): Promise<void> {
    if (typeof first === "number") return super.scrollToItem(first, Number(second), place);
    const isMirrored = this.scroller.isRightToLeft && /^(left|right)$/.test(String(second));
    const named = isMirrored ? places[second === "left" ? "right" : "left"] : places[String(second)];
    return super.scrollToItem(first[0] ?? 0, first[1] ?? 0, named ?? "start");
  }
}
