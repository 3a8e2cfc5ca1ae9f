#!/usr/bin/env python3
"""Finds sentences in the habits that CONTRIBUTING names, in comments and pages.

    prose.py            lists them; exit status 1 if there are any

A line that a reader has judged to be right all the same ends with "prose: right" in a comment.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# What is looked for, and what is written instead.
HABITS = [
    (r"\bnil (where|for)\b", 'write "nil if …"'),
    (r"\b(false|true|empty) where\b", 'write "if"; "where" is for places'),
    (r"\bgenerated of\b", 'write "generated from"'),
    (r"\b(those|they) who\b", "name them: clients, waiters, readers"),
    (r"\b[Ww]hoever\b", "name them"),
    (r"^\W*(Read|Counted|Given|Kept|Held|Told|Asked|Sent|Found|Refused) (is|are)\b",
     "begin with the subject"),
]
OVERRULED = "prose: right"


def comments(path, text):
    """The lines of a file that are prose, with their numbers."""
    for number, line in enumerate(text.splitlines(), 1):
        if path.suffix == ".md":
            yield number, line
        elif path.suffix in (".swift", ".c", ".h", ".ts", ".js"):
            found = re.search(r"(?:^|\s)//+ (.*)", line) or re.match(r"\s*\*+ (.*)", line)
            if found:
                yield number, found[1]


def main():
    listed = subprocess.run(
        ["git", "ls-files", "Sources", "Examples", "Clients", "Web", "README.md", ".github"], cwd=ROOT,
        capture_output=True, text=True, check=True).stdout.split("\n")
    count = 0
    for path in (ROOT / name for name in listed if name):
        if path.suffix not in (".md", ".swift", ".c", ".h", ".ts", ".js") or not path.is_file():
            continue
        for number, line in comments(path, path.read_text(errors="replace")):
            for habit, instead in HABITS:
                found = re.search(habit, line)
                if found and OVERRULED not in line:
                    count += 1
                    print(f"{path.relative_to(ROOT)}:{number}: \"{found[0].strip()}\": {instead}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
