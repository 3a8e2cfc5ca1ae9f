"""Endless feeds and placeholders: walls tell that the end comes near, and items show something until their images have come."""
import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from living import CLIENTS, ROOT  # noqa: E402
from test_packages import REACT  # noqa: E402
from walls import WallPage  # noqa: E402

HEAD = """<!doctype html><meta charset="utf-8"><style>body{margin:0} #view{width:300px;height:600px;overflow:hidden auto}</style>
<script>
  window.frame = () => new Promise(requestAnimationFrame);
  window.flights = 0;
  const real = fetch;
  window.fetch = async (...one) => { flights += 1; try { return await real(...one) } finally { flights -= 1 } };
  window.still = async () => { for (let quiet = 0; quiet < 6; quiet = flights > 0 ? 0 : quiet + 1) await frame() };
  window.rows = (width, items) => ({ container: { width, height: 600 }, layout: { type: "list", rowHeight: 60 }, items });
  window.told = 0;
</script>
"""
WALL = HEAD + """<div id="view"></div><script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { LivingWall } from "./wall/living-wall.js";
  const view = window.view = document.getElementById("view"), client = window.client = new TatamiClient("SERVICE");
  window.wall = new LivingWall(view, (node, { indexPath }) => { node.textContent = indexPath[1] });
  window.ready = true;
</script>"""
ELEMENT = HEAD + """<tatami-wall id="view" src="SERVICE" end-distance="600"><template kind="placeholder"><i style="display:block;height:100%;background:{colour}"></i></template>
<template><img src="{src}" alt="{index}"></template></tatami-wall>
<script type="module">
  import "./wall/tatami-wall.js";
  const view = window.view = document.getElementById("view");
  view.addEventListener("endreached", () => { told += 1 });
  view.document = ({ width }) => rows(width, 100);
  window.ready = true;
</script>"""
HOOK = HEAD + """<div id="root"></div><script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { useTatamiWall } from "./react/react.js";
  const h = React.createElement, client = new TatamiClient("SERVICE");
  function Wall() {
    const [count, setCount] = React.useState(100);
    const document = React.useCallback(({ width }) => rows(width, count), [count]);
    const wall = useTatamiWall({ client, document, endDistance: 600, onEndReached: () => { told += 1; setCount(count + 100) } });
    return h("div", { ...wall.viewport, id: "view" }, h("div", wall.content, wall.items.map(item => h("article", { key: item.key, ...item.props }, item.index))));
  }
  ReactDOM.createRoot(document.getElementById("root")).render(h(React.StrictMode, null, h(Wall)));
  while (document.querySelector("article") === null) await frame();
  window.view = document.getElementById("view");
  window.ready = true;
</script>"""


class Endless(WallPage):
    pages = {"wall.html": WALL, "element.html": ELEMENT, "hook.html": HOOK, "endless.html": (ROOT / "Examples/recipes/endless.html").read_text()}

    def test_a_wall_tells_once_that_the_end_comes_near(self):
        self.open("wall.html")
        out = self.run_script("""
            let fails = true;
            const errors = [], counts = [];
            await wall.show(await client.layout(rows(300, 100)), { endDistance: 1200, onError: error => errors.push(String(error)), onEndReached: async () => {
                told += 1;
                if (fails) throw new Error("no network");
                await wall.perform({ append: [{ items: Array(50).fill(60) }] });
            } });
            await still();
            counts.push(told);
            view.scrollTop = 6000 - 600 - 1300;
            await still();
            counts.push(told);
            // One that fails is called again at the next step.
            view.scrollTop += 100;
            await still();
            counts.push(told);
            fails = false;
            view.scrollTop += 10;
            await still();
            counts.push(told, wall.current.summary.itemCount);
            for (let step = 0; step < 40; step += 1) { view.scrollTop += 300; await still() }
            counts.push(told, wall.current.summary.itemCount);
            return [counts, errors, wall.content.offsetHeight];
        """)
        counts, errors, height = out
        self.assertEqual(counts[:5], [0, 0, 1, 2, 150])
        self.assertEqual(errors, ["Error: no network"])
        self.assertGreater(counts[6], 250)
        # Each call has appended 50 items.
        self.assertEqual(counts[6], 100 + 50 * (counts[5] - 1))
        self.assertEqual(height, 60 * counts[6])

    def test_a_feed_that_does_not_fill_the_view_is_told_of_at_once(self):
        self.open("wall.html")
        out = self.run_script("""
            await wall.show(await client.layout(rows(300, 3)), { onEndReached: () => { told += 1; return wall.perform({ append: [{ items: 10 }] }) } });
            await still();
            return [told, wall.current.summary.itemCount];
        """)
        # 10 rows a screen, and a screen below.
        self.assertEqual(out, [2, 23])

    def test_the_element_tells_by_an_event(self):
        self.open("element.html")
        out = self.run_script("""
            await still();
            const counts = [told];
            view.scrollTop = 6000;
            await still();
            counts.push(told);
            view.scrollTop -= 50;
            await still();
            view.document = ({ width }) => rows(width, 200);
            await still();
            counts.push(told);
            view.scrollTop = 12000;
            await still();
            return [...counts, told];
        """)
        self.assertEqual(out, [0, 1, 1, 2])

    @unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
    def test_the_hook_tells_by_a_callback(self):
        for source, name in (("react/umd/react", "react-umd"), ("react-dom/umd/react-dom", "react-dom-umd")):
            shutil.copy(REACT / f"{source}.development.js", pathlib.Path(CLIENTS) / f"{name}.js")
        (pathlib.Path(CLIENTS) / "react-as-module.js").write_text(
            "export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")
        self.open("hook.html")
        out = self.run_script("""
            await still();
            const first = told;
            view.scrollTop = 6000;
            await still();
            const top = view.scrollTop, second = told;
            view.scrollTop = 60000;
            await still();
            return [first, second, top, told, document.querySelector("article:last-of-type").ariaSetSize];
        """)
        self.assertEqual(out, [0, 1, 5400, 2, "300"])

    def test_an_item_shows_its_placeholder_until_its_image_has_come(self):
        self.open("element.html")
        out = self.run_script("""
            const picture = n => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="60" height="${20 + n}"/>`;
            const wall = view, colours = () => [...wall.querySelectorAll("[role=article] i")].map(one => one.style.background);
            // One that never comes, one that fails, and one that is there at once.
            wall.data = [{ colour: "tan", src: "/never" }, { colour: "teal", src: "/missing.png" }, { colour: "navy", src: picture(1) }];
            wall.document = ({ width }) => ({ ...rows(width, 3), items: [60, 61, 62] });
            // The failed one fails over the network, so the page waits until its placeholder is gone.
            do await still(); while (colours().length !== 1);
            const height = wall.querySelector("[role=article] i")?.offsetHeight;
            return [colours(), height];
        """)
        self.assertEqual(out, [["tan"], 60])

    def test_the_recipes_feed_grows_with_the_page(self):
        self.page.get("about:blank")
        self.page.get(f"{self.origin}/endless.html?service={self.service.url}")
        out = self.run_script("""
            const until = async test => { while (!test()) await new Promise(requestAnimationFrame) };
            const cells = () => [...document.querySelectorAll("#feed [role=article]")], last = () => Math.max(...cells().map(one => Number(one.textContent)));
            await until(() => cells().length > 10);
            const before = document.documentElement.scrollHeight;
            for (let step = 0; step < 30; step += 1) { scrollBy(0, 400); await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame) }
            await until(() => last() > 150);
            return [document.documentElement.scrollHeight > before, cells().length < 200, cells().every(one => one.style.getPropertyValue("--hue") !== "0" || one.textContent === "0" || Number(one.textContent) * 37 % 360 === 0)];
        """)
        self.assertEqual(out, [True, True, True])


if __name__ == "__main__":
    unittest.main()
