"""README's table: Tatami beside what people use today, on the same lists.

    make bench ARGS="--table FOLDER"    (a folder with the node_modules that peers.mjs names)

Libraries get their lists as objects in memory, services as text. Of each time the least of some runs
counts, so that what else the machine does falls on nobody; read ratios, not absolutes.
"""
import json
import shutil
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import loopback

HERE = Path(__file__).resolve().parent
services = loopback.services
COUNTS = (1_000, 10_000, 100_000, 1_000_000)
USUAL = 100_000
HEAD = ["", "first layout of 1,000 items (ms)", "of 10,000 (ms)", "of 100,000 (ms)", "of 1,000,000 (ms)",
        "query one screen (µs)", "append 50 items (µs)", "bytes per item"]


def engine(build, kind, update):
    """The engine's row, of tatami-bench's."""
    def measured(case):
        output = subprocess.run(
            [build / "tatami-bench", "--json", case], stdout=subprocess.PIPE, text=True, check=True)
        rows = [json.loads(line) for line in output.stdout.splitlines()]
        return {row["items"]: row for row in rows if row["case"] == case}

    layouts = measured(f"layout {kind}")
    return {
        "layout": {count: row["milliseconds"] * 1000 for count, row in layouts.items()},
        "query": measured(f"query {kind}")[USUAL]["microseconds"],
        "append": measured(f"update {update}")[USUAL]["microseconds"],
        "bytes": layouts[USUAL]["bytesPerItem"]}


def least(work, runs):
    """The least time of some runs, in microseconds."""
    times = []
    for run in range(runs):
        started = time.perf_counter()
        work(run)
        times.append(time.perf_counter() - started)
    return min(times) * 1e6


def over_http(service, post, query, append):
    """A service's row.

    - post: where documents go.
    - query: the path of a rectangle, of a post's answer and the rectangle.
    - append: the path and the body of 50 more, of a post's answer, its document and a number.
    """
    connection = HTTPConnection("127.0.0.1", service.port, timeout=120)

    def ask(method, path, body=None):
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        response = connection.getresponse()
        answer = response.read()
        if response.status not in (200, 201):
            raise RuntimeError(f"{service.name} {path}: {answer[:200]}")
        return answer

    row = {"layout": {}}
    for count in COUNTS:
        text = loopback.wall(count, seed=count, mark=True, pairs=0)
        # Made beforehand: no other document has such a last item.
        documents = [text.replace("@", str(1000 + run)).encode() for run in range(7)]
        # Opened anew by the next request: that took Node longer than it waits.
        connection.close()
        before = service.resident_bytes()
        answers = []
        row["layout"][count] = least(
            lambda run, documents=documents: answers.append(ask("POST", post, documents[run])), 7)
        if count != USUAL:
            continue
        row["bytes"] = (service.resident_bytes() - before) / count / len(documents)
        document, answer = documents[-1], json.loads(answers[-1])
        height = answer["contentSize"]["height"]
        ask("GET", query(answer, f"0,{height / 2},390,844"))
        row["query"] = least(
            lambda run: ask("GET", query(answer, f"0,{height / 301 * run},390,844")), 300)
        more = [append(answer, document, run) for run in range(21)]
        row["append"] = least(lambda run: ask("POST", *more[run]), 21)
    return row


def fifty(run):
    return ",".join(str(90 + (run * 50 + item) % 97) for item in range(50))


def tatami_over_http(binary):
    screen = f"rect={loopback.RECT}"

    def append(answer, _, run):
        return (f"/v1/layouts/{answer['id']}/updates?{screen}",
                f'{{"append":[{{"items":[{fifty(run)}]}}]}}')

    with services.tatami(binary, TATAMI_CACHE_BYTES="2GiB") as service:
        return over_http(
            service, f"/v1/layouts?{screen}",
            lambda answer, rect: f"/v1/layouts/{answer['id']}/attributes?rect={rect}", append)


def node_over_http():
    """The plain service in Node: its append is the whole list again."""
    def append(_, document, run):
        return f"/?rect={loopback.RECT}", document[:-2] + f",{fifty(run)}]}}".encode()

    service = services.node(keeps=True)
    if not service:
        return None
    with service:
        return over_http(
            service, f"/?rect={loopback.RECT}",
            lambda answer, rect: f"/{answer['id']}?rect={rect}", append)


def peers(folder):
    """The libraries' rows by name; those that are missing are named and left out."""
    if not shutil.which("node"):
        print("skipped: the libraries (no node)", file=sys.stderr, flush=True)
        return {}
    output = subprocess.run(
        ["node", "--expose-gc", "--max-old-space-size=8000", HERE / "peers.mjs", folder, "table"],
        stdout=subprocess.PIPE, text=True, check=True)
    return {row["peer"]: row for row in map(json.loads, output.stdout.splitlines())}


def short(value):
    """Two digits that count."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def line(name, row):
    layout = {int(count): value for count, value in row["layout"].items()}
    cells = [short(layout[count] / 1000 if count in layout else None) for count in COUNTS]
    cells += [short(row.get(key)) for key in ("query", "append", "bytes")]
    return f"| {name} | " + " | ".join(cells) + " |"


def markdown(build, folder):
    """The table's lines, as they are measured."""
    yield "| " + " | ".join(HEAD) + " |"
    yield "|---|" + "--:|" * (len(HEAD) - 1)
    others = peers(folder)
    yield line("**Tatami**, 3 columns", engine(build, "waterfall 3 columns, halves", "append 50"))
    for name in ("TanStack, 3 lanes", "flash-list masonry", "masonic"):
        if name in others:
            yield line(name, others[name])
    yield line("**Tatami**, justified", engine(build, "justified", "append 50 to a justified wall"))
    if "justified-layout" in others:
        yield line("justified-layout", others["justified-layout"])
    yield line("**Tatami** by HTTP", tatami_over_http(build / "tatami"))
    row = node_over_http()
    if row:
        yield line("a Node service", row)
