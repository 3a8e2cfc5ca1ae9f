"""Walls for readers of screens and keyboards: a feed of articles with names, and one tab stop."""
import pathlib
import shutil
import sys
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from living import CLIENTS  # noqa: E402
from test_packages import REACT  # noqa: E402
from walls import WallPage  # noqa: E402

HEAD = """<!doctype html><meta charset="utf-8"><style>body{margin:0} #view{width:300px;height:500px;overflow:hidden auto}</style>
<script>
  window.frame = () => new Promise(requestAnimationFrame);
  window.flights = 0;
  const real = fetch;
  window.fetch = async (...one) => { flights += 1; try { return await real(...one) } finally { flights -= 1 } };
  window.items = () => [...document.querySelectorAll("[role=article]")];
  window.still = async () => { for (let quiet = 0; quiet < 6; quiet = flights > 0 || items().length === 0 ? 0 : quiet + 1) await frame() };
  window.photos = width => ({ container: { width, height: 500 }, layout: { type: "list", rowHeight: 80 }, items: 500 });
  window.picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'/>";
  // Of four items one is named by a mark with a text, one by a mark on its title, one by its heading, one by its image.
  window.bodies = [n => `<p data-label="Photo ${n}">anything</p>`, n => `<p>before</p><b data-label>Photo ${n}</b>`, n => `<h3>Photo ${n}</h3>`, n => `<img src="${picture}" alt="Photo ${n}">`];
</script><a href="#" id="first">before</a>
"""
WALL = HEAD + """<div id="view"></div><a href="#" id="last">after</a><script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { Wall } from "./wall/wall.js";
  const view = document.getElementById("view"), client = new TatamiClient("SERVICE");
  const wall = window.wall = new Wall(view, (node, { indexPath: [, n] }) => { node.innerHTML = bodies[n % 4](n) });
  await wall.show(await client.layout(photos(view.clientWidth)));
  window.ready = true;
</script>"""
ELEMENT = HEAD + """<tatami-wall id="view" src="SERVICE"></tatami-wall><a href="#" id="last">after</a><script type="module">
  import "./wall/tatami-wall.js";
  const view = document.getElementById("view");
  view.addEventListener("draw", ({ detail: { node, attributes: { indexPath: [, n] } } }) => { node.innerHTML = bodies[n % 4](n) });
  view.document = ({ width }) => photos(width);
  window.ready = true;
</script>"""
HOOK = HEAD + """<div id="root"></div><a href="#" id="last">after</a><script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { useTatamiWall } from "./react/react.js";
  const h = React.createElement, client = new TatamiClient("SERVICE"), made = ({ width }) => photos(width);
  function Wall() {
    const wall = useTatamiWall({ client, document: made });
    return h("div", { ...wall.viewport, id: "view" }, h("div", wall.content,
      wall.items.map(item => h("article", { key: item.key, ...item.props, "aria-label": `Photo ${item.index}` }, "a photo"))));
  }
  ReactDOM.createRoot(document.getElementById("root")).render(h(React.StrictMode, null, h(Wall)));
  window.ready = true;
</script>"""


class Accessible:
    """The tests of each kind of wall."""
    name = None

    def tree(self):
        return self.page.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]

    def focused(self):
        return self.run_script("""
            const one = document.activeElement, label = one.getAttribute("aria-labelledby");
            return one.id || (one.ariaLabel ?? document.getElementById(label)?.textContent)""")

    def press(self, *keys):
        ActionChains(self.page, duration=0).send_keys(*keys).perform()

    def until(self, expected):
        self.run_script("""
            const until = performance.now() + 10000, told = () => { const one = document.activeElement;
                return one.id || (one.ariaLabel ?? document.getElementById(one.getAttribute("aria-labelledby"))?.textContent) };
            while (told() !== args[0] && performance.now() < until) await frame()""", expected)
        self.assertEqual(self.focused(), expected)

    def show(self):
        self.open(self.name)
        self.run_script("await still()")

    def test_a_feed_of_articles_with_names(self):
        self.show()
        tree = [one for one in self.tree() if not one["ignored"]]
        feeds = [one for one in tree if one["role"]["value"] == "feed"]
        self.assertEqual(len(feeds), 1)
        articles = [one for one in tree if one["role"]["value"] == "article"]
        names = [one["name"]["value"] for one in articles]
        self.assertGreater(len(names), 6)
        self.assertEqual(names, [f"Photo {n}" for n in range(len(names))])
        self.assertEqual(self.run_script("return items().slice(0, 3).map(one => [one.ariaPosInSet, one.ariaSetSize])"), [["1", "500"], ["2", "500"], ["3", "500"]])

    def test_one_tab_stop_and_keys_that_lead_from_item_to_item(self):
        self.show()
        self.run_script("document.getElementById('first').focus()")
        self.press(Keys.TAB)
        self.until("Photo 0")
        self.press(Keys.TAB)
        self.until("last")
        ActionChains(self.page, duration=0).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
        self.until("Photo 0")
        # The keys' code may be loaded by the first focus.
        for keys, expected in ((Keys.ARROW_DOWN, "Photo 1"), (Keys.ARROW_RIGHT, "Photo 2"), (Keys.ARROW_UP, "Photo 1"), (Keys.END, "Photo 499"), (Keys.HOME, "Photo 0")):
            self.press(keys)
            self.until(expected)
        self.press(Keys.ARROW_DOWN)
        self.until("Photo 1")
        # The stop follows the reader.
        self.press(Keys.TAB)
        self.until("last")
        self.assertEqual(self.run_script("return items().filter(one => one.tabIndex === 0).length"), 1)


class AccessibleWall(Accessible, WallPage):
    pages = {"page.html": WALL}
    name = "page.html"


class AccessibleElement(Accessible, WallPage):
    pages = {"page.html": ELEMENT}
    name = "page.html"


@unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
class AccessibleHook(Accessible, WallPage):
    pages = {"page.html": HOOK}
    name = "page.html"

    def setUp(self):
        super().setUp()
        for source, name in (("react/umd/react", "react-umd"), ("react-dom/umd/react-dom", "react-dom-umd")):
            shutil.copy(REACT / f"{source}.development.js", pathlib.Path(CLIENTS) / f"{name}.js")
        (pathlib.Path(CLIENTS) / "react-as-module.js").write_text(
            "export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")


if __name__ == "__main__":
    unittest.main()
