// One large figure: how long the service took to lay the document out, as its Server-Timing says.

const number = (value) => value.toLocaleString("en");

export class Headline {
  constructor(node) { this.node = node; }

  /** Keeps what an exchange says about a layout that was made or looked up. */
  note({ method, headers }) {
    if (method === "GET") return;
    this.times = Object.fromEntries([...(headers.get("Server-Timing") ?? "").matchAll(/(\w+);dur=([\d.]+)/g)].map(([, name, value]) => [name, Number(value)]));
  }

  /** Tells of a layout that has just come. */
  show({ summary: { itemCount } }, { isUpdate = false } = {}) {
    const { layout, parse, query } = this.times ?? {};
    const [big, small] = [document.createElement("strong"), document.createElement("small")];
    const items = `${number(itemCount)} ${itemCount === 1 ? "item" : "items"}`;
    if (layout === undefined) {
      big.textContent = `${items} held already`;
      small.textContent = query === undefined ? "laid out before" : `laid out before, looked up in ${milliseconds(query)}`;
    } else {
      big.textContent = `${items} laid out${isUpdate ? " anew" : ""} in ${milliseconds(layout)}`;
      small.textContent = parse === undefined ? "" : `and read in ${milliseconds(parse)}`;
    }
    this.node.replaceChildren(big, " ", small);
  }
}

/** Two figures that count: 0.04 ms, 1.2 ms, 51 ms. */
export function milliseconds(value) {
  const digits = value >= 10 ? 0 : value >= 1 ? 1 : value >= 0.01 || value === 0 ? 2 : 3;
  return `${value.toFixed(digits)} ms`;
}
