"""Style sheets of documents with texts: a page that uses their classes draws each body as high as the service measured it."""
import base64
import json
import pathlib
import random
import subprocess
import sys
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, browser  # noqa: E402

WIDTHS = (320, 500, 900)
LAST = 1100
TOLERANCE = 0.05
WORDS = ("Sunset over Kyoto taken in April from the hill behind the temple when last visitors had left a quiet street café "
         "naïve façade 2024 30 % of all AVAV Wolke Type-A e-mail https://example.org/a/very/long/path unbelievable").split()


def family(name):
    """The files of a family's regular and semibold faces; None if it is not installed."""
    files = []
    for weight in ("regular", "semibold"):
        found = subprocess.run(["fc-match", "-f", "%{family}\t%{file}", f"{name}:{weight}"], capture_output=True, text=True, check=False).stdout
        if not found.startswith(name):
            return None
        files.append(found.split("\t")[1])
    return files


def texts(seed, count=30):
    random.seed(seed)
    return [" ".join(random.choices(WORDS, k=random.randint(1, 14))) for _ in range(count)]


STYLES = {
    "title": {"fontFamily": "Inter", "fontSize": 16, "fontWeight": 600, "lineHeight": 22, "maxLines": 2, "textTransform": "capitalize", "textWrap": "balance"},
    "caption(é)!": {"fontFamily": ["Inter"], "fontSize": 13, "lineHeight": {"multiple": 1.4}, "letterSpacing": 0.2, "textTransform": "uppercase", "textWrap": "pretty"},
}
BODY = {"insets": {"top": 8, "leading": 10, "bottom": 12, "trailing": 6}, "spacing": 4, "style": "caption(é)!"}


def cards(direction="ltr"):
    items = [{"width": 300, "height": 150 + 13 * k % 100, "body": [{"text": one, "style": "title"}, other][k % 3 == 0:]}
             for k, (one, other) in enumerate(zip(texts(1), texts(2)))]
    items[4]["body"] = []
    return {"direction": direction, "layout": {"type": "waterfall", "columns": {"minWidth": 140}, "spacing": 8, "body": BODY}, "items": items}


WALLS = {
    "cards": cards(),
    "right to left": cards("rtl"),
    "rows": {"layout": {"type": "list", "rowSpacing": 3, "body": BODY}, "items": [{"body": one} for one in texts(3)]},
    "chips": {"layout": {"type": "flow", "minimumInteritemSpacing": 6, "minimumLineSpacing": 6, "body": BODY},
              "items": [{"body": one} for one in texts(4)]},
    "sections": {"layout": {"type": "list", "body": BODY}, "sections": [
        {"items": [{"body": one} for one in texts(5, 5)]},
        {"items": [{"body": [one, one]} for one in texts(6, 5)],
         "layout": {"type": "list", "body": {"insets": {"leading": 40}, "spacing": 9, "minHeight": 50, "style": "title"}}}]},
}

# For each width of the page: each cell's height, the heights of its media and its body, and its position.
PAGE = """const [sheet, faces, cells, widths, direction] = arguments, done = arguments[5];
    document.body.style.margin = 0;
    const frame = document.createElement("iframe");
    frame.style.cssText = "border:0;height:600px";
    frame.srcdoc = `<!doctype html><html dir=${direction}><style>${faces}body{margin:0;overflow:hidden}ul{margin:0;padding:0;list-style:none}${sheet}</style>
        <ul class="tatami"></ul>`;
    frame.onload = async () => {
        const page = frame.contentDocument, wall = page.querySelector("ul");
        for (const cell of cells) {
            const item = page.createElement("li"), body = page.createElement("div");
            if (cell.ratio) {
                const media = page.createElement("div");
                media.style.paddingBottom = `${100 * cell.ratio}%`;
                item.append(media);
            }
            body.className = "tatami-body";
            for (const [text, style] of cell.texts) {
                const line = page.createElement("p");
                line.className = `tatami-text-${style}`;
                line.textContent = text;
                body.append(line);
            }
            item.append(body);
            wall.append(item);
        }
        await page.fonts.load("400 16px Inter"); await page.fonts.load("600 16px Inter");
        const reported = [];
        for (const width of widths) {
            frame.style.width = `${width}px`;
            reported.push([...wall.children].map(one => [one.getBoundingClientRect().height,
                one.childNodes.length > 1 ? one.firstChild.getBoundingClientRect().height : 0, one.lastChild.getBoundingClientRect().height,
                frame.contentWindow.getComputedStyle(one).position]));
        }
        frame.remove();
        done(reported);
    };
    document.body.append(frame);"""


def send(path, document):
    request = urllib.request.Request(f"{BASE}{path}", json.dumps(document).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode()


FILES = family("Inter")


@unittest.skipUnless(FILES, "the font Inter is not installed (fonts-inter)")
class TextSheets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = browser()
        cls.addClassCleanup(cls.page.quit)
        cls.page.set_script_timeout(120)
        cls.faces = "".join(
            f"@font-face{{font-family:Inter;font-weight:{weight};src:url(data:font/otf;base64,{base64.b64encode(pathlib.Path(file).read_bytes()).decode()})}}"
            for weight, file in zip((400, 600), FILES))

    def drawn(self, wall, unit, widths):
        """What Chromium draws at these widths of a page."""
        wall = dict(wall)
        direction = wall.pop("direction", "ltr")
        document = {"container": {"width": WIDTHS[0], "height": 600, "direction": direction}, "textStyles": STYLES, **wall}
        sheet = send(f"/v1/layouts?rect=all&format=css&unit={unit}&widths={','.join(map(str, WIDTHS))}", document)
        cells = []
        for section in document.get("sections", [document]):
            style = section.get("layout", document["layout"])["body"]["style"]
            for item in section["items"]:
                blocks = item["body"] if isinstance(item["body"], list) else [item["body"]]
                cells.append({"ratio": item["height"] / item["width"] if "width" in item else 0, "texts": [
                    [one["text"], one["style"]] if isinstance(one, dict) else [one, style] for one in blocks]})
        drawn = self.page.execute_async_script(PAGE, sheet, self.faces, cells, widths, direction)
        for width, reported in zip(widths, drawn, strict=True):
            # Without the rules of cells, each would be as high as its content.
            self.assertEqual([position for *_, position in reported], ["absolute"] * len(cells), f"at {width}")
        return drawn

    def heights(self, wall, width):
        """The heights of cells as JSON."""
        wall = dict(wall)
        direction = wall.pop("direction", "ltr")
        answer = json.loads(send("/v1/layouts?rect=all", {"container": {"width": width, "height": 600, "direction": direction}, "textStyles": STYLES, **wall}))
        return [one["frame"]["height"] for one in answer["attributes"] if one["category"] == "cell"]

    def test_every_body_is_as_high_as_it_was_measured(self):
        for name, wall in WALLS.items():
            for unit in ("px", "percent"):
                with self.subTest(f"{name}, {unit}"):
                    # A wall in pixels has a width of its own, whatever the page's.
                    for width, reported in zip(WIDTHS, self.drawn(wall, unit, WIDTHS)):
                        heights = self.heights(wall, width)
                        for number, ((cell, media, body, _), height) in enumerate(zip(reported, heights, strict=True)):
                            self.assertAlmostEqual(cell, media + body, delta=TOLERANCE, msg=f"cell {number} at {width}")
                            self.assertAlmostEqual(cell, height, delta=TOLERANCE, msg=f"cell {number} at {width}")

    def test_between_two_widths_no_text_is_cut(self):
        for name, wall in WALLS.items():
            with self.subTest(name):
                widths = list(range(WIDTHS[0], LAST, 7))
                roomy = 0
                for width, reported in zip(widths, self.drawn(wall, "percent", widths)):
                    for number, (cell, media, body, _) in enumerate(reported):
                        self.assertLessEqual(media + body, cell + TOLERANCE, f"cell {number} at {width}")
                        roomy += cell > media + body + 1
                print(f"{name}: {len(widths)} widths, {roomy} bodies with room to spare")


if __name__ == "__main__":
    unittest.main()
