#!/usr/bin/env python3
"""Copies the compiled TypeScript clients that the program serves into its resources.

    playground_clients.py generate    compiles Web/tatami-client and writes the copies
    playground_clients.py check       says whether the copies are current

Needs tsc. The resources are one folder, so imports from other folders become imports of neighbours. Comments stay in the
sources, but for the license. A file is copied if Web/playground or engine has one of its name.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
WEB = ROOT / "Web"
LICENSE = "// SPDX-License-Identifier: Apache-2.0\n"


def copies():
    """Compiles the clients; the path and text of each copy."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tsc", "-p", WEB / "tatami-client", "--outDir", folder, "--removeComments"], check=True)
        compiled = {path.name: path.read_text(encoding="utf-8") for path in pathlib.Path(folder).glob("*/*.js")}
    for copy in sorted(path for folder in ("playground", "engine") for path in (WEB / folder).glob("*.js")):
        if copy.name in compiled:
            text = compiled[copy.name].removeprefix(LICENSE)
            yield copy, LICENSE + re.sub(r'"\.\./[a-z]+/([a-z-]+\.js)"', r'"./\1"', text)


def main():
    if sys.argv[1:] not in (["generate"], ["check"]):
        sys.exit(__doc__)
    old = [(path, text) for path, text in copies() if path.read_text(encoding="utf-8") != text]
    for path, text in old:
        if sys.argv[1] == "generate":
            path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
    if old and sys.argv[1] == "check":
        sys.exit("these copies are not current: run Tests/Generators/playground_clients.py generate")


if __name__ == "__main__":
    main()
