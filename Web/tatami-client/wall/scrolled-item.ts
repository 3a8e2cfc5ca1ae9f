// SPDX-License-Identifier: Apache-2.0
// The item that a wall was scrolled to, until the reader scrolls on: it keeps its place while items around it are measured.

import type { ItemPlace } from "../client/rects.js";
import type { Anchor, IndexPath, Point, Rect, Size } from "../client/tatami-types.js";

export class ScrolledItem {
  #name: Anchor | undefined;
  #at: Point = { x: 0, y: 0 };

  /** Records that a view shows an item at a place. */
  begin(path: IndexPath, frame: Point & Size, [x, y, width, height]: Rect, place: ItemPlace | undefined): void {
    const isBelow = Math.abs(frame.y + frame.height - y - height) < Math.abs(frame.y - y);
    const isAfter = isBelow || Math.abs(frame.x + frame.width - x - width) < Math.abs(frame.x - x);
    const name: `${number}-${number}` = `${path[0]}-${path[1]}`;
    this.#name = place === "end" || (place === undefined && isAfter) ? `${name},end` : name;
    this.#at = { x, y };
  }

  /** Records that the view moved with the item. */
  stay(offset: Point): void { this.#at = offset; }

  /** Whether the view is where it was scrolled to. */
  isAt({ x, y }: Point): boolean {
    return this.#name !== undefined && Math.abs(x - this.#at.x) < 2 && Math.abs(y - this.#at.y) < 2;
  }

  /** Returns the item as an anchor; undefined if the reader has scrolled on. */
  anchor(offset: Point): Anchor | undefined { return this.isAt(offset) ? this.#name : undefined; }
}
