// The types of what goes to a Tatami server and comes from it. Nothing of this file is left in JavaScript.

export type Rect = [x: number, y: number, width: number, height: number];
export interface Size { width: number; height: number }
export interface Point { x: number; y: number }

export interface Attributes {
  indexPath: number[];
  category: "cell" | "supplementary" | "decoration";
  kind?: string;
  frame: Point & Size;
  zIndex: number;
  imageHeight?: number;
  id?: string;
}

/** `parent`: which layout a version was made from. */
export interface Summary { id: string; contentSize: Size; sectionCount: number; itemCount: number; parent?: string }
export interface Answer extends Summary { attributes: Attributes[] }
export interface SectionSummary { section: number; frame: Point & Size; itemCount: number; orthogonalContentSize?: Size }
export interface TargetOffset { targetContentOffset: Point; page: number }

export interface Query {
  rect?: Rect | "all";
  indexPath?: string;
  kind?: string;
  bounds?: Rect;
  scroll?: Record<number, number>;
  origin?: "content" | "section" | "rect";
}

/** `current`: where the content stands as the finger lifts; `start`: where it stood when the drag began. */
export interface ScrollProposal { proposed: Point; velocity?: Point; current?: Point; start?: Point; section?: number }

// ---- Updates -----------------------------------------------------------------------------------------

/** Section and item. */
export type IndexPath = [section: number, item: number];
/** A length, a size, or an object with the fields that the layout knows. */
export type Item = number | [width: number, height: number] | { [field: string]: unknown };
/** A count of items that are all alike, or the items. */
export type Items = number | Item[];
/** A layout as documents have it, variants included. */
export type LayoutSpec = object;

/** Sizes that a view has found. `null` forgets one. */
export interface Measure { indexPath: IndexPath; width?: number | null; height?: number | null; bodyHeight?: number | null }

/**
 * One batch, as in UIKit's `performBatchUpdates`: the order of the fields says nothing. What is deleted, replaced,
 * measured or moved from is named by its place in the parent; where something is inserted or moved to, by its
 * place in the version.
 */
export interface Update {
  delete?: (IndexPath | { indexPath: IndexPath; count?: number })[];
  replace?: { indexPath: IndexPath; item: Item }[];
  measure?: Measure[];
  deleteSections?: number[];
  replaceSections?: { section: number; layout?: LayoutSpec; items?: Items }[];
  insert?: { indexPath: IndexPath; items: Items }[];
  append?: { section?: number; items: Items }[];
  insertSections?: { section: number; items: Items; layout?: LayoutSpec }[];
  move?: { from: IndexPath; to: IndexPath; count?: number }[];
  moveSections?: { from: number; to: number }[];
  /** Merged into the parent's field by field; `null` removes one. */
  container?: { [field: string]: unknown };
  configuration?: object;
  layout?: LayoutSpec;
  /** Which items of waterfalls stay in the columns where they stand: all, those up to an index path, or none. */
  keepColumns?: boolean | IndexPath;
}

// ---- Changes -----------------------------------------------------------------------------------------

/** What stays where it is on screen: the first visible cell, the first wholly visible one, the last, or a named one. */
export type Anchor = "first" | "firstWhole" | "last" | "none" | `${number}-${number}` | `${number}-${number},end`;

/** `rect`: what the view holds; `bounds`: what it shows; one is needed. Both are coordinates of the layout before. */
export interface ChangesQuery { rect?: Rect | "all"; bounds?: Rect; anchor?: Anchor; scroll?: Record<number, number> }

/** An element that is in both layouts, as it stands now, and what it was `from`. */
export interface Changed extends Attributes { from: { indexPath: number[]; frame: Point & Size } }

/** What a view that shows the layout `from` has to do to show the layout `id`. */
export interface Changes extends Summary {
  from: string;
  /** With `bounds`: where to scroll to, in the same frame as the rest. */
  contentOffset?: Point;
  /** The same as a difference. */
  contentOffsetAdjustment?: Point;
  /** Which cell it was that stays; `null` where none. */
  anchor?: { from: number[]; indexPath: number[]; edge: "start" | "end" } | null;
  /** Outside of it nothing differs, index paths included; `null` where nothing does. */
  invalidated: (Point & Size) | null;
  /** As they were, in the coordinates of the layout before. */
  deleted: Attributes[];
  inserted: Attributes[];
  changed: Changed[];
}

// ---- The client -------------------------------------------------------------------------------------

export interface ClientOptions {
  apiKey?: string;
  /** Answers kept, the longest unused going first. */
  cachedAnswers?: number;
  /** How often a 503 is tried again, each time after its Retry-After. */
  retries?: number;
  fetch?: typeof fetch;
  /** Called when another revision of the engine answers: what is shown is to be asked for again. */
  onEngine?: (engine: number) => void;
  /** Called with every exchange, for a log or an inspector. */
  onExchange?: (exchange: Exchange) => void;
}

export interface Exchange { method: string; url: string; status: number; headers: Headers; text: string; milliseconds: number }
