// Shows problems: with the document, at their places in the text, or with the connection to the service.

import { TatamiProblem } from "./tatami-client.js";
import { indexOfByte, placeOf } from "./json-places.js";

const at = (id) => document.getElementById(id);

export class Problems {
  isUnreachable = false;

  /** `say(text)` announces a text; `hasLayout()` returns whether an older layout is still shown. */
  constructor({ editor, say, hasLayout }) {
    Object.assign(this, { editor, say, hasLayout });
    at("show-problem").addEventListener("click", () => at("errors").querySelector("button")?.click());
  }

  showError(error, { isStale = false } = {}) {
    if (error instanceof TatamiProblem) this.show(error, isStale);
    else if (error?.name !== "AbortError") {
      this.show({ message: "The service does not answer.", errors: [], members: {} }, isStale);
      this.isUnreachable = true;
    }
  }

  /** Shows what the response about a layout warns of. */
  showWarnings({ warnings = [], textWarnings = [] }) {
    const places = this.placesOf({ errors: [...warnings, ...textWarnings], members: {} });
    this.show(undefined);
    at("problem").hidden = places.length === 0;
    at("problem").classList.toggle("warning", places.length > 0);
    at("problem-title").textContent = "Probably not meant";
    at("errors").replaceChildren(...places.map((place) => this.line(place)));
  }

  /** Shows a problem and marks its places; dims the layout if it is no longer the document's. */
  show(problem, isStale = false) {
    const isBad = problem !== undefined;
    this.isUnreachable = false;
    at("problem").hidden = !isBad;
    at("problem").classList.remove("warning");
    at("show-problem").hidden = !isBad || problem.errors.length === 0;
    at("stale").hidden = !isStale || !this.hasLayout();
    at("stage").classList.toggle("stale", !at("stale").hidden);
    at("headline").classList.toggle("old", !at("stale").hidden);
    at("status").classList.toggle("bad", isBad);
    at("document").setAttribute("aria-invalid", String(isBad));
    const places = isBad ? this.placesOf(problem) : [];
    this.editor.mark(places.map(({ place }) => place));
    at("errors").replaceChildren(...places.map((place) => this.line(place)));
    if (!isBad) return;
    at("problem-title").textContent = problem.members.title ?? problem.message;
    if (places.length === 0) { at("errors").textContent = problem.members.title ? problem.message : ""; this.say(problem.message); return; }
    const more = places.length > 1 ? ` and ${places.length - 1} more` : "";
    const [{ label, detail }] = places;
    this.say(`Error ${label === "document" ? "in the document" : `at ${label}`}: ${detail}${more}${more === "" && detail.endsWith("?") ? "" : "."}`);
  }

  line({ label, detail, place }) {
    const item = document.createElement("li"), button = document.createElement("button"), code = document.createElement("code");
    code.textContent = label;
    button.type = "button";
    button.append(code, ` ${detail}`);
    button.addEventListener("click", () => this.editor.reveal(place));
    item.append(button);
    return item;
  }

  /** Returns the errors' places in the text: at their pointers, or where the JSON is malformed. */
  placesOf({ errors, members }) {
    const { text } = this.editor;
    if (members.offset === undefined) {
      return errors.map(({ pointer = "", detail }) => ({ label: pointer === "" ? "document" : pointer, detail, place: placeOf(text, pointer) }));
    }
    const start = indexOfByte(text, members.offset);
    return [{ label: `line ${members.line}, column ${members.column}`, detail: errors[0]?.detail ?? members.title, place: { start, end: start + 1 } }];
  }
}
