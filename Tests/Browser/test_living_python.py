"""Updates, changes and the ways back of the Python client, against services."""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Clients" / "python"))
from living import TwoServices, rows  # noqa: E402
from tatami import TatamiClient, TatamiProblem, encoded, sha256, version_id  # noqa: E402


class Logged(TatamiClient):
    """Notes its requests, and what came of them."""

    def __init__(self, service):
        super().__init__(service.url)
        self.log = []

    def read(self, method, path, body=None):
        note = method, re.sub(r"[0-9a-f]{64}", lambda id: id[0][16:24], path.split("?")[0])
        try:
            answer = super().read(method, path, body)
        except TatamiProblem as problem:
            self.log.append((*note, problem.status))
            raise
        self.log.append((*note, 200))
        return answer

    def moves(self, service):
        """Asks another service from now on."""
        self.base, self.log = service.url, []


def tops(attributes):
    return [[one["indexPath"][1], one["frame"]["y"]] for one in attributes]


class Python(TwoServices):
    def setUp(self):
        self.client = Logged(self.one)

    def requests(self, *layouts):
        """The requests so far, layouts named by their number."""
        names = {layout.id[16:24]: str(number) for number, layout in enumerate(layouts)}
        return [f"{method} {status} " + re.sub(r"[0-9a-f]{8}", lambda id: names.get(id[0], "?"), path.removeprefix("/v1/layouts/"))
                for method, path, status in self.client.log]

    def test_ids_of_versions_are_known_without_asking(self):
        parent = "23a22dddf4310b5854bf1cb90600671b5ac3ae4eb1e6dbab371170d8ef145a3e"
        self.assertEqual(version_id(parent, b'{"append":[{"items":[90]}]}'), "23a22dddf4310b584782860fde801191543f63eb8b74bacc248f96e40611f0b5")
        layout = self.client.layout(rows(401))
        update = {"append": [{"items": [120]}]}
        version, changes = layout.update(update)
        self.assertEqual(version.id, version_id(layout.id, encoded(update)))
        self.assertEqual((version.summary["parent"], version.summary["itemCount"], changes), (layout.id, 101, None))

    def test_updates_and_changes_forwards_and_back(self):
        layout = self.client.layout(rows(402))
        longer, changes = layout.update({"append": [{"items": [30]}]}, rect="all")
        # 100 + 101 + … + 199 = 14,950.
        self.assertEqual((tops(changes["inserted"]), changes["changed"], changes["invalidated"]["y"]), ([[100, 14950]], [], 14950))
        older, changes = longer.update({"insert": [{"indexPath": [0, 0], "items": [44, 61.5]}]}, bounds=(0, 5000, 402, 800), anchor="last")
        self.assertEqual((changes["contentOffset"], changes["anchor"]["edge"]), ({"x": 0, "y": 5105.5}, "end"))
        back = layout.changes_from(older, rect="all")
        self.assertEqual((tops(back["deleted"]), len(back["changed"])), ([[0, 0], [1, 44], [102, 15055.5]], 100))
        self.assertEqual(layout.changes_from(older, bounds=(0, 5105.5, 402, 800), scroll={})["contentOffset"], {"x": 0, "y": 5000})
        measured, changes = older.update({"measure": [{"indexPath": [0, 3], "height": 1}]}, bounds=(0, 5105.5, 402, 800), anchor="firstWhole")
        self.assertEqual(changes["contentOffsetAdjustment"], {"x": 0, "y": -100})
        self.assertEqual(measured.document()["items"][2:4], [100, {"height": 101, "measured": {"height": 1}}])
        _, changes = measured.update({"delete": [[0, 0], {"indexPath": [0, 1], "count": 1}]}, rect=(0, 0, 402, 100))
        self.assertEqual(tops(changes["deleted"]), [[0, 0], [1, 44]])

    def test_a_refused_update_names_its_place(self):
        with self.assertRaises(TatamiProblem) as caught:
            self.client.layout(rows(403)).update({"delete": [[0, 3], [0, 100]]})
        self.assertEqual((caught.exception.status, caught.exception.errors[0]["pointer"]), (422, "/delete/1"))

    def test_the_first_way_back_is_the_update_again(self):
        layout = self.client.layout(rows(404))
        version, _ = layout.update({"append": [{"items": [30]}]})
        id = version.id
        self.client.moves(self.two)
        self.client.put(layout.body)
        self.assertEqual(version.attributes(index_path="0-100")["attributes"][0]["frame"]["y"], 14950)
        self.assertEqual(self.requests(layout, version)[1:], ["GET 404 1/attributes", "POST 200 0/updates", "GET 200 1/attributes"])
        self.assertEqual(version.id, id)

    def test_the_second_way_back_is_the_document_and_its_updates(self):
        line = [self.client.layout(rows(405))]
        for height in (30, 31, 32):
            line.append(line[-1].update({"append": [{"items": [height]}]})[0])
        ids = [one.id for one in line]
        self.client.moves(self.two)
        version, changes = line[-1].update({"append": [{"items": [33]}]}, rect="all")
        self.assertEqual(tops(changes["inserted"]), [[103, 15043]])
        self.assertEqual(self.requests(*line), [
            "POST 404 3/updates", "POST 404 2/updates", "PUT 200 0", "POST 200 0/updates", "POST 200 1/updates", "POST 200 2/updates", "POST 200 3/updates"])
        self.assertEqual([one.id for one in line], ids)
        self.assertEqual(tops(line[1].changes_from(version, rect="all")["deleted"]), [[101, 14980], [102, 15011], [103, 15043]])

    def test_both_sides_of_a_comparison_come_back(self):
        layout = self.client.layout(rows(406))
        left, right = (layout.update({"append": [{"items": [height]}]})[0] for height in (30, 31))
        self.client.moves(self.two)
        changes = left.changes_from(right, rect="all")
        self.assertEqual((tops(changes["deleted"]), tops(changes["inserted"])), ([[100, 14950]], [[100, 14950]]))

    def test_the_third_way_back_is_the_document_that_has_learned_all(self):
        grown = self.client.layout(rows(407, 10))
        for _ in range(3):
            grown, _ = grown.update({"append": [{"items": [10 + n % 7 for n in range(2000)]}]})
        version, _ = grown.update({"measure": [{"indexPath": [0, 0], "height": 7}]})
        self.assertEqual([one[2:] for one in self.client.log if one[1].endswith("/document")], [(200,)])
        before, ids = version.attributes(rect="all")["attributes"], (grown.id, version.id)
        self.client.moves(self.two)
        after = version.attributes(index_path="0-0,0-6009")
        self.assertEqual([(method, status) for method, _, status in self.client.log],
                         [("GET", 404), ("POST", 404), ("PUT", 200), ("POST", 200), ("GET", 200)])
        self.assertEqual(after["attributes"], [before[0], before[-1]])
        # Another family: it begins with the document that was learned.
        self.assertEqual((grown.id, version.id[:16], after["id"]), (sha256(grown.body), grown.id[:16], version.id))
        self.assertTrue(set(ids).isdisjoint((grown.id, version.id)))

    def test_what_only_its_id_is_known_of_cannot_be_made_again(self):
        layout = self.client.layout(rows(408))
        version, _ = layout.update({"append": [{"items": [30]}]})
        changes = self.client.open(version.id).changes_from(self.client.open(layout.id), rect="all")
        self.assertEqual(tops(changes["inserted"]), [[100, 14950]])
        shown = self.client.open(version.id)
        self.client.moves(self.two)
        with self.assertRaises(TatamiProblem) as caught:
            shown.attributes(rect="all")
        self.assertEqual((caught.exception.status, caught.exception.members["missing"]), (404, version.id))


if __name__ == "__main__":
    unittest.main()
