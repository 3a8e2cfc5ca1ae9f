#!/usr/bin/env python3
"""Tatami behind a real nginx, with Examples/nginx.conf: over TCP and over a unix socket.

    make proxy

Both must agree on where every request ends: what nginx passes on is what Tatami logs, request by
request, also for malformed and ambiguous ones. Skipped by name where nginx is not installed.
"""
import argparse
import contextlib
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import services
import traffic

LAYOUT = {"container": {"width": 390, "height": 844}, "layout": {"type": "waterfall", "columns": 3}}

# Each is sent alone and with a whole request behind it, so that a body read wrongly becomes one.
MALFORMED = [
    b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello",
    b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello",
    b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n+5\r\nhello\r\n0\r\n\r\n",
    b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n",
    b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n",
    b"POST /v1/layouts HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"GET /v1/a HTTP/1.1\r\nHost : a\r\n\r\n",
    b"GET /v1/b HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET /v1/c HTTP/1.1\r\n\r\n",
    b"GET /v1/d HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n",
    b"GET /v1/e HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n",
    b"GET /v1/f HTTP/1.1\r\nHost: a\r\nX: 1\rY: 2\r\n\r\n",
    b"GET /v1/g HTTP/1.1\nHost: a\n\n",
    b"GET  /v1/h HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /v1/i HTTP/3.7\r\nHost: a\r\n\r\n",
    b"GET /v1/j\r\n\r\n",
    b"G\xe9T /v1/k HTTP/1.1\r\nHost: a\r\n\r\n",
]


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


class Front:
    """nginx with the example's configuration, its ports and folders replaced."""

    def __init__(self, program, folder, upstreams):
        self.port, self.log = services.free_port(), f"{folder}/access"
        text = (services.ROOT / "Examples/nginx.conf").read_text()
        text = re.sub(r"server tatami-1:8080", f"server {upstreams[0]}", text)
        text = re.sub(r"server tatami-2:8080", f"server {upstreams[1]}", text)
        text = text.replace("listen 8000", f"listen 127.0.0.1:{self.port}")
        text = text.replace("/tmp/nginx", f"{folder}/nginx")
        text = text.replace(
            "access_log off;",
            "log_format upstream '$request_id $upstream_status'; "
            f"access_log {self.log} upstream;")
        Path(f"{folder}/nginx.conf").write_text("daemon off;\n" + text)
        self.service = services.Service(
            "nginx", [program, "-p", folder, "-c", f"{folder}/nginx.conf"], self.port)

    def passed_on(self):
        """The ids of the requests that a Tatami answered, with the status of each."""
        lines = [line.split() for line in open(self.log, encoding="utf-8")]
        return {line[0]: int(line[-1]) for line in lines if line[-1].isdigit()}


def send(port, data):
    """What comes back for these bytes until the peer closes or stays silent."""
    with traffic.connect(port, timeout=2) as connection:
        connection.sendall(data)
        received = b""
        try:
            while piece := connection.recv(65536):
                received += piece
        except (TimeoutError, ConnectionResetError):
            pass
        return received


def answers(received):
    return re.findall(rb"HTTP/1\.[01] (\d\d\d)", received)


def check_caching(front):
    """PUT by id, then GETs: conditional, cached, the same bytes each time."""
    body = json.dumps({**LAYOUT, "items": list(range(50, 150))}).encode()
    path = f"/v1/layouts/{hashlib.sha256(body).hexdigest()}"
    fields = {"Content-Type": "application/json"}
    expect(front.call("PUT", path, body, fields)[0] == 201, "PUT was not 201")
    expect(front.call("PUT", path, body, fields)[0] == 200, "PUT again went to another instance")
    status, fields, first = front.call("GET", f"{path}/attributes?rect=0,0,390,844")
    expect(status == 200, f"GET: {status}")
    for _ in range(5):
        expect(front.call("GET", f"{path}/attributes?rect=0,0,390,844")[2] == first, "other bytes")
    status, _, body = front.call(
        "GET", f"{path}/attributes?rect=0,0,390,844", headers={"If-None-Match": fields["ETag"]})
    expect(status == 304 and body == b"", f"If-None-Match: {status}")
    expect(front.call("GET", "/metrics")[0] == 404, "/metrics is open to the outside")


def check_kept_fields(front):
    """An answer out of nginx's cache is told of as the new request's, not as the first one's."""
    body = json.dumps({**LAYOUT, "items": list(range(60, 90))}).encode()
    path = f"/v1/layouts/{hashlib.sha256(body).hexdigest()}"
    front.call("PUT", path, body, {"Content-Type": "application/json"})
    first, second = (front.call("GET", f"{path}/sections")[1] for _ in range(2))
    expect(first.get_all("Cache-Status") == ["tatami; hit", "nginx; fwd=miss"],
           f"first: {first.get_all('Cache-Status')}")
    expect(second.get_all("Cache-Status") == ["nginx; hit"],
           f"second: {second.get_all('Cache-Status')}")
    expect("Server-Timing" in first and "Server-Timing" not in second, "another's Server-Timing")
    ids = [fields.get_all("X-Request-ID") for fields in (first, second)]
    expect([len(one) for one in ids] == [1, 1] and ids[0] != ids[1], f"request ids: {ids}")


def check_bodies(front, direct):
    """Bodies and answers of all sizes come through unharmed."""
    for items in (0, 1, 1000, 10_000, 100_000, 1_000_000):
        body = json.dumps({**LAYOUT, "items": [100 + n % 7 for n in range(items)]}).encode()
        query = "?rect=all" if items <= 100_000 else "?rect=0,0,390,844"
        fields = {"Content-Type": "application/json"}
        status, _, through = front.call("POST", f"/v1/layouts{query}", body, fields)
        expect(status in (200, 201), f"POST of {items} items: {status}")
        expect(through == direct.call("POST", f"/v1/layouts{query}", body, fields)[2],
               f"another answer for {items} items")


def check_keep_alive(front, direct_port):
    """nginx reuses its connections: hardly any has been closed after 200 requests."""
    for _ in range(200):
        expect(front.call("GET", "/healthz")[0] == 200, "not healthy")
    if direct_port is None:
        return
    waiting = sum(
        line.split()[2].endswith(f":{direct_port:04X}") and line.split()[3] == "06"
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    expect(waiting < 50, f"{waiting} connections to Tatami were closed by nginx")


def check_address(front, logs):
    """The client is in Tatami's log, whatever it says of itself."""
    source = "127.0.0.2"  # nginx itself, which is trusted, is 127.0.0.1 or behind a unix socket
    with socket.create_connection(
            ("127.0.0.1", front.port), timeout=5, source_address=(source, 0)) as connection:
        connection.sendall(b"GET /v1/address HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                           b"X-Forwarded-For: 203.0.113.9, 127.0.0.1\r\n\r\n")
        while connection.recv(65536):
            pass
    for _ in range(100):  # the log is written behind the answer
        lines = [json.loads(line) for log in logs for line in open(log, encoding="utf-8")]
        remotes = [line["remote"] for line in lines if line.get("path") == "/v1/address"]
        if remotes:
            break
        time.sleep(0.05)
    expect(remotes == [source], f"the client is {source}, and is logged as {remotes}")


def check_boundaries(front, logs, direct_port):
    """Malformed requests: never a second answer, and both servers count the same requests."""
    follower = b"GET /healthz HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n"
    for probe in MALFORMED:
        if direct_port is not None:
            got = answers(send(direct_port, probe + follower))
            expect(len(got) == 1 and got[0][:1] in b"45", f"direct: {got} to {probe!r}")
        send(front.port, probe)
        send(front.port, probe + follower)
    for _ in range(100):  # the log is written behind the answer
        answered = [json.loads(line) for log in logs for line in open(log, encoding="utf-8")]
        answered = {line["requestId"]: line["status"] for line in answered if "bytes" in line}
        passed = front.passed_on()
        # A head that Tatami refuses is logged under an id of Tatami's own.
        unread = sum(status == 400 for name, status in passed.items() if name not in answered)
        strays = [status for name, status in answered.items() if name not in passed]
        if len(answered) == len(passed):
            break
        time.sleep(0.05)
    expect(len(answered) == len(passed),
           f"nginx passed {len(passed)} on, Tatami answered {len(answered)}")
    expect(strays == [400] * unread, f"Tatami answered what nginx did not send: {strays}")
    for name, status in passed.items():
        expect(answered.get(name, 400) == status, f"{name}: {answered.get(name)}, {status}")


def run(binary, program, over_socket):
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        os.chmod(folder, 0o755)
        logs = [f"{folder}/log1", f"{folder}/log2"]
        # At info, answers to probes would be missing.
        settings = {"TATAMI_LOG_LEVEL": "debug", "TATAMI_LOG_FORMAT": "json",
                    "TATAMI_TRUSTED_PROXIES": "unix" if over_socket else "127.0.0.1"}
        first = services.tatami(binary, log=logs[0], **settings)
        second = services.tatami(binary, log=logs[1], **settings)
        upstreams = [f"127.0.0.1:{first.port}", f"127.0.0.1:{second.port}"]
        if over_socket:
            for service, name in ((first, "one"), (second, "two")):
                path = f"{folder}/{name}.sock"
                service.environment["TATAMI_BIND"] = f"unix://{path}"
                service.socket_path = path
            upstreams = [f"unix:{first.socket_path}", f"unix:{second.socket_path}"]
        direct = services.tatami(binary)
        for service in (first, second, direct):
            stack.enter_context(service)
        if over_socket:
            for path in (first.socket_path, second.socket_path):
                os.chmod(path, 0o666)  # nginx's workers are nobody
        front = Front(program, folder, upstreams)
        stack.enter_context(front.service)
        check_caching(front.service)
        check_kept_fields(front.service)
        check_bodies(front.service, direct)
        check_keep_alive(front.service, None if over_socket else first.port)
        check_address(front, logs)
        check_boundaries(front, logs, None if over_socket else direct.port)
        return f"{len(front.passed_on())} requests passed on, the same ones answered"


def main():
    parser = argparse.ArgumentParser(description="Tatami behind nginx.")
    parser.add_argument("--binary", help="the program, if it is built already")
    options = parser.parse_args()
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not program:
        print("skipped: proxy (nginx is not installed)")
        return
    binary = options.binary or services.built()
    failed = False
    for name, over_socket in (("TCP", False), ("unix socket", True)):
        try:
            print(f"  over {name}: {run(binary, program, over_socket)}", flush=True)
        except (AssertionError, OSError, RuntimeError, subprocess.SubprocessError) as error:
            failed = True
            print(f"  over {name}: FAILED: {error!r}", flush=True)
    print("proxy: " + ("failed" if failed else "passed"))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
