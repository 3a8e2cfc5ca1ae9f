"""Pages of one's own that show walls, beside a service that they may ask."""
import functools
import http.server
import json
import os
import pathlib
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import browser  # noqa: E402
from living import CLIENTS, services  # noqa: E402


class Pages(http.server.SimpleHTTPRequestHandler):
    """The compiled clients, and pages by their names."""

    def __init__(self, *arguments, pages, **named):
        self.pages = pages
        super().__init__(*arguments, **named)

    def do_GET(self):  # noqa: N802
        if self.path == "/never":
            # Longer than any test looks, and then nothing.
            time.sleep(20)
            return None
        page = self.pages.get(self.path.split("?")[0].lstrip("/"))
        if page is None:
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_):
        pass


class WallPage(unittest.TestCase):
    """Tests on pages in `pages`, a dictionary of texts; SERVICE in them is the service's address."""
    pages = {}
    size = (1440, 900)
    # Chromium's own arguments.
    flags = ()

    @classmethod
    def setUpClass(cls):
        pages = {}
        handler = functools.partial(Pages, directory=CLIENTS, pages=pages)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.origin = f"http://127.0.0.1:{server.server_port}"
        cls.service = services.tatami(os.environ["TATAMI"], TATAMI_CORS_ORIGINS=cls.origin)
        cls.service.__enter__()
        cls.addClassCleanup(cls.service.__exit__)
        pages.update({name: text.replace("SERVICE", cls.service.url) for name, text in cls.pages.items()})
        cls.page = browser(*cls.size, flags=cls.flags)
        cls.addClassCleanup(cls.page.quit)
        cls.page.execute_cdp_cmd("Network.enable", {})

    def setUp(self):
        self.network()

    def network(self, latency=0, offline=False):
        """Milliseconds that each response takes longer."""
        self.page.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": offline, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1})

    def open(self, name):
        self.page.get("about:blank")
        self.page.get(f"{self.origin}/{name}")
        self.run_script("while (!window.ready) await new Promise(resolve => setTimeout(resolve, 5));")

    def run_script(self, text, *arguments, seconds=60):
        """What an asynchronous function's body returns."""
        self.page.set_script_timeout(seconds)
        out = self.page.execute_async_script(f"""
            const done = arguments[arguments.length - 1], args = {json.dumps(arguments)};
            (async () => {{ {text} }})().then(done, error => done({{ error: `${{error.stack ?? error}}` }}));""")
        if isinstance(out, dict) and "error" in out:
            self.fail(out["error"])
        return out
