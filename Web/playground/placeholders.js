// SPDX-License-Identifier: Apache-2.0
const mostLanes = 24, leastPitch = 8;
export class Placeholders {
    node = document.createElement("div");
    #before = this.node.appendChild(document.createElement("div"));
    #after = this.node.appendChild(document.createElement("div"));
    #lanes = [];
    #isVertical = true;
    #layer;
    constructor(isInside = false) {
        this.#layer = isInside ? ";z-index:-2147483648" : "";
        this.node.className = "tatami-placeholders";
        this.node.setAttribute("aria-hidden", "true");
    }
    guess({ contentSize: { width, height }, itemCount }, isVertical) {
        this.#isVertical = isVertical;
        this.#lanes = [];
        const [main, cross] = isVertical ? [height, width] : [width, height];
        if (!(itemCount > 0) || !(main * cross > 0))
            return;
        const side = Math.sqrt(main * cross / itemCount);
        this.#lanes = even(Math.round(cross / side), cross, Math.max(leastPitch, main * Math.max(1, Math.round(cross / side)) / itemCount), 0.06 * side);
    }
    learn(all, isVertical, cross) {
        const boxes = all.filter((one) => one.category === "cell" && one.frame.width * one.frame.height > 0)
            .map(({ frame }) => (isVertical ? frame : turned(frame))).sort((one, other) => one.y - other.y);
        if (boxes.length < 4)
            return;
        this.#isVertical = isVertical;
        const columns = new Map();
        for (const box of boxes) {
            const start = Math.round(box.x), column = columns.get(start);
            if (column === undefined)
                columns.set(start, [box]);
            else
                column.push(box);
        }
        const gap = mean([...columns.values()].flatMap((column) => gaps(column)));
        if (columns.size <= mostLanes && boxes.length >= 2 * columns.size) {
            this.#lanes = [...columns].map(([start, column]) => ({ start, across: mean(column.map((one) => one.width)), length: mean(column.map((one) => one.height)), gap }));
        }
        else {
            this.#lanes = even(Math.round(cross / mean(boxes.map((one) => one.width))), cross, mean(boxes.map((one) => one.height)) + gap, gap);
        }
    }
    stand(held, x, y, colour) {
        if (colour === false || this.#lanes.length === 0) {
            this.node.hidden = true;
            return;
        }
        const [main, cross] = this.#isVertical ? [y, x] : [x, y];
        const [start, length] = held === undefined ? [0, 0] : this.#isVertical ? [held[1], held[3]] : [held[0], held[2]];
        this.node.hidden = false;
        this.node.style.cssText = `position:relative;width:${x.room}px;height:0;overflow-anchor:none;pointer-events:none${this.#layer}`;
        const inRoom = (offset) => Math.min(main.room, Math.max(0, offset - main.base));
        this.#cover(this.#before, 0, inRoom(start), main, cross.room, colour);
        this.#cover(this.#after, inRoom(start + length), main.room, main, cross.room, colour);
    }
    #cover(node, from, to, main, cross, colour = "var(--tatami-placeholder, rgb(128 128 128 / 0.16))") {
        const place = (along, across) => (this.#isVertical ? `${across} ${along}` : `${along} ${across}`);
        const images = this.#lanes.map(({ length }) => `linear-gradient(to ${this.#isVertical ? "bottom" : "right"},${colour} ${length}px,transparent 0)`);
        const sizes = this.#lanes.map(({ length, gap, across }) => place(`${pitch(length, gap)}px`, `${across}px`));
        const places = this.#lanes.map(({ start, length, gap }) => place(`${-((from + main.base) % pitch(length, gap))}px`, `${start}px`));
        const [left, top, width, height] = this.#isVertical ? [0, from, cross, to - from] : [from, 0, to - from, cross];
        const style = `position:absolute;left:0;top:0;translate:${left}px ${top}px;width:${width}px;height:${height}px;`
            + `background:${images.join()};background-size:${sizes.join()};background-position:${places.join()};background-repeat:${this.#isVertical ? "repeat-y" : "repeat-x"}`;
        if (node.dataset["style"] === style)
            return;
        node.dataset["style"] = style;
        node.style.cssText = style;
    }
}
function even(count, cross, along, gap) {
    const lanes = Math.min(mostLanes, Math.max(1, count)), step = cross / lanes;
    return Array.from({ length: lanes }, (_, lane) => ({ start: lane * step, across: Math.max(1, step - gap), length: Math.max(1, along - gap), gap }));
}
function pitch(length, gap) { return Math.max(leastPitch, length + gap); }
function gaps(column) {
    return column.slice(1).map((one, n) => Math.max(0, one.y - column[n].y - column[n].height));
}
function turned({ x, y, width, height }) { return { x: y, y: x, width: height, height: width }; }
function mean(values) {
    return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
