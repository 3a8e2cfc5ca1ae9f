"""Rows of `make worst`: groups, what hangs on them, and sections."""
from worst_documents import *

# MARK: Badges: supplementaries of items and groups, as many as items × kinds.
# In 2 kB: 25 s of CPU, 2 GB, and nobody could cancel them.

for count in (1, 10, 300):
    row(f"badges: {count} on each of 2M items", lambda count=count: document(
        compositional({"supplementaryItems": badges(count)}), MAX_ITEMS), *EVERYTHING,
        refused=True)
row("badges: 10,000 on each of 2M items", lambda: document(
    compositional({"supplementaryItems": badges(10_000)}), MAX_ITEMS), *EVERYTHING, refused=True)
row("badges: a million", lambda: document(
    compositional({"supplementaryItems": badges(1)}), MILLION), *EVERYTHING)
row("badges: 10 on each of 90,000 items", lambda: document(
    compositional({"supplementaryItems": badges(10)}), sized(90_000)), *EVERYTHING)
for count in (2, 10, 300):
    row(f"badges: {count} at both edges in turn, 2M items", lambda count=count: document(
        compositional({"supplementaryItems": badges(count, "leading", "trailing")}), MAX_ITEMS),
        POST, STRIP, STRIP + "&format=columns", refused=True)
row("badges: 2 at both edges, POST with a strip", lambda: document(
    compositional({"supplementaryItems": badges(2, "leading", "trailing")}), MAX_ITEMS),
    "POST ?rect=0,0,5,1e9", refused=True)
row("badges: 2 at both edges in turn, 490,000 items", lambda: document(
    compositional({"supplementaryItems": badges(2, "leading", "trailing")}), sized(490_000)), *EVERYTHING)
row("badges: 300 in each of 100,000 sections", lambda: document(
    compositional({"supplementaryItems": badges(300)}), sections=sections(1)), *EVERYTHING,
    refused=True)
row("badges: 10 at both edges in 100,000 sections", lambda: document(
    compositional({"supplementaryItems": badges(10, "leading", "trailing")}),
    sections=sections(9)), *EVERYTHING, refused=True)
row("badges: cut groups, 100 of 250 in 100,000 sections", lambda: document(
    compositional(group=subitems(100, 150)), sections=sections(1)), POST, STRIP, refused=True)
row("badges: cut groups, 9 of 20 in 100,000 sections", lambda: document(
    compositional(group=subitems(9, 11)), sections=sections(1)), POST, STRIP)
row("badges: groups above each other, 2M items", lambda: document(
    compositional({"supplementaryItems": badges(2, "leading", "trailing")},
                  interGroupSpacing=-9.9999), MAX_ITEMS), *EVERYTHING, refused=True)
row("badges: 20 layouts of 100,000", lambda: document(None, sections=own_layouts(
    compositional({"supplementaryItems": badges(1)}, {"count": sized(100_000)}), sized(100_000), 20)),
    refused=True)
row("badges: a group of 100,000 leaves × 10", lambda: document(
    compositional({"supplementaryItems": badges(10)}, {"count": sized(100_000)}), 1), refused=True)
row("badges: one of every 10,000 kinds", lambda: document(
    compositional({"supplementaryItems": badges(10_000)}), 1), *EVERYTHING)
row("badges: by index path and kind", lambda: document(
    compositional({"supplementaryItems": badges(9)}), sized(100_000)),
    POST, "GET /attributes?kind=k8&" + paths("0-0", f"0-{sized(100_000) - 1}"))

# MARK: Runs: more sections of a few runs each than runs are held; groups that are mostly not there.

row("runs: 70,000 sections of three a line", lambda: document(
    {"type": "flow", "itemSize": {"width": 300, "height": 10}}, sections=sections(16, sized(70_000))),
    *EVERYTHING)
row("runs: 70,000 sections of one in a group of 99,000", lambda: document(
    compositional(group={
        "direction": "vertical", "size": fixed(1000, 30_000),
        "subitems": [{"direction": "horizontal", "size": fixed(1000, 10), "count": 33,
                      "subitems": [{"size": fixed(10, 10)}]}]}),
    sections=sections(1, sized(70_000))), *EVERYTHING)

# MARK: Groups.

row("groups: 28 deep, 3,500 times", lambda: document(
    compositional(group=nested(28, 3_500)), MAX_ITEMS), POST, STRIP, refused=True)
row("groups: 64 above each other", lambda: document(
    compositional(group={"count": 64}, interGroupSpacing=-9.9999), MAX_ITEMS), *EVERYTHING)
row("groups: 100,000 subitems repeated far beyond the group, in 2M items", lambda: document(
    compositional(group={"repeatingSubitem": sized(100_000), "subitems": [{"size": fixed(1000, 10)}]}), MAX_ITEMS),
    *EVERYTHING)
row("groups: 1,000 subitems above each other, repeated on one point", lambda: document(
    compositional(group={"repeatingSubitem": 1000, "subitems": [{"size": fixed(0, 1e9)}]}), MAX_ITEMS),
    *EVERYTHING)
row("groups: 10 layouts of 100,000 repeated subitems", lambda: document(
    None, sections=own_layouts(compositional(group={"repeatingSubitem": sized(100_000)}), 1, 10)), refused=True)
row("groups: 1,000 above each other", lambda: document(
    compositional(group={"count": 1000}, interGroupSpacing=-9.9999), MAX_ITEMS), *EVERYTHING)
row("groups: 10 layouts of 100,000 that nobody fills", lambda: document(
    None, sections=own_layouts(compositional(group={"count": sized(100_000)}), 1, 10)), refused=True)
row("groups: 20 layouts of 100,000, filled", lambda: document(
    None, sections=own_layouts(compositional(group={"count": sized(100_000)}), sized(100_000), 20)),
    refused=True)
row("groups: 20 layouts of 100,000, filled by half", lambda: document(
    None, sections=own_layouts(compositional(group={"count": sized(100_000)}), sized(50_001), 20)),
    refused=True)
row("groups: cut, 10 of 25 in 100,000 sections", lambda: document(
    compositional(group={"count": 25}), sections=sections(10)), *EVERYTHING)
row("groups: 100,000 in an orthogonal section", lambda: document(
    compositional(orthogonalScrollingBehavior="groupPagingCentered",
                  orthogonalScrollingProperties={"decelerationRate": "fast", "bounce": "never"}), MAX_ITEMS),
    *EVERYTHING, "GET /attributes?rect=1e6,0,5,5&scroll=0:1e6",
    "GET /target-offset?section=0&velocity=1e300,0&current=5,0", "GET /sections",
    "GET /target-offset?section=0&proposed=1e9,0&velocity=1,0&current=5,0",
    f"GET /target-offset?indexPath=0-{MAX_ITEMS - 1}&position=right",
    f"GET /target-offset?section=0&indexPath=0-{MAX_ITEMS - 1}&position=right")

# MARK: Sections, and their headers, footers, decorations.

for kind in ("flow", "waterfall", "justified", "magazine"):
    row(f"sections: 100,000 of {kind}", lambda kind=kind: document(
        {"type": kind}, sections=sections([1, 2])), POST, STRIP, "GET /sections")
row("sections: 100,000 of an arrangement", lambda: document(
    arranged({"type": "list"}), sections=sections([1])), POST, STRIP)
row("sections: 100,000 with pinned header, footer", lambda: document(
    {"type": "list", "headerReferenceSize": {"height": 1}, "footerReferenceSize": {"height": 1},
     "sectionHeadersPinToVisibleBounds": True, "sectionFootersPinToVisibleBounds": True},
    sections=sections(1)), *EVERYTHING, STRIP + "&bounds=0,0,1,1",
    "GET /attributes?rect=0,0,1,1&bounds=0,1e6,1,1&origin=section")
CURVE = [[d, d % 2] for d in range(16)]
EFFECTS = [{"axis": "cross", "alpha": CURVE, "scale": [[0, 10]], "dim": CURVE, "unit": "viewport"}, {"rotation": [[d, 100 * d] for d in range(16)]},
           {"reference": "leading", "unit": "points", "zIndex": CURVE,
            "translation": {"x": [[0, -10_000], [1, 10_000]], "y": CURVE}}]
for kind in ("list", "waterfall"):
    row(f"effects: all of 2M items of {kind}", lambda kind=kind: document({"type": kind, "effects": EFFECTS}, MAX_ITEMS),
        *EVERYTHING, STRIP + "&bounds=0,0,390,1e6", "GET /attributes?rect=0,1e6,5,5&bounds=0,1e6,390,844",
        "GET /attributes?rect=all&bounds=0,0,390,844&format=svg", "GET /attributes?rect=all&format=css")
row("effects: 10,000 sections, every second with its own", lambda: document(
    {"type": "list", "effects": EFFECTS}, sections=compact([
        {"items": 1, "layout": {"type": "list", "effects": EFFECTS[:2]}} if k % 2 else {"items": 1} for k in range(sized(10_000))])),
    *EVERYTHING, STRIP + "&bounds=0,0,390,1e6", "GET /attributes?rect=all&format=css")
row("effects: headers and footers of 10,000 sections, badges of 200,000 items", lambda: document(
    compositional({"supplementaryItems": badges(1)}, boundarySupplementaryItems=[
        {"kind": edge, "alignment": edge, "size": {"width": {"fractionalWidth": 1}, "height": {"absolute": 1}}} for edge in ("top", "bottom")],
        effects=[{**effect, "elements": ["cells", "headers", "footers", "supplementaries"]} for effect in EFFECTS]),
    sections=sections(20, sized(10_000))), *EVERYTHING, STRIP + "&bounds=0,0,390,1e6",
    "GET /attributes?rect=all&bounds=0,0,390,844&format=svg")
row("sections: 100,000 of magazine with a background", lambda: document(
    {"type": "magazine", "header": {}, "footer": {}, "background": True}, sections=sections(1)),
    *EVERYTHING)
row("sections: 100,000 with all that a section can have", lambda: document(
    compositional({"supplementaryItems": badges(1)}, decorationItems=[{"kind": "d"}],
                  boundarySupplementaryItems=[
                      header(), header(kind="f", alignment="bottom"),
                      header(kind="l", alignment="leading", pinToVisibleBounds=True)]),
    sections=sections(1)), *EVERYTHING, STRIP + "&bounds=0,0,1,1")
row("sections: 100,000 × 10 headers", lambda: document(
    compositional(boundarySupplementaryItems=[header()] * 10), sections=sections(1)),
    *EVERYTHING)
row("sections: 100 × 10,000 headers", lambda: document(
    compositional(boundarySupplementaryItems=[header()] * 10_000), sections=sections(1, sized(100))),
    *EVERYTHING, "GET /attributes?kind=h&" + paths(f"{sized(100) - 1}-9999"))
row("sections: 100 × 10,000 decorations", lambda: document(
    compositional(decorationItems=[{"kind": f"d{n}"} for n in range(10_000)]),
    sections=sections(1, sized(100))), *EVERYTHING)
row("sections: 10,000 headers of the content", lambda: document(
    {"type": "list"}, 1, configuration={"boundarySupplementaryItems": [header()] * 10_000}),
    *EVERYTHING, "GET /attributes?" + paths("0", "9999"))
row("sections: 100,000 that scroll by themselves", lambda: document(
    compositional(orthogonalScrollingBehavior="continuous"), sections=sections(9)), *EVERYTHING,
    "GET /attributes?rect=5000,0,5,1e15&scroll=" + ",".join(f"{n}:1" for n in range(1000)))
row("sections: 100,000 above each other", lambda: document(
    {"type": "list"}, sections=sections([1, 1]), configuration={"interSectionSpacing": -2}),
    *EVERYTHING, "GET /attributes?rect=0,1,1,1")
row("sections: 50,000 layouts", lambda: document(
    None, sections=own_layouts({"type": "list"}, 1, sized(50_000))), *EVERYTHING)
row("sections: 5,000 layouts with all there is", lambda: document(
    None, sections=own_layouts(compositional(
        {"supplementaryItems": badges(1)}, boundarySupplementaryItems=[header()],
        decorationItems=[{"kind": "d"}]), 1, sized(5_000))), *EVERYTHING)
row("sections: a picture from the first to the last", lambda: document(
    {"type": "list"}, sections=sections(1, sized(20_000))),
    POST, f"GET /attributes?indexPath=0-0,{sized(20_000) - 1}-0&format=svg")

# MARK: Points: cells that all overlap, and a section that is nearly empty.

POINTS = [f"GET /index-path?point={point}{more}" for point in ("5,5", "1e300,-1e300", "500,1e6")
          for more in ("", "&nearest=true", "&moving=0-1")]
row("points: two million in one place", lambda: document(
    {"type": "flow", "minimumInteritemSpacing": -50, "minimumLineSpacing": -50}, MAX_ITEMS), POST, *POINTS,
    refused=None)
row("points: 100,000 sections above each other", lambda: document(
    {"type": "list"}, sections=sections([1, 1]), configuration={"interSectionSpacing": -2}), POST, *POINTS,
    refused=None)
row("points: 100,000 that scroll by themselves", lambda: document(
    compositional(orthogonalScrollingBehavior="continuous"), sections=sections(9)), POST, *POINTS,
    "GET /index-path?point=5,5&scroll=" + ",".join(f"{n}:1" for n in range(1000)), refused=None)

# MARK: Measured items: groups that are laid out for themselves, one by one.

MEASURED = '{"measured":{"height":9}}'
UNIFORM = {"width": {"fractionalWidth": 1}, "height": {"uniformAcrossSiblings": 1}}


def self_sizing(depth=1, item=None, **group):
    """Groups of one item in groups, all as long as their content; `group`: fields of the section's."""
    inner = {"size": UNIFORM, **(item or {})}
    for _ in range(depth):
        inner = {"direction": "vertical", "size": UNIFORM, "subitems": [inner]}
    return {"type": "compositional", "group": {**inner, **group}}


row("measured: 80,000 items", lambda: document(self_sizing(), text=many(MEASURED)), *EVERYTHING)
row("measured: 80,000 in groups 20 deep", lambda: document(
    self_sizing(20), text=many(MEASURED)), *EVERYTHING)
row("measured: a million", lambda: document(
    self_sizing(), text=many(MEASURED, MILLION)), POST, STRIP, seconds=2, mebibytes=256)
row("measured: a badge on each of 80,000", lambda: document(
    self_sizing(item={"supplementaryItems": badges(1)}), text=many(MEASURED)), *EVERYTHING)
row("measured: 10,000 badges on each of 80,000", lambda: document(
    self_sizing(item={"supplementaryItems": badges(10_000)}), text=many(MEASURED)), refused=True)
row("measured: one of a million, and all are as long", lambda: document(
    self_sizing(), text="[" + "1," * (MILLION - 1) + MEASURED + "]"), *EVERYTHING)
row("measured: the first of 100,000 in 40,000 sections", lambda: document(
    self_sizing(size={**UNIFORM, "height": {"estimated": 100_000}}),
    sections=many(f'{{"items":[{MEASURED},{{"id":"a"}}]}}', sized(40_000))), POST, STRIP)
row("measured: what is not read", lambda: document(
    compositional(), text=many(MEASURED)), refused=True)
