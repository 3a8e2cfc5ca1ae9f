"""Rows as wide as their text (`width: fit-content`), at the edge that the item names: what Chromium's own `fit-content` gives."""
import base64
import json
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, browser  # noqa: E402
from test_text_sheets import FILES, WORDS, send  # noqa: E402

COUNT = 2000
WIDTH = 300
INSETS = {"top": 6, "leading": 12, "bottom": 7, "trailing": 9.5}


def document(scale):
    random.seed(11)

    def text():
        words = random.choices(WORDS, k=random.randint(1, 14))
        if random.random() < 0.1:
            words.insert(random.randint(0, len(words)), "\n")
        return " ".join(words)

    return {
        "container": {"width": WIDTH, "height": 600, **({"scale": scale} if scale else {})},
        "textStyles": {"message": {"fontFamily": "Inter", "fontSize": 15, "lineHeight": 20, "whiteSpace": "pre-line"}},
        "layout": {"type": "list", "rowSpacing": 3, "body": {"width": "fit-content", "insets": INSETS}},
        "items": [{"body": text(), **({"bodyAlignment": "trailing"} if n % 3 == 0 else {})} for n in range(COUNT)]}


SCRIPT = """const [wall, frames, faces, base] = arguments, done = arguments[4];
(async () => {
  const style = document.createElement("style");
  style.textContent = faces;
  document.head.append(style);
  await document.fonts.load("400 15px Inter");
  const { Texts } = await import("/playground/texts.js"), { TatamiClient } = await import("/playground/tatami-client.js");
  const texts = await Texts.prepare(new TatamiClient(base), wall), host = document.createElement("div");
  host.style.cssText = `position:absolute;left:0;top:0;width:${wall.container.width}px`;
  document.body.append(host);
  const drawn = wall.items.map((item, n) => {
    const fits = texts.bodyOf(item), box = document.createElement("div"), body = texts.bodyOf(item);
    fits.style.cssText = "width:fit-content;box-sizing:border-box" + (item.bodyAlignment === "trailing" ? ";margin-inline-start:auto" : "");
    box.style.width = `${frames[n].width}px`;
    box.append(body);
    host.append(fits, box);
    return [fits, body];
  }).map(([fits, body]) => [fits.getBoundingClientRect(), body.getBoundingClientRect()])
    .map(([own, inside]) => [own.left, own.width, own.height, inside.height]);
  host.remove();
  done(drawn);
})().catch((error) => done(String(error.stack ?? error)));"""


@unittest.skipUnless(FILES, "the font Inter is not installed (fonts-inter)")
class Bubbles(unittest.TestCase):
    def test_rows_are_as_wide_as_chromium_makes_them(self):
        page = browser()
        self.addCleanup(page.quit)
        page.set_script_timeout(240)
        faces = f"@font-face{{font-family:Inter;src:url(data:font/otf;base64,{base64.b64encode(pathlib.Path(FILES[0]).read_bytes()).decode()})}}"
        page.get(BASE)
        for scale in (None, 2):
            with self.subTest(scale=scale):
                wall = document(scale)
                frames = [cell["frame"] for cell in json.loads(send("/v1/layouts?rect=all&data=false", wall))["attributes"]]
                self.assertEqual(len(frames), COUNT)
                drawn = page.execute_async_script(SCRIPT, wall, frames, faces, BASE)
                self.assertIsInstance(drawn, list, drawn)
                pixel = 0.02 if scale is None else 1 / scale
                wrong = [(n, frame, own) for n, (frame, own) in enumerate(zip(frames, drawn, strict=True))
                         if abs(own[0] - frame["x"]) > pixel or not -0.02 <= frame["width"] - own[1] <= pixel or abs(own[2] - frame["height"]) > 0.05]
                self.assertLessEqual(len(wrong), COUNT // 500, wrong[:3])
                narrow = sum(frame["width"] < WIDTH for frame in frames)
                self.assertGreater(narrow, COUNT // 3)
                clipped = [(n, own[3], frame) for n, (frame, own) in enumerate(zip(frames, drawn, strict=True)) if own[3] > frame["height"] + 0.05]
                self.assertEqual(clipped, [], "texts that are higher in their rows")


if __name__ == "__main__":
    unittest.main()
