"""Examples' files for several machines: fronts, proxies of the store, Compose, Kubernetes."""
import importlib
import re
import subprocess

from checks import (
    EXAMPLES, check, default_of, expect, known_variables, program, run, yaml_of)


@check("haproxy", "haproxy")
def check_haproxy(bench):
    """haproxy -c on all three; `make cluster` runs them."""
    files = sorted([*EXAMPLES.glob("haproxy*.cfg"), *EXAMPLES.glob("kubernetes/*/haproxy.cfg")])
    expect(len(files) == 3, f"{[file.name for file in files]}")
    for file in files:
        # The very line that the file names, with no variable but those in it.
        [line] = re.findall(r"^# Check: (.*)$", file.read_text(), re.M)
        expect(line.endswith(f"haproxy -c -f {file.relative_to(EXAMPLES.parent)}"), f"{file}: {line}")
        said = run("/bin/sh", "-c", line, cwd=EXAMPLES.parent, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
        # That names are unknown here is no fault of the file's.
        warnings = [line for line in said.splitlines()
                    if "WARNING" in line and "could not resolve address" not in line]
        expect(not warnings, "\n".join(warnings))
    return f"{len(files)} files"


@check("fronts agree")
def check_fronts(_):
    """Every front hashes the first 16 digits, and knows the same replicas for all kinds of requests."""
    nginx, haproxy, envoy, pods = (
        (EXAMPLES / name).read_text()
        for name in ("nginx.conf", "haproxy.cfg", "envoy.yaml", "kubernetes/cluster/haproxy.cfg"))
    expect('"~^/v1/layouts/(?<family>[0-9a-f]{16})"' in nginx, "nginx.conf hashes something else")
    for text in (haproxy, pods):
        expect("balance hash path,word(3,/),bytes(0,16)\n" in text, "HAProxy hashes something else")
        expect("balance leastconn\n" in text, "what has no id is not by least connections")
    expect('{regex: "^/v1/layouts/([0-9a-f]{16}).*$"}' in envoy, "Envoy hashes something else")
    expect("lb_policy: LEAST_REQUEST" in envoy and "least_conn;" in nginx, "no least connections")
    expect(not re.search(r"^ *proxy_cache_lock on", nginx, re.M), "nginx's lock polls every 500 ms")
    for text, count in ((haproxy, 3), (pods, 10)):
        servers = [(name, address) for name, address, _ in re.findall(
            r"server (\S+) (\S+) (check|track by_id/\1)\n", text)]
        # For GETs by id, for uploads by id, and for the rest.
        expect(len(servers) == 3 * count, f"{len(servers)} servers")
        expect(servers == 3 * servers[:count], "three lists of servers")


def envoy_program():
    """Installed, or where `make cluster` has put it."""
    wheel = EXAMPLES.parent / ".build-cluster/bin/envoy"
    return program("envoy") or (str(wheel) if wheel.exists() else None)


@check("envoy", *([] if envoy_program() else ["envoy"]))
def check_envoy(_):
    """envoy --mode validate on both; `make cluster` runs them."""
    for name in ("envoy.yaml", "envoy-store.yaml"):
        run(envoy_program(), "--mode", "validate", "-l", "warning", "-c", EXAMPLES / name)
    return "2 files"


# ---- Compose -----------------------------------------------------------------------------------


def delay_of_image():
    """The seconds of the drain delay in the image."""
    text = (EXAMPLES.parent / "Dockerfile").read_text()
    return float(re.search(r"^ENV TATAMI_DRAIN_DELAY=(\S+)$", text, re.M)[1])


@check("compose", "python:yaml")
def check_compose(bench):
    """Each file's services are its front's; where Docker's compose is installed, it reads them."""
    for name, front, others in (
            ("compose.yaml", "nginx.conf", ["proxy"]),
            ("cluster/compose.yaml", "haproxy.cfg", ["front", "prometheus", "valkey"])):
        found = yaml_of(name)[0]["services"]
        upstreams = set(re.findall(r"(tatami-\d):8080", (EXAMPLES / front).read_text()))
        expect(sorted(found) == sorted([*upstreams, *others]), f"{name}: {sorted(found)}")
        for upstream in upstreams:
            known_variables(bench, [(one,) for one in found[upstream].get("environment", {})])
        grace = float(found["tatami-1"]["stop_grace_period"].removesuffix("s"))
        expect(grace > delay_of_image() + default_of(bench, "TATAMI_SHUTDOWN_TIMEOUT"), "killed before it has drained")
        for service in found.values():
            for volume in service.get("volumes", []):
                file = (EXAMPLES / name).parent / volume.split(":")[0]
                expect(file.is_file(), f"{name}: no {file}")
        if program("docker") and subprocess.run(
                ["docker", "compose", "version"], capture_output=True).returncode == 0:
            run("docker", "compose", "-f", EXAMPLES / name, "config", "--quiet")
    command = found["valkey"]["command"]
    for name, value in (("--maxmemory", "2gb"), ("--maxmemory-policy", "allkeys-lru"), ("--save", "")):
        expect(command[command.index(name) + 1] == value, f"valkey's {name}")
    expect("ports" not in found["valkey"], "the store is open to the outside")
    scraped = yaml_of("cluster/prometheus.yaml")[0]["scrape_configs"][0]["static_configs"][0]
    bind = found["tatami-1"]["environment"]["TATAMI_METRICS_BIND"].rpartition(":")[2]
    expect(sorted(scraped["targets"]) == sorted(f"{one}:{bind}" for one in upstreams),
           f"Prometheus scrapes {scraped['targets']}")


# ---- Kubernetes --------------------------------------------------------------------------------


def objects(name):
    """What the kustomization makes, by kind and name; None where nothing here can make it."""
    folder = EXAMPLES / "kubernetes" / name
    if program("kustomize"):
        text = run("kustomize", "build", folder)
    elif program("kubectl"):
        text = run("kubectl", "kustomize", folder)
    else:
        return None
    found = importlib.import_module("yaml").safe_load_all(text)
    return {(one["kind"], one["metadata"]["name"]): one for one in found}


def files(name):
    """The files that a kustomization names, as they are."""
    listed = yaml_of(f"kubernetes/{name}/kustomization.yaml")[0]["resources"]
    return [one for file in listed if file.endswith(".yaml")
            for one in yaml_of(f"kubernetes/{name}/{file}")]


def validate(bench, everything):
    """Holds objects to the schemas of Kubernetes 1.30 and of the newest release that the tool knows."""
    tool = bench.python_with("kubernetes-validate").with_name("kubernetes-validate")
    file = bench.folder / "objects.yaml"
    file.write_text(importlib.import_module("yaml").safe_dump_all(everything))
    for version in (["-k", "1.30"], []):
        run(tool, "--strict", "--quiet", *version, file)


@check("kubernetes", "python:yaml")
def check_kubernetes(bench):
    """Each object against Kubernetes' own schemas, and what ties them to Tatami and to each other."""
    base, cluster = objects("base"), objects("cluster")
    everything = ([*base.values(), *cluster.values()] if base else files("base") + files("cluster"))
    notes = [] if base else ["no kustomize"]
    for one in everything:
        if one["kind"] == "StatefulSet":
            check_pod(bench, one)
    if cluster:
        check_ties(cluster)
    for file in (EXAMPLES / "kubernetes").rglob("*.yaml"):
        for one in yaml_of(file.relative_to(EXAMPLES)):
            expect({"apiVersion", "kind"} <= one.keys(), f"{file} is no manifest")
    validate(bench, everything)
    return ", ".join([f"{len(everything)} objects", *notes])


def check_pod(bench, one):
    """Tatami's own: settings, probes that are answered, time enough to drain."""
    pod = one["spec"]["template"]["spec"]
    container = pod["containers"][0]
    known_variables(bench, [(variable["name"],) for variable in container["env"]])
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    bind = next(one["value"] for one in container["env"] if one["name"] == "TATAMI_METRICS_BIND")
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        path = container[probe]["httpGet"]["path"]
        expect(bind.endswith(f":{ports[container[probe]['httpGet']['port']]}"), f"{probe}: {bind}")
        expect(bench.service.call("GET", path)[0] == 200, f"{probe}: {path}")
    wait = float(next(one["value"] for one in container["env"] if one["name"] == "TATAMI_DRAIN_DELAY"))
    expect(wait > 0, "it refuses connections before the nodes know that it ends")
    shutdown = default_of(bench, "TATAMI_SHUTDOWN_TIMEOUT")
    expect(pod["terminationGracePeriodSeconds"] > wait + shutdown, "killed before it has drained")


def check_ties(cluster):
    """Names that must be the same in several objects and in HAProxy's file."""
    def labels(kind, name):
        return cluster[kind, name]["spec"]["template"]["metadata"]["labels"]

    def selects(service, kind, name):
        return cluster["Service", service]["spec"]["selector"].items() <= labels(kind, name).items()

    expect(selects("tatami", "Deployment", "tatami-front"), "clients do not ask the front")
    expect(selects("tatami-replicas", "StatefulSet", "tatami"), "names are of other pods")
    expect(selects("valkey", "Deployment", "valkey"), "the store's service is of other pods")
    pods = cluster["StatefulSet", "tatami"]
    expect(pods["spec"]["serviceName"] == "tatami-replicas", "its service is another")
    expect("replicas" not in pods["spec"], "the number of replicas is the autoscaler's")
    variables = {one["name"]: one["value"] for one in pods["spec"]["template"]["spec"]["containers"][0]["env"]}
    expect(variables["TATAMI_STORE"] == "redis://valkey", "its store is another")
    scaler = cluster["HorizontalPodAutoscaler", "tatami"]["spec"]
    expect(scaler["scaleTargetRef"]["kind"] == "StatefulSet", "it scales something else")
    configuration = next(one for (kind, name), one in cluster.items()
                         if kind == "ConfigMap" and name.startswith("haproxy-"))
    text = configuration["data"]["haproxy.cfg"]
    named = set(re.findall(r'"(tatami-\d+)\.tatami-replicas\.\$\{NAMESPACE\}', text))
    expect(named == {f"tatami-{number}" for number in range(scaler["maxReplicas"])}, f"{named}")
    volume = cluster["Deployment", "tatami-front"]["spec"]["template"]["spec"]["volumes"][0]
    expect(volume["configMap"]["name"] == configuration["metadata"]["name"], "another ConfigMap")
    store = cluster["NetworkPolicy", "valkey"]["spec"]
    expect(store["ingress"][0]["from"] == [{"podSelector": {"matchLabels": labels(
        "StatefulSet", "tatami")}}], "others than Tatami may connect to the store")
    [metric] = [one["pods"]["metric"]["name"] for one in scaler["metrics"] if one["type"] == "Pods"]
    rules = yaml_of("prometheus-adapter.yaml")[0]["rules"]["custom"]
    expect(metric in [one["name"]["as"] for one in rules], f"nothing gives the metric {metric}")
