"""An HTTP/1.1 client of a few lines: what a front says is taken as it comes, nothing is tried again."""
import socket


class Answer:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def __repr__(self):
        return f"{self.status} {self.fields.get('cache-status', '')} {self.body[:200]!r}"


class Connection:
    """One connection, opened when something is sent, kept until the peer or a failure ends it."""

    def __init__(self, port, timeout=20, host="127.0.0.1"):
        self.address, self.timeout, self.socket = (host, port), timeout, None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.socket:
            self.socket.close()
            self.socket = None

    def send(self, method, path, body=b"", fields=None):
        if self.socket is None:
            self.socket = socket.create_connection(self.address, timeout=self.timeout)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
        lines += [f"{name}: {value}" for name, value in (fields or {}).items()]
        if body or method in ("POST", "PUT"):
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def receive(self):
        """The next answer, whole; OSError where the peer leaves before its end."""
        data = self.more()
        while b"\r\n\r\n" not in data:
            data += self.more()
        head, _, data = data.partition(b"\r\n\r\n")
        status, *lines = head.decode("latin-1").split("\r\n")
        fields = {}
        for line in lines:
            name, _, value = line.partition(":")
            name, value = name.lower(), value.strip()
            fields[name] = f"{fields[name]}, {value}" if name in fields else value
        if "chunked" in fields.get("transfer-encoding", ""):
            body = self.chunks(data)
        else:
            length = int(fields.get("content-length", 0))
            while len(data) < length:
                data += self.more()
            body = data[:length]
        if fields.get("connection", "").lower() == "close":
            self.close()
        return Answer(int(status.split(" ", 2)[1]), fields, body)

    def chunks(self, data):
        body = b""
        while True:
            while b"\r\n" not in data:
                data += self.more()
            size, _, data = data.partition(b"\r\n")
            length = int(size.split(b";")[0], 16)
            while len(data) < length + 2:
                data += self.more()
            body, data = body + data[:length], data[length + 2:]
            if length == 0:
                return body

    def more(self):
        piece = self.socket.recv(65536)
        if not piece:
            raise ConnectionResetError("closed before the answer's end")
        return piece

    def ask(self, method, path, body=b"", fields=None):
        try:
            self.send(method, path, body, fields)
            return self.receive()
        except (OSError, ValueError):
            self.close()
            raise


def ask(port, method, path, body=b"", fields=None, timeout=20):
    """One request on a connection of its own."""
    with Connection(port, timeout) as connection:
        return connection.ask(method, path, body, fields)
