"""Two of three replicas end behind HAProxy while clients download slowly: no download is cut."""
import hashlib
import http.client
import json
import signal
import threading
import time

import bench as benches
from peers import expect

SECONDS = 9  # that a download lasts
DOWNLOADS = 6


class Download(threading.Thread):
    """Reads a response evenly over some seconds."""

    def __init__(self, port, path, length):
        super().__init__()
        self.port, self.path, self.length = port, path, length
        self.received, self.fault, self.began = 0, None, threading.Event()

    def run(self):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            connection.request("GET", self.path)
            response = connection.getresponse()
            expect(response.status == 200, f"{response.status}")
            start = time.monotonic()
            while piece := response.read(1 << 16):
                self.received += len(piece)
                self.began.set()
                due = start + SECONDS * self.received / self.length
                time.sleep(max(0, due - time.monotonic()))
        except Exception as error:  # noqa: BLE001: whatever ends a download is the finding
            self.fault = error
        self.began.set()


def while_downloading(binary):
    """Every download is whole, and new requests are answered all the time."""
    with benches.Bench(binary) as bench:
        bench.run_replicas(TATAMI_DRAIN_DELAY="3", TATAMI_SHUTDOWN_TIMEOUT="60")
        bench.run_front("HAProxy")
        items = [[3, 2 + number % 7] for number in range(100_000)]
        downloads = []
        for number in range(DOWNLOADS):
            body = json.dumps({"container": {"width": 390 + number, "height": 844}, "items": items,
                               "layout": {"type": "waterfall", "columns": 2}}).encode()
            path = f"/v1/layouts/{hashlib.sha256(body).hexdigest()}"
            status, _, _ = bench.front.call("PUT", path, body, {"Content-Type": "application/json"})
            expect(status == 201, f"PUT {status}")
            path += "/attributes?rect=all"
            downloads.append(Download(bench.front.port, path, len(bench.front.call("GET", path)[2])))
        for download in downloads:
            download.start()
        for download in downloads:
            download.began.wait(60)
        for replica in bench.replicas[:2]:
            replica.process.send_signal(signal.SIGTERM)
        asked = refused = 0
        while any(download.is_alive() for download in downloads):
            status, _, _ = bench.front.call("GET", "/healthz")
            asked, refused = asked + 1, refused + (status != 200)
            time.sleep(0.05)
        cut = [f"{one.received} of {one.length} bytes: {one.fault}" for one in downloads if one.fault or one.received != one.length]
        expect(not cut, f"{len(cut)} of {DOWNLOADS} downloads were cut: {cut}")
        expect(not refused, f"{refused} of {asked} requests were not answered meanwhile")
        statuses = [replica.process.wait(60) for replica in bench.replicas[:2]]
        expect(statuses == [0, 0], f"the replicas ended with {statuses}")
    return [f"{DOWNLOADS} downloads of {downloads[0].length} bytes over {SECONDS} s while 2 of 3 replicas end: 0 cut; {asked} other requests, 0 failed"]
