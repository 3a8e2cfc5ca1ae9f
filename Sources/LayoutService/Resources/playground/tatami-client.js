// A client of the Tatami layout service for browsers and Node: one file, no dependencies.
//
//   const client = new TatamiClient("http://localhost:8080");
//   const layout = await client.layout({container, layout, items});
//   const {attributes} = await layout.attributes({rect: [0, 0, 390, 844]});
//
// A layout's id is the SHA-256 of its document, so the client knows it before it asks: it PUTs the
// document to /v1/layouts/{id}, where proxies can route by the id and cache what follows. A server that
// has forgotten a layout answers 404; the document is then PUT again, with the query that was asked, and
// the caller notices nothing but the time it took.
/** An error answer: RFC 9457's members, and in `errors` where in the document each reason lies. */
export class TatamiProblem extends Error {
    status;
    type;
    errors;
    members;
    constructor(status, members) {
        super(members.detail ?? members.title ?? `HTTP status ${status}`);
        this.name = "TatamiProblem";
        this.status = status;
        this.type = members.type ?? "about:blank";
        this.errors = members.errors ?? [];
        this.members = members;
    }
}
export class TatamiClient {
    options;
    base;
    answers = new Map();
    flights = new Map();
    /** A client of the service at `base`, with or without a slash at its end. */
    constructor(base, options = {}) {
        this.options = options;
        this.base = base.replace(/\/+$/, "");
    }
    /** Makes a layout known to the server. Throws a `TatamiProblem` where the document is none. */
    async layout(document, signal) {
        const text = typeof document === "string" ? document : JSON.stringify(document);
        const id = await sha256(text);
        const [method, path] = id === undefined ? ["POST", "/v1/layouts"] : ["PUT", `/v1/layouts/${id}`];
        const summary = await this.shared(`${method} ${id ?? text}`, signal, (shared) => this.call(method, path, text, shared));
        return new Layout(this, text, summary);
    }
    /** GETs an answer that can be kept, or takes it from those kept. */
    async cached(path, signal, again) {
        const kept = this.answers.get(path);
        const value = kept ?? await this.shared(path, signal, (shared) => this.call("GET", path, undefined, shared).catch((error) => {
            if (error instanceof TatamiProblem && error.type.endsWith("/layout-not-cached"))
                return again(shared);
            throw error;
        }));
        this.answers.delete(path);
        this.answers.set(path, value);
        const limit = this.options.cachedAnswers ?? 200;
        for (const oldest of this.answers.keys()) {
            if (this.answers.size <= limit)
                break;
            this.answers.delete(oldest);
        }
        return value;
    }
    /** One request for all that ask the same at the same time. Who aborts leaves; it is given up when all have left. */
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
    /** One request; 503s are tried again after their Retry-After. */
    async call(method, path, body, signal) {
        const headers = {};
        if (body !== undefined)
            headers["Content-Type"] = "application/json";
        if (this.options.apiKey !== undefined)
            headers.Authorization = `Bearer ${this.options.apiKey}`;
        const ask = this.options.fetch ?? fetch;
        for (let tries = this.options.retries ?? 3;; tries -= 1) {
            const started = performance.now();
            const response = await ask(this.base + path, { method, headers, body, signal });
            const text = await response.text();
            this.options.onExchange?.({
                method, url: this.base + path, status: response.status, headers: response.headers, text,
                milliseconds: performance.now() - started,
            });
            if (response.ok)
                return JSON.parse(text);
            if (response.status === 503 && tries > 0) {
                await pause(1000 * retryAfter(response.headers.get("Retry-After")), signal);
                continue;
            }
            let members = {};
            try {
                members = JSON.parse(text);
            }
            catch {
                members = { detail: text.slice(0, 200) };
            }
            throw new TatamiProblem(response.status, members);
        }
    }
}
/** A document that the server has laid out. */
export class Layout {
    client;
    text;
    summary;
    constructor(client, text, summary) {
        this.client = client;
        this.text = text;
        this.summary = summary;
    }
    /** The elements that meet a rectangle, or those at index paths. */
    attributes(query, signal) {
        const text = queryText(query);
        return this.client.cached(`/v1/layouts/${this.summary.id}/attributes?${text}`, signal, (shared) => this.put(text, shared));
    }
    /** Each section's extent, without items. */
    async sections(signal) {
        return (await this.get("sections", signal)).sections;
    }
    /** Where scrolling should stop. */
    targetOffset(proposal, signal) {
        const parts = [`proposed=${pair(proposal.proposed)}`];
        if (proposal.velocity)
            parts.push(`velocity=${pair(proposal.velocity)}`);
        if (proposal.current)
            parts.push(`current=${pair(proposal.current)}`);
        if (proposal.start)
            parts.push(`start=${pair(proposal.start)}`);
        if (proposal.section !== undefined)
            parts.push(`section=${proposal.section}`);
        return this.get(`target-offset?${parts.join("&")}`, signal);
    }
    /** The offset that brings an item to a place of the view. */
    offsetShowing(section, item, position, signal) {
        return this.get(`target-offset?indexPath=${section}-${item}&position=${position}`, signal);
    }
    get(path, signal) {
        const whole = `/v1/layouts/${this.summary.id}/${path}`;
        return this.client.cached(whole, signal, async (shared) => {
            await this.put("", shared);
            return this.client.call("GET", whole, undefined, shared);
        });
    }
    put(query, signal) {
        const path = `/v1/layouts/${this.summary.id}${query === "" ? "" : `?${query}`}`;
        return this.client.call("PUT", path, this.text, signal);
    }
}
export function queryText(query) {
    const parts = [];
    if (query.rect !== undefined)
        parts.push(`rect=${query.rect === "all" ? "all" : query.rect.join(",")}`);
    if (query.indexPath !== undefined)
        parts.push(`indexPath=${query.indexPath}`);
    if (query.kind !== undefined)
        parts.push(`kind=${encodeURIComponent(query.kind)}`);
    if (query.bounds !== undefined)
        parts.push(`bounds=${query.bounds.join(",")}`);
    const scroll = Object.entries(query.scroll ?? {}).map(([section, offset]) => `${section}:${offset}`);
    if (scroll.length > 0)
        parts.push(`scroll=${scroll.join(",")}`);
    if (query.origin !== undefined)
        parts.push(`origin=${query.origin}`);
    return parts.join("&");
}
function pair(point) {
    return `${point.x},${point.y}`;
}
/** The text's SHA-256 in lowercase hex; undefined where the page is no secure context. */
async function sha256(text) {
    if (globalThis.crypto?.subtle === undefined)
        return undefined;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
/** The seconds that a Retry-After asks for by a number or a date (RFC 9110 §10.2.3), 0 to 60; 1 where it says neither. */
function retryAfter(field) {
    const seconds = (field ?? "").trim() === "" ? NaN : Number(field);
    // A clock that is ahead makes every date a past one.
    const asked = Number.isNaN(seconds) ? Math.max(1, (Date.parse(field ?? "") - Date.now()) / 1000) : seconds;
    return asked >= 0 ? Math.min(asked, 60) : 1;
}
function pause(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        if (signal?.aborted)
            return reject(signal.reason);
        const stop = () => { clearTimeout(timer); reject(signal?.reason); };
        const timer = setTimeout(() => { signal?.removeEventListener("abort", stop); resolve(); }, milliseconds);
        signal?.addEventListener("abort", stop, { once: true });
    });
}
