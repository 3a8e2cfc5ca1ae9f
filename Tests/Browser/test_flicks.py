"""Fingers on the carousel's recipe and on a playground's shelf: a flick turns the page, a slow drag does not."""
import json
import pathlib
import sys
import time
import unittest

from selenium.common.exceptions import TimeoutException

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import Page  # noqa: E402
from walls import WallPage  # noqa: E402

RECIPES = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "recipes"

WATCH = """
    // What target-offset is asked, and what fingers do.
    window.asked = []; window.touches = 0;
    const { fetch } = window;
    window.fetch = (url, init) => {
        const query = new URL(url, location.href);
        if (query.pathname.endsWith("/target-offset")) asked.push(Object.fromEntries(query.searchParams));
        return fetch(url, init);
    };
    // What is touched may leave the page before the finger does.
    window.scrolled = 0;
    addEventListener("scroll", () => { scrolled = performance.now() }, { passive: true, capture: true });
    addEventListener("touchstart", ({ target }) => target.addEventListener("touchend", () => { touches += 1 }, { once: true }), { passive: true, capture: true });
"""


class Fingers:
    """What a finger does, as Chromium sees it: with its slop, its scrolling and its flings."""

    def touch(self):
        self.page.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})

    def drag(self, selector, by, speed):
        """Moves the finger by so many pixels to the left, at so many pixels a second, and lifts it."""
        x, y = self.page.execute_script("""
            const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [box.left + box.width * (arguments[1] > 0 ? 0.9 : 0.1), box.top + box.height / 2]""", selector, by)
        before = self.page.execute_script("return touches")
        # The events' own times are the finger's, however busy the machine is.
        began = time.time()

        def send(kind, way, at):
            points = [] if kind == "touchEnd" else [{"x": x - (way if by > 0 else -way), "y": y}]
            time.sleep(max(0, began + at - time.time()))
            self.page.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": began + at})

        send("touchStart", 0, 0)
        steps = max(6, round(abs(by) / speed / 0.016))
        for step in range(1, steps + 1):
            send("touchMove", abs(by) * step / steps, abs(by) / speed * step / steps)
        send("touchEnd", abs(by), abs(by) / speed + 0.004)
        self.until(f"touches > {before}")

    def until(self, condition):
        Page.wait(self, condition)

    def js(self, text, *arguments):
        return self.page.execute_script(text, *arguments)

    def rests_at(self, selector, offset, count):
        """It stands there, after so many questions."""
        try:
            self.until(f"asked.length >= {count} && performance.now() - scrolled > 400 && document.querySelector('{selector}').scrollLeft === {offset}")
        except TimeoutException:
            self.fail(self.js(f"return `asked ${{JSON.stringify(asked)}}, stands at ${{document.querySelector('{selector}').scrollLeft}}`"))


class Carousel(Fingers, WallPage):
    size = (500, 700)
    pages = {"carousel.html": (RECIPES / "carousel.html").read_text(), "carousel.json": (RECIPES / "carousel.json").read_text()}

    def setUp(self):
        super().setUp()
        self.touch()
        self.page.get(f"{self.origin}/carousel.html?service={self.service.url}")
        self.until("document.querySelectorAll('#cards > div:last-child > div').length > 1")
        self.js(WATCH)

    def test_a_flick_goes_on_to_the_next_card(self):
        # 90 of 315 points: less than half.
        self.drag("#cards", 90, 2000)
        self.rests_at("#cards", 315, 1)
        [first] = self.js("return asked.slice(0, 1)")
        self.assertGreater(float(first["velocity"].split(",")[0]), 0.2)
        self.drag("#cards", -90, 2000)
        self.rests_at("#cards", 0, 2)

    def test_a_slow_drag_goes_back_and_one_past_the_middle_on(self):
        self.drag("#cards", 110, 120)
        self.rests_at("#cards", 0, 1)
        [first] = self.js("return asked.slice(0, 1)")
        self.assertLess(abs(float(first["velocity"].split(",")[0])), 0.2)
        self.assertGreater(float(first["current"].split(",")[0]), 60)
        self.drag("#cards", 240, 120)
        self.rests_at("#cards", 315, 2)


class Shelf(Fingers, Page):
    """Cards of 300 points, one every 310, that page by groups."""

    def setUp(self):
        self.touch()
        group = {"direction": "horizontal", "size": {"width": {"absolute": 300}, "height": {"absolute": 300}},
                 "subitems": [{"size": {"width": {"fractionalWidth": 1}, "height": {"fractionalHeight": 1}}}]}
        document = {"container": {"width": 390, "height": 500}, "items": 6, "layout": {
            "type": "compositional", "group": group, "interGroupSpacing": 10, "orthogonalScrollingBehavior": "groupPaging"}}
        self.open("document=" + json.dumps(document).replace(" ", "").replace('"', "%22"))
        self.wait("document.querySelector('.shelf .el.cell') !== null")
        self.js(WATCH)

    def test_a_flick_turns_one_page_and_a_slow_drag_none(self):
        self.drag(".shelf", 90, 2000)
        self.rests_at(".shelf", 310, 1)
        self.drag(".shelf", 110, 120)
        self.rests_at(".shelf", 310, 2)
        second = self.js("return asked[1]")
        self.assertLess(abs(float(second["velocity"].split(",")[0])), 0.2)
        self.assertGreater(float(second["current"].split(",")[0]), 350)
        self.drag(".shelf", -90, 2000)
        self.rests_at(".shelf", 0, 3)


if __name__ == "__main__":
    unittest.main()
