"""The TypeScript client's own: one request for the first frames, large bodies as gzip, columns, pictures, types."""
import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, browser  # noqa: E402
from living import CLIENTS, ROOT, node, rows, services  # noqa: E402

SOURCES = ROOT / "Web" / "tatami-client"
EXAMPLES = ROOT / "Tests" / "PackageTests" / "Fixtures" / "openapi-examples.json"

class OneRequest(unittest.TestCase):
    def test_the_first_frames_come_with_the_layout(self):
        out = node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const asked = [];
            const client = new TatamiClient("{BASE}", {{ fetch: (url, init) => {{ asked.push(init.method + new URL(url).search); return fetch(url, init) }} }});
            const rect = [0, 0, 401, 300];
            const {{ layout, attributes }} = await client.layout({json.dumps(rows(401))}, {{ rect }});
            const before = asked.length;
            const kept = await layout.attributes({{ rect }});
            const next = await layout.update({{ append: [{{ items: 1 }}] }});
            console.log(JSON.stringify({{ asked: asked.slice(0, before), more: asked.length - before, count: layout.summary.itemCount,
                tops: attributes.map((one) => one.frame.y), same: JSON.stringify(kept.attributes) === JSON.stringify(attributes), next: next.layout.summary.itemCount }}));
        """)
        # Rows of 100, 101, 102 … points: three begin above 300. Then the answer is kept, and what follows is the update alone.
        self.assertEqual(out, {"asked": ["PUT?rect=0,0,401,300"], "more": 1, "count": 100, "tops": [0, 100, 201], "same": True, "next": 101})

    def test_one_revision_of_the_engine_is_kept_to(self):
        out = node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const asked = [];
            const client = new TatamiClient("{BASE}", {{ fetch: (url, init) => {{ asked.push(new URL(url).searchParams.get("engine")); return fetch(url, init) }} }});
            await client.layout({json.dumps(rows(402))}, {{ rect: [0, 0, 402, 300] }});
            client.engine -= 1;
            const {{ attributes }} = await client.layout({json.dumps(rows(403))}, {{ rect: [0, 0, 403, 300] }});
            console.log(JSON.stringify({{ asked, engine: String(client.engine), count: attributes.length }}));
        """)
        self.assertEqual(out["asked"], [None, str(int(out["engine"]) - 1), out["engine"]])
        self.assertEqual(out["count"], 3)


class Bodies(unittest.TestCase):
    def test_large_bodies_are_gzip_and_small_ones_are_not(self):
        large = rows(404, 20000)
        out = node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            import {{ gunzipSync }} from "node:zlib";
            const sent = [];
            const watch = (url, init) => {{ sent.push([init.headers["Content-Encoding"] ?? "", init.body?.byteLength, init.body]); return fetch(url, init) }};
            const client = new TatamiClient("{BASE}", {{ fetch: watch }});
            const large = {json.dumps(large)}, text = JSON.stringify(large);
            const layout = await client.layout(large);
            await client.layout({json.dumps(rows(405))});
            const [[coding, length, body]] = sent, whole = gunzipSync(body).toString() === text;
            // The id is that of the text: the server undoes the coding first.
            const again = await client.open(layout.id);
            const plain = new TatamiClient("{BASE}", {{ fetch: watch, compresses: false }});
            await plain.layout({{ ...large, items: large.items.slice(1) }});
            const real = globalThis.CompressionStream;
            globalThis.CompressionStream = undefined;
            await client.layout({{ ...large, items: large.items.slice(2) }});
            globalThis.CompressionStream = real;
            console.log(JSON.stringify({{ coding, part: length / text.length, whole, count: again.summary.itemCount, rest: sent.slice(1).filter(([, , body]) => body !== null).map((one) => one[0]) }}));
        """)
        self.assertEqual((out["coding"], out["whole"], out["count"], out["rest"]), ("gzip", True, 20000, ["", "", ""]))
        self.assertLess(out["part"], 0.5)


class Columns(unittest.TestCase):
    DOCUMENT = {"container": {"width": 320, "height": 600}, "layout": {"type": "waterfall", "columns": 3, "headerReferenceSize": {"height": 30}},
                "sections": [{"items": [{"id": f"a{n}", "height": 40 + n * 7 % 90, "bodyHeight": 12} for n in range(50)]}, {"items": [[3, 2], 80]}]}

    def test_columns_are_the_attributes_as_typed_arrays_from_bytes_and_from_json(self):
        out = node(f"""
            import {{ cellAt, TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const layout = await new TatamiClient("{BASE}").layout({json.dumps(self.DOCUMENT)});
            const query = {{ rect: [0, 100, 320, 500] }};
            const {{ attributes }} = await layout.attributes(query);
            const cells = attributes.filter((one) => one.category === "cell"), others = attributes.filter((one) => one.category !== "cell");
            const all = [await layout.columns(query), await layout.columnsByJSON(query), await layout.columns({{ rect: "all" }})];
            const sorted = (value) => JSON.stringify(value, (_, one) => one && typeof one === "object" && !Array.isArray(one)
                ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => a < b ? -1 : 1)) : one);
            console.log(JSON.stringify({{
                equal: all.slice(0, 2).map((one) => sorted(cells) === sorted([...one.item.keys()].map((index) => cellAt(one, index)))),
                others: all.slice(0, 2).map((one) => sorted(one.others) === sorted(others)),
                kinds: all.map((one) => [one.section.constructor.name, one.x.constructor.name, one.height.constructor.name]),
                shares: all[0].x.buffer === all[0].item.buffer, few: cells.length, count: all[2].count, headers: all[2].others.length,
                size: JSON.stringify(all.map((one) => one.contentSize)) === JSON.stringify(Array(3).fill(layout.summary.contentSize)) }}));
        """)
        self.assertEqual(out["equal"], [True, True])
        self.assertEqual(out["others"], [True, True])
        self.assertEqual(out["kinds"], [["Uint32Array", "Float64Array", "Float64Array"]] * 3)
        self.assertTrue(out["shares"] and out["size"])
        self.assertTrue(0 < out["few"] < 52, out["few"])
        self.assertEqual((out["count"], out["headers"]), (52, 2))

    def test_a_forgotten_layout_comes_back_as_columns_in_one_request(self):
        out = node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            let forgets = true; const methods = [];
            const client = new TatamiClient("{BASE}", {{ fetch: (url, init) => {{
                methods.push(init.method);
                if (init.method === "GET" && forgets) {{ forgets = false; url = url.replace(/[0-9a-f]{{64}}/, "0".repeat(64)); }}
                return fetch(url, init);
            }} }});
            const {{ count }} = await (await client.layout({json.dumps(self.DOCUMENT)})).columns({{ rect: "all" }});
            console.log(JSON.stringify({{ count, methods }}));
        """)
        self.assertEqual(out, {"count": 52, "methods": ["PUT", "GET", "PUT"]})

    def test_bytes_that_are_no_packed_answer_say_so(self):
        out = node(f"""
            import {{ unpackedColumns }} from "{CLIENTS}/client/columns-reading.js";
            const header = (count, length) => {{
                const bytes = new ArrayBuffer(40), view = new DataView(bytes);
                view.setUint32(0, 0x54544d31); view.setUint32(4, count, true); view.setUint32(8, length, true);
                return bytes;
            }};
            console.log(JSON.stringify([new ArrayBuffer(0), new ArrayBuffer(64), header(1, 8), header(4294967295, 0)].map((bytes) => {{
                try {{ unpackedColumns(bytes); return "" }} catch (error) {{ return error.message.split(" ").slice(0, 3).join(" ") }} }})));
        """)
        self.assertEqual(out, ["invalid packed answer:"] * 2 + ["a packed answer"] * 2)

    def test_a_picture_has_a_url(self):
        out = node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const layout = await new TatamiClient("{BASE}/").layout({json.dumps(self.DOCUMENT)});
            const answers = await Promise.all([{{ rect: [0, 0, 320, 300] }}, {{ rect: [0, 0, 320, 300], theme: "dark", scale: 2 }}].map((query) => fetch(layout.pictureURL(query))));
            console.log(JSON.stringify(await Promise.all(answers.map(async (one) => [one.status, one.headers.get("Content-Type"), (await one.text()).match(/width="([0-9.]+)"/)?.[1]]))));
        """)
        self.assertEqual([one[:2] for one in out], [[200, "image/svg+xml"]] * 2)
        # Two pixels a point.
        self.assertEqual([one[2] for one in out], ["320", "640"])


class OtherOrigin(unittest.TestCase):
    """A page that another server brings, in a real browser."""

    @classmethod
    def setUpClass(cls):
        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass
        pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=CLIENTS))
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        cls.addClassCleanup(pages.shutdown)
        cls.origin = f"http://127.0.0.1:{pages.server_port}"
        manager = services.tatami(os.environ["TATAMI"], TATAMI_CORS_ORIGINS=cls.origin)
        cls.service = manager.__enter__()
        cls.addClassCleanup(manager.__exit__, None, None, None)
        cls.page = browser()
        cls.addClassCleanup(cls.page.quit)
        (pathlib.Path(CLIENTS) / "empty.html").write_text("<!doctype html><title>Empty</title>")

    def requests(self):
        """How often the service was asked, by method, as it counts itself."""
        with urllib.request.urlopen(self.service.url + "/metrics") as answer:
            text = answer.read().decode()
        counts = {}
        for labels, count in re.findall(r"^tatami_requests_total\{(.*)\} (\d+)$", text, re.M):
            method = re.search(r'method="(\w+)"', labels)[1]
            counts[method] = counts.get(method, 0) + int(count)
        return counts

    def test_the_first_frames_are_one_way_there_and_back(self):
        self.page.get(self.origin + "/empty.html")
        before = self.requests()
        count = self.page.execute_async_script("""
            const [service, document_, done] = arguments;
            import("/client/tatami-client.js").then(({ TatamiClient }) => new TatamiClient(service).layout(document_, { rect: [0, 0, 406, 300] }))
                .then(({ attributes }) => done(attributes.length), (error) => done(String(error)));""", self.service.url, rows(406))
        after = self.requests()
        self.assertEqual(count, 3)
        asked = {method: after[method] - before.get(method, 0) for method in after if after[method] != before.get(method, 0)}
        asked.pop("GET", None)  # of the metrics
        self.assertEqual(asked, {"POST": 1})


class Types(unittest.TestCase):
    def compiled(self, text):
        """What the compiler says, at its strictest, of a program beside the client's sources."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(SOURCES, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("dist", "node_modules"))
            (pathlib.Path(folder) / "package.json").write_text('{"type":"module"}')
            (pathlib.Path(folder) / "program.ts").write_text(text)
            (pathlib.Path(folder) / "tsconfig.json").write_text(json.dumps({"extends": str(SOURCES / "tsconfig.strictest.json"), "files": ["program.ts"]}))
            done = subprocess.run(["tsc", "-p", folder], capture_output=True, text=True, timeout=300)
            return done.stdout + done.stderr

    def test_every_example_of_the_contract_is_a_document_or_an_update(self):
        # As literals: of values of JSON the strings would be any strings.
        fixture = json.loads(EXAMPLES.read_text())
        found = {"LayoutDocument": list(fixture["documents"].values()),
                 "LayoutUpdate": sorted({one["update"]["body"] for one in fixture["exchanges"] if one["update"]})}
        self.assertGreater(len(found["LayoutDocument"]), 5)
        self.assertGreater(len(found["LayoutUpdate"]), 0)
        text = 'import type { LayoutDocument, LayoutUpdate } from "./client/tatami-client.js";\n' + "".join(
            f"export const {name}{index}: {name} = {value};\n" for name, values in found.items() for index, value in enumerate(values))
        self.assertEqual(self.compiled(text), "")

    def test_what_is_no_document_does_not_compile(self):
        wrong = [
            "{ container: { width: 1, height: 1 } }",
            "{ container: { height: 1 }, layout: { type: 'list' }, items: 1 }",
            "{ container: { width: 1, height: 1 }, layout: { type: 'masonry' }, items: 1 }",
            "{ container: { width: 1, height: 1 }, layout: { type: 'waterfall', gap: 3 }, items: 1 }",
            "{ container: { width: 1, height: 1 }, layout: { type: 'waterfall', columns: '2' }, items: 1 }",
            "{ container: { width: 1, height: 1 }, layout: { type: 'list' }, items: ['50%'] }",
            "{ container: { width: 1, height: 1 }, layout: { type: 'list' }, items: 1, sections: [] }",
            "{ container: { width: 1, height: 1 }, sections: [{ items: 3 }] }",
        ]
        text = 'import type { LayoutDocument } from "./client/tatami-client.js";\n' + "".join(
            f"// @ts-expect-error: line {index}\nexport const wrong{index}: LayoutDocument = {one};\n" for index, one in enumerate(wrong))
        self.assertEqual(self.compiled(text), "")

    def test_undefined_fields_and_frozen_lists_are_documents(self):
        self.assertEqual(self.compiled("""
            import type { LayoutDocument, LayoutUpdate, Query } from "./client/tatami-client.js";
            const items = [[3, 2], 40, { id: "a", aspectRatio: undefined }] as const;
            export const document: LayoutDocument = { container: { width: 1, height: 1, scale: undefined }, layout: { type: "waterfall" }, items };
            export const update: LayoutUpdate = { append: [{ section: undefined, items }], measure: [{ indexPath: [0, 1], height: null }] };
            export const query: Query = { rect: [0, 0, 1, 1], bounds: undefined };
        """), "")


if __name__ == "__main__":
    unittest.main()
