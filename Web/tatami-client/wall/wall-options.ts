// SPDX-License-Identifier: Apache-2.0
// The options of a virtual wall.

import type { CoreOptions } from "./core.js";
import type { Layout } from "../client/tatami-layout.js";
import type { Attributes, LayoutDocument, Update } from "../client/tatami-types.js";

/** What a wall shows at another size. */
export type ResizeAnswer = LayoutDocument | string | Layout | Update;

export function isLayout(value: unknown): value is Layout {
  return "summary" in Object(value);
}

export interface WallOptions extends CoreOptions {
  /** Whether an element is drawn elsewhere, such as the cells of orthogonal sections. */
  skips?: (attributes: Attributes) => boolean;
  /** Called when a request fails, instead of `console.error`. The wall retries later, and as soon as the browser is online. */
  onError?: (error: unknown) => void;
  /**
   * Called when the viewport's length across the scroll axis changes. The wall then shows the returned document, layout or
   * update, with the first visible cell in the same place.
   */
  onResize?: (width: number, height: number) => ResizeAnswer | void | undefined | Promise<ResizeAnswer | void | undefined>;
}
