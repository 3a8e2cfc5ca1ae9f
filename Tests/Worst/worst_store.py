"""What one client can make others wait for at a replica with a store: the last rows of `make worst`.

The store is a real redis-server. Each row prints what an innocent client got and how long it waited, and
fails if that passes the bound that all rows share.
"""
import asyncio
import contextlib
import hashlib
import json
import multiprocessing
import os
import queue
import re
import secrets
import shutil
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Tools"), str(HERE.parent / "Cluster")]
import liar  # noqa: E402
import services  # noqa: E402
import store as stores  # noqa: E402
import traffic  # noqa: E402
from worst_innocents import ATTACKER, HEALTH_BOUND, INNOCENT, WAIT_BOUND  # noqa: E402
from worst_meter import p99  # noqa: E402

# Seconds that an attacker waits for an answer.
SECONDS = 12


class Delayer(liar.Listener):
    """Between a replica and its store: passes all on, replies later by so many seconds.

    A process of its own, so that it is late by nothing else."""

    def __init__(self, port, seconds):
        self.behind, self.seconds = port, seconds

    def __enter__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.open, self.lock = set(), threading.Lock()
        self.process = multiprocessing.Process(target=self.accept, daemon=True)
        self.process.start()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.join()
        self.socket.close()

    def serve(self, connection):
        with socket.create_connection(("127.0.0.1", self.behind)) as store:
            pieces = queue.SimpleQueue()
            for job, arguments in ((liar.Cutter.pass_on, (connection, store)),
                                   (self.send, (pieces, connection))):
                threading.Thread(target=job, args=arguments, daemon=True).start()
            while piece := store.recv(65536):
                pieces.put((time.monotonic() + self.seconds, piece))

    @staticmethod
    def send(pieces, connection):
        with contextlib.suppress(OSError):
            while True:
                due, piece = pieces.get()
                time.sleep(max(0, due - time.monotonic()))
                connection.sendall(piece)


async def ask(port, method, path, body=b"", source=INNOCENT, timeout=60):
    """One request on a connection of its own: its status (0 without an answer), and seconds."""
    started = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write(head(method, path, body))
        return await asyncio.wait_for(answer(reader), timeout), time.monotonic() - started
    except asyncio.TimeoutError:
        return 0, time.monotonic() - started
    finally:
        writer.close()


def head(method, path, body=b""):
    return (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body


async def answer(reader):
    lines = await reader.readuntil(b"\r\n\r\n")
    status = int(lines[9:12])
    length = next((int(line.split(b":")[1]) for line in lines.lower().split(b"\r\n")
                   if line.startswith(b"content-length:")), 0)
    await reader.readexactly(length)
    return status


def small(number):
    return json.dumps({"container": {"width": 1000 + number, "height": 9},
                       "layout": {"type": "list"}, "items": 3}).encode()


def path_of(document):
    return f"/v1/layouts/{hashlib.sha256(document).hexdigest()}"


def calls(store):
    """How many commands of fetches the store has been sent."""
    lines = store.ask("INFO", "commandstats").decode().splitlines()
    return sum(int(line.split("calls=")[1].split(",")[0]) for line in lines
               if line.startswith(("cmdstat_strlen", "cmdstat_getrange")))


async def replica(binary, url, folder, name):
    service = services.tatami(binary, TATAMI_STORE=url, TATAMI_WORKERS=2,
                              log=str(Path(folder) / name))
    service.__enter__()
    while b"\ntatami_store_up 1" not in service.call("GET", "/metrics")[2]:
        await asyncio.sleep(0.01)
    return service


async def innocent(port, until, begin=10_000):
    """Small POSTs and /healthz, one after the other, until a task is done; the worst of both."""
    waits, healths, statuses = [], [], []
    while not until.done() or not waits:
        status, wait = await ask(port, "POST", "/v1/layouts", small(begin + len(waits)))
        waits.append(wait)
        statuses.append(status)
        status, wait = await ask(port, "GET", "/healthz")
        healths.append(wait)
        statuses.append(status)
        await asyncio.sleep(0.05)
    others = [status for status in statuses if status not in (200, 201)]
    print(f"    {len(waits)} POSTs waited {p99(waits):.3f} s at most, 99 of 100 times, /healthz "
          f"{p99(healths) * 1e3:.0f} ms, {len(others)} were refused")
    return p99(waits) <= WAIT_BOUND and p99(healths) <= HEALTH_BOUND and not others


async def endless(binary, folder):
    """A value that is longer than any store's reader takes: 413, and one fetch a GET."""
    with stores.Store(folder, maxmemory="2gb", more=["--proto-max-bulk-len", "1gb"]) as store:
        document = small(0)
        store.ask("SETRANGE", "tatami:d1:" + path_of(document)[-64:], (512 << 20) + 1, "x")
        service = await replica(binary, store.url, folder, "endless")
        before = calls(store)
        gets = asyncio.gather(*(ask(service.port, "GET", path_of(document), source=ATTACKER,
                                    timeout=SECONDS) for _ in range(4)))
        fine = await innocent(service.port, gets)
        answers = await gets
        commands = calls(store) - before
        statuses = sorted({status for status, _ in answers})
        print(f"    4 GETs: {statuses}, {max(wait for _, wait in answers):.3f} s, "
              f"{commands} commands")
        service.__exit__()
        return fine and statuses == [413] and commands <= 16


async def chains(binary, folder):
    """Two heads of chains of updates, each of which lays a large document out anew."""
    with stores.Store(folder) as store:
        writer, reader = [await replica(binary, store.url, folder, name) for name in ("writer", "reader")]
        heads = []
        for number in range(2):
            document = json.dumps({
                "container": {"width": 1000 + number, "height": 844},
                "layout": {"type": "waterfall", "columns": 64},
                "items": [{"columnSpan": 1 + n * 7919 % 20, "height": 3} for n in range(200_000)]
            }).encode()
            status, _, _ = writer.call("POST", "/v1/layouts", document)
            parent = hashlib.sha256(document).hexdigest()
            for link in range(40):
                update = json.dumps({"container": {"width": 2000 + link}}).encode()
                status, _, body = writer.call("POST", f"/v1/layouts/{parent}/updates", update)
                if status != 201:
                    raise RuntimeError(f"an update: {status} {body[:300]}")
                parent = traffic.child(parent, update)
            heads.append(f"/v1/layouts/{parent}")
        writer.__exit__()
        gets = asyncio.gather(*(ask(reader.port, "GET", one, source=ATTACKER) for one in heads))
        await asyncio.sleep(0.3)
        fine = await innocent(reader.port, gets)
        answers = await gets
        print(f"    2 GETs of heads: {[status for status, _ in answers]}, "
              f"{max(wait for _, wait in answers):.1f} s")
        reader.__exit__()
        return fine and all(status == 200 for status, _ in answers)


def crowd(port, count):
    """So many connections of the greedy client, each of which asks for a random id, all at once, again
    and again."""
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(socket.create_connection(
            ("127.0.0.1", port), source_address=(ATTACKER, 0))) for _ in range(count)]
        while True:
            for client in clients:
                client.sendall(head("GET", f"/v1/layouts/{secrets.token_hex(32)}"))
            for client in clients:
                client.recv(1 << 16)


async def slots(binary, folder, delay=0):
    """400 connections of one client ask for random ids; another one GETs what the store has."""
    with stores.Store(folder) as store:
        writer = await replica(binary, store.url, folder, "writer")
        documents = [small(number) for number in range(40)]
        for document in documents:
            writer.call("POST", "/v1/layouts", document)
        writer.__exit__()
        with Delayer(store.port, delay) as between:
            url = between.url if delay else store.url
            reader = await replica(binary, url, folder, "reader")
            attack = multiprocessing.Process(target=crowd, args=(reader.port, 400), daemon=True)
            attack.start()
            await asyncio.sleep(1)
            answers = []
            for document in documents:
                answers.append(await ask(reader.port, "GET", path_of(document)))
                await asyncio.sleep(0.02)
            attack.terminate()
            attack.join()
            reader.__exit__()
        found = sum(status == 200 for status, _ in answers)
        other = sorted({status for status, _ in answers if status != 200})
        print(f"    {found} of 40 GETs found their layout, the others {other}; they waited "
              f"{max(wait for _, wait in answers):.3f} s at most")
        return found == 40 and max(wait for _, wait in answers) <= WAIT_BOUND + delay


async def slow_slots(binary, folder):
    """The same, where each reply of the store takes 100 ms."""
    return await slots(binary, folder, 0.1)


ROWS = (endless, chains, slots, slow_slots)


def run(binary, only):
    """Runs the rows whose names match; how many failed."""
    rows = [row for row in ROWS if re.search(only, f"store: {row.__name__}")]
    if rows and not shutil.which("redis-server"):
        print("the rows with a store are left out: no redis-server")
        return 1 if os.environ.get("CI") else 0
    failed = 0
    for row in rows:
        print(f"store: {row.__name__}: {row.__doc__}", flush=True)
        with tempfile.TemporaryDirectory(prefix="tatami-worst-") as folder:
            passed = asyncio.run(row(binary, folder))
        print("    passed" if passed else "    FAILED", flush=True)
        failed += not passed
    return failed
