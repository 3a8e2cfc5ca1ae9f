// The exchanges with the service: a list, the latest first, and the details of one of them.

import { format } from "./json-format.js";

const at = (id) => document.getElementById(id);
const number = (value, digits = 0) => value.toLocaleString("en", { maximumFractionDigits: digits });
/** The most exchanges in the list, and the most UTF-16 units stored of each answer. */
const longestList = 60, longestAnswer = 20000;

export class Wire {
  exchanges = [];
  count = 0;
  /** The exchange that the person has selected; undefined while the latest is shown. */
  chosen;

  constructor(list) {
    this.list = list;
    list.addEventListener("click", ({ target }) => this.choose(this.exchanges.find(({ row }) => row === target.closest("[role=option]"))));
    list.addEventListener("keydown", (event) => this.press(event));
  }

  /** Lists an exchange that has just ended. The details of a quiet one are not shown until the person selects it. */
  add({ method, url, status, headers, text, milliseconds }, { isQuiet = false } = {}) {
    const exchange = {
      method, url, status, milliseconds, text: text.slice(0, longestAnswer), isWhole: text.length <= longestAnswer,
      cache: headers.get("Cache-Status") ?? "–", timing: headers.get("Server-Timing") ?? "–", ...sizeOf(text, headers),
    };
    this.count += 1;
    exchange.row = rowOf(exchange, this.count);
    this.exchanges.unshift(exchange);
    this.list.prepend(exchange.row);
    for (const gone of this.exchanges.splice(longestList)) {
      gone.row.remove();
      if (gone === this.chosen) this.chosen = undefined;
    }
    this.exchanges.forEach(({ row }, place) => row.style.setProperty("--place", place));
    if (this.chosen === undefined && !isQuiet) this.mark(exchange);
  }

  /** Shows the details of an exchange. Selecting the latest also follows later ones. */
  choose(exchange) {
    if (exchange === undefined) return;
    this.chosen = exchange === this.exchanges[0] ? undefined : exchange;
    this.mark(exchange);
    const { offsetHeight } = exchange.row, { list } = this, top = this.exchanges.indexOf(exchange) * offsetHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + offsetHeight - list.clientHeight;
  }

  press(event) {
    const now = this.exchanges.findIndex(({ row }) => row.getAttribute("aria-selected") === "true"), last = this.exchanges.length - 1;
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.choose(this.exchanges[Math.min(last, Math.max(0, next))]);
  }

  mark(exchange) {
    this.list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    exchange.row.setAttribute("aria-selected", "true");
    this.list.setAttribute("aria-activedescendant", exchange.row.id);
    show(exchange);
  }
}

function rowOf({ method, url, status, bytes, milliseconds }, count) {
  const row = document.createElement("li"), { pathname } = new URL(url);
  row.id = `exchange-${count}`;
  row.setAttribute("role", "option");
  row.setAttribute("aria-selected", "false");
  row.title = `${method} ${url}`;
  row.className = status >= 400 ? "bad" : "";
  // The resource says more than the layout's id.
  const short = pathname.replace(/^\/v1\/(layouts\/[0-9a-f]{64}(?=\/))?/, (_, layout) => (layout === undefined ? "" : "…")).replace(/([0-9a-f]{4})[0-9a-f]{60}/, "$1…");
  row.append(...[method, short, String(status), number(bytes), milliseconds < 10 ? milliseconds.toFixed(1) : number(milliseconds)].map((text) => {
    const cell = document.createElement("span");
    cell.textContent = text;
    return cell;
  }));
  return row;
}

function show({ method, url, status, cache, timing, milliseconds, size, text, isWhole }) {
  const { pathname, searchParams } = new URL(url);
  const path = document.createElement("code");
  // Lines may break only after slashes; an id is shortened to its first digits.
  for (const step of pathname.slice(1).split("/")) {
    path.append("/", document.createElement("wbr"), step.replace(/^([0-9a-f]{8})[0-9a-f]{56}$/, "$1…"));
  }
  const verb = document.createElement("b");
  verb.textContent = method;
  at("request").replaceChildren(verb, " ", path);
  const parameters = [...searchParams];
  at("parameters").replaceChildren(...parameters.flatMap(([name, value]) => {
    const [term, detail] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = name;
    detail.textContent = value.replaceAll(",", ", ");
    return [term, detail];
  }));
  at("parameters").hidden = parameters.length === 0;
  at("code").textContent = String(status);
  at("cache").textContent = cache;
  for (const part of ["layout", "query"]) at(`${part}-time`).textContent = timeOf(part, timing);
  at("timing").textContent = timing;
  at("trip").textContent = `${milliseconds.toFixed(1)} ms`;
  at("size").textContent = size;
  let shown = text;
  if (isWhole) try { shown = format(JSON.parse(text), 40); } catch { /* shown as it came */ }
  at("answer").textContent = shown.length > 6000 || !isWhole ? `${shown.slice(0, 6000)}\n…` : shown;
}

/** Returns how long the service worked on a part of an exchange, by its Server-Timing. A cached layout is not laid out again. */
function timeOf(part, timing) {
  const time = new RegExp(`(?:^|[ ,])${part};dur=([\\d.]+)`).exec(timing)?.[1];
  return time !== undefined ? `${time} ms` : part === "layout" ? "cached" : "–";
}

/** Returns an answer's bytes on the wire, as a number and as text. */
function sizeOf(text, headers) {
  const unpacked = new TextEncoder().encode(text).length;
  const [coding, sent] = [headers.get("Content-Encoding"), Number(headers.get("Content-Length"))];
  return coding !== null && sent > 0
    ? { bytes: sent, size: `${number(sent)} of ${number(unpacked)} bytes (${coding})` }
    : { bytes: unpacked, size: `${number(unpacked)} bytes` };
}
