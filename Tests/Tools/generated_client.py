#!/usr/bin/env python3
"""Makes clients of openapi.yaml by two generators, as newcomers do, and uses them.

    generated_client.py URL      (of a running service; run by the Python of an environment that has
                                 openapi-python-client, datamodel-code-generator, PyYAML, jsonschema)

openapi-python-client makes a client, which asks the service by every operation; of
datamodel-code-generator's models every example of the contract comes back as it was. Whatever a
generator passes over, and every class that it had to number, is a fault of the contract.
"""
import asyncio
import importlib
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
ROOT = TOOLS.parent.parent
CONTRACT = ROOT / "openapi.yaml"
CONFIG = ROOT / "Examples/openapi-python-client.yaml"
sys.path.insert(0, str(TOOLS))
from contract import contract, examples, schema_of  # noqa: E402

API = contract()
MADE = examples(API)
DOCUMENTS = {name: json.loads(body) for name, body in MADE["documents"].items()}
ANSWERS = {one["name"]: one for one in MADE["exchanges"]}
# What no generator of a client for JSON can know, and Examples' configuration says: pictures are of
# frames, of changes and of documents.
OTHER_TYPES = ["application/vnd.tatami.packed", "application/yaml", *3 * ["image/svg+xml"]]


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


def run(*command):
    """A generator's output; it finds its formatter beside this Python."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)], text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={**os.environ, "PATH": path}, timeout=120)
    expect(done.returncode == 0, f"{command[0]}: status {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


def component_classes():
    """The schemas that are objects of known fields: each is to be a class of its name."""
    return {name for name, schema in API["components"]["schemas"].items()
            if "properties" in schema or "allOf" in schema}


def is_numbered(name):
    """Whether a generator had to make a name up."""
    return re.search(r"\d$", name) is not None


# ---- openapi-python-client -------------------------------------------------------------------


class Client:
    """The generated client."""

    def __init__(self, folder, url):
        generate = ["openapi_python_client", "generate", "--path", CONTRACT, "--meta", "none"]
        said = run(*generate, "--output-path", folder / "plain_api")
        self.left_out = sorted(re.findall(r"Unsupported content_type ([^),]+)\)", said))
        self.warnings = said.count("WARNING")
        run(*generate, "--output-path", folder / "tatami_api", "--config", CONFIG, "--fail-on-warning")
        self.url = url
        self.package = importlib.import_module("tatami_api")
        self.models = importlib.import_module("tatami_api.models")
        self.client = self.package.Client(base_url=url, raise_on_unexpected_status=True)

    def operation(self, name, tag="layouts"):
        return importlib.import_module(f"tatami_api.api.{tag}.{name}")

    def ask(self, name, *arguments, tag="layouts", **fields):
        """The status and the typed answer."""
        answer = self.operation(name, tag).sync_detailed(*arguments, client=self.client, **fields)
        return int(answer.status_code), answer.parsed

    def ask_for(self, kind, name, *arguments, statuses=(200,), **fields):
        """The typed answer, which must be of a kind."""
        status, answer = self.ask(name, *arguments, **fields)
        expect(status in statuses, f"{name}: {status} {answer}")
        expect(type(answer).__name__ == kind, f"{name}: a {type(answer).__name__}, not a {kind}")
        return answer

    def document(self, name):
        return self.models.LayoutDocument.from_dict(DOCUMENTS[name])

    def post(self, name, kind="Summary", **fields):
        return self.ask_for(kind, "create_layout", statuses=(200, 201), tag="documents",
                            body=self.document(name), **fields)


def client_is_whole(client):
    """No operation, schema or field is passed over; nothing has a made-up name."""
    expect(client.left_out == OTHER_TYPES and client.warnings == len(OTHER_TYPES),
           f"left out: {client.left_out}, {client.warnings} warnings")
    classes = {name for name, one in vars(client.models).items() if inspect.isclass(one)}
    expect(component_classes() <= classes, f"no class for {component_classes() - classes}")
    expect(not any(map(is_numbered, classes)), f"numbered: {sorted(filter(is_numbered, classes))}")
    folder = Path(client.package.__file__).parent / "api"
    modules = {path.stem for path in folder.rglob("*.py")} - {"__init__"}
    operations = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", one["operationId"]).lower()
                  for item in API["paths"].values() for method, one in item.items()
                  if method in ("get", "post", "put", "delete")}
    expect(modules == operations, f"{modules ^ operations}")


def documents_come_back(client):
    """Every document of the examples is one of the generated class, field by field."""
    for name, document in DOCUMENTS.items():
        back = client.document(name).to_dict()
        expect(back == document, f"{name}: {back}")


def document_is_posted(client):
    """A document of typed parts, POSTed and PUT under the id that it was given."""
    models = client.models
    document = models.LayoutDocument(
        container=models.Container(width=390, height=844),
        layout=models.WaterfallLayout(type_="waterfall", columns=3, spacing=6),
        items=[120, 180, 90, [300, 200]])
    post = {"tag": "documents", "body": document, "statuses": (200, 201)}
    summary = client.ask_for("Summary", "create_layout", **post)
    expect((summary.content_size.width, summary.content_size.height) == (390, 180), f"{summary}")
    expect(summary.item_count == 4 and summary.section_count == 1, f"{summary}")
    again = client.ask_for("Summary", "put_layout", summary.id, **post)
    expect(again == summary, f"{again}")
    expect(client.ask_for("Summary", "get_layout", summary.id) == summary, "GET says the same")
    found = client.ask_for("AttributesAnswer", "put_layout", summary.id, rect="0,0,390,96", **post)
    expect(len(found.attributes) == 3, f"{found}")
    columns = client.models.AttributesFormat.COLUMNS
    found = client.ask_for("ColumnsAnswer", "create_layout", rect="all", format_=columns, **post)
    expect(found.cells.item == [0, 1, 2, 3], f"{found}")


def frames_are_typed(client):
    """The frames in a rectangle, which are those of the contract's example."""
    layout = client.post("waterfall")
    wanted = ANSWERS["waterfallRect"]["answer"]
    found = client.ask_for("AttributesAnswer", "get_layout_attributes", layout.id, rect="0,0,390,96")
    frames = [(*one.index_path, one.frame.x, one.frame.y, one.frame.width, one.frame.height)
              for one in found.attributes]
    expect(frames == [(*one["indexPath"], *(one["frame"][side] for side in ("x", "y", "width", "height")))
                      for one in wanted["attributes"]], f"{frames}")
    expect(found.attributes[0].category is client.models.AttributesCategory.CELL, "a cell")
    later = asyncio.run(client.operation("get_layout_attributes").asyncio(
        layout.id, client=client.client, rect="0,0,390,96"))
    expect(later == found, "the asynchronous call says the same")


def representations_are_typed(client):
    """Columns, packed columns and pictures by operations of their own; columns by `format`, too."""
    layout = client.post("waterfall")
    wanted = ANSWERS["waterfallColumns"]["answer"]["cells"]
    own = client.ask_for("ColumnsAnswer", "get_layout_columns", layout.id, rect="all")
    chosen = client.ask_for("ColumnsAnswer", "get_layout_attributes", layout.id, rect="all",
                            format_=client.models.AttributesFormat.COLUMNS)
    expect(own.cells.to_dict() == wanted and own == chosen, f"{own.cells}")
    packed = client.ask_for("File", "get_packed_layout", layout.id, rect="all").payload.read()
    expect(packed[:8] == b"TTM1" + len(wanted["x"]).to_bytes(4, "little"), f"{packed[:8]}")
    picture = client.ask_for("str", "get_layout_picture", layout.id, rect="all",
                             theme=client.models.PictureTheme.DARK)
    expect(picture.startswith("<svg "), picture[:80])
    sections = client.ask_for("SectionsAnswer", "get_layout_sections", layout.id)
    expect(sections.sections[0].frame.height == 180, f"{sections}")
    target = client.ask_for("TargetOffset", "get_target_offset", client.post("carousel").id,
                            proposed="400,0", velocity="0.5,0")
    expect((target.target_content_offset.x, target.page) == (630, 2), f"{target}")


def bytes_are_had_without_configuration(client):
    """What the generator cannot type comes as bytes, and is not read as something else."""
    layout = client.post("waterfall").id
    plain = importlib.import_module("plain_api").Client(base_url=client.url)
    for name, beginning in (("get_layout_picture", b"<svg "), ("get_packed_layout", b"TTM1")):
        operation = importlib.import_module(f"plain_api.api.layouts.{name}")
        answer = operation.sync_detailed(layout, client=plain, rect="all")
        expect(answer.parsed is None and answer.content.startswith(beginning), f"{name}: {answer}")


def versions_are_typed(client):
    """An update, what it changed, in both forms, and the version's document."""
    models = client.models
    layout = client.post("list")
    update = models.LayoutUpdate(
        delete=[[0, 0]], append=[models.AppendedItems(items=[20])])
    version = client.ask_for("Summary", "update_layout", layout.id, tag="documents", body=update,
                             statuses=(200, 201))
    expect(version.parent == layout.id and version.id[:16] == layout.id[:16], f"{version}")
    asked = {"from_": layout.id, "bounds": "0,0,390,844"}
    changes = client.ask_for("ChangesAnswer", "get_changes", version.id, **asked)
    expect([(one.index_path, one.from_.index_path) for one in changes.changed]
           == [([0, 0], [0, 1]), ([0, 1], [0, 2])], f"{changes.changed}")
    told = client.ask_for("ChangesAnswer", "update_layout", layout.id, tag="documents", body=update,
                          bounds="0,0,390,844")
    expect(told == changes, f"{told}")
    columns = client.ask_for("ChangesColumnsAnswer", "get_changes", version.id,
                             format_=models.ChangesFormat.COLUMNS, **asked)
    moved = columns.changed.cells
    expect((moved.item, moved.from_item) == ([0, 1], [1, 2]), f"{moved}")
    document = client.ask_for("LayoutDocument", "get_document", version.id)
    expect(document.to_dict() == ANSWERS["listDocument"]["answer"], f"{document}")
    expect(type(document.layout).__name__ == "ListLayout", f"{document.layout}")


def problems_are_typed(client):
    """What is refused says where and why, in the generated class."""
    models = client.models
    wrong = models.LayoutDocument.from_dict({**DOCUMENTS["list"], "items": [120, {"height": -4}]})
    status, problem = client.ask("create_layout", tag="documents", body=wrong)
    expect(status == 422 and isinstance(problem, models.Problem), f"{status} {problem}")
    expect(problem.type_ == "/problems/invalid-layout", problem.type_)
    expect([one.pointer for one in problem.errors] == ["/items/1/height"], f"{problem.errors}")
    absent = "0" * 64
    for status, kind, answer in [
        (422, "id-mismatch", client.ask("put_layout", absent, tag="documents", body=client.document("list"))),
        (404, "layout-not-cached", client.ask("get_layout", absent)),
        (404, "layout-not-cached", client.ask("get_layout_columns", absent, rect="all")),
        (404, "layout-not-cached", client.ask("get_layout_picture", absent, rect="all")),
        (400, "bad-query", client.ask("get_layout_attributes", client.post("list").id, rect="0,0,390")),
    ]:
        expect(answer[0] == status and answer[1].type_ == f"/problems/{kind}", f"{kind}: {answer}")
        expect(answer[1].missing == absent or kind != "layout-not-cached", f"{answer}")


def service_is_asked(client):
    """The operations about the service itself."""
    health = client.ask_for("Health", "get_health", tag="service")
    expect(health.status is client.models.HealthStatus.OK, f"{health}")
    contract = client.ask_for("str", "get_contract", tag="service")
    expect(contract.startswith("openapi: 3.1.0"), contract[:40])
    client.ask_for("PublishedContract", "get_contract_as_json", tag="service")
    schema = client.ask_for("PublishedSchema", "get_document_schema", tag="service")
    expect(schema["title"] == "Layout document", f"{schema.additional_keys}")


# ---- datamodel-code-generator ------------------------------------------------------------------


def models_come_back(folder, _):
    """Every example is one of the generated models, field by field; every schema has a class."""
    run("datamodel_code_generator", "--input", CONTRACT, "--input-file-type", "openapi",
        "--output", folder / "tatami_models.py", "--output-model-type", "pydantic_v2.BaseModel",
        "--formatters", "builtin", "--set-default-enum-member")
    models = importlib.import_module("tatami_models")
    classes = {name for name, one in vars(models).items()
               if inspect.isclass(one) and one.__module__ == models.__name__}
    expect(component_classes() <= classes, f"no class for {component_classes() - classes}")
    expect(not any(map(is_numbered, classes)), f"numbered: {sorted(filter(is_numbered, classes))}")

    def returns(name, kind, value):
        model = getattr(models, kind).model_validate(value)
        back = model.model_dump(mode="json", by_alias=True, exclude_unset=True)
        expect(back == value, f"{name}: {back}")
        # With its defaults, too, it is written without a warning.
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            model.model_dump_json(by_alias=True)
        return model

    for name, document in DOCUMENTS.items():
        returns(name, "LayoutDocument", document)
    for name, exchange in ANSWERS.items():
        if exchange["answer"] is not None and exchange["compare"] == "whole":
            returns(name, schema_of(exchange["path"], exchange["answer"]), exchange["answer"])
        if exchange["update"]:
            returns(name, "LayoutUpdate", json.loads(exchange["update"]["body"]))
    grid = returns("grid", "LayoutDocument", DOCUMENTS["grid"])
    size = grid.layout.root.root.group.root.size
    expect(type(size.width.root).__name__ == "FractionalWidthDimension", f"{size}")
    try:
        models.LayoutDocument.model_validate({**DOCUMENTS["list"], "sectoins": []})
    except ValueError:
        return
    expect(False, "a field that is not known is refused")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    failed = 0

    def check(name, what, *arguments):
        nonlocal failed
        try:
            what(*arguments)
        except Exception:  # noqa: BLE001: whatever generated code raises is a finding
            failed += 1
            print(f"   FAILED {name}\n{traceback.format_exc()[-3000:]}")
        else:
            print(f"   {name}: {what.__doc__.splitlines()[0]}")

    with tempfile.TemporaryDirectory() as folder:
        sys.dont_write_bytecode = True
        sys.path.insert(0, folder)
        check("datamodel-code-generator", models_come_back, Path(folder), None)
        client = Client(Path(folder), sys.argv[1].rstrip("/"))
        for what in (client_is_whole, documents_come_back, document_is_posted, frames_are_typed,
                     representations_are_typed, bytes_are_had_without_configuration,
                     versions_are_typed, problems_are_typed, service_is_asked):
            check("openapi-python-client", what, client)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
