"""A reader's place: it survives a reload, a way back and a route of a single-page app; a link leads to an item."""
import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from living import CLIENTS  # noqa: E402
from test_packages import REACT  # noqa: E402
from walls import WallPage  # noqa: E402

HEAD = """<!doctype html><meta charset="utf-8"><style>body{margin:0} header{height:300px;background:tan} a{position:fixed;top:0;z-index:9}</style>
<script>
  window.frame = () => new Promise(requestAnimationFrame);
  window.flights = 0;
  const real = fetch;
  window.fetch = async (...one) => { flights += 1; try { return await real(...one) } finally { flights -= 1 } };
  window.photos = width => ({ container: { width, height: 700 }, layout: { type: "waterfall", columns: { minWidth: 160 }, spacing: 8 },
    items: Array.from({ length: 3000 }, (_, n) => ({ id: `photo-${n}`, width: 300, height: 200 + 37 * n % 300 })) });
  // What is in sight, with the pixel at which it is.
  window.seen = () => cells().map(one => [one.textContent, Math.round(one.getBoundingClientRect().top)]).filter(([, top]) => top > 0 && top < 700).sort((a, b) => a[1] - b[1]);
  window.still = async () => { for (let quiet = 0; quiet < 8; quiet = flights > 0 || cells().length === 0 ? 0 : quiet + 1) await frame() };
</script><a href="other.html">elsewhere</a>
"""
WALL = HEAD + """<header></header><div id="view"></div><script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { Wall } from "./wall/wall.js";
  const view = document.getElementById("view"), client = new TatamiClient("SERVICE");
  window.cells = () => [...wall.content.children];
  // A route of a single-page app: the wall is removed and made again.
  window.mount = async () => {
    window.wall = new Wall(view, (node, { indexPath }) => { node.textContent = indexPath[1] }, { scroller: "window", ...window.options });
    await wall.show(await client.layout(photos(view.clientWidth)), { onResize: photos });
  };
  window.unmount = () => wall.destroy();
  await mount();
  window.ready = true;
</script>"""
ELEMENT = HEAD + """<header></header><script type="module">
  import "./wall/tatami-wall.js";
  window.cells = () => [...document.querySelectorAll("tatami-wall > [role=article]")];
  window.mount = () => {
    const wall = window.wall = document.createElement("tatami-wall");
    wall.innerHTML = "<template>{index}</template>";
    wall.setAttribute("scroller", "window");
    wall.setAttribute("src", "SERVICE");
    wall.document = ({ width }) => photos(width);
    document.body.append(wall);
  };
  window.unmount = () => wall.remove();
  mount();
  window.ready = true;
</script>"""
HOOK = HEAD + """<header></header><div id="root"></div><script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { useTatamiWall } from "./react/react.js";
  const h = React.createElement, client = new TatamiClient("SERVICE"), made = ({ width }) => photos(width);
  function Wall() {
    const wall = window.wall = useTatamiWall({ client, document: made, scroller: "window" });
    return h("div", wall.viewport, h("div", wall.content, wall.items.map(item => h("article", { key: item.key, ...item.props }, item.index))));
  }
  window.cells = () => [...document.querySelectorAll("article")];
  let root;
  window.mount = () => { root = ReactDOM.createRoot(document.getElementById("root")); root.render(h(React.StrictMode, null, h(Wall))) };
  window.unmount = () => root.unmount();
  mount();
  window.ready = true;
</script>"""
OTHER = "<!doctype html><title>elsewhere</title><script>window.ready = true</script><p>Another page.</p>"


class Places:
    """The tests of each kind of wall."""
    name = None
    pages = {"wall.html": WALL, "element.html": ELEMENT, "hook.html": HOOK, "other.html": OTHER}
    size = (900, 800)
    # Pages that are left are loaded again.
    flags = ("--disable-features=BackForwardCache",)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for source, name in (("react/umd/react", "react-umd"), ("react-dom/umd/react-dom", "react-dom-umd")):
            if (REACT / f"{source}.development.js").exists():
                shutil.copy(REACT / f"{source}.development.js", pathlib.Path(CLIENTS) / f"{name}.js")
        (pathlib.Path(CLIENTS) / "react-as-module.js").write_text(
            "export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")

    def ready(self):
        self.run_script("while (!window.ready) await new Promise(resolve => setTimeout(resolve, 5))")

    def seen(self):
        return self.run_script("await still(); return seen()")

    def scroll(self, top):
        # Until the wall has saved the place.
        self.run_script("""
            await still();
            scrollTo(0, args[0]);
            const saved = () => Object.values(history.state?.tatamiWalls ?? {})[0], place = () => wall.state();
            do await still(); while (saved()?.y !== place()?.y || String(saved()?.indexPath) !== String(place()?.indexPath))""", top)
        return self.seen()

    def until(self, expected):
        self.run_script("""
            const until = performance.now() + 10000;
            do await still(); while (JSON.stringify(seen()) !== JSON.stringify(args[0]) && performance.now() < until)""", expected)
        self.assertEqual(self.seen(), expected)

    def test_a_reload_rests_on_the_same_pixel(self):
        self.open(self.name)
        before = self.scroll(23457)
        self.assertGreater(len(before), 8)
        self.page.refresh()
        self.ready()
        self.until(before)

    def test_two_clicks_away_and_back(self):
        self.open(self.name)
        before = self.scroll(31234)
        self.page.find_element("tag name", "a").click()
        self.run_script("while (document.title !== 'elsewhere') await new Promise(resolve => setTimeout(resolve, 5))")
        self.page.get(f"{self.origin}/other.html?2")
        self.page.back()
        self.page.back()
        self.ready()
        self.until(before)

    def test_a_route_of_a_single_page_app(self):
        self.open(self.name)
        before = self.scroll(12345)
        self.run_script("history.pushState({}, '', '?route'); unmount(); scrollTo(0, 0); await frame(); await frame()")
        self.run_script("await new Promise(resolve => { addEventListener('popstate', resolve, { once: true }); history.back() }); await mount()")
        self.until(before)

    def test_a_link_leads_to_an_item(self):
        self.page.get("about:blank")
        self.page.get(f"{self.origin}/{self.name}#item=photo-1500")
        self.ready()
        self.run_script("while (!cells().some(one => one.textContent === '1500' && Math.abs(one.getBoundingClientRect().top) < 1)) await frame()")

    def test_a_link_that_is_none_begins_at_the_start(self):
        for link in ("%", "nobody"):
            self.page.get("about:blank")
            self.page.get(f"{self.origin}/{self.name}#item={link}")
            self.ready()
            self.assertEqual(self.seen()[0], ["0", 300])
        self.assertEqual([one for one in self.page.get_log("browser") if "URIError" in one["message"]], [])

    def test_a_place_goes_to_another_document(self):
        """The item is found by its id, wherever it is now."""
        self.open(self.name)
        self.scroll(8000)
        out = self.run_script("""
            const place = wall.state(), moved = JSON.parse(JSON.stringify(place));
            scrollTo(0, 40000);
            await still();
            // As if items had been inserted before it.
            moved.indexPath = [0, moved.indexPath[1] + 7];
            await wall.restore(moved);
            await still();
            return [place, wall.state(), JSON.stringify(place).length];
        """)
        self.assertEqual(out[0]["id"], out[1]["id"])
        self.assertLess(max(abs(out[0][side] - out[1][side]) for side in "xy"), 1)
        self.assertLess(out[2], 120)


class PlacesOfWall(Places, WallPage):
    name = "wall.html"

    def test_where_a_page_begins(self):
        self.open("wall.html")
        for options, item in (("{ initialItem: [0, 800] }", "800"), ("{ initialItem: 'photo-900' }", "900")):
            self.run_script(f"unmount(); history.replaceState(null, ''); scrollTo(0, 0); options = {options}; await mount(); await still()")
            self.assertLess(self.run_script("return Math.abs(cells().find(one => one.textContent === args[0]).getBoundingClientRect().top)", item), 1)
        self.run_script("unmount(); history.replaceState(null, ''); scrollTo(0, 0); options = { initialOffset: 5000 }; await mount(); await still()")
        self.assertEqual(self.run_script("return scrollY"), 5300)


class PlacesOfElement(Places, WallPage):
    name = "element.html"


@unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
class PlacesOfHook(Places, WallPage):
    name = "hook.html"


if __name__ == "__main__":
    unittest.main()
