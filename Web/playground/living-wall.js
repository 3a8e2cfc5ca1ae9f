// SPDX-License-Identifier: Apache-2.0
import { Updating } from "./updating.js";
import { VirtualWall } from "./virtual-wall.js";
export class LivingWall extends VirtualWall {
    updating = new Updating(this);
    apply(next, changes, rect, isWhole) {
        this.updating.apply(next, changes, rect, isWhole);
    }
}
