#!/usr/bin/env python3
"""Writes what the program is made of as SPDX 2.3 (JSON): Swift packages as they were resolved,
Debian's libraries as they are installed, and Swift's runtime, which is linked in.

    sbom.py [--output FILE] [--validate]

--validate reads the file back by spdx-tools (from PyPI), the reference implementation.
"""
import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import uuid
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[2]
SWIFT = os.environ.get("SWIFT", "swift")
# What the packages' own files say, which Debian keeps as prose.
DEBIAN_LICENCES = {
    "libevent": "BSD-3-Clause", "hiredis": "BSD-3-Clause", "libdeflate": "MIT", "zlib": "Zlib", "openssl": "Apache-2.0",
    "jemalloc": "BSD-2-Clause", "harfbuzz": "MIT-Modern-Variant", "icu": "ICU", "fonts-inter": "OFL-1.1 AND Apache-2.0",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1"}


def output_of(*command):
    return subprocess.run(command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE).stdout


def package(name, version, location, licence, purl):
    return {
        "SPDXID": "SPDXRef-Package-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name, "versionInfo": version, "downloadLocation": location,
        "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                          "referenceLocator": purl}],
    }


def licence_of(folder):
    """The licence that a Swift package's file begins with."""
    for file in sorted(Path(folder).glob("LICENSE*")):
        text = " ".join(file.read_text().split())
        if "Apache License Version 2.0" in text:
            # Swift's own exempts what is compiled in from naming it.
            exempt = "Runtime Library Exception" in text
            return "Apache-2.0 WITH Swift-exception" if exempt else "Apache-2.0"
    return "NOASSERTION"


def swift_packages(version):
    """All packages, the program's first, and who depends on whom."""
    found, edges = {}, set()

    def visit(node, parent):
        name = node["name"]
        if parent is None:
            purl = f"pkg:generic/{name}@{version}"
            one = package(name, version, "NOASSERTION", "Apache-2.0", purl)
        else:
            place = node["url"].removesuffix(".git")
            purl = f"pkg:swift/{place.split('://')[-1]}@{node['version']}"
            one = package(name, node["version"], f"git+{place}@{node['version']}",
                          licence_of(node["path"]), purl)
            edges.add((parent, one["SPDXID"]))
        found[name] = one
        for child in node["dependencies"]:
            visit(child, one["SPDXID"])

    text = output_of(SWIFT, "package", "show-dependencies", "--format", "json")
    visit(json.loads(text[text.index("{"):]), None)
    return list(found.values()), edges


def debian_packages():
    """The libraries and fonts that the image installs, by the versions installed here."""
    run_stage = (ROOT / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    names = re.findall(r"\b(?:z?lib|fonts-)[a-z0-9.+-]+", run_stage[:run_stage.index("rm -rf")])
    distribution = dict(re.findall(r'(\w+)="?([^"\n]*)', Path("/etc/os-release").read_text()))
    for name in names:
        version, kind, source = output_of(
            "dpkg-query", "-W", "-f", "${Version}\t${Architecture}\t${source:Package}", name
        ).split("\t")
        purl = (f"pkg:deb/{distribution['ID']}/{quote(name, safe='')}@{quote(version, safe='')}"
                f"?arch={kind}&distro={distribution.get('VERSION_CODENAME', '')}")
        yield package(name, version, f"https://sources.debian.org/src/{source}/",
                      DEBIAN_LICENCES.get(source, "NOASSERTION"), purl)


def document():
    version = (ROOT / "VERSION").read_text().strip()
    packages, edges = swift_packages(version)
    own = packages[0]["SPDXID"]
    release = re.search(r"Swift version (\S+)", output_of(SWIFT, "--version"))[1]
    runtime = package(
        "swift-runtime", release, f"git+https://github.com/swiftlang/swift@swift-{release}-RELEASE",
        "Apache-2.0 WITH Swift-exception", f"pkg:swift/github.com/swiftlang/swift@{release}")
    others = [runtime, *debian_packages()]
    edges |= {(own, one["SPDXID"]) for one in others}
    packages += others
    # The same of the same sources, whenever it is made.
    seconds = int(
        os.environ.get("SOURCE_DATE_EPOCH") or output_of("git", "log", "-1", "--format=%ct"))
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    identity = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([packages, sorted(edges)]))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tatami-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/tatami-{version}-{identity}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Tool: tatami-sbom"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in [("SPDXRef-DOCUMENT", "DESCRIBES", own)]
            + [(one, "DEPENDS_ON", other) for one, other in sorted(edges)]],
    }


def faults(found):
    """What Tatami's own must hold, whoever validates it: nothing nameless, nothing left out."""
    names = {one["name"] for one in found["packages"]}
    ids = [one["SPDXID"] for one in found["packages"]]
    used = {one for edge in found["relationships"] for one in edge.values()}
    declared = set(re.findall(r'url: "[^"]*/([^"/]+)"', (ROOT / "Package.swift").read_text()))
    yield from (f"{name} is not in it" for name in declared - names)
    for one in found["packages"]:
        if not one["versionInfo"] or one["licenseDeclared"] == "NOASSERTION":
            yield f"{one['name']} has no version or no licence"
    yield from (f"{one} is twice in it" for one in set(ids) if ids.count(one) > 1)
    yield from (f"{one} belongs to nothing" for one in set(ids) - used)
    for prefix in ("libevent-", "libhiredis", "libdeflate", "zlib", "libssl", "libjemalloc", "libharfbuzz", "libicu",
                   "fonts-"):
        if not any(name.startswith(prefix) for name in names):
            yield f"no {prefix}"


def validate(file):
    """By the reference implementation, in its own environment; False where it cannot be had."""
    tools = ROOT / ".build-sbom"
    program = tools / "bin/pyspdxtools"
    if not program.exists():
        made = [[sys.executable, "-m", "venv", tools],
                [tools / "bin/pip", "install", "--quiet", "spdx-tools"]]
        if any(subprocess.run(command).returncode for command in made):
            shutil.rmtree(tools, ignore_errors=True)
            return False
    subprocess.run([program, "--infile", file], check=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=Path, default=ROOT / ".build/tatami.spdx.json")
    parser.add_argument("--validate", action="store_true")
    arguments = parser.parse_args()
    found = document()
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps(found, indent=1) + "\n")
    wrong = list(faults(found))
    for fault in wrong:
        print(f"   {fault}")
    print(f"   {len(found['packages'])} packages: {arguments.output}")
    if arguments.validate and not wrong and not validate(arguments.output):
        print("   left out: spdx-tools are not to be had")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
