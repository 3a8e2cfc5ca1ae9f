"""C6 and C7: the store is killed, or hangs, while readers go on."""
import time

import bench as benches
from losing_replicas import Phases, expect_whole, told
from peers import Change, expect


def killed(binary, front, seconds):
    """C6: a store that is gone, or comes back empty, costs nothing that is in memory."""
    with benches.Bench(binary) as bench:
        store = bench.run_store()
        bench.run_replicas()
        bench.run_front(front)
        bench.fill()
        with bench.load() as load:
            phases = Phases(load)
            phases.begin("C6 store killed")
            store.kill()
            time.sleep(seconds)
            phases.begin("C6 store back, empty")
            store.__enter__()
            time.sleep(seconds)
            tallies = phases.end()
        bench.wait_for_store()
    expect_whole(tallies)
    return told(tallies)


def hangs(binary, front, seconds):
    """C7: nor does one that hangs; what only it has, since a replica died, is sent again, and all is
    well as soon as it goes on."""
    with benches.Bench(binary) as bench:
        store = bench.run_store()
        bench.run_replicas(TATAMI_STORE_TIMEOUT=0.25)
        bench.run_front(front)
        bench.fill()
        with bench.load() as load:
            phases = Phases(load)
            phases.begin("C7 store hangs")
            store.hang()
            time.sleep(seconds)
            phases.begin("C7 and a replica dies")
            benches.kill(bench.replicas[1])
            time.sleep(2 * seconds)
            store.go_on()
            bench.wait_for_store()
            phases.begin("C7 store goes on")
            fetches = Change([bench.replicas[0], bench.replicas[2]])
            time.sleep(seconds)
            tallies = phases.end()
            late = {one: fetches.sum("tatami_store_fetches_total", result=one)
                    for one in ("timeout", "down")}
    expect_whole(tallies, may_put=True)
    # Where this machine is so busy that the front asks another replica, that one has it not.
    hung = tallies["C7 store hangs"]
    expect(hung.puts <= len(hung.records) // 100, f"sent again though it was in memory: {hung}")
    expect(tallies["C7 and a replica dies"].puts <= bench.count, "sent again more than once each")
    expect(tallies["C7 store goes on"].puts == 0, "sent again though the store has it")
    expect(not any(late.values()), f"the store goes on, and fetches fail: {late}")
    return told(tallies)
