"""Real stores: redis-server of Debian, or Valkey where pip has it; and what is asked of them."""
import os
import shutil
import socket
import signal
from pathlib import Path

import peers
import services

# As Examples/cluster/compose.yaml runs it, but for the size.
SETTINGS = ["--save", "", "--appendonly", "no", "--maxmemory-policy", "allkeys-lru"]


def installed():
    """The stores' programs that are here, by name; the first is the one that most cases run."""
    return [name for name in ("valkey-server", "redis-server") if peers.program(name)]


def program(name=None):
    """A store's program; None where it is not installed, or none is."""
    name = name or next(iter(installed()), None)
    return peers.program(name) if name else None


class Store(services.Service):
    """A store that is started, asked, stopped and hung; a context manager."""

    def __init__(self, folder, name="store", port=None, kind=None, maxmemory="512mb", more=()):
        port = port or services.free_port()
        own = Path(folder) / name
        own.mkdir(exist_ok=True)
        self.password = None
        super().__init__(name, [
            program(kind), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(own),
            *SETTINGS, "--maxmemory", maxmemory, *more], port, log=str(own / "log"))

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"

    def ask(self, *words):
        """One command's reply: text, a number, bytes, a list; RuntimeError where it is an error."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            if self.password:
                speak(connection, "AUTH", self.password)
            return speak(connection, *words)

    def resident(self):
        """What its documents take, and what the process does."""
        lines = self.ask("INFO", "memory").decode().splitlines()
        fields = dict(line.split(":", 1) for line in lines if ":" in line)
        return int(fields["used_memory"]), int(fields["used_memory_rss"])

    def hang(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()


def speak(connection, *words):
    data = b"*%d\r\n" % len(words)
    for word in words:
        word = word if isinstance(word, bytes) else str(word).encode()
        data += b"$%d\r\n%s\r\n" % (len(word), word)
    connection.sendall(data)
    with connection.makefile("rb") as lines:
        return reply(lines)


def reply(lines):
    line = lines.readline().rstrip(b"\r\n")
    kind, rest = line[:1], line[1:]
    if kind == b"+":
        return rest.decode()
    if kind == b"-" or not kind:
        raise RuntimeError(rest.decode() or "the store left")
    if kind == b":":
        return int(rest)
    if kind == b"$":
        value = None if rest == b"-1" else lines.read(int(rest) + 2)[:-2]
        return value
    return [reply(lines) for _ in range(int(rest))]


def has_tls(program_path):
    """Whether the program was built with TLS: it then links the library."""
    ldd = shutil.which("ldd")
    return bool(ldd) and "libssl" in os.popen(f"{ldd} {program_path}").read()
