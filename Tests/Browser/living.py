"""Services of their own for the tests of living layouts: one that holds a layout, one that has never heard of it."""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Tools"))
import services  # noqa: E402

CLIENTS = os.environ["CLIENTS"]


def rows(width, count=100):
    """A list of rows of 100, 101, … points. Each test has a width of its own, so that no other has made it known."""
    return {"container": {"width": width, "height": 800}, "layout": {"type": "list"}, "items": [100 + n for n in range(count)]}


def node(text):
    done = subprocess.run(["node", "--input-type=module"], input=text, capture_output=True, text=True, cwd=CLIENTS, timeout=60)
    if done.returncode:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class TwoServices(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.one, cls.two = (cls.start() for _ in range(2))

    @classmethod
    def start(cls, **settings):
        return cls.stack.enter_context(services.tatami(os.environ["TATAMI"], **settings))
