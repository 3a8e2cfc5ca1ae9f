"""The engine in a worker: the same bytes as in the page, whose thread goes on meanwhile."""
import functools
import http.server
import json
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, Page  # noqa: E402

HTML = """<!doctype html><meta charset="utf-8"><title>Worker</title><link rel="icon" href="data:,">
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { TatamiEngine } from "./engine/tatami-engine.js";
  import { TatamiWorkerEngine } from "./engine/tatami-engine-worker.js";
  window.document_ = (count) => JSON.stringify({ container: { width: 780, height: 700 }, layout: { type: "waterfall", columns: 4, spacing: 8 },
    items: Array.from({ length: count }, (_, k) => ({ id: `p${k}`, height: 80 + 37 * k % 211 })) });
  Object.assign(window, { TatamiClient, TatamiWorkerEngine, worker: await TatamiWorkerEngine.load("tatami.wasm"), engine: await TatamiEngine.load("tatami.wasm") });
  window.ready = true;
</script>"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class EngineInWorker(Page):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, folder)
        shutil.copytree(os.environ["CLIENTS"], folder, dirs_exist_ok=True)
        (folder / "index.html").write_text(HTML)
        with urllib.request.urlopen(BASE + "/tatami.wasm", timeout=20) as answer:
            (folder / "tatami.wasm").write_bytes(answer.read())
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.base = f"http://127.0.0.1:{server.server_port}/"

    def setUp(self):
        self.page.set_script_timeout(60)
        self.page.get(self.base)
        self.wait("window.ready === true", 60)

    def run_in_page(self, body, *arguments):
        """What an async function's body returns; its error, as text."""
        return self.page.execute_async_script(
            f"const done = arguments[arguments.length - 1]; (async (...given) => {{ {body} }})(...arguments).then(done, (error) => done(String(error)))", *arguments)

    def test_the_same_bytes_as_in_the_page_handed_over(self):
        told = self.run_in_page("""
            const text = document_(3000), paths = ["", "/attributes?rect=all", "/attributes?rect=all&format=columns", "/attributes?rect=0,0,780,700&format=packed",
                "/sections", "/document", "/target-offset?proposed=0,300", "/attributes?rect=no", "/nothing"];
            const asks = [["POST", "/v1/layouts?rect=all", text], ["POST", "/v1/layouts", "{}"]];
            const { made } = engine.answer("POST", "/v1/layouts", text), update = '{"append":[{"items":[50]}]}';
            const version = engine.answer("POST", `/v1/layouts/${made}/updates`, update).made;
            await worker.answer("POST", "/v1/layouts", text);
            asks.push(["POST", `/v1/layouts/${made}/updates?rect=all`, update], ["GET", `/v1/layouts/${version}/changes?from=${made}&rect=all`]);
            for (const path of paths) asks.push(["GET", `/v1/layouts/${made}${path}`]);
            // All at once: what is answered is answered in order.
            const answers = await Promise.all(asks.map((ask) => worker.answer(...ask)));
            const differing = asks.filter((ask, number) => {
              const here = engine.answer(...ask), there = answers[number];
              return here.status !== there.status || here.made !== there.made || here.bytes.length !== there.bytes.length || here.bytes.some((byte, at) => byte !== there.bytes[at]);
            });
            return [asks.length, differing, answers.every(({ bytes }) => bytes.buffer.byteLength === bytes.length), worker.takes("GET", `/v1/layouts/${made}`), worker.state.layouts];""")
        self.assertEqual(told, [13, [], True, True, 2])

    def test_the_pages_thread_goes_on_while_a_large_wall_is_laid_out(self):
        text = json.dumps({"container": {"width": 780, "height": 700}, "layout": {"type": "waterfall", "columns": 4}, "items": [80 + 37 * k % 211 for k in range(400_000)]})
        told = self.run_in_page("""
            const client = new TatamiClient({ engine: worker });
            await client.layout(document_(10));
            const layout = (async () => (await client.layout(given[0])).summary.itemCount)();
            let turns = 0, isDone = false;
            layout.finally(() => { isDone = true; });
            for (; !isDone; turns += 1) await new Promise((next) => setTimeout(next));
            return [await layout, turns];""", text)
        self.assertEqual(told[0], 400_000)
        self.assertGreater(told[1], 3, told)

    def test_a_client_of_it_makes_the_services_layouts_and_versions(self):
        text, update = self.js("return document_(500)"), '{"append": [{"items": [{"id": "new", "height": 120}]}]}'
        told = self.run_in_page("""
            const client = new TatamiClient({ engine: worker }), layout = await client.layout(given[0]);
            const { attributes } = await layout.attributes({ rect: "all" }), { layout: version, changes } = await layout.update(given[1], { rect: "all" });
            return [layout.id, attributes.length, version.id, changes.inserted];""", text, update)
        request = urllib.request.Request(f"{BASE}/v1/layouts", text.encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            there = json.load(answer)
        request = urllib.request.Request(f"{BASE}/v1/layouts/{there['id']}/updates?rect=all", update.encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            version = json.load(answer)
        self.assertEqual(told, [there["id"], 500, version["id"], version["inserted"]])

    def test_what_ends_or_does_not_load_is_an_error(self):
        told = self.run_in_page("""
            const asked = worker.answer("POST", "/v1/layouts", document_(200000));
            worker.close();
            const after = worker.answer("POST", "/v1/layouts", "{}");
            const failed = await TatamiWorkerEngine.load("nothing.wasm").catch(String);
            return [(await asked).status, (await after).status, worker.takes("POST", "/v1/layouts", "{}"), failed];""")
        self.assertEqual(told[:3], [503, 503, False])
        self.assertIn("404", told[3])
