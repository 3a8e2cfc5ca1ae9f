"""A virtual wall for those who don't look at it: order, roles, focus; and what it says and does where requests fail."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from test_virtual_wall import PAGE  # noqa: E402
from walls import WallPage  # noqa: E402


class ReadingOrder(WallPage):
    pages = {"wall.html": PAGE}

    def on_wall(self, text, *arguments):
        self.open("wall.html")
        return self.run_script(text, *arguments)

    def test_nodes_stand_in_the_order_of_items_and_are_told_as_a_list(self):
        out = self.on_wall("""
            begin();
            await wall.show(await client.layout(photos(view.clientWidth, 3000)));
            await still();
            const told = [], tell = () => told.push(cells().map(node => [Number(node.textContent), node.role, node.ariaPosInSet, node.ariaSetSize]));
            tell();
            for (const top of [3000, 20000, 18000, 0]) { view.scrollTop = top; await still(); tell(); }
            return [told, wall.content.role];
        """)
        self.assertEqual(out[1], "feed")
        for one in out[0]:
            items = [item for item, *_ in one]
            self.assertGreater(len(items), 10)
            self.assertEqual(items, sorted(items))
            self.assertEqual([rest for _, *rest in one], [["article", str(item + 1), "3000"] for item in items])

    def test_headers_are_no_items_and_nobody_counts_over_sections(self):
        out = self.on_wall("""
            begin();
            const sections = [{ items: 30 }, { items: 30 }], layout = { type: "list", rowHeight: 60, headerReferenceSize: { height: 40 } };
            await wall.show(await client.layout({ container: { width: view.clientWidth, height: 800 }, layout, sections }));
            // Nodes go from cells to headers and back.
            for (const top of [2000, 0, 2500, 1500]) { view.scrollTop = top; await still(); }
            return cells().map(node => { const { category, kind, indexPath } = wall.shown.get(node); return [indexPath, kind ?? category, node.role, node.ariaPosInSet] });
        """)
        kinds = [kind for _, kind, *_ in out]
        self.assertIn("header", kinds)
        self.assertEqual({(kind, role, at) for _, kind, role, at in out}, {("header", None, None), ("cell", "article", None)})
        # [1], the second section's header, stands before its cells.
        paths = [(path[0], path[1] if kind == "cell" else -1) for path, kind, *_ in out]
        self.assertEqual(paths, sorted(paths))

    def test_what_draws_says_its_own_role(self):
        out = self.on_wall("""
            window.wall = new (await import("./wall/virtual-wall.js")).VirtualWall(view, (node, { indexPath }) => { node.textContent = indexPath[1]; node.setAttribute("role", "button"); });
            await wall.show(await client.layout(rows(3)));
            return cells().map(node => node.role);
        """)
        self.assertEqual(out, ["button"] * 3)

    def test_a_node_that_has_the_focus_stays_its_items(self):
        out = self.on_wall("""
            begin();
            await wall.show(await client.layout(rows(3000)));
            await still();
            const held = cell(5);
            held.tabIndex = 0;
            held.focus();
            for (const top of [30000, 60000, 90000]) { view.scrollTop = top; await still(); }
            const away = [document.activeElement === held, held.textContent, cells().indexOf(held)];
            view.scrollTop = 0;
            await still();
            const back = [document.activeElement === held, cells().indexOf(held)];
            held.blur();
            view.scrollTop = 30000;
            await still();
            return [away, back, cell(5) === undefined];
        """)
        self.assertEqual(out, [[True, "5", 0], [True, 5], True])

    def test_a_living_walls_order_is_that_of_its_items(self):
        out = self.on_wall("""
            begin("living");
            await wall.show(await client.layout(rows(12)));
            const held = cell(3);
            held.tabIndex = 0;
            held.focus();
            await wall.perform({ move: [{ from: [0, 3], to: [0, 9] }] });
            await still();
            return [cells().map(node => node.textContent), document.activeElement === held, wall.pathOf(held), cells().map(node => node.ariaPosInSet)];
        """)
        self.assertEqual(out[0], [str(n) for n in range(12)])
        self.assertEqual(out[1:3], [True, [0, 9]])
        self.assertEqual(out[3], [str(n + 1) for n in range(12)])

    # MARK: Failing

    def test_what_fails_is_told_on_the_console_where_nobody_listens(self):
        out = self.on_wall("""
            const said = [], real = console.error;
            console.error = (...all) => said.push(all.map(String).join(" "));
            begin();
            const layout = await client.layout(rows(1000));
            window.hold = () => Promise.reject(new TypeError("Failed to fetch"));
            await wall.show(layout);
            console.error = real;
            const other = [];
            await wall.show(layout, { onError: error => other.push(String(error)) });
            return [said, other];
        """)
        self.assertEqual(out, [["TypeError: Failed to fetch"]] * 2)

    def test_too_many_requests_and_a_timeout_are_tried_again(self):
        out = self.on_wall("""
            begin();
            const { TatamiProblem } = await import("./client/tatami-client.js");
            const told = [];
            for (const status of [429, 408, 422]) {
                let asked = 0;
                const real = await client.layout(rows(1000 + status));
                const failing = { summary: real.summary, client, attributes: async (...all) => {
                    asked += 1;
                    if (asked === 1) throw new TatamiProblem(status, {});
                    return real.attributes(...all);
                } };
                await wall.show(failing, { onError: () => {} });
                // A second's pause; nobody waits for what never comes.
                const end = performance.now() + (status === 422 ? 1500 : 20000);
                while (asked < 2 && performance.now() < end) await frame();
                told.push([status, asked]);
            }
            return told;
        """)
        self.assertEqual(out, [[429, 2], [408, 2], [422, 1]])

    def test_an_animation_that_is_cancelled_is_no_mistake(self):
        out = self.on_wall("""
            const unhandled = [];
            addEventListener("unhandledrejection", event => unhandled.push(String(event.reason)));
            begin("living");
            await wall.show(await client.layout(rows(30)));
            wall.animate = node => { const one = node.animate([{ opacity: 0 }, { opacity: 1 }], 60000), { finished } = one; one.cancel(); return finished; };
            await wall.perform({ insert: [{ indexPath: [0, 2], items: [60] }], delete: [[0, 5]] });
            await still();
            await new Promise(done => setTimeout(done));
            return [unhandled, cells().filter(node => node.inert).length];
        """)
        self.assertEqual(out, [[], 0])

    def test_who_is_told_of_settling_and_throws_is_told_again(self):
        out = self.on_wall("""
            const { whenSettled } = await import("./wall/settling.js");
            view.innerHTML = "<div style='height:9000px'></div>";
            const told = [], real = console.error;
            console.error = () => {};
            whenSettled(view, ({ to }) => { told.push(to); throw new Error("mistaken") });
            view.scrollTop = 500;
            await until(() => told.length === 1);
            // Until the answer has come to rest, scrolling is taken for it: then a person scrolls on.
            for (let top = 900; told.length === 1; top += 1) {
                view.scrollTop = top;
                await new Promise(done => setTimeout(done, 500));
            }
            console.error = real;
            return told.length;
        """)
        self.assertEqual(out, 2)


if __name__ == "__main__":
    unittest.main()
