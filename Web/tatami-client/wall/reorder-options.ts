// SPDX-License-Identifier: Apache-2.0
// The options and events of walls whose items readers move. This file contains types only: it compiles to no JavaScript.

import type { Layout } from "../client/tatami-layout.js";
import type { ItemMove } from "./moves.js";
import type { IndexPath } from "../client/tatami-types.js";

/**
 * The texts for screen readers. `{name}` stands for the item's label, `{position}` for its place among all items, from 1,
 * and `{count}` for the number of items.
 */
export interface ReorderTexts {
  /** The role of an item, such as "sortable item". */
  roleDescription: string;
  /** The description of an item. */
  instructions: string;
  pickedUp: string;
  moved: string;
  dropped: string;
  cancelled: string;
}

/** An item that a reader has moved. */
export interface Reorder {
  /** The item's place before the move and its place after it, as an update's `move` has them. */
  from: IndexPath;
  to: IndexPath;
  /** The item's own id, if the document gives it one. */
  id: string | number | undefined;
  /** The id of the item that now follows in the section; undefined for the last one, or without an id. */
  nextId: string | number | undefined;
  /** The layout after the move and the layout before it: a version and its parent. */
  layout: Layout;
  before: Layout;
}

export interface ReorderOptions {
  /** Texts for screen readers; English by default. */
  texts?: Partial<ReorderTexts> | undefined;
  /**
   * Called right before an item's node gets another place: move the item's data likewise. A reader moves an item step by
   * step, and a move that is cancelled goes back.
   */
  onMove?: ((move: ItemMove) => void) | undefined;
  /** Called when a reader has dropped an item in another place. If it returns false, the item returns. */
  onReorder?: ((reorder: Reorder) => boolean | void) | undefined;
}
