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
