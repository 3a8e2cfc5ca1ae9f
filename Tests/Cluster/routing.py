"""C10 and what fronts must do: POST then GET, shares, versions beside their document, the second to ask."""
import concurrent.futures
import hashlib
import json
import re
import statistics
import time

import bench as benches
import client
import documents
from peers import Change, expect

ROUTE = "/v1/layouts/{id}"


def post_then_get(binary, front):
    """C10: what was posted through a front is found through it at once; POSTs go to all replicas."""
    walls = documents.walls(300, first=10_000)
    with benches.Bench(binary) as bench:
        bench.run_store()
        bench.run_replicas()
        bench.run_front(front)
        posts = Change(bench.replicas)
        found = 0
        with client.Connection(bench.front.port) as poster, \
                client.Connection(bench.front.port) as reader:
            for wall in walls:
                answer = poster.ask("POST", "/v1/layouts", wall.body)
                expect(answer.status == 201, f"POST: {answer}")
                expect("tatami-store; fwd=miss; stored" in answer.fields.get("cache-status", ""),
                       f"POST was not kept: {answer}")
                found += reader.ask("GET", wall.path).status == 200
        expect(found == len(walls), f"{found} of {len(walls)} found right after their POST")
        shares = posts.each("tatami_requests_total", route="/v1/layouts")
        expect(min(shares) >= len(walls) / 6, f"POSTs by replica: {shares}")
        return [f"C10: {found} of {len(walls)} found; POSTs by replica {told(shares)}"]


def by_id(binary, front):
    """PUT, GET, updates and versions of one document meet on one replica; each has its share."""
    walls = documents.walls(300, first=20_000)
    with benches.Bench(binary) as bench:
        bench.run_replicas()
        bench.run_front(front)
        gets = Change(bench.replicas)
        with client.Connection(bench.front.port) as connection:
            for wall in walls:
                expect(connection.ask("PUT", wall.path, wall.body).status == 201, "PUT")
                expect(connection.ask("GET", wall.path).status == 200, "GET on another replica")
            for wall in walls[:60]:
                version = update(connection, wall.id, 844)
                answer = connection.ask("GET", f"/v1/layouts/{version}")
                expect(answer.status == 200, f"a version on another replica: {answer}")
        shares = gets.each("tatami_requests_total", route=ROUTE)
        mean = sum(shares) / len(shares)
        expect(all(0.5 * mean < one < 1.5 * mean for one in shares), f"shares: {shares}")
        expect(bench.ask("GET", "/metrics").status == 404, "/metrics is open to the outside")
        return [f"300 PUTs, GETs and 60 versions on their replica; requests by replica {told(shares)}"]


def update(connection, parent, width):
    """Another container for a layout; the version's id, as clients know it without asking."""
    change = json.dumps({"container": {"width": width}}).encode()
    digest = hashlib.sha256(parent.encode() + b"\n" + change).hexdigest()
    answer = connection.ask("POST", f"/v1/layouts/{parent}/updates", change)
    expect(answer.status == 201, f"an update on another replica: {answer}")
    return parent[:16] + digest[:48]


def versions(binary, front):
    """A version of a version is found on every replica, and where its own is gone."""
    walls = documents.walls(20, first=25_000)
    with benches.Bench(binary) as bench:
        bench.run_store()
        bench.run_replicas()
        bench.run_front(front)
        with client.Connection(bench.front.port) as connection:
            latest = []
            for wall in walls:
                expect(connection.ask("PUT", wall.path, wall.body).status == 201, "PUT")
                latest.append(update(connection, update(connection, wall.id, 600), 844))
            for version in latest:
                for replica in bench.replicas:
                    status, _, said = replica.call("GET", f"/v1/layouts/{version}")
                    expect(status == 200, f"a version on another replica: {status} {said[:200]}")
            benches.kill(bench.replicas[2])
            bench.replicas[2].__enter__()
            bench.wait_for_store()
            for version in latest:
                answer = connection.ask("GET", f"/v1/layouts/{version}")
                expect(answer.status == 200, f"a version whose replica died: {answer}")
        return [f"{len(latest)} versions of versions found on 3 replicas each, and after one's end"]


def told(shares):
    return "/".join(str(int(one)) for one in shares)


def second_asker(binary):
    """Twenty at once for a tile that nobody asked for: nginx' lock makes all but one wait 500 ms."""
    def locked(text):
        expect("proxy_cache_lock off;" in text, "nginx.conf has no proxy_cache_lock off")
        return text.replace("proxy_cache_lock off;", "proxy_cache_lock on;")

    slowest = {}
    with benches.Bench(binary, count=1) as bench:
        bench.documents = documents.walls(1, photos=3000)
        bench.run_replicas()
        for name, change in (("with proxy_cache_lock", locked), ("as it is", lambda text: text)):
            bench.run_front("nginx", change=change)
            bench.fill()
            rounds = [crowd(bench, top) for top in range(5)]
            slowest[name] = statistics.median(rounds)
    expect(slowest["as it is"] < 0.45 < slowest["with proxy_cache_lock"], f"{slowest}")
    return ["the slowest of 20 for a new tile: " + ", ".join(
        f"{name} {took * 1e3:.0f} ms" for name, took in slowest.items())]


def crowd(bench, top, count=20):
    """Seconds until the last of `count` has the same new tile."""
    path = f"{bench.documents[0].path}/attributes?rect=0,{top},390,1000000"
    connections = [client.Connection(bench.front.port) for _ in range(count)]
    for connection in connections:
        expect(connection.ask("GET", "/healthz").status == 200, "not healthy")
    started = time.monotonic()
    for connection in connections:
        connection.send("GET", path)
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        answers = list(pool.map(client.Connection.receive, connections))
    took = time.monotonic() - started
    for connection in connections:
        connection.close()
    expect({one.status for one in answers} == {200}, f"{answers[:3]}")
    expect(len({one.body for one in answers}) == 1, "not all got the same")
    return took


def quota(binary):
    """HAProxy's limit by key: 429 with Retry-After, for that key alone."""
    def low(text):
        expect(re.search(r"gt 20000 }", text), "haproxy.cfg has no limit by key")
        return text.replace("gt 20000 }", "gt 50 }")

    with benches.Bench(binary, count=1) as bench:
        bench.run_replicas()
        bench.front = bench.stack.enter_context(
            benches.fronts.haproxy(bench.folder, bench.replicas, low))
        one, other = ({"Authorization": f"Bearer {name}"} for name in ("one", "other"))
        answers = [bench.ask("GET", "/healthz", fields=one) for _ in range(60)]
        refused = [answer for answer in answers if answer.status == 429]
        expect(len(refused) == 10, f"{len(refused)} of 60 were refused")
        expect(refused[0].fields.get("retry-after") == "10", f"{refused[0].fields}")
        expect(bench.ask("GET", "/healthz", fields=other).status == 200, "another key is refused")
        return ["a key's 51st request in ten seconds is 429, another key's is not"]
