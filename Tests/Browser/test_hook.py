"""The React hook: keys that are not the wall's, the focus of an item that scrolls away, and networks that fail."""
import pathlib
import shutil
import sys
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from test_packages import PLACES, REACT, Pages  # noqa: E402

PAGE = PLACES + """<style>body{margin:0} .view{width:315px;height:400px;overflow:auto;background:white} .box{background:silver}</style>
<script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script><div id="root"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { useTatamiWall } from "./react/react.js";
  window.unhandled = []; window.gate = Promise.resolve(); window.refuses = false;
  addEventListener("unhandledrejection", ({ reason }) => unhandled.push(String(reason)));
  const client = new TatamiClient("SERVICE", { fetch: async (url, init) => {
    if (refuses) throw new TypeError("Failed to fetch");
    asked.push(String(url));
    const answer = await fetch(url, init);
    await gate;
    return answer;
  } });
  window.asked = [];
  const h = React.createElement, made = ({ width, height }) => ({ container: { width, height }, layout: { type: "list", rowHeight: 60 }, items: 5000 });
  function Wall() {
    const [document, setMade] = React.useState(() => made), [onError, setOnError] = React.useState(), [more, setMore] = React.useState({ viewLimit: 0 });
    Object.assign(window, { setMade, setOnError, setMore });
    const wall = window.wall = useTatamiWall({ client, document, onError, ...more });
    return h("div", { ...wall.viewport, className: "view" }, h("div", wall.content,
      wall.items.map((item) => h("article", { key: item.key, ...item.props }, `${item.index} `, h("input", { defaultValue: "abc" }))),
      wall.placeholders.map((box) => h("div", { key: box.key, ...box.props, className: "box" }))));
  }
  ReactDOM.createRoot(document.getElementById("root")).render(h(React.StrictMode, null, h(Wall)));
</script>"""
CELLS = "[...document.querySelectorAll('article')]"


@unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
class Hook(Pages):
    def setUp(self):
        shutil.copy(REACT / "react/umd/react.development.js", self.folder / "react-umd.js")
        shutil.copy(REACT / "react-dom/umd/react-dom.development.js", self.folder / "react-dom-umd.js")
        (self.folder / "react-as-module.js").write_text("export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")
        self.open(PAGE)
        self.wait(f"{CELLS}.length > 5")

    def item(self):
        return self.js("return document.activeElement.closest('article')?.ariaPosInSet ?? null")

    def scroll(self, top):
        self.js("document.querySelector('.view').scrollTop = arguments[0]", top)
        self.wait(f"{CELLS}.some((one) => down(one) >= {top} && down(one) < {top} + 300)")

    def turn(self):
        self.page.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def test_a_field_in_an_item_keeps_its_keys(self):
        self.js(f"{CELLS}[2].querySelector('input').focus(); document.activeElement.setSelectionRange(0, 0)")
        self.press(Keys.END)
        self.assertEqual(self.js("return document.activeElement.selectionStart"), 3)
        self.press(Keys.ARROW_LEFT)
        self.assertEqual(self.js("return document.activeElement.selectionStart"), 2)
        self.press(Keys.ARROW_DOWN)
        self.turn()
        self.assertEqual(self.item(), "3")
        self.assertEqual(self.js("return [document.activeElement.localName, document.querySelector('.view').scrollTop]"), ["input", 0])

    def test_other_options_keep_the_items_and_the_readers_place(self):
        self.scroll(30000)
        self.js(f"window.kept = {CELLS}.find((one) => down(one) >= 30000); window.place = kept.getBoundingClientRect().top; asked.length = 0")
        for options in ("{ viewLimit: 0, endDistance: 900 }", "{ viewLimit: 0, pins: true }", "{ viewLimit: 1e6 }", "{ viewLimit: 1e6, measure: { keepColumns: true } }"):
            self.js(f"setMore({options})")
            self.turn()
            self.turn()
            self.assertEqual(self.js("return [kept.isConnected, kept.getBoundingClientRect().top === place]"), [True, True], options)
        self.assertEqual(self.js("return asked.filter((one) => /layouts[?]/.test(one))"), [])
        # Rows of 60 points are as long as their contents now.
        self.wait("kept.offsetHeight < 40 && kept.style.height !== '60px'")

    def test_keys_with_modifiers_are_the_browsers(self):
        self.js(f"window.left = []; addEventListener('keydown', (event) => left.push(event.defaultPrevented)); {CELLS}[1].focus()")
        for modifier in (Keys.ALT, Keys.CONTROL, Keys.SHIFT):
            ActionChains(self.page).key_down(modifier).send_keys(Keys.ARROW_RIGHT).key_up(modifier).perform()
        self.turn()
        self.assertEqual(self.js("return left.includes(true)"), False)
        self.assertEqual(self.item(), "2")
        self.press(Keys.ARROW_RIGHT)
        self.wait("document.activeElement.ariaPosInSet === '3'")

    def test_an_item_that_has_the_focus_stays_wherever_one_scrolls(self):
        for inside in ("", ".querySelector('input')"):
            with self.subTest(inside):
                self.scroll(0)
                self.js(f"window.held = {CELLS}.find((one) => one.ariaPosInSet === '4'){inside}; held.focus()")
                self.scroll(30000)
                self.scroll(60000)
                self.assertEqual(self.js("return document.activeElement === held"), True)
                order = self.js(f"return {CELLS}.map((one) => Number(one.ariaPosInSet))")
                self.assertEqual(order, sorted(order))
                self.assertEqual(order[0], 4)
        # The next key goes on from it, and then it goes.
        self.js("held.closest('article').focus()")
        self.press(Keys.ARROW_RIGHT)
        self.wait("document.activeElement.ariaPosInSet === '5'")
        self.scroll(60000)
        self.js("document.activeElement.blur()")
        self.wait(f"{CELLS}.every((one) => Number(one.ariaPosInSet) > 900)")

    def test_from_an_item_that_stayed_tab_leads_into_it(self):
        self.js(f"{CELLS}[3].focus()")
        self.scroll(30000)
        self.press(Keys.TAB)
        self.assertEqual(self.js("return [document.activeElement.localName, document.activeElement.closest('article').ariaPosInSet]"), ["input", "4"])

    def test_keys_without_a_network_are_told_and_break_nothing(self):
        self.js(f"{CELLS}[0].focus(); refuses = true")
        self.press(Keys.END)
        self.wait("wall.error !== undefined")
        self.turn()
        self.assertEqual(self.js("return [unhandled, wall.error.name]"), [[], "TypeError"])
        self.assertTrue(any("useTatamiWall: Failed to fetch. Does " in one and f"--cors-origins {self.origin}" in one for one in self.errors()))
        self.js("refuses = false; dispatchEvent(new Event('online'))")
        self.wait("wall.error === undefined")
        self.press(Keys.END)
        self.wait("document.activeElement.ariaPosInSet === '5000'")

    def test_a_refused_document_says_why_where_the_component_draws_no_error(self):
        self.js("window.wrong = { container: { width: 300, height: 400 }, layout: { type: 'list', rowHeigth: 60 }, items: 3 }; setMade(() => wrong)")
        self.wait("wall.error !== undefined")
        self.turn()
        told = [one for one in self.errors() if "useTatamiWall: " in one]
        self.assertEqual(len(told), 1, told)
        self.assertIn("/layout/rowHeigth: unknown field ", told[0])
        # Who wants to be told is, and the console is not.
        self.js("window.heard = []; setOnError(() => (error) => heard.push(error.status)); wrong.items = 4; setMade(() => ({ ...wrong }))")
        self.wait("heard.length === 1")
        self.assertEqual(self.js("return heard"), [422])
        self.assertEqual([one for one in self.errors() if "useTatamiWall: " in one], [])

    def test_placeholders_are_seen_before_a_viewports_background(self):
        self.js("window.gate = new Promise((open) => { window.open_gate = open }); document.querySelector('.view').scrollTop = 90000")
        # They let clicks through, which hides them from elementFromPoint.
        self.js("document.head.insertAdjacentHTML('beforeend', '<style>.tatami-placeholders > div { pointer-events: auto }</style>')")
        seen = "document.elementFromPoint(100, 200).parentNode.className"
        self.wait(f"{seen} === 'tatami-placeholders'")
        self.js("open_gate(); window.gate = Promise.resolve()")
        self.wait(f"{seen} !== 'tatami-placeholders'")


if __name__ == "__main__":
    unittest.main()
