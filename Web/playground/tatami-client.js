// SPDX-License-Identifier: Apache-2.0
import { Layout } from "./tatami-layout.js";
import { bodyOf, isOtherOrigin, missing, otherEngine, pause, queryText, retryAfter, sha256, TatamiProblem } from "./tatami-wire.js";
export { sizesOf } from "./rects.js";
export { cellAt } from "./tatami-columns.js";
export { Layout } from "./tatami-layout.js";
export { queryText, TatamiProblem, versionId } from "./tatami-wire.js";
export class TatamiClient {
    base;
    options;
    answers = new Map();
    flights = new Map();
    answering;
    engine;
    hasService;
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
    async open(id, signal) {
        return new Layout(this, {}, await this.call("GET", `/v1/layouts/${id}`, undefined, signal));
    }
    async put(text, signal) {
        return this.shared(`layout ${text}`, signal, (shared) => this.lay(text, "", shared));
    }
    async lay(text, query, signal, read = this.reader()) {
        const id = this.isSimple ? undefined : await sha256(text), parameters = query === "" ? "" : `?${query}`;
        return id === undefined
            ? read("POST", `/v1/layouts${parameters}`, text, signal) : read("PUT", `/v1/layouts/${id}${parameters}`, text, signal);
    }
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
    get engineParameter() { return this.engine === undefined ? "" : `&engine=${this.engine}`; }
    get isSimple() { return this.options.apiKey === undefined && isOtherOrigin(this.base); }
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
    async call(method, path, body, signal) {
        return JSON.parse(await this.text(method, path, body, signal));
    }
    text(method, path, body, signal) {
        return this.exchange(method, path, body, signal, async (response) => {
            const text = await response.text();
            return [text, text];
        });
    }
    bytes(method, path, body, signal) {
        return this.exchange(method, path, body, signal, async (response) => [await response.arrayBuffer(), ""]);
    }
    async exchange(method, path, text, signal, read) {
        const { engine, onExchange } = this.options;
        if (engine !== undefined && !(this.hasService && (this.isOtherEngine || !engine.takes(method, path, text)))) {
            signal?.throwIfAborted();
            const started = performance.now(), { status, bytes, isMeasured } = await engine.answer(method, path, text);
            const response = new Response(bytes, { status, headers: { "Tatami-Engine": `${engine.revision}${isMeasured ? ".page" : ""}` } });
            const [value, said] = response.ok ? await read(response) : [undefined, await response.text()];
            onExchange?.({ method, url: `wasm:${path}`, status, headers: response.headers, text: said, milliseconds: performance.now() - started });
            if (response.ok)
                this.engine ??= engine.revision;
            if (response.ok)
                return value;
            if (status !== 503 || !this.hasService)
                throw problem(status, said);
        }
        return this.exchangeOverHTTP(method, path, text, signal, read);
    }
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
