// SPDX-License-Identifier: Apache-2.0
// The former name of a `Wall` that takes updates.
import { Updating } from "./updating.js";
import { VirtualWall } from "./virtual-wall.js";
/** @deprecated Use `Wall`, which takes updates, too. */
export class LivingWall extends VirtualWall {
    /** @internal */
    updating = new Updating(this);
    /** Applies nodes, content size and content offset at once, so that no animation frame shows half of the changes. */
    apply(next, changes, rect, isWhole) {
        this.updating.apply(next, changes, rect, isWhole);
    }
}
