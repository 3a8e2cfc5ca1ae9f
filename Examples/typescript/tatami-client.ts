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

export type Rect = [x: number, y: number, width: number, height: number];
export interface Size { width: number; height: number }
export interface Point { x: number; y: number }

export interface Attributes {
  indexPath: number[];
  category: "cell" | "supplementary" | "decoration";
  kind?: string;
  frame: Point & Size;
  zIndex: number;
  imageHeight?: number;
  id?: string;
}

export interface Summary { id: string; contentSize: Size; sectionCount: number; itemCount: number }
export interface Answer extends Summary { attributes: Attributes[] }
export interface SectionSummary { section: number; frame: Point & Size; itemCount: number; orthogonalContentSize?: Size }
export interface TargetOffset { targetContentOffset: Point; page: number }

export interface Query {
  rect?: Rect | "all";
  indexPath?: string;
  kind?: string;
  bounds?: Rect;
  scroll?: Record<number, number>;
  origin?: "content" | "section" | "rect";
}

export interface ScrollProposal { proposed: Point; velocity?: Point; current?: Point; section?: number }

/** An error answer: RFC 9457's members, and in `errors` where in the document each reason lies. */
export class TatamiProblem extends Error {
  readonly status: number;
  readonly type: string;
  readonly errors: { pointer: string; detail: string }[];
  readonly members: Record<string, unknown>;
  constructor(status: number, members: Record<string, any>) {
    super(members.detail ?? members.title ?? `HTTP status ${status}`);
    this.name = "TatamiProblem";
    this.status = status;
    this.type = members.type ?? "about:blank";
    this.errors = members.errors ?? [];
    this.members = members;
  }
}

export interface ClientOptions {
  apiKey?: string;
  /** Answers kept, the longest unused going first. */
  cachedAnswers?: number;
  /** How often a 503 is tried again, each time after its Retry-After. */
  retries?: number;
  fetch?: typeof fetch;
  /** Called with every exchange, for a log or an inspector. */
  onExchange?: (exchange: Exchange) => void;
}

export interface Exchange { method: string; url: string; status: number; headers: Headers; text: string; milliseconds: number }

export class TatamiClient {
  private readonly answers = new Map<string, unknown>();
  constructor(readonly base: string, readonly options: ClientOptions = {}) {}

  /** Makes a layout known to the server. Throws a `TatamiProblem` where the document is none. */
  async layout(document: unknown, signal?: AbortSignal): Promise<Layout> {
    const text = typeof document === "string" ? document : JSON.stringify(document);
    const id = await sha256(text);
    const summary = id === undefined
      ? await this.call<Summary>("POST", "/v1/layouts", text, signal)
      : await this.call<Summary>("PUT", `/v1/layouts/${id}`, text, signal);
    return new Layout(this, text, summary);
  }

  /** GETs an answer that can be kept, or takes it from those kept. */
  async cached<Value>(path: string, signal: AbortSignal | undefined, again: () => Promise<Value>): Promise<Value> {
    const kept = this.answers.get(path) as Value | undefined;
    const value = kept ?? await this.call<Value>("GET", path, undefined, signal).catch((error) => {
      if (error instanceof TatamiProblem && error.type.endsWith("/layout-not-cached")) return again();
      throw error;
    });
    this.answers.delete(path);
    this.answers.set(path, value);
    const limit = this.options.cachedAnswers ?? 200;
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= limit) break;
      this.answers.delete(oldest);
    }
    return value;
  }

  /** One request; 503s are tried again after their Retry-After. */
  async call<Value>(method: string, path: string, body?: string, signal?: AbortSignal): Promise<Value> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (this.options.apiKey !== undefined) headers.Authorization = `Bearer ${this.options.apiKey}`;
    const ask = this.options.fetch ?? fetch;
    for (let tries = this.options.retries ?? 3; ; tries -= 1) {
      const started = performance.now();
      const response = await ask(this.base + path, { method, headers, body, signal });
      const text = await response.text();
      this.options.onExchange?.({
        method, url: this.base + path, status: response.status, headers: response.headers, text,
        milliseconds: performance.now() - started,
      });
      if (response.ok) return JSON.parse(text) as Value;
      if (response.status === 503 && tries > 0) {
        await pause(1000 * retryAfter(response.headers.get("Retry-After")), signal);
        continue;
      }
      let members: Record<string, unknown> = {};
      try { members = JSON.parse(text); } catch { members = { detail: text.slice(0, 200) }; }
      throw new TatamiProblem(response.status, members);
    }
  }
}

/** A document that the server has laid out. */
export class Layout {
  constructor(readonly client: TatamiClient, readonly text: string, readonly summary: Summary) {}

  /** The elements that meet a rectangle, or those at index paths. */
  attributes(query: Query, signal?: AbortSignal): Promise<Answer> {
    const text = queryText(query);
    return this.client.cached(`/v1/layouts/${this.summary.id}/attributes?${text}`, signal, () => this.put<Answer>(text, signal));
  }

  /** Each section's extent, without items. */
  async sections(signal?: AbortSignal): Promise<SectionSummary[]> {
    return (await this.get<{ sections: SectionSummary[] }>("sections", signal)).sections;
  }

  /** Where scrolling should stop. */
  targetOffset(proposal: ScrollProposal, signal?: AbortSignal): Promise<TargetOffset> {
    const parts = [`proposed=${pair(proposal.proposed)}`];
    if (proposal.velocity) parts.push(`velocity=${pair(proposal.velocity)}`);
    if (proposal.current) parts.push(`current=${pair(proposal.current)}`);
    if (proposal.section !== undefined) parts.push(`section=${proposal.section}`);
    return this.get(`target-offset?${parts.join("&")}`, signal);
  }

  /** The offset that brings an item to a place of the view. */
  offsetShowing(section: number, item: number, position: string, signal?: AbortSignal): Promise<TargetOffset> {
    return this.get(`target-offset?indexPath=${section}-${item}&position=${position}`, signal);
  }

  private get<Value>(path: string, signal?: AbortSignal): Promise<Value> {
    const whole = `/v1/layouts/${this.summary.id}/${path}`;
    return this.client.cached(whole, signal, async () => {
      await this.put("", signal);
      return this.client.call<Value>("GET", whole, undefined, signal);
    });
  }

  private put<Value>(query: string, signal?: AbortSignal): Promise<Value> {
    const path = `/v1/layouts/${this.summary.id}${query === "" ? "" : `?${query}`}`;
    return this.client.call<Value>("PUT", path, this.text, signal);
  }
}

export function queryText(query: Query): string {
  const parts: string[] = [];
  if (query.rect !== undefined) parts.push(`rect=${query.rect === "all" ? "all" : query.rect.join(",")}`);
  if (query.indexPath !== undefined) parts.push(`indexPath=${query.indexPath}`);
  if (query.kind !== undefined) parts.push(`kind=${encodeURIComponent(query.kind)}`);
  if (query.bounds !== undefined) parts.push(`bounds=${query.bounds.join(",")}`);
  const scroll = Object.entries(query.scroll ?? {}).map(([section, offset]) => `${section}:${offset}`);
  if (scroll.length > 0) parts.push(`scroll=${scroll.join(",")}`);
  if (query.origin !== undefined) parts.push(`origin=${query.origin}`);
  return parts.join("&");
}

function pair(point: Point): string {
  return `${point.x},${point.y}`;
}

/** The text's SHA-256 in lowercase hex; undefined where the page is no secure context. */
async function sha256(text: string): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The seconds that a Retry-After asks for, 0 to 60; 1 where it says nothing that is a number. */
function retryAfter(text: string | null): number {
  const seconds = Number(text ?? 1);
  return seconds >= 0 && seconds < Infinity ? Math.min(seconds, 60) : 1;
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
  });
}
