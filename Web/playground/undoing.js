// The document's earlier texts: Undo and Redo go through what was typed, formatted, and changed by the controls. The keys do so, too,
// once a script has written the text: the textarea's own history ends there.

/** The most texts, and the most UTF-16 units of all of them. */
const mostTexts = 200, mostUnits = 8e6;

export class Undoing {
  texts = [];
  now = -1;

  /** `onText(text)` shows an earlier or a later text. */
  constructor({ editor, undo, redo }, onText) {
    Object.assign(this, { editor, undo, redo, onText });
    undo.addEventListener("click", () => this.go(-1));
    redo.addEventListener("click", () => this.go(1));
    editor.area.addEventListener("input", () => { this.isTyped = true; });
    editor.area.addEventListener("keydown", (event) => {
      const key = event.key.toLowerCase(), isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isCommand || (key !== "z" && key !== "y") || this.isTyped) return;
      event.preventDefault();
      this.go(key === "y" || event.shiftKey ? 1 : -1);
    });
    this.show();
  }

  /** Begins with another document. */
  begin(text) {
    this.texts = [text];
    this.now = 0;
    this.isTyped = false;
    this.show();
  }

  /** Stores a text that has been laid out; texts that were undone before it are gone. */
  note(text) {
    if (text === this.texts[this.now]) return;
    this.texts.splice(this.now + 1, Infinity, text);
    let units = this.texts.reduce((sum, one) => sum + one.length, 0);
    while (this.texts.length > 1 && (this.texts.length > mostTexts || units > mostUnits)) units -= this.texts.shift().length;
    this.now = this.texts.length - 1;
    // The controls have changed it.
    if (document.activeElement !== this.editor.area) this.isTyped = false;
    this.show();
  }

  go(by) {
    // What was typed last may not have been laid out yet.
    this.note(this.editor.text);
    const text = this.texts[this.now + by];
    if (text === undefined) return;
    this.now += by;
    this.isTyped = false;
    this.show();
    this.onText(text);
  }

  show() {
    this.undo.disabled = this.now <= 0;
    this.redo.disabled = this.now >= this.texts.length - 1;
  }
}
