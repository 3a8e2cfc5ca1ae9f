"""Runs a client whose service forgets everything whenever the client says so."""
import contextlib
import subprocess

import services


def run(binary, client):
    """The client's exit status and what it said.

    It gets the service's address. At each line "forget" the service ends and another one, which knows
    nothing, begins at the same address; then the client is sent a line.
    """
    port = services.free_port()
    with contextlib.ExitStack() as stack:
        service = stack.enter_context(contextlib.ExitStack())
        service.enter_context(services.tatami(binary, port))
        process = stack.enter_context(subprocess.Popen(
            [str(client), f"http://127.0.0.1:{port}"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        stack.callback(process.kill)
        said = []
        for line in process.stdout:
            if line != "forget\n":
                said.append(line)
                continue
            service.close()
            service.enter_context(services.tatami(binary, port))
            print(file=process.stdin, flush=True)
        return process.wait(60), "".join(said)[-2000:]
