// The documents that the playground offers, in the gallery's order. Each is created when it is selected, as text for the
// editor. Presets with `living` change while you watch; presets with `plain` show no photos; presets with `fits` begin as
// wide as a wide screen has room for.

import { livingPresets } from "./living-presets.js";
import { full, insets, photos, whole } from "./preset-parts.js";
import { effectPresets, simplePresets } from "./simple-presets.js";
import { textPresets } from "./text-presets.js";

/** The presets by what they show, in the gallery's order. */
export const groups = {
  Texts: ["captions", "posts", "chips", "text"],
  Walls: ["staggered-grid", "justified", "photo-wall", "magazine", "spans", "dense-wall", "stamps", "variants", "custom"],
  "Lists and flows": ["flow-grid", "tags", "list", "settings-list"],
  Sections: ["peek-carousel", "timeline-carousel", "custom-group", "blog-reader", "app-store"],
  "By scroll position": ["cover-flow", "scaled-carousel", "parallax-header", "card-stack"],
  "Living layouts": ["endless-feed", "reorder", "reload", "chat", "short-chat", "measured-captions"],
};

export const presets = {
  "staggered-grid": {
    name: "Staggered grid", fits: true,
    make: () => ({
      container: { width: 390, height: 844 },
      layout: { type: "waterfall", columns: { minWidth: 170 }, spacing: 10, sectionInset: insets(10) },
      // A title, and one to four lines of a caption.
      items: photos(60).map(([width, height], index) => ({ width, height, bodyHeight: 48 + 16 * ((index * 7) % 4) })),
    }),
  },
  "justified": {
    name: "Photo rows", fits: true,
    make: () => ({
      container: { width: 768, height: 900 },
      layout: { type: "justified", targetRowHeight: 180, boxSpacing: 6, sectionInset: insets(6) },
      items: photos(200).map(([width, height]) => Math.round((width / height) * 1000) / 1000),
    }),
  },
  "photo-wall": {
    name: "100,000 photos", fits: true,
    make: () => ({
      container: { width: 768, height: 1024 },
      layout: { type: "waterfall", columns: { minWidth: 150 }, spacing: 6, sectionInset: insets(6) },
      items: photos(100000),
    }),
  },
  ...textPresets,
  ...simplePresets,
  "peek-carousel": {
    name: "Carousel",
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
  "timeline-carousel": {
    name: "Pages",
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
    name: "Group of columns",
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
  ...effectPresets,
  "app-store": { name: "App store", make: appStore },
  ...livingPresets,
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
