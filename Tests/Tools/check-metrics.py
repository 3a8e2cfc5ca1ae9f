#!/usr/bin/env python3
"""Reads /metrics of a running service as Prometheus would. What the dashboard and the alert rules
name of it, examples.py looks for.

    check-metrics.py http://127.0.0.1:8080      (needs prometheus_client)
"""
import sys
import urllib.request

from prometheus_client.parser import text_string_to_metric_families


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
    for problem in problems:
        print(f"   {problem}")
    print(f"   {len(families)} families, {len(samples)} kinds of samples")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
