// SPDX-License-Identifier: Apache-2.0
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
import { type Source, type Visible, VisibleElements } from "./visible-elements.js";
import { leads, neighbour } from "./walking.js";

export interface WallInput {
  client: TatamiClient;
  /**
   * A layout, a document, or the document for a size of the viewport. It may be made anew at each turn; a large one that
   * is kept (useMemo, useCallback) isn't compared.
   */
  document: LayoutDocument | string | Layout | ((size: Size) => LayoutDocument | string);
  /** Whether to ask at every step, for layouts whose headers or footers pin. */
  pins?: boolean | undefined;
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
    onKeyDown: (event: { key: string; preventDefault(): void }) => void;
    onFocus: (event: { target: EventTarget }) => void;
  };
  /** For the one element in it. */
  content: { role: "list"; "aria-busy": boolean; style: { position: "relative"; width: number; height: number } };
  /** In the order in which they are to be read. */
  items: WallItem[];
  placeholders: { key: string; props: { style: BoxStyle; "aria-hidden": true } }[];
  layout: Layout | undefined;
  error: unknown;
  /** Brings an item into view. */
  scrollToItem: (section: number, item: number, at?: "start" | "center" | "end") => Promise<void>;
}

const nothing: Visible = { layout: undefined, contentSize: { width: 0, height: 0 }, elements: [], placeholders: [], error: undefined };

export function useTatamiWall({ client, document, pins }: WallInput): Wall {
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [visible, setVisible] = useState<Visible>(nothing);
  const [counts, setCounts] = useState<readonly number[]>([]);
  const [current, setCurrent] = useState<IndexPath>([0, 0]);
  const elements = useRef<VisibleElements | undefined>(undefined);

  useEffect(() => {
    if (node === null) return;
    const now = new VisibleElements(node, { pins, onChange: setVisible });
    elements.current = now;
    return () => { now.destroy(); elements.current = undefined; setVisible(nothing); };
  }, [node, pins]);

  useEffect(() => {
    const source: Source = typeof document === "object" && "id" in document
      ? document : { client, document: typeof document === "function" ? document : () => document };
    void elements.current?.show(source);
  }, [node, pins, client, document]);

  const { layout } = visible;
  useEffect(() => {
    let isGone = false;
    elements.current?.itemCounts().then((now) => { if (!isGone) setCounts(now); }, () => {});
    return () => { isGone = true; };
  }, [layout]);

  const scrollToItem = useCallback(async (section: number, item: number, at?: "start" | "center" | "end") => {
    await elements.current?.scrollToItem(section, item, at);
  }, []);
  const walk = async (event: { key: string; preventDefault(): void }) => {
    const wall = elements.current;
    if (wall === undefined || !leads(event.key)) return;
    event.preventDefault();
    const to = await neighbour(wall, current, event.key);
    if (to === undefined) return;
    setCurrent(to);
    await wall.scrollToItem(...to);
    // React has drawn it by the next frame.
    requestAnimationFrame(() => wall.viewport.querySelector<HTMLElement>(`[data-key="${cellKey(to)}"]`)?.focus({ preventScroll: true }));
  };
  const isHeld = visible.elements.some((one) => keyOf(one) === cellKey(current));
  const first = visible.elements.find((one) => one.category === "cell"), stop = isHeld || first === undefined ? cellKey(current) : keyOf(first);
  return {
    viewport: {
      ref: setNode, onKeyDown: (event) => void walk(event),
      onFocus: ({ target }) => {
        const path = (target as HTMLElement).dataset["key"]?.match(/^cell\/\/(\d+)-(\d+)$/);
        if (path) setCurrent([Number(path[1]), Number(path[2])]);
      },
    },
    content: { role: "list", "aria-busy": layout === undefined, style: { position: "relative", ...visible.contentSize } },
    items: visible.elements.map((one) => itemOf(one, visible, counts, stop)),
    placeholders: visible.placeholders.map(([left, top, width, height]) => ({
      key: `${left},${top},${width}`, props: { style: { position: "absolute", left, top, width, height, zIndex: -1 }, "aria-hidden": true },
    })),
    layout, error: visible.error, scrollToItem,
  };
}

function itemOf(one: Attributes, { layout }: Visible, counts: readonly number[], stop: string): WallItem {
  const { x, y, width, height } = one.frame, key = keyOf(one), [section = 0, index = section] = one.indexPath;
  const style: BoxStyle = { position: "absolute", left: x, top: y, width, height, zIndex: one.zIndex };
  const props = one.category !== "cell" ? { style, "data-key": key } : {
    style, "data-key": key, role: "listitem" as const, tabIndex: key === stop ? 0 as const : -1 as const,
    "aria-setsize": layout?.summary.itemCount ?? -1, "aria-posinset": counts.slice(0, section).reduce((sum, count) => sum + count, 0) + index + 1,
  };
  return { key, attributes: one, section, index, props };
}

const keyOf = ({ category, kind, indexPath }: Attributes) => `${category}/${kind ?? ""}/${indexPath.join("-")}`;

const cellKey = (path: IndexPath) => `cell//${path.join("-")}`;
