// SPDX-License-Identifier: Apache-2.0
// The options of a virtual wall.

import type { MeasureOptions } from "./bodies.js";
import type { FeedEndOptions } from "./feed-end.js";
import type { Layout } from "../client/tatami-layout.js";
import type { Attributes, LayoutDocument, Update } from "../client/tatami-types.js";

/** What a wall shows at another size. */
export type ResizeAnswer = LayoutDocument | string | Layout | Update;

export interface WallOptions extends FeedEndOptions {
  /** Query with the visible bounds at every scroll step, for layouts with pinned headers or footers. */
  pins?: boolean;
  /**
   * The most items of a layout whose elements the wall fetches at once, after the first screen: 200,000 by default. Then
   * it scrolls without requests. Larger layouts are queried as the reader scrolls; 0 queries all layouts so.
   */
  viewLimit?: number;
  /**
   * Whether the wall measures its items: it hides a new node, takes the length that its content has without the
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
   * Called when the viewport's length across the scroll axis changes. The wall then shows the returned document, layout or
   * update, with the first visible cell in the same place.
   */
  onResize?: (width: number, height: number) => ResizeAnswer | void | undefined | Promise<ResizeAnswer | void | undefined>;
  /** The colour of the placeholders; `false` hides them. */
  placeholder?: string | false;
}
