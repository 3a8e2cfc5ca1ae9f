"""Updates, changes and the ways back of the TypeScript client, against services."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from living import CLIENTS, TwoServices, node, rows  # noqa: E402


class TypeScript(TwoServices):
    def run_script(self, document, text):
        """`document` laid out by a client whose requests are in `log`, and go to `at`: the first service, or the other."""
        return node(f"""
            import {{ TatamiClient, versionId }} from "{CLIENTS}/client/tatami-client.js";
            const one = "{self.one.url}", two = "{self.two.url}";
            let at = one, log = [];
            const short = url => url.replace(one, "").replace(/[0-9a-f]{{64}}/g, id => id.slice(16, 24));
            const client = new TatamiClient(one, {{ fetch: async (url, init) => {{
                const answer = await fetch(url.replace(one, at), init);
                log.push(init.method + " " + answer.status + " " + short(url).replace(/[?].*/, ""));
                return answer;
            }} }});
            const document = {json.dumps(document)};
            const layout = await client.layout(document);
            const name = one => one.id.slice(16, 24);
            const tops = changes => changes.map(one => [one.indexPath[1], one.frame.y]);
            {text}
        """)

    def test_ids_of_versions_are_known_without_asking(self):
        # The contract's own example, and what the service says.
        out = self.run_script(rows(301), """
            const known = await versionId("23a22dddf4310b5854bf1cb90600671b5ac3ae4eb1e6dbab371170d8ef145a3e", '{"append":[{"items":[90]}]}');
            const update = { append: [{ items: [120] }] };
            const next = await layout.update(update);
            console.log(JSON.stringify({ known, same: next.layout.id === await versionId(layout.id, JSON.stringify(update)),
                parent: next.layout.summary.parent === layout.id, count: next.layout.summary.itemCount, changes: next.changes ?? null }));
        """)
        self.assertEqual(out, {"known": "23a22dddf4310b584782860fde801191543f63eb8b74bacc248f96e40611f0b5",
                               "same": True, "parent": True, "count": 101, "changes": None})

    def test_an_append_tells_what_is_new_and_keeps_what_lies_before(self):
        out = self.run_script(rows(302), """
            const rect = [0, 14000, 302, 1600];
            const before = [await layout.attributes({ rect: [0, 0, 302, 1600] }), await layout.attributes({ rect })];
            const next = await layout.update({ append: [{ items: [30, 40] }] }, { rect });
            log = [];
            const after = await next.layout.attributes({ rect: [0, 0, 302, 1600] });
            const kept = log.length;
            const tail = await next.layout.attributes({ rect });
            console.log(JSON.stringify({ kept, asked: log.length, inserted: tops(next.changes.inserted), changed: next.changes.changed.length,
                invalidated: next.changes.invalidated.y, height: after.contentSize.height, same: after.id === next.layout.id,
                equal: JSON.stringify(after.attributes) === JSON.stringify(before[0].attributes), more: tail.attributes.length - before[1].attributes.length }));
        """)
        # 100 + 101 + … + 199 = 14,950.
        self.assertEqual(out, {"kept": 0, "asked": 1, "inserted": [[100, 14950], [101, 14980]], "changed": 0, "invalidated": 14950,
                               "height": 15020, "same": True, "equal": True, "more": 2})

    def test_a_chat_whose_reader_stays(self):
        out = self.run_script(rows(303), """
            const bounds = [0, 5000, 303, 800];
            const next = await layout.update({ insert: [{ indexPath: [0, 0], items: [44, 61.5] }] }, { bounds, anchor: "last" });
            const { contentOffset, contentOffsetAdjustment, anchor, parent, from } = next.changes;
            log = [];
            const again = await next.layout.changesFrom(layout, { bounds, anchor: "last" });
            const back = await layout.changesFrom(next.layout, { bounds: [0, 5105.5, 303, 800], anchor: "last" });
            const measured = await next.layout.update({ measure: [{ indexPath: [0, 3], height: 1 }, { indexPath: [0, 4], height: null }] }, { bounds, anchor: "firstWhole" });
            const { items } = await measured.layout.document();
            console.log(JSON.stringify({ contentOffset, contentOffsetAdjustment, shift: anchor.indexPath[1] - anchor.from[1], edge: anchor.edge,
                parents: parent === layout.id && from === layout.id, equal: JSON.stringify(again) === JSON.stringify(next.changes),
                back: back.contentOffset, adjustment: measured.changes.contentOffsetAdjustment, items: items.slice(0, 5), log }));
        """)
        requests = out.pop("log")
        # The third row is 101 points high and is measured as 1: 100 points less above the reader.
        self.assertEqual(out, {"contentOffset": {"x": 0, "y": 5105.5}, "contentOffsetAdjustment": {"x": 0, "y": 105.5}, "shift": 2, "edge": "end",
                               "parents": True, "equal": True, "back": {"x": 0, "y": 5000}, "adjustment": {"x": 0, "y": -100},
                               "items": [44, 61.5, 100, {"height": 101, "measured": {"height": 1}}, 102]})
        # What the update has answered is not asked for again.
        self.assertEqual([one.split()[0] for one in requests], ["GET", "POST", "GET"])

    def test_a_deletion_says_what_goes_and_what_comes_in(self):
        out = self.run_script(rows(304), """
            const { changes } = await layout.update({ delete: [[0, 1], { indexPath: [0, 2], count: 2 }] }, { rect: [0, 0, 304, 600] });
            console.log(JSON.stringify({ deleted: tops(changes.deleted), changed: changes.changed.map(one => [one.from.indexPath[1], one.indexPath[1], one.frame.y]) }));
        """)
        # Rows of 100, 101, 102, 103, 104 …; those of 101, 102 and 103 go: 306 points.
        self.assertEqual(out, {"deleted": [[1, 100], [2, 201], [3, 303]],
                               "changed": [[4, 1, 100], [5, 2, 204], [6, 3, 309], [7, 4, 415], [8, 5, 522]]})

    def test_a_refused_update_names_its_place(self):
        out = self.run_script(rows(305), """
            const problem = await layout.update({ delete: [[0, 3], [0, 100]] }).catch(error => error);
            console.log(JSON.stringify([problem.status, problem.type, problem.errors[0].pointer]));
        """)
        self.assertEqual(out, [422, "/problems/invalid-update", "/delete/1"])

    def test_the_first_way_back_is_the_update_again(self):
        out = self.run_script(rows(306), """
            const next = await layout.update({ append: [{ items: [30] }] });
            await fetch(`${two}/v1/layouts/${layout.id}`, { method: "PUT", body: JSON.stringify(document), headers: { "Content-Type": "application/json" } });
            at = two; log = [];
            const { id, attributes } = await next.layout.attributes({ indexPath: "0-100" });
            console.log(JSON.stringify({ same: id === next.layout.id, top: attributes[0].frame.y,
                log: log.map(one => one.replace(name(layout), "parent").replace(name(next.layout), "version")) }));
        """)
        self.assertEqual(out, {"same": True, "top": 14950, "log": [
            "GET 404 /v1/layouts/version/attributes", "POST 201 /v1/layouts/parent/updates", "GET 200 /v1/layouts/version/attributes"]})

    def test_the_second_way_back_is_the_document_and_its_updates(self):
        out = self.run_script(rows(307), """
            const line = [layout];
            for (const height of [30, 31, 32]) line.push((await line.at(-1).update({ append: [{ items: [height] }] })).layout);
            const ids = line.map(one => one.id);
            at = two; log = [];
            const next = await line[3].update({ append: [{ items: [33] }] }, { rect: "all" });
            const names = one => line.reduce((text, layout, k) => text.replace(name(layout), k), one);
            const told = log.map(names);
            log = [];
            const back = await line[1].changesFrom(next.layout, { rect: "all" });
            console.log(JSON.stringify({ same: JSON.stringify(ids) === JSON.stringify(line.map(one => one.id)), told, asked: log.length,
                inserted: tops(next.changes.inserted), deleted: tops(back.deleted) }));
        """)
        self.assertEqual(out, {"same": True, "told": [
            "POST 404 /v1/layouts/3/updates", "POST 404 /v1/layouts/2/updates", "PUT 201 /v1/layouts/0", "POST 201 /v1/layouts/0/updates",
            "POST 201 /v1/layouts/1/updates", "POST 201 /v1/layouts/2/updates", "POST 201 /v1/layouts/3/updates"],
            "asked": 1, "inserted": [[103, 15043]], "deleted": [[101, 14980], [102, 15011], [103, 15043]]})

    def test_the_third_way_back_is_the_document_that_has_learned_all(self):
        out = self.run_script(rows(308, 10), """
            // Updates that are together longer than the document, and than what is kept anyway.
            let grown = layout;
            for (let k = 0; k < 3; k += 1) grown = (await grown.update({ append: [{ items: Array.from({ length: 2000 }, (_, n) => 10 + n % 7) }] })).layout;
            while (!log.some(one => one.endsWith("/document"))) await new Promise(resolve => setTimeout(resolve, 5));
            while (grown.text === JSON.stringify(document)) await new Promise(resolve => setTimeout(resolve, 5));
            const next = (await grown.update({ measure: [{ indexPath: [0, 0], height: 7 }] })).layout;
            const before = await next.attributes({ rect: "all" }), ids = [grown.id, next.id];
            at = two; log = [];
            const after = await next.attributes({ indexPath: "0-0,0-6009" });
            console.log(JSON.stringify({ log: log.map(one => one.replace(/[0-9a-f]{8}/, "")), other: [grown.id !== ids[0], next.id !== ids[1]],
                family: grown.id.slice(0, 16) !== layout.id.slice(0, 16), told: after.id === next.id,
                equal: JSON.stringify(after.attributes) === JSON.stringify([before.attributes[0], before.attributes.at(-1)]) }));
        """)
        self.assertEqual(out, {"log": ["GET 404 /v1/layouts//attributes", "POST 404 /v1/layouts//updates", "PUT 201 /v1/layouts/",
                                       "POST 201 /v1/layouts//updates", "GET 200 /v1/layouts//attributes"],
                               "other": [True, True], "family": True, "told": True, "equal": True})

    def test_versions_come_back_after_eviction(self):
        small = self.start(TATAMI_CACHE_BYTES=1_000_000)
        out = self.run_script(rows(309), f"""
            at = "{small.url}";
            let next = layout;
            for (let k = 0; k < 20; k += 1) next = (await next.update({{ append: [{{ items: [k] }}] }})).layout;
            for (let width = 1000; width < 1200; width += 1) {{
                await client.layout({{ ...document, container: {{ width, height: 9 }}, items: Array.from({{ length: 5000 }}, (_, n) => n * n % 997) }});
            }}
            log = [];
            const id = next.id, {{ attributes }} = await next.attributes({{ indexPath: "0-119" }});
            console.log(JSON.stringify([log[0].slice(0, 7), id === next.id, attributes[0].frame]));
        """)
        # Below 14,950 points and 0 + 1 + … + 18.
        self.assertEqual(out, ["GET 404", True, {"x": 0, "y": 15121, "width": 309, "height": 19}])

    def test_a_viewer_follows_by_ids_alone(self):
        out = self.run_script(rows(310), """
            const { layout: next } = await layout.update({ append: [{ items: [30] }] });
            const viewer = new TatamiClient(one);
            const shown = await viewer.open(layout.id), now = await viewer.open(next.id);
            const changes = await now.changesFrom(shown, { rect: "all" });
            at = two;
            const lost = await new TatamiClient(two).open(layout.id).catch(error => error);
            console.log(JSON.stringify([shown.text ?? null, tops(changes.inserted), lost.status, lost.members.missing === layout.id]));
        """)
        self.assertEqual(out, [None, [[100, 14950]], 404, True])

    def test_a_whole_document_is_reloaded_by_its_ids(self):
        out = self.run_script(rows(311), """
            const items = ["a", "b", "c"].map(id => ({ id, height: 10 }));
            const shown = await client.layout({ ...document, items });
            log = [];
            const { layout: next, changes } = await shown.reload({ ...document, items: [...items].reverse() }, { rect: "all" });
            const again = await next.changesFrom(shown, { rect: "all" });
            console.log(JSON.stringify([log.length, changes.changed.map(one => [one.id, one.from.indexPath[1]]), again.id === next.id]));
        """)
        self.assertEqual(out, [1, [["c", 2], ["a", 0]], True])

    def test_equal_updates_at_the_same_time_are_one_request(self):
        out = self.run_script(rows(312), """
            log = [];
            const both = await Promise.all([1, 2].map(() => layout.update({ delete: [[0, 0]] }, { rect: "all" })));
            console.log(JSON.stringify([log.length, both[0].layout.id === both[1].layout.id]));
        """)
        self.assertEqual(out, [1, True])


if __name__ == "__main__":
    unittest.main()
