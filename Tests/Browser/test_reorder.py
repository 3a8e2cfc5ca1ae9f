"""<tatami-wall reorder>: readers move items by mouse, by touch and by keyboard, and hear of it."""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import unittest
import urllib.error
import urllib.request

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import Page  # noqa: E402
from living import CLIENTS, ROOT  # noqa: E402
from test_packages import PLACES, REACT, Pages  # noqa: E402

PAGE = PLACES + """<style>body{margin:0} tatami-wall{width:315px;height:400px}</style>
<button id="before">before</button>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { TatamiEngine } from "./engine/tatami-engine.js";
  import "./wall/tatami-wall.js";
  window.sent = []; window.told = []; window.said = []; window.failed = [];
  const real = fetch;
  window.fetch = (url, init) => {
    sent.push([init?.method ?? "GET", String(url).replace(/.*v1.layouts.[0-9a-f]*.?/, ""), init?.body]);
    return window.refused?.test(url) ? Promise.reject(new TypeError("Failed to fetch")) : real(url, init);
  };
  const engine = USES_MODULE ? await TatamiEngine.load("SERVICE/tatami.wasm") : undefined;
  window.client = engine ? new TatamiClient({ engine }) : new TatamiClient("SERVICE");
  window.make = (document, { direction = "ltr", attributes = {}, texts } = {}) => {
    window.wall?.remove();
    for (const list of [told, said, failed]) list.length = 0;
    const wall = window.wall = globalThis.document.createElement("tatami-wall");
    wall.innerHTML = "<template><b>{name}</b></template>";
    wall.dir = direction;
    for (const [name, value] of Object.entries({ reorder: "", ...attributes })) wall.setAttribute(name, value);
    const count = (document.sections ?? [document]).reduce((sum, { items }) => sum + (items.length ?? items), 0);
    Object.assign(wall, { client, document, reorderTexts: texts, data: Array.from({ length: count }, (_, index) => ({ name: `Photo ${index}` })) });
    wall.addEventListener("reorder", (event) => {
      const { from, to, id, nextId, layout, before } = event.detail;
      told.push({ from, to, id, nextId, layout: layout.id, before: before.id });
      if (window.refuses) event.preventDefault();
    });
    wall.addEventListener("error", ({ detail }) => failed.push(String(detail)));
    wall.addEventListener("layout", ({ detail }) => { window.layout = detail; });
    globalThis.document.body.append(wall);
  };
  window.live = () => wall.shadowRoot.querySelector("[aria-live]");
  window.listen = () => new MutationObserver(() => said.push(live().textContent)).observe(live(), { childList: true });
  window.cells = () => [...wall.querySelectorAll(":scope > [role=article]")];
  window.names = () => cells().map((one) => Number(one.textContent.match(/[0-9]+/)[0]));
  window.isStill = () => document.getAnimations().every((one) => one.playState === "finished") && !wall.querySelector("[data-reordering]");
  /** Frames of the shown layout that no node has. */
  window.missing = async () => {
    const { attributes } = await layout.attributes({ rect: [0, wall.scrollTop, wall.clientWidth, wall.clientHeight] });
    const start = wall.shadowRoot.getElementById("content").getBoundingClientRect();
    const all = new Map(cells().map((one) => {
      const { left, top } = one.getBoundingClientRect();
      return [one.dataset.path, [left - start.left, top - start.top, one.offsetWidth, one.offsetHeight]];
    }));
    return attributes.filter(({ indexPath, frame: { x, y, width, height } }) => {
      const place = all.get(indexPath.join("-"));
      return place === undefined || [x, y, width, height].some((number, index) => Math.abs(number - place[index]) > 1);
    });
  };
  window.ready = true;
</script>"""
LIST = {"layout": {"type": "list", "rowHeight": 60}, "items": [{"height": 60, "id": f"p{n}"} for n in range(100)]}
FALLS = {"layout": {"type": "waterfall", "columns": 3}, "items": [80 + n * 37 % 60 for n in range(400)]}
SECTIONS = {"layout": {"type": "list", "rowHeight": 60}, "sections": [{"items": 3}, {"items": 0}, {"items": 2}]}


def moved(count, *moves):
    """The numbers of items after moves."""
    order = list(range(count))
    for source, target in moves:
        order.insert(target, order.pop(source))
    return order


class Service(Pages):
    """A wall whose layouts are the service's."""

    MODULE = "false"

    def show(self, document, **options):
        if not self.page.current_url.startswith(self.origin):
            self.open(PAGE.replace("USES_MODULE", self.MODULE))
            self.wait("window.ready")
        self.errors()
        self.js("window.refuses = false; window.refused = undefined; make(arguments[0], arguments[1])", document, options)
        self.wait("window.wall.shadowRoot.querySelector('[aria-live]') && cells().length > 4 && cells()[0].hasAttribute('aria-describedby')")
        self.js("listen(); sent.length = 0")

    def focus(self, number):
        self.js("cells().find((one) => one.dataset.path === arguments[0]).focus()", number if isinstance(number, str) else f"0-{number}")

    def cell(self, path):
        return self.js("return cells().find((one) => one.dataset.path === arguments[0])", path)

    def drop(self, node, x, y, pauses=0.15):
        """Drags a node by the mouse, in steps."""
        chain = ActionChains(self.page, duration=50).move_to_element(node).click_and_hold()
        for step in (0.3, 0.6, 1):
            chain.move_to_element_with_offset(node, 0, 0) if step == 0 else chain.move_by_offset(*self.part(x, y, step))
            chain.pause(pauses)
        chain.release().perform()

    @staticmethod
    def part(x, y, step):
        before = {0.3: 0, 0.6: 0.3, 1: 0.6}[step]
        return round(x * step) - round(x * before), round(y * step) - round(y * before)

    def expect(self, numbers):
        self.wait("isStill()")
        shown = self.js("return names()")
        self.assertEqual(shown, numbers[:len(shown)] if self.js("return wall.scrollTop") == 0 else shown)
        self.assertEqual(self.js("return wall.data.map(({ name }) => Number(name.slice(6)))"), numbers)
        self.assertEqual(self.missing(), [])
        self.assertEqual(self.js("return failed"), [])
        self.assertEqual(self.errors(), [])

    def missing(self):
        return self.page.execute_async_script("const done = arguments[0]; missing().then(done, (error) => done(String(error)))")

    # MARK: The keyboard

    def test_the_keyboard_moves_an_item_and_the_focus_stays_on_it(self):
        self.show(LIST)
        self.focus(1)
        self.press(Keys.SPACE)
        self.wait("said.length === 1")
        self.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.wait("said.length === 3")
        self.assertEqual(self.focused(), "1")
        self.press(Keys.SPACE)
        self.wait("said.length === 4")
        self.assertEqual(self.js("return said"), [
            "Photo 1, picked up at position 2 of 100.", "Position 3 of 100.", "Position 4 of 100.", "Photo 1, dropped at position 4 of 100."])
        self.expect(moved(100, (1, 3)))
        self.assertEqual(self.focused(), "1")
        self.assertEqual(self.js("return [document.activeElement.dataset.path, document.activeElement.ariaPosInSet]"), ["0-3", "4"])
        told = self.js("return told")
        self.assertEqual([{name: one[name] for name in ("from", "to", "id", "nextId")} for one in told], [
            {"from": [0, 1], "to": [0, 3], "id": "p1", "nextId": "p4"}])
        # The version is that of a single move, however many steps led to it.
        straight = self.page.execute_async_script("""const done = arguments[0];
            client.open(told[0].before).then((one) => one.update({ move: [{ from: [0, 1], to: [0, 3] }] })).then(({ layout }) => done(layout.id), done)""")
        self.assertEqual(straight, told[0]["layout"])
        self.assertEqual(self.js("return layout.id"), straight)
        # The arrow keys walk again.
        self.press(Keys.ARROW_UP)
        self.wait("document.activeElement.textContent === 'Photo 3'")

    def test_escape_returns_the_item(self):
        self.show(LIST)
        first = self.js("return layout.id")
        self.focus(2)
        self.press(Keys.SPACE, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.wait("said.at(-1) === 'Position 6 of 100.'")
        self.assertEqual(self.js("return names().slice(0, 6)"), moved(100, (2, 5))[:6])
        self.press(Keys.ESCAPE)
        self.wait("said.at(-1)?.startsWith('Reordering cancelled. Photo 2 is back at position 3')")
        self.expect(moved(100))
        self.assertEqual(self.focused(), "2")
        self.assertEqual(self.js("return told"), [])
        # The layout before is shown again, not a version that looks like it.
        self.assertEqual(self.js("return layout.id"), first)

    def test_an_item_returns_if_the_focus_leaves_it(self):
        self.show(LIST)
        self.focus(0)
        self.press(Keys.SPACE, Keys.ARROW_DOWN)
        self.wait("said.at(-1) === 'Position 2 of 100.'")
        self.js("document.getElementById('before').focus()")
        self.wait("said.at(-1)?.startsWith('Reordering cancelled')")
        self.expect(moved(100))

    def test_end_and_home_move_across_a_far_wall(self):
        self.show(FALLS)
        self.focus(4)
        self.press(Keys.SPACE, Keys.END)
        self.wait("said.at(-1) === 'Position 400 of 400.'")
        self.assertEqual(self.focused(), "4")
        self.assertGreater(self.js("return wall.scrollTop"), 8000)
        self.press(Keys.SPACE)
        self.wait("told.length === 1")
        self.expect(moved(400, (4, 399)))
        self.wait("(box => box.top >= 0 && box.bottom <= innerHeight)(document.activeElement.getBoundingClientRect())")
        self.press(Keys.SPACE, Keys.HOME, Keys.SPACE)
        self.wait("told.length === 2")
        self.wait("wall.scrollTop === 0 && names()[0] === 4")
        self.expect(moved(400, (4, 0)))

    def test_arrows_follow_the_screen_in_a_right_to_left_wall(self):
        self.show(dict(FALLS, container={"direction": "rtl"}), direction="rtl")
        self.focus(4)
        self.press(Keys.SPACE, Keys.ARROW_LEFT, Keys.SPACE)
        self.wait("told.length === 1")
        self.assertEqual(self.js("return told[0].to"), [0, 5])
        self.expect(moved(400, (4, 5)))

    def test_the_keyboard_moves_an_item_into_another_section(self):
        self.show(SECTIONS)
        self.focus("0-2")
        self.press(Keys.SPACE, Keys.ARROW_RIGHT)
        self.wait("said.at(-1) === 'Position 3 of 5.'")
        self.press(Keys.SPACE)
        self.wait("told.length === 1")
        self.assertEqual(self.js("return [told[0].to, cells().map((one) => one.dataset.path)]"), [[1, 0], ["0-0", "0-1", "1-0", "2-0", "2-1"]])
        self.press(Keys.SPACE, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.SPACE)
        self.wait("told.length === 2")
        self.assertEqual(self.js("return told[1].to"), [2, 1])
        self.expect(moved(5, (2, 3)))
        self.press(Keys.SPACE, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.SPACE)
        self.wait("told.length === 3")
        self.assertEqual(self.js("return told[2].to"), [0, 2])
        self.expect(moved(5))

    # MARK: The pointer

    def test_the_mouse_drags_an_item(self):
        self.show(LIST)
        self.drop(self.cell("0-1"), 0, 190)
        self.wait("told.length === 1")
        self.assertEqual(self.js("return [told[0].from, told[0].to]"), [[0, 1], [0, 4]])
        self.expect(moved(100, (1, 4)))
        self.assertEqual(self.js("return [said[0], said.at(-1)]"), [
            "Photo 1, picked up at position 2 of 100.", "Photo 1, dropped at position 5 of 100."])
        self.assertEqual(self.js("return [cells()[4].style.transform, cells()[4].style.zIndex, cells()[4].style.pointerEvents]"), ["", "0", ""])

    def test_the_item_follows_the_mouse_and_the_others_make_room(self):
        self.show(LIST)
        node = self.cell("0-0")
        chain = ActionChains(self.page, duration=20).move_to_element(node).click_and_hold().move_by_offset(20, 100).pause(0.5)
        chain.perform()
        self.wait("names()[1] === 0 || names()[2] === 0")
        self.wait("document.getAnimations().length === 0")
        box = self.js("const { left, top } = arguments[0].getBoundingClientRect(), { top: start } = wall.getBoundingClientRect(); return [left, top - start]", node)
        self.assertAlmostEqual(box[0], 20, delta=1)
        self.assertAlmostEqual(box[1], 100, delta=1)
        # The other rows are in their new places while the item is held.
        others = self.js("return cells().filter((one) => one !== arguments[0]).slice(0, 2).map((one) => [one.textContent, down(one)])", node)
        self.assertEqual(others[0], ["Photo 1", 0])
        self.press(Keys.ESCAPE)
        self.wait("said.at(-1)?.startsWith('Reordering cancelled')")
        ActionChains(self.page).release().perform()
        self.expect(moved(100))
        self.assertEqual(self.js("return told"), [])

    def test_an_item_is_dragged_far_beyond_the_edge(self):
        self.show(FALLS)
        node = self.cell("0-2")
        chain = ActionChains(self.page, duration=20).move_to_element(node).click_and_hold().move_by_offset(0, 50)
        chain.move_by_offset(0, 400 - self.js("return arguments[0].getBoundingClientRect().top - wall.getBoundingClientRect().top", node).__int__() - 100)
        chain.perform()
        self.wait("wall.scrollTop > 3000", 30)
        ActionChains(self.page, duration=20).move_by_offset(0, -150).pause(0.4).release().perform()
        self.wait("told.length === 1")
        to = self.js("return told[0].to")
        self.assertGreater(to[1], 60)
        self.expect(moved(400, (2, to[1])))
        # The item is where it was dropped.
        self.wait("document.activeElement.textContent === 'Photo 2'")
        self.assertEqual(self.js("return document.activeElement.dataset.path"), f"0-{to[1]}")
        self.assertTrue(self.js("const box = document.activeElement.getBoundingClientRect(), view = wall.getBoundingClientRect(); return box.bottom > view.top && box.top < view.bottom"))

    def test_the_mouse_drags_in_a_right_to_left_waterfall(self):
        self.show(dict(FALLS, container={"direction": "rtl"}), direction="rtl")
        node, other = self.cell("0-0"), self.cell("0-2")
        x, y = self.js("const [one, other] = [...arguments].map((node) => node.getBoundingClientRect()); return [other.left - one.left, other.top - one.top]", node, other)
        self.assertLess(x, 0)
        self.drop(node, round(x) - 20, round(y))
        self.wait("told.length === 1")
        self.assertEqual(self.js("return told[0].to"), [0, 2])
        self.expect(moved(400, (0, 2)))

    def test_a_finger_drags_after_a_long_press_and_scrolls_without_one(self):
        self.show(LIST)
        x, y = self.js("const { left, top, width, height } = cells()[1].getBoundingClientRect(); return [left + width / 2, top + height / 2].map(Math.round)")
        finger = PointerInput("touch", "finger")
        touch = ActionBuilder(self.page, mouse=finger, duration=60)
        act = touch.pointer_action
        act.move_to_location(x, y + 120).pointer_down()
        for step in range(1, 6):
            act.move_to_location(x, y + 120 - 30 * step)
        act.pointer_up()
        touch.perform()
        self.wait("wall.scrollTop > 60")
        self.assertEqual(self.js("return [told, said]"), [[], []])
        self.js("wall.scrollTop = 0")
        self.wait("names()[0] === 0")
        touch = ActionBuilder(self.page, mouse=finger, duration=60)
        act = touch.pointer_action
        act.move_to_location(x, y).pointer_down().pause(0.6)
        for step in range(1, 5):
            act.move_to_location(x, y + 35 * step).pause(0.1)
        act.pointer_up()
        touch.perform()
        self.wait("told.length === 1")
        self.assertEqual(self.js("return [told[0].from, told[0].to, wall.scrollTop]"), [[0, 1], [0, 3], 0])
        self.expect(moved(100, (1, 3)))

    def test_a_click_opens_what_it_hits_and_the_end_of_a_drag_does_not(self):
        self.show(LIST)
        self.js("window.clicks = 0; wall.addEventListener('click', () => { clicks += 1 })")
        ActionChains(self.page).move_to_element(self.cell("0-0")).click().perform()
        self.assertEqual(self.js("return [clicks, said]"), [1, []])
        self.drop(self.cell("0-0"), 0, 70)
        self.wait("told.length === 1")
        self.assertEqual(self.js("return clicks"), 1)

    # MARK: Refusing, failing, changing

    def test_an_item_returns_if_the_event_is_prevented(self):
        self.show(LIST)
        first = self.js("window.refuses = true; return layout.id")
        self.drop(self.cell("0-0"), 0, 120)
        self.wait("said.at(-1)?.startsWith('Reordering cancelled')")
        self.assertEqual(len(self.js("return told")), 1)
        self.expect(moved(100))
        self.assertEqual(self.js("return layout.id"), first)

    def test_moves_stay_at_another_size(self):
        self.show(FALLS)
        for source in (7, 3):
            self.focus(source)
            self.press(Keys.SPACE, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.SPACE)
            self.wait(f"told.length === {1 if source == 7 else 2}")
        now = moved(400, (7, 9), (3, 5))
        self.expect(now)
        before = self.js("return layout.id")
        self.js("wall.style.width = '500px'")
        self.wait(f"layout.id !== '{before}' && cells()[1].offsetWidth > 150 && wall.ariaBusy === 'false'")
        self.expect(now)
        # So they do if an equal document is set before the new size is laid out.
        before = self.js("wall.style.width = '420px'; wall.document = { ...wall.document }; return layout.id")
        self.wait(f"layout.id !== '{before}' && cells()[1].offsetWidth < 145 && wall.ariaBusy === 'false'")
        self.expect(now)
        # A new document begins anew.
        self.js("Object.assign(wall, { document: { layout: { type: 'list', rowHeight: 60 }, items: 30 }, data: wall.data.slice(0, 30) })")
        self.wait("cells().length > 5 && cells()[1].offsetHeight === 60 && wall.ariaBusy === 'false'")
        self.assertEqual(self.js("return names().slice(0, 6)"), now[:6])

    def test_without_the_attribute_nothing_moves(self):
        self.show(LIST)
        self.js("wall.removeAttribute('reorder')")
        self.wait("!wall.querySelector('[aria-roledescription]')")
        self.focus(0)
        self.press(Keys.SPACE, Keys.ARROW_DOWN)
        self.wait("document.activeElement.dataset.path === '0-1'")
        self.assertEqual(self.js("return [told, wall.shadowRoot.querySelector('[aria-live]'), wall.querySelectorAll('[id^=tatami-reorder]').length]"), [[], None, 0])

    # MARK: Screen readers

    def test_items_say_that_they_can_be_moved(self):
        texts = {"roleDescription": "verschiebbares Element", "instructions": "Leertaste nimmt auf.", "pickedUp": "{name}: {position}/{count}"}
        self.show(LIST, texts=texts)
        tree = self.page.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        items = [one for one in tree if one.get("role", {}).get("value") == "article" and not one["ignored"]]
        self.assertGreater(len(items), 5)
        for one in items:
            properties = {each["name"]: each["value"].get("value") for each in one["properties"]}
            self.assertEqual((one["description"]["value"], properties["roledescription"]), (texts["instructions"], texts["roleDescription"]))
        self.assertEqual(self.js("return live().getAttribute('aria-live')"), "assertive")
        self.focus(0)
        self.press(Keys.SPACE)
        self.wait("said.at(-1) === 'Photo 0: 1/100'")
        self.press(Keys.ESCAPE)
        # Nodes that come as the reader scrolls say it, too.
        self.js("wall.scrollTop = 3000")
        self.wait("cells().some((one) => down(one) > 3000 && one.ariaRoleDescription)")

    def test_motion_is_reduced_for_readers_who_want_that(self):
        self.addCleanup(self.page.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": []})
        for value, slides in (("no-preference", True), ("reduce", False)):
            self.page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": value}]})
            self.show(LIST)
            self.js("window.most = 0; window.watch = () => { most = Math.max(most, document.getAnimations().length); requestAnimationFrame(watch) }; watch()")
            self.focus(0)
            self.press(Keys.SPACE, Keys.ARROW_DOWN, Keys.SPACE)
            self.wait("told.length === 1")
            self.expect(moved(100, (0, 1)))
            self.assertEqual(self.js("return most > 0"), slides, value)


class Module(Service):
    """A wall whose layouts are the module's: no request is sent."""

    MODULE = "true"

    def tearDown(self):
        self.assertEqual([one for one in self.js("return sent") if "wasm" not in one[1]], [])


class Network(unittest.TestCase):
    """A wall of the service while requests fail."""

    def test_without_a_network_the_item_stays_and_the_error_is_reported(self):
        wall = Service
        wall.setUpClass()
        self.addCleanup(wall.doClassCleanups)
        one = wall("show")
        one.show(LIST)
        one.focus(0)
        one.js("refused = /updates/")
        one.press(Keys.SPACE, Keys.ARROW_DOWN)
        one.wait("failed.length === 1")
        self.assertEqual(one.js("return [names().slice(0, 3), told]"), [[0, 1, 2], []])
        # The reader still has the item, and tries again.
        one.js("refused = undefined")
        one.press(Keys.ARROW_DOWN, Keys.SPACE)
        one.wait("told.length === 1")
        self.assertEqual(one.js("return names().slice(0, 3)"), [1, 0, 2])
        # What a pointer carries is dropped where it was at last.
        one.js("refused = /index-path/; failed.length = 0")
        one.drop(one.cell("0-0"), 0, 200)
        one.wait("failed.length > 0 && isStill() && live().textContent.includes('dropped')")
        self.assertEqual(one.js("return [names().slice(0, 3), told.length]"), [[1, 0, 2], 1])


MOVES = """
import { Moves, movedCounts, movedList, movedPath } from "./wall/moves.js";
const { cases } = JSON.parse(process.argv[1]);
console.log(JSON.stringify(cases.map(({ counts, moves }) => {
  const all = new Moves(), before = counts.flatMap((count, section) => Array.from({ length: count }, (_, item) => `${section}-${item}`));
  let list = before, now = counts, places = new Map(before.map((one) => [one, one.split("-").map(Number)]));
  for (const move of moves) {
    list = movedList(list, now, move);
    now = movedCounts(now, move);
    all.add(move);
    for (const [one, path] of places) places.set(one, movedPath(path, move));
  }
  const origins = now.map((count, section) => Array.from({ length: count }, (_, item) => all.originOf([section, item]).join("-")));
  return { list, counts: now, places: Object.fromEntries(places), origins, batch: all.batch };
})));
"""


class Order(Pages):
    """The order after many moves, as lists of Python and the service's one batch have it."""

    def test_moves_lead_to_the_order_of_a_list_and_of_one_update(self):
        seed = int(os.environ.get("TATAMI_SEED", random.randrange(1 << 32)))
        print(f"seed {seed}")
        numbers, cases, expected = random.Random(seed), [], []
        for _ in range(200):
            counts = [numbers.randint(0, 6) for _ in range(numbers.randint(1, 4))]
            lists, moves = [[f"{section}-{item}" for item in range(count)] for section, count in enumerate(counts)], []
            for _ in range(numbers.randint(1, 12)):
                full = [section for section, one in enumerate(lists) if one]
                if not full:
                    break
                source = numbers.choice(full)
                item = numbers.randrange(len(lists[source]))
                one = lists[source].pop(item)
                target = numbers.randrange(len(lists))
                place = numbers.randint(0, len(lists[target]))
                lists[target].insert(place, one)
                moves.append({"from": [source, item], "to": [target, place]})
            cases.append({"counts": counts, "moves": moves})
            expected.append(lists)
        made = subprocess.run(["node", "--input-type=module", "-e", MOVES, json.dumps({"cases": cases})], cwd=CLIENTS, capture_output=True, text=True, timeout=60)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        for number, (case, lists, one) in enumerate(zip(cases, expected, json.loads(made.stdout))):
            self.assertEqual(one["list"], [name for each in lists for name in each], (seed, number))
            self.assertEqual(one["counts"], [len(each) for each in lists], (seed, number))
            self.assertEqual(one["origins"], lists, (seed, number))
            self.assertEqual(one["places"], {name: [section, item] for section, each in enumerate(lists) for item, name in enumerate(each)}, (seed, number))
            if number % 10 or not case["moves"]:
                continue
            # The batch of all moves is an update that the service takes.
            document = {"container": {"width": 100, "height": 100}, "layout": {"type": "list", "rowHeight": 9},
                        "sections": [{"items": [{"height": 9, "id": f"{section}-{item}"} for item in range(count)]} for section, count in enumerate(case["counts"])]}
            layout = self.ask("/v1/layouts", document)
            version = self.ask(f"/v1/layouts/{layout['id']}/updates", {"move": one["batch"]})
            cells = self.ask(f"/v1/layouts/{version['id']}/attributes?rect=all")["attributes"]
            self.assertEqual([cell["id"] for cell in cells], one["list"], (seed, number))

    def ask(self, path, body=None):
        request = urllib.request.Request(self.service.url + path, data=None if body is None else json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read())


DOM = PLACES + """<style>body{margin:0} #view{width:315px;height:400px;overflow:auto}</style><div id="view"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { Wall } from "./wall/wall.js";
  import { reorder } from "./wall/wall-reordering.js";
  const photos = window.photos = Array.from({ length: 100 }, (_, index) => index), client = new TatamiClient("SERVICE");
  window.told = []; window.refuses = false;
  const wall = window.wall = new Wall(document.getElementById("view"), (node, { indexPath }) => { node.textContent = `Photo ${photos[indexPath[1]]}`; });
  await wall.show(await client.layout({ container: { width: 300, height: 400 }, layout: { type: "list", rowHeight: 60 }, items: 100 }));
  window.reordering = reorder(wall, {
    onMove: ({ from, to }) => { photos.splice(to[1], 0, ...photos.splice(from[1], 1)); },
    onReorder: ({ from, to }) => { told.push([from, to]); return !refuses; },
  });
  window.names = () => [...wall.content.children].map((one) => Number(one.textContent.slice(6)));
  window.live = () => document.querySelector("[aria-live]").textContent;
  window.ready = true;
</script>"""


class Dom(Pages):
    """`Wall`, whose data are the page's."""

    def test_the_mouse_and_the_keyboard_move_items_and_the_pages_data(self):
        self.open(DOM)
        self.wait("window.ready && wall.content.children.length > 5")
        first = self.js("return wall.content.children[1]")
        ActionChains(self.page, duration=50).move_to_element(first).click_and_hold().move_by_offset(0, 80).move_by_offset(0, 60).pause(0.3).release().perform()
        self.wait("told.length === 1 && live().startsWith('Photo 1, dropped')")
        order = moved(100, (1, 3))
        self.assertEqual(self.js("return [told, photos, names().slice(0, 6)]"), [[[[0, 1], [0, 3]]], order, order[:6]])
        self.wait("document.activeElement.textContent === 'Photo 1' && document.getAnimations().length === 0")
        self.assertEqual(self.js("return down(document.activeElement)"), 180)
        self.press(Keys.SPACE, Keys.ARROW_UP, Keys.ARROW_UP)
        self.wait("live() === 'Position 2 of 100.'")
        self.js("refuses = true")
        self.press(Keys.SPACE)
        self.wait("live().startsWith('Reordering cancelled')")
        self.assertEqual(self.js("return [photos, names().slice(0, 6), document.activeElement.textContent]"), [order, order[:6], "Photo 1"])
        self.js("reordering.end()")
        self.press(Keys.SPACE)
        self.assertEqual(self.js("return document.querySelectorAll('[aria-live], [aria-describedby], [data-reordering]').length"), 0)
        self.assertEqual(self.errors(), [])


HOOK = PLACES + """<style>body{margin:0} .view{width:315px;height:400px;overflow:auto}</style>
<script src="react-umd.js"></script><script src="react-dom-umd.js"></script>
<script type="importmap">{"imports": {"react": "./react-as-module.js"}}</script><div id="root"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { useTatamiWall } from "./react/react.js";
  const client = new TatamiClient("SERVICE"), h = React.createElement;
  const made = ({ width, height }) => ({ container: { width, height }, layout: { type: "list", rowHeight: 60 }, items: 100 });
  window.told = [];
  function App() {
    const [photos, setPhotos] = React.useState(() => Array.from({ length: 100 }, (_, index) => index));
    window.photos = photos;
    const wall = useTatamiWall({ client, document: made, reorder: {
      onMove: ({ from, to }) => setPhotos((all) => { const next = [...all]; next.splice(to[1], 0, ...next.splice(from[1], 1)); return next; }),
      onReorder: ({ from, to }) => { told.push([from, to]); },
    } });
    return h("div", { ...wall.viewport, className: "view" }, h("div", wall.content,
      wall.items.map((item) => h("article", { key: item.key, ...item.props }, `Photo ${photos[item.index]}`))));
  }
  ReactDOM.createRoot(document.getElementById("root")).render(h(React.StrictMode, null, h(App)));
  window.cells = () => [...document.querySelectorAll("article")];
  window.names = () => cells().map((one) => Number(one.textContent.slice(6)));
  window.live = () => document.querySelector("[aria-live]")?.textContent ?? "";
</script>"""


@unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
class Hook(Pages):
    """The React hook, whose data are the app's state."""

    def test_the_mouse_and_the_keyboard_move_items_and_the_apps_data(self):
        shutil.copy(REACT / "react/umd/react.development.js", self.folder / "react-umd.js")
        shutil.copy(REACT / "react-dom/umd/react-dom.development.js", self.folder / "react-dom-umd.js")
        (self.folder / "react-as-module.js").write_text("export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;")
        self.open(HOOK)
        self.wait("cells().length > 5 && cells()[0].ariaRoleDescription")
        ActionChains(self.page, duration=50).move_to_element(self.js("return cells()[1]")).click_and_hold().move_by_offset(0, 80).move_by_offset(0, 60).pause(0.3).release().perform()
        self.wait("told.length === 1 && live().startsWith('Photo 1, dropped')")
        order = moved(100, (1, 3))
        self.assertEqual(self.js("return [told, photos, names().slice(0, 6)]"), [[[[0, 1], [0, 3]]], order, order[:6]])
        self.wait("document.activeElement.textContent === 'Photo 1' && document.getAnimations().length === 0")
        self.press(Keys.SPACE, Keys.ARROW_UP)
        self.wait("live() === 'Position 3 of 100.'")
        self.assertEqual(self.js("return document.activeElement.textContent"), "Photo 1")
        self.press(Keys.ESCAPE)
        self.wait("live().startsWith('Reordering cancelled')")
        self.assertEqual(self.js("return [photos, names().slice(0, 6), document.activeElement.textContent]"), [order, order[:6], "Photo 1"])
        styles = self.js("return cells().map(({ style: { transform, pointerEvents, zIndex } }) => [transform, pointerEvents, zIndex])")
        self.assertEqual({tuple(one) for one in styles}, {("", "", "0")})
        self.assertEqual(self.errors(), [])


class Recipe(Pages):
    """The page of Recipes.md."""

    def test_photos_move_and_the_first_one_does_not(self):
        page = (ROOT / "Examples/recipes/reorder.html").read_text().replace("http://localhost:8080", "SERVICE")
        self.open(page.replace("const wall =", "const wall = window.wall ="))
        self.wait("window.wall?.querySelectorAll('[aria-roledescription]').length > 4")
        self.js("window.names = () => [...wall.querySelectorAll('[data-path]')].map((one) => Number(one.textContent.match(/[0-9]+/)[0]))")
        for path, order in (("0-1", moved(500, (1, 2))), ("0-0", moved(500, (1, 2)))):
            self.js("wall.querySelector(`[data-path='${arguments[0]}']`).focus()", path)
            self.press(Keys.SPACE, Keys.ARROW_RIGHT, Keys.SPACE)
            self.wait("/dropped|cancelled/.test(wall.shadowRoot.querySelector('[aria-live]').textContent)")
            self.wait("!wall.querySelector('[data-reordering]')")
            self.assertEqual(self.js("return wall.data.map(({ name }) => name)"), order, path)
            self.assertEqual(self.js("return names().slice(0, 5)"), order[:5])


class Playground(Page):
    """The preset *Reorder*."""

    LIVE = "document.querySelector('#viewport [aria-live]')?.textContent"

    def photos(self):
        return self.js("""return [...document.querySelectorAll('.living-wall > .el.cell')].filter((one) => !one.inert).map((one) => Number(one.dataset.id))""")

    def test_photos_are_moved_by_pointer_and_by_keyboard(self):
        self.open("preset=reorder")
        self.wait("document.querySelector('.living-wall [aria-roledescription]') !== null", 60)
        self.assertEqual(self.photos()[:6], list(range(6)))
        node = self.page.find_element("css selector", ".living-wall [data-id='0']")
        other = self.page.find_element("css selector", ".living-wall [data-id='3']")
        ActionChains(self.page, duration=80).click_and_hold(node).move_to_element(other).pause(0.3).move_by_offset(0, 6).pause(0.5).release().perform()
        self.wait(f"{self.LIVE}?.startsWith('Photo 0, dropped')")
        dropped = self.photos()
        to = dropped.index(0)
        self.assertGreater(to, 0)
        self.assertEqual(dropped, moved(len(dropped), (0, to)))
        self.wait("document.activeElement.dataset.id === '0'")
        ActionChains(self.page).send_keys(Keys.SPACE, Keys.ARROW_LEFT, Keys.SPACE).perform()
        self.wait(f"{self.LIVE}?.startsWith('Photo 0, dropped at position {to} of 400')")
        self.assertEqual(self.photos(), moved(len(dropped), (0, to - 1)))
        self.assertEqual(self.js("return JSON.parse(document.getElementById('update-text').textContent)"), {"move": [{"from": [0, to], "to": [0, to - 1]}]})
        # Without an item in the hand the arrow keys go from photo to photo.
        ActionChains(self.page).send_keys(Keys.ARROW_RIGHT).perform()
        self.wait("document.activeElement.dataset.id !== '0'")


class Points(Pages):
    """What Chromium finds at a point of a wall is what `index-path` finds."""

    PAGE = PLACES + """<style>body{margin:0} ul{position:relative;isolation:isolate;margin:0;padding:0;list-style:none} li{position:absolute}</style><body></body>"""

    @staticmethod
    def document(random):
        width = random.choice([280, 390.5, 600])
        layout, items = random.choice([
            lambda: ({"type": "waterfall", "columns": random.randint(1, 5), "spacing": random.randint(0, 12)}, [random.randint(20, 160) for _ in range(30)]),
            lambda: ({"type": "flow", "minimumInteritemSpacing": random.randint(0, 9)}, [[random.randint(20, 150), random.randint(20, 90)] for _ in range(30)]),
            lambda: ({"type": "justified", "targetRowHeight": random.randint(60, 150)}, [[random.randint(50, 300), random.randint(50, 300)] for _ in range(25)]),
            lambda: ({"type": "list", "rowSpacing": random.randint(0, 9)}, [random.randint(5, 70) for _ in range(20)]),
            lambda: ({"type": "magazine", "horizontalSpacing": 6, "verticalSpacing": 6}, [{"widthMode": random.choice(["full", 2, 3]), "height": random.randint(30, 120)} for _ in range(15)]),
            # Cells above each other: the topmost is found.
            lambda: ({"type": "custom", "frames": [
                {"x": random.randint(0, 250), "y": random.randint(0, 500), "width": random.randint(10, 200), "height": random.randint(10, 200), "zIndex": random.randint(-2, 2)}
                for _ in range(25)]}, 25),
        ])()
        return {"container": {"width": width, "height": 700, "direction": random.choice(["ltr", "rtl"])}, "layout": layout, "items": items}

    def test_chromium_finds_the_cell_that_the_service_finds(self):
        seed = int(os.environ.get("TATAMI_SEED", random.randrange(1 << 32)))
        print(f"seed {seed}")
        numbers = random.Random(seed)
        self.open(self.PAGE)
        self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 700, "height": 3000, "deviceScaleFactor": 1, "mobile": False})
        found = 0
        for number in range(50):
            document = self.document(numbers)
            answer = self.ask("/v1/layouts?rect=all", json.dumps(document))
            # Every other wall is drawn by the service's own sheet.
            sheet = self.ask(f"/v1/layouts/{answer['id']}/attributes?rect=all&format=css", None) if number % 2 else ""
            self.js(DRAW, sheet, answer["attributes"], answer["contentSize"])
            for _ in range(20):
                x, y = round(numbers.uniform(-10, answer["contentSize"]["width"] + 10), 2), round(numbers.uniform(-10, min(2900, answer["contentSize"]["height"]) + 10), 2)
                edges = [(abs(x - one["x"]), abs(x - one["x"] - one["width"]), abs(y - one["y"]), abs(y - one["y"] - one["height"])) for one in (each["frame"] for each in answer["attributes"])]
                # Browsers round edges to pixels.
                if x < 0 or y < 0 or min(min(one) for one in edges) < 1:
                    continue
                there = self.ask(f"/v1/layouts/{answer['id']}/index-path?point={x},{y}", None)
                here = self.js("return document.elementFromPoint(arguments[0], arguments[1])?.dataset.item ?? null", x, y)
                expected = None if "indexPath" not in there else str(there["indexPath"][1])
                self.assertEqual(here, expected, (seed, number, document, x, y))
                found += expected is not None
        self.assertGreater(found, 200)

    def ask(self, path, body):
        request = urllib.request.Request(self.service.url + path, data=None if body is None else body.encode())
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                text = answer.read().decode()
                return json.loads(text) if text.startswith("{") else text
        except urllib.error.HTTPError as problem:
            self.assertEqual(problem.code, 404)
            return json.loads(problem.read())


DRAW = """const [sheet, attributes, { width, height }] = arguments, list = document.createElement("ul"), style = document.createElement("style");
    const cells = attributes.filter(({ category }) => category === "cell").sort((one, other) => one.indexPath[1] - other.indexPath[1]);
    list.className = "tatami";
    list.style.cssText = `width:${width}px;height:${height}px`;
    style.textContent = sheet;
    list.append(...cells.map(({ indexPath, frame: { x, y, width, height }, zIndex }) => {
      const node = document.createElement("li");
      node.dataset.item = indexPath[1];
      if (sheet === "") node.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px;z-index:${zIndex}`;
      return node;
    }));
    document.body.replaceChildren(style, list);"""


if __name__ == "__main__":
    unittest.main()
