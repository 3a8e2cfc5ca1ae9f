// What layouts of 100,000 and 1,000,000 photos, a screen's query and an append cost in the page: tatami.wasm, the
// native engine, and libraries that lay out in the page. The native engine's reading and laying out are told by a
// service's Server-Timing, which leaves out the document's SHA-256, its id: that is measured here by the library that
// the service has it from, and counted, since tatami.wasm computes it too.
//
//     npm i --prefix PEERS @tanstack/virtual-core masonic justified-layout
//     node wasm-peers.mjs PEERS --binary .build/release/tatami
//
// A row of JSON a case. Ours take JSON text and give JSON text, parsing included; the peers take numbers and give
// objects. The least of several runs; what is missing in the folder is named and skipped.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import Module, { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from '../Tools/wasm-engine.mjs';

const require = createRequire(import.meta.url);
const folder = join(resolve(process.argv[2] ?? '.'), 'node_modules');
const place = process.argv.indexOf('--binary');
const binary = place < 0 ? undefined : process.argv[place + 1];
const [columns, width, height] = [6, 1280, 844];

function heights(count) {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return 80 + (state % 640) / 2;
  });
}

/** The least of some runs, in milliseconds. */
function least(runs, work) {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    if (!(work(run) > 0)) throw new Error('nothing was laid out');
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const row = (name, items, milliseconds) =>
  console.log(JSON.stringify({ case: name, items, milliseconds: Number(milliseconds.toPrecision(3)) }));

const text = (count, layout, items = heights(count)) => JSON.stringify({ container: { width, height }, layout, items });
const waterfall = { type: 'waterfall', columns, spacing: 8 };
const justified = { type: 'justified', targetRowHeight: 240, boxSpacing: 8 };
const ratios = (count) => heights(count).map((one) => ({ aspectRatio: one / 200 }));

async function ours() {
  const engine = await load({ layoutBytes: 1 << 28 });
  const lay = (document) => engine.answer('POST', '/v1/layouts', document);
  for (const count of [100_000, 1_000_000]) {
    const document = text(count, waterfall);
    row('layout waterfall, tatami.wasm', count, least(count > 1e5 ? 5 : 15, () => lay(document).bytes.length));
    const { made } = lay(document), step = count * 30 / columns / 1000;
    row('query a screen, tatami.wasm', count, least(1000, (run) =>
      engine.answer('GET', `/v1/layouts/${made}/attributes?rect=0,${(run % 500) * step},${width},${height}`).bytes.length));
    let version = made;
    row('append 50, tatami.wasm', count, least(100, (run) => {
      const items = heights(50).map((one) => one + run / 8);
      const answer = engine.answer('POST', `/v1/layouts/${version}/updates`, JSON.stringify({ append: [{ items }] }));
      version = answer.made;
      return answer.bytes.length;
    }));
  }
  const rows = text(0, justified, ratios(100_000));
  row('layout justified, tatami.wasm', 100_000, least(15, () => lay(rows).bytes.length));
}

/** The native engine, as a service tells what reading and laying out took. */
async function native() {
  const port = 20_000 + process.pid % 20_000, base = `http://127.0.0.1:${port}`;
  const service = spawn(binary, ['serve', '--bind', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const ended = new Promise((done) => service.once('exit', done));
  try {
    for (;;) {
      if (service.exitCode !== null) throw new Error(`${binary} ended`);
      try { await (await fetch(`${base}/readyz`)).text(); break; } catch { await new Promise(setImmediate); }
    }
    const told = async (path, body, names) => {
      const answer = await fetch(base + path, { method: body === undefined ? 'GET' : 'POST', ...(body !== undefined && { body, headers: { 'Content-Type': 'application/json' } }) });
      const timing = Object.fromEntries([...answer.headers.get('Server-Timing').matchAll(/(\w+);dur=([\d.]+)/g)].map(([, name, value]) => [name, Number(value)]));
      return { ...JSON.parse(await answer.text()), milliseconds: names.reduce((sum, name) => sum + (timing[name] ?? 0), 0) };
    };
    for (const [name, layout, count, items] of [
      ['waterfall', waterfall, 100_000], ['waterfall', waterfall, 1_000_000], ['justified', justified, 100_000, ratios(100_000)],
    ]) {
      const document = text(count, layout, items);
      let best = Infinity, id;
      for (let run = 0; run < (count > 1e5 ? 5 : 15); run++) {
        const answer = await told('/v1/layouts', document + ' '.repeat(run), ['parse', 'layout']);
        best = Math.min(best, answer.milliseconds);
        id = answer.id;
      }
      const hash = least(15, () => createHash('sha256').update(document).digest().length);
      row(`layout ${name}, native`, count, best + hash);
      row(`of which its SHA-256`, count, hash);
      if (name !== 'waterfall') continue;
      let query = Infinity, append = Infinity;
      for (let run = 0; run < 300; run++) query = Math.min(query, (await told(`/v1/layouts/${id}/attributes?rect=0,${run * 900},${width},${height}`, undefined, ['query'])).milliseconds);
      for (let run = 0; run < 100; run++) {
        const answer = await told(`/v1/layouts/${id}/updates`, JSON.stringify({ append: [{ items: heights(50).map((one) => one + run / 8) }] }), ['parse', 'layout']);
        append = Math.min(append, answer.milliseconds);
        id = answer.id;
      }
      row('query a screen, native', count, query);
      row('append 50, native', count, append);
    }
  } finally {
    service.kill();
    await ended;
  }
}

async function tanStack() {
  const { Virtualizer } = await import(pathToFileURL(join(folder, '@tanstack/virtual-core/dist/esm/index.js')));
  for (const count of [100_000, 1_000_000]) {
    const sizes = heights(count);
    const make = () => new Virtualizer({
      count, lanes: columns, gap: 8, estimateSize: (index) => sizes[index], getScrollElement: () => null, observeElementRect() {},
      observeElementOffset() {}, scrollToFn() {}, onChange() {},
    });
    row(`layout waterfall, TanStack ${columns} lanes`, count, least(count > 1e5 ? 3 : 9, () => make().getTotalSize()));
  }
}

async function masonic() {
  // Of React its file of positions uses nothing but hooks, which are not called here.
  const loadModule = Module._load;
  Module._load = (name, ...rest) => (name === 'react' ? {} : loadModule(name, ...rest));
  const { createPositioner } = require(join(folder, 'masonic/dist/main/use-positioner.js'));
  for (const count of [100_000, 1_000_000]) {
    const sizes = heights(count), columnWidth = (width - 8 * (columns - 1)) / columns;
    row('layout waterfall, masonic', count, least(count > 1e5 ? 2 : 5, () => {
      const positioner = createPositioner(columns, columnWidth, 8, 8);
      for (let index = 0; index < count; index++) positioner.set(index, sizes[index]);
      return positioner.size();
    }));
  }
}

async function justifiedLayout() {
  const layout = require(join(folder, 'justified-layout'));
  const boxes = ratios(100_000).map(({ aspectRatio }) => aspectRatio);
  row('layout justified, justified-layout', 100_000, least(5, () =>
    layout(boxes, { containerWidth: width, targetRowHeight: 240, boxSpacing: 8, containerPadding: 0 }).containerHeight));
}

for (const [name, run] of [['tatami.wasm', ours], ...(binary === undefined ? [] : [['native', native]]), ['TanStack', tanStack], ['masonic', masonic], ['justified-layout', justifiedLayout]]) {
  try { await run(); } catch (error) { console.error(`skipped: ${name} (${error.message.split('\n')[0]})`); }
}
