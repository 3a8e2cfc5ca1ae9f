// The playground: an editor for layout documents, a viewport that asks the service for what it shows, and a
// look at what goes over the wire. All state lies in the document's text and the page's fragment.

import { TatamiClient, TatamiProblem } from "./tatami-client.js";
import { VirtualWall } from "./virtual-wall.js";
import { Shelves } from "./shelves.js";
import { Living } from "./living.js";
import { nothing } from "./reading-wall.js";
import { Costs } from "./costs.js";
import { postureOf, turn } from "./turning.js";
import { Drawing } from "./drawing.js";
import { DocumentEditor } from "./editor.js";
import { ScrollMark } from "./scroll-mark.js";
import { whenSettled } from "./settling.js";
import { indexOfByte, placeOf, withValue } from "./json-places.js";
import { fragmentOf, stateOf } from "./link.js";
import { format, presets } from "./presets.js";
import { copy, showExchange } from "./wire.js";

const at = (id) => document.getElementById(id);
const [viewport, device, stage] = [at("viewport"), at("device"), at("stage")];
const devices = [["Phone", 390, 844], ["Tablet", 820, 1180], ["Desktop", 1280, 800]];
const firstPreset = "staggered-grid";
const narrow = matchMedia("(max-width: 720px)");

const drawing = new Drawing();
const client = new TatamiClient(location.origin, { onExchange: (exchange) => {
  showExchange(exchange);
  costs.note(exchange);
  requestAnimationFrame(() => { at("drawn").textContent = `${viewport.querySelectorAll(".el").length} elements`; });
  if (state.isUnreachable) showProblem(undefined);
} });
const wall = new VirtualWall(viewport, drawing.draw);
const shelves = new Shelves(wall, drawing.draw, showError);
const costs = new Costs(location.origin, showError);
const living = new Living({ viewport, bar: at("living"), onVersion: showVersion, onContainer: surround, onTurn: turnDevice, onError: showError });
const mark = new ScrollMark(viewport, at("track"));
const editor = new DocumentEditor({
  box: at("editor"), sheet: at("sheet"), area: at("document"), numbers: at("lines"), marks: at("marks"), paint: at("paint"), cut: at("cut"),
}, () => { becomeCustom(); clearTimeout(editTimer); editTimer = setTimeout(() => void lay(), 250); });

/** `made` is the preset's document, `base` its text, `own` its container, `changed` what the controls changed of that. */
const state = { preset: undefined, made: undefined, base: "", own: {}, changed: {}, parsed: undefined, layout: undefined, isUnreachable: false, link: undefined };
let asking = new AbortController();
let running, editTimer, sayTimer, linkTimer;

// MARK: The document

/** Lays the editor's text out and shows it, or shows what is wrong with it. While somebody drags, a layout under way is finished first. */
async function lay({ keepsOffset = true, isDragging = false } = {}) {
  if (isDragging && running !== undefined) { running.again = true; return; }
  asking.abort();
  asking = new AbortController();
  const { signal } = asking, turn = { again: false }, { text } = editor;
  // Parsing a long text takes longer than everything else here.
  const known = state.preset === undefined ? undefined : { ...state.made, container: { ...state.own, ...state.changed } };
  running = turn;
  try {
    const layout = await client.layout(text, signal);
    if (signal.aborted) return;
    state.layout = layout;
    state.parsed = known ?? JSON.parse(text);
    showProblem(undefined);
    await show(layout, text, keepsOffset);
    if (!signal.aborted) saySummary(isDragging ? 400 : 0);
  } catch (error) {
    if (!signal.aborted) showError(error, { isStale: true });
  } finally {
    if (running === turn) running = undefined;
  }
  if (turn.again && !signal.aborted) void lay({ isDragging });
  else writeLink();
}

async function show(layout, text, keepsOffset) {
  const { container, configuration } = state.parsed;
  const isRightToLeft = container.direction === "rtl";
  const isVertical = configuration?.scrollDirection !== "horizontal";
  viewport.dir = isRightToLeft ? "rtl" : "ltr";
  mark.isVertical = isVertical;
  drawing.namesSections = layout.summary.sectionCount > 1;
  // An older layout must not move a slider that somebody drags.
  if (text === editor.text) showControls(container);
  const preset = presets[state.preset]?.living;
  await living.hide();
  costs.begin();
  fit();
  await shelves.show(preset ? nothing : layout, { isVertical, isRightToLeft, kinds: scrollingKinds(state.parsed), container });
  await wall.show(preset ? nothing : layout, {
    pins: /"(pinToVisibleBounds|section(Headers|Footers)PinToVisibleBounds)"\s*:\s*true/.test(text),
    skips: (attributes) => shelves.holds(attributes), onError: showError,
  }, keepsOffset);
  if (preset !== undefined) await living.show(layout, preset);
  mark.update();
  showPicture(layout);
}

function showPicture({ summary: { id } }) {
  at("picture").href = `/v1/layouts/${id}/attributes.svg?rect=${wall.visible.map(Math.round).join(",")}`;
}

/** A living preset has become another version. What was measured is not spoken of. */
function showVersion(layout, { update, isMeasured = false }) {
  state.layout = layout;
  costs.show(layout, update);
  mark.update();
  showPicture(layout);
  showProblem(undefined);
  if (!isMeasured) saySummary(400);
}

/** Gives the device another container's size, for the version of a living preset that stands in it. */
function surround(changes) {
  const given = Object.entries({ ...state.parsed.container, ...changes }).filter(([, value]) => value !== null);
  state.parsed = { ...state.parsed, container: Object.fromEntries(given) };
  const { direction } = state.parsed.container;
  viewport.dir = direction === "rtl" ? "rtl" : "ltr";
  if (living.surroundings === undefined) showControls(state.parsed.container);
  const before = postureOf(device);
  fit();
  if (before.isWide !== postureOf(device).isWide) turn(device, before);
}

function turnDevice() {
  const { width, height } = { ...state.own, ...state.changed };
  adjust({ width: height, height: width });
}

function showControls({ width, direction, scale }) {
  at("width").value = String(width);
  showWidth(width);
  at("rtl").setAttribute("aria-pressed", String(direction === "rtl"));
  at("scale").value = String(scale ?? "");
}

function showWidth(width) {
  at("width-value").textContent = `${width} pt`;
  for (const button of at("devices").children) button.setAttribute("aria-pressed", String(button.dataset.width === String(width)));
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

/** Changes fields of the container and lays out again; a preset stays one, with what was changed of it. */
function adjust(changes, { isDragging = false } = {}) {
  for (const [name, value] of Object.entries(changes)) {
    if (value === state.own[name]) delete state.changed[name];
    else state.changed[name] = value;
  }
  const text = state.preset === undefined ? changedText(editor.text, changes) : presetText();
  if (text === editor.text) return;
  editor.write(text, { soon: isDragging });
  if (state.preset === undefined || !living.isOn || running !== undefined) { void lay({ isDragging }); return; }
  // What lives goes on living in its new surroundings.
  living.surround(changes);
  writeLink();
}

function changedText(text, changes) {
  for (const name of ["height", "width", "direction", "scale"]) {
    if (name in changes) text = withValue(text, `/container/${name}`, changes[name]);
  }
  return text;
}

/** The preset's text with its container as it was changed: the same however one came to it. */
function presetText() {
  const { start, end } = placeOf(state.base, "/container");
  const container = format({ ...state.own, ...state.changed }, undefined, "  ", "container".length + 4);
  return state.base.slice(0, start) + container + state.base.slice(end);
}

function choose(name, changed = {}) {
  const made = presets[name].make();
  Object.assign(state, { preset: name, made, base: format(made), own: made.container, changed });
  at("preset").querySelector("[value=custom]")?.remove();
  at("preset").value = name;
  open(presetText());
}

/** The text is no preset's any more; the presets can all be chosen again. */
function becomeCustom() {
  Object.assign(state, { preset: undefined, made: undefined, own: {}, changed: {} });
  const box = at("preset");
  if (box.querySelector("[value=custom]") === null) box.prepend(new Option("Custom", "custom"));
  box.value = "custom";
}

function open(text) {
  clearTimeout(editTimer);
  editor.open(text);
  void lay({ keepsOffset: false });
}

// MARK: The stage

/** Shrinks the device so that its whole width is seen; on a phone the stage is as high as the device. */
function fit() {
  const { width, height } = state.parsed?.container ?? { width: 390, height: 844 };
  const room = { width: stage.clientWidth, height: narrow.matches ? Math.round(innerHeight * 0.72) : stage.clientHeight };
  // On a phone the page itself scrolls on, so the whole width counts and the height does not.
  // What lives shows its container as a whole: its places are the screen's.
  const isCut = narrow.matches && presets[state.preset]?.living === undefined;
  const factor = Math.min(1, room.width / width, isCut ? 1 : Math.max(0.4, room.height / height));
  const shownHeight = Math.min(height, room.height / factor);
  stage.style.height = narrow.matches ? `${shownHeight * factor}px` : "";
  const left = (room.width - width * factor) / 2;
  device.style.cssText = `--zoom:${factor};width:${width}px;height:${shownHeight}px;transform:translateX(${left}px) scale(${factor})`;
  drawing.setZoom(factor, viewport);
  mark.place({ left, top: 0, width: width * factor, height: shownHeight * factor }, { width: room.width, height: stage.clientHeight });
}

/** Focus goes through the page as the eye does: on a phone the layout comes first. */
function arrange() {
  const [editorPane, viewPane] = [at("editor-pane"), at("view-pane")];
  if (narrow.matches) viewPane.after(editorPane);
  else viewPane.before(editorPane);
  editor.repaint();
}

/** Tells the layout's extent: spoken, so only once a layout stands, and after the last of many. */
function saySummary(delay) {
  const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });
  const { itemCount, sectionCount, contentSize: { width, height } } = state.layout.summary;
  say(`${number(itemCount)} items in ${number(sectionCount)} ${sectionCount === 1 ? "section" : "sections"}, ${number(width)} × ${number(height)} pt`, delay);
}

function say(text, delay = 0) {
  clearTimeout(sayTimer);
  const write = () => { if (at("status").textContent !== text) at("status").textContent = text; };
  if (delay === 0) write();
  else sayTimer = setTimeout(write, delay);
}

// MARK: Errors

function showError(error, { isStale = false } = {}) {
  if (error instanceof TatamiProblem) showProblem(error, isStale);
  else if (error?.name !== "AbortError") {
    showProblem({ message: "The service does not answer.", errors: [], members: {} }, isStale);
    state.isUnreachable = true;
  }
}

/** Shows what is wrong at its places, and dims the layout if it is no longer the document's. */
function showProblem(problem, isStale = false) {
  const isBad = problem !== undefined;
  state.isUnreachable = false;
  at("problem").hidden = !isBad;
  at("show-problem").hidden = !isBad || problem.errors.length === 0;
  at("stale").hidden = !isStale || state.layout === undefined;
  stage.classList.toggle("stale", !at("stale").hidden);
  at("status").classList.toggle("bad", isBad);
  at("document").setAttribute("aria-invalid", String(isBad));
  const places = isBad ? placesOf(problem) : [];
  editor.mark(places.map(({ place }) => place));
  at("errors").replaceChildren(...places.map(({ label, detail, place }) => {
    const item = document.createElement("li"), button = document.createElement("button"), code = document.createElement("code");
    code.textContent = label;
    button.type = "button";
    button.append(code, ` ${detail}`);
    button.addEventListener("click", () => editor.reveal(place));
    item.append(button);
    return item;
  }));
  if (!isBad) return;
  at("problem-title").textContent = problem.members.title ?? problem.message;
  if (places.length === 0) { at("errors").textContent = problem.members.title ? problem.message : ""; say(problem.message); return; }
  const more = places.length > 1 ? ` and ${places.length - 1} more` : "";
  const [{ label, detail }] = places;
  say(`Error ${label === "document" ? "in the document" : `at ${label}`}: ${detail}${more}.`);
}

/** Where in the text the reasons lie: at their pointers, or where the JSON breaks off. */
function placesOf({ errors, members }) {
  const { text } = editor;
  if (members.offset === undefined) {
    return errors.map(({ pointer = "", detail }) => ({ label: pointer === "" ? "document" : pointer, detail, place: placeOf(text, pointer) }));
  }
  const start = indexOfByte(text, members.offset);
  return [{ label: `line ${members.line}, column ${members.column}`, detail: errors[0]?.detail ?? members.title, place: { start, end: start + 1 } }];
}

// MARK: The fragment

/** Brings the address up to date, a little later: browsers allow few such changes a second. */
function writeLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(async () => {
    const { text } = editor;
    const fragment = await fragmentOf({ preset: state.preset, changed: state.changed, text });
    if (text !== editor.text) return;
    history.replaceState(null, "", `#${fragment ?? ""}`);
    state.link = fragment === undefined ? undefined : location.href;
  }, 100);
}

async function readFragment() {
  let read;
  try {
    read = await stateOf(location.hash.slice(1));
  } catch {
    choose(firstPreset);
    at("copied").textContent = "The link's document could not be read.";
    return;
  }
  if (read.text === undefined) { choose(Object.hasOwn(presets, read.preset ?? "") ? read.preset : firstPreset, read.changed); return; }
  becomeCustom();
  open(readable(read.text));
}

/** A text on one long line is written as a person would. */
function readable(text) {
  if (text.includes("\n") || text.length <= 60) return text;
  try { return format(JSON.parse(text)); } catch { return text; }
}

// MARK: Wiring

for (const [label, lives] of [["Layouts that live", true], ["Layouts", false]]) {
  const group = document.createElement("optgroup");
  group.label = label;
  const chosen = Object.entries(presets).filter(([, preset]) => (preset.living !== undefined) === lives);
  group.append(...chosen.map(([value, { name }]) => new Option(name, value)));
  at("preset").append(group);
}
at("devices").append(...devices.map(([name, width, height]) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  button.title = `${width} × ${height} pt`;
  button.dataset.width = String(width);
  button.addEventListener("click", () => adjust({ height, width }));
  return button;
}));
at("preset").addEventListener("change", ({ target }) => { if (target.value in presets) choose(target.value); });
at("width").addEventListener("input", ({ target }) => {
  showWidth(Number(target.value));
  adjust({ width: Number(target.value) }, { isDragging: true });
});
at("width").addEventListener("change", () => requestAnimationFrame(() => setTimeout(() => editor.flush(), 50)));
at("rtl").addEventListener("click", ({ currentTarget }) => adjust({ direction: currentTarget.getAttribute("aria-pressed") === "true" ? undefined : "rtl" }));
at("scale").addEventListener("change", ({ target }) => adjust({ scale: target.value === "" ? undefined : Number(target.value) }));
at("show-problem").addEventListener("click", () => at("errors").querySelector("button")?.click());
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => void copy(button.dataset.copy, { text: editor.text, rect: wall.visible.map(Math.round), link: state.link }));
}
addEventListener("hashchange", () => void readFragment());
narrow.addEventListener("change", () => { arrange(); fit(); });
new ResizeObserver(fit).observe(stage);
arrange();

// Where the first section snaps, the service says where scrolling stops.
whenSettled(viewport, async ({ from, to, velocity }) => {
  if (state.layout === undefined || living.isOn || !/"snapping"/.test(state.layout.text)) return;
  const isVertical = state.parsed.configuration?.scrollDirection !== "horizontal";
  const point = (value) => (isVertical ? { x: 0, y: value } : { x: value, y: 0 });
  const start = viewport.dir === "rtl" && !isVertical ? viewport.scrollWidth - viewport.clientWidth : 0;
  try {
    const { targetContentOffset } = await state.layout.targetOffset({
      proposed: point(start + to), current: point(start + to), start: point(start + from),
      velocity: point(Math.round(velocity * 1000) / 1000),
    });
    viewport.scrollTo({ left: targetContentOffset.x - (isVertical ? 0 : start), top: targetContentOffset.y, behavior: "smooth" });
  } catch (error) { showError(error); }
});

void readFragment();
