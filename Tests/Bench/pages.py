#!/usr/bin/env python3
"""Measures pages in a headless Chromium: the layout shift of cards with late photos, and the time until the first screen is shown.

    Tests/Browser/run.sh .build/release/tatami --bench

The pages of a kind show the same photos. A row of JSON a page: the median of its loads, and each of them.
"""
import functools
import http.server
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Browser"))
from bundles import preload_lines  # noqa: E402
from chromium import browser  # noqa: E402
from living import CLIENTS, services  # noqa: E402
from test_server_rendering import png  # noqa: E402

LOADS = 5
# Photos and scripts arrive this long after they are requested, in seconds, like from a near server on a mobile network.
DELAY = 0.15
WORDS = "Sunset over Kyoto from the hill behind the temple where the old path ends".split()
CARDS = [{"src": f"photo-{n}.png", "width": 300, "height": 200 + 37 * n % 300,
          "caption": " ".join(WORDS[k % len(WORDS)] for k in range(n, n + 3 + n * 7 % 18))} for n in range(60)]
FONT = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"
STYLE = {"fontFamily": "Inter", "fontSize": 13, "lineHeight": 18}

HEAD = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="preload" as="font" crossorigin href="Inter-Regular.otf"><script>
  let score = 0;
  new PerformanceObserver(list => list.getEntries().forEach(one => score += one.value)).observe({ type: "layout-shift", buffered: true });
</script><style>
  @font-face { font-family: Inter; src: url(Inter-Regular.otf) }
  body { margin: 0 } ul { margin: 0; padding: 0; list-style: none } p { margin: 0; font: 13px/18px Inter }
  img { display: block; width: 100%; height: auto }
"""


def cards(image, first=0, step=1):
    return "".join(f'<li><img src="{one["src"]}" alt=""{image(one)}><div class="tatami-body"><p class="tatami-text-caption">'
                   f'{one["caption"]}</p></div></li>' for one in CARDS[first::step])


def sized(one):
    return f' width="{one["width"]}" height="{one["height"]}"'


# A page that knows nothing of its photos: the cards are dealt out to three columns, which grow as the photos come.
UNSIZED = HEAD + "body { display: flex; gap: 8px } ul { flex: 1 } li { margin-bottom: 8px }</style>" + "".join(
    f"<ul>{cards(lambda _: '', column, 3)}</ul>" for column in range(3))
# A page whose script measures the cards and puts each one into the shortest column, once the script is there.
MEASURED = HEAD + "ul { position: relative } li { width: calc((100% - 16px) / 3) }</style><ul>" + cards(
    sized) + """</ul><script type="module" src="masonry.js"></script>"""
MASONRY = """
const list = document.querySelector("ul"), cells = [...list.children], spacing = 8, columns = 3;
const width = (list.clientWidth - spacing * (columns - 1)) / columns, ends = new Array(columns).fill(0);
const heights = cells.map(cell => cell.offsetHeight);
cells.forEach((cell, index) => {
  const column = ends.indexOf(Math.min(...ends));
  cell.style.cssText = `position:absolute; width:${width}px; left:${column * (width + spacing)}px; top:${ends[column]}px`;
  ends[column] += heights[index] + spacing;
});
list.style.height = `${Math.max(...ends) - spacing}px`;
"""
# A page that a server rendered with the frames of `format=css`.
RENDERED = HEAD + "SHEET</style><ul class=wall>" + cards(sized) + "</ul>"

# 100,000 boxes in place of photos; each load has other heights, so that no layout is cached. `shown` is when the first screen is drawn.
GALLERY = """<!doctype html><meta charset="utf-8"><style>body { margin: 0; font: 12px Inter } #wall { height: 100vh; overflow: hidden scroll }
</style><div id="wall"></div><script type="module">
  const first = Math.round(performance.timeOrigin) % 300, items = Array.from({ length: 100000 }, (_, n) => [300, 200 + (37 * n + first) % 300]), wall = document.querySelector("#wall");
  const draw = (node, index) => { node.textContent = index; node.style.background = `hsl(${index * 37 % 360} 60% 80%)` };
  PLACE
  await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame);
  while (document.elementFromPoint(200, 300) === wall) await new Promise(requestAnimationFrame);
  window.shown = performance.now();
</script>"""
TATAMI_WALL = """
  const [{ TatamiClient }, { Wall }] = await Promise.all([import("./client/tatami-client.js"), import("./wall/wall.js")]);
  const layout = await new TatamiClient("SERVICE").layout({ container: { width: wall.clientWidth, height: wall.clientHeight },
    layout: { type: "waterfall", columns: { minWidth: 160 }, spacing: 8 }, items });
  await new Wall(wall, (node, { indexPath }) => draw(node, indexPath[1])).show(layout);
"""
ELEMENTS = """
  const columns = Math.floor((wall.clientWidth + 8) / 168), width = (wall.clientWidth - 8 * (columns - 1)) / columns;
  const nodes = items.map(([w, h], index) => { const node = document.createElement("div"); draw(node, index);
    node.style.height = `${width * h / w}px`; return node });
"""
CSS_GRID = ELEMENTS + """
  const grid = document.createElement("div");
  grid.style.cssText = `display:grid; grid-template-columns:repeat(${columns}, 1fr); gap:8px; align-items:start`;
  grid.append(...nodes); wall.append(grid);
"""
MASONRY_SCRIPT = ELEMENTS + """
  const list = document.createElement("div"), ends = new Array(columns).fill(0);
  list.style.position = "relative";
  for (const node of nodes) { node.style.position = "absolute"; node.style.width = `${width}px` }
  list.append(...nodes); wall.append(list);
  const heights = nodes.map(node => node.offsetHeight);
  nodes.forEach((node, index) => {
    const column = ends.indexOf(Math.min(...ends));
    node.style.left = `${column * (width + 8)}px`; node.style.top = `${ends[column]}px`;
    ends[column] += heights[index] + 8;
  });
  list.style.height = `${Math.max(...ends)}px`;
"""


# The first wall of 2,000 captioned cards on a page whose script loads their document, and a grid of the same cards.
LATENCY = 40
FIRST_DOCUMENT = {"container": {}, "textStyles": {"caption": {**STYLE, "fontFamily": "DejaVu Sans"}},
                  "layout": {"type": "waterfall", "columns": {"minWidth": 160}, "spacing": 8, "body": {}},
                  "items": [{"width": 300, "height": 200 + 37 * n % 300, "body": " ".join(WORDS[k % len(WORDS)] for k in range(n, n + 3 + n * 7 % 18))} for n in range(2000)]}
FIRST = """<!doctype html><meta charset="utf-8"><style>body, p { margin: 0 } #wall { height: 100vh; overflow: hidden auto }</style>
<script>(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  while (document.querySelector("#wall p") === null) await frame();
  await frame();
  window.shown = performance.now();
})()</script>"""
FIRST_GRID = FIRST + """<div id="wall"></div><script type="module" src="grid.js"></script>"""
FIRST_GRID_SCRIPT = """
const { items } = await (await fetch("first.json")).json(), grid = document.createElement("div");
grid.style.cssText = "display:grid; grid-template-columns:repeat(auto-fill, minmax(160px, 1fr)); gap:8px; align-items:start";
grid.append(...items.map(({ width, height, body }) => {
  const card = document.createElement("div"), photo = card.appendChild(document.createElement("div")), text = card.appendChild(document.createElement("p"));
  photo.style.aspectRatio = width / height;
  text.textContent = body;
  return card;
}));
document.getElementById("wall").append(grid);
"""
FIRST_WALL = FIRST + """<tatami-wall id="wall" src="SERVICE" document="first.json"><template><div data-body></div></template></tatami-wall>
<script type="module" src="dist/app.js"></script>"""


class Site(http.server.SimpleHTTPRequestHandler):
    """The pages, their photos, and the compiled clients."""
    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments, pages, **named):
        self.pages = pages
        super().__init__(*arguments, **named)

    def do_GET(self):  # noqa: N802
        name = self.path.split("?")[0].lstrip("/")
        if name.startswith("photo-"):
            time.sleep(DELAY)
            one = CARDS[int(name[6:-4])]
            return self.respond("image/png", png(one["width"], one["height"], (90, 140, 200)))
        if name == "Inter-Regular.otf":
            return self.respond("font/otf", Path(FONT).read_bytes())
        if name == "masonry.js":
            time.sleep(DELAY)
            return self.respond("text/javascript", MASONRY.encode())
        if name in self.pages:
            kinds = {"js": "text/javascript", "json": "application/json"}
            return self.respond(kinds.get(name.rpartition(".")[2], "text/html"), self.pages[name].encode())
        return super().do_GET()

    def respond(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def bundled(folder, pages):
    """Bundles the element as Recipes has it, adds the files to the pages, and returns the lines that preload them."""
    (folder / "app.js").write_text(f'import "{CLIENTS}/wall/tatami-wall.js";')
    subprocess.run(["esbuild", "app.js", "--bundle", "--minify", "--splitting", "--format=esm", "--outdir=dist", "--log-level=error"],
                   cwd=folder, check=True)
    pages.update({f"dist/{one.name}": one.read_text() for one in folder.glob("dist/*.js")})
    return preload_lines(folder)


def sheet(service):
    document = {"container": {"width": 1280, "height": 844}, "textStyles": {"caption": STYLE},
                "layout": {"type": "waterfall", "columns": 3, "spacing": 8, "body": {"style": "caption"}},
                "items": [{"width": one["width"], "height": one["height"], "body": one["caption"]} for one in CARDS]}
    status, _, body = service.call("POST", "/v1/layouts?rect=all&format=css&selector=.wall&widths=390,768,1280,1440", json.dumps(document))
    if status not in (200, 201):
        sys.exit(f"the sheet: status {status}")
    return body.decode()


def run(page, script, seconds=180):
    page.set_script_timeout(seconds)
    return page.execute_async_script(f"const done = arguments[0]; (async () => {{ {script} }})().then(done)")


def shift(page, address):
    """The sum of the layout shifts while a page loads and is scrolled through, as its photos come."""
    page.get("about:blank")
    page.get(address)
    return run(page, """
        const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
        await document.fonts.ready;
        while (![...document.images].every(one => one.complete)) await pause(20);
        for (let at = 0; at < document.documentElement.scrollHeight; at += 400) { scrollTo(0, at); await pause(30) }
        await pause(300);
        return Math.round(score * 10000) / 10000;""")


def first(page, address):
    """The time from the navigation until the first wall is drawn, in seconds, if each response takes longer and none is cached."""
    page.execute_cdp_cmd("Network.enable", {})
    page.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    page.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1})
    return seconds(page, address)


def seconds(page, address):
    """The time from the navigation until the first screen is drawn, in seconds."""
    page.get("about:blank")
    page.get(address)
    return run(page, """while (window.shown === undefined) await new Promise(resolve => setTimeout(resolve, 10));
        return Math.round(shown) / 1000""")


def main():
    pages = {"unsized.html": UNSIZED, "measured.html": MEASURED, "first.json": json.dumps(FIRST_DOCUMENT),
             "first-grid.html": FIRST_GRID, "grid.js": FIRST_GRID_SCRIPT}
    folder = Path(tempfile.mkdtemp())
    lines = bundled(folder, pages)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Site, directory=CLIENTS, pages=pages))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    with services.tatami(os.environ["TATAMI"], TATAMI_CORS_ORIGINS=origin) as service:
        pages["rendered.html"] = RENDERED.replace("SHEET", sheet(service))
        for name, place in (("wall", TATAMI_WALL), ("grid", CSS_GRID), ("masonry", MASONRY_SCRIPT)):
            pages[f"{name}.html"] = GALLERY.replace("PLACE", place).replace("SERVICE", service.url)
        pages["first-wall.html"] = FIRST_WALL.replace("SERVICE", service.url)
        pages["first-wall-lines.html"] = pages["first-wall.html"].replace("<style>", f"{lines}<style>")
        page = browser(1280, 900)
        try:
            for name, case, measure, loads in (
                    ("unsized.html", "shift: three columns, photos without sizes", shift, LOADS),
                    ("measured.html", "shift: sizes known, a masonry script measures captions", shift, LOADS),
                    ("rendered.html", "shift: rendered with format=css", shift, LOADS),
                    ("wall.html", "100,000 photos: Wall", seconds, LOADS),
                    ("grid.html", "100,000 photos: CSS grid", seconds, 3),
                    ("masonry.html", "100,000 photos: masonry script", seconds, 3),
                    ("first-grid.html", "first wall: CSS grid", first, 7),
                    ("first-wall.html", "first wall: <tatami-wall>", first, 7),
                    ("first-wall-lines.html", "first wall: <tatami-wall>, modules preloaded", first, 7)):
                found = [measure(page, f"{origin}/{name}") for _ in range(loads)]
                print(json.dumps({"case": case, "median": statistics.median(found), "loads": found}), flush=True)
        finally:
            page.quit()
            server.shutdown()
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
