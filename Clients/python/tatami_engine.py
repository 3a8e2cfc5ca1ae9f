# SPDX-License-Identifier: Apache-2.0
"""The layout engine in your own process: no service, but the same ids, frames and answers.

    engine = TatamiEngine(urllib.request.urlopen("http://localhost:8080/tatami.wasm").read())
    layout = engine.layout({"container": …, "layout": …, "items": …})
    longer, changes = layout.update({"append": [{"items": [120, 180]}]}, rect=(0, 0, 390, 2532))

Its layouts are those of tatami.py. It needs wasmtime: `pip install 'Clients/python[engine]'`. The module's memory is
limited to 512 MiB: the least recently used layouts are evicted before it is full, and restored from their documents and
updates. If the module traps, that request is answered with 500, and the next one runs in a fresh instance.
"""
import json
import re
import threading

import wasmtime

from tatami import TatamiClient, TatamiProblem, sha256, version_id

PATH = re.compile(r"/v1/layouts/([0-9a-f]{64})(?:/([a-z-]+))?(?:\?(.*))?")


def problem(kind, status, detail, **members):
    return status, json.dumps({"type": f"/problems/{kind}", "status": status, "detail": detail, **members})


class TatamiEngine(TatamiClient):
    def __init__(self, module, layout_bytes=1 << 27, config=None):
        """Takes tatami.wasm, the byte limit of all layouts, and a wasmtime.Config: `cache = True` compiles only once."""
        super().__init__("http://localhost")  # never receives a request
        self._host, self._lock, self.layout_bytes = wasmtime.Engine(config), threading.Lock(), layout_bytes
        self._module = wasmtime.Module(self._host, module)
        self._restart()
        self.engine = self._call("revision")

    def read(self, method, path, body=None):
        """Answers a request as the service does. Any thread may call it; a lock admits one at a time."""
        id, part, query = PATH.fullmatch(path).groups(default="")
        with self._lock:
            try:
                status, text = self._answer(id, part, query, body)
            except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
                self._restart()
                why = f"the engine failed at layout {id}, and was restarted: {str(error).splitlines()[-1].strip()}"
                status, text = problem("internal", 500, why)
        if status == 200:
            return text
        raise TatamiProblem(status, json.loads(text))

    def _restart(self):
        """Drops all layouts and the instance's memory, and starts a new instance."""
        self._store = wasmtime.Store(self._host)
        self._face = wasmtime.Instance(self._store, self._module, []).exports(self._store)
        self._held = {}  # id to handle and bytes, the least recently used first

    def _answer(self, id, part, query, body):
        if body is not None and not part:
            return self._make(sha256(body), "layout", [], body, query.encode())
        named = [id, query[5:69]] if part == "changes" else [id]
        for one in named:
            if one not in self._held:
                return problem("layout-not-cached", 404, f"layout {one} is not cached", missing=one)
            self._held[one] = self._held.pop(one)
        handles = [self._held[one][0] for one in named]
        if part == "updates":
            return self._make(version_id(id, body), "update", handles, body, query.encode())
        if part == "changes":  # `from`, the first parameter, is passed as a handle
            query = query.partition("&")[2]
        return self._ask(part.replace("-", "_") or "summary", handles, query.encode())[1]

    def _make(self, id, name, *arguments):
        """Makes a layout and caches it."""
        handle, answer = self._ask(name, *arguments)
        if handle:
            self._drop(id)
            self._held[id] = handle, self._call("byte_count", handle)
        while len(self._held) > 1 and sum(count for _, count in self._held.values()) > self.layout_bytes:
            self._drop(next(iter(self._held)))
        return answer

    def _drop(self, id):
        if id in self._held:
            self._call("release", self._held.pop(id)[0])

    def _ask(self, name, handles, *texts):
        """Copies texts into the module's memory and calls a function. Returns its value, and the response's status and bytes."""
        memory, places = self._face["memory"], [(self._call("alloc", len(text)), len(text)) for text in texts]
        for (address, _), text in zip(places, texts):
            memory.write(self._store, text, address)
        value = self._call(name, *handles, *(number for place in places for number in place))
        for address, _ in places:
            self._call("free", address)
        start = self._call("answer")
        text = bytes(memory.read(self._store, start, start + self._call("answer_count")))
        self._call("drop_answer")
        return value, (self._call("status"), text)

    def _call(self, name, *arguments):
        return self._face[f"tatami_{name}"](self._store, *arguments)
