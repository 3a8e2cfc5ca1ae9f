"""What others wait while attackers repeat a row's dearest request: small requests, and /healthz."""
import gzip
import hashlib
import http.client
import multiprocessing
import threading
import time

from worst_documents import MIB, SMALL, Growing, shortest
from worst_meter import Died, Health, p99

# Addresses of this machine: clients take turns by address.
ATTACKER, INNOCENT = "127.0.0.3", "127.0.0.2"
# Seconds that an innocent client's small requests, and /healthz, may wait, 99 of 100 times. It is a
# bound without a margin: whoever waits does not know how busy the machine is.
WAIT_BOUND = 0.5
HEALTH_BOUND = 0.05
# Seconds that the attackers go on for, and of pause between an innocent's documents.
SECONDS, QUICK_SECONDS, PAUSE = 6, 3, 0.01
# An innocent client's update.
UPDATE = b'{"append":[{"items":1}]}'
# Seconds that an attacker waits for an answer.
PATIENCE = 120
# The attackers' process is forked: their requests are closures, which a new interpreter cannot be given.
FORK = multiprocessing.get_context("fork")


class Crowd:
    """What came of an attack: how long others waited, and what the attackers were answered."""

    def __init__(self):
        self.waits, self.statuses, self.health_p99 = [], [], 0.0
        # How many documents of others a store did not take.
        self.lost = 0

    @property
    def wait_p99(self):
        return p99(self.waits)

    def failure(self):
        """Why the row fails; None where it passes."""
        if any(status >= 500 and status != 503 for status in self.statuses):
            return f"an attacker is answered {max(self.statuses)}"
        if not self.statuses:
            return "no attacker is answered"
        return self.delay()

    def delay(self):
        """Why others waited too long; None if they did not."""
        if not self.waits:
            return "no innocent client is answered"
        if self.wait_p99 > WAIT_BOUND:
            return f"an innocent client waits {self.wait_p99:.2f} s"
        if self.health_p99 > HEALTH_BOUND:
            return f"health waits {self.health_p99 * 1e3:.0f} ms while others attack"
        return None


class Attackers:
    """Clients that each send one request after the other on one connection, and drop the answers.

    They run in a process of their own, so that they do not delay the threads that time the innocent
    client and /healthz. A context manager: they end with it."""

    def __init__(self, service, count, requests, strangers=False):
        """`strangers`: each has an address of its own."""
        self.port, self.requests = service.port, requests
        self.addresses = [f"127.0.1.{number + 1}" if strangers else ATTACKER for number in range(count)]
        self.ours, self.theirs = FORK.Pipe()
        self.process = FORK.Process(target=self.run, daemon=True)

    def __enter__(self):
        self.process.start()
        # Only the process holds its end now: if it dies, the pipe ends.
        self.theirs.close()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.join()
        self.ours.close()

    def stop(self):
        """Ends what the clients send; the status of each answer."""
        try:
            self.ours.send(None)
            if self.ours.poll(PATIENCE + 5):
                return self.ours.recv()
        except (EOFError, OSError):
            pass
        raise Died("the attackers' process ended, or hangs")

    def run(self):
        self.ours.close()
        stopped, statuses = threading.Event(), []
        clients = [threading.Thread(target=self.send, args=(address, stopped, statuses), daemon=True)
                   for address in self.addresses]
        for client in clients:
            client.start()
        try:
            self.theirs.recv()
        except EOFError:
            return  # the process that started this one is gone
        stopped.set()
        end = time.monotonic() + PATIENCE
        for client in clients:
            client.join(max(0, end - time.monotonic()))
        self.theirs.send(list(statuses))

    def send(self, address, stopped, statuses):
        while not stopped.is_set():
            connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=PATIENCE, source_address=(address, 0))
            try:
                while not stopped.is_set():
                    connection.request(*self.requests())
                    response = connection.getresponse()
                    statuses.append(response.status)
                    taken, piece = 0, bytearray(1 << 18)
                    while taken < MIB and (count := response.readinto(piece)):
                        taken += count
                    if not response.isclosed():
                        break  # a client that has seen enough leaves
            except (OSError, http.client.HTTPException):
                # Connects again. If the service has ended, the innocent client says so.
                time.sleep(PAUSE)
            finally:
                connection.close()


class Turns:
    """The attackers' requests, one after the other: the row's own, or the meter's dearest; a text that
    is posted grows by a space each time, so that none is known already."""

    def __init__(self, meter, row, identifier):
        self.row, self.identifier = row, identifier
        self.method, self.path, self.body, self.fields = meter.dear
        self.text = None
        if self.body is not None:
            coded = "Content-Encoding" in self.fields
            self.text = Growing(gzip.decompress(self.body) if coded else self.body)
            plain = {key: value for key, value in self.fields.items() if key != "Content-Encoding"}
            self.fields = {**plain, **self.text.coding}
        self.turn, self.lock = 0, threading.Lock()

    def __call__(self):
        """A request's method, path, body and fields."""
        with self.lock:
            self.turn += 1
            turn = self.turn
        if self.row.attack:
            attack = self.row.attack(self.identifier, turn)
            if isinstance(attack, bytes):
                body, coding = shortest(attack)
                return "POST", "/v1/layouts", body, {
                    "Content-Type": "application/json", **coding, **self.row.headers}
            method, _, path = attack.partition(" ")
            return method, path, None, self.row.headers
        return self.method, self.path, self.text and self.text.body(turn), self.fields


def crowd(meter, row, identifier):
    """Lets a row's attackers at the service, and measures what others wait."""
    found = Crowd()
    turns = Turns(meter, row, identifier)
    # The first turn computes the ids that all requests share: in the process, that would delay the attack.
    turns()
    with Attackers(meter.service, row.attackers, turns, row.strangers) as attackers:
        end = time.monotonic() + (QUICK_SECONDS if meter.quick else SECONDS)
        wait(meter.service, found, lambda: time.monotonic() < end, row.headers)
        found.statuses += attackers.stop()
    return found


def wait(service, found, goes_on, fields=None):
    """Posts small documents, each a new one, updates, reads and, with a key, deletes them, and asks
    /healthz, as long as `goes_on` says."""
    fields = {"Content-Type": "application/json", **(fields or {})}
    health = Health(service)
    health.start()
    connection = http.client.HTTPConnection(
        "127.0.0.1", service.port, timeout=60, source_address=(INNOCENT, 0))
    try:
        while goes_on():
            body = SMALL + b" " * (1 + len(found.waits))
            path = f"/v1/layouts/{hashlib.sha256(body).hexdigest()}"
            steps = [("POST", "/v1/layouts", body, 201), ("POST", f"{path}/updates", UPDATE, 201),
                     ("GET", f"{path}/attributes?rect=all", None, 200), ("DELETE", path, None, 204)]
            for method, target, text, status in steps if "Authorization" in fields else steps[:3]:
                begun = time.monotonic()
                connection.request(method, target, text, fields)
                response = connection.getresponse()
                response.read()
                found.waits.append(time.monotonic() - begun)
                if method == "POST":
                    found.lost += "tatami-store; fwd=bypass" in response.headers.get("Cache-Status", "")
                if response.status != status:
                    raise Died(f"an innocent client's {method} is answered {response.status}")
                time.sleep(PAUSE)
    finally:
        connection.close()
        found.health_p99 = health.end()
