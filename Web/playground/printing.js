// SPDX-License-Identifier: Apache-2.0
const mostPrinted = 2000;
export function drawForPrint(wall) {
    const { viewport, life: { signal } } = wall;
    let after;
    addEventListener("beforeprint", () => {
        const all = printed(wall);
        if (all === undefined || after !== undefined)
            return;
        const { contentNode, seen: [x, y] } = wall, styles = [viewport, contentNode].map((node) => [node, node.style.cssText]);
        const width = Math.max(...all.map(({ frame }) => frame.x + frame.width)), height = Math.max(...all.map(({ frame }) => frame.y + frame.height));
        inEvent(() => wall.drawAll(all, [0, 0, width, height]));
        after = () => {
            for (const [node, text] of styles)
                node.style.cssText = text;
            inEvent(() => wall.drawAll(undefined));
            wall.scrollToOffset(x, y, true);
        };
        viewport.style.cssText += ";height:auto!important;max-height:none!important;overflow:visible!important";
        contentNode.style.height = `${height}px`;
    }, { signal });
    addEventListener("afterprint", () => {
        after?.();
        after = undefined;
    }, { signal });
}
function printed({ layout, source, elements }) {
    if (layout === undefined)
        return undefined;
    const all = source.viewOf(layout)?.attributes({ rect: "all" }) ?? (elements.filter(({ category }) => category === "cell").length === layout.summary.itemCount ? elements : undefined);
    if (all === undefined || all.length === 0)
        return undefined;
    let left = mostPrinted;
    const end = all.findIndex(({ category }) => category === "cell" && (left -= 1) < 0);
    return end < 0 ? all : all.slice(0, end);
}
function inEvent(draw) {
    const target = document.createElement("i");
    target.addEventListener("resize", draw);
    target.dispatchEvent(new Event("resize"));
}
