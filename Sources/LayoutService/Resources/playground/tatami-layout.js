// SPDX-License-Identifier: Apache-2.0
// A layout that a Tatami server holds: asked for attributes, and updated.
//
// An update makes another layout, a version, whose id comes of its parent's and the update. A version that was
// forgotten is made again from its parent or, where that is gone, too, from the document that its line begins with
// and the updates since: under the same id. When these have grown larger than the document, the client takes the
// server's document of the version in their place; a version that is made again from it has another id.
import { columnsOf, unpackedColumns } from "./tatami-columns.js";
import { changesText, missing, pictureText, queryText, scrollText, sha256, versionId } from "./tatami-wire.js";
/** Updates that are shorter than this are kept however short the document is. */
const leastUpdates = 16384;
/** A document that the server has laid out, or a version of one. It never changes: updates make other ones. */
export class Layout {
    client;
    source;
    told;
    /** How long the updates since the document are. */
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
    /** The document that the layout's line begins with. */
    get text() { return this.line()[0]?.source.text; }
    /** The elements that meet a rectangle, or those at index paths. */
    attributes(query, signal) {
        return this.client.ofOneEngine((engine) => {
            const text = queryText(query) + engine;
            return this.get(`attributes?${text}`, signal, text);
        });
    }
    /** The cells that meet a rectangle as columns of numbers, in the fewest bytes: typed arrays over the answer itself. */
    columns(query, signal) {
        return this.represented(`${queryText(query)}&format=packed`, signal, async (...asked) => unpackedColumns(await this.client.bytes(...asked)));
    }
    /** The same by way of JSON, for proxies that let nothing else through. */
    columnsByJSON(query, signal) {
        return this.represented(`${queryText(query)}&format=columns`, signal, async (...asked) => columnsOf(await this.client.call(...asked)));
    }
    represented(query, signal, read) {
        return this.client.ofOneEngine((engine) => this.get(`attributes?${query}${engine}`, signal, query + engine, read));
    }
    /** Where a picture of a rectangle is, for `<img>`. A service that wants an API key gives it to no `<img>`. */
    pictureURL(query) {
        return `${this.client.base}/v1/layouts/${this.id}/attributes.svg?${pictureText(query)}`;
    }
    /** Each section's extent, without items. */
    async sections(signal) {
        return (await this.get("sections", signal)).sections;
    }
    /** Where scrolling should stop. */
    targetOffset(proposal, signal) {
        return this.get(`target-offset?${scrollText(proposal)}`, signal);
    }
    /** The offset that brings an item to a place of the view. */
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
     * What a view that shows `other` has to do to show this layout: forwards, back, or across branches. A 409
     * `unrelated-layouts` says that they have not the same beginning, or are too far apart: ask for the attributes.
     */
    async changesFrom(other, query, signal) {
        const path = () => `/v1/layouts/${this.id}/changes?from=${other.id}&${changesText(query)}`;
        const changes = await this.client.cached(path(), signal, (shared) => this.again(shared, () => this.client.call("GET", path(), undefined, shared), [this, other]));
        this.client.carry(changes);
        return changes;
    }
    /** The layout's document, written anew: items with all they have learned. */
    async document(signal) {
        return JSON.parse(await this.documentText(signal));
    }
    documentText(signal) {
        return this.again(signal, () => this.client.text("GET", `/v1/layouts/${this.id}/document`, undefined, signal));
    }
    /** GETs what can be kept. `query`: what a PUT of the document may answer at once. */
    get(path, signal, query, read = (...asked) => this.client.call(...asked)) {
        return this.client.cached(`/v1/layouts/${this.id}/${path}`, signal, async (shared) => {
            const { text } = this.source;
            if (query !== undefined && text !== undefined && await sha256(text) === this.id)
                return this.client.lay(text, query, shared, read);
            await this.restore(shared);
            return read("GET", `/v1/layouts/${this.id}/${path}`, undefined, shared);
        }, read);
    }
    /** Asks, and again after what was missing has been made again. */
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
    /** Makes a forgotten layout known again: by its update of its parent; where that is gone, too, by all its line. */
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
    /** The layouts from which this one comes, the one that is made from a document first, this one last. */
    line() {
        const line = [this];
        for (let parent = this.source.parent; parent !== undefined; parent = parent.source.parent)
            line.push(parent);
        return line.reverse();
    }
    /** Takes the server's document in place of updates that have grown larger than the one they began with. */
    learn() {
        if (this.updatesLength <= leastUpdates)
            return;
        // What has been learned since may have shortened the line, or be about to.
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
