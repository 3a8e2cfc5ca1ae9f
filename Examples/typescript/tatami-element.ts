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
// src: the service, or the URL of a layout that it holds. document: a document's text, the id of an element that has
// it, or its URL; a container's width and height that it doesn't say are the wall's own, also after these change.
// data: as document, a list with what each item shows. item: the id of the template of an item, where it is not in
// the wall; {index}, {section}, {id} and the fields of the item's data are put into its text and attributes.
//
// Items are the wall's own children, in their order, so the page's styles hold for them. The arrow keys, Home, End,
// Page Up and Page Down lead from one to the other. Events: "draw" (detail: node, attributes, data) when a node begins
// to show an item, "error" (detail: the error), "layout" (detail: the layout).

import { TatamiClient } from "./tatami-client.js";
import type { Layout } from "./tatami-layout.js";
import type { Attributes, IndexPath, LayoutDocument, Rect, Size } from "./tatami-types.js";
import { type Source, type Visible, VisibleElements } from "./visible-elements.js";
import { leads, neighbour } from "./walking.js";

type Data = Record<string, unknown>;

const style = `
:host { display: block; position: relative; overflow: auto; height: 100vh; overflow-anchor: none }
:host([hidden]) { display: none }
#content { position: relative }
#placeholders { position: absolute; inset: 0; pointer-events: none }
#placeholders > div { position: absolute; border-radius: 4px; background: color-mix(in srgb, currentColor 9%, transparent) }
::slotted(*) { box-sizing: border-box }`;

// Where a page is rendered on a server there are no elements, and importing this must not fail.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

export class TatamiWallElement extends Base {
  static readonly observedAttributes = ["src", "document", "data", "item", "pins"];
  /** For services that want an API key, or a `fetch` of one's own: made of `src` where it is not set. */
  client: TatamiClient | undefined;
  private wall: VisibleElements | undefined;
  private content: HTMLElement | undefined;
  private boxes: HTMLElement | undefined;
  private layout: Layout | undefined;
  private readonly nodes = new Map<string, HTMLElement>();
  private current: IndexPath = [0, 0];
  private counts: number[] = [];
  private list: readonly Data[] = [];
  private turn = 0;
  private given: { document?: LayoutDocument | ((size: Size) => LayoutDocument); data?: readonly Data[]; item?: HTMLTemplateElement } = {};

  /** What is laid out, where it is not said by the attribute. */
  set document(document: LayoutDocument | ((size: Size) => LayoutDocument)) { this.given.document = document; void this.load(); }
  /** What each item shows, where it is not said by the attribute. */
  set data(data: readonly Data[]) { this.given.data = data; void this.load(); }
  /** The template of an item, where it is neither in the wall nor named. */
  set item(item: HTMLTemplateElement) { this.given.item = item; void this.load(); }

  connectedCallback(): void {
    if (this.shadowRoot === null) this.build();
    this.setAttribute("role", this.getAttribute("role") ?? "list");
    this.wall = new VisibleElements(this, { pins: this.hasAttribute("pins"), onChange: (visible) => this.draw(visible) });
    void this.load();
  }

  disconnectedCallback(): void {
    this.wall?.destroy();
    this.wall = undefined;
    this.turn += 1;
    this.removeNodes();
  }

  attributeChangedCallback(name: string): void {
    if (this.wall === undefined) return;
    if (name !== "pins") return void this.load();
    this.disconnectedCallback();
    this.connectedCallback();
  }

  /** Brings an item into view. */
  async scrollToItem(section: number, item: number, at?: "start" | "center" | "end"): Promise<void> {
    await this.wall?.scrollToItem(section, item, at);
  }

  private build(): void {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `<style>${style}</style><slot name="placeholder"></slot>
      <div id="content" part="content"><div id="placeholders" aria-hidden="true"></div><slot></slot></div>`;
    this.content = root.getElementById("content") as HTMLElement;
    this.boxes = root.getElementById("placeholders") as HTMLElement;
    this.addEventListener("keydown", (event) => void this.walk(event));
    this.addEventListener("focusin", ({ target }) => {
      const item = (target as HTMLElement).closest<HTMLElement>("[data-path]");
      if (item !== null && item.parentNode === (this as Node)) this.moveStop((item.dataset["path"] ?? "0-0").split("-").map(Number) as IndexPath);
    });
  }

  /** Reads the attributes and shows what they say. */
  private async load(): Promise<void> {
    const { wall } = this, turn = this.turn += 1, source = this.getAttribute("src") ?? "";
    if (wall === undefined) return;
    this.setAttribute("aria-busy", "true");
    try {
      const [document, data] = await Promise.all([
        this.given.document ?? this.read("document") as Promise<LayoutDocument | undefined>, this.given.data ?? this.read("data")]);
      const of = /^(.*)\/v1\/layouts\/([0-9a-f]{64})$/.exec(source);
      const client = this.client ?? new TatamiClient(of?.[1] ?? source);
      const shown: Source | undefined = document !== undefined ? { client, document: (size: Size) => filled(document, size) }
        : of?.[2] !== undefined ? await client.open(of[2]) : undefined;
      if (turn !== this.turn || shown === undefined) return;
      this.list = Array.isArray(data) ? data as Data[] : [];
      this.removeNodes();
      await wall.show(shown);
      // What is shown already is not told anew; its nodes are.
      if (turn === this.turn && this.nodes.size === 0 && wall.current.error === undefined) this.draw(wall.current);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  /** What an attribute says: JSON, the id of an element that has it, or its URL. */
  private async read(name: string): Promise<unknown> {
    const text = this.getAttribute(name)?.trim() ?? "";
    if (text === "") return undefined;
    if (/^[[{]/.test(text)) return JSON.parse(text);
    const element = (this.getRootNode() as Document | ShadowRoot).getElementById(text.replace(/^#/, ""));
    if (element !== null) return JSON.parse(element.textContent ?? "");
    const answer = await fetch(text);
    if (!answer.ok) throw new Error(`${text}: HTTP status ${answer.status}`);
    return answer.json();
  }

  private fail(error: unknown): void {
    this.setAttribute("aria-busy", "false");
    this.dispatchEvent(new CustomEvent("error", { detail: error }));
  }

  // ---- Drawing ---------------------------------------------------------------------------------------

  private draw({ layout, contentSize, elements, placeholders, error }: Visible): void {
    // What was shown before stays.
    if (error !== undefined) return this.fail(error);
    if (layout === undefined || this.content === undefined) return;
    if (this.layout !== layout) {
      this.layout = layout;
      const { sectionCount, itemCount } = layout.summary;
      this.counts = sectionCount < 2 ? [itemCount] : [];
      this.setAttribute("aria-busy", "false");
      this.shadowRoot?.querySelector("[name=placeholder]")?.toggleAttribute("hidden", true);
      this.dispatchEvent(new CustomEvent("layout", { detail: layout }));
    }
    // Which data an item of a later section has, and which of how many it is, is known when the sections are.
    if (this.counts.length === 0) return void this.wall?.itemCounts().then((counts) => this.counted(layout, counts), (reason) => this.fail(reason));
    this.content.style.width = `${contentSize.width}px`;
    this.content.style.height = `${contentSize.height}px`;
    this.place(elements);
    this.boxes?.replaceChildren(...placeholders.map(boxAt));
  }

  private counted(layout: Layout, counts: number[]): void {
    if (this.layout !== layout || this.wall === undefined || this.counts.length > 0) return;
    this.counts = counts;
    this.draw(this.wall.current);
  }

  /** The nodes of the elements, in their order, and no others but the one that has the focus: it stays, in its place. */
  private place(elements: readonly Attributes[]): void {
    const here = new Set(elements.map(keyOf)), all = elements.map((one) => this.nodes.get(keyOf(one)) ?? this.make(one));
    elements.forEach(({ frame: { x, y, width, height }, zIndex }, index) => {
      const node = all[index] as HTMLElement;
      node.style.cssText += `;position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;z-index:${zIndex}`;
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
    // A node that is moved loses the focus. What was there is in the same order as before, so only new ones are put in.
    let next = this.firstNode();
    for (const node of all) {
      if (node === next) next = following(next);
      else this.insertBefore(node, next);
    }
    this.number();
    this.moveStop(this.current);
  }

  private firstNode(): HTMLElement | null {
    return this.querySelector<HTMLElement>(":scope > [data-key]");
  }

  private make(one: Attributes): HTMLElement {
    const { section, index } = pathOf(one), isCell = one.category === "cell", data = isCell ? this.list[this.firstOf(section) + index] ?? {} : {};
    const template = this.templateFor(one), node = document.createElement("div"), key = keyOf(one);
    node.dataset["key"] = key;
    node.setAttribute("part", one.kind ?? one.category);
    if (isCell) { node.setAttribute("role", "listitem"); node.dataset["path"] = `${section}-${index}`; node.tabIndex = -1; }
    else if (one.category === "decoration") node.setAttribute("aria-hidden", "true");
    const fields: Data = { section, index, id: one.id ?? "", width: one.frame.width, height: one.frame.height, ...data };
    if (template !== undefined) node.append(filledIn(template, fields));
    this.nodes.set(key, node);
    this.dispatchEvent(new CustomEvent("draw", { detail: { node, attributes: one, data } }));
    return node;
  }

  /** A child `<template kind="header">` is for supplementary and decoration views of that kind, one without it for items. */
  private templateFor({ category, kind }: Attributes): HTMLTemplateElement | undefined {
    const name = this.getAttribute("item")?.replace(/^#/, "");
    const named = name === undefined ? null : (this.getRootNode() as Document | ShadowRoot).getElementById(name);
    const chosen = this.given.item ?? named as HTMLTemplateElement | null;
    if (category === "cell" && chosen !== null) return chosen;
    return [...this.querySelectorAll<HTMLTemplateElement>(":scope > template")].find((one) =>
      category === "cell" ? !one.hasAttribute("kind") : one.getAttribute("kind") === kind);
  }

  private removeNodes(): void {
    for (const node of this.nodes.values()) node.remove();
    this.nodes.clear();
    this.layout = undefined;
  }

  // ---- Order and keyboard ----------------------------------------------------------------------------

  /** How many items stand before a section's. */
  private firstOf(section: number): number {
    return this.counts.slice(0, section).reduce((sum, count) => sum + count, 0);
  }

  /** Which of how many each item is. */
  private number(): void {
    const all = String(this.wall?.current.layout?.summary.itemCount ?? -1);
    for (const node of this.nodes.values()) {
      const [section = 0, index = 0] = (node.dataset["path"] ?? "").split("-").map(Number);
      if (node.dataset["path"] === undefined) continue;
      node.setAttribute("aria-setsize", all);
      node.setAttribute("aria-posinset", String(this.firstOf(section) + index + 1));
    }
  }

  /** One item can be reached by Tab: the one where the reader was, or the first that is held. */
  private moveStop(path: IndexPath): void {
    this.current = path;
    const stop = this.nodes.get(`cell//${path.join("-")}`) ?? this.querySelector<HTMLElement>(":scope > [data-path]");
    for (const node of this.nodes.values()) if (node.dataset["path"] !== undefined) node.tabIndex = node === stop ? 0 : -1;
  }

  private async walk(event: KeyboardEvent): Promise<void> {
    const { wall } = this, item = (event.target as HTMLElement).closest?.("[data-path]");
    // What a person types into a field of an item is not for the wall.
    if (wall === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !leads(event.key) || item !== event.target) return;
    event.preventDefault();
    const to = await neighbour(wall, this.current, event.key);
    if (to === undefined) return;
    this.current = to;
    await wall.scrollToItem(...to);
    this.moveStop(to);
    this.nodes.get(`cell//${to.join("-")}`)?.focus({ preventScroll: true });
  }
}

/** Makes the element known, once. */
export function defineTatamiWall(name = "tatami-wall"): void {
  if (globalThis.customElements !== undefined && customElements.get(name) === undefined) customElements.define(name, TatamiWallElement);
}

/** A document whose container is the view where it says nothing else. */
function filled(document: LayoutDocument | ((size: Size) => LayoutDocument), size: Size): LayoutDocument {
  return typeof document === "function" ? document(size) : { ...document, container: { ...size, ...document.container } };
}

/** A template's content with fields in place of their names in braces, as text: never as HTML. */
function filledIn(template: HTMLTemplateElement, fields: Data): DocumentFragment {
  const content = document.importNode(template.content, true);
  const put = (text: string) => text.replace(/\{([\w-]+)\}/g, (whole, name: string) => name in fields ? String(fields[name] ?? "") : whole);
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Element) {
      // What an item's data says is no program.
      for (const { name, value } of [...node.attributes]) if (value.includes("{") && !name.startsWith("on")) node.setAttribute(name, put(value));
    } else if (node.nodeValue?.includes("{")) node.nodeValue = put(node.nodeValue);
  }
  return content;
}

function boxAt([x, y, width, height]: Rect): HTMLElement {
  const box = document.createElement("div");
  box.setAttribute("part", "box");
  box.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
  return box;
}

function following(node: HTMLElement): HTMLElement | null {
  let next = node.nextElementSibling as HTMLElement | null;
  while (next !== null && next.dataset["key"] === undefined) next = next.nextElementSibling as HTMLElement | null;
  return next;
}

function pathOf({ indexPath: [section = 0, index = section] }: Attributes): { section: number; index: number } {
  return { section, index };
}

/** Whether a node's item stands after another's; of headers and the like nobody asks. */
function isAfter(one: HTMLElement, other: HTMLElement): boolean {
  const [[section = 0, item = 0], [otherSection = 0, otherItem = 0]] = [one, other].map((node) =>
    (node.dataset["path"] ?? "0-0").split("-").map(Number)) as [number[], number[]];
  return section > otherSection || (section === otherSection && item > otherItem);
}

const keyOf = ({ category, kind, indexPath }: Attributes) => `${category}/${kind ?? ""}/${indexPath.join("-")}`;
