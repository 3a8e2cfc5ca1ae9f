"""What the cases share: replicas, their store, a front, and the documents that they are asked for."""
import contextlib
import os
import signal
import tempfile
import time
from pathlib import Path

import client
import documents
import fronts
import load
import peers
import services
import store as stores

# TATAMI_STORE_TIMEOUT is long for slow machines, but where it is what a case is about.
REPLICA = {"TATAMI_LOG_LEVEL": "warning", "TATAMI_WORKERS": "2", "TATAMI_CACHE_BYTES": "256MiB",
           "TATAMI_TRUSTED_PROXIES": "127.0.0.1", "TATAMI_STORE_TIMEOUT": "3"}


class Bench:
    """A folder, and what runs in it; a context manager that ends it all."""

    def __init__(self, binary, count=2000):
        self.binary, self.count, self.stack = binary, count, contextlib.ExitStack()
        self.store, self.replicas, self.front = None, [], None

    def __enter__(self):
        self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory(
            prefix="tatami-cluster-")))
        os.chmod(self.folder, 0o755)
        self.documents = documents.walls(self.count)
        return self

    def __exit__(self, *of):
        return self.stack.__exit__(*of)

    def run_store(self, **options):
        self.store = self.stack.enter_context(stores.Store(self.folder, **options))
        return self.store

    def run_replicas(self, count=3, store=None, waits=True, **settings):
        """So many more. `store`: its URL; the bench's own without one, or none where there is none."""
        url = store or (self.store.url if self.store else None)
        for _ in range(count):
            number = len(self.replicas) + 1
            more = {"TATAMI_STORE": url} if url else {}
            self.replicas.append(self.stack.enter_context(services.tatami(
                self.binary, log=f"{self.folder}/tatami-{number}.log",
                **{**REPLICA, **more, **settings})))
        if url and waits:
            self.wait_for_store()
        return self.replicas

    def wait_for_store(self):
        """Until every replica that lives is connected to its store."""
        for one in self.replicas:
            if one.process.poll() is None:
                wait(lambda one=one: b"\ntatami_store_up 1" in one.call("GET", "/metrics")[2],
                     "tatami_store_up is not 1")

    def run_front(self, name, **options):
        if self.front:
            self.front.__exit__()
        folder = self.folder / f"{name}-{time.monotonic_ns()}"
        folder.mkdir()
        self.front = self.stack.enter_context(
            fronts.ALL[name](folder, self.replicas, **options))
        wait(lambda: self.reaches_all(), f"{name} does not ask every replica")
        return self.front

    def reaches_all(self):
        """Asks for ids that nobody has: whether each replica that lives was given its share."""
        living = [one for one in self.replicas if one.process.poll() is None]
        change = peers.Change(living)
        for _ in range(128):
            self.ask("GET", f"/v1/layouts/{os.urandom(32).hex()}")
            self.ask("GET", "/healthz")
        return all(min(change.each("tatami_requests_total", route=route)) >= 16
                   for route in ("/v1/layouts/{id}", "/healthz"))

    def fill(self, small_store=False):
        """Every document is PUT once, through the front; the store has them all, where there is one."""
        counts = load.put_all(self.front.port, self.documents)
        peers.expect(not set(counts) - {200, 201}, f"PUTs were answered {counts}")
        if self.store and not small_store:
            wait(lambda: self.store.ask("DBSIZE") >= self.count, "the store has not all documents")

    def load(self, **options):
        return load.Load(self.front.port, self.documents, **options)

    def ask(self, *words, **options):
        return client.ask(self.front.port, *words, **options)


def wait(condition, fault, seconds=10):
    """Until something is so, which is looked at every few milliseconds."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            if condition():
                return
        except OSError:
            pass
        if time.monotonic() > deadline:
            raise AssertionError(f"{fault} after {seconds} s")
        time.sleep(0.01)


def kill(service):
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()


def hang(service):
    service.process.send_signal(signal.SIGSTOP)


def go_on(service):
    service.process.send_signal(signal.SIGCONT)


def drain(service):
    service.process.send_signal(signal.SIGTERM)
    service.process.wait(30)
