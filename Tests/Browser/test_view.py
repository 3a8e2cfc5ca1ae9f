"""The view of a layout in the page: it answers as the service does, and a wall that has one asks for nothing while it scrolls."""
import gzip
import json
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE  # noqa: E402
from living import CLIENTS, ROOT, node  # noqa: E402
from walls import WallPage  # noqa: E402

FIXTURES = ROOT / "Tests" / "LayoutEngineTests" / "Fixtures"
KINDS = {
    "list": {"layout": {"type": "list", "rowSpacing": 3, "headerReferenceSize": {"height": 30}, "footerReferenceSize": {"height": 20}},
             "sections": [{"items": [20 + n * 7 % 30 for n in range(60)]}, {"items": 0}, {"items": [{"id": f"c{n}", "height": 44} for n in range(40)]}]},
    "waterfall": {"layout": {"type": "waterfall", "columns": 3, "headerReferenceSize": {"height": 30}},
                  "sections": [{"items": [{"height": 40 + n * 37 % 90, "bodyHeight": 12} for n in range(90)]}, {"items": [[3, 2 + n % 3] for n in range(50)]}]},
    "sideways": {"configuration": {"scrollDirection": "horizontal"}, "layout": {"type": "waterfall", "columns": 2}, "items": [40 + n * 37 % 90 for n in range(100)]},
}
# Compares every rectangle's answer with the service's, element by element.
COMPARE = f"""
    import {{ readFileSync }} from "node:fs";
    import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
    import {{ LayoutView }} from "{CLIENTS}/client/view.js";
    const client = new TatamiClient("{BASE}", {{ cachedAnswers: 1 }});
    let seed = 7;
    const random = (n) => (seed = seed * 48271 % 2147483647) % n;
    const text = (value) => JSON.stringify(value, (_, one) => one && typeof one === "object" && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => a < b ? -1 : 1)) : one);
    const sorted = (all) => all.map(text).sort().join();
    async function compare(view, layout, name, isOrdered) {{
        const {{ width, height }} = layout.summary.contentSize, faults = [];
        const rects = ["all", ...Array.from({{ length: 8 }}, () => [random(2 * width + 9) - width / 2, random(2 * height + 9) - height / 2, random(width + 9), random(height / 2 + 9)])];
        for (const rect of rects) {{
            const {{ attributes }} = await layout.attributes({{ rect }}), own = view.attributes({{ rect }});
            if ((isOrdered ? text : sorted)(own) !== (isOrdered ? text : sorted)(attributes)) faults.push([name, rect, own.length, attributes.length]);
        }}
        return faults;
    }}
"""
PAGE = """<!doctype html><meta charset="utf-8"><style>body{margin:0}#view{width:900px;height:800px;overflow:hidden scroll}</style><div id="view"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { VirtualWall } from "./wall/virtual-wall.js";
  import { LivingWall } from "./wall/living-wall.js";
  import { LayoutView } from "./client/view.js";
  import "./wall/tatami-wall.js";
  const log = window.log = [], view = window.view = document.getElementById("view");
  let now = 0;
  const real = fetch;
  window.fetch = async (url, init) => {
    log.push(`${init?.method ?? "GET"} ${String(url).replace(/.*[0-9a-f]{60,}|&engine=.*/g, "")}`);
    now += 1;
    // An answer has come with its last byte.
    try { const answer = await real(url, init); await answer.clone().arrayBuffer(); return answer } finally { now -= 1 }
  };
  window.client = new TatamiClient("SERVICE");
  window.frame = () => new Promise(requestAnimationFrame);
  window.quiet = async () => { do { await frame(); await frame() } while (now > 0) };
  window.photos = (count = 100000) => ({ container: { width: 885, height: 800 }, layout: { type: "waterfall", columns: { minWidth: 160 }, spacing: 8 },
    items: Array.from({ length: count }, (_, n) => [300, 200 + 37 * n % 300]) });
  window.make = Kind => window.wall = new Kind(view, (node, { indexPath }) => { node.textContent = indexPath[1] });
  Object.assign(window, { VirtualWall, LivingWall, LayoutView });
  // Frames in which a part of the view had no cell, as the reader scrolls 300 pixels a frame and jumps.
  window.scroll = async (view, cells, count = 40) => {
    let blank = 0;
    const look = () => {
      const boxes = cells().map(node => node.getBoundingClientRect());
      for (const at of [100, 400, 700]) if (!boxes.some(box => box.top <= at && at <= box.bottom + 10)) { blank += 1; return }
    };
    for (let step = 1; step <= count; step += 1) { view.scrollTop += step % 10 === 0 ? 200000 : 300; await frame(); await frame(); look() }
    return blank;
  };
  window.ready = true;
</script>"""


class Answers(unittest.TestCase):
    def test_rectangles_and_index_paths_are_answered_as_the_service_does(self):
        faults = json.loads(json.dumps(node(COMPARE + f"""
            const kinds = {json.dumps(KINDS)}, faults = [];
            for (const [name, one] of Object.entries(kinds)) {{
                const layout = await client.layout({{ container: {{ width: 320, height: 600 }}, ...one }}), view = await LayoutView.load(layout);
                faults.push(...await compare(view, layout, name, true));
                const indexPath = "0-5,0-0,0-17", {{ attributes }} = await layout.attributes({{ indexPath }});
                if (text(attributes) !== text(view.attributes({{ indexPath }}))) faults.push([name, indexPath]);
                const counts = (await layout.sections()).map((section) => section.itemCount);
                if (text(counts) !== text(view.itemCounts)) faults.push([name, counts, view.itemCounts]);
            }}
            // What depends on the visible rectangle, and what does not exist, is the service's to answer.
            const layout = await client.layout({{ container: {{ width: 320, height: 600 }}, ...kinds.list }}), view = await LayoutView.load(layout);
            const rect = [0, 0, 320, 600];
            for (const query of [{{ rect, bounds: rect }}, {{ rect, scroll: {{ 1: 5 }} }}, {{ rect, origin: "rect" }}, {{ indexPath: "0-60" }}, {{ indexPath: "9-0" }}, {{ indexPath: "0", kind: "header" }}]) {{
                if (view.attributes(query) !== undefined) faults.push([query]);
            }}
            console.log(JSON.stringify(faults));
        """)))
        self.assertEqual(faults, [])

    def test_every_kind_of_layout_has_the_same_elements(self):
        names = [str(path) for path in FIXTURES.glob("*.jsonl")]
        count, faults = node(COMPARE + f"""
            const faults = [];
            let count = 0;
            for (const name of {json.dumps(names)}) {{
                const lines = readFileSync(name, "utf8").trim().split("\\n").slice(0, 12);
                for (const line of lines) {{
                    const one = JSON.parse(line);
                    if (one.document === undefined) continue;
                    const layout = await client.layout(one.document).catch(() => undefined);
                    if (layout === undefined) continue;
                    count += 1;
                    faults.push(...await compare(await LayoutView.load(layout), layout, one.name, false));
                }}
            }}
            console.log(JSON.stringify([count, faults]));
        """)
        self.assertGreater(count, 150)
        self.assertEqual(faults, [])

    def test_badges_follow_the_cells_whatever_their_kind_is_called(self):
        size = {"width": {"absolute": 20}, "height": {"absolute": 20}}
        bar = {"width": {"fractionalWidth": 1}, "height": {"absolute": 30}}
        section = {"type": "compositional", "group": {"direction": "horizontal", "size": {"width": {"fractionalWidth": 1}, "height": {"absolute": 100}}, "subitems": [
            {"size": {"width": {"fractionalWidth": 0.5}, "height": {"fractionalHeight": 1}}, "supplementaryItems": [{"kind": "header", "size": size, "containerAnchor": {"edges": ["top", "trailing"]}}]}]},
            "boundarySupplementaryItems": [{"kind": "top", "size": bar, "alignment": "top"}, {"kind": "bottom", "size": bar, "alignment": "bottom"}]}
        faults, order = node(COMPARE + f"""
            import {{ inReadingOrder }} from "{CLIENTS}/client/rects.js";
            const document = {{ container: {{ width: 320, height: 600 }}, layout: {json.dumps(section)}, sections: [{{ items: 9 }}, {{ items: 0 }}, {{ items: 6 }}] }};
            const layout = await client.layout(document), {{ attributes }} = await layout.attributes({{ rect: "all" }});
            // What the wall makes of changes has the answers' order too, where kinds tell it.
            const named = attributes.map(one => ({{ ...one, kind: {{ top: "header", bottom: "footer", header: "badge header" }}[one.kind] }}));
            console.log(JSON.stringify([await compare(await LayoutView.load(layout), layout, "badges", true), text(inReadingOrder([...named].reverse())) === text(named)]));
        """)
        self.assertEqual([faults, order], [[], True])

    def test_a_big_endian_machine_reads_the_same_columns(self):
        out = node(f"""
            import {{ unpackedColumns }} from "{CLIENTS}/client/columns-reading.js";
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            const client = new TatamiClient("{BASE}"), layout = await client.layout({{ container: {{ width: 320, height: 600 }}, layout: {{ type: "list" }}, items: [30.25, 40, 50] }});
            const bytes = await client.bytes("GET", `/v1/layouts/${{layout.id}}/attributes?rect=all&format=packed`), text = (one) => JSON.stringify({{ ...one, y: [...one.y], item: [...one.item], height: [...one.height] }});
            console.log(JSON.stringify([text(unpackedColumns(bytes)) === text(unpackedColumns(bytes, false)), [...unpackedColumns(bytes, false).y], unpackedColumns.length]));
        """)
        self.assertEqual(out, [True, [0, 30.25, 70.25], 1])

    def test_a_version_is_viewed_by_its_changes(self):
        faults, share = node(COMPARE + f"""
            const kinds = {json.dumps(KINDS)}, faults = [], pixels = [];
            for (const [name, one] of Object.entries(kinds)) {{
                let layout = await client.layout({{ container: {{ width: 320, height: 600 }}, ...one }}), view = await LayoutView.load(layout);
                for (let round = 0; round < 12; round += 1) {{
                    const count = view.itemCounts?.[0] ?? 40, at = random(30);
                    const update = [{{ append: [{{ items: [30, 40] }}] }}, {{ insert: [{{ indexPath: [0, at], items: [44] }}] }}, {{ delete: [[0, at]] }},
                        {{ measure: [{{ indexPath: [0, at], ...(name === "sideways" ? {{ width: 61.5 }} : {{ height: 61.5 }}) }}] }}][round % 4];
                    const answer = await layout.update(update, {{ rect: [0, 0, 320, 600], bounds: [0, 0, 320, 600] }});
                    layout = answer.layout;
                    view = view.after(layout, answer.changes);
                    // What has not changed is answered; the rest is not, until it has come.
                    for (let n = 0; n < 5; n += 1) {{
                        const rect = [0, random(3000), 320, 200], own = view.attributes({{ rect }});
                        if (own !== undefined && sorted(own) !== sorted((await layout.attributes({{ rect }})).attributes)) faults.push([name, round, rect]);
                    }}
                    if (round % 3 === 2) continue;
                    view = await view.complete();
                    faults.push(...await compare(view, layout, name, name !== "list"));
                }}
            }}
            // Of 10,000 rows an append leaves all but the end.
            const long = await client.layout({{ container: {{ width: 320, height: 600 }}, layout: {{ type: "list" }}, items: 10000 }}), before = await LayoutView.load(long);
            const {{ layout, changes }} = await long.update({{ append: [{{ items: 50 }}] }}, {{ rect: [0, 0, 320, 600] }});
            const after = before.after(layout, changes), queries = Array.from({{ length: 1000 }}, (_, n) => after.attributes({{ rect: [0, 440 * n, 320, 440] }}));
            console.log(JSON.stringify([faults, queries.filter((one) => one !== undefined).length]));
        """)
        self.assertEqual(faults, [])
        self.assertGreater(share, 990)

    def test_it_is_small(self):
        text = "".join((pathlib.Path(CLIENTS) / name).read_text() for name in ("client/view.js", "client/tatami-columns.js", "client/rects.js"))
        # What every minifier leaves out: comments and indentation. Real ones also shorten names.
        text = re.sub(r"/\*.*?\*/|^\s*//[^\n]*$", "", text, flags=re.S | re.M)
        text = re.sub(r"\n\s*", "\n", text)
        size = len(gzip.compress(text.encode(), 9))
        print(f"{size:,} bytes as gzip")
        self.assertLess(size, 5000)

    def test_a_hundred_thousand_frames_are_indexed_in_milliseconds(self):
        index, query, found = node(f"""
            import {{ TatamiClient }} from "{CLIENTS}/client/tatami-client.js";
            import {{ LayoutView }} from "{CLIENTS}/client/view.js";
            const items = Array.from({{ length: 100_000 }}, (_, n) => [300, 200 + 37 * n % 300]);
            const layout = await new TatamiClient("{BASE}").layout({{ container: {{ width: 885, height: 800 }}, layout: {{ type: "waterfall", columns: 5, spacing: 8 }}, items }});
            const columns = await layout.columns({{ rect: "all" }}), least = (times) => times.sort((one, other) => one - other)[times.length >> 1];
            const index = [], query = [];
            let view, found = 0;
            for (let round = 0; round < 15; round += 1) {{
                const started = performance.now();
                view = new LayoutView(layout, columns);
                index.push(performance.now() - started);
            }}
            for (let round = 0; round < 15; round += 1) {{
                const started = performance.now();
                for (let n = 0; n < 1000; n += 1) found = view.attributes({{ rect: [0, n * 4000, 885, 800] }}).length;
                query.push(performance.now() - started);
            }}
            console.log(JSON.stringify([least(index), least(query), found]));
        """)
        print(f"100,000 frames indexed in {index:.1f} ms, a screen of {found} found in {query:.1f} µs")
        self.assertGreater(found, 10)
        self.assertLess(index, 60)
        self.assertLess(query, 150)


class Walls(WallPage):
    pages = {"wall.html": PAGE}

    def test_a_wall_asks_for_nothing_while_it_scrolls(self):
        for kind in ("VirtualWall", "LivingWall"):
            with self.subTest(kind):
                self.open("wall.html")
                out = self.run_script(f"""
                    make({kind});
                    await wall.show(await client.layout(photos()));
                    await quiet();
                    const before = [...log];
                    // From now on an answer takes a second.
                    const blank = await scroll(view, () => [...wall.content.children]);
                    await wall.scrollToItem(0, 77777);
                    await quiet();
                    return [before, log.length - before.length, blank, [...wall.content.children].some(node => node.textContent === "77777")];
                """)
                before, asked, blank, there = out
                self.assertEqual([one.split("?")[0] for one in before], ["POST SERVICE/v1/layouts".replace("SERVICE", self.service.url), "GET /attributes", "GET /attributes"])
                self.assertIn("rect=all&format=packed", before[2])
                self.assertEqual([asked, blank, there], [0, 0, True])

    def test_the_element_asks_for_nothing_while_it_scrolls_and_walks(self):
        self.open("wall.html")
        out = self.run_script("""
            view.remove();
            const wall = document.createElement("tatami-wall");
            wall.style.cssText = "width:900px;height:800px";
            wall.innerHTML = "<template>{index}</template>";
            wall.setAttribute("src", client.base);
            document.body.append(wall);
            wall.document = { ...photos(), container: {} };
            const cells = () => [...wall.querySelectorAll(":scope > [role=article]")];
            while (cells().length === 0) await frame();
            await quiet();
            const before = log.length, blank = await scroll(wall, cells);
            await wall.scrollToItem(0, 99999);
            await quiet();
            return [before, log.length - before, blank, cells().at(-1).textContent];
        """)
        self.assertEqual(out, [2, 0, 0, "99999"])

    def test_larger_layouts_are_asked_for_as_one_scrolls(self):
        self.open("wall.html")
        out = self.run_script("""
            make(VirtualWall);
            await wall.show(await client.layout(photos(3000)), { viewLimit: 2999 });
            await quiet();
            const before = log.length;
            view.scrollTop = 9000;
            await quiet();
            const small = [before, log.length - before, log.filter(one => one.includes("packed")).length];
            log.length = 0;
            await wall.show(await client.layout({ ...photos(1), layout: { type: "list" }, items: 200001 }));
            await quiet();
            return [small, log.filter(one => one.includes("packed")).length];
        """)
        self.assertEqual(out, [[2, 1, 0], 0])

    def test_layouts_with_pinned_headers_are_asked_for(self):
        self.open("wall.html")
        out = self.run_script("""
            make(VirtualWall);
            const layout = { type: "list", headerReferenceSize: { height: 30 }, sectionHeadersPinToVisibleBounds: true };
            await wall.show(await client.layout({ container: { width: 885, height: 800 }, layout, sections: [{ items: 300 }, { items: 300 }] }), { pins: true });
            view.scrollTop = 3000;
            await frame(); await quiet();
            const header = [...wall.content.children].find(node => node.getAttribute("role") !== "article");
            return [header.getBoundingClientRect().top, log.filter(one => one.includes("packed")).length];
        """)
        self.assertEqual(out, [0, 0])

    def test_while_a_view_is_resized_only_the_last_size_is_fetched_whole(self):
        self.open("wall.html")
        out = self.run_script("""
            view.remove();
            const wall = document.createElement("tatami-wall"), real = fetch;
            wall.style.cssText = "width:900px;height:800px";
            wall.innerHTML = "<template>{index}</template>";
            wall.client = client;
            document.body.append(wall);
            wall.document = ({ width, height }) => ({ ...photos(20000), container: { width, height } });
            const cells = () => [...wall.querySelectorAll(":scope > [role=article]")], packed = () => log.filter(one => one.includes("packed")).length;
            while (packed() === 0) await frame();
            await quiet();
            const first = packed();
            for (let step = 1; step <= 12; step += 1) { wall.style.width = `${900 - 20 * step}px`; for (let n = 0; n < 4; n += 1) await frame(); }
            while (packed() === first) await frame();
            await quiet();
            const second = packed();
            // The first load of a layout that is replaced is aborted.
            const aborted = [];
            window.fetch = async (url, init) => {
                if (String(url).includes("packed")) return new Promise((_, reject) => init.signal.addEventListener("abort", () => { aborted.push(1); reject(init.signal.reason) }));
                return real(url, init);
            };
            wall.remove();
            document.body.append(wall);
            while (!wall.querySelector("[role=article]")) await frame();
            for (let n = 0; n < 10; n += 1) await frame();
            wall.style.width = "500px";
            for (let n = 0; n < 60 && aborted.length === 0; n += 1) await frame();
            return [first, second - first, aborted.length];
        """)
        self.assertEqual(out, [1, 1, 1])

    def test_a_part_that_failed_to_come_is_fetched_again(self):
        self.open("wall.html")
        out = self.run_script("""
            make(LivingWall);
            await wall.show(await client.layout({ ...photos(1), layout: { type: "list" }, items: 10000 }), { onError: () => {} });
            await quiet();
            const real = fetch;
            let refused = 0;
            window.fetch = (url, init) => { if (refused === 0 && String(url).includes("packed")) { refused += 1; return Promise.reject(new TypeError("Failed to fetch")) } return real(url, init) };
            await wall.perform({ append: [{ items: [30, 40] }] });
            while (refused === 0) await frame();
            await quiet();
            log.length = 0;
            view.scrollTop = view.scrollHeight;
            for (let n = 0; n < 60 && !log.some(one => one.includes("packed")); n += 1) await frame();
            await quiet();
            return [log.filter(one => one.includes("packed")).length, wall.source.viewOf(wall.current)?.isWhole];
        """)
        self.assertEqual(out, [1, True])

    def test_an_update_leaves_the_view_what_it_does_not_change(self):
        self.open("wall.html")
        out = self.run_script("""
            make(LivingWall);
            await wall.show(await client.layout({ ...photos(1), layout: { type: "list" }, items: 10000 }));
            await quiet();
            log.length = 0;
            await wall.perform({ append: [{ items: [30, 40] }] });
            view.scrollTop = 200000;
            await frame(); await quiet();
            const first = [...log];
            while (!log.some(one => one.includes("packed"))) await frame();
            await quiet();
            const part = log.at(-1), before = log.length;
            view.scrollTop = view.scrollHeight;
            await frame(); await quiet();
            return [first.map(one => one.split(" ")[0]), part.startsWith("GET /attributes?rect=0,440000,"), log.length - before, [...wall.content.children].map(node => Number(node.textContent)).sort((a, b) => b - a)[0]];
        """)
        self.assertEqual(out, [["POST"], True, 0, 10001])


if __name__ == "__main__":
    unittest.main()
