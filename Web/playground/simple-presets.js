// Presets that each show one layout in its simplest form, and those with effects.

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
  "dense-wall": {
    name: "Dense wall", fits: true,
    make: () => ({
      container: { width: 768, height: 900 },
      layout: { type: "waterfall", columns: 4, spacing: 8, sectionInset: insets(8), placement: "gridLanes", packing: "dense" },
      // The small items at the end fill the gaps that the wide ones leave.
      items: Array.from({ length: 48 }, (_, index) => {
        const columnSpan = index < 24 && index % 3 === 1 ? 2 : 1;
        return { height: index < 24 ? 90 + 37 * ((index * 5) % 7) : 24 + 8 * (index % 5), columnSpan };
      }),
    }),
  },
  "stamps": {
    name: "Around a title", fits: true,
    make: () => ({
      container: { width: 768, height: 900 },
      // The room of the title, in the two columns at the leading edge, and of a note further down.
      layout: {
        type: "waterfall", columns: 4, spacing: 8, sectionInset: insets(8), packing: "dense",
        stamps: [[8, 8, 368, 160], [396, 420, 180, 120]],
      },
      items: photos(60),
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
  "settings-list": {
    name: "Settings list", plain: true,
    make: () => ({
      container: { width: 390, height: 844, scale: 3 },
      configuration: { interSectionSpacing: 24 },
      layout: {
        type: "list", appearance: "insetGrouped", rowHeight: 48, headerMode: "supplementary", headerReferenceSize: { height: 32 },
        separatorInsets: { leading: 56 },
      },
      sections: [
        { items: [{ id: "profile", height: 84 }], layout: { type: "list", appearance: "insetGrouped" } },
        { items: ["flight mode", "network", "bluetooth", "mobile data"].map((id) => ({ id })) },
        { items: ["notifications", "sounds", "focus", "screen time"].map((id) => ({ id })) },
        {
          // A notice stands above the rows, without a separator between the two.
          items: [{ id: "notice", height: 72, separators: { bottom: "hidden" } }, ...["general", "display", "battery", "privacy"].map((id) => ({ id }))],
          layout: {
            type: "list", appearance: "insetGrouped", rowHeight: 48, footerMode: "supplementary", footerReferenceSize: { height: 40 },
            separatorInsets: { leading: 56 },
          },
        },
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

const sides = (end, middle, reach = 1) => [[-reach, end], [0, middle], [reach, end]];

/** Presets whose cells scale, fade, move and stack as they scroll. */
export const effectPresets = {
  "cover-flow": {
    name: "Cover flow",
    make: () => ({
      container: { width: 390, height: 320 },
      configuration: { scrollDirection: "horizontal" },
      layout: {
        type: "flow", itemSize: { width: 200, height: 240 }, minimumLineSpacing: -90, sectionInset: "centered", snapping: { mode: "item" },
        effects: [{ scale: sides(0.6, 1, 2), zIndex: sides(-30, 0, 3), dim: sides(0.5, 0, 2), rotation: [[-2, -8], [0, 0], [2, 8]] }],
      },
      items: 30,
    }),
  },
  "scaled-carousel": {
    name: "Scaled carousel",
    make: () => ({
      container: { width: 375, height: 360 },
      configuration: { scrollDirection: "horizontal" },
      layout: {
        type: "flow", itemSize: { width: 240, height: 280 }, minimumLineSpacing: 16, sectionInset: "centered", snapping: { mode: "item" },
        effects: [{ scale: sides(0.8, 1), alpha: sides(0.5, 1) }],
      },
      items: 20,
    }),
  },
  "parallax-header": {
    name: "Parallax header",
    make: () => ({
      container: { width: 390, height: 844 },
      sections: [
        {
          items: [300],
          layout: {
            // The picture scrolls at half the speed of the rows, and below them.
            type: "list", effects: [{ reference: "leading", unit: "points", translation: { y: [[-300, 150], [0, 0]] }, dim: [[-300, 0.6], [0, 0]], zIndex: [[0, -1]] }],
          },
        },
        { items: 40, layout: { type: "list", rowHeight: 72 } },
      ],
    }),
  },
  "card-stack": {
    name: "Stack of cards",
    make: () => ({
      container: { width: 390, height: 844 },
      layout: {
        type: "list", rowHeight: 220, rowSpacing: 24, sectionInset: { top: 16, left: 16, bottom: 16, right: 16 },
        // Cards stay at the top edge, and the next ones cover them.
        effects: [{ reference: "leading", unit: "points", translation: { y: [[-600, 600], [0, 0]] }, scale: [[-600, 0.8], [0, 1]], dim: [[-600, 0.5], [0, 0]], alpha: [[-600, 0], [-500, 1]] }],
      },
      items: 24,
    }),
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
