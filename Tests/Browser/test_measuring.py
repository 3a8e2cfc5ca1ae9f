"""Cards with captions that only the browser can measure: they are measured before they are painted, and nothing in sight moves."""
import pathlib
import shutil
import sys
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from living import CLIENTS, ROOT  # noqa: E402
from test_packages import REACT  # noqa: E402
from walls import WallPage  # noqa: E402

HEAD = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;font:14px/18px sans-serif} #view{width:900px;height:800px;overflow:hidden scroll}
.picture{background:tan} .caption{margin:0;padding:6px 8px 10px}</style>
<script>
  const words = "dunes at dusk with a very long shadow that falls over the sand and the sea".split(" ");
  // Captions of one to five lines; the layout estimates two.
  window.captions = Array.from({ length: 2000 }, (_, n) => Array.from({ length: 2 + n * 31 % 23 }, (_, k) => words[(n + k) % words.length]).join(" "));
  window.cards = ({ width, height }) => ({ container: { width, height }, layout: { type: "waterfall", columns: { minWidth: 160 }, spacing: 8 },
    items: captions.map((_, n) => ({ aspectRatio: 0.7 + n * 37 % 100 / 100, bodyHeight: 52 })) });
  window.rowsOf = ({ width, height }) => ({ container: { width, height }, layout: { type: "list", rowHeight: 40, headerReferenceSize: { height: 30 } },
    sections: [{ items: 300 }, { items: 300 }] });
  window.make = location.search.includes("rows") ? rowsOf : cards;
  window.card = ({ indexPath: [, item], imageHeight = 0 }) =>
    `<div class="picture" style="height:${imageHeight}px"></div><p class="caption">${item}: ${captions[item]}</p>`;
  // Answers at once, as an engine in the page does, by asking the service while the page waits.
  window.engine = location.search.includes("engine") ? { revision: 1, takes: () => true, answer(method, path, body) {
    const request = new XMLHttpRequest();
    request.open(method === "PUT" ? "POST" : method, "SERVICE" + (method === "PUT" ? path.replace(/layouts\\/[0-9a-f]{64}/, "layouts") : path).replace(/[?&]engine=1/, ""), false);
    request.send(body ?? null);
    return { status: request.status, bytes: new TextEncoder().encode(request.responseText) };
  } } : undefined;
  window.frame = () => new Promise(requestAnimationFrame);
  window.is_hidden = node => (({ opacity, visibility }) => opacity === "0" || visibility === "hidden")(getComputedStyle(node));
  if (location.search.includes("transform")) document.head.insertAdjacentHTML("beforeend", `<style>
    @keyframes pop { from { transform: scale(0.3) } to { transform: scale(1.1) } }
    [role=article] { animation: pop 4s infinite alternate } .caption { transform: rotate(2deg) } #view { transform: scale(0.75); transform-origin: 0 0 }</style>`);
  window.posts = 0;
  window.flights = 0;
  const real = fetch;
  window.fetch = async (url, init) => {
    if (String(url).includes("updates")) posts += 1;
    flights += 1;
    try { return await real(url, init) } finally { flights -= 1 }
  };
  // After each frame: how far cells moved that were in sight before, as layout shifts are scored.
  window.score = 0; window.own = 0; window.frames = 0; window.moved = [];
  let before = new Map();
  const channel = new MessageChannel();
  const look = () => requestAnimationFrame(() => channel.port2.postMessage(0));
  channel.port1.onmessage = () => {
    look();
    if (!window.view) return;
    frames += 1;
    const now = new Map();
    let area = 0, distance = 0;
    for (const node of cells()) {
      const { left, top, width, height } = node.getBoundingClientRect();
      if (is_hidden(node) || top >= 800 || top + height <= 0) continue;
      const key = node.textContent, was = before.get(key);
      now.set(key, [left, top, height]);
      if (was === undefined) continue;
      const by = Math.max(Math.abs(left - was[0]), Math.abs(top - was[1] + own));
      if (by < 1) continue;
      moved.push([key.slice(0, 5), Math.round(by)]);
      distance = Math.max(distance, by);
      area += width * Math.min(800, height + by);
    }
    own = 0;
    before = now;
    score += Math.min(1, area / (900 * 800)) * distance / 900;
  };
  look();
  // Cells whose content is longer or shorter than their frame, and pairs that overlap.
  window.faults = () => {
    const all = cells().map(node => [node, node.getBoundingClientRect()]).filter(([, { top, bottom }]) => top < 800 && bottom > 0);
    const wrong = all.filter(([node]) => is_hidden(node) || Math.abs([...node.children].reduce((sum, one) => sum + one.getBoundingClientRect().height, 0) - node.getBoundingClientRect().height) > 1);
    return [all.length > 5, wrong.map(([node]) => node.textContent.slice(0, 20))];
  };
  window.still = async () => { for (let quiet = 0; quiet < 15; quiet = flights > 0 ? 0 : quiet + 1) await frame() };
</script>
"""
LIVING = HEAD + """<div id="view"></div><script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { Wall } from "./wall/wall.js";
  const view = document.getElementById("view"), client = new TatamiClient("SERVICE", { engine: window.engine });
  const wall = window.wall = new Wall(view, (node, attributes) => {
    node.innerHTML = attributes.category === "cell" ? card(attributes) : "";
  });
  window.cells = () => [...wall.content.querySelectorAll("[role=article]")];
  window.view = view;
  await wall.show(await client.layout(make({ width: view.clientWidth, height: 800 })), { measure: true });
  window.ready = true;
</script>"""
ELEMENT = HEAD + """<tatami-wall id="view" measure><template><div class="picture" style="height:{imageHeight}px"></div><p class="caption">{index}: {caption}</p></template></tatami-wall>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import "./wall/tatami-wall.js";
  const view = document.getElementById("view");
  window.cells = () => [...view.querySelectorAll(":scope > [role=article]")];
  if (location.search.includes("rows")) view.querySelector("template").content.firstElementChild.remove();
  view.client = new TatamiClient("SERVICE", { engine: window.engine });
  view.data = captions.map(caption => ({ caption }));
  view.document = size => make(size);
  window.view = view;
  while (cells().length === 0) await frame();
  window.ready = true;
</script>"""
HOOK = HEAD + """<div id="root"></div><script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { useTatamiWall } from "./react/react.js";
  const h = React.createElement, client = new TatamiClient("SERVICE", { engine: window.engine });
  function Wall() {
    const wall = useTatamiWall({ client, document: make, measure: true });
    return h("div", { ...wall.viewport, id: "view" }, h("div", wall.content, wall.items.map(item => h("article", { key: item.key, ...item.props },
      item.attributes.category === "cell" && h("div", { className: "picture", style: { height: item.attributes.imageHeight ?? 0 } }),
      item.attributes.category === "cell" && h("p", { className: "caption" }, `${item.index}: ${captions[item.index]}`)))));
  }
  window.cells = () => [...document.querySelectorAll("article[role=article]")];
  ReactDOM.createRoot(document.getElementById("root")).render(h(React.StrictMode, null, h(Wall)));
  while (document.getElementById("view") === null) await frame();
  window.view = document.getElementById("view");
  while (cells().length === 0) await frame();
  window.ready = true;
</script>"""


class Measuring(WallPage):
    pages = {"living.html": LIVING, "element.html": ELEMENT, "hook.html": HOOK,
             "cards.html": (ROOT / "Examples/recipes/cards.html").read_text()}

    def check(self, page):
        for mode, latency, most in (("engine", 0, 0), ("http", 40, 0.02)):
            for document in ("cards", "rows"):
                with self.subTest(page=page, mode=mode, document=document):
                    self.network(0)
                    self.page.get("about:blank")
                    self.network(latency)
                    self.page.get(f"{self.origin}/{page}?{mode}&{document}")
                    self.run_script("while (!window.ready) await new Promise(resolve => setTimeout(resolve, 5));")
                    out = self.run_script("""
                        await still();
                        const load = [score, faults()];
                        score = 0; moved.length = 0;
                        for (let step = 0; step < 60; step += 1) { const at = view.scrollTop; view.scrollTop = at + 60; own += view.scrollTop - at; await frame(); }
                        await still();
                        const scroll = [score, faults(), moved.slice(0, 8)];
                        score = 0;
                        view.scrollTop = 9000;
                        await still();
                        return [load, scroll, faults(), posts, frames];
                    """)
                    load, scroll, jump, posts, frames = out
                    print(f"{page} {document} {mode}: shift {load[0]:.4f} at load, {scroll[0]:.4f} over 3,600 px; {posts} updates by HTTP, {frames} frames")
                    self.assertEqual([load[1], scroll[1], jump], [[True, []]] * 3)
                    self.assertLessEqual(load[0], most)
                    self.assertLessEqual(scroll[0], most, scroll[2])

    def test_the_living_wall(self):
        self.check("living.html")

    def test_the_element(self):
        self.check("element.html")

    @unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
    def test_the_hook(self):
        self.react()
        self.check("hook.html")

    @staticmethod
    def react():
        if not (REACT / "react/umd/react.development.js").exists():
            return
        for source, name in (("react/umd/react", "react-umd"), ("react-dom/umd/react-dom", "react-dom-umd")):
            shutil.copy(REACT / f"{source}.development.js", pathlib.Path(CLIENTS) / f"{name}.js")
        (pathlib.Path(CLIENTS) / "react-as-module.js").write_text(
            "export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")


    def test_another_width_and_another_document_are_measured_again(self):
        for page in ("element.html", "hook.html", "living.html"):
            with self.subTest(page):
                if page == "hook.html" and not (REACT / "react/umd/react.development.js").exists():
                    continue
                self.react()
                self.open(f"{page}?http&cards")
                out = self.run_script("""
                    await still();
                    const found = [];
                    for (const width of [700, 900, 700]) {
                        view.style.width = `${width}px`;
                        if (window.wall) await wall.perform({ container: { width: view.clientWidth, height: 800 } });
                        await still();
                        found.push(faults());
                    }
                    // As a feed that grows: the document is sent anew, without what was measured.
                    if (view.localName === "tatami-wall") { view.document = size => ({ ...make(size), items: make(size).items.slice(0, 1900) }); await still(); found.push(faults()) }
                    return found;
                """)
                self.assertEqual(out, [[True, []]] * len(out))

    # Laid out sizes: [whether the view is full, the items whose content is longer or shorter than they are].
    FITS = """const fits = () => { const all = cells().filter(node => node.getBoundingClientRect().top < 800 && node.getBoundingClientRect().bottom > 0);
        return [all.length > 5, all.filter(node => is_hidden(node) || Math.abs([...node.children].reduce((sum, one) => sum + one.offsetHeight, 0) - node.offsetHeight) > 1).map(node => node.textContent.slice(0, 20))] };
    """

    @property
    def walls(self):
        self.react()
        return [page for page in ("living.html", "element.html", "hook.html")
                if page != "hook.html" or (REACT / "react/umd/react.development.js").exists()]

    def begin(self, page, query="http&cards"):
        self.network(20)
        self.open(f"{page}?{query}")

    def test_transforms_and_animations_change_no_measurement(self):
        for page in self.walls:
            with self.subTest(page):
                self.begin(page, "http&cards&transform")
                out = self.run_script(self.FITS + """
                    await still();
                    const before = [fits(), posts];
                    for (let step = 0; step < 20; step += 1) { view.scrollTop += 40; await frame() }
                    await still();
                    const after = [fits(), posts];
                    window.wall?.redraw();
                    await still();
                    return [before, after, posts - after[1]];
                """)
                (before, first), (after, second), more = out
                self.assertEqual([before, after, more], [[True, []], [True, []], 0])
                self.assertLess(second, 20)

    def test_the_end_key_shows_the_last_item_and_gives_it_the_focus(self):
        for page in self.walls[1:]:
            with self.subTest(page):
                self.begin(page)
                self.run_script("await still(); cells()[0].focus()")
                for key, item in ((Keys.END, "1999:"), (Keys.HOME, "0:"), (Keys.END, "1999:")):
                    ActionChains(self.page).send_keys(key).perform()
                    out = self.run_script(self.FITS + """
                        const seen = () => { const { top, bottom } = document.activeElement.getBoundingClientRect(); return top > -1 && bottom < 801 };
                        for (let n = 0; n < 400 && !document.activeElement.textContent.startsWith(args[0]); n += 1) await frame();
                        await still();
                        return [document.activeElement.textContent.split(" ")[0], seen(), fits()];
                    """, item)
                    self.assertEqual(out, [item, True, [True, []]])

    def test_an_item_scrolled_to_stays_there_while_others_are_measured(self):
        self.network(20)
        self.open("living.html?http&cards")
        out = self.run_script(self.FITS + """
            await still();
            const places = [];
            for (const [item, at] of [[1500, "start"], [300, "end"], [1999, undefined], [700, "start"]]) {
                await wall.scrollToItem(0, item, at);
                await still();
                const { top, bottom } = wall.node([0, item]).getBoundingClientRect();
                places.push(Math.round(at === "start" ? top : bottom), fits());
            }
            return places;
        """)
        self.assertEqual(out, [0, [True, []], 800, [True, []], 800, [True, []], 0, [True, []]])

    def test_sizes_that_could_not_be_sent_are_sent_later(self):
        for page in self.walls:
            with self.subTest(page):
                self.begin(page)
                out = self.run_script(self.FITS + """
                    await still();
                    const good = window.fetch;
                    let refused = 0;
                    window.fetch = (url, init) => { if (String(url).includes("updates")) { refused += 1; return Promise.reject(new TypeError("Failed to fetch")) } return good(url, init) };
                    view.scrollTop = 6000;
                    for (let n = 0; n < 200 && refused === 0; n += 1) await frame();
                    await still();
                    // Nothing stays hidden, though nothing has its size.
                    const hidden = cells().filter(node => is_hidden(node)).length;
                    window.fetch = good;
                    dispatchEvent(new Event("online"));
                    for (let n = 0; n < 200 && fits()[1].length > 0; n += 1) await frame();
                    await still();
                    return [refused > 0, hidden, fits()];
                """)
                self.assertEqual(out, [True, 0, [True, []]])

    def test_hidden_items_stay_hidden_until_their_sizes_have_come(self):
        self.network(150)
        self.open("living.html?http&cards")
        out = self.run_script(self.FITS + """
            await still();
            view.scrollTop = 9000;
            const early = new Set(), known = new Set();
            let isDone = false;
            // Other updates change the frames of items that wait for their sizes.
            const changes = (async () => { for (let n = 0; n < 4; n += 1) await wall.perform({ container: { width: 860 - n, height: 800 } }) })().then(() => { isDone = true });
            while (!isDone) {
                for (const node of cells()) {
                    if (is_hidden(node) || known.has(node.textContent)) continue;
                    known.add(node.textContent);
                    const { top, bottom } = node.getBoundingClientRect();
                    const own = [...node.children].reduce((sum, one) => sum + one.offsetHeight, 0);
                    if (top < 800 && bottom > 0 && Math.abs(own - node.offsetHeight) > 1) early.add(node.textContent.slice(0, 12));
                }
                await frame();
            }
            await changes; await still();
            return [[...early], fits()];
        """)
        self.assertEqual(out, [[], [True, []]])

    def test_another_layout_shown_while_sizes_are_on_their_way_is_measured(self):
        self.network(100)
        self.open("living.html?http&cards")
        out = self.run_script(self.FITS + """
            await still();
            const other = await wall.current.client.layout({ ...make({ width: view.clientWidth, height: 800 }), items: captions.map((_, n) => ({ aspectRatio: 0.7 + n * 37 % 100 / 100, bodyHeight: 52.5 })) });
            for (let round = 0; round < 3; round += 1) {
                view.scrollTop = 4000 + 3000 * round;
                while (!cells().some(node => is_hidden(node))) await frame();
                void wall.show(other, { measure: true }, true);
                await frame();
            }
            await still();
            return fits();
        """)
        self.assertEqual(out, [True, []])

    def test_the_recipes_cards_are_as_tall_as_their_captions(self):
        self.network(40)
        self.page.get("about:blank")
        self.page.get(f"{self.origin}/cards.html?service={self.service.url}")
        out = self.run_script("""
            const cards = () => [...document.querySelectorAll("tatami-wall > [role=article]")].filter(node => node.getBoundingClientRect().top < innerHeight);
            const isRight = node => node.style.opacity !== "0" && Math.abs([...node.children].reduce((sum, one) => sum + one.getBoundingClientRect().height, 0) - node.getBoundingClientRect().height) < 1;
            while (cards().length < 4 || !cards().every(isRight)) await new Promise(requestAnimationFrame);
            return new Set(cards().map(node => node.lastElementChild.getBoundingClientRect().height)).size;
        """)
        self.assertGreater(out, 1)


if __name__ == "__main__":
    unittest.main()
