// SPDX-License-Identifier: Apache-2.0
import { runs } from "./line-break-classes.js";
const kinds = "0123425542446478888888888448229888888888888888888888888888544888888888888888888888888888885a02888888b8888888888888888888888888855cccc8888858d88cc88588888858885";
const rows = [
    "400000008000080 4000000 fffffffffbffebff 7fffffff", "400000008000080 4000000", "400000008000080 4000000 80000", "0 0 4009801f",
    "400000008000080 4000000 4009801f", "0", "efffffffb9ff96f6 800000006fffffff fffffffffbffebff 7fffffff", "0 0 fffffffffbffebff 7fffffff",
    "0 0 80000", "efffffffb9ff96bc 6fffffff fffffffffbffebff 7fffffff", "400000008000080 8000000004000000 fffffffffbffebff 7fffffff",
    "ffffffffffffffff ffffffffffffffff ffffffffffffffff 7fffffff", "c00000000000498 4000000 4009801f",
    "efffffffb9ff86bc 8000000027ffffff fffffffffbffebff 7fffffff",
].map((row) => row.split(" ").map((word) => BigInt(`0x${word}`)));
const pairs = new Uint8Array(223 * 223);
for (let left = 0; left < 223; left += 1) {
    const row = rows[parseInt(kinds[left] ?? "8", 16)];
    for (let right = 0; right < 223; right += 1)
        pairs[left * 223 + right] = Number((row[right >> 6] ?? 0n) >> BigInt(right & 63) & 1n);
}
const AL = 2, B2 = 3, BA = 4, BB = 5, BK = 6, CB = 7, CL = 8, CM = 9, CR = 10, EX = 11, GL = 12, HY = 13, ID = 14, IN = 15, IS = 16, LF = 17;
const NS = 18, NU = 19, OP = 20, PO = 21, PR = 22, QU = 23, SA = 24, SP = 26, SY = 27, ZW = 28, NL = 29, WJ = 30, H2 = 31, H3 = 32, JL = 33;
const JT = 34, JV = 35, CP = 36, CJ = 37, HL = 38, RI = 39, EB = 40, EM = 41, ZWJ = 42, AK = 43, AP = 44, AS = 45, VF = 46, VI = 47, HH = 48;
const looseHH = 49, loosePR = 50, loosePO = 51;
const complexMark = 63, other = 0;
let table;
function entryOf(code) {
    if (table === undefined) {
        table = new Uint8Array(0x40000);
        let start = 0;
        for (const run of runs.split(" ")) {
            const number = parseInt(run, 36), end = start + (number >> 7);
            table.fill(number & 127, start, end);
            start = end;
        }
    }
    return table[code] ?? (code >= 0xe0001 && code <= 0xe01ef ? CM : AL);
}
const isWide = (code) => entryOf(code) >= 64;
function untailored(code) {
    const kind = entryOf(code) & 63;
    return kind === H3 && (code - 0xac00) % 28 === 0 ? H2 : kind;
}
function setOf(...classes) {
    const made = new Uint8Array(64);
    for (const one of classes)
        made[one] = 1;
    return made;
}
const hardBreaks = setOf(BK, CR, LF, NL), letters = setOf(AL, HL), hyphens = setOf(HY, HH, looseHH), closers = setOf(CL, CP, EX, SY);
const afterHyphens = setOf(SP, BA, HY, HH, looseHH), unmarked = setOf(BK, CR, LF, NL, SP, ZW);
const beforeInitialQuotes = setOf(BK, CR, LF, NL, OP, QU, GL, SP, ZW);
const afterFinalQuotes = setOf(SP, GL, WJ, CL, QU, CP, EX, IS, SY, BK, CR, LF, NL, ZW);
const beforeWordInitialHyphens = setOf(BK, CR, LF, NL, SP, ZW, CB, GL), joined = setOf(BA, HH, HY, NS), pictures = setOf(ID, EB, EM);
const currencies = setOf(PR, PO, loosePO), afterNumbers = setOf(PR, PO, loosePR), beforeNumbers = setOf(PR, PO, loosePO, HY, IS, NU);
const hangul = setOf(JL, JV, JT, H2, H3), aksaras = setOf(AK, AS);
const loosePrefixes = /[\xa4\xb1\u20ac\u2116\ufe69\uff04\uffe1\uffe5\uffe6]/, loosePostfixes = /[\xb0\u2030\u2032\u2033\u2035\u2103\u2109\ufe6a\uff05\uffe0]/;
const iterationMarks = /[\u3005\u303b\u309d\u309e\u30fd\u30fe]/, centred = /[\u203c\u2047\u2048\u2049\u30fb\uff1a\uff1b\uff65]/;
class Rules {
    strictness;
    isEastAsian;
    constructor({ lang = "", lineBreak = "auto" }) {
        const language = /^[^-_]*/.exec(lang.toLowerCase())?.[0] ?? "";
        this.strictness = lineBreak === "loose" ? "loose" : lineBreak === "strict" && language !== "ko" ? "strict" : "normal";
        this.isEastAsian = lineBreak === "normal" || lineBreak === "loose" ? ["zh", "ja", "ko"].includes(language) : lineBreak !== "strict" && language === "zh";
    }
    get isLoose() { return this.strictness === "loose" && this.isEastAsian; }
    get partsInseparable() { return this.strictness === "loose"; }
    classOf(code) {
        const kind = untailored(code);
        switch (kind) {
            case SA: return AL;
            case complexMark: return CM;
            case CJ: return this.strictness === "strict" ? NS : ID;
            case HH: return this.isLoose ? looseHH : HH;
            case QU: return !this.isEastAsian ? QU : code === 0x201c ? OP : code === 0x201d ? CL : QU;
            case NS: return this.isNonstarter(code) ? NS : other;
            case EX: return this.isLoose && (code === 0xff01 || code === 0xff1f) ? other : EX;
            case PR: return this.isLoose && loosePrefixes.test(String.fromCodePoint(code)) ? loosePR : PR;
            case PO: return this.isLoose && loosePostfixes.test(String.fromCodePoint(code)) ? loosePO : PO;
            default: return kind;
        }
    }
    isNonstarter(code) {
        if (code === 0x301c || code === 0x30a0)
            return !this.isEastAsian;
        const text = String.fromCodePoint(code);
        return iterationMarks.test(text) ? this.strictness !== "loose" : !centred.test(text) || !this.isLoose;
    }
}
class Characters {
    rules;
    codes = [];
    kinds = [];
    endWithJoiner = [];
    areComplex = [];
    places;
    constructor(text, rules) {
        this.rules = rules;
        this.places = new Int32Array(text.length).fill(-1);
        for (let at = 0; at < text.length; at += 1) {
            const code = text.codePointAt(at), kind = rules.classOf(code), last = this.kinds.length - 1;
            const isMark = kind === CM || kind === ZWJ;
            if (isMark && last >= 0 && unmarked[this.kinds[last]] === 0) {
                this.endWithJoiner[last] = kind === ZWJ;
            }
            else {
                this.places[at] = this.kinds.length;
                this.codes.push(code);
                this.kinds.push(isMark ? AL : kind);
                this.endWithJoiner.push(kind === ZWJ);
                this.areComplex.push(kind === AL && code >= 0xe00 && untailored(code) === SA);
            }
            if (code > 0xffff)
                at += 1;
        }
    }
    allowsBreak(at) {
        const place = this.places[at];
        if (place < 1)
            return false;
        if (this.areComplex[place] && this.areComplex[place - 1])
            return "words";
        const joins = this.endWithJoiner[place - 1], previous = this.kinds[place - 1], next = this.kinds[place];
        if (hardBreaks[previous])
            return !(previous === CR && next === LF);
        if (hardBreaks[next] || next === SP || next === ZW)
            return false;
        let base = place - 1;
        while (base >= 0 && this.kinds[base] === SP)
            base -= 1;
        const beforeSpaces = this.kinds[base];
        if (beforeSpaces === ZW)
            return true;
        if (joins || next === WJ || previous === WJ || previous === GL || (next === GL && afterHyphens[previous] === 0))
            return false;
        if (closers[next] || beforeSpaces === OP)
            return false;
        if (beforeSpaces === QU && this.isInitial(base) && this.isIn(base - 1, beforeInitialQuotes, true))
            return false;
        if (next === QU && this.isFinal(place) && this.isIn(place + 1, afterFinalQuotes, true))
            return false;
        if (next === IS)
            return previous === SP && this.kinds[place + 1] === NU;
        if (next === NS && (beforeSpaces === CL || beforeSpaces === CP))
            return false;
        if (next === B2 && beforeSpaces === B2)
            return false;
        if (previous === SP)
            return true;
        if (next === QU && (!this.isInitial(place) || !this.isWide(place - 1) || !this.isWide(place + 1)))
            return false;
        if (previous === QU && (!this.isFinal(place - 1) || !this.isWide(place) || !this.isWide(place - 2)))
            return false;
        return next === CB || previous === CB || !this.joins(place, previous, next);
    }
    joins(place, previous, next) {
        const before = this.kinds[place - 2];
        if (hyphens[previous] && letters[next] && this.isIn(place - 2, beforeWordInitialHyphens, true))
            return true;
        if (joined[next] || previous === BB || (next === looseHH && previous !== ID))
            return true;
        if (before === HL && hyphens[previous] && next !== HL)
            return true;
        if (previous === SY && (next === HL || next === IN))
            return true;
        if (next === IN && (!this.rules.partsInseparable || previous !== IN))
            return true;
        if ((letters[previous] && next === NU) || (previous === NU && letters[next]))
            return true;
        if ((previous === PR && pictures[next]) || (pictures[previous] && next === PO))
            return true;
        if ((currencies[previous] && letters[next]) || (letters[previous] && currencies[next]))
            return true;
        return this.joinsNumber(place, previous, next) || this.joinsLetters(place, previous, next);
    }
    joinsNumber(place, previous, next) {
        if (next === NU)
            return beforeNumbers[previous] === 1 || (previous === SY && this.endsNumber(place - 1));
        if (afterNumbers[next])
            return this.endsNumber(previous === CL || previous === CP ? place - 2 : place - 1);
        if (!currencies[previous] || next !== OP)
            return false;
        const follower = this.kinds[place + 1];
        return follower === NU || (follower === IS && this.kinds[place + 2] === NU);
    }
    endsNumber(place) {
        while (this.kinds[place] === SY || this.kinds[place] === IS)
            place -= 1;
        return this.kinds[place] === NU;
    }
    joinsLetters(place, previous, next) {
        switch (previous) {
            case JL:
                if (next === JL || next === JV || next === H2 || next === H3)
                    return true;
                break;
            case JV:
            case H2:
                if (next === JV || next === JT)
                    return true;
                break;
            case JT:
            case H3:
                if (next === JT)
                    return true;
                break;
            case PR:
                if (hangul[next])
                    return true;
                break;
            case IS:
                if (letters[next])
                    return true;
                break;
            case EB:
                if (next === EM)
                    return true;
                break;
            case RI:
                if (next === RI) {
                    let start = place - 1;
                    while (this.kinds[start - 1] === RI)
                        start -= 1;
                    return (place - start) % 2 === 1;
                }
                break;
        }
        if (hangul[previous] && next === PO)
            return true;
        if (letters[previous] && letters[next])
            return true;
        if (next === OP && (previous === NU || letters[previous]) && !this.isWide(place))
            return true;
        if (previous === CP && (next === NU || letters[next]) && !this.isWide(place - 1))
            return true;
        if (next === EM && /(?=\p{ExtPict})\p{Cn}/u.test(this.character(place - 1)))
            return true;
        return this.joinsAksaras(place, previous, next);
    }
    joinsAksaras(place, previous, next) {
        if (previous === AP && this.isAksara(place))
            return true;
        if (this.isAksara(place - 1))
            return next === VI || next === VF || (this.isAksara(place) && this.kinds[place + 1] === VF);
        return previous === VI && this.isAksara(place - 2) && (next === AK || this.codes[place] === 0x25cc);
    }
    isAksara(place) { return this.isIn(place, aksaras, false) || this.codes[place] === 0x25cc; }
    character(place) { return String.fromCodePoint(this.codes[place]); }
    isInitial(place) { return /\p{Pi}/u.test(this.character(place)); }
    isFinal(place) { return /\p{Pf}/u.test(this.character(place)); }
    isWide(place) { return place >= 0 && place < this.codes.length && isWide(this.codes[place]); }
    isIn(place, classes, atEnds) {
        const kind = this.kinds[place];
        return kind === undefined ? atEnds : classes[kind] === 1;
    }
}
const isAlphanumeric = (unit) => (unit >= 0x30 && unit <= 0x39) || ((unit & ~0x20) >= 0x41 && (unit & ~0x20) <= 0x5a);
const isDigit = (unit) => unit >= 0x30 && unit <= 0x39;
export const isSpace = (unit) => unit === 0x20 || unit === 0x09 || unit === 0x0a;
export const hangs = (unit) => isSpace(unit) || unit === 0x3000;
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
export function graphemes(text) {
    const found = [];
    if (/^[\x20-\u02ff]*$/.test(text))
        for (let at = 1; at < text.length; at += 1)
            found.push(at);
    else
        for (const { index } of segmenter("grapheme", "").segment(text))
            if (index > 0)
                found.push(index);
    return found;
}
export const isContextual = (text) => /[-\u0100-\uffff]/.test(text);
export function opportunities(text, style) {
    if (style.lineBreak === "anywhere")
        return graphemes(text);
    const found = [], wordBreak = style.wordBreak ?? "normal", breaksAll = wordBreak === "break-all";
    let words, characters;
    let lastClass = breaksAll ? breakAllClass(text, 0) : AL;
    for (let at = 1; at < text.length; at += 1) {
        const last = text.charCodeAt(at - 1), unit = text.charCodeAt(at);
        if (isSpace(unit) || (unit & 0xfc00) === 0xdc00)
            continue;
        let verdict;
        if (isSpace(last))
            verdict = true;
        else if (last < 0x21 || unit < 0x21)
            verdict = false;
        else if (last === 0x2d && isDigit(unit))
            verdict = at > 1 && isAlphanumeric(text.charCodeAt(at - 2));
        else if (last <= 0xff && unit <= (last === 0x2d ? 0x7f : 0xff))
            verdict = pairs[(last - 0x21) * 223 + unit - 0x21] === 1;
        if (breaksAll) {
            const kind = breakAllClass(text, at);
            const isAfterMark = verdict === undefined && untailored(codeBefore(text, at)) === CM;
            if (verdict !== true && !isAfterMark && breakAllFollowers[lastClass]?.[kind] === 1 && !joinsConjunct(text, at))
                verdict = true;
            if (kind !== CM || verdict === true)
                lastClass = kind;
        }
        else if (wordBreak === "keep-all" && verdict !== true && isKept(text, at)) {
            verdict = false;
        }
        if (verdict === undefined) {
            characters ??= new Characters(text, new Rules(style));
            const allowed = characters.allowsBreak(at);
            if (allowed === "words")
                words ??= new Set([...segmenter("word", style.lang ?? "").segment(text)].map(({ index }) => index));
            verdict = allowed === "words" ? words?.has(at) === true : allowed;
        }
        if (verdict)
            found.push(at);
    }
    return found;
}
function isKept(text, at) {
    const kept = (unit) => /^[\p{L}\p{N}]/u.test(unit) && untailored(unit.charCodeAt(0)) !== SA;
    const last = text.charAt(at - 1);
    return kept(/\p{M}/u.test(last) ? text.charAt(at - 2) : last) && kept(text.charAt(at));
}
const breakAllFollowers = (() => {
    const common = [AL, HY, NU, HL], word = setOf(...common, OP, PR, SA, complexMark), afterSign = setOf(...common, PO, PR);
    return {
        [AL]: word, [BA]: word, [NU]: word, [SA]: word, [complexMark]: word, [SY]: word, [HL]: word, [CL]: setOf(...common, PR),
        [CP]: setOf(...common, PR, SA, complexMark), [EX]: afterSign, [PO]: afterSign, [IS]: setOf(...common), [HY]: setOf(NU), [PR]: setOf(PO),
    };
})();
function breakAllClass(text, at) {
    const code = text.codePointAt(at);
    return code === 0x2b || code === 0x7c ? AL : untailored(code);
}
function codeBefore(text, at) {
    const isPair = at > 1 && (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
    return text.codePointAt(isPair ? at - 2 : at - 1);
}
function joinsConjunct(text, at) {
    const unit = text.charCodeAt(at);
    if (unit < 0x900 || unit > 0xd7f)
        return false;
    return !graphemes(text.slice(Math.max(0, at - 8), at + 1)).includes(Math.min(8, at));
}
