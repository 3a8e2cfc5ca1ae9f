// The documents that the playground offers. Each is made when it is chosen, as text the editor shows. Those with
// `living` change while one looks on.

import { livingPresets } from "./living-presets.js";

const photo = (index) => {
  // A fixed sequence (a linear congruential generator's), so that a preset is the same everywhere.
  const random = (Math.imul(index + 1, 2654435761) >>> 0) / 4294967296;
  const shapes = [[3, 4], [4, 3], [2, 3], [3, 2], [1, 1], [4, 5], [16, 9], [9, 16]];
  const [width, height] = shapes[Math.floor(random * shapes.length)];
  return [width * 50, height * 50];
};
const photos = (count) => Array.from({ length: count }, (_, index) => photo(index));
const insets = (points) => ({ top: points, left: points, bottom: points, right: points });
const whole = { fractionalWidth: 1 };
const full = { size: { width: whole, height: { fractionalHeight: 1 } } };

export const presets = {
  ...livingPresets,
  "staggered-grid": {
    name: "Staggered grid",
    make: () => ({
      container: { width: 390, height: 844 },
      layout: { type: "waterfall", columns: 2, spacing: 10, sectionInset: insets(10) },
      items: photos(60).map(([width, height], index) => ({ width, height, bodyHeight: 42 + 16 * (index % 4) })),
    }),
  },
  "timeline-carousel": {
    name: "Timeline carousel (pages)",
    make: () => ({
      container: { width: 390, height: 420 },
      configuration: { scrollDirection: "horizontal" },
      layout: {
        type: "flow", itemSize: { width: 390, height: 400 }, minimumLineSpacing: 0, minimumInteritemSpacing: 0,
        snapping: { mode: "page" },
      },
      items: 7,
    }),
  },
  "custom-group": {
    name: "Waterfall in a custom group",
    make: () => ({
      container: { width: 390, height: 844 },
      layout: {
        type: "compositional",
        group: {
          direction: "custom", size: { width: whole, height: { estimated: 844 } },
          arrangement: { type: "waterfall", columns: 3, spacing: 8, placement: "roundRobin" },
        },
        contentInsets: { top: 8, leading: 8, bottom: 8, trailing: 8 },
      },
      items: photos(48),
    }),
  },
  "peek-carousel": {
    name: "Peek carousel (items)",
    make: () => ({
      container: { width: 375, height: 360 },
      configuration: { scrollDirection: "horizontal" },
      layout: {
        type: "flow", itemSize: { width: 240, height: 240 }, minimumLineSpacing: 20, sectionInset: "centered",
        snapping: { mode: "item", flickVelocityThreshold: 0.2 },
      },
      items: 10,
    }),
  },
  "blog-reader": {
    name: "Blog reader",
    make: () => ({
      container: { width: 390, height: 844 },
      configuration: { interSectionSpacing: 30 },
      sections: [
        {
          items: 12,
          layout: {
            type: "compositional",
            group: {
              direction: "horizontal", size: { width: { fractionalWidth: 1, plus: -35 }, height: { absolute: 150 } },
              subitems: [full], count: 2, interItemSpacing: { fixed: 10 },
            },
            orthogonalScrollingBehavior: "groupPaging", interGroupSpacing: 10,
            contentInsets: { top: 0, leading: 15, bottom: 0, trailing: 15 },
            boundarySupplementaryItems: [header("Latest", 44, true)],
          },
        },
        {
          items: 24,
          layout: {
            type: "compositional",
            group: { direction: "vertical", size: { width: whole, height: { absolute: 110 } }, subitems: [full], count: 1 },
            interGroupSpacing: 10, contentInsets: { top: 0, leading: 15, bottom: 15, trailing: 15 },
            boundarySupplementaryItems: [header("All", 44, true)],
          },
        },
      ],
    }),
  },
  "app-store": { name: "App-store front page", make: appStore },
  "justified": {
    name: "Photo rows (justified)",
    make: () => ({
      container: { width: 768, height: 900 },
      layout: { type: "justified", targetRowHeight: 180, boxSpacing: 6, sectionInset: insets(6) },
      items: photos(200).map(([width, height]) => Math.round((width / height) * 1000) / 1000),
    }),
  },
  "photo-wall": {
    name: "100,000 photos",
    make: () => ({
      container: { width: 768, height: 1024 },
      layout: { type: "waterfall", columns: { minWidth: 150 }, spacing: 6, sectionInset: insets(6) },
      items: photos(100000),
    }),
  },
};

function header(kind, height, pins) {
  return {
    kind: `header-${kind.toLowerCase()}`, size: { width: whole, height: { absolute: height } }, alignment: "top",
    ...(pins ? { pinToVisibleBounds: true } : {}),
  };
}

function appStore() {
  const sides = { top: 8, leading: 16, bottom: 24, trailing: 16 };
  return {
    container: { width: 390, height: 844 },
    configuration: { interSectionSpacing: 8 },
    sections: [
      {
        items: 6,
        layout: {
          type: "compositional",
          group: { direction: "horizontal", size: { width: { fractionalWidth: 0.92 }, height: { absolute: 220 } }, subitems: [full] },
          interGroupSpacing: 10, contentInsets: sides, orthogonalScrollingBehavior: "groupPagingCentered",
        },
      },
      {
        items: 18,
        layout: {
          type: "compositional",
          group: {
            direction: "vertical", size: { width: { fractionalWidth: 0.86 }, height: { absolute: 216 } },
            subitems: [full], count: 3, interItemSpacing: { fixed: 8 },
          },
          interGroupSpacing: 12, contentInsets: sides, orthogonalScrollingBehavior: "groupPaging",
          boundarySupplementaryItems: [header("Shelf", 40, false)],
        },
      },
      {
        items: 9,
        layout: {
          type: "compositional",
          group: {
            direction: "horizontal", size: { width: whole, height: { absolute: 110 } }, count: 3, interItemSpacing: { fixed: 12 },
            subitems: [{
              ...full,
              supplementaryItems: [{
                kind: "badge", size: { width: { absolute: 22 }, height: { absolute: 22 } },
                containerAnchor: { edges: ["top", "trailing"], fractionalOffset: { x: 0.3, y: -0.3 } },
              }],
            }],
          },
          interGroupSpacing: 12, contentInsets: sides,
          boundarySupplementaryItems: [header("Grid", 40, true)],
          decorationItems: [{ kind: "background", contentInsets: { top: 0, leading: 6, bottom: 6, trailing: 6 } }],
        },
      },
      {
        items: photos(40),
        layout: {
          type: "compositional",
          group: {
            direction: "custom", size: { width: whole, height: { estimated: 800 } },
            arrangement: { type: "waterfall", columns: 2, spacing: 10 },
          },
          contentInsets: sides,
          boundarySupplementaryItems: [
            header("Stories", 40, true),
            { kind: "footer", size: { width: whole, height: { absolute: 60 } }, alignment: "bottom" },
          ],
        },
      },
    ],
  };
}

/** JSON as a person would write it: what fits on a line on one, lists of numbers and fields of plain values several to a line. */
export function format(value, width = 52, indent = "", taken = 0) {
  const flat = spaced(value);
  if (value === null || typeof value !== "object" || indent.length + taken + flat.length + 1 <= width) return flat;
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const [open, close] = isList ? "[]" : "{}";
  const plain = (one) => one === null || typeof one !== "object" || (isList && Array.isArray(one) && one.length === 2);
  const members = isList ? value : Object.entries(value);
  if (members.every((one) => plain(isList ? one : one[1]))) {
    const pieces = isList ? value.map((one) => JSON.stringify(one)) : members.map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`);
    return `${open}\n${filled(pieces, width, deeper)}\n${indent}${close}`;
  }
  const lines = isList
    ? value.map((one) => deeper + format(one, width, deeper))
    : members.map(([name, one]) => `${deeper}${JSON.stringify(name)}: ${format(one, width, deeper, name.length + 4)}`);
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** Pieces with commas between them, as many on a line as fit. */
function filled(pieces, width, indent) {
  const lines = [];
  let line = indent + pieces[0];
  for (const piece of pieces.slice(1)) {
    if (line.length + piece.length + 3 > width) { lines.push(`${line},`); line = indent + piece; } else line += `, ${piece}`;
  }
  return [...lines, line].join("\n");
}

function spaced(value) {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${spaced(one)}`).join(", ")}}`;
}
