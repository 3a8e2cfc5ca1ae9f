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


def choices(node):
    """A published schema with a `oneOf` where it says by `if` which branch a value is meant for."""
    if isinstance(node, list):
        return [choices(one) for one in node]
    if not isinstance(node, dict):
        return node
    cases = node.get("allOf", [])
    if not cases or any(set(case) != {"if", "then"} for case in cases):
        return {key: choices(value) for key, value in node.items()}
    branches = []
    for case in cases:
        then = choices(case["then"])
        branches += then["oneOf"] if set(then) == {"oneOf"} else [then]
    # The type and the field repeat what the branches say.
    rest = {key: value for key, value in node.items() if key not in ("allOf", "type", "properties", "required")}
    return {**rest, "oneOf": branches}
