"""The example clients against the live service."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Clients" / "python"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Generators"))
from tatami import TatamiClient, TatamiProblem  # noqa: E402
from chromium import BASE  # noqa: E402
from playground_clients import copies  # noqa: E402

CLIENTS = os.environ["CLIENTS"]
DOCUMENT = {"container": {"width": 310, "height": 400}, "layout": {"type": "waterfall", "columns": 3, "spacing": 5},
            "items": [120, 180, 90, [300, 200]]}


def node(text):
    done = subprocess.run(["node", "--input-type=module"], input=text, capture_output=True, text=True, cwd=CLIENTS, timeout=60)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


class TypeScript(unittest.TestCase):
    def test_the_playground_uses_the_clients_as_they_stand(self):
        names = set()
        for path, text in copies():
            names.add(path.name)
            self.assertEqual(path.read_text(), text, f"{path.name}: run Tests/Generators/playground_clients.py generate")
            for needed in re.findall(r'"\./([a-z-]+\.js)"', text):
                self.assertTrue((path.parent / needed).exists(), f"{path.name} needs {needed}, which belongs into embedded.c too")
        self.assertTrue({"tatami-client.js", "tatami-engine.js", "view.js", "scrolling.js"} <= names, names)

    def test_put_query_and_target_offset(self):
        out = json.loads(node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const client = new TatamiClient("{BASE}");
            const layout = await client.layout({json.dumps(DOCUMENT)});
            const answer = await layout.attributes({{ rect: [0, 0, 310, 400] }});
            const sections = await layout.sections();
            const target = await layout.targetOffset({{ proposed: {{ x: 0, y: 33 }} }});
            console.log(JSON.stringify({{ frames: answer.attributes.map(one => Object.values(one.frame)), sections, target }}));
        """))
        # Three columns of 100; the fourth item, 300 × 200 scaled to 100 wide, goes below the shortest (90 + 5).
        self.assertEqual(out["frames"][0], [0, 0, 100, 120])
        self.assertEqual(out["frames"][3][:3], [210, 95, 100])
        self.assertEqual(out["sections"][0]["itemCount"], 4)
        # Only a layout with stops has pages.
        self.assertEqual(out["target"], {"targetContentOffset": {"x": 0, "y": 0}})

    def test_an_item_is_shown_beside_what_is_pinned(self):
        rows = {"container": {"width": 320, "height": 480}, "items": 50, "layout": {
            "type": "list", "headerReferenceSize": {"height": 44}, "sectionHeadersPinToVisibleBounds": True}}
        out = json.loads(node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const layout = await new TatamiClient("{BASE}").layout({json.dumps(rows)});
            const item = {{ indexPath: "0-20", position: "top" }};
            const targets = [await layout.targetOffset(item), await layout.targetOffset({{ ...item, under: true }}),
                await layout.targetOffset({{ indexPath: "0-0", kind: "header", position: "top" }}), await layout.offsetShowing(0, 20, "top")];
            console.log(JSON.stringify(targets.map(one => one.targetContentOffset.y)));
        """))
        self.assertEqual(out, [880, 924, 0, 880])

    def test_a_page_turns_from_where_the_drag_began(self):
        group = {"direction": "horizontal", "size": {"width": {"absolute": 300}, "height": {"absolute": 200}},
                 "subitems": [{"size": {"width": {"fractionalWidth": 1}, "height": {"fractionalHeight": 1}}}]}
        shelf = {"container": {"width": 500, "height": 500}, "items": 5, "layout": {
            "type": "compositional", "group": group, "interGroupSpacing": 10, "orthogonalScrollingBehavior": "groupPaging"}}
        out = json.loads(node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const layout = await new TatamiClient("{BASE}").layout({json.dumps(shelf)});
            const drag = {{ proposed: {{ x: 900, y: 0 }}, velocity: {{ x: 1, y: 0 }}, current: {{ x: 200, y: 0 }}, section: 0 }};
            const targets = [await layout.targetOffset(drag), await layout.targetOffset({{ ...drag, start: {{ x: 0, y: 0 }} }})];
            console.log(JSON.stringify(targets.map(one => one.targetContentOffset.x)));
        """))
        # From 200, nearest to group 1 at 310, a flick goes on to 620; a drag that began at 0 stops at 310.
        self.assertEqual(out, [620, 310])

    def test_a_forgotten_layout_is_put_again(self):
        out = json.loads(node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            let forgets = true; const methods = [];
            const client = new TatamiClient("{BASE}", {{ fetch: (url, init) => {{
                methods.push(init.method);
                if (init.method === "GET" && forgets) {{ forgets = false; url = url.replace(/[0-9a-f]{{64}}/, "0".repeat(64)); }}
                return fetch(url, init);
            }} }});
            const layout = await client.layout({json.dumps(DOCUMENT)});
            const answer = await layout.attributes({{ rect: "all" }});
            await layout.attributes({{ rect: "all" }});
            console.log(JSON.stringify({{ count: answer.attributes.length, methods }}));
        """))
        self.assertEqual(out, {"count": 4, "methods": ["PUT", "GET", "PUT"]})

    def test_tiles_are_of_one_engine_and_begin_again_with_another(self):
        out = json.loads(node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            // A service whose replicas are of revision 4 until they have been asked for it twice.
            let asked = []; let old = true; const begun = [];
            const client = new TatamiClient("{BASE}", {{ onEngine: (engine) => begun.push(engine), fetch: async (url, init) => {{
                const engine = new URL(url).searchParams.get("engine");
                asked.push(engine);
                if (old && (engine === null || engine === "4")) {{
                    const answer = await fetch(url.replace("&engine=4", ""), init), headers = new Headers(answer.headers);
                    headers.set("Tatami-Engine", "4");
                    return new Response(await answer.arrayBuffer(), {{ status: answer.status, headers }});
                }}
                return fetch(url, init);
            }} }});
            const layout = await client.layout({json.dumps(DOCUMENT)});
            const rects = [[0, 0, 310, 100], [0, 100, 310, 100], [0, 0, 310, 100]];
            for (const rect of rects) await layout.attributes({{ rect }});
            const before = asked; asked = []; old = false;
            const answer = await layout.attributes({{ rect: [0, 200, 310, 100] }});
            // What was kept of the other revision is gone.
            await layout.attributes({{ rect: rects[0] }});
            await layout.attributes({{ rect: rects[0] }});
            const current = client.engine;
            // Revisions that go back and forth are asked once more, and then said.
            let tries = 0;
            const torn = new TatamiClient("{BASE}", {{ fetch: (url, init) => init.method === "GET"
                ? Promise.resolve(new Response(JSON.stringify({{ type: "/problems/other-engine", engine: ++tries }}), {{ status: 404 }})) : fetch(url, init) }});
            const said = await (await torn.layout({json.dumps(DOCUMENT)})).attributes({{ rect: "all" }}).catch(error => error.type);
            console.log(JSON.stringify({{ before, asked, begun, current, count: answer.attributes.length, said, tries }}));
        """))
        now = str(out["current"])
        self.assertGreater(out["current"], 4)
        self.assertEqual(out["before"], [None, "4", "4"])
        self.assertEqual(out["asked"], ["4", now, now])
        self.assertEqual(out["begun"], [out["current"]])
        self.assertEqual((out["said"], out["tries"]), ("/problems/other-engine", 2))

    def test_an_overloaded_service_is_asked_again_after_its_retry_after(self):
        out = json.loads(node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            let refusals = 2;
            const client = new TatamiClient("{BASE}", {{ fetch: (url, init) => refusals-- > 0
                ? Promise.resolve(new Response("{{}}", {{ status: 503, headers: {{ "Retry-After": "0.01" }} }})) : fetch(url, init) }});
            const layout = await client.layout({json.dumps(DOCUMENT)});
            console.log(JSON.stringify(layout.summary.itemCount));
        """))
        self.assertEqual(out, 4)

    def test_a_retry_after_may_be_a_date(self):
        out = json.loads(node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const waits = [], real = globalThis.setTimeout;
            globalThis.setTimeout = (call, milliseconds) => {{ waits.push(milliseconds); return real(call, 0) }};
            const fields = [new Date(Date.now() + 30000).toUTCString(), new Date(0).toUTCString(), "soon", "", "7", "0", "-3", "99999999999"];
            const client = new TatamiClient("{BASE}", {{ retries: 9, fetch: (url, init) => {{
                if (fields.length > 0) return Promise.resolve(new Response("{{}}", {{ status: 503, headers: {{ "Retry-After": fields.shift() }} }}));
                globalThis.setTimeout = real;
                return fetch(url, init);
            }} }});
            await client.layout({json.dumps(DOCUMENT)});
            console.log(JSON.stringify(waits));
        """))
        # A date has whole seconds. What cannot be read is a second, a past date too; nobody waits for more than a minute.
        self.assertTrue(28000 <= out[0] <= 30000, out)
        self.assertEqual(out[1:], [1000, 1000, 1000, 7000, 0, 1000, 60000])

    def test_a_base_may_end_in_a_slash(self):
        out = json.loads(node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const layout = await new TatamiClient("{BASE}//").layout({json.dumps(DOCUMENT)});
            console.log(JSON.stringify((await layout.attributes({{ rect: "all" }})).attributes.length));
        """))
        self.assertEqual(out, 4)

    def test_equal_questions_at_the_same_time_are_one_request(self):
        out = json.loads(node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const methods = [], signals = [];
            const client = new TatamiClient("{BASE}", {{ fetch: (url, init) => {{
                methods.push(init.method); signals.push(init.signal); return fetch(url, init) }} }});
            const document = {json.dumps(DOCUMENT)};
            const [layout] = await Promise.all([client.layout(document), client.layout(document)]);
            const leaves = new AbortController();
            const asked = [layout.attributes({{ rect: "all" }}, leaves.signal), layout.attributes({{ rect: "all" }})];
            leaves.abort();
            const told = await Promise.allSettled(asked);
            // Only when all have left is the request given up; who asks then asks anew.
            const all = [new AbortController(), new AbortController()];
            const left = all.map(one => layout.sections(one.signal));
            all.forEach(one => one.abort());
            const gone = await Promise.allSettled(left);
            const sections = await layout.sections();
            await layout.attributes({{ rect: "all" }}, leaves.signal);
            console.log(JSON.stringify({{ methods, told: told.map(one => one.status), reason: told[0].reason.name, gone: gone.map(one => one.status),
                given: signals.map(one => one.aborted), count: sections.length }}));
        """))
        self.assertEqual(out, {"methods": ["PUT", "GET", "GET", "GET"], "told": ["rejected", "fulfilled"], "reason": "AbortError",
                               "gone": ["rejected", "rejected"], "given": [False, False, True, False], "count": 1})

    def test_a_problem_names_its_place(self):
        out = json.loads(node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            await new TatamiClient("{BASE}").layout({{ ...{json.dumps(DOCUMENT)}, items: [1, -4] }}).catch(error =>
                console.log(JSON.stringify([error.status, error.errors[0].pointer])));
        """))
        self.assertEqual(out, [422, "/items/1"])


class Python(unittest.TestCase):
    def test_put_query_and_problem(self):
        layout = TatamiClient(BASE).layout(DOCUMENT)
        self.assertEqual(len(layout.attributes(rect="all")["attributes"]), 4)
        self.assertEqual(layout.attributes(index_path="0-1")["attributes"][0]["frame"], {"x": 105, "y": 0, "width": 100, "height": 180})
        self.assertEqual(layout.sections()[0]["itemCount"], 4)
        with self.assertRaises(TatamiProblem) as caught:
            TatamiClient(BASE).layout({"container": {}})
        self.assertEqual(caught.exception.status, 422)

    def test_attributes_are_of_one_engine_and_begin_again_with_another(self):
        begun = []
        client = TatamiClient(BASE, on_engine=begun.append)
        layout = client.layout(DOCUMENT)
        current, asked, read = client.engine, [], client.read

        def watched(method, path, body=None):
            asked.append(path.partition("engine=")[2])
            return read(method, path, body)

        client.read = watched
        layout.attributes(rect="all")
        client.engine = current - 1
        self.assertEqual(len(layout.attributes(rect="all")["attributes"]), 4)
        self.assertEqual(asked, [str(current), str(current - 1), str(current)])
        self.assertEqual(begun, [current])

    def test_a_forgotten_layout_is_put_again(self):
        layout = TatamiClient(BASE).layout(DOCUMENT)
        layout.summary = {**layout.summary, "id": "0" * 64}
        self.assertEqual(len(layout.attributes(rect="all")["attributes"]), 4)


class Swift(unittest.TestCase):
    def test_the_client_compiles_and_asks(self):
        examples = pathlib.Path(__file__).resolve().parents[2] / "Clients" / "swift"
        client = [str(one) for one in examples.glob("Tatami*.swift") if "import UIKit" not in one.read_text()]
        with tempfile.TemporaryDirectory() as folder:
            main = pathlib.Path(folder) / "main.swift"
            main.write_text(f"""
                import Foundation
                let client = TatamiClient(base: URL(string: "{BASE}")!)
                let layout = try await client.layout(json: #"{json.dumps(DOCUMENT)}"#)
                let answer = try await layout.attributes(in: CGRect(x: 0, y: 0, width: 310, height: 400))
                print(answer.attributes.count, answer.attributes[1].frame.x)
                // Of another revision it begins again with the service's own.
                let engine = client.engine.revision ?? 0
                print(engine > 4, client.engine.replace(engine, by: engine - 1))
                let again = try await layout.attributes(in: CGRect(x: 0, y: 0, width: 310, height: 400))
                print(again == answer, client.engine.revision == engine)
                """)
            subprocess.run(["swiftc", "-swift-version", "6", "-o", f"{folder}/client", *client, str(main)], check=True, timeout=300)
            out = subprocess.run([f"{folder}/client"], capture_output=True, text=True, timeout=60, check=True).stdout
        self.assertEqual(out.split(), ["4", "105.0", "true", "true", "true", "true"])


if __name__ == "__main__":
    unittest.main()
