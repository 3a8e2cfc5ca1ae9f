"""The wall that changes while it is looked at, in a headless Chromium."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from walls import WallPage  # noqa: E402

PAGE = """<!doctype html><meta charset="utf-8"><style>body{margin:0}#view{width:300px;height:600px;overflow:hidden auto}</style><div id="view"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { Wall } from "./wall/wall.js";
  const log = window.log = [], view = window.view = document.getElementById("view");
  const client = window.client = new TatamiClient("SERVICE", { fetch: async (url, init) => {
    log.push(init.method);
    const answer = await fetch(url, init);
    await gates[init.method];
    return answer;
  } });
  // Answers to a method wait until its gate is opened.
  const gates = {};
  window.close_gate = method => { let open; gates[method] = new Promise(resolve => { open = resolve }); return open };
  // The cells that stand elsewhere than in the layout.
  window.strays = async () => {
    const now = cells(), { attributes } = await wall.current.attributes({ rect: "all" });
    return now.filter(([item, top, height]) => attributes[item].frame.y !== top || attributes[item].frame.height !== height);
  };
  window.wall = new Wall(view, (node, { indexPath }) => { node.textContent = indexPath[1]; });
  // What a person sees of a cell: its node, and where that stands in the window.
  window.top_of = node => node.getBoundingClientRect().top;
  // Where a cell is in the content.
  window.offset_of = node => parseFloat(node.style.translate.split(" ")[1] ?? 0) + parseFloat(node.style.top);
  window.cells = () => [...wall.content.children].map(node => [Number(node.textContent), offset_of(node), parseFloat(node.style.height)]).sort((a, b) => a[0] - b[0]);
  // The wall holds all that is visible.
  window.settled = async () => {
    const holds = ([, y, , height], [, top, , down]) => y <= top && top + down <= y + height;
    do { await new Promise(requestAnimationFrame); await new Promise(resolve => setTimeout(resolve)) } while (wall.held === undefined || !holds(wall.held, wall.visible));
  };
  window.ready = true;
</script>"""


class Wall(WallPage):
    pages = {"wall.html": PAGE}

    def on_wall(self, document, text, options="{}"):
        self.open("wall.html")
        return self.run_script(f"""
            const before = await client.layout({json.dumps(document)});
            await wall.show(before, {options});
            const scroll = async top => {{ view.scrollTop = top; await settled(); await settled() }};
            {text}""")

    def rows(self, count=1000, **container):
        return {"container": {"width": 300, "height": 600, **container}, "layout": {"type": "list"}, "items": [50 + n % 7 for n in range(count)]}

    def test_an_append_asks_for_nothing_else(self):
        out = self.on_wall(self.rows(20), """
            await settled(); log.length = 0;
            const kept = wall.node([0, 3]);
            await wall.perform({ append: [{ items: [30, 40] }] });
            await settled();
            return [log, wall.node([0, 3]) === kept, cells().length, cells().at(-1), wall.content.style.height];
        """)
        # 50 … 56 twice, 50 … 55: 1,057 points; then 30 and 40.
        self.assertEqual(out, [["POST"], True, 22, [21, 1087, 40], "1127px"])

    def test_the_reader_stays_as_older_rows_come_in_front(self):
        out = self.on_wall(self.rows(), """
            await scroll(20000);
            const node = wall.node([0, 379]), top = top_of(node), held = cells().length;
            log.length = 0;
            await wall.perform({ insert: [{ indexPath: [0, 0], items: [44, 61.25, 80] }] }, "last");
            const at = [top_of(node) - top, node.textContent, wall.pathOf(node)];
            await settled();
            return [at, log, top_of(node) - top, cells().length === held, view.scrollTop];
        """)
        at, log, later, same, scrolled = out
        self.assertEqual(at, [0, "382", [0, 382]])
        self.assertEqual(log, ["POST"])
        # 185.25 points; the browser scrolls by whole pixels, the wall stands the rest beside it.
        self.assertEqual([later, same, scrolled], [0, True, 20185])

    def test_measuring_above_the_fold_moves_nothing_below_it(self):
        out = self.on_wall(self.rows(100_000), """
            const drift = {};
            for (const anchor of ["firstWhole", "none"]) {
                await wall.show(before);
                await scroll(20000);
                const node = wall.node([0, 379]), top = top_of(node);
                for (let k = 0; k < 30; k += 1) {
                    await wall.perform(() => ({ measure: [{ indexPath: [0, 340 + k], height: 60.3 + k }] }), anchor);
                }
                drift[anchor] = top_of(node) - top;
                await settled();
                drift[anchor] = [drift[anchor], top_of(node) - top];
            }
            return drift;
        """)
        print(f"the row under the reader moves {out['firstWhole'][1]:.3f} px, without an anchor {out['none'][1]:.1f} px")
        self.assertEqual(out["firstWhole"][0], out["firstWhole"][1])
        self.assertLess(abs(out["firstWhole"][0]), 0.05)
        # Thirty rows of 50 … 56 are measured as 60.3 … 89.3.
        self.assertGreater(out["none"][0], 500)

    def test_what_is_shown_is_what_the_layout_says(self):
        for options in ("{}", "{ viewLimit: 0 }"):
            with self.subTest(options):
                self.compare_what_is_shown(options)

    def compare_what_is_shown(self, options):
        out = self.on_wall(self.rows(), """
            let seed = 7;
            const random = n => (seed = seed * 48271 % 2147483647) % n;
            const faults = [];
            let shown = before;
            for (let round = 0; round < 40; round += 1) {
                await scroll(random(40000));
                const at = wall.current.summary.itemCount;
                const batch = { delete: [[0, random(at)]], insert: [{ indexPath: [0, random(at - 10)], items: [10 + random(90)] }] };
                const row = Number(wall.lastVisible[1]);
                if (round % 3 === 0) batch.delete = [[0, row]];
                else if (batch.delete[0][1] !== row) batch.measure = [{ indexPath: [0, row], height: 20 + random(100) }];
                if (round % 8 === 7) await wall.transition(shown, "first");
                else await wall.perform(batch, ["first", "firstWhole", "last", "none"][round % 4]);
                // While it is on its way the reader goes on.
                if (round % 5 === 0) { const change = wall.perform({ delete: [[0, 0]] }); view.scrollTop += 3000; await change; }
                if (round % 8 === 4) shown = wall.current;
                await settled();
                const { attributes } = await wall.current.attributes({ rect: wall.visible });
                for (const { indexPath, frame } of attributes) {
                    const node = wall.node(indexPath);
                    if (node?.textContent !== `${indexPath[1]}` || offset_of(node) !== frame.y || parseFloat(node.style.height) !== frame.height)
                        faults.push([round, indexPath[1], frame.y, node && offset_of(node)]);
                }
                if (wall.content.style.height !== `${wall.current.summary.contentSize.height}px`) faults.push([round, "height"]);
                if (new Set(cells().map(one => one[0])).size !== cells().length) faults.push([round, "twice"]);
            }
            return faults;
        """, options)
        self.assertEqual(out, [])

    def test_tiles_that_come_before_a_change_are_not_mistaken_for_its_own(self):
        out = self.on_wall(self.rows(), """
            await scroll(20000);
            const open = close_gate("POST"), change = wall.perform({ delete: [[0, 5]] }, "none");
            await scroll(25000);
            const early = await strays();
            open();
            await change;
            const after = await strays();
            await settled();
            return [early, after, await strays(), wall.node([0, 480]) !== undefined];
        """)
        self.assertEqual(out, [[], [], [], True])

    def test_tiles_that_come_after_a_change_are_none_of_the_layout_before(self):
        out = self.on_wall(self.rows(), """
            await scroll(20000);
            log.length = 0;
            const open = close_gate("GET");
            // Half a screen and less is left below; still all is within what is held.
            view.scrollTop = 20900;
            await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            const asked = log.length;
            await wall.perform({ delete: [[0, 5]] }, "none");
            open();
            await settled();
            await new Promise(resolve => setTimeout(resolve, 50));
            return [await strays(), asked > 0];
        """, "{ viewLimit: 0 }")
        self.assertEqual(out, [[], True])

    def test_a_deleted_row_fades_and_its_neighbours_slide(self):
        out = self.on_wall(self.rows(30), """
            await settled();
            const motions = [];
            let fade;
            wall.animate = (node, { kind, attributes, from }) => {
                motions.push([kind, attributes.indexPath[1], from?.y ?? null, attributes.frame.y]);
                if (kind === "deleted") return new Promise(resolve => { fade = resolve });
            };
            const gone = wall.node([0, 2]), next = wall.node([0, 3]);
            await wall.perform({ delete: [[0, 2]] });
            const during = [gone.isConnected, gone.inert, wall.pathOf(gone) ?? null, wall.pathOf(next), wall.node([0, 2]) === next];
            fade();
            await settled();
            return [motions.slice(0, 3), during, gone.isConnected];
        """)
        # Rows of 50, 51, 52, 53 …
        self.assertEqual(out, [[["deleted", 2, 101, 101], ["changed", 2, 153, 101], ["changed", 3, 206, 154]],
                               [True, True, None, [0, 2], True], False])

    def test_rotation_keeps_the_row(self):
        out = self.on_wall(self.rows(), """
            await scroll(20000);
            const node = wall.node([0, 378]), part = top_of(node);
            view.style.width = "600px"; view.style.height = "300px";
            await wall.perform({ container: { width: 600, height: 300 } });
            await settled();
            return [top_of(wall.node([0, 378])) - part, wall.node([0, 378]).offsetWidth, wall.content.style.width];
        """)
        self.assertEqual(out, [0, 600, "600px"])


if __name__ == "__main__":
    unittest.main()
