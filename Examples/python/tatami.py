"""A client of the Tatami layout service in one file; standard library only.

    client = TatamiClient("http://localhost:8080")
    layout = client.layout({"container": …, "layout": …, "items": …})
    for one in layout.attributes(rect=(0, 0, 390, 844))["attributes"]: …

A layout's id is the SHA-256 of its document, so documents are PUT to /v1/layouts/{id}. A server that has
forgotten a layout answers 404; the document is then PUT again with the query that was asked.
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


class TatamiClient:
    def __init__(self, base, api_key=None, retries=3, timeout=30):
        self.base, self.api_key, self.retries, self.timeout = base.rstrip("/"), api_key, retries, timeout

    def layout(self, document):
        """Makes a document (a dict, or JSON text) known to the server."""
        text = document if isinstance(document, str) else json.dumps(document, separators=(",", ":"))
        body = text.encode()
        return Layout(self, body, self.call("PUT", self.path_of(body), body))

    @staticmethod
    def path_of(body, query=""):
        return f"/v1/layouts/{hashlib.sha256(body).hexdigest()}" + (f"?{query}" if query else "")

    def call(self, method, path, body=None):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self.api_key:
            headers["Authorization"] = f"Bearer {self.api_key}"
        for left in range(self.retries, -1, -1):
            request = urllib.request.Request(self.base + path, data=body, method=method, headers=headers)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as response:
                    return json.loads(response.read())
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


class Layout:
    def __init__(self, client, body, summary):
        self.client, self.body, self.summary = client, body, summary

    def attributes(self, rect=None, index_path=None, **parameters):
        """The elements that meet a rectangle (x, y, width, height, or "all"), or those at index paths ("0-5,0-9")."""
        if rect is not None:
            parameters["rect"] = rect if isinstance(rect, str) else ",".join(map(str, rect))
        if index_path is not None:
            parameters["indexPath"] = index_path
        query = urllib.parse.urlencode(parameters, safe=",:")
        return self._get(f"attributes?{query}", lambda: self.client.call("PUT", self.client.path_of(self.body, query), self.body))

    def sections(self):
        """Each section's extent, without items."""
        return self._get("sections")["sections"]

    def target_offset(self, proposed, velocity=(0, 0), current=None, section=None, start=None):
        """Where scrolling should stop: `current` is where the content stands as the finger lifts, `start` where the drag began."""
        parameters = {"proposed": ",".join(map(str, proposed)), "velocity": ",".join(map(str, velocity))}
        if current is not None:
            parameters["current"] = ",".join(map(str, current))
        if start is not None:
            parameters["start"] = ",".join(map(str, start))
        if section is not None:
            parameters["section"] = section
        return self._get("target-offset?" + urllib.parse.urlencode(parameters, safe=",:"))

    def _get(self, path, again=None):
        whole = f"/v1/layouts/{self.summary['id']}/{path}"
        try:
            return self.client.call("GET", whole)
        except TatamiProblem as problem:
            if not problem.type.endswith("/layout-not-cached"):
                raise
        if again is not None:
            return again()
        self.client.call("PUT", self.client.path_of(self.body), self.body)
        return self.client.call("GET", whole)
