// Help in the editor: Enter indents, fields and values are suggested from the schema, and the field under the caret or
// the pointer is explained. Loaded when the person first uses the editor.

import { treeOf, wayTo } from "./json-tree.js";
import { SchemaGuide } from "./schema-guide.js";

const at = (id) => document.getElementById(id);
const rowHeight = 20, padding = 8;
/** Texts longer than this are not parsed at every key. */
const longestText = 300000, mostProposals = 60;

export class Completion {
  proposals = [];
  chosen = 0;

  constructor(editor, schema) {
    Object.assign(this, { editor, area: editor.area, guide: new SchemaGuide(schema), list: at("proposals"), box: at("completion"), tip: at("tip") });
    const { area, list, tip } = this;
    area.addEventListener("input", ({ inputType }) => (/^(insertText|insertCompositionText|deleteContentBackward)$/.test(inputType) ? this.propose() : this.close()));
    area.addEventListener("keydown", (event) => this.press(event));
    area.addEventListener("blur", () => this.close());
    editor.box.addEventListener("scroll", () => { this.close(); tip.hidden = true; }, { passive: true });
    document.addEventListener("selectionchange", () => this.explainCaret());
    // On pointerdown, so that the text keeps the focus.
    list.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.accept(this.proposals[[...list.children].indexOf(event.target.closest("li"))]);
    });
    area.addEventListener("pointermove", (event) => this.hover(event));
    area.addEventListener("pointerleave", () => { clearTimeout(this.hovering); tip.hidden = true; });
    this.explainCaret();
  }

  get isOpen() { return !this.box.hidden; }

  // MARK: Keys

  press(event) {
    const { key, ctrlKey, isComposing } = event;
    if (isComposing || this.area.readOnly) return;
    if (ctrlKey && key === " ") { event.preventDefault(); this.propose(true); return; }
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (this.isOpen && step !== undefined) this.choose((this.chosen + step + this.proposals.length) % this.proposals.length);
    else if (this.isOpen && key === "Escape") this.close();
    else if (this.isOpen && (key === "Enter" || key === "Tab")) this.accept(this.proposals[this.chosen]);
    else if (key === "Enter" && !ctrlKey && !event.metaKey && !event.altKey) this.indent();
    else { if (/^(Arrow|Page|Home|End)/.test(key)) this.close(); return; }
    event.preventDefault();
  }

  /** Inserts a new line with the same indentation, or one step more after an opening bracket; a closing one gets its own line. */
  indent() {
    const { selectionStart: start, selectionEnd: end, value } = this.area;
    const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start), [depth] = /^[ \t]*/.exec(line);
    const before = line.trimEnd().at(-1), after = /^[ \t]*([}\]])/.exec(value.slice(end))?.[1];
    if (before !== "{" && before !== "[") { this.insert(start, end, `\n${depth}`); return; }
    const isPair = after === { "{": "}", "[": "]" }[before];
    this.insert(start, end, `\n${depth}  ${isPair ? `\n${depth}` : ""}`, start + depth.length + 3);
  }

  /** Replaces a range by a text, so that it can be undone, and places the caret in it. */
  insert(start, end, text, caret = start + text.length) {
    const { area } = this;
    area.setSelectionRange(start, end);
    // Only this deprecated command leaves the edit undoable.
    if (!document.execCommand("insertText", false, text)) {
      area.setRangeText(text, start, end, "end");
      area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText" }));
    }
    area.setSelectionRange(caret, caret);
    this.editor.showCaret();
  }

  // MARK: Suggestions

  /** Suggests what may be written at the caret; outside of a JSON string only on request (Ctrl+Space). */
  propose(isAsked = false) {
    const { selectionStart: caret, value } = this.area;
    const word = value.length > longestText ? undefined : wordAt(value, caret);
    if (word === undefined || (!word.isQuoted && !isAsked)) { this.close(); return; }
    // Quote the word, so that the text after it is parsed as it is.
    const tree = treeOf(`${value.slice(0, word.start)}"${word.prefix}"${value.slice(word.end)}`);
    const way = tree === undefined ? [] : wayTo(tree, word.start + 1), last = way.at(-1);
    const all = last === undefined ? [] : last.isKey ? this.keys(way, word) : this.values(way, word);
    this.proposals = all.filter(({ label }) => label.toLowerCase().startsWith(word.prefix.toLowerCase())).slice(0, mostProposals);
    if (this.proposals.length === 0) this.close();
    else this.show(word);
  }

  keys(way, { start, end }) {
    const owner = way.slice(0, -1), { node } = owner.at(-1), { value } = this.area;
    const taken = new Set(node.members.filter((one) => one.start !== start).map((one) => one.name));
    const hasColon = /^\s*:/.test(value.slice(end)), comma = /^\s*"/.test(value.slice(end)) ? (value[end] === "\"" ? ", " : ",") : "";
    return this.guide.fields(this.guide.at(owner, { ignoring: start }), taken).map(({ name, schemas, isNeeded }) => {
      const told = this.guide.describe(schemas), begun = hasColon ? "" : this.beginning(schemas);
      const text = hasColon ? JSON.stringify(name) : `${JSON.stringify(name)}: ${begun}${comma}`;
      // The caret's place in the value, for typing on.
      const inside = { '""': 1, "{}": 1, "[]": 1 }[begun] ?? begun.length;
      return { label: name, text, ...told, isNeeded, caret: hasColon ? text.length : JSON.stringify(name).length + 2 + inside, goesOn: begun === '""' || begun === "{}" };
    });
  }

  /** Returns the beginning of a value that the person still has to write. */
  beginning(schemas) {
    const values = this.guide.values(schemas), types = new Set(schemas.map((one) => one.type));
    if (values.length > 1 && values.every(({ text }) => text.startsWith("\""))) return '""';
    if (values.length > 0) return values[0].text;
    if (types.has("object") && !types.has("integer")) return "{}";
    return types.has("array") && !types.has("integer") && !types.has("number") ? "[]" : types.has("string") ? '""' : "";
  }

  values(way) {
    // The value at the caret is being written, so it must not narrow the schemas.
    const open = [...way.slice(0, -1), { ...way.at(-1), node: undefined }], schemas = this.guide.at(open, { ignoring: this.startOf(way) });
    const { types } = this.guide.describe(schemas);
    return this.guide.values(schemas).map(({ text, about }) => ({ label: text.replaceAll("\"", ""), text, types, about, standard: "", caret: text.length, goesOn: false }));
  }

  /** Returns the start of the member whose value a way leads to: it must not narrow its owner's schemas. */
  startOf(way) {
    const owner = way.at(-2)?.node;
    return owner?.kind === "object" ? owner.members.find((one) => one.name === way.at(-1).step)?.start : undefined;
  }

  show(word) {
    this.word = word;
    this.list.replaceChildren(...this.proposals.map(({ label, types, isNeeded }, index) => {
      const item = document.createElement("li"), name = document.createElement("b"), type = document.createElement("span");
      item.id = `proposal-${index}`;
      item.setAttribute("role", "option");
      name.textContent = label;
      type.textContent = isNeeded ? `${types}, required` : types;
      item.append(name, type);
      return item;
    }));
    this.box.hidden = false;
    this.tip.hidden = true;
    const { x, y } = this.editor.pointOf(word.start), { offsetWidth, offsetHeight } = this.box;
    const isAbove = y + rowHeight + offsetHeight > innerHeight && y > offsetHeight;
    this.box.style.left = `${Math.max(4, Math.min(x, innerWidth - offsetWidth - 4))}px`;
    this.box.style.top = `${isAbove ? y - offsetHeight : y + rowHeight}px`;
    this.choose(0);
  }

  choose(index) {
    this.chosen = index;
    for (const [number, item] of [...this.list.children].entries()) item.setAttribute("aria-selected", String(number === index));
    this.area.setAttribute("aria-activedescendant", `proposal-${index}`);
    const { offsetTop, offsetHeight } = this.list.children[index], { list } = this;
    if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = offsetTop - list.clientHeight / 2;
    at("proposal-about").replaceChildren(...told(this.proposals[index].about));
  }

  accept(proposal) {
    if (proposal === undefined) return;
    const { start, end } = this.word;
    this.close();
    this.insert(start, end, proposal.text, start + proposal.caret);
    if (proposal.goesOn) this.propose(true);
  }

  close() {
    if (!this.isOpen) return;
    this.box.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }

  // MARK: Explanations

  /** Returns what the schema says about an index of the text; undefined if nothing. */
  explanation(index) {
    const { text } = this.editor;
    if (text.length > longestText) return undefined;
    const tree = treeOf(text), way = tree === undefined ? [] : wayTo(tree, index);
    const last = way.findLast(({ step }) => typeof step === "string");
    if (last === undefined) return undefined;
    const schemas = this.guide.at(way.slice(0, way.indexOf(last) + 1));
    if (schemas.length === 0) return undefined;
    return { name: last.step, ...this.guide.describe(schemas) };
  }

  explainCaret() {
    if (document.activeElement !== this.area || this.caret === this.area.selectionStart) return;
    this.caret = this.area.selectionStart;
    const found = this.explanation(this.caret);
    at("hint").replaceChildren(...(found === undefined ? ["Ctrl+Space for suggestions"] : explained(found)));
  }

  /** Explains the field under the pointer. */
  hover({ clientX, clientY, pointerType }) {
    clearTimeout(this.hovering);
    if (pointerType === "touch") return;
    this.hovering = setTimeout(() => {
      const index = this.isOpen ? undefined : this.editor.indexAt(clientX, clientY), found = index === undefined ? undefined : this.explanation(index);
      this.tip.hidden = found === undefined;
      if (found === undefined) return;
      this.tip.replaceChildren(...explained(found));
      const { offsetWidth, offsetHeight } = this.tip;
      this.tip.style.left = `${Math.max(4, Math.min(clientX, innerWidth - offsetWidth - 4))}px`;
      this.tip.style.top = `${clientY + rowHeight + offsetHeight > innerHeight ? clientY - offsetHeight - padding : clientY + rowHeight}px`;
    }, 250);
  }
}

/** Returns the word at the caret; undefined where punctuation in a string would be mistaken for JSON's. */
function wordAt(text, caret) {
  const line = text.slice(text.lastIndexOf("\n", caret - 1) + 1, caret);
  const isQuoted = (line.replaceAll(/\\./g, "").match(/"/g) ?? []).length % 2 === 1;
  const [written, prefix] = (isQuoted ? /"([\w.-]*)$/ : /([\w.-]*)$/).exec(line) ?? [];
  if (written === undefined) return undefined;
  // A quotation mark right before a word opens that word's string; it does not close this one.
  const [rest] = (isQuoted ? /^[\w.-]*("(?!\w))?/ : /^[\w.-]*/).exec(text.slice(caret, caret + 200));
  return { start: caret - written.length, end: caret + rest.length, prefix, isQuoted };
}

function explained({ name, types, standard, about }) {
  const title = document.createElement("b");
  title.textContent = name;
  return [title, types === "" ? "" : ` ${types}`, standard === "" ? "" : `, default ${standard}`, about === "" ? "" : ": ", ...told(about)];
}

/** Returns the nodes of a text, with the parts between grave accents as code. */
function told(text) {
  return text.split("`").map((part, index) => {
    if (index % 2 === 0) return part;
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}
