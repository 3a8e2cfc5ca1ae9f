#!/usr/bin/env python3
"""Makes what documents hold as Swift types, of the contract: Clients/swift/TatamiDocument+….swift.

    swift_types.py generate      writes the files
    swift_types.py check         says whether they are current

A document itself, its sections and its variants are written by hand in TatamiDocument.swift.
"""
import json
import sys

import files
from files import ROOT
from swift_meanings import meaning

CONTRACT = ROOT / "Web/contract/openapi.json"
CONTAINER, LAYOUTS, PARTS, COMPOSITIONAL = (
    ROOT / f"Clients/swift/TatamiDocument+{name}.swift" for name in ("Container", "Layouts", "Parts", "Compositional"))
CONTENTS = {CONTAINER: "A container, settings, an item by its fields and a text style",
            LAYOUTS: "Every layout's options but a compositional one's",
            PARTS: "Sizes, insets, edges and what else several layouts have",
            COMPOSITIONAL: "What compositional layouts are made of"}
HEADER = """\
// SPDX-License-Identifier: Apache-2.0
// %s, as documents have it: made of their JSON Schema by
// Tests/Generators/swift_types.py, not to be edited. What is nil is left out, and has the service's default.
"""
SIMPLE = {"string": "String", "number": "Double", "integer": "Int", "boolean": "Bool"}
RESERVED = {"static", "default", "none", "in", "where", "repeat", "case", "class", "let", "var"}
# What has another meaning in the client.
NAMES = {"Layout": "SectionLayout", "Anchor": "SupplementaryAnchor"}
# Written by hand.
OWN = {"Item": "TatamiItem", "ItemID": "TatamiItemID", "ItemData": "TatamiJSON", "Items": "TatamiItems", "LayoutOrVariants": "TatamiLayoutOrVariants"}


def quoted(name):
    return f"`{name}`" if name in RESERVED else name


def lower(name):
    return name[0].lower() + name[1:]


def upper(name):
    return name[0].upper() + name[1:]


def name_of(definition):
    return "Tatami" + NAMES.get(definition, definition)


class Types:
    def __init__(self, definitions):
        self.definitions = definitions
        self.done, self.queue = set(), []

    def type_of(self, schema, nested, name):
        """A schema's Swift type; what has to be declared inside of the type that holds it goes to `nested`."""
        if "$ref" in schema:
            target = schema["$ref"].rsplit("/", 1)[1]
            if target in OWN:
                return OWN[target]
            inner = self.definitions[target]
            if (alone := self.without_tuples(inner)) is not None:
                return self.type_of(alone, nested, name)
            if set(inner) - {"description", "default"} and inner.get("type") in SIMPLE and "enum" not in inner:
                return SIMPLE[inner["type"]]
            if inner.get("type") == "array":
                return self.type_of(inner, nested, target)
            if "properties" not in inner and isinstance(inner.get("additionalProperties"), dict):
                return f"[String: {self.type_of(inner['additionalProperties'], nested, name)}]"
            self.want(target)
            return name_of(target)
        # A value with shorthands that Swift has no use for.
        if "x-type" in schema:
            return SIMPLE[schema["x-type"]]
        if "enum" in schema:
            nested.append(documented(upper(name)) + text_enum(upper(name), schema["enum"]))
            return upper(name)
        if schema.get("type") == "array":
            return f"[{self.type_of(schema['items'], nested, name.removesuffix('s') if name.endswith('s') else name + 'Element')}]"
        if "oneOf" in schema:
            if (alone := self.without_tuples(schema)) is not None:
                return self.type_of(alone, nested, name)
            nested.append(documented(upper(name)) + self.union(upper(name), schema["oneOf"]))
            return upper(name)
        if schema.get("type") == "object":
            nested.append(documented(upper(name)) + self.struct(upper(name), schema))
            return upper(name)
        return SIMPLE[schema["type"]]

    def resolved(self, schema):
        return self.definitions[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema

    def without_tuples(self, schema):
        """The object of a choice between it and a tuple, which says the same in fewer bytes; None of other schemas."""
        kinds = [(one, self.resolved(one)) for one in schema.get("oneOf", [])]
        objects = [one for one, kind in kinds if kind.get("type") == "object"]
        tuples = [one for one, kind in kinds if "prefixItems" in kind]
        return objects[0] if len(objects) == 1 and tuples and len(kinds) == len(tuples) + 1 else None

    def want(self, name):
        if name not in self.done:
            self.done.add(name)
            self.queue.append(name)

    def run(self, names):
        """The declarations of these schemas and of all that they hold, by their names in the schema."""
        declarations = {}
        for name in names:
            self.want(name)
        while self.queue:
            name = self.queue.pop(0)
            schema = self.definitions[name]
            if "enum" in schema:
                text = text_enum(name_of(name), schema["enum"])
            elif "oneOf" in schema and "properties" not in schema:
                text = self.union(name_of(name), schema["oneOf"])
            else:
                text = self.struct(name_of(name), schema)
            declarations[name] = comment(schema, "", "", name_of(name)) + text
        return declarations

    def struct(self, name, schema):
        required = schema.get("required", [])
        properties = [(key, one) for key, one in schema["properties"].items() if one is not False]
        nested, lines, parameters, assignments = [], [], [], []
        for key, one in properties:
            if "const" in one:
                lines.append(f"{comment(one, '  ', name, key)}  public let {quoted(key)} = {json.dumps(one['const'])}")
                continue
            kind = self.type_of(one, nested, key)
            end = "" if key in required else "?"
            lines.append(f"{comment(one, '  ', name, key)}  public var {quoted(key)}: {kind}{end}")
            parameters.append(f"{quoted(key)}: {kind}{end}" + ("" if key in required else " = nil"))
            assignments.append(f"    self.{key} = {quoted(key)}")
        inner = "".join(indented(one) + "\n" for one in nested)
        init = "  public init(" + ", ".join(parameters) + ") {\n" + "\n".join(assignments) + "\n  }\n" if parameters else "  public init() {}\n"
        if len(init.split("\n")[0]) > 100:
            init = "  public init(\n    " + ",\n    ".join(parameters) + "\n  ) {\n" + "\n".join(assignments) + "\n  }\n"
        init = ("  /// Creates a value from its fields; a field that is nil is left out.\n" if parameters else "  /// Creates a value.\n") + init
        return f"public struct {name}: Encodable, Sendable, Hashable {{\n{inner}" + "\n".join(lines) + f"\n\n{init}}}\n"

    def union(self, name, branches):
        """An enumeration with a case for each branch, which is encoded as the branch alone."""
        nested, cases, encodings, keys = [], [], [], set()
        for branch in branches:
            one = self.resolved(branch)
            target = branch.get("$ref", "").rsplit("/", 1)[-1]
            required = one.get("required", [])
            if one.get("type") == "object" and len(required) == 1 and len(one["properties"]) <= 2:
                keys |= set(one["properties"])
                self.keyed(name, one, required[0], nested, cases, encodings)
            elif "const" in one or "enum" in one:
                for value in [one["const"]] if "const" in one else one["enum"]:
                    cases.append(f"  /// {meaning(name, value)}\n  case {quoted(value)}")
                    encodings.append(f"    case .{quoted(value)}: try container.encode({json.dumps(value)})")
            else:
                kind = self.type_of(branch, nested, "each")
                isEach = one.get("type") == "object" and any(self.resolved(other).get("type") == "number" for other in branches)
                label = "each" if isEach else {"Double": "length", "Int": "count"}.get(kind) or lower(target).removesuffix("Layout")
                cases.append(f"  /// {meaning(name, label)}\n  case {label}({kind})")
                encodings.append(f"    case .{label}(let value): try container.encode(value)")
        keys = sorted(keys)
        isAllKeyed = all("keyed" in line for line in encodings)
        opening = "" if isAllKeyed else "    var container = encoder.singleValueContainer()\n"
        return (f"public enum {name}: Encodable, Sendable, Hashable {{\n" + "".join(indented(one) + "\n" for one in nested) + "\n".join(cases)
                + (f"\n\n  private enum Key: String, CodingKey {{ case {', '.join(keys)} }}" if keys else "")
                + "\n\n  /// Encodes the value as it is in a document.\n  public func encode(to encoder: any Encoder) throws {\n" + opening + "    switch self {\n" + "\n".join(encodings) + "\n    }\n  }\n}\n")

    def keyed(self, name, one, key, nested, cases, encodings):
        kind = self.type_of(one["properties"][key], nested, key)
        more = [name for name in one["properties"] if name != key]
        cases.append(f"  /// {meaning(name, key)}\n  case {quoted(key)}({kind}" + "".join(f", {name}: {self.type_of(one['properties'][name], nested, name)}? = nil" for name in more) + ")")
        names = ", ".join(["let value", *(f"let {name}" for name in more)])
        encodings.append(f"    case .{quoted(key)}({names}):\n      var keyed = encoder.container(keyedBy: Key.self)\n      try keyed.encode(value, forKey: .{key})"
                         + "".join(f"\n      try keyed.encodeIfPresent({name}, forKey: .{name})" for name in more))


def text_case(value):
    """A word as an enumeration's case: `pre-wrap` is `preWrap`."""
    first, *others = value.split("-")
    name = first + "".join(map(upper, others))
    return quoted(name) if name == value else f'{name} = "{value}"'


def text_enum(name, values):
    cases = "".join(f"  /// {meaning(name, text_case(value).split(' ')[0])}\n  case {text_case(value)}\n" for value in values)
    return f"public enum {name}: String, Encodable, Sendable, Hashable {{\n{cases}}}\n"


def documented(name):
    """The comment of a type within another, which the schema does not describe."""
    return f"/// {meaning('', name)}\n"


def comment(schema, indent, kind, name):
    """The schema's description as a comment; the table's meaning of the member `name` of `kind` if there is none."""
    lines = ((schema.get("description") or "").strip() or meaning(kind, name)).split("\n")
    return "".join(f"{indent}/// {line}".rstrip() + "\n" for line in lines)


def indented(text):
    return "".join(("  " + line if line.strip() else line) for line in text.splitlines(keepends=True))


def generated():
    definitions = files.schema_with_definitions(json.loads(CONTRACT.read_text()), "LayoutDocument")["$defs"]
    if "ItemFields" not in definitions:
        fields = next(one for one in definitions["Item"]["oneOf"] if one.get("type") == "object")
        definitions["ItemFields"] = {"description": "An item by its fields.", **fields}
    roots = ["Condition", "Container", "Configuration", "ItemFields", "TextStyle"]
    layouts = [one["$ref"].rsplit("/", 1)[1] for one in definitions["Layout"]["oneOf"]]
    layouts.remove("CompositionalLayout")
    types = Types(definitions).run(["Layout", *roots])
    # What compositional layouts alone have is as long as all else.
    plain = Types(definitions).run([*roots, *layouts])
    declared = {path: [] for path in CONTENTS}
    for name, text in types.items():
        path = CONTAINER if name in roots else LAYOUTS if name in ("Layout", *layouts) else PARTS if name in plain else COMPOSITIONAL
        declared[path].append(text)
    return {path: HEADER % CONTENTS[path] + "\n" + "\n".join(texts) for path, texts in declared.items()}


if __name__ == "__main__":
    sys.exit(files.run(__doc__, generated))
