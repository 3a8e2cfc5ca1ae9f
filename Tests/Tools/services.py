"""Servers under test or measure: started on a free port, watched through /proc, ended."""
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BENCH = ROOT / "Tests/Bench"
TICK = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Service:
    """A server process and its children; a context manager."""

    def __init__(self, name, command, port, environment=None, log=None):
        """`log`: a file's name for what it writes; else that is thrown away."""
        self.name, self.command, self.port, self.log = name, command, port, log
        self.environment = {**os.environ, **(environment or {})}
        self.socket_path = None  # where it listens instead of the port

    def connect(self):
        if self.socket_path is None:
            return socket.create_connection(("127.0.0.1", self.port), timeout=1)
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(self.socket_path)
        except OSError:
            connection.close()
            raise
        return connection

    def __enter__(self):
        self.started = time.perf_counter()
        with open(self.log or os.devnull, "ab") as output:
            self.process = subprocess.Popen(
                self.command, env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=output)
        deadline = self.started + 10
        while True:
            try:
                self.connect().close()
                return self
            except OSError:
                if self.process.poll() is not None or time.perf_counter() > deadline:
                    self.__exit__()
                    raise RuntimeError(f"{self.name} did not start: {' '.join(self.command)}")
                time.sleep(0.001)

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def call(self, method, path, body=None, headers=None):
        """One request on a connection of its own: status, fields, body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def pids(self):
        found = [self.process.pid]
        for pid in found:
            children = Path(f"/proc/{pid}/task/{pid}/children")
            found += [int(child) for child in children.read_text().split()]
        return found

    def cpu_seconds(self):
        """User and system time of the process and its children so far."""
        ticks = 0
        for pid in self.pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / TICK

    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def resident_bytes(self):
        total = 0
        for pid in self.pids():
            for line in Path(f"/proc/{pid}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    total += int(line.split()[1]) * 1024
        return total


def tatami(binary, port=None, log=None, **settings):
    """The service; without its line a request, as the others have none, unless settings say so."""
    port = port or free_port()
    environment = {"TATAMI_LOG_LEVEL": "warning", "TATAMI_BIND": f"127.0.0.1:{port}"}
    environment.update({name: str(value) for name, value in settings.items()})
    return Service("tatami", [str(binary), "serve"], port, environment, log)


def built(configuration="release"):
    """The program, built; the build's own lines go to standard error."""
    swift = os.environ.get("SWIFT", "swift")
    subprocess.run([swift, "build", "-c", configuration, "--product", "tatami"], cwd=ROOT,
                   check=True, stdout=sys.stderr)
    return ROOT / ".build" / configuration / "tatami"


def nginx(body, access_log="off"):
    """nginx answering `body` to everything; None where it is not installed.

    `access_log`: a file's name for its line a request."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not program:
        return None
    folder = Path(tempfile.mkdtemp(prefix="tatami-bench-"))
    port = free_port()
    if "$" in body:
        raise ValueError("nginx would read $ as a variable")
    text = (BENCH / "nginx.conf").read_text()
    quoted = body.replace("\\", "\\\\").replace("'", "\\'")
    for name, value in (("FOLDER", str(folder)), ("PORT", str(port)), ("BODY", quoted),
                        ("ACCESS_LOG", access_log)):
        text = text.replace(f"@{name}@", value)
    (folder / "nginx.conf").write_text(text)
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]
    return Service("nginx", command, port)


def node(keeps=False):
    """The plain Node service, or the one that hashes and keeps; None where Node is not installed."""
    program = shutil.which("node") or shutil.which("nodejs")
    if not program:
        return None
    port = free_port()
    name, options = ("node that keeps", ["keep"]) if keeps else ("node", [])
    return Service(name, [program, str(BENCH / "plain-node.mjs"), str(port), *options], port)
