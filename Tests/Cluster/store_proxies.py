"""What stands between replicas and stores: TLS with AUTH, a master that changes, shards."""
import subprocess

import bench as benches
import documents
import peers
import services
import store as stores
from peers import Change, Skipped, expect
from strange_stores import get, key, put

PASSWORD = "a-password-of-the-store"


def certificates(folder):
    """A CA of our own, and a certificate of store-1 and store-2 by it."""
    [openssl] = peers.needed("openssl")

    def run(*words):
        subprocess.run([openssl, *words], cwd=folder, check=True, capture_output=True)

    run("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=ca", "-days", "2")
    run("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "store.key", "-out", "store.csr", "-subj", "/CN=store-1")
    (folder / "names").write_text("subjectAltName=DNS:store-1,DNS:store-2\n")
    run("x509", "-req", "-in", "store.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
        "-out", "store.pem", "-days", "2", "-extfile", "names")


class SecureStore(stores.Store):
    """A store that speaks TLS at another port, and wants a password at both."""

    def __init__(self, folder, name, more=()):
        self.tls_port = services.free_port()
        super().__init__(folder, name, kind="redis-server", more=[
            "--tls-port", str(self.tls_port), "--tls-cert-file", str(folder / "store.pem"),
            "--tls-key-file", str(folder / "store.key"), "--tls-ca-cert-file", str(folder / "ca.pem"),
            "--tls-auth-clients", "no", "--requirepass", PASSWORD, "--masterauth", PASSWORD, *more])
        self.password = PASSWORD


def store_front(bench, first, second, names=("store-1", "store-2")):
    """Examples/haproxy-store.cfg before two stores."""
    [program] = peers.needed("haproxy")
    port = services.free_port()
    return bench.stack.enter_context(services.Service(
        "HAProxy for the store", [program, "-db", "-f", str(peers.EXAMPLES / "haproxy-store.cfg")],
        port, {
            "STORE_BIND": f"127.0.0.1:{port}", "STORE_CA": str(bench.folder / "ca.pem"),
            "STORE_1": f"127.0.0.1:{first.tls_port}", "STORE_2": f"127.0.0.1:{second.tls_port}",
            "STORE_1_NAME": names[0], "STORE_2_NAME": names[1], "STORE_PASSWORD": PASSWORD,
        }, f"{bench.folder}/haproxy-store.log"))


def encrypted(binary):
    """Documents through TLS and AUTH; not to a store whose certificate says another name; and on to
    the replica once it is the master."""
    if not stores.has_tls(peers.needed("redis-server")[0]):
        raise Skipped("redis-server was built without TLS")
    walls = documents.walls(101, photos=300, first=60_000)
    with benches.Bench(binary, count=1) as bench:
        certificates(bench.folder)
        first = bench.stack.enter_context(SecureStore(bench.folder, "first"))
        second = bench.stack.enter_context(SecureStore(
            bench.folder, "second", ["--replicaof", f"127.0.0.1 {first.port}"]))
        benches.wait(lambda: b"master_link_status:up" in second.ask("INFO", "replication"),
                     "the second store does not follow")
        front = store_front(bench, first, second)
        url = f"redis://127.0.0.1:{front.port}"
        writer, reader = bench.run_replicas(2, store=url, TATAMI_STORE_PASSWORD=PASSWORD)
        # HAProxy's first checks take a second: until then it may ask the one that only follows.
        benches.wait(lambda: "master/store-2 is DOWN" in (
            bench.folder / "haproxy-store.log").read_text(), "HAProxy does not find the master")
        bench.wait_for_store()
        for wall in walls[:100]:
            expect("tatami-store; fwd=miss; stored" in put(writer, wall), "not kept through TLS")
            expect(get(reader, wall)[0] == 200, "not found through TLS")
        expect(first.ask("STRLEN", key(walls[0])) > 0, "it went to another store")

        other = store_front(bench, first, second, names=("elsewhere", "elsewhere"))
        [stranger] = bench.run_replicas(1, store=f"redis://127.0.0.1:{other.port}", waits=False,
                                        TATAMI_STORE_PASSWORD=PASSWORD)[-1:]
        expect("detail=down" in put(stranger, walls[100]), "a store of another name was believed")
        stranger.__exit__()

        first.kill()
        second.ask("REPLICAOF", "NO", "ONE")
        trial = documents.endless(61_000)
        benches.wait(lambda: "tatami-store; fwd=miss; stored" in put(writer, next(trial)),
                     "the new master takes nothing")
        bench.wait_for_store()
        expect(get(reader, walls[0])[0] == 200, "gone with the old master")
        wall = next(trial)
        put(writer, wall)
        expect(get(reader, wall)[0] == 200, "not found in the new master")
        expect(second.ask("STRLEN", key(wall)) > 0, "it went to another store")
    return ["TLS and AUTH: 100 of 100 found, another name refused; the new master takes writes"]


def sharded(binary):
    """Examples/envoy-store.yaml before two stores: each has its share, all is found, a shard may go."""
    [program] = peers.needed("envoy")
    walls = documents.walls(200, photos=300, first=70_000)
    [large] = documents.walls(1, photos=100_000, first=71_000)
    with benches.Bench(binary, count=1) as bench:
        pair = [bench.stack.enter_context(stores.Store(bench.folder, f"shard-{number}"))
                for number in (1, 2)]
        port, file = services.free_port(), bench.folder / "envoy-store.yaml"
        text = (peers.EXAMPLES / "envoy-store.yaml").read_text()
        text = text.replace("address: 127.0.0.1, port_value: 6379",
                            f"address: 127.0.0.1, port_value: {port}")
        for number, one in enumerate(pair, 1):
            text = text.replace(f"address: store-{number}, port_value: 6379",
                                f"address: 127.0.0.1, port_value: {one.port}")
        file.write_text(text)
        bench.stack.enter_context(services.Service("Envoy for the store", [
            program, "-c", str(file), "--concurrency", "1", "--disable-hot-restart", "-l", "warning"],
            port, log=f"{bench.folder}/envoy-store.log"))
        # PING is Envoy's own answer: the shards are there when both take documents.
        writer, reader, cold = bench.run_replicas(3, store=f"redis://127.0.0.1:{port}")
        trial = documents.endless(72_000)
        benches.wait(lambda: put(writer, next(trial)) and all(
            one.ask("DBSIZE") > 0 for one in pair), "not both shards are used")
        for wall in [*walls, large]:
            expect("tatami-store; fwd=miss; stored" in put(writer, wall), "not kept in a shard")
        change = Change([reader])
        for wall in [*walls, large]:
            expect(get(reader, wall)[0] == 200, "not found in the shards")
        expect(change.sum("tatami_store_fetches_total", result="hit") == 201, "not all were fetched")
        shares = [one.ask("DBSIZE") for one in pair]
        expect(min(shares) > 60, f"documents by shard: {shares}")
        left = [wall for wall in walls if pair[1].ask("EXISTS", f"tatami:d1:{wall.id}") == 1]
        pair[0].kill()
        found = [get(reader, wall)[0] for wall in walls]
        expect(found == [200] * len(walls), "a shard's end is seen by what is in memory")
        found = {wall.id: get(cold, wall)[0] for wall in walls}
        expect(all(found[wall.id] == 200 for wall in left), "what the other shard has is lost")
        gone = [status for id, status in found.items() if id not in {wall.id for wall in left}]
        expect(gone and set(gone) == {404}, f"what the shard had is answered by {set(gone)}")
    return [f"two shards: {shares} documents, 201 of 201 found, 1 of {large_text(large)}",
            f"one shard's end: {len(left)} of {len(walls)} found by a cold replica, the others 404"]


def large_text(wall):
    return f"{len(wall.body) / 1e6:.1f} MB"
