// The playground: an editor for layout documents, a viewport that asks the service for what it shows, and a
// look at what goes over the wire. All state lies in the document's text and the page's fragment.

import { TatamiClient, TatamiProblem } from "./tatami-client.js";
import { VirtualWall } from "./virtual-wall.js";
import { Shelves } from "./shelves.js";
import { whenSettled } from "./settling.js";
import { indexOfByte, placeOf, withValue } from "./json-places.js";
import { format, presets } from "./presets.js";
import { snippet } from "./snippets.js";

const at = (id) => document.getElementById(id);
const [editor, viewport, device, stage] = [at("document"), at("viewport"), at("device"), at("stage")];
const devices = [["Phone", 390, 844], ["Tablet", 820, 1180], ["Desktop", 1280, 800]];
const rowHeight = 20;

const client = new TatamiClient(location.origin, { onExchange: showExchange });
const wall = new VirtualWall(viewport, draw);
const shelves = new Shelves(wall, draw, showError);
let state = { preset: "staggered-grid", parsed: undefined, layout: undefined, theme: undefined };
let asking = new AbortController();

// MARK: The document

/** Lays the editor's text out and shows it, or shows what is wrong with it. */
async function lay({ keepsOffset = true } = {}) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const text = editor.value;
  try {
    const layout = await client.layout(text, signal);
    if (signal.aborted) return;
    state.layout = layout;
    state.parsed = JSON.parse(text);
    showProblem(undefined);
    await show(layout, keepsOffset);
  } catch (error) {
    if (!signal.aborted) showError(error);
  }
  writeFragment();
}

async function show(layout, keepsOffset) {
  const { container, configuration } = state.parsed;
  const isRightToLeft = container.direction === "rtl";
  const isVertical = configuration?.scrollDirection !== "horizontal";
  viewport.dir = isRightToLeft ? "rtl" : "ltr";
  at("width").value = String(container.width);
  at("width-value").textContent = `${container.width} pt`;
  at("rtl").checked = isRightToLeft;
  at("scale").value = String(container.scale ?? "");
  for (const button of at("devices").children) {
    button.setAttribute("aria-pressed", String(button.dataset.width === String(container.width)));
  }
  fit();
  await shelves.show(layout, { isVertical, isRightToLeft, kinds: scrollingKinds(state.parsed), container });
  await wall.show(layout, {
    pins: /"(pinToVisibleBounds|section(Headers|Footers)PinToVisibleBounds)"\s*:\s*true/.test(editor.value),
    skips: (attributes) => shelves.holds(attributes), onError: showError,
  }, keepsOffset);
  showStatus();
}

/** The kinds of supplementaries that stand on items and groups, and so scroll with them. */
function scrollingKinds(value, kinds = new Set()) {
  if (value === null || typeof value !== "object") return kinds;
  for (const [name, one] of Object.entries(value)) {
    if (name === "items" && Array.isArray(one)) continue;
    if (name === "supplementaryItems" && Array.isArray(one)) for (const item of one) kinds.add(item?.kind);
    scrollingKinds(one, kinds);
  }
  return kinds;
}

/** Puts one value into the text and lays it out again. */
function change(pointer, value) {
  const text = withValue(editor.value, pointer, value);
  if (text === editor.value) return;
  editor.value = text;
  state.preset = undefined;
  afterEdit();
}

let editTimer;
function afterEdit(delay = 120) {
  showLines();
  clearTimeout(editTimer);
  editTimer = setTimeout(() => void lay(), delay);
}

function choose(name) {
  const preset = presets[name];
  if (preset === undefined) return;
  state.preset = name;
  at("preset").value = name;
  editor.value = format(preset.make());
  editor.scrollTo(0, 0);
  showLines();
  void lay({ keepsOffset: false });
}

// MARK: Drawing

function draw(node, { indexPath, category, kind, frame, imageHeight }) {
  const number = indexPath[indexPath.length - 1];
  const isBadge = category === "supplementary" && frame.width < 40 && frame.height < 40;
  const fits = frame.width >= 30 && frame.height >= 20 || isBadge;
  node.className = `el ${category}${isBadge ? " badge" : ""}${fits ? "" : " tight"}`;
  const label = document.createElement("span");
  label.textContent = category === "cell" ? String(number) : isBadge ? String(number % 100) : category === "supplementary" ? kind : "";
  node.replaceChildren(label);
  node.style.background = category === "cell" ? `hsl(${(number * 47 + (indexPath[0] ?? 0) * 80) % 360} 38% 72%)` : "";
  if (imageHeight !== undefined) {
    const body = document.createElement("i");
    body.style.height = `${Math.max(0, frame.height - imageHeight)}px`;
    node.append(body);
  }
}

/** Shrinks the device so that its whole width is seen. */
function fit() {
  const { width, height } = state.parsed?.container ?? { width: 390, height: 844 };
  // On a phone the page itself scrolls on, so the whole width counts and the height does not.
  const least = innerWidth <= 720 ? 1 : 0.4;
  const factor = Math.min(1, stage.clientWidth / width, Math.max(least, stage.clientHeight / height));
  const shownHeight = Math.min(height, stage.clientHeight / factor);
  device.style.width = `${width}px`;
  device.style.height = `${shownHeight}px`;
  device.style.transform = `scale(${factor}) translateX(-50%)`;
}

function showStatus() {
  const { summary } = state.layout ?? {};
  if (summary === undefined) return;
  const { width, height } = summary.contentSize;
  const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });
  at("status").textContent = `${number(summary.itemCount)} items in ${number(summary.sectionCount)} ${summary.sectionCount === 1 ? "section" : "sections"}, ${number(width)} × ${number(height)} pt; ${number(viewport.querySelectorAll(".el").length)} elements drawn`;
}

function showLines() {
  const count = (editor.value.match(/\n/g)?.length ?? 0) + 1;
  at("lines").textContent = Array.from({ length: count }, (_, index) => index + 1).join("\n");
  scrollLines();
}

function scrollLines() {
  at("lines").style.transform = `translateY(${-editor.scrollTop}px)`;
  at("marks").style.transform = `translateY(${-editor.scrollTop}px)`;
}

// MARK: Errors

function showError(error) {
  if (error instanceof TatamiProblem) showProblem(error);
  else if (error?.name !== "AbortError") {
    showProblem({ message: "The service does not answer.", errors: [], members: {}, cause: error });
  }
}

function showProblem(problem) {
  const text = editor.value;
  at("problem").hidden = problem === undefined;
  editor.setAttribute("aria-invalid", String(problem !== undefined));
  if (problem === undefined) { at("marks").replaceChildren(); at("errors").replaceChildren(); return; }
  const places = problem.errors.map(({ pointer, detail }) => ({ pointer, detail, place: placeOf(text, pointer ?? "") }));
  if (problem.members.offset !== undefined) {
    const start = indexOfByte(text, problem.members.offset);
    places.splice(0, places.length, { pointer: `line ${problem.members.line}, column ${problem.members.column}`, detail: problem.message, place: { start, end: start + 1 } });
  }
  at("problem-title").textContent = problem.members.title ?? problem.message;
  at("errors").replaceChildren(...places.map(({ pointer, detail, place }) => {
    const item = document.createElement("li"), button = document.createElement("button"), code = document.createElement("code");
    code.textContent = pointer === "" ? "document" : pointer;
    button.type = "button";
    button.append(code, ` ${detail}`);
    button.addEventListener("click", () => reveal(place));
    item.append(button);
    return item;
  }));
  if (places.length === 0) at("errors").textContent = problem.message;
  at("marks").replaceChildren(...places.map(({ place }) => {
    const mark = document.createElement("div");
    mark.style.top = `${8 + rowHeight * lineOf(text, place.start)}px`;
    return mark;
  }));
  scrollLines();
}

function reveal({ start, end }) {
  editor.focus();
  editor.setSelectionRange(start, end);
  editor.scrollTop = Math.max(0, rowHeight * lineOf(editor.value, start) - editor.clientHeight / 2);
}

function lineOf(text, index) {
  return text.slice(0, index).match(/\n/g)?.length ?? 0;
}

// MARK: The wire

function showExchange({ method, url, status, headers, text, milliseconds }) {
  at("request").textContent = `${method} ${decodeURIComponent(url.slice(location.origin.length)).replace(/[0-9a-f]{56}(?=[/?]|$)/, "…")}`;
  at("code").textContent = String(status);
  at("cache").textContent = headers.get("Cache-Status") ?? "–";
  at("timing").textContent = headers.get("Server-Timing") ?? "–";
  at("trip").textContent = `${milliseconds.toFixed(1)} ms, ${text.length.toLocaleString("en")} characters`;
  let shown = text;
  if (text.length < 20000) try { shown = format(JSON.parse(text)); } catch { /* shown as it came */ }
  at("answer").textContent = shown.length > 6000 ? `${shown.slice(0, 6000)}\n…` : shown;
  requestAnimationFrame(showStatus);
}

async function copy(kind) {
  const text = snippet(kind, { base: location.origin, text: editor.value, rect: wall.visible.map(Math.round), link: location.href });
  try {
    await navigator.clipboard.writeText(text);
    at("copied").textContent = "Copied";
  } catch {
    at("answer").textContent = text;
    at("copied").textContent = "Shown below";
  }
  setTimeout(() => { at("copied").textContent = ""; }, 2000);
}

// MARK: The fragment

function writeFragment() {
  const parts = new URLSearchParams();
  if (state.preset !== undefined) parts.set("preset", state.preset);
  else if (editor.value.length < 30000) parts.set("document", editor.value);
  if (state.theme !== undefined) parts.set("theme", state.theme);
  history.replaceState(null, "", `#${parts}`);
}

function readFragment() {
  const parts = new URLSearchParams(location.hash.slice(1));
  setTheme(parts.get("theme") ?? undefined);
  const text = parts.get("document");
  if (text === null) { choose(parts.get("preset") in presets ? parts.get("preset") : "staggered-grid"); return; }
  state.preset = undefined;
  editor.value = text;
  showLines();
  void lay({ keepsOffset: false });
}

function setTheme(theme) {
  state.theme = theme === "dark" || theme === "light" ? theme : undefined;
  const isDark = (state.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  at("theme").setAttribute("aria-pressed", String(isDark));
}

// MARK: Wiring

at("preset").append(...Object.entries(presets).map(([value, { name }]) => new Option(name, value)));
at("devices").append(...devices.map(([name, width, height]) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  button.dataset.width = String(width);
  button.addEventListener("click", () => {
    editor.value = withValue(editor.value, "/container/height", height);
    change("/container/width", width);
  });
  return button;
}));
at("preset").addEventListener("change", (event) => choose(event.target.value));
at("width").addEventListener("input", (event) => change("/container/width", Number(event.target.value)));
at("rtl").addEventListener("change", (event) => change("/container/direction", event.target.checked ? "rtl" : undefined));
at("scale").addEventListener("change", (event) => change("/container/scale", event.target.value === "" ? undefined : Number(event.target.value)));
at("theme").addEventListener("click", () => {
  setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  writeFragment();
});
editor.addEventListener("input", () => { state.preset = undefined; afterEdit(250); });
editor.addEventListener("scroll", scrollLines, { passive: true });
for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", () => void copy(button.dataset.copy));
addEventListener("hashchange", readFragment);
new ResizeObserver(fit).observe(stage);

// Where the first section snaps, the service says where scrolling stops.
whenSettled(viewport, async ({ to, velocity }) => {
  if (!/"snapping"/.test(editor.value) || state.layout === undefined) return;
  const isVertical = state.parsed.configuration?.scrollDirection !== "horizontal";
  const point = (value) => (isVertical ? { x: 0, y: value } : { x: value, y: 0 });
  const start = viewport.dir === "rtl" && !isVertical ? viewport.scrollWidth - viewport.clientWidth : 0;
  try {
    const { targetContentOffset } = await state.layout.targetOffset({
      proposed: point(start + to), current: point(start + to), velocity: point(Math.round(velocity * 1000) / 1000),
    });
    viewport.scrollTo({ left: targetContentOffset.x - (isVertical ? 0 : start), top: targetContentOffset.y, behavior: "smooth" });
  } catch (error) { showError(error); }
});

readFragment();
