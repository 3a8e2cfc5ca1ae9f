"""Nothing grows: replicas with small caches and a store with a small bound, under new documents."""
import re
import threading
import time

import bench as benches
import client
import documents
from losing_replicas import expect_whole
from peers import expect

RATE = 40  # new documents a second, 49 kB each


def flat(binary, seconds):
    """Reads at 600 a second while 40 new documents a second push others out, of replicas and store."""
    with benches.Bench(binary) as bench:
        # Both are full before the measuring begins: 2,000 documents are 90 MB as layouts, 25 MB as kept.
        store = bench.run_store(maxmemory="16mb")
        bench.run_replicas(TATAMI_CACHE_BYTES="16MiB")
        bench.run_front("HAProxy")
        bench.fill(small_store=True)
        ends, faults, posted = threading.Event(), [], []
        poster = threading.Thread(target=post, args=(bench.front.port, ends, faults, posted))
        with bench.load() as load:
            poster.start()
            started = time.monotonic()
            samples = []
            while time.monotonic() - started < seconds:
                time.sleep(seconds / 10)
                samples.append((sum(one.resident_bytes() for one in bench.replicas), *store.resident()))
            ends.set()
            poster.join()
            tally = load.between(started, time.monotonic())
        expect(not faults, f"{faults[:3]}")
        expect(sum(posted) >= RATE * seconds / 2, f"{sum(posted)} new documents in {seconds} s")
        evicted = re.search(rb"evicted_keys:(\d+)", store.ask("INFO", "stats"))
        expect(int(evicted[1]) > 0, "the store gave nothing up")
        # What is given up is sent again: that is what 404 is for, and no error.
        expect_whole({"steady": tally}, may_put=True)
    early, late = samples[len(samples) // 3], samples[-1]
    lines = [f"{tally}; {tally.puts} had been given up"]
    for name, before, after, spare in (
            ("replicas", early[0], late[0], 24 << 20), ("store, used", early[1], late[1], 4 << 20),
            ("store, resident", early[2], late[2], 16 << 20)):
        lines.append(f"{name}: {before / 2**20:.1f} MiB after a third of {seconds} s, "
                     f"{after / 2**20:.1f} at the end")
        expect(after <= before * 1.1 + spare, lines[-1])
    return lines


def post(port, ends, faults, posted):
    """New documents at a steady rate, until the end."""
    number, started = 0, time.monotonic()
    with client.Connection(port) as connection:
        while not ends.is_set():
            if number % 1000 == 0:
                batch = documents.walls(1000, first=100_000 + number)
            try:
                answer = connection.ask("POST", "/v1/layouts", batch[number % 1000].body)
                if answer.status == 201:
                    posted.append(1)
                else:
                    faults.append(str(answer))
            except (OSError, ValueError) as error:
                faults.append(repr(error))
            number += 1
            time.sleep(max(0, started + number / RATE - time.monotonic()))
