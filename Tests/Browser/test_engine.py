"""The engine in the page: a wall that the server rendered goes on without a shift and without a request."""
import json
import os
import pathlib
import sys
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, Page  # noqa: E402
from sites import Site  # noqa: E402

CLIENTS = pathlib.Path(os.environ["CLIENTS"])
DOCUMENT = json.dumps({"container": {"width": 780, "height": 700}, "layout": {"type": "waterfall", "columns": 4, "spacing": 8},
                       "items": [{"id": f"p{k}", "height": 80 + 37 * k % 211} for k in range(4000)]})
HTML = """<!doctype html><meta charset="utf-8"><title>Wall</title><link rel="icon" href="data:,">
<style>body { margin: 0 } #wall { width: 780px; height: 700px; overflow: hidden scroll; position: relative } .cell { position: absolute }</style>
<div id="wall"><div id="server" style="height: HEIGHTpx">CELLS</div></div>
<script>
  window.shifts = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifts += value; }).observe({ type: "layout-shift", buffered: true });
</script>
<script type="application/json" id="document">DOCUMENT</script>
<script type="module">
  import { TatamiClient } from "/client/tatami-client.js";
  import { TatamiEngine } from "/tatami-engine.js";
  import { VirtualWall } from "/wall/virtual-wall.js";
  const engine = await TatamiEngine.load("/tatami.wasm");
  const client = new TatamiClient({ engine });
  const layout = await client.layout(document.querySelector("#document").textContent);
  window.loaded = performance.getEntriesByType("resource").length;
  const viewport = document.querySelector("#wall");
  document.querySelector("#server").style.visibility = "hidden";
  const wall = new VirtualWall(viewport, (node, { id }) => { node.textContent = id; node.dataset.id = id; });
  await wall.show(layout);
  document.querySelector("#server").remove();
  Object.assign(window, { wall, layout, engine, client });
  window.ready = true;
</script>"""


def ask(path, document):
    request = urllib.request.Request(f"{BASE}{path}", document.encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def site_of(page):
    """The page, the compiled clients, and the engine as the service gives it."""
    def answer(path):
        if path == "/":
            return "text/html; charset=utf-8", page.encode()
        if path in ("/tatami.wasm", "/tatami-engine.js"):
            with urllib.request.urlopen(BASE + path, timeout=20) as sent:
                return sent.headers["Content-Type"], sent.read()
        return "text/javascript", (CLIENTS / path[1:]).read_bytes()

    return Site(answer)


class Engine(Page):
    def site(self):
        answer = ask("/v1/layouts?rect=0,0,780,700", DOCUMENT)
        cells = "".join(
            '<div class="cell" style="left: {x}px; top: {y}px; width: {width}px; height: {height}px">'.format(**one["frame"]) + one["id"] + "</div>"
            for one in answer["attributes"])
        page = HTML.replace("HEIGHT", str(answer["contentSize"]["height"])).replace("CELLS", cells).replace("DOCUMENT", DOCUMENT)
        site = site_of(page)
        self.addCleanup(site.close)
        return site, answer

    def test_a_wall_of_the_servers_goes_on_without_a_shift_and_without_a_request(self):
        site, answer = self.site()
        self.page.get(site.base)
        self.wait("window.ready === true")
        self.assertEqual(self.js("return window.layout.id"), answer["id"])
        # What the wall loads once its first layout is shown.
        self.wait("performance.getEntriesByType('resource').some(one => one.name.endsWith('/printing.js'))")
        self.js("window.loaded = performance.getEntriesByType('resource').length")
        asked = len(site.asked)
        self.assertEqual(sorted(site.asked).count("/tatami.wasm"), 1)
        frames = {one["id"]: one["frame"] for one in ask("/v1/layouts?rect=all", DOCUMENT)["attributes"]}
        # As a reader's wheel does; where one jumps, nodes in sight move.
        for step in range(1, 61):
            self.js("document.querySelector('#wall').scrollTo(0, arguments[0])", step * 250)
            self.page.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        self.wait("[...document.querySelectorAll('[data-id]')].some(one => place_of(one)[1] > 15000)")
        seen = self.js("return [...document.querySelectorAll('[data-id]')].map(one => [one.dataset.id, place_of(one)[0], parseFloat(one.style.width)])")
        self.assertGreater(len(seen), 10)
        for name, left, width in seen:
            self.assertEqual((left, width), (frames[name]["x"], frames[name]["width"]))
        self.assertEqual(self.js("return window.shifts"), 0)
        self.assertEqual(len(site.asked), asked)
        self.assertEqual(self.js("return performance.getEntriesByType('resource').length - window.loaded"), 0)

    def test_an_update_in_the_page_is_the_services_version(self):
        site, answer = self.site()
        self.page.get(site.base)
        self.wait("window.ready === true")
        update = json.dumps({"append": [{"items": [{"id": "new", "height": 120}]}]})
        made = self.page.execute_async_script("""const done = arguments[1];
            window.layout.update(arguments[0], { rect: "all" }).then(({ layout, changes }) => done([layout.id, changes.inserted]), (error) => done(String(error)))""", update)
        there = ask(f"/v1/layouts/{answer['id']}/updates?rect=all", update)
        self.assertEqual(made, [there["id"], there["inserted"]])

    def test_a_trap_is_an_error_and_the_next_answer_is_there(self):
        site, _ = self.site()
        self.page.get(site.base)
        self.wait("window.ready === true")
        told = self.page.execute_async_script("""const done = arguments[0];
            const layout = window.engine.face.tatami_layout;
            window.engine.face = { ...window.engine.face, tatami_layout() { throw new WebAssembly.RuntimeError("unreachable"); } };
            window.client.layout('{"container": {"width": 390, "height": 844}, "layout": {"type": "list"}, "items": [44]}')
                .then(() => done("no error"), (error) => window.client.layout('{"container": {"width": 390, "height": 844}, "layout": {"type": "list"}, "items": [45]}')
                .then(({ summary }) => done([error.status, error.message, summary.contentSize.height, window.engine.state.traps])))""")
        self.assertEqual([told[0], told[2], told[3]], [500, 45, 1])
        self.assertIn("unreachable", told[1])

    def test_the_playground_lays_out_in_the_browser_and_tells_both_times(self):
        self.open()
        before = self.shown()
        self.click("#engine")
        self.wait("document.getElementById('engine').getAttribute('aria-pressed') === 'true'")
        self.wait("/^In the browser [\\d.]+ ms, over HTTP [\\d.]+ ms$/.test(document.getElementById('engine-times').textContent)")
        self.assertEqual(self.shown(), before)
        self.assertTrue(self.js("return [...document.querySelectorAll('#exchanges li')].some(one => one.title.includes('wasm:/v1/layouts'))"))
        self.drag(790)
        self.wait("parseFloat(document.querySelector('#viewport .el.cell').style.width) === 185")
        self.picture("engine")
        self.click("#engine")
        self.wait("document.getElementById('engine-times').hidden")
        self.drag(390)
        self.wait("parseFloat(document.querySelector('#viewport .el.cell').style.width) === 180")
