"""Rows of `make worst`: updates, and what has changed of what they were made of."""
import functools
import hashlib
import random

from worst_clients import child, descended, reloaded, updated
from worst_documents import *

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
row("updates: columns given and kept, over a width", lambda: document(
    waterfall(columns=12), text=many('{"column":1},{"keptColumn":2}')),
    run=updated('{"container":{"width":9},"keepColumns":true}', '{"insert":[{"indexPath":[0,0],"items":1}]}', ask=SCREEN))
row("updates: 150 deletions a step, 100 steps", lambda: document(
    {"type": "list"}, MILLION),
    run=updated(*(compact({"delete": [[0, 2 * n] for n in range(150)], "append": [{"items": step}]})
                  for step in range(100)), ask=SCREEN))
row("updates: a quarter of a million changed, all asked", lambda: document({"type": "list"}, MILLION // 4),
    # What has changed is gathered before it is written: a kilobyte for each until it is sorted.
    run=updated('{"delete":[[0,0]]}', ask="rect=all rect=all&format=columns"), seconds=4,
    mebibytes=512)
row("updates: a million changed, all asked", lambda: document({"type": "list"}, 1_000_000),
    # More than jobs may hold: refused when what is found has taken that much.
    run=updated('{"delete":[[0,0]]}', ask="rect=all"), seconds=5, mebibytes=900, whole=True)
row("updates: a million changed, one asked", lambda: document({"type": "list"}, text=NUMBERS),
    run=updated('{"delete":[[0,0]]}', ask="rect=0,900000,5,50"))
row("updates: what a million keep to their place", lambda: document(
    waterfall(columns=12), text=NUMBERS),
    run=updated(f'{{"keepColumns":[0,{MILLION - 2}],"replace":[{{"indexPath":[0,9],"item":3}}]}}',
                '{"keepColumns":false}', ask=SCREEN), mebibytes=160)
row("updates: 1,000 versions deep", lambda: document({"type": "list"}, 3),
    run=descended(1_000, lambda number: f'{{"insert":[{{"indexPath":[0,0],"items":{number % 9 + 1}}}]}}',
                  ask="rect=all " + SCREEN), mebibytes=96, whole=True)
row("updates: 1,000 versions, 100 moves a step", lambda: document({"type": "list"}, 100_000),
    # The runs of a map that is composed of all are more than 65,536: 409.
    run=descended(1_000, lambda number: compact(
        {"move": [{"from": [0, 500 * n + number % 400], "to": [0, 500 * n + 499]} for n in range(100)]}),
        ask="rect=0,0,5,50"), mebibytes=160, refused=None, whole=True)



def shuffled(number):
    """An update of 30,000 moves, which are nearly as many runs as a composed map may have, and then
    deletions of one item."""
    if number:
        return f'{{"delete":[[0,{number * 7}]]}}'
    source = random.Random(1)
    places = zip(source.sample(range(60_000), 30_000), source.sample(range(30_000), 30_000))
    return compact({"move": [{"from": [0, place], "to": [0, to]} for place, to in places]})


def moved(number):
    """An update of 80 moves."""
    return compact({"move": [
        {"from": [0, 500 * n + number % 400], "to": [0, 500 * n + 499]} for n in range(80)]})


@functools.cache
def line(identifier, count, update):
    """The ids of so many versions, one of the other, and of the layout before them."""
    ids = [identifier]
    for number in range(count):
        ids.append(child(ids[-1], update(number).encode()))
    return ids


def compared(count, update):
    """Asks what has changed between two of so many versions, other ones each time."""

    def attack(identifier, turn):
        ids = line(identifier, count, update)
        old, new = ids[turn % 30], ids[count - turn // 30 % 500]
        return f"GET /v1/layouts/{new}/changes?from={old}&bounds=0,5000,9,844"

    return attack


row("updates: 30,000 moves, then 998 deletions", lambda: document({"type": "list"}, 200_000),
    # 19 s of CPU a request, when the map of all moves was sorted again for each deletion.
    run=descended(999, shuffled, ask="bounds=0,5000,9,844"), mebibytes=224,
    attackers=8, attack=compared(999, shuffled))
row("updates: 1,000 versions, 80 moves a step", lambda: document({"type": "list"}, 100_000),
    # As many runs as may be composed.
    run=descended(1_000, moved, ask="rect=0,0,5,50"), mebibytes=160, refused=None,
    attackers=8, attack=compared(1_000, moved))

# As many entries as an update may have, in each of its lists.
ENTRIES = min(sized(100_000), MILLION // 4)


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
row("updates: headers of 100,000 sections are measured", lambda: document({"type": "list"}, sections=sections(1)),
    run=updated(entries("measure", lambda n: f'{{"indexPath":[{n},0],"kind":"header","height":{n % 9}.5}}'),
                '{"append":[{"items":1}]}', ask=SCREEN), seconds=4, mebibytes=480)
row("updates: the header of a million is measured", lambda: document(waterfall(columns=3), text=NUMBERS),
    run=updated('{"measure":[{"indexPath":[0,0],"kind":"header","height":7}]}', ask=SCREEN))
row("updates: 16 of 1,000 boundary items measured in each of 6,250 sections", lambda: document(
    compositional(boundarySupplementaryItems=[header(kind=f"k{n}", size=estimated(9)) for n in range(1_000)]),
    sections=sections(1, sized(6_250))),
    run=updated(entries("measure", lambda n: (
        f'{{"indexPath":[{n // 16},0],"kind":"k{984 + n % 16}","height":{n % 9}.5,"width":7}}')), ask=SCREEN),
    seconds=4, mebibytes=480, refused=None)
row("texts: measured headers and footers of 20,000 sections", lambda: document({"type": "flow"}, sections=many(
    '{"items":1,"supplementaries":{"header":{"measured":{"height":7}},"footer":{"measured":{"height":5}}}}', sized(20_000))),
    *EVERYTHING, refused=None)
row("updates: 100,000 measured along shelves", lambda: document(
    compositional(orthogonalScrollingBehavior="groupPagingCentered", group={
        "direction": "horizontal", "size": estimated(20), "subitems": [{"size": estimated(10)}]}), text=NUMBERS),
    run=updated(entries("measure", lambda n: f'{{"indexPath":[0,{2 * n}],"height":{n % 7}.5,"width":{n % 9}.5}}'),
                '{"append":[{"items":1}]}', ask=SCREEN), seconds=5, mebibytes=480)
row("updates: all siblings as long as one", lambda: document(
    compositional(group={"direction": "horizontal", "size": ESTIMATED, "count": 10_000, "subitems": [
        {"size": {"width": {"fractionalWidth": 0.0001}, "height": {"uniformAcrossSiblings": 9}}}]}),
    text=NUMBERS),
    run=updated('{"measure":[{"indexPath":[0,9],"height":7}]}', ask=SCREEN))
row("updates: sections that scroll, all of them scrolled", lambda: document(
    compositional(orthogonalScrollingBehavior="continuous"), sections=sections(9, sized(5_000))),
    run=updated('{"moveSections":[{"from":0,"to":%d}]}' % (sized(5_000) - 1),
                ask="rect=all&scroll=" + ",".join(f"{n}:5" for n in range(min(1_000, sized(5_000))))))
row("updates: the document of a million, every field", lambda: document(
    waterfall(columns=3), text=many('{"id":"i","height":1,"bodyHeight":1,"zIndex":1}')),
    "GET /document")
row("updates: headers of 100,000 sections, pinned across", lambda: document(
    {"type": "list", "headerReferenceSize": {"width": 1, "height": 5}, "sectionHeadersPinToVisibleBounds": True},
    configuration={"headersPinAcrossSections": True}, sections=sections(1)),
    run=updated('{"deleteSections":[0]}', '{"append":[{"items":1}]}', ask=SCREEN))
row("updates: one header pinned over 99,999 sections", lambda: document(
    {"type": "list"}, configuration={"headersPinAcrossSections": True}, sections=listed(
        ['{"items":%s,"layout":{"type":"list","headerReferenceSize":{"height":5},"sectionHeadersPinToVisibleBounds":true}}'
         % many("1,2", sized(150_000)), *['{"items":1}'] * sized(99_999)])),
    run=updated('{"measure":[{"indexPath":[0,0],"kind":"header","height":7}]}', '{"append":[{"items":1}]}',
                ask="bounds=0,50000,9,844 rect=0,50000,9,844&bounds=0,50000,9,844"))
row("updates: headers of 100,000 sections", lambda: document(
    {"type": "list", "headerReferenceSize": {"width": 1, "height": 5}}, sections=sections(1)),
    run=updated('{"deleteSections":[0]}', ask="rect=0,0,5,50"))
row("updates: a section's 10,000 kinds of badges", lambda: document(
    compositional({"supplementaryItems": badges(10_000)}), 1),
    run=updated('{"append":[{"items":1}]}', ask="rect=all"), refused=None)

# MARK: Whole documents, whose items are matched by ids.


def numbered(count, seed=None, field=""):
    """Items with the ids of so many numbers, shuffled unless the seed is None."""
    ids = list(range(count))
    if seed is not None:
        random.Random(seed).shuffle(ids)
    return listed(f'{{"id":{number}{field}}}' for number in ids)


COUNT = min(140_000, TEXT // 15)
row("reload: shuffled ids", lambda: document({"type": "list"}, text=numbered(COUNT)),
    run=reloaded(lambda: document({"type": "list"}, text=numbered(COUNT, 1)), SCREEN), mebibytes=256)
row("reload: shuffled ids whose data differs", lambda: document(
    {"type": "list"}, text=numbered(COUNT * 3 // 5, field=',"data":1')),
    run=reloaded(lambda: document({"type": "list"}, text=numbered(COUNT * 3 // 5, 1, ',"data":2')), SCREEN), mebibytes=256)
row("reload: items of one id, and one more in front", lambda: document(
    waterfall(), text=many('{"id":1}')),
    run=reloaded(lambda: document(waterfall(), text='[{"id":2},' + many('{"id":1}')[10:]), SCREEN), mebibytes=256)
row("reload: a million without ids", lambda: document({"type": "list"}, text=NUMBERS),
    run=reloaded(lambda: document(waterfall(columns=3), text=NUMBERS), SCREEN), mebibytes=384)
row("reload: 60,000 sections of one item, shuffled", lambda: document(
    {"type": "list"}, sections=listed(f'{{"items":[{{"id":{n}}}]}}' for n in range(sized(60_000)))),
    run=reloaded(lambda: document({"type": "list"}, sections=listed(
        f'{{"items":[{{"id":{n * 7_919 % sized(60_000)}}}]}}' for n in range(sized(60_000)))), SCREEN), mebibytes=384)
row("reload: a replaced section of shuffled ids", lambda: document({"type": "list"}, text=numbered(COUNT)),
    run=updated('{"replaceSections":[{"section":0,"items":' + numbered(COUNT, 1) + "}]}", ask=SCREEN),
    seconds=2, mebibytes=384)
