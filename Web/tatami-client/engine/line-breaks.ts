// SPDX-License-Identifier: Apache-2.0
// Where the lines of a text may break: the rules of TextMeasure (TextRules T5 to T9), without ICU. Pairs of characters
// below U+0100 follow its table of Chromium's responses. Other pairs follow the rules of UAX #14, by classes that are
// generated from TextMeasure's; Intl.Segmenter finds the words of scripts without spaces.

import type { TextStyle } from "../client/tatami-document.js";
import { runs } from "./line-break-classes.js";

/** The properties that decide where the lines of a text may break. */
export type BreakingStyle = Pick<TextStyle, "lang" | "lineBreak" | "wordBreak">;

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
  const row = rows[parseInt(kinds[left] ?? "8", 16)] as bigint[];
  for (let right = 0; right < 223; right += 1) pairs[left * 223 + right] = Number((row[right >> 6] ?? 0n) >> BigInt(right & 63) & 1n);
}

/** The classes of UAX #14, by the numbers that the table has. */
type Class = number;
const AL = 2, B2 = 3, BA = 4, BB = 5, BK = 6, CB = 7, CL = 8, CM = 9, CR = 10, EX = 11, GL = 12, HY = 13, ID = 14, IN = 15, IS = 16, LF = 17;
const NS = 18, NU = 19, OP = 20, PO = 21, PR = 22, QU = 23, SA = 24, SP = 26, SY = 27, ZW = 28, NL = 29, WJ = 30, H2 = 31, H3 = 32, JL = 33;
const JT = 34, JV = 35, CP = 36, CJ = 37, HL = 38, RI = 39, EB = 40, EM = 41, ZWJ = 42, AK = 43, AP = 44, AS = 45, VF = 46, VI = 47, HH = 48;
/** In loose Chinese and Japanese: hyphens, prefixes and postfixes of numbers. */
const looseHH = 49, loosePR = 50, loosePO = 51;
/** A mark of a script with dictionaries, and a character that no rule but the last one is about. */
const complexMark = 63, other = 0;

/** The class of each character below U+40000, and 64 if it is wide or half-width. */
let table: Uint8Array | undefined;

function entryOf(code: number): number {
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

const isWide = (code: number) => entryOf(code) >= 64;

/** The class of a character before the tailorings of CSS. */
function untailored(code: number): Class {
  const kind = entryOf(code) & 63;
  return kind === H3 && (code - 0xac00) % 28 === 0 ? H2 : kind;
}

/** Sets of classes. */
type Classes = Uint8Array;
function setOf(...classes: Class[]): Classes {
  const made = new Uint8Array(64);
  for (const one of classes) made[one] = 1;
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
/** Characters that lines may begin with unless `line-break` is stricter. */
const iterationMarks = /[\u3005\u303b\u309d\u309e\u30fd\u30fe]/, centred = /[\u203c\u2047\u2048\u2049\u30fb\uff1a\uff1b\uff65]/;

/** The rules of a style (CSS `lang` and `line-break`). */
class Rules {
  private readonly strictness: "loose" | "normal" | "strict";
  /** Whether the rules of Chinese, Japanese and Korean hold, in which “ and ” are brackets. */
  private readonly isEastAsian: boolean;

  constructor({ lang = "", lineBreak = "auto" }: BreakingStyle) {
    const language = /^[^-_]*/.exec(lang.toLowerCase())?.[0] ?? "";
    this.strictness = lineBreak === "loose" ? "loose" : lineBreak === "strict" && language !== "ko" ? "strict" : "normal";
    this.isEastAsian = lineBreak === "normal" || lineBreak === "loose" ? ["zh", "ja", "ko"].includes(language) : lineBreak !== "strict" && language === "zh";
  }

  get isLoose(): boolean { return this.strictness === "loose" && this.isEastAsian; }

  /** Whether lines of inseparable characters may be parted. */
  get partsInseparable(): boolean { return this.strictness === "loose"; }

  classOf(code: number): Class {
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

  private isNonstarter(code: number): boolean {
    if (code === 0x301c || code === 0x30a0) return !this.isEastAsian;
    const text = String.fromCodePoint(code);
    return iterationMarks.test(text) ? this.strictness !== "loose" : !centred.test(text) || !this.isLoose;
  }
}

/** The characters of a text with their classes; combining marks belong to what is before them. */
class Characters {
  private readonly rules: Rules;
  private readonly codes: number[] = [];
  private readonly kinds: Class[] = [];
  private readonly endWithJoiner: boolean[] = [];
  private readonly areComplex: boolean[] = [];
  /** The place among the characters of each code unit; -1 if it is inside of one. */
  private readonly places: Int32Array;

  constructor(text: string, rules: Rules) {
    this.rules = rules;
    this.places = new Int32Array(text.length).fill(-1);
    for (let at = 0; at < text.length; at += 1) {
      const code = text.codePointAt(at) as number, kind = rules.classOf(code), last = this.kinds.length - 1;
      const isMark = kind === CM || kind === ZWJ;
      if (isMark && last >= 0 && unmarked[this.kinds[last] as Class] === 0) {
        this.endWithJoiner[last] = kind === ZWJ;
      } else {
        this.places[at] = this.kinds.length;
        this.codes.push(code);
        this.kinds.push(isMark ? AL : kind);
        this.endWithJoiner.push(kind === ZWJ);
        this.areComplex.push(kind === AL && code >= 0xe00 && untailored(code) === SA);
      }
      if (code > 0xffff) at += 1;
    }
  }

  /** Whether a line may begin at an offset; "words": if a word does. The comments name the rules of UAX #14. */
  allowsBreak(at: number): boolean | "words" {
    const place = this.places[at] as number;
    if (place < 1) return false;
    if (this.areComplex[place] && this.areComplex[place - 1]) return "words";
    const joins = this.endWithJoiner[place - 1] as boolean, previous = this.kinds[place - 1] as Class, next = this.kinds[place] as Class;
    // LB4 to LB7.
    if (hardBreaks[previous]) return !(previous === CR && next === LF);
    if (hardBreaks[next] || next === SP || next === ZW) return false;
    // LB8: a space keeps the opportunity of a zero width space before it.
    let base = place - 1;
    while (base >= 0 && this.kinds[base] === SP) base -= 1;
    const beforeSpaces = this.kinds[base];
    if (beforeSpaces === ZW) return true;
    // LB8a, LB11, LB12, LB12a, LB13.
    if (joins || next === WJ || previous === WJ || previous === GL || (next === GL && afterHyphens[previous] === 0)) return false;
    if (closers[next] || beforeSpaces === OP) return false;
    // LB15a to LB15d.
    if (beforeSpaces === QU && this.isInitial(base) && this.isIn(base - 1, beforeInitialQuotes, true)) return false;
    if (next === QU && this.isFinal(place) && this.isIn(place + 1, afterFinalQuotes, true)) return false;
    if (next === IS) return previous === SP && this.kinds[place + 1] === NU;
    // LB16, LB17, LB18.
    if (next === NS && (beforeSpaces === CL || beforeSpaces === CP)) return false;
    if (next === B2 && beforeSpaces === B2) return false;
    if (previous === SP) return true;
    // LB19, LB19a.
    if (next === QU && (!this.isInitial(place) || !this.isWide(place - 1) || !this.isWide(place + 1))) return false;
    if (previous === QU && (!this.isFinal(place - 1) || !this.isWide(place) || !this.isWide(place - 2))) return false;
    // LB20.
    return next === CB || previous === CB || !this.joins(place, previous, next);
  }

  /** LB20a to LB24. */
  private joins(place: number, previous: Class, next: Class): boolean {
    const before = this.kinds[place - 2];
    if (hyphens[previous] && letters[next] && this.isIn(place - 2, beforeWordInitialHyphens, true)) return true;
    if (joined[next] || previous === BB || (next === looseHH && previous !== ID)) return true;
    if (before === HL && hyphens[previous] && next !== HL) return true;
    if (previous === SY && (next === HL || next === IN)) return true;
    if (next === IN && (!this.rules.partsInseparable || previous !== IN)) return true;
    if ((letters[previous] && next === NU) || (previous === NU && letters[next])) return true;
    if ((previous === PR && pictures[next]) || (pictures[previous] && next === PO)) return true;
    if ((currencies[previous] && letters[next]) || (letters[previous] && currencies[next])) return true;
    return this.joinsNumber(place, previous, next) || this.joinsLetters(place, previous, next);
  }

  /** LB25. */
  private joinsNumber(place: number, previous: Class, next: Class): boolean {
    if (next === NU) return beforeNumbers[previous] === 1 || (previous === SY && this.endsNumber(place - 1));
    if (afterNumbers[next]) return this.endsNumber(previous === CL || previous === CP ? place - 2 : place - 1);
    if (!currencies[previous] || next !== OP) return false;
    const follower = this.kinds[place + 1];
    return follower === NU || (follower === IS && this.kinds[place + 2] === NU);
  }

  private endsNumber(place: number): boolean {
    while (this.kinds[place] === SY || this.kinds[place] === IS) place -= 1;
    return this.kinds[place] === NU;
  }

  /** LB26 to LB30b. */
  private joinsLetters(place: number, previous: Class, next: Class): boolean {
    switch (previous) {
      case JL: if (next === JL || next === JV || next === H2 || next === H3) return true; break;
      case JV: case H2: if (next === JV || next === JT) return true; break;
      case JT: case H3: if (next === JT) return true; break;
      case PR: if (hangul[next]) return true; break;
      case IS: if (letters[next]) return true; break;
      case EB: if (next === EM) return true; break;
      case RI:
        if (next === RI) {
          let start = place - 1;
          while (this.kinds[start - 1] === RI) start -= 1;
          return (place - start) % 2 === 1;
        }
        break;
    }
    if (hangul[previous] && next === PO) return true;
    if (letters[previous] && letters[next]) return true;
    if (next === OP && (previous === NU || letters[previous]) && !this.isWide(place)) return true;
    if (previous === CP && (next === NU || letters[next]) && !this.isWide(place - 1)) return true;
    if (next === EM && /(?=\p{ExtPict})\p{Cn}/u.test(this.character(place - 1))) return true;
    return this.joinsAksaras(place, previous, next);
  }

  /** LB28a, for the scripts of Bali, Java and their neighbours. */
  private joinsAksaras(place: number, previous: Class, next: Class): boolean {
    if (previous === AP && this.isAksara(place)) return true;
    if (this.isAksara(place - 1)) return next === VI || next === VF || (this.isAksara(place) && this.kinds[place + 1] === VF);
    return previous === VI && this.isAksara(place - 2) && (next === AK || this.codes[place] === 0x25cc);
  }

  private isAksara(place: number): boolean { return this.isIn(place, aksaras, false) || this.codes[place] === 0x25cc; }
  private character(place: number): string { return String.fromCodePoint(this.codes[place] as number); }
  private isInitial(place: number): boolean { return /\p{Pi}/u.test(this.character(place)); }
  private isFinal(place: number): boolean { return /\p{Pf}/u.test(this.character(place)); }
  private isWide(place: number): boolean { return place >= 0 && place < this.codes.length && isWide(this.codes[place] as number); }

  /** Whether a character's class is in a set; `atEnds` beyond the text. */
  private isIn(place: number, classes: Classes, atEnds: boolean): boolean {
    const kind = this.kinds[place];
    return kind === undefined ? atEnds : classes[kind] === 1;
  }
}

const isAlphanumeric = (unit: number) => (unit >= 0x30 && unit <= 0x39) || ((unit & ~0x20) >= 0x41 && (unit & ~0x20) <= 0x5a);
const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;

/** Whether lines break after a run of the character whatever follows. */
export const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0x0a;
/** Whether the character hangs at the end of a line. */
export const hangs = (unit: number): boolean => isSpace(unit) || unit === 0x3000;

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(granularity: "grapheme" | "word", lang: string): Intl.Segmenter {
  const key = `${granularity} ${lang}`;
  let made = segmenters.get(key);
  if (made === undefined) {
    try { made = new Intl.Segmenter(lang === "" ? undefined : lang, { granularity }); } catch { made = new Intl.Segmenter(undefined, { granularity }); }
    segmenters.set(key, made);
  }
  return made;
}

/** Returns the offsets at which graphemes begin, the first one excluded. */
export function graphemes(text: string): number[] {
  const found: number[] = [];
  // Each character below U+0300 is a grapheme.
  if (/^[\x20-\u02ff]*$/.test(text)) for (let at = 1; at < text.length; at += 1) found.push(at);
  else for (const { index } of segmenter("grapheme", "").segment(text)) if (index > 0) found.push(index);
  return found;
}

/** Whether texts have other opportunities if they begin elsewhere: all but those that the table of pairs decides about. */
export const isContextual = (text: string): boolean => /[-\u0100-\uffff]/.test(text);

/** Returns the offsets in a text, ascending, that a line may begin at. White space must be collapsed. */
export function opportunities(text: string, style: BreakingStyle): number[] {
  if (style.lineBreak === "anywhere") return graphemes(text);
  const found: number[] = [], wordBreak = style.wordBreak ?? "normal", breaksAll = wordBreak === "break-all";
  let words: Set<number> | undefined, characters: Characters | undefined;
  // The class of the last character that is no mark; Chromium goes on from each opportunity with that of its character.
  let lastClass = breaksAll ? breakAllClass(text, 0) : AL;
  for (let at = 1; at < text.length; at += 1) {
    const last = text.charCodeAt(at - 1), unit = text.charCodeAt(at);
    if (isSpace(unit) || (unit & 0xfc00) === 0xdc00) continue;
    let verdict: boolean | undefined;
    if (isSpace(last)) verdict = true;
    else if (last < 0x21 || unit < 0x21) verdict = false;
    else if (last === 0x2d && isDigit(unit)) verdict = at > 1 && isAlphanumeric(text.charCodeAt(at - 2));
    else if (last <= 0xff && unit <= (last === 0x2d ? 0x7f : 0xff)) verdict = pairs[(last - 0x21) * 223 + unit - 0x21] === 1;
    if (breaksAll) {
      const kind = breakAllClass(text, at);
      // After marks Chromium has the rules of UAX #14, unless it looks for the first opportunity of a word that is too wide.
      const isAfterMark = verdict === undefined && untailored(codeBefore(text, at)) === CM;
      if (verdict !== true && !isAfterMark && breakAllFollowers[lastClass]?.[kind] === 1 && !joinsConjunct(text, at)) verdict = true;
      if (kind !== CM || verdict === true) lastClass = kind;
    } else if (wordBreak === "keep-all" && verdict !== true && isKept(text, at)) {
      verdict = false;
    }
    if (verdict === undefined) {
      characters ??= new Characters(text, new Rules(style));
      const allowed = characters.allowsBreak(at);
      if (allowed === "words") words ??= new Set([...segmenter("word", style.lang ?? "").segment(text)].map(({ index }) => index));
      verdict = allowed === "words" ? words?.has(at) === true : allowed;
    }
    if (verdict) found.push(at);
  }
  return found;
}

/** Whether `keep-all` forbids a break: between letters and numbers outside of Thai and its like. */
function isKept(text: string, at: number): boolean {
  const kept = (unit: string) => /^[\p{L}\p{N}]/u.test(unit) && untailored(unit.charCodeAt(0)) !== SA;
  const last = text.charAt(at - 1);
  return kept(/\p{M}/u.test(last) ? text.charAt(at - 2) : last) && kept(text.charAt(at));
}

/** The classes that `break-all` lets a line begin with, by the class that the line before ends with (T8). */
const breakAllFollowers: Record<Class, Classes> = (() => {
  const common = [AL, HY, NU, HL], word = setOf(...common, OP, PR, SA, complexMark), afterSign = setOf(...common, PO, PR);
  return {
    [AL]: word, [BA]: word, [NU]: word, [SA]: word, [complexMark]: word, [SY]: word, [HL]: word, [CL]: setOf(...common, PR),
    [CP]: setOf(...common, PR, SA, complexMark), [EX]: afterSign, [PO]: afterSign, [IS]: setOf(...common), [HY]: setOf(NU), [PR]: setOf(PO),
  };
})();

function breakAllClass(text: string, at: number): Class {
  const code = text.codePointAt(at) as number;
  return code === 0x2b || code === 0x7c ? AL : untailored(code);
}

function codeBefore(text: string, at: number): number {
  const isPair = at > 1 && (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return text.codePointAt(isPair ? at - 2 : at - 1) as number;
}

/** Whether a virama joins the consonants around an offset to one grapheme. */
function joinsConjunct(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x900 || unit > 0xd7f) return false;
  return !graphemes(text.slice(Math.max(0, at - 8), at + 1)).includes(Math.min(8, at));
}
