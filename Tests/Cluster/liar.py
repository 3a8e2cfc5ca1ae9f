"""Stores that fail: one that leaves in the middle of a reply, and one that answers with one error."""
import contextlib
import socket
import threading


class Listener:
    """Takes connections on a port of its own, each in a thread; a context manager."""

    def __enter__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.open, self.lock = set(), threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.close_all()

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.socket.accept()
                with self.lock:
                    self.open.add(connection)
                threading.Thread(target=self.serve_one, args=(connection,), daemon=True).start()

    def serve_one(self, connection):
        with contextlib.suppress(OSError):
            self.serve(connection)
        with self.lock:
            self.open.discard(connection)
        connection.close()

    def close_all(self):
        with self.lock:
            for one in self.open:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)


class Cutter(Listener):
    """Between a replica and its store: passes all on, until it is told to let only so many more bytes
    of replies through, and then closes."""

    def __init__(self, port):
        self.behind, self.left, self.cuts = port, None, 0

    def serve(self, connection):
        with socket.create_connection(("127.0.0.1", self.behind)) as store:
            threading.Thread(target=self.pass_on, args=(connection, store), daemon=True).start()
            while piece := store.recv(65536):
                with self.lock:
                    keep = len(piece) if self.left is None else min(self.left, len(piece))
                    cuts = self.left is not None and keep == self.left
                    if self.left is not None:
                        self.left -= keep
                connection.sendall(piece[:keep])
                if cuts:
                    with self.lock:
                        self.left = None
                        self.cuts += 1
                    connection.shutdown(socket.SHUT_RDWR)
                    return

    @staticmethod
    def pass_on(connection, store):
        with contextlib.suppress(OSError):
            while piece := connection.recv(65536):
                store.sendall(piece)
            store.shutdown(socket.SHUT_WR)

    def cut_after(self, count):
        with self.lock:
            self.left = count


class Refuser(Listener):
    """Answers PING, and everything else with one error."""

    def __init__(self, error):
        self.error = error

    def serve(self, connection):
        data = b""
        while piece := connection.recv(65536):
            data += piece
            while (command := self.first(data)) is not None:
                words, data = command
                is_ping = words[0].upper() == b"PING"
                connection.sendall(b"+PONG\r\n" if is_ping else b"-" + self.error + b"\r\n")

    @staticmethod
    def first(data):
        """The first whole command's words, and what follows it."""
        if b"\r\n" not in data:
            return None
        line, _, rest = data.partition(b"\r\n")
        words = []
        for _ in range(int(line[1:])):
            length, mark, rest = rest.partition(b"\r\n")
            if not mark or len(rest) < int(length[1:]) + 2:
                return None
            words.append(rest[:int(length[1:])])
            rest = rest[int(length[1:]) + 2:]
        return words, rest
