#!/usr/bin/env python3
"""Makes the API reference, a page served at /docs, of openapi.yaml.

    reference.py generate    writes Sources/LayoutService/Resources/reference/index.html
    reference.py check       says whether that file is current

Needs PyYAML. The page needs nothing from elsewhere; its one script chooses light or dark and opens the
contents where there is room. In its head stands a fingerprint of openapi.yaml, of this file and of the page
itself, by which a test sees without Python that the page is current and as it was made.
"""
import html
import json
import pathlib
import re
import sys
import urllib.parse

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTRACT = ROOT / "openapi.yaml"
PAGE = ROOT / "Sources/LayoutService/Resources/reference/index.html"
METHODS = ("get", "put", "post", "x-query")
FINGERPRINT = '<meta name="made-of" content="%s">'


def prose(text):
    """The little Markdown that descriptions use: paragraphs, `code`, **strong**, *emphasis*."""
    paragraphs = re.split(r"\n\s*\n", (text or "").strip())
    return "".join(f"<p>{inline(one)}</p>" for one in paragraphs if one)


def inline(text):
    parts = re.split(r"`([^`]*)`", text)
    out = []
    for number, part in enumerate(parts):
        escaped = html.escape(" ".join(part.split()) if number % 2 else part)
        if number % 2:
            out.append(f"<code>{escaped}</code>")
        else:
            escaped = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", escaped)
            out.append(re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*", r"<em>\1</em>", escaped))
    return "".join(out)


def fingerprint(data):
    """The 64-bit FNV-1a hash in hexadecimal."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def playground(document):
    """The address of the playground with a document in it."""
    text = document if isinstance(document, str) else json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    return "/#" + urllib.parse.urlencode({"document": text}, quote_via=urllib.parse.quote)


def button(address, text):
    return f'<p><a class="try" href="{html.escape(address)}">{text}</a></p>'


class Reference:
    def __init__(self, contract):
        self.contract = contract
        self.components = contract["components"]

    def whole(self, node):
        """The node with its reference followed; what stands beside the reference wins."""
        if not isinstance(node, dict) or "$ref" not in node:
            return node
        target = self.contract
        for step in node["$ref"][2:].split("/"):
            target = target[step]
        return {**self.whole(target), **{key: value for key, value in node.items() if key != "$ref"}}

    def type_of(self, schema):
        """What a value is, in a few words, linked to the schemas it names."""
        if schema is True or schema is None:
            return "anything"
        if schema is False:
            return "nothing"
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[-1]
            return f'<a href="#schema-{name}">{name}</a>'
        for word, joint in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")):
            if word in schema:
                return joint.join(self.type_of(one) for one in schema[word])
        if "const" in schema:
            return f"<code>{html.escape(json.dumps(schema['const']))}</code>"
        if "enum" in schema:
            return " | ".join(f"<code>{html.escape(json.dumps(one))}</code>" for one in schema["enum"])
        kind = schema.get("type", "object" if "properties" in schema else "anything")
        if kind == "array":
            if "prefixItems" in schema:
                return f"[{', '.join(self.type_of(one) for one in schema['prefixItems'])}]"
            return f"list of {self.type_of(schema.get('items', True))}"
        bounds = [f"{sign} {schema[key]}" for key, sign in (
            ("minimum", "≥"), ("exclusiveMinimum", ">"), ("maximum", "≤"), ("exclusiveMaximum", "<")) if key in schema]
        return html.escape(str(kind)) + (" " + ", ".join(bounds) if bounds else "")

    def fields(self, schema):
        """The rows of an object's fields, those of nested plain objects below their owner."""
        required = set(schema.get("required", []))
        for name, one in schema.get("properties", {}).items():
            one = one if isinstance(one, dict) else {}
            default = one.get("default")
            notes = [prose(one.get("description"))]
            if name in required:
                notes.insert(0, '<span class="must">required</span> ')
            if default is not None:
                notes.append(f"<p>Default <code>{html.escape(json.dumps(default))}</code>.</p>")
            yield f"<tr><th scope=row><code>{html.escape(name)}</code></th><td>{self.type_of(one)}</td><td>{''.join(notes)}</td></tr>"
            if "properties" in one:
                for row in self.fields({**one, "properties": {f"{name}.{key}": value for key, value in one["properties"].items()}, "required": []}):
                    yield row

    def table(self, schema):
        rows = list(self.fields(schema))
        if not rows:
            return ""
        return f"<table class=fields><thead><tr><th scope=col>Field<th scope=col>Value<th scope=col>Meaning</thead><tbody>{''.join(rows)}</tbody></table>"

    def schema(self, name):
        schema = self.components["schemas"][name]
        parts = [f'<section id="schema-{name}"><h3>{name}</h3>', prose(schema.get("description"))]
        if "properties" in schema:
            parts.append(self.table(schema))
        else:
            parts.append(f"<p>{self.type_of(schema)}</p>")
            for word in ("oneOf", "anyOf", "allOf"):
                for one in schema.get(word, []):
                    if "properties" in one:
                        parts.append(prose(one.get("description")) + self.table(one))
        return "".join(parts) + "</section>"

    def parameters(self, listed):
        rows = []
        for one in map(self.whole, listed):
            example = next(iter(one.get("examples", {}).values()), {}).get("value")
            shown = f"<p>For example <code>{html.escape(str(example))}</code>.</p>" if example is not None else ""
            must = '<span class="must">required</span> ' if one.get("required") else ""
            rows.append(f"<tr><th scope=row><code>{html.escape(one['name'])}</code></th><td>{one['in']}</td><td>{must}{prose(one.get('description'))}{shown}</td></tr>")
        if not rows:
            return ""
        return f"<table class=fields><thead><tr><th scope=col>Parameter<th scope=col>In<th scope=col>Meaning</thead><tbody>{''.join(rows)}</tbody></table>"

    def responses(self, responses):
        rows = []
        for status, node in responses.items():
            one = self.whole(node)
            types = ", ".join(f"<code>{html.escape(kind)}</code>" for kind in one.get("content", {}))
            rows.append(f"<tr><th scope=row>{html.escape(str(status))}</th><td>{prose(one.get('description'))}</td><td>{types}</td></tr>")
        return f"<table class=answers><thead><tr><th scope=col>Status<th scope=col>When<th scope=col>Body</thead><tbody>{''.join(rows)}</tbody></table>"

    def operation(self, path, method, shared, operation):
        verb = method.removeprefix("x-").upper()
        parts = [
            f'<section id="{operation["operationId"]}"><h3><span class="verb">{verb}</span> <code>{html.escape(path)}</code></h3>',
            f"<p><strong>{inline(operation.get('summary', ''))}</strong></p>", prose(operation.get("description")),
            self.try_link(path, operation), self.parameters(shared + operation.get("parameters", [])),
        ]
        body = self.whole(operation.get("requestBody"))
        if body:
            parts.append(f"<h4>Body</h4>{prose(body.get('description'))}<p>A <a href=\"#schema-LayoutDocument\">LayoutDocument</a>.</p>")
        parts.append(f"<h4>Answers</h4>{self.responses(operation['responses'])}</section>")
        return "".join(parts)

    def try_link(self, path, operation):
        """A link that asks this operation: from the playground with a document, or at once where it needs none."""
        examples = self.components["examples"]
        if path.startswith("/v1/layouts"):
            asked = [one["x-request"]["document"] for one in self.examples_of(operation) if "document" in one.get("x-request", {})]
            name = (asked or self.documents())[0]
            return button(playground(examples[name]["value"]), f"Try it in the playground: {html.escape(name)}")
        if path == "/problems/{name}":
            body = next(one["x-request"]["body"] for one in examples.values()
                        if "body" in one.get("x-request", {}) and one["value"].get("type") == "/problems/invalid-layout")
            return button(playground(body), "Try it in the playground: a document with a mistake")
        if path == "/docs":
            return ""
        return button(path, "Open the playground" if path == "/" else f"Open {html.escape(path)}")

    def examples_of(self, operation):
        """The examples of an operation's good answers."""
        for status, node in operation["responses"].items():
            if status.startswith("2"):
                for content in self.whole(node).get("content", {}).values():
                    yield from map(self.whole, content.get("examples", {}).values())

    def documents(self):
        return list(self.whole(self.components["requestBodies"]["LayoutDocument"])["content"]["application/json"]["examples"])

    def examples(self):
        """The documents, each with a link that opens it in the playground."""
        for name in self.documents():
            one = self.components["examples"][name]
            text = json.dumps(one["value"], indent=2, ensure_ascii=False)
            yield (f'<section id="example-{name}"><h3>{html.escape(name)}</h3>{prose(one.get("summary"))}'
                   f'{button(playground(one["value"]), "Try it in the playground")}<pre tabindex="0">{html.escape(text)}</pre></section>')

    def page(self):
        info, tags = self.contract["info"], self.contract["tags"]
        groups = []
        for tag in tags:
            operations = [self.operation(path, method, node.get("parameters", []), node[method])
                          for path, node in self.contract["paths"].items() for method in METHODS
                          if method in node and tag["name"] in node[method].get("tags", [])]
            groups.append(f'<h2 id="tag-{tag["name"]}">{html.escape(tag["name"].capitalize())}</h2>{prose(tag.get("description"))}{"".join(operations)}')
        links = "".join(
            f'<li><a href="#{node[method]["operationId"]}"><span class="verb">{method.removeprefix("x-").upper()}</span> {html.escape(path)}</a>'
            for path, node in self.contract["paths"].items() for method in METHODS if method in node)
        schemas = "".join(self.schema(name) for name in self.components["schemas"])
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(info["title"])} API reference</title>
<link rel="icon" href="/playground/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/appearance.js"></script>
{FINGERPRINT % ""}
</head>
<body>
<nav aria-label="Contents">
<p class="places"><a href="/">Playground</a> <a href="/openapi.yaml">openapi.yaml</a> <a href="/schemas/layout-document.json">JSON Schema</a>
<button type="button" id="theme" aria-pressed="false" hidden>Dark</button></p>
<details id="contents"><summary>Contents</summary>
<ul>{links}<li><a href="#examples">Documents by example</a><li><a href="#schemas">Schemas</a></ul>
</details>
</nav>
<main>
<h1>{html.escape(info["title"])} API reference</h1>
<p><strong>{inline(info.get("summary", ""))}</strong></p>
{prose(info.get("description"))}
{"".join(groups)}
<h2 id="examples">Documents by example</h2>
{"".join(self.examples())}
<h2 id="schemas">Schemas</h2>
{schemas}
</main>
</body>
</html>
"""


def main():
    if sys.argv[1:] not in (["generate"], ["check"]):
        sys.exit(__doc__)
    contract = CONTRACT.read_bytes()
    page = Reference(yaml.safe_load(contract)).page()
    made_of = fingerprint(contract + pathlib.Path(__file__).read_bytes() + page.encode())
    page = page.replace(FINGERPRINT % "", FINGERPRINT % made_of, 1)
    if sys.argv[1] == "generate":
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(page, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page:
        sys.exit(f"{PAGE.relative_to(ROOT)} is not current: run {sys.argv[0]} generate")


if __name__ == "__main__":
    main()
