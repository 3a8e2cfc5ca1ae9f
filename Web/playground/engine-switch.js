// Switches between the service over HTTP and the engine in this page. With the engine on, both answer the same request,
// and their times are shown side by side.

const milliseconds = (value) => `${value.toFixed(value >= 10 ? 0 : value >= 1 ? 1 : 2)} ms`;
/** The best of this many tries is shown: the first pays for connecting and compiling. */
const tries = 3;

export class EngineSwitch {
  engine;

  /** `request` returns the document's text and the rectangle to query; `onSwitch` lays the document out again. */
  constructor({ button, times, client, request, onSwitch, onError }) {
    Object.assign(this, { button, times, client, request, onSwitch, onError });
    button.addEventListener("click", () => { void this.turn(!this.isOn); });
  }

  get isOn() { return this.client.options.engine !== undefined; }

  async turn(isOn) {
    try {
      if (isOn) this.engine ??= await load();
      this.client.options.engine = isOn ? this.engine : undefined;
      this.times.textContent = "";
    } catch (error) {
      if (error.isMissing !== true) this.onError(error);
      this.times.textContent = error.isMissing === true ? "This service has no engine for browsers: `make wasm` builds it, and the service has it once it is built again." : "";
    }
    this.button.setAttribute("aria-pressed", String(this.isOn));
    this.times.hidden = !this.isOn && this.times.textContent === "";
    if (this.isOn || this.times.hidden) this.onSwitch();
  }

  /** Measures both if the engine is on. */
  async compare() {
    if (!this.isOn) return;
    const { text, rect } = this.request(), asked = this.asked = {}, path = `/v1/layouts?rect=${rect.join(",")}`;
    let here = Infinity, there = Infinity;
    try {
      for (let time = 0; time < tries; time += 1) {
        const start = performance.now();
        await this.engine.answer("POST", path, text);
        here = Math.min(here, performance.now() - start);
        const sent = performance.now();
        await (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: text })).arrayBuffer();
        there = Math.min(there, performance.now() - sent);
      }
    } catch { return; }
    if (asked === this.asked) this.times.textContent = `In the browser ${milliseconds(here)}, over HTTP ${milliseconds(there)}`;
  }
}

/** Loads the engine from URLs with its ETag, so that the next visit takes it from the browser's cache. */
async function load() {
  const named = async (path) => {
    const { ok, headers } = await fetch(path, { method: "HEAD" });
    if (!ok) throw Object.assign(new Error(`${path} is not there`), { isMissing: true });
    return `${path}?v=${(headers.get("ETag") ?? "").replace(/[^0-9a-f]/g, "")}`;
  };
  const module = await named("/tatami.wasm"), script = await named("/tatami-engine.js");
  const { TatamiEngine } = await import(script);
  return TatamiEngine.load(module);
}
