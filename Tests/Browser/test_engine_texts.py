"""The engine in the page measures texts by canvas: with the service's font files its lines are the service's, its heights are
those that the browser draws, and nothing is requested."""
import json
import os
import pathlib
import sys
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import text_pages  # noqa: E402
from chromium import BASE, browser  # noqa: E402
from living import CLIENTS, ROOT, services  # noqa: E402

COUNT = 2000
WIDTHS = [320, 414, 768, 1440]
ENGINES = ("engine", "worker")
PHOTO = "display:block;background:silver"
# How tall each card is by its content alone.
NATURAL = """for (const one of document.querySelectorAll(".card")) one.style.height = "auto";
    return [...document.querySelectorAll(".card")].map((one) => parseFloat(getComputedStyle(one).height))"""
SCRIPT = """<script type="module">
  import { TatamiClient } from "/client/tatami-client.js";
  import { TatamiEngine } from "/engine/tatami-engine.js";
  import { TatamiWorkerEngine } from "/engine/tatami-engine-worker.js";
  const engine = await TatamiEngine.load("/tatami.wasm"), worker = await TatamiWorkerEngine.load("/tatami.wasm"), decoder = new TextDecoder("utf-8",{ignoreBOM:true});
  window.ask = async (name, ...request) => {
    const { status, bytes, made } = await engines[name].answer(...request);
    return [status, JSON.parse(decoder.decode(bytes)), made];
  };
  Object.assign(window, { TatamiClient, TatamiEngine, engines: { engine, worker }, isReady: true });
</script>"""
STYLES = {"title": {"fontFamily": "Inter", "fontSize": 16, "fontWeight": 600, "lineHeight": 22, "maxLines": 2},
          "text": {"fontFamily": ["Inter", "DejaVu Sans"], "fontSize": 13, "lineHeight": {"multiple": 1.4}, "letterSpacing": 0.2}}
BODY = {"insets": {"top": 8, "leading": 10, "bottom": 12, "trailing": 10}, "spacing": 4, "style": "text"}
WORDS = text_pages.SENTENCES["en"].split()


def words(seed, count):
    return " ".join(WORDS[(seed * 7 + n * (1 + seed % 5)) % len(WORDS)] for n in range(count))


def estimated(width):
    return {"width": width, "height": {"estimated": 80}}


def layouts(width):
    """A document of each layout that takes bodies, by its name."""
    bodies = [[{"text": words(n, 1 + n % 9), "style": "title"}, words(n, n * 5 % 31)] if n % 4 else words(n, 12) for n in range(60)]
    cards = [{"id": f"c{n}", "width": 400, "height": 200 + n * 37 % 300, "body": body} for n, body in enumerate(bodies)]
    rows, chips = [{"body": body} for body in bodies], [{"body": words(n, 1 + n % 4)} for n in range(60)]
    header = {"supplementaries": {"header": words(3, 20)}}
    group = {"direction": "horizontal", "size": estimated({"fractionalWidth": 1}), "subitems": [{"size": estimated({"fractionalWidth": 0.5})}]}
    boundary = [{"kind": "header", "size": estimated({"fractionalWidth": 1}), "alignment": "top"}]
    made = {
        "waterfall": {"layout": {"type": "waterfall", "columns": 3, "spacing": 8, "body": BODY, "headerBody": BODY}, "sections": [{**header, "items": cards}]},
        "list": {"layout": {"type": "list", "rowHeight": 44, "body": BODY}, "items": rows},
        "flow": {"layout": {"type": "flow", "minimumInteritemSpacing": 6, "body": BODY, "headerBody": BODY}, "sections": [{**header, "items": chips}]},
        "magazine": {"layout": {"type": "magazine", "body": BODY}, "items": [{"widthMode": 1 + n % 2, **row} for n, row in enumerate(rows)]},
        "compositional": {"layout": {"type": "compositional", "body": BODY, "headerBody": BODY, "group": group, "boundarySupplementaryItems": boundary},
                          "sections": [{**header, "items": rows}]},
    }
    return {name: {"container": {"width": width, "height": 900}, "textStyles": STYLES, **one} for name, one in made.items()}


class EngineTexts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if text_pages.missing_fonts():
            raise unittest.SkipTest(f"not installed: {text_pages.missing_fonts()}")
        cls.pages = {}
        with urllib.request.urlopen(BASE + "/tatami.wasm", timeout=20) as answer:
            cls.pages["/tatami.wasm"] = answer.read()
        cls.site = text_pages.site(cls.page_at)
        cls.addClassCleanup(cls.site.close)
        manager = services.tatami(os.environ["TATAMI"], TATAMI_CORS_ORIGINS=cls.site.base, TATAMI_FONTS=":".join(text_pages.SERVED))
        cls.service = manager.__enter__()
        cls.addClassCleanup(manager.__exit__, None, None, None)
        cls.faces = text_pages.faces(cls.service.url)
        cls.fonts = text_pages.font_rules(cls.faces)
        cls.pages["/page.html"] = cls.fonts + SCRIPT
        cls.document = staticmethod(text_pages.documents(COUNT))
        cls.page = browser(1024, 900)
        cls.addClassCleanup(cls.page.quit)
        cls.page.set_script_timeout(120)

    @classmethod
    def page_at(cls, path):
        if path in cls.pages or path == "/favicon.ico":
            return cls.pages.get(path, "")
        return pathlib.Path(CLIENTS, path[1:]).read_bytes()

    def tearDown(self):
        self.assertEqual([one["message"] for one in self.page.get_log("browser") if one["level"] == "SEVERE"], [])

    def run_script(self, text, *arguments):
        done = self.page.execute_async_script(f"""const done = arguments[arguments.length - 1];
            (async (...given) => {{ {text} }})(...arguments).then((value) => done([value]), (error) => done(String(error.stack ?? error)))""", *arguments)
        self.assertIsInstance(done, list, done)
        return done[0]

    def open(self, path="/page.html", width=1024):
        self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.page.get("about:blank")
        self.page.get(self.site.base + path)
        self.run_script("while (window.isReady !== true) await new Promise((next) => setTimeout(next, 10))")

    def ask(self, engine, *request):
        status, answer, made = self.run_script("return ask(...given.slice(0, -1))", engine, *request)
        self.assertEqual(status, 200, answer)
        return answer, made

    def of_service(self, path, body=None):
        request = urllib.request.Request(self.service.url + path, body and body.encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def test_runs_and_features_are_measured_by_the_page_itself(self):
        styles = {"text": {**STYLES["text"], "fontFamily": "Inter"}, "strong": {"fontFamily": "Inter", "fontSize": 17, "fontWeight": 600, "lineHeight": "normal"},
                  "digits": {"fontFamily": "Inter", "fontSize": 13, "lineHeight": 18, "fontFeatureSettings": {"tnum": 1}, "textIndent": {"em": 2, "hanging": True}},
                  "even": {"fontFamily": "Inter", "fontSize": 16, "lineHeight": 22, "textWrap": "balance"}}
        boxes = [{"width": 16, "height": 30, "verticalAlign": one} for one in ("baseline", "middle", -4)]
        bodies = [[{"text": [words(n, 4) + " ", {"text": words(n + 1, 1 + n % 3), "style": "strong"}, " ", boxes[n % 3], words(n, n % 9)], "style": "text"},
                   {"text": words(n, 1 + n % 20), "style": "digits"}, {"text": words(n, 12), "style": "even"}] for n in range(200)]
        document = {"container": {"width": 300, "height": 900}, "textStyles": styles, "layout": {"type": "list", "body": BODY}, "items": [{"body": body} for body in bodies]}
        # In quirks mode a line of spans would lack the block's own height.
        self.pages["/standard.html"] = "<!doctype html>" + self.pages["/page.html"]
        self.open("/standard.html")
        text = json.dumps(document)
        there = self.of_service("/v1/layouts?rect=all&lines=true", text)["attributes"]
        for name in ENGINES:
            here = self.ask(name, "POST", "/v1/layouts?rect=all&lines=true", text)[0]["attributes"]
            wrong = [(one["frame"]["height"], other["frame"]["height"]) for one, other in zip(here, there, strict=True)
                     if abs(one["bodyHeight"] - other["bodyHeight"]) > 0.05]
            self.assertLessEqual(len(wrong), 2, wrong[:5])
            equal = sum(one["lines"] == other["lines"] for own, others in zip(here, there) for one, other in zip(own["body"][1:], others["body"][1:]))
            self.assertGreater(equal, 390, [(own["body"], others["body"]) for own, others in zip(here, there) if own["body"][1:] != others["body"][1:]][:2])

    def test_lines_are_the_services_and_heights_the_browsers(self):
        all_texts = all_equal = all_lines = equal_lines = 0
        differing = []
        for width in WIDTHS:
            with self.subTest(width=width):
                document = self.document(width)
                text = json.dumps(document)
                sheet = text_pages.post(self.service.url, document, rect="all", format="css", selector=".wall")
                cards = "".join(f'<li class="card"><i style="{PHOTO};aspect-ratio:{one["width"]}/{one["height"]}"></i>'
                                f'<div class="tatami-body">{"".join(text_pages.blocks(document, one["body"]))}</div></li>' for one in document["items"])
                self.pages["/cards.html"] = (f'<!doctype html><meta charset="utf-8">{self.fonts}<style>html{{scrollbar-width:none}} body{{margin:0}} ul{{margin:0;padding:0;list-style:none}} {sheet}'
                                             f'</style><ul class="wall">{cards}</ul>{SCRIPT}')
                self.open("/cards.html", width)
                there = self.of_service("/v1/layouts?rect=all&lines=true", text)
                asked = len(self.site.asked)
                answers = [self.ask(name, "POST", "/v1/layouts?rect=all&lines=true", text)[0] for name in ENGINES]
                self.assertEqual(answers[0], answers[1])
                # The code that measures is loaded once, and nothing else.
                self.assertEqual({path for path in self.site.asked[asked:] if not path.startswith("/engine/")}, set())
                here = answers[0]
                self.assertEqual(here["id"], there["id"])
                heights = self.run_script(NATURAL)
                wrong = [n for n, (height, one) in enumerate(zip(heights, here["attributes"])) if abs(height - one["frame"]["height"]) > 2 / 64]
                print(f"{width} px: {len(wrong)} of {len(heights)} cards differ from the browser's")
                self.assertLessEqual(len(wrong), COUNT // 500, [(heights[n], here["attributes"][n]) for n in wrong[:5]])
                for own, other in zip(here["attributes"], there["attributes"]):
                    for one, reported in zip(own.get("body", []), other.get("body", [])):
                        all_texts += 1
                        all_equal += len(one["lines"]) == len(reported["lines"])
                        all_lines += len(reported["lines"])
                        equal_lines += sum(line == said for line, said in zip(one["lines"], reported["lines"]))
                        if one["lines"] != reported["lines"]:
                            differing.append((one["lines"], reported["lines"]))
        print(f"{all_equal} of {all_texts} texts have the service's number of lines, {equal_lines} of {all_lines} lines are its own")
        for own, reported in differing[:10]:
            print(next((pair for pair in zip(own, reported) if pair[0] != pair[1]), (own, reported)))
        self.assertGreater(all_texts, 4 * COUNT)
        self.assertGreater(all_equal / all_texts, 0.995)

    def test_lines_of_the_fixtures_are_chromiums(self):
        """The fixtures of TextMeasure, which Chromium has broken into lines, in the fonts that are installed."""
        # The share of texts whose lines may be others, by the fixtures' file.
        for name, share in (("texts", 0.01), ("texts-languages", 0.013), ("texts-reports", 0.1)):
            with self.subTest(name):
                fixtures = [json.loads(line) for line in (ROOT / f"Tests/TextMeasureTests/Fixtures/{name}.jsonl").read_text().split("\n") if line]
                self.expect_fixtures(name, [one for one in fixtures if one.get("tier", 1) == 1], share)

    def expect_fixtures(self, name, fixtures, share):
        files = {font["path"] for one in fixtures for font in one["style"]["fonts"] if pathlib.Path("/usr/share/fonts", font["path"]).exists()}
        numbers = {path: number for number, path in enumerate(sorted(files))}
        fixtures = [one for one in fixtures if all(font["path"] in files for font in one["style"]["fonts"])]
        for path, number in numbers.items():
            self.pages[f"/font-{number}.otf"] = pathlib.Path("/usr/share/fonts", path).read_bytes()
        rules = "".join(f"@font-face{{font-family:F{number};src:url(/font-{number}.otf)}}" for number in numbers.values())
        self.pages["/fixtures.html"] = f"<style>{rules}</style>{SCRIPT}"
        asked = []
        for one in fixtures:
            style = {name: value for name, value in one["style"].items() if value or name == "lineHeight"}
            asked.append([{"fontFamily": [f"F{numbers[font['path']]}" for font in style.pop("fonts")], "fontSize": style.pop("size"), **style}, one["text"], one["width"]])
        self.open("/fixtures.html")
        found = self.run_script("""const [asked] = given, { TextMeasurer } = await import("/engine/text-measuring.js"), measurer = new TextMeasurer(), decoder = new TextDecoder("utf-8",{ignoreBOM:true}), found = [];
            for (const [style, text, width] of asked) {
                const bytes = await measurer.measure(JSON.stringify({ direction: "ltr", names: ["one"], styles: { one: style }, questions: [[0, text, width, 1]] })), view = new DataView(bytes.buffer), lines = [];
                for (let place = 8; place < bytes.length; place += 4 + view.getUint32(place, true)) lines.push(decoder.decode(bytes.subarray(place + 4, place + 4 + view.getUint32(place, true))));
                found.push(lines);
            }
            return found""", asked)
        # Chromium's lines have soft hyphens as they are, and tabs as spaces. The last line of a text that is cut is drawn shorter.
        plain = lambda lines: [" ".join(line.replace("\u00ad", "").rstrip("\u2010-…").split()) for line in lines]  # noqa: E731

        def agrees(lines, one):
            own, seen = plain(lines), plain(one["lines"])
            isCut = "maxLines" in one["style"] and lines != [] and lines[-1].endswith("…")
            return own == seen or (isCut and len(own) == len(seen) and own[:-1] == seen[:-1] and seen[-1].startswith(own[-1]))
        counts = sum(len(lines) == one["lineCount"] for lines, one in zip(found, fixtures))
        differing = [(one["name"], plain(lines), plain(one["lines"])) for lines, one in zip(found, fixtures) if not agrees(lines, one)]
        print(f"{name}: {len(fixtures)} texts, {counts} have Chromium's number of lines, {len(fixtures) - len(differing)} its lines")
        for one in differing[:int(os.environ.get("SHOWN", 20))]:
            print("   ", *one)
        self.assertGreater(len(fixtures), 100)
        self.assertLessEqual(len(differing) / len(fixtures), share)

    def test_every_layout_with_bodies_and_its_versions(self):
        update = json.dumps({"replace": [{"indexPath": [0, 3], "item": {"width": 300, "height": 100, "body": words(9, 25)}}],
                             "append": [{"items": [{"width": 300, "height": 200, "body": [{"text": words(11, 40), "style": "title"}]}]}]})
        self.open()
        self.ask("engine", "POST", "/v1/layouts", json.dumps(layouts(390)["list"]))
        asked = len(self.site.asked)
        for width in (390, 844):
            for name, document in layouts(width).items():
                change = update if name in ("waterfall", "list") else json.dumps({"replace": [{"indexPath": [0, 3], "item": {"body": words(9, 25)}}]})
                text, lines = json.dumps(document), "attributes?rect=all&lines=true"
                made = self.of_service("/v1/layouts?rect=all", text)
                version = self.of_service(f"/v1/layouts/{made['id']}/updates?rect=all", change)
                written = self.of_service(f"/v1/layouts/{version['id']}/{lines}")
                for engine in ENGINES:
                    with self.subTest(width=width, layout=name, engine=engine):
                        own, _ = self.ask(engine, "POST", "/v1/layouts?rect=all", text)
                        self.assertEqual(own, made)
                        self.assertEqual(self.ask(engine, "POST", f"/v1/layouts/{own['id']}/updates?rect=all", change)[0], version)
                        self.assertEqual(self.ask(engine, "GET", f"/v1/layouts/{version['id']}/{lines}")[0], written)
                        self.assertTrue(any(one["category"] == "supplementary" for one in own["attributes"]) or "sections" not in document)
        self.assertEqual(self.site.asked[asked:], [])

    def test_a_client_shows_the_wall_without_a_service(self):
        text = json.dumps(layouts(390)["waterfall"])
        self.open()
        said = self.run_script("""const seen = [], client = new TatamiClient({ engine: engines.engine, onExchange: ({ headers }) => seen.push(headers.get("Tatami-Engine")) });
            const { layout, attributes } = await client.layout(given[0], { rect: "all" });
            await layout.attributes({ rect: [0, 0, 390, 900] });
            return [layout.id, attributes, seen, engines.engine.revision]""", text)
        made = self.of_service("/v1/layouts?rect=all", text)
        self.assertEqual(said[:2], [made["id"], made["attributes"]])
        # An answer that was measured here says so.
        self.assertEqual(said[2], [f"{said[3]}.page"] * 2)

    def test_measures_wait_for_fonts_and_are_forgotten_when_others_come(self):
        made = {"container": {"width": 200, "height": 900}, "layout": {"type": "list"}, "items": [{"body": words(2, 70)}],
                "textStyles": {"text": {"fontFamily": "Late", "fontSize": 15, "lineHeight": 20}}}
        inter, dejavu = (next(sha for family, weight, sha in self.faces if (family, weight) == one) for one in (("Inter", 400), ("DejaVu Sans", 400)))
        # Not preloaded, and no text of the page uses it: the measure itself loads the font.
        self.pages["/late.html"] = f"<style>@font-face{{font-family:Late;src:url(/fonts/{inter})}}</style>{SCRIPT}"
        expected = {family: self.of_service("/v1/layouts?rect=all", json.dumps({**made, "textStyles": {"text": {**made["textStyles"]["text"], "fontFamily": family}}}))["attributes"][0]["frame"]["height"]
                    for family in ("Inter", "DejaVu Sans")}
        self.assertNotEqual(*expected.values())
        for engine in ENGINES:
            with self.subTest(engine=engine):
                self.open("/late.html")
                answer, own = self.ask(engine, "POST", "/v1/layouts?rect=all", json.dumps(made))
                self.assertEqual(answer["attributes"][0]["frame"]["height"], expected["Inter"])
                self.assertEqual(self.ask(engine, "GET", f"/v1/layouts/{own}")[0]["id"], own)
                status = self.run_script("""const [name, url, id] = given, font = new FontFace("Late", `url(${url})`), news = new Promise((done) => document.fonts.addEventListener("loadingdone", done, { once: true }));
                    document.fonts.add(font);
                    await font.load();
                    await news;
                    return (await engines[name].answer("GET", `/v1/layouts/${id}`)).status""", engine, f"/fonts/{dejavu}", own)
                self.assertEqual(status, 404)
                self.assertEqual(self.ask(engine, "POST", "/v1/layouts?rect=all", json.dumps(made))[0]["attributes"][0]["frame"]["height"], expected["DejaVu Sans"])

    def test_what_cannot_be_measured_is_the_services(self):
        text = json.dumps(layouts(390)["list"])
        self.open()
        said = self.run_script("""const plain = '{"container":{"width":390,"height":844},"layout":{"type":"list"},"items":[44]}', segmenter = Intl.Segmenter;
            const failing = await TatamiEngine.load("/tatami.wasm", { measure: () => { throw new Error("no canvas") } });
            const short = await TatamiEngine.load("/tatami.wasm", { measure: () => new Uint8Array(8) });
            delete Intl.Segmenter;
            const without = await TatamiEngine.load("/tatami.wasm");
            const takes = [without.takes("POST", "/v1/layouts", given[0]), without.takes("POST", "/v1/layouts", plain)], refused = await without.answer("POST", "/v1/layouts", given[0]);
            Intl.Segmenter = segmenter;
            const read = ({ status, bytes }) => [status, JSON.parse(new TextDecoder("utf-8",{ignoreBOM:true}).decode(bytes)).detail];
            return [takes, read(refused), read(await failing.answer("POST", "/v1/layouts", given[0])), read(await short.answer("POST", "/v1/layouts", given[0])),
                (await failing.answer("POST", "/v1/layouts", plain)).status]""", text)
        self.assertEqual(said[0], [False, True])
        self.assertEqual(said[1][0], 422)
        self.assertIn("this program cannot measure texts", said[1][1])
        self.assertEqual(said[2], [503, "the page's engine could not measure texts: Error: no canvas"])
        self.assertEqual(said[3], [500, "the page could not measure the texts of the document"])
        self.assertEqual(said[4], 200)

    def test_how_long_it_takes(self):
        """Prints figures: captions of 60 characters, cold, and warm at another width."""
        self.open()
        for count in (1000, 10_000):
            texts = [{"width": 3, "height": 2, "body": words(n, 5 + n % 7)} for n in range(count)]
            made = {"textStyles": STYLES, "layout": {"type": "waterfall", "columns": 4, "body": BODY}, "items": texts}
            plain = {"layout": made["layout"], "items": [{"width": 3, "height": 2, "bodyHeight": 60} for _ in texts]}
            times = self.run_script("""const [made, plain] = given, times = [];
                for (const [document, width] of [[plain, 700], [made, 900], [made, 1000], [made, 1100], [made, 1200]]) {
                    const text = JSON.stringify({ container: { width, height: 900 }, ...document }), started = performance.now();
                    await engines.engine.answer("POST", "/v1/layouts", text);
                    times.push(performance.now() - started);
                }
                return times""", made, plain)
            print(f"{count} captions: {times[0]:.1f} ms without texts, {times[1]:.1f} ms cold, {', '.join(f'{one:.1f}' for one in times[2:])} ms at other widths")
            self.assertEqual(len(times), 5)


if __name__ == "__main__":
    unittest.main()
