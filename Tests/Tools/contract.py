#!/usr/bin/env python3
"""What holds openapi.yaml.

    contract.py check         says whether openapi.yaml is sound, and what is made of it current
    contract.py try URL       sends every example to a running service and compares the answers
    contract.py mutate URL    posts 3,000 mutated documents and says where schema and service differ

Needs PyYAML and jsonschema; `check` also openapi-spec-validator. All three are on PyPI.
"""
import argparse
import collections
import json
import re
import sys
import urllib.error
import urllib.request
from pathlib import Path

from jsonschema import Draft202012Validator

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Generators"))
import files  # noqa: E402
import openapi  # noqa: E402
from openapi import compact, contract, examples, is_problem  # noqa: E402


def answer_schema(api, name):
    """The validator of one of the contract's schemas."""
    return Draft202012Validator({
        "$ref": f"#/$defs/{name}",
        "$defs": {key: files.standalone(value) for key, value in api["components"]["schemas"].items()},
    })


def schema_of(path, answer):
    """The name of the schema that an example's answer is of."""
    if is_problem(answer):
        return "Problem"
    for field, name in [
        ("sections", "SectionsAnswer"), ("targetContentOffset", "TargetOffset"),
        ("indexPath", "ItemAtPoint"), ("attributes", "AttributesAnswer"), ("cells", "ColumnsAnswer"), ("status", "Health"),
        ("container", "LayoutDocument"), ("texts", "TextsAnswer"), ("families", "FontsAnswer"),
    ]:
        if field in answer:
            return name
    if "deleted" in answer:
        is_list = isinstance(answer["deleted"], list)
        return "ChangesAnswer" if is_list else "ChangesColumnsAnswer"
    return "Summary"


def missing(api, operation):
    """What an operation lacks: words, a tag that is told of, examples of each answer that succeeds, an error of every kind."""
    for field in ("summary", "description"):
        if not operation.get(field, "").strip():
            yield f"no {field}"
    if not set(operation.get("tags", [])) & {tag["name"] for tag in api["tags"]}:
        yield "no tag of the contract's"
    responses = operation["responses"]
    for status, response in responses.items():
        if "$ref" in response:
            response = api["components"]["responses"][response["$ref"].rsplit("/", 1)[1]]
        shown = [kind for kind, content in response.get("content", {}).items()
                 if content.get("examples")]
        # Bytes have no example in YAML.
        is_shown = shown or list(response.get("content", {})) == ["application/vnd.tatami.packed"]
        if status.startswith("2") and status != "204" and not is_shown:
            yield f"{status} has no example"
    # Not `default`: clients read by it whatever else is answered, a picture too, as a problem.
    if "default" in responses:
        yield "default instead of 4XX and 5XX"
    wanted = {"400", "408", "414", "417", "431", "500", "503", "4XX", "5XX"}
    if operation.get("security") != [{}]:
        wanted.add("401")
    if wanted - set(responses):
        yield f"{', '.join(sorted(wanted - set(responses)))} not told of"


def leaves(error):
    """The errors that an editor shows for one error: of a `oneOf`, those of its branches."""
    return [leaf for one in error.context for leaf in leaves(one)] if error.context else [error]


def misleading(documents, api):
    """Unknown fields of layouts, groups and items of which the schema reports more than that they are unknown."""
    size = {"width": {"absolute": 10}, "height": {"absolute": 10}}
    framed = {"direction": "custom", "size": size, "frames": [[0, 0, 1, 1]]}
    needed = {"custom": {"frames": [[0, 0, 1, 1]]}, "compositional": {"group": framed}}
    layouts = [{"type": name, **needed.get(name, {}), "gap": 1}
               for name in api["components"]["schemas"]["Layout"]["discriminator"]["mapping"]]
    arranged = [{"direction": "custom", "size": size, "arrangement": layout}
                for layout in layouts if layout["type"] != "compositional"]
    groups = [{**framed, "gap": 1}, {"direction": "vertical", "size": size, "subitems": [{"size": size}], "gap": 1}, *arranged]
    layouts += [{"type": "compositional", "group": group} for group in groups]
    listed = {"layout": {"type": "list"}}
    for members in (
        *({"items": 1, "layout": layout} for layout in layouts),
        *({"items": 1, "layout": [{"layout": layout}]} for layout in layouts),
        *({"sections": [{"items": 1, "layout": layout}]} for layout in layouts),
        {"items": [10, [1, 2], {"gap": 1}], **listed},
    ):
        document = {"container": {"width": 100, "height": 100}, **members}
        found = [leaf for error in documents.iter_errors(document) for leaf in leaves(error)]
        if [leaf.validator for leaf in found] != ["additionalProperties"] or "'gap'" not in found[0].message:
            yield f"{compact(document)}: {[leaf.message[:80] for leaf in found]}"


def check():
    from openapi_spec_validator import validate

    api = contract()
    validate(api)
    faults = [f"{path} is not current: run Tests/Generators/openapi.py generate"
              for path in files.outdated(openapi.generated())]
    documents = Draft202012Validator(openapi.document_schema(api))
    faults += misleading(documents, api)
    made = examples(api)
    for name, body in made["documents"].items():
        for error in documents.iter_errors(json.loads(body)):
            faults.append(f"example {name}: {error.json_path} {error.message[:200]}")
    for exchange in made["exchanges"]:
        if exchange["answer"] is None or exchange["compare"] != "whole":
            continue
        name = schema_of(exchange["path"], exchange["answer"])
        for error in answer_schema(api, name).iter_errors(exchange["answer"]):
            faults.append(f"example {exchange['name']}: {error.json_path} {error.message[:200]}")
    count = 0
    for path in sorted(openapi.FIXTURES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            fixture = json.loads(line)
            count += 1
            for error in documents.iter_errors(fixture["document"]):
                faults.append(f"{path.name} {fixture['name']}: {error.message[:200]}")
    operations = [
        operation
        for item in api["paths"].values()
        for method, operation in item.items()
        if method in ("get", "post", "put", "delete", "x-query")
    ]
    ids = [operation.get("operationId") for operation in operations]
    if None in ids or len(set(ids)) != len(ids):
        faults.append("an operation has no operationId, or two have the same")
    faults += [f"{operation['operationId']}: {fault}" for operation in operations
               for fault in missing(api, operation)]
    print("\n".join(faults) if faults else
          f"openapi.yaml is sound: {len(ids)} operations, {len(made['documents'])} documents, "
          f"{len(made['exchanges'])} exchanges, {count} fixtures valid")
    return 1 if faults else 0


def send(base, method, path, body):
    """The status, the media type and the body of an answer."""
    request = urllib.request.Request(
        base + path, data=body, method=method, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, response.headers["Content-Type"], response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read().decode()


def agrees(got, exchange):
    """Whether an answer is the one expected; problems may be worded otherwise."""
    compare, want = exchange["compare"], exchange["answer"]
    if want is None:
        return got == exchange["text"] if compare == "whole" else has_lines(got, exchange["text"])
    got = json.loads(got)
    if compare == "members":
        return want.items() <= got.items() if isinstance(got, dict) else False
    if compare == "some":
        return shows(want, got)
    if is_problem(want):
        def told(problem):
            plain = {k: v for k, v in problem.items() if k not in ("title", "detail", "errors")}
            return plain, [error["pointer"] for error in problem.get("errors", [])]
        # malformed-json may say where in "errors", too.
        return told(got)[0] == told(want)[0] and (
            "errors" not in want or told(got)[1] == told(want)[1])
    return got == want


def shows(want, got):
    """Whether an answer has some members and elements, at every depth."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(key in got and shows(one, got[key]) for key, one in want.items())
    if isinstance(want, list):
        return isinstance(got, list) and all(any(shows(one, other) for other in got) for one in want)
    return want == got


def has_lines(text, lines):
    """Whether the lines begin lines of a text, in their order."""
    rest = iter(text.splitlines())
    return all(any(one.startswith(line) for one in rest) for line in lines.splitlines())


def try_examples(base):
    failed = 0
    exchanges = examples(contract())["exchanges"]
    for exchange in exchanges:
        body = exchange["document"].encode() if exchange["document"] else None
        if body and exchange["method"] == "GET":
            send(base, "POST", "/v1/layouts", body)
        if update := exchange["update"]:
            send(base, "POST", "/v1/layouts", body)
            body = update["body"].encode()
            if exchange["method"] == "GET":
                send(base, "POST", update["path"], body)
        status, kind, answer = send(
            base, exchange["method"], exchange["path"],
            body if exchange["method"] != "GET" else None)
        if (status != exchange["status"] or not kind.startswith(exchange["type"])
                or not agrees(answer, exchange)):
            failed += 1
            print(f"{exchange['name']}: {status} {kind} {answer[:2000]}\n"
                  f"  expected {exchange['status']} {exchange['type']} "
                  f"{exchange['text'] or compact(exchange['answer'])}")
    print(f"{len(exchanges) - failed} of {len(exchanges)} examples agree")
    return 1 if failed else 0


def mutate(base, count=3000):
    """Where the schema and a running service differ, and why."""
    verdicts, faults, reasons = collections.Counter(), 0, collections.Counter()
    for verdict, text in openapi.judged(contract(), count, openapi.MUTATION_SEED + 1):
        verdicts[verdict] += 1
        status, _, answer = send(base, "POST", "/v1/layouts", text.encode())
        if verdict == "invalid" and status in (200, 201):
            faults += 1
            print(f"only the service accepts {text[:400]}")
        if verdict == "valid" and status not in (200, 201):
            errors = json.loads(answer).get("errors") or [{"detail": answer[:200]}]
            reasons[re.sub(r"-?\d[\d.e+]*", "N", errors[0]["detail"])] += 1
    print(f"{count} documents: {dict(verdicts)}; valid, but refused: {reasons.total()}")
    for reason, times in reasons.most_common():
        print(f"  {times} {reason[:110]}")
    return 1 if faults or reasons.total() > count / 100 else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["check", "try", "mutate"])
    parser.add_argument("argument", nargs="?")
    arguments = parser.parse_args()
    if arguments.command == "check":
        return check()
    if not arguments.argument:
        parser.error(f"{arguments.command} needs the service's URL")
    run = try_examples if arguments.command == "try" else mutate
    return run(arguments.argument.rstrip("/"))


if __name__ == "__main__":
    sys.exit(main())
