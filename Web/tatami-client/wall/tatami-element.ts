// SPDX-License-Identifier: Apache-2.0
// <tatami-wall>: a virtualised wall without a framework.
//
//   <script type="module" src="tatami-wall.js"></script>
//   <script id="photos" type="application/json">[{"src": "1.jpg", "title": "Dunes"}, …]</script>
//   <tatami-wall src="http://localhost:8080" data="photos" style="height: 100vh"
//     document='{"layout": {"type": "waterfall", "columns": {"minWidth": 160}}, "items": [[4, 3], …]}'>
//     <template><img src="{src}" alt="{title}"></template>
//     <p slot="placeholder">Just a moment …</p>
//   </tatami-wall>
//
// src: the service's URL, or the URL of a layout on it. document: a document as JSON, the id of an element that contains
// it, or its URL; if its container has no width or height, the wall's own size is used, and follows its changes.
// data: given like document, an array with the data of each item, in the items' order. item: the id of an item's
// template if that is not in the wall. {index}, {section}, {id}, {width}, {height}, {imageHeight}, {bodyHeight} and the
// fields of the item's data are filled into the template's text and attributes, but not into event handlers, scripts or
// srcdoc, and never as a javascript: URL.
//
// measure: items are as long as their templates' contents, which the wall measures before it paints them. The layout's own
// lengths are estimates then. If the layout says an image's height, give the image that height: the rest is the body's.
//
// An element with the attribute data-body, in an item's template, receives the item's titles and captions, if the document
// has texts (`textStyles`, and items with a `body`): <template><img src="{src}"><div data-body></div></template>. The styles
// come from the service. The page loads the fonts, and nothing is measured.
//
// Boxes in the pattern of the items cover what has not come yet, in the colour of the CSS property --tatami-placeholder.
// A child <template kind="placeholder"> is shown behind an item until the item's images have come: a colour, or a small
// picture from the item's data, such as style="background: {colour}".
//
// view-limit: the most items of a layout whose elements the wall fetches at once, after the first screen; 200,000 by
// default. Then it scrolls without requests. Larger layouts are queried as the reader scrolls; 0 queries all so.
// overscan: how many screens beyond the visible part have items at least; 1 by default.
// scroller: `window` if the page scrolls, or the selector of an element around the wall that does. A wall without a height
// scrolls with the nearest such element, or with the window.
//
// initial-item: the item at which the reader begins, by its index path (0-500) or its id; initial-offset: a content offset in
// points. If the window scrolls, the reader's place survives a reload and a way back, and #item=ID in the page's URL begins at
// that item. `state()` returns the reader's place as JSON, and `restore(state)` goes there.
//
// document, data, item and client are also properties, which you may set before the element is registered.
//
// reorder: readers can move items by mouse, by touch after a long press, and by keyboard: Space picks an item up, the arrow
// keys move it, Space drops it, Escape returns it. The event "reorder" (detail: from, to, id, nextId, layout, before) ends a
// move; if its default is prevented, the item returns. `data` is in the new order then. Screen readers hear each step in
// the texts of the property `reorderTexts`. An item that is being moved has the attribute data-reordering.
//
// Items are children of the wall, in their order, so the page's styles apply to them: articles of a feed. Screen readers name an
// item by `data-label` in its template (data-label="{title}", or an empty one on the element that has the title), else by its
// heading, else by its image's alt. The arrow keys, Home, End, Page Up
// and Page Down move from item to item. Events: "draw" (detail: node, attributes, data) when a node begins to show an
// item or its new data, "error" (detail: the error), "layout" (detail: the layout), "endreached" when the
// end comes nearer than `end-distance`, a screen by default, and again when the layout has more items, "startreached" the same
// for the start and `start-distance`, "visiblerange" (detail: first, last) when other items are visible. An error is logged to the console unless the event's default is prevented. Until a layout is shown, slot="placeholder" is shown instead, or slot="error"
// if loading has failed.
//
// If the page has another origin than the service, the service must allow it: --cors-origins.

import { TatamiClient } from "../client/tatami-client.js";
import type { Layout } from "../client/tatami-layout.js";
import { nameItem } from "./naming.js";
import { type Fields, FilledTemplate } from "./item-template.js";
import { heightsOf, type ItemPlace, keyOf, moveNode, radiusOf, showEffects } from "../client/rects.js";
import type { Attributes, IndexPath, LayoutDocument } from "../client/tatami-types.js";
import type { ScrollerChoice } from "./scrolling.js";
import type { CoreOptions, WallState } from "./core.js";
import type { Texts } from "./texts.js";
import { type Source, tellReason, type ViewSize, type Visible, VisibleElements } from "./visible-elements.js";
import type { Reordering } from "./reordering.js";
import type { ReorderTexts } from "./reorder-options.js";
import { leads } from "./walking-keys.js";

type Document = LayoutDocument | ((size: ViewSize) => LayoutDocument);

/** The properties that the page has set. */
interface Given { client?: TatamiClient | undefined; document?: Document | undefined; data?: readonly Fields[] | undefined; item?: HTMLTemplateElement | undefined }

/** A node's element, its data and its filled template. */
export interface Shown { attributes: Attributes; data: Fields; filled: FilledTemplate | undefined }

const style = `
:host { display: block; position: relative; overflow: auto; height: 100vh; overflow-anchor: none }
:host([scroller]) { overflow: visible; height: auto }
:host([hidden]) { display: none }
#content { position: relative; isolation: isolate }
::slotted(*) { box-sizing: border-box }
::slotted([data-reordering]) { box-shadow: 0 8px 24px #0006 }`;

// A server that renders pages has no HTMLElement, and importing this module must not fail there.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

export class TatamiWallElement extends Base {
  static get observedAttributes(): string[] { return ["src", "document", "data", "item", "pins", "scroller", "view-limit", "measure", "end-distance", "start-distance", "overscan", "reorder"]; }
  private wall: VisibleElements | undefined;
  #content: HTMLElement | undefined;
  #layout: Layout | undefined;
  /** @internal */
  readonly nodes = new Map<string, HTMLElement>();
  /** @internal */
  readonly shown = new WeakMap<HTMLElement, Shown>();
  /** The item that the Tab key reaches. @internal */
  current: IndexPath = [0, 0];
  /** Nodes drawn since the last measurement, and whether they are new. */
  private readonly unmeasured = new Map<HTMLElement, boolean>();
  /** @internal */
  counts: readonly number[] = [];
  /** @internal */
  list: readonly Fields[] = [];
  /** The data in the order of items that readers have moved. @internal */
  movedData: readonly Fields[] | undefined;
  #reordering: Reordering | undefined;
  #template: HTMLTemplateElement | undefined;
  private texts: Texts | undefined;
  #told: unknown;
  #turn = 0;
  #given: Given = {};

  /** For services that require an API key, or your own `fetch`; created from `src` by default. */
  get client(): TatamiClient | undefined { return this.#given.client; }
  set client(client: TatamiClient | undefined) { this.#give({ client }); }
  /** The document; overrides the attribute. */
  get document(): Document | undefined { return this.#given.document; }
  set document(document: Document | undefined) { this.#give({ document }); }
  /** The data of each item; overrides the attribute. */
  get data(): readonly Fields[] | undefined { return this.movedData ?? this.#given.data; }
  set data(data: readonly Fields[] | undefined) {
    this.movedData = undefined;
    this.#give({ data });
  }
  /** An item's template; overrides the attribute and a template in the wall. */
  get item(): HTMLTemplateElement | undefined { return this.#given.item; }
  set item(item: HTMLTemplateElement | undefined) { this.#give({ item }); }

  /** Texts for screen readers about moving items; set them before `reorder`. English by default. */
  declare reorderTexts: Partial<ReorderTexts> | undefined;

  #give(given: Given): void {
    Object.assign(this.#given, given);
    void this.#load();
  }

  connectedCallback(): void {
    // A property that was set before the element was registered is the node's own, and hides the setter.
    for (const name of ["client", "document", "data", "item"] as const) {
      const own = Object.getOwnPropertyDescriptor(this, name);
      if (own !== undefined && Reflect.deleteProperty(this, name)) this.#given = { ...this.#given, [name]: own.value as unknown };
    }
    if (this.shadowRoot === null) this.#build();
    // The document may come later; its captions do not wait for the module that draws them.
    if (this.#itemTemplate?.content.querySelector("[data-body]")) void import("./texts.js").catch(() => {});
    this.setAttribute("role", this.getAttribute("role") ?? "feed");
    this.wall = new VisibleElements(this, {
      ...this.#changing, ...this.#start, scroller: this.#scroller, content: this.#content,
      onEndReached: () => this.dispatchEvent(new CustomEvent("endreached")), onStartReached: () => this.dispatchEvent(new CustomEvent("startreached")),
      onVisibleRange: (detail) => this.dispatchEvent(new CustomEvent("visiblerange", { detail })), onChange: (visible) => this.#draw(visible),
    });
    void this.#load();
    void this.#reorder();
  }

  disconnectedCallback(): void {
    this.#reordering = void this.#reordering?.end();
    this.wall?.destroy();
    this.wall = undefined;
    this.#turn += 1;
    this.#removeNodes();
  }

  attributeChangedCallback(name: string): void {
    if (this.wall === undefined) return;
    if (["pins", "view-limit", "measure", "end-distance", "start-distance", "overscan"].includes(name)) {
      for (const node of this.nodes.values()) this.unmeasured.set(node, false);
      this.wall.configure(this.#changing);
      this.#measureNodes();
    } else if (name === "reorder") {
      void this.#reorder();
    } else if (name === "scroller") {
      this.disconnectedCallback();
      this.connectedCallback();
    } else {
      if (name === "data") this.movedData = undefined;
      void this.#load();
    }
  }

  /** Lets readers move items, if the wall has the attribute `reorder`. */
  async #reorder(): Promise<void> {
    const { wall } = this;
    this.#reordering = void this.#reordering?.end();
    if (wall === undefined || !this.hasAttribute("reorder")) return;
    const made = await import("./element-reordering.js").catch((error: unknown) => this.#fail(error));
    if (made && this.wall === wall && this.hasAttribute("reorder")) this.#reordering ??= made.reorderElement(this, wall);
  }

  /** The options that may change while a layout is shown. */
  get #changing(): CoreOptions {
    return {
      pins: this.hasAttribute("pins"), measure: this.hasAttribute("measure"), viewLimit: this.#number("view-limit"), overscan: this.#number("overscan"),
      endDistance: this.#number("end-distance"), startDistance: this.#number("start-distance"),
    };
  }

  /** Where the reader begins: `initial-item`, an index path such as 0-500 or an item's id, or `initial-offset`. */
  get #start(): Pick<CoreOptions, "initialItem" | "initialOffset"> {
    const name = this.getAttribute("initial-item") ?? undefined, [, section, item] = /^(\d+)-(\d+)$/.exec(name ?? "") ?? [];
    return { initialItem: item === undefined ? name : [Number(section), Number(item)], initialOffset: this.#number("initial-offset") };
  }

  /** An attribute's number; undefined without the attribute. */
  #number(name: string): number | undefined { return this.hasAttribute(name) ? Number(this.getAttribute(name)) : undefined; }

  /** The attribute `scroller`: `window`, or the selector of an element around the wall. */
  get #scroller(): ScrollerChoice | undefined {
    const name = this.getAttribute("scroller") ?? "";
    return name === "window" ? name : name === "" ? undefined : this.closest<HTMLElement>(name) ?? undefined;
  }

  /** Scrolls an item to a place of the view; without `at`, only as far as shows all of it. */
  async scrollToItem(section: number, item: number, at?: ItemPlace, behavior?: ScrollBehavior): Promise<void> {
    await this.wall?.scrollToItem(section, item, at, behavior);
  }

  /** Returns the reader's place, a small JSON to `restore` later; undefined before a layout is shown. */
  state(): WallState | undefined { return this.wall?.state(); }

  /** Scrolls to a place that `state` returned, perhaps for another document: the item is found by its id, if it has one. */
  async restore(state: WallState): Promise<void> { await this.wall?.restore(state); }

  #build(): void {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `<style>${style}</style><slot name="placeholder"></slot><div role="alert"><slot name="error" hidden>This could not be loaded.</slot></div>
      <div id="content" part="content"><slot></slot></div>`;
    this.#content = root.getElementById("content") as HTMLElement;
    this.addEventListener("keydown", (event) => void this.#press(event));
    this.addEventListener("focusin", ({ target }) => {
      const item = (target as HTMLElement).closest<HTMLElement>("[data-path]");
      if (item !== null && item.parentNode === (this as Node)) this.#moveStop((item.dataset["path"] ?? "0-0").split("-").map(Number) as IndexPath);
    });
  }

  /** Reads the attributes and shows their layout. */
  async #load(): Promise<void> {
    const { wall } = this, turn = this.#turn += 1, source = this.getAttribute("src") ?? "";
    if (wall === undefined) return;
    this.setAttribute("aria-busy", "true");
    this.#say("placeholder");
    try {
      const [document, data] = await Promise.all([
        this.#given.document ?? this.#read("document") as Promise<Document | undefined>, this.#given.data ?? this.#read("data")]);
      const of = /^(.*)\/v1\/layouts\/([0-9a-f]{64})$/.exec(source);
      const client = this.client ?? new TatamiClient(of?.[1] ?? source);
      const shown: Source | undefined = document !== undefined ? { client, document: (size: ViewSize) => filled(document, size) }
        : of?.[2] !== undefined ? await client.open(of[2]) : undefined;
      if (turn !== this.#turn || shown === undefined) return;
      const showing = wall.show(shown);
      if (wall.moves === undefined) this.movedData = undefined;
      this.list = this.movedData ?? (Array.isArray(data) ? data as Fields[] : []);
      const template = this.#itemTemplate;
      if (template !== this.#template) this.#removeNodes();
      this.#template = template;
      this.#told = undefined;
      await showing;
      // A layout that is shown already causes no `onChange`: its nodes take the new data, or are rebuilt from a new template.
      if (turn === this.#turn && wall.current.error === undefined) this.#draw(wall.current);
      if (turn !== this.#turn) return;
      this.#refill();
      this.setAttribute("aria-busy", "false");
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  /** Reads an attribute's value: JSON, the id of an element that contains it, or its URL. */
  async #read(name: string): Promise<unknown> {
    const text = this.getAttribute(name)?.trim() ?? "";
    if (text === "") return undefined;
    if (/^[[{]/.test(text)) return parsed(text, `the attribute ${name}`);
    const element = this.#byId(text);
    if (element !== null) return parsed(element.textContent ?? "", `#${element.id}`);
    const answer = await fetch(text);
    if (!answer.ok) throw new Error(`${text}: HTTP status ${answer.status}`);
    return answer.json();
  }

  #byId(name: string): HTMLElement | null {
    return (this.getRootNode() as globalThis.Document | ShadowRoot).getElementById(name.replace(/^#/, ""));
  }

  #fail(error: unknown): void {
    this.setAttribute("aria-busy", "false");
    this.#say("error");
    const isSaid = this.dispatchEvent(new CustomEvent("error", { detail: error, cancelable: true }));
    if (isSaid) void tellReason("<tatami-wall>", error, this.client?.base ?? this.getAttribute("src") ?? "");
  }

  /** Shows a slot in place of the wall until a layout is shown. */
  #say(name: "placeholder" | "error" | ""): void {
    for (const slot of this.shadowRoot?.querySelectorAll<HTMLElement>("slot[name]") ?? []) {
      slot.hidden = slot.getAttribute("name") !== name || this.#layout !== undefined;
    }
  }

  // ---- Drawing ---------------------------------------------------------------------------------------

  #draw({ layout, contentSize, itemCounts, elements, texts, error }: Visible): void {
    if (error !== undefined && error !== this.#told) this.#fail(error);
    this.#told = error;
    // The elements shown before stay.
    if (layout === undefined || this.#content === undefined) return;
    if (this.#layout !== layout) {
      // What was measured is in versions of a layout, but not in another.
      if (layout.summary.parent === undefined) for (const node of this.nodes.values()) this.unmeasured.set(node, false);
      this.#layout = layout;
      this.setAttribute("aria-busy", "false");
      this.#say("");
      this.dispatchEvent(new CustomEvent("layout", { detail: layout }));
    }
    // The data and position of items in later sections need the sections' item counts.
    if (itemCounts.length === 0) return;
    this.counts = itemCounts;
    if (this.texts !== texts) {
      this.texts = texts;
      for (const node of this.nodes.values()) this.#write(node);
    }
    this.#content.style.width = `${contentSize.width}px`;
    this.#content.style.height = `${contentSize.height}px`;
    this.#place(elements);
    this.#measureNodes();
  }

  /** Places the elements' nodes in order and removes all others, except one that has the focus: it stays in its place. */
  #place(elements: readonly Attributes[]): void {
    const here = new Set(elements.map(keyOf)), all = elements.map((one) => this.nodes.get(keyOf(one)) ?? this.#make(one));
    elements.forEach((one, index) => {
      const node = all[index] as HTMLElement, { frame, frame: { width, height }, zIndex } = one;
      this.#resize(node, one);
      node.style.cssText += `;position:absolute;width:${width}px;height:${height}px;z-index:${zIndex}`;
      if (one.category === "decoration") node.style.borderRadius = radiusOf(one) ?? "";
      moveNode(node, frame);
      showEffects(node, one);
    });
    for (const [key, node] of this.nodes) {
      if (here.has(key)) continue;
      if (node.contains(document.activeElement)) {
        const after = all.findIndex((one) => isAfter(one, node));
        all.splice(after < 0 ? all.length : after, 0, node);
        continue;
      }
      node.remove();
      this.nodes.delete(key);
    }
    // A node that is moved loses the focus. Nodes that remain keep their order, so only new ones are inserted.
    let next = this.#firstNode();
    for (const node of all) {
      // In place of a node with the focus, the nodes before it are moved.
      while (next !== null && next !== node && node.contains(document.activeElement)) {
        const moved: HTMLElement = next;
        next = following(next);
        node.after(moved);
      }
      if (node === next) next = following(next);
      else this.insertBefore(node, next);
    }
    this.#numberItems();
    this.#moveStop(this.current);
  }

  /** Measures the nodes drawn since the last time, and hides the new ones until the layout has their sizes. */
  #measureNodes(): void {
    const { wall, unmeasured } = this, drawn = new Map(unmeasured);
    const withAttributes = (nodes: Iterable<HTMLElement>) => [...nodes].map((node) => [node, (this.shown.get(node) as Shown).attributes] as const);
    unmeasured.clear();
    wall?.measure(withAttributes([...drawn.keys()].filter((node) => node.isConnected)), (node) => drawn.get(node) === true, withAttributes(this.nodes.values()));
  }

  #firstNode(): HTMLElement | null {
    return this.querySelector<HTMLElement>(":scope > [data-key]");
  }

  #make(one: Attributes): HTMLElement {
    const { section, index } = pathOf(one), isCell = one.category === "cell", data = this.#dataOf(one);
    const template = this.#templateFor(one), node = document.createElement("div"), key = keyOf(one);
    node.dataset["key"] = key;
    node.setAttribute("part", one.kind ?? one.category);
    if (isCell) { node.setAttribute("role", "article"); node.dataset["path"] = `${section}-${index}`; node.tabIndex = -1; }
    else if (one.category === "decoration") node.setAttribute("aria-hidden", "true");
    const filled = template && new FilledTemplate(template, fieldsOf(one, data));
    if (filled !== undefined) node.append(filled.content);
    if (isCell) this.#standIn(node, fieldsOf(one, data));
    this.nodes.set(key, node);
    this.shown.set(node, { attributes: one, data, filled });
    this.#write(node);
    this.unmeasured.set(node, true);
    this.dispatchEvent(new CustomEvent("draw", { detail: { node, attributes: one, data } }));
    if (isCell) nameItem(node);
    return node;
  }

  /** Writes a cell's titles and captions into its template. */
  #write(node: HTMLElement): void {
    const { attributes } = this.shown.get(node) as Shown, { texts } = this, path = attributes.indexPath as IndexPath;
    if (attributes.category !== "cell" || texts === undefined) return;
    // Texts are in the document's order.
    const [section, index] = this.wall?.moves?.originOf(path) ?? path;
    for (const box of node.querySelectorAll<HTMLElement>("[data-body]")) texts.fill(box, texts.itemAt(section, index), section);
    nameItem(node);
  }

  /** Shows the template for placeholders in an item until its images have come, or failed to. */
  #standIn(node: HTMLElement, fields: Fields): void {
    const template = this.querySelector<HTMLTemplateElement>(":scope > template[kind=placeholder]");
    const images = [...node.querySelectorAll("img")].filter((one) => !one.complete);
    node.querySelector(":scope > [part=placeholder]")?.remove();
    if (template === null || images.length === 0) return;
    const box = document.createElement("div");
    box.setAttribute("part", "placeholder");
    box.setAttribute("aria-hidden", "true");
    box.style.cssText = "position:absolute;inset:0;z-index:-1";
    box.append(new FilledTemplate(template, fields).content);
    node.append(box);
    let waiting = images.length;
    const come = () => { if ((waiting -= 1) === 0) box.remove(); };
    for (const image of images) for (const name of ["load", "error"]) image.addEventListener(name, come, { once: true });
  }

  #dataOf(one: Attributes): Fields {
    const { section, index } = pathOf(one);
    return one.category === "cell" ? this.list[this.#firstOf(section) + index] ?? {} : {};
  }

  /** Fills the items' current data into nodes that show other data. The nodes stay, and so does the focus in them. */
  #refill(): void {
    for (const node of this.nodes.values()) {
      const { attributes, data: before, filled } = this.shown.get(node) as Shown, data = this.#dataOf(attributes);
      if (data === before || JSON.stringify(data) === JSON.stringify(before)) continue;
      filled?.fill(fieldsOf(attributes, data));
      if (attributes.category === "cell") this.#standIn(node, fieldsOf(attributes, data));
      // Listeners have to rebuild what they have added.
      if (filled === undefined) node.replaceChildren();
      this.shown.set(node, { attributes, data, filled });
      this.dispatchEvent(new CustomEvent("draw", { detail: { node, attributes, data } }));
      if (attributes.category === "cell") nameItem(node);
      this.unmeasured.set(node, this.unmeasured.get(node) === true);
    }
    this.#measureNodes();
  }

  /** Updates a node for its element's new attributes: the template may use its size. */
  #resize(node: HTMLElement, attributes: Attributes): void {
    const shown = this.shown.get(node) as Shown, { frame: { width, height }, id, imageHeight } = shown.attributes;
    if (width !== attributes.frame.width || height !== attributes.frame.height || id !== attributes.id || imageHeight !== attributes.imageHeight) {
      shown.filled?.fill(fieldsOf(attributes, shown.data));
      this.unmeasured.set(node, this.unmeasured.get(node) === true);
    }
    this.shown.set(node, { ...shown, attributes });
  }

  get #itemTemplate(): HTMLTemplateElement | undefined {
    const name = this.getAttribute("item"), named = name === null ? null : this.#byId(name) as HTMLTemplateElement | null;
    return this.#given.item ?? named ?? this.querySelector<HTMLTemplateElement>(":scope > template:not([kind])") ?? undefined;
  }

  /** A child `<template kind="header">` is for supplementaries and decorations of that kind, one without `kind` for items. */
  #templateFor({ category, kind }: Attributes): HTMLTemplateElement | undefined {
    if (category === "cell") return this.#itemTemplate;
    return [...this.querySelectorAll<HTMLTemplateElement>(":scope > template")].find((one) => one.getAttribute("kind") === kind);
  }

  #removeNodes(): void {
    for (const node of this.nodes.values()) node.remove();
    this.nodes.clear();
    this.#layout = undefined;
  }

  // ---- Order and keyboard ----------------------------------------------------------------------------

  /** The number of items in all sections before a section. */
  #firstOf(section: number): number {
    return this.counts.slice(0, section).reduce((sum, count) => sum + count, 0);
  }

  /** Sets each item's position and the number of items, for screen readers. */
  #numberItems(): void {
    const all = String(this.wall?.current.layout?.summary.itemCount ?? -1);
    for (const node of this.nodes.values()) {
      const [section = 0, index = 0] = (node.dataset["path"] ?? "").split("-").map(Number);
      if (node.dataset["path"] === undefined) continue;
      node.setAttribute("aria-setsize", all);
      node.setAttribute("aria-posinset", String(this.#firstOf(section) + index + 1));
    }
  }

  /** Makes one item reachable by Tab: the one where the reader was, or the first that has a node. */
  #moveStop(path: IndexPath): void {
    this.current = path;
    const stop = this.nodes.get(`cell//${path.join("-")}`) ?? this.querySelector<HTMLElement>(":scope > [data-path]");
    for (const node of this.nodes.values()) if (node.dataset["path"] !== undefined) node.tabIndex = node === stop ? 0 : -1;
  }

  async #press(event: KeyboardEvent): Promise<void> {
    const { wall } = this;
    if (wall === undefined || !leads(event)) return;
    event.preventDefault();
    const to = await wall.walk(this.current, event.key, (path) => { this.current = path; });
    if (to === undefined) return;
    this.#moveStop(to);
    this.nodes.get(`cell//${to.join("-")}`)?.focus({ preventScroll: true });
  }
}

/** Registers the element, unless the name is registered already. */
export function defineTatamiWall(name = "tatami-wall"): void {
  if (globalThis.customElements !== undefined && customElements.get(name) === undefined) customElements.define(name, TatamiWallElement);
}

/** Returns a document whose container has the view's size, unless it has its own. */
function filled(document: Document, size: ViewSize): LayoutDocument {
  if (typeof document === "function") return document(size);
  const { width, height } = size;
  return { ...document, container: { ...{ width, height }, ...document.container } };
}

function fieldsOf(one: Attributes, data: Fields): Fields {
  const { section, index } = pathOf(one), { width, height } = one.frame;
  return { section, index, id: one.id ?? "", width, height, ...heightsOf(one), ...data };
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`${place}: ${(error as Error).message}`);
  }
}

function following(node: HTMLElement): HTMLElement | null {
  let next = node.nextElementSibling as HTMLElement | null;
  while (next !== null && next.dataset["key"] === undefined) next = next.nextElementSibling as HTMLElement | null;
  return next;
}

function pathOf({ indexPath: [section = 0, index = section] }: Attributes): { section: number; index: number } {
  return { section, index };
}

/** Whether a node's item comes after another's. Not called for supplementaries and decorations. */
function isAfter(one: HTMLElement, other: HTMLElement): boolean {
  const [[section = 0, item = 0], [otherSection = 0, otherItem = 0]] = [one, other].map((node) =>
    (node.dataset["path"] ?? "0-0").split("-").map(Number)) as [number[], number[]];
  return section > otherSection || (section === otherSection && item > otherItem);
}
