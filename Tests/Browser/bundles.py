"""What esbuild makes of the package, and what a page loads of it."""
import gzip
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def preload_lines(project):
    """The lines for `<head>` that the recipe's command prints for the bundle `dist/app.js` of a folder."""
    recipes = (ROOT / "Sources/LayoutService/LayoutService.docc/Recipes.md").read_text()
    command = re.search(r"^```sh\n(cd dist\n.*?)^```$", recipes, re.M | re.S)[1]
    return subprocess.run(["bash", "-ec", command], cwd=project, check=True, capture_output=True, text=True).stdout


def gzipped(data):
    return len(gzip.compress(data, 9))


def brotlied(data):
    return len(subprocess.run(["brotli", "--best", "--stdout"], input=data, check=True, capture_output=True).stdout)


def sizes_of(project, entry, compressed=gzipped):
    """The compressed bytes of the files that a page loads of an entry at once, and of those that it may load later."""
    subprocess.run(["esbuild", entry, "--bundle", "--minify", "--splitting", "--format=esm", "--outdir=sizes", "--metafile=sizes.json",
                    *(f"--external:{name}" for name in ("react", "vue", "svelte")), "--log-level=error"], cwd=project, check=True)
    files = json.loads((project / "sizes.json").read_text())["outputs"]
    at_once, waiting = set(), [f"sizes/{pathlib.Path(entry).stem}.js"]
    while waiting:
        name = waiting.pop()
        if name in at_once or name not in files:
            continue
        at_once.add(name)
        waiting += [one["path"] for one in files[name]["imports"] if one["kind"] == "import-statement"]
    size = {name: compressed((project / name).read_bytes()) for name in files}
    now = sum(size[name] for name in at_once)
    return [now, sum(size.values()) - now]
