#!/usr/bin/env python3
"""The worst documents and queries that anyone could think of: what each costs, and may cost.

    make worst
    make worst ARGS="--quick"
    make worst ARGS="--only badges"
    make worst ARGS="--container --posts 1000"

Each row of worst_cases.py meets a service of its own. What is told: bytes sent, CPU seconds of the
dearest request, peak memory above the idle process, bytes of the longest answer, /healthz's 99th
percentile meanwhile, and the bound, with a ! where it is passed. A row fails where it passes its
bound by more than machines differ, where the process ends, where an answer is 5xx but 503, and where
a document or a query is refused that should not be: then it says nothing.

A row with attackers shows in two more columns what others waited while these repeated its dearest
request, or sent those that the row names: an innocent client's small document, and /healthz. It fails
where these wait for longer than half a second and 50 ms, 99 of 100 times. With --attackers every row
has some. The last rows, `store: …`, are those of a replica with a store (worst_store.py).

With --quick, documents have an eighth of their size and bounds an eighth of theirs, and two rows are
weighed at once. Rows about clients and waits have their full size, and come last, one by one.
"""
import argparse
import itertools
import json
import multiprocessing
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Tools"))
import services  # noqa: E402
import worst_container
import worst_covered
import worst_documents
import worst_innocents
import worst_store
from worst_documents import MIB
from worst_meter import Meter, limited

# Machines differ by a factor of three, allocators by less; loops that are held up by seconds.
CPU_MARGIN = 3.0
# With --quick two rows share the processor's caches, and an eighth of a document costs more than an eighth of the whole
# where fonts are read and memory is touched for the first time.
QUICK_CPU_MARGIN = 5.0
MEMORY_MARGIN = 1.5
HEALTH_BOUND = 1.0


def weigh(row, binary, quick):
    """Runs a row; the meter that weighed it."""
    with limited(binary, row.settings) as service:
        with Meter(service, quick) as meter:
            meter.ask(row)
            meter.rest()
            if row.attackers and meter.dear and not meter.problem:
                meter.crowd = worst_innocents.crowd(meter, row, row.request()[0])
    return meter


def bound(row, meter):
    """The row's bound in CPU seconds and MiB."""
    is_refused = any(400 <= status < 500 or status == 503 for status in meter.statuses)
    return row.bound(meter.sent, meter.answered, is_refused)


def failure(row, meter):
    """Why a row fails; None where it passes."""
    if meter.problem:
        return meter.problem
    seconds, mebibytes = bound(row, meter)
    if meter.detail and "unknown font family" in meter.detail:
        return f"a font is missing: {meter.detail[-200:]}"
    if meter.seconds > seconds * (QUICK_CPU_MARGIN if meter.quick else CPU_MARGIN):
        return "too much CPU"
    if meter.peak > mebibytes * MEMORY_MARGIN * MIB:
        return "too much memory"
    if meter.health_p99 > HEALTH_BOUND:
        return "health was held up"
    if any(status >= 500 and status != 503 for status in meter.statuses):
        return f"answered {max(meter.statuses)}"
    refused = 400 <= meter.statuses[0] < 500
    if row.refused is not None and refused != row.refused:
        return f"answered {meter.statuses[0]}: {(meter.detail or '')[:300]}"
    if row.refused is False and any(399 < status < 500 for status in meter.statuses):
        return f"a query is answered {(meter.detail or '')[:300]}"
    if not meter.crowd:
        return None
    if row.refused is False and min(meter.crowd.statuses, default=0) >= 400:
        return f"attackers are answered {sorted(set(meter.crowd.statuses))}"
    return meter.crowd.failure()


def describe(row, meter):
    """A row's line."""
    seconds, mebibytes = bound(row, meter)
    over = meter.seconds > seconds or meter.peak > mebibytes * MIB
    statuses = ",".join(str(status) for status in sorted(set(meter.statuses)))
    request = meter.dearest.replace("/v1/layouts", "")
    request = re.sub(r"/[0-9a-f]{64}(/attributes)?", "", request)
    innocent = health = "-"
    if meter.crowd:
        innocent, health = (
            f"{wait * 1e3:.0f} ms" for wait in (meter.crowd.wait_p99, meter.crowd.health_p99))
    return (f"{row.name:56.56} {meter.sent:7} {meter.seconds:6.2f} {meter.peak / MIB:6.0f} "
            f"{meter.answered:11} {meter.health_p99 * 1e3:5.0f} ms  "
            f"{seconds:4.1f} s {mebibytes:4.0f} MiB{'!' if over else ' '} "
            f"{innocent:>8} {health:>7}  {statuses:11} {request[:48]}")


def report(row, binary, quick):
    """Weighs a row; its line, and why it fails or None."""
    meter = weigh(row, binary, quick)
    return describe(row, meter), failure(row, meter)


def weigh_all(binary, rows, quick):
    """Weighs every row; how many failed."""
    print(f"{'row':56} {'sent':>7} {'CPU s':>6} {'MiB':>6} {'answer':>11} {'health':>8}  "
          f"{'bound':15} {'innocent':>8} {'health':>7}  {'status':11} dearest request", flush=True)
    small = [row for row in rows if quick and row.divisor > 1]
    whole = [row for row in rows if row not in small]
    passed = failed = 0
    # Rows are closures, so processes are forked that have them all, and told a number.
    with multiprocessing.get_context("fork").Pool(2, adopt, (small, binary)) as pool:
        for line, why in itertools.chain(
                pool.imap(numbered, range(len(small))), (report(row, binary, quick) for row in whole)):
            print(line, flush=True)
            if why is None:
                passed += 1
            else:
                failed += 1
                print(f"    FAILED: {why}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed


def adopt(rows, binary):
    """Gives a process of the pool its rows."""
    global pooled
    pooled = rows, binary


def numbered(number):
    """Reports a row of the pool's, quickly."""
    rows, binary = pooled
    return report(rows[number], binary, True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", help="the program, if it is built already")
    parser.add_argument("--only", default="", help="rows whose names match")
    parser.add_argument("--quick", action="store_true", help="an eighth of the size, two rows at once")
    parser.add_argument("--attackers", type=int, default=0,
                        help="so many repeat the dearest request of every row, to see what others wait")
    parser.add_argument("--container", action="store_true",
                        help="posts every document to one service in 256 MB instead")
    parser.add_argument("--posts", type=int, default=1000,
                        help="how often each row is posted in the container; 5, in turn, if quick")
    parser.add_argument("--seconds", type=float, default=20,
                        help="how long each row is posted at most, but 50 times at least")
    parser.add_argument("--fresh", action="store_true",
                        help="posts a new document each time: with more spaces behind it")
    parser.add_argument("--fit", action="store_true",
                        help="rows of half a million items, which 256 MB take, instead of more")
    parser.add_argument("--covered", action="store_true",
                        help="prints as JSON the fields and parameters that the rows send, and sends nothing")
    options = parser.parse_args()
    if options.covered:
        worst_documents.fit(text=1 << 16, items=4096)  # the same fields, sooner
    elif options.container and options.fit:
        worst_documents.fit()
    elif options.quick and not options.container and not options.attackers:
        worst_documents.shrink()
    import worst_cases  # takes its sizes from the documents' when it is read
    rows = [row for row in worst_cases.ROWS if re.search(options.only, row.name)]
    if options.covered:
        print(json.dumps(worst_covered.covered(rows)))
        return
    for row in rows if options.attackers else ():
        row.attackers = options.attackers
    binary = options.binary or services.built()
    if options.container:
        times, seconds = (5, None) if options.quick else (options.posts, options.seconds)
        failed = worst_container.run(binary, rows, times, seconds, options.fresh)
    else:
        failed = weigh_all(binary, rows, options.quick) + worst_store.run(binary, options.only, options.quick)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
