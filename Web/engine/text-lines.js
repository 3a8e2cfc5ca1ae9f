// SPDX-License-Identifier: Apache-2.0
import { graphemes, hangs, isContextual, isSpace, opportunities } from "./line-breaks.js";
const plain = /^[\x20-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/, symbol = /[^\p{L}\p{N}]/u;
const unseen = /[\x7f-\x9f\xad\u115f\u1160\u2028\u2029]/;
const fullWidth = /^[〉》」』】〕〗〙〛〟’”）］｝｠]$/;
const newline = 1, softHyphen = 2, tab = 4;
const tolerance = 1 / 64 + 1 / 65536;
const leastDifference = 1 / 256;
const window = 128;
const joining = /[\u0600-\u08ff](?<=\p{L})/u, joiner = "\u200d";
export function collapsed(given, whiteSpace) {
    const text = collapsedSpaces(given, whiteSpace), preserves = whiteSpace === "pre" || whiteSpace === "pre-wrap";
    return (preserves ? /^[\f\r]*$/ : /^[\f\v]*$/).test(text) ? "" : text;
}
function collapsedSpaces(text, whiteSpace) {
    if (whiteSpace === "pre" || whiteSpace === "pre-wrap" || !/[\t\n\r]|^ | $| {2}/.test(text))
        return text;
    const keepsNewlines = whiteSpace === "pre-line", parts = [];
    let isAfterSpace = true, includesNewline = false;
    for (const [part] of text.matchAll(/[ \t\n\r]|[^ \t\n\r]+/g)) {
        if (part === "\n" && keepsNewlines) {
            if (parts.at(-1) === " ")
                parts.pop();
            parts.push(part);
            isAfterSpace = true;
        }
        else if (part === " " || part === "\t" || part === "\n" || part === "\r") {
            includesNewline ||= part === "\n";
            if (!isAfterSpace)
                parts.push(" ");
            isAfterSpace = true;
        }
        else {
            if (includesNewline && parts.at(-1) === " " && (part.startsWith("\u200b") || parts.at(-2)?.endsWith("\u200b")))
                parts.pop();
            parts.push(part);
            isAfterSpace = includesNewline = false;
        }
    }
    if (parts.at(-1) === " ")
        parts.pop();
    return parts.join("");
}
const digraphs = "ǄǅǆǇǈǉǊǋǌǱǲǳ";
function cased(text, { textTransform, lang = "" }) {
    const language = /^(?:az|el|lt|tr)(?=-|$)/i.exec(lang)?.[0] ?? "en";
    switch (textTransform) {
        case "uppercase": return text.toLocaleUpperCase(language).replace(/[\u1c90-\u1cbf]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xbc0));
        case "lowercase": return text.toLocaleLowerCase(language);
        case "capitalize": return text.replace(/(?<![\p{L}\p{M}\p{N}'’·_]\p{Cf}*)\p{L}/gu, capital);
        default: return text;
    }
}
function capital(letter) {
    const digraph = digraphs.indexOf(letter), upper = letter.toUpperCase();
    if (digraph >= 0)
        return digraphs.charAt(digraph - digraph % 3 + 1);
    return upper.length === letter.length && !/[\u10d0-\u10ff]/.test(letter) ? upper : letter;
}
export class StyleLines {
    style;
    ruler;
    wraps;
    lineHeight;
    limit;
    words = new Map();
    kernings = new Map();
    clusters = new Map();
    wordsLength = 0;
    clustersLength = 0;
    constructor(style, ruler) {
        this.style = style;
        this.ruler = ruler;
        this.wraps = style.whiteSpace !== "nowrap" && style.whiteSpace !== "pre";
        const { lineHeight, fontSize = 16 } = style;
        const multiple = typeof lineHeight === "object" ? lineHeight.multiple : 0;
        this.lineHeight = (typeof lineHeight === "number" ? Math.round(lineHeight * 64) : Math.trunc(multiple * Math.round(fontSize * 64))) / 64;
        this.limit = style.maxLines ?? Infinity;
    }
    prepare(given) {
        const source = collapsed(given, this.style.whiteSpace), text = cased(source, this.style);
        if (text === "")
            return { text, source, starts: [], widths: [], spaces: [], marks: [], hasHyphens: false };
        return this.parted(text, text.length === source.length ? source : text);
    }
    parted(text, source) {
        const starts = [0], widths = [], spaces = [], marks = [];
        if (this.wraps)
            starts.push(...opportunities(text, this.style));
        const isSpecial = /[\t\n]/.test(text);
        if (isSpecial)
            addForced(starts, text);
        let sum = 0;
        for (let index = 0; index < starts.length; index += 1) {
            const start = starts[index], end = starts[index + 1] ?? text.length, first = text.charCodeAt(start);
            const stop = visibleEnd(text, start, end);
            let mark = text.charCodeAt(end - 1) === 0x0a ? newline : text.charCodeAt(end - 1) === 0xad ? softHyphen : 0;
            if (first === 0x09)
                mark |= tab;
            const width = stop === start ? 0 : this.widthOf(text.slice(start, stop)), space = stop === end || first === 0x09 ? 0 : this.widthOf(text.slice(stop, end));
            widths.push(width);
            spaces.push(space);
            marks.push(mark);
            sum += width + space;
        }
        const prepared = { text, source, starts, widths, spaces, marks, hasHyphens: text.includes("\xad") };
        if (isSpecial || starts.length < 2)
            return prepared;
        if (plain.test(text))
            this.kern(prepared);
        else if (Math.abs(this.measure(text) - sum) > leastDifference)
            this.measureInPlace(prepared);
        return prepared;
    }
    kern({ text, starts, spaces }) {
        for (let index = 1; index < starts.length; index += 1) {
            const start = starts[index], stop = visibleEnd(text, starts[index - 1], start);
            const reach = symbol.test(text.charAt(stop - 1)) || symbol.test(text.charAt(start)) ? 2 : 1;
            const from = Math.max(0, stop - reach), key = text.slice(from, start + reach);
            let kerning = this.kernings.get(key);
            if (kerning === undefined) {
                if (this.kernings.size >= 1 << 13)
                    this.kernings = new Map();
                const apart = this.measure(text.slice(from, stop)) + (stop === start ? 0 : this.widthOf(text.slice(stop, start))) + this.measure(text.slice(start, start + reach));
                const difference = this.measure(key) - apart;
                this.kernings.set(key, kerning = Math.abs(difference) > leastDifference ? difference : 0);
            }
            spaces[index - 1] = spaces[index - 1] + kerning;
        }
    }
    measureInPlace({ text, starts, widths, spaces }) {
        let from = 0, before = 0;
        for (let index = 0; index < starts.length; index += 1) {
            const start = starts[index], end = starts[index + 1] ?? text.length, stop = visibleEnd(text, start, end);
            if (start - from > window)
                [from, before] = [start, 0];
            const visible = stop === start ? before : this.measure(head(text, from, stop)), after = stop === end ? visible : this.measure(text.slice(from, end));
            widths[index] = visible - before;
            spaces[index] = after - visible;
            before = after;
        }
    }
    measure(text) {
        const width = this.ruler(unseen.test(text) ? shown(text) : text), { wordSpacing = 0 } = this.style;
        return wordSpacing === 0 ? width : width + wordSpacing * (text.match(/[ \xa0]/g)?.length ?? 0);
    }
    widthOf(word) {
        let width = this.words.get(word);
        if (width === undefined) {
            this.wordsLength += word.length + 16;
            if (this.wordsLength > 1 << 19) {
                this.words = new Map();
                this.wordsLength = 0;
            }
            this.words.set(word, width = this.measure(word.replace(/[\n\r]/g, "")));
        }
        return width;
    }
    clustersOf(word) {
        let found = this.clusters.get(word);
        if (found === undefined) {
            this.clustersLength += word.length;
            if (this.clustersLength > 1 << 16) {
                this.clusters = new Map();
                this.clustersLength = word.length;
            }
            const offsets = [0, ...graphemes(word), word.length], ends = [], begins = [];
            let from = 0, before = 0;
            while (from < word.length) {
                const stop = offsets.find((offset) => offset - from > window) ?? word.length, chunk = word.slice(from, stop), width = this.measure(chunk);
                for (const offset of offsets) {
                    if (offset < from || (offset >= stop && offset < word.length) || offset > stop)
                        continue;
                    const begin = width - this.measure(isJoined(word, offset) ? joiner + word.slice(offset, stop) : word.slice(offset, stop));
                    begins.push(before + begin);
                    ends.push(before + Math.max(begin, this.measure(head(word, from, offset))));
                }
                [from, before] = [stop, before + width];
            }
            this.clusters.set(word, found = { offsets, ends, begins });
        }
        return found;
    }
    forget() {
        this.words = new Map();
        this.kernings = new Map();
        this.clusters = new Map();
    }
    height(prepared, width) { return this.fill(prepared, width, this.limit) * this.lineHeight; }
    naturalWidth(prepared) {
        let widest = 0;
        this.fill(prepared, 1 << 24, Infinity, (_start, _end, width) => { widest = Math.max(widest, width); });
        return Math.ceil(widest * 64 - 1 / 8192) / 64;
    }
    lines(prepared, width) {
        const lines = [], { text, source } = prepared, isClipped = this.wraps || this.style.textOverflow !== "ellipsis";
        let last = [0, 0];
        const count = this.fill(prepared, width, this.limit + 1, (start, end, lineWidth, isHyphenated) => {
            const line = [start, visibleEnd(text, start, end)], drawn = source.slice(...line).replaceAll("\xad", "");
            if (lines.length < this.limit)
                last = line;
            lines.push(isHyphenated ? `${drawn}\u2010` : isClipped || lineWidth <= width ? drawn : this.cutLine(prepared, line, width));
        });
        if (count <= this.limit)
            return lines;
        lines.length = this.limit - 1;
        lines.push(this.cutLine(prepared, last, width));
        return lines;
    }
    cutLine({ text, source }, [start, end], width) {
        const line = text.slice(start, end);
        const room = Math.floor(Math.max(0, width) * 64) / 64 + 1 / 65536 - this.widthOf("…"), ends = [...graphemes(line), line.length];
        let low = 0, high = ends.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.measure(line.slice(0, ends[middle])) <= room)
                low = middle + 1;
            else
                high = middle;
        }
        return `${source.slice(start, start + (low === 0 ? 0 : ends[low - 1] ?? 0)).replaceAll("\xad", "")}…`;
    }
    fill(given, width, limit, take) {
        let prepared = given, { starts, widths, spaces, marks } = given, total = starts.length;
        const { text } = given;
        const room = Math.floor(Math.max(0, width) * 64) / 64 + tolerance, hyphen = prepared.hasHyphens ? this.widthOf("\u2010") : 0;
        const breaksWords = this.style.overflowWrap !== "normal" && this.style.lineBreak !== "anywhere";
        let count = 0, index = 0, begin = 0, cluster = 0, skipped = 0;
        while (index < total && count < limit) {
            const first = index;
            let last = -1, lastWidth = 0, x = 0, isOver = false;
            for (; index < total; index += 1) {
                const part = widths[index] - (index === first ? skipped : 0), mark = marks[index];
                if (this.wraps && part > 0 && x + part > room) {
                    const end = visibleEnd(text, starts[index], starts[index + 1] ?? text.length), blank = this.blank(text.charAt(end - 1));
                    isOver = blank === 0 || x + part - blank > room;
                    if (!isOver) {
                        last = index;
                        lastWidth = x + part - blank;
                    }
                    break;
                }
                x += part;
                if (!(mark & softHyphen) || x + hyphen <= room || index === total - 1) {
                    last = index;
                    lastWidth = x;
                }
                if (mark & newline)
                    break;
                x = mark & tab ? this.stop(x) : x + spaces[index];
            }
            count += 1;
            if (isOver && last < 0 && breaksWords) {
                let cut = this.cut(prepared, index, index === first ? cluster : 0, room - x, index === first);
                if (cut === undefined && index > first) {
                    index -= 1;
                    x -= widths[index] + spaces[index] - (index === first ? skipped : 0);
                    cut = this.cut(prepared, index, index === first ? cluster : 0, room - x - hyphen, true);
                }
                if (cut !== undefined) {
                    take?.(begin, cut.offset, x + cut.width, false);
                    begin = cut.offset;
                    cluster = cut.cluster;
                    skipped = cut.skipped;
                    const anew = isContextual(text) || this.style.wordBreak === "break-all" ? this.anew(prepared, index, begin) : undefined;
                    if (anew !== undefined) {
                        prepared = anew;
                        ({ starts, widths, spaces, marks } = anew);
                        total = starts.length;
                        index = cluster = skipped = 0;
                    }
                    continue;
                }
            }
            if (last < 0) {
                last = Math.min(index, total - 1);
                lastWidth = x + (isOver ? widths[last] - (last === first ? skipped : 0) : 0);
            }
            const end = starts[last + 1] ?? text.length, isHyphenated = (marks[last] & softHyphen) !== 0 && last < total - 1;
            take?.(begin, end, lastWidth + (isHyphenated ? hyphen : 0), isHyphenated);
            index = last + 1;
            begin = end;
            cluster = skipped = 0;
        }
        return count;
    }
    anew({ text, source, starts, widths, spaces, marks, hasHyphens }, index, begin) {
        let next = index + 1;
        while (next < starts.length && starts[next] - begin < window && !isSpace(text.charCodeAt(starts[next] - 1)))
            next += 1;
        const rest = text.slice(begin, starts[next] ?? text.length), found = opportunities(rest, this.style);
        const isSame = found.length === next - index - 1 && found.every((offset, n) => begin + offset === starts[index + 1 + n]);
        if (isSame || /[\t\n]/.test(rest))
            return undefined;
        const parts = this.parted(rest, rest);
        return {
            text, source, hasHyphens, starts: [...parts.starts.map((start) => begin + start), ...starts.slice(next)], widths: [...parts.widths, ...widths.slice(next)],
            spaces: [...parts.spaces, ...spaces.slice(next)], marks: [...parts.marks, ...marks.slice(next)],
        };
    }
    cut({ text, starts }, index, from, room, hasToTake) {
        const start = starts[index], { offsets, ends, begins } = this.clustersOf(text.slice(start, visibleEnd(text, start, starts[index + 1] ?? text.length)));
        const before = begins[from];
        let cluster = from;
        while (cluster + 1 < offsets.length && ends[cluster + 1] - before <= room)
            cluster += 1;
        if (cluster === from && hasToTake)
            cluster += 1;
        if (cluster === from || cluster >= offsets.length - 1)
            return undefined;
        return { offset: start + offsets[cluster], width: ends[cluster] - before, cluster, skipped: begins[cluster] };
    }
    blank(mark) {
        return fullWidth.test(mark) ? Math.max(0, this.widthOf(mark) + this.widthOf("」") - this.widthOf(`${mark}」`)) : 0;
    }
    stop(x) {
        const { tabSize = 8, letterSpacing = 0, wordSpacing = 0 } = this.style, space = this.widthOf(" ");
        const distance = typeof tabSize === "number" ? tabSize * space : tabSize.length;
        if (distance <= 0)
            return x;
        const next = distance - x % distance;
        return x + (next < (space - letterSpacing - wordSpacing) / 2 ? next + distance : next);
    }
}
function addForced(starts, text) {
    const all = new Set(starts);
    for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        if (unit === 0x0a || unit === 0x09)
            all.add(at + 1);
        if (unit === 0x09)
            all.add(at);
    }
    all.delete(text.length);
    starts.splice(0, starts.length, ...[...all].sort((one, other) => one - other));
}
const isJoined = (text, at) => joining.test(text.charAt(at)) && /[\p{L}\p{M}]/u.test(text.charAt(at - 1));
const head = (text, from, to) => isJoined(text, to) ? text.slice(from, to) + joiner : text.slice(from, to);
function shown(text) {
    return text.replace(/[\xad\x7f-\x9f\u115f\u1160]/g, "").replace(/[\u2028\u2029]/g, " ");
}
function visibleEnd(text, start, end) {
    while (end > start && hangs(text.charCodeAt(end - 1)))
        end -= 1;
    return end;
}
