"""What the checks of Examples share: how one is named, skipped, and what it runs with."""
import importlib
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import services

EXAMPLES = services.ROOT / "Examples"
CLIENTS = services.ROOT / "Clients"
WEB_CLIENT = services.ROOT / "Web/tatami-client"
OWN = services.ROOT / "Tests/Tools/Examples"
CHECKS = []


class Skipped(Exception):
    """A check that cannot be made here, and why."""


def check(name, *needs):
    """Names a check and the programs and Python modules (`python:yaml`) that it needs."""
    def register(function):
        CHECKS.append((name, needs, function))
        return function
    return register


def program(name):
    """A program's path, also where only root's path has it; None where it is not installed."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")


def is_here(need):
    if need.startswith("python:"):
        return importlib.util.find_spec(need.removeprefix("python:")) is not None
    return program(need) is not None


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def run(*command, **options):
    """A command's output; a failing one's is the fault."""
    done = subprocess.run(
        [str(one) for one in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        stdin=subprocess.DEVNULL, timeout=300, **options)
    expect(done.returncode == 0, f"{Path(str(command[0])).name}: {done.stdout.strip()[-2000:]}")
    return done.stdout


def yaml_of(name):
    return list(importlib.import_module("yaml").safe_load_all((EXAMPLES / name).read_text()))


class Bench:
    """What the checks share: the program, a service that runs, a folder of their own."""

    def __init__(self, binary, service, folder, page_port):
        self.binary, self.service, self.folder = binary, service, folder
        self.page_port = page_port  # of the origin whose pages may ask the service

    def settings(self):
        """The variables that the program knows."""
        return set(re.findall(r"^ {6}([A-Z_]+), default", run(self.binary, "serve", "--help"), re.M)
                   ) | {"PORT"}

    def python_with(self, package):
        """A Python that has a package of PyPI: in an environment that all checks share."""
        folder = self.folder / f"python-{re.match('[a-z-]+', package)[0]}"
        if not folder.exists():
            run(sys.executable, "-m", "venv", folder)
            try:
                run(folder / "bin/python", "-m", "pip", "install", "-q", package)
            except AssertionError as error:
                shutil.rmtree(folder)
                raise Skipped(f"{package} cannot be installed") from error
        return folder / "bin/python"

    def subfolder(self, name):
        folder = self.folder / name
        folder.mkdir()
        return folder


def known_variables(bench, groups):
    names = {name for group in groups for name in group if name}
    expect(names <= bench.settings(), f"no such setting: {sorted(names - bench.settings())}")


def default_of(bench, variable):
    text = run(bench.binary, "serve", "--help")
    return float(re.search(rf"{variable}, default (\S+)", text).group(1))
