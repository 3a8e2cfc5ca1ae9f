"""Walls that a server renders by `format=css`, with images that come late, in a browser of every width."""
import json
import os
import pathlib
import struct
import subprocess
import tempfile
import threading
import unittest
import zlib

from selenium.webdriver.support.ui import WebDriverWait

from chromium import BASE, SCREENSHOTS, browser
from sites import Site

CLIENTS = os.environ["CLIENTS"]
RECIPES = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "recipes"
WIDTHS = (320, 360, 479, 480, 700, 768, 1024, 1280, 1440, 1599, 1600, 1920)
SIZES = [(30 + 7 * k % 20, 20 + 13 * k % 30) for k in range(40)]
PHOTOS = [{"src": f"/photos/{k}.png", "alt": f"Photo <{k}>", "width": w * 10, "height": h * 10} for k, (w, h) in enumerate(SIZES)]
SHIFTS = """window.shifts = []; new PerformanceObserver(list => window.shifts.push(...list.getEntries()))
    .observe({type: "layout-shift", buffered: true})"""
# A shift that is made: when it has been told, all before it have been, too.
LAST_SHIFT = """window.mark = performance.now(); const spacer = document.createElement("div"); spacer.id = "spacer";
    spacer.style.height = "90px"; document.body.prepend(spacer)"""
PHOTOS_ARE_SEEN = """return [...document.images].filter(one => { const box = one.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight }).every(one => one.complete && one.naturalWidth > 0)"""


def png(width, height, colour):
    """An image of one colour."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = (b"\0" + bytes(colour) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def node(text, *arguments):
    done = subprocess.run(["node", *arguments], input=text, capture_output=True, text=True, timeout=60,
                          env={**os.environ, "TATAMI_URL": BASE, "NODE_PATH": "/usr/share/nodejs"})
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


class Photographs(Site):
    """Pages and their photos; these come only when they are let."""

    def __init__(self):
        self.pages, self.photos_may_come = {}, threading.Event()
        super().__init__(self.answer)

    def answer(self, path):
        if not path.startswith("/photos/"):
            return "text/html; charset=utf-8", self.pages.get(path, "").encode()
        self.photos_may_come.wait(30)
        number = int(path[8:-4])
        return "image/png", png(*SIZES[number], (90 + number * 4, 140, 240 - number * 4))

    def close(self):
        self.photos_may_come.set()
        super().close()


class ServerRendering(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # The first screen's photos are part of the page's load, and come only when they are let.
        cls.page = browser(waits_for_images=False)

    @classmethod
    def tearDownClass(cls):
        cls.page.quit()

    def setUp(self):
        self.site = Photographs()
        self.addCleanup(self.site.close)

    def js(self, text):
        return self.page.execute_script(text)

    def wait(self, text):
        WebDriverWait(self.page, 20, 0.05).until(lambda _: self.js(text), text)

    def frames(self):
        """Two frames of the page: what was to be laid out has been."""
        self.page.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def show(self, path, width):
        """Opens a page before its photos, then lets them come and scrolls to its end; says how much has shifted."""
        self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 700, "deviceScaleFactor": 1, "mobile": False})
        self.site.photos_may_come.clear()
        self.page.get("about:blank")
        self.page.execute_cdp_cmd("Page.navigate", {"url": f"{self.site.base}{path}?{width}"})
        self.wait("return location.search !== '' && document.querySelectorAll('li').length === 40")
        self.js(SHIFTS)
        self.frames()
        self.site.photos_may_come.set()
        self.wait(PHOTOS_ARE_SEEN)
        while self.js("const before = scrollY; scrollBy(0, 500); return scrollY > before"):
            self.wait(PHOTOS_ARE_SEEN)
            self.frames()
        self.js("scrollTo(0, 0)")
        self.frames()
        self.js(LAST_SHIFT)
        self.wait("return window.shifts.some(one => one.startTime >= window.mark)")
        self.js("document.getElementById('spacer').remove()")
        self.frames()
        return self.js("return window.shifts.filter(one => one.startTime < window.mark).reduce((sum, one) => sum + one.value, 0)")

    def expect_wall(self, path, selector):
        columns = set()
        for width in WIDTHS:
            self.assertEqual(self.show(path, width), 0, f"shift at {width}")
            told = self.js(f"""const wall = document.querySelector("{selector}"), box = wall.getBoundingClientRect();
                const cells = [...wall.children].map(one => one.getBoundingClientRect()).map(one => [one.left, one.top - box.top, one.width, one.height]);
                return {{page: document.documentElement.clientWidth, scroll: document.documentElement.scrollWidth, wall: [box.width, box.height], cells,
                         photos: [...document.images].map(one => one.naturalWidth)}}""")
            self.assertEqual(told["photos"], [w for w, _ in SIZES], "every photo has come")
            self.assertAlmostEqual(told["wall"][0], told["page"], delta=0.02, msg=f"full width at {width}")
            self.assertEqual(told["scroll"], told["page"], f"nothing sticks out at {width}")
            cells = told["cells"]
            ends = [x + w for x, _, w, _ in cells]
            self.assertLess(told["page"] - max(ends) - min(x for x, *_ in cells), 1, f"the last column ends as the first begins, {width}")
            self.assertLess(told["wall"][1] - max(y + h for _, y, _, h in cells), width * 8 / 300, f"and so does the lowest row, {width}")
            for (x, y, w, h), photo in zip(cells, PHOTOS):
                self.assertLess(abs(w / h - photo["width"] / photo["height"]), 0.02 * w / h, f"a photo's ratio at {width}")
            for k, (x, y, w, h) in enumerate(cells):
                for x2, y2, w2, h2 in cells[k + 1:]:
                    meets = x + 0.1 < x2 + w2 and x2 + 0.1 < x + w and y + 0.1 < y2 + h2 and y2 + 0.1 < y + h
                    self.assertFalse(meets, f"two photos meet at {width}")
            columns.add(len({round(x) for x, *_ in cells}))
            if SCREENSHOTS and width in (360, 700, 1440):
                self.js("scrollTo(0, 0)")
                self.frames()
                os.makedirs(SCREENSHOTS, exist_ok=True)
                self.page.save_screenshot(os.path.join(SCREENSHOTS, f"server-rendered{path.replace('/', '-')}-{width}.png"))
        self.assertGreaterEqual(len(columns), 5, "columns follow the width")

    def test_a_wall_fills_every_width_and_stands_still(self):
        html = node(f"""
            import {{ renderWall }} from "{CLIENTS}/wall/server-rendered-wall.js";
            console.log(await renderWall("{BASE}/", {json.dumps(PHOTOS)}, {{ title: "A & B" }}));
        """, "--input-type=module")
        self.assertIn("A &amp; B", html)
        self.assertIn("Photo &lt;3&gt;", html)
        self.assertNotIn("<script", html)
        # Those of the first screen are asked for at once, and the list is one for Safari, too.
        self.assertEqual([" loading=\"lazy\"" in one for one in html.split("<li>")[1:]], [False] * 12 + [True] * 28)
        self.assertIn('<ul class="wall" role="list">', html)
        self.site.pages["/wall"] = html
        self.expect_wall("/wall", ".wall")

    def test_what_is_measured_sees_shifts(self):
        cells = "".join(f'<li><img src="{one["src"]}" alt="" loading="lazy">' for one in PHOTOS)
        self.site.pages["/plain"] = f"<!doctype html><ul>{cells}</ul>"
        self.assertGreater(self.show("/plain", 700), 0.05)

    def test_the_feed_has_all_its_photos(self):
        (pathlib.Path(CLIENTS) / "feed.js").write_text((RECIPES / "feed.js").read_text())
        self.site.pages["/feed"] = node("", f"{CLIENTS}/feed.js")
        self.assertEqual(self.show("/feed", 700), 0)
        self.assertEqual(self.js("return [...document.images].filter(one => one.naturalWidth === 400).length"), 40)
        self.assertEqual(self.js("return document.querySelector('.wall').offsetWidth === document.documentElement.clientWidth"), True)

    def test_a_photo_wall_of_react_fills_every_width_and_stands_still(self):
        if not pathlib.Path("/usr/share/nodejs/react-dom/server.js").exists():
            self.skipTest("node-react is missing")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["tsc", "--allowJs", "--jsx", "react-jsx", "--module", "commonjs", "--target", "es2022", "--outDir", folder,
                            str(RECIPES / "photo-wall.jsx")], check=True, timeout=120)
            html = node(f"""
                const {{ photoSheet, PhotoWall }} = require("{folder}/photo-wall.js");
                const {{ createElement }} = require("react"), {{ renderToString }} = require("react-dom/server");
                const photos = {json.dumps(PHOTOS)};
                const sent = photoSheet(photos).then(sheet => console.log(renderToString(createElement(PhotoWall, {{ photos, sheet }}))));
                // Without a setting it is the service that `make serve` starts.
                const asked = [], real = globalThis.fetch;
                delete process.env.TATAMI_URL;
                globalThis.fetch = (url) => {{ asked.push(url); return Promise.reject(new Error("not sent")) }};
                sent.then(() => photoSheet(photos)).catch(() => {{ if (!asked[0].startsWith("http://localhost:8080/v1/layouts?")) throw new Error(asked[0]) }});
            """, "--input-type=commonjs")
        self.assertIn(".photo-wall>:nth-child(40){", html)
        self.assertIn('<ul class="photo-wall" role="list">', html)
        self.assertEqual(['loading="lazy"' in one for one in html.split("<li>")[1:]], [False] * 12 + [True] * 28)
        self.site.pages["/react"] = f"<!doctype html><meta name=viewport content='width=device-width'><body style='margin:0'>{html}"
        self.expect_wall("/react", ".photo-wall")


if __name__ == "__main__":
    unittest.main()
