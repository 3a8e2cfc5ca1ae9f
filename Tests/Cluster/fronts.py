"""nginx, HAProxy and Envoy as Examples have them, before replicas on this machine."""
import re
from pathlib import Path

import peers
import services


def nginx_text(folder, port, replicas):
    """Examples/nginx.conf with these replicas, this port and files of its own."""
    text = (peers.EXAMPLES / "nginx.conf").read_text()
    lines = re.compile(r"(?: +server tatami-\d:8080 ([^;]*);\n)+")
    peers.expect(len(lines.findall(text)) == 2, "nginx.conf has not two upstreams of tatami-1 …")
    text = lines.sub(
        lambda match: "".join(
            f"    server 127.0.0.1:{one.port} {match.group(1)};\n" for one in replicas), text)
    text = text.replace("listen 8000", f"listen 127.0.0.1:{port}")
    return "daemon off;\n" + text.replace("/tmp/nginx", f"{folder}/nginx")


def nginx(folder, replicas, change=lambda text: text):
    """`change`: makes another text of the configuration, to compare."""
    [program] = peers.needed("nginx")
    port, file = services.free_port(), Path(folder) / "nginx.conf"
    file.write_text(change(nginx_text(folder, port, replicas)))
    return services.Service("nginx", [program, "-p", str(folder), "-c", str(file)], port,
                            log=f"{folder}/nginx.log")


def haproxy(folder, replicas, change=lambda text: text):
    [program] = peers.needed("haproxy")
    port, file = services.free_port(), Path(folder) / "haproxy.cfg"
    file.write_text(change((peers.EXAMPLES / "haproxy.cfg").read_text()))
    variables = {f"REPLICA_{number}": f"127.0.0.1:{one.port}"
                 for number, one in enumerate(replicas, 1)}
    return services.Service("HAProxy", [program, "-db", "-f", str(file)], port,
                            {**variables, "FRONT": f"127.0.0.1:{port}"}, f"{folder}/haproxy.log")


def envoy(folder, replicas, change=lambda text: text):
    [program] = peers.needed("envoy")
    port, file = services.free_port(), Path(folder) / "envoy.yaml"
    text = (peers.EXAMPLES / "envoy.yaml").read_text()
    text = text.replace("address: 0.0.0.0, port_value: 8000",
                        f"address: 127.0.0.1, port_value: {port}")
    for number, one in enumerate(replicas, 1):
        text = text.replace(f"address: tatami-{number}, port_value: 8080",
                            f"address: 127.0.0.1, port_value: {one.port}")
    file.write_text(change(text))
    return services.Service("Envoy", [
        program, "-c", str(file), "--concurrency", "2", "--disable-hot-restart", "-l", "warning",
    ], port, log=f"{folder}/envoy.log")


ALL = {"nginx": nginx, "HAProxy": haproxy, "Envoy": envoy}


def installed():
    """The fronts that are here, by name."""
    return {name: make for name, make in ALL.items() if peers.program(name.lower())}
