#!/usr/bin/env python3
"""What is made of openapi.yaml, and what holds it.

    openapi.py generate      writes the published JSON Schema, the examples as JSON, and mutated
                             documents with the schema's verdict, which tests hold the decoder to
    openapi.py check         says whether those files are current and openapi.yaml is sound
    openapi.py try URL       sends every example to a running service and compares the answers

Needs PyYAML and jsonschema; `check` also openapi-spec-validator. All three are on PyPI.
"""
import argparse
import copy
import hashlib
import json
import pathlib
import random
import sys
import urllib.error
import urllib.request

import yaml
from jsonschema import Draft202012Validator

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTRACT = ROOT / "openapi.yaml"
SCHEMA = ROOT / "Sources/LayoutService/Resources/layout-document.schema.json"
EXAMPLES = ROOT / "Tests/PackageTests/Fixtures/openapi-examples.json"
MUTATIONS = ROOT / "Tests/PackageTests/Fixtures/mutated-documents.jsonl"
FIXTURES = ROOT / "Tests/LayoutEngineTests/Fixtures"
PREFIX = "#/components/schemas/"
MUTATION_SEED = 20261


def compact(value):
    """JSON without white space, as JSON.stringify writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def fingerprint(data):
    """The 64-bit FNV-1a hash in hexadecimal, by which tests see that this was made anew."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def contract():
    return yaml.safe_load(CONTRACT.read_text(encoding="utf-8"))


def referred(node):
    """The schemas that a schema refers to, in order."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and value.startswith(PREFIX):
                yield value[len(PREFIX):]
            elif key != "discriminator":
                yield from referred(value)
    elif isinstance(node, list):
        for value in node:
            yield from referred(value)


def standalone(node):
    """A schema with references into its own $defs, without what only OpenAPI knows."""
    if isinstance(node, dict):
        result = {}
        for key, value in node.items():
            if key == "$ref":
                result[key] = value.replace(PREFIX, "#/$defs/")
            elif key != "discriminator":
                result[key] = standalone(value)
        return result
    if isinstance(node, list):
        return [standalone(value) for value in node]
    return node


def document_schema(api):
    """The JSON Schema of layout documents, with every schema that it needs."""
    schemas = api["components"]["schemas"]
    needed, queue = [], ["LayoutDocument"]
    while queue:
        name = queue.pop(0)
        for other in referred(schemas[name]):
            if other not in needed:
                needed.append(other)
                queue.append(other)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "/schemas/layout-document.json",
        **standalone(schemas["LayoutDocument"]),
        "$defs": {name: standalone(schemas[name]) for name in needed},
    }
    Draft202012Validator.check_schema(schema)
    return schema


def examples(api):
    """Every example with a request: what is sent, and what comes back."""
    all_examples = api["components"]["examples"]
    bodies = {
        name: compact(example["value"])
        for name, example in all_examples.items()
        if "x-request" not in example
    }
    exchanges = []
    for name, example in all_examples.items():
        request = example.get("x-request")
        if request is None:
            continue
        body = request.get("body") or bodies.get(request.get("document"))
        path = request["path"]
        if "{id}" in path:
            path = path.replace("{id}", hashlib.sha256(body.encode()).hexdigest())
        if "query" in request:
            path += "?" + request["query"]
        exchanges.append({
            "name": name,
            "document": body,
            "method": request.get("method", "GET"),
            "path": path,
            "status": example["value"].get("status", 200)
            if isinstance(example["value"].get("status"), int) else 200,
            "answer": example["value"],
        })
    return {
        "source": "openapi.yaml",
        "fnv1a": fingerprint(CONTRACT.read_bytes()),
        "documents": bodies,
        "exchanges": exchanges,
    }


def generated():
    """The files that are made of openapi.yaml, with their texts."""
    api = contract()
    pretty = {"indent": 1, "ensure_ascii": False}
    return {
        SCHEMA: json.dumps(document_schema(api), **pretty) + "\n",
        EXAMPLES: json.dumps(examples(api), **pretty) + "\n",
        MUTATIONS: mutations(api),
    }


def generate():
    for path, text in generated().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(text)} bytes")
    return 0


def answer_schema(api, name):
    """The validator of one of the contract's schemas."""
    return Draft202012Validator({
        "$ref": f"#/$defs/{name}",
        "$defs": {key: standalone(value) for key, value in api["components"]["schemas"].items()},
    })


def schema_of(path, answer):
    """The name of the schema that an example's answer is of."""
    if str(answer.get("type", "")).startswith("/problems/"):
        return "Problem"
    for field, name in [
        ("sections", "SectionsAnswer"), ("targetContentOffset", "TargetOffset"),
        ("attributes", "AttributesAnswer"), ("cells", "ColumnsAnswer"), ("status", "Health"),
    ]:
        if field in answer:
            return name
    return "Summary"


def check():
    from openapi_spec_validator import validate

    api = contract()
    validate(api)
    faults = [
        f"{path.relative_to(ROOT)} is not current: run Tests/Tools/openapi.py generate"
        for path, text in generated().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    documents = Draft202012Validator(document_schema(api))
    made = examples(api)
    for name, body in made["documents"].items():
        for error in documents.iter_errors(json.loads(body)):
            faults.append(f"example {name}: {error.json_path} {error.message[:200]}")
    for exchange in made["exchanges"]:
        name = schema_of(exchange["path"], exchange["answer"])
        for error in answer_schema(api, name).iter_errors(exchange["answer"]):
            faults.append(f"example {exchange['name']}: {error.json_path} {error.message[:200]}")
    count = 0
    for path in sorted(FIXTURES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            fixture = json.loads(line)
            count += 1
            for error in documents.iter_errors(fixture["document"]):
                faults.append(f"{path.name} {fixture['name']}: {error.message[:200]}")
    operations = [
        operation
        for item in api["paths"].values()
        for method, operation in item.items()
        if method in ("get", "post", "put", "x-query")
    ]
    ids = [operation.get("operationId") for operation in operations]
    if None in ids or len(set(ids)) != len(ids):
        faults.append("an operation has no operationId, or two have the same")
    print("\n".join(faults) if faults else
          f"openapi.yaml is sound: {len(ids)} operations, {len(made['documents'])} documents, "
          f"{len(made['exchanges'])} exchanges, {count} fixtures valid")
    return 1 if faults else 0


def send(base, method, path, body):
    request = urllib.request.Request(
        base + path, data=body, method=method, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, json.loads(response.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def agrees(got, want):
    """Whether an answer is the one expected; problems may be worded otherwise."""
    if str(want.get("type", "")).startswith("/problems/"):
        def told(problem):
            plain = {k: v for k, v in problem.items() if k not in ("title", "detail", "errors")}
            return plain, [error["pointer"] for error in problem.get("errors", [])]
        # malformed-json may say where in "errors", too.
        return told(got)[0] == told(want)[0] and (
            "errors" not in want or told(got)[1] == told(want)[1])
    return got == want


def try_examples(base):
    failed = 0
    exchanges = examples(contract())["exchanges"]
    for exchange in exchanges:
        body = exchange["document"].encode() if exchange["document"] else None
        if body and exchange["method"] == "GET":
            send(base, "POST", "/v1/layouts", body)
        status, answer = send(
            base, exchange["method"], exchange["path"],
            body if exchange["method"] != "GET" else None)
        if status != exchange["status"] or not agrees(answer, exchange["answer"]):
            failed += 1
            print(f"{exchange['name']}: {status} {compact(answer)}\n"
                  f"  expected {exchange['status']} {compact(exchange['answer'])}")
    print(f"{len(exchanges) - failed} of {len(exchanges)} examples agree")
    return 1 if failed else 0


def places(node, path=()):
    """Every place in a document, from its top."""
    yield path
    if isinstance(node, dict):
        for key in node:
            yield from places(node[key], path + (key,))
    elif isinstance(node, list):
        for index in range(len(node)):
            yield from places(node[index], path + (index,))


def mutated(document, rng):
    """The document with one place changed: a value replaced, a field dropped, added or renamed."""
    document = copy.deepcopy(document)
    path = rng.choice(list(places(document))[1:])
    parent = document
    for step in path[:-1]:
        parent = parent[step]
    here = parent[path[-1]]
    wild = [
        None, True, False, 0, 1, 2.0, -1, 0.5, 1e9, 10000, 10001, 9007199254740993, "", "full",
        "vertical", "infinite", "centered", [], {}, [1], [1, 2], [1, 2, 3, 4], [1, 2, 3, -4],
        {"fixed": 4}, {"flexible": -1}, {"absolute": 5}, {"fractionalWidth": 1, "plus": -3},
        {"minWidth": 10}, {"width": 1, "height": 2}, {"x": 1}, {"top": 1, "left": 2},
        {"top": 1, "leading": 2}, {"edges": ["top", "bottom"]}, ["top", "leading"],
        {"type": "list"}, [{"layout": {"type": "flow"}}],
        {"direction": "custom", "frames": [[0, 0, 1, 1]]},
    ]
    kind = rng.randrange(5)
    if kind == 0 and isinstance(parent, dict):
        del parent[path[-1]]
    elif kind == 1 and isinstance(parent, dict):
        parent[path[-1] + rng.choice(["s", "X", ""])] = parent.pop(path[-1])
    elif kind == 2 and isinstance(here, dict):
        names = ["type", "width", "count", "frames", "items", "size", "zIndex", "spacing", "when"]
        here[rng.choice(names)] = copy.deepcopy(rng.choice(wild))
    elif kind == 3 and isinstance(here, (int, float)) and not isinstance(here, bool):
        parent[path[-1]] = rng.choice([-here, here + 0.5, here * 1e4, str(here), [here]])
    else:
        parent[path[-1]] = copy.deepcopy(rng.choice(wild))
    return document


def mutations(api, count=1000):
    """Mutated documents, a line each, with the schema's verdict."""
    schema = Draft202012Validator(document_schema(api))
    rng = random.Random(MUTATION_SEED)
    sources = [json.loads(body) for body in examples(api)["documents"].values()]
    for path in sorted(FIXTURES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            document = json.loads(line)["document"]
            if len(compact(document)) < 1500:
                sources.append(document)
    lines, seen = [], set()
    while len(lines) < count:
        document = mutated(rng.choice(sources), rng)
        text = compact(document)
        if text in seen:
            continue
        seen.add(text)
        lines.append(compact({"isValid": schema.is_valid(document), "document": document}))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["generate", "check", "try"])
    parser.add_argument("argument", nargs="?")
    arguments = parser.parse_args()
    if arguments.command == "generate":
        return generate()
    if arguments.command == "check":
        return check()
    if not arguments.argument:
        parser.error("try needs the service's URL")
    return try_examples(arguments.argument.rstrip("/"))


if __name__ == "__main__":
    sys.exit(main())
