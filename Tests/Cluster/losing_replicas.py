"""C1–C5: a replica is killed, drained, hung, and comes back, while readers go on."""
import time

import bench as benches
from peers import expect

SILENCE = 5  # seconds that a replica hangs


class Phases:
    """A load, cut by what happens: each phase has a name, and a tally of what was due in it."""

    def __init__(self, load):
        self.load, self.marks = load, []

    def begin(self, name):
        self.marks.append((name, time.monotonic()))

    def end(self):
        """The phases' tallies by name, in order."""
        self.marks.append((None, time.monotonic()))
        return {name: self.load.between(start, end)
                for (name, start), (_, end) in zip(self.marks, self.marks[1:])}


def expect_whole(tallies, may_put=False):
    """No error in any phase, and no layout that had to be sent again."""
    for name, tally in tallies.items():
        expect(len(tally.records) > 0, f"{name}: nothing was asked")
        expect(not tally.errors, f"{name}: {tally}: {tally.faults()}")
        expect(may_put or tally.puts == 0, f"{name}: {tally}")


def told(tallies):
    return [f"{name}: {tally}" for name, tally in tallies.items()]


def without_store(binary, front, seconds):
    """C1: with no store, what the dead replica had is sent again, once each, and nothing fails."""
    with benches.Bench(binary) as bench:
        bench.run_replicas()
        bench.run_front(front)
        bench.fill()
        with bench.load() as load:
            phases = Phases(load)
            phases.begin("C1 all three")
            time.sleep(seconds)
            phases.begin("C1 one killed, no store")
            benches.kill(bench.replicas[1])
            time.sleep(2 * seconds)
            tallies = phases.end()
    expect_whole(tallies, may_put=True)
    killed = tallies["C1 one killed, no store"]
    expect(0 < killed.puts <= bench.count, f"{killed}")
    return told(tallies)


def with_store(binary, front, seconds):
    """C2, C5, C3, C4: with a store nothing is sent again, and nothing fails."""
    with benches.Bench(binary) as bench:
        bench.run_store()
        bench.run_replicas()
        bench.run_front(front)
        bench.fill()
        lost = bench.replicas[1]
        with bench.load() as load:
            phases = Phases(load)
            phases.begin("all three")
            time.sleep(seconds)
            phases.begin("C2 one killed")
            benches.kill(lost)
            time.sleep(seconds)
            phases.begin("C5 back, cold")
            lost.__enter__()
            time.sleep(seconds)
            phases.begin("C3 one drained")
            benches.drain(lost)
            time.sleep(seconds)
            phases.begin("back")
            lost.__enter__()
            time.sleep(seconds)
            phases.begin(f"C4 one hangs for {SILENCE} s")
            hung = time.monotonic()
            # Another one: nginx leaves the one that was drained alone for ten seconds.
            benches.hang(bench.replicas[0])
            time.sleep(SILENCE)
            phases.begin("C4 goes on")
            benches.go_on(bench.replicas[0])
            time.sleep(seconds)
            tallies = phases.end()
    expect_whole(tallies)
    # What is due three seconds after the silence began is not held up by it any more.
    late = [one for one in load.between(hung + 3, hung + SILENCE).records if one.took > 0.9]
    expect(not late, f"{len(late)} requests wait for a replica that has been silent for 3 s")
    return told(tallies)

