#!/usr/bin/env python3
"""Makes photo-feed.json: a gallery's feed of 1,200 photos, as a client would post it.

Sizes are those of real cameras and phones, cropped and turned as people do. Captions have from no
line to five; the client has measured them (18 points a line, 12 around them) and sends their height.
The seed is fixed: the file is the same whenever it is made.

    photo_feed.py generate    writes Tests/LayoutServiceTests/Fixtures/photo-feed.json
"""
import json
import pathlib
import random
import sys

FEED = pathlib.Path(__file__).resolve().parents[1] / "LayoutServiceTests/Fixtures/photo-feed.json"
SENSORS = [
    (4032, 3024, 30),  # phones, 4:3
    (6000, 4000, 22),  # cameras, 3:2
    (5184, 3888, 8),  # Micro Four Thirds
    (3840, 2160, 8),  # frames of videos
    (1080, 1080, 8),  # squares
    (1080, 1350, 6),  # portraits cropped for feeds
    (8192, 5464, 4),  # large sensors
    (12000, 2800, 2),  # panoramas
    (1170, 2532, 4),  # screenshots
    (2480, 3508, 2),  # scans
]


def caption_height(pick):
    lines = pick.choices([0, 1, 2, 3, 5], weights=[35, 30, 20, 10, 5])[0]
    return 12 + 18 * lines if lines else 0


def photo(number, pick):
    width, height, _ = pick.choices(SENSORS, weights=[s[2] for s in SENSORS])[0]
    if pick.random() < 0.3:
        width, height = height, width
    if pick.random() < 0.2:  # cropped by hand
        width = int(width * pick.uniform(0.55, 1))
        height = int(height * pick.uniform(0.55, 1))
    body = caption_height(pick)
    item = {"id": f"IMG_{4000 + number}", "width": width, "height": height}
    if body:
        item["bodyHeight"] = body
    return item


def main():
    if sys.argv[1:] != ["generate"]:
        sys.exit(__doc__)
    pick = random.Random(20251121)
    photos = [photo(number, pick) for number in range(1200)]
    document = {
        "container": {"width": 390, "height": 844, "contentInsets": {"top": 47, "bottom": 34}, "scale": 3},
        "layout": {
            "type": "waterfall",
            "columns": {"minWidth": 160},
            "spacing": 8,
            "sectionInset": {"top": 8, "left": 8, "bottom": 8, "right": 8},
            "headerReferenceSize": {"height": 56},
            "sectionHeadersPinToVisibleBounds": True,
        },
        "items": photos,
    }
    lines = ",\n".join("  " + json.dumps(item, separators=(",", ":")) for item in photos)
    document["items"] = "ITEMS"
    text = json.dumps(document, indent=1).replace('"ITEMS"', "[\n" + lines + "\n]")
    FEED.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
