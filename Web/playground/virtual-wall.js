// SPDX-License-Identifier: Apache-2.0
import { Wall } from "./wall.js";
export { isLayout } from "./wall-options.js";
export { keyOf } from "./wall.js";
const places = {
    left: "start", centeredHorizontally: "center", right: "end", top: "start", centeredVertically: "center", bottom: "end",
};
export class VirtualWall extends Wall {
    constructor(viewport, draw, scroller) {
        super(viewport, draw, { scroller });
    }
    async scrollToItem(first, second, place) {
        if (typeof first === "number")
            return super.scrollToItem(first, Number(second), place);
        const isMirrored = this.scroller.isRightToLeft && /^(left|right)$/.test(String(second));
        const named = isMirrored ? places[second === "left" ? "right" : "left"] : places[String(second)];
        return super.scrollToItem(first[0] ?? 0, first[1] ?? 0, named ?? "start");
    }
}
