// SPDX-License-Identifier: Apache-2.0
"use client";
// A virtualised wall for React, 18 and later: a hook that returns what to draw. The props include keyboard navigation
// and the ARIA attributes for screen readers.
//
//   const wall = useTatamiWall({ client, document: ({ width, height }) => ({ container: { width, height }, layout, items }) });
//   return <div {...wall.viewport} style={{ height: "100vh", overflow: "auto" }}>
//     <div {...wall.content}>
//       {wall.items.map((item) => <article key={item.key} {...item.props}>{photos[item.index].title}</article>)}
//     </div>
//   </div>;
//
// Name each item for screen readers: aria-label={title}, or aria-labelledby with the id of its title.
//
// If the document has texts (`textStyles`, and items with a `body`), each item has its blocks, ready to be drawn:
//
//   {item.body && <div {...item.body.props}>{item.body.blocks.map(({ key, props, text }) => <p key={key} {...props}>{text}</p>)}</div>}
//
// A text that has runs (`runs`) is drawn with `runs.map(({ key, props, text }) => <span key={key} {...props}>{text}</span>)` in place of `text`.
//
// On a server, pass `initialLayout`, or the list is empty: a response's elements, or only the number of items if a style
// sheet places them. With `initialTexts`, the first HTML has the titles and captions.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { TatamiClient } from "../client/tatami-client.js";
import type { Layout } from "../client/tatami-layout.js";
import type { Answer, Attributes, IndexPath, LayoutDocument } from "../client/tatami-types.js";
import type { CoreOptions, WallState } from "../wall/core.js";
import { effectsOf, type EffectStyle, heightsOf, type ItemPlace, keyOf, type Place, placeOf, withCell } from "../client/rects.js";
import type { Moves } from "../wall/moves.js";
import type { Reordering } from "../wall/reordering.js";
import type { ReorderOptions } from "../wall/reorder-options.js";
import type { ScrollerChoice } from "../wall/scrolling.js";
import type { BodyRun, Texts } from "../wall/texts.js";
import { nothingVisible, type Source, tellReason, type ViewSize, type Visible, VisibleElements } from "../wall/visible-elements.js";
import { type KeyPress, leads } from "../wall/walking-keys.js";

/**
 * What a server sends with the page: a response's elements and their summary, as `{ ...layout.summary, attributes }`. If a
 * style sheet of the service (`format=css`) places the items, for any width, send only how many items each section has.
 */
export type InitialLayout = (Answer & { itemCounts?: readonly number[] | undefined }) | { itemCounts: readonly number[] };

/** Beside its own options, the hook has those of all walls: `measure`, `pins`, `overscan`, `onEndReached` and so on. */
export interface WallInput extends CoreOptions {
  client: TatamiClient;
  /**
   * A layout, a document, or a function that returns the document for a size of the viewport. You may create it at each
   * render; a memoised one (useMemo, useCallback) is not compared, which is faster for large documents.
   */
  document: LayoutDocument | string | Layout | ((size: ViewSize) => LayoutDocument | string);
  /**
   * What to render on a server, and in the browser until the layout for its size has come: the same value in both, so that
   * the page hydrates without a difference.
   */
  initialLayout?: InitialLayout | undefined;
  /**
   * The document's texts, for `item.body` until the layout for the reader's size has come: `new Texts(document)` of
   * `tatami-client/texts`, on a server and in the browser. Put their rules into the page (`Texts.rules`).
   */
  initialTexts?: Texts | undefined;
  /**
   * What scrolls: `"window"`, or an element around the viewport. By default the viewport if it has a height and
   * `overflow: auto`, else the nearest element around it that scrolls, or the window.
   */
  scroller?: ScrollerChoice | undefined;
  /**
   * Lets readers move items, by mouse, by touch after a long press, and by keyboard. `onMove` is called before the items
   * are rendered: move your own data there, by setting a state. The code is loaded with the first wall that has it.
   */
  reorder?: ReorderOptions | undefined;
  /** Called once per error, instead of logging it to the console. */
  onError?: ((error: unknown) => void) | undefined;
}

/** The inline style that places a box: whole points in `translate`, so that a box that moves is no layout shift. */
export interface BoxStyle extends Place, EffectStyle {
  position: "absolute"; width: number; height: number; zIndex: number; borderRadius?: number | undefined;
}

/** Room of a height, also as a paragraph, whose own margins it replaces; the sheet sets the margin between two blocks. */
interface BlockStyle { height: number; marginBottom: 0; marginTop?: 0 | undefined }

/** An item's titles and captions, in styles for which the hook has fetched the rules. */
export interface WallBody {
  props: { className: string };
  blocks: { key: number; text: string | undefined; runs?: WallRun[] | undefined; props: { className?: string | undefined; lang?: string | undefined; style?: BlockStyle } }[];
}

/** A run of a text, for a `<span>`; without a text it is a box. */
export interface WallRun {
  key: number;
  text: string | undefined;
  props: { className?: string | undefined; lang?: string | undefined; style?: BodyRun["style"]; "data-run"?: string | undefined };
}

export interface WallItem {
  key: string;
  attributes: Attributes;
  section: number;
  /** The item's number in its section; headers and footers have one too. */
  index: number;
  /** The height of the item's image, and of its body below: the same as in templates and documents. */
  imageHeight: number;
  bodyHeight: number;
  /** Undefined if the document has no texts. */
  body: WallBody | undefined;
  props: {
    /** Without a value while a style sheet places the items (`initialLayout`). */
    style: BoxStyle | undefined; role?: "article" | undefined; tabIndex?: 0 | -1 | undefined; "aria-setsize"?: number | undefined;
    "aria-posinset"?: number | undefined; "data-key": string;
  };
}

export interface Wall {
  /** The props of the element that scrolls: give it a height and `overflow: auto`. Without a height it scrolls with the page. */
  viewport: {
    ref: (node: HTMLElement | null) => void;
    onKeyDown: (event: KeyPress) => void;
    onFocus: (event: { target: EventTarget }) => void;
    onBlur: (event: { target: EventTarget; relatedTarget: EventTarget | null }) => void;
  };
  /** The props of the single element inside the viewport. */
  content: { role: "feed"; "aria-busy": boolean; style: { position: "relative"; isolation: "isolate"; width?: number | undefined; height?: number | undefined } };
  /** The items in reading order. An item that has the focus stays, however far the reader scrolls. */
  items: WallItem[];
  /** @deprecated Always empty: the wall draws the placeholders itself. */
  placeholders: { key: string; props: { style: BoxStyle; "aria-hidden": true } }[];
  layout: Layout | undefined;
  /** The last error: the service rejected the document or is unreachable. */
  error: unknown;
  /** Scrolls an item to a place of the view; without `at`, only as far as shows all of it. */
  scrollToItem: (section: number, item: number, at?: ItemPlace, behavior?: ScrollBehavior) => Promise<void>;
  /** Returns the reader's place, a small JSON to `restore` later; undefined before a layout is shown. */
  state: () => WallState | undefined;
  /** Scrolls to a place that `state` returned, perhaps for another document: the item is found by its id, if it has one. */
  restore: (state: WallState) => Promise<void>;
}

// React warns of layout effects while it renders on a server.
const useClientEffect = typeof globalThis.document === "undefined" ? useEffect : useLayoutEffect;

export function useTatamiWall({ client, document, initialLayout, initialTexts, scroller, reorder, onError, ...options }: WallInput): Wall {
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [initial] = useState(() => initialLayout === undefined ? nothingVisible : initialVisible(initialLayout));
  const [visible, setVisible] = useState<Visible>(initial);
  const [current, setCurrent] = useState<IndexPath>([0, 0]);
  const [focused, setFocused] = useState<{ cell: Attributes; layout: Layout | undefined } | undefined>(undefined);
  /** The key of the item that should get the focus once it is drawn. */
  const [wanted, setWanted] = useState<string | undefined>(undefined);
  const elements = useRef<VisibleElements | undefined>(undefined);
  /** The nodes of items that the reader may have seen. */
  const seen = useRef(new WeakSet<HTMLElement>());
  const latest = useRef(options), { measure } = options;
  useEffect(() => { latest.current = options; });
  const core: CoreOptions = {
    ...options, onEndReached: options.onEndReached && (() => latest.current.onEndReached?.()), onStartReached: options.onStartReached && (() => latest.current.onStartReached?.()),
    onVisibleRange: options.onVisibleRange && ((range) => latest.current.onVisibleRange?.(range)),
  };
  // What the wall has to hear of: not that a function is another one, but that there is one.
  const given = JSON.stringify(core, (_, value: unknown) => (typeof value === "function" ? "a function" : value));

  useEffect(() => {
    if (node === null) return;
    const now = new VisibleElements(node, { ...core, scroller, initial, drawsLater: true, onChange: setVisible });
    elements.current = now;
    return () => { now.destroy(); elements.current = undefined; setVisible(initial); };
  }, [node, scroller]);

  useEffect(() => {
    const source: Source = typeof document === "object" && "id" in document
      ? document : { client, document: typeof document === "function" ? document : () => document };
    void elements.current?.show(source);
  }, [node, scroller, client, document]);

  useClientEffect(() => elements.current?.configure(core), [given]);

  const sorting = useRef(reorder), isSorted = reorder !== undefined;
  useEffect(() => { sorting.current = reorder; });
  useEffect(() => {
    const wall = elements.current;
    if (wall === undefined || !isSorted) return;
    let reordering: Reordering | undefined, isOver = false;
    void import("../wall/hook-reordering.js").then(({ reorderHook }) => {
      if (!isOver) reordering = reorderHook(wall, () => sorting.current ?? {});
    }, (error: unknown) => wall.fail(error));
    return () => { isOver = true; reordering?.end(); };
  }, [node, scroller, isSorted]);

  // Before the items are painted: scroll with a change, and measure.
  useClientEffect(() => {
    const wall = elements.current;
    wall?.drawn(visible);
    if (wall === undefined || node === null || !measure) return;
    const byKey = new Map(visible.elements.map((one) => [keyOf(one), one]));
    const cells = [...node.querySelectorAll<HTMLElement>(`[data-key^="cell/"]`)].flatMap((one) => {
      const attributes = byKey.get(one.dataset["key"] ?? "");
      return attributes === undefined ? [] : [[one, attributes] as const];
    });
    wall.measure(cells, (one) => !seen.current.has(one));
    for (const [one] of cells) if (!wall.isHidden(one)) seen.current.add(one);
  });

  // A component that does not draw the error would leave the page blank without a reason.
  useEffect(() => {
    const { error } = visible;
    if (error === undefined) return;
    if (onError === undefined) void tellReason("useTatamiWall", error, client.base);
    else onError(error);
  }, [visible.error]);

  const scrollToItem = useCallback(async (section: number, item: number, at?: ItemPlace, behavior?: ScrollBehavior) => {
    await elements.current?.scrollToItem(section, item, at, behavior);
  }, []);
  const state = useCallback(() => elements.current?.state(), []);
  const restore = useCallback(async (place: WallState) => { await elements.current?.restore(place); }, []);
  const { layout } = visible;
  const isKept = focused !== undefined && focused.layout === layout && !visible.elements.some((one) => keyOf(one) === keyOf(focused.cell));
  const shown = isKept ? withCell(visible.elements, focused.cell) : visible.elements;
  const press = async (event: KeyPress) => {
    const wall = elements.current;
    if (wall === undefined || !leads(event)) return;
    event.preventDefault();
    const to = await wall.walk(current, event.key, setCurrent);
    if (to !== undefined) setWanted(cellKey(to));
  };
  // Set the focus after the render that draws the item.
  useEffect(() => {
    if (wanted === undefined) return;
    node?.querySelector<HTMLElement>(`[data-key="${wanted}"]`)?.focus({ preventScroll: true });
    setWanted(undefined);
  }, [node, wanted]);
  const isHeld = shown.some((one) => keyOf(one) === cellKey(current));
  const first = shown.find((one) => one.category === "cell"), stop = isHeld || first === undefined ? cellKey(current) : keyOf(first);
  // A style sheet places the items until their frames have come.
  const isPlaced = layout !== undefined || initialLayout === undefined || "attributes" in initialLayout;
  return {
    viewport: {
      ref: setNode, onKeyDown: (event) => void press(event),
      onFocus: ({ target }) => {
        const key = itemKey(target), cell = shown.find((one) => one.category === "cell" && keyOf(one) === key);
        setFocused(cell && { cell, layout });
        if (cell !== undefined) setCurrent(cell.indexPath as IndexPath);
      },
      onBlur: ({ target, relatedTarget }) => {
        // A window that loses the focus returns it to the same element later.
        if (globalThis.document.activeElement !== target && itemKey(relatedTarget) !== itemKey(target)) setFocused(undefined);
      },
    },
    // `isolate`: placeholders are below the items, but not below the viewport's background.
    content: { role: "feed", "aria-busy": layout === undefined, style: { position: "relative", isolation: "isolate", ...(isPlaced && visible.contentSize) } },
    items: shown.map((one) => itemOf(one, layout === undefined ? { ...visible, texts: initialTexts } : visible, stop, isPlaced, elements.current?.moves)),
    placeholders: [],
    layout, error: visible.error, scrollToItem, state, restore,
  };
}

/** Returns what to draw before the first response. */
function initialVisible(given: InitialLayout): Visible {
  if ("attributes" in given) {
    const { contentSize, sectionCount, itemCount, attributes, itemCounts = sectionCount === 1 ? [itemCount] : [] } = given;
    return { ...nothingVisible, contentSize, itemCounts, elements: attributes };
  }
  const frame = { x: 0, y: 0, width: 0, height: 0 };
  const elements = given.itemCounts.flatMap((count, section) =>
    Array.from({ length: count }, (_, item): Attributes => ({ indexPath: [section, item], category: "cell", frame, zIndex: 0 })));
  return { ...nothingVisible, itemCounts: given.itemCounts, elements };
}

function itemOf(one: Attributes, { layout, itemCounts, texts }: Visible, stop: string, isPlaced: boolean, moves?: Moves): WallItem {
  const { width, height } = one.frame, key = keyOf(one), [section = 0, index = section] = one.indexPath;
  const style: BoxStyle | undefined = isPlaced ? { position: "absolute", ...placeOf(one.frame), width, height, zIndex: one.zIndex, ...effectsOf(one), ...(one.cornerRadius !== undefined && { borderRadius: one.cornerRadius }) } : undefined;
  const all = itemCounts.reduce((sum, count) => sum + count, 0);
  const props = one.category !== "cell" ? { style, "data-key": key } : {
    style, "data-key": key, role: "article" as const, tabIndex: key === stop ? 0 as const : -1 as const,
    "aria-setsize": layout?.summary.itemCount ?? (all || -1), "aria-posinset": itemCounts.slice(0, section).reduce((sum, count) => sum + count, 0) + index + 1,
  };
  const body = one.category === "cell" && texts !== undefined ? bodyOf(texts, moves?.originOf([section, index]) ?? [section, index]) : undefined;
  return { key, attributes: one, section, index, ...heightsOf(one), body, props };
}

/** Returns an item's texts, which are in the document's order. */
function bodyOf(texts: Texts, [section, index]: IndexPath): WallBody {
  return {
    props: { className: texts.classesOf(section).join(" ") },
    blocks: texts.blocksOf(texts.itemAt(section, index), section).map(({ className, lang, text, runs, height }, key) => (
      { key, text, ...(runs !== undefined && { runs: runs.map(runOf) }), props: height === undefined ? { className, lang } : { style: { height, marginBottom: 0, marginTop: key === 0 ? 0 : undefined } } })),
  };
}

const runOf = ({ className, lang, text, style, name }: BodyRun, key: number): WallRun => ({ key, text, props: { className, lang, style, "data-run": name } });

/** Returns the key of the item that contains a node. */
const itemKey = (node: EventTarget | null) => (node as HTMLElement | null)?.closest?.<HTMLElement>("[data-key]")?.dataset["key"];

const cellKey = (path: IndexPath) => `cell//${path.join("-")}`;
