// One large figure: how long the service took to lay the document out, as its Server-Timing says. What it held already
// it lays out once more, of a text that differs in white space alone: that request is listed with the others.

const number = (value) => value.toLocaleString("en");
/** Longer documents are not sent only to be measured. */
const longestMeasured = 100000;

export class Headline {
  /** What each text took that was measured. */
  measured = new Map();

  /** `onExchange` is told of the requests that only measure. */
  constructor(node, onExchange) { Object.assign(this, { node, onExchange }); }

  /** Keeps what an exchange says about a layout that was made or looked up. */
  note({ method, headers }) {
    if (method !== "GET") this.times = timesOf(headers);
  }

  /** Tells of a layout that has just come; where the service held it already, of one more like it. */
  async show({ summary }, text = "") {
    const { times } = this, asked = this.asked = {}, before = this.measured.get(summary.id);
    this.tell(summary, before === undefined ? times : { ...before, lookup: times?.query });
    if (times?.layout !== undefined || before !== undefined || text === "" || text.length > longestMeasured) return;
    // White space at its end that was never sent before makes it another document.
    const ending = Array.from({ length: 16 }, () => " \n\t\r"[Math.floor(Math.random() * 4)]).join("");
    const started = performance.now(), method = "POST", url = new URL("/v1/layouts", location.href).href;
    try {
      const answer = await fetch(url, { method, headers: { "Content-Type": "application/json" }, body: text + ending });
      const { status, headers } = answer, said = await answer.text();
      this.onExchange({ method, url, status, headers, text: said, milliseconds: performance.now() - started });
      if (!answer.ok) return;
      this.measured.set(summary.id, timesOf(headers));
      if (this.asked === asked) this.tell(summary, { ...timesOf(headers), lookup: times?.query });
    } catch { /* what was told already stays */ }
  }

  tell({ itemCount }, { layout, parse, query, lookup } = {}) {
    const [big, small] = [document.createElement("strong"), document.createElement("small")];
    const items = `${number(itemCount)} ${itemCount === 1 ? "item" : "items"}`;
    if (layout === undefined) {
      big.textContent = `${items} held already`;
      small.textContent = query === undefined ? "" : `looked up in ${milliseconds(query)}`;
    } else {
      big.textContent = `${items} laid out in ${milliseconds(layout)}`;
      small.textContent = lookup !== undefined ? `looked up: ${milliseconds(lookup)}` : parse === undefined ? "" : `read in ${milliseconds(parse)}`;
    }
    this.node.replaceChildren(big, " ", small);
  }
}

/** The milliseconds of each of a Server-Timing's parts. */
function timesOf(headers) {
  const parts = (headers.get("Server-Timing") ?? "").matchAll(/(\w+);dur=([\d.]+)/g);
  return Object.fromEntries([...parts].map(([, name, value]) => [name, Number(value)]));
}

/** Two figures that count: 0.04 ms, 1.2 ms, 51 ms. */
function milliseconds(value) {
  const digits = value >= 10 ? 0 : value >= 1 ? 1 : value >= 0.01 || value === 0 ? 2 : 3;
  return `${value.toFixed(digits)} ms`;
}
