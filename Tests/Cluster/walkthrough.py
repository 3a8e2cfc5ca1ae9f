"""The commands of the page MoreThanOneMachine, typed as they stand there."""
import os
import re
import signal
import subprocess

import bench as benches
import client
import documents
import peers
from peers import expect

PAGE = peers.ROOT / "Sources/LayoutService/LayoutService.docc/MoreThanOneMachine.md"


def commands(binary):
    """A cluster on one's own machine: the page's three commands, on other ports."""
    peers.needed("redis-server", "haproxy")
    text = PAGE.read_text()
    block = re.search(r"^## A cluster on your own machine$.*?^```sh\n(.*?)^```$", text, re.M | re.S)
    expect(block, "the page has no commands")
    script = block.group(1)
    expect(script.count("\n") >= 3, "not three commands")
    ports = [benches.services.free_port() for _ in range(5)]
    for told, port in zip(("6379", "8081", "8082", "8083", "8000"), ports):
        expect(re.search(rf"\b{told}\b", script), f"port {told} is not in the page's commands")
        script = re.sub(rf"\b{told}\b", str(port), script)
    script = script.replace(".build/release/tatami", str(binary))
    process = subprocess.Popen(
        ["bash", "-euc", script + "\nwait\n"], cwd=peers.ROOT, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "TATAMI_LOG_LEVEL": "warning"})
    try:
        front = ports[-1]
        benches.wait(lambda: client.ask(front, "GET", "/readyz").status == 200, "no front answers")
        walls = documents.walls(30, first=90_000)
        for port in ports[1:4]:
            benches.wait(lambda port=port: b"\ntatami_store_up 1" in client.ask(
                port, "GET", "/metrics").body, "a replica has no store")
        for wall in walls:
            expect(client.ask(front, "POST", "/v1/layouts", wall.body).status == 201, "POST")
            for port in (front, *ports[1:4]):
                answer = client.ask(port, "GET", wall.path)
                expect(answer.status == 200, f"not found on every replica: {answer}")
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)
    return [f"{len(walls)} documents found on three replicas of the page's commands"]
