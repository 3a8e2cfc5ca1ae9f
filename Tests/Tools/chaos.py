#!/usr/bin/env python3
"""Ends, kills and leaves the service at the worst moments.

    make chaos                 (chaos.py [--binary PROGRAM] [TRIAL …])

* kill -9 and a start at once, on the same port and on the same unix socket;
* kill -9 while clients update: each comes back to its version by its document and its updates, under
  the same ids;
* SIGTERM under load: every request that the service began to answer is taken whole by its client;
* SIGTERM with a drain delay, 20 times, on three replicas behind HAProxy in turn: HAProxy's clients and clients
  of the replica itself open new connections all the time, and none is refused or left without its answer;
* SIGTERM twice: ends at once;
* 1,000 clients that leave at random points of requests, updates among them, and answers: no file stays
  open, and the service answers on.
"""
import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import services
import traffic


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def kill_and_restart(binary, _):
    """A port and a socket file that a killed process left behind do not keep the next one out."""
    service = services.tatami(binary)
    for _ in range(3):
        with service:
            expect(service.call("GET", "/healthz")[0] == 200, "not healthy after a restart")
            service.process.send_signal(signal.SIGKILL)
            service.process.wait()
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/tatami.sock"
        for _ in range(3):
            process = subprocess.Popen(
                [str(binary), "serve", "--bind", f"unix://{path}"], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                deadline = time.monotonic() + 10
                while True:
                    with socket.socket(socket.AF_UNIX) as connection:
                        try:
                            connection.connect(path)
                        except OSError:
                            expect(time.monotonic() < deadline and process.poll() is None,
                                   "does not listen on a socket file left behind")
                            time.sleep(0.002)
                            continue
                        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        expect(traffic.answer(connection)[0] == 200, "not healthy on the socket")
                        break
            finally:
                process.kill()
                process.wait()
    return "3 kills on a port, 3 on a unix socket"


def kill_while_updating(binary, seed):
    """Versions come back by the first document and the updates since, under the same ids."""
    service = services.tatami(binary)
    clients, failures = [], []

    def client(name):
        """Updates until the service is gone."""
        source = traffic.seeded(seed, name)
        items = source.choice([10, 1000, 20000])
        body = json.dumps({
            "container": {"width": 1000, "height": 800},
            "layout": {"type": "waterfall", "columns": 4},
            "items": [source.randrange(40, 400) for _ in range(items)]}).encode()
        updates, identifiers = [], []
        clients.append((body, updates, identifiers))
        try:
            with traffic.connect(service.port) as connection:
                connection.sendall(traffic.post(body))
                identifiers.append(json.loads(traffic.answer(connection)[1])["id"])
                while True:
                    text, after = traffic.update(source, items)
                    connection.sendall(
                        traffic.post(text, f"/{identifiers[-1]}/updates?rect=0,0,1000,800"))
                    status, said = traffic.answer(connection)
                    if status not in (200, 201):
                        failures.append(f"{status} {said[:200]}")
                        return
                    updates.append(text)
                    identifiers.append(json.loads(said)["id"])
                    items = after
        except (OSError, TypeError):
            pass  # killed

    updated = 0
    for number in range(3):
        clients.clear()
        with service:
            threads = [threading.Thread(target=client, args=(f"{number} {k}",)) for k in range(4)]
            for thread in threads:
                thread.start()
            time.sleep(0.5 + number * 0.17)
            service.process.send_signal(signal.SIGKILL)
            service.process.wait()
            for thread in threads:
                thread.join()
        expect(not failures, f"{failures[:3]}")
        with service:
            for body, updates, identifiers in clients:
                if not updates:
                    continue
                last = f"/v1/layouts/{identifiers[-1]}"
                expect(service.call("GET", last)[0] == 404, "a version outlived its process")
                status, _, said = service.call("POST", f"/v1/layouts/{identifiers[-2]}/updates", updates[-1])
                expect(status == 404 and json.loads(said)["missing"] == identifiers[-2],
                       f"the parent is not missing: {status}")
                service.call("PUT", f"/v1/layouts/{identifiers[0]}", body)
                for parent, text in zip(identifiers, updates):
                    status = service.call("POST", f"/v1/layouts/{parent}/updates", text)[0]
                    expect(status in (200, 201), f"an update is answered {status} the second time")
                expect(service.call("GET", last)[0] == 200, "the version has another id")
                updated += len(updates)
    expect(updated > 0, "nothing was updated")
    return f"3 times under 4 clients; {updated} updates made twice, under the same ids"


def drain_under_load(binary, seed):
    """What the log says was answered is what clients got."""
    got, failures, lock = [0], [], threading.Lock()

    def client(port, name):
        source = traffic.seeded(seed, name)
        try:
            while True:
                with traffic.connect(port) as connection:
                    while True:
                        body = traffic.document(source, source.choice([10, 1000]))
                        connection.sendall(traffic.post(body, "?rect=0,0,500,500"))
                        result = traffic.answer(connection)
                        if result is None:
                            break  # closed before the request was begun
                        with lock:
                            got[0] += 1
                            if result[0] not in (200, 201, 503):
                                failures.append(f"status {result[0]}")
        except OSError:
            pass  # the port is closed, or the request met a socket that was closed already

    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/log"
        for number in range(5):
            got[0] = 0
            if os.path.exists(log):
                os.remove(log)
            service = services.tatami(
                binary, log=log, TATAMI_LOG_LEVEL="info", TATAMI_LOG_FORMAT="json")
            with service:
                threads = [
                    threading.Thread(target=client, args=(service.port, f"{number} {k}"))
                    for k in range(16)]
                for thread in threads:
                    thread.start()
                time.sleep(0.5 + number * 0.13)
                service.process.send_signal(signal.SIGTERM)
                started = time.monotonic()
                status = service.process.wait(30)
                for thread in threads:
                    thread.join()
            expect(status == 0, f"exit status {status} after SIGTERM")
            expect(time.monotonic() - started < 21, "took longer than the shutdown timeout")
            answered = 0
            for line in open(log, encoding="utf-8"):
                try:
                    record = json.loads(line)
                except ValueError:
                    continue
                if "status" in record:
                    answered += 1
                    expect(int(record["status"]) != 499, f"a client was left: {line}")
            expect(not failures, f"{failures[:3]}")
            expect(answered == got[0], f"{answered} requests answered, {got[0]} answers taken")
    return f"5 times under 16 clients; the last time {got[0]} requests, all answered"


class Clients:
    """Threads that send requests, each on a new connection, until they are stopped."""

    def __init__(self):
        self.lock, self.count, self.failures, self.threads = threading.Lock(), 0, [], []

    def run(self, port, name, request, lasts):
        """Asks on `port` as long as `lasts()` is true; anything but 200 and 201 is a failure."""
        def ask():
            while lasts():
                try:
                    with traffic.connect(port) as connection:
                        connection.sendall(request())
                        result = traffic.answer(connection)
                    fault = None if result and result[0] in (200, 201) else f"{name}: {result}"
                except OSError as error:
                    fault = f"{name}: {error!r}"
                with self.lock:
                    self.count += 1
                    if fault:
                        self.failures.append(fault)
                # A pace below the limit that HAProxy sets on one address: 20,000 requests in 10 seconds.
                time.sleep(0.01)
        self.threads.append(threading.Thread(target=ask))
        self.threads[-1].start()

    def join(self):
        for thread in self.threads:
            thread.join()


def not_ready(service, connection):
    """Waits until /readyz fails on a connection that was idle at the signal, as every answer then closes one."""
    deadline = time.monotonic() + 10
    connection.sendall(traffic.get("/readyz"))
    status = traffic.answer(connection)[0]
    while status == 200:  # the signal has not arrived yet
        expect(time.monotonic() < deadline, "ready after SIGTERM")
        status = service.call("GET", "/readyz")[0]
    expect(status == 503, f"/readyz: {status}")


def drain_behind_front(binary, seed):
    """Load balancers and direct clients notice the end before anything is refused."""
    program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    if not program:
        return "skipped (haproxy not installed)"
    delay, count = 3, 20
    replicas = [services.tatami(binary, TATAMI_DRAIN_DELAY=delay) for _ in range(3)]
    port = services.free_port()
    addresses = {f"REPLICA_{number + 1}": f"127.0.0.1:{one.port}" for number, one in enumerate(replicas)}
    front = services.Service(
        "HAProxy", [program, "-db", "-f", str(services.ROOT / "Examples/haproxy.cfg")], port,
        {**addresses, "FRONT": f"127.0.0.1:{port}"})
    source = traffic.seeded(seed, "front")
    bodies = [traffic.document(source, 10) for _ in range(50)]
    isOver = threading.Event()
    behind, direct = Clients(), Clients()
    with contextlib.ExitStack() as stack:
        for replica in [*replicas, front]:
            stack.enter_context(replica)
        deadline = time.monotonic() + 20
        while front.call("GET", "/readyz")[0] != 200:
            expect(time.monotonic() < deadline, "HAProxy finds no replica")
            time.sleep(0.05)
        stack.callback(behind.join)
        stack.callback(isOver.set)
        for number in range(8):
            behind.run(port, "behind HAProxy", lambda: traffic.post(source.choice(bodies)),
                       lambda: not isOver.is_set())
        for number in range(count):
            replica = replicas[number % 3]
            with traffic.connect(replica.port) as idle:
                idle.sendall(traffic.get("/healthz"))
                expect(traffic.answer(idle)[0] == 200, "not healthy")
                replica.process.send_signal(signal.SIGTERM)
                # The delay begins when the signal arrives, which is later than this.
                end = time.monotonic() + delay - 0.2
                for _ in range(4):
                    direct.run(replica.port, "direct", lambda: traffic.post(source.choice(bodies)),
                               lambda end=end: time.monotonic() < end)
                not_ready(replica, idle)
            direct.join()
            expect(replica.process.wait(30) == 0, "exit status after SIGTERM")
            replica.__enter__()
            time.sleep(1.5)  # HAProxy's checks find it again
    expect(behind.count > 100 * count and direct.count > 20 * count,
           f"{behind.count} and {direct.count} requests are too few")
    failures = behind.failures + direct.failures
    expect(not failures, f"{len(failures)} of {behind.count + direct.count}: {failures[:3]}")
    return (f"{count} times; {behind.count} new connections behind HAProxy, {direct.count} to the replica "
            "that ends: 0 refused, 0 failed")


def terminate_twice(binary, seed):
    """The second SIGTERM does not wait for a slow client."""
    with services.tatami(binary) as service:
        with traffic.connect(service.port) as connection:
            body = traffic.document(traffic.seeded(seed, "twice"), 5)
            connection.sendall(traffic.post(body)[:-1])  # one byte is missing
            time.sleep(0.2)
            service.process.send_signal(signal.SIGTERM)
            time.sleep(0.2)
            expect(service.process.poll() is None, "did not wait for the request in flight")
            started = time.monotonic()
            service.process.send_signal(signal.SIGTERM)
            service.process.wait(5)
            took = time.monotonic() - started
    expect(took < 1, f"took {took:.2f} s")
    return f"ended {took * 1e3:.0f} ms after the second"


def disconnects(binary, seed):
    """Clients that leave cost nothing that stays."""
    with services.tatami(binary, TATAMI_HEADER_TIMEOUT=2, TATAMI_BODY_TIMEOUT=2) as service:
        source = traffic.seeded(seed, "disconnects")
        service.call("POST", "/v1/layouts", traffic.document(source, 100))  # workers are there then
        head, tail = traffic.template(source, 20_000)
        said = service.call("POST", "/v1/layouts", head + b"7" + tail)[2]
        layout = (json.loads(said)["id"], 20_000)
        before = service.open_files()
        for number in range(1000):
            traffic.abandon(service.port, source, layout)
            if number % 100 == 0:
                started = time.monotonic()
                expect(service.call("GET", "/healthz")[0] == 200, "not healthy")
                expect(time.monotonic() - started < 0.25, "/healthz took over 250 ms")
        deadline = time.monotonic() + 20
        while service.open_files() > before and time.monotonic() < deadline:
            time.sleep(0.02)
        left = service.open_files() - before
        expect(left <= 0, f"{left} files left open")
        resident = service.resident_bytes() / 2**20
    return f"1,000 clients left; no file open; {resident:.0f} MiB resident"


def main():
    parser = argparse.ArgumentParser(description="Faults, on a running service.")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--binary", help="the program, if it is built already")
    parser.add_argument("names", nargs="*", metavar="TRIAL", help="the trials; all without one")
    options = parser.parse_args()
    trials = (kill_and_restart, kill_while_updating, drain_under_load, drain_behind_front,
              terminate_twice, disconnects)
    unknown = set(options.names) - {trial.__name__ for trial in trials}
    if unknown:
        parser.error(f"no such trial: {', '.join(sorted(unknown))}")
    binary = options.binary or services.built()
    print(f"chaos: seed {options.seed}", flush=True)
    failed = False
    for trial in trials:
        if options.names and trial.__name__ not in options.names:
            continue
        try:
            print(f"  {trial.__name__}: {trial(binary, options.seed)}", flush=True)
        except (AssertionError, OSError, RuntimeError, subprocess.TimeoutExpired) as error:
            failed = True
            print(f"  {trial.__name__}: FAILED: {error}", flush=True)
    print("chaos: " + ("failed" if failed else "passed"))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
