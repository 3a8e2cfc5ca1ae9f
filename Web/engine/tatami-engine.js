// SPDX-License-Identifier: Apache-2.0
const encoder = new TextEncoder(), decoder = new TextDecoder();
const needsMeasures = 100;
export class TatamiEngine {
    module;
    options;
    face;
    held = new Map();
    made = new Set();
    heldBytes = 0;
    measured = new Set();
    measure;
    revision;
    traps = 0;
    constructor(module, face, options) {
        this.module = module;
        this.face = face;
        this.options = options;
        this.revision = face.tatami_revision();
        this.measure = options.measure ?? (canMeasure() ? pageMeasure(() => this.forgetMeasured()) : undefined);
        this.begin();
    }
    begin() { this.face.tatami_measure_texts(this.measure === undefined ? 0 : 1); }
    static async load(source, options = {}) {
        const module = source instanceof WebAssembly.Module ? source : await compile(source);
        const instance = await WebAssembly.instantiate(module);
        return new TatamiEngine(module, instance.exports, options);
    }
    get state() {
        return { layouts: this.held.size, layoutBytes: this.heldBytes, memoryBytes: this.face.memory.buffer.byteLength, traps: this.traps };
    }
    takes(method, path, body) {
        return isTaken(method, path, body, this.made, this.options);
    }
    answer(method, path, body) {
        const asked = parsed(path);
        if (asked === undefined)
            return problem("not-found", 404, "no resource has this path");
        const failed = (error) => {
            this.restart();
            const what = asked.id === undefined ? "a document" : `layout ${asked.id}`;
            const members = { errors: [{ pointer: "", detail: String(error) }] };
            return problem("internal", 500, `the page's engine failed at ${what}: ${error}; the engine has been restarted`, members);
        };
        try {
            const answer = this.respond(method, asked, body);
            return answer instanceof Promise ? answer.catch(failed) : answer;
        }
        catch (error) {
            return failed(error);
        }
    }
    restart() {
        this.traps += 1;
        this.held.clear();
        this.heldBytes = 0;
        this.face = new WebAssembly.Instance(this.module).exports;
        this.begin();
    }
    forgetMeasured() {
        for (const id of this.measured)
            this.drop(id);
        this.measured.clear();
    }
    respond(method, { id, part, query }, body) {
        const face = this.face;
        if (id === undefined || method === "PUT") {
            const { from, rest } = split(query), isReload = from !== undefined && method === "POST";
            if (isReload && this.use(from) === undefined)
                return missing(from);
            const handle = this.lend([body ?? "", isReload ? "" : query], (...texts) => face.tatami_layout(...texts));
            return this.ended((measured) => {
                const answer = this.noted(measured ?? handle, measured !== undefined);
                if (!isReload || answer.made === undefined)
                    return answer;
                const [layout, other] = [this.use(answer.made), this.use(from)];
                if (layout === undefined || other === undefined)
                    return missing(from);
                this.lend([rest], (text, count) => face.tatami_changes(layout, other, text, count));
                return { ...answer, ...this.told(answer.made) };
            });
        }
        const layout = this.use(id);
        if (layout === undefined)
            return missing(id);
        if (part === "updates") {
            const handle = this.lend([body ?? "", query], (...texts) => face.tatami_update(layout, ...texts));
            return this.ended((measured) => this.noted(measured ?? handle, measured !== undefined || this.measured.has(id)));
        }
        if (part === "changes") {
            const { from, rest } = split(query);
            const other = from === undefined ? undefined : this.use(from);
            if (from === undefined)
                return problem("bad-query", 400, "missing parameter: pass from");
            if (other === undefined)
                return missing(from);
            this.lend([rest], (text, count) => face.tatami_changes(layout, other, text, count));
            return this.told(id);
        }
        const ask = {
            "": face.tatami_summary, attributes: face.tatami_attributes, sections: face.tatami_sections, document: face.tatami_document,
            "target-offset": face.tatami_target_offset, "index-path": face.tatami_index_path,
        }[part];
        if (ask === undefined)
            return problem("not-found", 404, "no resource has this path");
        this.lend([query], (text, count) => ask(layout, text, count));
        return this.ended(() => this.told(id));
    }
    told(id) { return this.measured.has(id) ? { ...this.taken(), isMeasured: true } : this.taken(); }
    ended(finish, handle) {
        const { face, measure } = this;
        if (face.tatami_status() !== needsMeasures || measure === undefined)
            return finish(handle);
        const job = face.tatami_job(), list = decoder.decode(this.taken().bytes);
        const resume = (measures) => {
            if (face !== this.face)
                return problem("overloaded", 503, "the page's engine was restarted while it measured texts; request it again");
            return this.ended(finish, this.lend([measures], (bytes, count) => face.tatami_measured(job, bytes, count)));
        };
        const refuse = (error) => {
            if (face === this.face)
                this.lend([""], (bytes, count) => face.tatami_measured(job, bytes, count));
            return problem("overloaded", 503, `the page's engine could not measure texts: ${error}`);
        };
        let measures;
        try {
            measures = measure(list);
        }
        catch (error) {
            return refuse(error);
        }
        return measures instanceof Promise ? measures.then(resume, refuse) : resume(measures);
    }
    lend(texts, call) {
        const places = [];
        for (const text of texts) {
            const bytes = typeof text !== "string" ? text : text.length > 1 << 16 ? encoder.encode(text) : undefined;
            const address = this.face.tatami_alloc(bytes?.length ?? 3 * text.length);
            const memory = new Uint8Array(this.face.memory.buffer);
            if (bytes !== undefined)
                memory.set(bytes, address);
            const count = bytes?.length ?? encoder.encodeInto(text, memory.subarray(address, address + 3 * text.length)).written ?? 0;
            places.push(address, count);
        }
        const value = call(...places);
        for (let index = 0; index < places.length; index += 2)
            this.face.tatami_free(places[index]);
        return value;
    }
    taken() {
        const start = this.face.tatami_answer(), count = this.face.tatami_answer_count();
        const bytes = new Uint8Array(this.face.memory.buffer, start, count).slice();
        this.face.tatami_drop_answer();
        return { status: this.face.tatami_status(), bytes };
    }
    noted(handle, isMeasured) {
        const answer = this.taken();
        if (handle === 0)
            return answer;
        this.lend([""], (text, count) => this.face.tatami_summary(handle, text, count));
        const { id } = JSON.parse(decoder.decode(this.taken().bytes));
        this.drop(id);
        const bytes = this.face.tatami_byte_count(handle);
        this.held.set(id, { handle, bytes });
        this.made.add(id);
        if (isMeasured)
            this.measured.add(id);
        this.heldBytes += bytes;
        for (const oldest of this.held.keys()) {
            if (this.heldBytes <= (this.options.layoutBytes ?? 1 << 27) || oldest === id)
                break;
            this.drop(oldest);
        }
        return { ...answer, made: id, ...(isMeasured && { isMeasured }) };
    }
    use(id) {
        const held = this.held.get(id);
        if (held === undefined)
            return undefined;
        this.held.delete(id);
        this.held.set(id, held);
        return held.handle;
    }
    drop(id) {
        const held = this.held.get(id);
        if (held === undefined)
            return;
        this.held.delete(id);
        this.heldBytes -= held.bytes;
        this.face.tatami_release(held.handle);
    }
}
function parsed(path) {
    const match = /^\/v1\/layouts(?:\/([0-9a-f]{64})(?:\/([a-z-]+))?)?(?:\?(.*))?$/.exec(path);
    return match === null ? undefined : { id: match[1], part: match[2] ?? "", query: match[3] ?? "" };
}
function split(query) {
    const parts = query.split("&");
    const from = parts.find((part) => part.startsWith("from="))?.slice(5);
    return { from, rest: parts.filter((part) => !part.startsWith("from=")).join("&") };
}
export function isTaken(method, path, body, made, options) {
    const asked = parsed(path);
    if (asked === undefined || /(^|&)format=(svg|css)(&|$)/.test(asked.query))
        return false;
    if (asked.id === undefined || method === "PUT") {
        if (body === undefined || body.length > (options.documentLength ?? 1 << 23))
            return false;
        return options.measure !== undefined || canMeasure() || !body.includes('"textStyles"');
    }
    return made.has(asked.id);
}
export function canMeasure() {
    return typeof document !== "undefined" && typeof CanvasRenderingContext2D !== "undefined" && "Segmenter" in Intl;
}
export function pageMeasure(onForget) {
    let measurer;
    return (list) => measurer?.measure(list) ?? import("./text-measuring.js").then(({ TextMeasurer }) => (measurer ??= new TextMeasurer(onForget)).measure(list));
}
function missing(id) {
    return problem("layout-not-cached", 404, `the layout is not cached (any more): PUT the document to /v1/layouts/${id} with the same query string to get this answer`, { missing: id });
}
export function problem(kind, status, detail, members = {}) {
    return { status, bytes: encoder.encode(JSON.stringify({ type: `/problems/${kind}`, title: kind, status, detail, ...members })) };
}
async function compile(source) {
    if (typeof source !== "string" && !(source instanceof URL))
        return WebAssembly.compile(source);
    const response = await fetch(source);
    if (!response.ok)
        throw new Error(`${source}: HTTP status ${response.status}${await reason(response)}`);
    return WebAssembly.compile(await response.arrayBuffer());
}
async function reason(response) {
    if (response.headers.get("Content-Type") !== "application/problem+json")
        return "";
    return `: ${(await response.json()).detail ?? ""}`;
}
