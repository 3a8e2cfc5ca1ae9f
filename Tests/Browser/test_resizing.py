"""A window that is dragged wider: a long document is uploaded once, and each width is an update of a few bytes, one at a time."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from walls import WallPage  # noqa: E402

PAGE = """<!doctype html><meta charset="utf-8"><style>body{margin:0} #view{width:600px;height:600px;overflow:hidden auto}</style>
<script>
  window.frame = () => new Promise(requestAnimationFrame);
  window.pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
  window.log = []; window.flights = 0; window.most = 0;
  const real = fetch;
  window.fetch = async (url, init = {}) => {
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


class Resizing(WallPage):
    pages = {"page.html": PAGE}

    def test_nine_steps_upload_nothing_again(self):
        self.open("page.html")
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


if __name__ == "__main__":
    unittest.main()
