// An element and its line in the document: a click on the one marks the other, and so does the caret.

import { placeOf, stepsTo } from "./json-places.js";
import { keyOf } from "./virtual-wall.js";

/** In longer texts the caret is not looked up: each step of it would walk through all of them. */
const longestText = 300000;

export class Choosing {
  /** `shown()` is the layout that is shown and its document, undefined where boxes are not to be chosen. */
  constructor({ viewport, editor, drawing, shown }) {
    Object.assign(this, { viewport, editor, drawing, shown });
    viewport.addEventListener("click", ({ target }) => this.click(target.closest(".el")));
    document.addEventListener("selectionchange", () => this.follow());
    editor.area.addEventListener("keyup", () => this.follow());
    editor.area.addEventListener("click", () => this.follow());
  }

  /** Marks a box and its line. */
  click(node) {
    const attributes = node && this.drawing.shown.get(node), now = this.shown();
    if (attributes === undefined || attributes === null || now === undefined) return;
    this.choose(attributes);
    const pointer = pointerTo(attributes, now.document, this.editor.text);
    this.editor.point(placeOf(this.editor.text, pointer));
  }

  choose(attributes) {
    this.path = undefined;
    this.drawing.choose(attributes && keyOf(attributes), this.viewport);
  }

  /** Nothing is marked: another document is shown. */
  clear() {
    this.choose(undefined);
    this.editor.point(undefined);
  }

  /** Marks the box of the item that the caret stands in, and brings it into sight. */
  follow() {
    const { area, text } = this.editor, now = this.shown();
    if (document.activeElement !== area || now === undefined || text.length > longestText || now.layout.text !== text) return;
    if (area.selectionStart === this.caret && this.text === text) return;
    [this.caret, this.text] = [area.selectionStart, text];
    const path = itemPath(stepsTo(text, area.selectionStart)), name = path?.join("-");
    if (name === this.path) return;
    this.clear();
    this.path = name;
    if (path !== undefined) void this.reveal(now.layout, path, name);
  }

  async reveal(layout, path, name) {
    let attributes;
    try {
      ({ attributes: [attributes] } = await layout.attributes({ indexPath: name }));
    } catch { return; /* such an item has no box */ }
    if (attributes === undefined || this.path !== name) return;
    this.drawing.choose(keyOf(attributes), this.viewport);
    const { x, y, width, height } = attributes.frame, { viewport } = this;
    const start = viewport.dir === "rtl" && viewport.scrollWidth > viewport.clientWidth ? viewport.scrollWidth - viewport.clientWidth : 0;
    // Sections that scroll by themselves are as wide as the view: their boxes' own way is not gone along.
    const isAcross = [...viewport.querySelectorAll(".shelf")].some((one) => one.offsetTop <= y && y < one.offsetTop + one.offsetHeight);
    viewport.scrollTo({
      left: isAcross ? viewport.scrollLeft : into(viewport.scrollLeft + start, viewport.clientWidth, x, width) - start,
      top: into(viewport.scrollTop, viewport.clientHeight, y, height),
    });
  }
}

/** The offset, nearest to the present one, at which a range is seen. */
function into(offset, length, from, size) {
  if (from >= offset && from + size <= offset + length) return offset;
  return from < offset || size > length ? Math.max(0, from - 10) : from + size - length + 10;
}

/** The section and item that steps into a document lead to. */
function itemPath([first, second, third, fourth]) {
  if (first === "items" && second !== undefined) return [0, second];
  return first === "sections" && third === "items" && fourth !== undefined ? [second, fourth] : undefined;
}

/** The pointer to what an element comes from. */
function pointerTo({ category, kind, indexPath }, made, text) {
  const [section, item] = indexPath.length > 1 ? indexPath : [undefined, indexPath[0]];
  const own = made.sections === undefined || section === undefined ? "" : `/sections/${section}`;
  if (category === "cell") return itemPointer(`${own}/items`, item, text);
  const value = section === undefined ? made.configuration : own === "" ? made : made.sections[section];
  const inSection = kindPointer(value, kind, section === undefined ? "/configuration" : own);
  return inSection ?? kindPointer(made.layout, kind, "/layout") ?? own;
}

/** An item's pointer; that of them all where they are only counted. */
function itemPointer(items, item, text) {
  const place = placeOf(text, items);
  return text[place.start] === "[" ? `${items}/${item}` : items;
}

/** Where a header, badge or decoration of a kind is spoken of. */
function kindPointer(value, kind, pointer) {
  if (value === null || typeof value !== "object") return undefined;
  if (value.kind === kind) return pointer;
  for (const name of [`${kind}ReferenceSize`, kind]) if (Object.hasOwn(value, name)) return `${pointer}/${name}`;
  for (const [name, one] of Object.entries(value)) {
    const found = name === "items" || name === "sections" ? undefined : kindPointer(one, kind, `${pointer}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
