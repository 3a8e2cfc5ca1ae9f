// The document's editor: a textarea as large as its text inside one scrolling box, so that line numbers, marks and
// colours scroll with it. Only the visible lines are numbered and coloured.

const rowHeight = 20, padding = 8;
/** Texts from this length on are put into the textarea only after a drag has ended. */
const longText = 20000;
/** Texts from this length on show only their first lines at first: a textarea takes most of a second for them. */
const hugeText = 300000, firstLines = 300;
const tokens = /("(?:\\.|[^"\\])*"?)(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

export class DocumentEditor {
  /** The document's text, also while the textarea lags behind. */
  text = "";

  constructor({ box, sheet, area, numbers, marks, paint, cut }, onInput) {
    Object.assign(this, { box, sheet, area, numbers, marks, paint, cut });
    this.showsAll = false;
    this.lines = [""];
    this.painted = [0, -1];
    area.addEventListener("input", () => { this.text = area.value; this.measure(this.text); onInput(); });
    cut.querySelector("button").addEventListener("click", () => { this.showAll(); area.focus(); });
    area.addEventListener("focus", () => this.flush());
    box.addEventListener("scroll", () => requestAnimationFrame(() => this.repaint()), { passive: true });
    new ResizeObserver(() => this.repaint()).observe(box);
  }

  /** Replaces the text; with `soon`, a long text is shown a little later, because more changes are expected. */
  write(text, { soon = false } = {}) {
    this.text = text;
    clearTimeout(this.timer);
    if (soon && text.length >= longText) this.timer = setTimeout(() => this.flush(), 400);
    else this.flush();
  }

  /** Puts the current text into the textarea. */
  flush() {
    clearTimeout(this.timer);
    const end = this.showsAll || this.text.length < hugeText ? -1 : this.lineStart(firstLines) - 1;
    const shown = end < 0 ? this.text : this.text.slice(0, end);
    this.area.readOnly = end >= 0;
    this.cut.hidden = end < 0;
    if (end >= 0) this.cut.firstElementChild.textContent = `The first ${firstLines} lines, ${Math.round(100 * end / this.text.length) || "less than 1"} % of the text`;
    if (this.area.value === shown) return;
    this.area.value = shown;
    this.measure(shown);
  }

  showAll() {
    if (this.showsAll) return;
    this.showsAll = true;
    this.flush();
  }

  /** Splits the shown text into lines, and sizes the textarea for them. */
  measure(shown) {
    this.lines = shown.split("\n");
    const longest = this.lines.reduce((most, line) => Math.max(most, line.length), 0);
    this.sheet.style.setProperty("--digits", String(this.lines.length).length);
    this.area.style.width = `calc(${longest}ch + ${2.5 * padding}px)`;
    this.area.style.height = `${this.lines.length * rowHeight + 2 * padding}px`;
    // Tabs and letters of other scripts are not one digit wide.
    if (/[^\x20-\x7e\n]/.test(shown) && this.area.scrollWidth > this.area.clientWidth) {
      this.area.style.width = `${this.area.scrollWidth + padding}px`;
    }
    this.painted = [0, -1];
    this.repaint();
  }

  /** Numbers and colours the visible lines and some around them. */
  repaint() {
    const rows = Math.ceil(this.box.clientHeight / rowHeight), first = Math.floor(this.box.scrollTop / rowHeight);
    const last = Math.min(this.lines.length, first + rows + 1);
    if (first >= this.painted[0] && last <= this.painted[1]) return;
    const from = Math.max(0, first - rows), to = Math.min(this.lines.length, last + rows);
    this.painted = [from, to];
    this.numbers.textContent = Array.from({ length: to - from }, (_, index) => from + index + 1).join("\n");
    this.paint.replaceChildren(...this.lines.slice(from, to).flatMap((line) => [...colored(line), "\n"]));
    this.numbers.style.top = this.paint.style.top = `${padding + from * rowHeight}px`;
  }

  /** Marks the lines on which places begin. */
  mark(places) {
    this.marks.replaceChildren(...places.map(({ start }) => {
      const mark = document.createElement("div");
      mark.style.top = `${padding + rowHeight * this.lineOf(start)}px`;
      return mark;
    }));
  }

  /** Marks the line on which a place begins and scrolls to it; without a place, removes the mark. */
  point(place) {
    this.pointer ??= document.createElement("div");
    this.pointer.remove();
    if (place === undefined) return;
    if (place.start > this.area.value.length) this.showAll();
    const top = padding + rowHeight * this.lineOf(place.start);
    this.pointer.className = "pointer";
    this.pointer.style.top = `${top}px`;
    this.marks.parentElement.prepend(this.pointer);
    const { scrollTop, clientHeight } = this.box;
    if (top < scrollTop + rowHeight || top > scrollTop + clientHeight - 2 * rowHeight) this.box.scrollTo(0, Math.max(0, top - clientHeight / 2));
  }

  /** The width of a digit. */
  get figure() {
    const probe = document.createElement("span");
    probe.textContent = "0".repeat(100);
    probe.style.cssText = "position:absolute;visibility:hidden";
    this.sheet.append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return width / 100;
  }

  /** Returns the position on screen of the character at an index of the text. */
  pointOf(index) {
    const { left, top } = this.area.getBoundingClientRect(), column = index - (this.text.lastIndexOf("\n", index - 1) + 1);
    return { x: left + padding + column * this.figure, y: top + padding + rowHeight * this.lineOf(index) };
  }

  /** Returns the index of the character at a point of the screen; undefined if there is none. */
  indexAt(x, y) {
    const { left, top } = this.area.getBoundingClientRect();
    const line = Math.floor((y - top - padding) / rowHeight), column = Math.floor((x - left - padding) / this.figure);
    return column < 0 || column >= (this.lines[line]?.length ?? 0) ? undefined : this.lineStart(line) + column;
  }

  /** Scrolls the caret's line into view. */
  showCaret() {
    const top = padding + rowHeight * this.lineOf(this.area.selectionStart), { scrollTop, clientHeight } = this.box;
    if (top < scrollTop) this.box.scrollTop = top - padding;
    else if (top + 2 * rowHeight > scrollTop + clientHeight) this.box.scrollTop = top + 2 * rowHeight - clientHeight;
  }

  /** Selects a place and scrolls it into view. */
  reveal({ start, end }) {
    this.showAll();
    this.flush();
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    const line = this.lineOf(start), column = start - (this.text.lastIndexOf("\n", start - 1) + 1);
    const width = this.area.clientWidth / Math.max(1, this.lines.reduce((most, one) => Math.max(most, one.length), 0) + 3);
    this.box.scrollTo(Math.max(0, (column + 12) * width - this.box.clientWidth), Math.max(0, rowHeight * line - this.box.clientHeight / 2));
    this.box.scrollIntoView({ block: "nearest" });
  }

  /** Shows another document from its start. */
  open(text) {
    this.showsAll = false;
    this.write(text);
    this.box.scrollTo(0, 0);
  }

  /** Returns the index at which a line begins, counted from 0; 0 if the text has fewer lines. */
  lineStart(line) {
    let at = 0;
    for (; line > 0; line -= 1) {
      at = this.text.indexOf("\n", at) + 1;
      if (at === 0) return 0;
    }
    return at;
  }

  lineOf(index) {
    let line = 0;
    for (let at = this.text.indexOf("\n"); at >= 0 && at < index; at = this.text.indexOf("\n", at + 1)) line += 1;
    return line;
  }
}

/** Returns a line's pieces: keys, strings, numbers and words in their colours, the rest as text. */
function colored(line) {
  if (line.length > 5000) return [line];
  const pieces = [];
  let end = 0;
  for (const found of line.matchAll(tokens)) {
    const [whole, text, colon, number] = found;
    const token = document.createElement("span");
    token.className = text === undefined ? (number === undefined ? "word" : "number") : (colon === undefined ? "string" : "key");
    token.textContent = text ?? whole;
    pieces.push(line.slice(end, found.index), token);
    end = found.index + token.textContent.length;
  }
  pieces.push(line.slice(end));
  return pieces;
}
