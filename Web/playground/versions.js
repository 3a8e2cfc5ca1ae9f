// SPDX-License-Identifier: Apache-2.0
import { changesText, meets, missing, versionId } from "./tatami-wire.js";
const leastUpdates = 16384;
const learning = new WeakSet();
export async function update(before, text, query, signal) {
    const { client } = before, parameters = query === undefined ? "" : `?${changesText(query)}`;
    const version = await versionId(before.id, text);
    const answer = await client.shared(`POST ${version ?? before.id + text}${parameters}`, signal, (shared) => again([before], shared, () => client.call("POST", `/v1/layouts/${before.id}/updates${parameters}`, text, shared)));
    const { id, contentSize, sectionCount, itemCount, parent } = answer;
    const layout = before.made({ parent: before, update: text }, { id, contentSize, sectionCount, itemCount, parent });
    learn(layout);
    if (!("invalidated" in answer))
        return { layout };
    client.keep(`/v1/layouts/${id}/changes?from=${answer.from}&${parameters.slice(1)}`, answer);
    carry(client, answer);
    return { layout, changes: answer };
}
export async function reload(before, text, query, signal) {
    const { client } = before, path = () => `/v1/layouts?from=${before.id}&${changesText(query)}`;
    const changes = await client.shared(`POST ${path()} ${text}`, signal, (shared) => again([before], shared, () => client.call("POST", path(), text, shared)));
    const { id, contentSize, sectionCount, itemCount } = changes;
    client.keep(`/v1/layouts/${id}/changes?from=${changes.from}&${changesText(query)}`, changes);
    carry(client, changes);
    return { layout: before.made({ text }, { id, contentSize, sectionCount, itemCount }), changes };
}
export async function changes(from, to, query, signal) {
    const { client } = to, path = () => `/v1/layouts/${to.id}/changes?from=${from.id}&${changesText(query)}`;
    const answer = await client.cached(path(), signal, (shared) => again([to, from], shared, () => client.call("GET", path(), undefined, shared)));
    carry(client, answer);
    return answer;
}
export function documentText(layout, signal) {
    return again([layout], signal, () => layout.client.text("GET", `/v1/layouts/${layout.id}/document`, undefined, signal));
}
async function again(among, signal, ask) {
    for (let tries = among.length;; tries -= 1) {
        try {
            return await ask();
        }
        catch (error) {
            const id = missing(error);
            if (id === undefined || tries === 0)
                throw error;
            await restore(among.find((one) => one.id === id) ?? among[0], signal);
        }
    }
}
export function restore(layout, signal) {
    return layout.client.shared(`restore ${layout.id}`, signal, async (shared) => {
        const line = layout.line();
        try {
            if (line.length > 1)
                return await make(layout, shared);
        }
        catch (error) {
            if (missing(error) === undefined || line[0]?.source.text === undefined)
                throw error;
        }
        for (const one of line)
            await make(one, shared);
    });
}
async function make(layout, signal) {
    const { client, source: { text, parent, update } } = layout;
    if (text !== undefined)
        layout.summary = await client.put(text, signal);
    else if (parent !== undefined)
        layout.summary = await client.call("POST", `/v1/layouts/${parent.id}/updates`, update, signal);
}
function carry(client, { from, invalidated, id, contentSize, sectionCount, itemCount, parent, keptColumns }) {
    const prefix = `/v1/layouts/${from}/attributes?rect=`;
    for (const [path, value] of [...client.answers]) {
        const query = path.startsWith(prefix) ? path.slice(prefix.length).replace(client.engineParameter, "") : "";
        const rect = query.split(",").map(Number);
        if (rect.length !== 4 || rect.some(Number.isNaN))
            continue;
        if (invalidated !== null && meets(rect, invalidated))
            continue;
        client.keep(path.replace(from, id), { id, contentSize, sectionCount, itemCount, parent, keptColumns, attributes: value.attributes });
    }
}
function learn(layout) {
    if (layout.updatesLength <= leastUpdates)
        return;
    const line = layout.line();
    layout.updatesLength = line.reduce((length, one) => length + (one.source.update?.length ?? 0), 0);
    if (layout.updatesLength <= Math.max(leastUpdates, line[0]?.source.text?.length ?? 0) || line.some((one) => learning.has(one)))
        return;
    learning.add(layout);
    documentText(layout).then((text) => {
        layout.source = { text };
        layout.updatesLength = 0;
    }, () => { }).finally(() => learning.delete(layout));
}
