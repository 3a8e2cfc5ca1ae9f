// SPDX-License-Identifier: Apache-2.0
export function isForCanvas(style) {
    const { lineHeight, whiteSpace, tabSize, textIndent = 0, hyphens = "manual", textSpacingTrim = "normal", textAutospace = "no-autospace" } = style;
    const { fontKerning = "auto", fontVariantCaps = "normal", fontVariantNumeric = "normal", fontVariantLigatures = "normal", fontStretch = 100 } = style;
    return lineHeight !== "normal" && whiteSpace !== "break-spaces" && typeof tabSize !== "object" && textIndent === 0 && hyphens === "manual"
        && (style.hyphenateCharacter ?? "auto") === "auto" && textSpacingTrim === "normal" && textAutospace === "no-autospace" && fontKerning !== "none"
        && [fontVariantCaps, fontVariantNumeric, fontVariantLigatures].every((value) => value === "normal") && (fontStretch === 100 || fontStretch === "normal")
        && Object.keys({ ...style.fontFeatureSettings, ...style.fontVariationSettings }).length === 0;
}
export class PageTexts {
    host;
    measure(text, styles, number, direction, width, wantsLines) {
        const host = this.host ??= hiddenHost(), block = document.createElement("div"), style = styles[number];
        Object.assign(block.style, blockStyle(style, direction), { width: width === undefined ? "max-content" : `${width}px` });
        block.lang = style.lang ?? "";
        block.append(...(typeof text === "string" ? [text] : text.map((run) => nodeOf(run, styles))));
        host.replaceChildren(block);
        const box = block.getBoundingClientRect(), found = { height: box.height, width: box.width, lines: wantsLines ? linesOf(block) : [] };
        host.replaceChildren();
        return found;
    }
}
function hiddenHost() {
    const host = document.createElement("div");
    host.setAttribute("aria-hidden", "true");
    host.style.cssText = "all:initial;position:fixed;left:0;top:0;width:0;height:0;overflow:hidden;visibility:hidden;contain:strict";
    document.documentElement.append(host);
    return host;
}
function runStyle(style) {
    const { fontFamily, fontSize = 16, fontWeight = 400, fontStyle = "normal", lineHeight, letterSpacing = 0, wordSpacing = 0, fontStretch = 100 } = style;
    const families = typeof fontFamily === "string" ? [fontFamily] : fontFamily;
    const settings = (all) => Object.entries(all ?? {}).map(([tag, value]) => `${JSON.stringify(tag)} ${value}`).join(",") || "normal";
    return {
        fontFamily: families.map((family) => `"${family.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\a ")}"`).join(","), fontSize: `${fontSize}px`,
        fontWeight: String(fontWeight), fontStyle, fontSynthesis: "none", letterSpacing: `${letterSpacing}px`, wordSpacing: `${wordSpacing}px`,
        lineHeight: typeof lineHeight === "number" ? `${lineHeight}px` : typeof lineHeight === "object" ? String(lineHeight.multiple) : "normal",
        fontStretch: typeof fontStretch === "number" ? `${fontStretch}%` : fontStretch, fontKerning: style.fontKerning ?? "auto",
        fontVariantCaps: style.fontVariantCaps ?? "normal", fontVariantNumeric: style.fontVariantNumeric ?? "normal",
        fontVariantLigatures: style.fontVariantLigatures ?? "normal", fontFeatureSettings: settings(style.fontFeatureSettings),
        fontVariationSettings: settings(style.fontVariationSettings), textTransform: style.textTransform ?? "none",
        textSpacingTrim: style.textSpacingTrim ?? "normal", textAutospace: style.textAutospace ?? "no-autospace",
        hyphenateCharacter: style.hyphenateCharacter === undefined || style.hyphenateCharacter === "auto" ? "auto" : JSON.stringify(style.hyphenateCharacter),
    };
}
function blockStyle(style, direction) {
    const { tabSize = 8, maxLines, textIndent = 0, whiteSpace = "normal", fontSize = 16 } = style;
    return {
        ...runStyle(style), textWrap: "wrap", whiteSpace, wordBreak: style.wordBreak ?? "normal", overflowWrap: style.overflowWrap ?? "break-word",
        lineBreak: style.lineBreak ?? "auto", hyphens: style.hyphens ?? "manual", direction: style.direction ?? direction,
        tabSize: typeof tabSize === "number" ? String(tabSize) : `${tabSize.length}px`, textIndent: indentOf(textIndent, fontSize),
        ...(style.textWrap !== undefined && style.textWrap !== "wrap" && { textWrapStyle: style.textWrap }),
        ...(maxLines !== undefined && { display: "-webkit-box", webkitBoxOrient: "vertical", webkitLineClamp: String(maxLines), overflow: "hidden" }),
    };
}
function indentOf(indent, fontSize) {
    if (typeof indent === "number")
        return `${indent}px`;
    const { length = 0, em, hanging = false, eachLine = false } = indent, ems = typeof length === "object" ? length.em : em;
    return `${ems === undefined ? String(length) : ems * fontSize}px${hanging ? " hanging" : ""}${eachLine ? " each-line" : ""}`;
}
function nodeOf(run, styles) {
    if (typeof run === "string")
        return document.createTextNode(run);
    const span = document.createElement("span");
    if (run.length === 3) {
        const [width, height, align] = run;
        Object.assign(span.style, { display: "inline-block", width: `${width}px`, height: `${height}px`, verticalAlign: typeof align === "number" ? `${align}px` : align });
    }
    else {
        const [number, text] = run, style = styles[number];
        Object.assign(span.style, runStyle(style));
        if (style.lang !== undefined)
            span.lang = style.lang;
        span.textContent = text;
    }
    return span;
}
function linesOf(block) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT), range = document.createRange(), lines = [];
    let bottom = -Infinity, line = "";
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent ?? "";
        for (const { index, segment } of new Intl.Segmenter().segment(text)) {
            range.setStart(node, index);
            range.setEnd(node, index + segment.length);
            const box = range.getBoundingClientRect();
            if (box.height > 0 && box.width > 0) {
                if ((box.top + box.bottom) / 2 > bottom) {
                    if (bottom > -Infinity)
                        lines.push(shown(line));
                    [line, bottom] = ["", box.bottom];
                }
                bottom = Math.max(bottom, box.bottom);
            }
            line += segment;
        }
    }
    if (bottom > -Infinity)
        lines.push(shown(line));
    return lines;
}
const shown = (line) => line.trim().replace(/\xad$/, "\u2010").replaceAll("\xad", "");
