// SPDX-License-Identifier: Apache-2.0
// Makes <tatami-wall> known to the page.

import { defineTatamiWall } from "./tatami-element.js";

export { TatamiWallElement } from "./tatami-element.js";

defineTatamiWall();
