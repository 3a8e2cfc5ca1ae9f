#!/usr/bin/env python3
"""Tries README's recipes and every file under Examples with the tool that it is for.

    make examples              (examples.py [--binary PROGRAM] [NAME …])

What cannot be tried here is skipped by name: a check says which tools it needs. On Debian:
nginx, systemd, prometheus, node-typescript, nodejs, librsvg2-bin, chromium, curl; PyYAML and
kubernetes-validate are on PyPI.
"""
import argparse
import contextlib
import http.server
import importlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import forgetting
import services

EXAMPLES = services.ROOT / "Examples"
OWN = services.ROOT / "Tests/Tools/Examples"
CHECKS = []


class Skipped(Exception):
    """A check that cannot be made here, and why."""


def check(name, *needs):
    """Names a check and the programs and Python modules (`python:yaml`) that it needs."""
    def register(function):
        CHECKS.append((name, needs, function))
        return function
    return register


def program(name):
    """A program's path, also where only root's path has it; None where it is not installed."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")


def is_here(need):
    if need.startswith("python:"):
        return importlib.util.find_spec(need.removeprefix("python:")) is not None
    return program(need) is not None


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def run(*command, **options):
    """A command's output; a failing one's is the fault."""
    done = subprocess.run(
        [str(one) for one in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        stdin=subprocess.DEVNULL, timeout=300, **options)
    expect(done.returncode == 0, f"{Path(str(command[0])).name}: {done.stdout.strip()[-2000:]}")
    return done.stdout


def yaml_of(name):
    return list(importlib.import_module("yaml").safe_load_all((EXAMPLES / name).read_text()))


class Bench:
    """What the checks share: the program, a service that runs, a folder of their own."""

    def __init__(self, binary, service, folder, page_port):
        self.binary, self.service, self.folder = binary, service, folder
        self.page_port = page_port  # of the origin whose pages may ask the service

    def settings(self):
        """The variables that the program knows."""
        return set(re.findall(r"^ {6}([A-Z_]+), default", run(self.binary, "serve", "--help"), re.M)
                   ) | {"PORT"}

    def subfolder(self, name):
        folder = self.folder / name
        folder.mkdir()
        return folder


# ---- Files that operators use ------------------------------------------------------------------


@check("json")
def check_json(_):
    files = sorted(EXAMPLES.rglob("*.json"))
    for file in files:
        try:
            json.loads(file.read_text())
        except ValueError as error:
            raise AssertionError(f"{file.name}: {error}") from None
    return f"{len(files)} files"


@check("systemd", "systemd-analyze")
def check_systemd(bench):
    """The unit, with the program that was built where it would be installed."""
    text = (EXAMPLES / "tatami.service").read_text()
    expect("ExecStart=/usr/local/bin/tatami serve\n" in text, "ExecStart is another")
    unit = bench.subfolder("systemd") / "tatami.service"
    unit.write_text(text.replace("/usr/local/bin/tatami", str(bench.binary)))
    said = run("systemd-analyze", "verify", unit)
    expect(said == "", said)
    known_variables(bench, re.findall(r"^Environment=(\w+)=|#\s+(\w+)=unix:", text, re.M))


@check("nginx", "nginx")
def check_nginx(bench):
    """nginx -t, with instances that have addresses here; `make proxy` runs it."""
    folder = bench.subfolder("nginx")
    text = (EXAMPLES / "nginx.conf").read_text().replace("/tmp/nginx", f"{folder}/nginx")
    for number in (1, 2):
        expect(f"server tatami-{number}:8080 " in text, f"tatami-{number} is not in it")
        text = text.replace(f"tatami-{number}:8080", f"127.0.0.1:{bench.service.port}")
    (folder / "nginx.conf").write_text(text)
    said = run(program("nginx"), "-t", "-p", folder, "-c", folder / "nginx.conf")
    expect("warn" not in said, said)


@check("kubernetes", "python:yaml", "python:kubernetes_validate")
def check_kubernetes(bench):
    """Each object against Kubernetes' own schemas, and what ties them to Tatami."""
    validate = importlib.import_module("kubernetes_validate")
    objects = yaml_of("kubernetes.yaml")
    for one in objects:
        for version in ("1.30", validate.latest_version()):
            validate.validate(one, version, strict=True)
    pod = next(one for one in objects if one["kind"] == "Deployment")["spec"]["template"]["spec"]
    container = pod["containers"][0]
    known_variables(bench, [(one["name"],) for one in container["env"]])
    ports = {one["name"]: one["containerPort"] for one in container["ports"]}
    bind = next(one["value"] for one in container["env"] if one["name"] == "TATAMI_METRICS_BIND")
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        path = container[probe]["httpGet"]["path"]
        expect(bind.endswith(f":{ports[container[probe]['httpGet']['port']]}"), f"{probe}: {bind}")
        expect(bench.service.call("GET", path)[0] == 200, f"{probe}: {path}")
    wait = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    shutdown = default_of(bench, "TATAMI_SHUTDOWN_TIMEOUT")
    expect(pod["terminationGracePeriodSeconds"] > wait + shutdown, "killed before it has drained")
    return ", ".join(one["kind"] for one in objects)


@check("compose", "python:yaml")
def check_compose(bench):
    """The services are nginx.conf's; where Docker's compose is installed, it reads the file."""
    found = yaml_of("compose.yaml")[0]["services"]
    upstreams = re.findall(r"server (tatami-\d):8080", (EXAMPLES / "nginx.conf").read_text())
    expect(sorted(found) == sorted(upstreams + ["proxy"]), f"{sorted(found)}")
    for one in found.values():
        known_variables(bench, [(name,) for name in one.get("environment", {})])
    grace = float(found["tatami-1"]["stop_grace_period"].removesuffix("s"))
    expect(grace > default_of(bench, "TATAMI_SHUTDOWN_TIMEOUT"), "killed before it has drained")
    if program("docker") and subprocess.run(
            ["docker", "compose", "version"], capture_output=True).returncode == 0:
        run("docker", "compose", "-f", EXAMPLES / "compose.yaml", "config", "--quiet")


@check("dockerfile")
def check_dockerfile(bench):
    """Its variables are Tatami's, and the port that it opens is the one that is listened on."""
    text = (services.ROOT / "Dockerfile").read_text()
    variables = dict(re.findall(r"^ENV (\w+)=(\S+)$", text, re.M))
    known_variables(bench, [(name,) for name in variables])
    expect(f"EXPOSE {variables['PORT']}\n" in text, "PORT is not the port that is exposed")
    port = services.free_port()
    environment = {"PORT": str(port), "LOG_LEVEL": "warning"}
    with services.Service("tatami", [str(bench.binary), "serve"], port, environment):
        run(bench.binary, "health", env={**os.environ, **environment})
    if program("hadolint"):
        run("hadolint", "--ignore", "DL3008", services.ROOT / "Dockerfile")


def known_variables(bench, groups):
    names = {name for group in groups for name in group if name}
    expect(names <= bench.settings(), f"no such setting: {sorted(names - bench.settings())}")


def default_of(bench, variable):
    text = run(bench.binary, "serve", "--help")
    return float(re.search(rf"{variable}, default (\S+)", text).group(1))


# ---- Metrics -----------------------------------------------------------------------------------


def expressions():
    dashboard = json.loads((EXAMPLES / "grafana-dashboard.json").read_text())
    found = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    rules = yaml_of("alerts.yaml")[0]
    return found + [rule["expr"] for group in rules["groups"] for rule in group["rules"]]


@check("metrics", "python:yaml")
def check_metrics(bench):
    """What dashboard and alerts name is in /metrics, with labels of those names and values."""
    text = bench.service.call("GET", "/metrics")[2].decode()
    families = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M))
    samples = re.findall(r"^([a-z_]+)(?:\{(.*)\})? ", text, re.M)
    named = 0
    for expression in expressions():
        for name, selector in re.findall(
                r"\b((?:tatami|process)_[a-z_]+)(?:\{([^}]*(?:\{[^}]*\}[^}]*)*)\})?", expression):
            named += 1
            family = name.removesuffix("_bucket") if name.endswith("_bucket") else name
            expect(family in families, f"no such metric: {name}")
            expect(family == name or families[family] == "histogram", f"no histogram: {family}")
            for label, value in re.findall(r'(\w+)="([^"]*)"', selector):
                expect(any(sample == name and f'{label}="{value}"' in labels
                           for sample, labels in samples), f"{name}: no {label}={value}")
    return f"{named} names, of {len(families)} families"


@check("dashboard")
def check_dashboard(_):
    """Panels have ids of their own, lie side by side, and take the data source that was chosen."""
    panels = json.loads((EXAMPLES / "grafana-dashboard.json").read_text())["panels"]
    expect(len({panel["id"] for panel in panels}) == len(panels), "two panels have one id")
    cells = [(x, y) for panel in panels for place in [panel["gridPos"]]
             for x in range(place["x"], place["x"] + place["w"])
             for y in range(place["y"], place["y"] + place["h"])]
    expect(len(set(cells)) == len(cells) and max(x for x, _ in cells) < 24, "panels overlap")
    for panel in panels:
        expect(panel["datasource"]["uid"] == "${datasource}", f"{panel['title']}: its data source")
    return f"{len(panels)} panels"


@check("alerts", "promtool")
def check_alerts(bench):
    """The rules, and what they fire on."""
    folder = bench.subfolder("alerts")
    for file in (EXAMPLES / "alerts.yaml", OWN / "alerts-test.yaml"):
        shutil.copy(file, folder)
    run("promtool", "check", "rules", folder / "alerts.yaml")
    run("promtool", "test", "rules", folder / "alerts-test.yaml")


# ---- Clients and recipes -----------------------------------------------------------------------


UIKIT = [OWN / "UIKit.swift", OWN / "UICollectionView.swift"]


@check("swift", "swiftc")
def check_swift(bench):
    """The client compiles without a warning; its UIKit part with a stand-in, and does its work."""
    folder = bench.subfolder("swift")
    client = [EXAMPLES / f"swift/Tatami{name}.swift" for name in ("Client", "Layout", "Update")]
    strict = ["-swift-version", "6", "-warnings-as-errors"]
    run("swiftc", *strict, "-typecheck", *client)
    run("swiftc", *strict, "-parse-as-library", "-emit-library", "-static", "-emit-module",
        "-module-name", "UIKit", "-o", "libUIKit.a", *UIKIT, cwd=folder)
    client.append(EXAMPLES / "swift/TatamiCollectionViewLayout.swift")
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
    module = ["-parse-as-library", "-emit-library", "-static", "-emit-module"]
    sources = sorted((services.ROOT / "Sources/LayoutEngine").rglob("*.swift"))
    run("swiftc", "-swift-version", "6", *module, "-package-name", "tatami", "-wmo",
        "-module-name", "LayoutEngine", "-o", "libLayoutEngine.a", *sources, cwd=folder)
    run("swiftc", *strict, *module, "-module-name", "UIKit", "-o", "libUIKit.a", *UIKIT, cwd=folder)
    shutil.copy(OWN / "engine.swift", folder / "main.swift")
    run("swiftc", *strict, "-I", ".", "-L", ".", "-lUIKit", "-lLayoutEngine", "-o", "try",
        EXAMPLES / "swift/EngineCollectionViewLayout.swift", "main.swift", cwd=folder)
    run(folder / "try")


@check("python")
def check_python(bench):
    """The client against the service, and what it makes of strange answers."""
    sys.path.insert(0, str(EXAMPLES / "python"))
    sys.dont_write_bytecode = True
    client = importlib.import_module("tatami")
    layout = client.TatamiClient(bench.service.url).layout({
        "container": {"width": 100, "height": 100}, "layout": {"type": "list"}, "items": 3})
    expect(len(layout.attributes(rect="all")["attributes"]) == 3, "three rows")
    pauses = [client.pause(text) for text in (None, "", "-1", "inf", "nan", "1e300", "0", "7")]
    expect(pauses == [1, 1, 1, 1, 1, 60, 0, 7], f"Retry-After: {pauses}")


@check("recipes", "tsc", "node", "curl", "sha256sum", "rsvg-convert")
def check_recipes(bench):
    """README's commands, one after the other; JSON below one is what its last line prints."""
    text = (services.ROOT / "README.md").read_text()
    section = re.search(r"^## Recipes$(.*?)^## ", text, re.M | re.S).group(1)
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.M | re.S)
    folder = bench.folder / "recipes"
    said = ""
    environment = {**os.environ, "TATAMI_URL": bench.service.url, "PYTHONDONTWRITEBYTECODE": "1"}
    for language, block in blocks:
        if language == "sh":
            block = block.replace("/tmp/tatami", str(folder))
            block = block.replace("localhost:8080", f"127.0.0.1:{bench.service.port}")
            block = re.sub(r"(pages\.py \S+)", rf"\1 {bench.service.url}", block)
            said = run("sh", "-euc", block, cwd=services.ROOT, env=environment)
        elif language == "json":
            expect(json.loads(said.splitlines()[-1]) == json.loads(block), f"printed {said}")
    html = (folder / "feed.html").read_text()
    expect(html.count("<li ") == 40 and html.count("@media") == 3, "the wall has other photos")
    expect((folder / "wall.pdf").read_bytes().startswith(b"%PDF"), "wall.pdf is none")
    expect((folder / "mail.png").read_bytes().startswith(b"\x89PNG"), "mail.png is none")
    return f"{sum(language == 'sh' for language, _ in blocks)} commands"


@check("living layouts", "curl")
def check_living(bench):
    """README's updates: what each of them is for."""
    text = (services.ROOT / "README.md").read_text()
    section = re.search(r"^## Living layouts$(.*?)^## ", text, re.M | re.S).group(1)
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
    run("tsc", "-p", EXAMPLES / "typescript", "--outDir", folder)
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
                counts.append(said.count("position: absolute"))
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
