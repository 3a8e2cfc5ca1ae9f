"""A headless Chromium, and the playground in it."""
import os
import unittest

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

BASE = os.environ["TATAMI_URL"]
SCREENSHOTS = os.environ.get("SCREENSHOTS")


def browser(width=1440, height=900, waits_for_images=True, flags=()):
    options = webdriver.ChromeOptions()
    options.page_load_strategy = "normal" if waits_for_images else "eager"
    options.binary_location = "/usr/bin/chromium"
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--force-device-scale-factor=1", f"--window-size={width},{height}", *flags):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))


# Where walls put a node in their content, however large that is drawn: to a hundredth of a point, far down to a whole one,
# because browsers count rectangles in single precision.
PLACES = """const place_of = (node) => {
    const own = node.getBoundingClientRect(), all = node.parentNode.getBoundingClientRect(), zoom = all.width / node.parentNode.offsetWidth || 1;
    return [own.left - all.left, own.top - all.top].map((pixels) => Math.abs(pixels) < 10000 ? Math.round(100 * pixels / zoom) / 100 : Math.round(pixels / zoom)); };
"""


class Page(unittest.TestCase):
    """A browser that does to the playground what a person does."""

    @classmethod
    def setUpClass(cls):
        cls.page = browser()

    @classmethod
    def tearDownClass(cls):
        cls.page.quit()

    def open(self, fragment="preset=staggered-grid"):
        self.page.get("about:blank")
        self.page.get(f"{BASE}/#{fragment}")
        self.wait("document.querySelectorAll('#viewport .el').length > 0")

    def js(self, text, *arguments):
        return self.page.execute_script(PLACES + text, *arguments)

    def wait(self, condition, seconds=15):
        WebDriverWait(self.page, seconds, 0.05).until(lambda _: self.js(f"return {condition}"), condition)

    def shown(self):
        return self.js("""return [...document.querySelectorAll('#viewport .el.cell')].map(node => {
            return [node.querySelector(':scope > span').textContent, ...place_of(node), parseFloat(node.style.width)] })""")

    def write(self, text):
        self.js("""const editor = document.getElementById('document'); editor.value = arguments[0];
            editor.dispatchEvent(new Event('input', {bubbles: true}))""", text)

    def size(self, width, height):
        self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def text(self, name):
        return self.js("return document.getElementById(arguments[0]).textContent", name)

    def document(self):
        return self.js("return document.getElementById('document').value")

    def drag(self, value, event="input"):
        self.js("""const slider = document.getElementById('width'); slider.value = arguments[0];
            slider.dispatchEvent(new Event(arguments[1], {bubbles: true}))""", value, event)

    def choose(self, name):
        """Clicks a preset's picture in the gallery."""
        self.page.find_element(By.CSS_SELECTOR, f"#presets [value={name}]").click()

    @property
    def preset(self):
        """The preset that is chosen; None where the document is one's own."""
        return self.js("return document.querySelector('#presets :checked')?.value")

    def click(self, selector):
        self.page.find_element(By.CSS_SELECTOR, selector).click()

    def picture(self, name):
        if SCREENSHOTS:
            os.makedirs(SCREENSHOTS, exist_ok=True)
            self.page.save_screenshot(os.path.join(SCREENSHOTS, f"{name}.png"))
