"""What one client can make others wait for at a replica with a store: the last rows of `make worst`.

The store is a real redis-server. Each row prints what an innocent client's small documents, and /healthz,
waited meanwhile, and fails if that passes the bound that all rows share, or if the attack came to more
than it may.
"""
import concurrent.futures
import contextlib
import hashlib
import http.client
import json
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
import worst_innocents  # noqa: E402
from worst_innocents import ATTACKER, FORK, INNOCENT, WAIT_BOUND, Attackers, Crowd  # noqa: E402
from worst_meter import FAILURES, Died, p99  # noqa: E402

# Commands that a GET of one id costs at most: STRLEN and GETRANGE, for a document and for an update.
COMMANDS = 4
# Seconds after which the service answers a chain 503 (TATAMI_WORK_TIMEOUT): on a busy machine, whose
# workers give way to all else.
WORK_TIMEOUT = 30
# Updates in each chain, and kept documents that an innocent client asks for.
LINKS, KEPT = 200, 40
# The addresses from which a crowd connects, one a connection: of one client, and of five, each of which
# takes its share of the 256 places from those before it, whose fetches the store still answers.
ONE = [ATTACKER] * 400
FIVE = [f"127.0.1.{number}" for number in range(1, 6) for _ in range(256 // number)]


class Delayer(liar.Listener):
    """Between a replica and its store: passes all on, replies later by so many seconds.

    A process of its own, so that it is late by nothing else."""

    def __init__(self, port, seconds):
        self.behind, self.seconds = port, seconds

    def __enter__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.open, self.lock = set(), threading.Lock()
        self.process = FORK.Process(target=self.accept, daemon=True)
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


def get(service, path, source):
    """A GET on a connection of its own: its status, seconds, and what the store had to do with it."""
    started = time.monotonic()
    connection = http.client.HTTPConnection(
        "127.0.0.1", service.port, timeout=120, source_address=(source, 0))
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status, time.monotonic() - started, response.headers["Cache-Status"]
    finally:
        connection.close()


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


@contextlib.contextmanager
def replica(binary, url, folder, name):
    with services.tatami(binary, TATAMI_STORE=url, TATAMI_WORKERS=2,
                         log=str(Path(folder) / name)) as service:
        while b"\ntatami_store_up 1" not in service.call("GET", "/metrics")[2]:
            time.sleep(0.01)
        yield service


def endless(binary, folder, found, seconds):
    """GETs of a value that is longer than any store's reader takes"""
    with stores.Store(folder, maxmemory="2gb", more=["--proto-max-bulk-len", "1gb"]) as store:
        path = path_of(small(0))
        store.ask("SETRANGE", "tatami:d1:" + path[-64:], (512 << 20) + 1, "x")
        with replica(binary, store.url, folder, "endless") as service, \
                Attackers(service, 4, lambda: ("GET", path)) as attackers:
            before, end = calls(store), time.monotonic() + seconds
            worst_innocents.wait(service, found, lambda: time.monotonic() < end)
            found.statuses += attackers.stop()
            asked = calls(store) - before
    most = COMMANDS * len(found.statuses)
    told = f"{len(found.statuses)} GETs {sorted(set(found.statuses))}, {asked} commands"
    return told, set(found.statuses) == {413} and asked <= most


def head_of_chain(service, number):
    """Has a large document laid out anew by each update of a chain; the last one's path."""
    document = json.dumps({
        "container": {"width": 1000 + number, "height": 844},
        "layout": {"type": "waterfall", "columns": 64},
        "items": [{"columnSpan": 1 + n * 7919 % 20, "height": 3} for n in range(50_000)]}).encode()
    service.call("POST", "/v1/layouts", document)
    parent = hashlib.sha256(document).hexdigest()
    for link in range(LINKS):
        update = json.dumps({"container": {"width": 2000 + link}}).encode()
        status, _, body = service.call("POST", f"/v1/layouts/{parent}/updates", update)
        if status != 201:
            raise Died(f"an update is answered {status}: {body[:300]}")
        parent = traffic.child(parent, update)
    return f"/v1/layouts/{parent}"


def chains(binary, folder, found, _):
    """GETs of two heads of chains of updates"""
    with stores.Store(folder) as store:
        with replica(binary, store.url, folder, "writer") as writer:
            heads = [head_of_chain(writer, number) for number in range(2)]
        with replica(binary, store.url, folder, "reader") as reader, \
                concurrent.futures.ThreadPoolExecutor() as threads:
            gets = [threads.submit(get, reader, one, ATTACKER) for one in heads]
            worst_innocents.wait(reader, found, lambda: not all(one.done() for one in gets))
            answers = [one.result() for one in gets]
    found.statuses += [status for status, *_ in answers]
    told = (f"2 GETs {sorted(set(found.statuses))} after {max(wait for _, wait, _ in answers):.1f} s, "
            f"{found.lost} of {len(found.waits)} documents of others not kept")
    are_whole = all(status == 200 or wait >= WORK_TIMEOUT for status, wait, _ in answers)
    return told, are_whole and not found.lost


def crowd(port, sources):
    """Connections, each of which asks for a random id, all at once, again and again."""
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(socket.create_connection(
            ("127.0.0.1", port), source_address=(source, 0))) for source in sources]
        while True:
            for client in clients:
                client.sendall(f"GET /v1/layouts/{secrets.token_hex(32)} HTTP/1.1\r\n"
                               "Host: localhost\r\n\r\n".encode())
            for client in clients:
                client.recv(1 << 16)


def get_all(service, paths):
    """GETs of an innocent client, one after the other."""
    answers = []
    for path in paths:
        answers.append(get(service, path, INNOCENT))
        time.sleep(0.02)
    return answers


def slots(binary, folder, found, _, delay=0.0, sources=ONE):
    """400 connections of one client ask for random ids"""
    with stores.Store(folder) as store, Delayer(store.port, delay) as between:
        documents = [small(number) for number in range(KEPT)]
        with replica(binary, store.url, folder, "writer") as writer:
            for document in documents:
                writer.call("POST", "/v1/layouts", document)
        url = between.url if delay else store.url
        with replica(binary, url, folder, "reader") as reader, \
                concurrent.futures.ThreadPoolExecutor() as threads:
            attack = FORK.Process(target=crowd, args=(reader.port, sources), daemon=True)
            attack.start()
            try:
                time.sleep(1)
                gets = threads.submit(get_all, reader, [path_of(one) for one in documents])
                worst_innocents.wait(reader, found, lambda: not gets.done())
                answers = gets.result()
                if not attack.is_alive():
                    raise Died("the crowd's process ended")
            finally:
                attack.terminate()
                attack.join()
    waited = p99([wait for _, wait, _ in answers])
    others = [f"{status} {detail}" for status, _, detail in answers if status != 200]
    told = (f"{KEPT - len(others)} of {KEPT} GETs of kept documents 200 after {waited * 1e3:.0f} ms "
            f"{sorted(set(others)) or ''}")
    return told, not others and waited <= WAIT_BOUND


def slow_slots(*arguments):
    """the same, where each reply of the store takes 100 ms"""
    return slots(*arguments, delay=0.1)


def many_slots(*arguments):
    """the same, of five clients"""
    return slots(*arguments, delay=0.1, sources=FIVE)


ROWS = (endless, chains, slots, slow_slots, many_slots)


def run(binary, only, quick):
    """Runs the rows whose names match; how many failed."""
    rows = [row for row in ROWS if re.search(only, f"store: {row.__name__}")]
    if rows and not shutil.which("redis-server"):
        print("the rows with a store are left out: no redis-server")
        return 1 if os.environ.get("CI") else 0
    seconds = worst_innocents.QUICK_SECONDS if quick else worst_innocents.SECONDS
    failed = 0
    for row in rows:
        found, told, is_held = Crowd(), "", False
        with tempfile.TemporaryDirectory(prefix="tatami-worst-") as folder:
            try:
                told, is_held = row(binary, folder, found, seconds)
                why = found.delay() if is_held else "the attack is not held"
            except FAILURES as error:
                why = str(error)
        print(f"{f'store: {row.__name__}: {row.__doc__}':104.104} "
              f"{found.wait_p99 * 1e3:5.0f} ms {found.health_p99 * 1e3:4.0f} ms  {told}", flush=True)
        if why is not None:
            failed += 1
            print(f"    FAILED: {why}", flush=True)
    return failed
