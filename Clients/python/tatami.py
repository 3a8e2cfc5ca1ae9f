# SPDX-License-Identifier: Apache-2.0
"""A client of the Tatami layout service in one file; standard library only.

    client = TatamiClient("http://localhost:8080")
    layout = client.layout({"container": …, "layout": …, "items": …})
    for one in layout.attributes(rect=(0, 0, 390, 844))["attributes"]: …
    longer, changes = layout.update({"append": [{"items": [120, 180]}]}, rect=(0, 0, 390, 2532))

A layout's id is the SHA-256 of its document, so the client PUTs documents to /v1/layouts/{id}. If the server has
evicted a layout, it answers 404, and the client PUTs the document again with the same query. An update derives
another layout, a version, whose id is computed from its parent's id and the update. If the server has evicted a
version, the client restores it under the same id: from its parent or, if that is evicted too, from the chain's
document and all updates since. When the updates have grown larger than the document, the client fetches the
version's own document from the server in their place; a version restored from that document has another id. Queries
name one revision of the service's engine, the first that answered; if another answers, they are repeated for that.
"""
import base64
import hashlib
import hmac
import json
import math
import time
import urllib.error
import urllib.parse
import urllib.request


class TatamiProblem(Exception):
    """An error answer (RFC 9457); `errors` has a JSON pointer and a detail for each mistake in the document."""

    def __init__(self, status, members):
        super().__init__(members.get("detail") or members.get("title") or f"HTTP status {status}")
        self.status, self.members = status, members
        self.type, self.errors = members.get("type", "about:blank"), members.get("errors", [])


def pause(retry_after):
    """Returns the seconds of a Retry-After, from 0 to 60; 1 if it is not a number."""
    try:
        seconds = float(retry_after)
    except (TypeError, ValueError):
        return 1.0
    return min(seconds, 60.0) if 0 <= seconds < math.inf else 1.0


def sha256(body):
    return hashlib.sha256(body).hexdigest()


def version_id(parent, update):
    """Returns the id of the version that an update, as bytes, derives from a layout."""
    return parent[:16] + sha256(parent.encode() + b"\n" + update)[:48]


def signed_url(url, key, expires=None):
    """Returns a URL with its signature, for `<img>` and `<link>`, which cannot send an API key.

    `url` is absolute, or a path with a query, as the service receives them. `key` is the first of the service's
    TATAMI_URL_KEYS: sign on your server only. `expires` is when the URL stops working, in seconds since 1970.
    """
    url = url.partition("#")[0]
    if {"sig", "expires"} & {part.partition("=")[0] for part in url.partition("?")[2].split("&")}:
        raise ValueError(f"{url} must have neither sig nor expires")
    if expires is not None:
        url += f"{'&' if '?' in url else '?'}expires={int(expires)}"
    text = url
    if "://" in url:
        authority = url.partition("://")[2]
        text = authority[min((at for at in map(authority.find, "/?") if at >= 0), default=len(authority)):]
    if not text.startswith("/"):
        text = "/" + text
    digest = base64.urlsafe_b64encode(hmac.digest(key.encode(), text.encode(), "sha256")).decode().rstrip("=")
    return f"{url}{'&' if '?' in url else '?'}sig={digest}"


def encoded(value):
    """Returns a value's JSON as bytes; a text is already JSON."""
    return (value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))).encode()


def query_of(parameters):
    """Returns a query's text; rectangles and points are sequences of numbers, `scroll` is a dict of sections' offsets."""
    def text(value):
        if isinstance(value, (str, int, float)):
            return value
        return ",".join(f"{key}:{value[key]}" for key in value) if isinstance(value, dict) else ",".join(map(str, value))

    return urllib.parse.urlencode({name: text(value) for name, value in parameters.items() if value is not None and value != {}}, safe=",:")


def missing(problem):
    """Returns the id of the layout that a problem says is not cached; None for any other problem."""
    return problem.members.get("missing", "") if problem.type.endswith("/layout-not-cached") else None


def other_engine(problem):
    """Returns the service's engine revision if a problem says that it differs; None for any other problem."""
    return problem.members.get("engine") if problem.type.endswith("/other-engine") else None


class TatamiClient:
    def __init__(self, base, api_key=None, retries=3, timeout=30, on_engine=None):
        """`on_engine` is called when another engine revision answers: query everything that is shown again."""
        if not base.startswith(("http://", "https://")):
            raise ValueError(f'the service\'s URL must begin with http:// or https://, as in "http://localhost:8080" (got {base!r})')
        self.base, self.api_key, self.retries, self.timeout = base.rstrip("/"), api_key, retries, timeout
        self.engine, self.on_engine = None, on_engine

    def of_one_engine(self, ask):
        """Queries one revision of the engine; if another revision answers, repeats the query for that revision."""
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
        """Uploads a document (a dict, or JSON text)."""
        body = encoded(document)
        return Layout(self, self.put(body), body=body)

    def open(self, id):
        """Returns a layout that the server has already, by its id. It cannot be restored after an eviction."""
        return Layout(self, self.call("GET", f"/v1/layouts/{id}"))

    def put(self, body, query=""):
        return self.call("PUT", f"/v1/layouts/{sha256(body)}" + (f"?{query}" if query else ""), body)

    def call(self, method, path, body=None):
        """Sends one request and returns its JSON answer."""
        return json.loads(self.read(method, path, body))

    def read(self, method, path, body=None):
        """Sends one request; retries a 503 after its Retry-After."""
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
    """A document that the server has laid out, or a version of one. It never changes: an update derives another."""

    LEAST_UPDATES = 16_384
    """Updates of fewer bytes in total than this are stored even if the document is shorter."""

    def __init__(self, client, summary, body=None, parent=None, change=None):
        """Made from a document, `body`, or by an update, `change`, of a `parent`; without either it cannot be restored."""
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
        """Returns the elements in a rectangle (x, y, width, height, or "all"), or at index paths ("0-5,0-9")."""
        def ask(engine):
            query = query_of({**parameters, "rect": rect, "indexPath": index_path, "engine": engine})
            return self._get(f"attributes?{query}", query)

        return self.client.of_one_engine(ask)

    def sections(self):
        """Returns each section's frame and item count."""
        return self._get("sections")["sections"]

    def target_offset(self, proposed=None, velocity=None, current=None, section=None, start=None, *, index_path=None,
                      position=None, kind=None, under=False):
        """Returns where scrolling should stop; `current` is the offset when the finger lifts, `start` when the drag began.
        Without `proposed`, scrolling ends where it decelerates to from `current` at `velocity`. With `index_path`
        ("section-item") and `position` ("top", …), returns the offset that shows the item, or another element of that
        `kind`, beside what is pinned there unless `under`; with the item's own `section`, that section's own offset.
        """
        return self._get("target-offset?" + query_of({
            "proposed": proposed, "velocity": velocity, "current": current, "start": start, "section": section,
            "indexPath": index_path, "position": position, "kind": kind, "under": "true" if under else None}))

    def index_path(self, point, nearest=False, moving=None, scroll=None):
        """Returns the cell at a point, with `nearest` else the nearest one, or the place to which the item `moving`
        ("section-item") goes when it is dragged there: the `to` of an update's `move`.
        """
        return self._get("index-path?" + query_of({
            "point": point, "nearest": "true" if nearest else None, "moving": moving, "scroll": scroll}))

    def update(self, update, rect=None, bounds=None, anchor=None, **parameters):
        """Applies a batch (a dict, or JSON text). Returns the version and, with `rect` or `bounds`, the changes that a
        view of this layout has to make, else None. The same update of the same layout gives the same version, so a
        retry is safe.
        """
        text = encoded(update)
        query = query_of({**parameters, "rect": rect, "bounds": bounds, "anchor": anchor})
        answer = self._again(lambda: self.client.call(
            "POST", f"/v1/layouts/{self.id}/updates" + (f"?{query}" if query else ""), text))
        fields = ("id", "contentSize", "sectionCount", "itemCount", "parent")
        version = Layout(self.client, {name: answer[name] for name in fields}, parent=self, change=text)
        version._learn()
        return version, answer if "invalidated" in answer else None

    def reload(self, document, rect=None, bounds=None, anchor=None, **parameters):
        """Lays out a whole new document (a dict, or JSON text). Returns its layout and the changes that a view of this
        layout has to make: items are matched by their ids, and items without ids by their places. One of `rect` and
        `bounds` is required.
        """
        body = encoded(document)
        query = query_of({**parameters, "rect": rect, "bounds": bounds, "anchor": anchor})
        changes = self._again(lambda: self.client.call("POST", f"/v1/layouts?from={self.id}&{query}", body))
        fields = ("id", "contentSize", "sectionCount", "itemCount")
        return Layout(self.client, {name: changes[name] for name in fields}, body=body), changes

    def changes_from(self, other, rect=None, bounds=None, anchor=None, **parameters):
        """Returns what a view that shows `other` has to do to show this layout: another version, or the layout of another
        document, whose items are matched by their ids. A 409 `unrelated-layouts` means that two versions of one document
        are too far apart: query the attributes instead.
        """
        query = query_of({**parameters, "rect": rect, "bounds": bounds, "anchor": anchor})
        return self._again(
            lambda: self.client.call("GET", f"/v1/layouts/{self.id}/changes?from={other.id}&{query}"), self, other)

    def document(self):
        """Returns the layout's document as the server writes it: its items include all measured sizes."""
        return json.loads(self._document())

    def _document(self):
        return self._again(lambda: self.client.read("GET", f"/v1/layouts/{self.id}/document"))

    def _get(self, path, query=None):
        """GETs a response; `query` is the query that a PUT of the document can answer at once."""
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
        """Sends a request, and repeats it after restoring the layout that the server was missing."""
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
        """Restores an evicted layout: from its parent and update, or from the whole chain if the parent is evicted too."""
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
        """Returns the chain of layouts that leads to this one: first the one made from a document, last this one."""
        line = [self]
        while line[-1].parent is not None:
            line.append(line[-1].parent)
        return line[::-1]

    def _learn(self):
        """Fetches the server's document once the updates have grown larger than the chain's document."""
        if self._updates_length <= self.LEAST_UPDATES:
            return
        line = self._line()
        self._updates_length = sum(len(one.change or b"") for one in line)
        if self._updates_length <= max(self.LEAST_UPDATES, len(line[0].body or b"")):
            return
        try:
            self.body, self.parent, self.change, self._updates_length = self._document(), None, None, 0
        except (TatamiProblem, OSError):
            pass  # the updates stay, and the next update tries again
