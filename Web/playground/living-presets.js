// The presets with living layouts: their first items, how their elements look, and what a person can do with them.
// `ids` are the application's own names of the items, in the layout's order. An action returns an update, or the items of
// a whole new document.

import { insets } from "./preset-parts.js";
import { message } from "./sayings.js";

const phone = { width: 390, height: 640, scale: 1 };
const hash = (index) => (Math.imul(index + 1, 2654435761) >>> 0) / 4294967296;
const shapes = [[3, 4], [4, 3], [2, 3], [3, 2], [1, 1], [4, 5], [5, 4], [5, 7]];
const shape = (id) => shapes[Math.floor(hash(id) * shapes.length)];
const range = (from, count) => Array.from({ length: count }, (_, index) => from + index);
/** Two items to a row, which is as high as the longer of the two captions needs; 200 is an estimate. */
const rows = {
  type: "compositional",
  group: {
    direction: "horizontal", size: { width: { fractionalWidth: 1 }, height: { estimated: 200 } },
    subitems: [{ size: { width: { fractionalWidth: 1 }, height: { uniformAcrossSiblings: 200 } } }],
    count: 2, interItemSpacing: { fixed: 10 },
  },
  interGroupSpacing: 10, contentInsets: { top: 10, leading: 10, bottom: 10, trailing: 10 },
};
const wall = { type: "waterfall", columns: { minWidth: 170 }, spacing: 10, sectionInset: insets(10) };

/** Messages, below each other. */
const talk = {
  textStyles: { message: { fontFamily: "Inter", fontSize: 15, lineHeight: 20 } },
  // A message leaves 72 points free on the other side, and its bubble has 13 beside the text.
  layout: { type: "list", rowSpacing: 8, sectionInset: insets(12), body: { insets: { top: 8, leading: 13, bottom: 8, trailing: 85 } } },
};
/** A message as an item: the service measures its text. */
const said = (id) => ({ body: message(id).text });
/** An update that appends the next message. */
const newer = (ids) => ({ update: { append: [{ items: [said(ids.at(-1) + 1)] }] }, renumber: () => ids.push(ids.at(-1) + 1), animates: true });
const newMessage = { name: "newer", label: "New", title: "New message" };

/** A photo as an item with an id, by which a reload finds it again. */
const named = (id) => { const [width, height] = shape(id); return { id: `photo-${id}`, width, height }; };
/** A reload that shows these photos. */
const reload = (ids, next) => ({ items: next.map(named), renumber: () => ids.splice(0, ids.length, ...next), animates: true });

const feedLength = 10000, page = 20, wallLength = 100000, messages = 40, firstMessages = 3, olderPage = 50, sorted = 400, album = 200, news = 3;

export const livingPresets = {
  "endless-feed": {
    name: "Endless feed",
    make: () => ({ container: phone, layout: wall, items: range(0, feedLength).map(shape) }),
    living: {
      hint: "Near the end of 10,000 photos: scroll on, more are appended and nothing jumps. Tap a photo to delete it.",
      ids: () => range(0, feedLength),
      cell: "photo", deletes: true, anchor: "first",
      // Start near the end, where the feed begins to append.
      start: (contentHeight, height) => contentHeight - 3 * height,
      atEnd: "append",
      actions: [{ name: "append", label: `Append ${page}` }, turning()],
      append: (ids) => {
        const added = range(1 + ids.reduce((most, id) => Math.max(most, id), -1), page);
        return { update: { append: [{ items: added.map(shape) }] }, renumber: () => ids.push(...added), isStill: true };
      },
    },
  },
  "reorder": {
    name: "Reorder",
    make: () => ({ container: phone, layout: wall, items: range(0, sorted).map(shape) }),
    living: {
      hint: "Drag a photo, with a finger after a long press. Or focus one, press Space, move it by the arrow keys, and press Space again.",
      ids: () => range(0, sorted),
      cell: "sortable", sorts: true, anchor: "first", start: () => 0,
      actions: [turning()],
    },
  },
  "reload": {
    name: "Reload by ids",
    make: () => ({ container: phone, layout: wall, items: range(0, album).map(named) }),
    living: {
      hint: "For apps that hold no diff: each button sends the whole list again. Photos are found again by their ids, move, and the one you are looking at stays in place.",
      ids: () => range(0, album),
      cell: "photo", deletes: true, anchor: "first",
      start: (contentHeight) => Math.round(contentHeight / 4),
      actions: [{ name: "fresh", label: `${news} new, ${news} gone` }, { name: "shuffle", label: "Shuffle" }, turning()],
      fresh: (ids) => {
        const added = range(1 + ids.reduce((most, id) => Math.max(most, id), -1), news), left = shuffled(ids).slice(news);
        return reload(ids, [...added, ...ids.filter((id) => left.includes(id))]);
      },
      shuffle: (ids) => reload(ids, shuffled(ids)),
    },
  },
  "chat": {
    name: "Chat", plain: true,
    make: () => ({ container: phone, ...talk, items: range(0, messages).map(said) }),
    living: {
      hint: "Scroll up: older messages are prepended, and the message you are reading stays in place.",
      ids: () => range(0, messages),
      cell: "message", text: "message", anchor: "last",
      start: (contentHeight, height) => contentHeight - height,
      atStart: "older", holds: true,
      actions: [{ name: "older", label: "Older", title: "Older messages" }, newMessage],
      older: (ids) => ({
        update: { insert: [{ indexPath: [0, 0], items: range(ids[0] - olderPage, olderPage).map(said) }] },
        renumber: () => ids.unshift(...range(ids[0] - olderPage, olderPage)), isStill: true,
      }),
      newer,
    },
  },
  "short-chat": {
    name: "Short chat", plain: true,
    make: () => ({
      container: phone, configuration: { minimumContentLength: "container", contentAlignment: "end" }, ...talk,
      items: range(0, firstMessages).map(said),
    }),
    living: {
      hint: "A few messages are at the bottom. Add more: the chat grows upwards until it fills the view, and then it scrolls.",
      ids: () => range(0, firstMessages),
      cell: "message", text: "message", anchor: "last",
      start: (contentHeight, height) => contentHeight - height,
      actions: [newMessage],
      newer,
    },
  },
  "measured-captions": {
    name: "Measured in the page",
    make: () => ({ container: phone, layout: rows, items: wallLength }),
    living: {
      hint: "Captions above are measured as you scroll up. Try it with and without holding the reader's place. Tap a photo to delete it.",
      ids: () => range(0, wallLength),
      cell: "caption", text: "caption", measures: "height", deletes: true, anchor: "firstWhole",
      // Start far from the top, so that many captions above have not been measured.
      start: (contentHeight) => Math.round(contentHeight / 10),
      holds: true,
      actions: [{ name: "large", label: "Larger text", isSwitch: true }, turning()],
    },
  },
};

/** Returns the numbers in a random order. */
function shuffled(numbers) {
  const order = [...numbers];
  for (let left = order.length - 1; left > 0; left -= 1) {
    const other = Math.floor(Math.random() * (left + 1));
    [order[left], order[other]] = [order[other], order[left]];
  }
  return order;
}

function turning() {
  return { name: "turn", label: "Rotate", title: "Rotate the phone" };
}
