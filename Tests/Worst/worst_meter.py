"""Weighs what requests cost a service: CPU seconds, peak memory, what /healthz takes meanwhile."""
import http.client
import re
import subprocess
import threading
import time
from pathlib import Path

import services
from worst_documents import MIB, SMALL

# A request that costs so many CPU seconds is ended; beyond every bound with its margin.
CPU_LIMIT = 30
# Address space of a service under test, so that a row that fails does not take the machine along.
SPACE_LIMIT = 4 << 30


class Died(Exception):
    """The service ended, or had to be ended."""


# What ends a row, not the whole run.
FAILURES = (Died, OSError, http.client.HTTPException)


class Watch(threading.Thread):
    """Looks at the process twenty times a second, and ends it where a request costs too much."""

    def __init__(self, meter):
        super().__init__(daemon=True)
        self.meter, self.since, self.killed, self.peak = meter, None, False, 0
        self.stopped = threading.Event()

    def run(self):
        while not self.stopped.wait(0.05):
            try:
                self.peak = max(self.peak, self.meter.memory("VmHWM"))
                if self.since is not None and self.meter.cpu() - self.since > CPU_LIMIT:
                    self.killed = True
                    self.meter.service.process.kill()
                    return
            except Died:
                return


def p99(times):
    """The 99th percentile of seconds; 0 for none."""
    return sorted(times)[len(times) * 99 // 100] if times else 0.0


class Health(threading.Thread):
    """Asks /healthz over and over on one connection; keeps how long each answer took."""

    def __init__(self, service):
        super().__init__(daemon=True)
        self.service, self.times = service, []
        self.stopped = threading.Event()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=60)
        while not self.stopped.wait(0.004):
            started = time.perf_counter()
            try:
                while True:
                    try:
                        self.ask(connection)
                        break
                    except ConnectionError:
                        # The service closes idle connections if it needs their places, and beyond its cap the oldest one for
                        # each new one: a probe connects again, and its time goes on.
                        connection.close()
                        if time.perf_counter() - started > 1 or self.service.process.poll() is not None:
                            raise
            except (OSError, http.client.HTTPException):
                self.times = [float("inf")]  # an answer that never comes
                break
            self.times.append(time.perf_counter() - started)
        connection.close()

    @staticmethod
    def ask(connection):
        connection.request("GET", "/healthz")
        connection.getresponse().read()

    def end(self):
        """The 99th percentile of what was measured; measures no more."""
        self.stopped.set()
        self.join(65)
        return p99(self.times)


class Meter:
    """One idle service, and what the requests sent through here cost it. A context manager."""

    def __init__(self, service, quick=False):
        self.service, self.quick = service, quick
        # How much of an answer is taken before the client leaves: a quick client leaves early.
        self.take = (8 if quick else 1024) * MIB
        self.dearest, self.seconds = "", 0.0
        # The dearest request, to be repeated: method, path, body and fields.
        self.dear = None
        self.statuses, self.sent, self.answered = [], 0, 0
        # CPU seconds of a request from which on it is measured to its end.
        self.near = 0.0
        self.problem = self.detail = None
        self.health_p99 = self.peak = 0
        # What attackers are answered, and what others wait meanwhile; None if there are none.
        self.crowd = None

    def __enter__(self):
        self.proc = Path(f"/proc/{self.service.process.pid}")
        self.watch, self.health = Watch(self), Health(self.service)
        # Workers, and what the first request of each sort needs, belong to the idle process.
        self.service.call("POST", "/v1/layouts?rect=all", SMALL)
        self.settle()
        try:
            (self.proc / "clear_refs").write_text("5")  # the peak starts from here
        except OSError:
            pass  # then it is that of the start at least, which is no higher than idle
        self.idle = self.memory("VmRSS")
        self.watch.start()
        self.health.start()
        return self

    def __exit__(self, kind, error, _):
        if error is not None and not isinstance(error, FAILURES):
            return False
        if error is not None:
            self.problem = str(error) if kind is Died else self.fate(repr(error))
        self.rest()
        return True

    def rest(self):
        """Ends the measure of the row's own requests: what comes after is not among its costs."""
        if self.watch.stopped.is_set():
            return
        self.watch.stopped.set()
        self.watch.join(5)
        self.health_p99 = self.health.end()
        try:
            self.watch.peak = max(self.watch.peak, self.memory("VmHWM"))
        except Died as death:
            self.problem = self.problem or str(death)
        self.peak = max(0, self.watch.peak - self.idle)

    def cpu(self):
        """User and system time so far."""
        try:
            return self.service.cpu_seconds()
        except (OSError, IndexError):
            raise Died(self.fate("no such process")) from None

    def memory(self, name):
        """A line of the process's status, in bytes."""
        try:
            return int(re.search(rf"{name}:\s+(\d+) kB", (self.proc / "status").read_text())[1]) << 10
        except (OSError, TypeError):
            raise Died(self.fate("no such process")) from None

    def fate(self, seen):
        """What became of a process of which that was seen."""
        try:
            status = self.service.process.wait(1)
        except subprocess.TimeoutExpired:
            return f"no answer: {seen}"
        if self.watch.killed:
            self.seconds = CPU_LIMIT
            return f"over {CPU_LIMIT} s of CPU"
        return f"ended by {status}"

    def settle(self):
        """The CPU time once the process rests: the same in three looks."""
        seen, equal = self.cpu(), 0
        while equal < 2:
            time.sleep(0.02)
            now = self.cpu()
            equal, seen = (equal + 1 if now == seen else 0), now
        return seen

    def send(self, method, path, body=None, fields=None):
        """One request on a connection of its own; its answer is dropped as it comes."""
        before = self.watch.since = self.cpu()
        dearest, self.dearest = self.dearest, f"{method} {path}"  # for the case that it is the last
        status, taken = self.exchange(method, path, body, fields)
        spent = self.cpu() - before
        # What goes on after the answer counts: a quick meter waits for it where it may decide, else
        # the next request counts it.
        if not self.quick or spent > self.near:
            spent = self.settle() - before
        if spent >= self.seconds:
            self.seconds, self.dear = spent, (method, path, body, fields or {})
        else:
            self.dearest = dearest
        self.statuses.append(status)
        self.answered = max(self.answered, taken)
        return status

    def exchange(self, method, path, body, fields):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=120)
        try:
            connection.request(method, path, body, fields or {})
            response = connection.getresponse()
            taken, piece = 0, bytearray(1 << 18)
            while taken < self.take and (count := response.readinto(piece)):
                if response.status >= 400 and not taken:
                    self.detail = bytes(piece[:min(count, 500)]).decode(errors="replace")
                taken += count
            return response.status, taken
        finally:
            connection.close()

    def ask(self, row):
        """Posts a row's document, and asks what is asked of it where it was not refused."""
        identifier, body, fields = row.request()
        self.sent = len(body)
        self.near = row.bound(self.sent, 0, False)[0] / 2
        steps = row.steps if row.steps[0].startswith("POST") or row.run else ("POST", *row.steps)
        if row.run:
            return row.run(self, row, identifier, body, fields)
        for step in steps:
            method, _, rest = step.partition(" ")
            if method == "POST":
                if self.send("POST", "/v1/layouts" + rest, body, {**fields, **row.headers}) >= 400:
                    break
            else:
                self.send(method, f"/v1/layouts/{identifier}{rest}", None, row.headers)


def limited(binary, settings):
    """The service, within bounds that save the machine."""
    # What would else follow from the machine's processors and memory.
    common = {"TATAMI_WORKERS": "2", "TATAMI_EVENT_LOOPS": "1", "TATAMI_MAX_ITEMS": "2000000",
              "TATAMI_MAX_BODY_BYTES": "64MiB"}
    service = services.tatami(binary, **{**common, **settings})
    service.command = [
        "sh", "-c", f'ulimit -v {SPACE_LIMIT >> 10}; exec "$0" "$@"', *service.command]
    return service
