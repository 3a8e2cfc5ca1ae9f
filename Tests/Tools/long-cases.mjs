// Documents of 500 to 6,000 listed items, and of counts to 20,000, with updates in front, in the middle and at the end:
// enough for an engine to place items in chunks, to share them between versions, to repeat them and to resume.

/** Words for captions, from one line to many. */
const words = "sunset over the harbour with lanterns and a slow tram that nobody waits for".split(" ");

const textStyles = { caption: { fontFamily: ["DejaVu Sans"], fontSize: 13, lineHeight: 18 } };

function layoutsOf(random) {
  const { pick, below, next, chance } = random;
  const number = (least, most) => (chance(0.7) ? Math.round(least + next() * (most - least)) : least + next() * (most - least));
  const boundaries = () => ({
    ...(chance(0.3) && { headerReferenceSize: { width: 30, height: 30 } }), ...(chance(0.2) && { footerReferenceSize: { width: 20, height: 20 } }),
    ...(chance(0.3) && { sectionInset: { top: 7, left: 5, bottom: 9, right: 6 } }),
  });
  const wall = (fields) => () => ({
    type: "waterfall", columns: chance(0.8) ? 1 + below(chance(0.2) ? 24 : 6) : { minWidth: number(60, 200) }, spacing: number(0, 14), ...boundaries(), ...fields(),
  });
  const size = (width, height) => ({ width, height });
  const estimated = (across, length) => size({ fractionalWidth: across }, { estimated: length });
  const badge = { kind: "badge", size: size({ absolute: 8 }, { absolute: 8 }), containerAnchor: { edges: ["top", "trailing"] } };
  const group = (direction, across, subitems, fields = {}) => ({
    type: "compositional", interGroupSpacing: number(0, 9), group: { direction, size: estimated(1, 60), interItemSpacing: { fixed: 4 }, subitems: subitems(across), ...fields },
  });
  return [
    wall(() => ({})), wall(() => ({ placement: pick(["roundRobin", "gridLanes", "balanced"]) })), wall(() => ({ placement: "gridLanes", flowTolerance: number(0, 40) })),
    wall(() => ({ packing: "dense", ...(chance(0.5) && { placement: "gridLanes" }) })),
    wall(() => ({ ...(chance(0.5) && { packing: "dense" }), stamps: Array.from({ length: 1 + below(3) }, () => [below(300), below(9_000), 20 + below(200), 20 + below(300)]) })),
    () => ({ type: "flow", ...(chance(0.5) && { itemSize: size(number(30, 120), number(30, 90)) }), minimumLineSpacing: number(0, 12), minimumInteritemSpacing: number(0, 9),
      alignment: pick(["justified", "leading", "center", "trailing"]), lineAlignment: pick(["top", "center", "bottom"]), ...boundaries() }),
    () => ({ type: "justified", targetRowHeight: number(60, 200), boxSpacing: number(0, 10), ...(chance(0.3) && { fullWidthBreakoutRowCadence: 2 + below(4) }),
      ...(chance(0.3) && { rowHeightRange: [50, 240] }), ...(chance(0.3) && { lastRowFits: true }), ...(chance(0.2) && { showWidows: false }) }),
    () => ({ type: "magazine", horizontalSpacing: number(0, 10), verticalSpacing: number(0, 10), ...(chance(0.3) && { background: true }) }),
    () => ({ type: "list", rowSpacing: number(0, 9), rowHeight: number(20, 70), ...boundaries(),
      ...(chance(0.6) && { appearance: pick(["grouped", "insetGrouped", "sidebar"]), showsSeparators: chance(0.7), separatorInsets: { leading: 12 } }) }),
    () => group("vertical", 1, () => [{ size: estimated(1, number(20, 60)), ...(chance(0.5) && { supplementaryItems: [badge] }) }]),
    () => group("horizontal", 0.5, (across) => [{ size: estimated(across, number(20, 60)) }, { size: estimated(across, 30) }]),
    () => group("horizontal", 1, () => [{ size: size({ fractionalWidth: 1 }, { absolute: 40 }) }], { count: 3 }),
  ];
}

/** The fields that an item of a layout may have. */
function itemOf(layout, random, columns) {
  const { pick, below, next, chance } = random;
  const height = () => (chance(0.8) ? 20 + below(200) : 20 + next() * 200);
  const forms = {
    waterfall: [height, height, () => [30 + below(200), 30 + below(200)], () => ({ aspectRatio: 0.4 + next() * 2, bodyHeight: below(60) }), () => ({ height: height(), columnSpan: 1 + below(3) }),
      () => ({ height: height(), ...(chance(0.05) && { column: below(columns) }) }), () => ({ height: height(), keptColumn: below(columns) }), () => ({ height: height(), measured: { height: height() } })],
    flow: [() => [20 + below(120), 20 + below(90)], () => ({}), () => ({ width: 20 + below(120), height: 30, measured: { width: 20 + below(100) } })],
    justified: [() => 0.4 + next() * 2, () => ({ aspectRatio: 0.5 + below(9) / 4, ...(chance(0.1) && { fullWidth: true }) }), () => [100 + below(200), 100 + below(200)]],
    magazine: [height, () => ({ height: height(), widthMode: pick(["full", "fullBleed", 2, 3, 4]) }), () => ({ height: height(), widthMode: 2, heightMode: pick(["static", "dynamic", "stretch"]) })],
    list: [height, () => ({}), () => ({ height: height(), ...(chance(0.3) && { separators: pick(["hidden", "visible", { top: "hidden" }, { bottom: "visible", bottomInsets: { leading: 3 } }]) }) }),
      () => ({ measured: { height: height() } })],
    compositional: [() => ({}), () => ({ measured: { height: height() } })],
  };
  // Columns of equal length take neither spans nor columns of items; groups that divide by a count learn no lengths.
  if (layout.placement === "balanced") return forms.waterfall.slice(0, 4);
  return layout.group?.count === undefined ? forms[layout.type] : forms[layout.type].slice(0, 1);
}

/** A section's items: a count, all of one form, runs of equal ones, or of every form. */
function itemsOf(layout, random, count) {
  const { pick, below, chance } = random;
  // Chunks of counted items have 4,096, and the second one may repeat the first.
  if (chance(0.2)) return pick([count, below(20_000), 9_000 + below(11_000), 9_000 + below(11_000)]);
  const forms = itemOf(layout, random, typeof layout.columns === "number" ? layout.columns : 2), form = pick(forms);
  const kind = pick(["one form", "runs", "every form", "mostly plain"]), items = [];
  const hasCaptions = layout.type === "waterfall" && chance(0.06);
  let last = form();
  for (let number = 0; number < count; number += 1) {
    if (kind === "one form") last = form();
    else if (kind === "every form") last = pick(forms)();
    else if (kind === "runs" && chance(0.004)) last = pick(forms)();
    else if (kind === "mostly plain") last = chance(0.003) ? pick(forms)() : layout.type === "justified" ? 1 : layout.type === "waterfall" ? 60 : {};
    items.push(last);
  }
  if (hasCaptions) {
    for (let number = 0; number < Math.min(count, 700); number += 1) {
      items[number] = { aspectRatio: 1, body: [{ text: words.slice(0, 1 + below(words.length)).join(" "), style: "caption" }] };
    }
  }
  if (chance(0.1)) return items.map((item, number) => (typeof item === "object" && !Array.isArray(item) && chance(0.3) ? { ...item, data: { number } } : item));
  return chance(0.1) ? items.map((item, number) => (typeof item === "number" ? item : { ...(Array.isArray(item) ? { width: item[0], height: item[1] } : item), id: `i${number}` })) : items;
}

/** A change of a few items in front, in the middle or at the end of a section. */
function updateOf(document, random) {
  const { pick, below, chance } = random;
  const section = below(document.sections.length), { items, layout = document.layout } = document.sections[section];
  const count = Array.isArray(items) ? items.length : items, length = 1 + below(3);
  const place = pick([0, below(4), count >> 1, below(count), Math.max(0, count - 2)]), at = (item) => [section, Math.min(item, Math.max(0, count - 1))];
  const forms = itemOf(layout, random, typeof layout.columns === "number" ? layout.columns : 2), made = () => (Array.isArray(items) && chance(0.6) ? pick(items) : pick(forms)());
  const keeps = layout.type === "waterfall" && chance(0.35) ? { keepColumns: chance(0.8) ? true : at(place) } : {};
  const measures = layout.type === "justified" || layout.group?.count !== undefined ? [] : [() => ({ measure: [{ indexPath: at(place), height: 15 + below(150) }, ...(place + 600 < count ? [{ indexPath: at(place + 600), height: 33 }] : [])] })];
  return { ...pick([
    () => ({ insert: [{ indexPath: at(place), items: Array.from({ length }, made) }] }),
    () => ({ append: [{ section, items: Array.from({ length }, made) }] }),
    () => ({ delete: [{ indexPath: at(place), count: Math.max(1, Math.min(length, count - place)) }] }),
    () => ({ replace: [{ indexPath: at(place), item: made() }] }),
    () => ({ move: [{ from: at(place), to: at(pick([0, count >> 1, count - 1])) }] }),
    () => ({ insert: [{ indexPath: at(place), items: [made()] }], delete: [at(count >> 2)] }),
    () => ({ container: { width: pick([390, 391, 500]), height: 844 } }),
    ...measures, ...measures,
  ])(), ...keeps };
}

/** A long random document with up to three updates of its items. */
export function longCase(random) {
  const { pick, below, chance } = random;
  const layout = pick(layoutsOf(random))();
  const count = () => (chance(0.5) ? 490 + below(20) + 496 * below(4) : 500 + below(5_500));
  const sections = Array.from({ length: chance(0.8) ? 1 : 2 }, () => {
    const own = chance(0.2) ? pick(layoutsOf(random))() : undefined;
    return { ...(own && { layout: own }), items: itemsOf(own ?? layout, random, count()) };
  });
  const document = {
    container: { width: pick([320, 390, 500.5, 768]), height: 844, ...(chance(0.2) && { scale: 3 }), ...(chance(0.15) && { direction: "rtl" }) },
    ...(JSON.stringify(sections).includes('"body":') && { textStyles }), layout, sections,
  };
  return { document: JSON.stringify(document), updates: Array.from({ length: 1 + below(3) }, () => JSON.stringify(updateOf(document, random))) };
}
