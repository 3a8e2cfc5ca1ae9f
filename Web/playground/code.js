// Shows and copies the current document as code, such as curl, React or Swift.

import { snippet } from "./snippets.js";

const at = (id) => document.getElementById(id);
const longestShown = 6000;

export class Code {
  kind = "curl";

  /** `source()` returns the values from which the code is generated. */
  constructor(source) {
    this.source = source;
    this.kinds = [...document.querySelectorAll("[data-code]")];
    this.tabs = [...document.querySelectorAll("#wire-tabs [role=tab]")];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.open(tab));
    at("wire-tabs").addEventListener("keydown", ({ key }) => {
      if (key === "ArrowLeft" || key === "ArrowRight") this.open(this.tabs.find((one) => one.ariaSelected !== "true"), true);
    });
    for (const button of this.kinds) button.addEventListener("click", () => { this.kind = button.dataset.code; void this.show(); });
    at("copy").addEventListener("click", () => void this.copy());
  }

  get isOpen() { return !at("code-panel").hidden; }

  open(tab, isFocused = false) {
    for (const one of this.tabs) {
      const isChosen = one === tab;
      one.setAttribute("aria-selected", String(isChosen));
      one.tabIndex = isChosen ? 0 : -1;
      at(one.getAttribute("aria-controls")).hidden = !isChosen;
    }
    if (isFocused) tab.focus();
    void this.show();
  }

  /** Shows the current document's code if the panel is open. */
  async show() {
    for (const button of this.kinds) button.setAttribute("aria-pressed", String(button.dataset.code === this.kind));
    if (!this.isOpen) return;
    const { kind } = this, { text, note } = await this.made();
    if (kind !== this.kind) return;
    at("snippet").textContent = text === undefined ? note : text.length > longestShown ? `${text.slice(0, longestShown)}\n…` : text;
    at("copy").disabled = text === undefined;
    const isPicture = kind === "picture" && text !== undefined;
    at("open-picture").hidden = !isPicture;
    if (isPicture) at("open-picture").href = text;
  }

  async made() {
    try { return await snippet(this.kind, this.source()); } catch (error) { return { note: error.message }; }
  }

  async copy() {
    const { text } = await this.made();
    if (text === undefined) return;
    try {
      await navigator.clipboard.writeText(text);
      this.say("Copied");
    } catch {
      at("snippet").textContent = text;
      getSelection().selectAllChildren(at("snippet"));
      this.say("Selected: copy it with the keyboard");
    }
  }

  /** Copies the current document as a command or a link, from anywhere on the page, and shows what is copied. */
  async take(kind = "curl") {
    this.kind = kind;
    this.open(at("code-tab"));
    await this.copy();
    const said = at("copied").textContent, next = kind === "curl" ? "paste it into a terminal" : "whoever opens the link sees this document";
    this.say(said === "Copied" ? `Copied: ${next}` : said, at(kind === "curl" ? "taken" : "shared"));
  }

  say(text, node = at("copied")) {
    node.textContent = text;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => { for (const id of ["copied", "taken", "shared"]) at(id).textContent = ""; }, 4000);
  }
}
