// SPDX-License-Identifier: Apache-2.0
// Lines of texts in one style, by the widths that a canvas measures. A text is prepared once: the widths of its parts
// between the places where lines may break. Then its lines at any width are sums. The rules are those of TextMeasure
// (TextRules): white space T1 to T4, filling T18, height T19, soft hyphens T25, words that are too wide T26, lines that
// are cut T28.

import type { TextStyle } from "../client/tatami-document.js";
import { graphemes, hangs, isContextual, isSpace, opportunities } from "./line-breaks.js";

/** A style as the module writes it: without shorthands. */
export type WrittenStyle = Omit<TextStyle, "fontWeight" | "letterSpacing" | "wordSpacing"> & { fontWeight?: number; letterSpacing?: number; wordSpacing?: number };
/** Returns the width of a text in a style's font, in points. */
export type Ruler = (text: string) => number;

/** Texts of letters that do not join, whose words keep their widths beside spaces except for kerning. */
const plain = /^[\x20-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/, symbol = /[^\p{L}\p{N}]/u;
/** Characters that are not drawn as a canvas would draw them (T27). */
const unseen = /[\x7f-\x9f\xad\u115f\u1160\u2028\u2029]/;
/** Brackets and quotes whose second half may be blank. */
const fullWidth = /^[〉》」』】〕〗〙〛〟’”）］｝｠]$/;
/** A line ends after the part; a soft hyphen ends it; it is a tab, whose width depends on its place. */
const newline = 1, softHyphen = 2, tab = 4;
/** Chromium lets a line be 1/64 wider; what canvas adds up in single precision is a little off. */
const tolerance = 1 / 64 + 1 / 65536;
/** Widths that differ by less are equal: parts were measured one by one, and the text as a whole. */
const leastDifference = 1 / 256;

/** The characters, at least, that are measured together to find the widths of parts among them. */
const window = 128;
/** Scripts whose letters join, and what joins them where a line ends between two. */
const joining = /[\u0600-\u08ff](?<=\p{L})/u, joiner = "\u200d";

/** A text with the widths of its parts. A part begins where a line may begin, and ends with the spaces that hang there. */
export interface PreparedText {
  /** The text after its white space has collapsed. */
  text: string;
  /** The same before its case has changed (T30), if it has as many units; for its lines. */
  source: string;
  starts: number[];
  /** The widths of the parts without the spaces at their ends. */
  widths: number[];
  spaces: number[];
  marks: number[];
  /** Whether a part ends with a soft hyphen. */
  hasHyphens: boolean;
}

/** The graphemes of a part that is wider than a line: how far a line reaches that ends before one, and where one begins. */
interface Clusters { offsets: number[]; ends: number[]; begins: number[] }

/** Collapses the white space of a text (T1 to T3). */
export function collapsed(given: string, whiteSpace: string | undefined): string {
  const text = collapsedSpaces(given, whiteSpace), preserves = whiteSpace === "pre" || whiteSpace === "pre-wrap";
  // Control characters alone make no line.
  return (preserves ? /^[\f\r]*$/ : /^[\f\v]*$/).test(text) ? "" : text;
}

function collapsedSpaces(text: string, whiteSpace: string | undefined): string {
  // Most texts have nothing to collapse.
  if (whiteSpace === "pre" || whiteSpace === "pre-wrap" || !/[\t\n\r]|^ | $| {2}/.test(text)) return text;
  const keepsNewlines = whiteSpace === "pre-line", parts: string[] = [];
  // Leading spaces go away, as after a newline that is kept.
  let isAfterSpace = true, includesNewline = false;
  for (const [part] of text.matchAll(/[ \t\n\r]|[^ \t\n\r]+/g)) {
    if (part === "\n" && keepsNewlines) {
      if (parts.at(-1) === " ") parts.pop();
      parts.push(part);
      isAfterSpace = true;
    } else if (part === " " || part === "\t" || part === "\n" || part === "\r") {
      includesNewline ||= part === "\n";
      if (!isAfterSpace) parts.push(" ");
      isAfterSpace = true;
    } else {
      // A newline beside a zero width space is nothing.
      if (includesNewline && parts.at(-1) === " " && (part.startsWith("\u200b") || parts.at(-2)?.endsWith("\u200b"))) parts.pop();
      parts.push(part);
      isAfterSpace = includesNewline = false;
    }
  }
  if (parts.at(-1) === " ") parts.pop();
  return parts.join("");
}

/** Letters that two characters are drawn by: only the first of them is a capital at the start of a word. */
const digraphs = "ǄǅǆǇǈǉǊǋǌǱǲǳ";

/** Changes the case of a text as its style says (T30). Georgian letters keep their form: their capitals are for headlines only. */
function cased(text: string, { textTransform, lang = "" }: WrittenStyle): string {
  const language = /^(?:az|el|lt|tr)(?=-|$)/i.exec(lang)?.[0] ?? "en";
  switch (textTransform) {
    case "uppercase": return text.toLocaleUpperCase(language).replace(/[\u1c90-\u1cbf]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xbc0));
    case "lowercase": return text.toLocaleLowerCase(language);
    case "capitalize": return text.replace(/(?<![\p{L}\p{M}\p{N}'’·_]\p{Cf}*)\p{L}/gu, capital);
    default: return text;
  }
}

/** Returns a letter as it begins a word, by Unicode's simple mapping. */
function capital(letter: string): string {
  const digraph = digraphs.indexOf(letter), upper = letter.toUpperCase();
  if (digraph >= 0) return digraphs.charAt(digraph - digraph % 3 + 1);
  return upper.length === letter.length && !/[\u10d0-\u10ff]/.test(letter) ? upper : letter;
}

/** Prepares and breaks texts in one style. */
export class StyleLines {
  readonly style: WrittenStyle;
  private readonly ruler: Ruler;
  private readonly wraps: boolean;
  /** The height of a line, in points. */
  readonly lineHeight: number;
  private readonly limit: number;
  /** The widths of words and spaces, and of the graphemes of words that were wider than a line. */
  private words = new Map<string, number>();
  private kernings = new Map<string, number>();
  private clusters = new Map<string, Clusters>();
  /** The characters of both, about, which are bounded. */
  private wordsLength = 0;
  private clustersLength = 0;

  constructor(style: WrittenStyle, ruler: Ruler) {
    this.style = style;
    this.ruler = ruler;
    this.wraps = style.whiteSpace !== "nowrap" && style.whiteSpace !== "pre";
    const { lineHeight, fontSize = 16 } = style;
    // Only the page itself knows the heights that fonts ask for: such texts are not measured here.
    const multiple = typeof lineHeight === "object" ? lineHeight.multiple : 0;
    this.lineHeight = (typeof lineHeight === "number" ? Math.round(lineHeight * 64) : Math.trunc(multiple * Math.round(fontSize * 64))) / 64;
    this.limit = style.maxLines ?? Infinity;
  }

  /** Measures a text's parts. */
  prepare(given: string): PreparedText {
    const source = collapsed(given, this.style.whiteSpace), text = cased(source, this.style);
    if (text === "") return { text, source, starts: [], widths: [], spaces: [], marks: [], hasHyphens: false };
    return this.parted(text, text.length === source.length ? source : text);
  }

  private parted(text: string, source: string): PreparedText {
    const starts = [0], widths: number[] = [], spaces: number[] = [], marks: number[] = [];
    if (this.wraps) starts.push(...opportunities(text, this.style));
    const isSpecial = /[\t\n]/.test(text);
    if (isSpecial) addForced(starts, text);
    let sum = 0;
    for (let index = 0; index < starts.length; index += 1) {
      const start = starts[index] as number, end = starts[index + 1] ?? text.length, first = text.charCodeAt(start);
      const stop = visibleEnd(text, start, end);
      let mark = text.charCodeAt(end - 1) === 0x0a ? newline : text.charCodeAt(end - 1) === 0xad ? softHyphen : 0;
      if (first === 0x09) mark |= tab;
      const width = stop === start ? 0 : this.widthOf(text.slice(start, stop)), space = stop === end || first === 0x09 ? 0 : this.widthOf(text.slice(stop, end));
      widths.push(width);
      spaces.push(space);
      marks.push(mark);
      sum += width + space;
    }
    const prepared = { text, source, starts, widths, spaces, marks, hasHyphens: text.includes("\xad") };
    // Fonts may kern letters with spaces, and trim punctuation beside punctuation.
    if (isSpecial || starts.length < 2) return prepared;
    if (plain.test(text)) this.kern(prepared);
    else if (Math.abs(this.measure(text) - sum) > leastDifference) this.measureInPlace(prepared);
    return prepared;
  }

  /** Adds the kerning between parts to the spaces there, where it goes away if a line ends. */
  private kern({ text, starts, spaces }: PreparedText): void {
    for (let index = 1; index < starts.length; index += 1) {
      const start = starts[index] as number, stop = visibleEnd(text, starts[index - 1] as number, start);
      // Letters look at their neighbours, symbols also at the next ones.
      const reach = symbol.test(text.charAt(stop - 1)) || symbol.test(text.charAt(start)) ? 2 : 1;
      const from = Math.max(0, stop - reach), key = text.slice(from, start + reach);
      let kerning = this.kernings.get(key);
      if (kerning === undefined) {
        if (this.kernings.size >= 1 << 13) this.kernings = new Map();
        const apart = this.measure(text.slice(from, stop)) + (stop === start ? 0 : this.widthOf(text.slice(stop, start))) + this.measure(text.slice(start, start + reach));
        const difference = this.measure(key) - apart;
        this.kernings.set(key, kerning = Math.abs(difference) > leastDifference ? difference : 0);
      }
      spaces[index - 1] = (spaces[index - 1] as number) + kerning;
    }
  }

  /** Measures each part beside those before it; not beside all of them, because a text may have thousands. */
  private measureInPlace({ text, starts, widths, spaces }: PreparedText): void {
    let from = 0, before = 0;
    for (let index = 0; index < starts.length; index += 1) {
      const start = starts[index] as number, end = starts[index + 1] ?? text.length, stop = visibleEnd(text, start, end);
      if (start - from > window) [from, before] = [start, 0];
      const visible = stop === start ? before : this.measure(head(text, from, stop)), after = stop === end ? visible : this.measure(text.slice(from, end));
      widths[index] = visible - before;
      spaces[index] = after - visible;
      before = after;
    }
  }

  private measure(text: string): number {
    const width = this.ruler(unseen.test(text) ? shown(text) : text), { wordSpacing = 0 } = this.style;
    // A canvas adds no word spacing to a space that its text begins with.
    return wordSpacing === 0 ? width : width + wordSpacing * (text.match(/[ \xa0]/g)?.length ?? 0);
  }

  private widthOf(word: string): number {
    let width = this.words.get(word);
    if (width === undefined) {
      // Texts share most of their words; what was not shared lately is measured again.
      this.wordsLength += word.length + 16;
      if (this.wordsLength > 1 << 19) {
        this.words = new Map();
        this.wordsLength = 0;
      }
      this.words.set(word, width = this.measure(word.replace(/[\n\r]/g, "")));
    }
    return width;
  }

  private clustersOf(word: string): Clusters {
    let found = this.clusters.get(word);
    if (found === undefined) {
      this.clustersLength += word.length;
      if (this.clustersLength > 1 << 16) {
        this.clusters = new Map();
        this.clustersLength = word.length;
      }
      const offsets = [0, ...graphemes(word), word.length], ends: number[] = [], begins: number[] = [];
      let from = 0, before = 0;
      while (from < word.length) {
        const stop = offsets.find((offset) => offset - from > window) ?? word.length, chunk = word.slice(from, stop), width = this.measure(chunk);
        for (const offset of offsets) {
          if (offset < from || (offset >= stop && offset < word.length) || offset > stop) continue;
          // Kerning with the next grapheme counts for the line's end, and is gone at the next line's start.
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

  /** Forgets the widths, because the font may be another one by now. */
  forget(): void {
    this.words = new Map();
    this.kernings = new Map();
    this.clusters = new Map();
  }

  /** Returns the height of a text at a width, in points. */
  height(prepared: PreparedText, width: number): number { return this.fill(prepared, width, this.limit) * this.lineHeight; }

  /** Returns the width that the longest line wants if only newlines end lines. */
  naturalWidth(prepared: PreparedText): number {
    let widest = 0;
    this.fill(prepared, 1 << 24, Infinity, (_start, _end, width) => { widest = Math.max(widest, width); });
    return Math.ceil(widest * 64 - 1 / 8192) / 64;
  }

  /** Returns the lines of a text at a width, as they are drawn. */
  lines(prepared: PreparedText, width: number): string[] {
    const lines: string[] = [], { text, source } = prepared, isClipped = this.wraps || this.style.textOverflow !== "ellipsis";
    let last: [start: number, end: number] = [0, 0];
    const count = this.fill(prepared, width, this.limit + 1, (start, end, lineWidth, isHyphenated) => {
      const line: [start: number, end: number] = [start, visibleEnd(text, start, end)], drawn = source.slice(...line).replaceAll("\xad", "");
      if (lines.length < this.limit) last = line;
      lines.push(isHyphenated ? `${drawn}\u2010` : isClipped || lineWidth <= width ? drawn : this.cutLine(prepared, line, width));
    });
    if (count <= this.limit) return lines;
    lines.length = this.limit - 1;
    lines.push(this.cutLine(prepared, last, width));
    return lines;
  }

  /** A line that is cut because more text follows it: as many characters as fit beside an ellipsis (T28). */
  private cutLine({ text, source }: PreparedText, [start, end]: [start: number, end: number], width: number): string {
    const line = text.slice(start, end);
    const room = Math.floor(Math.max(0, width) * 64) / 64 + 1 / 65536 - this.widthOf("…"), ends = [...graphemes(line), line.length];
    let low = 0, high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.measure(line.slice(0, ends[middle])) <= room) low = middle + 1;
      else high = middle;
    }
    return `${source.slice(start, start + (low === 0 ? 0 : ends[low - 1] ?? 0)).replaceAll("\xad", "")}…`;
  }

  /** Fills lines, at most `limit`, and returns their number. */
  private fill(given: PreparedText, width: number, limit: number, take?: (start: number, end: number, width: number, isHyphenated: boolean) => void): number {
    let prepared = given, { starts, widths, spaces, marks } = given, total = starts.length;
    const { text } = given;
    const room = Math.floor(Math.max(0, width) * 64) / 64 + tolerance, hyphen = prepared.hasHyphens ? this.widthOf("\u2010") : 0;
    const breaksWords = this.style.overflowWrap !== "normal" && this.style.lineBreak !== "anywhere";
    // `cluster`: the grapheme of the part `index` that a line begins with, whose word was too wide for the line before.
    let count = 0, index = 0, begin = 0, cluster = 0, skipped = 0;
    while (index < total && count < limit) {
      const first = index;
      // The last part that the line may end with, and the width up to there.
      let last = -1, lastWidth = 0, x = 0, isOver = false;
      for (; index < total; index += 1) {
        const part = (widths[index] as number) - (index === first ? skipped : 0), mark = marks[index] as number;
        if (this.wraps && part > 0 && x + part > room) {
          // A line may end with a bracket whose blank half has no room (T17).
          const end = visibleEnd(text, starts[index] as number, starts[index + 1] ?? text.length), blank = this.blank(text.charAt(end - 1));
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
        if (mark & newline) break;
        x = mark & tab ? this.stop(x) : x + (spaces[index] as number);
      }
      count += 1;
      if (isOver && last < 0 && breaksWords) {
        // The line has no place to end at, so it ends inside of a word: the last one, or that before a hyphen without room.
        let cut = this.cut(prepared, index, index === first ? cluster : 0, room - x, index === first);
        if (cut === undefined && index > first) {
          index -= 1;
          x -= (widths[index] as number) + (spaces[index] as number) - (index === first ? skipped : 0);
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
        lastWidth = x + (isOver ? (widths[last] as number) - (last === first ? skipped : 0) : 0);
      }
      const end = starts[last + 1] ?? text.length, isHyphenated = ((marks[last] as number) & softHyphen) !== 0 && last < total - 1;
      take?.(begin, end, lastWidth + (isHyphenated ? hyphen : 0), isHyphenated);
      index = last + 1;
      begin = end;
      cluster = skipped = 0;
    }
    return count;
  }

  /** Returns the parts of the text from an offset inside a part on; undefined if its lines may break where they could before (T7). */
  private anew({ text, source, starts, widths, spaces, marks, hasHyphens }: PreparedText, index: number, begin: number): PreparedText | undefined {
    let next = index + 1;
    while (next < starts.length && (starts[next] as number) - begin < window && !isSpace(text.charCodeAt((starts[next] as number) - 1))) next += 1;
    const rest = text.slice(begin, starts[next] ?? text.length), found = opportunities(rest, this.style);
    const isSame = found.length === next - index - 1 && found.every((offset, n) => begin + offset === starts[index + 1 + n]);
    if (isSame || /[\t\n]/.test(rest)) return undefined;
    const parts = this.parted(rest, rest);
    return {
      text, source, hasHyphens, starts: [...parts.starts.map((start) => begin + start), ...starts.slice(next)], widths: [...parts.widths, ...widths.slice(next)],
      spaces: [...parts.spaces, ...spaces.slice(next)], marks: [...parts.marks, ...marks.slice(next)],
    };
  }

  /** Returns where a line ends inside of a part, from its grapheme `from` on; undefined if it has no place for a grapheme, or for all. */
  private cut({ text, starts }: PreparedText, index: number, from: number, room: number, hasToTake: boolean) {
    const start = starts[index] as number, { offsets, ends, begins } = this.clustersOf(text.slice(start, visibleEnd(text, start, starts[index + 1] ?? text.length)));
    const before = begins[from] as number;
    let cluster = from;
    while (cluster + 1 < offsets.length && (ends[cluster + 1] as number) - before <= room) cluster += 1;
    if (cluster === from && hasToTake) cluster += 1;
    if (cluster === from || cluster >= offsets.length - 1) return undefined;
    return { offset: start + (offsets[cluster] as number), width: (ends[cluster] as number) - before, cluster, skipped: begins[cluster] as number };
  }

  /** Returns the width that a full-width bracket loses before another one, as at the end of a line. */
  private blank(mark: string): number {
    return fullWidth.test(mark) ? Math.max(0, this.widthOf(mark) + this.widthOf("」") - this.widthOf(`${mark}」`)) : 0;
  }

  /** Returns where a tab ends that begins at a place (T4). */
  private stop(x: number): number {
    const { tabSize = 8, letterSpacing = 0, wordSpacing = 0 } = this.style, space = this.widthOf(" ");
    const distance = typeof tabSize === "number" ? tabSize * space : tabSize.length;
    if (distance <= 0) return x;
    const next = distance - x % distance;
    return x + (next < (space - letterSpacing - wordSpacing) / 2 ? next + distance : next);
  }
}

/** Adds the starts of parts after newlines, and around tabs. */
function addForced(starts: number[], text: string): void {
  const all = new Set(starts);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a || unit === 0x09) all.add(at + 1);
    if (unit === 0x09) all.add(at);
  }
  all.delete(text.length);
  starts.splice(0, starts.length, ...[...all].sort((one, other) => one - other));
}

/** Whether the letters around an offset join, whose forms stay when a line ends between them. */
const isJoined = (text: string, at: number) => joining.test(text.charAt(at)) && /[\p{L}\p{M}]/u.test(text.charAt(at - 1));

/** A part of a text whose last letter has its form before the next one. */
const head = (text: string, from: number, to: number) => isJoined(text, to) ? text.slice(from, to) + joiner : text.slice(from, to);

/** A text as it is drawn: separators as spaces, and without what has no width (T27). */
function shown(text: string): string {
  return text.replace(/[\xad\x7f-\x9f\u115f\u1160]/g, "").replace(/[\u2028\u2029]/g, " ");
}

function visibleEnd(text: string, start: number, end: number): number {
  while (end > start && hangs(text.charCodeAt(end - 1))) end -= 1;
  return end;
}
