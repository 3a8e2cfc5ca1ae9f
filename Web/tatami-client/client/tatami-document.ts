// SPDX-License-Identifier: Apache-2.0
// The types of the documents and updates that a Tatami server takes, made of its JSON Schemas by
// Tests/Generators/typescript_types.py: do not edit. Nothing of this file is left in JavaScript.
//
// A field may be undefined if it may be missing, since JSON.stringify leaves out such fields.

/**
 * A container, sections of items, and how each section is laid out. A document has exactly one of
 * `items` and `sections`; each section needs items and a layout, its own or the document's. Zero items
 * and zero sections are valid. A document may be valid by this schema and still be impossible to lay
 * out (422 `invalid-layout`), for example because its insets leave no space. On the other hand, this
 * schema checks every layout in a document; the service checks only the layouts by which it lays out
 * items. Null is a missing value for every field that is not required; the published JSON Schema allows it.
 */
export type LayoutDocument = {
  /** The schema that an editor checks the document by; ignored. */
  $schema?: string | undefined;
  container: Container;
  configuration?: Configuration | undefined;
  /** The styles of the text of items. Bodies and layouts refer to a style by its name. */
  textStyles?: TextStyles | undefined;
  /** The layout of every section; a section's own layout replaces it whole. */
  layout: LayoutSpec;
  sections?: never;
  /** The items, if the document has one section. */
  items: Items;
  /** The bodies of the header, footer, boundary items and badges, if the document has one section. */
  supplementaries?: SupplementaryBodies | undefined;
} | {
  /** The schema that an editor checks the document by; ignored. */
  $schema?: string | undefined;
  container: Container;
  configuration?: Configuration | undefined;
  /** The styles of the text of items. Bodies and layouts refer to a style by its name. */
  textStyles?: TextStyles | undefined;
  layout?: never;
  /** The sections, in order along the scroll axis. */
  sections: readonly (Section & { [Field in "layout"]-?: NonNullable<Section[Field]> })[];
  items?: never;
  supplementaries?: never;
} | {
  /** The schema that an editor checks the document by; ignored. */
  $schema?: string | undefined;
  container: Container;
  configuration?: Configuration | undefined;
  /** The styles of the text of items. Bodies and layouts refer to a style by its name. */
  textStyles?: TextStyles | undefined;
  /** The layout of every section; a section's own layout replaces it whole. */
  layout: LayoutSpec;
  /** The sections, in order along the scroll axis. */
  sections: readonly Section[];
  items?: never;
  supplementaries?: never;
};

/**
 * A batch of operations; `{}` makes a version that looks like its parent. All lists together have
 * 100,000 entries at most.
 */
export interface LayoutUpdate {
  /** Items of the parent: `[section, item]`, or neighbours from there on. */
  delete?: readonly DeletedItems[] | undefined;
  /** Another item in the place of one of the parent's items; it stays the same element. */
  replace?: readonly ItemReplacement[] | undefined;
  /**
   * Sizes that a view measured for items of the parent, or for headers, footers and boundary items; null
   * forgets one.
   */
  measure?: readonly ItemMeasurement[] | undefined;
  deleteSections?: readonly SectionNumber[] | undefined;
  /** Other items, another layout, or both. */
  replaceSections?: readonly SectionReplacement[] | undefined;
  /** Items to insert, the first of them at that place of the version, the others after it. */
  insert?: readonly ItemInsertion[] | undefined;
  /** Items to add after all others of a section; without `section`, to the last one. */
  append?: readonly AppendedItems[] | undefined;
  insertSections?: readonly SectionInsertion[] | undefined;
  /** Neighbours, which stay neighbours, moved from places in the parent to places in the version. */
  move?: readonly ItemMove[] | undefined;
  moveSections?: readonly SectionMove[] | undefined;
  /** Merged into the parent's container field by field; null removes a field (RFC 7386). */
  container?: ContainerChange | undefined;
  /** Replaces the parent's configuration. */
  configuration?: Configuration | undefined;
  /** Replaces the document's layout; sections with layouts of their own keep them. */
  layout?: LayoutSpec | undefined;
  /**
   * For waterfalls. `true`: each item of the parent keeps the column in which it begins.
   * `[section, item]`: the items up to that item of the parent keep theirs. `false`: all kept columns are
   * forgotten. Items keep their columns while the number of columns and the scroll axis stay, even if the
   * container's width changes; if items lose their columns, the response has `"keptColumns": false`.
   */
  keepColumns?: boolean | IndexPath | undefined;
}

/** Points. */
export interface AbsoluteDimension {
  absolute: Length;
}

export interface SupplementaryAnchor {
  /** Edges, no two of them opposite. */
  edges?: readonly ("top" | "leading" | "bottom" | "trailing")[] | undefined;
  /** In points. */
  absoluteOffset?: PointOrZero | undefined;
  /** In fractions of the supplementary's own size. */
  fractionalOffset?: PointOrZero | undefined;
}

/** A finite number ≥ 0. */
export type AnyLength = number;

/** A finite number > 0. */
export type AnyPositive = number;

/** Items to add at a section's end. */
export interface AppendedItems {
  section?: SectionNumber | undefined;
  items: Items;
}

/**
 * The layout of an arrangement: any but `compositional`, without headers, footers, separators, a background or a
 * `contentInsetsReference`.
 */
export type ArrangedLayout = FlowLayout | WaterfallLayout | JustifiedLayout | MagazineLayout | ListLayout | CustomLayout;

/** A text in the layout's or the document's style, a text in its own style, or a fixed height. */
export type Block = BodyText | TextBlock | FixedBlock;

/**
 * Blocks from top to bottom. A block without height (an empty text) has no spacing either; a body in
 * which no block has a height is 0 high, its insets included.
 */
export type Blocks = readonly Block[];

/** The distances of a body's blocks from the body's edges. */
export interface BodyInsets {
  top?: Length | undefined;
  leading?: Length | undefined;
  bottom?: Length | undefined;
  trailing?: Length | undefined;
}

/** How the bodies of a layout's items are set. */
export interface BodyOptions {
  /** The space around a body's blocks; leading and trailing narrow the text. */
  insets?: BodyInsets | undefined;
  /** Points between two blocks that have a height. */
  spacing?: Length | undefined;
  /** The name of the style of texts without one. */
  style?: string | undefined;
  /** The least height of a body that is not empty, insets included. */
  minHeight?: Length | undefined;
  width?: BodyWidth | undefined;
}

/**
 * A text of at most 8,192 UTF-16 code units. Its white space collapses as in HTML, unless the style's
 * `whiteSpace` preserves it.
 */
export type BodyText = string;

/**
 * The width of items with bodies, in the `body` of lists and flows: `fit-content` makes an item as wide as its widest line
 * and the insets, and at most as wide as `auto` does.
 * @defaultValue "auto"
 */
export type BodyWidth = "auto" | "fit-content";

/** A header, footer or side item of a section or of the whole layout. */
export interface BoundaryItem {
  kind: Kind;
  /** Resolved against the container less the section's insets on the cross axis. */
  size: LayoutSize;
  alignment: "top" | "bottom" | "leading" | "trailing" | "topLeading" | "topTrailing" | "bottomLeading" | "bottomTrailing";
  /** Moves only the frame. */
  absoluteOffset?: PointOrZero | undefined;
  /**
   * Whether it lengthens the section.
   * @defaultValue true
   */
  extendsBoundary?: boolean | undefined;
  pinToVisibleBounds?: Pinning | undefined;
  /** @defaultValue 1 */
  zIndex?: ZIndex | undefined;
  /** Shrink its frame. */
  contentInsets?: DirectionalInsets | undefined;
}

/** Every cell's bounds grow by this on both sides, around its centre; lines and contentSize do not. */
export interface BoundsOutset {
  horizontal?: Distance | undefined;
  vertical?: Distance | undefined;
}

/** Where a box stands on its line. */
export type BoxAlign = "baseline" | "middle";

/** A box on the line, such as an icon; lines may break before and after it. */
export interface BoxRun {
  /** Points. */
  width: number;
  /** Points. */
  height: number;
  /**
   * Where the box stands: on the baseline, with its centre half the height of small letters above it (`middle`), or so
   * many points above it.
   * @defaultValue "baseline"
   */
  verticalAlign?: BoxAlign | number | undefined;
  /** The name under which `runs` of a response has the rectangles. */
  name?: RunName | undefined;
}

/** Points between two items of a row, and between two rows. */
export interface BoxSpacing {
  /** @defaultValue 10 */
  horizontal?: Length | undefined;
  /** @defaultValue 10 */
  vertical?: Length | undefined;
}

/**
 * One NSCollectionLayoutSection. Groups repeat along the section's axis, and the section's items fill
 * them in the order of their subitems.
 */
export interface CompositionalLayout {
  type: "compositional";
  group: Group;
  /** Points between two groups. */
  interGroupSpacing?: Distance | undefined;
  contentInsets?: DirectionalInsets | undefined;
  /**
   * How the section scrolls across the scroll axis.
   * @defaultValue "none"
   */
  orthogonalScrollingBehavior?: "none" | "continuous" | "continuousGroupLeadingBoundary" | "paging" | "groupPaging" | "groupPagingCentered" | undefined;
  orthogonalScrollingProperties?: OrthogonalScrollingProperties | undefined;
  /** Headers, footers and side items. */
  boundarySupplementaryItems?: readonly BoundaryItem[] | undefined;
  /** Backgrounds, each of which covers the whole section's extent less its own insets. */
  decorationItems?: readonly DecorationItem[] | undefined;
  /**
   * Whether boundary items stay within the section's insets on the cross axis.
   * @defaultValue true
   */
  supplementariesFollowContentInsets?: boolean | undefined;
  contentInsetsReference?: ContentInsetsReference | undefined;
  /** The reference of boundary items; `automatic` is that of the section. */
  supplementaryContentInsetsReference?: ContentInsetsReference | undefined;
  /** How the bodies of items are set; an item may have one if its height and those of all groups around it are estimated. */
  body?: BodyOptions | undefined;
  /** How the bodies of boundary items of the kind `header` are set (`supplementaries` of a section). */
  headerBody?: BodyOptions | undefined;
  /** How the bodies of boundary items of the kind `footer` are set (`supplementaries` of a section). */
  footerBody?: BodyOptions | undefined;
  effects?: ScrollEffects | undefined;
}

/** A condition on the container's whole size and direction; bounds are inclusive. Without it, every container matches. */
export interface Condition {
  minWidth?: AnyLength | undefined;
  maxWidth?: AnyLength | undefined;
  minHeight?: AnyLength | undefined;
  maxHeight?: AnyLength | undefined;
  direction?: LayoutDirection | undefined;
}

/** Settings for all sections together. */
export interface Configuration {
  /**
   * The axis along which sections are stacked; justified and magazine support `vertical` only.
   * @defaultValue "vertical"
   */
  scrollDirection?: "vertical" | "horizontal" | undefined;
  /** Points between two sections, whatever their layout types. */
  interSectionSpacing?: Distance | undefined;
  /** Headers and footers of the whole layout; their index path is one number, `[n]`. */
  boundarySupplementaryItems?: readonly BoundaryItem[] | undefined;
  /** The reference of sections without one; `automatic` is `safeArea`. */
  contentInsetsReference?: ContentInsetsReference | undefined;
  /**
   * The least length of the content along the scroll axis. `container` is the container's length less its
   * `contentInsets`, so that short content fills the view.
   */
  minimumContentLength?: Length | "container" | undefined;
  /**
   * Where the sections are if they are shorter than `minimumContentLength`. Headers of the whole layout stay
   * at the content's start, and its footers at the end.
   * @defaultValue "start"
   */
  contentAlignment?: "start" | "center" | "end" | undefined;
  /**
   * Whether a header that is pinned stays over the sections after its own, until the next pinned header pushes it
   * away.
   */
  headersPinAcrossSections?: boolean | undefined;
}

/** The view that shows the content. */
export interface Container {
  /** Its width. */
  width: PositiveLength;
  /**
   * Its height. Leave it out, so that a document has one id on all screens of a width, unless
   * something reads it: horizontal scrolling, a fraction of the container's height, a `when` with
   * heights, `sectionInset` `centered`, `minimumContentLength` `container`, or a `target-offset` of the
   * whole content. If something reads a missing height, the response is 422 with the reason.
   */
  height?: PositiveLength | undefined;
  /**
   * Space at its edges that layouts leave free. Layouts use the remaining size; coordinates start at
   * its corner, offsets at −inset.
   */
  contentInsets?: DirectionalInsets | undefined;
  /** The safe area, measured from the container's edges (`contentInsetsReference`). */
  safeAreaInsets?: EdgeInsets | undefined;
  /** The layout margins, measured from the container's edges, as UIView reports them. */
  layoutMargins?: EdgeInsets | undefined;
  /** The greatest width of `readableContent`, in points; as wide as the layout margins leave if it is left out. */
  readableContentWidth?: PositiveLength | undefined;
  /**
   * The distances from the container's edges, less `contentInsets`, within which a `target-offset` by
   * `indexPath` shows an element, as CSS `scroll-padding`. At an edge at which elements are pinned, the
   * greater of both counts, not their sum. Frames do not depend on it. Along an axis along which it
   * would leave no space, it is 0.
   */
  scrollPadding?: EdgeInsets | undefined;
  /**
   * `rtl`: the finished content is mirrored in its width; queries use mirrored coordinates.
   * @defaultValue "ltr"
   */
  direction?: LayoutDirection | undefined;
  /**
   * Pixels a point, at least 2^-53: the attributes' x, y, width and height are each rounded to
   * 1/scale, halves away from zero; magazine rounds item widths only. contentSize, section frames
   * and imageHeight stay exact. Without `scale`, attributes are not rounded to pixels.
   */
  scale?: number | undefined;
}

/** Fields of the container; null removes one. */
export interface ContainerChange {
  /** Its width. */
  width?: PositiveLength | undefined;
  /** Its height; null leaves the version's container without one. */
  height?: null | PositiveLength | undefined;
  contentInsets?: null | DirectionalInsets | undefined;
  /** The safe area; null removes it. */
  safeAreaInsets?: null | EdgeInsets | undefined;
  /** The layout margins; null removes them. */
  layoutMargins?: null | EdgeInsets | undefined;
  /** The greatest width of `readableContent`; null removes it. */
  readableContentWidth?: null | PositiveLength | undefined;
  /** The scroll padding; null removes it. */
  scrollPadding?: null | EdgeInsets | undefined;
  direction?: null | LayoutDirection | undefined;
  scale?: number | null | undefined;
}

/**
 * The edges from which insets are measured (UIContentInsetsReference): those of the container less its
 * `contentInsets` (`none`), of its safe area, its layout margins, or its readable content. `automatic` is the
 * configuration's reference. Across the scroll axis, a section's insets are added to those of its reference; along
 * it, the content begins at the reference of the first section and ends at that of the last one.
 * @defaultValue "automatic"
 */
export type ContentInsetsReference = "automatic" | "none" | "safeArea" | "layoutMargins" | "readableContent";

/** A distance, and the value there. */
export type CurvePoint = readonly [number, number];

/**
 * Your own frames, or an `arrangement`: a layout that lays out all of the section's items in the
 * section's own group. A group of an estimated length grows to its content. Nested groups and
 * orthogonal sections have no arrangement.
 */
export type CustomGroup = {
  direction: "custom";
  size: LayoutSize;
  frames: Frames;
  arrangement?: never;
  interItemSpacing?: Spacing | undefined;
  contentInsets?: DirectionalInsets | undefined;
  edgeSpacing?: EdgeSpacing | undefined;
  supplementaryItems?: SupplementaryItems | undefined;
} | {
  direction: "custom";
  size: LayoutSize;
  frames?: never;
  arrangement: ArrangedLayout;
  interItemSpacing?: Spacing | undefined;
  contentInsets?: DirectionalInsets | undefined;
  edgeSpacing?: EdgeSpacing | undefined;
  supplementaryItems?: SupplementaryItems | undefined;
};

/** Your own frames, one for each item. */
export interface CustomLayout {
  type: "custom";
  frames: Frames;
  contentInsetsReference?: ContentInsetsReference | undefined;
  effects?: ScrollEffects | undefined;
}

export interface DecorationItem {
  kind: Kind;
  /** Shrink its frame. */
  contentInsets?: DirectionalInsets | undefined;
  zIndex?: ZIndex | undefined;
}

export type DeletedItems = IndexPath | ItemRange;

/**
 * A length: points, an estimate in points, an estimate that becomes as long as the longest of its
 * siblings, or a fraction of the parent's width or height, to which `plus` adds points. `plus` may be
 * negative.
 */
export type Dimension = AbsoluteDimension | EstimatedDimension | UniformDimension | FractionalWidthDimension | FractionalHeightDimension;

/** Distances from the edges; in right-to-left layouts leading is the right edge, trailing the left. */
export interface DirectionalInsets {
  top?: Distance | undefined;
  leading?: Distance | undefined;
  bottom?: Distance | undefined;
  trailing?: Distance | undefined;
}

/** Positive or negative points, up to 2^53, the limit below which whole points are exact. */
export type Distance = number;

/** Insets of which none is negative; a missing side is 0. */
export interface EdgeInsets {
  top?: Length | undefined;
  leading?: Length | undefined;
  bottom?: Length | undefined;
  trailing?: Length | undefined;
}

/** Space around an item, counted when subitems are fitted. */
export interface EdgeSpacing {
  leading?: Spacing | undefined;
  top?: Spacing | undefined;
  trailing?: Spacing | undefined;
  bottom?: Spacing | undefined;
}

/**
 * Points `[distance, value]` by ascending distance (up to ±1000000): the value is linear between two points, and
 * constant before the first and after the last.
 */
export type EffectCurve = readonly CurvePoint[];

/** A kind of elements that effects drive. */
export type EffectElements = "cells" | "headers" | "footers" | "supplementaries";

/** How far an effect moves elements. */
export interface EffectTranslation {
  /** Points to the right, up to ±10000; to the left in a right-to-left container. */
  x?: EffectCurve | undefined;
  /** Points downwards, up to ±10000. */
  y?: EffectCurve | undefined;
}

/** An indent as a part of the font size. */
export interface EmIndent {
  /** The factor. */
  em: number;
}

/** A length as a part of the font size, as CSS's `em`. */
export interface EmLength {
  /** The factor. */
  em: number;
}

/** An estimate in points, until the content is laid out. */
export interface EstimatedDimension {
  estimated: Length;
}

/** As many columns as fit at that width. */
export interface FittingColumns {
  minWidth: PositiveLength;
}

/** Space of a fixed height, such as for a row of buttons. */
export interface FixedBlock {
  /** Points. */
  height: Length;
}

/** As many columns as fit, each exactly that wide; at least one. */
export interface FixedColumns {
  width: PositiveLength;
}

/** Exactly this number of points. */
export interface FixedSpacing {
  fixed: Distance;
}

/** At least this number of points. */
export interface FlexibleSpacing {
  flexible: Distance;
}

/** The alignment of a line's items in the line's length. */
export type FlowAlignment = "justified" | "leading" | "center" | "trailing";

export interface FlowEstimatedSize {
  width?: Length | undefined;
  height?: Length | undefined;
}

export interface FlowItemSize {
  /** @defaultValue 50 */
  width?: Length | undefined;
  /** @defaultValue 50 */
  height?: Length | undefined;
}

/**
 * UICollectionViewFlowLayout: lines have as many items as `minimumInteritemSpacing` allows, and are
 * justified, unless `alignment` says otherwise; items are centred across their line, unless `lineAlignment` says
 * otherwise. An item's `[w,h]`, or width and height, is its size;
 * a lone number is its height.
 */
export interface FlowLayout {
  type: "flow";
  /** The size of items that have none of their own. */
  itemSize?: FlowItemSize | undefined;
  /**
   * The size of items that have none of their own, until `measured` or a `body` says more. It overrides `itemSize`; a
   * missing side is that of `itemSize`, and 0 × 0 is no estimate.
   */
  estimatedItemSize?: FlowEstimatedSize | undefined;
  /**
   * Points between two lines.
   * @defaultValue 10
   */
  minimumLineSpacing?: Distance | undefined;
  /**
   * The least distance between two items of a line.
   * @defaultValue 10
   */
  minimumInteritemSpacing?: Distance | undefined;
  /**
   * The alignment of a line's items. `justified` is UICollectionViewFlowLayout's way; with the other values, every line
   * has distances of exactly `minimumInteritemSpacing`, like in CSS `flex-wrap` with `justify-content`.
   * @defaultValue "justified"
   */
  alignment?: FlowAlignment | undefined;
  /**
   * The alignment of an item in its line, along the scroll axis: with horizontal scrolling, `top` is the line's left side
   * (in right-to-left content, its right side).
   * @defaultValue "center"
   */
  lineAlignment?: FlowLineAlignment | undefined;
  /** `centered`: the insets that centre one `itemSize` item in the container. */
  sectionInset?: Insets | "centered" | undefined;
  contentInsetsReference?: ContentInsetsReference | undefined;
  /**
   * UICollectionViewFlowLayout's name for `contentInsetsReference`, with which it cannot be combined. `contentInset` is
   * `none` there.
   */
  sectionInsetReference?: "contentInset" | "safeArea" | "layoutMargins" | undefined;
  headerReferenceSize?: ReferenceSize | undefined;
  footerReferenceSize?: ReferenceSize | undefined;
  sectionHeadersPinToVisibleBounds?: Pinning | undefined;
  sectionFootersPinToVisibleBounds?: Pinning | undefined;
  /** How the header's body is set (`supplementaries` of a section). */
  headerBody?: BodyOptions | undefined;
  /** How the footer's body is set (`supplementaries` of a section). */
  footerBody?: BodyOptions | undefined;
  /** How much larger every cell is than its place. */
  boundsOutset?: BoundsOutset | undefined;
  /** Where scrolling stops (`target-offset`). */
  snapping?: Snapping | undefined;
  /** How the bodies of items are set; an item with a body and without sides is as wide as its longest line. */
  body?: BodyOptions | undefined;
  effects?: ScrollEffects | undefined;
}

/** The alignment of an item in the thickness of its line. */
export type FlowLineAlignment = "top" | "center" | "bottom";

/** Names of families, the preferred one first. */
export type FontFamilies = readonly FontFamily[];

/** The name of a family; its letters' case does not matter. */
export type FontFamily = string;

/** Features of OpenType by their tags of four characters, such as `{"tnum": 1, "liga": 0}`; at most 32. */
export type FontFeatures = { readonly [field: string]: number };

/** CSS's words for widths of faces, from 50 to 200 percent. */
export type FontStretchName = "ultra-condensed" | "extra-condensed" | "condensed" | "semi-condensed" | "normal" | "semi-expanded" | "expanded" | "extra-expanded" | "ultra-expanded";

/** Values of the axes of variable fonts by their tags, such as `{"wght": 650}`; at most 32. */
export type FontVariations = { readonly [field: string]: number };

/** CSS's words for weights: 400 and 700. */
export type FontWeightName = "normal" | "bold";

/** A fraction of the parent's height. */
export interface FractionalHeightDimension {
  fractionalHeight: Length;
  plus?: Distance | undefined;
}

/** A fraction of the parent's width. */
export interface FractionalWidthDimension {
  fractionalWidth: Length;
  plus?: Distance | undefined;
}

/** An item's frame. */
export type Frame = FrameNumbers | FrameFields;

/** A frame by its fields. */
export interface FrameFields {
  x?: Distance | undefined;
  y?: Distance | undefined;
  width: Length;
  height: Length;
  zIndex?: ZIndex | undefined;
}

/** `[x, y, width, height]` */
export type FrameNumbers = readonly [x: Distance, y: Distance, width: Length, height: Length];

/** Frames relative to the origin of the section or group that contains them. */
export type Frames = readonly Frame[];

/** A group of subitems, of your own frames, or of another layout's cells. */
export type Group = SubitemGroup | CustomGroup;

/** Distances from the edges; may be negative. */
export interface Insets {
  top?: Distance | undefined;
  left?: Distance | undefined;
  bottom?: Distance | undefined;
  right?: Distance | undefined;
}

/**
 * Each layout defines how it reads an item's numbers, and accepts fields that it does not read. A lone
 * number is a fixed height (an aspect ratio in justified). A missing size is: in flow `estimatedItemSize` or `itemSize`; in a
 * list `rowHeight`; in waterfall and justified a square; in magazine full width, dynamic, 150. A side
 * of 0 gives a waterfall item's media a height of 0.
 */
export type Item = Length | ItemSize | ItemFields;

/** A text, or blocks one below the other. */
export type ItemBody = BodyText | Blocks;

/** Any JSON value. */
export type ItemData = unknown;

/** An item by its fields. */
export interface ItemFields {
  /** The item's own id; echoed in its attributes as it was sent. */
  id?: ItemID | undefined;
  /**
   * What your page needs to show the item, such as `{"src": "a.jpg", "alt": "Kyoto"}`: any JSON of at
   * most 4,096 bytes. It is kept as it is written and echoed in the item's attributes, except in columns,
   * packed responses, pictures and style sheets.
   */
  data?: ItemData | undefined;
  /** Points */
  width?: Length | undefined;
  /** Points */
  height?: Length | undefined;
  /** Width ÷ height; overrides width and height. */
  aspectRatio?: AnyLength | undefined;
  /**
   * Waterfall: points below the media, for text and buttons; the attributes then include
   * `imageHeight`, the media's height.
   */
  bodyHeight?: Length | undefined;
  /**
   * Text whose height Tatami measures: a waterfall item's caption below its media, or all of a list row,
   * a flow item, a magazine item of `dynamic` height or a compositional item of estimated height. The
   * attributes then include `bodyHeight`. Items of other layouts, and of layouts that scroll
   * horizontally, cannot have a body (422).
   */
  body?: ItemBody | undefined;
  /**
   * Waterfall: the number of adjoining columns that the item covers.
   * @defaultValue 1
   */
  columnSpan?: number | undefined;
  /** The stacking order. */
  zIndex?: ZIndex | undefined;
  /**
   * Magazine: `full` is the whole row, `fullBleed` the whole row without `itemInsets`, and a number n one place in a row of n items.
   * @defaultValue "full"
   */
  widthMode?: WholeRow | number | undefined;
  /**
   * Magazine: a `stretch` item takes the row's height; the others keep their own.
   * @defaultValue "dynamic"
   */
  heightMode?: "static" | "dynamic" | "stretch" | undefined;
  /**
   * Justified: whether the item is alone in a row that it fills, as high as its ratio says and as
   * `rowHeightRange` allows.
   */
  fullWidth?: boolean | undefined;
  /**
   * List: the edge at which a row stands that is only as wide as its body (`fit-content`).
   * @defaultValue "leading"
   */
  bodyAlignment?: "leading" | "trailing" | undefined;
  /**
   * List: whether there are separators above and below the row, and how far they are from its ends. Between two
   * rows, `visible` overrides `hidden`, which overrides `automatic`.
   */
  separators?: SeparatorVisibility | ItemSeparators | undefined;
  /** The size that a view measured; it overrides the item's own. */
  measured?: MeasuredSize | undefined;
  /**
   * Waterfall: the column in which the item begins, as an explicit lane of CSS; other items fill in around it,
   * and `roundRobin` and `gridLanes` continue as if the item were not there.
   */
  column?: number | undefined;
  /**
   * Waterfall: the column in which an earlier version placed the item, as `keepColumns` writes it. `roundRobin`
   * and `gridLanes` continue after the item. `column` takes precedence.
   */
  keptColumn?: number | undefined;
}

/** An item's own id, a text or a whole number. */
export type ItemID = ItemName | ItemNumber;

/** Items to insert from a place of the version on. */
export interface ItemInsertion {
  indexPath: IndexPath;
  items: Items;
}

/** Sizes that a view measured, at least one of them; null forgets one. */
export interface ItemMeasurement {
  indexPath: IndexPath;
  /**
   * The kind of a header, footer or boundary item; its `indexPath` is `[section, 0]`, and it has no
   * `bodyHeight`.
   */
  kind?: string | undefined;
  width?: MeasuredSide | undefined;
  height?: MeasuredSide | undefined;
  bodyHeight?: MeasuredSide | undefined;
}

/** Items to move from a place of the parent to a place of the version. */
export interface ItemMove {
  from: IndexPath;
  to: IndexPath;
  count?: Neighbours | undefined;
}

/** An item's own id as a text. */
export type ItemName = string;

/** An item's own id as a whole number. */
export type ItemNumber = number;

/** `[section, item]` */
export type IndexPath = [section: number, item: number];

/** Neighbouring items from `indexPath` on. */
export interface ItemRange {
  indexPath: IndexPath;
  count?: Neighbours | undefined;
}

/** Another item at a place of the parent. */
export interface ItemReplacement {
  indexPath: IndexPath;
  item: Item;
}

/**
 * The distances of one separator from the ends of its row. A side that is left out is that of the list's
 * `separatorInsets`, and 0 above the first and below the last row.
 */
export interface ItemSeparatorInsets {
  /** Points at the leading end. */
  leading?: Length | undefined;
  /** Points at the trailing end. */
  trailing?: Length | undefined;
}

/** Whether there are separators above and below a row, and their distances from the row's ends. */
export interface ItemSeparators {
  /** Whether there is a separator above the row. */
  top?: SeparatorVisibility | undefined;
  /** Whether there is a separator below the row. */
  bottom?: SeparatorVisibility | undefined;
  /**
   * The distances of the separator above the row from the row's ends. Between two rows, `bottomInsets` of the row
   * above takes precedence.
   */
  topInsets?: ItemSeparatorInsets | undefined;
  /** The distances of the separator below the row from the row's ends. */
  bottomInsets?: ItemSeparatorInsets | undefined;
}

/** `[width, height]` */
export type ItemSize = readonly [width: Length, height: Length];

/** A count, or an array of items; at most `TATAMI_MAX_ITEMS` (2,000,000) in the whole document. */
export type Items = number | readonly Item[];

/**
 * Rows of equal height that fill the width. The option names are those of flickr/justified-layout. An
 * item's aspect ratio is its `aspectRatio`, its width ÷ height or its lone number; it must be > 0.
 * Spacings must be ≥ 0. Vertical scrolling only.
 */
export interface JustifiedLayout {
  type: "justified";
  /**
   * The height that rows should have; their heights stay between half and twice of it, or within
   * `rowHeightRange`.
   * @defaultValue 320
   */
  targetRowHeight?: AnyPositive | undefined;
  /**
   * How far the sum of a row's ratios may differ from the target's, as a fraction of it.
   * @defaultValue 0.25
   */
  targetRowHeightTolerance?: Length | undefined;
  /**
   * The least and the greatest height of a row, `[least, greatest]`. Rows aim for the height in it that is
   * nearest to `targetRowHeight`. A row that would be higher is as high as the greatest and does not fill the
   * width: it begins at the left, or is in the middle if `widowLayoutStyle` is `center`. An item that would
   * make its row lower begins the next row; an item that is too wide on its own is as wide as the row and as
   * high as the least, so its picture is cropped.
   */
  rowHeightRange?: readonly [AnyPositive, AnyPositive] | undefined;
  /**
   * Points between items and between rows: one number for both, or one for each.
   * @defaultValue 10
   */
  boxSpacing?: Length | BoxSpacing | undefined;
  sectionInset?: Insets | undefined;
  contentInsetsReference?: ContentInsetsReference | undefined;
  /**
   * Whether the last row is shown if it is not full.
   * @defaultValue true
   */
  showWidows?: boolean | undefined;
  /**
   * Whether the last row is at most as high as fills the width, if it is not full. Without it, the row has the
   * height of the row before, as justified-layout does, and may be wider than the container.
   */
  lastRowFits?: boolean | undefined;
  /**
   * How the last row is aligned if it is not full.
   * @defaultValue "left"
   */
  widowLayoutStyle?: "left" | "center" | "justify" | undefined;
  /** The number of complete rows after which the layout stops; no limit if absent. */
  maxNumRows?: number | undefined;
  /** Replaces every item's ratio. */
  forceAspectRatio?: AnyPositive | undefined;
  /** The interval n of breakout rows. In every n-th row, an item that is at least as wide as it is high may be alone. */
  fullWidthBreakoutRowCadence?: number | undefined;
  headerReferenceSize?: ReferenceSize | undefined;
  footerReferenceSize?: ReferenceSize | undefined;
  sectionHeadersPinToVisibleBounds?: Pinning | undefined;
  sectionFootersPinToVisibleBounds?: Pinning | undefined;
  /** How the header's body is set (`supplementaries` of a section). */
  headerBody?: BodyOptions | undefined;
  /** How the footer's body is set (`supplementaries` of a section). */
  footerBody?: BodyOptions | undefined;
  effects?: ScrollEffects | undefined;
}

/** Within a section one kind names one sort of element. At most 256 bytes of UTF-8. */
export type Kind = string;

/** A section's layout, by its `type`. */
export type SectionLayout = FlowLayout | WaterfallLayout | JustifiedLayout | MagazineLayout | ListLayout | CustomLayout | CompositionalLayout;

export type LayoutDirection = "ltr" | "rtl";

/** An item of a group. */
export interface LayoutItem {
  size: LayoutSize;
  /** Shrink the item's frame within its slot. */
  contentInsets?: DirectionalInsets | undefined;
  edgeSpacing?: EdgeSpacing | undefined;
  supplementaryItems?: SupplementaryItems | undefined;
}

export type LayoutSpec = SectionLayout | Variants;

export interface LayoutSize {
  width: Dimension;
  height: Dimension;
}

/** Points from 0 to 2^53, the limit below which whole points are exact. */
export type Length = number;

/** A multiple of the font size; the product is cut to 1/64 of a point. */
export interface LineHeightMultiple {
  /** The factor. */
  multiple: number;
}

/**
 * One item a line (UICollectionLayoutListConfiguration). A lone number or `height` is that row's height; a row
 * with a body is as tall as the body.
 */
export interface ListLayout {
  type: "list";
  /**
   * The look of the section: `insetGrouped` and `sidebar` put rows, header and footer within the layout margins
   * (16 points per side if neither the list nor the container has any), over a background with round corners;
   * `grouped` and `insetGrouped` show separators.
   * @defaultValue "plain"
   */
  appearance?: "plain" | "grouped" | "insetGrouped" | "sidebar" | undefined;
  /**
   * The source of the header: `supplementary` is one of `headerReferenceSize`, or as long as `rowHeight`
   * without it; `firstItemInSection` is the cell of the first item, which never pins. Without a mode, there
   * is a header if `headerReferenceSize` has a length.
   */
  headerMode?: "none" | "supplementary" | "firstItemInSection" | undefined;
  /**
   * The source of the footer: `supplementary` is one of `footerReferenceSize`, or as long as `rowHeight`
   * without it. Without a mode, there is a footer if `footerReferenceSize` has a length.
   */
  footerMode?: "none" | "supplementary" | undefined;
  /** Points above the header. */
  headerTopPadding?: Length | undefined;
  /**
   * Whether there is a decoration of kind `separator` below each row, one pixel high. By default, `grouped` and
   * `insetGrouped` show separators.
   */
  showsSeparators?: boolean | undefined;
  /** The distance of separators between two rows from the rows' ends. */
  separatorInsets?: SeparatorInsets | undefined;
  /**
   * Whether a decoration of kind `background` is behind the section's rows. By default, `insetGrouped` and
   * `sidebar` have one.
   */
  sectionBackground?: boolean | undefined;
  /** The radius of the background's corners; by default 10 in `insetGrouped` and `sidebar`, and 0 in others. */
  cornerRadius?: Length | undefined;
  /**
   * The height of rows whose items have none of their own.
   * @defaultValue 44
   */
  rowHeight?: Length | undefined;
  /** Points between two rows. */
  rowSpacing?: Distance | undefined;
  /** How the text of items is set; a row is as tall as its body, but at least `rowHeight` if that is set. */
  body?: BodyOptions | undefined;
  sectionInset?: Insets | undefined;
  contentInsetsReference?: ContentInsetsReference | undefined;
  headerReferenceSize?: ReferenceSize | undefined;
  footerReferenceSize?: ReferenceSize | undefined;
  sectionHeadersPinToVisibleBounds?: Pinning | undefined;
  sectionFootersPinToVisibleBounds?: Pinning | undefined;
  /** How the header's body is set (`supplementaries` of a section). */
  headerBody?: BodyOptions | undefined;
  /** How the footer's body is set (`supplementaries` of a section). */
  footerBody?: BodyOptions | undefined;
  effects?: ScrollEffects | undefined;
}

/** A header or footer, as wide as the section without its insets. */
export interface MagazineBoundary {
  /** @defaultValue 44 */
  height?: Length | undefined;
  pinToVisibleBounds?: Pinning | undefined;
}

/**
 * Rows of full, half, third … width items. The option names are those of airbnb/MagazineLayout. A row
 * is a run of items of the same `widthMode`, n at most, as high as its tallest item; a lone number is
 * an item's height. Spacings must be ≥ 0. Vertical scrolling only.
 */
export interface MagazineLayout {
  type: "magazine";
  /** Points between two items of a row. */
  horizontalSpacing?: Length | undefined;
  /** Points between two rows. */
  verticalSpacing?: Length | undefined;
  sectionInset?: Insets | undefined;
  contentInsetsReference?: ContentInsetsReference | undefined;
  /** Insets of the rows within the section's; `fullBleed` items ignore them. */
  itemInsets?: Insets | undefined;
  header?: MagazineBoundary | undefined;
  footer?: MagazineBoundary | undefined;
  /** Whether the section has a decoration of kind `background` behind it. */
  background?: boolean | undefined;
  /** How the bodies of items are set; only items whose `heightMode` is `dynamic` may have one. */
  body?: BodyOptions | undefined;
  /** How the header's body is set (`supplementaries` of a section). */
  headerBody?: BodyOptions | undefined;
  /** How the footer's body is set (`supplementaries` of a section). */
  footerBody?: BodyOptions | undefined;
  effects?: ScrollEffects | undefined;
}

/**
 * The lengths that a view measured of a header, a footer or a boundary item. They override the layout's and the
 * body's: along the scroll axis, or the estimated sides of a boundary item. 422 if the layout ignores one.
 */
export interface MeasuredLengths {
  width?: Length | undefined;
  height?: Length | undefined;
}

export type MeasuredSide = null | Length;

/**
 * The size that a view measured; it overrides the item's own (list, flow, waterfall, magazine and
 * estimated compositional items; in orthogonal sections along both axes).
 */
export interface MeasuredSize {
  width?: Length | undefined;
  height?: Length | undefined;
  bodyHeight?: Length | undefined;
}

/** The lengths that a view measured of a header, a footer or a boundary item, and its body if it has one. */
export interface MeasuredSupplementary {
  body?: ItemBody | undefined;
  measured?: MeasuredLengths | undefined;
}

/** @defaultValue 1 */
export type Neighbours = number;

/** What the fonts of each line ask for. */
export type NormalLineHeight = "normal";

/**
 * How a section that scrolls across the scroll axis decelerates after the finger lifts, and whether a
 * view lets it bounce.
 */
export interface OrthogonalScrollingProperties {
  /**
   * The rate by which `target-offset` computes where scrolling ends: `normal` keeps 99.8 % of the
   * velocity each millisecond, `fast` 99 %; `automatic` is `fast` for sections that page.
   * @defaultValue "automatic"
   */
  decelerationRate?: "automatic" | "normal" | "fast" | undefined;
  /**
   * Whether scrolling may go beyond the section's ends and come back; changes no offset.
   * @defaultValue "automatic"
   */
  bounce?: "automatic" | "always" | "never" | undefined;
}

/** Whether the element stays inside the visible rectangle while its section is visible. */
export type Pinning = boolean;

export interface PointOrZero {
  x?: Distance | undefined;
  y?: Distance | undefined;
}

/** Points above 0, up to 2^53, the limit below which whole points are exact. */
export type PositiveLength = number;

/**
 * The size of the section's header or footer (kinds `header`, `footer`). Only the side along the
 * scroll axis is read; 0 means no header or footer.
 */
export interface ReferenceSize {
  width?: Length | undefined;
  height?: Length | undefined;
}

/** The name under which `runs` of a response has the run's rectangles. */
export type RunName = string;

/**
 * Curves over the distance of an element's reference point from that of the visible rectangle, in the reading
 * direction; frames do not change. At least one property has a curve.
 */
export interface ScrollEffect {
  /**
   * The kinds of elements that the effect drives. Headers and footers are boundary supplementary items before and
   * after the cells, pinned ones included; supplementaries are those at the sides, and those of items and groups.
   * Decorations have no effects.
   * @defaultValue ["cells"]
   */
  elements?: readonly EffectElements[] | undefined;
  /**
   * The points between which the distance is measured, the centres or the edges of the element and of the visible rectangle.
   * @defaultValue "center"
   */
  reference?: "center" | "leading" | "trailing" | undefined;
  /**
   * The axis of the distance: `scroll` is the axis along which the section scrolls (an orthogonal section's own), `cross` the axis across it.
   * @defaultValue "scroll"
   */
  axis?: "scroll" | "cross" | undefined;
  /**
   * The unit of distances: the element's length (`item`), the length of the visible rectangle (`viewport`) or a point (`points`).
   * @defaultValue "item"
   */
  unit?: "item" | "viewport" | "points" | undefined;
  /** The opacity, from 0 to 1. */
  alpha?: EffectCurve | undefined;
  /** The scale about the element's centre, from 0 to 10. */
  scale?: EffectCurve | undefined;
  /** How far the element moves, in points. */
  translation?: EffectTranslation | undefined;
  /** Degrees clockwise about the element's centre, up to ±3600; counterclockwise in a right-to-left container. */
  rotation?: EffectCurve | undefined;
  /** Whole numbers up to ±1000000, added to the element's own stacking order; rounded between the points, upwards at the half. */
  zIndex?: EffectCurve | undefined;
  /** The share of the element's light that is removed, from 0 to 1 (CSS `brightness(1 - dim)`). */
  dim?: EffectCurve | undefined;
}

/**
 * Effects on the section's elements that follow the scroll position (`visibleItemsInvalidationHandler` as data).
 * Attributes have them if the query has `bounds`; style sheets have those of cells as scroll-driven animations.
 * Only one effect may drive a property of an element. An arrangement inside a group has none.
 */
export type ScrollEffects = readonly ScrollEffect[];

/** One section. */
export interface Section {
  items: Items;
  /** Replaces the document's layout whole. */
  layout?: LayoutSpec | undefined;
  /** The bodies of the section's header, footer, boundary items and badges. */
  supplementaries?: SupplementaryBodies | undefined;
}

/** A section to insert at a place of the version. */
export interface SectionInsertion {
  section: SectionNumber;
  layout?: LayoutSpec | undefined;
  items: Items;
  supplementaries?: SupplementaryBodies | undefined;
}

/** A section to move from a place of the parent to a place of the version. */
export interface SectionMove {
  from: SectionNumber;
  to: SectionNumber;
}

export type SectionNumber = number;

/** Other items, another layout, other bodies of headers and footers, or several of these. */
export interface SectionReplacement {
  section: SectionNumber;
  layout?: LayoutSpec | undefined;
  items?: Items | undefined;
  /** Replaces all such bodies of the section; an empty object removes them. */
  supplementaries?: SupplementaryBodies | undefined;
}

/** The distance of a list's separators from the ends of rows. */
export interface SeparatorInsets {
  /**
   * Points at the leading end.
   * @defaultValue 16
   */
  leading?: Length | undefined;
  /** Points at the trailing end. */
  trailing?: Length | undefined;
}

/**
 * Whether a separator is shown; `automatic` follows the list's appearance.
 * @defaultValue "automatic"
 */
export type SeparatorVisibility = "automatic" | "hidden" | "visible";

/** Where scrolling stops (`target-offset`). */
export interface Snapping {
  /**
   * `item` stops at multiples of item length + line spacing, `page` at multiples of the container's length, both at the content's end, too; `none` stops anywhere.
   * @defaultValue "none"
   */
  mode?: "item" | "page" | "none" | undefined;
  /**
   * The |velocity| above which a flick turns a page.
   * @defaultValue 0.2
   */
  flickVelocityThreshold?: Length | undefined;
}

/** An exact number of points (`fixed`) or a minimum (`flexible`); default fixed 0. */
export type Spacing = FixedSpacing | FlexibleSpacing;

/** A rectangle that columns flow around. */
export type Stamp = FrameNumbers | StampFields;

/** A rectangle by its fields. */
export interface StampFields {
  x?: Distance | undefined;
  y?: Distance | undefined;
  width: Length;
  height: Length;
}

/** A part of a text in a style of its own. */
export interface StyledRun {
  /** The text. */
  text: BodyText;
  /** The name of a style of `textStyles`; the block's style if absent. */
  style?: string | undefined;
  /** The name under which `runs` of a response has the rectangles. */
  name?: RunName | undefined;
}

/**
 * Subitems one after the other: in a cycle until no more fit; or, with `count`, the one subitem
 * `count` times, in equal parts that override its length along the group's axis; or, with
 * `repeatingSubitem`, the one subitem that many times at its own size, even beyond the group's end.
 */
export interface SubitemGroup {
  direction: "horizontal" | "vertical";
  size: LayoutSize;
  subitems: readonly (LayoutItem | Group)[];
  count?: number | undefined;
  /** The number of copies of the one subitem, at its own size; cannot be combined with `count`. */
  repeatingSubitem?: number | undefined;
  /** The spacing between two subitems; a flexible spacing is a minimum that gets a share of the remaining length. */
  interItemSpacing?: Spacing | undefined;
  contentInsets?: DirectionalInsets | undefined;
  edgeSpacing?: EdgeSpacing | undefined;
  supplementaryItems?: SupplementaryItems | undefined;
}

/**
 * Bodies by kind, `header`, `footer` or that of a boundary item or of supplementary items, at most 16. Tatami
 * measures them: a header or footer is as high as its body, and at least as high as its layout says. A boundary
 * item and supplementary items need an estimated height; an estimated width of a supplementary item becomes that
 * of the longest line, at most its host's. Layouts that scroll horizontally and custom layouts have none (422).
 */
export type SupplementaryBodies = { readonly [field: string]: SupplementaryBody };

/** A body, or an object with the lengths that a view measured. */
export type SupplementaryBody = ItemBody | MeasuredSupplementary;

/** A badge of an item or a group, placed by anchors. */
export interface SupplementaryItem {
  kind: Kind;
  size: LayoutSize;
  /** The point of the host; defaults to its middle. */
  containerAnchor?: SupplementaryAnchor | undefined;
  /** The point of the badge that is put on the host's point; defaults to the point at the container anchor's edges. */
  itemAnchor?: SupplementaryAnchor | undefined;
  /** @defaultValue 1 */
  zIndex?: ZIndex | undefined;
}

/** Badges and other supplementaries of an item or a group. */
export type SupplementaryItems = readonly SupplementaryItem[];

/** The width of a tab. */
export interface TabLength {
  /** Points. */
  length: number;
}

/** A text and its style. */
export interface TextBlock {
  /** The text, or its runs. */
  text: TextOrRuns;
  /**
   * The name of a style of `textStyles`; defaults to the layout's `body.style`, else to the document's
   * only style. A text without a style is 422.
   */
  style?: string | undefined;
}

/** An indent of the first line; either `length` or `em` is required. */
export interface TextIndent {
  /** Points, or a part of the font size. */
  length?: number | EmIndent | undefined;
  /** A part of the font size. */
  em?: number | undefined;
  /** Whether all lines are indented but the first one. */
  hanging?: boolean | undefined;
  /** Whether a line after a newline counts as a first one. */
  eachLine?: boolean | undefined;
}

export type TextOrRuns = BodyText | TextRuns;

/** A part of a text. */
export type TextRun = BodyText | StyledRun | BoxRun;

/**
 * The parts of one text: strings in the block's style, strings in styles of their own, and boxes such as icons. They have
 * at most 8,192 UTF-16 units together, and a box is one. What concerns the paragraph (`whiteSpace`, `wordBreak`,
 * `overflowWrap`, `lineBreak`, `direction`, `maxLines`, `textWrap`, `textIndent`, `textOverflow`) is read from the block's style.
 */
export type TextRuns = readonly TextRun[];

/**
 * How a text is set, by CSS's properties and with CSS's meanings. Lengths are points, and a point is CSS's
 * px. Every property that a page sets and that changes lines has to be here with the same value.
 */
export interface TextStyle {
  /**
   * The families in the order in which they are tried for each character; `TATAMI_FALLBACK_FONTS` follow.
   * An unknown family is 422; `GET /v1/fonts` lists those of the service.
   */
  fontFamily: FontFamily | FontFamilies;
  /**
   * The size of the font.
   * @defaultValue 16
   */
  fontSize?: number | undefined;
  /**
   * The weight: a number, or `normal` (400, also without the field) or `bold` (700). Static faces are matched as CSS does; a variable
   * face applies it on its `wght` axis.
   */
  fontWeight?: number | FontWeightName | undefined;
  /**
   * Whether an italic or oblique face is chosen. Nothing is slanted to imitate one.
   * @defaultValue "normal"
   */
  fontStyle?: "normal" | "italic" | "oblique" | undefined;
  /**
   * Points, at most 65,536, rounded to 1/64; or a multiple of the font size. `1.5` is 1.5 points: write
   * `{"multiple": 1.5}` for CSS's `line-height: 1.5`. `normal`: what the fonts of each line ask for.
   */
  lineHeight: number | LineHeightMultiple | NormalLineHeight;
  /** Points added after each character, or a part of the font size. */
  letterSpacing?: number | EmLength | undefined;
  /** Points added to each space, or a part of the font size. */
  wordSpacing?: number | EmLength | undefined;
  /**
   * Which white space collapses, and whether lines wrap.
   * @defaultValue "normal"
   */
  whiteSpace?: "normal" | "nowrap" | "pre" | "pre-wrap" | "pre-line" | "break-spaces" | undefined;
  /**
   * Whether words may break between letters. CSS's old `break-word` means `overflowWrap` `anywhere`.
   * @defaultValue "normal"
   */
  wordBreak?: "normal" | "keep-all" | "break-all" | "break-word" | undefined;
  /**
   * Whether a word that is wider than a line is broken. The default is not CSS's (`normal`): set
   * `overflow-wrap: break-word` in your page.
   * @defaultValue "break-word"
   */
  overflowWrap?: "normal" | "break-word" | "anywhere" | undefined;
  /**
   * How strictly lines break, mostly in Chinese and Japanese.
   * @defaultValue "auto"
   */
  lineBreak?: "auto" | "loose" | "normal" | "strict" | "anywhere" | undefined;
  /** The language as a BCP 47 tag of at most 64 characters, as in HTML's `lang`; unknown if absent. */
  lang?: string | undefined;
  /**
   * The width of a tab, as a number of spaces or in points.
   * @defaultValue 8
   */
  tabSize?: number | TabLength | undefined;
  /** The direction of paragraphs; the container's if absent. */
  direction?: LayoutDirection | undefined;
  /** The number of lines after which the text is cut (`-webkit-line-clamp`); all if absent. */
  maxLines?: number | undefined;
  /**
   * How lines are filled: one after the other, or with breaks that are chosen together. `balance`: lines of equal length, in
   * paragraphs of at most 6 lines. `pretty`: no short word alone on the last line. The number of lines is the same.
   * @defaultValue "wrap"
   */
  textWrap?: "wrap" | "balance" | "pretty" | undefined;
  /**
   * The case in which letters are shown. `lang` has rules of its own for `az`, `el`, `lt` and `tr`.
   * @defaultValue "none"
   */
  textTransform?: "none" | "uppercase" | "lowercase" | "capitalize" | undefined;
  /**
   * `manual`: words break at soft hyphens (U+00AD). `none`: soft hyphens are nothing.
   * @defaultValue "manual"
   */
  hyphens?: "manual" | "none" | undefined;
  /**
   * What a line shows that ends at a soft hyphen, at most 16 UTF-16 units; `auto`: the font's hyphen.
   * @defaultValue "auto"
   */
  hyphenateCharacter?: string | undefined;
  /**
   * How a line of `nowrap` or `pre` that is wider than its box ends: cut off, or with `…`.
   * @defaultValue "clip"
   */
  textOverflow?: "clip" | "ellipsis" | undefined;
  /** What a line ends with that `maxLines` cuts, at most 64 UTF-16 units; `…` if absent. Browsers draw `…`. */
  lineClampEnd?: string | undefined;
  /** The indent of the first line, in points or as a part of the font size. */
  textIndent?: number | TextIndent | undefined;
  /**
   * Where the blank half of full-width punctuation goes away: between punctuation, and at the end of a line if that lets it
   * fit (`normal`); nowhere (`space-all`); also at the start of each line (`trim-start`), or of each but the first (`space-first`).
   * @defaultValue "normal"
   */
  textSpacingTrim?: "normal" | "space-all" | "space-first" | "trim-start" | undefined;
  /**
   * `normal`: an eighth of the font size between ideographs and letters or digits of other scripts.
   * @defaultValue "no-autospace"
   */
  textAutospace?: "no-autospace" | "normal" | undefined;
  /** Features of OpenType. */
  fontFeatureSettings?: FontFeatures | undefined;
  /** Values of the axes of variable fonts. */
  fontVariationSettings?: FontVariations | undefined;
  /**
   * `none`: pairs of letters are not kerned.
   * @defaultValue "auto"
   */
  fontKerning?: "auto" | "normal" | "none" | undefined;
  /**
   * The forms of capital and small letters. Nothing is scaled to imitate small capitals.
   * @defaultValue "normal"
   */
  fontVariantCaps?: "normal" | "small-caps" | "all-small-caps" | "petite-caps" | "all-petite-caps" | "unicase" | "titling-caps" | undefined;
  /**
   * The forms of digits, as words with spaces between them: `lining-nums` or `oldstyle-nums`, `proportional-nums` or
   * `tabular-nums`, `diagonal-fractions` or `stacked-fractions`, `ordinal`, `slashed-zero`; or `normal`.
   * @defaultValue "normal"
   */
  fontVariantNumeric?: string | undefined;
  /**
   * The ligatures, as words with spaces between them: `common-ligatures`, `discretionary-ligatures`, `historical-ligatures`,
   * `contextual`, each also with `no-` before it; or `none`, or `normal`.
   * @defaultValue "normal"
   */
  fontVariantLigatures?: string | undefined;
  /** The width of the faces in percent of the normal one, or CSS's word for it; 100 without the field. */
  fontStretch?: number | FontStretchName | undefined;
}

/** Text styles by their names, each of at most 64 bytes. */
export type TextStyles = { readonly [field: string]: TextStyle };

/** An estimate in points, which becomes as long as the longest of its siblings. */
export interface UniformDimension {
  uniformAcrossSiblings: Length;
}

/** A layout, and the condition that the container must match. */
export interface Variant {
  when?: Condition | undefined;
  layout: SectionLayout;
}

/** The first variant whose `when` matches the container is used; 422 if none matches. */
export type Variants = readonly Variant[];

/**
 * Staggered columns. Column width = (cross size − insets − gaps) ÷ columns. Cell height = media
 * height + `bodyHeight`; a lone number or `height` alone is a fixed media height; `[w,h]`, width
 * and height, or `aspectRatio` scale to the cell's width. With horizontal scrolling columns
 * become rows, and heights widths.
 */
export interface WaterfallLayout {
  type: "waterfall";
  /**
   * The number of columns; with `minWidth` or `width`, as many as fit at that width.
   * @defaultValue 2
   */
  columns?: number | FittingColumns | FixedColumns | undefined;
  /**
   * The alignment of columns of a given `width` if they leave space.
   * @defaultValue "start"
   */
  columnAlignment?: "start" | "center" | "end" | undefined;
  /**
   * Points between two columns.
   * @defaultValue 10
   */
  columnSpacing?: Distance | undefined;
  /**
   * Points between two items of a column.
   * @defaultValue 10
   */
  rowSpacing?: Distance | undefined;
  /** Sets `columnSpacing` and `rowSpacing`, unless they are set. */
  spacing?: Distance | undefined;
  sectionInset?: Insets | undefined;
  contentInsetsReference?: ContentInsetsReference | undefined;
  headerReferenceSize?: ReferenceSize | undefined;
  footerReferenceSize?: ReferenceSize | undefined;
  sectionHeadersPinToVisibleBounds?: Pinning | undefined;
  sectionFootersPinToVisibleBounds?: Pinning | undefined;
  /** How the header's body is set (`supplementaries` of a section). */
  headerBody?: BodyOptions | undefined;
  /** How the footer's body is set (`supplementaries` of a section). */
  footerBody?: BodyOptions | undefined;
  /** The header's own insets, which take space, too, if the section has a header. */
  headerInset?: Insets | undefined;
  /** The footer's own insets, which take space, too, if the section has a footer. */
  footerInset?: Insets | undefined;
  /**
   * Which column gets the next item: the column whose bottom is least (`shortestColumn`; ties go to
   * the leading column), each column in turn (`roundRobin`), like in CSS grid-lanes (`gridLanes`), or
   * each column until it is full, like in CSS multi-column (`balanced`).
   * @defaultValue "shortestColumn"
   */
  placement?: "shortestColumn" | "roundRobin" | "gridLanes" | "balanced" | undefined;
  /**
   * Where an item may be: at the end (`normal`), or in the highest gap that it fits into (`dense`, as CSS
   * `grid-lanes-pack`). Items that cover several columns leave gaps. `rowSpacing` must be ≥ 0 then.
   * @defaultValue "normal"
   */
  packing?: "normal" | "dense" | undefined;
  /**
   * Rectangles that the columns flow around, relative to the section's corner at its start and the leading
   * edge. Items begin below them; with `packing` `dense`, they also go above and between them. None if
   * `placement` is `balanced`.
   */
  stamps?: readonly Stamp[] | undefined;
  /**
   * gridLanes: how far a column's bottom may be below the least one, for the column still to get the next item.
   * @defaultValue 16
   */
  flowTolerance?: AnyLength | "infinite" | undefined;
  /** How the bodies below the items' media are set. */
  body?: BodyOptions | undefined;
  effects?: ScrollEffects | undefined;
}

export type WholeRow = "full" | "fullBleed";

export type ZIndex = number;
