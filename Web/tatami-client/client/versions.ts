// SPDX-License-Identifier: Apache-2.0
// Versions of layouts: updates, other documents, and what a server has evicted. Loaded with the first of them.
//
// An update derives another layout, a version, whose id is computed from its parent's id and the update. If the server
// has evicted a version, the client restores it under the same id: from its parent or, if that is evicted too, from
// the chain's document and all updates since. When the updates have grown larger than the document, the client fetches
// the version's own document from the server in their place; a version restored from that document has another id.

import type { Layout } from "./tatami-layout.js";
import type { TatamiClient } from "./tatami-client.js";
import type { Answer, Changes, ChangesQuery, Rect, Summary } from "./tatami-types.js";
import { changesText, meets, missing, versionId } from "./tatami-wire.js";

/** Updates of fewer characters than this are stored even if the document is shorter. */
const leastUpdates = 16_384;

/** The layouts whose documents are fetched now. */
const learning = new WeakSet<Layout>();

export async function update(before: Layout, text: string, query: ChangesQuery | undefined, signal: AbortSignal | undefined): Promise<{ layout: Layout; changes?: Changes | undefined }> {
  const { client } = before, parameters = query === undefined ? "" : `?${changesText(query)}`;
  const version = await versionId(before.id, text);
  const answer = await client.shared(`POST ${version ?? before.id + text}${parameters}`, signal, (shared) =>
    again([before], shared, () => client.call<Summary | Changes>("POST", `/v1/layouts/${before.id}/updates${parameters}`, text, shared)));
  const { id, contentSize, sectionCount, itemCount, parent } = answer;
  const layout = before.made({ parent: before, update: text }, { id, contentSize, sectionCount, itemCount, parent });
  learn(layout);
  if (!("invalidated" in answer)) return { layout };
  client.keep(`/v1/layouts/${id}/changes?from=${answer.from}&${parameters.slice(1)}`, answer);
  carry(client, answer);
  return { layout, changes: answer };
}

export async function reload(before: Layout, text: string, query: ChangesQuery, signal: AbortSignal | undefined): Promise<{ layout: Layout; changes: Changes }> {
  const { client } = before, path = () => `/v1/layouts?from=${before.id}&${changesText(query)}`;
  const changes = await client.shared(`POST ${path()} ${text}`, signal, (shared) =>
    again([before], shared, () => client.call<Changes>("POST", path(), text, shared)));
  const { id, contentSize, sectionCount, itemCount } = changes;
  client.keep(`/v1/layouts/${id}/changes?from=${changes.from}&${changesText(query)}`, changes);
  carry(client, changes);
  return { layout: before.made({ text }, { id, contentSize, sectionCount, itemCount }), changes };
}

export async function changes(from: Layout, to: Layout, query: ChangesQuery, signal: AbortSignal | undefined): Promise<Changes> {
  const { client } = to, path = () => `/v1/layouts/${to.id}/changes?from=${from.id}&${changesText(query)}`;
  const answer = await client.cached(path(), signal, (shared) =>
    again([to, from], shared, () => client.call<Changes>("GET", path(), undefined, shared)));
  carry(client, answer);
  return answer;
}

export function documentText(layout: Layout, signal?: AbortSignal): Promise<string> {
  return again([layout], signal, () => layout.client.text("GET", `/v1/layouts/${layout.id}/document`, undefined, signal));
}

/** Sends a request, and repeats it after restoring the layout that the server was missing. */
async function again<Value>(among: Layout[], signal: AbortSignal | undefined, ask: () => Promise<Value>): Promise<Value> {
  for (let tries = among.length; ; tries -= 1) {
    try { return await ask(); } catch (error) {
      const id = missing(error);
      if (id === undefined || tries === 0) throw error;
      await restore(among.find((one) => one.id === id) ?? among[0] as Layout, signal);
    }
  }
}

/** Restores an evicted layout: from its parent and update, or from the whole chain if the parent is evicted too. */
export function restore(layout: Layout, signal: AbortSignal | undefined): Promise<void> {
  return layout.client.shared(`restore ${layout.id}`, signal, async (shared) => {
    const line = layout.line();
    try {
      if (line.length > 1) return await make(layout, shared);
    } catch (error) {
      if (missing(error) === undefined || line[0]?.source.text === undefined) throw error;
    }
    for (const one of line) await make(one, shared);
  });
}

async function make(layout: Layout, signal: AbortSignal): Promise<void> {
  const { client, source: { text, parent, update } } = layout;
  if (text !== undefined) layout.summary = await client.put(text, signal);
  else if (parent !== undefined) layout.summary = await client.call<Summary>("POST", `/v1/layouts/${parent.id}/updates`, update, signal);
}

/** Copies cached responses from one version to another if their rectangles lie outside of the invalidated area. */
function carry(client: TatamiClient, { from, invalidated, id, contentSize, sectionCount, itemCount, parent, keptColumns }: Changes): void {
  const prefix = `/v1/layouts/${from}/attributes?rect=`;
  for (const [path, value] of [...client.answers]) {
    // Parameters other than a rectangle may select elements that lie elsewhere.
    const query = path.startsWith(prefix) ? path.slice(prefix.length).replace(client.engineParameter, "") : "";
    const rect = query.split(",").map(Number);
    if (rect.length !== 4 || rect.some(Number.isNaN)) continue;
    if (invalidated !== null && meets(rect as unknown as Rect, invalidated)) continue;
    client.keep(path.replace(from, id), { id, contentSize, sectionCount, itemCount, parent, keptColumns, attributes: (value as Answer).attributes });
  }
}

/** Fetches the server's document once the updates have grown larger than the chain's document. */
function learn(layout: Layout): void {
  if (layout.updatesLength <= leastUpdates) return;
  // A document fetched in the meantime may have shortened the chain, or be about to.
  const line = layout.line();
  layout.updatesLength = line.reduce((length, one) => length + (one.source.update?.length ?? 0), 0);
  if (layout.updatesLength <= Math.max(leastUpdates, line[0]?.source.text?.length ?? 0) || line.some((one) => learning.has(one))) return;
  learning.add(layout);
  documentText(layout).then((text) => {
    layout.source = { text };
    layout.updatesLength = 0;
  }, () => {}).finally(() => learning.delete(layout));
}
