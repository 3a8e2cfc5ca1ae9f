// SPDX-License-Identifier: Apache-2.0
// Where the lines of a text may break: the rules of TextMeasure (TextRules T5 to T9), without ICU. Pairs of characters
// below U+0100 follow its table of Chromium's answers. Other pairs follow the classes of UAX #14, which browsers do not
// offer to scripts; Intl.Segmenter finds the words of scripts without spaces.
/** The kind of each character from U+0021 on as the left one of a pair: a row of `rows`. */
const kinds = "0123425542446478888888888448229888888888888888888888888888544888888888888888888888888888885a02888888b8888888888888888888888888855cccc8888858d88cc88588888858885";
/** For each kind, words of 64 bits: bit n allows a break before the character U+0021 + n. */
const rows = [
    "400000008000080 4000000 fffffffffbffebff 7fffffff", "400000008000080 4000000", "400000008000080 4000000 80000", "0 0 4009801f",
    "400000008000080 4000000 4009801f", "0", "efffffffb9ff96f6 800000006fffffff fffffffffbffebff 7fffffff", "0 0 fffffffffbffebff 7fffffff",
    "0 0 80000", "efffffffb9ff96bc 6fffffff fffffffffbffebff 7fffffff", "400000008000080 8000000004000000 fffffffffbffebff 7fffffff",
    "ffffffffffffffff ffffffffffffffff ffffffffffffffff 7fffffff", "c00000000000498 4000000 4009801f",
    "efffffffb9ff86bc 8000000027ffffff fffffffffbffebff 7fffffff",
].map((row) => row.split(" ").map((word) => BigInt(`0x${word}`)));
/** Whether each pair of characters from U+0021 to U+00FF may be parted: 223 × 223 answers. */
const pairs = new Uint8Array(223 * 223);
for (let left = 0; left < 223; left += 1) {
    const row = rows[parseInt(kinds[left] ?? "8", 16)];
    for (let right = 0; right < 223; right += 1)
        pairs[left * 223 + right] = Number((row[right >> 6] ?? 0n) >> BigInt(right & 63) & 1n);
}
const AL = 1, ID = 2, CM = 3, OP = 4, CL = 5, CP = 6, EX = 7, IS = 8, SY = 9, NS = 10, QU = 11, GL = 12, BA = 13;
const HY = 14, B2 = 15, BB = 16, NU = 17, PR = 18, PO = 19, ZW = 20, SA = 21, IN = 22, RI = 23, HL = 24, JM = 25, CJ = 26;
const ranges = [
    [ZW, /^\u200b$/],
    [GL, /^[\xa0\u034f\u035c-\u0362\u180e\u2007\u2011\u202f\u2060\ufeff]$/],
    [SA, /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u],
    [CM, /^[\p{M}\u200c\u200d\u{1f3fb}-\u{1f3ff}]$/u],
    [NU, /^[\p{Nd}\u066b\u066c]$/u],
    [CJ, /^[ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶーㇰ-ㇿｧ-ｰ]$/],
    [NS, /^[\u17d6\u203c\u203d\u2047-\u2049々〜〻〼゛゜ゝゞ゠・ヽヾ﹔﹕：；･ﾞﾟ]$/],
    [CL, /^[、。︑︒﹐﹒，．｡､]$/],
    [IN, /^[\u2024-\u2026\u22ef\ufe19]$/],
    [EX, /^[!?\u05c6\u061b\u061e\u061f\u06d4\ufe15\ufe16\ufe56\ufe57！？]$/],
    [IS, /^[,.:;\u037e\u0589\u060c\u060d\u07f8\u2044\ufe10\ufe13\ufe14]$/],
    [SY, /^\/$/], [HY, /^-$/], [CP, /^[)\]]$/],
    [B2, /^[\u2014\u2e3a\u2e3b]$/],
    [BB, /^[\xb4\u02c8\u02cc\u02df\u1ffd]$/],
    [BA, /^[|\xad\u058a\u05be\u0964\u0965\u1361\u1680\u2000-\u2006\u2008-\u200a\u2010\u2012\u2013\u2027\u2056\u2058-\u205b\u205f\u3000]$/],
    [OP, /^[\p{Ps}\xa1\xbf\u2e18]$/u], [QU, /^[\p{Pi}\p{Pf}"']$/u], [CL, /^\p{Pe}$/u],
    [PO, /^[%\xa2\xb0\u060a\u066a\u2030-\u2037\u20a7\u20b6\u2103\u2109﹪％￠]$/],
    [PR, /^[\p{Sc}+\\\xb1\u2116\u2212\u2213]$/u],
    [RI, /^\p{RI}$/u], [HL, /^\p{Script=Hebrew}$/u],
    [JM, /^[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]$/],
    [ID, /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}]$/u],
    [ID, /^[\u2600-\u2603\u260e\u261d\u2639-\u263b\u2708-\u270d\u2764\u2e80-\u303f\u3200-\u33ff\uff00-\uffef\u{1f000}-\u{1faff}]$/u],
];
/** The classes of characters that were met before. */
const classes = new Map();
function classOf(code) {
    const known = classes.get(code);
    if (known !== undefined)
        return known;
    const text = String.fromCodePoint(code), found = ranges.find(([, range]) => range.test(text))?.[0] ?? AL;
    classes.set(code, found);
    return found;
}
const isLetterOrNumber = (kind) => kind === AL || kind === HL || kind === NU;
const isAlphanumeric = (unit) => (unit >= 0x30 && unit <= 0x39) || ((unit & ~0x20) >= 0x41 && (unit & ~0x20) <= 0x5a);
const isDigit = (unit) => unit >= 0x30 && unit <= 0x39;
/** Whether lines break after a run of the character whatever follows. */
export const isSpace = (unit) => unit === 0x20 || unit === 0x09 || unit === 0x0a;
/** Whether the character hangs at the end of a line. */
export const hangs = (unit) => isSpace(unit) || (unit >= 0x1680 && (unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x202f || unit === 0x205f || unit === 0x3000));
const segmenters = new Map();
function segmenter(granularity, lang) {
    const key = `${granularity} ${lang}`;
    let made = segmenters.get(key);
    if (made === undefined) {
        try {
            made = new Intl.Segmenter(lang === "" ? undefined : lang, { granularity });
        }
        catch {
            made = new Intl.Segmenter(undefined, { granularity });
        }
        segmenters.set(key, made);
    }
    return made;
}
/** Returns the offsets at which graphemes begin, the first one excluded. */
export function graphemes(text) {
    const found = [];
    // Each character below U+0300 is a grapheme.
    if (/^[\x20-\u02ff]*$/.test(text))
        for (let at = 1; at < text.length; at += 1)
            found.push(at);
    else
        for (const { index } of segmenter("grapheme", "").segment(text))
            if (index > 0)
                found.push(index);
    return found;
}
/** Returns the offsets in a text, ascending, that a line may begin at. White space must be collapsed. */
export function opportunities(text, style) {
    if (style.lineBreak === "anywhere")
        return graphemes(text);
    const found = [], wordBreak = style.wordBreak ?? "normal";
    let words, state;
    for (let at = 1; at < text.length; at += 1) {
        const last = text.charCodeAt(at - 1), unit = text.charCodeAt(at);
        if (isSpace(unit))
            continue;
        if (isSpace(last))
            found.push(at);
        else if (last < 0x21 || unit < 0x21)
            continue;
        else if (wordBreak === "normal" && last === 0x2d && isDigit(unit)) {
            if (at > 1 && isAlphanumeric(text.charCodeAt(at - 2)))
                found.push(at);
        }
        else if (wordBreak === "normal" && last <= 0xff && unit <= 0xff) {
            if (pairs[(last - 0x21) * 223 + unit - 0x21] === 1)
                found.push(at);
        }
        else if ((unit & 0xfc00) !== 0xdc00) {
            state ??= new Scan(text, style.lineBreak ?? "auto");
            const verdict = state.at(at, wordBreak, last, unit);
            if (verdict === "words") {
                words ??= new Set([...segmenter("word", style.lang ?? "").segment(text)].map(({ index }) => index));
                if (words.has(at))
                    found.push(at);
            }
            else if (verdict)
                found.push(at);
        }
    }
    return found;
}
/** Decides about the pairs of one text that the table does not have. */
class Scan {
    text;
    strictness;
    /** The last regional indicator that was counted, and its number in its row. */
    flag = -2;
    flagCount = 0;
    constructor(text, strictness) {
        this.text = text;
        this.strictness = strictness;
    }
    /** The class of the character that ends at an offset; a mark takes that of the character before it. */
    before(at) {
        let start = at;
        for (;;) {
            const trail = (this.text.charCodeAt(start - 1) & 0xfc00) === 0xdc00 && start > 1;
            start -= trail ? 2 : 1;
            const kind = classOf(this.text.codePointAt(start));
            // A joiner glues whatever follows; a mark without a base is a letter.
            if (kind !== CM)
                return { kind: this.resolved(kind), start };
            if (start === 0 || isSpace(this.text.charCodeAt(start - 1)) || this.text.charCodeAt(start - 1) === 0x200b)
                return { kind: AL, start };
        }
    }
    resolved(kind) {
        return kind === CJ ? (this.strictness === "strict" ? NS : ID) : kind;
    }
    at(at, wordBreak, last, unit) {
        const right = this.resolved(classOf(this.text.codePointAt(at)));
        if (right === CM || last === 0x200d)
            return false;
        const { kind: left, start } = this.before(at);
        if (wordBreak === "keep-all" && left !== SA && right !== SA && isWord(this.text, start) && isWord(this.text, at))
            return false;
        if (wordBreak === "break-all" && breaksAll(left, right))
            return true;
        if (last <= 0xff && unit <= 0xff) {
            if (last === 0x2d && isDigit(unit))
                return at > 1 && isAlphanumeric(this.text.charCodeAt(at - 2));
            return pairs[(last - 0x21) * 223 + unit - 0x21] === 1;
        }
        if (left === SA && right === SA)
            return "words";
        return this.parts(left === SA ? AL : left, right === SA ? AL : right, start, at);
    }
    /** The rules of UAX #14 for a pair, in their order. */
    parts(left, right, start, at) {
        if (right === ZW)
            return false;
        if (left === ZW)
            return true;
        if (left === GL || (right === GL && left !== BA && left !== HY))
            return false;
        if (right === CL || right === CP || right === EX || right === IS || right === SY)
            return false;
        if (left === OP)
            return false;
        if (left === QU || right === QU)
            return this.partsQuote(left, right, start, at);
        if (left === B2 || right === B2)
            return left !== right;
        if (right === NS || right === BA || right === HY)
            return this.strictness === "loose" && isLoose(this.text.charCodeAt(at));
        if (left === BB || right === IN)
            return false;
        if (left === RI && right === RI)
            return this.flags(start) % 2 === 0;
        if (left === JM && right === JM)
            return false;
        if (left === BA || left === HY) {
            // A hyphen after a Hebrew letter, or at the start of a word, belongs to what follows.
            const isHyphen = left === HY || this.text.charCodeAt(start) === 0x2010;
            if (isHyphen && isLetterOrNumber(right) && (start === 0 || isSpace(this.text.charCodeAt(start - 1))))
                return false;
            return !(left === HY && right === NU) && !(isHyphen && start > 0 && this.before(start).kind === HL);
        }
        return !this.joins(left, right);
    }
    /** Whether letters, numbers and signs belong together (LB 23 to 30). */
    joins(left, right) {
        if (isLetterOrNumber(left))
            return isLetterOrNumber(right) || right === PR || right === PO || right === OP;
        switch (left) {
            case PR: return isLetterOrNumber(right) || right === OP || right === ID || right === JM;
            case PO: return isLetterOrNumber(right) || right === OP;
            case ID:
            case JM: return right === PO;
            case IS: return isLetterOrNumber(right);
            case SY: return right === NU || right === HL;
            case CP: return isLetterOrNumber(right);
            default: return false;
        }
    }
    /** A quote opens or closes, so that a line breaks at it only between ideographs, on its outer side. */
    partsQuote(left, right, start, at) {
        const isWide = (kind) => kind === ID || kind === CL || kind === NS || kind === OP;
        const code = (offset) => String.fromCodePoint(this.text.codePointAt(offset) ?? 0);
        if (right === QU) {
            const next = at + 1 < this.text.length ? this.resolved(classOf(this.text.codePointAt(at + 1))) : AL;
            return /\p{Pi}/u.test(code(at)) && isWide(left) && isWide(next);
        }
        return /\p{Pf}/u.test(code(start)) && isWide(right) && start > 0 && isWide(this.before(start).kind);
    }
    /** The number of regional indicators that end at the one at an offset, itself included; asked for each of a row. */
    flags(start) {
        this.flagCount = start === this.flag + 2 ? this.flagCount + 1 : 1;
        this.flag = start;
        return this.flagCount;
    }
}
/** Whether `line-break: loose` lets a line begin with the character. */
const isLoose = (unit) => /[\u2010\u2013々〜〻゠ゝゞヽヾ・：；･]/.test(String.fromCharCode(unit));
const isWord = (text, at) => /^[\p{L}\p{N}]/u.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
/** Whether `word-break: break-all` lets a line break between two classes. */
function breaksAll(left, right) {
    const isLetter = isLetterOrNumber(right) || right === BA || right === HY;
    switch (left) {
        case AL:
        case HL:
        case NU:
        case BA:
        case SA:
        case SY:
            return isLetter || right === OP || right === PR || right === SA;
        case CL:
        case CP: return isLetter || right === PR;
        case EX:
        case PO: return isLetter || right === PO || right === PR;
        case IS: return isLetter;
        case HY: return right === NU;
        case PR: return right === PO;
        default: return false;
    }
}
