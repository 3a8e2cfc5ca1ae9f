"""`placement: balanced` beside Chromium's multi-column layout, and columns of a given width beside its `repeat(auto-fill, …)`."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from walls import WallPage  # noqa: E402

WALLS = 360
PAGE = """<!doctype html><meta charset="utf-8"><style>
body{margin:0} .balanced{column-fill:balance} .balanced > div{break-inside:avoid} .given{display:grid;align-items:start}</style>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  const client = new TatamiClient("SERVICE");
  const random_of = seed => { let state = seed * 7919 + 1; return n => (state = state * 48271 % 2147483647) % n };
  const framesOf = (style, kind, heights, gap) => {
    const wall = document.createElement("div");
    wall.className = kind;
    wall.style.cssText = style;
    heights.forEach((height, item) => {
      const box = wall.appendChild(document.createElement("div"));
      box.style.height = `${height}px`;
      if (item > 0) box.style.marginTop = `${gap}px`;
    });
    document.body.replaceChildren(wall);
    const own = wall.getBoundingClientRect();
    return [...wall.children].map(node => { const { left, top, width, height } = node.getBoundingClientRect(); return [left - own.left, top - own.top, width, height] });
  };
  const balanced = seed => {
    const random = random_of(seed), columns = 1 + random(7), gap = [0, 4, 10][random(3)], isLow = random(2) === 0;
    const items = Array.from({ length: 1 + random(60) }, () => isLow ? 5 + 5 * random(10) : 1 + random(200)), width = 50 * columns;
    return [framesOf(`width:${width}px;columns:${columns};column-gap:0`, "balanced", items, gap),
      { container: { width, height: 800 }, layout: { type: "waterfall", columns, columnSpacing: 0, rowSpacing: gap, placement: "balanced" }, items }];
  };
  const given = seed => {
    // A row of items of one height, of which rows of a grid and of a waterfall are the same.
    const random = random_of(seed), width = 20 + random(900), column = 20 + random(300), gap = random(20), columnAlignment = ["start", "center", "end"][random(3)];
    const items = Array.from({ length: 1 + random(12) }, () => 30);
    const style = `width:${width}px;grid-template-columns:repeat(auto-fill,${column}px);justify-content:safe ${columnAlignment};gap:${gap}px`;
    return [framesOf(style, "given", items, 0), { container: { width, height: 800 }, layout: { type: "waterfall", columns: { width: column }, spacing: gap, columnAlignment }, items }];
  };
  window.differences = async (kind, count) => {
    const faults = [];
    for (let seed = 0; seed < count; seed += 1) {
      const [css, made] = (kind === "given" ? given : balanced)(seed), { attributes } = await client.layout(made, { rect: "all" });
      const frames = attributes.map(({ frame: { x, y, width, height } }) => [x, y, width, height]);
      const item = css.findIndex((frame, item) => frame.some((side, n) => Math.abs(side - frames[item][n]) > 0.02));
      if (item >= 0) faults.push([seed, item, css[item], frames[item]]);
    }
    return faults;
  };
  window.ready = true;
</script>"""


class Columns(WallPage):
    pages = {"columns.html": PAGE}

    def test_balanced_columns_are_chromiums_own(self):
        self.open("columns.html")
        self.assertEqual(self.run_script("return differences('balanced', args[0])", WALLS, seconds=120), [])

    def test_columns_of_a_given_width_are_chromiums_own(self):
        self.open("columns.html")
        self.assertEqual(self.run_script("return differences('given', args[0])", WALLS, seconds=120), [])


if __name__ == "__main__":
    unittest.main()
