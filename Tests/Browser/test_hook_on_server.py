"""The React hook on a server: its list is in the first HTML, and the browser continues with it without a warning."""
import json
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE  # noqa: E402
from test_packages import REACT, Pages  # noqa: E402

COMPONENT = """
const words = (n) => `Photo ${n}`, h = React.createElement;
const captioned = ({ width, height }) => ({ container: { width, height }, textStyles: { caption: { fontFamily: "Inter", fontSize: 13, lineHeight: 18 } },
  layout: { type: "waterfall", columns: { minWidth: 140 }, spacing: 8, body: { insets: { top: 4 } } },
  items: Array.from({ length: COUNT }, (_, n) => ({ width: 300, height: 200 + 37 * n % 300, body: `Sunset ${n} over the hill behind the temple` })) });
const make = KIND === "captions" ? captioned : ({ width, height }) => ({ container: { width, height }, layout: { type: "waterfall", columns: { minWidth: 140 }, spacing: 8 }, items: Array.from({ length: COUNT }, (_, n) => [300, 200 + 37 * n % 300]) });
function Wall({ client, initialLayout, initialTexts }) {
  const wall = useTatamiWall({ client, document: make, initialLayout, initialTexts });
  globalThis.wall = wall;
  return h("div", { ...wall.viewport, className: "view" }, h("ul", { className: "wall", ...wall.content },
    wall.items.map((item) => h("li", { key: item.key, ...item.props }, item.body === undefined ? words(item.index) : [
      h("i", { key: "picture", style: { display: "block", height: item.imageHeight } }),
      h("div", { key: "body", ...item.body.props }, item.body.blocks.map(({ key, props, text }) => h("p", { key, ...props }, text)))]))));
}
const page = (props) => h(React.StrictMode, null, h(Wall, props));
"""
SERVER = """
import { createRequire } from "node:module";
import { TatamiClient } from "./client/tatami-client.js";
import { useTatamiWall } from "./react/react.js";
import { Texts } from "./wall/texts.js";
const require = createRequire(import.meta.url), React = require("react"), { renderToString, renderToPipeableStream } = require("react-dom/server");
const said = [];
console.error = (...all) => said.push(all.join(" "));
COMPONENT
const client = new TatamiClient("BASE"), size = { width: WIDTH, height: 500 };
let initialLayout, initialTexts, sheet = "", styles = "";
if (KIND === "captions") {
  initialTexts = new Texts(make(size));
  styles = `<style data-tatami-texts="${initialTexts.scope}">${await initialTexts.rules(client)}</style>`;
}
if (KIND === "frames" || KIND === "captions") {
  const { layout, attributes } = await client.layout(make(size), { rect: [0, 0, size.width, size.height] });
  initialLayout = JSON.parse(JSON.stringify({ ...layout.summary, attributes }));
} else if (KIND === "sheet") {
  initialLayout = { itemCounts: [COUNT] };
  const answer = await fetch("BASE/v1/layouts?rect=all&format=css&unit=percent&selector=.wall&widths=300,600,900", { method: "POST", body: JSON.stringify(make(size)) });
  sheet = await answer.text();
}
const html = renderToString(page({ client, initialLayout, initialTexts }));
process.stdout.write(JSON.stringify({ kind: KIND, html, styles, initialLayout: initialLayout ?? null, sheet, said }));
"""
PAGE = """<!doctype html><meta charset="utf-8"><style>body{margin:0} .view{width:WIDTHpx;height:500px;overflow:hidden auto;scrollbar-width:none} ul{margin:0;padding:0;list-style:none} li{background:silver}</style>
<style>@font-face { font-family: Inter; src: url(Inter-Regular.otf) } SHEET</style>STYLES
<script>
  window.shifts = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shifts += value }).observe({ type: "layout-shift", buffered: true });
</script>
<div id="root">HTML</div>
<script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { useTatamiWall } from "./react/react.js";
  import { Texts } from "./wall/texts.js";
  COMPONENT
  window.paragraphs = [...document.querySelectorAll("p")];
  window.early = [...document.querySelectorAll("li")].map((one) => [one.textContent, ...["left", "top", "width", "height"].map((side) => Math.round(one.getBoundingClientRect()[side]))]);
  window.kept = document.querySelector("li");
  window.errors = [];
  ReactDOM.hydrateRoot(document.getElementById("root"), page({ client: new TatamiClient("BASE_OF_PAGE"), initialLayout: INITIAL,
    initialTexts: KIND === "captions" ? new Texts(make({ width: WIDTH, height: 500 })) : undefined }), { onRecoverableError: (error) => errors.push(String(error)) });
</script>"""


@unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
class Server(Pages):
    COUNT = 60

    def setUp(self):
        for source, name in (("react/umd/react", "react-umd"), ("react-dom/umd/react-dom", "react-dom-umd")):
            shutil.copy(REACT / f"{source}.development.js", self.folder / f"{name}.js")
        (self.folder / "react-as-module.js").write_text("export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")
        (self.folder / "package.json").write_text('{"type":"module"}')
        shutil.copy("/usr/share/fonts/opentype/inter/Inter-Regular.otf", self.folder)
        modules = self.folder / "node_modules"
        modules.mkdir(exist_ok=True)
        for name in ("react", "react-dom", "scheduler"):
            if (REACT / name).exists() and not (modules / name).exists():
                # Copied: through a link, Node would look for the others beside the link's target.
                shutil.copytree(REACT / name, modules / name)

    def render(self, kind, width=600):
        text = SERVER.replace("COMPONENT", COMPONENT)
        for name, value in (("KIND", json.dumps(kind)), ("COUNT", str(self.COUNT)), ("BASE", BASE), ("WIDTH", str(width))):
            text = text.replace(name, value)
        (self.folder / "server.mjs").write_text(text)
        done = subprocess.run(["node", "server.mjs"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def hydrate(self, out, width=600):
        text = PAGE.replace("COMPONENT", COMPONENT)
        for name, value in (("STYLES", out["styles"]), ("KIND", json.dumps(out["kind"])), ("BASE_OF_PAGE", self.service.url), ("COUNT", str(self.COUNT)), ("WIDTH", str(width)), ("HTML", out["html"]),
                            ("SHEET", out["sheet"]), ("INITIAL", json.dumps(out["initialLayout"]) if out["initialLayout"] else "undefined")):
            text = text.replace(name, value)
        self.open(text)
        self.wait("window.wall?.layout !== undefined")
        self.page.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))")
        return self.js("""return { early, errors, shifts, isKept: kept === document.querySelector("li"), count: document.querySelectorAll("li").length,
            now: [...document.querySelectorAll("li")].map((one) => [one.textContent, ...["left", "top", "width", "height"].map((side) => Math.round(one.getBoundingClientRect()[side]))]) }""")

    def test_without_an_initial_layout_the_list_is_empty_and_hydrates(self):
        out = self.render("none")
        self.assertNotIn("<li", out["html"])
        self.assertEqual(out["said"], [])
        told = self.hydrate(out)
        self.assertGreater(told["count"], 5)
        self.assertEqual([told["errors"], self.errors()], [[], []])

    def test_a_servers_frames_are_in_the_first_html_and_stay(self):
        out = self.render("frames")
        self.assertEqual(out["said"], [])
        self.assertIn("Photo 3</li>", out["html"])
        self.assertIn(f'aria-setsize="{self.COUNT}"', out["html"])
        told = self.hydrate(out)
        self.assertGreater(len(told["early"]), 5)
        self.assertEqual(told["now"][:len(told["early"])], told["early"])
        self.assertEqual([told["errors"], self.errors(), told["isKept"], told["shifts"]], [[], [], True, 0])

    def test_another_width_than_the_servers_moves_items_without_a_shift(self):
        out = self.render("frames", 390)
        told = self.hydrate(out, 600)
        self.assertNotEqual(told["now"][:5], told["early"][:5])
        self.assertEqual([told["errors"], self.errors(), told["isKept"], told["shifts"]], [[], [], True, 0])

    def test_a_sheet_places_the_items_until_their_frames_come(self):
        out = self.render("sheet")
        self.assertEqual(out["said"], [])
        self.assertEqual(out["html"].count("<li"), self.COUNT)
        self.assertNotIn("translate", out["html"])
        told = self.hydrate(out)
        seen = [one for one in told["early"] if one[2] < 500]
        self.assertGreater(len(seen), 5)
        # Four decimals of a percentage are a part of a pixel.
        for now, before in zip(told["now"], seen):
            self.assertEqual(now[0], before[0])
            self.assertLessEqual(max(abs(one - other) for one, other in zip(now[1:], before[1:])), 1)
        self.assertEqual([told["errors"], self.errors(), told["isKept"]], [[], [], True])
        self.assertLess(told["shifts"], 0.001)

    def test_captions_are_in_the_first_html_and_stay(self):
        out = self.render("captions")
        self.assertEqual(out["said"], [])
        self.assertIn('<p class="tatami-text-caption">Sunset 3 over the hill', out["html"])
        told = self.hydrate(out)
        self.assertGreater(len(told["early"]), 5)
        self.assertEqual(told["now"][:len(told["early"])], told["early"])
        self.assertEqual([told["errors"], self.errors(), told["isKept"], told["shifts"]], [[], [], True, 0])
        # The first paint had the captions in the service's styles, which the page has not fetched again.
        self.assertEqual(self.js("return [document.adoptedStyleSheets.length, paragraphs.length > 5, paragraphs.every(one => one.isConnected)]"), [0, True, True])
        overflowing = self.js("return [...document.querySelectorAll('li')].filter(one => one.scrollHeight > one.clientHeight + 1).length")
        self.assertEqual(overflowing, 0)


if __name__ == "__main__":
    unittest.main()
