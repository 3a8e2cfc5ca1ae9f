// SPDX-License-Identifier: Apache-2.0
// Registers the <tatami-wall> element.

import { defineTatamiWall } from "./tatami-element.js";

export { TatamiWallElement } from "./tatami-element.js";

defineTatamiWall();
