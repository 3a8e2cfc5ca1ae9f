"""Files that are made of others: writes them, or says which are not current. What the generators here share."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def write(texts):
    """Writes files, given as texts by path, and prints their names."""
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(text)} bytes")


def outdated(texts):
    """The files, relative to the package, that are not these texts."""
    return [path.relative_to(ROOT) for path, text in texts.items()
            if not path.exists() or path.read_text(encoding="utf-8") != text]


def run(usage, generated):
    """Does what the command line asks for, `generate` or `check`, with the texts by path that `generated` gives."""
    if sys.argv[1:] == ["generate"]:
        write(generated())
        return 0
    if sys.argv[1:] != ["check"]:
        sys.exit(usage.strip())
    stale = outdated(generated())
    for path in stale:
        print(f"{path} is not current: run {sys.argv[0]} generate")
    return 1 if stale else 0


PREFIX = "#/components/schemas/"


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


def schema_with_definitions(api, root):
    """A schema of the contract that stands alone: with every schema that it needs in its `$defs`."""
    schemas = api["components"]["schemas"]
    needed, queue = [], [root]
    while queue:
        name = queue.pop(0)
        for other in referred(schemas[name]):
            if other not in needed:
                needed.append(other)
                queue.append(other)
    return {**standalone(schemas[root]), "$defs": {name: standalone(schemas[name]) for name in needed}}
