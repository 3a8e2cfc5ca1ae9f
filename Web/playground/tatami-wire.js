// SPDX-License-Identifier: Apache-2.0
// The wire format behind tatami-client.ts and tatami-layout.ts: errors, queries as text, ids, bodies, pauses.
export { meets } from "./rects.js";
/** An error answer: RFC 9457's members, and in `errors` a JSON pointer and a detail for each mistake in the document. */
export class TatamiProblem extends Error {
    status;
    type;
    errors;
    members;
    constructor(status, members) {
        super(members["detail"] ?? members["title"] ?? `HTTP status ${status}`);
        this.name = "TatamiProblem";
        this.status = status;
        this.type = members["type"] ?? "about:blank";
        this.errors = members["errors"] ?? [];
        this.members = members;
    }
}
/** Returns the id of the layout that an error says is not cached; undefined for any other error. */
export function missing(error) {
    if (!(error instanceof TatamiProblem) || !error.type.endsWith("/layout-not-cached"))
        return undefined;
    const id = error.members["missing"];
    return typeof id === "string" ? id : "";
}
/** Whether a request that failed with an error may succeed later: without a network, or if the service is busy. */
export function mayPass(error) {
    const { status } = error;
    return status === undefined || status >= 500 || status === 429 || status === 408;
}
/** Returns the service's engine revision if an error says that it differs from the requested one. */
export function otherEngine(error) {
    if (!(error instanceof TatamiProblem) || !error.type.endsWith("/other-engine"))
        return undefined;
    const engine = error.members["engine"];
    return typeof engine === "number" ? engine : undefined;
}
// ---- Queries -----------------------------------------------------------------------------------------
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
    pushScroll(parts, query.scroll);
    if (query.origin !== undefined)
        parts.push(`origin=${query.origin}`);
    return parts.join("&");
}
function pushScroll(parts, offsets = {}) {
    const scroll = Object.entries(offsets).map(([section, offset]) => `${section}:${offset}`);
    if (scroll.length > 0)
        parts.push(`scroll=${scroll.join(",")}`);
}
export function pointText({ point, nearest, moving, scroll }) {
    const parts = [`point=${pair(point)}`];
    if (nearest !== undefined)
        parts.push(`nearest=${nearest}`);
    if (moving)
        parts.push(`moving=${moving.join("-")}`);
    pushScroll(parts, scroll);
    return parts.join("&");
}
export function sheetText({ rect, selector, unit, widths }) {
    const given = Object.entries({ selector, unit, widths: widths?.join() }).filter(([, value]) => value !== undefined);
    return `${queryText({ rect })}&format=css${given.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join("")}`;
}
export function pictureText(query) {
    const parts = [queryText(query)];
    if (query.theme !== undefined)
        parts.push(`theme=${query.theme}`);
    if (query.zoom !== undefined)
        parts.push(`zoom=${query.zoom}`);
    else if (query.scale !== undefined)
        parts.push(`scale=${query.scale}`);
    return parts.join("&");
}
export function changesText({ rect, bounds, anchor, scroll }) {
    const text = queryText({ rect, bounds, scroll });
    return anchor === undefined ? text : `${text}&anchor=${anchor}`;
}
export function scrollText(query) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    return given.map(([name, value]) => `${name}=${typeof value === "object" ? pair(value) : encodeURIComponent(value)}`).join("&");
}
function pair(point) {
    return `${point.x},${point.y}`;
}
// ---- Ids ---------------------------------------------------------------------------------------------
/** Returns the id of the version that an update derives; undefined if the page is not a secure context. */
export async function versionId(parent, update) {
    const digest = await sha256(`${parent}\n${update}`);
    return digest === undefined ? undefined : parent.slice(0, 16) + digest.slice(0, 48);
}
/** Returns the text's SHA-256 in lowercase hex; undefined if the page is not a secure context. */
export async function sha256(text) {
    if (globalThis.crypto?.subtle === undefined)
        return undefined;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
/** Shorter bodies, in characters, are not compressed: that would save at most a packet or two. */
const leastCompressed = 16384;
/** The same if `Content-Encoding` costs a CORS preflight, a whole round trip. */
const leastCompressedAfterPreflight = 131072;
/**
 * Returns a JSON text as a request's body.
 *
 * A browser sends a CORS preflight before JSON to another origin, one for each layout. Plain text, which the service
 * reads in the same way, needs none.
 *
 * @param isSimple whether nothing else in the request causes a preflight.
 */
export async function bodyOf(text, isSimple, compresses) {
    const least = isSimple ? leastCompressedAfterPreflight : leastCompressed;
    const { CompressionStream } = globalThis;
    if (compresses && text.length >= least && CompressionStream !== undefined) {
        const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
        return { body: await new Response(packed).arrayBuffer(), fields: { "Content-Type": "application/json", "Content-Encoding": "gzip" } };
    }
    return { body: text, fields: isSimple ? {} : { "Content-Type": "application/json" } };
}
/** Whether the service has another origin than the page; always false outside of browsers. */
export function isOtherOrigin(base) {
    const page = globalThis.location;
    return page !== undefined && new URL(base, page.href).origin !== page.origin;
}
// ---- Pauses ------------------------------------------------------------------------------------------
/** Returns the seconds of a Retry-After, a number or a date (RFC 9110 §10.2.3), from 0 to 60; 1 if it is neither. */
export function retryAfter(field) {
    const seconds = (field ?? "").trim() === "" ? NaN : Number(field);
    // If this machine's clock is ahead, every date is in the past.
    const asked = Number.isNaN(seconds) ? Math.max(1, (Date.parse(field ?? "") - Date.now()) / 1000) : seconds;
    return asked >= 0 ? Math.min(asked, 60) : 1;
}
export function pause(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        if (signal?.aborted)
            return reject(signal.reason);
        const stop = () => { clearTimeout(timer); reject(signal?.reason); };
        const timer = setTimeout(() => { signal?.removeEventListener("abort", stop); resolve(); }, milliseconds);
        signal?.addEventListener("abort", stop, { once: true });
    });
}
