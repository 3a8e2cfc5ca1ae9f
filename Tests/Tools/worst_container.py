"""All rows of `make worst` posted to one service that has 256 MB and its default settings.

The memory is bounded by a cgroup, version 2 or 1, where one can be made; else by `ulimit -d`, the
data that the idle process has and 256 MB.
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
from worst_documents import MIB, SMALL

LIMIT = 256 * MIB
CLIENTS = 4
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
        name = "memory.peak" if self.version == 2 else "memory.max_usage_in_bytes"
        try:
            return int((self.folder / name).read_text())
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


class Posting:
    """Posts rows in turn from several clients until each has been posted so often."""

    def __init__(self, service, rows, times):
        self.service, self.statuses = service, collections.Counter()
        self.lock, self.problem = threading.Lock(), None
        # The texts are packed once: they are what takes a client's time.
        self.rows = [(row, row.request()) for row in rows if row.run is None]
        self.turns = iter(range(len(self.rows) * times))

    def run(self):
        threads = [threading.Thread(target=self.client) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def client(self):
        while self.problem is None:
            with self.lock:
                turn = next(self.turns, None)
                if turn is None:
                    return
            row, (identifier, body, fields) = self.rows[turn % len(self.rows)]
            # Each post asks something else: the n-th of a row, its n-th query.
            step = row.steps[turn // len(self.rows) % len(row.steps)]
            query = step.partition("?")[2] if "/attributes" in step or "POST ?" in step else ""
            try:
                status = self.post(body, {**fields, **row.headers}, query)
            except (OSError, http.client.HTTPException) as error:
                status = type(error).__name__
                if self.has_ended():
                    self.problem = self.problem or (
                        f"ended by {self.service.process.returncode} at or just before"
                        f" \"{row.name}\" {step}")
                    return
            with self.lock:
                self.statuses[status] += 1
                if status in (500, 502):
                    self.problem = f"{status} for \"{row.name}\" {step}"

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


def run(binary, rows, times):
    """Posts every row so often; 1 where the service ended, else 0."""
    cgroup = own_cgroup()
    if cgroup is None:
        limit = idle_data(binary) + LIMIT
        print(f"worst: no cgroup can be made here: ulimit -d {limit >> 10}", flush=True)
        return post_all(binary, rows, times, f"ulimit -d {limit >> 10}", lambda: 0)
    with cgroup:
        print(f"worst: 256 MB in a cgroup of version {cgroup.version}", flush=True)
        return post_all(binary, rows, times, cgroup.entrance, cgroup.peak)


def post_all(binary, rows, times, entrance, peak):
    service = services.tatami(binary)
    service.command = ["sh", "-c", f'{entrance}; exec "$0" "$@"', *service.command]
    started = time.monotonic()
    with service:
        posting = Posting(service, rows, times)
        posting.run()
        if posting.problem is None and service.call("GET", "/healthz")[0] != 200:
            posting.problem = "not healthy at the end"
        most = peak()
    counts = ", ".join(f"{name}: {count}" for name, count in sorted(
        posting.statuses.items(), key=str))
    print(f"  {sum(posting.statuses.values())} posts of {len(posting.rows)} documents in "
          f"{time.monotonic() - started:.0f} s; {counts}; at most {most / MIB:.0f} MiB")
    if posting.problem:
        print(f"  FAILED: {posting.problem}")
    print("worst: " + ("failed" if posting.problem else "passed"))
    return 1 if posting.problem else 0
