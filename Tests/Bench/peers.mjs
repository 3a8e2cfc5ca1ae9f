// What lists cost in libraries that lay out in the page: the peers of `tatami-bench`.
//
//     npm i --prefix PEERS @tanstack/virtual-core @shopify/flash-list masonic justified-layout react
//     node --expose-gc peers.mjs PEERS updates|table
//
// A row of JSON a case; what is missing in the folder is named and skipped. Walls have three columns and
// heights in halves; photos of the justified one have ratios. `updates`: rows as tatami-bench prints them,
// of 100,000 items. `table`: a first layout at each count, and of 100,000 items a screen's query, 50 more
// and the memory, in µs and bytes an item.
import Module, { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

process.env.NODE_ENV = 'production';
const require = createRequire(import.meta.url);
const folder = join(resolve(process.argv[2] ?? '.'), 'node_modules');
const usual = 100_000;

// The same list each time.
let state = 1;
const height = () => {
  state = (state * 1103515245 + 12345) & 0x7fffffff;
  return 80 + (state % 640) / 2;
};
// Ten measurements, of heights that no item has: libraries skip what changes nothing, or next to nothing.
const measurements = (first) => Array.from({ length: 10 }, (_, place) => [first + place, height() + 330]);

/** Loads a file as its package would, with stand-ins for what lays nothing out. */
function requireWith(standIns, path) {
  const load = Module._load;
  Module._load = (name, ...rest) => standIns[name] ?? load(name, ...rest);
  try {
    return require(path);
  } finally {
    Module._load = load;
  }
}

/** TanStack's lanes: `measure` as its observer of elements does, `append` by a greater count. */
async function tanStack() {
  const { Virtualizer } = await import(
    pathToFileURL(join(folder, '@tanstack/virtual-core/dist/esm/index.js')));
  return (count) => {
    const heights = Array.from({ length: count }, height);
    const options = {
      count, lanes: 3, estimateSize: (index) => heights[index] ?? 100,
      getScrollElement: () => null, observeElementRect() {}, observeElementOffset() {},
      scrollToFn() {}, onChange() {},
    };
    let list;
    return {
      layOut() {
        list = new Virtualizer(options);
        return list.getTotalSize();
      },
      query(share) {
        list.scrollRect = { width: 390, height: 844 };
        list.scrollOffset = share * list.getTotalSize();
        return list.getVirtualItems().length;
      },
      append() {
        for (let more = 0; more < 50; more++) heights.push(height());
        list.setOptions({ ...options, count: heights.length });
        return list.getTotalSize();
      },
      measure(step) {
        for (const [index, height] of measurements(count / 2 + step)) list.resizeItem(index, height);
        return list.getTotalSize();
      },
    };
  };
}

/** flash-list's masonry: measured as its cells are when they are laid out. */
async function flashList() {
  // Of React Native its layout managers use nothing but the screen's scale.
  const screen = { getPixelSizeForLayoutSize: (size) => size, roundToNearestPixel: (size) => size };
  const { RVMasonryLayoutManagerImpl } = requireWith(
    { 'react-native': { PixelRatio: screen } },
    join(folder, '@shopify/flash-list/dist/recyclerview/layout-managers/MasonryLayoutManager.js'));
  const measured = (from, heights) => heights.map(
    (height, place) => ({ index: from + place, dimensions: { width: 130, height } }));
  return (count) => {
    const all = measured(0, Array.from({ length: count }, height));
    let list;
    let total = count;
    return {
      layOut() {
        list = new RVMasonryLayoutManagerImpl({
          windowSize: { width: 390, height: 844 }, horizontal: false, maxColumns: 3,
          optimizeItemArrangement: true, overrideItemLayout() {}, getItemType: () => 'photo',
        });
        list.modifyLayout([], total);
        list.modifyLayout(all, total);
        return list.getLayoutSize().height;
      },
      query(share) {
        const top = share * list.getLayoutSize().height;
        const found = list.getVisibleLayouts(top, top + 844);
        return found.endIndex - found.startIndex;
      },
      append() {
        total += 50;
        list.modifyLayout([], total);
        list.modifyLayout(measured(total - 50, Array.from({ length: 50 }, height)), total);
        return list.getLayoutSize().height;
      },
      measure(step) {
        const heights = measurements(count / 2 + step).map(([, height]) => height);
        list.modifyLayout(measured(count / 2 + step, heights), total);
        return list.getLayoutSize().height;
      },
    };
  };
}

/** masonic's positioner, which the hook for React wraps. */
async function masonic() {
  const { createPositioner } = requireWith(
    { react: {} }, join(folder, 'masonic/dist/main/use-positioner.js'));
  return (count) => {
    const heights = Array.from({ length: count }, height);
    let list;
    const add = (height) => list.set(list.size(), height);
    const length = () => list.estimateHeight(list.size(), 0);
    return {
      layOut() {
        list = createPositioner(3, 126, 6);
        heights.forEach(add);
        return length();
      },
      query(share) {
        let found = 0;
        const top = share * length();
        list.range(top, top + 844, () => { found += 1; });
        return found;
      },
      append() {
        for (let more = 0; more < 50; more++) add(height());
        return length();
      },
      measure(step) {
        list.update(measurements(count / 2 + step).flat());
        return length();
      },
    };
  };
}

/** justified-layout, which knows no query but to look at every box, and no append but all anew. */
async function justified() {
  const layOut = require(join(folder, 'justified-layout'));
  return (count) => {
    const ratio = () => height() / 200;
    const ratios = Array.from({ length: count }, ratio);
    let made;
    const all = () => {
      made = layOut(ratios, { containerWidth: 390, targetRowHeight: 120 });
      return made.containerHeight;
    };
    return {
      layOut: all,
      query(share) {
        const top = share * made.containerHeight;
        return made.boxes.filter((box) => box.top < top + 844 && top < box.top + box.height).length;
      },
      append() {
        for (let more = 0; more < 50; more++) ratios.push(ratio());
        return all();
      },
    };
  };
}

/** The least of some runs, in microseconds: what else the machine does counts for no library. */
function microseconds(work, runs = 21) {
  let least = Infinity;
  const began = performance.now();
  for (let run = 0; run < runs && (run < 2 || performance.now() - began < 3000); run++) {
    const start = performance.now();
    const result = work(run * 13);
    least = Math.min(least, (performance.now() - start) * 1000);
    if (!(result > 0)) throw new Error(`found or laid out ${result}`);
  }
  return least;
}

/** Rows of updates. */
function updates(name, make) {
  const list = make(usual);
  list.layOut();
  for (const [update, label] of [['append', 'append 50'], ['measure', 'measure 10']]) {
    if (!list[update]) continue;
    const cost = microseconds((step) => list[update](step));
    print({ case: `update ${label}, ${name}`, items: usual, microseconds: Math.round(cost) });
  }
}

/** What is used once what is garbage has gone. */
function used() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The row of the table. */
function table(name, make) {
  const row = { peer: name, layout: {} };
  for (const count of [1000, 10_000, usual, 1_000_000]) {
    // What grows as the square of the count is not waited for.
    const [last, before] = [row.layout[count / 10], row.layout[count / 100]];
    if (last > 1e6 && last > 20 * before) break;
    const list = make(count);
    const earlier = used();
    row.layout[count] = microseconds(list.layOut, 9);
    if (count !== usual) continue;
    row.bytes = (used() - earlier) / count;
    row.query = microseconds(() => {
      let found = 0;
      for (let step = 0; step < 100; step++) found += list.query((step * 37 % 100 + 0.5) / 101);
      return found;
    }) / 100;
    row.append = microseconds(list.append);
  }
  print(row);
}

function print(row) { console.log(JSON.stringify(row)); }

const peers = {
  'TanStack, 3 lanes': tanStack, 'flash-list masonry': flashList, masonic,
  'justified-layout': justified,
};
for (const [name, load] of Object.entries(peers)) {
  try {
    (process.argv[3] === 'table' ? table : updates)(name, await load());
  } catch (error) {
    console.error(`skipped: ${name} (${error.message.split('\n')[0]})`);
  }
}
