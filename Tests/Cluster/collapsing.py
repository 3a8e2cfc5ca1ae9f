"""C8 and C9: many ask at once for what a replica lacks, and a PUT comes while it is being fetched."""
import bench as benches
import client
import documents
from peers import Change, expect

CROWD = 64


def crowd(binary):
    """C8: one fetch, one layout, and all the others get what came of it."""
    [wall] = documents.walls(1, photos=100_000, first=50_000)
    with benches.Bench(binary, count=1) as bench:
        bench.run_store()
        writer, reader = bench.run_replicas(2)
        status, fields, _ = writer.call("PUT", wall.path, wall.body)
        expect(status == 201 and "tatami-store; fwd=miss; stored" in fields["Cache-Status"], "PUT")
        change = Change([reader])
        connections = [client.Connection(reader.port) for _ in range(CROWD)]
        for connection in connections:
            expect(connection.ask("GET", "/healthz").status == 200, "not healthy")
        for connection in connections:
            connection.send("GET", wall.path)
        answers = [connection.receive() for connection in connections]
        for connection in connections:
            connection.close()
        expect({one.status for one in answers} == {200}, f"{answers[:3]}")
        said = [one.fields["cache-status"] for one in answers]
        counts = {
            "fetched": sum(one.endswith("tatami; fwd=miss; stored") for one in said),
            "collapsed": sum(one.endswith("tatami; fwd=miss; collapsed") for one in said),
            "fetches": change.sum("tatami_store_fetches_total"),
            "layouts": change.sum("tatami_work_duration_seconds_count", span="layout")}
        expect(counts == {"fetched": 1, "collapsed": CROWD - 1, "fetches": 1, "layouts": 1},
               f"{counts}: {set(said)}")
        return [f"C8: {CROWD} GETs at once: {counts}"]


def put_while_fetching(binary):
    """C9: the PUT does not wait for the fetch, is 201, and answers who waits."""
    walls = documents.walls(10, first=51_000)
    with benches.Bench(binary, count=1) as bench:
        bench.run_store()
        # Long enough that the PUT is there first.
        [replica] = bench.run_replicas(1, TATAMI_STORE_TIMEOUT=5)
        with client.Connection(replica.port) as reader, client.Connection(replica.port) as writer:
            for wall in walls:
                pending = Change([replica])
                bench.store.hang()
                reader.send("GET", wall.path)
                benches.wait(lambda: pending.sum("tatami_store_pending") == 1, "no fetch waits")
                writer.send("PUT", wall.path, wall.body)
                # Laid out while the store is silent; the answers wait until it has taken the document.
                benches.wait(lambda: pending.sum(
                    "tatami_work_duration_seconds_count", span="layout") == 1, "PUT waits for GET")
                bench.store.go_on()
                put, got = writer.receive(), reader.receive()
                expect(put.status == 201, f"the PUT: {put}")
                expect(got.status == 200, f"the GET that waited: {got}")
        return [f"C9: {len(walls)} PUTs while their ids are fetched: 201, and the GETs 200 by them"]
