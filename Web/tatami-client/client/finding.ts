// SPDX-License-Identifier: Apache-2.0
// Search in a document's own strings: a browser's search finds only what is drawn.

import type { Layout } from "./tatami-layout.js";
import type { IndexPath, LayoutDocument } from "./tatami-types.js";

/** Calls `visit` with a layout's items, in their order, until it returns true. */
export async function visitItems(layout: Layout, visit: (item: unknown, path: IndexPath) => boolean | void, signal?: AbortSignal): Promise<void> {
  // An update may have changed the items of a version.
  const { text, summary: { parent } } = layout;
  const { sections, items } = text === undefined || parent !== undefined ? await layout.document(signal) : JSON.parse(text) as LayoutDocument;
  for (const [section, list] of (sections?.map((one) => one.items) ?? [items]).entries()) {
    if (!Array.isArray(list)) continue;
    for (const [item, one] of list.entries()) if (visit(one, [section, item])) return;
  }
}

/** Returns the index paths of the items that contain a text, in their order. */
export async function find(layout: Layout, text: string, signal?: AbortSignal): Promise<IndexPath[]> {
  const found: IndexPath[] = [], sought = folded(text.trim());
  if (sought === "") return found;
  await visitItems(layout, (item, path) => {
    if (stringsOf(item).some((one) => folded(one).includes(sought))) found.push(path);
  }, signal);
  return found;
}

/** Returns the texts of an item: its id, its titles and captions, and all strings of its data. */
function stringsOf(item: unknown): string[] {
  const { id, body, data } = Object(item) as { id?: unknown; body?: unknown; data?: unknown };
  const blocks = (Array.isArray(body) ? body as unknown[] : [body]).map((block) => joined(typeof block === "object" ? Object(block).text as unknown : block));
  return [id, ...blocks, ...stringsIn(data)].filter((one): one is string => typeof one === "string");
}

/** Returns a block's text; that of all runs if it has some. */
const joined = (text: unknown): unknown => Array.isArray(text) ? text.map((run: unknown) => typeof run === "string" ? run : Object(run).text as unknown ?? "").join("") : text;

function stringsIn(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [value];
}

/** Returns a text without the difference between letters and capitals, or with and without accents. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
