// SPDX-License-Identifier: Apache-2.0
// The options of a virtual wall.

import type { MeasureOptions } from "./bodies.js";
import type { FeedEndOptions } from "./feed-end.js";
import type { Attributes } from "./tatami-types.js";

export interface WallOptions extends FeedEndOptions {
  /** Query with the visible bounds at every scroll step, for layouts with pinned headers or footers. */
  pins?: boolean;
  /**
   * The most items of a layout whose elements the wall fetches at once, after the first screen: 200,000 by default. Then
   * it scrolls without requests. Larger layouts are queried as the reader scrolls; 0 queries all layouts so.
   */
  viewLimit?: number;
  /**
   * Whether a `LivingWall` measures its items: it hides a new node, takes the length that its content has without the
   * frame's, updates the layout once for all new nodes, and shows them in the new frames. If the layout says an image's
   * length (`imageHeight`), the rest of the node is its `bodyHeight`. Without an engine in the page the wall then queries
   * the service as the reader scrolls.
   */
  measure?: boolean | MeasureOptions;
  /** Whether an element is drawn elsewhere, such as the cells of orthogonal sections. */
  skips?: (attributes: Attributes) => boolean;
  /** Called when a request fails, instead of `console.error`. The wall retries later, and as soon as the browser is online. */
  onError?: (error: unknown) => void;
  /**
   * Called when the viewport's length across the scroll axis changes. The wall then shows the returned document or
   * layout, with the first visible cell in the same place. For a living wall, return an update or a layout.
   */
  onResize?: (width: number, height: number) => unknown;
  /** The colour of the placeholders; `false` hides them. */
  placeholder?: string | false;
}
