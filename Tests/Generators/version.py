#!/usr/bin/env python3
"""Writes the version, which the file VERSION holds, wherever a file must name it.

    version.py               prints the version
    version.py set 0.2.0     writes VERSION, heads the changelog's unreleased changes with it, and generates
    version.py generate      writes the version into the files below, and README's badges
    version.py check         says whether those files are current
    version.py notes         prints the changelog's section about the version, a release's notes

openapi.yaml names the version, so `make version ARGS=0.2.0` also generates what is made from openapi.yaml.
"""
import datetime
import re
import sys

import files
from files import ROOT

VERSION = ROOT / "VERSION"
CHANGELOG = ROOT / "CHANGELOG.md"
BADGES = ROOT / ".github/badges"
NUMBER = r"\d+\.\d+\.\d+"
# Where a file names the version: the text in front of the number.
PLACES = {
    "Clients/python/pyproject.toml": [r'^version = "'],
    "Web/tatami-client/package.json": [r'^  "version": "'],
    "Examples/kubernetes/base/kustomization.yaml": [r"newTag: "],
    "Examples/helm/tatami/Chart.yaml": [r"^version: \"?", r"^appVersion: \"?"],
    "openapi.yaml": [r'^  version: "'],
}
# The widths of a badge's characters in pixels, at 11 pixels of a common sans-serif font.
NARROW, WIDE, USUAL = 4, 10, 6.8


def read(path, pattern):
    """The first group of a pattern's first match in a file of the project."""
    found = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.M)
    if not found:
        sys.exit(f"{path}: nothing matches {pattern}")
    return found[1]


def version():
    return read("VERSION", rf"\A({NUMBER})\n\Z")


def named(path, text, number):
    """A file's text with the version in each of its places."""
    for before in PLACES[path]:
        text, count = re.subn(rf"({before}){NUMBER}", rf"\g<1>{number}", text, flags=re.M)
        if count != 1:
            sys.exit(f"{path}: {count} places match {before}{NUMBER}, not one")
    return text


def width(text):
    return round(sum(NARROW if one in ".,-ijltfr1 " else WIDE if one in "mwMW" else USUAL for one in text))


def badge(label, value):
    """A badge as SVG: what it is about, and the value."""
    left, right = width(label) + 12, width(value) + 12
    texts = "".join(
        f'<text x="{start + 6}" y="14" textLength="{width(text)}">{text}</text>'
        for start, text in ((0, label), (left, value)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img"'
        f' aria-label="{label}: {value}"><title>{label}: {value}</title>'
        f'<clipPath id="r"><rect width="{left + right}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="#0b6e99"/></g>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">{texts}</g></svg>\n')


def badges():
    """README's badges, each from the file that decides what it says."""
    licence = read("LICENSE", r"\A\s+(Apache) License\n\s+Version 2\.0,")
    workflow = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    platforms = sorted(set(re.findall(r"platform: linux/(\w+)", workflow)))
    return {
        "version": ("version", version()),
        "swift": ("Swift", read("Dockerfile", r"^FROM swift:(\d+\.\d+)")),
        "license": ("licence", f"{licence}-2.0"),
        "platforms": ("Linux", ", ".join(platforms)),
    }


def generated():
    """The files that name the version, with their texts."""
    number = version()
    texts = {ROOT / path: named(path, (ROOT / path).read_text(encoding="utf-8"), number) for path in PLACES}
    texts |= {BADGES / f"{name}.svg": badge(*words) for name, words in badges().items()}
    return texts


def notes(number):
    """The changelog's section about a version, without its heading."""
    return read("CHANGELOG.md", rf"^## \[{re.escape(number)}\][^\n]*\n+((?s:.*?))\s*(?=^## |^\[|\Z)")


def released(text, number, date):
    """The changelog, with its unreleased changes under the version's heading, and links to both."""
    if re.search(rf"^## \[{re.escape(number)}\]", text, re.M):
        return text
    text = text.replace("## [Unreleased]\n", f"## [Unreleased]\n\n## [{number}] - {date}\n", 1)
    return re.sub(
        r"^\[Unreleased\]: .*$",
        f"[Unreleased]: ../../compare/v{number}...HEAD\n[{number}]: ../../releases/tag/v{number}",
        text, count=1, flags=re.M)


def set_everywhere(number):
    if not re.fullmatch(NUMBER, number):
        sys.exit(f"a version is three numbers, such as 0.2.0 (got {number})")
    VERSION.write_text(number + "\n", encoding="utf-8")
    today = datetime.datetime.now(datetime.timezone.utc).date()
    text = CHANGELOG.read_text(encoding="utf-8")
    CHANGELOG.write_text(released(text, number, today), encoding="utf-8")
    files.write(generated())


def main():
    command = sys.argv[1:]
    if not command:
        print(version())
    elif command[0] == "set" and len(command) == 2:
        set_everywhere(command[1])
    elif command == ["notes"]:
        print(notes(version()))
    else:
        return files.run(__doc__, generated)
    return 0


if __name__ == "__main__":
    sys.exit(main())
