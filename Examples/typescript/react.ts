// SPDX-License-Identifier: Apache-2.0
"use client";
// A virtualised wall for React, 18 and later: a hook that says what to draw. The list's keyboard and what screen
// readers are told come with the props.
//
//   const wall = useTatamiWall({ client, document: ({ width, height }) => ({ container: { width, height }, layout, items }) });
//   return <div {...wall.viewport} style={{ height: "100vh", overflow: "auto" }}>
//     <div {...wall.content}>
//       {wall.items.map((item) => <article key={item.key} {...item.props}>{photos[item.index].title}</article>)}
//       {wall.placeholders.map((box) => <div key={box.key} {...box.props} className="box" />)}
//     </div>
//   </div>;

import { useCallback, useEffect, useRef, useState } from "react";
import type { TatamiClient } from "./tatami-client.js";
import type { Layout } from "./tatami-layout.js";
import type { Attributes, IndexPath, LayoutDocument, Size } from "./tatami-types.js";
import { reasonOf } from "./reasons.js";
import { keyOf, withCell } from "./rects.js";
import { nothingVisible, type Source, type Visible, VisibleElements } from "./visible-elements.js";
import { type KeyPress, leads, walk } from "./walking.js";

export interface WallInput {
  client: TatamiClient;
  /**
   * A layout, a document, or the document for a size of the viewport. It may be made anew at each turn; a large one that
   * is kept (useMemo, useCallback) isn't compared.
   */
  document: LayoutDocument | string | Layout | ((size: Size) => LayoutDocument | string);
  /** Whether to ask at every step, for layouts whose headers or footers pin. */
  pins?: boolean | undefined;
  /** Told of an error once, in the console's place. */
  onError?: ((error: unknown) => void) | undefined;
}

/** Where something stands. */
export interface BoxStyle {
  position: "absolute"; left: number; top: number; width: number; height: number; zIndex: number;
}

export interface WallItem {
  key: string;
  attributes: Attributes;
  section: number;
  /** The item's number in its section; of a section's header or footer, too. */
  index: number;
  props: {
    style: BoxStyle; role?: "listitem" | undefined; tabIndex?: 0 | -1 | undefined; "aria-setsize"?: number | undefined;
    "aria-posinset"?: number | undefined; "data-key": string;
  };
}

export interface Wall {
  /** For the element that scrolls; give it a height, and `overflow: auto`. */
  viewport: {
    ref: (node: HTMLElement | null) => void;
    onKeyDown: (event: KeyPress) => void;
    onFocus: (event: { target: EventTarget }) => void;
    onBlur: (event: { target: EventTarget; relatedTarget: EventTarget | null }) => void;
  };
  /** For the one element in it. */
  content: { role: "list"; "aria-busy": boolean; style: { position: "relative"; isolation: "isolate"; width: number; height: number } };
  /** In the order in which they are to be read. The one that has the focus stays, wherever scrolling leads. */
  items: WallItem[];
  placeholders: { key: string; props: { style: BoxStyle; "aria-hidden": true } }[];
  layout: Layout | undefined;
  /** Why nothing new is shown: the service refused the document, or isn't there. */
  error: unknown;
  /** Brings an item into view. */
  scrollToItem: (section: number, item: number, at?: "start" | "center" | "end") => Promise<void>;
}

export function useTatamiWall({ client, document, pins, onError }: WallInput): Wall {
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [visible, setVisible] = useState<Visible>(nothingVisible);
  const [current, setCurrent] = useState<IndexPath>([0, 0]);
  const [focused, setFocused] = useState<{ cell: Attributes; layout: Layout | undefined } | undefined>(undefined);
  /** What is to have the focus. */
  const [wanted, setWanted] = useState<string | undefined>(undefined);
  const elements = useRef<VisibleElements | undefined>(undefined);

  useEffect(() => {
    if (node === null) return;
    const now = new VisibleElements(node, { pins, onChange: setVisible });
    elements.current = now;
    return () => { now.destroy(); elements.current = undefined; setVisible(nothingVisible); };
  }, [node, pins]);

  useEffect(() => {
    const source: Source = typeof document === "object" && "id" in document
      ? document : { client, document: typeof document === "function" ? document : () => document };
    void elements.current?.show(source);
  }, [node, pins, client, document]);

  // A blank page whose component doesn't draw the error says why all the same.
  useEffect(() => {
    const { error } = visible;
    if (error === undefined) return;
    if (onError === undefined) console.error(`useTatamiWall: ${reasonOf(error, client.base)}`);
    else onError(error);
  }, [visible.error]);

  const scrollToItem = useCallback(async (section: number, item: number, at?: "start" | "center" | "end") => {
    await elements.current?.scrollToItem(section, item, at);
  }, []);
  const { layout } = visible;
  const isKept = focused !== undefined && focused.layout === layout && !visible.elements.some((one) => keyOf(one) === keyOf(focused.cell));
  const shown = isKept ? withCell(visible.elements, focused.cell) : visible.elements;
  const press = async (event: KeyPress) => {
    const wall = elements.current;
    if (wall === undefined || !leads(event)) return;
    event.preventDefault();
    const to = await walk(wall, current, event.key, setCurrent);
    if (to !== undefined) setWanted(cellKey(to));
  };
  // Once it is drawn: what is held is told before what is wanted.
  useEffect(() => {
    if (wanted === undefined) return;
    node?.querySelector<HTMLElement>(`[data-key="${wanted}"]`)?.focus({ preventScroll: true });
    setWanted(undefined);
  }, [node, wanted]);
  const isHeld = shown.some((one) => keyOf(one) === cellKey(current));
  const first = shown.find((one) => one.category === "cell"), stop = isHeld || first === undefined ? cellKey(current) : keyOf(first);
  return {
    viewport: {
      ref: setNode, onKeyDown: (event) => void press(event),
      onFocus: ({ target }) => {
        const key = itemKey(target), cell = shown.find((one) => one.category === "cell" && keyOf(one) === key);
        setFocused(cell && { cell, layout });
        if (cell !== undefined) setCurrent(cell.indexPath as IndexPath);
      },
      onBlur: ({ target, relatedTarget }) => {
        // A window that loses the focus gives it back to the same place.
        if (globalThis.document.activeElement !== target && itemKey(relatedTarget) !== itemKey(target)) setFocused(undefined);
      },
    },
    // Placeholders lie below the items, and not below the viewport's background.
    content: { role: "list", "aria-busy": layout === undefined, style: { position: "relative", isolation: "isolate", ...visible.contentSize } },
    items: shown.map((one) => itemOf(one, visible, stop)),
    placeholders: visible.placeholders.map(([left, top, width, height]) => ({
      key: `${left},${top},${width}`, props: { style: { position: "absolute", left, top, width, height, zIndex: -1 }, "aria-hidden": true },
    })),
    layout, error: visible.error, scrollToItem,
  };
}

function itemOf(one: Attributes, { layout, itemCounts }: Visible, stop: string): WallItem {
  const { x, y, width, height } = one.frame, key = keyOf(one), [section = 0, index = section] = one.indexPath;
  const style: BoxStyle = { position: "absolute", left: x, top: y, width, height, zIndex: one.zIndex };
  const props = one.category !== "cell" ? { style, "data-key": key } : {
    style, "data-key": key, role: "listitem" as const, tabIndex: key === stop ? 0 as const : -1 as const,
    "aria-setsize": layout?.summary.itemCount ?? -1, "aria-posinset": itemCounts.slice(0, section).reduce((sum, count) => sum + count, 0) + index + 1,
  };
  return { key, attributes: one, section, index, props };
}

/** Of which item something in the page is a part. */
const itemKey = (node: EventTarget | null) => (node as HTMLElement | null)?.closest?.<HTMLElement>("[data-key]")?.dataset["key"];

const cellKey = (path: IndexPath) => `cell//${path.join("-")}`;
