#!/usr/bin/env python3
"""Holds a running service to fixtures, by their names.

    Tests/Tools/fixture.py http://127.0.0.1:8080 masonic-2-q 'flow-*'

A name may have the wildcards of a shell. Each fixture's document is posted; size, frames and the answers to
its own requests must be what it expects, within its tolerance. Exits with 1 where any differs, and with 2
where no fixture has such a name. Needs nothing but Python.
"""
import fnmatch
import json
import sys
import urllib.error
import urllib.request
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[1] / "LayoutEngineTests/Fixtures"
# No fixture places anything outside of it.
EVERYTHING = "-1e9,-1e9,2e9,2e9"


def named(patterns):
    """The fixtures whose names match a pattern, file by file."""
    for file in sorted(FIXTURES.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            fixture = json.loads(line)
            if any(fnmatch.fnmatchcase(fixture["name"], pattern) for pattern in patterns):
                yield fixture


def send(url, document=None):
    """The JSON that a GET is answered by, or the POST of a document."""
    body = None if document is None else json.dumps(document).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as problem:
        # A problem document, which then differs from what is expected.
        return json.load(problem)


def differences(where, expected, got, tolerance):
    """Where `got` lacks a part of `expected`, as lines; null expects nothing."""
    if isinstance(expected, dict):
        for field, value in expected.items():
            inner = got.get(field) if isinstance(got, dict) else None
            yield from differences(f"{where}.{field}", value, inner, tolerance)
    elif isinstance(expected, list):
        if not isinstance(got, list) or len(got) != len(expected):
            yield f"{where}: {got} instead of {expected}"
            return
        for place, (value, inner) in enumerate(zip(expected, got)):
            yield from differences(f"{where}[{place}]", value, inner, tolerance)
    elif isinstance(expected, (int, float)) and not isinstance(expected, bool):
        if not isinstance(got, (int, float)) or not abs(got - expected) <= tolerance:
            yield f"{where}: {got} instead of {expected}"
    elif expected is not None and got != expected:
        yield f"{where}: {got} instead of {expected}"


def element(attributes):
    """What tells an element from all others."""
    return attributes["category"], attributes.get("kind"), tuple(attributes["indexPath"])


def check(base, fixture):
    """All that differs from a fixture, as lines."""
    tolerance = fixture.get("tolerance", 0.01)
    expected = fixture["expected"]
    summary = send(f"{base}/v1/layouts", fixture["document"])
    if "id" not in summary:
        yield f"refused: {json.dumps(summary)}"
        return
    yield from differences("contentSize", expected.get("contentSize"), summary["contentSize"], tolerance)
    path = f"{base}/v1/layouts/{summary['id']}"
    for request in fixture.get("requests", []):
        answer = send(f"{path}/{request['path']}")
        yield from differences(request["path"], request.get("expect"), answer, tolerance)
    if expected.get("attributes") is None:
        return
    bounds = fixture.get("query", {}).get("bounds")
    visible = "&bounds=" + ",".join(map(str, bounds)) if bounds else ""
    answer = send(f"{path}/attributes?rect={EVERYTHING}{visible}")
    if "attributes" not in answer:
        yield f"refused: {json.dumps(answer)}"
        return
    got = {element(attributes): attributes for attributes in answer["attributes"]}
    for wanted in expected["attributes"]:
        found = got.pop(element(wanted), None)
        if found is None:
            yield f"{element(wanted)} is missing"
            continue
        frame = dict(zip(("x", "y", "width", "height"), wanted["frame"]))
        yield from differences(element(wanted), {**wanted, "frame": frame}, found, tolerance)
    if not fixture.get("partial"):
        yield from (f"{other} is one too many" for other in got)


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    base, *patterns = arguments
    count = failed = 0
    for fixture in named(patterns):
        lines = list(check(base.rstrip("/"), fixture))
        print(fixture["name"], f"differs in {len(lines)} places:" if lines else "agrees")
        for line in lines[:20]:
            print(f"  {line}")
        count += 1
        failed += bool(lines)
    print(f"{count - failed} of {count} agree")
    sys.exit(2 if count == 0 else 1 if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
