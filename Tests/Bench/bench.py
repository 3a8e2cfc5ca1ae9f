#!/usr/bin/env python3
"""Measures Tatami: in process, beside a C loop, and over loopback beside nginx and plain Node.

    make bench ARGS="--json bench.json --quick --only process"
    make bench ARGS="--peers FOLDER"    (a folder with the node_modules that peers.mjs names)
    make bench ARGS="--table FOLDER"    (README's table, and nothing else)
    make bench ARGS="--quick --baseline Tests/Bench/baseline.json"    (fails if a row became worse)

Absolutes belong to the machine they were measured on; ratios travel. Only a comparison with a baseline can fail.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import baseline
import loopback
import table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def compiled(source, name, *flags):
    """A C file of this folder, compiled; None, and named, without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        print(f"skipped: {source} (no C compiler)", flush=True)
        return None
    target = Path(tempfile.mkdtemp(prefix="tatami-bench-")) / name
    subprocess.run([compiler, "-O2", *flags, "-o", target, HERE / source], check=True)
    return target


def in_process(build, quick):
    """tatami-bench's rows; printed as they come."""
    counter = compiled("count-allocations.c", "count-allocations.so", "-shared", "-fPIC")
    command = [build / "tatami-bench", "--json"] + (["--quick"] if quick else [])
    environment = {**os.environ, **({"LD_PRELOAD": str(counter)} if counter else {})}
    rows = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        for line in process.stdout:
            rows.append(json.loads(line))
            show(rows[-1])
    if process.returncode != 0:
        sys.exit(f"tatami-bench ended with status {process.returncode}")
    return rows


def floor(measured):
    """The C loop's rows, with the engine's ratio to each where it has the same case."""
    program = compiled("shortest-column.c", "shortest-column")
    if not program:
        return []
    rows = []
    for line in subprocess.run([program], capture_output=True, text=True, check=True).stdout.split(
            "\n"):
        if not line:
            continue
        result = json.loads(line)
        columns = result["columns"]
        row = {"case": f"C loop, {columns} columns", "items": result["items"],
               "nanosecondsPerItem": result["nanosecondsPerItem"]}
        for other in measured:
            if other.get("items") == result["items"] and other["case"].startswith(
                    f"layout waterfall {columns} columns"):
                kind = other["case"].rpartition(", ")[2]
                row[f"Tatami/C, {kind}"] = round(
                    other["nanosecondsPerItem"] / result["nanosecondsPerItem"], 2)
        rows.append(row)
        show(row)
    return rows


def peers(folder, measured):
    """Updates in libraries that lay out in the page, with how many of the engine's fit into each."""
    node = shutil.which("node")
    if not node:
        print("skipped: peers.mjs (no node)", flush=True)
        return []
    ours = {"append 50": "update append 50", "measure 10": "update measure 10, columns kept"}
    rows = []
    output = subprocess.run(
        [node, HERE / "peers.mjs", folder, "updates"], stdout=subprocess.PIPE, text=True, check=True)
    for line in output.stdout.splitlines():
        row = json.loads(line)
        for name, case in ours.items():
            for other in measured:
                if name in row["case"] and (other["case"], other["items"]) == (case, row["items"]):
                    row[f"peer/Tatami, {case}"] = round(row["microseconds"] / other["microseconds"])
        rows.append(row)
        show(row)
    return rows


def show(row):
    """One row as a line of the table."""
    parts = []
    for key, value in row.items():
        if isinstance(value, dict):
            value = (f"{value['perSecond']:,.0f}/s  {value['cpuMicroseconds']:.1f} µs CPU  "
                     f"p99 {value['p99']:,.0f} µs")
        elif isinstance(value, float):
            value = f"{value:,.2f}"
        elif isinstance(value, int):
            value = f"{value:,}"
        parts.append(f"{value:44}" if key == "case" else f"{key} {value}")
    print("  " + "  ".join(parts), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="write all rows there too")
    parser.add_argument("--baseline", type=Path, metavar="FILE",
                        help="compare with a file that --json wrote; exit status 1 if a row became worse")
    parser.add_argument("--tolerance", type=float, default=1.25,
                        help="how many times as long a row may take, with --baseline; default 1.25")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs")
    parser.add_argument("--only", choices=["process", "floor", "loopback"])
    parser.add_argument("--peers", type=Path, metavar="FOLDER",
                        help="where libraries that lay out in the page are installed")
    parser.add_argument("--table", type=Path, metavar="FOLDER",
                        help="print README's table, with the libraries of such a folder")
    parser.add_argument("--build", type=Path, default=ROOT / ".build/release",
                        help="where the release binaries are")
    options = parser.parse_args()
    if options.quick:
        loopback.rounds, loopback.seconds = 1, 1
    if options.table:
        for line in table.markdown(options.build, options.table):
            print(line, flush=True)
        return
    result = {}
    if options.only in (None, "process", "floor"):
        print("In process", flush=True)
        result["process"] = in_process(options.build, options.quick)
        print("The shortest-column loop in C", flush=True)
        result["floor"] = floor(result["process"])
        if options.peers:
            print("Updates in the page", flush=True)
            result["peers"] = peers(options.peers, result["process"])
    if options.only in (None, "loopback"):
        print("Over loopback", flush=True)
        result["loopback"] = []
        for row in loopback.rows(options.build / "tatami"):
            result["loopback"].append(row)
            show(row)
    if options.json:
        Path(options.json).write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    if options.baseline and not baseline.report(
            result, json.loads(options.baseline.read_text()), options.tolerance):
        sys.exit(1)


if __name__ == "__main__":
    main()
