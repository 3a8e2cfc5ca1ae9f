"""All rows of `make worst` posted to one service that has 256 MB and its default settings.

The rows come one after the other, each from several clients at once; or in turn, which gives each
post another document's memory to follow. The memory is bounded by a cgroup, version 2 or 1, where
one can be made; else by `ulimit -d`, the data that the idle process has and 256 MB.
"""
import collections
import http.client
import os
import re
import subprocess
import threading
import time
from pathlib import Path

import services
from worst_documents import MIB, SMALL, Growing

LIMIT = 256 * MIB
CLIENTS = 4
# A row whose time is up is posted so often nevertheless.
LEAST = 50
# Of an answer so much is taken; what it costs is the other mode's to say.
TAKE = MIB


class Cgroup:
    """A memory cgroup of its own; a context manager."""

    def __init__(self, folder, version):
        self.folder, self.version = folder, version

    def __enter__(self):
        self.folder.mkdir()
        name = "memory.max" if self.version == 2 else "memory.limit_in_bytes"
        (self.folder / name).write_text(str(LIMIT))
        for name in ("memory.swap.max", "memory.swappiness"):
            try:
                (self.folder / name).write_text("0")
            except OSError:
                pass  # no swap, then, or another version
        return self

    def __exit__(self, *_):
        self.folder.rmdir()

    @property
    def entrance(self):
        """Shell text that puts its process in."""
        return f"echo $$ > {self.folder}/cgroup.procs"

    def peak(self):
        """The most bytes held since this was asked last; since the start where the system cannot
        begin anew."""
        file = self.folder / ("memory.peak" if self.version == 2 else "memory.max_usage_in_bytes")
        try:
            peak = int(file.read_text())
            file.write_text("0")
            return peak
        except OSError:
            return 0


def own_cgroup():
    """A cgroup below this process's own; None where none can be made."""
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
        mounts = Path("/proc/self/mounts").read_text().splitlines()
    except OSError:
        return None
    paths = {fields[1]: fields[2] for fields in (line.split(":", 2) for line in lines)}
    for line in mounts:
        _, mount, kind, options = line.split()[:4]
        if kind == "cgroup" and "memory" in options.split(","):
            version, inside = 1, paths.get("memory", "/")
        elif kind == "cgroup2" and "memory" not in paths:
            version, inside = 2, paths.get("", "/")
        else:
            continue
        for parent in (Path(mount + inside), Path(mount)):
            folder = parent / f"tatami-worst-{os.getpid()}"
            try:
                with Cgroup(folder, version):
                    return Cgroup(folder, version)
            except OSError:
                if folder.is_dir():
                    folder.rmdir()
    return None


def idle_data(binary):
    """Bytes of data of an idle service that has worked once."""
    with services.tatami(binary) as service:
        service.call("POST", "/v1/layouts", SMALL)
        status = Path(f"/proc/{service.process.pid}/status").read_text()
        return int(re.search(r"VmData:\s+(\d+) kB", status)[1]) << 10


class Document:
    """A row's document as it is posted, the same each time or with more and more spaces behind it."""

    def __init__(self, row, is_fresh):
        self.row, self.name = row, row.name
        self.text = Growing(row.document())
        self.fields = {"Content-Type": "application/json", **row.headers, **self.text.coding}
        self.same = None if is_fresh else self.text.body(0)
        if not is_fresh:
            self.text = None

    def body(self, number):
        return self.text.body(number) if self.same is None else self.same

    def query(self, number):
        """Each post asks something else."""
        step = self.row.steps[number % len(self.row.steps)]
        return step.partition("?")[2] if "/attributes" in step or "POST ?" in step else ""


class Posting:
    """Posts documents in turn from several clients until each has been posted so often."""

    def __init__(self, service, documents, times, seconds=None):
        """`seconds`: after these no more is posted, but for the least."""
        self.service, self.documents, self.statuses = service, documents, collections.Counter()
        self.lock, self.problem, self.begun = threading.Lock(), None, 0
        self.most, self.least = len(documents) * times, len(documents) * min(times, LEAST)
        self.end = time.monotonic() + seconds if seconds else float("inf")

    def run(self):
        threads = [threading.Thread(target=self.client) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def turn(self):
        """The number of the next post; None where there is none."""
        with self.lock:
            bound = self.most if time.monotonic() < self.end else self.least
            if self.problem or self.begun >= bound:
                return None
            self.begun += 1
            return self.begun - 1

    def client(self):
        while (turn := self.turn()) is not None:
            number, index = divmod(turn, len(self.documents))
            document = self.documents[index]
            query = document.query(number)
            try:
                status = self.post(document.body(number), document.fields, query)
            except (OSError, http.client.HTTPException) as error:
                status = type(error).__name__
                if self.has_ended():
                    self.problem = self.problem or (
                        f"ended by {self.service.process.returncode} at or just before"
                        f" \"{document.name}\" {query}")
                    return
            with self.lock:
                self.statuses[status] += 1
                if status in (500, 502):
                    self.problem = f"{status} for \"{document.name}\" {query}"

    def has_ended(self):
        """Whether the process is gone, or goes within a second."""
        try:
            self.service.process.wait(1)
        except subprocess.TimeoutExpired:
            return False
        return True

    def post(self, body, fields, query):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=120)
        try:
            path = "/v1/layouts" + (f"?{query}" if query else "")
            connection.request("POST", path, body, fields)
            response = connection.getresponse()
            taken, piece = 0, bytearray(1 << 16)
            while taken < TAKE and (count := response.readinto(piece)):
                taken += count
            return response.status
        finally:
            connection.close()


def run(binary, rows, times, seconds, is_fresh):
    """Posts every row so often; 1 where the service ended, else 0.

    `seconds`: each row by itself, for so long at most; None posts all of them in turn."""
    rows = [row for row in rows if row.run is None]
    cgroup = own_cgroup()
    if cgroup is None:
        limit = idle_data(binary) + LIMIT
        print(f"worst: no cgroup can be made here: ulimit -d {limit >> 10}", flush=True)
        bound = (f"ulimit -d {limit >> 10}", lambda: 0)
        return post_all(binary, rows, times, seconds, is_fresh, *bound)
    with cgroup:
        print(f"worst: 256 MB in a cgroup of version {cgroup.version}", flush=True)
        return post_all(
            binary, rows, times, seconds, is_fresh, cgroup.entrance, cgroup.peak)


def post_all(binary, rows, times, seconds, is_fresh, entrance, peak):
    service = services.tatami(binary)
    service.command = ["sh", "-c", f'{entrance}; exec "$0" "$@"', *service.command]
    started, most, total = time.monotonic(), 0, collections.Counter()
    with service:
        for batch in [rows] if seconds is None else [[row] for row in rows]:
            posting = Posting(
                service, [Document(row, is_fresh) for row in batch], times, seconds)
            begun = time.monotonic()
            posting.run()
            if posting.problem is None and service.call("GET", "/healthz")[0] != 200:
                posting.problem = "not healthy at the end"
            most, total = max(most, held := peak()), total + posting.statuses
            if seconds is not None:
                print(f"{batch[0].name:56.56} {posting.begun:5} posts "
                      f"{time.monotonic() - begun:5.1f} s {held / MIB:4.0f} MiB  "
                      f"{listed(posting.statuses)}", flush=True)
            if posting.problem:
                break
    print(f"  {sum(total.values())} posts of {len(rows)} documents in "
          f"{time.monotonic() - started:.0f} s; {listed(total)}; at most {most / MIB:.0f} MiB")
    if posting.problem:
        print(f"  FAILED: {posting.problem}")
    print("worst: " + ("failed" if posting.problem else "passed"))
    return 1 if posting.problem else 0


def listed(statuses):
    return ", ".join(f"{name}: {count}" for name, count in sorted(statuses.items(), key=str))
