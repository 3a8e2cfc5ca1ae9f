"""A window that is dragged wider: a long document is uploaded once, and each width is an update of a few bytes, one at a time."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from walls import WallPage  # noqa: E402

PAGE = """<!doctype html><meta charset="utf-8"><style>body{margin:0} #view{width:600px;height:600px;overflow:hidden auto;scrollbar-width:none}</style>
<script>
  window.frame = () => new Promise(requestAnimationFrame);
  window.pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
  window.log = []; window.flights = 0; window.most = 0;
  const real = fetch;
  window.gate = Promise.resolve();
  window.fetch = async (url, init = {}) => {
    await gate;
    log.push([init.method ?? "GET", String(url).replace(/.*\\/v1/, "").replace(/[0-9a-f]{64}/, "ID").split("?")[0], init.body?.length ?? init.body?.byteLength ?? 0]);
    most = Math.max(most, flights += 1);
    try { return await real(url, init) } finally { flights -= 1 }
  };
  window.still = async () => { for (let quiet = 0; quiet < 30; quiet = flights > 0 || cells().length === 0 ? 0 : quiet + 1) await frame() };
  const items = Array.from({ length: 20000 }, (_, n) => ({ width: 300, height: 200 + 37 * n % 300, body: `Photo ${n} of the hill behind the temple, where the path ends` }));
  window.made = width => ({ container: { width, height: 600 }, textStyles: { caption: { fontFamily: "DejaVu Sans", fontSize: 13, lineHeight: 18 } },
    layout: { type: "waterfall", columns: { minWidth: 160 }, spacing: 8, body: {} }, items });
  window.drag = async () => { for (let step = 1; step <= 9; step += 1) { view.style.width = `${600 + 25 * step}px`; await pause(60) } await still() };
  window.frames = () => cells().map(one => [one.dataset.key, one.style.translate, one.style.width, one.style.height]).sort();
</script>
<tatami-wall id="view" src="SERVICE"><template><p>{index}</p></template></tatami-wall>
<script type="module">
  import "./wall/tatami-wall.js";
  window.cells = () => [...view.querySelectorAll(":scope > [role=article]")];
  window.view = document.getElementById("view");
  view.document = ({ width }) => made(width);
  await still();
  window.ready = true;
</script>"""

WALL = PAGE[:PAGE.index("<tatami-wall")] + """<div id="view"></div>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  import { Wall } from "./wall/wall.js";
  window.view = document.getElementById("view");
  window.cells = () => [...view.querySelectorAll("[role=article]")];
  const wall = new Wall(view, (node, { indexPath }) => { node.textContent = `${indexPath[1]}` });
  const { layout } = await new TatamiClient("SERVICE").layout(made(600), { rect: [0, 0, 600, 600] });
  await wall.show(layout, { onResize: width => ({ container: { width } }) });
  await still();
  window.ready = true;
</script>"""


class Resizing(WallPage):
    pages = {"element.html": PAGE, "wall.html": WALL}

    def test_nine_steps_upload_nothing_again(self):
        self.open("element.html")
        uploads, before = self.run_script("return [log.filter(([, , bytes]) => bytes > 10000), log.length]")
        self.assertEqual([one[0] for one in uploads], ["POST"])
        out = self.run_script("await drag(); return [log.slice(args[0]), most, frames()]", before)
        print(f"nine steps: {len(out[0])} requests, {sum(one[2] for one in out[0])} bytes sent")
        self.assertLess(sum(one[2] for one in out[0]), 10_000)
        self.assertLess(len(out[0]), 25)
        # The same frames as of a document for that width.
        fresh = self.run_script("""
            view.remove();
            window.view = document.createElement("tatami-wall");
            view.id = "view"; view.innerHTML = "<template><p>{index}</p></template>"; view.style.width = "825px"; view.setAttribute("src", "SERVICE");
            view.document = ({ width }) => made(width);
            document.body.append(view);
            await still();
            return frames()""".replace("SERVICE", self.service.url))
        self.assertGreater(len(fresh), 8)
        self.assertEqual(out[2], fresh)

    def test_frames_stretch_until_those_of_the_last_width_have_come(self):
        for name in self.pages:
            with self.subTest(name):
                self.open(name)
                before, stretched, after = self.run_script("""
                    const spans = () => cells().map(one => one.getBoundingClientRect()).map(({ left, right, top }) => [left, right, top]).sort((a, b) => a[2] - b[2] || a[0] - b[0]);
                    const before = spans();
                    let open; gate = new Promise(resolve => open = resolve);
                    view.style.width = "700px"; await pause(100);
                    view.style.width = "900px"; await pause(100);
                    const stretched = spans();
                    open(); await still();
                    return [before, stretched, spans()]""")
                self.assertGreater(len(before), 8)
                self.assertEqual(round(max(right for _, right, _ in before)), 600)
                self.assertEqual(len(stretched), len(before))
                for was, now in zip(before, stretched):
                    self.assertEqual([round(1.5 * was[0], 1), round(1.5 * was[1], 1), was[2]], [round(now[0], 1), round(now[1], 1), now[2]])
                # What has come is not stretched: five columns fill the width.
                self.assertEqual(round(max(right for _, right, _ in after)), 900)
                widths = {round(right - left, 1) for left, right, _ in after}
                self.assertEqual(widths, {round((900 - 4 * 8) / 5, 1)})


if __name__ == "__main__":
    unittest.main()
