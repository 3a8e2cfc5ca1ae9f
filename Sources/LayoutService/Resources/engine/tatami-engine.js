// SPDX-License-Identifier: Apache-2.0
// The layout engine in the page: tatami.wasm, which gives the same frames, ids and answers as the service.
//
//   const engine = await TatamiEngine.load("/tatami.wasm");
//   const client = new TatamiClient({ engine });                                  // nothing leaves the page
//   const client = new TatamiClient("http://localhost:8080", { engine });         // what the page doesn't hold, does
//
// It answers what TatamiClient would send over HTTP, so that all that is made of a client works with either. It
// takes the thread that it is loaded in, some 40 ms for a wall of 100,000 items; tatami-engine-worker.ts runs it in
// a worker. The module's memory has an end; layouts that were not used for longest are given up before it, and are
// made again from what the client holds. Where the module traps, the request that it did so for is an error, and the
// next one meets a fresh instance.
const encoder = new TextEncoder(), decoder = new TextDecoder();
export class TatamiEngine {
    module;
    options;
    face;
    /** By id, the one unused for longest first. */
    held = new Map();
    /** Ids of layouts that were made here, held or given up: what made them can make them again. */
    made = new Set();
    heldBytes = 0;
    /** The engine's revision. */
    revision;
    /** How often the module has trapped. */
    traps = 0;
    constructor(module, face, options) {
        this.module = module;
        this.face = face;
        this.options = options;
        this.revision = face.tatami_revision();
    }
    /** Loads the module: from an address, or what holds its bytes. */
    static async load(source, options = {}) {
        const module = source instanceof WebAssembly.Module ? source : await compile(source);
        const instance = await WebAssembly.instantiate(module);
        return new TatamiEngine(module, instance.exports, options);
    }
    /** How many layouts are held, and the bytes of the module's memory. */
    get state() {
        return { layouts: this.held.size, layoutBytes: this.heldBytes, memoryBytes: this.face.memory.buffer.byteLength, traps: this.traps };
    }
    /**
     * Whether a request is answered here: documents up to a length, and what is asked of layouts that were made of
     * them. Pictures, style sheets and layouts of which only the service knows are the service's.
     */
    takes(method, path, body) {
        return isTaken(method, path, body, this.made, this.options);
    }
    /** Answers a request as the service does. */
    answer(method, path, body) {
        const asked = parsed(path);
        if (asked === undefined)
            return problem("not-found", 404, "there is nothing at this path");
        try {
            return this.respond(method, asked, body);
        }
        catch (error) {
            this.restart();
            const what = asked.id === undefined ? "a document" : `layout ${asked.id}`;
            const members = { errors: [{ pointer: "", detail: String(error) }] };
            return problem("internal", 500, `the page's engine failed at ${what}: ${error}; it has been started anew`, members);
        }
    }
    /** Gives all layouts up, and the module's memory with them. */
    restart() {
        this.traps += 1;
        this.held.clear();
        this.heldBytes = 0;
        this.face = new WebAssembly.Instance(this.module).exports;
    }
    respond(method, { id, part, query }, body) {
        const face = this.face;
        if (id === undefined || method === "PUT") {
            const handle = this.lend([body ?? "", query], (...texts) => face.tatami_layout(...texts));
            return this.noted(handle);
        }
        const layout = this.use(id);
        if (layout === undefined)
            return missing(id);
        if (part === "updates") {
            const handle = this.lend([body ?? "", query], (...texts) => face.tatami_update(layout, ...texts));
            return this.noted(handle);
        }
        if (part === "changes") {
            const { from, rest } = split(query);
            const other = from === undefined ? undefined : this.use(from);
            if (from === undefined)
                return problem("bad-query", 400, "from is needed");
            if (other === undefined)
                return missing(from);
            this.lend([rest], (text, count) => face.tatami_changes(layout, other, text, count));
            return this.taken();
        }
        const ask = {
            "": face.tatami_summary, attributes: face.tatami_attributes, sections: face.tatami_sections, document: face.tatami_document,
            "target-offset": face.tatami_target_offset,
        }[part];
        if (ask === undefined)
            return problem("not-found", 404, "there is nothing at this path");
        this.lend([query], (text, count) => ask(layout, text, count));
        return this.taken();
    }
    /** Copies texts into the module's memory for a call. */
    lend(texts, call) {
        const places = [];
        for (const text of texts) {
            // What three bytes a character would take is more than most texts have.
            const isLong = text.length > 1 << 16, bytes = isLong ? encoder.encode(text) : undefined;
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
    /** The last call's answer, copied out. */
    taken() {
        const start = this.face.tatami_answer(), count = this.face.tatami_answer_count();
        const bytes = new Uint8Array(this.face.memory.buffer, start, count).slice();
        this.face.tatami_drop_answer();
        return { status: this.face.tatami_status(), bytes };
    }
    /** The answer about a layout that was just made, which is held from now on. */
    noted(handle) {
        const answer = this.taken();
        if (handle === 0)
            return answer;
        this.lend([""], (text, count) => this.face.tatami_summary(handle, text, count));
        const { id } = JSON.parse(decoder.decode(this.taken().bytes));
        this.drop(id);
        const bytes = this.face.tatami_byte_count(handle);
        this.held.set(id, { handle, bytes });
        this.made.add(id);
        this.heldBytes += bytes;
        for (const oldest of this.held.keys()) {
            if (this.heldBytes <= (this.options.layoutBytes ?? 1 << 27) || oldest === id)
                break;
            this.drop(oldest);
        }
        return { ...answer, made: id };
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
/** A query of changes without its `from`, which is a handle here. */
function split(query) {
    const parts = query.split("&");
    const from = parts.find((part) => part.startsWith("from="))?.slice(5);
    return { from, rest: parts.filter((part) => !part.startsWith("from=")).join("&") };
}
/** Whether a request is answered in the page, where layouts of these ids were made. */
export function isTaken(method, path, body, made, options) {
    const asked = parsed(path);
    if (asked === undefined || /(^|&)format=(svg|css)(&|$)/.test(asked.query))
        return false;
    if (asked.id === undefined || method === "PUT")
        return body !== undefined && body.length <= (options.documentLength ?? 1 << 23);
    return made.has(asked.id);
}
function missing(id) {
    return problem("layout-not-cached", 404, `PUT the document to /v1/layouts/${id} with the same query to have it answered`, { missing: id });
}
/** An answer that is an error (RFC 9457). */
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
/** What a refusal says: a service that was built without the module names the command that builds it. */
async function reason(response) {
    if (response.headers.get("Content-Type") !== "application/problem+json")
        return "";
    return `: ${(await response.json()).detail ?? ""}`;
}
