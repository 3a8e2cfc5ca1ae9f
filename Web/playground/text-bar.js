// The controls of documents with texts: the size of all texts, and the service's lines drawn over the browser's own.

import { differences, linesOf } from "./browser-lines.js";
import { withValue } from "./json-places.js";

const leastScale = 60, mostScale = 180;

export class TextBar {
  /** Whether the service's lines are shown. */
  isOn = false;
  /** The text that the size was last changed to, and the styles from which it was changed. */
  written = "";
  base = {};

  /** `nodeOf(indexPath)` returns a cell's node, `rect()` the rectangle that is shown, `onText(text, isDragging)` lays out another text. */
  constructor({ bar, nodeOf, rect, onText, onError }) {
    Object.assign(this, { bar, nodeOf, rect, onText, onError });
    const label = document.createElement("label");
    this.slider = Object.assign(document.createElement("input"), { type: "range", id: "text-size", min: leastScale, max: mostScale, step: 5 });
    this.size = document.createElement("output");
    label.className = "field";
    label.append("Text size ", this.size, this.slider);
    this.lines = Object.assign(document.createElement("button"), { type: "button", id: "lines-switch", className: "switch", textContent: "The service’s lines" });
    this.lines.setAttribute("role", "switch");
    this.count = Object.assign(document.createElement("output"), { id: "line-count" });
    this.missing = Object.assign(document.createElement("p"), { id: "missing-fonts" });
    const controls = document.createElement("div");
    controls.append(label, this.lines);
    bar.append(controls, this.missing, this.count);
    this.slider.addEventListener("input", () => this.resize(true));
    this.slider.addEventListener("change", () => this.resize(false));
    this.lines.addEventListener("click", () => { this.isOn = !this.isOn; void this.refresh(); });
  }

  /** Shows the controls for a layout and its document, or hides them if that has no texts. */
  show(layout, made, text) {
    const { textStyles } = made;
    Object.assign(this, { layout, text });
    this.bar.hidden = textStyles === undefined;
    if (textStyles === undefined) { this.isOn = false; return; }
    if (text !== this.written) {
      this.base = textStyles;
      this.slider.value = "100";
    }
    this.size.textContent = `${this.slider.value} %`;
    const families = new Set(Object.values(textStyles).flatMap((one) => one.fontFamily)), missing = [...families].filter((one) => !hasFont(one));
    this.missing.textContent = missing.length === 0 ? ""
      : `This browser does not have ${missing.join(", ")}: it draws another font than the service measures. Install it here, or load it as a web font.`;
    void this.refresh();
  }

  /** Multiplies all font sizes and line heights in points. */
  resize(isDragging) {
    const scale = Number(this.slider.value) / 100, scaled = (points) => Math.round(2 * points * scale) / 2;
    let { text } = this;
    for (const [name, { fontSize = 16, lineHeight }] of Object.entries(this.base)) {
      const pointer = `/textStyles/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      text = withValue(text, `${pointer}/fontSize`, scaled(fontSize));
      if (typeof lineHeight === "number") text = withValue(text, `${pointer}/lineHeight`, scaled(lineHeight));
    }
    this.written = this.text = text;
    this.size.textContent = `${this.slider.value} %`;
    this.onText(text, isDragging);
  }

  /** Draws the service's lines over the cells that are shown, once for all nodes of an animation frame. */
  drew() {
    if (!this.isOn || this.frame !== undefined) return;
    this.frame = requestAnimationFrame(() => { this.frame = undefined; void this.refresh(); });
  }

  async refresh() {
    this.lines.setAttribute("aria-checked", String(this.isOn));
    for (const one of document.querySelectorAll(".service-lines")) one.remove();
    this.count.textContent = "";
    const { layout } = this, turn = this.turn = {};
    if (!this.isOn || layout === undefined) return;
    try {
      const path = `/v1/layouts/${layout.id}/attributes?rect=${this.rect().join(",")}&lines=true`;
      const { attributes } = await layout.client.call("GET", path);
      if (this.turn === turn) this.compare(attributes.filter(({ category, body }) => category === "cell" && body !== undefined));
    } catch (error) { this.onError(error); }
  }

  compare(cells) {
    let count = 0, different = 0;
    for (const { indexPath, body } of cells) {
      const node = this.nodeOf(indexPath), texts = node?.querySelectorAll(".tatami-body > p") ?? [];
      if (node === undefined) continue;
      body.filter(({ lines }) => lines !== undefined).forEach(({ y, lines }, index) => {
        const text = texts[index];
        if (text === undefined) return;
        const wrong = differences(linesOf(text), lines), over = text.cloneNode(false);
        count += lines.length;
        different += wrong.length;
        over.classList.add("service-lines");
        over.classList.toggle("differ", wrong.length > 0);
        over.ariaHidden = "true";
        over.textContent = lines.join("\n");
        over.style.cssText = `top:${y}px;left:${text.offsetLeft}px;width:${text.clientWidth}px`;
        node.append(over);
      });
    }
    this.count.replaceChildren(Object.assign(document.createElement("b"), { textContent: String(different) }), ` of ${count} lines differ from the browser’s`);
    this.count.classList.toggle("bad", different > 0);
  }
}

const canvas = document.createElement("canvas").getContext("2d");

/** Whether the browser has a family: if not, two fallbacks give a text two widths. */
function hasFont(family) {
  // `document.fonts.check` of Chromium is true for families that it does not have.
  const [one, other] = ["monospace", "serif"].map((fallback) => {
    canvas.font = `40px ${JSON.stringify(family)}, ${fallback}`;
    return canvas.measureText("Wide, narrow: illicit.").width;
  });
  return one === other;
}
