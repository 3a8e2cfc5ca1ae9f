// SPDX-License-Identifier: Apache-2.0
"use client";
// <TatamiWall>: a wall of items of one's own type.
//
//   <TatamiWall client={client} items={photos} layout={{ type: "waterfall", columns: { minWidth: 160 }, spacing: 8 }}
//     itemOf={(photo) => [photo.width, photo.height]} label={(photo) => photo.title} style={{ height: "100vh", overflow: "auto" }}
//     render={(photo, item) => <img src={photo.src} alt="" sizes={sizesOf(item.attributes)} />} />
//
// For documents with sections, or for other elements around the items, use the hook.

import { createElement, type ReactNode, useCallback } from "react";
import type { Item, LayoutSpec } from "../client/tatami-document.js";
import type { LayoutDocument } from "../client/tatami-types.js";
import type { ViewSize } from "../wall/visible-elements.js";
import { useTatamiWall, type Wall, type WallInput, type WallItem } from "./use-tatami-wall.js";

/** Beside its own props, the component has those of the hook but for `document`: `measure`, `onEndReached`, `reorder` and so on. */
export interface TatamiWallProps<Data> extends Omit<WallInput, "document"> {
  /** The data of each item. Keep the array the same while nothing has changed. */
  items: readonly Data[];
  layout: LayoutSpec;
  /** Returns what the document says of an item: its size, and its texts. Called again when `items`, `layout` or `textStyles` change. */
  itemOf: (data: Data, index: number) => Item;
  /** Returns what an item shows. */
  render: (data: Data, item: WallItem) => ReactNode;
  /** Returns an item's name for screen readers; not needed if `render` has an `aria-labelledby` of its own. */
  label?: ((data: Data, index: number) => string) | undefined;
  /** Returns what a header, a footer, a badge or a decoration shows. */
  renderOther?: ((item: WallItem) => ReactNode) | undefined;
  textStyles?: LayoutDocument["textStyles"];
  /** More of the document's container, such as insets. */
  container?: Partial<LayoutDocument["container"]> | undefined;
  /** The tags of the element that scrolls, the list and an item: `div`, `div` and `article` by default. */
  as?: string | undefined;
  listAs?: string | undefined;
  itemAs?: string | undefined;
  className?: string | undefined;
  style?: object | undefined;
  /** Receives the wall: `scrollToItem`, `state`, `restore`, and the layout. */
  wallRef?: { current: Wall | null } | undefined;
}

export function TatamiWall<Data>({
  items, layout, itemOf, render, label, renderOther, textStyles, container, as = "div", listAs = "div", itemAs = "article", className, style, wallRef, ...input
}: TatamiWallProps<Data>): ReactNode {
  // An object that is written in the props is another one at each render.
  const rest = JSON.stringify([layout, textStyles, container]);
  const document = useCallback(({ width, height }: ViewSize): LayoutDocument => (
    { container: { width, height, ...container }, layout, ...(textStyles && { textStyles }), items: items.map(itemOf) }), [items, rest]);
  const wall = useTatamiWall({ ...input, document });
  if (wallRef !== undefined) wallRef.current = wall;
  return createElement(as, { ...wall.viewport, className, style }, createElement(listAs, wall.content, wall.items.map((item) => {
    const { key, index, props, attributes: { category } } = item, data = items[index];
    if (category !== "cell" || data === undefined) return createElement("div", { key, ...props }, renderOther?.(item));
    return createElement(itemAs, { key, ...(label && { "aria-label": label(data, index) }), ...props }, render(data, item));
  })));
}
