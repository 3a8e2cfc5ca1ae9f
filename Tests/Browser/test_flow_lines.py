"""`alignment` and `lineAlignment` of flow layouts beside Chromium's `flex-wrap`."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from walls import WallPage  # noqa: E402

WALLS = 360
PAGE = """<!doctype html><meta charset="utf-8"><style>body{margin:0} .wall{display:flex} .wall > div{flex:none}</style>
<script type="module">
  import { TatamiClient } from "./client/tatami-client.js";
  const client = new TatamiClient("SERVICE");
  const random_of = seed => { let state = seed * 7919 + 1; return n => (state = state * 48271 % 2147483647) % n };
  const content = { leading: "flex-start", center: "center", trailing: "flex-end" };
  const across = { top: "flex-start", center: "center", bottom: "flex-end" };
  const made = seed => {
    const random = random_of(seed), isHorizontal = random(4) === 0, [gap, spacing] = [[0, 6, 10.5][random(3)], [0, 8, 12][random(3)]];
    const alignment = Object.keys(content)[random(3)], lineAlignment = Object.keys(across)[random(3)];
    const breadth = 200 + random(500), direction = ["ltr", "rtl"][random(2)], isUniform = random(5) === 0;
    const items = Array.from({ length: 1 + random(40) }, () => isUniform ? [90, 30] : [20 + random(180), 10 + random(60)]);
    if (random(6) === 0) items[random(items.length)] = [900, 900];
    const container = isHorizontal ? { width: 400, height: breadth, direction } : { width: breadth, height: 400, direction };
    return { container, configuration: { scrollDirection: isHorizontal ? "horizontal" : "vertical" },
      layout: { type: "flow", minimumInteritemSpacing: gap, minimumLineSpacing: spacing, alignment, lineAlignment }, items };
  };
  const framesOf = ({ container, configuration, layout, items }) => {
    const isHorizontal = configuration.scrollDirection === "horizontal", wall = document.createElement("div");
    wall.className = "wall";
    // A column of lines is as wide as its lines only if a page says so (CSSWG 1144): the content is as long as in Tatami.
    wall.style.cssText = `direction:${container.direction};flex-flow:${isHorizontal ? "column" : "row"} wrap;`
      + `${isHorizontal ? `height:${container.height}px;width:${layout.length}px` : `width:${container.width}px`};`
      + `justify-content:safe ${content[layout.alignment]};align-items:${across[layout.lineAlignment]};align-content:flex-start;`
      + (isHorizontal ? `gap:${layout.minimumInteritemSpacing}px ${layout.minimumLineSpacing}px` : `gap:${layout.minimumLineSpacing}px ${layout.minimumInteritemSpacing}px`);
    for (const [width, height] of items) wall.appendChild(document.createElement("div")).style.cssText = `width:${width}px;height:${height}px`;
    document.body.replaceChildren(wall);
    const own = wall.getBoundingClientRect();
    return [...wall.children].map(node => { const { left, top, width, height } = node.getBoundingClientRect(); return [left - own.left, top - own.top, width, height] });
  };
  window.differences = async count => {
    const faults = [];
    for (let seed = 0; seed < count; seed += 1) {
      const given = made(seed), { layout: { summary: { contentSize } }, attributes } = await client.layout(given, { rect: "all" });
      const css = framesOf({ ...given, layout: { ...given.layout, length: contentSize.width } });
      const frames = attributes.map(({ frame: { x, y, width, height } }) => [x, y, width, height]);
      const item = css.findIndex((frame, item) => frame.some((side, n) => Math.abs(side - frames[item][n]) > 0.02));
      if (item >= 0) faults.push([seed, item, css[item], frames[item]]);
    }
    return faults;
  };
  window.ready = true;
</script>"""


class FlowLines(WallPage):
    pages = {"lines.html": PAGE}

    def test_aligned_lines_are_chromiums_own(self):
        self.open("lines.html")
        self.assertEqual(self.run_script("return differences(args[0])", WALLS, seconds=120), [])


if __name__ == "__main__":
    unittest.main()
