"""The cases over loopback: Tatami beside nginx and a plain Node service, driven by wrk.

Servers take turns within each round and the median round counts, so that a machine's slow minutes
fall on all alike. The client shares the cores with the server: read ratios, not absolutes.
"""
import contextlib
import itertools
import json
import multiprocessing
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tools"))
import services  # noqa: E402
RECT = "0,2000,390,844"
rounds, seconds = 5, 3


def wall(count, seed=1, mark=False, pairs=0.5, ids=False):
    """A waterfall document of heights and a share of pairs; `@` for its last height with `mark`.

    With `ids` all are objects with an id and the photo's size, as feeds have them.
    """
    source = random.Random(seed)
    items = []
    for _ in range(count):
        if ids:
            items.append(
                f'{{"id":"{source.randrange(10**11, 10**12)}",'
                f'"width":{source.randrange(200, 2000)},"height":{source.randrange(200, 2000)}}}')
        elif source.random() >= pairs:
            items.append(str(source.randrange(240, 720) / 2).removesuffix(".0"))
        else:
            items.append(f"[{source.randrange(200, 2000)},{source.randrange(200, 2000)}]")
    if mark:
        items[-1] = "@"
    return (
        '{"container":{"width":390,"height":844},"layout":{"type":"waterfall","columns":3},'
        f'"items":[{",".join(items)}]}}')


def load(service, path, *arguments, connections=16):
    """One run of wrk: its report, with the server's CPU microseconds a request."""
    before = service.cpu_seconds()
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s",
         str(HERE / "load.lua"), service.url + path, "--", *map(str, arguments)],
        capture_output=True, text=True, check=True).stdout
    report = json.loads(output.strip().splitlines()[-1])
    if report["failed"] or not report["requests"]:
        raise RuntimeError(f"{service.name} {path}: {output}")
    used = service.cpu_seconds() - before
    report["perSecond"] = report["requests"] / report["microseconds"] * 1e6
    report["cpuMicroseconds"] = used / report["requests"] * 1e6
    return report


def compare(name, runs):
    """Runs [(service, callable)] in turn; a row with medians and ratios to the others."""
    reports = {service.name: [] for service, _ in runs}
    for number in range(rounds):
        for service, run in runs[number % len(runs):] + runs[:number % len(runs)]:
            reports[service.name].append(run())
    row = {"case": name}
    for service, results in reports.items():
        row[service] = {
            key: round(statistics.median(result[key] for result in results), 2)
            for key in ("perSecond", "cpuMicroseconds", "p50", "p99")}
    for other in reports:
        if other != "tatami":
            row[f"perSecond/{other}"] = round(
                row["tatami"]["perSecond"] / row[other]["perSecond"], 3)
            row[f"cpu/{other}"] = round(
                row["tatami"]["cpuMicroseconds"] / max(row[other]["cpuMicroseconds"], 0.01), 3)
    return row


def cached_rect(tatami, stack):
    """GET by rect on a cached layout, beside nginx returning the same bytes."""
    for name, pairs in (("photos", 1), ("heights", 0)):
        path = tatami.call(
            "POST", f"/v1/layouts?rect={RECT}", wall(1000, pairs=pairs))[1]["Content-Location"]
        body = tatami.call("GET", path)[2]
        found = len(json.loads(body)["attributes"])
        print(f"  ({name}: an answer of {len(body)} bytes, {found} cells)", flush=True)
        runs = [(tatami, lambda path=path: load(tatami, path, "get"))]
        peer = services.nginx(body.decode())
        if peer:
            stack.enter_context(peer)
            runs.append((peer, lambda peer=peer: load(peer, "/", "get")))
        yield compare(f"GET by rect, cached, {name}", runs)

    base = path.partition("?")[0]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as paths:
        for step in range(64):
            paths.write(f"{base}?rect=0,{step * 211},390,844\n")
        paths.flush()
        yield compare(
            "GET by rect, 64 rects in turn",
            [(tatami, lambda: load(tatami, base, "paths", paths.name))])
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as paths:
        # More than there are places for ready answers: each is found and written anew.
        for step in range(8192):
            paths.write(f"{base}?rect=0,{2000 + step / 8192},390,844\n")
        paths.flush()
        yield compare(
            "GET by rect, each another",
            [(tatami, lambda: load(tatami, base, "paths", paths.name))])

    with tempfile.NamedTemporaryFile("w", suffix=".json") as same:
        same.write(wall(10_000, seed=2))
        same.flush()
        where = f"/v1/layouts?rect={RECT}"
        runs = [(tatami, lambda: load(tatami, where, "post", same.name, connections=4))]
        if peer:
            runs.append((peer, lambda: load(peer, "/", "post", same.name, connections=4)))
        yield compare("POST of 10,000 items again", runs)


def logged_rect(binary):
    """GET by rect on a cached layout, each with its line in a file, beside nginx doing the same."""

    def run(service, path, log):
        report = load(service, path, "get")
        os.truncate(log, 0)  # both append
        return report

    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tatami-bench-"))
        logs = [f"{folder}/tatami.log", f"{folder}/nginx.log"]
        tatami = stack.enter_context(services.tatami(binary, log=logs[0], TATAMI_LOG_LEVEL="info"))
        path = tatami.call("POST", f"/v1/layouts?rect={RECT}", wall(1000))[1]["Content-Location"]
        runs = [(tatami, lambda: run(tatami, path, logs[0]))]
        peer = services.nginx(tatami.call("GET", path)[2].decode(), logs[1])
        if peer:
            stack.enter_context(peer)
            runs.append((peer, lambda: run(peer, "/", logs[1])))
        yield compare("GET by rect, cached, with a log line each", runs)


def new_posts(tatami, stack):
    """POST of 10,000 new items, beside plain Node services: one that keeps nothing, one that does."""
    peers = [stack.enter_context(peer) for peer in (services.node(), services.node(keeps=True))
             if peer]
    start = [1000]
    for name, ids in (("items", False), ("objects with ids", True)):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as body:
            body.write(wall(10_000, seed=3, mark=True, ids=ids))
            body.flush()

            def fresh(service, path, body=body):
                start[0] += 1_000_000
                return load(service, path, "new", body.name, start[0], connections=4)

            runs = [(tatami, lambda: fresh(tatami, f"/v1/layouts?rect={RECT}"))]
            runs += [(peer, lambda peer=peer: fresh(peer, f"/?rect={RECT}")) for peer in peers]
            yield compare(f"POST of 10,000 new {name}", runs)


def one_by_one(service, path):
    """p99 in µs of requests one after another over 8 connections, each counted once."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    taken, end = [], time.perf_counter() + seconds
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(service.connect()) for _ in range(8)]
        while time.perf_counter() < end:
            for connection in connections:
                started, answer = time.perf_counter(), b""
                connection.sendall(request)
                while not answer.endswith(b"]}"):
                    answer += connection.recv(65536)
                taken.append(time.perf_counter() - started)
                if not answer.startswith(b"HTTP/1.1 200 "):
                    raise RuntimeError(f"{path}: {answer[:40]}")
    return round(statistics.quantiles(taken, n=100)[98] * 1e6, 1)


def post_millions(service, posted, refused):
    """Posts new documents of a million items, one after another, until it is ended.

    Only a number differs, so that making the documents does not take the processor that the service
    and its other clients share.
    """
    head, tail = wall(1_000_000, seed=4, mark=True).encode().split(b"@")
    body = bytearray(head + b"10000000" + tail)
    lines = (f"POST /v1/layouts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
             f"Content-Length: {len(body)}\r\n\r\n").encode()
    with service.connect() as connection:
        # Where wrk leaves the processors no rest, a document takes up to two seconds.
        connection.settimeout(30)
        for number in itertools.count(10_000_001):
            body[len(head):len(head) + 8] = b"%d" % number
            connection.sendall(lines)
            connection.sendall(body)
            status = connection.recv(65536).split(b" ", 2)[1]
            (posted if status == b"201" else refused).value += 1


def fairness(tatami, _):
    """p99 of cached GETs, quiet and under a steady load of million-item POSTs, by two measures.

    wrk keeps two cores busy, and counts a stall once for every request that it kept from being sent,
    which makes its p99 a share of time. The other client counts each request once.
    """
    path = tatami.call("POST", f"/v1/layouts?rect={RECT}", wall(1000))[1]["Content-Location"]
    measures = {
        "each request once": lambda: one_by_one(tatami, path),
        "by time, of wrk": lambda: load(tatami, path, "get", connections=8)["p99"],
    }

    def medians():
        return {name: statistics.median(measure() for _ in range(rounds))
                for name, measure in measures.items()}

    quiet = medians()
    posted, refused = multiprocessing.Value("i", 0), multiprocessing.Value("i", 0)
    poster = multiprocessing.Process(target=post_millions, args=(tatami, posted, refused))
    poster.start()
    try:
        while posted.value == 0 and poster.is_alive():
            time.sleep(0.01)
        loaded = medians()
        if not poster.is_alive():
            raise RuntimeError("the poster has ended")
    finally:
        poster.kill()
        poster.join()
    for name in measures:
        yield {
            "case": f"p99 under million-item POSTs, {name}", "quietMicroseconds": quiet[name],
            "loadedMicroseconds": loaded[name], "ratio": round(loaded[name] / quiet[name], 2),
            "posted": posted.value, "refused": refused.value}


def million(tatami, _):
    """One million items, by the service's own clock."""
    document = wall(1_000_000, seed=5)
    started = time.perf_counter()
    _, fields, body = tatami.call(
        "POST", "/v1/layouts?rect=0,50000000,390,844", document)
    posted = time.perf_counter() - started
    yield {"case": "POST of 1,000,000 items", "milliseconds": round(posted * 1e3, 1),
           "Server-Timing": fields["Server-Timing"], "found": len(json.loads(body)["attributes"])}
    queries = [
        tatami.call("GET", fields["Content-Location"].replace("50000000", str(50_000_000 + n)))
        for n in range(1, 22)]
    yield {"case": "rect query on it", "Server-Timing": queries[-1][1]["Server-Timing"],
           "residentMiB": round(tatami.resident_bytes() / 2**20, 1)}


def footprint(binary):
    """Start to first answer, idle memory, stripped size."""
    times, resident = [], 0
    for _ in range(7):
        with services.tatami(binary) as service:
            if service.call("GET", "/healthz")[0] != 200:
                raise RuntimeError("/healthz is not 200")
            times.append(time.perf_counter() - service.started)
            resident = service.resident_bytes()
    row = {"case": "start to first answer", "milliseconds": round(statistics.median(times) * 1e3, 1),
           "idleMiB": round(resident / 2**20, 1)}
    if shutil.which("strip"):
        with tempfile.NamedTemporaryFile() as stripped:
            subprocess.run(["strip", "-o", stripped.name, str(binary)], check=True)
            row["strippedMB"] = round(Path(stripped.name).stat().st_size / 1e6, 2)
    return row


def rows(binary):
    """All rows, as they come; what is missing is named and left out."""
    yield footprint(binary)
    if not shutil.which("wrk"):
        print("skipped: everything over loopback (wrk is not installed)", flush=True)
        return
    for name, program in (("nginx", services.nginx("")), ("node", services.node())):
        if program is None:
            print(f"skipped: the comparison with {name} (not installed)", flush=True)
    for case in (cached_rect, new_posts, fairness, million):
        with contextlib.ExitStack() as stack:
            tatami = stack.enter_context(services.tatami(binary))
            yield from case(tatami, stack)
        if case is cached_rect:
            yield from logged_rect(binary)
