"""The custom element and the React hook in a headless Chromium."""
import functools
import http.server
import json
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, browser  # noqa: E402
from living import CLIENTS, ROOT, services  # noqa: E402

REACT = pathlib.Path("/usr/share/nodejs")  # Debian's node-react and node-react-dom
PHOTOS = [{"title": f"Photo {n}", "src": f"{n}.jpg"} for n in range(2000)]
LAYOUT = {"type": "waterfall", "columns": 3, "spacing": 0}
ITEMS = [80 + n * 37 % 60 for n in range(2000)]
PLACES = """<!doctype html><meta charset="utf-8"><script>
  // Where a node is in the content.
  window.down = (node) => Math.round(node.getBoundingClientRect().top - node.parentNode.getBoundingClientRect().top + node.parentNode.scrollTop);
  window.across = (node) => Math.round(node.getBoundingClientRect().left - node.parentNode.getBoundingClientRect().left + node.parentNode.scrollLeft);
</script>
"""
ELEMENT = PLACES + """<style>body{margin:0} tatami-wall{width:315px;height:400px}</style>
<script type="module">
  import "./wall/tatami-wall.js";
  import { TatamiClient } from "./client/tatami-client.js";
  const real = fetch;
  window.log = []; window.gate = Promise.resolve();
  window.fetch = async (url, init) => { log.push((init?.method ?? "GET") + " " + url.split("/").pop().split("?")[0]); const answer = await real(url, init); await gate; return answer };
  window.ready = true;
</script>
<script id="layout" type="application/json">LAYOUT</script><script id="photos" type="application/json">PHOTOS</script>
<template id="card"><img alt="{title}" onerror="window.hacked = '{title}'"><b>{index}: {title}</b></template>
<button id="before">before</button>
<tatami-wall src="SERVICE" document="layout" data="photos" item="card"><p slot="placeholder">Just a moment</p></tatami-wall>
<button id="after">after</button>"""
HOOK = PLACES + """<style>body{margin:0} .view{width:315px;height:400px;overflow:auto}</style>
<script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script><div id="root"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { useTatamiWall } from "./react/react.js";
  window.log = [];
  const client = new TatamiClient("SERVICE", { fetch: (url, init) => { log.push(init.method); return fetch(url, init) } });
  const photos = PHOTOS, h = React.createElement;
  function Wall({ items }) {
    window.renders = (window.renders ?? 0) + 1;
    // Made anew at each turn, as beginners do: it must not be asked for again.
    const wall = window.wall = useTatamiWall({ client, document: ({ width, height }) => ({ container: { width, height }, layout: LAYOUT, items }) });
    return h("div", { ...wall.viewport, className: "view" }, h("div", wall.content,
      wall.items.map((item) => h("article", { key: item.key, ...item.props }, photos[item.index].title)),
      wall.placeholders.map((box) => h("div", { key: box.key, ...box.props, className: "box" }))));
  }
  function App() {
    const [items, setItems] = React.useState(ITEMS), [isShown, setShown] = React.useState(true);
    Object.assign(window, { setItems, setShown });
    return isShown ? h(Wall, { items }) : null;
  }
  ReactDOM.createRoot(document.getElementById("root")).render(h(React.StrictMode, null, h(App)));
</script>"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Pages(unittest.TestCase):
    """A browser, pages of an origin of their own, and a service that they may ask."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        shutil.copytree(CLIENTS, cls.folder, dirs_exist_ok=True)
        pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(cls.folder)))
        cls.addClassCleanup(pages.server_close)
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        cls.addClassCleanup(pages.shutdown)
        cls.origin = f"http://127.0.0.1:{pages.server_port}"
        manager = services.tatami(os.environ["TATAMI"], TATAMI_CORS_ORIGINS=cls.origin)
        cls.service = manager.__enter__()
        cls.addClassCleanup(manager.__exit__, None, None, None)
        cls.page = browser(700, 700)
        cls.addClassCleanup(cls.page.quit)

    def open(self, text):
        for name, value in (("SERVICE", self.service.url), ("LAYOUT", json.dumps(LAYOUT)), ("ITEMS", json.dumps(ITEMS)), ("PHOTOS", json.dumps(PHOTOS))):
            text = text.replace(name, value)
        # A name of its own, and what was said of another page is not said of this one.
        name = f"page-{len(list(self.folder.glob('page-*')))}.html"
        (self.folder / name).write_text(text)
        # Left first: the page before may still report an error.
        self.page.get("about:blank")
        self.page.get_log("browser")
        self.page.get(f"{self.origin}/{name}")

    def js(self, text, *arguments):
        return self.page.execute_script(text, *arguments)

    def wait(self, condition, seconds=15):
        WebDriverWait(self.page, seconds, 0.05).until(lambda _: self.js(f"return {condition}"), condition)

    def press(self, *keys):
        ActionChains(self.page).send_keys(*keys).perform()

    def focused(self):
        return self.js("return (document.activeElement.textContent.match(/Photo (\\d+)/) ?? [])[1]")

    def errors(self):
        return [one["message"] for one in self.page.get_log("browser") if one["level"] == "SEVERE" and ".jpg" not in one["message"] and "favicon" not in one["message"]]


class Element(Pages):
    CELLS = "[...document.querySelectorAll('tatami-wall > [role=article]')]"

    def show(self):
        page = ELEMENT.replace('"application/json">LAYOUT', '"application/json">' + json.dumps({"layout": LAYOUT, "items": ITEMS}))
        self.open(page)
        self.wait(f"{self.CELLS}.length > 10")

    def test_a_screenful_of_the_items_templates_in_one_request(self):
        self.show()
        cells = self.js(f"return {self.CELLS}.map((one) => [one.textContent, across(one), down(one), one.offsetWidth, one.offsetHeight, one.querySelector('img').alt])")
        self.assertTrue(10 < len(cells) < 100, len(cells))
        # Three columns of 100: the first three items stand beside each other, 80, 117 and 94 high.
        self.assertEqual(cells[:3], [["0: Photo 0", 0, 0, 100, 80, "Photo 0"], ["1: Photo 1", 100, 0, 100, 117, "Photo 1"], ["2: Photo 2", 200, 0, 100, 94, "Photo 2"]])
        # The second brings all elements, for scrolling.
        self.wait("log.length === 2")
        self.assertEqual(self.js("return log"), ["POST layouts", "GET attributes"])
        self.assertEqual(self.js("return getComputedStyle(document.querySelector('tatami-wall').shadowRoot.querySelector('slot[name]')).display"), "none")
        # Braces in a handler are no place for data.
        self.assertEqual(self.js("return document.querySelector('tatami-wall img').getAttribute('onerror')"), "window.hacked = '{title}'")
        self.assertEqual(self.errors(), [])

    def test_screen_readers_are_told_a_feed_in_the_order_of_items(self):
        self.show()
        self.js("document.querySelector('tatami-wall').scrollTop = 3000")
        self.wait(f"{self.CELLS}.some((one) => down(one) > 3000 && down(one) < 3300)")
        self.js("document.querySelector('tatami-wall').scrollTop = 2000")
        self.wait(f"{self.CELLS}.some((one) => down(one) > 1700 && down(one) < 2000)")
        told = self.js(f"return {self.CELLS}.map((one) => [Number(one.textContent.split(':')[0]), Number(one.ariaPosInSet), Number(one.ariaSetSize)])")
        self.assertEqual([one[0] for one in told], sorted(one[0] for one in told))
        self.assertEqual([one[1] for one in told], [one[0] + 1 for one in told])
        self.assertEqual({one[2] for one in told}, {2000})
        tree = self.page.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        by_id = {one["nodeId"]: one for one in tree}
        lists = [one for one in tree if one.get("role", {}).get("value") == "feed" and not one["ignored"]]
        self.assertEqual(len(lists), 1)

        def items(node):
            for child in node.get("childIds", []):
                one = by_id[child]
                if one.get("role", {}).get("value") == "article":
                    yield one
                else:
                    yield from items(one)
        names = len(list(items(lists[0])))
        self.assertEqual(names, len(told))

    def test_the_keyboard_walks_and_the_focus_stays(self):
        self.show()
        self.js("document.getElementById('before').focus()")
        self.press(Keys.TAB)
        self.assertEqual(self.focused(), "0")
        # Tab leaves the wall: one item of it is a stop.
        self.press(Keys.TAB)
        self.assertEqual(self.js("return document.activeElement.id"), "after")
        ActionChains(self.page).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
        self.assertEqual(self.focused(), "0")
        self.press(Keys.ARROW_RIGHT)
        self.wait("document.activeElement.textContent.startsWith('1:')")
        # Straight below the second item, which ends at 117, is the fifth or what its column holds next.
        self.press(Keys.ARROW_DOWN)
        self.wait("down(document.activeElement) === 117 && across(document.activeElement) === 100")
        self.press(Keys.ARROW_UP)
        self.wait("document.activeElement.textContent.startsWith('1:')")
        self.press(Keys.PAGE_DOWN)
        self.wait("down(document.activeElement) > 300 && down(document.activeElement) < 520")
        self.press(Keys.END)
        self.wait("document.activeElement.textContent.startsWith('1999:')")
        self.wait("(box => box.top >= 0 && box.bottom <= innerHeight)(document.activeElement.getBoundingClientRect())")
        # Who scrolls away with the mouse keeps the place: the next key goes on from it.
        self.js("document.querySelector('tatami-wall').scrollTop = 0")
        self.wait(f"{self.CELLS}[0].textContent.startsWith('0:')")
        self.assertEqual(self.focused(), "1999")
        self.press(Keys.ARROW_LEFT)
        self.wait("document.activeElement.textContent.startsWith('1998:')")
        self.press(Keys.HOME)
        self.wait("document.activeElement.textContent.startsWith('0:')")
        self.press(Keys.ARROW_LEFT)
        self.assertEqual(self.focused(), "0")

    def test_placeholders_cover_what_has_not_come(self):
        self.show()
        self.js("document.querySelector('tatami-wall').setAttribute('view-limit', 0)")
        self.wait(f"{self.CELLS}.length > 10")
        # What is before and after the items is covered all the time, however fast a reader scrolls.
        covered = """[...document.querySelector('tatami-wall').shadowRoot.querySelectorAll('.tatami-placeholders > div')].some((one) => {
            const box = one.getBoundingClientRect(), view = document.querySelector('tatami-wall').getBoundingClientRect();
            return box.top <= view.top && box.bottom >= view.bottom })"""
        self.assertFalse(self.js(f"return {covered}"))
        self.js("window.gate = new Promise((open) => { window.open_gate = open }); document.querySelector('tatami-wall').scrollTop = 9000")
        self.assertTrue(self.js(f"return {covered}"))
        self.js("open_gate(); window.gate = Promise.resolve()")
        self.wait(f"!({covered})")
        self.wait(f"{self.CELLS}.some((one) => down(one) > 9000 && down(one) < 9300)")

    def test_another_width_is_another_layout_and_the_reader_stays(self):
        self.show()
        self.js("document.querySelector('tatami-wall').scrollTop = 5000")
        self.wait(f"{self.CELLS}.some((one) => down(one) > 5000 && down(one) < 5300)")
        first = self.js(f"return {self.CELLS}.find((one) => down(one) >= 5000).textContent")
        self.js("document.querySelector('tatami-wall').style.width = '615px'")
        self.wait(f"{self.CELLS}.length > 0 && {self.CELLS}[0].offsetWidth === 200")
        self.wait(f"{self.CELLS}.some((one) => one.textContent === '{first}' && Math.abs(one.getBoundingClientRect().top - document.querySelector('tatami-wall').getBoundingClientRect().top) < 200)")

    def test_a_wall_that_is_taken_out_asks_nothing_more_and_comes_back(self):
        self.show()
        self.js("window.wall = document.querySelector('tatami-wall'); wall.remove()")
        asked = self.js("return log.length")
        self.js("dispatchEvent(new Event('online')); wall.style.width = '500px'; wall.dispatchEvent(new Event('scroll'))")
        self.page.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => fetch(location.href).then(() => done())))")
        self.assertEqual(self.js("return log.filter((one) => !one.includes('page-')).length"), asked)
        self.assertEqual(self.js("return wall.querySelectorAll('[role=article]').length"), 0)
        self.js("document.body.append(wall)")
        self.wait(f"{self.CELLS}.length > 10")

    def test_a_layout_by_its_url_and_documents_that_are_none(self):
        self.show()
        told = self.page.execute_async_script("""
            const done = arguments[0], [service] = [arguments[1]];
            const { TatamiClient } = await import("/client/tatami-client.js");
            const layout = await new TatamiClient(service).layout({ container: { width: 300, height: 400 }, layout: { type: "list" }, items: 7 });
            const wall = document.createElement("tatami-wall"), said = [];
            wall.innerHTML = "<template><i>{index}</i></template>";
            wall.addEventListener("error", ({ detail }) => { said.push(detail.errors?.[0]?.pointer ?? detail.name); finish(); });
            wall.setAttribute("src", service + "/v1/layouts/" + layout.id);
            wall.addEventListener("layout", ({ detail }) => { said.push(detail.id === layout.id); requestAnimationFrame(() => {
                said.push(wall.querySelectorAll("[role=article] > i").length); wall.setAttribute("document", '{"layout":{"type":"list"},"items":[1,-4]}') }) });
            const finish = () => said.length === 3 ? wall.setAttribute("document", "{") : said.length === 4 && done(said);
            document.body.append(wall);""".replace("const done = arguments[0], [service] = [arguments[1]];", "const [service, done] = arguments; (async () => {") + "})().catch((error) => done(String(error)))", self.service.url)
        self.assertEqual(told, [True, 7, "/items/1", "SyntaxError"])

    def test_sections_have_headers_by_template_and_their_items_data(self):
        document = {"layout": {"type": "list", "headerReferenceSize": {"height": 20}}, "sections": [{"items": 3}, {"items": 0}, {"items": 2}]}
        self.open(ELEMENT.replace('"application/json">LAYOUT', '"application/json">' + json.dumps(document)).replace(
            "</tatami-wall>", '<template kind="header"><h2>Section {section}</h2></template></tatami-wall>'))
        self.wait(f"{self.CELLS}.length === 5")
        told = self.js("return [...document.querySelectorAll('tatami-wall > [data-key]')].map((one) => [one.textContent, one.ariaPosInSet])")
        self.assertEqual(told, [["Section 0", None], ["0: Photo 0", "1"], ["1: Photo 1", "2"], ["2: Photo 2", "3"], ["Section 1", None],
                                ["Section 2", None], ["0: Photo 3", "4"], ["1: Photo 4", "5"]])
        self.js(f"{self.CELLS}[2].focus()")
        self.press(Keys.ARROW_RIGHT)
        self.wait("document.activeElement.textContent === '0: Photo 3'")


@unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
class Hook(Pages):
    CELLS = "[...document.querySelectorAll('article')]"

    def show(self):
        shutil.copy(REACT / "react/umd/react.development.js", self.folder / "react-umd.js")
        shutil.copy(REACT / "react-dom/umd/react-dom.development.js", self.folder / "react-dom-umd.js")
        (self.folder / "react-as-module.js").write_text("export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")
        self.open(HOOK)
        self.wait(f"{self.CELLS}.length > 10")

    def test_react_shows_a_screenful_and_asks_once(self):
        self.show()
        cells = self.js(f"return {self.CELLS}.map((one) => [one.textContent, across(one), down(one), one.offsetWidth, one.offsetHeight])")
        self.assertTrue(10 < len(cells) < 100, len(cells))
        self.assertEqual(cells[:3], [["Photo 0", 0, 0, 100, 80], ["Photo 1", 100, 0, 100, 117], ["Photo 2", 200, 0, 100, 94]])
        # Strict mode mounts twice; the first one is given up, or shares the answer.
        self.assertIn([one for one in self.js("return log") if one == "POST"], (["POST"], ["POST", "POST"]))
        # And then for all elements, for scrolling.
        self.wait("log.filter(one => one === 'GET').length === 1")
        self.assertLess(self.js("return renders"), 20)
        self.assertEqual(self.errors(), [])

    def test_react_scrolls_walks_and_keeps_its_nodes(self):
        self.show()
        self.js(f"{self.CELLS}[0].focus()")
        self.press(Keys.ARROW_DOWN)
        self.wait("down(document.activeElement) === 80 && across(document.activeElement) === 0")
        self.press(Keys.END)
        self.wait("document.activeElement.textContent === 'Photo 1999'")
        self.assertEqual(self.js("return [document.activeElement.ariaPosInSet, document.activeElement.ariaSetSize, document.activeElement.tabIndex]"), ["2000", "2000", 0])
        self.js("return wall.scrollToItem(0, 1000, 'start')")
        self.wait("Math.abs((document.querySelector('[data-key=\"cell//0-1000\"]')?.getBoundingClientRect().top ?? 99)) < 2")
        order = self.js(f"return {self.CELLS}.map((one) => Number(one.ariaPosInSet))")
        self.assertEqual(order, sorted(order))

    def test_react_shows_other_items_and_leaves_nothing(self):
        self.show()
        self.js("setItems([500, 20, 20])")
        self.wait(f"{self.CELLS}.length === 3")
        self.assertEqual(self.js(f"return {self.CELLS}.map((one) => one.offsetHeight)"), [500, 20, 20])
        self.js("setShown(false)")
        self.wait(f"{self.CELLS}.length === 0")
        asked = self.js("return log.length")
        self.js("dispatchEvent(new Event('online'))")
        self.page.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")
        self.assertEqual(self.js("return log.length"), asked)
        self.assertEqual(self.errors(), [])


if __name__ == "__main__":
    unittest.main()
