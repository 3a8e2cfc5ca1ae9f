// Documents, updates and queries for comparing engines: those of the fixtures, and random ones made of them; and the
// walk that asks for them.
import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);

/** Numbers from a seed, 0 to 1 (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  return { next, below, chance: (share) => next() < share, pick: (list) => list[below(list.length)] };
}

function lines(folder, names) {
  return names.flatMap((name) =>
    readFileSync(new URL(`${folder}/${name}`, root), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line)));
}

function jsonl(folder) {
  return lines(folder, readdirSync(new URL(folder, root)).filter((name) => name.endsWith(".jsonl")).sort());
}

const text = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** Every fixture as {document, updates, queries}, texts all. */
export function fixtures() {
  const plain = jsonl("Tests/LayoutEngineTests/Fixtures").map((one) => ({ document: text(one.document), updates: [] }));
  const updated = jsonl("Tests/LayoutEngineTests/Fixtures/Updates").map((one) => ({
    document: text(one.documentText ?? one.document),
    updates: (one.updateTexts ?? one.updates ?? (one.update === undefined ? [] : [one.update])).map(text),
  }));
  const mutated = lines("Tests/PackageTests/Fixtures", ["mutated-documents.jsonl"]).map((one) => ({ document: text(one.document), updates: [] }));
  const feed = readFileSync(new URL("Tests/LayoutServiceTests/Fixtures/photo-feed.json", root), "utf8");
  return [...plain, ...updated, ...mutated, { document: feed, updates: [] }].filter(({ document }) => document !== undefined);
}

// ---- Random ones -------------------------------------------------------------------------------------

const odd = ["0", "-1", "1e-7", "0.1", "33.333333333333336", "1e15", "9007199254740993", "1.7976931348623157e308", "5e-324", "1e400", "-0",
  "0.30000000000000004440892098500626", "123456789012345678901234567890", "2.2250738585072011e-308", "2147483647", "2147483648", "-2147483649", "4294967296",
  "9007199254740992", "1.5e3"];

const placements = ["shortestColumn", "roundRobin"];

function ownDocument(random) {
  const { pick, below, next, chance } = random;
  const number = (least, most) => (chance(0.5) ? Math.round(least + next() * (most - least)) : least + next() * (most - least));
  const layouts = [
    () => ({ type: "waterfall", columns: 1 + below(7), spacing: number(0, 20), placement: pick(placements), ...(chance(0.3) && { header: { height: 44 } }) }),
    () => ({ type: "flow", itemSize: { width: number(20, 200), height: number(20, 120) }, minimumLineSpacing: number(0, 15), minimumInteritemSpacing: number(0, 9), alignment: pick(["justified", "leading", "center", "trailing"]) }),
    () => ({ type: "justified", targetRowHeight: number(80, 240), boxSpacing: number(0, 12) }),
    () => ({ type: "list", rowSpacing: number(0, 12), rowHeight: number(20, 90) }),
    () => ({ type: "magazine", horizontalSpacing: number(0, 10), verticalSpacing: number(0, 10) }),
  ];
  const item = () => pick([
    () => number(10, 400), () => [number(10, 300), number(10, 300)], () => ({ height: number(5, 300), id: `i${below(1e6)}` }),
    () => ({ aspectRatio: number(0.3, 3) }), () => ({ height: number(5, 300), columnSpan: 1 + below(3) }),
    () => ({ height: number(5, 300), data: pick([{ name: "Ryōan-ji", tags: [1, null] }, "a", 7, [], false]) }),
  ]);
  const list = () => {
    const one = chance(0.8) ? item() : undefined;
    return Array.from({ length: below(60) }, () => (one ?? item())());
  };
  const section = () => ({ items: chance(0.1) ? below(200) : list(), ...(chance(0.5) && { layout: pick(layouts)() }) });
  return {
    container: { width: pick([320, 375, 390.5, 768, 1024]), height: pick([600, 844]), ...(chance(0.3) && { scale: pick([1, 2, 3]) }), ...(chance(0.2) && { direction: "rtl" }) },
    layout: pick(layouts)(), sections: Array.from({ length: 1 + below(4) }, section),
  };
}

/** Changes a value somewhere within: another number, something gone, twice, or of another type. */
function mutate(value, random) {
  const { pick, chance, below } = random;
  if (value === null || typeof value !== "object" || (chance(0.15) && Object.keys(value).length > 0)) {
    if (typeof value === "number") return pick([value * 2, -value, 0, value + 0.1, value / 3, Math.round(value), 1e9, below(500)]);
    if (typeof value === "object" && value !== null && chance(0.8)) {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      const key = pick(Object.keys(copy));
      if (Array.isArray(copy)) copy.splice(Number(key), chance(0.5) ? 1 : 0, ...(chance(0.7) ? [copy[key]] : []));
      else delete copy[key];
      return copy;
    }
    return pick([value, value, "x", null, true, [], {}, 7]);
  }
  const keys = Object.keys(value);
  if (keys.length === 0) return value;
  const key = pick(keys), copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = mutate(copy[key], random);
  return copy;
}

function ownUpdate(document, random) {
  const { below, pick, chance, next } = random;
  const section = below(document.sections?.length ?? 1);
  const items = document.sections?.[section]?.items ?? document.items ?? [];
  const count = Array.isArray(items) ? items.length : Number(items) || 1, at = () => [section, below(count + (chance(0.05) ? 3 : 0))];
  const made = () => (Array.isArray(items) && items.length > 0 ? pick(items) : Math.round(next() * 200));
  const distinct = (length) => [...new Map(Array.from({ length }, at).map((path) => [path[1], path])).values()];
  return pick([
    () => ({ append: [{ section, items: Array.from({ length: 1 + below(5) }, made) }] }),
    () => ({ delete: distinct(1 + below(4)) }),
    () => ({ insert: [{ indexPath: at(), items: [made(), made()] }] }),
    () => ({ move: [{ from: at(), to: at() }] }),
    () => ({ measure: distinct(1 + below(4)).map((indexPath) => ({ indexPath, height: Math.round(next() * 3000) / 10 })) }),
    () => ({ container: { width: pick([320, 500, 844]), height: 600 } }),
    () => ({ replace: [{ indexPath: at(), item: made() }], delete: distinct(2) }),
    () => ({ deleteSections: [section] }),
  ])();
}

function oddNumber(document, random) {
  const places = [...document.matchAll(/(?<=[[:,])-?\d[\d.e+-]*/g)];
  if (places.length === 0) return document;
  const { index, 0: number } = random.pick(places);
  return document.slice(0, index) + random.pick(odd) + document.slice(index + number.length);
}

/**
 * Documents and updates with whole numbers in every place that takes some, each of them in turn one that 32 bits
 * don't hold.
 */
export function largeNumbers() {
  const size = { width: { fractionalWidth: 0.5 }, height: { absolute: 50 } };
  const badge = { kind: "badge", size: { width: { absolute: 10 }, height: { absolute: 10 } }, containerAnchor: { edges: ["top"] }, zIndex: 5 };
  const compositional = {
    type: "compositional", group: { size, direction: "horizontal", subitems: [{ size, supplementaryItems: [badge] }], count: 2 },
    boundarySupplementaryItems: [{ kind: "header", size, alignment: "top", zIndex: 6 }], decorationItems: [{ kind: "background", zIndex: -7 }],
  };
  const container = { width: 390, height: 300 };
  const documents = [
    { container, layout: { type: "waterfall", columns: 3 }, items: [120, { height: 90, columnSpan: 2, zIndex: 4 }, { height: 30, column: 1 }] },
    { container, layout: { type: "justified", maxNumRows: 2, fullWidthBreakoutRowCadence: 3 }, items: [{ aspectRatio: 1 }, { aspectRatio: 1.5 }] },
    { container, layout: { type: "magazine" }, items: [{ widthMode: 2, height: 40 }, { height: 40 }] },
    { container, layout: { type: "list", rowHeight: 20 }, sections: [{ items: 20 }, { items: 3 }] },
    { container, layout: { type: "custom", frames: [{ x: 0, y: 0, width: 9, height: 9, zIndex: 8 }, { x: 9, y: 0, width: 9, height: 9 }] }, items: 2 },
    { container, layout: compositional, items: 5 },
  ];
  const updates = [
    { delete: [[1, 2], { indexPath: [0, 3], count: 2 }], replace: [{ indexPath: [0, 7], item: { height: 1, columnSpan: 1, zIndex: 1 } }] },
    { measure: [{ indexPath: [0, 4], height: 12 }] }, { insert: [{ indexPath: [1, 1], items: [7] }] }, { append: [{ section: 1, items: [7] }] },
    { move: [{ from: [0, 1], to: [1, 0], count: 2 }] }, { deleteSections: [1] }, { moveSections: [{ from: 1, to: 0 }] },
    { insertSections: [{ section: 1, items: 2 }] }, { replaceSections: [{ section: 1, items: 2 }] }, { keepColumns: [0, 3] },
  ];
  const cases = [];
  const large = ["2147483647", "2147483648", "4294967297", "9007199254740992", "-2147483649", "9007199254740993"];
  const each = (value, use) => {
    const whole = JSON.stringify(value);
    for (const { index, 0: number } of whole.matchAll(/(?<=[[:,])-?\d+(?=[,}\]])/g)) {
      for (const other of large) use(whole.slice(0, index) + other + whole.slice(index + number.length));
    }
  };
  for (const document of documents) each(document, (text) => cases.push({ document: text, updates: ['{"append":[{"items":[3]}]}'] }));
  for (const update of updates) each(update, (text) => cases.push({ document: JSON.stringify(documents[3]), updates: [text] }));
  return cases;
}

/** Queries of index paths and sections that 32 bits don't hold, as paths below a layout; changes take `from` beside. */
export const largeQueries = ["2147483647", "2147483648", "9007199254740992", "9007199254740993"].flatMap((large) => [
  `attributes?indexPath=0-${large}`, `attributes?indexPath=${large}-0`, `attributes?indexPath=${large}`, `attributes?indexPath=1,${large}`,
  `attributes?indexPath=0-${large}&kind=badge`, `attributes?indexPath=${large}&kind=header`, `attributes?rect=all&scroll=${large}:5`,
  `attributes?rect=all&scroll=0:1,${large}:5`, `attributes?rect=all&engine=${large}`, `target-offset?proposed=0,3&section=${large}`,
  `target-offset?indexPath=0-${large}&position=top`, `target-offset?indexPath=${large}&kind=header&position=top`,
  `target-offset?indexPath=${large}-0&position=left&section=${large}`, `target-offset?indexPath=${large},0&position=top`,
  `index-path?point=5,5&moving=0-${large}`, `index-path?point=5,5&moving=${large}-0`, `index-path?point=${large},-${large}&nearest=true`,
  `index-path?point=5,5&scroll=${large}:5`, `changes?bounds=0,9,90,90&anchor=0-${large}`, `changes?bounds=0,9,90,90&anchor=${large}-0,end`, `changes?rect=all&scroll=${large}:5`,
]);

/** A random document with updates: one of the fixtures, changed, or one of its own. */
export function randomCase(all, random) {
  const { chance, pick } = random;
  let document, updates = [];
  if (chance(0.5)) {
    document = ownDocument(random);
  } else {
    const base = pick(all);
    try { document = JSON.parse(base.document); } catch { return base; }
    updates = base.updates;
    for (let count = random.below(4); count > 0; count -= 1) document = mutate(document, random);
  }
  if (document !== null && typeof document === "object" && chance(0.5)) {
    const made = () => JSON.stringify(ownUpdate(document, random));
    updates = Array.from({ length: 1 + random.below(2) }, () => (chance(0.1) ? oddNumber(made(), random) : made()));
  }
  let whole = JSON.stringify(document);
  if (chance(0.15)) whole = oddNumber(whole, random);
  if (chance(0.03)) whole = whole.slice(0, random.below(whole.length));
  return { document: whole, updates };
}

/** A query of attributes. */
export function randomQuery(random) {
  const { pick, below, next, chance } = random;
  const number = () => pick([String(below(900)), (next() * 900).toFixed(2), String(next() * 1000 - 100), pick(odd)]);
  const rect = () => (chance(0.2) ? [number(), number(), number(), number()] : [0, below(2000), 50 + below(900), 50 + below(900)]).join(",");
  const parts = chance(0.7) ? [`rect=${chance(0.4) ? "all" : rect()}`] : [`indexPath=0-${below(40)}${chance(0.5) ? `,1-${below(9)}` : ""}`];
  if (chance(0.2)) parts.push(`bounds=${rect()}`);
  if (chance(0.1)) parts.push(`scroll=${below(4)}:${number()}`);
  if (chance(0.1)) parts.push(`origin=${pick(["content", "section", "rect", "x"])}`);
  if (chance(0.1)) parts.push(`kind=${pick(["header", "footer", "a%20b", "%zz"])}`);
  if (chance(0.2)) parts.push(`data=${pick(["true", "false", "no"])}`);
  if (chance(0.1)) parts.push(`lines=${pick(["true", "false"])}`);
  if (chance(0.4)) parts.push(`format=${pick(["json", "columns", "packed"])}`);
  if (chance(0.02)) parts.push(pick(["rect=all", "x=1", "theme=dark", "engine=1", "selector=.a"]));
  return parts.join("&");
}

/** A query of changes. */
export function randomChanges(random) {
  const { pick, below, chance } = random;
  const rect = () => [0, below(1500), 400, 100 + below(900)].join(",");
  const parts = [];
  if (chance(0.7)) parts.push(`rect=${chance(0.6) ? "all" : rect()}`);
  if (chance(0.6)) parts.push(`bounds=${rect()}`, ...(chance(0.6) ? [`anchor=${pick(["first", "firstWhole", "last", "none", "0-3", "0-2,end", "y"])}`] : []));
  if (chance(0.2)) parts.push(`data=${pick(["true", "false"])}`);
  if (chance(0.3)) parts.push("format=columns");
  if (chance(0.1)) parts.push(`scroll=${below(4)}:${below(300)}`);
  return parts.join("&");
}

/** A query of a target offset. */
export function randomTarget(random) {
  const { pick, below, next, chance } = random;
  if (chance(0.4)) {
    const parts = [`indexPath=${below(2)}-${below(30)}&position=${pick(["top", "centeredVertically", "bottom", "left", "right", "z"])}`];
    if (chance(0.2)) parts.push(`kind=${pick(["header", "footer", "a%20b", "%zz"])}`);
    if (chance(0.3)) parts.push(`under=${pick(["true", "false", "1"])}`);
    if (chance(0.2)) parts.push(`section=${below(2)}`);
    return parts.join("&");
  }
  return `proposed=${below(900)},${(next() * 3000).toFixed(1)}${chance(0.5) ? `&velocity=0,${(next() * 3 - 1.5).toFixed(2)}` : ""}${chance(0.3) ? `&section=${below(3)}` : ""}${
    chance(0.2) ? `&current=${below(900)},${below(900)}` : ""}${chance(0.2) ? `&start=${below(900)},${below(900)}` : ""}`;
}

/** A query of the item at a point. */
export function randomPoint(random) {
  const { pick, below, next, chance } = random;
  const number = () => (chance(0.1) ? pick(odd) : (next() * 900 - 50).toFixed(pick([0, 1, 9])));
  const parts = [`point=${number()},${number()}`];
  if (chance(0.4)) parts.push(`nearest=${pick(["true", "true", "false", "yes"])}`);
  else if (chance(0.6)) parts.push(`moving=${below(3)}-${below(30)}`);
  if (chance(0.1)) parts.push(`scroll=${below(4)}:${number()}`);
  if (chance(0.02)) parts.push(pick(["point=1,1", "moving=0", "engine=1", "rect=all"]));
  return parts.join("&");
}

// ---- The walk ----------------------------------------------------------------------------------------

/**
 * Lays out one case, updates it and asks for it. `ask(method, path, body)` returns a promise of `{ made }`: the id of
 * the layout that an answer is about, undefined if it is a problem. Without random numbers, the queries are fixed.
 *
 * Returns whether the document was laid out.
 */
export async function walk(ask, { document, updates }, random) {
  const { made } = await ask("POST", `/v1/layouts?${random === undefined ? "rect=all" : randomQuery(random)}`, document);
  const first = made ?? (random === undefined ? undefined : (await ask("POST", "/v1/layouts", document)).made);
  if (first === undefined) return false;
  const layouts = [first];
  for (const update of updates) {
    const query = random === undefined ? "rect=all&bounds=0,0,390,844" : randomChanges(random);
    const { made } = await ask("POST", `/v1/layouts/${layouts.at(-1)}/updates?${query}`, update);
    if (made === undefined) break;
    layouts.push(made);
  }
  const last = layouts.at(-1);
  if (layouts.length > 1) await ask("GET", `/v1/layouts/${first}/changes?from=${last}&${random === undefined ? "rect=all" : randomChanges(random)}`);
  const formats = random === undefined ? ["columns", "packed"] : [];
  for (const format of formats) await ask("GET", `/v1/layouts/${last}/attributes?rect=all&format=${format}`);
  if (random === undefined || random.chance(0.2)) await ask("GET", `/v1/layouts/${last}/attributes?rect=${random === undefined ? "all" : "0,0,390,844"}&lines=true`);
  await ask("GET", `/v1/layouts/${last}/attributes?${random === undefined ? "rect=0,0,390,844&bounds=0,100,390,844" : randomQuery(random)}`);
  const targets = ["proposed=0,300&velocity=0,1", "indexPath=0-3&position=top", "indexPath=0-3&position=centeredVertically&under=true",
    "indexPath=0-0&kind=header&position=top", "indexPath=0-1&section=0&position=left"];
  for (const query of random === undefined ? targets : [randomTarget(random)]) await ask("GET", `/v1/layouts/${last}/target-offset?${query}`);
  const points = random === undefined ? ["point=100,100", "point=-5,1e9&nearest=true", "point=60.5,240&moving=0-0"] : Array.from({ length: 3 }, () => randomPoint(random));
  for (const query of points) await ask("GET", `/v1/layouts/${last}/index-path?${query}`);
  if (random === undefined || random.chance(0.2)) {
    await ask("GET", `/v1/layouts/${last}/sections`);
    await ask("GET", `/v1/layouts/${last}/document`);
  }
  return true;
}

/** Works on so many of `count` cases at once, until all are done or `isOver`. */
export async function each(count, atOnce, isOver, work) {
  let next = 0;
  const run = async () => { while (next < count && !isOver()) await work(next++); };
  await Promise.all(Array.from({ length: atOnce }, run));
}
