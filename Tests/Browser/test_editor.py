"""The playground's editor: lines are indented, fields and values proposed and explained, boxes and lines lead to each other."""
import json
import pathlib
import sys
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import Page  # noqa: E402

DOCUMENT = """{
  "container": {"width": 300, "height": 300},
  "layout": {
    "type": "waterfall"
  },
  "items": [
    [100, 120],
    [100, 80]
  ]
}"""


class Editing(Page):
    def begin(self, text=DOCUMENT):
        """Opens a document whose editor helps."""
        self.open()
        self.write(text)
        self.area = self.page.find_element(By.ID, "document")
        self.area.click()
        self.wait("performance.getEntriesByType('resource').some((one) => one.name.endsWith('/schemas/layout-document.json'))")
        self.caret("{")
        self.wait("document.getElementById('hint').textContent !== '' && document.activeElement.id === 'document'")

    def caret(self, part, offset=None):
        """Puts the caret after the first occurrence of a text, or so far into it."""
        self.js("""const area = document.getElementById('document'), at = area.value.indexOf(arguments[0]) + (arguments[1] ?? arguments[0].length);
            area.focus(); area.setSelectionRange(at, at)""", part, offset)

    def type(self, *keys):
        ActionChains(self.page).send_keys(*keys).perform()

    def proposals(self):
        return self.js("""return document.getElementById('completion').hidden ? []
            : [...document.querySelectorAll('#proposals b')].map((one) => one.textContent)""")

    def ask(self):
        ActionChains(self.page).key_down(Keys.CONTROL).send_keys(" ").key_up(Keys.CONTROL).perform()


class Writing(Editing):
    def ready(self, text=DOCUMENT):
        self.begin(text)
        # The keys are heard once the help is there.
        self.caret('"container"', 3)
        self.wait("document.querySelector('#hint b') !== null")

    def test_enter_keeps_the_depth_and_goes_deeper_after_a_bracket(self):
        self.ready()
        self.caret('"waterfall"')
        self.type(Keys.ENTER)
        self.caret('"items": [')
        self.type(Keys.ENTER)
        self.assertIn('    "type": "waterfall"\n    \n', self.document())
        self.assertIn('  "items": [\n    \n    [100, 120]', self.document())

    def test_enter_between_brackets_opens_them(self):
        self.ready('{\n  "container": {}\n}')
        self.caret('"container": {')
        self.type(Keys.ENTER, "x")
        self.assertEqual(self.document(), '{\n  "container": {\n    x\n  }\n}')
        ActionChains(self.page).key_down(Keys.CONTROL).send_keys("zz").key_up(Keys.CONTROL).perform()
        self.assertEqual(self.document(), '{\n  "container": {}\n}')

    def test_fields_are_proposed_by_their_beginning_and_taken_by_enter(self):
        self.ready()
        self.caret('"waterfall"')
        self.type(",", Keys.ENTER, '"col')
        self.assertEqual(self.proposals(), ["columns", "columnAlignment", "columnSpacing"])
        self.assertIn("The number of columns", self.text("proposal-about"))
        self.picture("completion")
        self.type(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
        self.assertIn('"waterfall",\n    "columnSpacing": 10\n', self.document())
        self.assertEqual(self.proposals(), [])
        json.loads(self.document())
        self.wait("!document.querySelector('#problem').checkVisibility()")

    def test_a_field_is_put_before_another(self):
        self.ready('{\n  "container": {"width": 300, "height": 300},\n  "layout": {"type": "list", "rowHeight": 30},\n  "items": 3\n}')
        self.caret('"type": "list", ')
        self.type('"')
        self.assertIn("rowSpacing", self.proposals())
        self.assertNotIn("rowHeight", self.proposals())
        self.type("rows", Keys.ENTER)
        self.assertIn('"type": "list", "rowSpacing": 0, "rowHeight": 30', self.document())

    def test_what_is_there_or_belongs_to_another_layout_is_not_proposed(self):
        self.ready()
        self.caret('"waterfall"')
        self.type(",", Keys.ENTER, '"')
        names = self.proposals()
        self.assertIn("spacing", names)
        for name in ("type", "rowHeight", "targetRowHeight", "group"):
            self.assertNotIn(name, names)

    def test_values_are_proposed_and_escape_refuses_them(self):
        self.ready()
        self.js("""const area = document.getElementById('document'), at = area.value.indexOf('waterfall');
            area.setSelectionRange(at, at + 9)""")
        self.type(Keys.DELETE)
        self.ask()
        self.assertEqual(self.proposals(), ["flow", "waterfall", "justified", "magazine", "list", "custom", "compositional"])
        self.type(Keys.ESCAPE)
        self.assertEqual(self.proposals(), [])
        self.type("ma")
        self.assertEqual(self.proposals(), ["magazine"])
        self.type(Keys.TAB)
        self.assertIn('"type": "magazine"\n', self.document())
        self.assertEqual(self.js("return document.activeElement.id"), "document")

    def test_a_field_with_choices_goes_on_to_its_values(self):
        self.ready()
        self.caret('"height": 300')
        self.type(', "dir', Keys.ENTER)
        self.assertEqual(self.proposals(), ["ltr", "rtl"])
        self.type(Keys.ARROW_DOWN, Keys.ENTER)
        self.assertIn('"height": 300, "direction": "rtl"}', self.document())
        self.wait("document.getElementById('viewport').dir === 'rtl'")

    def test_the_caret_and_the_pointer_are_told_what_a_field_means(self):
        self.ready()
        self.caret('"width"', 3)
        self.wait("document.querySelector('#hint b').textContent === 'width'")
        self.assertIn("Its width.", self.text("hint"))
        box = self.js("""const editor = document.getElementById('document').getBoundingClientRect();
            return [editor.left + 8 + 6 * 7.2, editor.top + 8 + 3 * 20 + 10]""")
        area = self.js("return document.getElementById('document').getBoundingClientRect()")
        ActionChains(self.page).move_to_element_with_offset(
            self.area, round(box[0] - area["x"] - area["width"] / 2), round(box[1] - area["y"] - area["height"] / 2)).perform()
        self.wait("!document.getElementById('tip').hidden")
        self.assertTrue(self.text("tip").startswith("type"), self.text("tip"))

    def test_nothing_is_proposed_where_nobody_asked(self):
        self.ready()
        self.caret("[100, 12")
        self.type("5")
        self.assertEqual(self.proposals(), [])
        self.wait("document.getElementById('problem').hidden")


class BoxesAndLines(Editing):
    def line(self):
        """The number of the line that is marked, from nought."""
        return self.js("const mark = document.querySelector('.pointer'); return mark === null ? null : (parseFloat(mark.style.top) - 8) / 20")

    def chosen(self):
        return self.js("return [...document.querySelectorAll('#viewport .chosen')].map((one) => one.querySelector('span').textContent)")

    def test_a_click_on_a_box_marks_its_line_and_brings_it_into_sight(self):
        self.open()
        lines = self.document().split("\n")
        first = next(number for number, line in enumerate(lines) if '"bodyHeight"' in line)
        self.js("document.getElementById('viewport').scrollTo({top: 6100, behavior: 'instant'})")
        self.wait("[...document.querySelectorAll('#viewport .el.cell')].some((one) => one.querySelector('span').textContent === '45')")
        self.js("[...document.querySelectorAll('#viewport .el.cell')].find((one) => one.querySelector('span').textContent === '45').click()")
        self.assertEqual(self.line(), first + 45)
        self.assertEqual(self.chosen(), ["45"])
        top, bottom, mark = self.js("""const box = document.getElementById('editor').getBoundingClientRect();
            return [box.top, box.bottom, document.querySelector('.pointer').getBoundingClientRect().top]""")
        self.assertTrue(top < mark < bottom - 20)

    def test_the_caret_in_an_items_line_marks_its_box_and_brings_it_into_sight(self):
        self.open()
        text = self.document()
        start = [at for at, one in enumerate(text) if one == "{"][-15]  # the fifteenth from the end: item 45
        self.js("""const area = document.getElementById('document'); area.focus(); area.setSelectionRange(arguments[0], arguments[0])""", start + 2)
        self.wait("document.querySelector('#viewport .chosen span')?.textContent === '45'")
        seen = self.js("""const view = document.getElementById('viewport').getBoundingClientRect(), box = document.querySelector('.chosen').getBoundingClientRect();
            return [view.top, box.top, box.bottom, view.bottom]""")
        self.assertEqual(seen, sorted(seen))
        # Elsewhere it stands in no item.
        self.js("document.getElementById('document').setSelectionRange(3, 3)")
        self.wait("document.querySelector('#viewport .chosen') === null")

    def test_items_that_are_only_counted_lead_to_their_number_and_headers_to_what_makes_them(self):
        self.open("preset=flow-grid")
        lines = self.document().split("\n")
        for selector, part in ((".el.cell", '"items": 9'), (".el.header", '"headerReferenceSize"')):
            self.click(f"#viewport {selector}")
            self.assertIn(part, lines[int(self.line())])
        self.open("preset=app-store")
        self.wait("document.querySelector('.shelf .el.cell') !== null")
        self.js("document.querySelector('.shelf .el.cell').click()")
        self.assertIn('"items": 6', self.document().split("\n")[int(self.line())])

    def test_a_value_that_was_hardly_meant_is_shown_at_its_place(self):
        self.open()
        styled = {"container": {"width": 300, "height": 300}, "layout": {"type": "list"}, "items": [{"body": "x"}],
                  "textStyles": {"a": {"fontFamily": "DejaVu Sans", "lineHeight": 1.5}}}
        self.write(json.dumps(styled, indent=2))
        self.wait("!document.getElementById('problem').hidden")
        self.assertEqual(self.js("return document.querySelector('#errors code').textContent"), "/textStyles/a/lineHeight")
        self.assertIn('{"multiple":1.5}', self.js("return document.getElementById('errors').textContent"))
        self.assertEqual(self.js("return document.getElementById('document').getAttribute('aria-invalid')"), "false")
        self.write(json.dumps({**styled, "textStyles": {"a": {"fontFamily": "DejaVu Sans", "lineHeight": {"multiple": 1.5}}}}, indent=2))
        self.wait("document.getElementById('problem').hidden")

    def test_another_document_has_no_marks(self):
        self.open()
        self.click("#viewport .el.cell")
        self.assertIsNotNone(self.line())
        self.choose("spans")
        self.wait("location.hash === '#preset=spans'")
        self.assertIsNone(self.line())
        self.assertEqual(self.chosen(), [])


if __name__ == "__main__":
    unittest.main()
