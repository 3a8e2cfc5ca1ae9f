// SPDX-License-Identifier: Apache-2.0
import { pictureText, pointText, queryText, scrollText, sha256, sheetText } from "./tatami-wire.js";
export class Layout {
    client;
    source;
    summary;
    updatesLength;
    constructor(client, source, summary) {
        this.client = client;
        this.source = source;
        this.summary = summary;
        this.updatesLength = source.parent === undefined ? 0 : source.parent.updatesLength + (source.update?.length ?? 0);
    }
    made(source, summary) { return new Layout(this.client, source, summary); }
    get id() { return this.summary.id; }
    get text() { return this.line()[0]?.source.text; }
    attributes(query, signal) {
        return this.client.ofOneEngine((engine) => {
            const text = queryText(query) + engine;
            return this.get(`attributes?${text}`, signal, text);
        });
    }
    columns(query, signal, keeps = true) {
        return this.represented(`${queryText(query)}&format=packed`, signal, async (...asked) => {
            const [{ unpackedColumns }, bytes] = await Promise.all([import("./columns-reading.js"), this.client.bytes(...asked)]);
            return unpackedColumns(bytes);
        }, keeps);
    }
    columnsByJSON(query, signal) {
        return this.represented(`${queryText(query)}&format=columns`, signal, async (...asked) => {
            const [{ columnsOf }, answer] = await Promise.all([import("./columns-reading.js"), this.client.call(...asked)]);
            return columnsOf(answer);
        });
    }
    represented(query, signal, read, keeps = true) {
        return this.client.ofOneEngine((engine) => this.get(`attributes?${query}${engine}`, signal, query + engine, read, keeps));
    }
    pictureURL(query) {
        return `${this.client.base}/v1/layouts/${this.id}/attributes.svg?${pictureText(query)}`;
    }
    styleSheet(query, signal) {
        const text = sheetText(query);
        return this.get(`attributes?${text}`, signal, text, (...asked) => this.client.text(...asked));
    }
    async sections(signal) {
        return (await this.get("sections", signal)).sections;
    }
    targetOffset(proposal, signal) {
        return this.get(`target-offset?${scrollText(proposal)}`, signal);
    }
    itemAt(query, signal) {
        return this.get(`index-path?${pointText(query)}`, signal);
    }
    offsetShowing(section, item, position, signal) {
        return this.get(`target-offset?indexPath=${section}-${item}&position=${position}`, signal);
    }
    async update(update, query, signal) {
        return (await versions()).update(this, textOf(update), query, signal);
    }
    async reload(document, query, signal) {
        return (await versions()).reload(this, textOf(document), query, signal);
    }
    async changesFrom(other, query, signal) {
        return (await versions()).changes(other, this, query, signal);
    }
    async document(signal) {
        return JSON.parse(await (await versions()).documentText(this, signal));
    }
    async find(text, signal) {
        return (await import("./finding.js")).find(this, text, signal);
    }
    get(path, signal, query, read = (...asked) => this.client.call(...asked), keeps = true) {
        return this.client.cached(`/v1/layouts/${this.id}/${path}`, signal, async (shared) => {
            const { text } = this.source;
            if (query !== undefined && text !== undefined && await sha256(text) === this.id)
                return this.client.lay(text, query, shared, read);
            await (await versions()).restore(this, shared);
            return read("GET", `/v1/layouts/${this.id}/${path}`, undefined, shared);
        }, read, keeps);
    }
    line() {
        const line = [this];
        for (let parent = this.source.parent; parent !== undefined; parent = parent.source.parent)
            line.push(parent);
        return line.reverse();
    }
}
function textOf(value) { return typeof value === "string" ? value : JSON.stringify(value); }
function versions() { return import("./versions.js"); }
