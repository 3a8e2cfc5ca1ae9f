"""The playground's presets whose texts the service measures: the browser's lines are the service's, and nothing is measured."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import Page  # noqa: E402


class TextPresets(Page):
    def count(self):
        """Switches to the service's lines; how many of them differ from the browser's, of how many."""
        self.wait("!document.getElementById('texts').hidden")
        if self.js("return document.getElementById('lines-switch').ariaChecked") == "false":
            self.click("#lines-switch")
        self.wait("/^\\d+ of [1-9]\\d* lines/.test(document.getElementById('line-count').textContent)")
        return [int(number) for number in self.js("return document.getElementById('line-count').textContent.match(/\\d+/g)")]

    def gaps(self):
        """How much taller or lower each card is than its photo and its text."""
        return self.js("""return [...document.querySelectorAll('#viewport .el.cell')].filter((one) => one.querySelector('.tatami-body')).map((one) => {
            const words = one.querySelector('.words'), body = one.querySelector('.tatami-body');
            return Math.abs(words.clientTop + parseFloat(words.style.top) + parseFloat(getComputedStyle(body).height) - parseFloat(one.style.height)) })""")

    def test_captions_and_texts_are_as_the_service_counts_them(self):
        for preset in ("captions", "posts", "chips", "text"):
            for width in (320, 390, 768, 1200):
                with self.subTest(preset=preset, width=width):
                    self.open(f"preset={preset}&width={width}")
                    different, count = self.count()
                    self.assertGreater(count, 4)
                    self.assertEqual(different, 0, self.js("return [...document.querySelectorAll('.differ')].map((one) => one.textContent)"))
                    self.assertLess(max(self.gaps()), 2 / 64)
                    self.assertEqual(self.text("missing-fonts"), "")
                    # A photo without a caption is a photo.
                    self.assertGreater(min(self.js("return [...document.querySelectorAll('#viewport .el.cell')].map((one) => one.offsetHeight)")), 20)
                    if preset in ("captions", "posts"):
                        self.assertGreater(min(self.js("return [...document.querySelectorAll('#viewport .photo')].map((one) => one.offsetHeight)")), 20)
            self.picture(f"texts-{preset}")

    def test_the_engine_in_the_page_measures_them_as_the_service_does(self):
        for preset in ("captions", "posts", "chips", "text"):
            with self.subTest(preset=preset):
                self.open(f"preset={preset}&width=768")
                self.count()
                heights = "return [...document.querySelectorAll('#viewport .el.cell')].map((one) => one.style.height)"
                before = self.js(heights)
                self.click("#engine")
                self.wait("/^In the browser [\\d.]+ ms, over HTTP [\\d.]+ ms$/.test(document.getElementById('engine-times').textContent)")
                # The bar below may have become higher, and the stage lower: then fewer cards are drawn.
                now = self.js(heights)
                self.assertGreater(len(now), 5)
                self.assertEqual([one for one, _ in zip(now, before)], [one for one, _ in zip(before, now)])
                # The lines are the engine's own now.
                self.js("document.querySelectorAll('#exchanges li').forEach((one) => one.remove())")
                self.click("#lines-switch")
                self.wait("document.getElementById('line-count').textContent === ''")
                self.assertEqual(self.count()[0], 0)
                self.assertTrue(self.js("return [...document.querySelectorAll('#exchanges li')].some((one) => /wasm:.*lines=true/.test(one.title))"))
                self.assertLess(max(self.gaps()), 2 / 64)
                self.click("#engine")
                self.wait("document.getElementById('engine-times').hidden")

    def test_messages_of_the_engine_in_the_page_are_as_tall_as_the_browser_draws_them(self):
        self.open("preset=chat")
        self.click("#engine")
        self.wait("document.getElementById('engine').getAttribute('aria-pressed') === 'true'")
        self.wait("[...document.querySelectorAll('#exchanges li')].some((one) => one.title.includes('wasm:/v1/layouts'))")
        self.wait("document.querySelectorAll('.living-wall .said').length > 5")
        gaps = self.js("""return [...document.querySelectorAll('.living-wall .said')].map((one) =>
            parseFloat(getComputedStyle(one.querySelector('.body > div')).height) - parseFloat(one.style.height))""")
        self.assertLess(max(abs(one) for one in gaps), 1 / 64)
        self.click("#engine")

    def test_lines_that_differ_are_counted(self):
        self.open("preset=text&width=768")
        self.assertEqual(self.count()[0], 0)
        # Other words in the page than the service has.
        self.js("document.querySelector('#viewport .tatami-body > p:last-child').firstChild.data = 'Other words'; document.getElementById('lines-switch').click()")
        self.wait("document.querySelector('.service-lines') === null")
        self.assertGreater(self.count()[0], 0)

    def test_another_size_is_another_document_with_its_true_heights(self):
        self.open("preset=captions&width=390")
        before = [self.js("return document.querySelector('#viewport .el.cell').style.height"), self.count()]
        for scale in (150, 70):
            self.js("const slider = document.getElementById('text-size'); slider.value = arguments[0]; slider.dispatchEvent(new Event('change'))", scale)
            self.wait(f"JSON.parse(document.getElementById('document').value).textStyles.caption.fontSize === {13 * scale / 100 * 2 // 1 / 2 if scale == 70 else 19.5}")
            self.wait(f"document.querySelector('#viewport .el.cell').style.height !== '{before[0]}'")
            before[0] = self.js("return document.querySelector('#viewport .el.cell').style.height")
            self.wait("/^0 of [1-9]/.test(document.getElementById('line-count').textContent)")
            self.assertLess(max(self.gaps()), 2 / 64)

    def test_lines_in_another_font_differ(self):
        self.open("preset=captions&width=390")
        self.assertEqual(self.count()[0], 0)
        # A web font of the same name, but of another family's file.
        self.assertTrue(self.page.execute_async_script("""const done = arguments[0], face = new FontFace("Inter", "local('DejaVu Sans Mono')");
            document.fonts.add(face); face.load().then(() => done(true), () => done(false))"""))
        self.click("#lines-switch")
        self.wait("document.getElementById('line-count').textContent === ''")
        self.assertGreater(self.count()[0], 0)

    def test_a_family_that_the_browser_does_not_have_is_named(self):
        self.open("preset=captions")
        self.wait("!document.getElementById('texts').hidden")
        self.assertEqual(self.text("missing-fonts"), "")
        # The canvas, as one that does not have the family.
        self.js("""const { set, get } = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, "font");
            Object.defineProperty(CanvasRenderingContext2D.prototype, "font", { get, set(value) { set.call(this, value.replace('"Inter"', '"No such family"')) } })""")
        made = json.loads(self.document())
        made["items"].reverse()
        self.write(json.dumps(made))
        self.wait("document.getElementById('missing-fonts').textContent.startsWith('This browser does not have Inter:')")

    def test_another_document_hides_the_controls(self):
        self.open("preset=captions")
        self.wait("!document.getElementById('texts').hidden")
        self.choose("justified")
        self.wait("document.getElementById('texts').hidden")
        self.assertEqual(self.js("return document.querySelectorAll('.tatami-body, .service-lines').length"), 0)

    def test_messages_are_as_tall_as_the_service_says(self):
        self.open("preset=chat")
        self.wait("document.querySelectorAll('.living-wall .said').length > 5")
        gaps = self.js("""return [...document.querySelectorAll('.living-wall .said')].map((one) =>
            parseFloat(getComputedStyle(one.querySelector('.body > div')).height) - parseFloat(one.style.height))""")
        self.assertLess(max(abs(one) for one in gaps), 1 / 64)


if __name__ == "__main__":
    unittest.main()
