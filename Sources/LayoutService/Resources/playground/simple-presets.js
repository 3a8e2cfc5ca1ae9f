// Presets that each show one layout in its simplest form.

import { insets, photos } from "./preset-parts.js";

const sizes = (count, height) => Array.from({ length: count }, (_, index) => [48 + 16 * ((index * 7) % 6) + 4 * (index % 3), height]);

export const simplePresets = {
  "magazine": {
    name: "Magazine",
    make: () => ({
      container: { width: 768, height: 900 },
      layout: { type: "magazine", horizontalSpacing: 10, verticalSpacing: 10, sectionInset: insets(10), header: { height: 64 } },
      items: [
        { widthMode: "full", height: 300, id: "cover story" },
        ...[170, 130].map((height) => ({ widthMode: 2, height, heightMode: "stretch" })),
        ...[150, 150, 150].map((height) => ({ widthMode: 3, height })),
        { widthMode: "fullBleed", height: 130 },
        ...[150, 150, 150, 150].map((height) => ({ widthMode: 4, height })),
        ...[220, 220].map((height) => ({ widthMode: 2, height })),
        ...[120, 180, 150].map((height) => ({ widthMode: 3, height, heightMode: "stretch" })),
        { widthMode: "full", height: 260 },
      ],
    }),
  },
  "spans": {
    name: "Column spans", fits: true,
    make: () => ({
      container: { width: 768, height: 900 },
      layout: { type: "waterfall", columns: 4, spacing: 8, sectionInset: insets(8) },
      items: Array.from({ length: 40 }, (_, index) => {
        // One in five items is wide, and one in fifteen is wider still.
        const columnSpan = index % 15 === 0 ? 3 : index % 5 === 2 ? 2 : 1;
        return columnSpan === 1 ? { aspectRatio: [1, 0.8, 1.25, 0.75][index % 4] } : { aspectRatio: columnSpan === 3 ? 1.8 : 1.5, columnSpan };
      }),
    }),
  },
  "flow-grid": {
    name: "Flow grid",
    make: () => ({
      container: { width: 390, height: 844 },
      layout: {
        type: "flow", itemSize: { width: 118, height: 118 }, minimumLineSpacing: 8, minimumInteritemSpacing: 8,
        sectionInset: { top: 8, left: 10, bottom: 16, right: 10 }, headerReferenceSize: { height: 40 }, sectionHeadersPinToVisibleBounds: true,
      },
      sections: [{ items: 9 }, { items: 14 }, { items: 21 }],
    }),
  },
  "tags": {
    name: "Flow of tags", plain: true,
    make: () => ({
      container: { width: 390, height: 600 },
      layout: { type: "flow", minimumLineSpacing: 10, minimumInteritemSpacing: 8, sectionInset: insets(14) },
      items: sizes(48, 36),
    }),
  },
  "list": {
    name: "List", plain: true,
    make: () => ({
      container: { width: 390, height: 844 },
      configuration: { interSectionSpacing: 12 },
      layout: {
        type: "list", rowHeight: 56, rowSpacing: 2, sectionInset: { top: 4, left: 12, bottom: 8, right: 12 },
        headerReferenceSize: { height: 36 }, sectionHeadersPinToVisibleBounds: true,
      },
      sections: [
        { items: [{ id: "today" }, { id: "tomorrow" }, 88] },
        { items: [{ id: "inbox" }, { id: "archive" }, { id: "drafts" }, { id: "bin" }] },
        { items: 30 },
      ],
    }),
  },
  "variants": {
    name: "Variants", fits: true,
    make: () => ({
      container: { width: 820, height: 1180 },
      layout: [
        { when: { maxWidth: 500 }, layout: { type: "waterfall", columns: 2, spacing: 6, sectionInset: insets(6) } },
        { when: { maxWidth: 1000 }, layout: { type: "justified", targetRowHeight: 170, boxSpacing: 8, sectionInset: insets(8) } },
        { layout: { type: "waterfall", columns: { minWidth: 200 }, spacing: 12, sectionInset: insets(12) } },
      ],
      items: photos(80),
    }),
  },
  "custom": {
    name: "Custom frames",
    make: () => ({ container: { width: 390, height: 420 }, layout: { type: "custom", frames: ring() }, items: 13 }),
  },
};

/** Returns a large frame in the middle and twelve around it. */
function ring() {
  const [middle, radius, side] = [{ x: 195, y: 210 }, 148, 68];
  const around = Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6;
    return [Math.round(middle.x + radius * Math.sin(angle) - side / 2), Math.round(middle.y - radius * Math.cos(angle) - side / 2), side, side];
  });
  return [[middle.x - 90, middle.y - 90, 180, 180], ...around];
}
