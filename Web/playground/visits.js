// The page's entries in the browser's history: each selected preset adds one, and the Back button returns to the
// previous document with all its changes.

import { fragmentOf, stateOf } from "./link.js";

export class Visits {
  /** The state at each entry, stored here because a text may be too long for a link. */
  kept = new Map();
  count = 0;

  /** `onReturn({preset, changed, text})` shows a document again, `onLost()` says that a link cannot be read. */
  constructor({ onReturn, onLost }) {
    Object.assign(this, { onReturn, onLost });
    addEventListener("popstate", () => this.arrive());
    addEventListener("hashchange", () => { if (!this.kept.has(this.place)) void this.read(); });
  }

  /** The name of the current entry; undefined if the page was opened by a link. */
  get place() { return history.state?.place; }

  /** Updates the URL a little later, because browsers allow few such changes per second. */
  note(shown) {
    if (!this.kept.has(this.place)) this.begin("replaceState", location.hash);
    const { place } = this;
    this.kept.set(place, shown);
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const fragment = await fragmentOf(shown);
      if (this.kept.get(place) !== shown || this.place !== place) return;
      history.replaceState(history.state, "", `#${fragment ?? ""}`);
      this.link = fragment === undefined ? undefined : location.href;
    }, 100);
  }

  /** Adds another entry; the Back button returns to the current one. */
  leave(shown) {
    if (this.place === undefined) this.begin("replaceState", location.hash);
    this.kept.set(this.place, shown);
    clearTimeout(this.timer);
    this.begin("pushState", "");
  }

  begin(way, fragment) {
    // Entries from before a reload have other names.
    history[way]({ place: `${performance.timeOrigin}/${this.count += 1}` }, "", fragment === "" ? "#" : fragment);
  }

  arrive() {
    const shown = this.kept.get(this.place);
    if (shown !== undefined) this.onReturn(shown);
  }

  /** Shows the state in the URL. */
  async read() {
    let shown;
    try {
      shown = await stateOf(location.hash.slice(1));
    } catch {
      this.onReturn({ changed: {} });
      this.onLost();
      return;
    }
    this.onReturn(shown);
  }
}
