"""What clients send, good and bad: documents of all sizes, updates, aborts, dribbles; for soak and
chaos."""
import hashlib
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


def update(source, count, is_measured=True):
    """An update of a layout of one section with so many items, and how many it has then."""
    size = [source.randrange(100, 4000), source.randrange(100, 4000)]
    last = count - 1
    change, more = {}, 0
    kind = source.randrange(8) if count > 1 else 0
    if kind == 0:
        more = source.randrange(1, 50)
        change["append"] = [{"items": [size] * more}]
    elif kind == 1:
        more = source.randrange(1, 50)
        change["insert"] = [{"indexPath": [0, 0], "items": [size] * more}]
        change["keepColumns"] = True
    elif kind == 2:
        more = -source.randrange(1, min(20, count))
        change["delete"] = [{"indexPath": [0, source.randrange(count + more + 1)], "count": -more}]
    elif kind == 3:
        change["replace"] = [{"indexPath": [0, source.randrange(count)], "item": size}]
    elif kind == 4:
        change["move"] = [{"from": [0, source.randrange(count)], "to": [0, source.randrange(count)]}]
    elif kind == 5 and is_measured:
        paths = source.sample(range(count), min(10, count))
        change["measure"] = [{"indexPath": [0, item], "height": size[1] / 8} for item in paths]
        change["keepColumns"] = [0, last]
    else:
        change["container"] = {"width": source.randrange(320, 4000)}
    return json.dumps(change).encode(), count + more


def child(parent, text):
    """The id of the version that an update makes of a layout."""
    digest = hashlib.sha256(parent.encode() + b"\n" + text).hexdigest()
    return parent[:16] + digest[:48]


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


def get(path):
    """A GET's bytes."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


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


def abandon(port, source, layout=None):
    """Sends a part of a request, or all of it, takes a part of the answer, and leaves.

    With a layout's id and how many items it has, every second request is an update of it."""
    if layout and source.random() < 0.5:
        identifier, count = layout
        text = post(update(source, count)[0], f"/{identifier}/updates?rect=all")
    else:
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
