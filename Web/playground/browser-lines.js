// The lines into which the browser has broken a text, to compare them with the service's.

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the lines of an element that contains one text, as the browser has laid it out; also those that a clamp hides. */
export function linesOf(node) {
  const text = node.firstChild, range = document.createRange(), lines = [];
  if (text === null) return lines;
  let bottom = -Infinity;
  for (const { segment, index } of segmenter.segment(text.data)) {
    range.setStart(text, index);
    range.setEnd(text, index + segment.length);
    // A space at a line's end has no width, and may have no box.
    const box = [...range.getClientRects()].findLast(({ width }) => width > 0);
    if (box !== undefined && (box.top + box.bottom) / 2 > bottom) {
      lines.push("");
      bottom = box.bottom;
    }
    if (lines.length > 0) lines[lines.length - 1] += segment;
  }
  return lines;
}

/**
 * Returns the pairs of lines that differ. White space at the ends does not count, nor do soft hyphens; of a line that ends
 * in `…`, only the text before it is compared, because the browser keeps the text that a clamp hides.
 */
export function differences(own, reported) {
  const isCut = reported.at(-1)?.endsWith("…") === true, seen = isCut ? own.slice(0, reported.length) : own;
  return Array.from({ length: Math.max(seen.length, reported.length) }, (_, n) => [plain(seen[n]), plain(reported[n])]).filter(([one, other], n) => (
    isCut && n === reported.length - 1 ? !one?.startsWith(other.replace(/[-\u2010]?…$/, "").trimEnd()) : one !== other));
}

function plain(line) {
  return line === undefined ? undefined : line.replace(/\u00ad$/, "-").replaceAll("\u00ad", "").replace(/[ \t\n\r]+/g, " ").replace(/\u2010$/, "-").trim();
}
