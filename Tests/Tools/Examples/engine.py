"""The engine in the program beside the service: `engine.py FOLDER URL`, FOLDER with both clients."""
import sys
import urllib.request

sys.path.insert(0, sys.argv[1])
import tatami  # noqa: E402
import tatami_engine  # noqa: E402

service = tatami.TatamiClient(sys.argv[2])
engine = tatami_engine.TatamiEngine(
    urllib.request.urlopen(sys.argv[2] + "/tatami.wasm").read(), layout_bytes=1 << 20)
service.layout("{\"container\":{\"width\":1,\"height\":1},\"layout\":{\"type\":\"list\"},\"items\":1}")
assert engine.engine == service.engine, (engine.engine, service.engine)
count = 0


def same(ask):
    """What both answer, or refuse, is the same."""
    global count
    count += 1
    answers = []
    for client in (engine, service):
        try:
            answers.append(ask(client))
        except tatami.TatamiProblem as problem:
            answers.append({name: problem.members.get(name) for name in ("status", "detail", "errors")})
    assert answers[0] == answers[1], answers
    return answers[0]


def document(items, **layout):
    return {"container": {"width": 390, "height": 844}, "layout": layout, "items": items}


photos = [100 + 37 * number % 200 for number in range(20_000)]
for wall in (document(photos, type="waterfall", columns=3, spacing=6), document(900, type="list"),
             document([{"aspectRatio": 1 + number % 3 / 2} for number in range(99)], type="justified")):
    def line(client, wall=wall):
        """A layout and two versions, one of the other."""
        first = client.layout(wall)
        longer, changes = first.update({"append": [{"items": [120, {"id": "last \u2014"}]}]}, rect="all")
        last, _ = longer.update({"delete": [[0, 3]], "move": [{"from": [0, 0], "to": [0, 9]}]})
        return first, longer, last, changes

    same(lambda client: [one.summary for one in line(client)[:3]])
    same(lambda client: line(client)[3])
    for number in range(3):
        same(lambda client: line(client)[number].attributes(rect=(0, 90, 390, 844), bounds=(0, 90, 390, 844)))
        same(lambda client: line(client)[number].attributes(index_path="0-0,0-98"))
        same(lambda client: line(client)[number].sections())
        same(lambda client: line(client)[number].target_offset((0, 300), velocity=(0, 1)))
        same(lambda client: line(client)[number].target_offset(index_path="0-30", position="top", under=True))
        same(lambda client: line(client)[number].index_path((60, 240)))
        same(lambda client: line(client)[number].index_path((60, 240), moving="0-0"))
        same(lambda client: line(client)[number].document())
        same(lambda client: line(client)[0].changes_from(line(client)[number], rect="all", bounds=(0, 9, 390, 844)))
same(lambda client: client.layout({"items": "no"}).summary)
same(lambda client: client.layout(document(3, type="list")).attributes(index_path=f"0-{2**40}"))
same(lambda client: client.layout(document(3, type="list")).update({"delete": [[0, 2**40]]}))
assert 1 <= len(engine._held) < 12, len(engine._held)


class Endless(bytes):
    """More than the module's memory."""

    def __len__(self):
        return 2**31 - 1


kept = engine.layout(document(3, type="list"))
try:
    engine.put(Endless(b"{}"))
except tatami.TatamiProblem as problem:
    assert problem.status == 500 and "unreachable" in str(problem), problem
else:
    raise AssertionError("no trap")
assert len(kept.attributes(rect="all")["attributes"]) == 3
print(count, "answers, all the same")
