// One large figure: how long the service took to lay the document out, as its Server-Timing reports. If the layout was
// cached, the document is laid out once more with other white space at its end: that request is listed with the others.

/** Documents longer than this are not sent again only to measure them. */
const longestMeasured = 100000;

export class Headline {
  /** The measured times of layouts, by id. */
  measured = new Map();

  /** `onExchange` receives the requests that only measure. */
  constructor(node, onExchange) { Object.assign(this, { node, onExchange }); }

  /** Stores the times of an exchange that made or looked up a layout. */
  note({ method, headers }) {
    if (method !== "GET") this.times = timesOf(headers);
  }

  /** Shows the times of a layout that has just come; if it was cached, measures an equal document. */
  async show({ summary }, text = "") {
    const { times } = this, asked = this.asked = {}, before = this.measured.get(summary.id);
    this.tell(before === undefined ? times : { ...before, lookup: times?.query });
    if (times?.layout !== undefined || before !== undefined || text === "" || text.length > longestMeasured) return;
    // Random white space at the end makes it another document.
    const ending = Array.from({ length: 16 }, () => " \n\t\r"[Math.floor(Math.random() * 4)]).join("");
    const started = performance.now(), method = "POST", url = new URL("/v1/layouts", location.href).href;
    try {
      const answer = await fetch(url, { method, headers: { "Content-Type": "application/json" }, body: text + ending });
      const { status, headers } = answer, said = await answer.text();
      this.onExchange({ method, url, status, headers, text: said, milliseconds: performance.now() - started });
      if (!answer.ok) return;
      this.measured.set(summary.id, timesOf(headers));
      if (this.asked === asked) this.tell({ ...timesOf(headers), lookup: times?.query });
    } catch { /* the times shown before stay */ }
  }

  tell({ layout, parse, query, lookup } = {}) {
    const [big, small] = [document.createElement("strong"), document.createElement("small")];
    if (layout === undefined) {
      big.textContent = "Cached";
      small.textContent = query === undefined ? "" : `from the cache in ${milliseconds(query)}`;
    } else {
      big.textContent = `Laid out in ${milliseconds(layout)}`;
      small.textContent = lookup !== undefined ? `from the cache in ${milliseconds(lookup)}` : parse === undefined ? "" : `its JSON read in ${milliseconds(parse)}`;
    }
    this.node.replaceChildren(big, " ", small);
  }
}

/** Returns the milliseconds of each part of a Server-Timing. */
function timesOf(headers) {
  const parts = (headers.get("Server-Timing") ?? "").matchAll(/(\w+);dur=([\d.]+)/g);
  return Object.fromEntries([...parts].map(([, name, value]) => [name, Number(value)]));
}

/** Formats about two significant digits: 0.04 ms, 1.2 ms, 51 ms. */
function milliseconds(value) {
  const digits = value >= 10 ? 0 : value >= 1 ? 1 : value >= 0.01 || value === 0 ? 2 : 3;
  return `${value.toFixed(digits)} ms`;
}
