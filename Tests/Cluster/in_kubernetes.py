"""C12: Examples/kubernetes' HAProxy, its pods found by name: one is added, one comes back elsewhere."""
import contextlib
import os
import re
import time

import bench as benches
import client
import load as loads
import peers
import services
from losing_replicas import Phases, expect_whole, told
from names import Names
from peers import Change, expect

AGE = 3600
FILE = peers.EXAMPLES / "kubernetes/cluster/haproxy.cfg"


class Pods:
    """Replicas that all listen on one port, each at an address of its own, as pods do."""

    def __init__(self, bench, names):
        self.bench, self.names, self.port = bench, names, services.free_port()
        self.next, self.running = 10, {}

    def run(self, name):
        """Starts a pod at a new address, and names it."""
        self.next += 1
        address = f"127.0.0.{self.next}"
        pod = Pod(self.bench, name, address, self.port)
        self.bench.stack.enter_context(pod)
        self.running[name] = pod
        benches.wait(lambda: b"\ntatami_store_up 1" in pod.call("GET", "/metrics")[2], "no store")
        self.names.pods[name] = address
        return pod

    def end(self, name):
        pod = self.running.pop(name)
        benches.drain(pod)
        del self.names.pods[name]


class Pod(services.Service):
    def __init__(self, bench, name, address, port):
        self.address = address
        super().__init__(name, [str(bench.binary), "serve"], port, {
            # Told apart by what they say of their answers' age.
            **benches.REPLICA, "TATAMI_MAX_AGE": str(AGE + int(name.rpartition("-")[2])),
            "TATAMI_BIND": f"{address}:{port}", "TATAMI_STORE": bench.store.url,
        }, f"{bench.folder}/{name}.log")

    def connect(self):
        return services.socket.create_connection((self.address, self.port), timeout=1)

    def call(self, method, path, body=b"", headers=None):
        with client.Connection(self.port, host=self.address) as connection:
            answer = connection.ask(method, path, body, headers)
            return answer.status, answer.fields, answer.body


def front(bench, pods, number):
    """One of several HAProxies: they know nothing of each other."""
    port = services.free_port()
    text = FILE.read_text()
    peers.expect("parse-resolv-conf" in text and ":8080" in text, "haproxy.cfg is another")
    text = text.replace("parse-resolv-conf", f"nameserver one 127.0.0.1:{pods.names.port}")
    text = text.replace(":8080", f":{pods.port}")
    file = bench.folder / f"front-{number}.cfg"
    file.write_text(text)
    return services.Service(
        "HAProxy in Kubernetes", [peers.needed("haproxy")[0], "-db", "-f", str(file)], port,
        {"FRONT": f"127.0.0.1:{port}", "NAMESPACE": "default"}, f"{bench.folder}/front-{number}.log")


def owners(port, walls):
    """By id, the name of the pod that answers for it."""
    found = {}
    with client.Connection(port) as connection:
        for wall in walls:
            answer = connection.ask("GET", wall.path)
            expect(answer.status == 200, f"GET: {answer}")
            age = int(re.search(r"max-age=(\d+)", answer.fields["cache-control"]).group(1))
            found[wall.id] = f"tatami-{age - AGE}"
    return found


def scaled(binary, seconds):
    """Three pods and two fronts; a fourth pod; one that comes back at another address."""
    peers.needed("haproxy")
    with benches.Bench(binary) as bench, Names() as names:
        bench.run_store()
        pods = Pods(bench, names)
        for number in range(3):
            pods.run(f"tatami-{number}")
        ports = []
        for number in range(2):
            ports.append(bench.stack.enter_context(front(bench, pods, number)).port)
            all_asked(pods, ports[-1])
        loads.put_all(ports[0], bench.documents)
        benches.wait(lambda: bench.store.ask("DBSIZE") >= bench.count, "not all are in the store")
        some = bench.documents
        before = owners(ports[0], some)
        expect(owners(ports[1], some) == before, "two fronts choose different pods")

        with loads.Load(ports[0], bench.documents) as load:
            phases = Phases(load)
            phases.begin("C12 three pods")
            time.sleep(seconds)
            phases.begin("C12 a fourth")
            pods.run("tatami-3")
            all_asked(pods, ports[0])
            time.sleep(seconds)
            phases.begin("C12 one comes back elsewhere")
            pods.end("tatami-1")
            pods.run("tatami-1")
            all_asked(pods, ports[0])
            time.sleep(seconds)
            tallies = phases.end()
        expect_whole(tallies)
        all_asked(pods, ports[1])
        after = owners(ports[0], some)
        expect(owners(ports[1], some) == after, "two fronts choose different pods")
        # One that starts only now has the same places.
        late = bench.stack.enter_context(front(bench, pods, 2)).port
        all_asked(pods, late)
        expect(owners(late, some) == after, "a front that starts later chooses other pods")
        moved = [one for one in before if after[one] != before[one]]
        astray = [one for one in moved if after[one] != "tatami-3"]
        expect(not astray, f"{len(astray)} ids moved between pods that stayed")
        expect(0.8 * len(some) / 4 < len(moved) < 1.2 * len(some) / 4, f"{len(moved)} ids moved")
        return told(tallies) + [
            f"C12: the fourth of 4 pods took {len(moved)} of {len(some)} ids; three fronts agree"]


def all_asked(pods, port):
    """Waits until a front gives each pod its share."""
    def are():
        change = Change(list(pods.running.values()))
        for _ in range(128):
            client.ask(port, "GET", f"/v1/layouts/{os.urandom(32).hex()}")
        return min(change.each("tatami_requests_total", route="/v1/layouts/{id}")) >= 8
    with contextlib.suppress(OSError):
        benches.wait(are, "a pod is not asked", seconds=20)
