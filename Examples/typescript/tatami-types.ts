// SPDX-License-Identifier: Apache-2.0
// The types of what goes to a Tatami server and comes from it. Documents and updates have theirs
// in tatami-document.ts. Nothing of this file is left in JavaScript.

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
  imageHeight?: number | undefined;
  id?: string | undefined;
}

/** `parent`: which layout a version was made from. */
export interface Summary { id: string; contentSize: Size; sectionCount: number; itemCount: number; parent?: string | undefined }
export interface Answer extends Summary { attributes: Attributes[] }
export interface SectionSummary { section: number; frame: Point & Size; itemCount: number; orthogonalContentSize?: Size | undefined }
export interface TargetOffset { targetContentOffset: Point; page: number }

export interface Query {
  rect?: Rect | "all" | undefined;
  indexPath?: string | undefined;
  kind?: string | undefined;
  bounds?: Rect | undefined;
  scroll?: Record<number, number> | undefined;
  origin?: "content" | "section" | "rect" | undefined;
}

/** `current`: where the content stands as the finger lifts; `start`: where it stood when the drag began. */
export interface ScrollProposal { proposed: Point; velocity?: Point | undefined; current?: Point | undefined; start?: Point | undefined; section?: number | undefined }

/** A picture's colours, without one as the viewer prefers, and its pixels a point. */
export interface PictureQuery extends Query { theme?: "light" | "dark" | undefined; scale?: number | undefined }

/**
 * Cells as columns, and all other elements. Of cells that have no z index, image height or id there is `null` in
 * these columns, and no column where none has any.
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
  id?: (string | null)[] | undefined;
  others: Attributes[];
}

// ---- Updates -----------------------------------------------------------------------------------------

/**
 * One batch, as in UIKit's `performBatchUpdates`: the order of the fields says nothing. What is deleted, replaced,
 * measured or moved from is named by its place in the parent; where something is inserted or moved to, by its
 * place in the version.
 */
export type Update = LayoutUpdate;
/** Sizes that a view has found. `null` forgets one. */
export type Measure = NonNullable<LayoutUpdate["measure"]>[number];

// ---- Changes -----------------------------------------------------------------------------------------

/** What stays where it is on screen: the first visible cell, the first wholly visible one, the last, or a named one. */
export type Anchor = "first" | "firstWhole" | "last" | "none" | `${number}-${number}` | `${number}-${number},end`;

/** `rect`: what the view holds; `bounds`: what it shows; one is needed. Both are coordinates of the layout before. */
export interface ChangesQuery { rect?: Rect | "all" | undefined; bounds?: Rect | undefined; anchor?: Anchor | undefined; scroll?: Record<number, number> | undefined }

/** An element that is in both layouts, as it stands now, and what it was `from`. */
export interface Changed extends Attributes { from: { indexPath: number[]; frame: Point & Size } }

/** What a view that shows the layout `from` has to do to show the layout `id`. */
export interface Changes extends Summary {
  from: string;
  /** With `bounds`: where to scroll to, in the same frame as the rest. */
  contentOffset?: Point | undefined;
  /** The same as a difference. */
  contentOffsetAdjustment?: Point | undefined;
  /** Which cell it was that stays; `null` where none. */
  anchor?: { from: number[] | undefined; indexPath: number[]; edge: "start" | "end" } | null;
  /** Outside of it nothing differs, index paths included; `null` where nothing does. */
  invalidated: (Point & Size) | null;
  /** As they were, in the coordinates of the layout before. */
  deleted: Attributes[];
  inserted: Attributes[];
  changed: Changed[];
}

// ---- The client -------------------------------------------------------------------------------------

export interface ClientOptions {
  apiKey?: string | undefined;
  /** Answers kept, the longest unused going first. */
  cachedAnswers?: number | undefined;
  /** Whether large bodies are sent as gzip, where the platform has CompressionStream; true where it is not said. */
  compresses?: boolean | undefined;
  /** How often a 503 is tried again, each time after its Retry-After. */
  retries?: number | undefined;
  fetch?: typeof fetch | undefined;
  /** An engine in the page, which answers before the service is asked: `TatamiEngine` of tatami-engine.ts. */
  engine?: LocalEngine | undefined;
  /** Called when another revision of the engine answers: what is shown is to be asked for again. */
  onEngine?: (engine: number) => void | undefined;
  /** Called with every exchange, for a log or an inspector; the text of an answer in bytes is empty. */
  onExchange?: (exchange: Exchange) => void | undefined;
}

export interface Exchange { method: string; url: string; status: number; headers: Headers; text: string; milliseconds: number }

/** An engine that is here, in the page's thread or a worker's, and answers requests as the service would. */
export interface LocalEngine {
  /** Its revision, which is to be the service's, too, where there is one. */
  readonly revision: number;
  /** Whether it is to be asked: else the service is. */
  takes(method: string, path: string, body?: string): boolean;
  answer(method: string, path: string, body?: string): LocalAnswer | Promise<LocalAnswer>;
}

/** Its answer's bytes, and the status that says what they are; `made`: the layout's id, where the request made one. */
export interface LocalAnswer { status: number; bytes: Uint8Array; made?: string | undefined }
