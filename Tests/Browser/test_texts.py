"""Cards with titles and captions that the service has measured: in a page with the same font files every card is as tall as the
service says, nothing shifts, and nobody measures."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import text_pages  # noqa: E402
from chromium import browser  # noqa: E402
from living import CLIENTS, ROOT, services  # noqa: E402
from test_packages import REACT  # noqa: E402

COUNT = 2000
WIDTHS = [320, 414, 600, 768, 1024, 1440, 1920]
LINES = ROOT / "Web/playground/browser-lines.js"

# Before anything else of a page: sums the shifts, and counts who measures a card, or a text with a canvas.
HEAD = """<!doctype html><meta charset="utf-8"><script>
  window.shifts = []; window.measured = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map((one) => [one.value, one.sources.map(({ node }) => node?.className || node?.nodeName)])))
    .observe({ type: "layout-shift", buffered: true });
  const inCard = (one) => {
    const node = one instanceof Range ? one.startContainer : one;
    return (node instanceof Element ? node : node.parentElement)?.closest(".card, [role=article]") != null;
  };
  const watch = (kind, name, isMeant = inCard) => {
    const own = Object.getOwnPropertyDescriptor(kind.prototype, name), field = own.get === undefined ? "value" : "get";
    Object.defineProperty(kind.prototype, name, { ...own, [field](...given) { if (isMeant(this)) measured.push(name); return own[field].apply(this, given) } });
  };
  for (const name of ["getBoundingClientRect", "getClientRects", "clientHeight", "clientWidth", "scrollHeight", "scrollWidth"]) watch(Element, name);
  for (const name of ["offsetHeight", "offsetWidth", "offsetTop"]) watch(HTMLElement, name);
  for (const name of ["getBoundingClientRect", "getClientRects"]) watch(Range, name);
  watch(CanvasRenderingContext2D, "measureText", () => true);
  const styleOf = getComputedStyle;
  window.getComputedStyle = (node, ...more) => { if (inCard(node)) measured.push("getComputedStyle"); return styleOf(node, ...more) };
</script>"""

# Not part of a page, but of the test: how tall each card is by its content alone, and the lines of each text.
NATURAL = """const cards = [...document.querySelectorAll(arguments[0])], frames = cards.map(({ style }) => style.height);
    for (const { style } of cards) style.height = "auto";
    // Rectangles are counted in single precision: far down to a sixteenth of a pixel.
    const heights = cards.map((one) => parseFloat(getComputedStyle(one).height));
    cards.forEach((one, n) => { one.style.height = frames[n] });
    return heights"""

PHOTO = "display:block;background:silver"


class Texts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if text_pages.missing_fonts():
            raise unittest.SkipTest(f"not installed: {text_pages.missing_fonts()}")
        cls.pages = {}
        cls.site = text_pages.site(cls.page_at)
        cls.addClassCleanup(cls.site.close)
        manager = services.tatami(os.environ["TATAMI"], TATAMI_CORS_ORIGINS=cls.site.base, TATAMI_FONTS=":".join(text_pages.SERVED))
        cls.service = manager.__enter__()
        cls.addClassCleanup(manager.__exit__, None, None, None)
        cls.fonts = text_pages.font_rules(text_pages.faces(cls.service.url))
        cls.document = staticmethod(text_pages.documents(COUNT))
        cls.page = browser(1024, 900)
        cls.addClassCleanup(cls.page.quit)
        cls.page.set_script_timeout(60)

    @classmethod
    def page_at(cls, path):
        if path == "/browser-lines.js":
            return LINES.read_bytes()
        if path in cls.pages or path == "/favicon.ico":
            return cls.pages.get(path, "")
        return pathlib.Path(CLIENTS, path[1:]).read_bytes()

    def run_script(self, text, *arguments):
        done = self.page.execute_async_script(f"""const done = arguments[arguments.length - 1];
            (async (...given) => {{ {text} }})(...arguments).then((value) => done([value]), (error) => done(String(error.stack ?? error)))""", *arguments)
        self.assertIsInstance(done, list, done)
        return done[0]

    def tearDown(self):
        self.assertEqual([one["message"] for one in self.page.get_log("browser") if one["level"] == "SEVERE"], [])

    def open(self, path, width, height=900):
        self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.page.get("about:blank")
        self.page.get(self.site.base + path)
        self.run_script("await document.fonts.ready; await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")

    def reported(self, width):
        answer = json.loads(text_pages.post(self.service.url, self.document(width), rect="all", lines="true"))
        return [one for one in answer["attributes"] if one["category"] == "cell"]

    def expect_heights(self, heights, reported, name):
        """Each card is as tall as its frame, to what the browser rounds: 1/64 for the photo, and 1/64 for the sum."""
        self.assertEqual(len(heights), len(reported))
        wrong = [(n, height - one["frame"]["height"]) for n, (height, one) in enumerate(zip(heights, reported)) if abs(height - one["frame"]["height"]) > 2 / 64]
        cut, gaps = [one for one in wrong if one[1] > 0], [one for one in wrong if one[1] < 0]
        print(f"{name}: {len(reported)} cards, {len(cut)} clipped, {len(gaps)} with a gap, widest difference "
              f"{max(abs(height - one['frame']['height']) for height, one in zip(heights, reported)):.4f} px")
        self.assertEqual(wrong, [], self.reasons(wrong, reported))

    def reasons(self, wrong, reported):
        return "".join(f"\n{n}: {difference:+} px, {json.dumps(reported[n].get('body'), ensure_ascii=False)}" for n, difference in wrong[:10])

    def expect_lines(self, reported, card, name):
        bodies = [[block["lines"] for block in one.get("body", []) if "lines" in block] for one in reported]
        different = self.run_script("""const { linesOf, differences } = await import("/browser-lines.js"), [card, bodies] = given, found = []; let all = 0;
            [...document.querySelectorAll(card)].forEach((one, n) => one.querySelectorAll("p").forEach((text, block) => {
                const own = linesOf(text), reported = bodies[n][block] ?? [];
                all += reported.length;
                for (const [seen, said] of differences(own, reported)) found.push([n, text.className, seen, said]);
            }));
            return [all, found]""", card, bodies)
        print(f"{name}: {different[0]} lines, {len(different[1])} differ")
        self.assertGreater(different[0], COUNT)
        self.assertEqual(different[1], [])

    # MARK: Server-rendered

    def server_rendered(self):
        document = self.document(WIDTHS[0])
        sheet = text_pages.post(self.service.url, document, rect="all", format="css", selector=".wall", widths=",".join(map(str, WIDTHS)))
        cards = "".join(f'<li class="card"><i style="{PHOTO};aspect-ratio:{one["width"]}/{one["height"]}"></i>'
                        f'<div class="tatami-body">{"".join(text_pages.blocks(document, one["body"]))}</div></li>' for one in document["items"])
        return f"""{HEAD}{self.fonts}<style>html{{scrollbar-width:none}} body{{margin:0}} ul{{margin:0;padding:0;list-style:none}} {sheet}</style><ul class="wall">{cards}</ul>"""

    def test_a_page_of_html_and_the_sheet(self):
        self.pages["/page.html"] = self.server_rendered()
        for width in WIDTHS:
            with self.subTest(width=width):
                reported = self.reported(width)
                self.open("/page.html", width)
                self.assertEqual(self.page.execute_script("return [...document.fonts].filter((one) => one.status !== 'loaded').length"), 0)
                self.run_script("scrollTo(0, document.documentElement.scrollHeight / 2); await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
                self.assertEqual(self.page.execute_script("return [shifts, measured]"), [[], []])
                self.expect_heights(self.page.execute_script(NATURAL, ".card"), reported, f"server-rendered, {width} px")
                # The test itself measures, and is seen to.
                self.assertEqual(self.page.execute_script("return measured.length"), COUNT)
                if width in (WIDTHS[0], WIDTHS[-1]):
                    self.expect_lines(reported, ".card", f"server-rendered, {width} px")

    # MARK: The element

    def sizeless(self):
        """The document as JSON without its container's size: the wall's own takes its place."""
        return json.dumps({name: value for name, value in self.document(0).items() if name != "container"}).replace("<", "\\u003c")

    def element(self, height):
        return f"""{HEAD}{self.fonts}<style>html{{scrollbar-width:none}} body{{margin:0}} tatami-wall{{height:{height};overflow-y:scroll;scrollbar-width:none}}</style>
            <tatami-wall src="{self.service.url}" document="layout"><template><i style="{PHOTO};height:{{imageHeight}}px"></i><div data-body></div></template></tatami-wall>
            <script type="application/json" id="layout">{self.sizeless()}</script>
            <script type="module">import "/wall/tatami-wall.js"</script>"""

    def test_the_element_draws_each_card_as_tall_as_its_frame(self):
        self.pages["/view.html"] = self.element("100vh")
        for width in WIDTHS:
            with self.subTest(width=width):
                reported = self.reported(width)
                # A high window, so that few steps show all cards.
                self.open("/view.html", width, 8000)
                heights = self.run_script(f"""const wall = document.querySelector("tatami-wall"), frame = () => new Promise(requestAnimationFrame), all = new Map();
                    const natural = (...given) => {{ {NATURAL.replace("arguments", "given")} }};
                    while (wall.querySelector("[data-path]") === null) await frame();
                    window.before = [[...shifts], [...measured]];
                    for (; all.size < given[0]; wall.scrollTop = wall.scrollTop + 8001 > wall.scrollHeight - 1 ? 0 : wall.scrollTop + 8000) {{
                        await frame();
                        await frame();
                        const heights = natural("tatami-wall > [data-path]");
                        wall.querySelectorAll(":scope > [data-path]").forEach((one, n) => all.set(Number(one.dataset.path.split("-")[1]), heights[n]));
                    }}
                    return [...all].sort(([one], [other]) => one - other).map(([, height]) => height)""", COUNT)
                self.assertEqual(self.page.execute_script("return before"), [[], []])
                self.expect_heights(heights, reported, f"element, {width} px")

    def test_the_element_scrolls_and_turns_without_a_shift(self):
        self.pages["/view.html"] = self.element("100vh")
        self.open("/view.html", 768)
        cells = "[...document.querySelectorAll('tatami-wall > [role=article]')]"
        self.run_script(f"while ({cells}.length < 10) await new Promise(requestAnimationFrame)")
        seen = self.run_script(f"""const wall = document.querySelector("tatami-wall"), frame = () => new Promise(requestAnimationFrame), all = new Set();
            for (let step = 0; step < 40; step += 1) {{
                wall.scrollTop += 400;
                do await frame(); while (!{cells}.some((one) => one.dataset.path !== undefined && one.textContent !== ""));
                for (const one of {cells}) all.add(one.dataset.path);
            }}
            return all.size""")
        self.assertGreater(seen, 200)
        # Another width: other frames, the same rules.
        self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 414, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.run_script(f"while ({cells}.length < 4 || {cells}[0].offsetWidth !== 195) await new Promise(requestAnimationFrame)")
        self.assertEqual(self.page.execute_script("return shifts"), [])
        requests = self.page.execute_script("return performance.getEntriesByType('resource').filter((one) => one.name.includes('format=css')).length")
        self.assertEqual(requests, 1)
        self.assertEqual(self.page.execute_script("return measured.filter((one) => one !== 'offsetWidth')"), [])

    # MARK: Cells that a page draws itself

    def expect_drawn(self, page, cards):
        self.pages["/own.html"] = page
        for width in (390, 1024):
            with self.subTest(width=width):
                reported = self.reported(width)
                self.open("/own.html", width)
                self.run_script(f"while (document.querySelectorAll({json.dumps(cards)}).length < 6) await new Promise(requestAnimationFrame)")
                self.assertEqual(self.page.execute_script("return [shifts, measured]"), [[], []])
                indexes = self.page.execute_script("return [...document.querySelectorAll(arguments[0])].map((one) => Number(one.ariaPosInSet) - 1)", cards)
                self.expect_heights(self.page.execute_script(NATURAL, cards), [reported[index] for index in indexes], f"{cards}, {width} px")
                # Equal styles are fetched once.
                self.assertEqual(self.page.execute_script("return performance.getEntriesByType('resource').filter((one) => one.name.includes('format=css')).length"), 1)

    def test_a_wall_draws_bodies_by_the_module(self):
        self.expect_drawn(f"""{HEAD}{self.fonts}<style>html{{scrollbar-width:none}} body{{margin:0}} #view{{height:100vh;overflow:auto;scrollbar-width:none}}</style><div id="view"></div>
            <script type="application/json" id="layout">{self.sizeless()}</script><script type="module">
            import {{ TatamiClient }} from "/client/tatami-client.js";
            import {{ Texts }} from "/wall/texts.js";
            import {{ Wall }} from "/wall/wall.js";
            const view = document.getElementById("view"), made = {{ ...JSON.parse(layout.textContent), container: {{ width: view.clientWidth, height: 900 }} }};
            const shown = await new TatamiClient("{self.service.url}").layout(made), texts = await Texts.load(shown);
            await new Wall(view, (node, {{ indexPath: [section, item], imageHeight }}) => {{
                const photo = document.createElement("i");
                photo.style.cssText = `{PHOTO};height:${{imageHeight}}px`;
                node.replaceChildren(photo, texts.bodyOf(made.items[item], section));
            }}).show(shown);
            </script>""", "#view [role=article]")

    @unittest.skipUnless((REACT / "react/umd/react.development.js").exists(), "node-react is not installed")
    def test_the_hook_returns_what_to_draw(self):
        for name in ("react", "react-dom"):
            self.pages[f"/{name}-umd.js"] = (REACT / name / "umd" / f"{name}.development.js").read_text()
        self.pages["/react-as-module.js"] = "export const { createElement, useCallback, useEffect, useLayoutEffect, useRef, useState } = window.React;"
        self.expect_drawn(f"""{HEAD}{self.fonts}<style>html{{scrollbar-width:none}} body{{margin:0}} .view{{height:100vh;overflow:auto;scrollbar-width:none}}</style>
            <script src="/react-umd.js"></script><script src="/react-dom-umd.js"></script><script type="importmap">{{"imports": {{"react": "/react-as-module.js"}}}}</script>
            <div id="root"></div><script type="application/json" id="layout">{self.sizeless()}</script><script type="module">
            import {{ TatamiClient }} from "/client/tatami-client.js";
            import {{ useTatamiWall }} from "/react/react.js";
            const h = React.createElement, made = JSON.parse(layout.textContent), client = new TatamiClient("{self.service.url}");
            const documentFor = (container) => ({{ ...made, container }});
            function Wall() {{
                const wall = useTatamiWall({{ client, document: documentFor }});
                return h("div", {{ ...wall.viewport, className: "view" }}, h("div", wall.content, wall.items.map((item) => h("article", {{ key: item.key, ...item.props }},
                    h("i", {{ style: {{ display: "block", height: item.imageHeight }} }}),
                    item.body && h("div", item.body.props, item.body.blocks.map(({{ key, props, text }}) => h("p", {{ key, ...props }}, text)))))));
            }}
            ReactDOM.createRoot(document.getElementById("root")).render(h(Wall));
            </script>""", "article")

    # MARK: Options, variants, failures

    STYLES = {name: {"fontFamily": "Inter", "fontSize": size, "lineHeight": size + 4} for name, size in (("large", 17), ("small", 12))}
    CARDS = [{"width": 3, "height": 1 + n % 3, "body": ["A title of several words", {"text": "And a caption that is a bit longer", "style": "small"}]} for n in range(5)]
    LARGE = {"insets": {"top": 8, "leading": 10, "bottom": 12, "trailing": 10}, "spacing": 4, "style": "large"}
    SMALL = {"insets": {"leading": 150, "bottom": 3}, "spacing": 21, "minHeight": 90, "style": "small"}
    SHEETS = "performance.getEntriesByType('resource').filter((one) => one.name.includes('format=css')).length"
    BODIES = "[...document.querySelectorAll('.tatami-body')].map((one) => parseFloat(getComputedStyle(one).height))"

    def wall_of(self, made, head="", template="<div data-body></div>"):
        """A page with an element that shows a document, or a layout by its id."""
        source = f'src="{self.service.url}" document="layout"' if isinstance(made, dict) else f'src="{self.service.url}/v1/layouts/{made}"'
        return f"""{HEAD}{head}{self.fonts}<style>html{{scrollbar-width:none}} body{{margin:0}} tatami-wall{{scrollbar-width:none}}</style>
            <tatami-wall {source}><template>{template}</template></tatami-wall>
            <script type="application/json" id="layout">{json.dumps(made)}</script>
            <script type="module">import "/wall/tatami-wall.js"</script>"""

    def reported_of(self, made, width):
        answer = json.loads(text_pages.post(self.service.url, {"container": {"width": width, "height": 900}, **made}, rect="all", lines="true"))
        return [one for one in answer["attributes"] if one["category"] == "cell"]

    def test_sections_have_options_of_their_own(self):
        layout, items = {"type": "waterfall", "columns": 2, "body": self.LARGE}, self.CARDS
        other = [{"when": {"maxWidth": 100}, "layout": layout}, {"layout": {"type": "list", "body": self.SMALL}}]
        group = {"direction": "custom", "size": {"width": {"fractionalWidth": 1}, "height": {"estimated": 300}}}
        arranged = {"type": "compositional", "body": self.LARGE, "group": {**group, "arrangement": {"type": "list", "body": self.SMALL}}}
        for name, made in {
            "a layout of the document": {"layout": layout, "sections": [{"items": items}, {"items": items, "layout": other}]},
            "layouts of sections": {"sections": [{"items": items, "layout": layout}, {"items": items, "layout": other}]},
            "an arrangement": {"sections": [{"items": items, "layout": layout}, {"items": items, "layout": arranged}]},
            "an arrangement of the document": {"layout": arranged, "sections": [{"items": items, "layout": layout}, {"items": items}]},
        }.items():
            with self.subTest(name):
                made = {"textStyles": self.STYLES, **made}
                reported = self.reported_of(made, 390)
                self.pages["/sections.html"] = self.wall_of(made)
                self.open("/sections.html", 390)
                self.run_script("while (document.querySelectorAll('tatami-wall > [data-path]').length < 10) await new Promise(requestAnimationFrame)")
                bodies = self.page.execute_script(f"return {self.BODIES}")
                self.assertEqual(bodies, [one["bodyHeight"] for one in reported])
                self.assertGreater(len(set(bodies)), 1)
                large, small = ([f"{one['insets']['bottom']}px"] * 5 for one in (self.LARGE, self.SMALL))
                self.assertEqual(self.page.execute_script("return [...document.querySelectorAll('.tatami-body')].map((one) => getComputedStyle(one).paddingBottom)"),
                                 large + small)
                styles = self.page.execute_script("return [...document.querySelectorAll('.tatami-body > p:first-child')].map((one) => one.className)")
                self.assertEqual(sorted(styles), ["tatami-text-large"] * 5 + ["tatami-text-small"] * 5)
                self.assertEqual(self.page.execute_script(f"return {self.SHEETS}"), 1)

    def test_variants_share_one_sheet_at_all_widths(self):
        variants = [{"when": {"maxWidth": 500}, "layout": {"type": "list", "body": self.LARGE}},
                    {"when": {"maxWidth": 800}, "layout": {"type": "waterfall", "columns": 2, "body": self.SMALL}},
                    {"layout": {"type": "waterfall", "columns": 3, "body": {**self.LARGE, "spacing": 11}}}]
        made = {"textStyles": self.STYLES, "layout": variants, "items": self.CARDS}
        self.pages["/variants.html"] = self.wall_of(made)
        self.open("/variants.html", 390)
        for width in (390, 400, 420, 700, 720, 1000, 1100, 390):
            with self.subTest(width=width):
                self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
                reported = self.reported_of(made, width)
                self.run_script("""const wall = document.querySelector("tatami-wall"), [widths] = given;
                    const drawn = () => [...wall.querySelectorAll(":scope > [data-path]")].map(({ style }) => parseFloat(style.width));
                    const isDrawn = (now) => now.length === widths.length && now.every((one, n) => Math.abs(one - widths[n]) < 0.01);
                    while (!isDrawn(drawn())) await new Promise(requestAnimationFrame)""", [one["frame"]["width"] for one in reported])
                self.assertEqual(self.page.execute_script(f"return {self.BODIES}"), [one["bodyHeight"] for one in reported])
        self.assertEqual(self.page.execute_script(f"return [{self.SHEETS}, document.adoptedStyleSheets.length]"), [1, 1])

    # Fails the sheets' requests while `fails` is set, and keeps the errors that the element reports.
    FAILING = """<script>
        window.fails = true; window.errors = [];
        const send = fetch;
        window.fetch = (url, ...more) => fails && String(url).includes("format=css") ? Promise.reject(new TypeError("no sheet")) : send(url, ...more);
        addEventListener("error", (event) => { if (event.detail) { errors.push(String(event.detail)); event.preventDefault() } }, true);
    </script>"""
    MANY = {"textStyles": STYLES, "layout": {"type": "waterfall", "columns": 2, "body": LARGE}, "items": CARDS * 200}
    PHOTOS = f'<i style="{PHOTO};height:{{imageHeight}}px"></i><div data-body></div>'

    def test_without_the_sheet_photos_appear(self):
        self.pages["/failing.html"] = self.wall_of(self.MANY, self.FAILING, self.PHOTOS)
        self.open("/failing.html", 390)
        self.run_script("while (document.querySelectorAll('tatami-wall i').length < 6) await new Promise(requestAnimationFrame)")
        *failed, height = self.page.execute_script("return [errors, document.querySelectorAll('tatami-wall p').length, parseFloat(document.querySelector('tatami-wall i').style.height)]")
        self.assertEqual(failed, [["TypeError: no sheet"], 0])
        self.assertAlmostEqual(height, self.reported_of(self.MANY, 390)[0]["imageHeight"], delta=0.001)
        # The next elements repeat the request.
        self.run_script("""fails = false;
            for (const wall = document.querySelector("tatami-wall"); document.querySelector("tatami-wall p") === null; wall.scrollTop += 300) await new Promise(requestAnimationFrame)""")
        self.assertEqual(self.page.execute_script(f"return [errors.length, {self.SHEETS}]"), [1, 1])

    def test_without_the_module_photos_appear(self):
        self.pages["/failing.html"] = self.wall_of(self.MANY, self.FAILING, self.PHOTOS)
        self.pages["/wall/texts.js"] = "throw new Error('no module')"
        self.addCleanup(self.pages.pop, "/wall/texts.js")
        self.open("/failing.html", 390)
        self.run_script("while (document.querySelectorAll('tatami-wall i').length < 6) await new Promise(requestAnimationFrame)")
        self.assertEqual(self.page.execute_script("return [errors, document.querySelectorAll('tatami-wall p').length]"), [["Error: no module"], 0])

    def test_a_layout_by_id_shows_texts_that_come_later(self):
        made = {**self.MANY, "container": {"width": 390, "height": 900}, "items": [[3, 2]] * 200 + self.CARDS}
        for limit in ("", "0"):
            with self.subTest(limit=limit):
                self.pages["/id.html"] = self.wall_of(json.loads(text_pages.post(self.service.url, made))["id"], template=self.PHOTOS)
                if limit != "":
                    self.pages["/id.html"] = self.pages["/id.html"].replace("<tatami-wall ", f'<tatami-wall view-limit="{limit}" ')
                self.open("/id.html", 390)
                self.run_script("while (document.querySelectorAll('tatami-wall i').length < 6) await new Promise(requestAnimationFrame)")
                self.assertEqual(self.page.execute_script(f"return {self.SHEETS}"), 0)
                self.run_script("""const wall = document.querySelector("tatami-wall");
                    for (wall.scrollTop = wall.scrollHeight; wall.querySelectorAll(".tatami-text-small").length < 5;) await new Promise(requestAnimationFrame)""")
                self.assertEqual(self.page.execute_script(f"return {self.SHEETS}"), 1)
                self.assertEqual(self.page.execute_script(f"return {self.BODIES}")[-5:], [
                    one["bodyHeight"] for one in self.reported_of(made, 390) if "bodyHeight" in one])

    # MARK: The recipe

    def test_the_recipe_runs_as_it_stands(self):
        text = (ROOT / "Sources/LayoutService/LayoutService.docc/Recipes.md").read_text()
        recipe = text.partition("**Cards with captions: no measuring, no shift.**")[2].partition("**An endless feed.**")[0]
        blocks = re.findall(r"^```(\w+)\n(.*?)^```$", recipe, re.M | re.S)
        self.assertEqual([kind for kind, _ in blocks], ["sh", "sh", "html", "html"])
        (_, layout), (_, sheet), (_, page), (_, element) = blocks
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)

        def run(command):
            done = subprocess.run(["bash", "-c", command.replace("localhost:8080", f"127.0.0.1:{self.service.port}")], cwd=folder, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return done.stdout
        reported = json.loads(run(layout))["attributes"]
        self.assertEqual([block["lines"] for block in reported[0]["body"]], [["Sunset over Kyoto"], ["Taken in April"]])
        document = re.search(r"-d '(.*)'", layout, re.S)[1]
        (folder / "cards.json").write_text(document)
        run(sheet)
        self.pages["/cards.css"] = (folder / "cards.css").read_text()
        self.pages["/kyoto.jpg"] = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"/>'
        for name in ("Inter-Regular.otf", "Inter-SemiBold.otf"):
            self.pages[f"/{name}"] = pathlib.Path(text_pages.FONTS["Inter"][1], name).read_bytes()
        self.pages["/first.html"] = HEAD + page
        self.open("/first.html", 390)
        self.run_script("while (![...document.images].every((one) => one.naturalWidth === 400)) await new Promise(requestAnimationFrame)")
        self.assertEqual(self.page.execute_script("return [shifts, measured, [...document.fonts].map((one) => one.status)]"), [[], [], ["loaded"] * 2])
        self.expect_heights(self.page.execute_script(NATURAL, ".wall > li"), reported, "the recipe's HTML")
        made = json.loads(document)
        del made["container"]
        self.pages["/element.html"] = f"""{HEAD}{page.partition("<ul")[0]}{element.replace("http://localhost:8080", self.service.url)}
            <script type="application/json" id="layout">{json.dumps(made)}</script><script type="application/json" id="photos">[{{"src": "kyoto.jpg"}}]</script>
            <style>body{{margin:0}} tatami-wall{{scrollbar-width:none}}</style><script type="module">import "/wall/tatami-wall.js"</script>"""
        self.open("/element.html", 390)
        self.run_script("while (document.querySelectorAll('tatami-wall .tatami-text-caption').length === 0) await new Promise(requestAnimationFrame)")
        self.assertEqual(self.page.execute_script("return [shifts, measured]"), [[], []])
        self.expect_heights(self.page.execute_script(NATURAL, "tatami-wall > [role=article]"), reported, "the recipe's element")


if __name__ == "__main__":
    unittest.main()
