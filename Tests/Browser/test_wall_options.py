"""What walls offer a page beside drawing: ranges, ends, overscan, smooth scrolling, directions, printing and search."""
import base64
import pathlib
import re
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from living import CLIENTS, ROOT  # noqa: E402
from test_packages import REACT  # noqa: E402
from test_server_rendering import png  # noqa: E402
from walls import WallPage  # noqa: E402

HEAD = """<!doctype html><meta charset="utf-8"><style>body{margin:0} #view{width:300px;height:600px;overflow:hidden auto} #view:has(> main){height:auto;overflow:visible}</style>
<script>
  window.frame = () => new Promise(requestAnimationFrame);
  window.flights = 0;
  const real = fetch;
  window.fetch = async (...one) => { flights += 1; try { return await real(...one) } finally { flights -= 1 } };
  window.still = async () => { for (let quiet = 0; quiet < 8; quiet = flights > 0 ? 0 : quiet + 1) await frame() };
  window.ranges = []; window.starts = 0;
  window.count = Number(new URLSearchParams(location.search).get("count") ?? 500);
  window.rows = (size) => ({ container: { width: size.width, height: 600 }, layout: { type: "list", rowHeight: 60 },
    items: Array.from({ length: count }, (_, n) => ({ data: { name: n === 377 ? "Café Zürich" : `Place ${n}` } })) });
  window.cells = () => [...document.querySelectorAll("#view [role=article]")];
  window.indices = () => cells().map(one => Number(one.dataset.key.split("-")[1]));
</script>
"""
WALL = HEAD + """<div id="view"></div><script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { Wall } from "./wall/wall.js";
  const view = document.getElementById("view"), asked = new URLSearchParams(location.search);
  window.wall = new Wall(view, (node, { indexPath }) => { node.textContent = `item ${indexPath[1]}` }, { overscan: asked.has("overscan") ? Number(asked.get("overscan")) : undefined,
    onVisibleRange: ({ first, last }) => ranges.push([first[1], last[1]]), onStartReached: () => { starts += 1 }, initialItem: asked.has("at") ? [0, Number(asked.get("at"))] : undefined });
  await wall.show(await new TatamiClient("SERVICE").layout(rows({ width: 300 })));
  window.layout = () => wall.current;
  await still();
  window.ready = true;
</script>"""
ELEMENT = HEAD + """<script>
  const asked = new URLSearchParams(location.search);
  document.write(`<tatami-wall id="view" src="SERVICE" ${asked.has("overscan") ? `overscan="${asked.get("overscan")}"` : ""} ${asked.has("at") ? `initial-item="0-${asked.get("at")}"` : ""}><template>item {index}</template></tatami-wall>`);
</script><script type="module">
  import "./wall/tatami-wall.js";
  window.wall = document.getElementById("view");
  wall.addEventListener("visiblerange", ({ detail: { first, last } }) => ranges.push([first[1], last[1]]));
  wall.addEventListener("startreached", () => { starts += 1 });
  wall.addEventListener("layout", ({ detail }) => { window.shown = detail });
  window.layout = () => shown;
  wall.document = rows;
  while (cells().length === 0) await frame();
  await still();
  window.ready = true;
</script>"""
COMPONENT = HEAD + """<div id="root"></div><script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { TatamiWall } from "./react/react.js";
  const h = React.createElement, client = new TatamiClient("SERVICE"), asked = new URLSearchParams(location.search), wallRef = { current: null };
  const places = Array.from({ length: count }, (_, n) => ({ name: n === 377 ? "Café Zürich" : `Place ${n}` }));
  const App = () => h("div", { id: "view" }, h(TatamiWall, { client, items: places, layout: { type: "list", rowHeight: 60 }, itemOf: (data) => ({ data }),
    as: "main", listAs: "section", itemAs: "section", label: ({ name }) => name, style: { height: 600, overflow: "hidden auto" }, wallRef,
    overscan: asked.has("overscan") ? Number(asked.get("overscan")) : undefined, initialItem: asked.has("at") ? [0, Number(asked.get("at"))] : undefined,
    onVisibleRange: ({ first, last }) => ranges.push([first[1], last[1]]), onStartReached: () => { starts += 1 }, render: (data, item) => `item ${item.index}` }));
  ReactDOM.createRoot(document.getElementById("root")).render(h(React.StrictMode, null, h(App)));
  window.wall = { scrollToItem: (...one) => wallRef.current.scrollToItem(...one) };
  window.layout = () => wallRef.current.layout;
  while (cells().length === 0) await frame();
  await still();
  window.ready = true;
</script>"""
# A waterfall of photos in a page that turns around.
TURNED = HEAD + """<tatami-wall id="view" src="SERVICE" document='{"container": {}, "layout": {"type": "waterfall", "columns": 2, "spacing": 0}, "items": [[3, 2], [3, 4], [3, 2]]}'></tatami-wall>
<script type="module">
  import "./wall/tatami-wall.js";
  while (cells().length < 3) await frame();
  window.lefts = () => cells().map(one => one.getBoundingClientRect().left);
  window.ready = true;
</script>"""
KINDS = ("wall.html", "element.html", "component.html")
SCROLLER = "(document.querySelector('#view > main') ?? document.getElementById('view'))"


@unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
class Options(WallPage):
    pages = {"wall.html": WALL, "element.html": ELEMENT, "component.html": COMPONENT, "turned.html": TURNED,
             "chat.html": (ROOT / "Examples/recipes/chat.html").read_text()}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for source, name in (("react/umd/react", "react-umd"), ("react-dom/umd/react-dom", "react-dom-umd")):
            shutil.copy(REACT / f"{source}.development.js", pathlib.Path(CLIENTS) / f"{name}.js")
        (pathlib.Path(CLIENTS) / "react-as-module.js").write_text(
            "export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")

    def test_the_visible_range_is_told_as_it_changes(self):
        for kind in KINDS:
            with self.subTest(kind):
                self.open(kind)
                self.assertEqual(self.run_script("while (ranges.length === 0) await frame(); await still(); return ranges"), [[0, 10]])
                self.run_script(f"{SCROLLER}.scrollTop = 6030; while (ranges.at(-1)[0] !== 100) await frame()")
                self.assertEqual(self.run_script("await still(); return ranges.at(-1)"), [100, 110])

    def test_the_start_is_told_once_the_reader_comes_back_to_it(self):
        for kind in KINDS:
            with self.subTest(kind):
                self.open(f"{kind}?at=300")
                # By then the module that tells it is there.
                self.run_script("while (ranges.length === 0) await frame(); await still()")
                self.assertEqual(self.run_script(f"return [starts, Math.round({SCROLLER}.scrollTop)]"), [0, 18000])
                self.run_script(f"{SCROLLER}.scrollTop = 500; while (starts === 0) await frame(); await still()")
                self.assertEqual(self.run_script("return starts"), 1)

    def test_overscan_is_how_far_items_are_drawn(self):
        for kind in KINDS:
            drawn = {}
            for screens in ("0", "1", "3"):
                self.open(f"{kind}?overscan={screens}&at=200")
                drawn[screens] = self.run_script("return [Math.min(...indices()), Math.max(...indices())]")
            with self.subTest(kind, drawn=drawn):
                # A screen has ten rows.
                self.assertLessEqual(drawn["0"][1] - drawn["0"][0], 30)
                self.assertLessEqual(drawn["1"][0], 190)
                self.assertLessEqual(drawn["3"][0], 170)
                self.assertGreaterEqual(drawn["3"][1], 239)
                for first, last in drawn.values():
                    self.assertTrue(first <= 200 and last >= 209, drawn)

    def test_an_item_is_scrolled_to_smoothly(self):
        for kind in KINDS:
            with self.subTest(kind):
                self.open(kind)
                between, end = self.run_script(f"""const view = {SCROLLER}, seen = [];
                    view.addEventListener("scroll", () => seen.push(view.scrollTop));
                    await wall.scrollToItem(0, 60, "start", "smooth");
                    while (view.scrollTop !== 3600) await frame();
                    return [seen.filter(one => one > 0 && one < 3600).length, view.scrollTop];""")
                self.assertGreater(between, 2)
                self.assertEqual(end, 3600)

    def test_a_text_is_found_in_items_that_are_not_drawn(self):
        for kind in KINDS:
            with self.subTest(kind):
                self.open(kind)
                self.assertEqual(self.run_script("return layout().find(' cafe zurich')"), [[0, 377]])
                self.assertEqual(self.run_script("return layout().find('nowhere')"), [])
                self.run_script("const [[section, item]] = await layout().find('CAFÉ'); await wall.scrollToItem(section, item, 'center'); await still()")
                self.assertIn(377, self.run_script("return indices()"))

    def test_the_direction_of_the_page_turns_a_wall(self):
        self.open("turned.html")
        self.run_script("await still(); await still()")
        left, right, _ = self.run_script("return lefts()")
        self.assertLess(left, right)
        self.run_script("document.documentElement.dir = 'rtl'; while (lefts()[0] === lefts()[2] && lefts()[0] < 1) await frame(); await still(); await still()")
        # The scrollbar is at the other side, too.
        first, second, third = self.run_script("return lefts()")
        self.assertEqual((first - second, third), (right - left, first))
        self.run_script("document.documentElement.dir = ''; while (lefts()[0] !== 0) await frame(); await still()")
        self.assertEqual(self.run_script("return lefts()"), [left, right, left])

    def test_all_items_are_printed(self):
        for kind in KINDS:
            for count in (500, 2500):
                with self.subTest(kind, count=count):
                    self.open(f"{kind}?count={count}")
                    # The view of all elements comes after the first screen.
                    self.run_script("const has = (name) => performance.getEntriesByType('resource').some((one) => one.name.includes(name));"
                                    f"while (!has('rect=all') || !has('/printing.js')) await frame(); await still(); {SCROLLER}.scrollTop = 3000; await still();"
                                    "addEventListener('beforeprint', () => queueMicrotask(() => { window.printed = indices().length }))")
                    pdf = base64.b64decode(self.page.execute_cdp_cmd("Page.printToPDF", {})["data"])
                    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
                    self.assertEqual(self.run_script("return printed"), min(count, 2000))
                    # A page of letter size has 1,056 pixels less its margins.
                    self.assertGreater(pages, min(count, 2000) * 60 / 1056 - 1)
                    self.assertLess(pages, min(count, 2000) * 60 / 700 + 2)
                    now, top = self.run_script(f"await still(); await still(); return [indices().length, {SCROLLER}.scrollTop]")
                    self.assertLess(now, 100)
                    self.assertEqual(top, 3000)

    def test_a_chat_stays_at_its_end_and_keeps_its_place(self):
        self.page.get("about:blank")
        self.page.get(f"{self.origin}/chat.html?service={self.service.url}")
        picture = "data:image/png;base64," + base64.b64encode(png(200, 150, (90, 140, 200))).decode()
        self.run_script("""window.frame = () => new Promise(requestAnimationFrame); window.view = document.getElementById("chat");
            window.rest = () => view.scrollHeight - view.scrollTop - view.clientHeight;
            window.still = async () => { for (let last, quiet = 0; quiet < 60; quiet += 1) { const now = `${view.scrollTop} ${view.scrollHeight}`; if (now !== last) quiet = 0; last = now; await frame() } };
            window.tops = () => new Map([...view.querySelectorAll("[data-key]")].map(one => [one.textContent, one.getBoundingClientRect().top]));
            while (view.querySelectorAll("[data-key]").length < 5) await frame();
            await still();""")
        self.assertLess(self.run_script("return rest()"), 2)
        # Messages and pictures come while the reader is at the end.
        for n in range(3):
            self.run_script("await receive({ text: args[0], isOwn: false, image: args[1] }); await still()", f"new {n}", picture)
            self.assertLess(self.run_script("return rest()"), 2, n)
        self.assertGreater(self.run_script("return Math.min(...[...view.querySelectorAll('.bubble img')].map(one => one.closest('[data-key]').offsetHeight))"), 150)
        # The reader looks at what was before: older ones are put before, and new ones behind.
        self.run_script("view.scrollTop -= 900; await still()")
        before = self.run_script("return [...tops()]")
        self.run_script("view.scrollTop = 300; await still()")
        count = self.run_script("return wall.current.summary.itemCount")
        self.assertGreater(count, 80)
        seen = dict(self.run_script("return [...tops()].filter(([, top]) => top >= 0 && top < view.clientHeight)"))
        self.run_script("await receive({ text: 'last', isOwn: false }); await still()")
        after = dict(self.run_script("return [...tops()]"))
        self.assertGreater(len(seen), 3)
        self.assertEqual({name: round(top) for name, top in seen.items()}, {name: round(after.get(name, -1e9)) for name in seen})
        self.assertGreater(len(before), 3)
        self.assertGreater(self.run_script("return rest()"), 1000)


if __name__ == "__main__":
    unittest.main()
