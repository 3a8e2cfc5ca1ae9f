"""Walls without a height of their own: they scroll with the window, or with the nearest element around them that scrolls."""
import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from living import CLIENTS  # noqa: E402
from test_packages import REACT  # noqa: E402
from walls import WallPage  # noqa: E402

# A wall between a head of 600 pixels and a foot of 900. `inside`: in a box of 500 pixels that scrolls.
HEAD = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;background:white} header{height:600px;background:tan} footer{height:900px;background:tan}
.inside{height:500px;overflow:hidden auto}</style>
<script>
  window.frame = () => new Promise(requestAnimationFrame);
  window.flights = 0; window.asked = [];
  const real = fetch;
  window.fetch = async (...one) => { flights += 1; asked.push(String(one[0])); try { return await real(...one) } finally { flights -= 1 } };
  window.still = async () => { do { await frame(); await frame() } while (flights > 0) };
  window.inside = location.search.includes("inside");
  if (inside) document.documentElement.classList.add("in");
  window.scroller = () => document.querySelector(".inside") ?? document.scrollingElement;
  window.box = () => document.querySelector(".inside")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  window.rows = (width, height, count = 1000) => ({ container: { width, height }, layout: { type: "list", rowHeight: 60 }, items: count });
  // The top of a row in the scroller, and the rows in sight.
  window.top_of = item => { const one = cells().find(node => node.textContent === `${item}`); return one === undefined ? null : one.getBoundingClientRect().top - box().top };
  window.seen = () => { const { top, bottom } = box(); return cells().filter(node => { const own = node.getBoundingClientRect(); return own.bottom > top && own.top < bottom }).map(node => Number(node.textContent)).sort((a, b) => a - b) };
  window.warnings = [];
  const warn = console.warn;
  console.warn = text => { warnings.push(text); warn(text) };
</script>
"""

BODY = '<div class="CLASS"><header></header>WALL<footer></footer></div>'

WALL = HEAD + """BODY<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { Wall } from "./wall/wall.js";
  if (inside) document.querySelector(".CLASS").className = "inside";
  const view = document.getElementById("view"), client = window.client = new TatamiClient("SERVICE");
  // A wall that takes updates is a wall for documents, too.
  const isLiving = location.search.includes("living");
  const wall = window.wall = new Wall(view, (node, { indexPath }) => { node.textContent = indexPath[1] }, { scroller: location.search.includes("window") ? "window" : undefined });
  window.cells = () => [...wall.content.children];
  window.sizes = [];
  window.go = item => wall.scrollToItem(0, item, "start");
  await wall.show(await client.layout(rows(view.clientWidth, innerHeight)), { onResize: (width, height) => { sizes.push([width, height]); return isLiving ? { container: { width, height } } : rows(width, height) } });
  window.ready = true;
</script>""".replace("BODY", BODY.replace("WALL", '<div id="view"></div>'))

ELEMENT = HEAD + """BODY<script type="module">
  import "./wall/tatami-wall.js";
  if (inside) document.querySelector(".CLASS").className = "inside";
  const wall = document.createElement("tatami-wall");
  wall.id = "view";
  wall.innerHTML = "<template>{index}</template>";
  if (location.search.includes("window")) wall.setAttribute("scroller", "window"); else wall.style.height = "auto";
  wall.setAttribute("src", "SERVICE");
  document.querySelector("header").after(wall);
  window.cells = () => [...wall.querySelectorAll(":scope > [role=article]")];
  window.go = item => wall.scrollToItem(0, item, "start");
  wall.document = ({ width, height }) => rows(width, height);
  while (cells().length === 0) await frame();
  window.ready = true;
</script>""".replace("BODY", BODY.replace("WALL", ""))

HOOK = HEAD + """<div id="root"></div><script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { useTatamiWall } from "./react/react.js";
  const h = React.createElement, client = new TatamiClient("SERVICE"), made = ({ width, height }) => rows(width, height);
  function Wall() {
    const wall = window.wall = useTatamiWall({ client, document: made, scroller: location.search.includes("window") ? "window" : undefined });
    return h("div", { className: inside ? "inside" : "" }, h("header"), h("div", wall.viewport, h("div", wall.content,
      wall.items.map(item => h("article", { key: item.key, ...item.props }, item.index)))), h("footer"));
  }
  window.cells = () => [...document.querySelectorAll("article")];
  window.go = item => wall.scrollToItem(0, item, "start");
  ReactDOM.createRoot(document.getElementById("root")).render(h(React.StrictMode, null, h(Wall)));
  while (cells().length === 0) await frame();
  window.ready = true;
</script>"""


class PageScrolling(WallPage):
    pages = {"wall.html": WALL, "body.html": WALL.replace("<style>", "<style>html{overflow:hidden;height:100%} body{height:100%;overflow:hidden auto}"
                                                 ).replace('includes("window") ? "window"', 'includes("body") ? document.body'), "element.html": ELEMENT, "hook.html": HOOK}
    size = (800, 700)

    def check(self, address):
        """Begins below the head, follows the page, jumps to a row, goes up again, and asks nothing beside the foot."""
        with self.subTest(address):
            self.open(address)
            out = self.run_script("""
                await still();
                const height = box().bottom - box().top, first = [scroller().scrollTop, top_of(0), cells().length];
                scroller().scrollTop = 600 + 6000;
                await still();
                const middle = [seen()[0], top_of(100), seen().length >= Math.floor(height / 60)];
                await go(500);
                await still();
                const jump = [top_of(500), scroller().scrollTop];
                scroller().scrollTop = scroller().scrollHeight;
                await still();
                const before = asked.length;
                for (let step = 0; step < 5; step += 1) { scroller().scrollTop -= 20; await frame(); await frame() }
                const idle = asked.length - before;
                scroller().scrollTop = 0;
                await still();
                return [first, middle, jump, idle, top_of(0), cells().length < 100];
            """)
            first, middle, jump, idle, top, few = out
            self.assertEqual(first[:2], [0, 600])
            self.assertLess(first[2], 100)
            self.assertEqual(middle, [100, 0, True])
            self.assertEqual(jump, [0, 600 + 30000])
            self.assertEqual([idle, top, few], [0, 600, True])

    def test_walls(self):
        for kind in ("virtual", "living"):
            for place in ("", "&window", "&inside"):
                self.check(f"wall.html?{kind}{place}")

    def test_the_element(self):
        for address, said in (("element.html", 1), ("element.html?window", 0), ("element.html?inside", 1)):
            self.check(address)
            warnings = self.run_script("const wall = document.querySelector('tatami-wall'); wall.remove(); document.querySelector('header').after(wall); await still(); return warnings")
            self.assertEqual(len(warnings), said, warnings)
            if said:
                self.assertTrue(warnings[0].startswith('<tatami-wall id="view"> has no height, so it scrolls with ' + ("<div>" if "inside" in address else "the window")), warnings)

    @unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
    def test_the_hook(self):
        for source, name in (("react/umd/react", "react-umd"), ("react-dom/umd/react-dom", "react-dom-umd")):
            shutil.copy(REACT / f"{source}.development.js", pathlib.Path(CLIENTS) / f"{name}.js")
        (pathlib.Path(CLIENTS) / "react-as-module.js").write_text(
            "export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")
        for place in ("", "?window", "?inside"):
            self.check(f"hook.html{place}")

    def test_an_item_in_sight_below_a_head_is_not_scrolled_to(self):
        for address in ("wall.html?virtual", "element.html?window", "wall.html?virtual&inside"):
            with self.subTest(address):
                self.open(address)
                out = self.run_script("""
                    await still();
                    const show = item => document.querySelector("tatami-wall")?.scrollToItem(0, item) ?? wall.scrollToItem(0, item);
                    const tops = [];
                    scroller().scrollTop = 400;
                    await still();
                    for (const item of [0, 1, 100, 20]) { await show(item); await still(); tops.push(scroller().scrollTop) }
                    return [tops, Math.round(box().bottom - box().top)];
                """)
                tops, height = out
                # Row 100 comes up to the lower edge, row 20 down to the upper one.
                self.assertEqual(tops, [400, 400, 600 + 6060 - height, 600 + 1200])

    def test_the_body_scrolls_if_the_page_says_so(self):
        for choice in ("", "&body"):
            with self.subTest(choice):
                self.open(f"body.html?{choice}")
                out = self.run_script("""
                    await still();
                    const first = [cells().length > 5 && cells().length < 100, top_of(0)];
                    document.body.scrollTop = 600 + 6000;
                    await still();
                    const middle = [seen()[0], top_of(100)];
                    await wall.scrollToItem(0, 500, "start");
                    await still();
                    return [first, middle, top_of(500), document.body.scrollTop];
                """)
                self.assertEqual(out, [[True, 600], [100, 0], 0, 600 + 30000])

    def test_an_update_moves_only_what_is_above_the_reader(self):
        self.open("wall.html?living")
        out = self.run_script("""
            await still();
            const tops = [];
            // The head is in sight: it stays.
            scroller().scrollTop = 300;
            await still();
            await wall.perform({ insert: [{ indexPath: [0, 0], items: [44] }] });
            tops.push(scroller().scrollTop);
            scroller().scrollTop = 600 + 44 + 6000;
            while (top_of(101) == null) await frame();
            await still();
            const at = top_of(101);
            await wall.perform({ insert: [{ indexPath: [0, 0], items: [44, 61] }] }, "first");
            wall.redraw();
            await still();
            tops.push(at, top_of(103), scroller().scrollTop);
            return tops;
        """)
        self.assertEqual(out, [300, 0, 0, 600 + 44 + 6000 + 105])

    def test_another_width_is_laid_out_with_the_reader_where_they_were(self):
        for address in ("wall.html?virtual", "wall.html?living"):
            with self.subTest(address):
                self.open(address)
                out = self.run_script("""
                    await still();
                    scroller().scrollTop = 600 + 6000;
                    await still();
                    document.getElementById("view").style.width = "500px";
                    while (cells()[0]?.offsetWidth !== 500) await frame();
                    await still();
                    return [sizes.length, sizes[0][0], top_of(100), scroller().scrollTop, cells()[0].offsetWidth];
                """)
                self.assertEqual(out, [1, 500, 0, 6600, 500])


if __name__ == "__main__":
    unittest.main()
