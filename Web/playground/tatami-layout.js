// SPDX-License-Identifier: Apache-2.0
// A layout on a Tatami server: query its attributes, and update it.
//
// An update derives another layout, a version, whose id is computed from its parent's id and the update. If the server
// has evicted a version, the client restores it under the same id: from its parent or, if that is evicted too, from
// the chain's document and all updates since. When the updates have grown larger than the document, the client fetches
// the version's own document from the server in their place; a version restored from that document has another id.
import { columnsOf, unpackedColumns } from "./tatami-columns.js";
import { changesText, missing, pictureText, pointText, queryText, scrollText, sha256, sheetText, versionId } from "./tatami-wire.js";
/** Updates of fewer characters than this are stored even if the document is shorter. */
const leastUpdates = 16384;
/** A document that the server has laid out, or a version of one. It never changes: an update derives another layout. */
export class Layout {
    client;
    source;
    told;
    /** The total length of the updates since the document, in characters. */
    updatesLength;
    isLearning = false;
    constructor(client, source, summary) {
        this.client = client;
        this.source = source;
        this.told = summary;
        this.updatesLength = source.parent === undefined ? 0 : source.parent.updatesLength + (source.update?.length ?? 0);
    }
    get summary() { return this.told; }
    get id() { return this.told.id; }
    /** The document that the layout's chain begins with. */
    get text() { return this.line()[0]?.source.text; }
    /** Returns the elements that intersect a rectangle, or those at index paths. */
    attributes(query, signal) {
        return this.client.ofOneEngine((engine) => {
            const text = queryText(query) + engine;
            return this.get(`attributes?${text}`, signal, text);
        });
    }
    /**
     * Returns the cells that intersect a rectangle as packed columns: typed arrays over the response's bytes.
     *
     * @param keeps whether the client caches the response; pass `false` for a large one that you keep yourself.
     */
    columns(query, signal, keeps = true) {
        return this.represented(`${queryText(query)}&format=packed`, signal, async (...asked) => unpackedColumns(await this.client.bytes(...asked)), keeps);
    }
    /** Returns the same columns from a JSON answer, for proxies that allow only JSON. */
    columnsByJSON(query, signal) {
        return this.represented(`${queryText(query)}&format=columns`, signal, async (...asked) => columnsOf(await this.client.call(...asked)));
    }
    represented(query, signal, read, keeps = true) {
        return this.client.ofOneEngine((engine) => this.get(`attributes?${query}${engine}`, signal, query + engine, read, keeps));
    }
    /** The URL of a picture of a rectangle, for `<img>`. If the service requires an API key, sign it (`tatami-client/signing`). */
    pictureURL(query) {
        return `${this.client.base}/v1/layouts/${this.id}/attributes.svg?${pictureText(query)}`;
    }
    /** Returns the cells of a rectangle as a style sheet; the rules of texts come with any rectangle. */
    styleSheet(query, signal) {
        const text = sheetText(query);
        return this.get(`attributes?${text}`, signal, text, (...asked) => this.client.text(...asked));
    }
    /** Returns each section's frame and item count. */
    async sections(signal) {
        return (await this.get("sections", signal)).sections;
    }
    /** Returns the offset at which scrolling should stop, or the one that shows an item at a position of the view. */
    targetOffset(proposal, signal) {
        return this.get(`target-offset?${scrollText(proposal)}`, signal);
    }
    /** Returns the cell at a point, the nearest one, or the place to which a dragged item goes: the `to` of an update's `move`. */
    itemAt(query, signal) {
        return this.get(`index-path?${pointText(query)}`, signal);
    }
    /** Returns the offset that shows an item at a position of the view. */
    offsetShowing(section, item, position, signal) {
        return this.get(`target-offset?indexPath=${section}-${item}&position=${position}`, signal);
    }
    async update(update, query, signal) {
        const text = typeof update === "string" ? update : JSON.stringify(update);
        const parameters = query === undefined ? "" : `?${changesText(query)}`;
        const version = await versionId(this.id, text);
        const answer = await this.client.shared(`POST ${version ?? this.id + text}${parameters}`, signal, (shared) => this.again(shared, () => this.client.call("POST", `/v1/layouts/${this.id}/updates${parameters}`, text, shared)));
        const { id, contentSize, sectionCount, itemCount, parent } = answer;
        const layout = new Layout(this.client, { parent: this, update: text }, { id, contentSize, sectionCount, itemCount, parent });
        layout.learn();
        if (!("invalidated" in answer))
            return { layout };
        this.client.keep(`/v1/layouts/${id}/changes?from=${answer.from}&${parameters.slice(1)}`, answer);
        this.client.carry(answer);
        return { layout, changes: answer };
    }
    /**
     * Lays out a whole new document. Returns its layout and the changes that a view of this layout has to make: items are
     * matched by their ids, and items without ids by their places.
     */
    async reload(document, query, signal) {
        const text = typeof document === "string" ? document : JSON.stringify(document);
        const path = () => `/v1/layouts?from=${this.id}&${changesText(query)}`;
        const changes = await this.client.shared(`POST ${path()} ${text}`, signal, (shared) => this.again(shared, () => this.client.call("POST", path(), text, shared)));
        const { id, contentSize, sectionCount, itemCount } = changes;
        this.client.keep(`/v1/layouts/${id}/changes?from=${changes.from}&${changesText(query)}`, changes);
        this.client.carry(changes);
        return { layout: new Layout(this.client, { text }, { id, contentSize, sectionCount, itemCount }), changes };
    }
    /**
     * Returns what a view that shows `other` has to do to show this layout: another version, or the layout of another
     * document, whose items are matched by their ids. A 409 `unrelated-layouts` means that two versions of one document are
     * too far apart: query the attributes instead.
     */
    async changesFrom(other, query, signal) {
        const path = () => `/v1/layouts/${this.id}/changes?from=${other.id}&${changesText(query)}`;
        const changes = await this.client.cached(path(), signal, (shared) => this.again(shared, () => this.client.call("GET", path(), undefined, shared), [this, other]));
        this.client.carry(changes);
        return changes;
    }
    /** Returns the layout's document as the server writes it: its items include all measured sizes. */
    async document(signal) {
        return JSON.parse(await this.documentText(signal));
    }
    documentText(signal) {
        return this.again(signal, () => this.client.text("GET", `/v1/layouts/${this.id}/document`, undefined, signal));
    }
    /** GETs a cacheable answer. `query`: the query that a PUT of the document can answer at once. */
    get(path, signal, query, read = (...asked) => this.client.call(...asked), keeps = true) {
        return this.client.cached(`/v1/layouts/${this.id}/${path}`, signal, async (shared) => {
            const { text } = this.source;
            if (query !== undefined && text !== undefined && await sha256(text) === this.id)
                return this.client.lay(text, query, shared, read);
            await this.restore(shared);
            return read("GET", `/v1/layouts/${this.id}/${path}`, undefined, shared);
        }, read, keeps);
    }
    /** Sends a request, and repeats it after restoring the layout that the server was missing. */
    async again(signal, ask, among = [this]) {
        for (let tries = among.length;; tries -= 1) {
            try {
                return await ask();
            }
            catch (error) {
                const id = missing(error);
                if (id === undefined || tries === 0)
                    throw error;
                await (among.find((one) => one.id === id) ?? this).restore(signal);
            }
        }
    }
    /** Restores an evicted layout: from its parent and update, or from the whole chain if the parent is evicted too. */
    restore(signal) {
        return this.client.shared(`restore ${this.id}`, signal, async (shared) => {
            const line = this.line();
            try {
                if (line.length > 1)
                    return await this.make(shared);
            }
            catch (error) {
                if (missing(error) === undefined || line[0]?.source.text === undefined)
                    throw error;
            }
            for (const one of line)
                await one.make(shared);
        });
    }
    async make(signal) {
        const { text, parent, update } = this.source;
        if (text !== undefined)
            this.told = await this.client.put(text, signal);
        else if (parent !== undefined)
            this.told = await this.client.call("POST", `/v1/layouts/${parent.id}/updates`, update, signal);
    }
    /** The chain of layouts that leads to this one: first the one made from a document, last this one. */
    line() {
        const line = [this];
        for (let parent = this.source.parent; parent !== undefined; parent = parent.source.parent)
            line.push(parent);
        return line.reverse();
    }
    /** Fetches the server's document once the updates have grown larger than the chain's document. */
    learn() {
        if (this.updatesLength <= leastUpdates)
            return;
        // A document fetched in the meantime may have shortened the chain, or be about to.
        const line = this.line();
        this.updatesLength = line.reduce((length, one) => length + (one.source.update?.length ?? 0), 0);
        if (this.updatesLength <= Math.max(leastUpdates, line[0]?.source.text?.length ?? 0) || line.some((one) => one.isLearning))
            return;
        this.isLearning = true;
        this.documentText().then((text) => {
            this.source = { text };
            this.updatesLength = 0;
        }, () => { }).finally(() => { this.isLearning = false; });
    }
}
