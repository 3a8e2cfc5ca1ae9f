"""Which fields and query parameters the rows of `make worst` send: `worst.py --covered`."""
import gzip
import json
from urllib.parse import parse_qs, urlsplit

from worst_meter import Meter


class Unseen(Exception):
    """A row goes on with requests that no recorder sees."""


class Recorder:
    """Stands in for a meter: takes what a row sends apart, instead of sending it."""

    quick, sent = True, 0

    def __init__(self):
        self.document, self.update, self.parameters = set(), set(), set()

    def ask(self, row):
        row.request = lambda: ("id", row.document(), {})  # nobody needs the gzip
        try:
            Meter.ask(self, row)
        except Unseen:
            pass

    def cpu(self):
        raise Unseen

    def send(self, method, path, body=None, fields=None):
        address = urlsplit(path)
        self.parameters.update(parse_qs(address.query, keep_blank_values=True))
        if body is not None:
            text = gzip.decompress(body) if "Content-Encoding" in (fields or {}) else body
            gather(text, self.update if address.path.endswith("/updates") else self.document)
        return 200


def gather(text, keys):
    """Adds the keys of all objects in a JSON text; nothing of a text that is malformed on purpose."""
    found = set()
    try:
        json.loads(text, object_pairs_hook=lambda pairs: found.update(key for key, _ in pairs))
    except (ValueError, RecursionError):
        return
    keys |= found


def covered(rows):
    """The sorted fields of documents and of updates, and the parameters, as a dictionary of lists."""
    recorder = Recorder()
    for row in rows:
        recorder.ask(row)
    found = {"document": recorder.document, "update": recorder.update, "parameters": recorder.parameters}
    return {name: sorted(names) for name, names in found.items()}
