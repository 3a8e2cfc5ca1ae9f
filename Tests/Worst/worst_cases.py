"""The table of `make worst`: documents and queries, each the worst of its kind that is known.

A new field of a document, a new parameter or a new representation gets a row: its dearest use that
fits two kilobytes as sent. Rows that cost too much once say what they cost. Those of documents stand
in worst_groups.py and worst_layouts.py, those of updates in worst_updates.py, the others here.
"""
import worst_groups  # noqa: F401
import worst_layouts  # noqa: F401
import worst_updates  # noqa: F401
from worst_clients import departed, forged, measured, pictured, slow_readers, small_layouts, unfinished
from worst_documents import *

# MARK: Representations.

LAYERS = "[" + "1," * (MILLION - 16) + ",".join(f'{{"zIndex":{n}}}' for n in range(1, 17)) + "]"
row("svg: 16 layers over a million", lambda: document({"type": "list"}, text=LAYERS),
    POST, "GET /attributes?rect=all&format=svg&theme=dark&zoom=100",
    "GET /attributes?rect=0,0,9,9&format=svg&scale=0.01", STRIP + "&format=svg")
row("answers: of another engine's revision, for which nothing is read", lambda: document(
    {"type": "list"}, text=LAYERS), POST, "GET /attributes?rect=all&engine=0", "POST ?rect=all&engine=0",
    refused=None)
row("svg: a thousand stacking orders", lambda: document(
    {"type": "list"}, text=listed(f'{{"zIndex":{n % 1000}}}' for n in range(sized(150_000)))), *EVERYTHING)
PAIRS = "[1" + ",1,3" * (MILLION // 2 - 1) + "]"
row("css: a million in eight widths", lambda: document(waterfall(), text=PAIRS), POST,
    "GET /attributes.css?rect=all&unit=percent&selector=.a&widths=2,3,4,5,6,7,8,9",
    STRIP + "&format=css&widths=2,3,4,5,6,7,8,9", "POST ?rect=0,0,5,5&format=css&widths=1,2,3,4,5,6,7,10",
    # Nine layouts of 22 MB, all of them in the cache, and held until the sheet has been taken.
    seconds=2, mebibytes=512)


def widths(identifier, turn):
    """A sheet of eight widths that no other turn asks for."""
    listed = ",".join(str(500_000 + 8 * turn + n) for n in range(8))
    return f"GET /v1/layouts/{identifier}/attributes.css?rect=0,0,5,5&widths={listed}"


EIGHT = "GET /attributes.css?rect=0,0,5,5&widths=500000,500001,500002,500003,500004,500005,500006,500007"
# Eight times what a document may take, when each width was laid out whatever the others had taken.
row("css: eight widths of spans 1 to 9", lambda: document(
    waterfall(rowSpacing=-0.1), container=WIDE,
    text=listed(f'{{"columnSpan":{n % 9 + 1}}}' for n in range(18_000))), POST, EIGHT,
    refused=None, mebibytes=96, attackers=4, attack=widths)
row("css: eight widths of 100,000 sections", lambda: document(
    {"type": "flow"}, sections=sections(1, 100_000)), POST, EIGHT,
    refused=None, mebibytes=512, attackers=4, attack=widths)
# In percent each width takes a second layout, and at most four.
row("css: ten thousand spans that follow eight widths", lambda: document(
    waterfall(rowSpacing=-0.1), container=WIDE,
    text=listed(f'{{"columnSpan":{n % 9 + 1}}}' for n in range(sized(10_000)))), POST,
    EIGHT.replace("rect=0,0,5,5", "rect=all&unit=percent"), refused=None, mebibytes=96)
row("css: ten thousand sections that follow eight widths", lambda: document(
    {"type": "flow"}, sections=sections(1, sized(10_000))), POST,
    EIGHT.replace("rect=0,0,5,5", "rect=all&unit=percent"), refused=None, mebibytes=128)
row("css: the last of 100,000 sections", lambda: document({"type": "list"}, sections=sections(1)),
    POST, f"GET /attributes.css?rect=0,{44 * MAX_SECTIONS - 10},5,5", "GET /attributes.css?rect=all&widths=9,10")
row("pictures: a million in the URL", lambda: document({"type": "list"}, text=PAIRS),
    run=pictured("rect=0,0,9,999", "rect=0,0,9,999", "theme=dark"))
row("pictures: 10 MiB of white space in the URL", lambda: SMALL[:-1] + b" " * sized(10 * MIB) + b"}",
    run=pictured("rect=all"))
row("pictures: what is no layout in the URL", lambda: document({"type": "list"}, text=many("-1")),
    run=pictured("rect=all"), refused=True)

# MARK: Keys.

KEY = {"headers": {"Authorization": "Bearer key"}, "settings": {"TATAMI_API_KEYS": "key"}}
row("delete: a million that were read, twice", lambda: document({"type": "list"}, text=PAIRS),
    POST, "GET /attributes?rect=all&format=packed", "DELETE", "DELETE", "POST ?rect=0,0,9,999", "DELETE", **KEY)
row("delete: a hundred thousand sections", lambda: document({"type": "flow"}, sections=sections(1)), POST, "DELETE", **KEY)
row("signed: a forged URL, and a hundred keys", lambda: SMALL, run=forged, refused=True, settings={
    "TATAMI_API_KEYS": "key", "TATAMI_URL_KEYS": ",".join(f"{n:032}" for n in range(100))})

# MARK: Texts without a layout.

def to_measure(texts, lines=True, family="Inter"):
    """A request of POST /v1/texts."""
    return compact({"textStyles": {"a": {**worst_layouts.STYLE, "fontFamily": family}}, "lines": lines, "texts": texts}).encode()


for name, text, count in (("short", "AV", sized(50_000)), ("long", "AV" * 4_090, 100), ("cut between all letters", "字" * 8_186, sized(64))):
    row(f"measure: {name} ones", lambda text=text, count=count: to_measure(
        [{"text": f"{n}{text}", "width": 9} for n in range(count)]), run=measured, refused=None)
for family, text in (("Noto Nastaliq Urdu", "بپتٹثجچحخ" * 900), ("DejaVu Sans", "سلام" * 2_000)):
    for width in (1, 100, None):
        row(f"measure: ten of {family}, {width or 'as'} wide", lambda family=family, text=text, width=width: to_measure(
            [{"text": f"{n}{text}", **({"width": width} if width else {})} for n in range(10)], family=family), run=measured,
            refused=None)
# The least width is sought among all whole ones.
for name, text, count in (("words", "AV " * 2_700, 20), ("one word", "AV" * 4_090, 20), ("rare letters", "بپتٹثجچحخ" * 900, 4)):
    row(f"measure: the least width of long {name}", lambda text=text, count=count: to_measure(
        [{"text": f"{n}{text}", "shrinkToLines": 2 + n % 40} for n in range(count)], family="DejaVu Sans"), run=measured, refused=None)
row("measure: capitals of another length", lambda: compact(
    {"textStyles": {"a": {**worst_layouts.STYLE, "textTransform": "uppercase"}}, "lines": True,
     "texts": [{"text": f"{n}" + "ßŉ" * 4_000, "width": 90} for n in range(sized(50))]}).encode(), run=measured, refused=None)
for wrap in ("balance", "pretty"):
    row(f"measure: paragraphs that are {wrap}", lambda wrap=wrap: compact(
        {"textStyles": {"a": {**worst_layouts.STYLE, "textWrap": wrap}}, "lines": True,
         "texts": [{"text": f"{n}" + "a b " * 2_000, "width": 6_000} for n in range(sized(200))]}).encode(), run=measured, refused=None)
RUN_STYLES = {"a": worst_layouts.STYLE, "b": {**worst_layouts.STYLE, "fontSize": 30, "lineHeight": "normal"}}
for name, runs in (("one letter each", [{"text": "a", "style": "ab"[n % 2]} for n in range(256)]),
                   ("nested directions", [{"text": "אa" * 15, "style": "ab"[n % 2], "name": f"r{n}"} for n in range(256)]),
                   ("without text", [{"text": "", "style": "b"}] * 255 + ["a"]),
                   ("boxes of extreme size", [{"width": 16_384 * (n % 2), "height": 16_384, "verticalAlign": -16_384} for n in range(256)])):
    row(f"measure: runs, {name}", lambda runs=runs: compact(
        {"textStyles": RUN_STYLES, "lines": "detail",
         "texts": [{"text": [str(n), *runs[1:]], "style": "b", "width": 1 + n % 300} for n in range(sized(400))]}).encode(),
        run=measured, refused=None)
row("measure: the font size that fits", lambda: compact(
    {"textStyles": RUN_STYLES, "texts": [
        {"text": f"{n}" + "AV " * 900, "style": "a", "width": 300, "height": 300, "fitFontSize": {"min": 0.01, "max": 512}}
        for n in range(sized(50))]}).encode(), run=measured, refused=None)
row("measure: font sizes of empty texts that fit no box", lambda: to_measure(
    [{"text": "", "style": "a", "width": 0, "height": 0, "fitFontSize": {"min": 0.01, "max": 512}}] * sized(100_000)
    + [{"text": "a", "style": "a", "width": 0, "height": 0, "fitFontSize": {"min": 0.01, "max": 512}}] * sized(100_000)),
    run=measured, refused=None)
row("measure: 64 widths of each", lambda: to_measure(
    [{"text": f"{n}" + "AV " * 2_700, "widths": list(range(9, 73))} for n in range(sized(64))]), run=measured, refused=None)
row("measure: a hundred thousand that are equal", lambda: to_measure([{"text": "AV", "width": 9}] * sized(100_000)), run=measured)
row("measure: no texts", lambda: b'{"textStyles":{},"texts":' + b"[" * TEXT, run=measured, refused=True)

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
row("id: 60 MiB", lambda: document({"type": "list"}, text=f'[{{"id":"{"a" * sized(60 * MIB)}"}}]'),
    POST, "GET /attributes?rect=all", "GET /attributes?rect=all&format=columns",
    "GET /attributes?rect=all&format=packed", "GET /attributes?rect=all&format=svg",
    mebibytes=200, refused=True)
row("id: a million that are numbers", lambda: document({"type": "list"}, text=many('{"id":1}')), *EVERYTHING)
for name, data in (("letters", '"' + "a" * 4_094 + '"'), ("empty lists", "[" + ",".join(["[]"] * 1_364) + "]"),
                   ("zeros", "0")):
    row(f"data: {name} in 2 MB of data, a thousand of them", lambda data=data: document(
        {"type": "list"}, text=many(f'{{"data":{data}}}')), *EVERYTHING,
        ID_PATHS, ID_PATHS + "&data=false", "GET /attributes?rect=all&data=false", "GET /document")
row("data: 2 MB of it in an item", lambda: document(
    {"type": "list"}, text=f'[{{"data":"{"a" * TEXT}"}}]'), POST, refused=True)
row("null: many items' fields", lambda: document(
    {"type": "list"}, text=many('{"width":null,"id":null}'), configuration=None), *EVERYTHING)
row("null: a style's name, a thousand times", lambda: document(
    {"type": "list"}, 1, textStyles={f"s{n}": None for n in range(TEXT // 16)}), POST)
row("schema: 2 MB of its name", lambda: document({"type": "list"}, 1, **{"$schema": "a" * TEXT}), POST)
row("gzip: answers of nearly 8 MiB", lambda: document(
    {"type": "waterfall"}, text=listed(str(n % 977 / 7) for n in range(sized(60_000)))),
    POST, *["GET /attributes?rect=all"] * 5, headers={"Accept-Encoding": "gzip"})
row("gzip: answers that pass 8 MiB", lambda: document(
    {"type": "waterfall"}, text=listed(str(n % 977 / 7) for n in range(sized(90_000)))),
    POST, *["GET /attributes?rect=all"] * 5, headers={"Accept-Encoding": "gzip"})

# MARK: Text.

row("variants: 10,000", lambda: document(
    [{"when": {"minWidth": 1e9}, "layout": {"type": "list"}}] * sized(9_999)
    + [{"layout": {"type": "list"}}], 1))
row("variants: 2 MB in sections", lambda: document(
    None, sections=own_layouts([{"layout": {"type": "list"}}] * 100, 1, 700)))
row("variants: 64 MiB in sections", lambda: document(
    None, sections=own_layouts([{"layout": {"type": "list"}}] * 1000, 1, sized(2_300))),
    # Its job takes half of what jobs may hold, beside the body, and is refused.
    seconds=2, mebibytes=600)
row("text: a million errors", lambda: document({"type": "list"}, text=many("-1")), refused=True)
row("text: unknown keys", lambda: b"{" + b'"i":1,' * sized(300_000) + b'"j":1}', refused=True)
row("text: keys of 100 kB", lambda: listed(
    f'"{"k" * 100_000}{n}":1' for n in range(25)).replace("[", "{").replace("]", "}").encode(),
    refused=True)
row("text: a key given twice, 2 MB in", lambda: document(
    {"type": "list"}, text=many("1")[:-1] + ",{}],\"items\":1"), refused=True)
row("text: a kind, a type of 2 MB", lambda: document(
    {"type": "x" * TEXT}, 1), refused=True)
row("text: a million levels", lambda: b'{"items":' + b"[" * TEXT, refused=True)
row("text: a million levels of what is not known", lambda:
    b'{"x":' + b"[" * sized(MIB) + b"]" * sized(MIB) + b"}", refused=True)
row("text: a number of 2 MB", lambda: document({"type": "list"}, text=f"[1.{'0' * TEXT}1]"))
row("text: numbers of 800 digits", lambda: document(
    {"type": "list"}, text=many("9.007199254740993" + "0" * 780 + "1")))
row("text: numbers of 25 digits", lambda: document(
    {"type": "list"}, text=many("0.1234567890123456789012345e-3")))
row("text: white space of 2 MB", lambda: b" " * TEXT + SMALL)
row("text: white space of 63 MiB", lambda: b" " * sized(63 * MIB) + SMALL, mebibytes=80)

# MARK: Clients.

CEILING = {"TATAMI_MAX_INFLIGHT_BYTES": "64MiB", "TATAMI_CACHE_BYTES": "64MiB"}
row("clients: slow readers of a strip", lambda: document({"type": "waterfall"}, MAX_ITEMS),
    STRIP, run=slow_readers, whole=True, settings=CEILING, mebibytes=160)
row("clients: slow readers of 100,000 sections", lambda: document(
    {"type": "list", "headerReferenceSize": {"height": 1}}, sections=sections(1, 100_000)),
    "GET /attributes?rect=all", run=slow_readers, whole=True, mebibytes=200,
    settings={**CEILING, "TATAMI_CACHE_BYTES": "256MiB"})  # the layout takes 40 MiB, which is kept
row("clients: slow readers of gzip", lambda: document(
    {"type": "waterfall"}, text=listed(str(n % 977 / 7) for n in range(90_000))),
    "GET /attributes?rect=all", headers={"Accept-Encoding": "gzip"}, run=slow_readers, whole=True,
    settings=CEILING, mebibytes=160)
row("clients: those who left the dearest query", lambda: document(
    compositional({"supplementaryItems": badges(1)}), MILLION),
    "GET /attributes?rect=all&format=packed", run=departed, whole=True)
PICTURE = "/attributes?rect=all&format=svg"
row("clients: a picture of a thousand ids, again and again", lambda: document(
    {"type": "waterfall"}, text=listed(f'{{"id":"{n:012}"}}' for n in range(1_000))), POST,
    "GET " + PICTURE, headers={"Accept-Encoding": "gzip"}, attackers=64,
    # A POST takes about as long: this says which of them it is.
    attack=lambda identifier, _: f"GET /v1/layouts/{identifier}{PICTURE}")


def kerned(turn):
    """60 bodies of kerned letters in columns of a point and a half, other ones each turn."""
    return document(
        waterfall(columns=60, body={"style": "a"}), [{"body": f"{turn}-{n}" + "AVToWa" * 1_363} for n in range(60)],
        container={"width": 90, "height": 844}, textStyles={"a": worst_layouts.STYLE})


for count in (3, 6, 16):
    row(f"clients: {count} strangers with bodies of kerned letters in columns of a point", lambda: kerned(0),
        refused=None, attackers=count, strangers=True, attack=lambda _, turn: kerned(turn), **KEY)
    row(f"clients: {count} strangers with two million balanced items", lambda: document(
        waterfall(placement="balanced", rowSpacing=0), 2_000_000, container=WIDE),
        refused=None, attackers=count, strangers=True, **KEY)
for name, text in (
        ("uploads", b"POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{"),
        ("heads", b"GET /v1/layouts HTTP/1.1\r\nHost: a\r\n")):
    row(f"clients: 4,200 half {name}", lambda: SMALL, run=unfinished(text), whole=True)
row("clients: thousands of small layouts", lambda: SMALL, run=small_layouts, whole=True,
    settings={"TATAMI_CACHE_BYTES": "8MiB"}, mebibytes=32)
