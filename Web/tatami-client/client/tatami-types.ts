// SPDX-License-Identifier: Apache-2.0
// The types of a Tatami server's requests and answers. The types of documents and updates are in
// tatami-document.ts. This file contains types only: it compiles to no JavaScript.

import type { LayoutUpdate } from "./tatami-document.js";

export type { IndexPath, Item, Items, LayoutDocument, LayoutSpec, LayoutUpdate, SectionLayout } from "./tatami-document.js";

export type Rect = [x: number, y: number, width: number, height: number];
export interface Size { width: number; height: number }
export interface Point { x: number; y: number }

export interface Attributes {
  indexPath: number[];
  category: "cell" | "supplementary" | "decoration";
  kind?: string | undefined;
  frame: Point & Size;
  zIndex: number;
  /** The radius of a list background's corners, if it is not 0. */
  cornerRadius?: number | undefined;
  imageHeight?: number | undefined;
  /** The height of the item's `body`; not in `Columns`. */
  bodyHeight?: number | undefined;
  /** With `bounds`, the opacity that the section's effects give an element; not in `Columns`. */
  alpha?: number | undefined;
  /** With `bounds`, the transform that effects give an element about its centre, as CGAffineTransform's numbers; not in `Columns`. */
  transform?: readonly number[] | undefined;
  /** With `bounds`, the part of an element's light that effects take away; not in `Columns`. */
  dim?: number | undefined;
  /** The item's own id, as the document gives it. */
  id?: string | number | undefined;
  /** The item's own data, as the document gives it. */
  data?: unknown;
}

/**
 * A layout's size. `parent`: the layout that a version was derived from. `keptColumns` is false if the version's update
 * has `keepColumns`, and items have lost their columns.
 */
export interface Warning { pointer: string; detail: string }
/**
 * `warnings`: values of the document that are valid, but probably not meant. `textWarnings`: characters that no font has, each with
 * the number of texts that have it.
 */
export interface Summary {
  id: string;
  contentSize: Size;
  sectionCount: number;
  itemCount: number;
  parent?: string | undefined;
  keptColumns?: false | undefined;
  textWarnings?: (Warning & { count: number })[] | undefined;
  warnings?: Warning[] | undefined;
}
export interface Answer extends Summary { attributes: Attributes[] }
export interface SectionSummary { section: number; frame: Point & Size; itemCount: number; orthogonalContentSize?: Size | undefined; orthogonalScrollingProperties?: { decelerationRate: "automatic" | "normal" | "fast"; bounce: "automatic" | "always" | "never" } | undefined }
export interface TargetOffset { targetContentOffset: Point; page?: number | undefined }

export interface Query {
  rect?: Rect | "all" | undefined;
  indexPath?: string | undefined;
  kind?: string | undefined;
  bounds?: Rect | undefined;
  scroll?: Record<number, number> | undefined;
  origin?: "content" | "section" | "rect" | undefined;
}

/**
 * `current`: the offset when the finger lifts; `start`: the offset when the drag began. Without `proposed`, scrolling ends where
 * it decelerates to from `current` at `velocity`.
 */
export interface ScrollProposal { proposed?: Point | undefined; velocity?: Point | undefined; current?: Point | undefined; start?: Point | undefined; section?: number | undefined }

/**
 * `indexPath`: the item to show at a position, or with `kind` another element; it rests beside what is pinned unless `under`.
 * `section`: the item's own section, if that scrolls to it by itself.
 */
export interface ItemTarget { indexPath: string; position: ItemScrollPosition; kind?: string | undefined; under?: boolean | undefined; section?: number | undefined }
export type ItemScrollPosition = "top" | "centeredVertically" | "bottom" | "left" | "centeredHorizontally" | "right";

/**
 * `nearest`: whether the nearest cell counts if no cell contains the point; `moving`: the dragged item, `[section, item]`, whose
 * place is asked for.
 */
export interface PointQuery { point: Point; nearest?: boolean | undefined; moving?: readonly [number, number] | undefined; scroll?: Record<number, number> | undefined }

/** `frame` is missing for the place of a dragged item. */
export interface ItemAtPoint { indexPath: [section: number, item: number]; frame?: (Point & Size) | undefined }

/**
 * `selector`: the element that contains the cells, `.tatami` by default; `unit`: `percent` for a wall that follows its width;
 * `widths`: the container's widths with a layout of their own, at most 8, ascending.
 */
export interface SheetQuery { rect: Rect | "all"; selector?: string | undefined; unit?: "px" | "percent" | undefined; widths?: readonly number[] | undefined }

/** `theme`: a picture's colours, by default as the viewer prefers; `zoom`: its pixels per point, for which `scale` is the deprecated name. */
export interface PictureQuery extends Query { theme?: "light" | "dark" | undefined; zoom?: number | undefined; scale?: number | undefined }

/**
 * Cells as columns, and all other elements as attributes. `zIndex`, `imageHeight` and `id` contain `null` for cells
 * without such a value; a column is missing if no cell has one.
 */
export interface Columns {
  count: number;
  contentSize: Size;
  section: Uint32Array;
  item: Uint32Array;
  x: Float64Array;
  y: Float64Array;
  width: Float64Array;
  height: Float64Array;
  zIndex?: (number | null)[] | undefined;
  imageHeight?: (number | null)[] | undefined;
  id?: (string | number | null)[] | undefined;
  others: Attributes[];
}

// ---- Updates -----------------------------------------------------------------------------------------

/**
 * One batch, as in UIKit's `performBatchUpdates`: the order of the fields has no meaning. Deletions, replacements,
 * measurements and the sources of moves use index paths of the parent; insertions and the targets of moves use
 * index paths of the version.
 */
export type Update = LayoutUpdate;
/** Sizes that a view has measured. `null` forgets a measured size. */
export type Measure = NonNullable<LayoutUpdate["measure"]>[number];

// ---- Changes -----------------------------------------------------------------------------------------

/** The cell that keeps its place on screen: the first visible, the first wholly visible, the last, or a named one. */
export type Anchor = "first" | "firstWhole" | "last" | "none" | `${number}-${number}` | `${number}-${number},end`;

/** `rect`: the area that the view has elements for; `bounds`: the visible area. Pass at least one, in coordinates of the layout before. */
export interface ChangesQuery { rect?: Rect | "all" | undefined; bounds?: Rect | undefined; anchor?: Anchor | undefined; scroll?: Record<number, number> | undefined }

/** An element that is in both layouts: its new attributes, and in `from` its old index path and frame. */
export interface Changed extends Attributes { from: { indexPath: number[]; frame: Point & Size } }

/** What a view that shows the layout `from` has to do to show the layout `id`. */
export interface Changes extends Summary {
  from: string;
  /** With `bounds`: the offset to scroll to, in the same animation frame as the other changes. */
  contentOffset?: Point | undefined;
  /** The same as a difference from the current offset. */
  contentOffsetAdjustment?: Point | undefined;
  /** The cell that keeps its place; `null` if no cell does. */
  anchor?: { from: number[] | undefined; indexPath: number[]; edge: "start" | "end" } | null;
  /** Outside of this rectangle nothing differs, index paths included; `null` if the layouts are equal. */
  invalidated: (Point & Size) | null;
  /** The deleted elements as they were, in coordinates of the layout before. */
  deleted: Attributes[];
  inserted: Attributes[];
  changed: Changed[];
}

// ---- The client -------------------------------------------------------------------------------------

export interface ClientOptions {
  apiKey?: string | undefined;
  /** The number of responses to cache, 200 by default; the least recently used is evicted first. */
  cachedAnswers?: number | undefined;
  /** Whether to compress large bodies with gzip if the platform has CompressionStream; true by default. */
  compresses?: boolean | undefined;
  /** How often to retry a 503, each time after its Retry-After; 3 by default. */
  retries?: number | undefined;
  fetch?: typeof fetch | undefined;
  /** An engine in the page, which answers instead of the service if it can: `TatamiEngine` from tatami-engine.ts. */
  engine?: LocalEngine | undefined;
  /** Called when another engine revision answers: query everything that is shown again. */
  onEngine?: (engine: number) => void | undefined;
  /** Called with every exchange, for a log or an inspector; `text` is empty for binary answers. */
  onExchange?: (exchange: Exchange) => void | undefined;
}

export interface Exchange { method: string; url: string; status: number; headers: Headers; text: string; milliseconds: number }

/** An engine in the page's thread or in a worker, which answers requests as the service would. */
export interface LocalEngine {
  /** The engine's revision, which must equal the service's if there is a service. */
  readonly revision: number;
  /** Whether the engine can answer the request; if not, the client sends it to the service. */
  takes(method: string, path: string, body?: string): boolean;
  answer(method: string, path: string, body?: string): LocalAnswer | Promise<LocalAnswer>;
}

/**
 * A response's status and bytes; `made`: the layout's id if the request made a layout; `isMeasured`: whether the layout
 * has texts, which the page measured in its own fonts.
 */
export interface LocalAnswer { status: number; bytes: Uint8Array; made?: string | undefined; isMeasured?: boolean | undefined }
