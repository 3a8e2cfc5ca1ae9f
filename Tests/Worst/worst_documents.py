"""What the rows of `make worst` are written with: documents as text, and rows."""
import gzip
import hashlib
import json
import zlib

MIB = 1 << 20
# Two kilobytes of gzip hold so much repetitive text, and the bound is said of two kilobytes.
TEXT = 2 * MIB
MAX_ITEMS = 2_000_000
MILLION = 1_000_000
MAX_SECTIONS = 100_000
# `--quick` sends documents of this share of their size.
EIGHTH = 8
# The divisor of a row's own counts: 1, or EIGHTH.
divisor = 1

WIDE = {"width": 1_000_000, "height": 844}  # holds 10,000 columns
ENDLESS = {"width": 2 ** 40, "height": 844}  # holds a million items in one line
FULL = {"width": {"fractionalWidth": 1}, "height": {"absolute": 10}}
FILL = {"width": {"fractionalWidth": 1}, "height": {"fractionalHeight": 1}}
HALF = {"width": {"fractionalWidth": 0.5}, "height": {"fractionalHeight": 1}}
DOT = {"width": {"absolute": 1}, "height": {"absolute": 1}}
ESTIMATED = {"width": {"fractionalWidth": 1}, "height": {"estimated": 10}}

SMALL = b'{"container":{"width":9,"height":9},"layout":{"type":"list"},"items":3}'

# What is asked of most documents: every representation of everything, and a strip that meets some
# of every line.
STRIP = "GET /attributes?rect=0,0,5,1e15"
POST = "POST"
EVERYTHING = (
    POST, "GET /attributes?rect=all", "GET /attributes?rect=all&format=columns",
    "GET /attributes?rect=all&format=packed", "GET /attributes?rect=all&format=svg",
    STRIP, STRIP + "&format=packed", "GET /sections")


def fit(text=MIB, items=MIB // 2):
    """Makes documents of so many bytes and items, unless told otherwise those that the default limits of
    256 MB just allow; to be called before the rows are read."""
    global TEXT, MAX_ITEMS, MILLION
    TEXT, MAX_ITEMS, MILLION = text, items, items


def shrink():
    """Makes every document an eighth of its size; to be called before the rows are read."""
    global TEXT, MAX_ITEMS, MILLION, MAX_SECTIONS, divisor
    divisor = EIGHTH
    TEXT, MAX_ITEMS, MILLION, MAX_SECTIONS = (
        sized(full) for full in (TEXT, MAX_ITEMS, MILLION, MAX_SECTIONS))


def sized(count):
    """A count that decides a document's size: as it is, or an eighth of it."""
    return max(1, count // divisor)


class Row:
    """A document, and what is asked of it: "POST", "POST ?query", "GET /rest?query"."""

    def __init__(self, name, document, *steps, refused=False, seconds=None, mebibytes=None,
                 headers=None, settings=None, run=None, attackers=0, attack=None, strangers=False, whole=False):
        """`refused`: whether the document must be refused (4xx); None where either will do.
        `seconds`, `mebibytes`: a bound of its own for the dearest request's CPU, and for the
        process above idle. `attackers`: how many clients repeat the dearest request while others
        are timed. `attack`: what they send instead, "GET /path" or a document's bytes by the row's id and a count.
        `strangers`: each attacker has an address of its own. `whole`: the row has its full size even if all others have an eighth, because it is about
        clients, waits or counts of versions."""
        self.name, self.document, self.steps = name, document, steps or (POST,)
        self.refused, self.seconds, self.mebibytes = refused, seconds, mebibytes
        self.headers, self.settings, self.run = headers or {}, settings or {}, run
        self.attackers, self.attack, self.strangers = attackers, attack, strangers
        self.divisor = 1 if whole or attackers else divisor
        if self.divisor > 1 and refused:
            self.refused = None  # an eighth of what is too much may be accepted

    def bound(self, sent, answered, is_refused):
        """CPU seconds and MiB: 1 and 64 for two kilobytes, in proportion for up to four, unless
        the row has its own; writing what is taken of an answer comes on top.

        An eighth of the size has an eighth of the bound, and 0.05 s and 24 MiB for what does not
        depend on it, such as reading fonts. A document that is refused may have spent the budget of
        any document first."""
        share = min(2, max(1, sent * self.divisor / 2048))
        seconds, mebibytes = self.seconds or share, self.mebibytes or 64 * share
        if self.divisor > 1 and not is_refused:
            seconds, mebibytes = seconds / self.divisor + 0.05, mebibytes / self.divisor + 24
        return seconds + answered / (200 * MIB), mebibytes

    def request(self):
        """The document's id, and a body and its fields as they are posted: the shorter of plain
        and gzip."""
        text = self.document()
        sent, coding = shortest(text)
        return hashlib.sha256(text).hexdigest(), sent, {"Content-Type": "application/json", **coding}


def shortest(text):
    """A body as it is sent, plain or gzip, and the field that says so."""
    packed = gzip.compress(text, 9, mtime=0)
    return (packed, {"Content-Encoding": "gzip"}) if len(packed) < len(text) else (text, {})


class Growing:
    """A text as it is posted, plain or gzip, with more and more spaces behind it.

    It is packed once: that is what takes a client's time."""

    def __init__(self, text):
        self.packer = zlib.compressobj(9, wbits=31)
        self.beginning = self.packer.compress(text)
        is_packed = len(self.beginning + self.packer.copy().flush()) < len(text)
        self.text = None if is_packed else text
        self.coding = {"Content-Encoding": "gzip"} if is_packed else {}

    def body(self, number):
        """The body with that many spaces."""
        if self.text is not None:
            return self.text + b" " * number
        packer = self.packer.copy()
        return self.beginning + packer.compress(b" " * number) + packer.flush()


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def document(layout, items=None, *, text=None, sections=None, container=None, **more):
    """A document's bytes. `text`, `sections`: the JSON text of "items", of "sections"."""
    fields = {"container": container or {"width": 1000, "height": 844}, **more}
    if layout is not None:
        fields["layout"] = layout
    head = compact(fields)[:-1]
    if sections is not None:
        return f'{head},"sections":{sections}}}'.encode()
    return f'{head},"items":{compact(items) if text is None else text}}}'.encode()


def many(element, count=None):
    """A JSON array of the same text, so many times or as often as two megabytes hold it."""
    if count is None:
        count = min(MAX_ITEMS, TEXT // (len(element) + 1))
    return "[" + ",".join([element] * count) + "]"


def listed(elements):
    """A JSON array of texts."""
    return "[" + ",".join(elements) + "]"


def sections(items, count=None):
    """So many sections of the shared layout, or as many as there may be, each with those items."""
    return many(f'{{"items":{compact(items)}}}', count or MAX_SECTIONS)


def own_layouts(layout, items, count):
    """So many sections, each with a layout of its own."""
    return many(f'{{"items":{compact(items)},"layout":{compact(layout)}}}', count)


def badges(count, *edges):
    """Supplementaries, each of a kind of its own, in turn at those edges."""
    edges = edges or ("leading",)
    return [
        {"kind": f"k{number}", "size": DOT,
         "containerAnchor": {"edges": [edges[number % len(edges)]]}}
        for number in range(count)]


def header(**more):
    return {"kind": "h", "alignment": "top", "size": FULL, **more}


def compositional(item=None, group=None, **section):
    """Groups of one item that fills them, unless `group` says otherwise."""
    group = {"direction": "horizontal", "size": FULL, "subitems": [{"size": FILL, **(item or {})}],
             **(group or {})}
    return {"type": "compositional", "group": group, **section}


def estimated(length):
    """A size that is estimated along both axes."""
    return {"width": {"estimated": length}, "height": {"estimated": length}}


def fixed(width, height):
    """A size in points."""
    return {"width": {"absolute": width}, "height": {"absolute": height}}


def subitems(*badge_counts):
    """A group of two halves, with so many badges each."""
    return {"subitems": [
        {"size": HALF, "supplementaryItems": badges(count)} for count in badge_counts]}


def nested(depth, count):
    """Groups in groups, each with a badge, the outermost `count` times the next."""
    group = {"direction": "horizontal", "size": FILL, "subitems": [{"size": FILL}]}
    for number in range(depth - 2):
        group = {"direction": "vertical", "size": FILL, "subitems": [group]}
        if number % 8 == 0:
            group["supplementaryItems"] = badges(1)
    return {"subitems": [group], "count": count}


def arranged(layout):
    """A custom group in which another layout arranges all items."""
    return {"type": "compositional", "group": {
        "direction": "custom", "size": FULL, "arrangement": layout}}


def waterfall(**more):
    """Ten thousand columns of 100 points, or what `more` says."""
    return {"type": "waterfall", "columns": 10_000, "columnSpacing": 0, **more}


def paths(*texts):
    """`indexPath` with a thousand of these in turn."""
    return "indexPath=" + ",".join(texts[number % len(texts)] for number in range(1000))


# The table, which each file of rows adds to.
ROWS = []


def row(name, document, *steps, **options):
    ROWS.append(Row(name, document, *steps, **options))
