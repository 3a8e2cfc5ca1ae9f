# SPDX-License-Identifier: Apache-2.0
"""Draws a wall of photos as pages of A4, for PDF and e-mail.

Each query is one page: origin=rect makes the coordinates relative to the page. A row that does not
fit on a page begins the next one.
"""
import argparse
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "Clients/python"))
from tatami import TatamiClient  # noqa: E402

WIDTH, HEIGHT = 595.28, 841.89  # points: 210 mm by 297 mm
INSET = {"top": 20, "left": 20, "bottom": 20, "right": 20}
parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("folder", type=Path, help="where page-000.svg and so on are written")
parser.add_argument("url", nargs="?", default="http://localhost:8080", help="the service (%(default)s)")
arguments = parser.parse_args()
arguments.folder.mkdir(parents=True, exist_ok=True)

layout = TatamiClient(arguments.url).layout({
    "container": {"width": WIDTH, "height": HEIGHT},
    "layout": {"type": "justified", "targetRowHeight": 110, "sectionInset": INSET},
    "items": [[300 + 37 * n % 200, 200] for n in range(90)],
})
top, page = 0, 0
while top < layout.summary["contentSize"]["height"]:
    answer = layout.attributes(rect=(0, top, WIDTH, HEIGHT), origin="rect")
    frames = [one["frame"] for one in answer["attributes"]]
    cut = [one["y"] for one in frames if one["y"] + one["height"] > HEIGHT]
    # For a photo, write <image href="…" preserveAspectRatio="xMidYMid slice" …/>.
    shapes = [
        '<rect fill="#c8d3ff" x="{x}" y="{y}" width="{width}" height="{height}"/>'.format(**one)
        for one in frames if one["y"] >= 0 and one["y"] + one["height"] <= HEIGHT
    ]
    # Millimetres keep their size on paper; a number without a unit is a pixel, three quarters of a point.
    size = f'width="210mm" height="297mm" viewBox="0 0 {WIDTH} {HEIGHT}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    (arguments.folder / f"page-{page:03}.svg").write_text("\n".join([svg, *shapes, "</svg>\n"]))
    top += min(cut) - INSET["top"] if cut else HEIGHT
    page += 1
