// Documents with texts for comparing engines, and a host of the module that lets the service measure: heights, widths
// and lines are then those of the service, and so must be all frames.

const styles = {
  title: { fontFamily: "Inter", fontSize: 16, fontWeight: 600, lineHeight: 22, maxLines: 2 },
  text: { fontFamily: ["Inter", "DejaVu Sans"], fontSize: 13, lineHeight: { multiple: 1.4 }, letterSpacing: 0.2 },
};
const words = "Sunset over the old harbour seen from the hill behind the lighthouse; nobody expected rain (6:30 a.m.) — well-known, half\u00adforgotten \"quoted\" \\ Straße".split(" ");
const text = (seed, count) => Array.from({ length: count }, (_, n) => words[(seed * 7 + n * (1 + seed % 5)) % words.length]).join(" ");
const body = (seed) => [{ text: text(seed, 1 + seed % 9), style: "title" }, ...(seed % 4 ? [text(seed, seed * 5 % 31)] : [{ height: 28 }]), ...(seed % 6 ? [] : ["  "])];
const options = { insets: { top: 8, leading: 10, bottom: 12, trailing: 10 }, spacing: 4, style: "text" };
const estimated = (width) => ({ width, height: { estimated: 80 } });
const header = { ...options, insets: { top: 4, bottom: 4 } };

function layouts() {
  const items = (make, count = 40) => Array.from({ length: count }, (_, n) => make(n));
  const card = (n) => ({ id: `c${n}`, width: 400, height: 200 + n * 37 % 300, body: body(n) }), row = (n) => ({ body: body(n) });
  return [
    { layout: { type: "waterfall", columns: 3, spacing: 8, body: options, headerBody: header }, sections: [{ supplementaries: { header: text(3, 12) }, items: items(card) }] },
    { layout: { type: "waterfall", columns: 4, body: { ...options, minHeight: 90 } }, items: items((n) => ({ ...card(n), ...(n % 7 === 0 && { columnSpan: 2 }) })) },
    { layout: { type: "list", rowHeight: 44, body: options }, items: items(row) },
    { layout: { type: "flow", minimumInteritemSpacing: 6, body: { ...options, spacing: 0 } }, items: items((n) => ({ body: text(n, 1 + n % 4) }), 60) },
    { layout: { type: "flow", body: options, headerBody: header, footerBody: header }, sections: [{ supplementaries: { header: [text(1, 20)], footer: "" }, items: items((n) => ({ body: body(n), ...(n % 3 === 0 && { width: 120 }) })) }] },
    { layout: { type: "magazine", body: options }, items: items((n) => ({ widthMode: 1 + n % 2, body: body(n) })) },
    { layout: { type: "compositional", body: options, headerBody: header, group: { direction: "horizontal", size: estimated({ fractionalWidth: 1 }), subitems: [{ size: estimated({ fractionalWidth: 0.5 }) }] },
      boundarySupplementaryItems: [{ kind: "header", size: estimated({ fractionalWidth: 1 }), alignment: "top" }] }, sections: [{ supplementaries: { header: text(5, 30) }, items: items(row) }] },
    // Refused: a style that nothing names, and a fixed length.
    { layout: { type: "list", body: { style: "nothing" } }, items: [{ body: "x" }] },
    { layout: { type: "list", body: {} }, items: [{ body: "x" }] },
    { layout: { type: "justified" }, items: [{ aspectRatio: 1, body: "x" }] },
  ];
}

/** Documents with texts, and updates that replace, append, insert and measure. */
export function textDocuments() {
  const updates = [
    { replace: [{ indexPath: [0, 3], item: { height: 100, width: 100, body: [{ text: text(9, 25), style: "title" }, text(8, 17)] } }] },
    { append: [{ items: [{ width: 300, height: 200, body: text(11, 40) }, { width: 300, height: 100, body: "" }] }] },
    { insert: [{ indexPath: [0, 1], items: [{ width: 90, height: 90, body: body(13) }] }], delete: [[0, 5]] },
    { container: { width: 844, height: 390 } },
  ];
  return layouts().flatMap((made) => [320, 390.5].map((width) => ({
    document: JSON.stringify({ container: { width, height: 844, ...(width > 390 && { direction: "rtl" }) }, textStyles: styles, ...made }), updates: updates.map((one) => JSON.stringify(one)),
  })));
}

/** Returns the module's `measure`: it asks a service by `ask(method, path, body)`. */
export function measuresOf(ask) {
  return async (list) => {
    const { direction, styles: textStyles, names, questions } = JSON.parse(list);
    const texts = questions.map(([style, own, width]) => ({ text: own, style: names[style], ...(width !== undefined && { width }) }));
    const { status, bytes } = await ask("POST", "/v1/texts", JSON.stringify({ textStyles, texts, direction, lines: questions.some(([, , , lines]) => lines === 1) }));
    if (status !== 200) throw new Error(bytes.toString("utf8"));
    const pieces = JSON.parse(bytes.toString("utf8")).texts.flatMap(({ height, maxLineWidth, lines }, index) => {
      const [, , width, wantsLines] = questions[index], number = (value) => new Uint8Array(Float64Array.of(value).buffer);
      if (wantsLines !== 1) return [number(width === undefined ? maxLineWidth : height)];
      return [number(lines.length), ...lines.flatMap((line) => [new Uint8Array(Uint32Array.of(Buffer.byteLength(line)).buffer), Buffer.from(line)])];
    });
    return new Uint8Array(Buffer.concat(pieces));
  };
}
