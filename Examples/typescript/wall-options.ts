// SPDX-License-Identifier: Apache-2.0
// How a virtual wall shows a layout.

import type { Attributes } from "./tatami-types.js";

export interface WallOptions {
  /** Ask with the visible bounds at every step, for layouts whose headers or footers pin. */
  pins?: boolean;
  /** Sections whose cells are drawn elsewhere (those that scroll by themselves). */
  skips?: (attributes: Attributes) => boolean;
  /** Called when asking fails, in place of `console.error`; it is asked again a little later, and as soon as the browser is online. */
  onError?: (error: unknown) => void;
  /**
   * Called when the viewport's length across the scroll axis is another one. What it returns, a document or a layout,
   * is shown in place of the present one, the first cell in sight staying there. A living wall takes an update.
   */
  onResize?: (width: number, height: number) => unknown;
  /** The colour of the placeholders; `false` for none. */
  placeholder?: string | false;
}
