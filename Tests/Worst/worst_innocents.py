"""What others wait while attackers repeat a row's dearest request: a small document, and /healthz."""
import gzip
import http.client
import multiprocessing
import threading
import time

from worst_documents import MIB, SMALL, Growing
from worst_meter import Died, Health, p99

# Addresses of this machine: clients take turns by address.
ATTACKER, INNOCENT = "127.0.0.3", "127.0.0.2"
# Seconds that an innocent client's small document, and /healthz, may wait, 99 of 100 times. It is a
# bound without a margin: whoever waits does not know how busy the machine is.
WAIT_BOUND = 0.5
HEALTH_BOUND = 0.05
# Seconds that the attackers go on for, and of pause between an innocent's documents.
SECONDS, QUICK_SECONDS, PAUSE = 6, 3, 0.01
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

    def __init__(self, service, count, requests):
        self.port, self.count, self.requests = service.port, count, requests
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
        clients = [threading.Thread(target=self.send, args=(stopped, statuses), daemon=True)
                   for _ in range(self.count)]
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

    def send(self, stopped, statuses):
        while not stopped.is_set():
            connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=PATIENCE, source_address=(ATTACKER, 0))
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
            method, _, path = self.row.attack(self.identifier, turn).partition(" ")
            return method, path, None, self.row.headers
        return self.method, self.path, self.text and self.text.body(turn), self.fields


def crowd(meter, row, identifier):
    """Lets a row's attackers at the service, and measures what others wait."""
    found = Crowd()
    turns = Turns(meter, row, identifier)
    # The first turn computes the ids that all requests share: in the process, that would delay the attack.
    turns()
    with Attackers(meter.service, row.attackers, turns) as attackers:
        end = time.monotonic() + (QUICK_SECONDS if meter.quick else SECONDS)
        wait(meter.service, found, lambda: time.monotonic() < end)
        found.statuses += attackers.stop()
    return found


def wait(service, found, goes_on):
    """Posts small documents, each a new one, and asks /healthz, as long as `goes_on` says."""
    health = Health(service)
    health.start()
    connection = http.client.HTTPConnection(
        "127.0.0.1", service.port, timeout=60, source_address=(INNOCENT, 0))
    try:
        while goes_on():
            body = SMALL + b" " * (1 + len(found.waits))
            begun = time.monotonic()
            connection.request("POST", "/v1/layouts", body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            response.read()
            found.waits.append(time.monotonic() - begun)
            found.lost += "tatami-store; fwd=bypass" in response.headers.get("Cache-Status", "")
            if response.status != 201:
                raise Died(f"an innocent client is answered {response.status}")
            time.sleep(PAUSE)
    finally:
        connection.close()
        found.health_p99 = health.end()
