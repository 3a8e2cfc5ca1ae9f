// What went over the wire: the last request and its answer, and the present one as code to paste elsewhere.

import { format } from "./presets.js";
import { snippet } from "./snippets.js";

const at = (id) => document.getElementById(id);
const number = (value, digits = 0) => value.toLocaleString("en", { maximumFractionDigits: digits });

export function showExchange({ method, url, status, headers, text, milliseconds }) {
  const { pathname, searchParams } = new URL(url);
  const path = document.createElement("code");
  // Lines may break behind slashes only; an id is told by its beginning.
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
  at("cache").textContent = headers.get("Cache-Status") ?? "–";
  at("timing").textContent = headers.get("Server-Timing") ?? "–";
  at("trip").textContent = `${milliseconds.toFixed(1)} ms`;
  at("size").textContent = sizeOf(text, headers);
  let shown = text;
  if (text.length < 20000) try { shown = format(JSON.parse(text), 40); } catch { /* shown as it came */ }
  at("answer").textContent = shown.length > 6000 ? `${shown.slice(0, 6000)}\n…` : shown;
}

function sizeOf(text, headers) {
  const unpacked = new TextEncoder().encode(text).length;
  const [coding, sent] = [headers.get("Content-Encoding"), Number(headers.get("Content-Length"))];
  return coding !== null && sent > 0 ? `${number(sent)} of ${number(unpacked)} bytes (${coding})` : `${number(unpacked)} bytes`;
}

/** Copies the request in one of the snippets' languages, or the page's address; shows it where that is refused. */
export async function copy(kind, { text, rect, link }) {
  if (kind === "link" && link === undefined) { say("The document is too large for a link."); return; }
  const code = snippet(kind, { base: location.origin, text, rect, link });
  try {
    await navigator.clipboard.writeText(code);
    say("Copied");
  } catch {
    at("answer").textContent = code;
    say("Shown below");
  }
}

let silence;
function say(text) {
  at("copied").textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => { at("copied").textContent = ""; }, 4000);
}
