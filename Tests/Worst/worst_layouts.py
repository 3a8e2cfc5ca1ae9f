"""Rows of `make worst`: items of each layout, and each layout's options."""
import json

from worst_clients import updated
from worst_documents import *
from worst_documents import divisor

# MARK: Columns and spans: a minute of CPU in 1 kB, 4 GB in 2.8 kB.

PILE = waterfall(rowSpacing=-0.1)
row("waterfall: 30 sections of a span 2 among 13,299", lambda: document(
    PILE, container=WIDE,
    sections=many('{"items":[{"columnSpan":2}' + ",1" * sized(13_298) + "]}", 30)), refused=True)
row("waterfall: spans 1 to 20, a pile", lambda: document(
    PILE, container=WIDE,
    text=listed(f'{{"columnSpan":{n % 20 + 1}}}' for n in range(sized(100_000)))), refused=True)
row("waterfall: spans 1 to 20, 5 MB", lambda: document(
    PILE, container=WIDE,
    text=listed(f'{{"columnSpan":{n % 20 + 1}}}' for n in range(sized(300_000)))), refused=True)
row("waterfall: spans 1 to 9, then a million, by trees", lambda: document(
    waterfall(), container=WIDE,
    text=listed(f'{{"columnSpan":{n % 9 + 1}}}' for n in range(20))[:-1] + ",1,2" * sized(500_000) + "]"),
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
        text='[{"columnSpan":2}' + ",1,2" * sized(400_000) + "]"), refused=None)
    row(f"waterfall: {placement}, 100,000 sections", lambda placement=placement: document(
        waterfall(placement=placement), container=WIDE, sections=sections([1])), *EVERYTHING)
    row(f"waterfall: {placement}, 20,000 layouts", lambda placement=placement: document(
        None, container=WIDE, sections=own_layouts(waterfall(placement=placement), [1], sized(20_000))))
DENSE = waterfall(packing="dense", rowSpacing=0)
row("waterfall: dense, spans of half", lambda: document(
    DENSE, container=WIDE, text=many('{"columnSpan":5000}')), refused=True)
row("waterfall: dense, spans 1 to 20", lambda: document(
    DENSE, container=WIDE,
    text=listed(f'{{"height":{n % 7 + 1},"columnSpan":{n % 20 + 1}}}' for n in range(sized(100_000)))), refused=True)
row("waterfall: dense, 100 columns full of gaps", lambda: document(
    {**DENSE, "columns": 100}, container=WIDE, text=listed(
        [f'{{"height":{n % 9 + 1},"column":{n % 99}}},{{"height":9,"column":{n % 99},"columnSpan":2}},{{"height":8,"columnSpan":9}}'
         for n in range(sized(30_000))])), refused=None)
row("waterfall: dense, 40,000 sections of one span 2", lambda: document(
    DENSE, container=WIDE, sections=sections([{"columnSpan": 2}], sized(40_000))))
row("waterfall: dense, in turn over all of 10,000 columns", lambda: document(
    {**DENSE, "placement": "roundRobin", "columnSpacing": 0}, container=WIDE,
    text=many('{"columnSpan":10000,"height":1}', sized(26_800))), refused=None)
row("waterfall: dense, gaps in 9,999 columns in turn", lambda: document(
    {**DENSE, "placement": "roundRobin", "columnSpacing": 0}, container=WIDE,
    text=many('{"column":0,"height":1},{"columnSpan":10000,"height":2}', sized(13_000))), refused=None)
STAMPS = [[n * 90, n, 9_000, 5] for n in range(100)]
row("waterfall: 10,000 columns around 100 stamps", lambda: document(
    waterfall(stamps=STAMPS), container=WIDE, text="[1" + ",1,3" * (MILLION // 2 - 1) + "]"), *EVERYTHING)
row("waterfall: dense, 10,000 columns around 100 stamps", lambda: document(
    {**DENSE, "stamps": STAMPS}, container=WIDE, text="[1" + ",1,3" * sized(50_000) + "]"), refused=None)
row("waterfall: 500 layouts around 100 stamps each", lambda: document(
    None, container=WIDE, sections=own_layouts({**DENSE, "stamps": STAMPS}, [1, 2], sized(500))), refused=None)
row("waterfall: 6,700 layouts of 10,000 columns around a stamp", lambda: document(
    None, container=WIDE, sections=own_layouts(waterfall(stamps=[[0, 0, 1, 1]]), [1], sized(6_700))), refused=None)
row("waterfall: balanced, a million", lambda: document(
    waterfall(placement="balanced", rowSpacing=0), container=WIDE,
    text="[1" + ",1,3" * (MILLION // 2 - 1) + "]"), *EVERYTHING)
row("waterfall: balanced, a million without fields", lambda: document(
    waterfall(placement="balanced", rowSpacing=0), MAX_ITEMS, container=WIDE), *EVERYTHING)
row("waterfall: balanced, 100,000 sections", lambda: document(
    waterfall(placement="balanced", rowSpacing=0), container=WIDE, sections=sections([1, 2])), refused=None)
row("waterfall: columns of next to no width", lambda: document(
    waterfall(columns={"width": 1e-300}, columnAlignment="center"), container=WIDE,
    text="[1" + ",1,3" * (MILLION // 2 - 1) + "]"),
    refused=True)
row("waterfall: 40,000 sections of one span 2", lambda: document(
    waterfall(), container=WIDE, sections=sections([{"columnSpan": 2}], sized(40_000))))
row("waterfall: 10,000 layouts in groups", lambda: document(
    None, container=WIDE, sections=own_layouts(arranged(waterfall()), [1], sized(10_000))))
row("waterfall: minWidth of next to nothing", lambda: document(
    waterfall(columns={"minWidth": 1e-300}), container=WIDE,
    text="[1" + ",1,3" * (MILLION // 2 - 1) + "]"),
    refused=True)

# MARK: Too long a row in the last section: refused when all others have been laid out.

FAR = ',{"items":[1e11],"layout":{"type":"list"}}]'
for count in (4, 8, 16, 29):
    row(f"length: {count} sections of a span 2, then too long a row", lambda count=count: document(
        PILE, container=WIDE,
        sections=many('{"items":[{"columnSpan":2}' + ",1" * sized(13_298) + "]}", count)[:-1] + FAR),
        refused=True)
for placement in ("shortestColumn", "gridLanes"):
    row(f"length: {placement}, a million, then too long a row", lambda placement=placement: document(
        waterfall(placement=placement), container=WIDE,
        sections='[{"items":[1' + ",1,3" * (MILLION // 2 - 1) + "]}" + FAR), refused=True)
row("length: 90,000 sections, then too long a row", lambda: document(
    waterfall(), container=WIDE, sections=sections([1], sized(90_000))[:-1] + FAR), refused=True)
row("length: every field in the last of a million, then too long a row", lambda: document(
    waterfall(), container=WIDE, sections='[{"items":[1' + ",1" * (MILLION - 2)
    + ',{"width":1,"height":2,"aspectRatio":1.5,"bodyHeight":3,"columnSpan":2,"zIndex":4}]}' + FAR),
    refused=True)

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

# MARK: Texts: what takes longer to shape or to break than it is long.

STYLE = {"fontFamily": "Inter", "fontSize": 13, "lineHeight": 18}
EVERY_PROPERTY = {
    "fontFamily": ["Inter", "Inter"], "fontSize": 13, "fontWeight": 500, "fontStyle": "italic",
    "lineHeight": {"multiple": 1.4}, "letterSpacing": {"em": 0.1}, "wordSpacing": 1, "whiteSpace": "pre-wrap",
    "wordBreak": "break-all", "overflowWrap": "anywhere", "lineBreak": "strict", "lang": "th", "tabSize": 4,
    "direction": "rtl", "maxLines": 1_000_000, "textTransform": "uppercase", "textWrap": "pretty", "hyphens": "manual", "textOverflow": "ellipsis",
    "hyphenateCharacter": "=/=", "lineClampEnd": "… more", "textIndent": {"length": {"em": 2}, "hanging": True, "eachLine": True},
    "textSpacingTrim": "trim-start", "textAutospace": "normal", "fontFeatureSettings": {"tnum": 1, "ss01": 1, "liga": 0},
    "fontVariationSettings": {"wght": 650}, "fontKerning": "none", "fontVariantCaps": "small-caps",
    "fontVariantNumeric": "tabular-nums slashed-zero", "fontVariantLigatures": "no-common-ligatures", "fontStretch": "condensed"}
BODY = {"insets": {"top": 1, "leading": 1, "bottom": 1, "trailing": 1}, "spacing": 1, "style": "a", "minHeight": 5}
LINES = "GET /attributes?rect=all&lines=true"
DRAWN = ("GET /attributes?rect=0,0,1e9,100000&format=svg", "GET /attributes?rect=0,0,1e9,100000&format=css")


def growing(unit, most_bytes=TEXT):
    """Items whose bodies repeat a unit once, twice, three times …, so that no two texts are equal."""
    items, size, number = [], 0, 0
    most = 8_192 // (len(unit.encode("utf-16-le")) // 2)
    while size < most_bytes:
        number = number % most + 1
        items.append(f'{{"body":{json.dumps(unit * number, ensure_ascii=False)}}}')
        size += len(items[-1].encode())
    return listed(items)


# Families of which a letter costs 20 to 3,000 ns to shape.
FAMILIES = ("Inter", "DejaVu Sans", "Noto Sans Arabic", "Noto Nastaliq Urdu", "Noto Sans CJK JP", "Noto Color Emoji")
UNITS = {
    "kerned letters": "AVToWa", "one word": "m", "marks on a letter": "a" + "\u0301" * 30, "tabs": "\ta",
    "words": "ab ", "soft hyphens": "ab\u00ad", "Thai without spaces": "ภาษาไทย", "ideographs": "漢、",
    "emoji and joiners": "👩\u200d👩\u200d👧", "bidirectional controls": "\u202eא\u2067a", "Arabic": "سلام",
    "joined letters": "بپتٹثجچحخ"}
# The families in which a quick run sends the units; in the others only the first.
DEAREST = {
    "kerned letters": ("Inter", "DejaVu Sans"), "Arabic": FAMILIES[1:4], "joined letters": FAMILIES[1:4],
    "ideographs": ("Inter", "Noto Sans CJK JP"), "emoji and joiners": ("Inter", "Noto Color Emoji")}
for name, unit in UNITS.items():
    for family in FAMILIES if divisor == 1 else DEAREST.get(name, FAMILIES[:1]):
        # Ten thousand columns leave a text no width: every letter is a line, and every line is shaped separately.
        for width in (20, 2_000):
            row(f"texts: {name} of {family}, {width} wide", lambda unit=unit, width=width, family=family: document(
                waterfall(body=BODY), container={"width": width, "height": 844}, text=growing(unit),
                textStyles={"a": {**STYLE, "fontFamily": family}}), POST, STRIP, *DRAWN, refused=None)
for family, unit in (("Inter", "AVToWa"), ("Noto Nastaliq Urdu", "بپتٹثجچحخ"), ("DejaVu Sans", "سلام")):
    row(f"texts: a sheet of eight narrow widths in {family}", lambda unit=unit, family=family: document(
        waterfall(columns=4, body=BODY), text=growing(unit, TEXT // 32), textStyles={"a": {**STYLE, "fontFamily": family}}),
        POST, "GET /attributes.css?rect=0,0,5,5&widths=20,21,22,23,24,25,26,27", refused=None)
    # As much as a document's work is enough for in the dearest face, so that an eighth of it costs an eighth.
    row(f"texts: a width of next to nothing in {family}", lambda unit=unit, family=family: document(
        waterfall(columns=4, body=BODY), text=growing(unit, TEXT // 64), textStyles={"a": {**STYLE, "fontFamily": family}}),
        run=updated('{"container":{"width":9}}'), refused=None)
row("texts: the lines of newlines", lambda: document(
    {"type": "list", "body": BODY}, text=listed([json.dumps({"body": f"{n}" + "\n" * 8_180}) for n in range(sized(3_900))]),
    textStyles={"a": {**STYLE, "whiteSpace": "pre"}}), POST, LINES, DRAWN[0], refused=None)
row("texts: rows as wide as their text", lambda: document(
    {"type": "list", "body": {**BODY, "width": "fit-content"}}, textStyles={"a": STYLE},
    text=listed(f'{{"body":"AV {n}","bodyAlignment":"trailing"}}' for n in range(sized(50_000)))), *EVERYTHING, LINES, refused=None)
row("texts: every property", lambda: document(
    waterfall(body=BODY), text=growing("Ab \t"), textStyles={"a": EVERY_PROPERTY}), *EVERYTHING, LINES, refused=None)
row("texts: equal ones, a hundred thousand in 64 styles", lambda: document(
    {"type": "list"}, text=listed(f'{{"body":[{{"text":"AV","style":"s{n % 64}"}},{{"height":1}}]}}' for n in range(sized(50_000))),
    textStyles={f"s{n}": {**STYLE, "fontSize": 10 + n} for n in range(64)}), POST, STRIP, LINES, *DRAWN, refused=None)
row("texts: headers and footers of 50,000 sections", lambda: document(
    waterfall(headerBody=BODY, footerBody=BODY), textStyles={"a": STYLE}, sections=listed(
        f'{{"items":1,"supplementaries":{{"header":"Section {n}","footer":["AV",{{"height":1}}]}}}}' for n in range(sized(50_000)))),
    *EVERYTHING, LINES, refused=None)
BADGE = {"kind": "k", "size": {"width": {"estimated": 1}, "height": {"estimated": 1}}}
row("texts: a badge on each of a million items", lambda: document(
    compositional({"supplementaryItems": [BADGE]}, body=BODY), textStyles={"a": STYLE}, sections=listed(
        [f'{{"items":{MILLION},"supplementaries":{{"k":"NEW"}}}}'])), *EVERYTHING, refused=None)
for name, unit, length, count in (
        ("8,192 letters at 10", "AV", 8_192, 10), ("8,192 letters at 10,000", "AV", 8_192, 10_000),
        ("100 letters at 1,500", "AV", 100, 1_500), ("10 letters at 10,000", "AV", 10, 10_000)):
    row(f"texts: a badge of {name} widths", lambda unit=unit, length=length, count=count: document(
        compositional(body=BODY, group={"direction": "horizontal", "size": FULL, "subitems": [
            {"size": fixed(0.01, 1), "supplementaryItems": [
                {"kind": "k", "size": {"width": {"absolute": 20 + n / 64}, "height": {"estimated": 1}}}]} for n in range(sized(count))]}),
        textStyles={"a": STYLE}, sections=listed(
            [f'{{"items":{sized(count)},"supplementaries":{{"k":{json.dumps(unit * (length // 2))}}}}}'])), POST, STRIP, refused=None)
row("texts: badges of 50,000 sections", lambda: document(
    compositional({"supplementaryItems": [BADGE]}, body=BODY), textStyles={"a": STYLE}, sections=listed(
        f'{{"items":1,"supplementaries":{{"k":"Section {n}"}}}}' for n in range(sized(50_000)))), *EVERYTHING, LINES, refused=None)
row("texts: a million that are empty", lambda: document(
    {"type": "list"}, text=many('{"body":""}'), textStyles={"a": STYLE}), *EVERYTHING, refused=None)

# MARK: Lists: separators of all rows, and as many of them hidden as can be.

GROUPED = {
    "type": "list", "appearance": "insetGrouped", "headerMode": "supplementary", "footerMode": "supplementary",
    "headerTopPadding": 8, "showsSeparators": True, "separatorInsets": {"leading": 8, "trailing": 8},
    "sectionBackground": True, "cornerRadius": 8}
row("list: separators of two million", lambda: document(GROUPED, MAX_ITEMS), *EVERYTHING,
    f"GET /attributes?kind=separator&indexPath=0-{MAX_ITEMS // 2}")
row("list: every other separator hidden", lambda: document(
    GROUPED, text=many('{},{"separators":{"top":"hidden","bottom":"visible"}}')), *EVERYTHING,
    f"GET /attributes?kind=separator&indexPath=0-{sized(40_000) + 1}")
row("list: insets of every separator, each its own", lambda: document(
    GROUPED, text=many('{"separators":{"top":"visible","topInsets":{"leading":1e300},"bottomInsets":{"leading":0.1,"trailing":7}}}')),
    *EVERYTHING)
row("list: no separator shown, and rows above each other", lambda: document(
    {**GROUPED, "rowSpacing": -60}, text=many('{"separators":"hidden"}')), *EVERYTHING)
row("list: 100,000 sections with backgrounds", lambda: document(GROUPED, sections=sections([1])), *EVERYTHING,
    refused=None)

# MARK: Lines: all in one, none that ends where the next begins.

AREA = {"width": 1000, "height": 844, "safeAreaInsets": {"top": 47, "leading": 20}, "layoutMargins": {"leading": 30},
        "readableContentWidth": 600}
row("insets: 20,000 layouts in readable content", lambda: document(
    None, container=AREA, configuration={"contentInsetsReference": "readableContent"}, sections=own_layouts(
        waterfall(), [1], sized(20_000))), *EVERYTHING)
row("insets: 40,000 pinned headers below a safe area", lambda: document(
    {"type": "flow", "sectionInsetReference": "safeArea", "headerReferenceSize": {"height": 9},
     "sectionHeadersPinToVisibleBounds": True}, container=AREA, sections=sections([1], sized(40_000))),
    *EVERYTHING, "GET /attributes?rect=all&bounds=0,900,1000,844")
row("insets: 200,000 frames, moved across", lambda: document(
    {"type": "custom", "contentInsetsReference": "safeArea", "frames": [[0, 0, 1, 1]] * sized(200_000)}, sized(200_000), container=AREA),
    *EVERYTHING)
row("insets: boundary items within layout margins", lambda: document(
    compositional({}, contentInsetsReference="none", supplementaryContentInsetsReference="layoutMargins"), MAX_ITEMS,
    container=AREA), *EVERYTHING)

PADDED = {"width": 1000, "height": 844, "scrollPadding": {"top": 30, "leading": 5, "bottom": 1e9, "trailing": 1}}
PINNED = {"alignment": "top", "extendsBoundary": False, "pinToVisibleBounds": True,
          "size": {"width": {"fractionalWidth": 1}, "height": {"absolute": 40}}}
row("insets: 10,000 pinned boundary items beside an item", lambda: document(
    compositional(boundarySupplementaryItems=[{"kind": f"k{n}", **PINNED} for n in range(9_999)]), sized(100_000), container=PADDED),
    *EVERYTHING, *(f"GET /target-offset?indexPath=0-{sized(90_000)}&position={position}{more}"
                   for position in ("top", "centeredVertically", "left") for more in ("", "&under=true")),
    "GET /target-offset?indexPath=0-0&kind=k9998&position=bottom")
row("insets: 40,000 sections with pinned headers, one of which is shown", lambda: document(
    {"type": "list", "headerReferenceSize": {"height": 9}, "sectionHeadersPinToVisibleBounds": True}, container=PADDED,
    sections=sections([1], sized(40_000))), POST, f"GET /target-offset?indexPath={sized(40_000) - 1}-0&position=top",
    f"GET /target-offset?indexPath={sized(40_000) - 1}-0&kind=header&position=centeredVertically")
ACROSS = {"scrollDirection": "vertical", "headersPinAcrossSections": True}
STICKY = {"type": "list", "headerReferenceSize": {"height": 9}, "sectionHeadersPinToVisibleBounds": True}
row("pinned across: 100,000 headers", lambda: document(STICKY, configuration=ACROSS, sections=sections(1)),
    *EVERYTHING, "GET /attributes?rect=all&bounds=0,900,1000,844", "GET /attributes?rect=0,900,9,9&bounds=0,900,1000,844",
    f"GET /target-offset?indexPath={MAX_SECTIONS - 1}-0&position=top")
row("pinned across: the header of the first of 100,000 sections", lambda: document(
    {"type": "list"}, configuration=ACROSS, sections=listed(
        [f'{{"items":1,"layout":{compact(STICKY)}}}', *['{"items":1}'] * (MAX_SECTIONS - 1)])),
    *EVERYTHING, "GET /attributes?rect=0,3000000,9,9&bounds=0,3000000,1000,844",
    "GET /attributes?kind=header&" + paths("0-0"), f"GET /target-offset?indexPath={MAX_SECTIONS - 1}-0&position=top")

ESTIMATED = {"type": "flow", "estimatedItemSize": {"width": 60, "height": 40}}
row("flow: estimates of two million", lambda: document(ESTIMATED, MAX_ITEMS), *EVERYTHING)
row("flow: estimates, of which 80,000 are measured", lambda: document(
    ESTIMATED, text=many('{"measured":{"width":9,"height":9}}')), *EVERYTHING)
row("flow: a million in one line", lambda: document(
    {"type": "flow"}, container=ENDLESS, text=listed(["[1,1],[2,2]"] * sized(170_000))), *EVERYTHING,
    "GET /attributes?rect=400000,0,1,1", "GET /attributes?" + paths(f"0-{2 * sized(170_000) - 1}"))
ALIGNED = {"type": "flow", "alignment": "center", "lineAlignment": "bottom"}
row("flow: two million in aligned lines", lambda: document(ALIGNED, MAX_ITEMS), *EVERYTHING)
row("flow: a million in aligned lines that overlap", lambda: document(
    {**ALIGNED, "alignment": "trailing", "minimumInteritemSpacing": -50, "minimumLineSpacing": -50}, text=many("[9,9]")),
    *EVERYTHING)
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
    text=many("1")), *EVERYTHING, "GET /attributes?" + paths(f"0-{TEXT // 2 - 1}"))
row("justified: a row each", lambda: document(
    {"type": "justified", "boxSpacing": 0, "targetRowHeight": 1e5}, text=many("1")), *EVERYTHING)
row("justified: rows within a range, in the middle", lambda: document(
    {"type": "justified", "boxSpacing": 0, "targetRowHeight": 10, "rowHeightRange": [5, 6], "widowLayoutStyle": "center"},
    MAX_ITEMS), *EVERYTHING)
row("justified: a million in one row as high as its range", lambda: document(
    {"type": "justified", "boxSpacing": 0, "targetRowHeight": 1, "rowHeightRange": [1e-3, 0.5]}, container=ENDLESS,
    text=many("1")), *EVERYTHING, "GET /attributes?" + paths(f"0-{TEXT // 2 - 1}"))
row("justified: items that stand alone", lambda: document(
    {"type": "justified", "rowHeightRange": [1, 2]}, text=many('{"fullWidth":true}')), *EVERYTHING)
row("justified: every other item stands alone", lambda: document(
    {"type": "justified"}, text=listed(['1,{"fullWidth":true}'] * sized(86_000))), *EVERYTHING)
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
    {"type": "custom", "frames": [[0, 0, 1, 1]] * sized(200_000)}, sized(200_000)), *EVERYTHING)
row("custom: left and right of what is asked", lambda: document(
    {"type": "custom", "frames": [[0, 0, 1, 1], [9, 0, 1, 1]] * sized(100_000)}, sized(200_000)), *EVERYTHING,
    "GET /attributes?rect=4,0,1,1")
row("custom: crossing strips, 280 kB", lambda: document(
    {"type": "custom", "frames": [
        [n / 9, 0, 1, 9e4] if n % 2 else [0, n / 9, 9e4, 1] for n in range(sized(100_000))]}, sized(100_000)),
    POST, "GET /attributes?rect=40000,40000,1,1")
row("custom: two million, 20 MB", lambda: document(
    {"type": "custom", "frames": [[0, 0, 1, 1], [9, 0, 1, 1]] * (MAX_ITEMS // 2)}, MAX_ITEMS),
    POST, "GET /attributes?rect=4,0,1,1", mebibytes=200)
row("custom: in 100,000 sections", lambda: document(
    {"type": "custom", "frames": [[0, 0, 1, 1]] * 17}, sections=sections(17)), *EVERYTHING)
row("custom: a group of 100,000 frames, two million", lambda: document(
    {"type": "compositional", "group": {"direction": "custom", "size": FULL,
                                        "frames": [[7, 0, 1, 1], [0, 0, 1, 1]] * sized(50_000)}},
    MAX_ITEMS), *EVERYTHING)

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
     "sectionInset": {"left": 1, "right": 1}, "headerReferenceSize": {"height": 1}},
    text=listed(["1,3"] * (TEXT // 4))), *EVERYTHING)
row("options: justified", lambda: document(
    {"type": "justified", "targetRowHeight": 3, "targetRowHeightTolerance": 0.9,
     "boxSpacing": {"horizontal": 0.1, "vertical": 0.1}, "forceAspectRatio": 1,
     "fullWidthBreakoutRowCadence": 2, "maxNumRows": 10 ** 9, "showWidows": True, "lastRowFits": True,
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
      "layout": {"type": "list"}}] * sized(9_999) + [{"layout": {"type": "list"}}], 1))
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
                      extendsBoundary=False, absoluteOffset={"x": 1, "y": 1})]), sized(400_000)),
    *EVERYTHING)

# MARK: Content that is shorter than its view.

for alignment in ("center", "end"):
    row(f"short content: 100,000 sections, {alignment}", lambda alignment=alignment: document(
        {"type": "list"}, sections=sections([1]), container={"width": 390, "height": 1e9},
        configuration={"minimumContentLength": "container", "contentAlignment": alignment}), *EVERYTHING)
row("short content: two million items in the middle of as long a content as may be", lambda: document(
    {"type": "list", "rowHeight": 1}, MAX_ITEMS,
    configuration={"minimumContentLength": 68_000_000_000, "contentAlignment": "center"}), *EVERYTHING)
