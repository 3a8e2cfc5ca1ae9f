"""Readers who do not wait for each other: GETs by id at a steady rate, in a process of its own.

Open loop: request n is due n / rate seconds after the start, whether or not those before it have been
answered, and its time counts from when it was due. What a client must do for a layout that is not
there, it does: PUT, then GET again.
"""
import multiprocessing
import random
import statistics
import threading
import time

import client

RECT = "{}/attributes?rect=0,{},390,844"


class Record:
    """What became of one request: `due` by time.monotonic(), `took` in seconds from then."""

    __slots__ = ("due", "took", "status", "puts", "fault")

    def __init__(self, due, took, status, puts, fault):
        self.due, self.took, self.status, self.puts, self.fault = due, took, status, puts, fault


class Load:
    """A context manager: sends from entry until `records` is asked for, or its end."""

    def __init__(self, port, documents, rate=600, connections=16):
        self.port, self.documents, self.rate, self.connections = port, documents, rate, connections
        self.all = None

    def __enter__(self):
        self.ours, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=send_all, args=(
            theirs, self.port, self.documents, self.rate, self.connections), daemon=True)
        self.process.start()
        theirs.close()
        self.ours.recv()  # it sends
        return self

    def __exit__(self, *_):
        if self.process.is_alive():
            self.process.kill()
        self.process.join()

    def records(self):
        """Ends the load; all requests that were due, in order."""
        if self.all is None:
            self.ours.send("end")
            self.all = [Record(*one) for one in self.ours.recv()]
            self.process.join()
        return self.all

    def between(self, first, last):
        return Tally([one for one in self.records() if first <= one.due < last])


class Tally:
    """Counts of some requests, and their times for people to read."""

    def __init__(self, records):
        self.records = records
        self.errors = [one for one in records if one.fault or one.status != 200]
        self.puts = sum(one.puts for one in records)
        self.slowest = max((one.took for one in records), default=0)

    def quantile(self, share):
        times = sorted(one.took for one in self.records)
        return times[min(len(times) - 1, int(len(times) * share))] if times else 0

    def __str__(self):
        median = statistics.median([one.took for one in self.records] or [0])
        return (f"{len(self.records)} GETs, {self.puts} put again, {len(self.errors)} errors, "
                f"median {median * 1e3:.1f} ms, p99 {self.quantile(0.99) * 1e3:.1f}, "
                f"slowest {self.slowest * 1e3:.0f}")

    def faults(self):
        """The kinds of errors, with how many there were of each."""
        kinds = {}
        for one in self.errors:
            kind = one.fault or str(one.status)
            kinds[kind] = kinds.get(kind, 0) + 1
        return kinds


def send_all(pipe, port, documents, rate, connections):
    """The load's process: a thread a connection, each taking the next request that is due."""
    start, lock, state = time.monotonic(), threading.Lock(), {"next": 0, "ends": False}
    records = []

    def reader(name):
        source = random.Random(name)
        with client.Connection(port) as connection:
            while True:
                with lock:
                    number, state["next"] = state["next"], state["next"] + 1
                due = start + number / rate
                pause = due - time.monotonic()
                if pause > 0:
                    time.sleep(pause)
                if state["ends"]:
                    return
                # The place differs each time, so that no cache of answers answers.
                document, top = source.choice(documents), source.randrange(60_000)
                records.append((due, *read(connection, document, top, due)))

    threads = [threading.Thread(target=reader, args=(name,)) for name in range(connections)]
    for thread in threads:
        thread.start()
    pipe.send("sends")
    pipe.recv()
    state["ends"] = True
    for thread in threads:
        thread.join()
    pipe.send(sorted(records))


def read(connection, document, top, due):
    """One GET, with the PUT and the GET after a 404."""
    path, puts, status, fault, method = RECT.format(document.path, top), 0, 0, "", "GET"
    try:
        status = connection.ask("GET", path).status
        while status == 404 and puts < 3:
            puts, method = puts + 1, "PUT"
            put = connection.ask("PUT", document.path, document.body).status
            method = "GET after PUT"
            status = connection.ask("GET", path).status if put in (200, 201) else put
    except (OSError, ValueError) as error:
        fault = f"{method}: {type(error).__name__}: {error}"
    return time.monotonic() - due, status, puts, fault


def put_all(port, documents, connections=8):
    """PUTs every document once; the statuses, by how many there were of each."""
    counts, lock, rest = {}, threading.Lock(), list(documents)

    def writer():
        with client.Connection(port) as connection:
            while True:
                with lock:
                    if not rest:
                        return
                    document = rest.pop()
                try:
                    status = connection.ask("PUT", document.path, document.body).status
                except OSError as error:
                    status = type(error).__name__
                with lock:
                    counts[status] = counts.get(status, 0) + 1

    threads = [threading.Thread(target=writer) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts
