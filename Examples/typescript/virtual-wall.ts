// SPDX-License-Identifier: Apache-2.0
// A virtualised wall in a hundred lines: a scrolling element that holds only what a Tatami server says
// is near the visible rectangle. It needs no framework; `draw` makes and updates the elements' nodes.
//
//   const wall = new VirtualWall(viewport, (node, attributes) => { node.textContent = `${attributes.indexPath[1]}`; });
//   await wall.show(await client.layout(document));

import type { Attributes, Layout, Query, Rect } from "./tatami-client.js";

export interface WallOptions {
  /** Ask with the visible bounds at every step, for layouts whose headers or footers pin. */
  pins?: boolean;
  /** Sections whose cells are drawn elsewhere (those that scroll by themselves). */
  skips?: (attributes: Attributes) => boolean;
  /** Called when asking fails for another reason than being overtaken. */
  onError?: (error: unknown) => void;
}

export class VirtualWall {
  readonly content = document.createElement("div");
  protected readonly nodes = new Map<string, HTMLElement>();
  protected options: WallOptions = {};
  protected layout?: Layout;
  protected asked = "";
  protected asking = new AbortController();
  private spare: HTMLElement[] = [];

  constructor(readonly viewport: HTMLElement, readonly draw: (node: HTMLElement, attributes: Attributes) => void) {
    viewport.append(this.content);
    viewport.addEventListener("scroll", () => requestAnimationFrame(() => void this.update()), { passive: true });
    new ResizeObserver(() => void this.update()).observe(viewport);
  }

  /** Shows a layout from its start, or where it stands if `keepsOffset`. */
  async show(layout: Layout, options: WallOptions = {}, keepsOffset = false): Promise<void> {
    this.layout = layout;
    this.options = options;
    this.asked = "";
    const { width, height } = layout.summary.contentSize;
    this.content.style.cssText = `position:relative;width:${width}px;height:${height}px`;
    if (!keepsOffset) this.viewport.scrollTo(0, 0);
    await this.update();
  }

  /** The visible rectangle in content coordinates, also where scrolling runs from the right. */
  get visible(): Rect {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth } = this.viewport;
    const start = scrollLeft < 0 || getComputedStyle(this.viewport).direction === "rtl" ? scrollWidth - clientWidth : 0;
    return [Math.max(0, start + scrollLeft), Math.max(0, scrollTop), clientWidth, clientHeight];
  }

  /** The tiles around the visible rectangle: one is a screen, and three by three have the same URL at every step. */
  protected get wanted(): Query & { rect: Rect } {
    const [x, y, width, height] = this.visible;
    const rect: Rect = [(Math.floor(x / width) - 1) * width, (Math.floor(y / height) - 1) * height, 3 * width, 3 * height];
    return this.options.pins ? { rect, bounds: this.visible } : { rect };
  }

  /** Asks for the tiles around the visible rectangle, unless they have been asked for. */
  async update(): Promise<void> {
    const layout = this.layout;
    if (layout === undefined || this.visible[2] === 0 || this.visible[3] === 0) return;
    const query = this.wanted, text = JSON.stringify([layout.summary.id, query]);
    if (text === this.asked) return;
    this.asked = text;
    this.asking.abort();
    const { signal } = this.asking = new AbortController();
    try {
      const { attributes } = await layout.attributes(query, signal);
      if (!signal.aborted) this.place(attributes, query.rect);
    } catch (error) {
      if (signal.aborted) return;
      this.asked = "";
      this.options.onError?.(error);
    }
  }

  /** Shows what the tiles of a rectangle hold, and nothing else. */
  protected place(all: Attributes[], _: Rect): void {
    const here = new Set(all.map((attributes) => this.put(attributes)));
    for (const [key, node] of this.nodes) {
      if (here.has(key)) continue;
      node.remove();
      this.nodes.delete(key);
      if (this.spare.length < 200) this.spare.push(node);
    }
  }

  /** Shows one element, by the node that shows it already or by another. */
  protected put(attributes: Attributes): string {
    const key = keyOf(attributes), { x, y, width, height } = attributes.frame;
    if (this.options.skips?.(attributes)) return key;
    const node = this.nodes.get(key) ?? this.content.appendChild(this.spare.pop() ?? document.createElement("div"));
    this.nodes.set(key, node);
    node.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;z-index:${attributes.zIndex}`;
    this.draw(node, attributes);
    return key;
  }
}

export const keyOf = ({ category, kind, indexPath }: Attributes) => `${category}/${kind ?? ""}/${indexPath.join("-")}`;
