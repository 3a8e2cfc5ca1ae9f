#!/usr/bin/env python3
"""Takes the Swift libraries as an app does: a package that depends on a repository of these files, without traits.

It must resolve to Tatami alone, build beside Foundation and a stand-in for SwiftUI, and print the frames of
Library/expected.txt. Everything is made anew in .build/library.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent / "Library"
ROOT = HERE.parents[2]
FOLDER = ROOT / ".build/library"
SWIFT = os.environ.get("SWIFT", "swift")


def run(*command, **options):
    """What a command prints; ends this program if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"library: {' '.join(map(str, command))}\n{(done.stdout + done.stderr)[-4000:]}")
    return done.stdout


def make_repository(folder):
    """A repository whose only commit has the package's files as they are here, whether committed or not."""
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).split("\0")
    for name in filter(None, listed):
        # Tests are no part of what an app takes, but the manifest names some of their folders.
        if (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
    author = ["-c", "user.name=library", "-c", "user.email=library@localhost"]
    run("git", "init", "--quiet", "--initial-branch=main", cwd=folder)
    run("git", "add", "--all", "--force", cwd=folder)
    run("git", *author, "commit", "--quiet", "--message=As it is", cwd=folder)


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(HERE, FOLDER / "shelf")
    manifest = (HERE / "Package.swift.in").read_text().replace("@FOLDER@", str(FOLDER))
    (FOLDER / "shelf/Package.swift").write_text(manifest)
    make_repository(FOLDER / "tatami")
    place = ["--package-path", FOLDER / "shelf", "--cache-path", FOLDER / "cache"]
    run(SWIFT, "package", *place, "resolve")
    fetched = sorted(path.name for path in (FOLDER / "shelf/.build/checkouts").iterdir())
    if fetched != ["tatami"]:
        sys.exit(f"library: resolving fetched {fetched}, not tatami alone")
    printed = run(SWIFT, "run", "--quiet", *place, "Shelf")
    if printed != (HERE / "expected.txt").read_text():
        sys.exit(f"library: printed\n{printed}")
    print("library: resolved to tatami alone; built beside Foundation and SwiftUI's names; frames as expected")


if __name__ == "__main__":
    main()
