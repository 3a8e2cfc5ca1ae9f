// Links elements to their lines in the document: a click on an element marks its line, and the caret marks its element.

import { placeOf, stepsTo } from "./json-places.js";
import { keyOf } from "./virtual-wall.js";

/** In texts longer than this the caret marks nothing: each of its moves would scan the whole text. */
const longestText = 300000;

export class Choosing {
  /** `shown()` returns the shown layout and its document; undefined if elements cannot be selected. */
  constructor({ viewport, editor, drawing, shown }) {
    Object.assign(this, { viewport, editor, drawing, shown });
    viewport.addEventListener("click", ({ target }) => this.click(target.closest(".el")));
    document.addEventListener("selectionchange", () => this.follow());
    editor.area.addEventListener("keyup", () => this.follow());
    editor.area.addEventListener("click", () => this.follow());
  }

  /** Marks an element and its line. */
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

  /** Removes all marks, because another document is shown. */
  clear() {
    this.choose(undefined);
    this.editor.point(undefined);
  }

  /** Marks the element of the item at the caret, and scrolls it into view. */
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
    } catch { return; /* the item has no element */ }
    if (attributes === undefined || this.path !== name) return;
    this.drawing.choose(keyOf(attributes), this.viewport);
    const { x, y, width, height } = attributes.frame, { viewport } = this;
    const start = viewport.dir === "rtl" && viewport.scrollWidth > viewport.clientWidth ? viewport.scrollWidth - viewport.clientWidth : 0;
    // Orthogonal sections are as wide as the view, so the view does not scroll sideways to their elements.
    const isAcross = [...viewport.querySelectorAll(".shelf")].some((one) => one.offsetTop <= y && y < one.offsetTop + one.offsetHeight);
    viewport.scrollTo({
      left: isAcross ? viewport.scrollLeft : into(viewport.scrollLeft + start, viewport.clientWidth, x, width) - start,
      top: into(viewport.scrollTop, viewport.clientHeight, y, height),
    });
  }
}

/** Returns the offset nearest to the current one at which a range is visible. */
function into(offset, length, from, size) {
  if (from >= offset && from + size <= offset + length) return offset;
  return from < offset || size > length ? Math.max(0, from - 10) : from + size - length + 10;
}

/** Returns the section and item to which steps into a document lead. */
function itemPath([first, second, third, fourth]) {
  if (first === "items" && second !== undefined) return [0, second];
  return first === "sections" && third === "items" && fourth !== undefined ? [second, fourth] : undefined;
}

/** Returns the pointer to the part of the document that an element comes from. */
function pointerTo({ category, kind, indexPath }, made, text) {
  const [section, item] = indexPath.length > 1 ? indexPath : [undefined, indexPath[0]];
  const own = made.sections === undefined || section === undefined ? "" : `/sections/${section}`;
  if (category === "cell") return itemPointer(`${own}/items`, item, text);
  const value = section === undefined ? made.configuration : own === "" ? made : made.sections[section];
  const inSection = kindPointer(value, kind, section === undefined ? "/configuration" : own);
  return inSection ?? kindPointer(made.layout, kind, "/layout") ?? own;
}

/** Returns an item's pointer; the pointer to all items if they are only counted. */
function itemPointer(items, item, text) {
  const place = placeOf(text, items);
  return text[place.start] === "[" ? `${items}/${item}` : items;
}

/** Returns the pointer to the definition of a header, badge or decoration of a kind. */
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
