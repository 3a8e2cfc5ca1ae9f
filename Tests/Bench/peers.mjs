// What updates of a wall of 100,000 photos cost in libraries that lay out in the page: the peers of
// `tatami-bench "update"`.
//
//     npm i --prefix PEERS @tanstack/virtual-core @shopify/flash-list
//     node update-peers.mjs PEERS
//
// A row of JSON a case, as tatami-bench prints them; what is missing in the folder is named and
// skipped. Three columns; heights in halves; each update is made to the list as the last one left it.
import Module, { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const count = 100_000;
const require = createRequire(import.meta.url);
const folder = join(resolve(process.argv[2] ?? '.'), 'node_modules');

// The same list each time.
let state = 1;
const height = () => {
  state = (state * 1103515245 + 12345) & 0x7fffffff;
  return 80 + (state % 640) / 2;
};

/** TanStack's lanes: `measure` as its observer of elements does, `append` by a greater count. */
async function tanStack() {
  const { Virtualizer } = await import(
    pathToFileURL(join(folder, '@tanstack/virtual-core/dist/esm/index.js')));
  const heights = Array.from({ length: count }, height);
  const options = {
    count, lanes: 3, estimateSize: (index) => heights[index] ?? 100,
    getScrollElement: () => null, observeElementRect() {}, observeElementOffset() {},
    scrollToFn() {}, onChange() {},
  };
  const list = new Virtualizer(options);
  list.getTotalSize();
  return {
    append() {
      for (let more = 0; more < 50; more++) heights.push(height());
      list.setOptions({ ...options, count: heights.length });
      return list.getTotalSize();
    },
    measure(step) {
      list.resizeItem(count / 2 + step, height());
      return list.getTotalSize();
    },
  };
}

/** flash-list's masonry: measured as its cells are when they are laid out. */
async function flashList() {
  // Of React Native its layout managers use nothing but the screen's scale.
  const load = Module._load;
  const screen = { getPixelSizeForLayoutSize: (size) => size, roundToNearestPixel: (size) => size };
  Module._load = (name, ...rest) =>
    name === 'react-native' ? { PixelRatio: screen } : load(name, ...rest);
  const { RVMasonryLayoutManagerImpl } = require(
    join(folder, '@shopify/flash-list/dist/recyclerview/layout-managers/MasonryLayoutManager.js'));
  const list = new RVMasonryLayoutManagerImpl({
    windowSize: { width: 390, height: 844 }, horizontal: false, maxColumns: 3,
    optimizeItemArrangement: true, overrideItemLayout() {}, getItemType: () => 'photo',
  });
  const measured = (from, to) => Array.from(
    { length: to - from }, (_, place) => (
      { index: from + place, dimensions: { width: 130, height: height() } }));
  let total = count;
  list.modifyLayout([], total);
  list.modifyLayout(measured(0, total), total);
  return {
    append() {
      total += 50;
      list.modifyLayout([], total);
      list.modifyLayout(measured(total - 50, total), total);
      return list.getLayoutSize().height;
    },
    measure(step) {
      list.modifyLayout(measured(count / 2 + step, count / 2 + step + 1), total);
      return list.getLayoutSize().height;
    },
  };
}

/** The median of some runs, in microseconds. */
function microseconds(update, runs = 21) {
  const times = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    const length = update(run * 3);
    times.push((performance.now() - start) * 1000);
    if (!(length > 0)) throw new Error(`the wall is ${length} long after an update`);
  }
  return times.sort((one, other) => one - other)[runs >> 1];
}

for (const [name, load] of [['TanStack, 3 lanes', tanStack], ['flash-list masonry', flashList]]) {
  try {
    const peer = await load();
    for (const [update, label] of [['append', 'append 50'], ['measure', 'measure 1']]) {
      const cost = microseconds((step) => peer[update](step));
      console.log(JSON.stringify({
        case: `update ${label}, ${name}`, items: count, microseconds: Math.round(cost) }));
    }
  } catch (error) {
    console.error(`skipped: ${name} (${error.message.split('\n')[0]})`);
  }
}
