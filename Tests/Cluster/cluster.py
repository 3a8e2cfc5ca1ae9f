#!/usr/bin/env python3
"""Several Tatamis with a real store behind real fronts, while replicas and stores are killed and hung.

    make cluster               (every front, long phases, five minutes of steady traffic)
    make cluster-short         (each case once, under four minutes)
    cluster.py [--binary PROGRAM] [--short] [--list] [CASE …]

Counts are gates: answers that are errors, layouts that had to be sent again, fetches, shares.
Milliseconds are printed for people to read. Nothing is simulated: redis-server or Valkey, nginx,
HAProxy and Envoy run on loopback; what is not installed is skipped by name (install-peers.sh).
"""
import argparse
import subprocess
import sys
import time
from pathlib import Path

import collapsing
import draining
import fronts
import in_kubernetes
import losing_replicas
import losing_stores
import revisions
import routing
import steady
import store as stores
import store_proxies
import strange_stores
import walkthrough
from peers import Skipped, services


def cases(is_short, other):
    """Each case: its name, whether it wants a store, and what runs it."""
    seconds = 2 if is_short else 4
    every = list(fronts.installed())
    # The short form hangs and kills replicas behind HAProxy, which Examples recommend, and nginx.
    chosen = [name for name in every if name != "Envoy"] if is_short else every
    few = [name for name in every if name == "HAProxy"] if is_short else every

    def behind(names, function, *more):
        return [(f"{function.__name__} {name}", function, name, *more) for name in names]

    with_store = [
        *behind(chosen, losing_replicas.with_store, seconds),
        *behind(few, losing_stores.killed, seconds),
        *behind(few, losing_stores.hangs, seconds),
        *behind(every, routing.post_then_get),
        *behind(few, routing.versions),
        ("revisions", revisions.side_by_side, other),
        ("crowd", collapsing.crowd),
        ("put_while_fetching", collapsing.put_while_fetching),
        *behind(stores.installed(), strange_stores.all_of_them),
        ("scaled", in_kubernetes.scaled, seconds),
        ("encrypted", store_proxies.encrypted),
        ("sharded", store_proxies.sharded),
        ("walkthrough", walkthrough.commands),
        ("steady", steady.flat, 10 if is_short else 300),
    ]
    without = [
        *behind(few, losing_replicas.without_store, seconds),
        *behind(every, routing.by_id),
        ("drained_while_downloading", draining.while_downloading),
        ("second_asker", routing.second_asker),
        ("quota", routing.quota),
    ]
    return [(name, False, *rest) for name, *rest in without] + [
        (name, True, *rest) for name, *rest in with_store]


def attempt(binary, knows_store, case):
    """One case's lines; whether it did not fail."""
    name, wants_store, function, *arguments = case
    started = time.monotonic()
    try:
        if wants_store and not knows_store:
            raise Skipped("this program has no TATAMI_STORE")
        if wants_store and not stores.program():
            raise Skipped("neither valkey-server nor redis-server installed")
        lines = function(binary, *arguments)
    except Skipped as reason:
        print(f"  {name}: skipped ({reason})", flush=True)
        return True
    except Exception as error:  # whatever it is, the other cases are run
        took = time.monotonic() - started
        print(f"  {name}: FAILED after {took:.0f} s: {type(error).__name__}: {str(error)[:1000]}",
              flush=True)
        return False
    print(f"  {name}: passed in {time.monotonic() - started:.0f} s", flush=True)
    for line in lines:
        print(f"      {line}", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the program, if it is built already")
    parser.add_argument("--other", type=Path, help="a program of another revision of the engine, such as the last release's")
    parser.add_argument("--short", action="store_true", help="under four minutes")
    parser.add_argument("--list", action="store_true", help="the cases' names")
    parser.add_argument("names", nargs="*", metavar="CASE", help="names begin so; all without one")
    options = parser.parse_args()
    chosen = [case for case in cases(options.short, options.other and options.other.resolve()) if not options.names
              or any(case[0].startswith(name) for name in options.names)]
    if options.list or not chosen:
        print("\n".join(case[0] for case in chosen) or "no such case")
        sys.exit(0 if chosen else 2)
    binary = Path(options.binary).resolve() if options.binary else services.built()
    help_text = subprocess.run([binary, "serve", "--help"], capture_output=True, text=True).stdout
    knows_store = "TATAMI_STORE," in help_text
    started = time.monotonic()
    print(f"cluster: {', '.join([*fronts.installed(), *stores.installed()])}", flush=True)
    results = [attempt(binary, knows_store, case) for case in chosen]
    print(f"cluster: {'passed' if all(results) else 'failed'} in "
          f"{time.monotonic() - started:.0f} s")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
