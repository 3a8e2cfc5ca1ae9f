// The cost of the last update, beside that of a whole new document: both as the service reports them.

const at = (id) => document.getElementById(id);
const number = (value) => Math.round(value).toLocaleString("en");
const encoder = new TextEncoder();

export class Costs {
  versions = 0;

  constructor(base, onError) {
    Object.assign(this, { base, onError });
    at("measure-whole").addEventListener("click", () => void this.measure());
  }

  /** Clears the costs when another preset begins. */
  begin() {
    clearTimeout(this.timer);
    // `family` identifies the preset, for a measurement that comes too late.
    Object.assign(this, { versions: 0, layout: undefined, isMeasured: false, family: {} });
    at("update").hidden = true;
    for (const id of ["whole-sent", "whole-server"]) at(id).textContent = "–";
    at("whole-note").textContent = "";
  }

  /** Stores the cost of an exchange that made an update or a reload. */
  note({ method, url, headers }) {
    const { pathname, searchParams } = new URL(url);
    if (method === "POST" && (pathname.endsWith("/updates") || searchParams.has("from"))) {
      const isHeld = (headers.get("Cache-Status") ?? "").includes("hit");
      this.last = { time: microseconds(headers.get("Server-Timing")), query: new URL(url).search, isHeld };
    }
  }

  show(layout, update) {
    this.versions += 1;
    this.layout = layout;
    const text = JSON.stringify(update);
    at("update").hidden = false;
    at("version-document").href = `${this.base}/v1/layouts/${layout.summary.id}/document`;
    // A version that the service has cached is only looked up.
    at("update-number").textContent = `makes version ${number(this.versions)}${this.last?.isHeld ? ", cached" : ""}`;
    at("update-text").textContent = spaced(text);
    at("update-sent").textContent = `${number(encoder.encode(text).length)} bytes`;
    at("update-server").textContent = `${number(this.last?.time ?? 0)} µs`;
    if (this.isMeasured) return;
    // Wait for a pause, so that the measurement delays no other request.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.measure(), 1500);
  }

  /** Sends the current version's document as if it were new, and shows the cost. */
  async measure() {
    clearTimeout(this.timer);
    const { layout, versions, family } = this;
    if (layout === undefined) return;
    at("measure-whole").disabled = true;
    try {
      const document = await fetch(`${this.base}/v1/layouts/${layout.summary.id}/document`);
      const bytes = await document.arrayBuffer();
      // Random white space at the end makes it another document: a cached one would cost nothing.
      const ending = Array.from({ length: 16 }, () => " \n\t\r"[Math.floor(Math.random() * 4)]).join("");
      const query = new URLSearchParams(this.last.query);
      for (const name of ["anchor", "from"]) query.delete(name);
      const response = await fetch(`${this.base}/v1/layouts?${query}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: new Blob([bytes, ending]),
      });
      await response.arrayBuffer();
      if (family !== this.family) return;
      if (!document.ok || !response.ok) { at("whole-note").textContent = "The service no longer caches this version."; return; }
      this.isMeasured = true;
      at("whole-sent").textContent = `${number(bytes.byteLength)} bytes`;
      at("whole-server").textContent = `${number(microseconds(response.headers.get("Server-Timing")))} µs`;
      at("whole-note").textContent = `At version ${number(versions)}`;
    } catch (error) {
      this.onError(error);
    } finally {
      at("measure-whole").disabled = false;
    }
  }
}

/** Returns the microseconds of parsing, layout and query in a Server-Timing field, without waiting. */
function microseconds(field) {
  const parts = [...(field ?? "").matchAll(/\b(parse|layout|query);dur=([\d.]+)/g)];
  return parts.reduce((sum, [, , milliseconds]) => sum + 1000 * Number(milliseconds), 0);
}

/** Returns JSON with spaces, cut if it is long. */
function spaced(text) {
  const shown = text.replaceAll(/([,:])(?=["[{\d-])/g, "$1 ");
  return shown.length > 400 ? `${shown.slice(0, 400)} …` : shown;
}
