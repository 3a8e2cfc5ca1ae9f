"""No wall shifts what its reader sees: Chromium's own measure of it (`layout-shift`) stays 0 as walls load, scroll, jump and change their width."""
import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from living import CLIENTS  # noqa: E402
from test_packages import REACT  # noqa: E402
from walls import WallPage  # noqa: E402

# Sums all shifts, also those that a page's score leaves out because they follow an input.
HEAD = """<!doctype html><meta charset="utf-8"><style>body{margin:0;background:white} #view{width:900px;height:800px;overflow:hidden scroll}</style>
<script>
  window.shifts = [];
  new PerformanceObserver(list => shifts.push(...list.getEntries().map(one => [one.value, one.sources.map(({ node, previousRect: a, currentRect: b }) =>
      `${node?.className || node?.dataset?.key || node?.textContent} ${a.x},${a.y} > ${b.x},${b.y}`)]))).observe({ type: "layout-shift", buffered: true });
  window.frame = () => new Promise(requestAnimationFrame);
  window.pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
  // Everything has come: no request is under way, and the view is full of cells.
  window.flights = 0;
  const real = fetch;
  window.fetch = async (...asked) => { flights += 1; try { return await real(...asked) } finally { flights -= 1 } };
  window.full = () => {
    const { top, bottom } = view.getBoundingClientRect(), boxes = cells().map(one => one.getBoundingClientRect());
    const middle = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    return boxes.some(box => box.top <= middle && middle <= box.bottom + 20);
  };
  window.still = async () => { do { await frame(); await frame() } while (flights > 0 || !full()); await pause(60) };
  window.photos = (width, count = 100000) => ({ container: { width, height: 800 },
    layout: { type: "waterfall", columns: { minWidth: 160 }, spacing: 8 }, items: Array.from({ length: count }, (_, n) => [300, 200 + 37 * n % 300]) });
  window.rows = width => ({ container: { width, height: 800 }, layout: { type: "list", rowHeight: 60 }, items: 700001 });
</script>
"""

WALL = HEAD + """<div id="view"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { VirtualWall } from "./wall/virtual-wall.js";
  import { LivingWall } from "./wall/living-wall.js";
  const Kind = location.search.includes("living") ? LivingWall : VirtualWall, make = location.search.includes("rows") ? rows : photos;
  const view = window.view = document.getElementById("view"), client = window.client = new TatamiClient("SERVICE");
  const wall = window.wall = new Kind(view, (node, { indexPath }) => { node.textContent = indexPath[1]; node.style.background = "silver" });
  window.cells = () => [...wall.content.children];
  const documentFor = make, onResize = Kind === LivingWall ? width => ({ container: { width, height: 800 } }) : documentFor;
  await wall.show(await client.layout(documentFor(view.clientWidth)), { onResize });
  window.ready = true;
</script>"""

ELEMENT = HEAD + """<tatami-wall id="view" src="SERVICE"><template><b style="background:silver">{index}</b></template></tatami-wall>
<script type="module">
  import "./wall/tatami-wall.js";
  const view = window.view = document.getElementById("view");
  window.cells = () => [...view.querySelectorAll(":scope > [role=article]")];
  view.document = ({ width }) => photos(width);
  window.ready = true;
</script>"""

HOOK = HEAD + """<script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script><div id="root"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { useTatamiWall } from "./react/react.js";
  const h = React.createElement, client = new TatamiClient("SERVICE"), made = ({ width }) => photos(width);
  function Wall() {
    const wall = useTatamiWall({ client, document: made });
    return h("div", { ...wall.viewport, id: "view" }, h("div", wall.content,
      wall.items.map(item => h("article", { key: item.key, ...item.props }, item.index)),
      wall.placeholders.map(box => h("div", { key: box.key, ...box.props, className: "box" }))));
  }
  window.cells = () => [...document.querySelectorAll("article")];
  ReactDOM.createRoot(document.getElementById("root")).render(h(React.StrictMode, null, h(Wall)));
  while (document.getElementById("view") === null) await frame();
  window.view = document.getElementById("view");
  window.ready = true;
</script>"""


class Shift(WallPage):
    pages = {"wall.html": WALL, "element.html": ELEMENT, "hook.html": HOOK}

    def taken(self):
        """The shifts since the last call: their sum, and what moved."""
        shifts = self.run_script("await still(); return shifts.splice(0)")
        return sum(value for value, _ in shifts), [source for _, sources in shifts for source in sources][:6]

    def wheel(self, by):
        to = self.page.execute_script("return view.scrollTop") + by
        for _ in range(by // 300):
            self.page.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": 400, "y": 300, "deltaX": 0, "deltaY": 300})
            self.run_script("await frame()")
        self.run_script(f"while (view.scrollTop < {to} - 1) await frame()")

    def check(self, address):
        found = {}
        for load in range(3):
            self.open(address)
            found[f"load {load + 1}"] = self.taken()
        self.wheel(12000)
        found["wheel"] = self.taken()
        for name, to in (("jump", "view.scrollHeight / 2"), ("jump to the end", "view.scrollHeight"), ("jump back", "2000")):
            self.run_script(f"view.scrollTop = {to}")
            found[name] = self.taken()
        for width in (640, 1000):
            # Longer than Chromium leaves out the shifts after a change of size.
            self.run_script(f"await pause(600); view.style.width = '{width}px'; await pause(100)")
            found[f"{width} px wide"] = self.taken()
        print(address, {name: round(value, 4) for name, (value, _) in found.items()})
        self.assertEqual({name: told for name, told in found.items() if told[0] > 0}, {})

    def test_the_virtual_wall(self):
        self.check("wall.html")

    def test_the_living_wall(self):
        self.check("wall.html?living")

    def test_the_element(self):
        self.check("element.html")

    @unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
    def test_the_hook(self):
        for source, name in (("react/umd/react", "react-umd"), ("react-dom/umd/react-dom", "react-dom-umd")):
            shutil.copy(REACT / f"{source}.development.js", pathlib.Path(CLIENTS) / f"{name}.js")
        (pathlib.Path(CLIENTS) / "react-as-module.js").write_text(
            "export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")
        self.check("hook.html")

    def test_42_million_points_of_rows_in_walls_of_16_million_pixels(self):
        for address in ("wall.html?rows", "wall.html?rows&living"):
            with self.subTest(address):
                self.check(address)


if __name__ == "__main__":
    unittest.main()
