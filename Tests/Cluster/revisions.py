"""Two revisions of the engine beside one store: rolled forward, rolled back, and both at once (MoreThanOneMachine)."""
import json

import bench as benches
import client
import documents
import routing
from peers import Skipped, expect


def engine(answer):
    return answer.fields["tatami-engine"]


def asked(replica, path, engine_name=None, **fields):
    more = "" if engine_name is None else f"&engine={engine_name}"
    return client.ask(replica.port, "GET", f"{path}/attributes?rect=0,0,390,844{more}", fields=fields)


def side_by_side(binary, other):
    """What one revision has stored, the other lays out by its own rules; caches and clients never mix the two."""
    if other is None:
        raise Skipped("no program of another revision: --other PROGRAM")
    walls = documents.walls(60, photos=200, first=40_000)
    with benches.Bench(binary, count=1) as bench:
        bench.run_store()
        bench.run_replicas(1)
        bench.binary = other
        new, old = bench.run_replicas(1)
        names = [engine(client.ask(one.port, "PUT", walls[0].path, walls[0].body)) for one in (new, old)]
        expect(names[0] != names[1], f"both programs have revision {names[0]}")
        # A roll forward and a roll back are the same: what one has stored is asked of the other.
        for (first, second), (ours, theirs), part in (
                ((old, new), (names[1], names[0]), walls[1:30]), ((new, old), names, walls[30:])):
            for wall in part:
                put = client.ask(first.port, "PUT", wall.path, wall.body)
                expect(put.status == 201 and engine(put) == ours, f"PUT: {put}")
                version = f"/v1/layouts/{changed(first, wall.id)}"
                for path in (wall.path, version):
                    check(path, first, second, ours, theirs)
    return [f"{len(walls) - 1} documents and as many versions of {names[1]} and {names[0]}, each asked of the other"]


def changed(replica, parent):
    with client.Connection(replica.port) as connection:
        return routing.update(connection, parent, 600)


def check(path, first, second, ours, theirs):
    before, after = asked(first, path), asked(second, path)
    expect((before.status, after.status) == (200, 200), f"{path}: {before} {after}")
    expect((engine(before), engine(after)) == (ours, theirs), f"{path}: {before.fields} {after.fields}")
    # A copy of the one is no copy of the other.
    expect(before.fields["etag"] != after.fields["etag"], f"{path}: both have {after.fields['etag']}")
    stale = asked(second, path, **{"If-None-Match": before.fields["etag"]})
    expect(stale.status == 200, f"{path}: the other's copy is confirmed: {stale}")
    # A client that holds on to a revision hears of the other, and then has all of it from there.
    refused = asked(second, path, ours)
    expect(refused.status == 404 and refused.fields["cache-control"] == "no-store"
           and str(json.loads(refused.body)["engine"]) == theirs, f"{path}: {refused}")
    kept = asked(second, path, theirs)
    expect(kept.status == 200 and "immutable" in kept.fields["cache-control"], f"{path}: {kept}")
