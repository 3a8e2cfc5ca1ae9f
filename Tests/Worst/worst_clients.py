"""Rows of `make worst` that take more than one request at a time."""
import base64
import hashlib
import http.client
import resource
import select
import socket
import time

import traffic
from worst_documents import SMALL, compact, shortest
from worst_innocents import ATTACKER, INNOCENT, WAIT_BOUND
from worst_meter import Died

# How long a small document may wait behind those whose clients left: a turn of every worker.
PATIENCE = 5


def child(parent, update):
    """The id of the version that an update makes (Contract §11)."""
    digest = hashlib.sha256(parent.encode() + b"\n" + update).hexdigest()
    return parent[:16] + digest[:48]


def updated(*updates, ask=""):
    """Sends updates, each of the version that the one before it made, and asks what has changed since
    the first layout, and since the last one."""

    def run(meter, row, identifier, body, fields):
        if meter.send("POST", "/v1/layouts", body, {**fields, **row.headers}) >= 400:
            return
        parent = identifier
        for update in updates:
            text = update.encode()
            packed, coding = shortest(text)
            meter.sent = max(meter.sent, len(packed))
            path = f"/v1/layouts/{parent}/updates"
            if meter.send("POST", path, packed, {"Content-Type": "application/json", **coding}) >= 400:
                return
            parent = child(parent, text)
        for query in ask.split():
            meter.send("GET", f"/v1/layouts/{parent}/changes?from={identifier}&{query}")
        # The other way: what was inserted is deleted, and the map is turned round.
        for query in ask.split()[:1]:
            meter.send("GET", f"/v1/layouts/{identifier}/changes?from={parent}&{query}")
            if "format=" not in query:
                meter.send("GET", f"/v1/layouts/{identifier}/changes.svg?from={parent}&{query}")
        meter.send("GET", f"/v1/layouts/{parent}/document")

    return run


def reloaded(other, ask):
    """Sends another document, asks what has changed since the first one, and the other way."""

    def run(meter, row, identifier, body, fields):
        if meter.send("POST", "/v1/layouts", body, {**fields, **row.headers}) >= 400:
            return
        text = other()
        packed, coding = shortest(text)
        meter.sent = max(meter.sent, len(packed))
        new = hashlib.sha256(text).hexdigest()
        for query in ask.split():
            meter.send("POST", f"/v1/layouts?from={identifier}&{query}", packed, {"Content-Type": "application/json", **coding})
            meter.send("GET", f"/v1/layouts/{identifier}/changes?from={new}&{query}")

    return run


def forged(meter, row, *_):
    """A URL as long as a head may be, with a signature that every key has to be tried for."""
    meter.sent = 15_900
    meter.send("GET", f"/v1/layouts/{'a' * 15_800}?sig={'A' * 43}", None, row.headers)


def pictured(*queries):
    """Sends the document in the URL of a picture, once a query."""

    def run(meter, row, identifier, body, fields):
        text = base64.urlsafe_b64encode(body).decode().rstrip("=")
        for query in queries:
            meter.send("GET", f"/v1/pictures?document={text}&{query}", None, row.headers)

    return run


def measured(meter, row, identifier, body, fields):
    """Measures the texts of the row's request, and lists the fonts."""
    meter.send("POST", "/v1/texts", body, {"Content-Type": "application/json", **fields, **row.headers})
    meter.send("GET", "/v1/fonts")
    # Each byte of the URL before the names is written for each face, as five.
    meter.send("GET", f"/v1/fonts?format=css&src={'%26' * 256}")
    meter.send("GET", "/v1/fonts?family=inter")


def descended(count, update, ask):
    """Makes so many versions, one of the other, and asks what has changed over all of them, both
    ways."""

    def run(meter, row, identifier, body, fields):
        if meter.send("POST", "/v1/layouts", body, {**fields, **row.headers}) >= 400:
            return
        parent, before = identifier, meter.cpu()
        with traffic.connect(meter.service.port) as client:
            for number in range(count):
                text = update(number).encode()
                client.sendall(traffic.post(text, f"/{parent}/updates"))
                meter.statuses.append(traffic.answer(client)[0])
                parent = child(parent, text)
        meter.seconds = (meter.settle() - before) / count
        meter.dearest = f"POST, each of {count}"
        meter.sent = max(meter.sent, len(text))
        for one, other in ((parent, identifier), (identifier, parent)):
            for query in ask.split():
                meter.send("GET", f"/v1/layouts/{one}/changes?from={other}&{query}")

    return run


def slow_readers(meter, row, identifier, body, fields):
    """Many clients ask at once, and none takes more than its kernel does."""
    meter.send("POST", "/v1/layouts", body, fields)
    before = meter.watch.since = meter.cpu()
    lines = "".join(f"{name}: {value}\r\n" for name, value in row.headers.items())
    clients = []
    # The bound of CPU is a request's; the watch's is one for all of them.
    meter.watch.since = None
    try:
        for _ in range(40 if meter.quick else 200):
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", meter.service.port))
            clients.append(client)
            method, _, rest = row.steps[0].partition(" ")
            client.sendall((f"{method} /v1/layouts/{identifier}{rest} HTTP/1.1\r\n"
                            f"Host: localhost\r\n{lines}\r\n").encode())
        for client in clients:
            if not select.select([client], [], [], 60)[0]:
                raise Died("a reader waits for its answer for 60 s")
            meter.statuses.append(int(client.recv(16, socket.MSG_PEEK)[9:12] or 0))
        meter.settle()
    finally:
        for client in clients:
            client.close()
    meter.seconds = (meter.settle() - before) / len(clients)
    meter.dearest = f"{row.steps[0]}, each of {len(clients)}"


def unfinished(text):
    """One address opens more connections than there may be, and sends the beginning of a request on
    each; small documents of another address are stored all the same."""

    def run(meter, row, identifier, body, fields):
        before = meter.cpu()
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        clients = []
        try:
            for _ in range(4_200):
                client = socket.socket()
                clients.append(client)
                client.bind((ATTACKER, 0))
                client.connect(("127.0.0.1", meter.service.port))
                try:
                    client.sendall(text)
                except OSError:
                    pass  # it has given way already
            for number in range(50):
                begun, status = time.monotonic(), 0
                while status == 0 and time.monotonic() - begun < WAIT_BOUND:
                    connection = http.client.HTTPConnection(
                        "127.0.0.1", meter.service.port, timeout=60, source_address=(INNOCENT, 0))
                    try:
                        connection.request("POST", "/v1/layouts", body + b" " * number, row.headers)
                        status = connection.getresponse().status
                    except ConnectionError:
                        # The attacker's last connections are accepted after it, each for the oldest one beyond the cap.
                        pass
                    connection.close()
                waited = time.monotonic() - begun
                if status not in (200, 201) or waited > WAIT_BOUND:
                    raise Died(f"an innocent client is answered {status} after {waited:.2f} s")
                meter.statuses.append(status)
        finally:
            for client in clients:
                client.close()
        meter.sent, meter.dearest = len(text), "each of 4,200"
        meter.seconds = (meter.settle() - before) / len(clients)

    return run


def departed(meter, row, identifier, body, fields):
    """Clients ask the dearest query and leave; a small document that comes then is answered."""
    if meter.send("POST", "/v1/layouts", body, fields) >= 400:
        return
    method, _, rest = row.steps[0].partition(" ")
    before = meter.watch.since = meter.cpu()
    clients = []
    for _ in range(4):
        client = traffic.connect(meter.service.port)
        client.sendall(f"{method} /v1/layouts/{identifier}{rest} HTTP/1.1\r\n"
                       "Host: localhost\r\n\r\n".encode())
        clients.append(client)
    while meter.cpu() == before and not select.select(clients, [], [], 0)[0]:
        time.sleep(0.001)  # until the work has begun, or is done
    for client in clients:
        client.close()
    started = time.monotonic()
    meter.statuses.append(meter.service.call("POST", "/v1/layouts", SMALL.replace(b"3", b"4"))[0])
    waited = time.monotonic() - started
    meter.seconds = (meter.settle() - before) / len(clients)
    meter.dearest = f"a POST behind them waited {waited:.2f} s"
    if waited > PATIENCE:
        raise Died(meter.dearest)


def small_layouts(meter, row, identifier, body, fields):
    """As many small layouts as the cache holds twice over: what they really take is counted."""
    count = 20_000
    before = meter.cpu()
    with traffic.connect(meter.service.port) as client:
        for number in range(count):
            client.sendall(traffic.post(compact({
                "container": {"width": number + 10, "height": 9}, "layout": {"type": "list"},
                "items": 3}).encode()))
            meter.statuses.append(traffic.answer(client)[0])
    meter.seconds = (meter.settle() - before) / count
    meter.dearest = f"POST, each of {count}"
