#!/usr/bin/env python3
"""Reads /metrics of a running service as Prometheus would, and looks for whatever the dashboard and
the alert rules under Examples name.

    check-metrics.py http://127.0.0.1:8080      (needs prometheus_client and PyYAML)
"""
import json
import re
import sys
import urllib.request
from pathlib import Path

import yaml
from prometheus_client.parser import text_string_to_metric_families

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "Examples"


def main():
    base = sys.argv[1]
    urllib.request.urlopen(f"{base}/healthz").read()
    with urllib.request.urlopen(f"{base}/metrics") as answer:
        kind = answer.headers["Content-Type"]
        text = answer.read().decode()
    problems = []
    if not kind.startswith("text/plain; version=0.0.4"):
        problems.append(f"Content-Type {kind}")
    families = list(text_string_to_metric_families(text))
    samples = {sample.name for family in families for sample in family.samples}
    known = samples | {family.name + "_total" for family in families if family.type == "counter"}
    for family in families:
        if not family.documentation or family.type == "unknown":
            problems.append(f"{family.name} has no type or no help")
        if family.type != "histogram":
            continue
        for labels in {tuple(sorted((k, v) for k, v in s.labels.items() if k != "le"))
                       for s in family.samples}:
            buckets = [s.value for s in family.samples if s.name.endswith("_bucket")
                       and labels == tuple(sorted((k, v) for k, v in s.labels.items() if k != "le"))]
            if buckets != sorted(buckets):
                problems.append(f"{family.name}{labels}: buckets do not grow")
    dashboard = json.loads((EXAMPLES / "grafana-dashboard.json").read_text())
    named = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    rules = yaml.safe_load((EXAMPLES / "alerts.yaml").read_text())
    named += [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    for name in sorted({name for text in named
                        for name in re.findall(r"\b(?:tatami|process)_[a-z_]+", text)}):
        if name not in known and not name.endswith("_bucket"):
            problems.append(f"Examples name {name}, which is not there")
        if name.endswith("_bucket") and name.removesuffix("_bucket") not in {
                family.name for family in families if family.type == "histogram"}:
            problems.append(f"Examples name {name}, which is not there")
    for problem in problems:
        print(f"   {problem}")
    print(f"   {len(families)} families, {len(samples)} kinds of samples")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
