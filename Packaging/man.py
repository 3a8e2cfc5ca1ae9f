#!/usr/bin/env python3
"""Writes the program's manual pages from what its `--help` prints.

    Packaging/man.py PROGRAM FOLDER

One page for the program and one for each subcommand: tatami.1, tatami-serve.1 with every setting, and so on.
(swift-argument-parser's own generator does not know the settings, which `serve` lists itself.)
"""
import re
import subprocess
import sys
from pathlib import Path

FILES = [
    ("/etc/default/tatami", "The settings of the systemd unit, one NAME=value a line."),
]


def help_of(program, *arguments):
    return subprocess.run([program, *arguments], check=True, text=True, stdout=subprocess.PIPE).stdout


def escaped(text):
    """Text as roff reads it: no escapes, no requests, and hyphens that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def entries(lines):
    """Terms and what they mean: a term is indented by two spaces, and its text by more."""
    for line in lines:
        if found := re.match(r" {2}(\S.*?)(?: {2,}(.*))?$", line):
            yield ".TP"
            yield f"\\fB{escaped(found[1])}\\fR"
            if found[2]:
                yield escaped(found[2])
        elif found := re.match(r" {6}([A-Z_]+), default (.*)", line):
            # The last line of a setting.
            yield ".br"
            yield f"\\fB{found[1]}\\fR, default {escaped(found[2])}"
        else:
            yield escaped(line.strip())


def page(name, text, version, extra):
    """A page of one command; `text` is what its --help prints."""
    parts = re.split(r"^(OVERVIEW|USAGE|ARGUMENTS|OPTIONS|SUBCOMMANDS): ?", text, flags=re.M)
    found = dict(zip(parts[1::2], parts[2::2]))
    summary, _, discussion = found.get("OVERVIEW", extra).strip().partition("\n\n")
    usage, _, settings = found["USAGE"].partition("\n\n")
    settings, first, listed = settings.partition("\n  --")
    lines = [f'.TH {name.upper()} 1 "" "Tatami {version}" "User Commands"', ".SH NAME",
             f"{escaped(name)} \\- {escaped(' '.join(summary.split()).rstrip('.'))}",
             ".SH SYNOPSIS", escaped(usage.strip())]
    if text := discussion.strip() or settings.strip():
        lines += [".SH DESCRIPTION", *map(escaped, text.splitlines())]
    for heading in ("ARGUMENTS", "OPTIONS", "SUBCOMMANDS"):
        if heading in found:
            # A sentence below the list points at more help, which the pages below are.
            rows = re.sub(r"\n\n  See '.*", "", found[heading].strip("\n"))
            lines += [f".SH {heading}", *entries(rows.splitlines())]
    if listed:
        lines += [".SH SETTINGS", *entries((first.strip("\n") + listed).rstrip().splitlines())]
    return lines, found.get("SUBCOMMANDS", "")


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    version = re.match(r"tatami (\S+?),", help_of(program, "--version"))[1]
    main_page, listed = page("tatami", help_of(program, "--help"), version, "")
    commands = dict(re.findall(r"^ {2}([a-z]+) {2,}(.*(?:\n {8,}.*)*)", listed, re.M))
    pages = {"tatami": main_page}
    for command, summary in commands.items():
        summary = " ".join(summary.split()).partition("; --help")[0]
        pages[f"tatami-{command}"], _ = page(
            f"tatami-{command}", help_of(program, command, "--help"), version, summary)
    pages["tatami-serve"] += [".SH FILES", *(
        line for name, text in FILES for line in (".TP", f"\\fI{name}\\fR", text))]
    for name, lines in pages.items():
        others = [f".BR {escaped(other)} (1)" for other in pages if other != name]
        lines += [".SH SEE ALSO", *(f"{line}," for line in others[:-1]), others[-1]]
        (folder / f"{name}.1").write_text("\n".join(line for line in lines if line) + "\n")


if __name__ == "__main__":
    main()
