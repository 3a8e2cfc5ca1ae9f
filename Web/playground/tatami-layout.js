// SPDX-License-Identifier: Apache-2.0
// A layout on a Tatami server: query its attributes, and update it.
import { pictureText, pointText, queryText, scrollText, sha256, sheetText } from "./tatami-wire.js";
/** A document that the server has laid out, or a version of one. It never changes: an update derives another layout. */
export class Layout {
    client;
    /** @internal */
    source;
    /** @internal */
    summary;
    /** The total length of the updates since the document, in characters. @internal */
    updatesLength;
    constructor(client, source, summary) {
        this.client = client;
        this.source = source;
        this.summary = summary;
        this.updatesLength = source.parent === undefined ? 0 : source.parent.updatesLength + (source.update?.length ?? 0);
    }
    /** Another layout on the same server. @internal */
    made(source, summary) { return new Layout(this.client, source, summary); }
    get id() { return this.summary.id; }
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
        return this.represented(`${queryText(query)}&format=packed`, signal, async (...asked) => {
            const [{ unpackedColumns }, bytes] = await Promise.all([import("./columns-reading.js"), this.client.bytes(...asked)]);
            return unpackedColumns(bytes);
        }, keeps);
    }
    /** Returns the same columns from a JSON answer, for proxies that allow only JSON. */
    columnsByJSON(query, signal) {
        return this.represented(`${queryText(query)}&format=columns`, signal, async (...asked) => {
            const [{ columnsOf }, answer] = await Promise.all([import("./columns-reading.js"), this.client.call(...asked)]);
            return columnsOf(answer);
        });
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
        return (await versions()).update(this, textOf(update), query, signal);
    }
    /**
     * Lays out a whole new document. Returns its layout and the changes that a view of this layout has to make: items are
     * matched by their ids, and items without ids by their places.
     */
    async reload(document, query, signal) {
        return (await versions()).reload(this, textOf(document), query, signal);
    }
    /**
     * Returns what a view that shows `other` has to do to show this layout: another version, or the layout of another
     * document, whose items are matched by their ids. A 409 `unrelated-layouts` means that two versions of one document are
     * too far apart: query the attributes instead.
     */
    async changesFrom(other, query, signal) {
        return (await versions()).changes(other, this, query, signal);
    }
    /** Returns the layout's document as the server writes it: its items include all measured sizes. */
    async document(signal) {
        return JSON.parse(await (await versions()).documentText(this, signal));
    }
    /**
     * Returns the items that contain a text in their titles and captions, their ids or their data, in the document's order;
     * capitals and accents make no difference.
     */
    async find(text, signal) {
        return (await import("./finding.js")).find(this, text, signal);
    }
    /** GETs a cacheable answer. `query`: the query that a PUT of the document can answer at once. */
    get(path, signal, query, read = (...asked) => this.client.call(...asked), keeps = true) {
        return this.client.cached(`/v1/layouts/${this.id}/${path}`, signal, async (shared) => {
            const { text } = this.source;
            if (query !== undefined && text !== undefined && await sha256(text) === this.id)
                return this.client.lay(text, query, shared, read);
            await (await versions()).restore(this, shared);
            return read("GET", `/v1/layouts/${this.id}/${path}`, undefined, shared);
        }, read, keeps);
    }
    /** The chain of layouts that leads to this one: first the one made from a document, last this one. @internal */
    line() {
        const line = [this];
        for (let parent = this.source.parent; parent !== undefined; parent = parent.source.parent)
            line.push(parent);
        return line.reverse();
    }
}
function textOf(value) { return typeof value === "string" ? value : JSON.stringify(value); }
/** What only updates, other documents and evicted layouts need. */
function versions() { return import("./versions.js"); }
