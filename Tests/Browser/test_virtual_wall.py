"""The virtual wall on slow networks, in other widths and far down, in a headless Chromium."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from walls import WallPage  # noqa: E402

PAGE = """<!doctype html><meta charset="utf-8"><style>body{margin:0;background:white}#view{width:900px;height:800px;overflow:hidden scroll}
#view::-webkit-scrollbar{width:15px}</style>
<div id="view"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { VirtualWall } from "./wall/virtual-wall.js";
  import { LivingWall } from "./wall/living-wall.js";
  const view = window.view = document.getElementById("view"), log = window.log = [];
  // What is under way, and how much of it there was at once.
  const flights = window.flights = { now: 0, most: 0 };
  window.client = new TatamiClient("SERVICE", { fetch: async (url, init) => {
    log.push([init.method, url.replace(/.*[0-9a-f]{60,}/, "")]);
    flights.most = Math.max(flights.most, flights.now += 1);
    try { return await (window.hold?.(init.signal) ?? fetch(url, init)) } finally { flights.now -= 1 }
  } });
  const drawn = window.drawn = [];
  window.begin = kind => {
    window.wall = new (kind === "living" ? LivingWall : VirtualWall)(view, (node, { indexPath }) => {
      drawn.push(indexPath.join("-"));
      node.textContent = indexPath[1];
      node.style.background = `hsl(${indexPath[1] * 37 % 360} 60% 80%)`;
    });
    // Walls that ask as one scrolls: test_view.py has those that have all elements.
    const show = wall.show.bind(wall);
    wall.show = (layout, options, keeps) => show(layout, { viewLimit: 0, ...options }, keeps);
  };
  window.photos = (width, count = 100000) => ({ container: { width, height: view.clientHeight },
    layout: { type: "waterfall", columns: { minWidth: 160 }, spacing: 8 }, items: Array.from({ length: count }, (_, n) => [300, 200 + 37 * n % 300]) });
  window.rows = count => ({ container: { width: view.clientWidth, height: view.clientHeight }, layout: { type: "list", rowHeight: 60 }, items: count });
  window.frame = () => new Promise(requestAnimationFrame);
  window.until = async test => { while (!test()) await frame() };
  // The vertical extents, in the window, of the cells and of the placeholders.
  const extents = nodes => [...nodes].map(node => node.getBoundingClientRect()).filter(box => box.height > 0).map(box => [box.top, box.bottom]);
  window.cells = () => [...wall.content.children];
  window.cell = item => cells().find(node => node.textContent === `${item}`);
  window.covers = (all, top, bottom) => all.some(([from, to]) => from < bottom && to > top);
  // Whether cells are in sight, and whether every fifth of the view has a cell or a placeholder.
  window.seen = () => {
    const { top, height } = view.getBoundingClientRect(), photos = extents(cells()), all = [...photos, ...extents(view.querySelectorAll(".tatami-placeholders > div"))];
    const fifths = [0, 1, 2, 3, 4].map(n => [top + n * height / 5, top + (n + 1) * height / 5]);
    return { cells: covers(photos, top, top + height), whole: fifths.every(one => covers(photos, ...one)), all: fifths.every(one => covers(all, ...one)) };
  };
  window.still = async () => { do { await frame(); await frame() } while (flights.now > 0 || !seen().whole) };
  window.ready = true;
</script>"""


class VirtualWall(WallPage):
    pages = {"wall.html": PAGE}

    def on_wall(self, text, *arguments):
        self.open("wall.html")
        return self.run_script(text, *arguments)

    # MARK: Networks

    def scroll_on(self, latency, speed):
        """Scrolls two seconds at so many pixels a second; how many frames showed what."""
        self.open("wall.html")
        self.run_script("begin(); await wall.show(await client.layout(photos(view.clientWidth))); await still()")
        self.network(latency)
        return self.run_script("""
            const [speed] = args, count = { frames: 0, empty: 0, blank: 0, partly: 0, draws: drawn.length };
            let started;
            flights.most = 0;
            for (;;) {
                const now = await frame();
                started ??= now;
                if (now - started > 2000) break;
                view.scrollTop = speed * (now - started) / 1000;
                const { cells, whole, all } = seen();
                count.frames += 1;
                if (!cells) count.empty += 1;
                if (!all) count.blank += 1;
                if (!whole) count.partly += 1;
            }
            await still();
            return { ...count, atOnce: flights.most, last: seen().whole, height: view.scrollTop };
        """, speed)

    def test_no_frame_is_blank_on_slow_networks(self):
        for latency, speed in ((100, 9600), (200, 4800)):
            with self.subTest(latency=latency, speed=speed):
                out = self.scroll_on(latency, speed)
                print(f"{latency} ms, {speed} px/s: of {out['frames']} frames {out['blank']} blank, {out['empty']} without a photo, "
                      f"{out['partly']} with a placeholder")
                self.assertGreater(out["frames"], 10)
                self.assertEqual(out["blank"], 0)
                self.assertTrue(out["last"])
                self.assertEqual(out["atOnce"], 1)
                # What comes late is drawn while the reader goes on.
                self.assertLess(out["empty"], 0.75 * out["frames"])

    def test_before_anything_has_come_there_are_placeholders(self):
        self.network(300)
        out = self.on_wall("""
            begin();
            const layout = await client.layout(photos(view.clientWidth, 500)), shown = wall.show(layout);
            const early = seen();
            await shown;
            // Far down nothing is known either.
            view.scrollTop = 9000;
            await frame();
            const jumped = seen();
            await still();
            view.scrollTop = 0;
            await still();
            return [early, jumped, seen()];
        """)
        self.assertEqual(out[0], {"cells": False, "whole": False, "all": True})
        self.assertEqual(out[1], {"cells": False, "whole": False, "all": True})
        self.assertTrue(out[2]["whole"])

    def test_back_online_it_asks_again(self):
        self.on_wall("""
            begin();
            window.errors = [];
            await wall.show(await client.layout(photos(view.clientWidth)), { onError: error => errors.push(error.name) });
            await still();
        """)
        self.network(offline=True)
        self.run_script("view.scrollTop = 500000; await until(() => errors.length > 0)")
        self.assertEqual(self.run_script("const { cells, all } = seen(); return [cells, all, errors[0]]"), [False, True, "TypeError"])
        self.network()
        self.assertTrue(self.run_script("await still(); return seen().whole"))

    def test_a_wall_without_room_asks_nothing(self):
        out = self.on_wall("""
            view.style.width = 0;
            begin();
            const layout = await client.layout({ ...rows(1000), container: { width: 285, height: 800 } });
            log.length = 0;
            await wall.show(layout);
            await frame();
            const without = log.length;
            view.style.width = "300px";
            await still();
            return [without, log];
        """)
        # Three screens of 800 in each direction; three of the 285 beside the scrollbar.
        [[method, asked]] = out[1]
        self.assertEqual([out[0], method, asked.split("&")[0]], [0, "GET", "/attributes?rect=-285,-800,855,2400"])

    # MARK: Nodes

    def test_each_element_is_drawn_once(self):
        out = self.on_wall("""
            begin();
            await wall.show(await client.layout(photos(view.clientWidth)));
            for (let top = 0; top < 12000; top += 200) { view.scrollTop = top; await frame(); }
            await still();
            return [drawn.length, new Set(drawn).size];
        """)
        print(f"{out[0]} draws for {out[1]} elements")
        self.assertGreater(out[1], 200)
        self.assertEqual(out[0], out[1])

    def test_another_layout_is_drawn_anew_where_nothing_moves(self):
        out = self.on_wall("""
            begin();
            await wall.show(await client.layout(rows(10)));
            const kept = cell(3);
            drawn.length = 0;
            await wall.show(await client.layout(rows(12)));
            const other = drawn.length;
            wall.redraw();
            return [other, drawn.length - other, cell(3) === kept];
        """)
        self.assertEqual(out, [12, 12, True])

    def test_another_layout_is_shown_where_the_reader_is_or_from_its_start(self):
        out = self.on_wall("""
            begin();
            await wall.show(await client.layout(rows(1000)));
            view.scrollTop = 30000;
            await still();
            await wall.show(await client.layout(rows(2000)), {}, true);
            const kept = [view.scrollTop, cell(500).getBoundingClientRect().top];
            await wall.show(await client.layout(rows(3000)));
            return [...kept, view.scrollTop, cell(0).getBoundingClientRect().top];
        """)
        self.assertEqual(out, [30000, 0, 0, 0])

    def test_destroyed_it_leaves_nothing(self):
        out = self.on_wall("""
            const before = view.outerHTML;
            begin();
            await wall.show(await client.layout(photos(view.clientWidth)), { onResize: width => photos(width) });
            await still();
            // One is under way for good.
            window.hold = signal => new Promise((_, reject) => {
                log.push("held");
                signal.addEventListener("abort", () => { log.push("aborted"); reject(signal.reason) });
            });
            view.scrollTop = 100000;
            await until(() => log.at(-1) === "held");
            wall.destroy();
            const aborted = log.at(-1);
            window.hold = undefined;
            log.length = 0;
            const after = view.outerHTML;
            view.style.width = "500px";
            view.dispatchEvent(new Event("scroll"));
            dispatchEvent(new Event("online"));
            for (let n = 0; n < 5; n += 1) await frame();
            await wall.update();
            await wall.scrollToItem(0, 3);
            await wall.show(await client.open(await client.layout(rows(3)).then(one => one.id)));
            return [before.replace(/ style="[^"]*"/, ""), after.replace(/ style="[^"]*"/, ""), log.filter(one => one[1].includes("attributes")).length, view.children.length, aborted];
        """)
        self.assertEqual(out[0], out[1])
        self.assertEqual(out[2:], [0, 0, "aborted"])
        view = self.page.execute_cdp_cmd("Runtime.evaluate", {"expression": "view"})["result"]["objectId"]
        self.assertEqual(self.page.execute_cdp_cmd("DOMDebugger.getEventListeners", {"objectId": view})["listeners"], [])
        window = self.page.execute_cdp_cmd("Runtime.evaluate", {"expression": "window"})["result"]["objectId"]
        types = [one["type"] for one in self.page.execute_cdp_cmd("DOMDebugger.getEventListeners", {"objectId": window})["listeners"]]
        self.assertNotIn("online", types)

    # MARK: Other sizes

    def test_another_width_is_laid_out_with_the_readers_photo_where_it_was(self):
        out = self.on_wall("""
            begin();
            const asked = [];
            const documentFor = width => { asked.push(width); return photos(width, 3000) };
            await wall.show(await client.layout(photos(view.clientWidth, 3000)), { onResize: documentFor });
            const part = node => { const box = node.getBoundingClientRect(); return (view.getBoundingClientRect().top - box.top) / box.height };
            view.scrollTop = 20000;
            await still();
            const first = () => cells().filter(node => node.getBoundingClientRect().bottom > 0).sort((a, b) => a.textContent - b.textContent)[0];
            const reader = first().textContent, places = [part(cell(reader))], widths = [wall.content.offsetWidth];
            for (const width of [600, 1000, 900]) {
                view.style.width = `${width}px`;
                await until(() => wall.content.offsetWidth === width - 15);
                await still();
                places.push(cell(reader) === undefined ? null : part(cell(reader)));
                widths.push(Math.max(...cells().map(node => node.getBoundingClientRect().right)));
            }
            // At the start one stays there.
            view.scrollTop = 0;
            view.style.width = "700px";
            await until(() => wall.content.offsetWidth === 685);
            return [asked, places, widths, view.scrollTop];
        """)
        asked, places, widths, start = out
        self.assertEqual(asked, [585, 985, 885, 685])
        self.assertEqual([widths[0], start], [885, 0])
        for width, right in zip((585, 985, 885), widths[1:]):
            self.assertLessEqual(right, width)
            self.assertGreater(right, width - 20)
        for place in places[1:]:
            self.assertIsNotNone(place)
            # Whole pixels of some 200.
            self.assertAlmostEqual(place, places[0], delta=0.02)

    def test_a_width_that_is_dragged_is_laid_out_one_after_the_other_and_ends_right(self):
        self.network(50)
        out = self.on_wall("""
            begin();
            let now = 0, most = 0;
            await wall.show(await client.layout(photos(view.clientWidth, 500)), { onResize: async width => {
                most = Math.max(most, now += 1);
                try { return await client.layout(photos(width, 500)) } finally { now -= 1 }
            } });
            for (let width = 900; width >= 500; width -= 10) { view.style.width = `${width}px`; await frame(); }
            await until(() => wall.content.offsetWidth === 485);
            await still();
            return [most, Math.max(...cells().map(node => node.getBoundingClientRect().right)) <= 485];
        """)
        self.assertEqual(out, [1, True])

    def test_a_living_wall_is_resized_by_an_update(self):
        out = self.on_wall("""
            begin("living");
            await wall.show(await client.layout(photos(view.clientWidth, 3000)), { onResize: (width, height) => ({ container: { width, height } }) });
            view.scrollTop = 20000;
            await still();
            log.length = 0;
            view.style.width = "600px";
            await until(() => wall.content.offsetWidth === 585);
            await still();
            const posts = log.filter(one => one[0] === "POST").length;
            wall.destroy();
            const left = view.children.length;
            return [posts, left, await wall.perform({ delete: [[0, 0]] }).catch(error => error.message)];
        """)
        self.assertEqual(out, [1, 0, "no layout is shown"])

    # MARK: Far down

    def test_what_lies_beyond_a_browsers_longest_element_is_reached(self):
        out = self.on_wall("""
            begin();
            await wall.show(await client.layout(rows(700001)));
            const top = item => cell(item) === undefined ? null : cell(item).getBoundingClientRect().top;
            const tops = [], at = async item => { await wall.scrollToItem(0, item, "start"); await still(); tops.push([item, top(item)]) };
            await at(600000);
            // A wheel moves by the pixels it says, and at rest the scrollbar stands where the reader is.
            view.scrollTop += 60;
            await still();
            tops.push(["wheel", top(600001)]);
            await at(1);
            await at(350000);
            await wall.scrollToItem(0, 600000, "center");
            await still();
            tops.push(["middle", top(600000)]);
            const part = view.scrollTop / (view.scrollHeight - view.clientHeight);
            view.scrollTop = view.scrollHeight;
            await still();
            tops.push(["end", cell(700000).getBoundingClientRect().bottom]);
            view.scrollTop = 0;
            await still();
            tops.push(["start", top(0)]);
            // A scrollbar dragged to its middle shows the middle.
            view.scrollTop = (view.scrollHeight - view.clientHeight) / 2;
            await still();
            const middle = Math.round(wall.visible[1] / 60 + 800 / 120);
            return [tops, part, middle, cells().length, view.scrollHeight];
        """)
        tops, part, middle, count, height = out
        self.assertEqual(tops, [[600000, 0], ["wheel", 0], [1, 0], [350000, 0], ["middle", 370], ["end", 800], ["start", 0]])
        self.assertLess(height, 2**24)
        # A million points at each end are as many pixels; the 40 million between them are 14 million.
        self.assertAlmostEqual(part, (1 + 35 * 14 / 40) / 16, delta=0.01)
        self.assertAlmostEqual(middle, 350000, delta=2)
        self.assertLess(count, 120)

    def test_sideways_and_from_the_right_it_is_the_same(self):
        for direction, sign in (("ltr", 1), ("rtl", -1)):
            with self.subTest(direction=direction):
                out = self.on_wall("""
                    const [direction, sign] = args;
                    view.style.cssText = "width:900px;height:400px;overflow:scroll hidden";
                    view.dir = direction;
                    begin();
                    await wall.show(await client.layout({ container: { width: 900, height: view.clientHeight, direction },
                        configuration: { scrollDirection: "horizontal" }, layout: { type: "list", rowHeight: 60 }, items: 700001 }));
                    const at = item => { const { left, right } = cell(item).getBoundingClientRect(); return sign > 0 ? left : 900 - right };
                    const quiet = async item => { do { await frame(); await frame() } while (flights.now > 0 || cell(item) === undefined) };
                    const places = [at(0)];
                    await wall.scrollToItem(0, 600000, "start");
                    await quiet(600000);
                    places.push(at(600000));
                    view.scrollLeft += sign * 60;
                    await quiet(600001);
                    places.push(at(600001));
                    // What is far away is unknown for a while.
                    view.scrollLeft = sign * 3000;
                    const early = [...view.querySelectorAll(".tatami-placeholders > div")].map(node => node.getBoundingClientRect());
                    const isCovered = early.some(box => box.left < 1 && box.right > 899 && box.height > 300);
                    await quiet(60);
                    view.scrollLeft = sign * view.scrollWidth;
                    await quiet(700000);
                    const { left, right } = cell(700000).getBoundingClientRect();
                    return [places, isCovered, sign > 0 ? right : left];
                """, direction, sign)
                self.assertEqual(out, [[0, 0, 0], True, 900 if sign > 0 else 0])

    def test_an_item_is_scrolled_to_a_place_or_only_into_view(self):
        out = self.on_wall("""
            begin();
            await wall.show(await client.layout(rows(1000)));
            log.length = 0;
            const tops = [], go = async (...asked) => { await wall.scrollToItem(...asked); await still(); tops.push(view.scrollTop) };
            for (const at of ["start", "center", "end"]) await go(0, 500, at);
            // All of it is in sight; then one below, one above.
            await go(0, 495);
            await go(0, 510);
            await go(0, 400);
            // The earlier form.
            await go([0, 500]);
            await go([0, 500], "bottom");
            await go([0, 500], "centeredVertically");
            return tops;
        """)
        self.assertEqual(out, [30000, 29630, 29260, 29260, 29860, 24000, 30000, 29260, 29630])

    def test_an_item_rests_below_the_header_that_is_pinned(self):
        out = self.on_wall("""
            begin();
            const sections = [{ items: 500 }, { items: 500 }];
            const layout = { type: "list", rowHeight: 60, headerReferenceSize: { height: 40 }, sectionHeadersPinToVisibleBounds: true };
            await wall.show(await client.layout({ container: { width: view.clientWidth, height: view.clientHeight }, layout, sections }), { pins: true });
            const tops = [], go = async (...asked) => { await wall.scrollToItem(...asked); await still(); tops.push(view.scrollTop) };
            for (const at of ["start", "center", "end"]) await go(0, 100, at);
            // All of it is in sight below the header; then one above, under it.
            await go(0, 95);
            await go(0, 50);
            await go(1, 0, "start");
            return tops;
        """)
        self.assertEqual(out, [6000, 5650, 5300, 5300, 3000, 30040])

    def test_who_scrolls_up_by_the_wheel_reaches_the_start(self):
        out = self.on_wall("""
            begin();
            await wall.show(await client.layout(rows(700001)));
            await wall.scrollToItem(0, 20000, "start");
            await still();
            // 1,200,000 points: steps of 3,000 as long as there is something above, resting where the element ends.
            for (let step = 0; step < 500 && wall.visible[1] > 0; step += 1) {
                view.scrollTop -= 3000;
                await frame();
                if (view.scrollTop === 0) await until(() => view.scrollTop > 0 || wall.visible[1] === 0);
            }
            await still();
            return [wall.visible[1], cell(0).getBoundingClientRect().top];
        """)
        self.assertEqual(out, [0, 0])

    def test_a_living_wall_holds_the_reader_far_down(self):
        out = self.on_wall("""
            begin("living");
            await wall.show(await client.layout(rows(700001)));
            await wall.scrollToItem(0, 600000, "start");
            view.scrollTop += 30;
            await still();
            const node = wall.node([0, 600000]), top = node.getBoundingClientRect().top;
            await wall.perform({ insert: [{ indexPath: [0, 5], items: [44, 61.25, 80] }] });
            const moved = node.getBoundingClientRect().top - top, path = wall.pathOf(node);
            await still();
            return [moved, path, cell(600003) === node, node.getBoundingClientRect().top - top];
        """)
        self.assertEqual(out, [0, [0, 600003], True, 0])


if __name__ == "__main__":
    unittest.main()
