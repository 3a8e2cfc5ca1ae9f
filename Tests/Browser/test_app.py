"""The npm package in apps of one's own: packed, installed without a network, compiled, bundled by esbuild, and run."""
import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest

from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import BASE, browser  # noqa: E402
from living import ROOT, services  # noqa: E402
from bundles import brotlied, gzipped, preload_lines, sizes_of  # noqa: E402
from test_packages import REACT, Quiet  # noqa: E402

HAS_ESBUILD = shutil.which("esbuild") is not None
APP = """
import React from "react";
import { createRoot } from "react-dom/client";
import { TatamiClient } from "tatami-client";
import { useTatamiWall } from "tatami-client/react";

const client = new TatamiClient("SERVICE");
const documentFor = ({ width, height }) => ({ container: { width, height }, layout: { type: "list", rowHeight: 60 }, items: 1000 });

function App() {
  const wall = useTatamiWall({ client, document: documentFor });
  return <div {...wall.viewport} style={{ height: 400, overflow: "auto" }}>
    <div {...wall.content}>{wall.items.map((item) => <article key={item.key} {...item.props}>{item.index}</article>)}</div>
  </div>;
}
createRoot(document.getElementById("root")).render(<App />);
"""
PROGRAM = """
import { type LayoutDocument, TatamiClient } from "tatami-client";
import type { WaterfallLayout } from "tatami-client/document";
import { TatamiWallElement } from "tatami-client/element";
import "tatami-client/wall";
import type { TatamiEngine } from "tatami-client/engine";
import { LayoutView } from "tatami-client/view";
import { VirtualWall } from "tatami-client/virtual-wall";
import { renderWall } from "tatami-client/server-rendered-wall";
import { whenSettled } from "tatami-client/settling";
import { reorder } from "tatami-client/reorder";
export type Engine = TatamiEngine;
const layout: WaterfallLayout = { type: "waterfall" };
const document: LayoutDocument = { container: { width: 407, height: 400 }, layout, items: 3 };
const answer = await new TatamiClient("SERVICE").layout(document, { rect: "all" }), view = await LayoutView.load(answer.layout);
console.log(view.attributes({ rect: "all" })?.length, typeof TatamiWallElement, typeof VirtualWall, typeof renderWall, typeof whenSettled, typeof reorder);
"""


# A page of 100,000 captioned photos, rendered on a server by React and hydrated: by Recipes alone.
GALLERY = """
import { Texts } from "tatami-client/texts";
import { useTatamiWall } from "tatami-client/react";

export const photos = Array.from({ length: 100000 }, (_, n) => ({ id: `p${n}`, width: 300, height: 200 + 37 * n % 300, caption: `Photo ${n} of the hill behind the temple` }));
export const documentFor = ({ width, height }) => ({
  container: { width, height }, textStyles: { caption: { fontFamily: "DejaVu Sans", fontSize: 13, lineHeight: 18 } },
  layout: { type: "waterfall", columns: { minWidth: 180 }, spacing: 8, body: {} },
  items: photos.map(({ id, width, height, caption }) => ({ id, width, height, body: caption })),
});
export const texts = new Texts(documentFor({ width: 885, height: 700 }));

export function Gallery({ client, initialLayout }) {
  const wall = useTatamiWall({ client, document: documentFor, initialLayout, initialTexts: texts, scroller: "window" });
  return <main {...wall.viewport}><div {...wall.content}>
    {wall.items.map((item) => <article key={item.key} {...item.props}><div style={{ height: item.imageHeight, background: "silver" }} />
      {item.body && <div {...item.body.props}>{item.body.blocks.map(({ key, props, text }) => <p key={key} {...props}>{text}</p>)}</div>}</article>)}
  </div></main>;
}
"""
GALLERY_SERVER = """
import React from "react";
import { renderToString } from "react-dom/server";
import { TatamiClient } from "tatami-client";
import { documentFor, Gallery, texts } from "./gallery.jsx";

const client = new TatamiClient(process.argv[2]), { layout, attributes } = await client.layout(documentFor({ width: 885, height: 700 }), { rect: [0, 0, 885, 700] });
const initialLayout = { ...layout.summary, attributes };
console.log(`<!doctype html><meta charset="utf-8"><style>body { margin: 0; overflow-y: scroll } p { margin: 0 }</style>
  <style data-tatami-texts="${texts.scope}">${await texts.rules(client)}</style>
  <div id="root">${renderToString(<Gallery client={client} initialLayout={initialLayout} />)}</div>
  <script>window.initialLayout = ${JSON.stringify(initialLayout)}; window.errors = []; window.shifts = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shifts += value }).observe({ type: "layout-shift", buffered: true })</script>
  <script type="module" src="dist/app.js"></script>`);
"""
GALLERY_APP = """
import React from "react";
import { hydrateRoot } from "react-dom/client";
import { TatamiClient } from "tatami-client";
import { Gallery } from "./gallery.jsx";

hydrateRoot(document.getElementById("root"), <Gallery client={new TatamiClient("SERVICE")} initialLayout={window.initialLayout} />, { onRecoverableError: (error) => errors.push(String(error)) });
"""


def run(*command, **named):
    done = subprocess.run([str(one) for one in command], capture_output=True, text=True, timeout=300, **named)
    return done.returncode, done.stdout, done.stderr


class Package(unittest.TestCase):
    """The file that `make clients` makes, and projects that install it."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.tarball = cls.folder / "tatami-client.tgz"
        subprocess.run([ROOT / "Packaging/npm.sh", cls.tarball], check=True, capture_output=True, timeout=300)

    def project(self, name, manifest=None):
        """A folder that has the package installed, by npm if that is here."""
        project = self.folder / name
        project.mkdir()
        (project / "package.json").write_text(json.dumps(manifest or {"type": "module", "private": True}))
        if shutil.which("npm"):
            # As README has it; without a network.
            done = run("npm", "i", "--offline", "--no-audit", "--no-fund", self.tarball, cwd=project)
            self.assertEqual(done[0], 0, done)
        else:
            self.unpack(project / "node_modules/tatami-client")
        self.assertFalse((project / "node_modules/tatami-client").is_symlink())
        return project

    def unpack(self, folder):
        with tarfile.open(self.tarball) as packed:
            for one in packed.getmembers():
                self.assertTrue(one.name.startswith("package/"), one.name)
            packed.extractall(folder.parent / "unpacked", filter="data")
        shutil.move(folder.parent / "unpacked/package", folder)

    def bundle(self, project, source, *options):
        done = run("esbuild", source, "--bundle", "--format=esm", "--outfile=bundle.js", *options, cwd=project)
        self.assertEqual(done[0], 0, done)

    def test_the_tarball_has_the_compiled_files_and_their_licence(self):
        with tarfile.open(self.tarball) as packed:
            names = packed.getnames()
        self.assertTrue({"package/package.json", "package/LICENSE", "package/NOTICE", "package/README.md", "package/dist/wall/wall.js.map"} <= set(names), names)
        manifest = json.loads((ROOT / "Web/tatami-client/package.json").read_text())
        for name, one in manifest["exports"].items():
            for file in one.values():
                self.assertIn(f"package/{file[2:]}", names, name)
        # Older compilers find the same types.
        for name, (types,) in manifest["typesVersions"]["*"].items():
            self.assertEqual(manifest["exports"][f"./{name}"]["types"], types)

    def test_tar_packs_what_npm_packs(self):
        if not shutil.which("npm"):
            self.skipTest("npm is not installed")
        tools = self.folder / "tools"
        tools.mkdir()
        for tool in ("bash", "dirname", "realpath", "mkdir", "mktemp", "tsc", "node", "cp", "sed", "chmod", "tar", "gzip", "rm"):
            (tools / tool).symlink_to(shutil.which(tool))
        other = self.folder / "other.tgz"
        done = run(ROOT / "Packaging/npm.sh", other, env={**os.environ, "PATH": str(tools)})
        self.assertEqual(done[0], 0, done)
        contents = []
        for file in (self.tarball, other):
            with tarfile.open(file) as packed:
                contents.append({one.name: packed.extractfile(one).read() for one in packed.getmembers() if one.isfile()})
        self.assertEqual(*contents)

    def test_a_program_compiles_and_runs(self):
        project = self.project("program")
        (project / "program.ts").write_text(PROGRAM.replace("SERVICE", BASE))
        (project / "tsconfig.json").write_text(json.dumps({"extends": str(ROOT / "Web/tatami-client/tsconfig.strictest.json"), "compilerOptions": {
            "noEmit": False, "outDir": "out", "skipLibCheck": False}, "files": ["program.ts"]}))
        self.assertEqual(run("tsc", "-p", project)[1], "")
        _, said, errors = run("node", "out/program.js", cwd=project)
        self.assertEqual((said.split(), errors), (["3", "function", "function", "function", "function", "function"], ""))
        # And so does one that resolves modules in the older way.
        (project / "tsconfig.older.json").write_text(json.dumps({"extends": "./tsconfig.json", "compilerOptions": {
            "noEmit": True, "module": "esnext", "moduleResolution": "node"}, "files": ["program.ts"]}))
        self.assertEqual(run("tsc", "-p", project / "tsconfig.older.json")[1], "")
        # A framework of server components is told that the hook is for the browser.
        self.assertRegex(next((project / "node_modules/tatami-client/dist").rglob("react.js")).read_text(), r'\A(//.*\n)*"use client";\n')

    def show(self, project, page, script, *arguments, latency=0):
        """What a script returns on a page of a project."""
        window = self.window(project, page, latency)
        return WebDriverWait(window, 20, 0.05).until(lambda _: window.execute_script(script, *arguments), script)

    def window(self, project, page, latency=0):
        """A browser that shows a page of a project, beside a service."""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(project)))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{server.server_port}"
        service = services.tatami(os.environ["TATAMI"], TATAMI_CORS_ORIGINS=origin)
        self.addCleanup(service.__exit__)
        service.__enter__()
        window = browser(900, 700)
        self.addCleanup(window.quit)
        if latency > 0:
            window.execute_cdp_cmd("Network.enable", {})
            window.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1})
        for file in (*project.glob("*.js"), *project.glob("dist/*.js"), project / page):
            text = file.read_text()
            file.write_text(text.replace("SERVICE", service.url).replace("http://localhost:8080", service.url))
        window.get(f"{origin}/{page}")
        return window

    def size(self, project, names, compressed=gzipped):
        """What a page loads of some entries and what it may load later, as the page bundles them, in bytes."""
        # Beside a wall, a page takes only this of the client.
        taken = {"": "{ TatamiClient }"} if len(names) > 1 else {}
        (project / "entry.js").write_text("".join(f'export {taken.get(name, "*")} from "tatami-client{name}";\n' for name in names))
        return sizes_of(project, "entry.js", compressed)

    @unittest.skipUnless(HAS_ESBUILD, "esbuild is not installed")
    def test_entries_are_as_small_as_the_page_says(self):
        project = self.project("sizes")
        page = (ROOT / "Sources/LayoutService/LayoutService.docc/InThePage.md").read_text()
        rows = re.findall(r"^\| ((?:`tatami-client[a-z/-]*`(?: and )?)+) \|.*\| ([0-9.]+) \| ([0-9.]*) ?\|$", page, re.M)
        said = {tuple(name.removeprefix("tatami-client") for name in re.findall("`([^`]*)`", names)): sizes for names, *sizes in rows}
        manifest = json.loads((ROOT / "Web/tatami-client/package.json").read_text())
        # Types have no size, and old names have no row.
        self.assertEqual({names[0] for names in said if len(names) == 1},
                         {name[1:] for name in manifest["exports"]} - {"/document", "/virtual-wall", "/living-wall", "/visible-elements"})
        for names, sizes in said.items():
            measured = [size / 1000 for size in self.size(project, names)]
            print(" and ".join(f"tatami-client{name}" for name in names), *measured)
            for size, most in zip(measured, sizes):
                self.assertLessEqual(size, float(most or 0), names)
                # Rounded up, and by no more than a tenth of a kilobyte and what compressors differ by.
                self.assertGreaterEqual(size, float(most or 0) - 0.15, names)
        if shutil.which("brotli"):
            brotli = re.search(r"As brotli, `Wall` with the client has ([0-9.]+) kB, `<tatami-wall>` ([0-9.]+), and `<TatamiWall>` for React with the client ([0-9]+\.[0-9])", " ".join(page.split()))
            for most, names in zip(brotli.groups(), (("", "/dom"), ("/wall",), ("", "/react"))):
                size = self.size(project, names, brotlied)[0] / 1000
                self.assertTrue(float(most) - 0.15 <= size <= float(most), (names, size))
        self.assertLessEqual(float(said["", "/dom"][0]), 13)
        self.assertLessEqual(float(said["/wall",][0]), 17)
        self.assertLessEqual(float(said["", "/react"][0]), 15)
        self.assertIn(f"{said['', '/dom'][0]} kB", (ROOT / "README.md").read_text())

    @unittest.skipUnless(HAS_ESBUILD, "esbuild is not installed")
    def test_the_steps_of_the_page_lead_to_a_wall_with_captions(self):
        recipes = (ROOT / "Sources/LayoutService/LayoutService.docc/Recipes.md").read_text()
        steps = re.search(r"^## A wall in your own page$(.*?)^## ", recipes, re.M | re.S)[1]
        blocks = re.findall(r"^```(\w+)\n(.*?)^```$", steps, re.M | re.S)
        self.assertEqual([kind for kind, _ in blocks], ["sh", "sh", "html", "js", "sh", "sh"])
        self.assertEqual(blocks[0][1].splitlines()[0], "make clients")
        self.assertEqual(blocks[1][1].splitlines()[1], "npm i PATH/.build/tatami-client.tgz")
        # What `npm init -y` writes has no "type" with this npm.
        project = self.project("walk", {"name": "walk", "version": "1.0.0"})
        (project / "index.html").write_text(blocks[2][1])
        (project / "app.js").write_text(blocks[3][1])
        npx, *command = blocks[4][1].splitlines()[0].split()
        self.assertEqual([npx, run(*command, cwd=project)[0]], ["npx", 0])
        (project / "index.html").write_text(blocks[2][1].replace("<style>", f"{preload_lines(project)}<style>"))
        out = self.show(project, "index.html", """
            const cards = [...document.querySelectorAll("tatami-wall > [role=article]")].filter(node => node.getBoundingClientRect().top < innerHeight);
            const own = node => [...node.children].reduce((sum, one) => sum + one.offsetHeight, 0);
            if (cards.length < 5 || !cards.every(node => getComputedStyle(node).opacity === "1" && Math.abs(own(node) - node.offsetHeight) <= 1)) return null;
            return [new Set(cards.map(node => node.lastElementChild.offsetHeight)).size, cards[1].textContent.trim().slice(0, 8)]""")
        self.assertGreater(out[0], 2)
        self.assertEqual(out[1], "Photo 1.")

    @unittest.skipUnless(HAS_ESBUILD, "esbuild is not installed")
    def test_the_first_wall_needs_one_response_more_than_its_items(self):
        # With the page's lines, all modules come together, and the rules of the captions come while the items are laid out.
        project = self.project("trips")
        (project / "app.js").write_text('import "tatami-client/wall";')
        self.assertEqual(run("esbuild", "app.js", "--bundle", "--minify", "--splitting", "--format=esm", "--outdir=dist", cwd=project)[0], 0)
        document = {"textStyles": {"caption": {"fontFamily": "DejaVu Sans", "fontSize": 13, "lineHeight": 18}}, "container": {},
                    "layout": {"type": "waterfall", "columns": 3, "body": {}}, "items": [{"width": 3, "height": 2, "body": f"Photo {n}"} for n in range(2000)]}
        (project / "items.json").write_text(json.dumps(document))
        (project / "index.html").write_text(f"""<!doctype html>{preload_lines(project)}
            <tatami-wall src="SERVICE" document="items.json"><template><div data-body></div></template></tatami-wall>
            <script type="module" src="dist/app.js"></script>""")
        asked = self.show(project, "index.html", """
            if (document.querySelector("tatami-wall > [role=article] p") === null) return null;
            return performance.getEntriesByType("resource").map(one => [one.name, one.startTime, one.responseEnd])""", latency=400)
        begun = {name.split("/")[-1].split("?")[0] if "format=css" not in name else "css": (start, end) for name, start, end in asked}
        # What comes before the first response, before the second and so on; a view of all elements may follow.
        (items, ready), (layout, shown), (rules, styled) = begun["items.json"], begun["layouts"], begun["css"]
        before = [name for name, (start, _) in begun.items() if start < items]
        self.assertEqual({name for name in begun if name.endswith(".js") and begun[name][0] < shown}, {name for name in before if name.endswith(".js")}, asked)
        self.assertLess(max(begun[name][0] for name in before), min(begun[name][1] for name in before), asked)
        self.assertLess(layout, styled, asked)
        self.assertLess(rules, shown, asked)
        self.assertEqual([name for name, (start, _) in begun.items() if ready < start < min(layout, rules)], [], asked)

    @unittest.skipUnless(HAS_ESBUILD, "esbuild is not installed")
    @unittest.skipUnless((REACT / "react-dom/client.js").exists(), "node-react-dom is not installed")
    def test_a_gallery_of_100_000_captioned_photos_is_rendered_on_a_server_and_keeps_the_readers_place(self):
        project = self.project("gallery")
        for name in ("react", "react-dom", "scheduler"):
            shutil.copytree((REACT / name).resolve(), project / "node_modules" / name)
        for name, text in (("gallery.jsx", "import React from 'react';" + GALLERY), ("server.jsx", GALLERY_SERVER), ("app.jsx", GALLERY_APP)):
            (project / name).write_text(text)
        define = '--define:process.env.NODE_ENV="production"'
        for options in (("app.jsx", "--outdir=dist", "--splitting", "--minify"), ("server.jsx", "--outfile=server.mjs", "--platform=node", "--external:react", "--external:react-dom")):
            done = run("esbuild", "--bundle", "--format=esm", define, *options, cwd=project)
            self.assertEqual(done[0], 0, done)
        with services.tatami(os.environ["TATAMI"]) as service:
            code, html, said = run("node", "server.mjs", service.url, cwd=project)
        self.assertEqual((code, said), (0, ""))
        self.assertGreater(html.count("of the hill behind the temple</p>"), 8)
        (project / "index.html").write_text(html)
        window = self.window(project, "index.html")
        shown = "return window.innerHeight > 0 && document.documentElement.scrollHeight > 1e6 && [errors, shifts, document.querySelector('p').textContent]"
        self.assertEqual(WebDriverWait(window, 30, 0.1).until(lambda _: window.execute_script(shown)), [[], 0, "Photo 0 of the hill behind the temple"])
        top = """const first = [...document.querySelectorAll("article")].map(one => [one.getBoundingClientRect().top, one.textContent]).filter(([top]) => top >= 0).sort((a, b) => a[0] - b[0])[0];
            return first && [scrollY > 400000, first[1], Math.round(first[0]), history.state?.tatamiWalls !== undefined]"""
        window.execute_script("scrollTo(0, 500000)")
        before = WebDriverWait(window, 30, 0.1).until(lambda _: (found := window.execute_script(top)) and found[0] and found[3] and found)
        window.refresh()
        WebDriverWait(window, 30, 0.1).until(lambda _: window.execute_script(top) == before, before)

    @unittest.skipUnless(HAS_ESBUILD, "esbuild is not installed")
    @unittest.skipUnless((REACT / "react-dom/client.js").exists(), "node-react-dom is not installed")
    def test_esbuild_bundles_an_app_with_react(self):
        project = self.project("app")
        for name in ("react", "react-dom", "scheduler"):
            shutil.copytree((REACT / name).resolve(), project / "node_modules" / name)
        (project / "app.jsx").write_text(APP)
        self.bundle(project, "app.jsx", '--define:process.env.NODE_ENV="production"')
        (project / "index.html").write_text('<!doctype html><div id="root"></div><script type="module" src="bundle.js"></script>')
        items = self.show(project, "index.html", """const items = [...document.querySelectorAll("article[role=article]")];
            return items.length > 5 && [items.length, items[1].textContent, items[1].getBoundingClientRect().top - items[0].getBoundingClientRect().top]""")
        self.assertLess(items[0], 100)
        self.assertEqual(items[1:], ["1", 60])


if __name__ == "__main__":
    unittest.main()
