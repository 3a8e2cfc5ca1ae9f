// SPDX-License-Identifier: Apache-2.0
export { meets } from "./rects.js";
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
export function missing(error) {
    if (!(error instanceof TatamiProblem) || !error.type.endsWith("/layout-not-cached"))
        return undefined;
    const id = error.members["missing"];
    return typeof id === "string" ? id : "";
}
export function mayPass(error) {
    const { status } = error;
    return status === undefined || status >= 500 || status === 429 || status === 408;
}
export function otherEngine(error) {
    if (!(error instanceof TatamiProblem) || !error.type.endsWith("/other-engine"))
        return undefined;
    const engine = error.members["engine"];
    return typeof engine === "number" ? engine : undefined;
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
export async function versionId(parent, update) {
    const digest = await sha256(`${parent}\n${update}`);
    return digest === undefined ? undefined : parent.slice(0, 16) + digest.slice(0, 48);
}
export async function sha256(text) {
    if (globalThis.crypto?.subtle === undefined)
        return undefined;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
const leastCompressed = 16384;
const leastCompressedAfterPreflight = 131072;
export async function bodyOf(text, isSimple, compresses) {
    const least = isSimple ? leastCompressedAfterPreflight : leastCompressed;
    const { CompressionStream } = globalThis;
    if (compresses && text.length >= least && CompressionStream !== undefined) {
        const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
        return { body: await new Response(packed).arrayBuffer(), fields: { "Content-Type": "application/json", "Content-Encoding": "gzip" } };
    }
    return { body: text, fields: isSimple ? {} : { "Content-Type": "application/json" } };
}
export function isOtherOrigin(base) {
    const page = globalThis.location;
    return page !== undefined && new URL(base, page.href).origin !== page.origin;
}
export function retryAfter(field) {
    const seconds = (field ?? "").trim() === "" ? NaN : Number(field);
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
