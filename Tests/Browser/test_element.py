"""<tatami-wall> where things go wrong or change: documents, networks, data, properties that are early, programs in data."""
import pathlib
import sys
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from test_packages import PLACES, Pages  # noqa: E402

PAGE = PLACES + """<style>body{margin:0} tatami-wall{width:315px;height:400px}</style>
<script>
  window.log = []; window.gate = Promise.resolve(); window.unhandled = []; window.refused = undefined;
  addEventListener("unhandledrejection", ({ reason }) => unhandled.push(String(reason)));
  const real = fetch;
  window.fetch = async (url, init) => {
    log.push((init?.method ?? "GET") + " " + String(url).split("/").pop().split("?")[0]);
    if (refused?.test(url)) throw new TypeError("Failed to fetch");
    const answer = await real(url, init);
    await gate;
    return answer;
  };
  // A column of a hundred rows of 60 points, whatever the width.
  window.rows = (count = 100, more = {}) => ({ layout: { type: "list", rowHeight: 60 }, items: count, ...more });
  window.wall = undefined; window.told = [];
  window.make = (inside = "<template><b>{index}</b></template>") => {
    wall = document.createElement("tatami-wall");
    wall.innerHTML = inside;
    wall.setAttribute("src", "SERVICE");
    wall.addEventListener("error", (event) => { told.push(event.detail); if (window.prevents) event.preventDefault() });
    document.body.append(wall);
  };
  window.slotted = (name) => getComputedStyle(wall.shadowRoot.querySelector(`slot[name=${name}]`)).display !== 'none';
</script>"""
DEFINED = PAGE + """<script type="module">import "./wall/tatami-wall.js"; window.ready = true</script>"""
CELLS = "[...wall.querySelectorAll(':scope > [role=article]')]"


class Element(Pages):
    def begin(self, page=DEFINED):
        self.open(page)
        if page is DEFINED:
            self.wait("window.ready")

    def turn(self):
        self.page.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    # MARK: Failing

    def test_a_document_that_follows_a_wrong_one_is_shown(self):
        self.begin()
        self.js("make(); window.gate = new Promise((open) => { window.open_gate = open }); wall.document = { ...rows(), items: [1, -4] }")
        self.wait("log.length === 1")
        self.js("wall.document = rows(3)")
        self.turn()
        self.js("open_gate(); window.gate = Promise.resolve()")
        self.wait(f"{CELLS}.length === 3")
        # Of what was given up nobody is told.
        self.assertEqual(self.js("return told.length"), 0)

    def test_sections_that_failed_to_come_are_asked_for_again(self):
        self.begin()
        self.js("make(); refused = /sections/; wall.document = { layout: { type: 'list', rowHeight: 60 }, sections: [{ items: 3 }, { items: 2 }] }")
        self.wait("told.length > 0")
        self.assertEqual(self.js(f"return {CELLS}.length"), 0)
        self.js("refused = undefined; dispatchEvent(new Event('online'))")
        self.wait(f"{CELLS}.length === 5")
        self.assertEqual(self.js(f"return {CELLS}.map((one) => one.ariaPosInSet)"), ["1", "2", "3", "4", "5"])

    def test_an_error_is_told_on_the_console_with_its_place_and_in_the_walls_place(self):
        self.begin()
        self.js("""make('<template><b>{index}</b></template><p slot="placeholder">Just a moment</p><p slot="error">Sorry</p>')""")
        self.assertEqual(self.js("return [slotted('placeholder'), slotted('error')]"), [True, False])
        self.js("wall.setAttribute('document', JSON.stringify({ ...rows(), items: [1, -4] }))")
        self.wait("told.length === 1")
        self.assertEqual(self.js("return [slotted('placeholder'), slotted('error'), wall.ariaBusy]"), [False, True, "false"])
        self.assertIn("/items/1: ", "\n".join(self.errors()))
        self.js("wall.setAttribute('document', '{')")
        self.wait("told.length === 2")
        self.assertIn("the attribute document: ", "\n".join(self.errors()))
        # Who prevents it tells of it otherwise.
        self.js("window.prevents = true; wall.setAttribute('document', '{\"')")
        self.wait("told.length === 3")
        self.assertEqual(self.errors(), [])
        self.js("wall.setAttribute('document', JSON.stringify(rows(2)))")
        self.wait(f"{CELLS}.length === 2")
        self.assertEqual(self.js("return [slotted('placeholder'), slotted('error')]"), [False, False])

    def test_a_service_that_does_not_allow_the_page_is_named(self):
        self.begin()
        self.js("make(); refused = /layouts/; wall.document = rows()")
        self.wait("told.length > 0")
        self.assertIn(f"--cors-origins {self.origin}", "\n".join(self.errors()))
        # The same document is asked for again where it had failed.
        self.js("refused = undefined; wall.document = rows()")
        self.wait(f"{CELLS}.length > 3")

    def test_what_is_refused_is_asked_for_once(self):
        self.begin()
        # Sizes are told when the answer is there already, as they may be.
        self.js("""window.late = [];
            window.ResizeObserver = class extends ResizeObserver { constructor(call) { super((...all) => late.push(() => call(...all))) } };
            make(); log.length = 0; wall.document = rows(3, { layout: { type: 'masonry' } })""")
        self.wait("told.length > 0 && late.length > 0")
        self.js("late.splice(0).forEach((call) => call())")
        self.turn()
        self.assertEqual(self.js("return [log, told.length]"), [["POST layouts"], 1])
        # At another size it may be another document.
        self.js("log.length = 0; wall.style.width = '200px'")
        self.wait("late.length > 0")
        self.js("late.splice(0).forEach((call) => call())")
        self.wait("log.length === 1")

    def test_an_address_without_its_scheme_is_named(self):
        self.begin()
        self.js("make(); wall.setAttribute('src', 'localhost:8080'); wall.document = rows()")
        self.wait("told.length > 0")
        self.assertIn("An address begins with http:// or https://, and localhost:8080 does not.", "\n".join(self.errors()))

    def test_keys_without_a_network_are_told_and_break_nothing(self):
        self.begin()
        self.js("make(); wall.setAttribute('view-limit', 0); wall.document = rows(2000)")
        self.wait(f"{CELLS}.length > 5")
        self.js(f"{CELLS}[0].focus(); refused = /layouts/")
        ActionChains(self.page).send_keys(Keys.END).perform()
        self.wait("told.length === 1")
        self.turn()
        self.assertEqual(self.js("return [unhandled, told[0].name]"), [[], "TypeError"])
        self.js("refused = undefined")
        ActionChains(self.page).send_keys(Keys.END).perform()
        self.wait("document.activeElement.textContent === '1999'")

    # MARK: Properties and data

    def test_properties_that_were_set_before_the_element_is_known(self):
        self.begin(PAGE)
        self.page.execute_async_script("""const done = arguments[0];
            make('<template><b>{title}</b></template>');
            wall.removeAttribute('src');
            import('./client/tatami-client.js').then(async ({ TatamiClient }) => {
                Object.assign(wall, { client: new TatamiClient('SERVICE'), document: rows(2), data: [{ title: 'One' }, { title: 'Two' }] });
                await import('./wall/tatami-wall.js');
                done();
            })""".replace("SERVICE", self.service.url))
        self.wait(f"{CELLS}.map((one) => one.textContent).join() === 'One,Two'")
        self.assertEqual(self.js("return [wall.document.items, wall.data.length, wall.client.base]"), [2, 2, self.service.url])

    def test_other_data_go_into_the_same_nodes(self):
        self.begin()
        self.js("""make('<template><img src="/{name}.png" alt=""><button>{title}</button></template>');
            window.titled = (...titles) => titles.map((title, index) => ({ title, name: index }));
            wall.addEventListener('draw', ({ detail }) => log.push('draw ' + detail.attributes.indexPath[1]));
            wall.document = rows(3); wall.data = titled('a', 'b', 'c')""")
        self.wait(f"{CELLS}.length === 3")
        self.js(f"window.nodes = {CELLS}; window.images = nodes.map((one) => one.querySelector('img')); nodes[1].querySelector('button').focus(); log.length = 0")
        self.js("""window.remade = 0;
            new MutationObserver((list) => { remade += list.length }).observe(wall, { subtree: true, childList: true, attributes: true, attributeFilter: ['src'] });
            wall.data = titled('a', 'B', 'C')""")
        self.wait(f"{CELLS}.map((one) => one.textContent).join() === 'a,B,C'")
        self.assertEqual(self.js(f"return [{CELLS}.every((one, index) => one === nodes[index]), document.activeElement.textContent, remade, log]"),
                         [True, "B", 0, ["draw 1", "draw 2"]])
        self.assertEqual(self.js("return wall.ariaBusy"), "false")
        # Another layout, too, keeps what it still has.
        self.js("wall.document = rows(2, { layout: { type: 'list', rowHeight: 80 } })")
        self.wait(f"{CELLS}.length === 2 && down({CELLS}[1]) === 80")
        self.assertEqual(self.js("return document.activeElement.textContent"), "B")

    def test_data_are_no_programs(self):
        self.begin()
        self.js("""window.ran = [];
            make('<template><a href="{url}">a</a><iframe srcdoc="{html}"></iframe><scr' + 'ipt>{code}</scr' + 'ipt><a class="fine" href="{page}">b</a><img src="{none}"></template>');
            wall.data = [{ url: ' java\\nscript:parent.ran.push(1)', html: '<scr' + 'ipt>parent.ran.push(2)</scr' + 'ipt>', code: 'ran.push(3)', page: '/page?a=1' }];
            wall.document = rows(1)""")
        self.wait(f"{CELLS}.length === 1")
        self.js("wall.querySelector('a').click()")
        self.turn()
        self.assertEqual(self.js("return ran"), [])
        self.assertEqual(self.js("return [...wall.querySelectorAll('a, iframe, img')].map((one) => one.getAttribute('href') ?? one.getAttribute('srcdoc') ?? one.getAttribute('src'))"),
                         [None, "{html}", "/page?a=1", None])

    # MARK: Scroll bars

    def test_no_room_is_kept_for_a_scroll_bar_that_never_comes(self):
        self.begin()
        self.js("make(); wall.style.overflow = 'auto'; wall.document = rows(100)")
        self.wait(f"{CELLS}.length > 5")
        self.assertEqual(self.js("return [wall.style.scrollbarGutter, wall.clientWidth, log.filter((one) => one.startsWith('POST')).length]"), ["stable", 300, 1])
        self.js("wall.document = rows(3)")
        self.wait(f"{CELLS}.length === 3 && {CELLS}[0].offsetWidth === 315")
        # One that scrolls only where it is wider has the bar, and comes to rest.
        self.js("log.length = 0; wall.document = ({ width }) => ({ container: { width, height: 400 }, layout: { type: 'list', rowHeight: width > 300 ? 90 : 60 }, items: 5 })")
        self.wait(f"{CELLS}.length === 5 && {CELLS}[0].offsetWidth === 300")
        for _ in range(5):
            self.turn()
        self.assertLess(self.js("return log.length"), 6)
        self.js("wall.remove()")
        self.assertEqual(self.js("return wall.style.scrollbarGutter"), "")


if __name__ == "__main__":
    unittest.main()
