// SPDX-License-Identifier: Apache-2.0
// The former name of a `Wall` that takes updates.

import type { Layout } from "../client/tatami-layout.js";
import type { Changes, Rect } from "../client/tatami-types.js";
import { Updating } from "./updating.js";
import { VirtualWall } from "./virtual-wall.js";

export type { Motion } from "./updating.js";

/** @deprecated Use `Wall`, which takes updates, too. */
export class LivingWall extends VirtualWall {
  /** @internal */
  override updating: Updating = new Updating(this);

  /** Applies nodes, content size and content offset at once, so that no animation frame shows half of the changes. */
  override apply(next: Layout, changes: Changes, rect: Rect, isWhole: boolean): void {
    this.updating.apply(next, changes, rect, isWhole);
  }
}
