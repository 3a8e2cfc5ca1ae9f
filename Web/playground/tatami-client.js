// SPDX-License-Identifier: Apache-2.0
// A client of the Tatami layout service for browsers and Node, without dependencies.
//
//   const client = new TatamiClient("http://localhost:8080");
//   const { layout, attributes } = await client.layout({ container, layout, items }, { rect: [0, 0, 390, 844] });
//   const more = await layout.attributes({ rect: [0, 844, 390, 844] });
//   const next = await layout.update({ append: [{ items: [120, 180] }] }, { rect: [0, 0, 390, 2532] });
//
// A layout's id is the SHA-256 of its document, so the client can compute it before it sends anything: it PUTs the
// document to /v1/layouts/{id}, so that proxies can route by the id and cache later answers. If the server has
// evicted a layout, it answers 404; the client then PUTs the document again with the same query, and the caller
// notices only the extra time. From a page of another origin the client POSTs documents, which saves a CORS
// preflight for each. All queries name one revision of the service's engine: the first that answered. If another
// revision answers, the client drops all cached responses. Versions are in tatami-layout.ts, types in tatami-types.ts,
// the types of documents and updates in tatami-document.ts. With an engine in the page (tatami-engine.ts) the client
// sends nothing for layouts that the page itself has made.
import { Layout } from "./tatami-layout.js";
import { bodyOf, isOtherOrigin, missing, otherEngine, pause, queryText, retryAfter, sha256, TatamiProblem } from "./tatami-wire.js";
export { sizesOf } from "./rects.js";
export { cellAt } from "./tatami-columns.js";
export { Layout } from "./tatami-layout.js";
export { queryText, TatamiProblem, versionId } from "./tatami-wire.js";
export class TatamiClient {
    base;
    options;
    /** Cached responses, by their paths. @internal */
    answers = new Map();
    flights = new Map();
    /** The engine in the page that the cached responses come from; it may have measured texts in other fonts than the service. */
    answering;
    /** The engine revision that queries ask for; undefined before the first response. */
    engine;
    /** Whether the client has a service; without one, the engine in the page answers everything. */
    hasService;
    /** Whether the service's engine revision differs from the page's; the engine in the page is not used then. */
    isOtherEngine = false;
    constructor(base, options = {}) {
        this.hasService = typeof base === "string";
        this.base = typeof base === "string" ? base.replace(/\/+$/, "") : "";
        this.options = typeof base === "string" ? options : base;
    }
    async layout(document, queryOrSignal, signal) {
        const text = typeof document === "string" ? document : JSON.stringify(document);
        if (queryOrSignal === undefined || "aborted" in queryOrSignal) {
            return new Layout(this, { text }, await this.put(text, queryOrSignal));
        }
        const query = queryText(queryOrSignal);
        const answer = await this.ofOneEngine((engine) => this.shared(`layout ${query}${engine} ${text}`, signal, (shared) => this.lay(text, query + engine, shared)));
        const { attributes, ...summary } = answer;
        this.keep(`/v1/layouts/${answer.id}/attributes?${query}${this.engineParameter}`, answer);
        return { layout: new Layout(this, { text }, summary), attributes };
    }
    /** A layout that the server has already, by its id. The client cannot restore it after an eviction. */
    async open(id, signal) {
        return new Layout(this, {}, await this.call("GET", `/v1/layouts/${id}`, undefined, signal));
    }
    /** Uploads a document and returns the layout's summary. */
    async put(text, signal) {
        return this.shared(`layout ${text}`, signal, (shared) => this.lay(text, "", shared));
    }
    /** PUTs a document under its SHA-256; POSTs it if the hash cannot be computed or a PUT would need a preflight. */
    async lay(text, query, signal, read = this.reader()) {
        const id = this.isSimple ? undefined : await sha256(text), parameters = query === "" ? "" : `?${query}`;
        return id === undefined
            ? read("POST", `/v1/layouts${parameters}`, text, signal) : read("PUT", `/v1/layouts/${id}${parameters}`, text, signal);
    }
    /** Returns a cached response, or GETs it and caches it, if `keeps` is true. */
    async cached(path, signal, again, read = this.reader(), keeps = true) {
        if (this.answering !== this.options.engine)
            this.answers.clear();
        this.answering = this.options.engine;
        const kept = this.answers.get(path);
        const value = kept ?? await this.shared(path, signal, (shared) => read("GET", path, undefined, shared).catch((error) => {
            if (missing(error) !== undefined)
                return again(shared);
            throw error;
        }));
        if (keeps)
            this.keep(path, value);
        return value;
    }
    /** Queries one revision of the engine; if another revision answers, repeats the query for that revision. */
    async ofOneEngine(ask) {
        const asked = this.engine;
        try {
            return await ask(this.engineParameter);
        }
        catch (error) {
            const other = otherEngine(error);
            if (other === undefined)
                throw error;
            if (this.engine === asked) {
                this.engine = other;
                this.answers.clear();
                this.options.onEngine?.(other);
            }
            return ask(this.engineParameter);
        }
    }
    /** @internal */
    get engineParameter() { return this.engine === undefined ? "" : `&engine=${this.engine}`; }
    /** Whether plain text reaches the service's origin without a CORS preflight, which JSON would need. */
    get isSimple() { return this.options.apiKey === undefined && isOtherOrigin(this.base); }
    /** Caches a response, and evicts the least recently used ones. */
    keep(path, value) {
        this.answers.delete(path);
        this.answers.set(path, value);
        const limit = this.options.cachedAnswers ?? 200;
        for (const oldest of this.answers.keys()) {
            if (this.answers.size <= limit)
                break;
            this.answers.delete(oldest);
        }
    }
    /** Shares one request among callers with the same key. It is cancelled once every caller has aborted. */
    shared(key, signal, ask) {
        if (signal?.aborted)
            return Promise.reject(signal.reason);
        const flight = this.flights.get(key) ?? this.begin(key, ask);
        flight.waiting += 1;
        return new Promise((resolve, reject) => {
            const leave = () => {
                reject(signal?.reason);
                flight.waiting -= 1;
                if (flight.waiting > 0)
                    return;
                this.end(key, flight);
                flight.giveUp.abort(signal?.reason);
            };
            signal?.addEventListener("abort", leave, { once: true });
            flight.answer.then((value) => resolve(value), reject).finally(() => signal?.removeEventListener("abort", leave));
        });
    }
    begin(key, ask) {
        const giveUp = new AbortController();
        const flight = { answer: ask(giveUp.signal).finally(() => this.end(key, flight)), waiting: 0, giveUp };
        this.flights.set(key, flight);
        return flight;
    }
    end(key, flight) {
        if (this.flights.get(key) === flight)
            this.flights.delete(key);
    }
    reader() {
        return (method, path, body, signal) => this.call(method, path, body, signal);
    }
    /** Sends one request and returns its JSON answer. */
    async call(method, path, body, signal) {
        return JSON.parse(await this.text(method, path, body, signal));
    }
    /** Sends one request and returns its answer's text. */
    text(method, path, body, signal) {
        return this.exchange(method, path, body, signal, async (response) => {
            const text = await response.text();
            return [text, text];
        });
    }
    /** Sends one request and returns its answer's bytes. */
    bytes(method, path, body, signal) {
        return this.exchange(method, path, body, signal, async (response) => [await response.arrayBuffer(), ""]);
    }
    /** Sends one request: to the engine in the page if that can answer it, else to the service. */
    async exchange(method, path, text, signal, read) {
        const { engine, onExchange } = this.options;
        if (engine !== undefined && !(this.hasService && (this.isOtherEngine || !engine.takes(method, path, text)))) {
            signal?.throwIfAborted();
            const started = performance.now(), { status, bytes, isMeasured } = await engine.answer(method, path, text);
            // Newer compilers distinguish memory that may be shared; a copy never is.
            const response = new Response(bytes, { status, headers: { "Tatami-Engine": `${engine.revision}${isMeasured ? ".page" : ""}` } });
            const [value, said] = response.ok ? await read(response) : [undefined, await response.text()];
            onExchange?.({ method, url: `wasm:${path}`, status, headers: response.headers, text: said, milliseconds: performance.now() - started });
            if (response.ok)
                this.engine ??= engine.revision;
            if (response.ok)
                return value;
            // A layout that is too large for the engine in the page may fit into the service.
            if (status !== 503 || !this.hasService)
                throw problem(status, said);
        }
        return this.exchangeOverHTTP(method, path, text, signal, read);
    }
    /** Sends one request to the service; retries a 503 after its Retry-After. */
    async exchangeOverHTTP(method, path, text, signal, read) {
        const { apiKey, compresses = true, retries = 3, onExchange } = this.options, ask = this.options.fetch ?? fetch;
        const { body, fields } = text === undefined ? { body: null, fields: {} } : await bodyOf(text, this.isSimple, compresses);
        const headers = { ...fields, ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }) };
        for (let tries = retries;; tries -= 1) {
            const started = performance.now();
            const response = await ask(this.base + path, { method, headers, body, signal: signal ?? null });
            const [value, said] = response.ok ? await read(response) : [undefined, await response.text()];
            onExchange?.({
                method, url: this.base + path, status: response.status, headers: response.headers, text: said,
                milliseconds: performance.now() - started,
            });
            // Documents with texts name their fonts, too: `6.1a2b3c4d`.
            const revision = Number.parseInt(response.headers.get("Tatami-Engine") ?? "", 10) || undefined, local = this.options.engine;
            this.isOtherEngine ||= local !== undefined && revision !== undefined && revision !== local.revision;
            if (response.ok) {
                this.engine ??= revision;
                return value;
            }
            if (response.status !== 503 || tries <= 0)
                throw problem(response.status, said);
            await pause(1000 * retryAfter(response.headers.get("Retry-After")), signal);
        }
    }
}
function problem(status, text) {
    let members = {};
    try {
        members = JSON.parse(text);
    }
    catch {
        members = { detail: text.slice(0, 200) };
    }
    return new TatamiProblem(status, members);
}
