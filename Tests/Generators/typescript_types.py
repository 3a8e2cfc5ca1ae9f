#!/usr/bin/env python3
"""Makes Web/tatami-client/client/tatami-document.ts, the types of documents and updates, of the contract.

    typescript_types.py generate      writes the file
    typescript_types.py check         says whether it is current

openapi.json is made of openapi.yaml: run openapi.py first. What TypeScript has no type for (bounds of numbers,
lengths of long arrays, conditions) is left to the service. Needs nothing but Python.
"""
import itertools
import json
import re
import sys

import files
from files import ROOT

CONTRACT = ROOT / "Web/contract/openapi.json"
TYPES = ROOT / "Web/tatami-client/client/tatami-document.ts"
HEADER = """\
// SPDX-License-Identifier: Apache-2.0
// The types of the documents and updates that a Tatami server takes, made of its JSON Schemas by
// Tests/Generators/typescript_types.py: do not edit. Nothing of this file is left in JavaScript.
//
// A field may be undefined if it may be missing, since JSON.stringify leaves out such fields.
"""
# What has another meaning, or another name already, in the client.
NAMES = {"Layout": "SectionLayout", "LayoutOrVariants": "LayoutSpec", "Anchor": "SupplementaryAnchor", "ItemPath": "IndexPath"}
SIMPLE = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}
# Comes back in answers, too, which are their reader's own.
MUTABLE = {"ItemPath"}
IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")


def name_of(schema):
    name = schema["$ref"].rsplit("/", 1)[1]
    return NAMES.get(name, name)


def comment(text, indent):
    """A description as a doc comment; nothing where there is none."""
    lines = (text or "").strip().replace("*/", "* /").split("\n")
    if lines == [""]:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def described(schema):
    text = (schema.get("description") or "").strip()
    if "default" in schema and schema["default"] not in ([], False):
        text += f"\n@defaultValue {json.dumps(schema['default'])}"
    return text.strip()


def union(parts):
    return " | ".join(dict.fromkeys(parts))


def enclosed(text):
    """A type as an array's element."""
    return f"({text})" if re.search(r" [|&] ", text) else text


def literal(value):
    return json.dumps(value, ensure_ascii=False)


def array(schema, indent):
    prefix = schema.get("prefixItems")
    if prefix is None and schema.get("minItems", 0) == schema.get("maxItems") and schema["maxItems"] <= 8:
        prefix = [schema["items"]] * schema["maxItems"]
    if prefix is None:
        return f"readonly {enclosed(type_of(schema.get('items', {}), indent))}[]"
    labels = re.fullmatch(r"`\[([a-z]+(?:, [a-z]+)*)\]`", (schema.get("description") or "").strip())
    parts = [type_of(one, indent) for one in prefix]
    if labels:
        parts = [f"{label}: {part}" for label, part in zip(labels[1].split(", "), parts, strict=True)]
    return f"readonly [{', '.join(parts)}]"


def conditions(schema):
    """What `if`, `then` and `else` about fields that are there come to: fields that are, fields that aren't, overlays."""
    absent = set(schema.get("not", {}).get("required", []))
    own = (set(schema.get("required", [])), absent, schema.get("properties", {}))
    test = schema.get("if", {})
    field = (test if "not" not in test else test["not"]).get("required", [])
    if set(test) not in ({"required"}, {"not"}) or len(field) != 1:
        yield own
        return
    for name, holds in (("then", True), ("else", False)):
        isHere = holds == ("not" not in test)
        for here, gone, overlay in conditions(schema.get(name, {})):
            yield own[0] | here | set(field if isHere else []), own[1] | gone | set([] if isHere else field), {**own[2], **overlay}


def branches(schema):
    """What compositions of bare `required` ask for: sets of fields that are there, fields that must not be, overlays."""
    def bare(one):
        return "required" in one and set(one) <= {"required", "properties", "description", "title"}

    exclusive = [one for one in schema.get("oneOf", []) if bare(one)]
    inclusive = [one for one in schema.get("anyOf", []) if bare(one)]
    named = {name for one in exclusive for name in one["required"]}
    rules = list(conditions({key: one for key, one in schema.items() if key in ("if", "then", "else")}))
    for one, other, (present, gone, overlays) in itertools.product(exclusive or [{}], inclusive or [{}], rules):
        here = set(one.get("required", [])) | set(other.get("required", [])) | present
        absent = named - set(one.get("required", [])) | gone
        if not here & absent:
            yield here, absent, {**one.get("properties", {}), **other.get("properties", {}), **overlays}


def overlaid(text, overlay):
    """A list's type, whose elements have fields that are optional by themselves."""
    needed = overlay.get("items", {}).get("required")
    if not needed:
        return text
    element = text.removeprefix("readonly ").removesuffix("[]")
    fields = union(literal(name) for name in needed)
    return f"readonly ({element} & {{ [Field in {fields}]-?: NonNullable<{element}[Field]> }})[]"


def fields(schema, indent, required=frozenset(), absent=frozenset(), overlays=None):
    """An object's fields, a line each."""
    inner, lines = indent + "  ", []
    needed = set(schema.get("required", [])) | required
    for name, one in schema.get("properties", {}).items():
        key = name if IDENTIFIER.fullmatch(name) else literal(name)
        if name in absent or one is False:
            lines.append(f"{inner}{key}?: never;\n")
            continue
        text = overlaid(type_of(one, inner), (overlays or {}).get(name, {}))
        optional, end = ("", "") if name in needed else ("?", " | undefined")
        lines.append(f"{comment(described(one), inner)}{inner}{key}{optional}: {text}{end};\n")
    return "{\n" + "".join(lines) + indent + "}"


def object_type(schema, indent):
    if "properties" not in schema:
        more = schema.get("additionalProperties")
        return f"{{ readonly [field: string]: {type_of(more, indent) if isinstance(more, dict) else 'unknown'} }}"
    return " | ".join(dict.fromkeys(fields(schema, indent, *one) for one in branches(schema)))


def type_of(schema, indent=""):
    """A schema as a TypeScript type."""
    if not isinstance(schema, dict):
        return "unknown" if schema else "never"
    if "$ref" in schema:
        return name_of(schema)
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return union(literal(value) for value in schema["enum"])
    if schema.get("type") == "object" or "properties" in schema:
        return object_type(schema, indent)
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return union(type_of(one, indent) for one in schema[key])
    if "allOf" in schema:
        return " & ".join(enclosed(type_of(one, indent)) for one in schema["allOf"])
    if schema.get("type") == "array":
        return array(schema, indent)
    kinds = schema.get("type", [])
    return union(SIMPLE[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)) or "unknown"


def declaration(name, schema):
    text = type_of(schema)
    if name in MUTABLE:
        text = text.removeprefix("readonly ")
    name = NAMES.get(name, name)
    doc = comment(described(schema), "")
    if text.startswith("{") and text.count("\n}") == 1:
        return f"{doc}export interface {name} {text}\n"
    return f"{doc}export type {name} = {text};\n"


def generated():
    api = json.loads(CONTRACT.read_text())
    roots = {name: files.schema_with_definitions(api, name) for name in ("LayoutDocument", "LayoutUpdate")}
    parts = [declaration(name, schema) for name, schema in roots.items()]
    definitions = {}
    for root in roots.values():
        for name, schema in root["$defs"].items():
            if definitions.setdefault(name, schema) != schema:
                raise SystemExit(f"the schemas have two of {name}")
    parts += [declaration(name, schema) for name, schema in sorted(definitions.items())]
    return {TYPES: HEADER + "\n" + "\n".join(parts)}


if __name__ == "__main__":
    sys.exit(files.run(__doc__, generated))
