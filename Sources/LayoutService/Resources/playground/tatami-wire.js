// SPDX-License-Identifier: Apache-2.0
// What tatami-client.ts and tatami-layout.ts know of the wire: errors, queries as text, ids, bodies, pauses.
export { meets } from "./rects.js";
/** An error answer: RFC 9457's members, and in `errors` where in the document each reason lies. */
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
/** The layout that an error says is not held; undefined for any other error. */
export function missing(error) {
    if (!(error instanceof TatamiProblem) || !error.type.endsWith("/layout-not-cached"))
        return undefined;
    const id = error.members["missing"];
    return typeof id === "string" ? id : "";
}
/** The revision that an error says the service's engine is, which is another one than was asked for. */
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
    const scroll = Object.entries(query.scroll ?? {}).map(([section, offset]) => `${section}:${offset}`);
    if (scroll.length > 0)
        parts.push(`scroll=${scroll.join(",")}`);
    if (query.origin !== undefined)
        parts.push(`origin=${query.origin}`);
    return parts.join("&");
}
export function pictureText(query) {
    const parts = [queryText(query)];
    if (query.theme !== undefined)
        parts.push(`theme=${query.theme}`);
    if (query.scale !== undefined)
        parts.push(`scale=${query.scale}`);
    return parts.join("&");
}
export function changesText({ rect, bounds, anchor, scroll }) {
    const text = queryText({ rect, bounds, scroll });
    return anchor === undefined ? text : `${text}&anchor=${anchor}`;
}
export function scrollText({ proposed, velocity, current, start, section }) {
    const parts = [`proposed=${pair(proposed)}`];
    if (velocity)
        parts.push(`velocity=${pair(velocity)}`);
    if (current)
        parts.push(`current=${pair(current)}`);
    if (start)
        parts.push(`start=${pair(start)}`);
    if (section !== undefined)
        parts.push(`section=${section}`);
    return parts.join("&");
}
function pair(point) {
    return `${point.x},${point.y}`;
}
// ---- Ids ---------------------------------------------------------------------------------------------
/** The id of the version that an update makes of a layout; undefined where the page is no secure context. */
export async function versionId(parent, update) {
    const digest = await sha256(`${parent}\n${update}`);
    return digest === undefined ? undefined : parent.slice(0, 16) + digest.slice(0, 48);
}
/** The text's SHA-256 in lowercase hex; undefined where the page is no secure context. */
export async function sha256(text) {
    if (globalThis.crypto?.subtle === undefined)
        return undefined;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
/** From how many characters on a body is compressed: less gains less than a packet or two. */
const leastCompressed = 16384;
/** And from how many where the field that says so costs a CORS preflight, a way there and back. */
const leastCompressedAfterPreflight = 131072;
/**
 * A JSON text as a body.
 *
 * A browser asks before it sends JSON to another origin, and again for each layout. As plain text, which the service
 * reads alike, it goes at once.
 *
 * @param isSimple whether nothing else of the request makes a browser ask first.
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
/** Whether a browser takes the service for another origin than the page's. Outside of browsers there are none. */
export function isOtherOrigin(base) {
    const page = globalThis.location;
    return page !== undefined && new URL(base, page.href).origin !== page.origin;
}
// ---- Pauses ------------------------------------------------------------------------------------------
/** The seconds that a Retry-After asks for by a number or a date (RFC 9110 §10.2.3), 0 to 60; 1 where it says neither. */
export function retryAfter(field) {
    const seconds = (field ?? "").trim() === "" ? NaN : Number(field);
    // A clock that is ahead makes every date a past one.
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
