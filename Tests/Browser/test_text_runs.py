"""Texts of runs: the client draws them, and the engine for pages measures them, as high as the service says."""
import base64
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, browser  # noqa: E402
from test_text_sheets import FILES, WORDS, send  # noqa: E402
import json  # noqa: E402

COUNT = 2000
WIDTH = 240
STYLES = {
    "post": {"fontFamily": "Inter", "fontSize": 15, "lineHeight": {"multiple": 1.4}, "maxLines": 6},
    "normal": {"fontFamily": "Inter", "fontSize": 15, "lineHeight": "normal", "textIndent": {"em": 1}, "whiteSpace": "break-spaces"},
    "strong": {"fontFamily": "Inter", "fontSize": 15, "fontWeight": 600, "lineHeight": {"multiple": 1.4}, "whiteSpace": "nowrap", "maxLines": 1},
    "small": {"fontFamily": "Inter", "fontSize": 10, "lineHeight": 30, "letterSpacing": 0.5, "textTransform": "uppercase"},
    "digits": {"fontFamily": "Inter", "fontSize": 18, "lineHeight": "normal", "fontFeatureSettings": {"tnum": 1, "zero": 1}, "fontVariantNumeric": "slashed-zero"},
}


def run():
    """A part of a text: a string, a text in its own style, or a box."""
    kind, text = random.random(), " ".join(random.choices(WORDS, k=random.randint(1, 5)))
    if kind < 0.45:
        return f" {text} "
    if kind < 0.85:
        return {"text": text, "style": random.choice(("strong", "small", "digits"))}
    return {"width": random.choice((8, 16.5, 40)), "height": random.choice((8, 16, 44)), "verticalAlign": random.choice(("baseline", "middle", 3, -4.5))}


def document():
    random.seed(9)
    texts = [{"text": [run() for _ in range(random.randint(2, 7))], "style": random.choice(("post", "normal"))} for _ in range(COUNT)]
    return {"container": {"width": WIDTH, "height": 600}, "textStyles": STYLES, "layout": {"type": "list", "rowSpacing": 1},
            "items": [{"body": [text]} for text in texts]}


SCRIPT = """const [wall, faces, base] = arguments, done = arguments[3];
(async () => {
  const style = document.createElement("style");
  style.textContent = faces;
  document.head.append(style);
  await document.fonts.load("400 16px Inter"); await document.fonts.load("600 16px Inter");
  const { Texts } = await import("/playground/texts.js"), { TatamiClient } = await import("/playground/tatami-client.js");
  const { PageTexts } = await import("/page-texts.js");
  const texts = await Texts.prepare(new TatamiClient(base), wall), host = document.createElement("div");
  host.style.width = `${wall.container.width}px`;
  document.body.append(host);
  const bodies = wall.items.map((item) => texts.bodyOf(item));
  host.append(...bodies);
  const drawn = bodies.map((body) => [body.getBoundingClientRect().height, Math.max(0, ...[...body.children].map((one) => one.scrollWidth - one.clientWidth))]);
  host.remove();
  const names = Object.keys(wall.textStyles), styles = Object.values(wall.textStyles), page = new PageTexts();
  const runOf = (run) => typeof run === "string" ? run : "text" in run ? [names.indexOf(run.style), run.text] : [run.width, run.height, run.verticalAlign];
  const measured = wall.items.map(({ body: [{ text, style }] }) => page.measure(text.map(runOf), styles, names.indexOf(style), "ltr", wall.container.width, false).height);
  const lines = wall.items.slice(0, 100).map(({ body: [{ text, style }] }) => page.measure(text.map(runOf), styles, names.indexOf(style), "ltr", wall.container.width, true).lines.length);
  done({ drawn, measured, lines });
})().catch((error) => done(String(error.stack ?? error)));"""


@unittest.skipUnless(FILES, "the font Inter is not installed (fonts-inter)")
class TextRuns(unittest.TestCase):
    def test_runs_are_drawn_as_high_as_they_are_measured(self):
        page = browser()
        self.addCleanup(page.quit)
        page.set_script_timeout(240)
        faces = "".join(
            f"@font-face{{font-family:Inter;font-weight:{weight};src:url(data:font/otf;base64,{base64.b64encode(pathlib.Path(file).read_bytes()).decode()})}}"
            for weight, file in zip((400, 600), FILES))
        page.get(BASE)
        wall = document()
        answer = json.loads(send("/v1/layouts?rect=all&data=false", wall))
        heights = [cell["frame"]["height"] for cell in answer["attributes"]]
        self.assertEqual(len(heights), COUNT)
        found = page.execute_async_script(SCRIPT, wall, faces, BASE)
        self.assertIsInstance(found, dict, found)
        for name, drawn in (("drawn", [height for height, _ in found["drawn"]]), ("measured in the page", found["measured"])):
            differing = [(number, one, wanted) for number, (one, wanted) in enumerate(zip(drawn, heights, strict=True)) if abs(one - wanted) > 0.05]
            self.assertLessEqual(len(differing), COUNT // 100, f"{name}: {len(differing)} of {COUNT}, such as {differing[:5]}")
        clipped = [number for number, ((height, beyond), wanted) in enumerate(zip(found["drawn"], heights, strict=True)) if height > wanted + 0.05]
        self.assertEqual(clipped, [], "texts that are higher than their cells")
        lines = json.loads(send("/v1/layouts?rect=all&data=false&lines=true", {**wall, "items": wall["items"][:100]}))
        counts = [len(cell["body"][0]["lines"]) for cell in lines["attributes"]]
        self.assertGreater(sum(one == other for one, other in zip(counts, found["lines"], strict=True)), 90)


if __name__ == "__main__":
    unittest.main()
