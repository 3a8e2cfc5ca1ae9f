// SPDX-License-Identifier: Apache-2.0
// The wire format behind tatami-client.ts and tatami-layout.ts: errors, queries as text, ids, bodies, pauses.

import type { ChangesQuery, ItemTarget, PictureQuery, Point, PointQuery, Query, ScrollProposal, SheetQuery } from "./tatami-types.js";

export { meets } from "./rects.js";

/** An error answer: RFC 9457's members, and in `errors` a JSON pointer and a detail for each mistake in the document. */
export class TatamiProblem extends Error {
  readonly status: number;
  readonly type: string;
  readonly errors: { pointer: string; detail: string }[];
  readonly members: Record<string, unknown>;
  constructor(status: number, members: Record<string, any>) {
    super(members["detail"] ?? members["title"] ?? `HTTP status ${status}`);
    this.name = "TatamiProblem";
    this.status = status;
    this.type = members["type"] ?? "about:blank";
    this.errors = members["errors"] ?? [];
    this.members = members;
  }
}

/** Returns the id of the layout that an error says is not cached; undefined for any other error. */
export function missing(error: unknown): string | undefined {
  if (!(error instanceof TatamiProblem) || !error.type.endsWith("/layout-not-cached")) return undefined;
  const id = error.members["missing"];
  return typeof id === "string" ? id : "";
}

/** Whether a request that failed with an error may succeed later: without a network, or if the service is busy. */
export function mayPass(error: unknown): boolean {
  const { status } = error as { status?: number };
  return status === undefined || status >= 500 || status === 429 || status === 408;
}

/** Returns the service's engine revision if an error says that it differs from the requested one. */
export function otherEngine(error: unknown): number | undefined {
  if (!(error instanceof TatamiProblem) || !error.type.endsWith("/other-engine")) return undefined;
  const engine = error.members["engine"];
  return typeof engine === "number" ? engine : undefined;
}

// ---- Queries -----------------------------------------------------------------------------------------

export function queryText(query: Query): string {
  const parts: string[] = [];
  if (query.rect !== undefined) parts.push(`rect=${query.rect === "all" ? "all" : query.rect.join(",")}`);
  if (query.indexPath !== undefined) parts.push(`indexPath=${query.indexPath}`);
  if (query.kind !== undefined) parts.push(`kind=${encodeURIComponent(query.kind)}`);
  if (query.bounds !== undefined) parts.push(`bounds=${query.bounds.join(",")}`);
  pushScroll(parts, query.scroll);
  if (query.origin !== undefined) parts.push(`origin=${query.origin}`);
  return parts.join("&");
}

function pushScroll(parts: string[], offsets: Record<number, number> = {}): void {
  const scroll = Object.entries(offsets).map(([section, offset]) => `${section}:${offset}`);
  if (scroll.length > 0) parts.push(`scroll=${scroll.join(",")}`);
}

export function pointText({ point, nearest, moving, scroll }: PointQuery): string {
  const parts = [`point=${pair(point)}`];
  if (nearest !== undefined) parts.push(`nearest=${nearest}`);
  if (moving) parts.push(`moving=${moving.join("-")}`);
  pushScroll(parts, scroll);
  return parts.join("&");
}

export function sheetText({ rect, selector, unit, widths }: SheetQuery): string {
  const given = Object.entries({ selector, unit, widths: widths?.join() }).filter(([, value]) => value !== undefined);
  return `${queryText({ rect })}&format=css${given.map(([name, value]) => `&${name}=${encodeURIComponent(value as string)}`).join("")}`;
}

export function pictureText(query: PictureQuery): string {
  const parts = [queryText(query)];
  if (query.theme !== undefined) parts.push(`theme=${query.theme}`);
  if (query.zoom !== undefined) parts.push(`zoom=${query.zoom}`);
  else if (query.scale !== undefined) parts.push(`scale=${query.scale}`);
  return parts.join("&");
}

export function changesText({ rect, bounds, anchor, scroll }: ChangesQuery): string {
  const text = queryText({ rect, bounds, scroll });
  return anchor === undefined ? text : `${text}&anchor=${anchor}`;
}

export function scrollText(query: ScrollProposal | ItemTarget): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}=${typeof value === "object" ? pair(value as Point) : encodeURIComponent(value as string)}`).join("&");
}

function pair(point: Point): string {
  return `${point.x},${point.y}`;
}

// ---- Ids ---------------------------------------------------------------------------------------------

/** Returns the id of the version that an update derives; undefined if the page is not a secure context. */
export async function versionId(parent: string, update: string): Promise<string | undefined> {
  const digest = await sha256(`${parent}\n${update}`);
  return digest === undefined ? undefined : parent.slice(0, 16) + digest.slice(0, 48);
}

/** Returns the text's SHA-256 in lowercase hex; undefined if the page is not a secure context. */
export async function sha256(text: string): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// ---- Bodies ------------------------------------------------------------------------------------------

/** A request's body, and the header fields that describe it. */
export interface Body { body: string | ArrayBuffer; fields: Record<string, string> }

/** Shorter bodies, in characters, are not compressed: that would save at most a packet or two. */
const leastCompressed = 16_384;
/** The same if `Content-Encoding` costs a CORS preflight, a whole round trip. */
const leastCompressedAfterPreflight = 131_072;

/**
 * Returns a JSON text as a request's body.
 *
 * A browser sends a CORS preflight before JSON to another origin, one for each layout. Plain text, which the service
 * reads in the same way, needs none.
 *
 * @param isSimple whether nothing else in the request causes a preflight.
 */
export async function bodyOf(text: string, isSimple: boolean, compresses: boolean): Promise<Body> {
  const least = isSimple ? leastCompressedAfterPreflight : leastCompressed;
  const { CompressionStream } = globalThis as { CompressionStream?: new (format: string) => ReadableWritablePair };
  if (compresses && text.length >= least && CompressionStream !== undefined) {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
    return { body: await new Response(packed).arrayBuffer(), fields: { "Content-Type": "application/json", "Content-Encoding": "gzip" } };
  }
  return { body: text, fields: isSimple ? {} : { "Content-Type": "application/json" } };
}

/** Whether the service has another origin than the page; always false outside of browsers. */
export function isOtherOrigin(base: string): boolean {
  const page = (globalThis as { location?: { href: string; origin: string } }).location;
  return page !== undefined && new URL(base, page.href).origin !== page.origin;
}

// ---- Pauses ------------------------------------------------------------------------------------------

/** Returns the seconds of a Retry-After, a number or a date (RFC 9110 §10.2.3), from 0 to 60; 1 if it is neither. */
export function retryAfter(field: string | null): number {
  const seconds = (field ?? "").trim() === "" ? NaN : Number(field);
  // If this machine's clock is ahead, every date is in the past.
  const asked = Number.isNaN(seconds) ? Math.max(1, (Date.parse(field ?? "") - Date.now()) / 1000) : seconds;
  return asked >= 0 ? Math.min(asked, 60) : 1;
}

export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => { clearTimeout(timer); reject(signal?.reason); };
    const timer = setTimeout(() => { signal?.removeEventListener("abort", stop); resolve(); }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
