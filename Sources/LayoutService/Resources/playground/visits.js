// The page's places in the browser's history: each preset that is chosen is one, and Back leads to the document
// that was left, with all that was changed of it.

import { fragmentOf, stateOf } from "./link.js";

export class Visits {
  /** What was shown at each place: kept here, as a text may be too long for a link. */
  kept = new Map();
  count = 0;

  /** `onReturn({preset, changed, text})` shows a document again, `onLost()` says that a link cannot be read. */
  constructor({ onReturn, onLost }) {
    Object.assign(this, { onReturn, onLost });
    addEventListener("popstate", () => this.arrive());
    addEventListener("hashchange", () => { if (!this.kept.has(this.place)) void this.read(); });
  }

  /** The name of the present place; undefined where the page was opened by a link. */
  get place() { return history.state?.place; }

  /** Brings the address up to date, a little later: browsers allow few such changes a second. */
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

  /** Goes on to another place; the present one can be come back to. */
  leave(shown) {
    if (this.place === undefined) this.begin("replaceState", location.hash);
    this.kept.set(this.place, shown);
    clearTimeout(this.timer);
    this.begin("pushState", "");
  }

  begin(way, fragment) {
    // Places of before a reload have other names.
    history[way]({ place: `${performance.timeOrigin}/${this.count += 1}` }, "", fragment === "" ? "#" : fragment);
  }

  arrive() {
    const shown = this.kept.get(this.place);
    if (shown !== undefined) this.onReturn(shown);
  }

  /** Shows what the address says. */
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
