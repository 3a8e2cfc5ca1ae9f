#!/usr/bin/env python3
"""Compares the figures of two runs of bench.py, and says which became worse.

    baseline.py NOW BEFORE [--tolerance 1.25]    (files that bench.py --json wrote)
    make bench ARGS="--quick --baseline Tests/Bench/baseline.json"

A time may take `--tolerance` times what it took, a size or a count SIZE_TOLERANCE times. If both runs measured the C
loop, times are divided by how much more of it this run needed, so that a file from another machine serves too. Of
Tatami's own figures over loopback, only processor time is compared: latencies and rates belong to a quiet machine.
"""
import argparse
import json
import math
import statistics
import sys
from pathlib import Path

TIMES = ("nanoseconds", "nanosecondsPerItem", "microseconds", "changesMicroseconds")
SIZES = ("bytes", "bytesPerItem", "ownBytes", "allocations")
# Over loopback: under load, and at the start.
LOAD_TIMES, START_SIZES = ("cpuMicroseconds",), ("idleMiB", "strippedMB")
SIZE_TOLERANCE = 1.05


def named(row, key):
    items = f", {row['items']:,} items" if "items" in row else ""
    return f"{row['case']}{items}: {key}"


def figures(result):
    """The compared figures of a run by name: each the value, and `time` or `size`."""
    found = {}

    def take(row, values, **kinds):
        for kind, keys in kinds.items():
            found.update({named(row, key): (values[key], kind) for key in keys if key in values})

    for row in result.get("process", []):
        take(row, row, time=TIMES, size=SIZES)
    for row in result.get("loopback", []):
        take(row, row.get("tatami", {}), time=LOAD_TIMES)
        take(row, row, size=START_SIZES)
    return found


def slowness(now, before):
    """How many times as long as in `before` the C loop took; 1 if either run did not measure it."""
    def floor(result):
        return {(row["case"], row["items"]): row["nanosecondsPerItem"] for row in result.get("floor", [])}

    earlier = floor(before)
    ratios = [value / earlier[key] for key, value in floor(now).items() if earlier.get(key)]
    return statistics.median(ratios) if ratios else 1


def compare(now, before, tolerance):
    """The figures of both runs as (name, before, now, ratio, whether it is too much); a ratio over 1 is worse."""
    earlier, machine = figures(before), slowness(now, before)
    for name, (value, kind) in figures(now).items():
        if name not in earlier:
            continue
        old = earlier[name][0]
        ratio = value / old if old else (math.inf if value else 1)
        if kind == "time":
            ratio /= machine
        yield name, old, value, ratio, ratio > (tolerance if kind == "time" else SIZE_TOLERANCE)


def report(now, before, tolerance):
    """Prints a line for each figure of both runs, then the names of those that are too much.

    Returns whether there are figures, and none is too much.
    """
    rows = list(compare(now, before, tolerance))
    print(f"Against the baseline (1.00 is equal, more is worse; the C loop takes {slowness(now, before):.2f})")
    for name, old, value, ratio, is_worse in rows:
        print(f"  {ratio:5.2f}{' !' if is_worse else '  '} {name}: {old:,} -> {value:,}")
    missing = figures(before).keys() - figures(now).keys()
    print(f"{len(rows)} figures compared, {len(missing)} of the baseline's were not measured")
    worse = [name for name, _, _, _, is_worse in rows if is_worse]
    for name in worse:
        print(f"worse: {name}")
    return bool(rows) and not worse


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("now", type=Path)
    parser.add_argument("before", type=Path)
    parser.add_argument("--tolerance", type=float, default=1.25)
    options = parser.parse_args()
    now, before = (json.loads(path.read_text()) for path in (options.now, options.before))
    sys.exit(0 if report(now, before, options.tolerance) else 1)


if __name__ == "__main__":
    main()
