// Draws single elements: as photos or in the hues of the service's own pictures, with labels that stay readable at any
// zoom.

import { photoOf, picture } from "./picturing.js";
import { stories } from "./sayings.js";
import { keyOf } from "./virtual-wall.js";

const hueCount = 18;
const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });

export class Drawing {
  /** The device's zoom, in pixels per point. */
  zoom = 1;
  /** Whether labels also name the section. */
  namesSections = false;
  /** The bodies of the document's items; undefined if it has no texts. */
  texts;
  /** Called when a node was drawn. */
  onDraw = () => {};
  /** The key of the marked element. */
  chosen;
  /** The attributes that each node shows. */
  shown = new WeakMap();

  draw = (node, attributes) => {
    const { indexPath, category, kind = "", frame, zIndex, imageHeight } = attributes;
    const item = indexPath[indexPath.length - 1], section = indexPath.length > 1 ? indexPath[0] : 0;
    const isCell = category === "cell";
    const role = category === "decoration" ? (/separator/i.test(kind) ? " separator" : "") : category !== "supplementary" ? "" : /header/i.test(kind) ? " header" : /footer/i.test(kind) ? " footer" : " badge";
    this.shown.set(node, attributes);
    node.className = `el ${category}${role}${isCell ? ` h${(item + 5 * section) % hueCount}` : ""}`;
    node.classList.toggle("chosen", keyOf(attributes) === this.chosen);
    const isSmall = role === " badge" && Math.max(frame.width, frame.height) < 40;
    const name = this.namesSections ? `${section}-${item}` : String(item);
    const label = document.createElement("span");
    label.textContent = isCell ? name : isSmall ? String(item % 100) : category === "supplementary" ? kind : "";
    const address = `${isCell ? "cell" : kind} ${indexPath.join("-")}`;
    node.title = `${address}: ${number(frame.x)}, ${number(frame.y)}, ${number(frame.width)} × ${number(frame.height)}${zIndex ? `, z ${zIndex}` : ""}`;
    const photo = isCell ? [picture(item, section, node.querySelector(".photo"))] : [];
    node.replaceChildren(...photo, label);
    if (isCell && this.texts !== undefined) {
      const words = document.createElement("div"), body = this.texts.bodyOf(this.texts.itemAt(section, item), section);
      node.classList.add(this.texts.scope);
      if (body.hasChildNodes()) {
        const top = imageHeight ?? 0;
        words.className = "words";
        words.style.top = `${top}px`;
        words.append(body);
        label.style.bottom = `${frame.height - top}px`;
        node.append(words);
      }
    } else if (imageHeight !== undefined && imageHeight < frame.height) {
      const bodyHeight = frame.height - Math.max(0, imageHeight), body = document.createElement("i");
      body.style.height = label.style.bottom = `${bodyHeight}px`;
      if (isCell) body.append(...words(photoOf(item, section).name, bodyHeight));
      node.append(body);
    }
    for (const one of photo) one.style.height = label.style.bottom ? `calc(100% - ${label.style.bottom})` : "";
    this.fitLabel(node, frame);
    this.onDraw();
  };

  /** Hides the label if it does not fit. */
  fitLabel(node, { width, height }) {
    const label = node.querySelector("span");
    const room = (height - (parseFloat(label.style.bottom) || 0)) * this.zoom;
    const isBadge = node.classList.contains("badge");
    // Digits are about 7 px wide; kinds may be cut, but not below three letters.
    const least = isBadge ? 15 : Math.min(7 * label.textContent.length, 30) + 4;
    node.classList.toggle("tight", width * this.zoom < least || room < (isBadge ? 15 : 14));
  }

  /** Fits all labels to another zoom. */
  setZoom(zoom, viewport) {
    if (zoom === this.zoom) return;
    this.zoom = zoom;
    for (const node of viewport.querySelectorAll(".el")) {
      this.fitLabel(node, { width: parseFloat(node.style.width), height: parseFloat(node.style.height) });
    }
  }

  /** Marks one element, and unmarks all others. */
  choose(key, viewport) {
    this.chosen = key;
    for (const node of viewport.querySelectorAll(".el")) {
      const attributes = this.shown.get(node);
      node.classList.toggle("chosen", attributes !== undefined && keyOf(attributes) === key);
    }
  }
}

/** Returns a card's title, and as many lines of its caption as there is room for. */
function words(name, height) {
  // A length of 48 may be 47.99….
  const lines = Math.floor((height - 31.5) / 16), [title, caption] = [document.createElement("b"), document.createElement("small")];
  [title.textContent, caption.textContent] = stories[name];
  caption.style.setProperty("-webkit-line-clamp", String(lines));
  return height < 31.5 ? [] : lines < 1 ? [title] : [title, caption];
}
