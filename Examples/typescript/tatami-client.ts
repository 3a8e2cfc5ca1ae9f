// A client of the Tatami layout service for browsers and Node, without dependencies; tatami-types.ts has its types.
//
//   const client = new TatamiClient("http://localhost:8080");
//   const layout = await client.layout({container, layout, items});
//   const {attributes} = await layout.attributes({rect: [0, 0, 390, 844]});
//   const next = await layout.update({append: [{items: [120, 180]}]}, {rect: [0, 0, 390, 2532]});
//
// A layout's id is the SHA-256 of its document, so the client knows it before it asks: it PUTs the
// document to /v1/layouts/{id}, where proxies can route by the id and cache what follows. A server that
// has forgotten a layout answers 404; the document is then PUT again, with the query that was asked, and
// the caller notices nothing but the time it took. An update makes another layout, a version, whose id comes
// of its parent's and the update. A version that was forgotten is made again from its parent or, where that
// is gone, too, from the document that its line begins with and the updates since: under the same id. When
// these have grown larger than the document, the client takes the server's document of the version in their
// place; a version that is made again from it has another id. What is shown together is asked of one revision
// of the service's engine, the first that answered; where another answers, all that is kept is dropped.

import type {
  Answer, Changes, ChangesQuery, ClientOptions, Point, Query, Rect, ScrollProposal, SectionSummary, Summary, TargetOffset, Update,
} from "./tatami-types.js";

export type {
  Anchor, Answer, Attributes, Changed, Changes, ChangesQuery, ClientOptions, Exchange, IndexPath, Item, Items, LayoutSpec, Measure, Point, Query,
  Rect, ScrollProposal, SectionSummary, Size, Summary, TargetOffset, Update,
} from "./tatami-types.js";

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

/** A request on its way, and how many wait for it. */
interface Flight { answer: Promise<unknown>; waiting: number; giveUp: AbortController }

export class TatamiClient {
  readonly base: string;
  private readonly answers = new Map<string, unknown>();
  private readonly flights = new Map<string, Flight>();
  /** The engine's revision whose attributes are asked for; undefined before the first answer. */
  engine?: number;

  /** A client of the service at `base`, with or without a slash at its end. */
  constructor(base: string, readonly options: ClientOptions = {}) {
    this.base = base.replace(/\/+$/, "");
  }

  /** Makes a layout known to the server. Throws a `TatamiProblem` where the document is none. */
  async layout(document: unknown, signal?: AbortSignal): Promise<Layout> {
    const text = typeof document === "string" ? document : JSON.stringify(document);
    return new Layout(this, { text }, await this.put(text, signal));
  }

  /** A layout that the server knows already, by its id. Nothing can make it again where it was forgotten. */
  async open(id: string, signal?: AbortSignal): Promise<Layout> {
    return new Layout(this, {}, await this.call<Summary>("GET", `/v1/layouts/${id}`, undefined, signal));
  }

  /** PUTs a document under its SHA-256; where that cannot be computed, POSTs it. */
  async put(text: string, signal?: AbortSignal): Promise<Summary> {
    const id = await sha256(text);
    const [method, path] = id === undefined ? ["POST", "/v1/layouts"] : ["PUT", `/v1/layouts/${id}`];
    return this.shared(`${method} ${id ?? text}`, signal, (shared) => this.call<Summary>(method, path, text, shared));
  }

  /** GETs an answer that can be kept, or takes it from those kept. */
  async cached<Value>(path: string, signal: AbortSignal | undefined, again: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const kept = this.answers.get(path) as Value | undefined;
    const value = kept ?? await this.shared(path, signal, (shared) =>
      this.call<Value>("GET", path, undefined, shared).catch((error) => {
        if (missing(error) !== undefined) return again(shared);
        throw error;
      }));
    this.keep(path, value);
    return value;
  }

  /** Asks for attributes of one revision of the engine; where another answers, once more, of that one. */
  async ofOneEngine<Value>(ask: (parameter: string) => Promise<Value>): Promise<Value> {
    const asked = this.engine;
    try { return await ask(this.engineParameter); } catch (error) {
      const other = otherEngine(error);
      if (other === undefined) throw error;
      if (this.engine === asked) {
        this.engine = other;
        this.answers.clear();
        this.options.onEngine?.(other);
      }
      return ask(this.engineParameter);
    }
  }

  private get engineParameter(): string { return this.engine === undefined ? "" : `&engine=${this.engine}`; }

  /** Keeps an answer; the longest unused give way. */
  keep(path: string, value: unknown): void {
    this.answers.delete(path);
    this.answers.set(path, value);
    const limit = this.options.cachedAnswers ?? 200;
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= limit) break;
      this.answers.delete(oldest);
    }
  }

  /** Keeps for a version what is kept of another one and lies outside of what differs. */
  carry({ from, invalidated, id, contentSize, sectionCount, itemCount, parent }: Changes): void {
    const prefix = `/v1/layouts/${from}/attributes?rect=`;
    for (const [path, value] of [...this.answers]) {
      // Other parameters than a rectangle may bring in what lies elsewhere.
      const query = path.startsWith(prefix) ? path.slice(prefix.length).replace(this.engineParameter, "") : "";
      const rect = query.split(",").map(Number);
      if (rect.length !== 4 || rect.some(Number.isNaN)) continue;
      if (invalidated !== null && meets(rect as Rect, invalidated)) continue;
      this.keep(path.replace(from, id), { id, contentSize, sectionCount, itemCount, parent, attributes: (value as Answer).attributes });
    }
  }

  /** One request for all that ask the same at the same time. Who aborts leaves; it is given up when all have left. */
  shared<Value>(key: string, signal: AbortSignal | undefined, ask: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const flight = this.flights.get(key) ?? this.begin(key, ask);
    flight.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal?.reason);
        flight.waiting -= 1;
        if (flight.waiting > 0) return;
        this.end(key, flight);
        flight.giveUp.abort(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      flight.answer.then((value) => resolve(value as Value), reject).finally(() => signal?.removeEventListener("abort", leave));
    });
  }

  private begin(key: string, ask: (signal: AbortSignal) => Promise<unknown>): Flight {
    const giveUp = new AbortController();
    const flight: Flight = { answer: ask(giveUp.signal).finally(() => this.end(key, flight)), waiting: 0, giveUp };
    this.flights.set(key, flight);
    return flight;
  }

  private end(key: string, flight: Flight): void {
    if (this.flights.get(key) === flight) this.flights.delete(key);
  }

  /** One request and its answer, read. */
  async call<Value>(method: string, path: string, body?: string, signal?: AbortSignal): Promise<Value> {
    return JSON.parse(await this.text(method, path, body, signal)) as Value;
  }

  /** One request; 503s are tried again after their Retry-After. */
  async text(method: string, path: string, body?: string, signal?: AbortSignal): Promise<string> {
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
      if (response.ok) {
        this.engine ??= Number(response.headers.get("Tatami-Engine")) || undefined;
        return text;
      }
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

/** How a layout is made: from a document, or by an update of another one. Without either it cannot be made again. */
interface Source { text?: string; parent?: Layout; update?: string }

/** Updates that are shorter than this are kept however short the document is. */
const leastUpdates = 16_384;

/** A document that the server has laid out, or a version of one. It never changes: updates make other ones. */
export class Layout {
  /** How long the updates since the document are. */
  private updatesLength: number;
  private isLearning = false;

  constructor(readonly client: TatamiClient, private source: Source, private told: Summary) {
    this.updatesLength = source.parent === undefined ? 0 : source.parent.updatesLength + (source.update?.length ?? 0);
  }

  get summary(): Summary { return this.told; }
  get id(): string { return this.told.id; }

  /** The document that the layout's line begins with. */
  get text(): string | undefined { return this.line()[0].source.text; }

  /** The elements that meet a rectangle, or those at index paths. */
  attributes(query: Query, signal?: AbortSignal): Promise<Answer> {
    return this.client.ofOneEngine((engine) => {
      const text = queryText(query) + engine;
      return this.get(`attributes?${text}`, signal, text);
    });
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
    if (proposal.start) parts.push(`start=${pair(proposal.start)}`);
    if (proposal.section !== undefined) parts.push(`section=${proposal.section}`);
    return this.get(`target-offset?${parts.join("&")}`, signal);
  }

  /** The offset that brings an item to a place of the view. */
  offsetShowing(section: number, item: number, position: string, signal?: AbortSignal): Promise<TargetOffset> {
    return this.get(`target-offset?indexPath=${section}-${item}&position=${position}`, signal);
  }

  /**
   * Applies a batch: the version that comes of it and, with a query, what a view that shows this layout has to do.
   * The same update of the same layout is the same version, so one may ask twice.
   */
  update(update: Update | string, query: ChangesQuery, signal?: AbortSignal): Promise<{ layout: Layout; changes: Changes }>;
  update(update: Update | string, query?: undefined, signal?: AbortSignal): Promise<{ layout: Layout; changes?: undefined }>;
  async update(update: Update | string, query?: ChangesQuery, signal?: AbortSignal): Promise<{ layout: Layout; changes?: Changes }> {
    const text = typeof update === "string" ? update : JSON.stringify(update);
    const parameters = query === undefined ? "" : `?${changesText(query)}`;
    const version = await versionId(this.id, text);
    const answer = await this.client.shared(`POST ${version ?? this.id + text}${parameters}`, signal, (shared) =>
      this.again(shared, () => this.client.call<Summary | Changes>("POST", `/v1/layouts/${this.id}/updates${parameters}`, text, shared)));
    const { id, contentSize, sectionCount, itemCount, parent } = answer;
    const layout = new Layout(this.client, { parent: this, update: text }, { id, contentSize, sectionCount, itemCount, parent });
    layout.learn();
    if (!("invalidated" in answer)) return { layout };
    this.client.keep(`/v1/layouts/${id}/changes?from=${answer.from}&${parameters.slice(1)}`, answer);
    this.client.carry(answer);
    return { layout, changes: answer };
  }

  /**
   * What a view that shows `other` has to do to show this layout: forwards, back, or across branches. A 409
   * `unrelated-layouts` says that they have not the same beginning, or are too far apart: ask for the attributes.
   */
  async changesFrom(other: Layout, query: ChangesQuery, signal?: AbortSignal): Promise<Changes> {
    const path = () => `/v1/layouts/${this.id}/changes?from=${other.id}&${changesText(query)}`;
    const changes = await this.client.cached(path(), signal, (shared) =>
      this.again(shared, () => this.client.call<Changes>("GET", path(), undefined, shared), [this, other]));
    this.client.carry(changes);
    return changes;
  }

  /** The layout's document, written anew: items with all they have learned. */
  async document(signal?: AbortSignal): Promise<unknown> {
    return JSON.parse(await this.documentText(signal));
  }

  private documentText(signal?: AbortSignal): Promise<string> {
    return this.again(signal, () => this.client.text("GET", `/v1/layouts/${this.id}/document`, undefined, signal));
  }

  /** GETs what can be kept. `query`: what a PUT of the document may answer at once. */
  private get<Value>(path: string, signal?: AbortSignal, query?: string): Promise<Value> {
    return this.client.cached(`/v1/layouts/${this.id}/${path}`, signal, async (shared) => {
      const { text } = this.source, id = text === undefined ? undefined : await sha256(text);
      if (query !== undefined && id !== undefined && id === this.id) {
        return this.client.call<Value>("PUT", `/v1/layouts/${id}?${query}`, text, shared);
      }
      await this.restore(shared);
      return this.client.call<Value>("GET", `/v1/layouts/${this.id}/${path}`, undefined, shared);
    });
  }

  /** Asks, and again after what was missing has been made again. */
  private async again<Value>(signal: AbortSignal | undefined, ask: () => Promise<Value>, among: Layout[] = [this]): Promise<Value> {
    for (let tries = among.length; ; tries -= 1) {
      try { return await ask(); } catch (error) {
        const id = missing(error);
        if (id === undefined || tries === 0) throw error;
        await (among.find((one) => one.id === id) ?? this).restore(signal);
      }
    }
  }

  /** Makes a forgotten layout known again: by its update of its parent; where that is gone, too, by all its line. */
  private restore(signal?: AbortSignal): Promise<void> {
    return this.client.shared(`restore ${this.id}`, signal, async (shared) => {
      const line = this.line();
      try {
        if (line.length > 1) return await this.make(shared);
      } catch (error) {
        if (missing(error) === undefined || line[0].source.text === undefined) throw error;
      }
      for (const one of line) await one.make(shared);
    });
  }

  private async make(signal: AbortSignal): Promise<void> {
    const { text, parent, update } = this.source;
    if (text !== undefined) this.told = await this.client.put(text, signal);
    else if (parent !== undefined) this.told = await this.client.call<Summary>("POST", `/v1/layouts/${parent.id}/updates`, update, signal);
  }

  /** The layouts from which this one comes, the one that is made from a document first, this one last. */
  private line(): Layout[] {
    const line: Layout[] = [this];
    for (let parent = this.source.parent; parent !== undefined; parent = parent.source.parent) line.push(parent);
    return line.reverse();
  }

  /** Takes the server's document in place of updates that have grown larger than the one they began with. */
  private learn(): void {
    if (this.updatesLength <= leastUpdates) return;
    // What has been learned since may have shortened the line, or be about to.
    const line = this.line();
    this.updatesLength = line.reduce((length, one) => length + (one.source.update?.length ?? 0), 0);
    if (this.updatesLength <= Math.max(leastUpdates, line[0].source.text?.length ?? 0) || line.some((one) => one.isLearning)) return;
    this.isLearning = true;
    this.documentText().then((text) => {
      this.source = { text };
      this.updatesLength = 0;
    }, () => {}).finally(() => { this.isLearning = false; });
  }
}

/** The id of the version that an update makes of a layout; undefined where the page is no secure context. */
export async function versionId(parent: string, update: string): Promise<string | undefined> {
  const digest = await sha256(`${parent}\n${update}`);
  return digest === undefined ? undefined : parent.slice(0, 16) + digest.slice(0, 48);
}

/** The layout that an error says is not held; undefined for any other error. */
function missing(error: unknown): string | undefined {
  if (!(error instanceof TatamiProblem) || !error.type.endsWith("/layout-not-cached")) return undefined;
  return typeof error.members.missing === "string" ? error.members.missing : "";
}

/** The revision that an error says the service's engine is, which is another one than was asked for. */
function otherEngine(error: unknown): number | undefined {
  if (!(error instanceof TatamiProblem) || !error.type.endsWith("/other-engine")) return undefined;
  return typeof error.members.engine === "number" ? error.members.engine : undefined;
}

function meets([x, y, width, height]: Rect, other: Point & { width: number; height: number }): boolean {
  return x <= other.x + other.width && other.x <= x + width && y <= other.y + other.height && other.y <= y + height;
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

function changesText({ rect, bounds, anchor, scroll }: ChangesQuery): string {
  const text = queryText({ rect, bounds, scroll });
  return anchor === undefined ? text : `${text}&anchor=${anchor}`;
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

/** The seconds that a Retry-After asks for by a number or a date (RFC 9110 §10.2.3), 0 to 60; 1 where it says neither. */
function retryAfter(field: string | null): number {
  const seconds = (field ?? "").trim() === "" ? NaN : Number(field);
  // A clock that is ahead makes every date a past one.
  const asked = Number.isNaN(seconds) ? Math.max(1, (Date.parse(field ?? "") - Date.now()) / 1000) : seconds;
  return asked >= 0 ? Math.min(asked, 60) : 1;
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => { clearTimeout(timer); reject(signal?.reason); };
    const timer = setTimeout(() => { signal?.removeEventListener("abort", stop); resolve(); }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
