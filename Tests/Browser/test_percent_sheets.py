"""Style sheets in percent, at every width of a page: they place each cell where the service places it at that width."""
import json
import os
import pathlib
import sys
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, browser  # noqa: E402

WIDTHS = (320, 480, 640, 960, 1280, 1600)
LAST = 1920
# Chromium stores lengths in 1/64 pixel, and cuts off what is shorter.
TOLERANCE = 0.05
INSET = {"top": 8, "left": 12, "bottom": 20, "right": 16}
PHOTOS = [[300, 200 + 37 * k % 300] for k in range(40)]
CARDS = [{"width": 300, "height": 200 + 37 * k % 300, "bodyHeight": 40 + 23 * k % 50} for k in range(40)]


def waterfall(**fields):
    return {"type": "waterfall", "spacing": 8, "sectionInset": INSET, **fields}


def full(height):
    return {"width": {"fractionalWidth": 1}, "height": height}


# Two photos beside each other, of 0.4 and 0.6 of the width, above a text of 60 points.
GROUP = {"direction": "vertical", "size": full({"fractionalWidth": 0.5, "plus": 60}), "interItemSpacing": {"fixed": 8}, "subitems": [
    {"direction": "horizontal", "size": full({"fractionalWidth": 0.5, "plus": -8}), "interItemSpacing": {"fixed": 8}, "subitems": [
        {"size": {"width": {"fractionalWidth": 0.4, "plus": -4}, "height": {"fractionalHeight": 1}}},
        {"size": {"width": {"fractionalWidth": 0.6, "plus": -4}, "height": {"fractionalHeight": 1}}}]},
    {"size": full({"absolute": 60})}]}

# Layouts whose items have the same places at every width.
FIXED = {
    "turns": {"layout": waterfall(columns=3, placement="roundRobin"), "items": CARDS},
    "bodies": {"layout": waterfall(columns=1), "items": CARDS},
    "rows": {"layout": {"type": "list", "rowHeight": 60, "rowSpacing": 8, "sectionInset": INSET}, "items": 40},
    "groups": {"layout": {"type": "compositional", "interGroupSpacing": 8, "group": GROUP,
                          "contentInsets": {"top": 8, "leading": 16, "bottom": 8, "trailing": 16}}, "items": 40},
    "frames": {"layout": {"type": "custom", "frames": [[8 + 20 * k % 200, 30 * k, 60, 24] for k in range(40)]}, "items": 40},
    "sections": {"sections": [{"layout": waterfall(columns=2, placement="roundRobin"), "items": CARDS[:20]},
                              {"layout": {"type": "list", "rowHeight": 44, "headerReferenceSize": {"height": 30}}, "items": 20}]},
}
# Layouts whose items may change places between two widths of the sheet: which column or which line each item is in.
MOVING = {
    "columns": (0, {"layout": waterfall(columns={"minWidth": 140}), "items": PHOTOS}),
    "cards": (0, {"layout": waterfall(columns={"minWidth": 140}), "items": CARDS}),
    "justified": (1, {"layout": {"type": "justified", "targetRowHeight": 160, "boxSpacing": 8}, "items": PHOTOS}),
    "flow": (1, {"layout": {"type": "flow", "itemSize": {"width": 90, "height": 60}}, "items": 40}),
    "right to left": (0, {"layout": waterfall(columns={"minWidth": 140}), "items": PHOTOS, "direction": "rtl"}),
}

PAGE = """const [sheet, count, first, last] = arguments, done = arguments[4];
    document.body.style.margin = 0;
    const frame = document.createElement("iframe");
    frame.style.cssText = "border:0;height:600px";
    frame.srcdoc = `<!doctype html><style>body{margin:0;overflow:hidden}ul{margin:0;padding:0;list-style:none}${sheet}</style>
        <ul class="tatami">${"<li></li>".repeat(count)}</ul>`;
    frame.onload = () => {
        const told = [], wall = frame.contentDocument.querySelector("ul");
        for (let width = first; width <= last; width += 1) {
            frame.style.width = `${width}px`;
            const box = wall.getBoundingClientRect();
            told.push([[box.width, box.height], [...wall.children].map(one => {
                const { left, top, width, height } = one.getBoundingClientRect();
                return [left - box.left, top - box.top, width, height];
            })]);
        }
        frame.remove();
        done(told);
    };
    document.body.append(frame);"""


def send(path, document):
    request = urllib.request.Request(f"{BASE}{path}", json.dumps(document).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode()


def of_width(wall, width):
    wall = dict(wall)
    return {"container": {"width": width, "height": 600, "direction": wall.pop("direction", "ltr")}, **wall}


def places(cells):
    """In which column each cell is, and which cells begin at the same height."""
    columns, lines = sorted({round(x, 3) for x, *_ in cells}), sorted({round(y, 3) for _, y, *_ in cells})
    return [columns.index(round(x, 3)) for x, *_ in cells], [lines.index(round(y, 3)) for _, y, *_ in cells]


class PercentSheets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = browser()
        cls.addClassCleanup(cls.page.quit)
        cls.page.set_script_timeout(120)

    def drawn(self, wall, widths=WIDTHS, last=LAST):
        """The sheet, and for each width of a page the wall's size and its cells' frames in Chromium."""
        listed = f"&widths={','.join(map(str, widths))}" if len(widths) > 1 else ""
        sheet = send(f"/v1/layouts?rect=all&format=css&unit=percent{listed}", of_width(wall, widths[0]))
        told = self.page.execute_async_script(PAGE, sheet, 40, widths[0], last)
        return sheet, dict(zip(range(widths[0], last + 1), told))

    def laid_out(self, wall, width):
        answer = json.loads(send("/v1/layouts?rect=all", of_width(wall, width)))
        cells = [one["frame"] for one in answer["attributes"] if one["category"] == "cell"]
        return list(answer["contentSize"].values()), [[one[side] for side in ("x", "y", "width", "height")] for one in cells]

    def error(self, drawn, wanted):
        """The largest difference between what Chromium draws and what the service answers."""
        return max(abs(a - b) for mine, theirs in zip([drawn[0], *drawn[1]], [wanted[0], *wanted[1]]) for a, b in zip(mine, theirs))

    def test_every_width_is_exact_where_items_keep_their_places(self):
        for name, wall in FIXED.items():
            with self.subTest(name):
                sheet, drawn = self.drawn(wall)
                errors = {width: self.error(told, self.laid_out(wall, width)) for width, told in drawn.items()}
                worst = max(errors, key=errors.get)
                print(f"{name}: {len(errors)} widths, {len(sheet)} bytes, {errors[worst]:.4f} px at {worst}")
                self.assertLessEqual(errors[worst], TOLERANCE, f"at {worst}")

    def test_one_layout_is_exact_at_every_width_too(self):
        for name in ("turns", "groups", "rows"):
            with self.subTest(name):
                wall = FIXED[name]
                _, drawn = self.drawn(wall, widths=(390,), last=1000)
                errors = {width: self.error(told, self.laid_out(wall, width)) for width, told in drawn.items()}
                self.assertLessEqual(max(errors.values()), TOLERANCE)

    def test_every_width_whose_places_are_the_range_s_is_exact(self):
        for name, (way, wall) in MOVING.items():
            with self.subTest(name):
                sheet, drawn = self.drawn(wall)
                compared, largest = 0, 0
                for width, told in drawn.items():
                    begin = max(one for one in WIDTHS if one <= width)
                    wanted, first = self.laid_out(wall, width), self.laid_out(wall, begin)
                    if width > begin and places(wanted[1])[way] != places(first[1])[way]:
                        continue
                    compared += 1
                    error = self.error(told, wanted)
                    largest = max(largest, error)
                    self.assertLessEqual(error, TOLERANCE, f"at {width}")
                print(f"{name}: {compared} of {len(drawn)} widths compared, {len(sheet)} bytes, {largest:.4f} px")
                self.assertGreater(compared, len(drawn) // 10)

    def test_gaps_and_bodies_have_their_pixels_at_every_width(self):
        _, drawn = self.drawn(MOVING["cards"][1])
        for width, (wall, cells) in drawn.items():
            columns = {}
            for cell, item in zip(cells, CARDS):
                columns.setdefault(round(cell[0]), []).append(cell)
                self.assertAlmostEqual(cell[3], cell[2] * item["height"] / 300 + item["bodyHeight"], delta=TOLERANCE, msg=width)
            starts = sorted(columns)
            for one, next_one in zip(starts, starts[1:]):
                gap = columns[next_one][0][0] - columns[one][0][0] - columns[one][0][2]
                self.assertAlmostEqual(gap, 8, delta=TOLERANCE, msg=width)
            for column in columns.values():
                for above, below in zip(column, column[1:]):
                    self.assertAlmostEqual(below[1] - above[1] - above[3], 8, delta=TOLERANCE, msg=width)
            self.assertAlmostEqual(columns[starts[0]][0][0], 12, delta=TOLERANCE)
            self.assertAlmostEqual(wall[0] - max(x + w for x, _, w, _ in cells), 16, delta=TOLERANCE)
            self.assertAlmostEqual(wall[1] - max(y + h for _, y, _, h in cells), 20, delta=TOLERANCE, msg=width)

    def test_magazines_keep_their_proportions(self):
        wall = {"layout": {"type": "magazine"}, "items": [{"widthMode": 2, "height": 60} for _ in range(40)]}
        sheet, drawn = self.drawn(wall, widths=(320, 640), last=700)
        self.assertNotIn("calc(", sheet)
        for begin, width in ((320, 480), (640, 700)):
            size, cells = self.laid_out(wall, begin)
            wanted = [[side * width / begin for side in one] for one in (size, *cells)]
            self.assertLessEqual(self.error(drawn[width], (wanted[0], wanted[1:])), TOLERANCE)

    def test_a_wall_of_a_given_height_is_not_held_up(self):
        sheet, _ = self.drawn(FIXED["rows"], last=330)
        self.page.execute_script("document.body.innerHTML = `<style>${arguments[0]}</style><div id=view style='width:400px;height:90px;overflow:auto'>"
                                 "<div class=tatami style='height:200px'></div></div>`", sheet)
        self.assertEqual(self.page.execute_script("return document.getElementById('view').scrollHeight"), 200)


if __name__ == "__main__":
    unittest.main()
