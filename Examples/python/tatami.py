# SPDX-License-Identifier: Apache-2.0
"""A client of the Tatami layout service in one file; standard library only.

    client = TatamiClient("http://localhost:8080")
    layout = client.layout({"container": …, "layout": …, "items": …})
    for one in layout.attributes(rect=(0, 0, 390, 844))["attributes"]: …
    longer, changes = layout.update({"append": [{"items": [120, 180]}]}, rect=(0, 0, 390, 2532))

A layout's id is the SHA-256 of its document, so documents are PUT to /v1/layouts/{id}. A server that has
forgotten a layout answers 404; the document is then PUT again with the query that was asked. An update makes
another layout, a version, whose id comes of its parent's and the update. A version that was forgotten is made
again from its parent or, where that is gone, too, from the document that its line begins with and the updates
since: under the same id. When these have grown larger than the document, the client takes the server's document
of the version in their place; a version that is made again from it has another id. Attributes are asked of one
revision of the service's engine, the first that answered; where another answers, once more, of that one.
"""
import hashlib
import json
import math
import time
import urllib.error
import urllib.parse
import urllib.request


class TatamiProblem(Exception):
    """An error answer (RFC 9457); `errors` says where in the document each reason lies."""

    def __init__(self, status, members):
        super().__init__(members.get("detail") or members.get("title") or f"HTTP status {status}")
        self.status, self.members = status, members
        self.type, self.errors = members.get("type", "about:blank"), members.get("errors", [])


def pause(retry_after):
    """The seconds that a Retry-After asks for, 0 to 60; 1 where it says nothing that is a number."""
    try:
        seconds = float(retry_after)
    except (TypeError, ValueError):
        return 1.0
    return min(seconds, 60.0) if 0 <= seconds < math.inf else 1.0


def sha256(body):
    return hashlib.sha256(body).hexdigest()


def version_id(parent, update):
    """The id of the version that an update, as bytes, makes of a layout."""
    return parent[:16] + sha256(parent.encode() + b"\n" + update)[:48]


def encoded(value):
    """JSON as bytes; of text, its own."""
    return (value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))).encode()


def query_of(parameters):
    """A query's text; rectangles and points are sequences of numbers, `scroll` is a dict of sections' offsets."""
    def text(value):
        if isinstance(value, (str, int, float)):
            return value
        return ",".join(f"{key}:{value[key]}" for key in value) if isinstance(value, dict) else ",".join(map(str, value))

    return urllib.parse.urlencode({name: text(value) for name, value in parameters.items() if value is not None and value != {}}, safe=",:")


def missing(problem):
    """The layout that a problem says is not held; None for any other problem."""
    return problem.members.get("missing", "") if problem.type.endswith("/layout-not-cached") else None


def other_engine(problem):
    """The revision that a problem says the service's engine is; None for any other problem."""
    return problem.members.get("engine") if problem.type.endswith("/other-engine") else None


class TatamiClient:
    def __init__(self, base, api_key=None, retries=3, timeout=30, on_engine=None):
        """`on_engine` is called when another revision of the engine answers: what is shown is to be asked for again."""
        if not base.startswith(("http://", "https://")):
            raise ValueError(f'the service\'s address begins with its scheme, as in "http://localhost:8080"; it is {base!r}')
        self.base, self.api_key, self.retries, self.timeout = base.rstrip("/"), api_key, retries, timeout
        self.engine, self.on_engine = None, on_engine

    def of_one_engine(self, ask):
        """Asks for attributes of one revision of the engine; where another answers, once more, of that one."""
        try:
            return ask(self.engine)
        except TatamiProblem as problem:
            other = other_engine(problem)
            if other is None:
                raise
        self.engine = other
        if self.on_engine:
            self.on_engine(other)
        return ask(other)

    def layout(self, document):
        """Makes a document (a dict, or JSON text) known to the server."""
        body = encoded(document)
        return Layout(self, self.put(body), body=body)

    def open(self, id):
        """A layout that the server knows already, by its id. Nothing can make it again where it was forgotten."""
        return Layout(self, self.call("GET", f"/v1/layouts/{id}"))

    def put(self, body, query=""):
        return self.call("PUT", f"/v1/layouts/{sha256(body)}" + (f"?{query}" if query else ""), body)

    def call(self, method, path, body=None):
        """One request and its answer, read."""
        return json.loads(self.read(method, path, body))

    def read(self, method, path, body=None):
        """One request; 503s are tried again after their Retry-After."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self.api_key:
            headers["Authorization"] = f"Bearer {self.api_key}"
        for left in range(self.retries, -1, -1):
            request = urllib.request.Request(self.base + path, data=body, method=method, headers=headers)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as response:
                    engine = response.headers.get("Tatami-Engine", "")
                    if self.engine is None and engine.isdecimal():
                        self.engine = int(engine)
                    return response.read()
            except urllib.error.HTTPError as error:
                text = error.read()
                if error.code == 503 and left:
                    time.sleep(pause(error.headers.get("Retry-After")))
                    continue
                try:
                    members = json.loads(text)
                except ValueError:
                    members = {"detail": text[:200].decode("utf-8", "replace")}
                raise TatamiProblem(error.code, members) from None
            except urllib.error.URLError as error:
                raise urllib.error.URLError(f"{error.reason}; does {self.base} run?") from error


class Layout:
    """A document that the server has laid out, or a version of one. It never changes: updates make other ones."""

    LEAST_UPDATES = 16_384
    """Updates that are together shorter than this are kept however short the document is."""

    def __init__(self, client, summary, body=None, parent=None, change=None):
        """Made from a document, `body`, or by an update, `change`, of a `parent`; without either it cannot be made again."""
        self.client, self.summary = client, summary
        self.body, self.parent, self.change = body, parent, change
        self._updates_length = parent._updates_length + len(change) if parent else 0

    def __repr__(self):
        size = self.summary["contentSize"]
        return f"<Layout {self.id}: {self.summary['itemCount']} items, {size['width']:g} x {size['height']:g}>"

    @property
    def id(self):
        return self.summary["id"]

    def attributes(self, rect=None, index_path=None, **parameters):
        """The elements that meet a rectangle (x, y, width, height, or "all"), or those at index paths ("0-5,0-9")."""
        def ask(engine):
            query = query_of({**parameters, "rect": rect, "indexPath": index_path, "engine": engine})
            return self._get(f"attributes?{query}", query)

        return self.client.of_one_engine(ask)

    def sections(self):
        """Each section's extent, without items."""
        return self._get("sections")["sections"]

    def target_offset(self, proposed, velocity=(0, 0), current=None, section=None, start=None):
        """Where scrolling should stop: `current` is where the content stands as the finger lifts, `start` where the drag began."""
        return self._get("target-offset?" + query_of({
            "proposed": proposed, "velocity": velocity, "current": current, "start": start, "section": section}))

    def update(self, update, rect=None, bounds=None, anchor=None, **parameters):
        """Applies a batch (a dict, or JSON text): the version that comes of it and, with `rect` or `bounds`, what a view
        that shows this layout has to do, else None. The same update of the same layout is the same version, so one may
        ask twice.
        """
        text = encoded(update)
        query = query_of({**parameters, "rect": rect, "bounds": bounds, "anchor": anchor})
        answer = self._again(lambda: self.client.call(
            "POST", f"/v1/layouts/{self.id}/updates" + (f"?{query}" if query else ""), text))
        fields = ("id", "contentSize", "sectionCount", "itemCount", "parent")
        version = Layout(self.client, {name: answer[name] for name in fields}, parent=self, change=text)
        version._learn()
        return version, answer if "invalidated" in answer else None

    def changes_from(self, other, rect=None, bounds=None, anchor=None, **parameters):
        """What a view that shows `other` has to do to show this layout: forwards, back, or across branches. A 409
        `unrelated-layouts` says that they have not the same beginning, or are too far apart: ask for the attributes.
        """
        query = query_of({**parameters, "rect": rect, "bounds": bounds, "anchor": anchor})
        return self._again(
            lambda: self.client.call("GET", f"/v1/layouts/{self.id}/changes?from={other.id}&{query}"), self, other)

    def document(self):
        """The layout's document, written anew: items with all they have learned."""
        return json.loads(self._document())

    def _document(self):
        return self._again(lambda: self.client.read("GET", f"/v1/layouts/{self.id}/document"))

    def _get(self, path, query=None):
        """GETs; `query` is what a PUT of the document may answer at once."""
        try:
            return self.client.call("GET", f"/v1/layouts/{self.id}/{path}")
        except TatamiProblem as problem:
            if missing(problem) is None:
                raise
        if query is not None and self.body is not None and sha256(self.body) == self.id:
            return self.client.put(self.body, query)
        self._restore()
        return self.client.call("GET", f"/v1/layouts/{self.id}/{path}")

    def _again(self, ask, *among):
        """Asks, and again after what was missing has been made again."""
        among = among or (self,)
        for left in range(len(among), -1, -1):
            try:
                return ask()
            except TatamiProblem as problem:
                id = missing(problem)
                if id is None or left == 0:
                    raise
            next((one for one in among if one.id == id), self)._restore()

    def _restore(self):
        """Makes a forgotten layout known again: by its update of its parent; where that is gone, too, by all its line."""
        line = self._line()
        if len(line) > 1:
            try:
                return self._make()
            except TatamiProblem as problem:
                if missing(problem) is None or line[0].body is None:
                    raise
        for one in line:
            one._make()

    def _make(self):
        if self.body is not None:
            self.summary = self.client.put(self.body)
        elif self.parent is not None:
            self.summary = self.client.call("POST", f"/v1/layouts/{self.parent.id}/updates", self.change)

    def _line(self):
        """The layouts from which this one comes, the one that is made from a document first, this one last."""
        line = [self]
        while line[-1].parent is not None:
            line.append(line[-1].parent)
        return line[::-1]

    def _learn(self):
        """Takes the server's document in place of updates that have grown larger than the one they began with."""
        if self._updates_length <= self.LEAST_UPDATES:
            return
        line = self._line()
        self._updates_length = sum(len(one.change or b"") for one in line)
        if self._updates_length <= max(self.LEAST_UPDATES, len(line[0].body or b"")):
            return
        try:
            self.body, self.parent, self.change, self._updates_length = self._document(), None, None, 0
        except (TatamiProblem, OSError):
            pass  # the updates are kept, and the next one tries again
