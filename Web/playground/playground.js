// The playground: an editor for layout documents, a viewport that queries the service for what it shows, and a list of
// the requests and answers. All state is in the document's text and the page's fragment.

import { TatamiClient } from "./tatami-client.js";
import { VirtualWall } from "./virtual-wall.js";
import { Shelves } from "./shelves.js";
import { Choosing } from "./choosing.js";
import { Code } from "./code.js";
import { Drawing } from "./drawing.js";
import { DocumentEditor } from "./editor.js";
import { Gallery } from "./gallery.js";
import { Headline } from "./headline.js";
import { Problems } from "./problems.js";
import { ScrollMark } from "./scroll-mark.js";
import { Stage, narrow } from "./stage.js";
import { Undoing } from "./undoing.js";
import { Visits } from "./visits.js";
import { Wire } from "./wire.js";
import { EngineSwitch } from "./engine-switch.js";
import { whenSettled } from "./settling.js";
import { placeOf, withValue } from "./json-places.js";
import { format } from "./json-format.js";
import { groups, presets } from "./presets.js";

const at = (id) => document.getElementById(id);
const [viewport, device] = [at("viewport"), at("device")];
const firstPreset = "captions";
/** An empty layout, for a wall while another wall has the viewport. */
const nothing = { summary: { id: "", contentSize: { width: 0, height: 0 } }, sections: async () => [], attributes: async () => ({ attributes: [] }) };

/** `made` is the preset's document, `base` its text, `own` its container, `changed` the container's fields that the controls changed. */
const state = { preset: undefined, made: undefined, base: "", own: {}, changed: {}, parsed: undefined, layout: undefined, isEdited: false };
let asking = new AbortController();
let running, editTimer, sayTimer;
/** Runs the living presets; loaded when one of them is first selected. */
let living, costs;
let completion, helping;
/** The controls of documents with texts; loaded with the first of them. */
let textBar;

const drawing = new Drawing();
const wire = new Wire(at("exchanges"));
const headline = new Headline(at("headline"), (exchange) => wire.add(exchange, { isQuiet: true }));
const client = new TatamiClient(location.origin, { onExchange: (exchange) => {
  wire.add(exchange);
  headline.note(exchange);
  costs?.note(exchange);
  requestAnimationFrame(() => { at("drawn").textContent = `${viewport.querySelectorAll(".el").length} elements`; });
  if (problems.isUnreachable) problems.show(undefined);
} });
const wall = new VirtualWall(viewport, drawing.draw);
const editor = new DocumentEditor({
  box: at("editor"), sheet: at("sheet"), area: at("document"), numbers: at("lines"), marks: at("marks"), paint: at("paint"), cut: at("cut"),
}, edited);
const problems = new Problems({ editor, say, hasLayout: () => state.layout !== undefined });
const showError = (error, how) => problems.showError(error, how);
const shelves = new Shelves(wall, drawing.draw, showError);
const mark = new ScrollMark(viewport, at("track"));
const stage = new Stage({ viewport, drawing, mark }, (size) => adjust(size));
const visits = new Visits({ onReturn: comeBack, onLost: () => sayLost("The link's document could not be read.") });
const gallery = new Gallery({ box: at("presets"), more: at("more") }, presets, groups, (name) => { leave(); choose(name); });
const undoing = new Undoing({ editor, undo: at("undo"), redo: at("redo") }, (text) => rewrite(text));
const code = new Code(() => ({ base: location.origin, text: editor.text, rect: wall.visible.map(Math.round), link: visits.link,
  // The shown part's frames, for the elements of a list with this class.
  sheet: state.layout && (() => state.layout.styleSheet({ rect: wall.visible.map(Math.round), selector: ".wall" })),
}));
const engineSwitch = new EngineSwitch({
  button: at("engine"), times: at("engine-times"), client, request: () => ({ text: editor.text, rect: wall.visible.map(Math.round) }),
  onSwitch: () => { void lay(); }, onError: (error) => problems.showError(error),
});
const choosing = new Choosing({ viewport, editor, drawing, shown: () => (
  state.layout === undefined || living?.isOn || !at("stale").hidden ? undefined : { layout: state.layout, document: state.parsed }) });

// MARK: The document

/** Lays out the editor's text and shows the layout or the problem. While a slider is dragged, a layout in progress is finished first. */
async function lay({ keepsOffset = true, isDragging = false } = {}) {
  if (isDragging && running !== undefined) { running.again = true; return; }
  asking.abort();
  asking = new AbortController();
  const { signal } = asking, turn = { again: false }, { text } = editor;
  // A preset's document needs no parsing, which takes longer for a long text than everything else here.
  const known = state.preset === undefined ? undefined : { ...state.made, container: { ...state.own, ...state.changed } };
  running = turn;
  try {
    const layout = await client.layout(text, signal);
    if (signal.aborted) return;
    state.layout = layout;
    state.parsed = known ?? JSON.parse(text);
    problems.showWarnings(layout.summary);
    if (!isDragging) undoing.note(text);
    void headline.show(layout, isDragging ? "" : text);
    await show(layout, text, keepsOffset);
    if (!isDragging) void engineSwitch.compare();
    if (!signal.aborted) saySummary(isDragging ? 400 : 0);
  } catch (error) {
    if (!signal.aborted) showError(error, { isStale: true });
  } finally {
    if (running === turn) running = undefined;
  }
  if (turn.again && !signal.aborted) void lay({ isDragging });
  else note();
}

async function show(layout, text, keepsOffset) {
  const { container, configuration } = state.parsed;
  const isRightToLeft = container.direction === "rtl";
  const isVertical = configuration?.scrollDirection !== "horizontal";
  viewport.dir = isRightToLeft ? "rtl" : "ltr";
  mark.isVertical = isVertical;
  const namesSections = layout.summary.sectionCount > 1;
  const renames = namesSections !== drawing.namesSections;
  drawing.namesSections = namesSections;
  // An older layout must not move a slider that is being dragged.
  if (text === editor.text) stage.showControls(container);
  const preset = presets[state.preset]?.living;
  if (preset !== undefined && living === undefined) await learnToLive();
  await living?.hide();
  costs?.begin();
  const { scope } = drawing.texts ?? {};
  drawing.texts = /"textStyles"/.test(layout.text) ? await learnToRead(layout) : undefined;
  fit();
  await shelves.show(preset ? nothing : layout, { isVertical, isRightToLeft, kinds: scrollingKinds(state.parsed), container });
  await wall.show(preset ? nothing : layout, {
    pins: /"(pinToVisibleBounds|section(Headers|Footers)PinToVisibleBounds)"\s*:\s*true|"effects"\s*:/.test(text),
    // The playground shows a query for each part.
    skips: (attributes) => shelves.holds(attributes), onError: showError, viewLimit: 0,
  }, keepsOffset);
  // The wall does not redraw elements that stayed the same.
  if (renames || (drawing.texts ?? scope) !== undefined) wall.redraw();
  if (preset !== undefined) await living.show(layout, preset, drawing.texts);
  textBar?.show(layout, preset === undefined ? state.parsed : {}, text);
  mark.update();
  showPicture(layout);
  void code.show();
}

/** Loads the modules that living presets need. */
async function learnToLive() {
  const [{ Living }, { Costs }] = await Promise.all([import("./living.js"), import("./costs.js")]);
  costs = new Costs(location.origin, showError);
  living = new Living({ viewport, bar: at("living"), onVersion: showVersion, onContainer: surround, onTurn: turnDevice, onError: showError });
}

/** Loads the modules that documents with texts need; returns a layout's texts. */
async function learnToRead(layout) {
  const [{ Texts }, { TextBar }] = await Promise.all([import("./texts.js"), import("./text-bar.js")]);
  textBar ??= new TextBar({
    bar: at("texts"), nodeOf: (path) => wall.node(path), rect: () => wall.visible, onError: showError,
    onText: (text, isDragging) => { becomeCustom(); editor.write(text, { soon: isDragging }); void lay({ isDragging }); },
  });
  drawing.onDraw = () => textBar.drew();
  return Texts.load(layout);
}

function showPicture({ summary: { id } }) {
  at("picture").href = `/v1/layouts/${id}/attributes.svg?rect=${wall.visible.map(Math.round).join(",")}`;
}

/** Shows a living preset's new version. A version that only has new measurements is not announced. */
function showVersion(layout, { update, document, isMeasured = false }) {
  state.layout = layout;
  costs.show(layout, update ?? document);
  void headline.show(layout);
  mark.update();
  showPicture(layout);
  problems.show(undefined);
  if (!isMeasured) saySummary(400);
}

/** Resizes the device for a living preset's version with another container. */
function surround(changes) {
  const given = Object.entries({ ...state.parsed.container, ...changes }).filter(([, value]) => value !== null);
  state.parsed = { ...state.parsed, container: Object.fromEntries(given) };
  const { direction } = state.parsed.container;
  viewport.dir = direction === "rtl" ? "rtl" : "ltr";
  if (living.surroundings === undefined) stage.showControls(state.parsed.container);
  living.turnAfter(device, fit);
}

function turnDevice() {
  const { width, height } = { ...state.own, ...state.changed };
  adjust({ width: height, height: width });
}

function fit() {
  stage.fit(state.parsed?.container, { lives: presets[state.preset]?.living !== undefined, isVertical: state.parsed?.configuration?.scrollDirection !== "horizontal" });
}

/** Returns the kinds of supplementaries that belong to items and groups, and so scroll with them. */
function scrollingKinds(value, kinds = new Set()) {
  if (value === null || typeof value !== "object") return kinds;
  for (const [name, one] of Object.entries(value)) {
    if (name === "items" && Array.isArray(one)) continue;
    if (name === "supplementaryItems" && Array.isArray(one)) for (const item of one) kinds.add(item?.kind);
    scrollingKinds(one, kinds);
  }
  return kinds;
}

/** Changes fields of the container and lays out again; a preset stays selected, with the changes. */
function adjust(changes, { isDragging = false } = {}) {
  const changed = { ...state.changed };
  for (const [name, value] of Object.entries(changes)) {
    if (value === state.own[name]) delete changed[name];
    else changed[name] = value;
  }
  state.changed = changed;
  const text = state.preset === undefined ? changedText(editor.text, changes) : presetText();
  if (text === editor.text) return;
  editor.write(text, { soon: isDragging });
  if (state.preset === undefined || !living?.isOn || running !== undefined) { void lay({ isDragging }); return; }
  // A living preset gets its new container by an update.
  living.surround(changes);
  note();
}

function changedText(text, changes) {
  for (const name of ["height", "width", "direction", "scale"]) {
    if (name in changes) text = withValue(text, `/container/${name}`, changes[name]);
  }
  return text;
}

/** Returns the preset's text with its changed container, independent of the order of changes. */
function presetText() {
  const { start, end } = placeOf(state.base, "/container");
  const container = format({ ...state.own, ...state.changed }, undefined, "  ", "container".length + 4);
  return state.base.slice(0, start) + container + state.base.slice(end);
}

function choose(name, changed = {}) {
  const made = presets[name].make();
  if (presets[name].fits && stage.room !== undefined) made.container = { ...made.container, ...stage.room };
  Object.assign(state, { preset: name, made, base: format(made), own: made.container, changed, isEdited: false });
  gallery.value = name;
  showPhotos(presets[name].plain !== true);
  open(presetText());
}

/** Deselects the preset: the person has edited the text. */
function becomeCustom() {
  Object.assign(state, { preset: undefined, made: undefined, own: {}, changed: {}, isEdited: true });
  gallery.value = undefined;
}

function edited() {
  becomeCustom();
  at("return").hidden = true;
  clearTimeout(editTimer);
  editTimer = setTimeout(() => void lay(), 250);
}

/** Replaces the document by another text of it. */
function rewrite(text) {
  if (text === editor.text) return;
  becomeCustom();
  clearTimeout(editTimer);
  editor.write(text);
  void lay();
}

function open(text) {
  clearTimeout(editTimer);
  undoing.begin(text);
  at("link-lost").hidden = true;
  choosing.clear();
  editor.open(text);
  void lay({ keepsOffset: false });
}

function showPhotos(isOn) {
  if (viewport.classList.contains("plain") === isOn) {
    // New nodes: browsers would count the numbers that go to another place as a layout shift.
    for (const number of viewport.querySelectorAll(".el > span")) number.replaceWith(number.cloneNode(true));
  }
  viewport.classList.toggle("plain", !isOn);
  at("photos").setAttribute("aria-pressed", String(isOn));
}

/** Loads the editor's completion when the person first uses the editor. */
async function help() {
  const [{ Completion }, schema] = await Promise.all([import("./completion.js"), fetch("/schemas/layout-document.json").then((answer) => answer.json())]);
  completion ??= new Completion(editor, schema);
}

// MARK: Visits

/** Returns the shown state, for returning to it; a preset's text is not stored but generated again. */
const shownNow = () => ({
  preset: state.preset, changed: state.changed, text: state.preset === undefined ? editor.text : undefined, isPlain: viewport.classList.contains("plain"),
});

function note() { visits.note(shownNow()); }

/** Leaves the document for another; the Back button returns to it. */
function leave() {
  at("return").hidden = !state.isEdited;
  visits.leave(shownNow());
}

/** Shows the state of an earlier place or of a link. */
function comeBack({ preset, changed, text, isPlain }) {
  at("return").hidden = true;
  if (preset !== undefined || text === undefined) {
    const isKnown = Object.hasOwn(presets, preset ?? "");
    choose(isKnown ? preset : firstPreset, changed);
    if (preset !== undefined && !isKnown) sayLost(`Unknown preset “${preset.slice(0, 40)}”. Showing ${presets[firstPreset].name} instead.`);
    return;
  }
  becomeCustom();
  if (isPlain !== undefined) showPhotos(!isPlain);
  open(readable(text));
}

/** Says that the link's document is not the one that is shown. */
function sayLost(text) {
  at("link-lost").textContent = text;
  at("link-lost").hidden = false;
}

/** Reformats a text that is one long line. */
function readable(text) {
  if (text.includes("\n") || text.length <= 60) return text;
  try { return format(JSON.parse(text)); } catch { return text; }
}

// MARK: Messages

/** Puts the panes in visual order, for the focus: on a phone the layout comes first. */
function arrange() {
  const [editorPane, viewPane] = [at("editor-pane"), at("view-pane")];
  if (narrow.matches) viewPane.after(editorPane);
  else viewPane.before(editorPane);
  editor.repaint();
}

/** Announces the layout's size, once a layout is shown and after the last of several. */
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

// MARK: Wiring

at("width").addEventListener("input", ({ target }) => {
  stage.showWidth(Number(target.value));
  adjust({ width: Number(target.value) }, { isDragging: true });
});
at("width").addEventListener("change", () => requestAnimationFrame(() => setTimeout(() => editor.flush(), 50)));
at("photos").addEventListener("click", () => showPhotos(viewport.classList.contains("plain")));
at("rtl").addEventListener("click", ({ currentTarget }) => adjust({ direction: currentTarget.getAttribute("aria-pressed") === "true" ? undefined : "rtl" }));
at("scale").addEventListener("change", ({ target }) => adjust({ scale: target.value === "" ? undefined : Number(target.value) }));
for (const name of ["focus", "pointerenter"]) at("document").addEventListener(name, () => { helping ??= help().catch(() => { helping = undefined; }); });
at("return").addEventListener("click", () => history.back());
at("take").addEventListener("click", () => void code.take());
at("share").addEventListener("click", () => void code.take("link"));
at("format").addEventListener("click", () => {
  try {
    const text = format(JSON.parse(editor.text));
    for (const one of [editor.text, text]) undoing.note(one);
    rewrite(text);
  } catch (error) { showError(error); }
});
for (const jump of document.querySelectorAll("[data-to]")) {
  jump.addEventListener("click", () => at(jump.dataset.to).scrollIntoView({ block: "start" }));
}
narrow.addEventListener("change", () => { arrange(); fit(); });
new ResizeObserver(fit).observe(at("stage"));
arrange();

// If the layout snaps, the service decides where scrolling stops.
whenSettled(viewport, async ({ from, to, velocity }) => {
  if (state.layout === undefined || living?.isOn || !/"snapping"/.test(state.layout.text)) return;
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

void visits.read();
