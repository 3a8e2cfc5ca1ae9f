#!/usr/bin/env python3
"""Makes the API reference, a page served at /docs, of openapi.yaml.

    reference.py generate            writes Web/reference/index.html
    reference.py check               says whether that file is current
    reference.py pictures PROGRAM    draws the examples' pictures, which stand in the page (make pictures)

Needs PyYAML. The page needs nothing from elsewhere; its one script chooses light or dark, opens the contents
where there is room, and unfolds what a link leads to. In its head stands a fingerprint of openapi.yaml, of this file and of the page
itself, by which a test sees without Python that the page is current and as it was made.
"""
import base64
import html
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse

import yaml

import files
from files import ROOT
from meanings import MEANINGS

CONTRACT = ROOT / "openapi.yaml"
PAGE = ROOT / "Web/reference/index.html"
PICTURES = PAGE.parent / "pictures"
METHODS = ("get", "put", "post", "delete", "x-query")
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


def folded(summary, inner, kind=""):
    """What is shown after a click on its summary."""
    return f'<details{kind}><summary>{summary}</summary>{inner}</details>' if inner else ""


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
        if isinstance(kind, list):
            return " or ".join(kind)
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return f"names, each with a value: {self.type_of(schema['additionalProperties'])}"
        if kind == "object" and "properties" in schema:
            inner = ", ".join(f"<code>{html.escape(name)}</code>: {self.type_of(one)}"
                              for name, one in schema["properties"].items())
            return f"{{{inner}}}"
        if kind == "array":
            if "prefixItems" in schema:
                return f"[{', '.join(self.type_of(one) for one in schema['prefixItems'])}]"
            return f"list of {self.type_of(schema.get('items', True))}"
        bounds = [f"{sign} {schema[key]}" for key, sign in (
            ("minimum", "≥"), ("exclusiveMinimum", ">"), ("maximum", "≤"), ("exclusiveMaximum", "<")) if key in schema]
        return html.escape(str(kind)) + (" " + ", ".join(bounds) if bounds else "")

    def meaning(self, owner, name, one):
        """What a field means: as it says itself, else as its type does, else as MEANINGS has it."""
        if one.get("description"):
            return prose(one["description"])
        field = name.rsplit(".", 1)[-1]
        for key in (f"{owner}.{field}", field):
            if key in MEANINGS and not self.whole(one).get("description"):
                return prose(MEANINGS[key])
        return prose((self.whole(one).get("description") or "").strip().split("\n\n")[0])

    def nested(self, name, one):
        """Objects that stand within a field's value, each with the beginning of its fields' names."""
        if "properties" in one:
            yield name + ".", one
        for word in ("oneOf", "anyOf"):
            branches = one.get(word, [])
            # `columns: integer or object` is spelled out, whatever the object is called.
            if any(branch.get("type") in ("integer", "number") for branch in branches):
                branches = [self.whole(branch) for branch in branches]
            for branch in branches:
                yield from self.nested(name, branch)
        if isinstance(one.get("items"), dict):
            yield from self.nested(name + "[]", one["items"])

    def fields(self, schema, owner="", before=""):
        """The rows of an object's fields, those of nested plain objects below their owner."""
        required = set(schema.get("required", []))
        for name, one in schema.get("properties", {}).items():
            if one is False:
                continue
            one = one if isinstance(one, dict) else {}
            default = one.get("default")
            notes = [self.meaning(owner, name, one)]
            if name in required:
                notes.insert(0, '<span class="must">required</span> ')
            if default is not None:
                notes.append(f"<p>Default <code>{html.escape(json.dumps(default))}</code>.</p>")
            yield (f"<tr><th scope=row><code>{html.escape(before + name)}</code></th><td>{self.type_of(one)}</td>"
                   f"<td>{''.join(notes)}</td></tr>")
            for prefix, inner in self.nested(before + name, one):
                yield from self.fields(inner, owner, prefix)

    def table(self, schema, owner=""):
        rows = list(self.fields(schema, owner))
        if not rows:
            return ""
        return f"<table class=fields><thead><tr><th scope=col>Field<th scope=col>Value<th scope=col>Meaning</thead><tbody>{''.join(rows)}</tbody></table>"

    def schema(self, name):
        schema = self.components["schemas"][name]
        about, fields = prose(schema.get("description")), []
        if "properties" in schema:
            fields.append(self.table(schema, name))
        else:
            fields.append(f"<p>{self.type_of(schema)}</p>")
            for word in ("oneOf", "anyOf", "allOf"):
                for one in schema.get(word, []):
                    if "properties" in one:
                        fields.append(prose(one.get("description")) + self.table(one, name))
        title, examples = f"<h3>{self.layouts().get(name, name)}</h3>", self.examples_by_layout().get(name, [])
        if not examples:
            return f'<section id="schema-{name}">{folded(title, about + "".join(fields))}</section>'
        shown = "".join(map(self.example, examples))
        return f'<section id="schema-{name}">{title}{about}{shown}{folded("Fields", "".join(fields))}</section>'

    def parameters(self, listed):
        rows = []
        for one in map(self.whole, listed):
            example = next(iter(one.get("examples", {}).values()), {}).get("value")
            shown = f"<p>For example <code>{html.escape(str(example))}</code>.</p>" if example is not None else ""
            must = '<span class="must">required</span> ' if one.get("required") else ""
            rows.append(f"<tr><th scope=row><code>{html.escape(one['name'])}</code></th><td>{one['in']}</td><td>{must}{self.meaning('', one['name'], one)}{shown}</td></tr>")
        if not rows:
            return ""
        return f"<table class=fields><thead><tr><th scope=col>Parameter<th scope=col>In<th scope=col>Meaning</thead><tbody>{''.join(rows)}</tbody></table>"

    def responses(self, responses):
        """What is answered, and behind one line what is refused."""
        rows = {False: [], True: []}
        for status, node in responses.items():
            one = self.whole(node)
            types = ", ".join(f"<code>{html.escape(kind)}</code>" for kind in one.get("content", {}))
            rows[str(status) >= "4"].append(
                f"<tr><th scope=row>{html.escape(str(status))}</th><td>{prose(one.get('description'))}</td><td>{types}</td></tr>")
        tables = {
            refused: f"<table class=answers><thead><tr><th scope=col>Status<th scope=col>When<th scope=col>Body</thead>"
                     f"<tbody>{''.join(listed)}</tbody></table>" if listed else "" for refused, listed in rows.items()}
        if not rows[True]:
            return tables[False]
        statuses = ", ".join(str(status) for status in responses if str(status) >= "4")
        return f"{tables[False]}<details><summary>Refusals: {statuses}</summary>{tables[True]}</details>"

    def operation(self, path, method, shared, operation):
        verb = method.removeprefix("x-").upper()
        title = (f'<section id="{operation["operationId"]}"><h3><span class="verb">{verb}</span> <code>{html.escape(path)}</code></h3>'
                 f"<p>{inline(operation.get('summary', ''))}</p>")
        parts = [prose(operation.get("description")), self.try_link(path, operation),
                 self.parameters(shared + operation.get("parameters", []))]
        body = self.whole(operation.get("requestBody"))
        if body:
            schema = next(iter(body["content"].values()))["schema"]
            parts.append(f"<h4>Body</h4>{prose(body.get('description'))}<p>A {self.type_of(schema)}.</p>")
        parts.append(f"<h4>Answers</h4>{self.responses(operation['responses'])}")
        return f'{title}{folded("Parameters and answers", "".join(parts))}</section>'

    def try_link(self, path, operation):
        """A link that asks this operation: from the playground with a document, or at once where it needs none."""
        examples = self.components["examples"]
        if path.startswith("/v1/layouts"):
            asked = [one["x-request"]["document"] for one in self.examples_of(operation) if "document" in one.get("x-request", {})]
            name = (asked or self.documents())[0]
            return button(playground(examples[name]["value"]), f"Try it in the playground: {html.escape(name)}")
        if path == "/v1/texts":
            return button(playground(examples["captions"]["value"]), "Try texts in the playground: captions")
        if path == "/problems/{name}":
            body = next(one["x-request"]["body"] for one in examples.values()
                        if "body" in one.get("x-request", {}) and one["value"].get("type") == "/problems/invalid-layout")
            return button(playground(body), "Try it in the playground: a document with a mistake")
        if path == "/docs":
            return ""
        queries = [one["x-request"]["query"] for one in self.examples_of(operation) if "query" in one.get("x-request", {})]
        address = f"{path}?{queries[0]}" if queries else path
        return button(address, "Open the playground" if path == "/" else f"Open {html.escape(path)}")

    def examples_of(self, operation):
        """The examples of an operation's good answers."""
        for status, node in operation["responses"].items():
            if status.startswith("2"):
                for content in self.whole(node).get("content", {}).values():
                    yield from map(self.whole, content.get("examples", {}).values())

    def documents(self):
        return list(self.whole(self.components["requestBodies"]["LayoutDocument"])["content"]["application/json"]["examples"])

    def layouts(self):
        """The types of layouts, by their schemas."""
        mapping = self.components["schemas"]["Layout"]["discriminator"]["mapping"]
        return {reference.rsplit("/", 1)[-1]: kind for kind, reference in mapping.items()}

    def examples_by_layout(self):
        """The names of the documents, by the schema of the layout that each shows."""
        schemas = {kind: name for name, kind in self.layouts().items()}
        found = {}
        for name in self.documents():
            document = self.components["examples"][name]["value"]
            layout = document.get("layout") or document["sections"][0]["layout"]
            found.setdefault("Variant" if isinstance(layout, list) else schemas[layout["type"]], []).append(name)
        return found

    def first_request(self):
        """A command that runs as it stands, its answer, and the picture of what it answers."""
        answer = self.components["examples"]["waterfallRect"]
        document = self.written(self.components["examples"]["waterfall"]["value"])
        command = (f"curl '<span class=\"origin\">http://localhost:8080</span>/v1/layouts?{html.escape(answer['x-request']['query'])}' "
                   f"\\\n  -H 'Content-Type: application/json' -d '{html.escape(document)}'")
        return (f'<h2 id="first-request">The first request</h2>'
                f'<p>Send a document: how wide the screen is, how items are laid out, and how large they are. The answer has the '
                f'frame of each item in the rectangle that you ask for. Here that is the first 96 points, where three of four '
                f'items begin; the fourth, a photo of 300 × 200, goes into the shortest column, below the third.</p>'
                f'<div class="first">{self.image("waterfall")}<div><pre tabindex="0" id="first-command">{command}</pre>'
                f'<pre tabindex="0" id="first-answer">{html.escape(self.written(answer["value"], room=110))}</pre></div></div>'
                f'<p>Anyone with the <code>id</code> can query the layout again without sending it: '
                f'<a href="#getLayoutAttributes"><code>GET /v1/layouts/{{id}}/attributes?rect=0,96,390,844</code></a> answers what '
                f'comes into sight as somebody scrolls.</p>'
                f'{button(playground(self.components["examples"]["waterfall"]["value"]), "Change it in the playground")}')

    def written(self, value, indent="", room=72):
        """JSON in which lists and objects that fit stand on one line."""
        line = json.dumps(value, ensure_ascii=False)
        if len(indent) + len(line) <= room or not isinstance(value, (dict, list)) or not value:
            return line
        inner = indent + "  "
        if isinstance(value, dict):
            parts = [f"{json.dumps(name)}: {self.written(one, inner, room - len(name) - 4)}" for name, one in value.items()]
            return "{\n" + ",\n".join(inner + one for one in parts) + f"\n{indent}}}"
        return "[\n" + ",\n".join(inner + self.written(one, inner, room) for one in value) + f"\n{indent}]"

    def image(self, name):
        """The picture of an example's document."""
        one = self.components["examples"][name]
        picture = (PICTURES / f"{name}.svg").read_bytes()
        width, height = re.search(rb'width="([0-9.]+)" height="([0-9.]+)"', picture).groups()
        return (f'<img src="data:image/svg+xml;base64,{base64.b64encode(picture).decode()}" width="{width.decode()}" '
                f'height="{height.decode()}" alt="{html.escape(one.get("summary", name))}" loading="lazy">')

    def example(self, name):
        """A document beside its picture, with a link that opens it in the playground."""
        one = self.components["examples"][name]
        address = html.escape(playground(one["value"]))
        return (f'<figure class="example" id="example-{name}"><a href="{address}">{self.image(name)}</a>'
                f'<figcaption><p><strong>{html.escape(name)}</strong></p>{prose(one.get("summary"))}'
                f'{button(playground(one["value"]), "Try it in the playground")}</figcaption>'
                f'<pre tabindex="0">{html.escape(self.written(one["value"]))}</pre></figure>')

    def draw(self, program):
        """Draws the documents' pictures: what of each is on its first screen."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        for name in self.documents():
            document = self.components["examples"][name]["value"]
            told = [program, "layout", "-"]
            ask = {"input": json.dumps(document).encode(), "stdout": subprocess.PIPE, "check": True}
            size = json.loads(subprocess.run(told, **ask).stdout)["contentSize"]
            width, height = (min(size[side], document["container"][side]) for side in ("width", "height"))
            drawn = subprocess.run([*told, "--format", "svg", "--rect", f"0,0,{width:g},{height:g}"], **ask).stdout
            (PICTURES / f"{name}.svg").write_bytes(drawn)

    def contents(self, chapters):
        """Links to every section, by chapter."""
        def listed(title, target, links):
            items = "".join(f'<li><a href="#{link}">{shown}</a>' for link, shown in links)
            return f'<li><a class="chapter" href="#{target}">{title}</a>' + (f"<ul>{items}</ul>" if items else "")
        return "".join(listed(*chapter) for chapter in chapters)

    def page(self):
        info, tags = self.contract["info"], self.contract["tags"]
        layouts = [*self.layouts(), "Variant"]
        others = [name for name in self.components["schemas"] if name not in layouts]
        chapters = [("The first request", "first-request", []), ("Layouts", "layouts", [(f"schema-{name}", html.escape(self.layouts().get(name, "variants")))
                                            for name in layouts])]
        groups = []
        for tag in tags:
            found = [(path, method, node) for path, node in self.contract["paths"].items() for method in METHODS
                     if method in node and tag["name"] in node[method].get("tags", [])]
            operations = [self.operation(path, method, node.get("parameters", []), node[method])
                          for path, method, node in found]
            title = f'Requests: {html.escape(tag["name"])}'
            groups.append(f'<h2 id="tag-{tag["name"]}">{title}</h2>{prose(tag.get("description"))}{"".join(operations)}')
            chapters.append((title, f'tag-{tag["name"]}', [
                (node[method]["operationId"],
                 f'<span class="verb">{method.removeprefix("x-").upper()}</span> {html.escape(path)}')
                for path, method, node in found]))
        opening, _, rules = info.get("description", "").strip().partition("\n\n")
        chapters.append(("Rules of all requests", "rules", []))
        chapters.append(("Schemas", "schemas", [(f"schema-{name}", name) for name in others]))
        links = self.contents(chapters)
        shown = "".join(map(self.schema, layouts))
        schemas = "".join(map(self.schema, others))
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
<ul>{links}</ul>
</details>
</nav>
<main>
<h1>{html.escape(info["title"])} API reference</h1>
<p><strong>{inline(info.get("summary", ""))}</strong></p>
{prose(opening)}
{self.first_request()}
<h2 id="layouts">Layouts</h2>
<p>A document has a <a href="#schema-Container">container</a>, <a href="#schema-Items">items</a> and one of these
layouts, or <a href="#schema-Section">sections</a> with a layout each. Each picture is drawn of the document beside it.</p>
{shown}
{"".join(groups)}
<h2 id="rules">Rules of all requests</h2>
{folded("Units, ids, versions, methods, JSON, generated clients", prose(rules))}
<h2 id="schemas">Schemas</h2>
{folded(f"All {len(others)} schemas", schemas)}
</main>
</body>
</html>
"""


def generated():
    contract = CONTRACT.read_bytes()
    page = Reference(yaml.safe_load(contract)).page()
    made_of = fingerprint(contract + pathlib.Path(__file__).read_bytes() + page.encode())
    return {PAGE: page.replace(FINGERPRINT % "", FINGERPRINT % made_of, 1)}


if __name__ == "__main__":
    if sys.argv[1:2] == ["pictures"] and len(sys.argv) == 3:
        sys.exit(Reference(yaml.safe_load(CONTRACT.read_bytes())).draw(pathlib.Path(sys.argv[2]).resolve()))
    sys.exit(files.run(__doc__, generated))
