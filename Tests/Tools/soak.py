#!/usr/bin/env python3
"""Mixed traffic for some minutes: nothing may be left behind.

    make soak MINUTES=5

Documents of all sizes, the same and new ones, queries, updates with their changes, documents that are
written anew, aborts, slow clients. Fails where resident memory at the end is more than 10 % over that of
minute one, where a file stays open, where an answer is neither 2xx nor 404 nor 503, where a version has
another id than its parent and its update say, or where /healthz takes more than a quarter of a second.
"""
import argparse
import json
import multiprocessing
import random
import statistics
import sys
import threading
import time

import services
import traffic


class Soak:
    def __init__(self, service, seed):
        self.service, self.seed = service, seed
        self.stop = threading.Event()
        self.lock = threading.Lock()
        self.counts, self.problems = {}, []
        self.past = []  # versions of a while ago, most of them evicted
        source = traffic.seeded(seed, "heavy")
        self.templates = [traffic.template(source, items) for items in (50_000, 100_000, 300_000)]

    def count(self, name):
        with self.lock:
            self.counts[name] = self.counts.get(name, 0) + 1

    def problem(self, text):
        with self.lock:
            self.problems.append(text)

    def client(self, name, act):
        source = traffic.seeded(self.seed, name)
        while not self.stop.is_set():
            try:
                act(source)
            except Exception as error:  # a client that dies must not pass for a quiet one
                self.problem(f"{name}: {error!r}")
                return

    def scroller(self, source):
        """Posts a document, then scrolls through it on one connection."""
        items = source.choice([10, 100, 1000, 10000])
        with traffic.connect(self.service.port) as connection:
            connection.sendall(traffic.post(traffic.document(source, items)))
            status, body = traffic.answer(connection)
            self.take("post", status, (200, 201, 503))
            if status == 503:
                return
            path = f"/v1/layouts/{json.loads(body)['id']}/attributes"
            for _ in range(50):
                y = source.randrange(0, items * 20)
                connection.sendall(traffic.get(f"{path}?rect=0,{y},2000,900"))
                self.take("get", traffic.answer(connection)[0], (200, 404))

    def updater(self, source):
        """Posts a document and updates it, asks for what changed, and updates what may be gone."""
        items = source.choice([10, 100, 1000, 10000])
        body = traffic.document(source, items)
        is_measured = json.loads(body)["layout"]["type"] != "justified"
        with traffic.connect(self.service.port) as connection:

            def ask(name, text, wanted):
                connection.sendall(text)
                status, said = traffic.answer(connection)
                self.take(name, status, wanted)
                return status, said

            status, said = ask("post", traffic.post(body), (200, 201, 503))
            if status == 503:
                return
            versions = [(json.loads(said)["id"], items)]
            if self.past:
                parent, count = source.choice(self.past)
                ask("late update", traffic.post(
                    traffic.update(source, count, False)[0], f"/{parent}/updates"),
                    (200, 201, 404, 503))
            for _ in range(30):
                # Mostly the last one, now and then one that may have been evicted.
                parent, count = versions[-1] if source.random() < 0.8 else source.choice(versions)
                text, after = traffic.update(source, count, is_measured)
                query = source.choice(["", "?rect=0,0,2000,900", "?bounds=0,50,2000,900&anchor=last"])
                status, said = ask(
                    "update", traffic.post(text, f"/{parent}/updates{query}"), (200, 201, 404, 503))
                if status not in (200, 201):
                    continue
                identifier = json.loads(said)["id"]
                if identifier != traffic.child(parent, text):
                    self.problem(f"an update of {parent} made {identifier}")
                versions.append((identifier, after))
                other, _ = source.choice(versions)
                path = f"/v1/layouts/{identifier}"
                ask("changes", traffic.get(f"{path}/changes?from={other}&bounds=0,99,2000,900"),
                    (200, 404, 409, 503))
                if source.random() < 0.2:
                    ask("document", traffic.get(f"{path}/document"), (200, 404, 503))
            with self.lock:
                self.past = (self.past + versions[-1:])[-100:]

    def heavy(self, source):
        """Posts a large document that nobody has posted before."""
        head, tail = source.choice(self.templates)
        body = head + b"100.%d" % source.randrange(1 << 40) + tail
        with traffic.connect(self.service.port, timeout=60) as connection:
            connection.sendall(traffic.post(body, "?rect=0,0,2000,2000"))
            self.take("heavy post", traffic.answer(connection)[0], (200, 201, 503))

    def quitter(self, source):
        traffic.abandon(self.service.port, source)
        self.count("abandoned")
        time.sleep(0.01)

    def dribbler(self, source):
        traffic.dribble(self.service.port, source, 20)
        self.count("dribbled")

    def take(self, name, status, wanted):
        self.count(f"{name} {status}")
        if status not in wanted:
            self.problem(f"{name}: status {status}")

    def run(self, minutes):
        acts = [self.scroller] * 3 + [self.updater] * 2 + [self.heavy, self.quitter, self.dribbler]
        threads = [
            threading.Thread(target=self.client, args=(f"{act.__name__} {number}", act))
            for number, act in enumerate(acts)]
        first = traffic.seeded(self.seed, "first")
        for _ in range(20):  # the cache is full, and the workers have what they need
            self.heavy(first)
        self.files_before = self.service.open_files()
        results = multiprocessing.Queue()
        prober = multiprocessing.Process(
            target=probe, args=(self.service.port, minutes * 60, results))
        prober.start()
        started = time.monotonic()
        for thread in threads:
            thread.start()
        baseline, samples = None, []
        while time.monotonic() - started < minutes * 60:
            time.sleep(1)
            samples.append(self.service.resident_bytes() / 2**20)
            if baseline is None and time.monotonic() - started >= min(60, minutes * 30):
                baseline = middle(samples)
            if len(samples) % 30 == 0:
                print(f"  {len(samples)} s: {samples[-1]:.0f} MiB, {self.counts}", flush=True)
        self.stop.set()
        for thread in threads:
            thread.join()
        prober.join()
        self.slowest_health, failed = results.get()
        if failed:
            self.problem(f"/healthz: {failed} answers other than 200")
        return baseline, middle(samples)


def middle(samples):
    """The median of the last half minute, or of half of what there is: what a few large documents
    at once take for a moment is not kept."""
    return statistics.median(samples[-min(30, (len(samples) + 1) // 2):])


def probe(port, seconds, results):
    """Asks for health ten times a second, in a process of its own; the slowest answer's time."""
    end, slowest, failed = time.monotonic() + seconds, 0.0, 0
    while time.monotonic() < end:
        started = time.monotonic()
        with traffic.connect(port) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            failed += traffic.answer(connection)[0] != 200
        slowest = max(slowest, time.monotonic() - started)
        time.sleep(0.1)
    results.put((slowest, failed))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--binary", help="the program, if it is built already")
    options = parser.parse_args()
    binary = options.binary or services.built()
    print(f"soak: {options.minutes:g} minutes, seed {options.seed}", flush=True)
    with services.tatami(binary, TATAMI_CACHE_BYTES="64MiB", TATAMI_HEADER_TIMEOUT=3,
                         TATAMI_BODY_TIMEOUT=10) as service:
        soak = Soak(service, options.seed)
        first, last = soak.run(options.minutes)
        deadline = time.monotonic() + 15
        while service.open_files() > soak.files_before and time.monotonic() < deadline:
            time.sleep(0.05)
        left = service.open_files() - soak.files_before
    print(f"  {soak.counts}")
    print(f"  resident: {first:.0f} MiB in minute one, {last:.0f} MiB at the end; "
          f"{left} files left open; slowest /healthz {soak.slowest_health * 1e3:.0f} ms")
    problems = soak.problems[:10]
    if last > first * 1.10:
        problems.append(f"memory grew from {first:.0f} to {last:.0f} MiB")
    if left > 0:
        problems.append(f"{left} files left open")
    if soak.slowest_health > 0.25:
        problems.append(f"/healthz took {soak.slowest_health:.3f} s")
    if service.process.returncode != 0:
        problems.append(f"the service ended with status {service.process.returncode}")
    for problem in problems:
        print(f"  PROBLEM: {problem}")
    print("soak: " + ("failed" if problems else "passed"))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
