#!/usr/bin/env python3
"""Makes what is made of openapi.yaml.

    openapi.py generate      writes the contract as JSON, the published JSON Schemas, the examples, and mutated
                             documents with the schema's verdict, which tests hold the decoder to
    openapi.py check         says whether those files are current

Needs PyYAML and jsonschema, both on PyPI. Tests/Tools/contract.py says whether openapi.yaml is sound.
"""
import copy
import hashlib
import json
import random
import sys

import yaml
from jsonschema import Draft202012Validator

import files
from files import ROOT

CONTRACT = ROOT / "openapi.yaml"
PUBLISHED = ROOT / "Web/contract"
EXAMPLES = ROOT / "Tests/PackageTests/Fixtures/openapi-examples.json"
MUTATIONS = ROOT / "Tests/PackageTests/Fixtures/mutated-documents.jsonl"
FIXTURES = ROOT / "Tests/LayoutEngineTests/Fixtures"
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


def kinds(node, definitions):
    """The JSON types of the values that a schema allows; None if it does not say."""
    if "$ref" in node:
        return kinds(definitions[node["$ref"].rsplit("/", 1)[1]], definitions)
    if "type" in node:
        named = node["type"] if isinstance(node["type"], list) else [node["type"]]
        return {"number" if one == "integer" else one for one in named}
    if "oneOf" in node:
        of_branches = [kinds(one, definitions) for one in node["oneOf"]]
        return None if None in of_branches else set().union(*of_branches)
    return None


def told_apart(branches, definitions):
    """The required field that has other words in each of these objects, with the words of each; None if there is none."""
    objects = [definitions[one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one for one in branches]
    if any("oneOf" in one for one in objects):
        return None
    for name in objects[0].get("required", []):
        fields = [one.get("properties", {}).get(name) if name in one.get("required", []) else None for one in objects]
        words = [[one["const"]] if "const" in one else one.get("enum", []) for one in fields if isinstance(one, dict)]
        all_words = [word for some in words for word in some]
        if len(words) == len(objects) and all(words) and len(set(all_words)) == len(all_words):
            return name, words
    return None


def chosen(branches, definitions):
    """The fields of a schema that chooses one of these objects by a field; a `oneOf` if none tells them apart."""
    field = told_apart(branches, definitions)
    if field is None:
        return {"oneOf": branches}
    name, words = field
    return {
        "type": "object", "required": [name], "properties": {name: {"enum": sum(words, [])}},
        "allOf": [
            {"if": {"properties": {name: {"enum": some}}, "required": [name]}, "then": branch}
            for some, branch in zip(words, branches)
        ],
    }


def branched(node, definitions):
    """A schema that says with `if` which branch of a `oneOf` a value is meant for, where its type or a field decides it.

    Editors then report what is wrong in that branch. Of a `oneOf` they report what is wrong in any of the branches.
    """
    if isinstance(node, list):
        return [branched(one, definitions) for one in node]
    if not isinstance(node, dict):
        return node
    node = {key: branched(value, definitions) for key, value in node.items()}
    if "oneOf" not in node or {"type", "properties", "required", "allOf"} & set(node):
        return node
    branches = node.pop("oneOf")
    runs = []
    for branch in branches:
        of_branch = kinds(branch, definitions)
        if runs and runs[-1][0] == of_branch:
            runs[-1][1].append(branch)
        else:
            runs.append((of_branch, [branch]))
    types = [sorted(of_run) for of_run, _ in runs if of_run is not None]
    every = sum(types, [])
    if len(types) < len(runs) or len(set(every)) < len(every):
        return {**node, "oneOf": branches}
    if len(runs) == 1:
        return {**node, **(chosen(branches, definitions) if every == ["object"] else {"oneOf": branches})}
    cases = []
    for some, (_, run) in zip(types, runs):
        then = run[0] if len(run) == 1 else chosen(run, definitions) if some == ["object"] else {"oneOf": run}
        cases.append({"if": {"type": some if len(some) > 1 else some[0]}, "then": then})
    return {**node, "type": every, "allOf": cases}


NOT_NULL = {"not": {"type": "null"}}


def with_nulls(node):
    """A schema that takes null for an optional field as the field left out, as the service does.

    A rule excludes a field by `false`: the field may then be null. A field that a rule requires must not be null.
    """
    if not isinstance(node, dict):
        return node
    result = dict(node)
    fields = node.get("properties", {})
    required = node.get("required", [])
    every = {name: with_nulls(one) if name in required else or_null(with_nulls(one)) for name, one in fields.items()}
    every |= {name: NOT_NULL for name in required if name not in fields}
    if every:
        result["properties"] = every
    for key, change in (
        ("items", with_nulls), ("then", with_nulls), ("else", with_nulls), ("if", met), ("not", met),
        ("additionalProperties", lambda one: one if one is False else or_null(with_nulls(one))),
    ):
        if key in node:
            result[key] = change(node[key])
    for key in ("allOf", "oneOf", "anyOf", "prefixItems"):
        if key in node:
            result[key] = [with_nulls(one) for one in node[key]]
    if "dependentSchemas" in node:
        result["dependentSchemas"] = {
            name: {"if": {"properties": {name: {"type": "null"}}}, "else": with_nulls(one)}
            for name, one in node["dependentSchemas"].items()}
    return result


def met(node):
    """A condition, which a field that is null meets no more than a field left out."""
    if isinstance(node, list):
        return [met(one) for one in node]
    if not isinstance(node, dict):
        return node
    result = {key: met(value) if key in ("not", "contains", "anyOf", "allOf") else value for key, value in node.items()}
    fields = {name: met(one) for name, one in node.get("properties", {}).items()}
    for name in node.get("required", []):
        one = fields.get(name, True)
        if one is True:
            fields[name] = NOT_NULL
        elif not {"const", "enum"} & set(one):
            fields[name] = {"allOf": [one, NOT_NULL]}
    if fields:
        result["properties"] = fields
    return result


def or_null(node):
    """A schema that also allows null."""
    if node is False:
        return {"type": "null"}
    if {"$ref", "allOf", "anyOf", "not", "if", "dependentSchemas"} & set(node):
        about = {key: value for key, value in node.items() if key in ("title", "description", "default", "examples")}
        return {**about, "if": NOT_NULL, "then": {key: value for key, value in node.items() if key not in about}}
    if "oneOf" in node:
        null = {"type": "null"}
        return node if null in node["oneOf"] else {**node, "oneOf": [*node["oneOf"], null]}
    result = dict(node)
    if "const" in node:
        result["enum"] = [result.pop("const")]
    if "enum" in result:
        result["enum"] = [*result["enum"], None]
    if "type" in node:
        types = node["type"] if isinstance(node["type"], list) else [node["type"]]
        result["type"] = types if "null" in types else [*types, "null"]
    return result


def published_schema(api, root, identifier):
    """The JSON Schema of documents or of updates, with every schema that it needs."""
    plain = files.schema_with_definitions(api, root)
    definitions = plain.pop("$defs")
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": identifier,
        **with_nulls(branched(plain, definitions)),
        "$defs": {name: with_nulls(branched(one, definitions)) for name, one in definitions.items()},
    }
    Draft202012Validator.check_schema(schema)
    return schema


def document_schema(api):
    """The JSON Schema of layout documents."""
    return published_schema(api, "LayoutDocument", "/schemas/layout-document.json")


def update_schema(api):
    """The JSON Schema of updates."""
    return published_schema(api, "LayoutUpdate", "/schemas/layout-update.json")


def child(parent, update):
    """The id of the version that an update makes of a layout."""
    digest = hashlib.sha256(f"{parent}\n{update}".encode()).hexdigest()
    return parent[:16] + digest[:48]


def is_problem(answer):
    return str(answer.get("type", "")).startswith("/problems/")


def examples(api):
    """Every example with a request: what is sent, and what comes back.

    An `update` is sent after its document: by the example itself where that is a POST, else before it.

    `compare` says how much of the answer is shown: the `whole`, some `members` of an object, `some` members and
    elements of every object and list, or `lines`, each the beginning of one of the answer's, in their order.
    `long` is the number of letters that `{long}` stands for in a body.
    """
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
        if "long" in request:
            body = body.replace("{long}", "a" * request["long"])
        update = request.get("update")
        path = request["path"]
        identifier = hashlib.sha256(body.encode()).hexdigest() if body else ""
        if update:
            path = path.replace("{version}", child(identifier, update))
        path = path.replace("{id}", identifier)
        if "query" in request:
            path += "?" + request["query"].replace("{id}", identifier)
        value = example["value"]
        problem = value if isinstance(value, dict) and is_problem(value) else {}
        text = None
        if request.get("compare") == "lines" and isinstance(value, dict):  # YAML
            value = "".join(f"{key}: {one}\n" for key, one in value.items())
        if isinstance(value, str):
            value, text = None, value
        exchanges.append({
            "name": name,
            "document": body,
            "update": update and {"path": f"/v1/layouts/{identifier}/updates", "body": update},
            "method": request.get("method", "GET"),
            "path": path,
            "status": request.get("status", problem.get("status", 200)),
            "type": request.get(
                "type", "application/problem+json" if problem else "application/json"),
            "compare": request.get("compare", "whole"),
            "answer": value,
            "text": text,
        })
    return {
        "source": "openapi.yaml",
        "fnv1a": fingerprint(CONTRACT.read_bytes()),
        "documents": bodies,
        "exchanges": exchanges,
    }


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
        None, True, False, 0, 1, 2.0, -1, 0.5, 1e9, 10000, 10001, 9007199254740994, "", "full",
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


def sources(api):
    """The documents that are mutated: the examples', and the shorter ones of the fixtures."""
    found = [json.loads(body) for body in examples(api)["documents"].values()]
    for path in sorted(FIXTURES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            document = json.loads(line)["document"]
            if len(compact(document)) < 1500:
                found.append(document)
    return found


# Ranges that the service checks when it looks for a style's fonts, after the document has been read.
STYLE_RANGES = {"lineHeight": 65536, "multiple": 1024, "letterSpacing": 512, "wordSpacing": 512, "tabSize": 1000, "fontStretch": 200, "textIndent": 16384}


def near(node):
    """The document with every number brought within 2^53, and those of text styles within their ranges."""
    if isinstance(node, dict):
        return {key: near(within(value, STYLE_RANGES.get(key))) for key, value in node.items()}
    if isinstance(node, list):
        return [near(value) for value in node]
    if isinstance(node, (int, float)) and not isinstance(node, bool):
        return max(-(2**53), min(2**53, node))
    return node


def within(value, greatest):
    """A number brought within a range; any other value as it is."""
    if greatest is None or isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    return max(-greatest, min(greatest, value))


def style_names(node):
    """The names of text styles to which bodies and layouts refer."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "style" and isinstance(value, str):
                yield value
            yield from style_names(value)
    elif isinstance(node, list):
        for value in node:
            yield from style_names(value)


def may_idle(document):
    """Whether a layout of the document may lay nothing out: the service does not look at it then."""
    sections = document.get("sections", [document])
    if not isinstance(sections, list):
        return False
    sections = [section for section in sections if isinstance(section, dict)]
    layouts = [document.get("layout")] + [section.get("layout") for section in sections]
    return (
        any(isinstance(layout, list) for layout in layouts)
        or any(section.get("items") in (0, []) for section in sections)
        or ("layout" in document and "sections" in document
            and all("layout" in section for section in sections)))


def without_nulls(node):
    """The document without fields that are null, which the service takes for left out."""
    if isinstance(node, dict):
        return {key: without_nulls(value) for key, value in node.items() if value is not None}
    if isinstance(node, list):
        return [without_nulls(value) for value in node]
    return node


def verdict(schema, document):
    """What the schema says: `valid`; `far` where only numbers beyond 2^53 are against it, `idle`
    where what is against it may stand in a layout that lays nothing out; else `invalid`. No schema can say
    that a style's name stands in `textStyles`, so that is checked here."""
    if schema.is_valid(document):
        return "valid" if set(style_names(document)) <= set(without_nulls(document).get("textStyles", {})) else "invalid"
    if schema.is_valid(near(document)):
        return "far"
    return "idle" if may_idle(document) else "invalid"


def judged(api, count, seed):
    """Mutated documents as compact JSON, each with the schema's verdict."""
    schema = Draft202012Validator(document_schema(api))
    rng = random.Random(seed)
    originals, seen = sources(api), set()
    while len(seen) < count:
        document = mutated(rng.choice(originals), rng)
        text = compact(document)
        if text not in seen:
            seen.add(text)
            yield verdict(schema, document), text


def ruled(api):
    """Documents that keep or break a rule between fields, which mutations seldom meet, with the
    verdict that the schema must have."""
    schema = Draft202012Validator(document_schema(api))
    container = {"container": {"width": 100, "height": 100}}
    rows, own = {"type": "list"}, {"items": 1, "layout": {"type": "list"}}
    size = {"width": {"absolute": 10}, "height": {"absolute": 10}}
    item, framed = {"size": size}, {"direction": "custom", "size": size, "frames": [[0, 0, 1, 1]]}
    arranged = {"direction": "custom", "size": size, "arrangement": rows}

    def nested(*subitems, **fields):
        return {"direction": "horizontal", "size": size, "subitems": list(subitems), **fields}

    def grouped(group, **fields):
        return {"items": 1, "layout": {"type": "compositional", "group": group, **fields}}

    style = {"fontFamily": "A", "lineHeight": {"multiple": 1.5}}

    def bodied(body, **fields):
        return {"items": [{"body": body}], "layout": rows, "textStyles": {"t": style}, **fields}

    kept = [
        {"items": 1, "layout": rows}, {"sections": [own]}, {"sections": [own, {"items": 1}], "layout": rows},
        {"items": [[1, 2]], "layout": rows},
        {"items": 1, "layout": {"type": "custom", "frames": [[-1, -2, 3, 4]]}},
        grouped(framed), grouped(arranged), grouped(nested(item)), grouped(nested(nested(framed))),
        grouped(arranged, orthogonalScrollingBehavior="none"), grouped(nested(item, count=2)),
        grouped(nested(item, repeatingSubitem=2)), grouped(nested(nested(framed), repeatingSubitem=100_000)),
        grouped(nested(item), orthogonalScrollingProperties={}),
        grouped(nested(item), orthogonalScrollingProperties={"decelerationRate": "fast", "bounce": "never"}),
        {"items": 1, "layout": {"type": "flow", "alignment": "trailing", "lineAlignment": "top"}},
        {"items": 1, "layout": {"type": "flow", "estimatedItemSize": {"height": 3}}},
        {"items": 1, "layout": {"type": "flow", "estimatedItemSize": {}, "itemSize": {"width": 4}}},
        {"items": 1, "layout": {"type": "flow", "sectionInsetReference": "contentInset", "sectionInset": {"left": 2}}},
        {"items": 1, "layout": {"type": "flow", "contentInsetsReference": "automatic", "sectionInset": "centered"}},
        {"items": 1, "layout": {**rows, "contentInsetsReference": "readableContent"},
         "configuration": {"contentInsetsReference": "layoutMargins"},
         "container": {"width": 90, "safeAreaInsets": {"top": 4}, "layoutMargins": {"leading": 3}, "readableContentWidth": 50,
                       "scrollPadding": {"top": 44, "leading": 8.5}}},
        grouped(nested(item), contentInsetsReference="none", supplementaryContentInsetsReference="safeArea"),
        {"items": 1, "layout": {
            **rows, "appearance": "sidebar", "headerMode": "firstItemInSection", "footerMode": "none", "headerTopPadding": 0,
            "showsSeparators": True, "separatorInsets": {"leading": 1}, "sectionBackground": False, "cornerRadius": 2.5}},
        *({"items": 1, "layout": rows, "configuration": {"minimumContentLength": least, "contentAlignment": "end"},
           "container": {"width": 90, "height": 90}} for least in (0, 7.5, "container")),
        {"items": [{"aspectRatio": 2, "fullWidth": True}, {"fullWidth": False}],
         "layout": {"type": "justified", "rowHeightRange": [10, 10]}},
        {"items": [{"separators": "hidden"}, {"separators": {"top": "visible"}}, {"separators": {}}], "layout": rows},
        bodied("a"), bodied(""), bodied([]), bodied(["a", {"text": "b", "style": "t"}, {"height": 4}]),
        bodied([{"text": "b"}] * 32), bodied("a", textStyles={"t": {**style, "lineHeight": 20, "fontSize": 512}}),
        bodied("a", layout={**rows, "body": {"style": "t", "insets": {"top": 1, "leading": 2}, "minHeight": 3}}),
        {"items": [{"bodyAlignment": "trailing"}, {"bodyAlignment": "leading"}], "layout": {**rows, "body": {"width": "fit-content"}}},
        bodied("a", layout={"type": "waterfall", "body": {"spacing": 4}}),
        bodied("a", textStyles={"t": {**style, "fontFamily": ["A"] * 8, "whiteSpace": "pre-wrap", "maxLines": 2}}),
        bodied("a", textStyles={"t": style, "é" * 32: style}, layout={**rows, "body": {"style": "t"}}),
        bodied("a" * 8192), {"items": 1, "layout": rows, "textStyles": {}},
        bodied(None), bodied("a", textStyles={"t": {**style, "fontSize": None}, "u": None}),
        {"items": 1, "sections": None, "layout": rows, "configuration": None, "textStyles": None},
        {"items": 1, "layout": rows, "container": {"width": 9, "height": None, "scale": None}},
    ]
    broken = [
        {}, {"items": 1}, {"layout": rows}, {"items": None, "layout": rows}, {"items": [None], "layout": rows},
        {"items": 1, "layout": rows, "nothing": None}, {"items": 1, "layout": {"type": None}},
        {"items": 1, "layout": rows, "container": {"width": None, "height": 9}}, {"sections": [own, {"items": 1}]},
        {"items": 1, "layout": rows, "sections": [{"items": 1}]},
        {"items": [[1]], "layout": rows}, {"items": [[1, 2, 3]], "layout": rows},
        {"items": 1, "layout": {"type": "custom", "frames": [[1, 2, 3]]}},
        {"items": 1, "layout": {"type": "custom", "frames": [[1, 2, 3, 4, 5]]}},
        {"items": 1, "layout": {"type": "custom", "frames": [[1, 2, 3, -4]]}},
        grouped({**framed, **arranged}), grouped({"direction": "custom", "size": size}),
        grouped(nested()), grouped(nested(arranged)), grouped(nested(item, nested(arranged))),
        grouped(nested(item, item, count=2)), grouped(arranged, orthogonalScrollingBehavior="paging"),
        bodied(1), bodied({"text": "a"}), bodied([1]), bodied([{}]), bodied([{"style": "t"}]),
        grouped(nested(item, item, repeatingSubitem=2)), grouped(nested(item, count=2, repeatingSubitem=2)),
        grouped(nested(item, repeatingSubitem=0)), grouped(nested(item, repeatingSubitem=100_001)),
        grouped(nested(item, repeatingSubitem=item)), grouped({**framed, "repeatingSubitem": 2}),
        grouped(nested(item), orthogonalScrollingProperties={"decelerationRate": "slow"}),
        grouped(nested(item), orthogonalScrollingProperties={"bounces": True}),
        {"items": 1, "layout": {"type": "flow", "alignment": "left"}},
        {"items": 1, "layout": {"type": "flow", "lineAlignment": "justified"}},
        {"items": 1, "layout": {"type": "flow", "estimatedItemSize": {"width": -1}}},
        {"items": 1, "layout": {"type": "flow", "estimatedItemSize": 40}},
        {"items": 1, "layout": {"type": "list", "estimatedItemSize": {"height": 4}}},
        {"items": 1, "layout": {"type": "flow", "sectionInsetReference": "none"}},
        {"items": 1, "layout": {
            "type": "flow", "sectionInsetReference": "safeArea", "contentInsetsReference": "safeArea"}},
        {"items": 1, "layout": {"type": "flow", "contentInsetsReference": "none", "sectionInset": "centered"}},
        {"items": 1, "layout": {"type": "flow", "sectionInsetReference": "safeArea", "sectionInset": "centered"}},
        {"items": 1, "layout": {**rows, "sectionInsetReference": "safeArea"}},
        {"items": 1, "layout": {**rows, "supplementaryContentInsetsReference": "safeArea"}},
        {"items": 1, "layout": {**rows, "contentInsetsReference": "safearea"}},
        {"items": 1, "layout": rows, "container": {"width": 90, "safeAreaInsets": {"top": -4}}},
        {"items": 1, "layout": rows, "container": {"width": 90, "layoutMargins": {"left": 4}}},
        {"items": 1, "layout": rows, "container": {"width": 90, "readableContentWidth": 0}},
        {"items": 1, "layout": rows, "container": {"width": 90, "scrollPadding": {"bottom": -1}}},
        {"items": 1, "layout": rows, "container": {"width": 90, "scrollPadding": 8}},
        {"items": 1, "layout": {**rows, "appearance": "inset"}}, {"items": 1, "layout": {**rows, "headerMode": True}},
        {"items": 1, "layout": {**rows, "footerMode": "firstItemInSection"}},
        {"items": 1, "layout": {**rows, "headerTopPadding": -1}}, {"items": 1, "layout": {**rows, "cornerRadius": -1}},
        {"items": 1, "layout": {**rows, "separatorInsets": {"left": 1}}},
        {"items": 1, "layout": {**rows, "separatorInsets": {"leading": -1}}},
        *({"items": 1, "layout": rows, "configuration": {"minimumContentLength": least}}
          for least in (-1, "view", True, [1])),
        {"items": 1, "layout": rows, "configuration": {"contentAlignment": "bottom"}},
        {"items": [{"fullWidth": 1}], "layout": rows}, {"items": [{"bodyAlignment": "center"}], "layout": rows},
        *({"items": 1, "layout": {"type": "justified", "rowHeightRange": heights}}
          for heights in ([10], [0, 10], [10, 20, 30], 10, {"least": 1}, ["10", 20])),
        {"items": [{"separators": "none"}], "layout": rows}, {"items": [{"separators": True}], "layout": rows},
        {"items": [{"separators": {"top": True}}], "layout": rows},
        bodied([{"text": "a", "height": 1}]), bodied([{"height": 1, "style": "t"}]), bodied([{"height": -1}]),
        bodied(["a"] * 33), bodied("a" * 8193), bodied([{"text": "a", "style": "u"}]),
        bodied("a", layout={**rows, "body": {"style": "u"}}), bodied("a", layout={**rows, "body": {"spacing": -1}}),
        bodied("a", layout={**rows, "body": {"insets": {"left": 1}}}),
        bodied("a", layout={"type": "justified", "body": {}}),
        {"items": [{"body": "a", "bodyHeight": 1}], "layout": {"type": "waterfall"}, "textStyles": {"t": style}},
        bodied("a", textStyles={"t": {"fontFamily": "A"}}), bodied("a", textStyles={"t": {"lineHeight": 20}}),
        bodied("a", textStyles={"t": {**style, "lineHeight": 0}}),
        bodied("a", textStyles={"t": {**style, "lineHeight": {"multiple": 0}}}),
        bodied("a", textStyles={"t": {**style, "fontFamily": []}}),
        bodied("a", textStyles={"t": {**style, "fontFamily": ["A"] * 9}}),
        bodied("a", textStyles={"t": {**style, "fontSize": 513}}),
        bodied("a", textStyles={"t": {**style, "fontWeight": 0}}),
        bodied("a", textStyles={"t": {**style, "whiteSpace": "pre wrap"}}),
        bodied("a", textStyles={"t": {**style, "maxLines": 0}}),
        bodied("a", textStyles={"t": {**style, "textTransform": "full-width"}}),
        bodied("a", textStyles={"t": {**style, "hyphens": "auto"}}),
        bodied("a", textStyles={"t": {**style, "colour": "red"}}), bodied("a", textStyles=[style]),
        bodied("a", textStyles={**{f"s{n}": style for n in range(64)}, "t": style}),
    ]
    for documents, wanted in ((kept, "valid"), (broken, "invalid")):
        for document in documents:
            document = {**container, **document}
            if verdict(schema, document) != wanted:
                sys.exit(f"the schema does not find {wanted}: {compact(document)}")
            yield wanted, compact(document)


def mutations(api, count=1000):
    """Mutated documents and those of single rules, a line each, with the schema's verdict."""
    return "".join(
        f'{{"verdict":"{verdict}","document":{text}}}\n'
        for verdict, text in (*judged(api, count, MUTATION_SEED), *ruled(api)))


def generated():
    """The files that are made of openapi.yaml, with their texts."""
    api = contract()
    pretty = {"indent": 1, "ensure_ascii": False}
    return {
        PUBLISHED / "openapi.json": compact(api) + "\n",
        PUBLISHED / "layout-document.schema.json":
            json.dumps(document_schema(api), **pretty) + "\n",
        PUBLISHED / "layout-update.schema.json": json.dumps(update_schema(api), **pretty) + "\n",
        EXAMPLES: json.dumps(examples(api), **pretty) + "\n",
        MUTATIONS: mutations(api),
    }


if __name__ == "__main__":
    sys.exit(files.run(__doc__, generated))
