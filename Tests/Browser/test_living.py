"""Layouts that live, in a real browser: what a reader looks at stays where it is, whatever happens around it."""
import json
import pathlib
import sys
import unittest

from selenium.webdriver.common.by import By

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, PLACES, Page  # noqa: E402

# Runs in the page before each script: what is due is done when the wall has not been busy for some frames.
TOOLS = PLACES + """
    const viewport = document.getElementById('viewport'), wall = document.querySelector('.living-wall');
    const frame = () => new Promise(requestAnimationFrame);
    const settled = async () => { for (let still = 0; still < 4; still = wall.ariaBusy === 'true' ? 0 : still + 1) await frame(); };
    /** All animations have ended, or were given up. */
    const still = () => Promise.allSettled(document.getAnimations().map((one) => one.finished));
    const zoom = () => viewport.getBoundingClientRect().width / viewport.offsetWidth;
    const edges = () => { const { top, bottom } = viewport.getBoundingClientRect(); return [top, bottom]; };
    const cells = () => [...wall.querySelectorAll('.el.cell:not(.leaving)')].map((node) => ({ node, id: Number(node.dataset.id), box: node.getBoundingClientRect() }));
    const seen = () => { const [top, bottom] = edges(); return cells().filter(({ box }) => box.bottom > top && box.top < bottom); };
    const whole = () => { const [top, bottom] = edges(); return cells().filter(({ box }) => box.top >= top - 0.01 && box.bottom <= bottom + 0.01); };
    const scroll = (by) => viewport.scrollBy({ top: by, behavior: 'instant' });
    /** To a hundredth of a point: browsers count rectangles in single precision. */
    const points = (pixels) => Math.round(100 * pixels / zoom()) / 100;
    /** How far each of these has moved on screen: its top, left and bottom. Those that are gone are left out. */
    const moves = (before) => before.filter(({ node }) => node.isConnected).map(({ node, id, box }) => {
        const now = node.getBoundingClientRect(); return [id, ...["top", "left", "bottom"].map((edge) => points(now[edge] - box[edge]))]; });
    /** Keeps the updates that are sent from now on. */
    const listen = () => { if (window.sent) return; window.sent = []; const ask = window.fetch;
        window.fetch = (url, options) => {
            if (String(url).includes('/updates')) { window.sent.push(JSON.parse(options.body)); window.reader = whole()[0]; }
            return ask(url, options); } };
"""


class Living(Page):
    def open(self, fragment):
        super().open(fragment)
        self.wait("document.querySelector('.living-wall[aria-busy=false] .el') !== null", 60)
        self.run_in_page("await settled(); listen()")

    def run_in_page(self, text, *arguments):
        done = self.page.execute_async_script(f"""
            const done = arguments[arguments.length - 1], given = [...arguments];
            (async () => {{ {TOOLS} {text} }})().then((value) => done([value]), (error) => done(String(error.stack ?? error)))""", *arguments)
        self.assertIsInstance(done, list, done)
        return done[0]

    def press(self, name):
        self.page.find_element(By.CSS_SELECTOR, f"#living [data-act={name}]").click()

    @property
    def items(self):
        return int(self.text("status").split(" items")[0].replace(",", ""))

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page.set_script_timeout(120)


class Feed(Living):
    def test_photos_are_appended_and_nothing_jumps(self):
        self.open("preset=endless-feed")
        self.assertEqual(self.items, 10000)
        moved = self.run_in_page("""const before = seen();
            document.querySelector('[data-act=append]').click(); await settled(); return moves(before)""")
        self.assertGreater(len(moved), 4)
        self.assertEqual({tuple(one[1:]) for one in moved}, {(0, 0, 0)})
        self.wait("document.getElementById('status').textContent.startsWith('10,020 items')")
        self.assertEqual(self.js("return Object.keys(window.sent[0])"), ["append"])
        self.assertEqual(self.text("moved"), "reader's place moved by 0 px")

    def test_the_feed_goes_on_where_it_ended(self):
        self.open("preset=endless-feed")
        moved, last = self.run_in_page("""const all = [];
            for (let step = 0; step < 16; step += 1) { scroll(250); const before = seen(); await settled(); all.push(...moves(before)); }
            return [all, Math.max(...seen().map(({ id }) => id))]""")
        self.assertGreater(last, 10000)
        self.assertGreater(len(moved), 64)
        self.assertEqual({tuple(one[1:]) for one in moved}, {(0, 0, 0)})
        self.assertGreaterEqual(self.js("return window.sent.filter((one) => one.append).length"), 2)

    def test_the_wire_shows_the_update_and_what_a_whole_document_costs(self):
        self.open("preset=endless-feed")
        self.press("append")
        self.wait("document.getElementById('whole-sent').textContent !== '–'")
        sent = self.js("return JSON.stringify(window.sent[0])")
        self.assertEqual(json.loads(self.text("update-text")), json.loads(sent))
        self.assertEqual(self.text("update-sent"), f"{len(sent)} bytes")
        self.assertRegex(self.text("update-server"), r"^[\d,]+ µs$")
        self.assertRegex(self.text("update-number"), "^makes version 1(, cached)?$")
        size = self.run_in_page("return (await (await fetch(document.getElementById('version-document').href)).arrayBuffer()).byteLength")
        self.assertEqual(self.text("whole-sent"), f"{size:,} bytes")
        self.assertRegex(self.text("whole-server"), r"^[\d,]+ µs$")
        self.assertGreater(int(self.text("whole-server").split(" ")[0].replace(",", "")), 0)


class Reloading(Living):
    def reload(self, name):
        """Presses a button that sends the whole list.

        Returns how far each node that was visible has moved, vertically; nothing if the content ends so near that no photo
        can be held.
        """
        return self.run_in_page("""const before = seen();
            document.querySelector(`[data-act=${given[0]}]`).click(); await settled(); await still();
            const { scrollTop, scrollHeight, clientHeight } = viewport;
            if (scrollTop <= 0 || scrollTop + clientHeight >= scrollHeight) return undefined;
            return moves(before).map(([, top, , bottom]) => [top, bottom])""", name)

    def test_a_whole_list_moves_photos_by_their_ids_and_the_reader_stays(self):
        self.open("preset=reload")
        self.assertEqual(self.items, 200)
        for name in ("fresh", "shuffle"):
            with self.subTest(name):
                # One photo is held, in the same node; the others have other neighbours.
                self.assertIn([0, 0], next(filter(None, (self.reload(name) for _ in range(20)))))
        self.assertEqual(self.items, 200)
        self.assertEqual(self.js("return window.sent.length"), 0, "no update is sent")
        self.assertTrue(self.text("update-text").startswith('{"container": {"width": 390'), self.text("update-text"))
        self.assertGreater(self.js("""return performance.getEntriesByType('resource')
            .filter(({ name }) => /layouts[?]from=[0-9a-f]{64}&/.test(name)).length"""), 1)


class Deleting(Living):
    def expect_no_hole(self):
        """What is drawn is what the service says of the version, each photo once."""
        wrong = self.run_in_page("""await still();
            const [id] = document.getElementById('picture').href.match(/[0-9a-f]{64}/);
            const answer = await (await fetch(`/v1/layouts/${id}/attributes?rect=0,${viewport.scrollTop},390,640`)).json();
            const drawn = new Set(cells().map(({ node }) => [...place_of(node), node.offsetWidth, node.offsetHeight].join()));
            return [answer.attributes.length, answer.attributes.filter(({ frame: { x, y, width, height } }) => !drawn.has([x, y, width, height].join())),
                    cells().length - new Set(cells().map(({ id }) => id)).size, wall.querySelectorAll('.leaving').length]""")
        self.assertGreater(wrong[0], 4)
        self.assertEqual(wrong[1:], [[], 0, 0])

    def test_a_tapped_photo_fades_and_the_others_close_up(self):
        self.open("preset=endless-feed")
        gone, leaving, moving = self.run_in_page("""const [{ node, id }] = whole(); node.click();
            while (!node.classList.contains('leaving')) await frame();
            return [id, node.getAnimations().length, cells().filter(({ node }) => node.getAnimations().length > 0).length]""")
        self.assertEqual(leaving, 1)
        self.assertGreater(moving, 2)
        self.picture("living-deleting")
        self.wait("document.querySelectorAll('.leaving').length === 0")
        self.run_in_page("await settled(); await still()")
        self.assertNotIn(gone, self.run_in_page("return cells().map(({ id }) => id)"))
        self.wait("document.getElementById('status').textContent.startsWith('9,999 items')")
        self.expect_no_hole()

    def test_whoever_wants_less_motion_sees_none(self):
        self.page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        try:
            self.open("preset=endless-feed")
            moving = self.run_in_page("""const [{ node }] = whole(); node.click(); while (node.isConnected) await frame();
                document.querySelector('[data-act=turn]').click(); await settled(); return document.getAnimations().length""")
            self.assertEqual(moving, 0)
        finally:
            self.page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    def test_keys_choose_a_photo_and_delete_it(self):
        self.open("preset=measured-captions")
        stops = self.js("return document.querySelectorAll('.living-wall [tabindex=\"0\"]').length")
        self.assertEqual(stops, 1)
        self.js("document.querySelector('.living-wall [tabindex=\"0\"]').focus()")
        first = self.js("return Number(document.activeElement.dataset.id)")
        self.assertRegex(self.js("return document.activeElement.ariaLabel"), rf"^Delete photo {first}\. .+\.$")
        for key, step in (("\ue014", 1), ("\ue012", 0), ("\ue015", 1)):  # right, left, down
            self.page.switch_to.active_element.send_keys(key)
            self.assertEqual(self.js("return Number(document.activeElement.dataset.id)"), first + step)
        self.page.switch_to.active_element.send_keys("\ue017")  # delete
        self.wait(f"document.querySelectorAll('.living-wall [data-id=\"{first + 1}\"]').length === 0")
        self.assertEqual(self.js("return Number(document.activeElement.dataset.id)"), first + 2)
        self.run_in_page("await settled(); await still()")
        self.expect_no_hole()
        # However far one scrolls, the tab key stops at the first photo in sight.
        self.assertEqual(self.run_in_page("""document.activeElement.blur(); scroll(5000); await settled();
            return [wall.querySelectorAll('[tabindex="0"]').length, wall.querySelector('[tabindex="0"]') === seen()[0].node]"""), [1, True])


class Chat(Living):
    def test_older_messages_come_in_front_and_the_reader_stays(self):
        self.open("preset=chat")
        self.assertEqual(self.run_in_page("return viewport.scrollHeight - viewport.clientHeight - viewport.scrollTop"), 0)
        moved = self.run_in_page("""scroll(-300); await settled(); const before = seen(), offset = viewport.scrollTop;
            document.querySelector('[data-act=older]').click(); await settled();
            return [moves(before), viewport.scrollTop - offset]""")
        self.assertGreater(len(moved[0]), 5)
        self.assertEqual({tuple(one[1:]) for one in moved[0]}, {(0, 0, 0)})
        # Fifty rows of at least 36, and the 8 between them.
        self.assertGreaterEqual(moved[1], 50 * 44)
        self.wait("document.getElementById('status').textContent.startsWith('90 items')")

    def test_scrolling_to_the_front_brings_older_ones_and_moves_nothing(self):
        self.open("preset=chat")
        moved = self.run_in_page("""const all = [];
            for (let step = 0; step < 24; step += 1) { scroll(-200); const last = seen().at(-1); await settled(); all.push(...moves([last])); }
            return all""")
        self.assertEqual(len(moved), 24)
        self.assertEqual({one[3] for one in moved}, {0}, "the lowest message's end")
        self.assertGreaterEqual(self.items, 90)
        inserted, measured = self.js("return ['insert', 'measure'].map((name) => window.sent.filter((one) => one[name]).length)")
        self.assertGreaterEqual(inserted, 1)
        self.assertEqual(measured, 0, "the service measures the messages")

    def test_without_holding_the_messages_jump(self):
        self.open("preset=chat")
        self.press("hold")
        moved = self.run_in_page("""scroll(-300); await settled(); const before = seen();
            document.querySelector('[data-act=older]').click(); while (before.some(({ node }) => node.isConnected && node.getBoundingClientRect().top === before[0].box.top)) await frame();
            return [before.length, moves(before), parseFloat(document.querySelector('#moved b').textContent.replace(',', ''))]""")
        # They are so far away now that they may have been let go of.
        self.assertTrue(all(one[1] > 1000 for one in moved[1]), moved)
        self.picture("living-chat-jumped")

    def test_a_new_message_is_shown_to_who_reads_the_end_and_moves_nobody_else(self):
        self.open("preset=chat")
        rest, last = self.run_in_page("""document.querySelector('[data-act=newer]').click(); await settled();
            return [viewport.scrollHeight - viewport.clientHeight - viewport.scrollTop, seen().at(-1).id]""")
        self.assertEqual([rest, last], [0, 40])
        moved = self.run_in_page("""scroll(-400); await settled(); const before = seen();
            document.querySelector('[data-act=newer]').click(); await settled(); return moves(before)""")
        self.assertEqual({tuple(one[1:]) for one in moved}, {(0, 0, 0)})


class Captions(Living):
    def walk(self, steps, by):
        """Scrolls a wall of 100,000 up in steps; how far each moved the first whole photo, how far others, what was measured above the fold."""
        return self.run_in_page("""const [steps, by] = given, reader = [], others = []; let above = 0;
            for (let step = 0; step < steps; step += 1) {
                scroll(by);
                const before = seen(), first = whole()[0], known = window.sent.length, item = first.id;
                await settled();
                for (const { measure = [] } of window.sent.slice(known)) above += measure.filter(({ indexPath }) => indexPath[1] < item).length;
                reader.push(...moves([first]).map(([, top]) => top));
                others.push(...moves(before).map(([, top]) => top));
            }
            return { reader, others, above }""", steps, by)

    def test_captions_measured_above_the_fold_move_the_reader_by_nothing(self):
        self.open("preset=measured-captions")
        self.assertEqual(self.items, 100000)
        held = self.walk(30, -170)
        self.assertEqual(held["reader"], [0] * 30)
        self.assertEqual(set(held["others"]), {0}, "whatever else was in sight")
        self.assertGreater(held["above"], 20)
        self.assertEqual(self.text("moved"), "reader's place moved by 0 px")
        self.picture("living-held")
        self.open("preset=measured-captions")
        self.press("hold")
        loose = self.walk(30, -170)
        moved = sum(abs(one) for one in loose["reader"])
        print(f"\n100,000 photos, 30 steps of 170 points up, {held['above']} captions measured above the fold: what the reader looks at moved "
              f"{sum(abs(one) for one in held['reader']):g} px with the anchor, {moved:g} px without, "
              f"at most {max(abs(one) for one in loose['reader']):g} px in a step", flush=True)
        self.assertGreater(moved, 100)
        self.assertGreater(loose["above"], 20)
        self.assertEqual(self.js("return document.getElementById('moved').classList.contains('bad')"), True)

    def test_while_the_reader_goes_on_scrolling_nothing_moves_either(self):
        self.open("preset=measured-captions")
        # Watched is the first whole photo as each update is sent; the answer comes some frames of scrolling later.
        by, watched, versions = self.run_in_page("""const known = window.sent.length; let by = 0, watched = 0, tracked;
            window.reader = undefined;
            for (let step = 0; step < 400; step += 1) {
                if (tracked?.node.isConnected && Number(tracked.node.dataset.id) === tracked.id) { by += Math.abs(moves([tracked])[0][1]); watched += 1; }
                scroll(-6);
                tracked = window.reader && { ...window.reader, box: window.reader.node.getBoundingClientRect() };
                await frame();
            }
            return [by, watched, window.sent.length - known]""")
        self.assertGreater(versions, 1)
        self.assertGreater(watched, 50)
        self.assertEqual(by, 0, f"{versions} updates")

    def test_each_row_is_as_high_as_its_longer_caption_asks(self):
        self.open("preset=measured-captions")
        rows, wrong = self.run_in_page("""const rows = Map.groupBy(cells().map(({ node }) => node), (node) => place_of(node)[1]);
            return [rows.size, [...rows.values()].filter((row) => {
                const asked = Math.max(...row.map((node) => node.firstElementChild.offsetHeight));
                return row.length !== 2 || row.some((node) => node.offsetHeight !== asked); }).map(([{ dataset }]) => dataset.id)]""")
        self.assertGreater(rows, 4)
        self.assertEqual(wrong, [])

    def test_larger_text_moves_the_reader_only_without_holding(self):
        self.open("preset=measured-captions")
        larger = """const first = whole()[0]; document.querySelector('[data-act=large]').click(); await settled(); return moves([first])[0][1]"""
        self.assertEqual(self.run_in_page(larger), 0)
        self.picture("living-larger")
        self.press("hold")
        self.assertNotEqual(self.run_in_page(larger), 0)


class Turning(Living):
    def test_a_phone_that_is_turned_shows_the_same_photo(self):
        for preset in ("endless-feed", "measured-captions"):
            self.open(f"preset={preset}")
            self.run_in_page("scroll(-133); await settled()")
            for size in ([640, 390], [390, 640]):
                before, after, turns = self.run_in_page("""const part = ({ box }) => (edges()[0] - box.top) / box.height;
                    const first = seen()[0], before = part(first), height = first.box.height / zoom();
                    document.querySelector('[data-act=turn]').click();
                    const device = document.getElementById('device');
                    while (device.getAnimations().length === 0) await frame();
                    const turns = device.getAnimations().length;
                    await settled(); await still(); await settled();
                    const same = seen().find(({ id }) => id === first.id);
                    return [before, same && [part(same), same.box.height / zoom()], turns]""")
                self.assertEqual(self.js("const { offsetWidth, offsetHeight } = document.getElementById('viewport'); return [offsetWidth, offsetHeight]"), size)
                self.assertEqual(turns, 1, "the phone is seen to turn")
                self.assertIsNotNone(after, f"{preset}: the photo is out of sight")
                if preset == "endless-feed":
                    # As large a part of it is hidden as before, to a pixel. Captions are measured anew.
                    self.assertAlmostEqual(after[0], before, delta=1.5 / after[1])
                if size[0] == 640:
                    self.picture(f"living-turned-{preset}")
            self.assertEqual(self.js("return window.sent.filter((one) => one.container).map((one) => one.container)"),
                             [{"width": 640, "height": 390}, {"width": 390, "height": 640}])

    def test_the_slider_and_right_to_left_are_updates_too(self):
        self.open("preset=measured-captions")
        self.drag(760)
        self.drag(760, "change")
        self.wait("document.getElementById('viewport').clientWidth === 760")
        self.js("document.getElementById('rtl').click()")
        self.wait("document.getElementById('viewport').dir === 'rtl'")
        self.assertIn('"direction": "rtl"', self.document())
        self.js("document.getElementById('rtl').click()")
        self.run_in_page("await settled()")
        self.assertIsNone(self.js("return window.sent.findLast((one) => one.container).container.direction"))


class Appearance(Living):
    def test_nothing_is_refused_and_every_control_has_a_name(self):
        self.page.get_log("browser")
        for preset in ("endless-feed", "chat", "measured-captions"):
            self.open(f"preset={preset}")
            for control in self.page.find_elements(By.CSS_SELECTOR, "#living button, #update button, #update a, #update [tabindex], .living-wall [tabindex='0']"):
                if control.is_displayed():
                    self.assertTrue(control.accessible_name, control.get_attribute("outerHTML"))
                    self.assertGreaterEqual(control.size["height"], 18)
        loud = [line for line in self.page.get_log("browser") if line["level"] in ("SEVERE", "WARNING")]
        self.assertEqual(loud, [])

    def test_messages_are_a_list_whose_places_are_told(self):
        self.open("preset=chat")
        self.press("older")
        self.run_in_page("await settled()")
        told = self.js("""return [...document.querySelectorAll('.living-wall[role=feed] > [role=article]')].map((one) =>
            [Number(one.ariaPosInSet), one.ariaSetSize, one.textContent.split(': ')[0]])""")
        self.assertEqual([one[0] for one in told], list(range(told[0][0], told[0][0] + len(told))), "in the order of the conversation")
        self.assertEqual({one[2] for one in told}, {"You", "Kim"})
        self.assertEqual(told[-1][:2], [90, "90"])

    def test_another_preset_takes_the_place_of_one_that_lives(self):
        self.open("preset=measured-captions")
        self.page.get(f"{BASE}/#preset=staggered-grid")
        self.wait("document.getElementById('status').textContent.includes('60 items')")
        self.assertEqual(self.js("""return [document.getElementById('living').hidden, document.getElementById('update').hidden,
            document.querySelectorAll('.living-wall .el').length, document.getElementById('viewport').className]"""), [True, True, 0, ""])

    def test_pictures(self):
        for name, width, height in (("desktop", 1440, 900), ("small", 1024, 768), ("phone", 390, 844)):
            self.size(width, height)
            for theme in ("light", "dark"):
                for preset in ("endless-feed", "chat", "measured-captions"):
                    self.open(f"preset={preset}&theme={theme}")
                    self.run_in_page("scroll(-400); await settled()")
                    self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), self.js("return innerWidth"))
                    self.picture(f"living-{name}-{theme}-{preset}")
        self.page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.page.get(f"{BASE}/#theme=light")


if __name__ == "__main__":
    unittest.main()
