"""How the playground and the reference look, on desktops and phones, and who can use them: eyes, keys, voices."""
import json
import pathlib
import subprocess
import sys
import time
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, Page  # noqa: E402


class Appearance(Page):
    def test_every_preset_lays_out(self):
        self.open()
        names = self.js("return [...document.querySelectorAll('#presets input')].map(one => one.value)")
        self.assertGreaterEqual(len(names), 18)
        for name in names:
            with self.subTest(name):
                self.choose(name)
                self.wait(f"location.hash.includes('preset={name}') && document.getElementById('problem').hidden")
                self.wait("document.querySelectorAll('#viewport .el.cell').length > 0")
                # No scrollbar takes room from the container, and nothing sticks out across the way it scrolls.
                self.wait("/1 section|sections/.test(document.getElementById('status').textContent)")
                self.wait("+document.getElementById('width').value === document.getElementById('viewport').clientWidth")
                seen, whole, height, full, horizontal = self.js("""const view = document.getElementById('viewport');
                    return [view.clientWidth, view.scrollWidth, view.clientHeight, view.scrollHeight,
                            document.getElementById('document').value.includes('"horizontal"\\n')]""")
                self.assertEqual(height if horizontal else seen, full if horizontal else whole, name)

    def test_scrolling_announces_nothing(self):
        self.open("preset=blog-reader")
        self.wait("document.getElementById('status').textContent.includes('36 items')")
        self.js("""window.told = 0;
            new MutationObserver(list => { window.told += list.length })
                .observe(document.getElementById('status'), {childList: true, characterData: true, subtree: true})""")
        drawn = self.text("drawn")
        for step in range(1, 21):
            self.js("document.getElementById('viewport').scrollTo({top: arguments[0], behavior: 'instant'})", step * 60)
        self.wait("""[...document.querySelectorAll('#viewport .el.header')].some(one => place_of(one)[1] === 1200)""")
        self.assertEqual(self.js("return window.told"), 0)
        self.assertRegex(drawn, r"^\d+ elements$")

    def test_numbers_and_colours_stand_on_the_lines_of_the_text(self):
        self.open("preset=app-store")
        self.js("document.getElementById('editor').scrollTo(0, 600)")
        self.wait("document.getElementById('lines').textContent.includes('50')")
        first, painted, top = self.js("""const lines = document.getElementById('lines'), paint = document.getElementById('paint');
            return [parseInt(lines.textContent), paint.textContent.split('\\n'), parseFloat(paint.style.top)]""")
        lines = self.document().split("\n")
        self.assertEqual(painted[:-1], lines[first - 1:first - 1 + len(painted) - 1])
        self.assertEqual(top, 8 + 20 * (first - 1))
        self.assertEqual(self.js("""const area = document.getElementById('document');
            return [area.scrollWidth - area.clientWidth, area.scrollHeight - area.clientHeight]"""), [0, 0])
        self.assertEqual(self.js("""return getComputedStyle(document.getElementById('paint')).font
            === getComputedStyle(document.getElementById('document')).font"""), True)

    def test_the_request_is_shown_in_lines_and_its_answer_in_bytes(self):
        self.open("preset=blog-reader")
        self.js("document.getElementById('viewport').scrollTo({top: 900, behavior: 'instant'})")
        self.wait("/0, 900, 390, \\d+/.test(document.getElementById('parameters').textContent)")
        self.assertRegex(self.text("request"), r"^GET /v1/layouts/[0-9a-f]{8}…/attributes$")
        self.assertEqual(self.js("return [...document.querySelectorAll('#parameters dt')].map(one => one.textContent)"), ["rect", "bounds", "engine"])
        self.assertRegex(self.js("return document.querySelectorAll('#parameters dd')[1].textContent"), r"^0, 900, 390, \d+$")
        self.assertRegex(self.text("size"), r"^[\d,]+ (bytes|of [\d,]+ bytes \(gzip\))$")
        self.js("document.getElementById('picture').click()")
        self.wait("document.documentElement.localName === 'svg'")

    def test_the_mark_beside_the_device_is_dragged(self):
        self.open("preset=photo-wall")
        self.wait("document.getElementById('status').textContent.includes('100,000 items')", 30)
        thumb = self.page.find_element(By.CSS_SELECTOR, "#track div")
        ActionChains(self.page).click_and_hold(thumb).move_by_offset(0, 200).release().perform()
        self.wait("document.getElementById('viewport').scrollTop > 1000000")
        self.wait("""[...document.querySelectorAll('#viewport .el.cell')].some(
            one => Math.abs(place_of(one)[1] - document.getElementById('viewport').scrollTop) < 1000)""")

    def test_labels_are_as_large_however_small_the_device(self):
        for preset in ("staggered-grid", "photo-wall"):
            self.open(f"preset={preset}")
            self.wait("document.getElementById('status').textContent.includes('items')", 30)
            size = self.js("""const label = document.querySelector('#viewport .el.cell');
                return parseFloat(getComputedStyle(label).fontSize) * label.getBoundingClientRect().width / label.offsetWidth""")
            self.assertAlmostEqual(size, 12, delta=0.2)

    def test_the_bar_is_one_line_at_1280_points(self):
        self.size(1280, 800)
        try:
            self.open("preset=custom-group")
            tops = self.js("return [...document.querySelectorAll('.bar > *')].map(one => { const box = one.getBoundingClientRect(); return box.top + box.height / 2 })")
            self.assertLess(max(tops) - min(tops), 4)
            self.assertGreater(self.js("return document.getElementById('document').clientWidth"), 380)
            self.assertLess(self.js("return document.querySelector('.bar').offsetHeight"), 56)
        finally:
            self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_on_a_phone_focus_follows_the_eye_and_targets_are_large_enough(self):
        self.size(390, 844)
        try:
            for preset, height in (("photo-wall", 1024), ("peek-carousel", 360)):
                self.open(f"preset={preset}")
                self.wait("document.getElementById('status').textContent.includes('items')", 30)
                # The stage ends where the device does.
                device, stage = self.js("return ['device', 'stage'].map(id => document.getElementById(id).getBoundingClientRect().bottom)")
                self.assertAlmostEqual(device, stage, delta=1)
            tops = self.js("""return [...document.querySelectorAll('button, input, select, textarea, [tabindex], a[href]')]
                .filter(one => one.offsetParent !== null && !one.matches('.skip'))
                .map(one => one.getBoundingClientRect()).map(box => [box.top + scrollY, box.width, box.height])""")
            self.assertEqual([round(one[0] / 40) for one in tops], sorted(round(one[0] / 40) for one in tops))
            for control in self.page.find_elements(By.CSS_SELECTOR, "button, input, select"):
                if control.is_displayed():
                    self.assertGreaterEqual(control.size["height"], 24, control.get_attribute("outerHTML"))
            self.write(self.document() + "}")
            self.wait("document.getElementById('status').classList.contains('bad')")
            self.assertTrue(self.js("const box = document.getElementById('status').getBoundingClientRect(); return box.bottom < innerHeight && box.height > 0"))
            self.picture("phone-error")
        finally:
            self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_the_reference_is_light_or_dark_as_was_chosen_and_leads_to_the_playground(self):
        self.open("preset=staggered-grid&theme=light")
        self.page.find_element(By.ID, "theme").click()
        self.page.find_element(By.LINK_TEXT, "API reference").click()
        self.wait("document.documentElement.dataset.theme === 'dark' && document.getElementById('theme') !== null")
        self.assertEqual(self.js("return getComputedStyle(document.body).backgroundColor"), "rgb(23, 26, 23)")
        self.js("for (const one of document.querySelectorAll('main details')) one.open = true")
        broken = self.js("""return [...document.querySelectorAll('.fields th code, .fields td:nth-child(2) code')]
            .filter(one => one.getClientRects().length > 1).map(one => one.textContent)""")
        self.assertEqual(broken, [])
        self.size(390, 844)
        try:
            self.page.refresh()
            self.assertLess(self.js("return document.querySelector('nav').offsetHeight"), 844 * 0.2)
            self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 390)
        finally:
            self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        link = self.js("return document.querySelector('#getTargetOffset .try').href")
        self.page.get(link)
        self.wait("document.querySelectorAll('#viewport .el.cell').length > 0")
        self.assertIn('"snapping"', self.document())
        self.page.get(f"{BASE}/#theme=light")

    def test_the_reference_opens_with_a_request_that_runs_and_its_picture(self):
        try:
            for width, height in ((390, 844), (1440, 900)):
                self.size(width, height)
                self.page.get("about:blank")
                self.page.get(f"{BASE}/docs")
                for selector in ("#first-request", ".first img"):
                    self.assertLess(self.js("return document.querySelector(arguments[0]).getBoundingClientRect().top", selector), height, selector)
                self.assertGreater(self.js("return document.querySelector('.first img').naturalWidth"), 100)
                self.assertNotIn("SHA-256", self.page.find_element(By.TAG_NAME, "main").text)
            command, answer = self.text("first-command"), self.text("first-answer")
            done = subprocess.run(["bash", "-s"], input=command, capture_output=True, text=True, check=True)
            self.assertEqual(json.loads(done.stdout), {**json.loads(answer), "id": json.loads(done.stdout)["id"]})
        finally:
            self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_the_reference_is_short_until_something_is_unfolded(self):
        try:
            self.size(390, 844)
            self.page.get("about:blank")
            self.page.get(f"{BASE}/docs")
            self.assertLess(self.js("return document.documentElement.scrollHeight"), 16000)
            # A link leads into what is folded, twice for a schema.
            for target, shown in (("schema-Anchor", "table"), ("getLayoutStyleSheet", "table"), ("schema-FlowLayout", "table"), ("rules", "p")):
                self.page.get("about:blank")
                self.page.get(f"{BASE}/docs#{target}")
                place = self.js("""const one = document.getElementById(arguments[0]), inner = one.querySelector(arguments[1]) ?? one.nextElementSibling.querySelector(arguments[1]);
                    return [one.getBoundingClientRect().top, inner.checkVisibility()]""", target, shown)
                self.assertTrue(place[1], target)
                self.assertLess(abs(place[0]), 120, target)
        finally:
            self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_the_reference_has_room_for_its_tables_and_paths_at_every_width(self):
        try:
            for width in (390, 820, 1101, 1440, 2560):
                self.size(width, 900)
                self.page.get("about:blank")
                self.page.get(f"{BASE}/docs")
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), width)
                # No document of an example is a strip beside its picture.
                self.assertGreater(self.js("return Math.min(...[...document.querySelectorAll('.example pre')].map((one) => one.clientWidth))"), 300)
                if width > 800:
                    self.assertEqual(self.js("""return [...document.querySelectorAll('nav a:has(.verb)')].filter((one) => one.offsetHeight > 35)
                        .map((one) => one.textContent)"""), [])
                    # The longest method ends before its path begins.
                    gap = self.js("""const verb = [...document.querySelectorAll('nav .verb')].find((one) => one.textContent === 'QUERY');
                        const text = document.createRange(); text.selectNodeContents(verb);
                        return verb.getBoundingClientRect().right - text.getBoundingClientRect().right""")
                    self.assertGreater(gap, 3)
            # On the widest the text stands in the middle of what the contents leave.
            left, right = self.js("""const main = document.querySelector('main').getBoundingClientRect();
                return [main.left - document.querySelector('nav').getBoundingClientRect().right, document.documentElement.clientWidth - main.right]""")
            self.assertAlmostEqual(left, right, delta=2)
            # That the button is pressed is seen by its ground.
            grounds = []
            for theme in ("light", "dark"):
                self.page.get("about:blank")
                self.page.get(f"{BASE}/docs#theme={theme}")
                self.wait(f"document.documentElement.dataset.theme === '{theme}'")
                grounds.append(self.js("""const button = document.getElementById('theme');
                    return getComputedStyle(button).backgroundColor === getComputedStyle(document.querySelector('pre')).backgroundColor"""))
            self.assertEqual(grounds, [True, False])
        finally:
            self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_the_playground_has_room_for_its_figures_and_uses_what_there_is(self):
        try:
            for width, height in ((390, 844), (820, 1180), (1440, 900), (2560, 1440)):
                self.size(width, height)
                self.open()
                self.wait("document.querySelector('#headline small').textContent.includes('ms')")
                self.assertEqual(self.js("""const line = document.getElementById('headline'), box = line.getBoundingClientRect();
                    return [...line.children].map((one) => one.getBoundingClientRect()).filter((one) => one.right > box.right + 0.5 || one.bottom > box.bottom + 3).length"""), 0)
                if width >= 1440:
                    self.click("#code-tab")
                    tops = self.js("return [...document.querySelectorAll('.codes button')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top)")
                    self.assertEqual(len(tops), 10)
                    self.assertLessEqual(len(set(tops)), 2)
            self.assertGreater(self.js("return document.getElementById('device').getBoundingClientRect().width"), 500)
            self.assertLess(self.js("return document.getElementById('width').offsetWidth"), 700)
        finally:
            self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_every_control_has_a_name(self):
        self.open()
        for control in self.page.find_elements(By.CSS_SELECTOR, "button, input, select, textarea, [tabindex], a"):
            if control.is_displayed():
                self.assertTrue(control.accessible_name, control.get_attribute("outerHTML"))

    def test_the_keyboard_reaches_the_viewport_and_scrolls_it(self):
        self.open()
        viewport = self.page.find_element(By.ID, "viewport")
        self.js("arguments[0].focus()", viewport)
        viewport.send_keys("\ue00f")  # page down
        self.wait("document.getElementById('viewport').scrollTop > 100")

    def test_nothing_is_refused_by_the_content_security_policy(self):
        self.page.get_log("browser")
        for fragment in ("preset=app-store", "preset=blog-reader"):
            self.open(fragment)
        self.page.get(f"{BASE}/docs")
        loud = [line for line in self.page.get_log("browser") if line["level"] in ("SEVERE", "WARNING")]
        self.assertEqual(loud, [])

    def test_the_reference_leads_to_a_layout_and_its_picture(self):
        for name, width, height in (("desktop", 1280, 900), ("phone", 390, 844)):
            self.size(width, height)
            for theme in ("light", "dark"):
                self.page.get("about:blank")
                self.page.get(f"{BASE}/docs#theme={theme}")
                contents = self.page.find_element(By.ID, "contents")
                if name == "phone":
                    self.assertFalse(contents.get_property("open"))
                    contents.find_element(By.TAG_NAME, "summary").click()
                self.page.find_element(By.LINK_TEXT, "justified").click()
                self.assertEqual(contents.get_property("open"), name == "desktop")
                self.wait("document.querySelector('#example-justified img').complete")
                place = "document.querySelector('#schema-JustifiedLayout h3').getBoundingClientRect()"
                above = self.js("return document.querySelector('nav').getBoundingClientRect().bottom") if name == "phone" else 0
                self.wait(f"{place}.top >= {above} && {place}.bottom < {height} / 2")
                self.assertGreater(self.js("return document.querySelector('#example-justified img').naturalWidth"), 100)
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), width)
                self.picture(f"{name}-{theme}-reference")
        self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_pictures_at_phone_and_desktop_width_light_and_dark(self):
        for name, width, height in (("desktop", 1280, 800), ("phone", 390, 844)):
            self.size(width, height)
            for theme in ("light", "dark"):
                for preset in ("staggered-grid", "app-store"):
                    self.open(f"preset={preset}&theme={theme}")
                    time.sleep(0.4)  # for the picture only: images of shelves settle
                    self.picture(f"{name}-{theme}-{preset}")
                    if (name, theme, preset) == ("desktop", "light", "staggered-grid"):
                        self.picture("playground")  # README's
                    self.assertEqual(self.js("return document.documentElement.dataset.theme"), theme)
                    self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), self.js("return innerWidth"))
        self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


if __name__ == "__main__":
    unittest.main()
