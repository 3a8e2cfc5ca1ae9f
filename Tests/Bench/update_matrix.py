#!/usr/bin/env python3
"""What one update of a large document costs, by layout and operation.

    update_matrix.py BASE [COUNT]

BASE is a running service, COUNT the number of items (1,000,000). Prints, in milliseconds by Server-Timing, what the
layout and the query take: the changes of a screen in the middle, with an anchor. Each figure is the median of five
updates after the first, whose own stands in brackets. Exits with 1 if a median of layout and query together is more than
LIMIT_MS (1), except for a new width, which lays everything out anew, and for items that a compositional layout pairs: a
change of their number pairs all items after it anew.
"""
import json
import os
import random
import statistics
import sys
import urllib.error
import urllib.request

WHOLE, ESTIMATED = {"fractionalWidth": 1}, {"estimated": 120}


def group(count):
    size = {"width": WHOLE, "height": ESTIMATED}
    return {"direction": "horizontal", "size": size, "subitems": [{"size": size}], "count": count}


def shelf(width, height):
    size = {"width": width, "height": height}
    return {"type": "compositional", "orthogonalScrollingBehavior": "continuous", "interGroupSpacing": 8,
            "group": {"direction": "horizontal", "size": size, "subitems": [{"size": size}]}}


def layouts(pick):
    """Of each row: its name, its layout, a new item, and the side that a view measures, if any."""
    def measured(side):
        return lambda: {"measured": {side: pick.randint(40, 300)}}

    def compositional(count):
        return {"type": "compositional", "group": group(count), "interGroupSpacing": 8}

    return [
        ("waterfall", {"type": "waterfall", "columns": 3}, lambda: pick.randint(80, 400), "height"),
        ("list", {"type": "list"}, lambda: pick.randint(30, 90), "height"),
        ("flow", {"type": "flow", "itemSize": {"width": 120, "height": 80}}, lambda: [pick.randint(40, 180), 80], "height"),
        ("justified", {"type": "justified", "targetRowHeight": 120}, lambda: [pick.randint(200, 900), 400], None),
        ("magazine", {"type": "magazine"},
         lambda: {"widthMode": pick.choice(["full", 2, 3]), "height": pick.randint(60, 200)}, "height"),
        ("compositional", compositional(2), None, "height"),
        ("waterfall measured", {"type": "waterfall", "columns": 3}, measured("height"), "height"),
        ("list measured", {"type": "list"}, measured("height"), "height"),
        ("rows measured", compositional(1), measured("height"), "height"),
        ("pairs measured", compositional(2), measured("height"), "height"),
        ("shelf measured", shelf({"absolute": 80}, {"estimated": 32}), measured("height"), "height"),
        ("chips measured", shelf({"estimated": 80}, {"absolute": 32}), measured("width"), "width"),
    ]


def operations(pick, middle, new, side):
    """The updates by name, each as a function of the number of its turn."""
    def measure(turn):
        return {"measure": [{"indexPath": [0, middle + 12 * turn + j], side: pick.randint(40, 300)} for j in range(10)],
                "keepColumns": True}

    named = {
        "append 50": lambda turn: {"append": [{"items": [new() for _ in range(50)]}]},
        "insert 1": lambda turn: {"insert": [{"indexPath": [0, middle + turn], "items": [new()]}], "keepColumns": True},
        "delete 1": lambda turn: {"delete": [[0, middle + 40 + turn]], "keepColumns": True},
        "move 1": lambda turn: {"move": [{"from": [0, middle + 90 + turn], "to": [0, middle + 3 + turn]}], "keepColumns": True},
        "replace 1": lambda turn: {"replace": [{"indexPath": [0, middle + turn], "item": new()}], "keepColumns": True},
        "measure 10": measure,
        "container height": lambda turn: {"container": {"width": 390, "height": 700 + turn}},
        "container width": lambda turn: {"container": {"width": 391 + turn, "height": 844}},
    }
    return {name: update for name, update in named.items() if side or name != "measure 10"}


class Service:
    def __init__(self, base):
        self.base = base

    def post(self, path, body):
        """The answer, and what it says in Server-Timing, in milliseconds."""
        request = urllib.request.Request(
            self.base + path, data=json.dumps(body, separators=(",", ":")).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            timing = answer.headers.get("Server-Timing", "")
            parts = [part.split(";dur=") for part in timing.split(", ") if ";dur=" in part]
            return json.loads(answer.read()), {name: float(value) for name, value in parts}


def timed(service, root, view, update):
    """What six updates took, each of the version that the last one made: layout and query, in milliseconds."""
    parent, figures = root, []
    for turn in range(6):
        made, timing = service.post(f"/v1/layouts/{parent}/updates{view}", update(turn))
        parent = made["id"]
        figures.append((timing.get("layout", 0.0), timing.get("query", 0.0)))
    return figures


def run(base, count):
    limit = float(os.environ.get("LIMIT_MS", "1"))
    service, pick, over = Service(base), random.Random(11), 0
    for name, layout, item, side in layouts(pick):
        new = item or (lambda: {})
        items = count if item is None else [item() for _ in range(count)]
        made, _ = service.post("/v1/layouts", {"container": {"width": 390, "height": 844}, "layout": layout, "items": items})
        middle = made["contentSize"]["height"] / 2
        view = f"?bounds=0,{middle:.0f},390,844&rect=0,{middle - 844:.0f},390,2532&anchor=firstWhole"
        for operation, update in operations(pick, count // 2, new, side).items():
            try:
                figures = timed(service, made["id"], view, update)
            except urllib.error.HTTPError as error:
                print(f"{name:18s} {operation:16s} {json.loads(error.read()).get('detail', '')[:60]}")
                over += 1
                continue
            layout_ms, query_ms = (statistics.median(figure[i] for figure in figures[1:]) for i in (0, 1))
            is_new = operation == "container width" or name == "pairs measured" and operation in ("insert 1", "delete 1", "move 1")
            is_over = layout_ms + query_ms > limit and not is_new
            over += is_over
            print(f"{name:18s} {operation:16s} layout {layout_ms:8.3f} ({figures[0][0]:.2f})  query {query_ms:7.3f}"
                  f" ({figures[0][1]:.2f}){'  over' if is_over else ''}", flush=True)
    print(f"{over} of layouts and operations cost more than {limit:.2f} ms with {count} items")
    return 1 if over else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.strip())
    sys.exit(run(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 1_000_000))
