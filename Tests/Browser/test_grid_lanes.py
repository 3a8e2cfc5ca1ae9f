"""`placement: gridLanes` beside Chromium's own `display: grid-lanes`: random walls with spans, ratios and tolerances,
sparse and packed densely (`grid-lanes-pack: dense`)."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from living import ROOT  # noqa: E402
from walls import WallPage  # noqa: E402

WALLS = 360
PAGE = """<!doctype html><meta charset="utf-8"><style>
body{margin:0} .wall{display:grid-lanes;align-items:start} .wall > div{min-width:0;min-height:0}</style>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  const client = new TatamiClient("SERVICE");
  window.random_of = seed => { let state = seed * 7919 + 1; return n => (state = state * 48271 % 2147483647) % n };
  // Up to 60 items in up to 8 columns. A third of the walls has spans, a third ratios, a third both; some items have lanes of their own.
  window.wall_of = (seed, isWhole) => {
    const random = random_of(seed), columns = 2 + random(7), spacing = isWhole ? 6 * random(3) : [0, 4, 8, 10][random(4)], kind = seed % 3;
    const width = columns * (isWhole ? 24 + 12 * random(15) : 20 + 8 * random(20)) + spacing * (columns - 1), flowTolerance = [0, 0, 10, 16, 50, 100][random(6)];
    const items = Array.from({ length: 10 + random(50) }, () => {
      const columnSpan = kind === 1 || random(4) > 0 ? 1 : 1 + random(Math.min(3, columns)), isRatio = kind > 0 && random(3) > 0;
      const item = isRatio ? { aspectRatio: [1, 0.5, 2, 0.75, 1.5][random(5)] } : { height: 10 + random(190) };
      return { ...item, columnSpan, ...(random(12) === 0 && { column: random(columns - columnSpan + 1) }) };
    });
    return { container: { width, height: 800 }, layout: { type: "waterfall", columns, columnSpacing: spacing, rowSpacing: spacing, placement: "gridLanes", flowTolerance }, items };
  };
  // Walls of whole heights, a third of whose items cover several columns.
  window.dense_of = seed => {
    const random = random_of(seed), columns = 1 + random(8), columnSpacing = [0, 4][random(2)], rowSpacing = [0, 4, 10][random(3)], isLow = random(2) === 0;
    const flowTolerance = [0, 0, 1, 8, 16, 50, 200, "infinite"][random(8)], kind = random(4);
    const items = Array.from({ length: 5 + random(60) }, () => {
      const columnSpan = random(3) > 0 ? 1 : 1 + random(Math.min(columns, 4)), hasColumn = kind === 1 && random(4) === 0;
      return { height: isLow ? 5 + 5 * random(10) : 1 + random(200), columnSpan, ...(hasColumn && { column: random(columns - columnSpan + 1) }) };
    });
    return { container: { width: columns * 50 + (columns - 1) * columnSpacing, height: 800 }, layout: { type: "waterfall", columns, columnSpacing, rowSpacing, placement: "gridLanes", packing: "dense", flowTolerance }, items };
  };
  window.by_css = ({ container, layout: { columns, columnSpacing, rowSpacing, flowTolerance, packing = "normal" }, items }) => {
    const wall = document.createElement("div");
    wall.className = "wall";
    wall.style.cssText = `width:${container.width}px;grid-template-columns:repeat(${columns},minmax(0,1fr));gap:${rowSpacing}px ${columnSpacing}px;flow-tolerance:${flowTolerance === "infinite" ? flowTolerance : `${flowTolerance}px`};grid-lanes-pack:${packing}`;
    for (const { columnSpan, column, height, aspectRatio } of items) {
      const box = wall.appendChild(document.createElement("div")), span = `span ${columnSpan}`;
      box.style.gridColumn = column === undefined ? span : `${column + 1} / ${span}`;
      if (height !== undefined) box.style.height = `${height}px`;
      else box.style.cssText += `;width:100%;aspect-ratio:${aspectRatio}`;
    }
    document.body.replaceChildren(wall);
    const own = wall.getBoundingClientRect();
    return [...wall.children].map(node => { const { left, top, width, height } = node.getBoundingClientRect(); return [left - own.left, top - own.top, width, height] });
  };
  // The items whose frames differ by more than a point.
  window.differences = async made => {
    const css = by_css(made), { attributes } = await client.layout(made, { rect: "all" });
    const frames = attributes.map(({ frame: { x, y, width, height } }) => [x, y, width, height]);
    return css.flatMap((frame, item) => frame.some((side, n) => Math.abs(side - frames[item][n]) > 1) ? [[item, frame, frames[item]]] : []);
  };
  window.ready = true;
</script>"""


class GridLanes(WallPage):
    pages = {"lanes.html": PAGE}
    flags = ("--enable-features=CSSGridLanesLayout", "--enable-blink-features=CSSGridLanesLayout", "--enable-experimental-web-platform-features")

    def test_random_walls_are_chromiums_own(self):
        self.open("lanes.html")
        if not self.run_script("return CSS.supports('display', 'grid-lanes')"):
            self.skipTest("this Chromium has no display: grid-lanes")
        # If lengths are fractions of a point, Chromium rounds them to a 64th, which can decide between columns that end alike.
        for is_whole, most in ((True, 0), (False, 0.05 * WALLS)):
            out = self.run_script("""
                const faults = [];
                for (let seed = 0; seed < args[0]; seed += 1) { const all = await differences(wall_of(seed, args[1])); if (all.length > 0) faults.push([seed, all[0]]) }
                return faults;
            """, WALLS, is_whole, seconds=120)
            print(f"{WALLS - len(out)} of {WALLS} walls of {'whole lengths' if is_whole else 'fractions'} are those of Chromium {self.page.capabilities['browserVersion']}")
            self.assertLessEqual(len(out), most, out)
            said = f"{WALLS - len(out)} of {WALLS}"
            if self.page.capabilities["browserVersion"].startswith("156."):
                self.assertIn(said, (ROOT / "README.md").read_text(), "README has the figures of this browser")

    def test_random_dense_walls_are_chromiums_own(self):
        self.open("lanes.html")
        if not self.run_script("return CSS.supports('grid-lanes-pack', 'dense')"):
            self.skipTest("this Chromium has no grid-lanes-pack: dense")
        out = self.run_script("""
            const faults = [];
            for (let seed = 0; seed < args[0]; seed += 1) { const all = await differences(dense_of(seed)); if (all.length > 0) faults.push([seed, all[0]]) }
            return faults;
        """, WALLS, seconds=120)
        self.assertEqual(out, [])


if __name__ == "__main__":
    unittest.main()
