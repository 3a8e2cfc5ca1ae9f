"""Effects by scroll position: style sheets and walls show at every scroll position what the service answers as JSON."""
import json
import math
import pathlib
import re
import shutil
import sys
import unittest
import urllib.parse
import urllib.request

from selenium.webdriver.common.action_chains import ActionChains

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, browser  # noqa: E402
from test_packages import PLACES, REACT, Pages  # noqa: E402

POSITIONS = 40
# Half a percent of a curve's range.
TOLERANCE = 0.005
VIEW = 400
HEIGHTS = [80 + 53 * k % 240 for k in range(30)]

UPRIGHT = {"top": 300, "bottom": 300, "left": 300, "right": 300}
LYING = {"top": 100, "bottom": 100, "left": 300, "right": 300}

CAROUSEL = {"scale": [[-1.5, 0.7], [0, 1.1], [1.5, 0.7]], "alpha": [[-2, 0.1], [-0.5, 1], [0.5, 1], [2, 0.3]]}
COVER_FLOW = {"reference": "leading", "unit": "points", "rotation": [[-200, -40], [0, 0], [200, 40]],
              "translation": {"x": [[-300, -50], [0, 0], [100, 20]], "y": [[-100, 30], [250, -30]]},
              "zIndex": [[-301.7, -9], [0, 0], [301.7, -9]]}
PARALLAX = {"reference": "trailing", "unit": "viewport", "dim": [[-1, 0.8], [-0.25, 0], [0.5, 0.4]],
            "translation": {"y": [[-1, 200], [0, 0], [1, -100]]}}
MIDDLE = {"unit": "viewport", "scale": [[-0.5, 0.5], [0.5, 1.5]]}
LEADING = {"reference": "leading", "scale": [[0, 1], [1, 0.5]], "rotation": [[-1, 90], [2, -90]]}
CONSTANT = {"alpha": [[0, 0.25]], "zIndex": [[-1.013, -2], [1.017, 3]]}


def rows(*effects, **fields):
    return {"type": "list", "rowHeight": 120, "rowSpacing": 12, "sectionInset": UPRIGHT, "effects": effects, **fields}


def wall(layout, items=HEIGHTS, axis="vertical", direction="ltr"):
    return {"container": {"width": 900 if axis == "vertical" else VIEW, "height": VIEW, "direction": direction},
            "configuration": {"scrollDirection": axis}, "layout": layout, "items": items}


WALLS = {
    "carousel": wall(rows(CAROUSEL)),
    "two effects": wall(rows(CAROUSEL, COVER_FLOW)),
    "viewport": wall(rows(PARALLAX, MIDDLE)),
    "leading edges": wall(rows(LEADING, CONSTANT)),
    "waterfall": wall({"type": "waterfall", "columns": 3, "sectionInset": {"top": 400, "bottom": 400, "left": 0, "right": 0},
                       "effects": [CAROUSEL, COVER_FLOW]}),
    "horizontal": wall(rows(CAROUSEL, COVER_FLOW, sectionInset=LYING), axis="horizontal"),
    "right to left": wall(rows(CAROUSEL, COVER_FLOW, sectionInset=LYING), axis="horizontal", direction="rtl"),
    "lines right to left": wall(rows(COVER_FLOW, PARALLAX | {"translation": None}), direction="rtl"),
    "own orders": wall(rows(CONSTANT), items=[{"height": 90, "zIndex": k % 3} for k in range(30)]),
    "sections": {"container": {"width": 900, "height": VIEW}, "layout": rows(CAROUSEL),
                 "sections": [{"items": 4}, {"items": 3}, {"items": 5, "layout": rows(LEADING)},
                              {"items": 2, "layout": rows()}, {"items": 6}]},
}

PAGE = """const [sheet, count, width, height, isHorizontal, direction, positions] = arguments, done = arguments[7];
    const frame = document.createElement("iframe");
    frame.style.cssText = `border:0;width:${width}px;height:${height}px`;
    frame.srcdoc = `<!doctype html><style>html{direction:${direction};scroll-padding:40px;scrollbar-width:none}
        body{margin:0}${sheet}</style><div class="tatami">${"<div></div>".repeat(count)}</div>`;
    frame.onload = async () => {
        const page = frame.contentDocument.scrollingElement, cells = [...frame.contentDocument.querySelector(".tatami").children];
        const frames = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const told = [], length = isHorizontal ? page.scrollWidth - width : page.scrollHeight - height;
        for (let step = 0; step < positions; step += 1) {
            const offset = Math.round(length * step / (positions - 1));
            if (isHorizontal) page.scrollLeft = offset; else page.scrollTop = offset;
            await frames();
            told.push([page.scrollLeft, page.scrollTop, cells.map(cell => {
                const { opacity, scale, translate, rotate, zIndex, filter } = getComputedStyle(cell);
                const { left, top, width, height } = cell.getBoundingClientRect();
                return { opacity, scale, translate, rotate, zIndex, filter, box: [left, top, width, height] };
            })]);
        }
        frame.remove();
        done([length, told]);
    };
    document.body.append(frame);"""


def send(path, document):
    request = urllib.request.Request(f"{BASE}{path}", json.dumps(document).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode()


def get(path):
    with urllib.request.urlopen(f"{BASE}{path}") as answer:
        return json.load(answer)


def numbers(text):
    return [float(one) for one in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]


def matrix(style):
    """The matrix of a cell's individual transforms: scaled, then turned, then moved."""
    scale = 1 if style["scale"] == "none" else numbers(style["scale"])[0]
    angle = 0 if style["rotate"] == "none" else math.radians(numbers(style["rotate"])[0])
    x, y = [*([] if style["translate"] == "none" else numbers(style["translate"])), 0, 0][:2]
    return [scale * math.cos(angle), scale * math.sin(angle), -scale * math.sin(angle), scale * math.cos(angle), x, y]


class EffectsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = browser()
        cls.driver.set_script_timeout(60)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def compare(self, style, cell, bounds, place):
        self.assertAlmostEqual(float(style["opacity"]), cell.get("alpha", 1), delta=TOLERANCE, msg=place)
        brightness = 1 if style["filter"] == "none" else numbers(style["filter"])[0]
        self.assertAlmostEqual(1 - brightness, cell.get("dim", 0), delta=TOLERANCE, msg=place)
        order = 0 if style["zIndex"] == "auto" else int(style["zIndex"])
        self.assertEqual(order, cell["zIndex"], msg=place)
        expected = cell.get("transform", [1, 0, 0, 1, 0, 0])
        for found, value in zip(matrix(style)[:4], expected[:4]):
            self.assertAlmostEqual(found, value, delta=TOLERANCE, msg=place)
        for found, value in zip(matrix(style)[4:], expected[4:]):
            self.assertAlmostEqual(found, value, delta=TOLERANCE * 100, msg=place)
        # The cell is where the transform moves its frame.
        frame, (a, b, c, d, tx, ty) = cell["frame"], expected
        width, height = frame["width"], frame["height"]
        across, down = abs(a) * width + abs(c) * height, abs(b) * width + abs(d) * height
        box = [frame["x"] + width / 2 + tx - across / 2 - bounds[0], frame["y"] + height / 2 + ty - down / 2 - bounds[1], across, down]
        for found, value in zip(style["box"], box):
            self.assertAlmostEqual(found, value, delta=TOLERANCE * VIEW, msg=place)

    def show(self, document, style=""):
        horizontal = document.get("configuration", {}).get("scrollDirection") == "horizontal"
        # A page that scrolls along lines runs from the left to the right, whatever the direction of the wall.
        direction = "ltr" if horizontal else document["container"].get("direction", "ltr")
        summary = json.loads(send("/v1/layouts", document))
        sheet = send(f"/v1/layouts?format=css&rect=all{style}", document)
        width, height = document["container"]["width"], VIEW
        length, told = self.driver.execute_async_script(
            PAGE, sheet, summary["itemCount"], width, height, horizontal, direction, POSITIONS)
        self.assertGreater(length, 1000)
        self.assertEqual(len(told), POSITIONS)
        moved = set()
        for x, y, styles in told:
            bounds = [x, y, width, height]
            query = urllib.parse.urlencode({"rect": "all", "bounds": ",".join(str(one) for one in bounds)})
            cells = [one for one in get(f"/v1/layouts/{summary['id']}/attributes?{query}")["attributes"] if one["category"] == "cell"]
            self.assertEqual(len(cells), len(styles))
            for number, (style_, cell) in enumerate(zip(styles, cells)):
                self.compare(style_, cell, bounds, f"cell {number} at {bounds}: {cell}, {style_}")
                moved.add(json.dumps([cell.get("alpha"), cell.get("transform"), cell["zIndex"]]))
        self.assertGreater(len(moved), 20 if "alpha" in sheet else 3)

    def test_sheets_show_what_the_service_answers(self):
        for name, document in WALLS.items():
            with self.subTest(name):
                self.show(document)

    def test_sheets_in_percent_and_of_several_widths_do_too(self):
        self.show(WALLS["waterfall"], "&unit=percent")
        self.show(WALLS["carousel"], "&widths=700,900,1200")

    def test_readers_who_ask_for_less_motion_see_none(self):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        try:
            sheet = send("/v1/layouts?format=css&rect=all", WALLS["carousel"])
            _, told = self.driver.execute_async_script(PAGE, sheet, len(HEIGHTS), 900, VIEW, False, "ltr", 3)
            for _, _, styles in told:
                self.assertTrue(all(style["opacity"] == "1" and style["scale"] == "none" for style in styles))
        finally:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


FACE = PLACES + """<style>body{margin:0} #view,tatami-wall{width:300px;height:400px;overflow:auto;scrollbar-width:none}</style>
<script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script><div id="root"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { Wall } from "./wall/wall.js";
  import { reorder } from "./wall/wall-reordering.js";
  import "./wall/tatami-wall.js";
  import { useTatamiWall } from "./react/react.js";
  const real = fetch;
  window.gate = undefined; window.told = []; window.unlike = [];
  // Queries of elements wait for the gate.
  window.fetch = async (url, init) => { if (String(url).includes("/attributes?")) await gate; return real(url, init); };
  const client = new TatamiClient("SERVICE"), spec = COVERS, root = document.getElementById("root");
  const documentFor = ({ width, height }) => ({ container: { width, height }, ...spec });
  const photos = Array.from({ length: spec.items }, (_, index) => index), told = window.told;
  const move = (list, { from, to }) => { const next = [...list]; next.splice(to[1], 0, ...next.splice(from[1], 1)); return next; };
  const faces = {
    async Wall() {
      const view = root.appendChild(document.createElement("div"));
      view.id = "view";
      let list = photos;
      const wall = window.wall = new Wall(view, (node, { indexPath }) => { node.textContent = `Photo ${list[indexPath[1]]}`; });
      await wall.show(await client.layout(documentFor({ width: 300, height: 400 })), { pins: true });
      reorder(wall, { onMove: (one) => { list = move(list, one); }, onReorder: (one) => { told.push(one.to); } });
      Object.assign(window, { view, layoutNow: () => wall.current, cells: () => [...wall.nodes.values()].filter((node) => wall.pathOf(node)).map((node) => [wall.pathOf(node).join("-"), node]) });
    },
    async "tatami-wall"() {
      const wall = document.createElement("tatami-wall");
      wall.innerHTML = "<template>Photo {name}</template>";
      for (const name of ["pins", "reorder"]) wall.setAttribute(name, "");
      Object.assign(wall, { client, document: spec, data: photos.map((name) => ({ name })) });
      wall.addEventListener("layout", ({ detail }) => { window.layout = detail; });
      wall.addEventListener("reorder", ({ detail }) => { told.push(detail.to); });
      root.append(wall);
      Object.assign(window, { view: wall, layoutNow: () => window.layout, cells: () => [...wall.querySelectorAll("[data-path]")].map((node) => [node.dataset.path, node]) });
    },
    async useTatamiWall() {
      const h = React.createElement;
      function App() {
        const [list, setList] = React.useState(photos);
        const wall = useTatamiWall({ client, document: documentFor, pins: true, reorder: {
          onMove: (one) => setList((all) => move(all, one)), onReorder: ({ to }) => { told.push(to); } } });
        window.layoutNow = () => wall.layout;
        return h("div", { ...wall.viewport, id: "view" }, h("div", wall.content,
          wall.items.map((item) => h("article", { key: item.key, ...item.props }, `Photo ${list[item.index]}`))));
      }
      ReactDOM.createRoot(root).render(h(App));
      window.cells = () => [...document.querySelectorAll('[data-key^="cell//"]')].map((node) => [node.dataset.key.slice(6), node]);
    },
  };
  const numbers = (text) => (text.match(/-?[0-9.]+(e-?[0-9]+)?/g) ?? []).map(Number);
  const isNear = (some, others) => some.length === others.length && some.every((one, index) => Math.abs(one - others[index]) < 1e-4);
  const looksOf = ({ opacity, transform, zIndex }) => [Number(opacity), ...numbers(transform), Number(zIndex)];
  window.numbers = numbers;
  /** The looks of each photo. */
  window.looks = () => Object.fromEntries(cells().map(([, node]) => [node.textContent, looksOf(node.style)]));
  window.names = () => cells().map(([path, node]) => [Number(path.split("-")[1]), Number(node.textContent.slice(6))]).sort(([one], [other]) => one - other).map(([, name]) => name);
  /** The visible cells that do not look as the service answers. */
  window.wrong = async () => {
    const view = document.getElementById("view") ?? document.querySelector("tatami-wall"), bounds = [0, view.scrollTop, view.clientWidth, view.clientHeight];
    const { attributes } = await layoutNow().attributes({ rect: bounds, bounds }), nodes = new Map(cells());
    return attributes.filter(({ category }) => category === "cell").flatMap(({ indexPath, alpha, transform, zIndex }) => {
      const node = nodes.get(indexPath.join("-")), found = node === undefined ? [] : looksOf(node.style), expected = [alpha, ...transform, zIndex];
      return isNear(found, expected) ? [] : [[indexPath, found, expected]];
    });
  };
  /** Collects the cells that an animation gives another transform than their own. */
  window.watch = () => {
    for (const [path, node] of window.cells?.() ?? []) {
      const { transform } = getComputedStyle(node);
      if (!isNear(numbers(transform), numbers(node.style.transform)) && !node.hasAttribute("data-reordering")) unlike.push([path, transform, node.style.transform]);
    }
    requestAnimationFrame(watch);
  };
  await faces.NAME();
  window.ready = true;
</script>"""

COVERS = {"layout": {"type": "list", "rowHeight": 80, "effects": [
    {"scale": [[-3, 0.6], [0, 1], [3, 0.7]], "alpha": [[-3, 0.4], [0, 1], [3, 0.5]], "rotation": [[-3, -6], [3, 6]], "zIndex": [[-3, -3], [0, 0], [3, -3]]}]},
    "items": 60}


@unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
class WallsTest(Pages):
    """`Wall`, `<tatami-wall>` and the React hook."""

    FACES = ("Wall", "tatami-wall", "useTatamiWall")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        shutil.copy(REACT / "react/umd/react.development.js", cls.folder / "react-umd.js")
        shutil.copy(REACT / "react-dom/umd/react-dom.development.js", cls.folder / "react-dom-umd.js")
        (cls.folder / "react-as-module.js").write_text("export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")

    def show(self, face, spec=COVERS):
        self.open(FACE.replace("COVERS", json.dumps(spec)).replace("faces.NAME", f"faces[{json.dumps(face)}]"))
        self.wait("window.ready && window.layoutNow?.() && cells().length > 4 && cells()[0][1].style.opacity !== ''")

    def settled(self):
        """Waits until all visible cells look as the service answers."""
        script = "const done = arguments[0]; wrong().then((all) => done(JSON.stringify(all)), (error) => done(String(error)))"
        for _ in range(100):
            wrong = self.page.execute_async_script(script)
            if wrong == "[]":
                return
        self.fail(wrong)

    def test_effects_follow_the_reader_and_stay_when_an_update_changes_the_wall(self):
        self.show("Wall")
        self.settled()
        self.js("view.scrollTop = 500")
        self.settled()
        self.page.execute_async_script("const done = arguments[0]; wall.perform({ insert: [{ indexPath: [0, 8], items: [80, 80] }] }, 'none').then(() => done(), done)")
        self.settled()
        self.assertEqual(self.errors(), [])

    def test_a_header_follows_the_reader(self):
        fading = {"elements": ["headers"], "reference": "leading", "unit": "points", "alpha": [[-100, 0.2], [0, 1]], "scale": [[-100, 0.5], [0, 1]]}
        layout = COVERS["layout"] | {"headerReferenceSize": {"height": 120}, "effects": [fading, *COVERS["layout"]["effects"]]}
        self.show("Wall", COVERS | {"layout": layout})
        header = "const [, node] = [...wall.nodes].find(([key]) => key.includes('header')), { opacity, transform } = node.style"
        self.settled()
        self.assertEqual(self.js(f"{header}; return [Number(opacity), numbers(transform)[0]]"), [1, 1])
        self.js("view.scrollTop = 50")
        self.wait(f"(() => {{ {header}; return Number(opacity) === 0.6 && numbers(transform)[0] === 0.75 }})()")
        self.settled()
        self.assertEqual(self.errors(), [])

    def test_a_dragged_item_and_the_others_keep_their_effects(self):
        for face in self.FACES:
            with self.subTest(face):
                self.show(face)
                self.settled()
                self.wait("cells()[0][1].hasAttribute('aria-roledescription')")
                before = self.js("window.gate = new Promise((resolve) => { window.open_gate = resolve }); watch(); return looks()")
                node = self.js("return cells().find(([path]) => path === '0-1')[1]")
                ActionChains(self.page, duration=50).move_to_element(node).click_and_hold().move_by_offset(0, 90).move_by_offset(0, 80).perform()
                self.wait("names()[1] === 2 && names().indexOf(1) > 1")
                # The new layout is not queried yet.
                after = self.js("return looks()")
                self.assertEqual({name: after[name] for name in map("Photo {}".format, (0, 2, 3, 4))}, {name: before[name] for name in map("Photo {}".format, (0, 2, 3, 4))})
                carried = self.js("return cells().find(([, node]) => node.textContent === 'Photo 1')[1].style.transform")
                self.assertRegex(carried, r"^translate\(.*\) matrix\(")
                for found, value in zip(numbers(carried)[2:], before["Photo 1"][1:-1]):
                    self.assertAlmostEqual(found, value, places=4)
                self.js("open_gate()")
                ActionChains(self.page).pause(0.3).release().perform()
                self.wait("told.length === 1 && document.getAnimations().length === 0 && !document.querySelector('[data-reordering]')")
                self.settled()
                self.assertEqual(self.js("return unlike"), [])
                self.assertEqual(self.js("return names().slice(0, 5)"), self.js("const list = [0, 2, 3, 4, 5]; list.splice(told[0][1], 0, 1); return list.slice(0, 5)"))
                self.assertEqual(self.errors(), [])

    def test_readers_who_prefer_reduced_motion_see_no_transforms(self):
        self.page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.addCleanup(self.page.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": []})
        for face in self.FACES:
            with self.subTest(face):
                self.show(face)
                styles = self.js("return cells().map(([, { style: { opacity, transform } }]) => [Number(opacity), transform])")
                self.assertEqual({transform for _, transform in styles}, {""})
                self.assertGreater(len({opacity for opacity, _ in styles}), 3)


if __name__ == "__main__":
    unittest.main()
