"""The Helm chart: its templates rendered by Go's own, against Kubernetes' schemas and the kustomization's base."""
import copy
import importlib
import json
import os
import subprocess
from pathlib import Path

from checks import EXAMPLES, OWN, Skipped, check, expect, known_variables, yaml_of
from clusters import check_pod, files, validate

CHART = EXAMPLES / "helm/tatami"
# Where Debian's packages put libraries of Go, with what toYaml is made of.
GO_LIBRARIES = Path("/usr/share/gocode")
REGISTRY = {"replicas": 3, "image": {"repository": "registry.example/tatami", "tag": "1.2.3"},
            "imagePullSecrets": [{"name": "registry"}], "settingsSecret": "keys",
            "settings": {"TATAMI_STORE": "redis://valkey", "TATAMI_CORS_ORIGINS": "*"},
            "service": {"type": "LoadBalancer", "port": 8000, "annotations": {"a.example/b": "c: d"}},
            "nodeSelector": {"kubernetes.io/arch": "arm64"},
            "tolerations": [{"key": "spot", "operator": "Exists"}],
            "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
                {"matchExpressions": [{"key": "disk", "operator": "In", "values": ["ssd"]}]}]}}},
            "extraEnv": [{"name": "TATAMI_STORE_PASSWORD", "valueFrom": {"secretKeyRef": {"name": "valkey", "key": "password"}}}],
            "volumes": [{"name": "keys", "secret": {"secretName": "tatami-keys"}},
                        {"name": "fonts", "persistentVolumeClaim": {"claimName": "fonts", "readOnly": True}}],
            "volumeMounts": [{"name": "keys", "mountPath": "/run/secrets", "readOnly": True},
                             {"name": "fonts", "mountPath": "/usr/local/share/fonts", "readOnly": True}],
            "autoscaling": {"enabled": True, "minReplicas": 3, "maxReplicas": 9},
            "podDisruptionBudget": {"maxUnavailable": "25%"},
            "ingress": {"enabled": True, "className": "nginx", "hosts": ["a.example", "b.example"],
                        "annotations": {"nginx.ingress.kubernetes.io/proxy-body-size": "64m"},
                        "tls": [{"hosts": ["a.example"], "secretName": "a-tls"}]},
            "networkPolicy": {"enabled": True, "from": [{"namespaceSelector": {"matchLabels": {"name": "front"}}}],
                              "metricsFrom": [{"podSelector": {"matchLabels": {"app": "prometheus"}}}]},
            "serviceMonitor": {"enabled": True, "interval": "30s", "labels": {"release": "prometheus"}}}
# Values that an installation refuses, and the word that the refusal has.
REFUSED = [({"replicas": 2}, "TATAMI_STORE"), ({"replicas": 0}, "minimum"), ({"replica": 1}, "replica"),
           ({"settings": {"TATAMI_BIND": ":80"}}, "TATAMI_BIND"), ({"settings": {"PATH": "/"}}, "PATH"),
           ({"settings": {"TATAMI_WORKERS": 2}}, "string"), ({"service": {"type": "None"}}, "None"),
           ({"autoscaling": {"enabled": True}}, "TATAMI_STORE"), ({"ingress": {"enabled": True}}, "[]"),
           ({"podDisruptionBudget": {"maxUnavailable": 0}}, "not valid"), ({"volumeMounts": [{"name": "a"}]}, "mountPath"),
           ({"serviceMonitor": {"interval": "often"}}, "does not match")]


def merged(values, others):
    """Values with others over them, as Helm puts an installation's over the chart's."""
    result = copy.deepcopy(values)
    for name, other in others.items():
        both = isinstance(other, dict) and isinstance(result.get(name), dict)
        result[name] = merged(result[name], other) if both else other
    return result


def rendered(bench, values, release="tatami"):
    """The chart's objects by kind and name."""
    [chart] = yaml_of("helm/tatami/Chart.yaml")
    data = {"Values": values, "Release": {"Name": release, "Namespace": "default", "Service": "Helm"},
            "Chart": {"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]}}
    done = subprocess.run(
        ["go", "run", str(OWN / "helm.go"), str(CHART)], input=json.dumps(data), text=True, timeout=300,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "GO111MODULE": "off", "GOPATH": str(GO_LIBRARIES), "GOFLAGS": "",
             "GOCACHE": str(bench.folder / "go")})
    expect(done.returncode == 0, done.stderr)
    yaml = importlib.import_module("yaml")
    # A template that is turned off leaves an empty document.
    return {(one["kind"], one["metadata"]["name"]): one for one in yaml.safe_load_all(done.stdout) if one is not None}


def alike(one):
    """An object without what may differ between the chart and the base: Helm's labels, the image's tag."""
    if isinstance(one, list):
        named = all(isinstance(item, dict) and "name" in item for item in one)
        return [alike(item) for item in (sorted(one, key=lambda item: item["name"]) if named else one)]
    if not isinstance(one, dict):
        return one
    result = {name: alike(value) for name, value in one.items()
              if name not in ("app.kubernetes.io/instance", "app.kubernetes.io/version",
                              "app.kubernetes.io/managed-by", "helm.sh/chart")}
    if "image" in result:
        result["image"] = result["image"].partition(":")[0]
    return result


def check_values(bench, values):
    """values.schema.json, which Helm holds every installation to."""
    cases = [values, merged(values, REGISTRY), *(merged(values, one) for one, _ in REFUSED)]
    python = bench.python_with("kubernetes-validate")  # which brings jsonschema
    program = ("import json, sys, jsonschema\n"
               "schema, cases = json.load(sys.stdin)\n"
               "jsonschema.Draft7Validator.check_schema(schema)\n"
               "found = jsonschema.Draft7Validator(schema).iter_errors\n"
               "print(json.dumps([' '.join(str(one) for one in found(case)) for case in cases]))\n")
    done = subprocess.run(
        [python, "-c", program], text=True, timeout=60, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        input=json.dumps([json.loads((CHART / "values.schema.json").read_text()), cases]))
    expect(done.returncode == 0, done.stderr)
    kept, full, *refused = json.loads(done.stdout)
    expect(not kept and not full, f"good values are refused: {kept} {full}")
    for (one, word), said in zip(REFUSED, refused):
        expect(word in said, f"{one}: {said or 'not refused'}")
    known_variables(bench, [values["settings"], REGISTRY["settings"]])


def check_options(full):
    """What else the chart can make, with all of it turned on."""
    scaler = full["HorizontalPodAutoscaler", "wall"]["spec"]
    expect((scaler["minReplicas"], scaler["maxReplicas"]) == (3, 9)
           and scaler["scaleTargetRef"]["name"] == "wall", f"{scaler}")
    expect(full["PodDisruptionBudget", "wall"]["spec"]["maxUnavailable"] == "25%", "another budget")
    ingress = full["Ingress", "wall"]
    hosts = [rule["host"] for rule in ingress["spec"]["rules"]]
    backends = {json.dumps(path["backend"]) for rule in ingress["spec"]["rules"] for path in rule["http"]["paths"]}
    expect(hosts == ["a.example", "b.example"] and ingress["spec"]["ingressClassName"] == "nginx"
           and backends == {json.dumps({"service": {"name": "wall", "port": {"name": "http"}}})}, f"{ingress}")
    policy = full["NetworkPolicy", "wall"]["spec"]
    given = REGISTRY["networkPolicy"]
    expect([rule["from"] for rule in policy["ingress"]] == [given["from"], given["metricsFrom"]], f"{policy}")
    monitor = full["ServiceMonitor", "wall"]
    ports = {port["name"] for port in full["Service", "wall-replicas"]["spec"]["ports"]}
    expect(monitor["metadata"]["labels"]["release"] == "prometheus"
           and {one["port"] for one in monitor["spec"]["endpoints"]} <= ports, f"{monitor}")


@check("helm", "python:yaml", "go")
def check_helm(bench):
    """With its own values the chart makes the base's objects; with all values set, objects that are valid."""
    if not (GO_LIBRARIES / "src/sigs.k8s.io/yaml").exists():
        raise Skipped("golang-k8s-sigs-yaml-dev not installed")
    [values] = yaml_of("helm/tatami/values.yaml")
    default = rendered(bench, values)
    base = {(one["kind"], one["metadata"]["name"]): one for one in files("base")}
    expect(default.keys() == base.keys(), f"objects: {sorted(default)}")
    for name, one in base.items():
        # The chart labels the disruption budget, and says the type that a service has without one.
        want = merged({"metadata": {"labels": {"app.kubernetes.io/name": "tatami"}}}, one)
        if name == ("Service", "tatami"):
            want["spec"]["type"] = "ClusterIP"
        expect(alike(default[name]) == alike(want), f"{name}: {default[name]}, the base has {want}")
    check_pod(bench, default["StatefulSet", "tatami"])
    full = rendered(bench, merged(values, REGISTRY), "wall")
    spec = full["StatefulSet", "wall"]["spec"]
    pod = spec["template"]["spec"]
    container = pod["containers"][0]
    variables = {one["name"]: one.get("value") for one in container["env"]}
    expect(variables["TATAMI_CORS_ORIGINS"] == "*" and variables["TATAMI_WORKERS"] == "2", f"{variables}")
    expect(container["image"] == "registry.example/tatami:1.2.3", container["image"])
    expect(container["envFrom"] == [{"secretRef": {"name": "keys"}}], f"{container['envFrom']}")
    # The autoscaler has the number of pods.
    expect("replicas" not in spec and ("Service", spec["serviceName"]) in full, f"{sorted(full)}")
    expect(container["env"][-1:] == REGISTRY["extraEnv"] and container["volumeMounts"] == REGISTRY["volumeMounts"], f"{container}")
    for name in ("imagePullSecrets", "nodeSelector", "tolerations", "affinity", "volumes"):
        expect(pod[name] == REGISTRY[name], f"{name}: {pod[name]}")
    check_options(full)
    service = full["Service", "wall"]
    expect(service["metadata"]["annotations"] == {"a.example/b": "c: d"}, f"{service}")
    expect(service["spec"]["ports"][0]["port"] == 8000, f"{service}")
    for one in full.values():
        if one["kind"] in ("Ingress", "HorizontalPodAutoscaler"):
            continue
        selected = one["spec"].get("selector") or one["spec"]["podSelector"]
        selected = selected.get("matchLabels", selected)
        expect(selected.items() <= spec["template"]["metadata"]["labels"].items()
               and selected["app.kubernetes.io/instance"] == "wall", f"selects other pods: {one}")
    # The operator's own resource has no schema among Kubernetes'.
    everything = [*default.values(), *(one for one in full.values() if one["kind"] != "ServiceMonitor")]
    validate(bench, everything)
    check_values(bench, values)
    return f"{len(everything)} objects"
