// Runs a living preset: a person's actions and the browser's measurements become updates of the layout, one after the
// other, and the wall shows the changes.

import { cells } from "./living-cells.js";
import { Measuring } from "./measuring.js";
import { ReadingWall } from "./reading-wall.js";
import { caption, message } from "./sayings.js";
import { postureOf, turn } from "./turning.js";

const texts = { caption, message };
const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });

export class Living {
  preset;
  ids = [];
  /** A person's actions, as functions that create the updates when their turn comes. */
  jobs = [];
  /** The preset's action that scrolling near an end has triggered. */
  wanted;
  /** The container's fields that the controls changed and no update has applied yet. */
  surroundings;
  /** Identifies the run that carries out what is due; undefined if none does. */
  running;
  holds = true;
  /** How far the reader's element was moved in total, in points. */
  moved = 0;
  lastTop = 0;

  /**
   * `bar`: the element for the preset's buttons; `onVersion(layout, due)` is called after each update,
   * `onContainer(changes)` before the wall shows a layout for another container, `onTurn()` to rotate the phone.
   */
  constructor({ viewport, bar, onVersion, onContainer, onTurn, onError }) {
    Object.assign(this, { viewport, bar, onVersion, onContainer, onTurn, onError });
    this.measuring = new Measuring(() => void this.run());
    this.wall = new ReadingWall(viewport, (node, attributes) => this.draw(node, attributes), () => this.rove());
    viewport.addEventListener("scroll", () => requestAnimationFrame(() => this.scrolled()), { passive: true });
    const { content } = this.wall;
    content.addEventListener("click", ({ target }) => this.remove(target.closest(".cell")));
    content.addEventListener("keydown", (event) => this.press(event));
    content.addEventListener("focusin", ({ target }) => this.rove(target));
  }

  /** Whether a preset is shown. */
  get isOn() { return this.preset !== undefined; }

  /** Shows a preset's layout at its start. `texts`: the styles of its texts, if the service measures them. */
  async show(layout, preset, texts) {
    await this.hide();
    Object.assign(this, { preset, texts, ids: preset.ids(), jobs: [], wanted: undefined, surroundings: undefined, moved: 0, holds: true });
    this.measuring.forget();
    this.viewport.classList.add("living");
    this.wall.content.setAttribute("role", preset.deletes ? "group" : "feed");
    this.showBar();
    this.lastTop = preset.start(layout.summary.contentSize.height, this.viewport.clientHeight);
    await this.wall.begin(layout, this.lastTop, { onError: this.onError, viewLimit: 0 });
    if (preset.sorts) await this.sort();
    await this.run();
  }

  async hide() {
    if (!this.isOn) return;
    this.reordering?.end();
    this.preset = this.running = this.reordering = undefined;
    this.viewport.classList.remove("living", "large");
    this.bar.hidden = true;
    this.bar.replaceChildren();
    await this.wall.end();
  }

  // MARK: Updates

  /** Changes the container by an update. `undefined` removes a field. */
  surround(changes) {
    const merged = Object.entries(changes).map(([name, value]) => [name, value ?? null]);
    this.surroundings = { ...this.surroundings, ...Object.fromEntries(merged) };
    void this.run();
  }

  /** Resizes the device, and animates its rotation if its orientation has changed. */
  turnAfter(device, resize) {
    const before = postureOf(device);
    resize();
    if (before.isWide !== postureOf(device).isWide) turn(device, before);
  }

  /** Carries out all due updates, one after the other: each uses index paths of the version before it. */
  async run() {
    if (!this.isOn || this.running !== undefined) return;
    const mine = this.running = {};
    try {
      // Another preset may replace this one in the meantime.
      while (this.running === mine) {
        const due = this.due();
        if (due === undefined) break;
        await this.carryOut(due);
      }
    } catch (error) {
      this.measuring.forget();
      if (this.running === mine) this.onError(error);
    } finally {
      if (this.running === mine) this.running = undefined;
    }
  }

  async carryOut(due) {
    let reader;
    // The new items come into the document of the version that is shown, with its container.
    if (due.items !== undefined) {
      const { running } = this;
      due.document = { ...await this.wall.layout.document(), items: due.items };
      // Another preset may have the wall by now.
      if (this.running !== running) return;
    }
    await this.wall.carryOut(due, this.holds ? due.anchor ?? this.preset.anchor : "none", {
      animates: due.animates,
      before: () => {
        if (due.isStill) reader = this.reader();
        due.renumber?.();
        due.resize?.();
      },
      after: (layout, { anchor }) => {
        this.lastTop = this.viewport.scrollTop;
        // The end that triggered the action may be far away now.
        if (due.renumber !== undefined) this.wanted = undefined;
        if (reader !== undefined) this.count(reader);
        if (due.resize !== undefined) this.mark(anchor);
        this.rove();
        this.onVersion(layout, due);
      },
    });
  }

  /** Returns the next update: a person's action, one triggered by scrolling, another container, or measurements. */
  due() {
    while (this.jobs.length > 0) {
      const made = this.jobs.shift()();
      if (made !== undefined) return made;
    }
    if (this.wanted !== undefined) {
      const { wanted } = this;
      this.wanted = undefined;
      return this.preset[wanted](this.ids);
    }
    if (this.surroundings !== undefined) {
      const container = this.surroundings;
      this.surroundings = undefined;
      return { update: { container }, resize: () => { this.measuring.forget(); this.onContainer(container); }, anchor: "first" };
    }
    return this.measured();
  }

  /** Returns the heights that the browser has measured since, as an update. */
  measured() {
    const { measures } = this.preset;
    const found = this.measuring.take((body) => this.wall.pathOf(body.parentElement) && Number(body.parentElement.dataset.id));
    const measure = found.map(([body, height]) => ({ indexPath: this.wall.pathOf(body.parentElement), [measures]: height }))
      .sort((one, other) => one.indexPath[1] - other.indexPath[1]);
    return measure.length === 0 ? undefined : { update: { measure }, isStill: true, isMeasured: true };
  }

  /** Performs one of the preset's actions. */
  act(name) {
    this.jobs.push(() => this.preset[name](this.ids));
    void this.run();
  }

  /** Deletes a node's photo. */
  remove(node) {
    if (this.preset?.deletes !== true || !node || node.inert) return;
    const { id } = node.dataset;
    this.jobs.push(() => {
      const path = node.dataset.id === id ? this.wall.pathOf(node) : undefined;
      return path && { update: { delete: [path] }, animates: true, renumber: () => this.ids.splice(path[1], 1) };
    });
    void this.run();
  }

  /** Triggers the preset's action near an end. Only the reader's own scrolling counts. */
  scrolled() {
    if (!this.isOn) return;
    const { scrollTop, clientHeight, scrollHeight } = this.viewport;
    const by = scrollTop - this.lastTop, { atStart, atEnd } = this.preset;
    this.lastTop = scrollTop;
    if (by < 0 && scrollTop < clientHeight) this.wanted = atStart;
    if (by > 0 && scrollTop + 2 * clientHeight > scrollHeight) this.wanted = atEnd;
    this.rove();
    void this.run();
  }

  /** Lets the person move photos. */
  async sort() {
    const { preset } = this, { reorder } = await import("./wall-reordering.js");
    if (this.preset !== preset) return;
    const show = (layout, { from, to }) => this.onVersion(layout, { update: { move: [{ from, to }] } });
    this.reordering = reorder(this.wall, {
      onMove: (move) => {
        this.ids.splice(move.to[1], 0, ...this.ids.splice(move.from[1], 1));
        this.wall.animate = undefined;
        this.wall.hooks = { after: (layout) => show(layout, move) };
      },
      onReorder: (moved) => show(moved.layout, moved),
    });
    this.rove();
  }

  // MARK: The reader

  /** Returns the reader's element and its distance from the edge of the screen. */
  reader() {
    const { anchor } = this.preset, { seenCells: seen, firstWhole } = this.wall;
    const node = anchor === "last" ? seen.at(-1) : (anchor === "firstWhole" ? firstWhole : undefined) ?? seen[0];
    return node && { node, at: this.distance(node) };
  }

  distance(node) {
    const box = node.getBoundingClientRect();
    const edge = this.preset.anchor === "last" ? box.bottom : box.top;
    return (edge - this.viewport.getBoundingClientRect().top) / this.zoom;
  }

  get zoom() { return this.viewport.getBoundingClientRect().width / this.viewport.offsetWidth || 1; }

  /** Adds up how far an update has moved the reader's element. */
  count({ node, at }) {
    if (!node.isConnected) return;
    const by = Math.abs(this.distance(node) - at);
    this.moved += by < 0.01 ? 0 : by;
    this.showMoved();
  }

  /** Highlights the element that kept its place for a moment. */
  mark(anchor) {
    const node = anchor && this.wall.node(anchor.indexPath);
    if (!node) return;
    node.classList.add("kept");
    setTimeout(() => node.classList.remove("kept"), 1600);
  }

  // MARK: Elements

  draw(node, attributes) {
    const { cell, text, measures } = this.preset;
    const [, item] = attributes.indexPath, id = this.ids[item];
    cells[cell](node, attributes, id, texts[text]?.(id));
    if (this.texts !== undefined) node.classList.add(this.texts.scope);
    if (cell === "message") {
      node.setAttribute("aria-posinset", String(item + 1));
      node.setAttribute("aria-setsize", String(this.ids.length));
    } else if (node.tabIndex !== 0) node.tabIndex = -1;
    if (measures !== undefined) this.measuring.watch(node.querySelector(".body"));
  }

  /** Whether the arrow keys go from photo to photo. */
  get roves() { return this.preset?.deletes === true || this.preset?.sorts === true; }

  /** Makes one photo reachable by the Tab key: the one that has the focus, else the first visible. */
  rove(target) {
    if (!this.roves) return;
    const { seenCells: seen } = this.wall, now = this.wall.content.querySelector("[tabindex='0']");
    const next = target?.closest(".cell") ?? (seen.includes(now) ? now : seen[0]);
    if (next === now || next === undefined) return;
    if (now !== null) now.tabIndex = -1;
    next.tabIndex = 0;
  }

  press(event) {
    const node = event.target.closest(".cell"), step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!this.roves || node === null) return;
    if (["Enter", " ", "Delete", "Backspace"].includes(event.key)) this.remove(node);
    else if (step !== undefined) this.neighbour(node, step)?.focus();
    else return;
    event.preventDefault();
  }

  neighbour(node, step) {
    const [section, item] = this.wall.pathOf(node) ?? [0, NaN];
    return this.wall.node([section, item + step]);
  }

  // MARK: The bar

  showBar() {
    const { hint, holds, actions } = this.preset;
    const buttons = document.createElement("div"), text = document.createElement("p"), moved = document.createElement("output");
    const hold = { name: "hold", label: "Hold the reader's place", isSwitch: true, isOn: true };
    buttons.append(...[...(holds ? [hold] : []), ...actions].map((one) => this.button(one)));
    text.textContent = hint;
    moved.id = "moved";
    // It changes with every scroll step: a screen reader would never stop.
    moved.setAttribute("aria-live", "off");
    this.bar.replaceChildren(buttons, text, moved);
    this.bar.hidden = false;
    this.showMoved();
  }

  button({ name, label, title, isSwitch = false, isOn = false }) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.act = name;
    button.textContent = label;
    if (title !== undefined) {
      button.title = title;
      button.setAttribute("aria-label", title);
    }
    if (isSwitch) {
      button.className = "switch";
      button.setAttribute("role", "switch");
      button.setAttribute("aria-checked", String(isOn));
    }
    button.addEventListener("click", () => {
      const isNowOn = button.getAttribute("aria-checked") === "false";
      if (isSwitch) button.setAttribute("aria-checked", String(isNowOn));
      this.perform(name, isNowOn);
    });
    return button;
  }

  perform(name, isOn) {
    switch (name) {
      case "hold":
        this.holds = isOn;
        this.moved = 0;
        this.showMoved();
        break;
      case "large": this.viewport.classList.toggle("large", isOn); break;
      case "turn": this.onTurn(); break;
      default: this.act(name);
    }
  }

  showMoved() {
    const moved = this.bar.querySelector("#moved");
    if (moved === null) return;
    const figure = document.createElement("b");
    figure.textContent = `${number(this.moved)} px`;
    moved.replaceChildren("reader's place moved by ", figure);
    moved.classList.toggle("bad", this.moved > 0);
  }
}
