"""The table of `make worst`: documents and queries, each the worst of its kind that is known.

A new field of a document, a new parameter or a new representation gets a row here: its dearest use
that fits two kilobytes as sent. Rows that cost too much once say what they cost.
"""
from worst_clients import departed, descended, pictured, slow_readers, small_layouts, updated
from worst_documents import *

ROWS = []


def row(name, document, *steps, **options):
    ROWS.append(Row(name, document, *steps, **options))


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
    compositional({"supplementaryItems": badges(10)}), 90_000), *EVERYTHING)
for count in (2, 10, 300):
    row(f"badges: {count} at both edges in turn, 2M items", lambda count=count: document(
        compositional({"supplementaryItems": badges(count, "leading", "trailing")}), MAX_ITEMS),
        POST, STRIP, STRIP + "&format=columns", refused=True)
row("badges: 2 at both edges, POST with a strip", lambda: document(
    compositional({"supplementaryItems": badges(2, "leading", "trailing")}), MAX_ITEMS),
    "POST ?rect=0,0,5,1e9", refused=True)
row("badges: 2 at both edges in turn, 490,000 items", lambda: document(
    compositional({"supplementaryItems": badges(2, "leading", "trailing")}), 490_000), *EVERYTHING)
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
    compositional({"supplementaryItems": badges(1)}, {"count": 100_000}), 100_000, 20)),
    refused=True)
row("badges: a group of 100,000 leaves × 10", lambda: document(
    compositional({"supplementaryItems": badges(10)}, {"count": 100_000}), 1), refused=True)
row("badges: one of every 10,000 kinds", lambda: document(
    compositional({"supplementaryItems": badges(10_000)}), 1), *EVERYTHING)
row("badges: by index path and kind", lambda: document(
    compositional({"supplementaryItems": badges(9)}), 100_000),
    POST, "GET /attributes?kind=k8&" + paths("0-0", "0-99999"))

# MARK: Runs: more sections of a few runs each than runs are held; groups that are mostly not there.

row("runs: 70,000 sections of three a line", lambda: document(
    {"type": "flow", "itemSize": {"width": 300, "height": 10}}, sections=sections(16, 70_000)),
    *EVERYTHING)
row("runs: 70,000 sections of one in a group of 99,000", lambda: document(
    compositional(group={
        "direction": "vertical", "size": fixed(1000, 30_000),
        "subitems": [{"direction": "horizontal", "size": fixed(1000, 10), "count": 33,
                      "subitems": [{"size": fixed(10, 10)}]}]}),
    sections=sections(1, 70_000)), *EVERYTHING)

# MARK: Columns and spans: a minute of CPU in 1 kB, 4 GB in 2.8 kB.

PILE = waterfall(rowSpacing=-0.1)
row("waterfall: 30 sections of a span 2 among 13,299", lambda: document(
    PILE, container=WIDE,
    sections=many('{"items":[{"columnSpan":2}' + ",1" * 13_298 + "]}", 30)), refused=True)
row("waterfall: spans 1 to 20, a pile", lambda: document(
    PILE, container=WIDE,
    text=listed(f'{{"columnSpan":{n % 20 + 1}}}' for n in range(100_000))), refused=True)
row("waterfall: spans 1 to 20, 5 MB", lambda: document(
    PILE, container=WIDE,
    text=listed(f'{{"columnSpan":{n % 20 + 1}}}' for n in range(300_000))), refused=True)
row("waterfall: spans 1 to 9, then a million, by trees", lambda: document(
    waterfall(), container=WIDE,
    text=listed(f'{{"columnSpan":{n % 9 + 1}}}' for n in range(20))[:-1] + ",1,2" * 500_000 + "]"),
    refused=True)
for placement in ("shortestColumn", "roundRobin", "gridLanes"):
    row(f"waterfall: {placement}, a million", lambda placement=placement: document(
        waterfall(placement=placement), container=WIDE,
        text="[1" + ",1,3" * (MILLION // 2 - 1) + "]"),
        *EVERYTHING)
    row(f"waterfall: {placement}, spans of half", lambda placement=placement: document(
        waterfall(placement=placement), container=WIDE, text=many('{"columnSpan":5000}')))
    row(f"waterfall: {placement}, a pile with a span 2", lambda placement=placement: document(
        waterfall(placement=placement, rowSpacing=-0.1), container=WIDE,
        text='[{"columnSpan":2}' + ",1,2" * 400_000 + "]"), refused=None)
    row(f"waterfall: {placement}, 100,000 sections", lambda placement=placement: document(
        waterfall(placement=placement), container=WIDE, sections=sections([1])), *EVERYTHING)
    row(f"waterfall: {placement}, 20,000 layouts", lambda placement=placement: document(
        None, container=WIDE, sections=own_layouts(waterfall(placement=placement), [1], 20_000)))
row("waterfall: 40,000 sections of one span 2", lambda: document(
    waterfall(), container=WIDE, sections=sections([{"columnSpan": 2}], 40_000)))
row("waterfall: 10,000 layouts in groups", lambda: document(
    None, container=WIDE, sections=own_layouts(arranged(waterfall()), [1], 10_000)))
row("waterfall: minWidth of next to nothing", lambda: document(
    waterfall(columns={"minWidth": 1e-300}), container=WIDE,
    text="[1" + ",1,3" * (MILLION // 2 - 1) + "]"),
    refused=True)

# MARK: Lengths that fine units don't hold, in the last section: the whole is laid out twice.

FAR = ',{"items":[1e11],"layout":{"type":"list"}}]'
for count in (4, 8, 16, 29):
    row(f"units: {count} sections of a span 2, then too long a row", lambda count=count: document(
        PILE, container=WIDE,
        sections=many('{"items":[{"columnSpan":2}' + ",1" * 13_298 + "]}", count)[:-1] + FAR),
        refused=None)
for placement in ("shortestColumn", "gridLanes"):
    row(f"units: {placement}, a million, then too long a row", lambda placement=placement: document(
        waterfall(placement=placement), container=WIDE,
        sections='[{"items":[1' + ",1,3" * (MILLION // 2 - 1) + "]}" + FAR), *EVERYTHING)
row("units: 90,000 sections, then too long a row", lambda: document(
    waterfall(), container=WIDE, sections=sections([1], 90_000)[:-1] + FAR), *EVERYTHING)
row("units: every field in the last of a million, then too long a row", lambda: document(
    waterfall(), container=WIDE, sections='[{"items":[1' + ",1" * (MILLION - 2)
    + ',{"width":1,"height":2,"aspectRatio":1.5,"bodyHeight":3,"columnSpan":2,"zIndex":4}]}' + FAR),
    *EVERYTHING)

# MARK: Items: two megabytes of each sort of each layout, and counts of two million.

for kind in ("flow", "waterfall", "justified", "list", "magazine"):
    row(f"{kind}: two million", lambda kind=kind: document({"type": kind}, MAX_ITEMS), *EVERYTHING)
    row(f"{kind}: a million numbers", lambda kind=kind: document(
        {"type": kind}, text=listed(["1,3"] * (TEXT // 4))), *EVERYTHING)
    for item in ("{}", "[2,3]", '{"id":"a"}', '{"zIndex":1}'):
        row(f"{kind}: 2 MB of {item}", lambda kind=kind, item=item: document(
            {"type": kind}, text=many(item)), POST, STRIP, STRIP + "&format=packed")
row("compositional: two million", lambda: document(compositional(), MAX_ITEMS), *EVERYTHING)
FIELDS = ('{"id":"a","width":1,"height":1,"aspectRatio":1,"bodyHeight":1,"columnSpan":2,"zIndex":1,'
          '"widthMode":2,"heightMode":"stretch"}')
row("items: every field in the first of a million", lambda: document(
    {"type": "waterfall"}, text=f"[{FIELDS}" + ",1" * (MILLION - 1) + "]"), *EVERYTHING)
for kind in ("waterfall", "magazine"):
    row(f"items: every field in the last of a million, {kind}", lambda kind=kind: document(
        {"type": kind}, text="[" + "1," * (MILLION - 1) + FIELDS + "]"), *EVERYTHING)
row("items: every field in the last of two million", lambda: document(
    {"type": "waterfall"}, text="[" + "1," * (MAX_ITEMS - 1) + FIELDS + "]"))
row("items: bodies under a million pictures", lambda: document(
    {"type": "waterfall"}, text=many('{"bodyHeight":1}')), *EVERYTHING)

# MARK: Lines: all in one, none that ends where the next begins.

row("flow: a million in one line", lambda: document(
    {"type": "flow"}, container=ENDLESS, text=listed(["[1,1],[2,2]"] * 170_000)), *EVERYTHING,
    "GET /attributes?rect=400000,0,1,1", "GET /attributes?" + paths("0-339999"))
row("flow: lines above each other", lambda: document(
    {"type": "flow", "minimumInteritemSpacing": 1000, "minimumLineSpacing": -2},
    text="[1000" + ",1,2" * (MILLION // 2 - 1) + "]"), *EVERYTHING,
    "GET /attributes?rect=0,500,1,1")
row("flow: everything in one place", lambda: document(
    {"type": "flow", "minimumInteritemSpacing": -50, "minimumLineSpacing": -50}, MAX_ITEMS),
    *EVERYTHING)
row("flow: cells far larger than their places", lambda: document(
    {"type": "flow", "boundsOutset": {"horizontal": 1e9, "vertical": 1e9}}, text=many("[1,1]")),
    *EVERYTHING)
row("flow: long decimals, rounded and mirrored", lambda: document(
    {"type": "flow", "itemSize": {"width": 1 / 3, "height": 1 / 7}}, MAX_ITEMS,
    container={"width": 1000 / 3, "height": 9, "scale": 3, "direction": "rtl"}), *EVERYTHING)
row("justified: a million in one row", lambda: document(
    {"type": "justified", "boxSpacing": 0, "targetRowHeight": 1}, container=ENDLESS,
    text=many("1")), *EVERYTHING, "GET /attributes?" + paths("0-999999"))
row("justified: a row each", lambda: document(
    {"type": "justified", "boxSpacing": 0, "targetRowHeight": 1e6}, text=many("1")), *EVERYTHING)
row("justified: rows of no height", lambda: document(
    {"type": "justified", "boxSpacing": 0, "targetRowHeight": 1e-300}, text=many("1")),
    *EVERYTHING)
row("list: rows above each other", lambda: document(
    {"type": "list", "rowSpacing": -1}, text="[1000" + ",1" * (MILLION - 1) + "]"), *EVERYTHING,
    "GET /attributes?rect=0,500,1,1")
row("magazine: rows of 10,000 that stretch", lambda: document(
    {"type": "magazine"}, text=many('{"widthMode":10000,"heightMode":"stretch"}')), *EVERYTHING,
    "GET /attributes?rect=0,0,1,1")

# MARK: Given frames.

row("custom: 200,000 alike", lambda: document(
    {"type": "custom", "frames": [[0, 0, 1, 1]] * 200_000}, 200_000), *EVERYTHING)
row("custom: left and right of what is asked", lambda: document(
    {"type": "custom", "frames": [[0, 0, 1, 1], [9, 0, 1, 1]] * 100_000}, 200_000), *EVERYTHING,
    "GET /attributes?rect=4,0,1,1")
row("custom: crossing strips, 280 kB", lambda: document(
    {"type": "custom", "frames": [
        [n / 9, 0, 1, 9e4] if n % 2 else [0, n / 9, 9e4, 1] for n in range(100_000)]}, 100_000),
    POST, "GET /attributes?rect=40000,40000,1,1")
row("custom: two million, 20 MB", lambda: document(
    {"type": "custom", "frames": [[0, 0, 1, 1], [9, 0, 1, 1]] * (MAX_ITEMS // 2)}, MAX_ITEMS),
    POST, "GET /attributes?rect=4,0,1,1", mebibytes=200)
row("custom: in 100,000 sections", lambda: document(
    {"type": "custom", "frames": [[0, 0, 1, 1]] * 17}, sections=sections(17)), *EVERYTHING)
row("custom: a group of 100,000 frames, two million", lambda: document(
    {"type": "compositional", "group": {"direction": "custom", "size": FULL,
                                        "frames": [[7, 0, 1, 1], [0, 0, 1, 1]] * 50_000}},
    MAX_ITEMS), *EVERYTHING)

# MARK: Groups.

row("groups: 28 deep, 3,500 times", lambda: document(
    compositional(group=nested(28, 3_500)), MAX_ITEMS), POST, STRIP, refused=True)
row("groups: 64 above each other", lambda: document(
    compositional(group={"count": 64}, interGroupSpacing=-9.9999), MAX_ITEMS), *EVERYTHING)
row("groups: 1,000 above each other", lambda: document(
    compositional(group={"count": 1000}, interGroupSpacing=-9.9999), MAX_ITEMS), *EVERYTHING)
row("groups: 10 layouts of 100,000 that nobody fills", lambda: document(
    None, sections=own_layouts(compositional(group={"count": 100_000}), 1, 10)), refused=True)
row("groups: 20 layouts of 100,000, filled", lambda: document(
    None, sections=own_layouts(compositional(group={"count": 100_000}), 100_000, 20)),
    refused=True)
row("groups: 20 layouts of 100,000, filled by half", lambda: document(
    None, sections=own_layouts(compositional(group={"count": 100_000}), 50_001, 20)),
    refused=True)
row("groups: cut, 10 of 25 in 100,000 sections", lambda: document(
    compositional(group={"count": 25}), sections=sections(10)), *EVERYTHING)
row("groups: 100,000 in an orthogonal section", lambda: document(
    compositional(orthogonalScrollingBehavior="groupPagingCentered"), MAX_ITEMS),
    *EVERYTHING, "GET /attributes?rect=1e6,0,5,5&scroll=0:1e6",
    "GET /target-offset?section=0&proposed=1e9,0&velocity=1,0&current=5,0",
    "GET /target-offset?indexPath=0-1999999&position=right")

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
    compositional(boundarySupplementaryItems=[header()] * 10_000), sections=sections(1, 100)),
    *EVERYTHING, "GET /attributes?kind=h&" + paths("99-9999"))
row("sections: 100 × 10,000 decorations", lambda: document(
    compositional(decorationItems=[{"kind": f"d{n}"} for n in range(10_000)]),
    sections=sections(1, 100)), *EVERYTHING)
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
    None, sections=own_layouts({"type": "list"}, 1, 50_000)), *EVERYTHING)
row("sections: 5,000 layouts with all there is", lambda: document(
    None, sections=own_layouts(compositional(
        {"supplementaryItems": badges(1)}, boundarySupplementaryItems=[header()],
        decorationItems=[{"kind": "d"}]), 1, 5_000)), *EVERYTHING)
row("sections: a picture from the first to the last", lambda: document(
    {"type": "list"}, sections=sections(1, 20_000)),
    POST, "GET /attributes?indexPath=0-0,19999-0&format=svg")

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
    sections=many(f'{{"items":[{MEASURED},{{"id":"a"}}]}}', 40_000)), POST, STRIP)
row("measured: what is not read", lambda: document(
    compositional(), text=many(MEASURED)), refused=True)

# MARK: The options that no row above needs: each layout with all that it has.

FLEX = {"flexible": 1}
row("options: flow, sideways and centred", lambda: document(
    {"type": "flow", "sectionInset": "centered", "itemSize": {"width": 3, "height": 5},
     "snapping": {"mode": "item", "flickVelocityThreshold": 0}, "headerReferenceSize": {"width": 1},
     "footerReferenceSize": {"width": 1}}, text=listed(["[1,2],[2,1]"] * (TEXT // 12)),
    configuration={"scrollDirection": "horizontal"}), *EVERYTHING,
    "GET /target-offset?proposed=1e5,0&velocity=1,0&start=0,0&current=1e5,0")
row("options: waterfall of lanes", lambda: document(
    {"type": "waterfall", "columns": {"minWidth": 1}, "spacing": 1, "placement": "gridLanes",
     "flowTolerance": 0.5, "headerInset": {"top": 1}, "footerInset": {"bottom": 1},
     "sectionInset": {"left": 1}, "headerReferenceSize": {"height": 1}},
    text=listed(["1,3"] * (TEXT // 4))), *EVERYTHING)
row("options: justified", lambda: document(
    {"type": "justified", "targetRowHeight": 3, "targetRowHeightTolerance": 0.9,
     "boxSpacing": {"horizontal": 0.1, "vertical": 0.1}, "forceAspectRatio": 1,
     "fullWidthBreakoutRowCadence": 2, "maxNumRows": 10 ** 9, "showWidows": True,
     "widowLayoutStyle": "justify"}, MAX_ITEMS), *EVERYTHING)
row("options: magazine", lambda: document(
    {"type": "magazine", "horizontalSpacing": 0.1, "verticalSpacing": 0.1,
     "itemInsets": {"left": 1}, "header": {"height": 1, "pinToVisibleBounds": True}},
    text=listed(['{"widthMode":9},{"widthMode":"fullBleed"}'] * (TEXT // 43))), *EVERYTHING)
row("options: list", lambda: document(
    {"type": "list", "rowHeight": 1 / 3}, MAX_ITEMS, container={
        "width": 1000, "height": 9, "contentInsets": {"top": 1, "leading": 1}}), *EVERYTHING)
row("options: variants of every condition", lambda: document(
    [{"when": {"minWidth": 1, "maxWidth": 2, "minHeight": 1, "maxHeight": 2, "direction": "rtl"},
      "layout": {"type": "list"}}] * 9_999 + [{"layout": {"type": "list"}}], 1))
SPACED = {"size": {"width": {"fractionalHeight": 0.0001, "plus": 0.0001},
                   "height": {"estimated": 1}},
          "edgeSpacing": {"leading": FLEX, "trailing": FLEX, "top": {"fixed": 1}},
          "contentInsets": {"top": 0.1},
          "supplementaryItems": [
              {"kind": "b", "size": DOT, "zIndex": 1,
               "containerAnchor": {"edges": ["top"], "fractionalOffset": {"x": 1, "y": 1}},
               "itemAnchor": {"edges": ["bottom"], "absoluteOffset": {"x": 1, "y": 1}}}]}
row("options: groups of flexible spacing", lambda: document(
    compositional(group={"subitems": [SPACED] * 10, "interItemSpacing": FLEX},
                  contentInsets={"leading": 1}, supplementariesFollowContentInsets=False,
                  boundarySupplementaryItems=[header(
                      extendsBoundary=False, absoluteOffset={"x": 1, "y": 1})]), 400_000),
    *EVERYTHING)

# MARK: Representations.

LAYERS = "[" + "1," * (MILLION - 16) + ",".join(f'{{"zIndex":{n}}}' for n in range(1, 17)) + "]"
row("svg: 16 layers over a million", lambda: document({"type": "list"}, text=LAYERS),
    POST, "GET /attributes?rect=all&format=svg&theme=dark&scale=100", STRIP + "&format=svg")
row("answers: of another engine's revision, for which nothing is read", lambda: document(
    {"type": "list"}, text=LAYERS), POST, "GET /attributes?rect=all&engine=0", "POST ?rect=all&engine=0",
    refused=None)
row("svg: a thousand stacking orders", lambda: document(
    {"type": "list"}, text=listed(f'{{"zIndex":{n % 1000}}}' for n in range(150_000))), *EVERYTHING)
PAIRS = "[1" + ",1,3" * (MILLION // 2 - 1) + "]"
row("css: a million in eight widths", lambda: document(waterfall(), text=PAIRS), POST,
    "GET /attributes.css?rect=all&unit=percent&selector=.a&widths=2,3,4,5,6,7,8,9",
    STRIP + "&format=css&widths=2,3,4,5,6,7,8,9", "POST ?rect=0,0,5,5&format=css&widths=1,2,3,4,5,6,7,10",
    # Nine layouts of 22 MB, all of them in the cache, and held until the sheet has been taken.
    seconds=2, mebibytes=512)
row("css: the last of 100,000 sections", lambda: document({"type": "list"}, sections=sections(1)),
    POST, "GET /attributes.css?rect=0,4399990,5,5", "GET /attributes.css?rect=all&widths=9,10")
row("pictures: a million in the URL", lambda: document({"type": "list"}, text=PAIRS),
    run=pictured("rect=0,0,9,999", "rect=0,0,9,999", "theme=dark"))
row("pictures: 12 MiB of white space in the URL", lambda: SMALL[:-1] + b" " * (12 * MIB) + b"}",
    run=pictured("rect=all"))
row("pictures: what is no layout in the URL", lambda: document({"type": "list"}, text=many("-1")),
    run=pictured("rect=all"), refused=True)
ID_PATHS = "GET /attributes?" + paths("0-0")
for name, text in (("letters", "a" * TEXT), ("ampersands", "&" * TEXT),
                   ("escapes", "\\u0001" * (TEXT // 6))):
    row(f"id: 2 MB of {name}, a thousand times", lambda text=text: document(
        {"type": "list"}, text=f'[{{"id":"{text}"}}]'), POST, ID_PATHS, ID_PATHS + "&format=columns",
        ID_PATHS + "&format=packed", ID_PATHS + "&format=svg", refused=True)
    row(f"id: {name} in 2 MB of ids, a thousand of them", lambda text=text: document(
        {"type": "list"}, text=many(f'{{"id":"{text[:996]}"}}')), *EVERYTHING,
        ID_PATHS, ID_PATHS + "&format=columns", ID_PATHS + "&format=packed",
        ID_PATHS + "&format=svg")
row("id: 60 MiB", lambda: document({"type": "list"}, text=f'[{{"id":"{"a" * (60 * MIB)}"}}]'),
    POST, "GET /attributes?rect=all", "GET /attributes?rect=all&format=columns",
    "GET /attributes?rect=all&format=packed", "GET /attributes?rect=all&format=svg",
    mebibytes=200, refused=True)
row("gzip: answers of nearly 8 MiB", lambda: document(
    {"type": "waterfall"}, text=listed(str(n % 977 / 7) for n in range(60_000))),
    POST, *["GET /attributes?rect=all"] * 5, headers={"Accept-Encoding": "gzip"})
row("gzip: answers that pass 8 MiB", lambda: document(
    {"type": "waterfall"}, text=listed(str(n % 977 / 7) for n in range(90_000))),
    POST, *["GET /attributes?rect=all"] * 5, headers={"Accept-Encoding": "gzip"})

# MARK: Text.

row("variants: 10,000", lambda: document(
    [{"when": {"minWidth": 1e9}, "layout": {"type": "list"}}] * 9_999
    + [{"layout": {"type": "list"}}], 1))
row("variants: 2 MB in sections", lambda: document(
    None, sections=own_layouts([{"layout": {"type": "list"}}] * 100, 1, 700)))
row("variants: 64 MiB in sections", lambda: document(
    None, sections=own_layouts([{"layout": {"type": "list"}}] * 1000, 1, 2_300)),
    seconds=2, mebibytes=512)
row("text: a million errors", lambda: document({"type": "list"}, text=many("-1")), refused=True)
row("text: unknown keys", lambda: b"{" + b'"i":1,' * 300_000 + b'"j":1}', refused=True)
row("text: keys of 100 kB", lambda: listed(
    f'"{"k" * 100_000}{n}":1' for n in range(25)).replace("[", "{").replace("]", "}").encode(),
    refused=True)
row("text: a key given twice, 2 MB in", lambda: document(
    {"type": "list"}, text=many("1")[:-1] + ",{}],\"items\":1"), refused=True)
row("text: a kind, a type of 2 MB", lambda: document(
    {"type": "x" * TEXT}, 1), refused=True)
row("text: a million levels", lambda: b'{"items":' + b"[" * TEXT, refused=True)
row("text: a million levels of what is not known", lambda:
    b'{"x":' + b"[" * MIB + b"]" * MIB + b"}", refused=True)
row("text: a number of 2 MB", lambda: document({"type": "list"}, text=f"[1.{'0' * TEXT}1]"))
row("text: numbers of 800 digits", lambda: document(
    {"type": "list"}, text=many("9007199254.740993" + "0" * 780 + "1")))
row("text: numbers of 25 digits", lambda: document(
    {"type": "list"}, text=many("0.1234567890123456789012345e-3")))
row("text: white space of 2 MB", lambda: b" " * TEXT + SMALL)
row("text: white space of 63 MiB", lambda: b" " * (63 * MIB) + SMALL, mebibytes=80)

# MARK: Clients.

CEILING = {"TATAMI_MAX_INFLIGHT_BYTES": "64MiB", "TATAMI_CACHE_BYTES": "64MiB"}
row("clients: slow readers of a strip", lambda: document({"type": "waterfall"}, MAX_ITEMS),
    STRIP, run=slow_readers, settings=CEILING, mebibytes=160)
row("clients: slow readers of 100,000 sections", lambda: document(
    {"type": "list", "headerReferenceSize": {"height": 1}}, sections=sections(1)),
    "GET /attributes?rect=all", run=slow_readers, mebibytes=200,
    settings={**CEILING, "TATAMI_CACHE_BYTES": "256MiB"})  # the layout takes 40 MiB, which is kept
row("clients: slow readers of gzip", lambda: document(
    {"type": "waterfall"}, text=listed(str(n % 977 / 7) for n in range(90_000))),
    "GET /attributes?rect=all", headers={"Accept-Encoding": "gzip"}, run=slow_readers,
    settings=CEILING, mebibytes=160)
row("clients: those who left the dearest query", lambda: document(
    compositional({"supplementaryItems": badges(1)}), MILLION),
    "GET /attributes?rect=all&format=packed", run=departed)
row("clients: thousands of small layouts", lambda: SMALL, run=small_layouts,
    settings={"TATAMI_CACHE_BYTES": "8MiB"}, mebibytes=32)

# MARK: Updates: a few bytes that place millions, and ask what has changed of them.

NUMBERS = "[1" + ",1,3" * (MILLION // 2 - 1) + "]"
TURN = '{"container":{"width":9}}'
SCREEN = "bounds=0,5000,9,844&anchor=last rect=0,0,5,50"
row("updates: a waterfall of a million turns", lambda: document(
    waterfall(columns=3), text=NUMBERS), run=updated(TURN, ask=SCREEN))
row("updates: one in front of a million", lambda: document({"type": "list"}, text=NUMBERS),
    run=updated('{"insert":[{"indexPath":[0,0],"items":1}]}', ask=SCREEN))
row("updates: a million keep their column", lambda: document(
    waterfall(columns=3), text=NUMBERS),
    run=updated('{"measure":[{"indexPath":[0,9],"height":7}],"keepColumns":true}', ask=SCREEN))
row("updates: ten of a waterfall of a million", lambda: document(
    waterfall(columns=3), text=NUMBERS),
    # Eleven layouts of 22 MB, all of them in the cache.
    run=updated(*(f'{{"container":{{"width":{n}}}}}' for n in range(5, 15)), ask=SCREEN),
    mebibytes=512)
row("updates: items with measured sides and a column", lambda: document(
    waterfall(), text=many('{"measured":{"height":1},"column":1}')),
    run=updated('{"append":[{"items":1}]}', ask=SCREEN))
row("updates: 150 deletions a step, 100 steps", lambda: document(
    {"type": "list"}, MILLION),
    run=updated(*(compact({"delete": [[0, 2 * n] for n in range(150)], "append": [{"items": step}]})
                  for step in range(100)), ask=SCREEN))
row("updates: a quarter of a million changed, all asked", lambda: document({"type": "list"}, MILLION // 4),
    # What has changed is gathered before it is written: a kilobyte for each until it is sorted.
    run=updated('{"delete":[[0,0]]}', ask="rect=all rect=all&format=columns"), seconds=4,
    mebibytes=512)
row("updates: a million changed, all asked", lambda: document({"type": "list"}, MILLION),
    # More than jobs may hold: refused when what is found has taken that much.
    run=updated('{"delete":[[0,0]]}', ask="rect=all"), seconds=5, mebibytes=900)
row("updates: a million changed, one asked", lambda: document({"type": "list"}, text=NUMBERS),
    run=updated('{"delete":[[0,0]]}', ask="rect=0,900000,5,50"))
row("updates: what a million keep to their place", lambda: document(
    waterfall(columns=12), text=NUMBERS),
    run=updated(f'{{"keepColumns":[0,{MILLION - 1}],"replace":[{{"indexPath":[0,9],"item":3}}]}}',
                '{"keepColumns":false}', ask=SCREEN), mebibytes=160)
row("updates: 1,000 versions deep", lambda: document({"type": "list"}, 3),
    run=descended(1_000, lambda number: f'{{"insert":[{{"indexPath":[0,0],"items":{number % 9 + 1}}}]}}',
                  ask="rect=all " + SCREEN), mebibytes=96)
row("updates: 1,000 versions, 100 moves a step", lambda: document({"type": "list"}, 100_000),
    # The runs of a map that is composed of all are more than 65,536: 409.
    run=descended(1_000, lambda number: compact(
        {"move": [{"from": [0, 500 * n + number % 400], "to": [0, 500 * n + 499]} for n in range(100)]}),
        ask="rect=0,0,5,50"), mebibytes=160, refused=None)

# As many entries as an update may have, in each of its lists.
ENTRIES = min(100_000, MILLION // 4)


def entries(name, entry, count=None):
    """An update of a list with an entry for each number."""
    return f'{{"{name}":' + listed(entry(n) for n in range(count or ENTRIES)) + "}"


for name, entry in {
        "delete": lambda n: f"[0,{2 * n}]",
        "replace": lambda n: f'{{"indexPath":[0,{2 * n}],"item":[{n % 7},{n % 5}]}}',
        "measure": lambda n: f'{{"indexPath":[0,{2 * n}],"height":{n % 9}.5}}',
        "insert": lambda n: f'{{"indexPath":[0,{2 * n}],"items":[{n % 9}]}}',
        "append": lambda n: f'{{"section":0,"items":[{n % 9}]}}',
        # Every second item, the last first: each is a run of its own in the map.
        "move": lambda n: f'{{"from":[0,{2 * n}],"to":[0,{2 * (ENTRIES - 1 - n)}],"count":1}}',
}.items():
    row(f"updates: 100,000 entries: {name}", lambda: document({"type": "list"}, text=NUMBERS),
        run=updated(entries(name, entry), ask=SCREEN), seconds=4, mebibytes=320)
for name, entry in {
        "deleteSections": lambda n: f"{n}",
        "replaceSections": lambda n: f'{{"section":{n},"items":[{n % 9}]}}',
        "moveSections": lambda n: f'{{"from":{n},"to":{ENTRIES - 1 - n}}}',
}.items():
    row(f"updates: 100,000 entries: {name}", lambda: document({"type": "list"}, sections=sections(1)),
        run=updated(entries(name, entry), ask=SCREEN), seconds=4, mebibytes=320)
row("updates: 100,000 entries: insertSections", lambda: document({"type": "list"}, sections="[]"),
    run=updated(entries("insertSections", lambda n: f'{{"section":{n},"items":[{n % 9}]}}'), ask=SCREEN),
    seconds=4, mebibytes=320)
row("updates: 100,000 entries: layouts of their own", lambda: document(
    {"type": "list"}, sections=sections(1)),
    run=updated(entries("replaceSections", lambda n: (
        f'{{"section":{n},"layout":{{"type":"waterfall","columns":{n % 9 + 1}}}}}')), ask=SCREEN),
    seconds=4, mebibytes=480)
row("updates: a million entries are refused", lambda: document({"type": "list"}, MILLION),
    run=updated(entries("delete", lambda n: "[0,0]", MILLION)), refused=None)
row("updates: 100,000 that are all wrong", lambda: document({"type": "list"}, MILLION),
    run=updated(entries("delete", lambda n: "[0,0]")), refused=None)
row("updates: 100,000 measured in self-sizing groups", lambda: document(
    compositional(group={"direction": "vertical", "size": ESTIMATED, "subitems": [
        {"size": ESTIMATED}, {"size": ESTIMATED}]}), text=NUMBERS),
    run=updated(entries("measure", lambda n: f'{{"indexPath":[0,{2 * n}],"height":{n % 9}.5}}'),
                '{"append":[{"items":1}]}', ask=SCREEN), seconds=4, mebibytes=320)
row("updates: all siblings as long as one", lambda: document(
    compositional(group={"direction": "horizontal", "size": ESTIMATED, "count": 10_000, "subitems": [
        {"size": {"width": {"fractionalWidth": 0.0001}, "height": {"uniformAcrossSiblings": 9}}}]}),
    text=NUMBERS),
    run=updated('{"measure":[{"indexPath":[0,9],"height":7}]}', ask=SCREEN))
row("updates: sections that scroll, all of them scrolled", lambda: document(
    compositional(orthogonalScrollingBehavior="continuous"), sections=sections(9, 5_000)),
    run=updated('{"moveSections":[{"from":0,"to":4999}]}',
                ask="rect=all&scroll=" + ",".join(f"{n}:5" for n in range(1_000))))
row("updates: the document of a million, every field", lambda: document(
    waterfall(columns=3), text=many('{"id":"i","height":1,"bodyHeight":1,"zIndex":1}')),
    "GET /document")
row("updates: headers of 100,000 sections", lambda: document(
    {"type": "list", "headerReferenceSize": {"width": 1, "height": 5}}, sections=sections(1)),
    run=updated('{"deleteSections":[0]}', ask="rect=0,0,5,50"))
row("updates: a section's 10,000 kinds of badges", lambda: document(
    compositional({"supplementaryItems": badges(10_000)}), 1),
    run=updated('{"append":[{"items":1}]}', ask="rect=all"), refused=None)
