"""What clients send, good and bad: documents of all sizes, aborts, dribbles; for soak and chaos."""
import json
import random
import socket
import time


def document(source, items):
    """A document of `items` items, no two alike: its text as bytes."""
    kind = source.choice(["waterfall", "flow", "list", "justified"])
    sizes = [
        source.randrange(40, 400) / 2 if source.random() < 0.5
        else [source.randrange(100, 4000), source.randrange(100, 4000)]
        for _ in range(items)]
    if kind == "list":
        sizes = [size if isinstance(size, float) else size[1] / 10 for size in sizes]
    layout = {"type": kind}
    if kind == "waterfall":
        layout["columns"] = source.randrange(1, 8)
    if kind == "flow":
        layout["itemSize"] = {"width": 60, "height": 60}
    return json.dumps({
        "container": {"width": source.randrange(320, 4000), "height": 844},
        "layout": layout, "items": sizes}).encode()


def template(source, items):
    """A waterfall in two parts, to be made new by a number between them."""
    sizes = ",".join(str(source.randrange(40, 400) / 2) for _ in range(items - 1))
    return (
        b'{"container":{"width":1000,"height":844},"layout":{"type":"waterfall","columns":4},'
        b'"items":[' + sizes.encode() + b",", b"]}")


def connect(port, timeout=30):
    connection = socket.create_connection(("127.0.0.1", port), timeout=timeout)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def post(body, query=""):
    """A POST's bytes."""
    head = (f"POST /v1/layouts{query} HTTP/1.1\r\nHost: localhost\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")
    return head.encode() + body


def answer(connection):
    """Reads one answer with a known length: its status and body; None where the peer closed first."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return None
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    fields = dict(
        line.lower().split(b":", 1) for line in head.split(b"\r\n")[1:] if b":" in line)
    status = int(head.split(b" ", 2)[1])
    if b"chunked" in fields.get(b"transfer-encoding", b""):
        while not body.endswith(b"0\r\n\r\n"):
            piece = connection.recv(65536)
            if not piece:
                return None
            body += piece
        return status, body
    length = int(fields.get(b"content-length", b"0"))
    while len(body) < length:
        piece = connection.recv(65536)
        if not piece:
            return None
        body += piece
    return status, body


def abandon(port, source):
    """Sends a part of a request, or all of it, takes a part of the answer, and leaves."""
    text = post(document(source, source.choice([10, 1000, 20000])), "?rect=all")
    with connect(port) as connection:
        cut = source.randrange(1, len(text) + 1)
        if source.random() < 0.5:
            cut = len(text)
        try:
            connection.sendall(text[:cut])
            if cut == len(text) and source.random() < 0.7:
                connection.recv(source.choice([1, 100, 5000]))
            if source.random() < 0.5:  # a reset instead of an orderly end
                connection.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        except OSError:
            pass  # refused before it was whole: as good an end as any


def dribble(port, source, seconds):
    """Sends a request's bytes one at a time until they are all sent, refused, or time is up."""
    text = post(document(source, 5))
    end = time.monotonic() + seconds
    with connect(port) as connection:
        try:
            for byte in text:
                if time.monotonic() > end:
                    return
                connection.sendall(bytes([byte]))
                time.sleep(0.05)
            connection.recv(1000)
        except OSError:
            pass


def seeded(seed, name):
    """A source of its own for each client, the same for the same seed."""
    return random.Random(f"{seed} {name}")
