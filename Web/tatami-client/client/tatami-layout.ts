// SPDX-License-Identifier: Apache-2.0
// A layout on a Tatami server: query its attributes, and update it.

import type { TatamiClient } from "./tatami-client.js";
import type { ColumnsAnswer } from "./columns-reading.js";
import type {
  Answer, Changes, ChangesQuery, Columns, IndexPath, ItemAtPoint, ItemTarget, LayoutDocument, PictureQuery, PointQuery, Query, ScrollProposal, SectionSummary, SheetQuery, Summary, TargetOffset, Update,
} from "./tatami-types.js";
import { pictureText, pointText, queryText, scrollText, sha256, sheetText } from "./tatami-wire.js";

/** Sends a request and reads its answer. */
type Reader<Value> = (method: string, path: string, body: string | undefined, signal: AbortSignal) => Promise<Value>;

/** How a layout is made: from a document, or by an update of its parent. Without either it cannot be restored. */
export interface LayoutSource { text?: string; parent?: Layout; update?: string }

/** A document that the server has laid out, or a version of one. It never changes: an update derives another layout. */
export class Layout {
  readonly client: TatamiClient;
  /** @internal */
  source: LayoutSource;
  /** @internal */
  summary: Summary;
  /** The total length of the updates since the document, in characters. @internal */
  updatesLength: number;

  constructor(client: TatamiClient, source: LayoutSource, summary: Summary) {
    this.client = client;
    this.source = source;
    this.summary = summary;
    this.updatesLength = source.parent === undefined ? 0 : source.parent.updatesLength + (source.update?.length ?? 0);
  }

  /** Another layout on the same server. @internal */
  made(source: LayoutSource, summary: Summary): Layout { return new Layout(this.client, source, summary); }

  get id(): string { return this.summary.id; }

  /** The document that the layout's chain begins with. */
  get text(): string | undefined { return this.line()[0]?.source.text; }

  /** Returns the elements that intersect a rectangle, or those at index paths. */
  attributes(query: Query, signal?: AbortSignal): Promise<Answer> {
    return this.client.ofOneEngine((engine) => {
      const text = queryText(query) + engine;
      return this.get(`attributes?${text}`, signal, text);
    });
  }

  /**
   * Returns the cells that intersect a rectangle as packed columns: typed arrays over the response's bytes.
   *
   * @param keeps whether the client caches the response; pass `false` for a large one that you keep yourself.
   */
  columns(query: Query, signal?: AbortSignal, keeps = true): Promise<Columns> {
    return this.represented(`${queryText(query)}&format=packed`, signal, async (...asked) => {
      const [{ unpackedColumns }, bytes] = await Promise.all([import("./columns-reading.js"), this.client.bytes(...asked)]);
      return unpackedColumns(bytes);
    }, keeps);
  }

  /** Returns the same columns from a JSON answer, for proxies that allow only JSON. */
  columnsByJSON(query: Query, signal?: AbortSignal): Promise<Columns> {
    return this.represented(`${queryText(query)}&format=columns`, signal, async (...asked) => {
      const [{ columnsOf }, answer] = await Promise.all([import("./columns-reading.js"), this.client.call<ColumnsAnswer>(...asked)]);
      return columnsOf(answer);
    });
  }

  private represented(query: string, signal: AbortSignal | undefined, read: Reader<Columns>, keeps = true): Promise<Columns> {
    return this.client.ofOneEngine((engine) => this.get(`attributes?${query}${engine}`, signal, query + engine, read, keeps));
  }

  /** The URL of a picture of a rectangle, for `<img>`. If the service requires an API key, sign it (`tatami-client/signing`). */
  pictureURL(query: PictureQuery): string {
    return `${this.client.base}/v1/layouts/${this.id}/attributes.svg?${pictureText(query)}`;
  }

  /** Returns the cells of a rectangle as a style sheet; the rules of texts come with any rectangle. */
  styleSheet(query: SheetQuery, signal?: AbortSignal): Promise<string> {
    const text = sheetText(query);
    return this.get(`attributes?${text}`, signal, text, (...asked) => this.client.text(...asked));
  }

  /** Returns each section's frame and item count. */
  async sections(signal?: AbortSignal): Promise<SectionSummary[]> {
    return (await this.get<{ sections: SectionSummary[] }>("sections", signal)).sections;
  }

  /** Returns the offset at which scrolling should stop, or the one that shows an item at a position of the view. */
  targetOffset(proposal: ScrollProposal | ItemTarget, signal?: AbortSignal): Promise<TargetOffset> {
    return this.get(`target-offset?${scrollText(proposal)}`, signal);
  }

  /** Returns the cell at a point, the nearest one, or the place to which a dragged item goes: the `to` of an update's `move`. */
  itemAt(query: PointQuery, signal?: AbortSignal): Promise<ItemAtPoint> {
    return this.get(`index-path?${pointText(query)}`, signal);
  }

  /** Returns the offset that shows an item at a position of the view. */
  offsetShowing(section: number, item: number, position: string, signal?: AbortSignal): Promise<TargetOffset> {
    return this.get(`target-offset?indexPath=${section}-${item}&position=${position}`, signal);
  }

  /**
   * Applies a batch. Returns the version and, with a query, the changes that a view of this layout has to make.
   * The same update of the same layout gives the same version, so a retry is safe.
   */
  update(update: Update | string, query: ChangesQuery, signal?: AbortSignal): Promise<{ layout: Layout; changes: Changes }>;
  update(update: Update | string, query?: undefined, signal?: AbortSignal): Promise<{ layout: Layout; changes?: undefined }>;
  async update(update: Update | string, query?: ChangesQuery, signal?: AbortSignal): Promise<{ layout: Layout; changes?: Changes | undefined }> {
    return (await versions()).update(this, textOf(update), query, signal);
  }

  /**
   * Lays out a whole new document. Returns its layout and the changes that a view of this layout has to make: items are
   * matched by their ids, and items without ids by their places.
   */
  async reload(document: LayoutDocument | string, query: ChangesQuery, signal?: AbortSignal): Promise<{ layout: Layout; changes: Changes }> {
    return (await versions()).reload(this, textOf(document), query, signal);
  }

  /**
   * Returns what a view that shows `other` has to do to show this layout: another version, or the layout of another
   * document, whose items are matched by their ids. A 409 `unrelated-layouts` means that two versions of one document are
   * too far apart: query the attributes instead.
   */
  async changesFrom(other: Layout, query: ChangesQuery, signal?: AbortSignal): Promise<Changes> {
    return (await versions()).changes(other, this, query, signal);
  }

  /** Returns the layout's document as the server writes it: its items include all measured sizes. */
  async document(signal?: AbortSignal): Promise<LayoutDocument> {
    return JSON.parse(await (await versions()).documentText(this, signal)) as LayoutDocument;
  }

  /**
   * Returns the items that contain a text in their titles and captions, their ids or their data, in the document's order;
   * capitals and accents make no difference.
   */
  async find(text: string, signal?: AbortSignal): Promise<IndexPath[]> {
    return (await import("./finding.js")).find(this, text, signal);
  }

  /** GETs a cacheable answer. `query`: the query that a PUT of the document can answer at once. */
  private get<Value>(
    path: string, signal?: AbortSignal, query?: string,
    read: Reader<Value> = (...asked) => this.client.call<Value>(...asked), keeps = true,
  ): Promise<Value> {
    return this.client.cached(`/v1/layouts/${this.id}/${path}`, signal, async (shared) => {
      const { text } = this.source;
      if (query !== undefined && text !== undefined && await sha256(text) === this.id) return this.client.lay(text, query, shared, read);
      await (await versions()).restore(this, shared);
      return read("GET", `/v1/layouts/${this.id}/${path}`, undefined, shared);
    }, read, keeps);
  }

  /** The chain of layouts that leads to this one: first the one made from a document, last this one. @internal */
  line(): Layout[] {
    const line: Layout[] = [this];
    for (let parent = this.source.parent; parent !== undefined; parent = parent.source.parent) line.push(parent);
    return line.reverse();
  }
}

function textOf(value: Update | LayoutDocument | string): string { return typeof value === "string" ? value : JSON.stringify(value); }

/** What only updates, other documents and evicted layouts need. */
function versions() { return import("./versions.js"); }
