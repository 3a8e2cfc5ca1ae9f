// The lines into which the browser has broken a text, to compare them with the service's.

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the lines of an element that contains a text or its runs, as the browser has laid it out; also those that a clamp hides. */
export function linesOf(node) {
  const nodes = document.createTreeWalker(node), range = document.createRange(), lines = [];
  let bottom = -Infinity;
  const add = (part, rects) => {
    // A space at a line's end has no width, and may have no box.
    const box = [...rects].findLast(({ width }) => width > 0);
    if (box !== undefined && (box.top + box.bottom) / 2 > bottom) {
      lines.push("");
      bottom = box.bottom;
    }
    if (lines.length > 0) lines[lines.length - 1] += part;
  };
  for (let text; (text = nodes.nextNode()) !== null;) {
    if (text.className?.includes("tatami-box")) add("", text.getClientRects());
    for (const { segment, index } of segmenter.segment(text.data ?? "")) {
      range.setStart(text, index);
      range.setEnd(text, index + segment.length);
      add(segment, range.getClientRects());
    }
  }
  return lines;
}

/**
 * Returns the pairs of lines that differ. White space at the ends does not count, nor do soft hyphens; of a line that ends
 * in `…` or `… more`, only the text before it is compared, because the browser keeps the text that a clamp hides.
 */
export function differences(own, reported) {
  const end = /[-\u2010]?…( more)?$/, isCut = end.test(reported.at(-1)), seen = isCut ? own.slice(0, reported.length) : own;
  return Array.from({ length: Math.max(seen.length, reported.length) }, (_, n) => [plain(seen[n]), plain(reported[n])]).filter(([one, other], n) => (
    isCut && n === reported.length - 1 ? !one?.startsWith(other.replace(end, "").trimEnd()) : one !== other));
}

function plain(line) {
  return line === undefined ? undefined : line.replace(/\u00ad$/, "-").replace(/[\u00ad\ufffc]/g, "").replace(/[ \t\n\r]+/g, " ").replace(/\u2010$/, "-").trim();
}
