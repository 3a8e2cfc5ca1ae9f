"""C11: a store that is empty, full, wrong, cut off or refuses: no error to clients, and metrics tell."""
import bench as benches
import documents
import liar
from peers import Change, expect

FETCHES, WRITES = "tatami_store_fetches_total", "tatami_store_writes_total"


def key(wall):
    return f"tatami:d1:{wall.id}"


def put(replica, wall):
    status, fields, body = replica.call("PUT", wall.path, wall.body)
    expect(status in (200, 201), f"PUT: {status} {body[:200]}")
    return ", ".join(fields.get_all("Cache-Status") or [])


def get(replica, wall):
    status, fields, body = replica.call("GET", wall.path)
    expect(status in (200, 404), f"GET: {status} {body[:200]}")
    return status, ", ".join(fields.get_all("Cache-Status") or [])


def empty(bench, writer, reader, walls):
    """Restarted empty: 404, PUT, and it is there again."""
    put(writer, walls[0])
    bench.store.kill()
    bench.store.__enter__()
    bench.wait_for_store()
    expect(get(writer, walls[0])[0] == 200, "a layout in memory is gone with the store")
    status, said = get(reader, walls[0])
    expect(status == 404 and "tatami-store; fwd=miss" in said, f"GET elsewhere: {status} {said}")
    expect("stored" in put(reader, walls[0]).partition(", ")[0], "PUT was not kept")
    expect(bench.store.ask("STRLEN", key(walls[0])) > 0, "the store has it not")


def full(bench, writer, reader, walls):
    """noeviction, and no room: the answer is the same, and says that it was not kept."""
    change = Change([writer])
    bench.store.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
    bench.store.ask("CONFIG", "SET", "maxmemory", "1")
    said = put(writer, walls[1])
    expect("tatami-store; fwd=bypass" in said, f"a full store: {said}")
    expect(change.sum(WRITES, result="error") == 1, "writes{error} is not 1")
    expect(get(reader, walls[1])[0] == 404, "GET elsewhere")
    bench.store.ask("CONFIG", "SET", "maxmemory", "512mb")
    bench.store.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")


def wrong(bench, _, reader, walls):
    """Bytes that the id is not of, a broken gzip member, another type: 404, and counted."""
    for wall, value in ((walls[2], walls[3].body), (walls[3], b"\x1f\x8b\x08" + bytes(100))):
        change = Change([reader])
        bench.store.ask("SET", key(wall), value)
        status, said = get(reader, wall)
        expect(status == 404, f"bytes of another id: {status} {said}")
        expect(change.sum(FETCHES, result="broken") == 1, "fetches{broken} is not 1")
        mended(bench, reader, wall)
    bench.store.ask("RPUSH", key(walls[4]), "list")
    expect(get(reader, walls[4])[0] == 404, "a list is no document")
    mended(bench, reader, walls[4])


def mended(bench, reader, wall):
    """A PUT replaces what the store has wrong: another replica finds it then."""
    said = put(reader, wall)
    expect("tatami-store; fwd=miss; stored" in said, f"PUT of what was wrong: {said}")
    expect(get(reader, wall)[0] == 200, "not there after PUT")
    value = bench.store.ask("STRLEN", key(wall))
    expect(int(value) > 0, f"the store has {value}")


def cut(bench, walls):
    """A reply that ends at any of its bytes: no error, and the next one is whole."""
    small = documents.walls(len(walls), photos=3, first=30_000)
    with liar.Cutter(bench.store.port) as cutter:
        [reader] = bench.run_replicas(1, store=cutter.url)[-1:]
        for number, wall in enumerate(small):
            put(bench.replicas[0], wall)
            cutter.cut_after(number * 16)
            status, said = get(reader, wall)
            if status == 404:
                expect("tatami-store; fwd=bypass; detail=" in said, f"cut: {said}")
                put(reader, wall)
            expect(get(reader, wall)[0] == 200, "not there after a reply was cut")
            cutter.cut_after(None)
            bench.wait_for_store()
        expect(cutter.cuts >= len(small) / 2, f"{cutter.cuts} of {len(small)} replies were cut")
    return f"{cutter.cuts} replies cut"


def refusing(binary, error, walls):
    """MOVED, NOAUTH …: layouts are answered, not kept, not found elsewhere."""
    with benches.Bench(binary, count=1) as bench, liar.Refuser(error) as refuser:
        [replica] = bench.run_replicas(1, store=refuser.url)
        expect("tatami-store; fwd=bypass" in put(replica, walls[0]), f"kept in spite of {error}")
        expect(get(replica, walls[0])[0] == 200, "not in memory")
        expect(get(replica, walls[1])[0] == 404, "found where nothing is")


def without_password(binary, kind, walls):
    """A store that wants a password, and a replica that has none, or a wrong one."""
    with benches.Bench(binary, count=1) as bench:
        store = bench.run_store(kind=kind, more=["--requirepass", "right"])
        store.password = "right"
        for settings in ({}, {"TATAMI_STORE_PASSWORD": "wrong"}):
            [replica] = bench.run_replicas(1, waits=False, **settings)[-1:]
            expect("tatami-store; fwd=bypass; detail=down" in put(replica, walls[0]), "kept")
            expect(b"\ntatami_store_up 0" in replica.call("GET", "/metrics")[2], "up without AUTH")
        [replica] = bench.run_replicas(
            1, waits=False, TATAMI_STORE_PASSWORD="right")[-1:]
        benches.wait(lambda: b"\ntatami_store_up 1" in replica.call("GET", "/metrics")[2], "not up")
        expect("tatami-store; fwd=miss; stored" in put(replica, walls[0]), "not kept")


def all_of_them(binary, kind):
    walls = documents.walls(12, first=40_000)
    with benches.Bench(binary, count=1) as bench:
        bench.run_store(kind=kind)
        writer, reader = bench.run_replicas(2)
        for one in (empty, full, wrong):
            one(bench, writer, reader, walls)
        cuts = cut(bench, walls)
    for error in (b"MOVED 1 127.0.0.1:1", b"NOAUTH Authentication required.", b"LOADING", b"ERR no"):
        refusing(binary, error, walls)
    without_password(binary, kind, walls)
    return [f"C11 {kind}: empty, full, wrong bytes, {cuts}, 4 errors, no password: no client saw one"]
