// SPDX-License-Identifier: Apache-2.0
// The layout engine in a worker: the page's thread stays free while a million items are laid out.
//
//   const engine = await TatamiWorkerEngine.load("/tatami.wasm");
//   const client = new TatamiClient({ engine });                                  // or with a service, as tatami-engine.ts
//
// It takes the same requests as TatamiEngine and gives the same answers, a turn of the event loop or two later. Requests
// are answered one after the other. The page measures texts for the worker, which does not have the page's web fonts; only
// texts and numbers cross. All answers are transferred, not copied. The worker runs this same file, so serve it
// beside tatami-engine.js, from the page's origin. If the worker ends, because it is out of memory or could not be
// loaded, open requests fail, and the client sends further requests to the service if it has one.

import { canMeasure, isTaken, pageMeasure, problem, TatamiEngine } from "./tatami-engine.js";
import type { EngineOptions, MeasureTexts } from "./tatami-engine.js";
import type { LocalAnswer, LocalEngine } from "../client/tatami-types.js";

/** The worker's name: it tells this file that it runs in the worker. */
const name = "tatami-engine";

type Source = string | BufferSource | WebAssembly.Module;
/** A request by its number. */
interface Request { number: number; method: string; path: string; body: string | undefined }
/** A message from the page to the worker: first the module, then requests by number. */
type Told =
  | { load: Source; options: EngineOptions; isMeasured: boolean } | Request
  | { measures: Uint8Array } | { unmeasured: string } | { forget: true };
/** A message from the worker to the page: that it is ready, or why not; then answers with the engine's state, and texts to measure. */
type Said = { revision: number } | { error: string } | { number: number; answer: LocalAnswer; state: TatamiEngine["state"] } | { list: string };

export class TatamiWorkerEngine implements LocalEngine {
  private readonly worker: Worker;
  private readonly options: EngineOptions;
  private readonly made = new Set<string>();
  /** The open requests, by number. */
  private readonly waiting = new Map<number, { path: string; done: (answer: LocalAnswer) => void }>();
  private asked = 0;
  private ended: string | undefined;
  /** The engine's revision. */
  readonly revision: number;
  /** The engine's state at the last response: cached layouts, bytes and traps. */
  state: TatamiEngine["state"] = { layouts: 0, layoutBytes: 0, memoryBytes: 0, traps: 0 };

  private constructor(worker: Worker, revision: number, options: EngineOptions) {
    this.worker = worker;
    this.revision = revision;
    this.options = options;
    const measure = options.measure ?? (canMeasure() ? pageMeasure(() => this.tell({ forget: true })) : undefined);
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      if ("number" in data) this.take(data.number, data.answer, data.state);
      else if ("list" in data && measure !== undefined) void this.measure(measure, data.list);
    };
    worker.onerror = (event) => this.end(event.message || "the worker ended");
    worker.onmessageerror = () => this.end("an answer could not be handed over");
  }

  /** Starts a worker and loads the module there: from a URL, from its bytes, or compiled. */
  static async load(source: string | URL | BufferSource | WebAssembly.Module, options: EngineOptions = {}): Promise<TatamiWorkerEngine> {
    // Written in the form by which bundlers recognise the worker's file.
    const worker = new Worker(new URL("./tatami-engine-worker.js", import.meta.url), { type: "module", name: "tatami-engine" });
    // Functions do not cross.
    const { measure, ...rest } = options, isMeasured = measure !== undefined || canMeasure();
    const told: Told = { load: typeof source === "string" || source instanceof URL ? new URL(source, location.href).href : source, options: rest, isMeasured };
    try {
      const revision = await new Promise<number>((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<Said>) => {
          if ("revision" in data) resolve(data.revision);
          else if ("error" in data) reject(new Error(data.error));
        };
        worker.onerror = (event) => reject(new Error(event.message || "the worker's script could not be loaded"));
        worker.postMessage(told);
      });
      return new TatamiWorkerEngine(worker, revision, options);
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  /** Whether the engine answers a request, by TatamiEngine's rules. */
  takes(method: string, path: string, body?: string): boolean {
    return this.ended === undefined && isTaken(method, path, body, this.made, this.options);
  }

  /** Answers a request as the service does. */
  answer(method: string, path: string, body?: string): Promise<LocalAnswer> {
    return new Promise((done) => {
      if (this.ended !== undefined) return done(failure(path, this.ended));
      const number = (this.asked += 1);
      this.waiting.set(number, { path, done });
      this.tell({ number, method, path, body });
    });
  }

  /** Ends the worker and drops its layouts: open requests fail. */
  close(): void { this.end("the engine was closed"); }

  private tell(told: Told): void { this.worker.postMessage(told); }

  private async measure(measure: MeasureTexts, list: string): Promise<void> {
    try { this.tell({ measures: await measure(list) }); } catch (error) { this.tell({ unmeasured: String(error) }); }
  }

  private take(number: number, answer: LocalAnswer, state: TatamiEngine["state"]): void {
    this.state = state;
    if (answer.made !== undefined) this.made.add(answer.made);
    this.waiting.get(number)?.done(answer);
    this.waiting.delete(number);
  }

  private end(reason: string): void {
    this.ended ??= reason;
    this.worker.terminate();
    for (const { path, done } of this.waiting.values()) done(failure(path, reason));
    this.waiting.clear();
  }
}

function failure(path: string, reason: string): LocalAnswer {
  // The same status as for a full engine: the client sends the request to the service if it has one.
  return problem("overloaded", 503, `the engine in the worker failed at ${path.split("?")[0]}: ${reason}`);
}

// ---- The worker's side -------------------------------------------------------------------------------

/** The globals of a worker that are used here; the compiler only has the types of a page's. */
interface Scope {
  name?: string;
  document?: unknown;
  onmessage: ((event: MessageEvent<Told>) => void) | null;
  postMessage(said: Said, handedOver?: Transferable[]): void;
}

const scope = globalThis as unknown as Scope;
if (scope.name === name && scope.document === undefined) {
  let engine: TatamiEngine | undefined, waiting: { resolve: (measures: Uint8Array) => void; reject: (error: string) => void } | undefined;
  /** The end of the requests so far: each waits for the one before it, whose texts the page may be measuring. */
  let last: Promise<void> = Promise.resolve();
  const measure = (list: string) => new Promise<Uint8Array>((resolve, reject) => {
    waiting = { resolve, reject };
    scope.postMessage({ list });
  });
  const answer = async ({ number, method, path, body }: Request) => {
    if (engine === undefined) return;
    const answered = await engine.answer(method, path, body);
    scope.postMessage({ number, answer: answered, state: engine.state }, [answered.bytes.buffer as ArrayBuffer]);
  };
  scope.onmessage = async ({ data }) => {
    if ("load" in data) {
      try {
        engine = await TatamiEngine.load(data.load, data.isMeasured ? { ...data.options, measure } : data.options);
        scope.postMessage({ revision: engine.revision });
      } catch (error) { scope.postMessage({ error: String(error) }); }
    } else if ("measures" in data) waiting?.resolve(data.measures);
    else if ("unmeasured" in data) waiting?.reject(data.unmeasured);
    else if ("forget" in data) engine?.forgetMeasured();
    else last = last.then(() => answer(data));
  };
}
