// The presets as small pictures of their layouts, in groups: a strip, or all of them at once. They are radio buttons, so that the
// Tab key stops once and the arrow keys move from one to the next.

import { photoOf } from "./picturing.js";
import { previews } from "./previews.js";

const namespace = "http://www.w3.org/2000/svg";
const hueCount = 18;

export class Gallery {
  /** Fills `box` with the presets; `more` shows all of them. `onChoose(name)` is called when the person selects one. */
  constructor({ box, more }, presets, groups, onChoose) {
    Object.assign(this, { box, more });
    this.radios = new Map();
    for (const [title, names] of Object.entries(groups)) {
      const group = document.createElement("div"), heading = document.createElement("h3");
      group.className = "group";
      heading.textContent = title;
      group.append(heading, ...names.map((name) => this.tile(name, presets[name])));
      box.append(group);
    }
    box.addEventListener("change", ({ target }) => onChoose(target.value));
    more.addEventListener("click", () => this.open(!this.isOpen));
    box.addEventListener("click", ({ target }) => { if (target.closest("input")) this.open(false); });
    box.parentElement.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !this.isOpen) return;
      this.open(false);
      more.focus();
    });
  }

  get isOpen() { return this.more.getAttribute("aria-expanded") === "true"; }

  /** Shows all presets at once, or a strip of them. */
  open(isOpen) {
    this.more.setAttribute("aria-expanded", String(isOpen));
    this.box.parentElement.classList.toggle("open", isOpen);
    if (!isOpen) this.value = this.value;
  }

  tile(name, preset) {
    const tile = document.createElement("label"), radio = document.createElement("input"), text = document.createElement("span");
    tile.className = preset.living === undefined ? "tile" : "tile lives";
    if (preset.living !== undefined) tile.title = "Living layout: it changes while you watch";
    Object.assign(radio, { type: "radio", name: "preset", value: name });
    text.textContent = preset.name;
    tile.append(radio, drawn(previews[name] ?? [], preset.plain === true), text);
    this.radios.set(name, radio);
    return tile;
  }

  /** The name of the selected preset; undefined if the person has edited the document. */
  get value() { return [...this.radios.values()].find((one) => one.checked)?.value; }

  set value(name) {
    for (const [one, radio] of this.radios) radio.checked = one === name;
    const tile = this.radios.get(name)?.parentElement;
    if (tile === undefined) return;
    // Only the gallery scrolls, never the page.
    const { box } = this, room = box.clientWidth - tile.offsetWidth, left = tile.offsetLeft - box.offsetLeft;
    if (left < box.scrollLeft || left > box.scrollLeft + room) box.scrollTo({ left: left - room / 2 });
  }
}

/** Returns a preview as a picture, with photos in their mean colours. */
function drawn(elements, isPlain) {
  const picture = document.createElementNS(namespace, "svg");
  picture.setAttribute("viewBox", "0 0 100 100");
  picture.setAttribute("aria-hidden", "true");
  for (const [x, y, width, height, what] of elements) {
    const rect = document.createElementNS(namespace, "rect");
    for (const [name, value] of Object.entries({ x, y, width, height, rx: 2.5 })) rect.setAttribute(name, String(value));
    if (what >= 0 && !isPlain) rect.setAttribute("fill", photoOf(what).color);
    else rect.setAttribute("class", what === -1 ? "header" : what === -2 ? "decoration" : `h${what % hueCount}`);
    picture.append(rect);
  }
  return picture;
}
