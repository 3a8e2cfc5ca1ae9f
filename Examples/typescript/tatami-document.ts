// SPDX-License-Identifier: Apache-2.0
// The types of the documents and updates that a Tatami server takes, made of its JSON Schemas by
// Tests/Generators/typescript_types.py: do not edit. Nothing of this file is left in JavaScript.
//
// A field may be undefined if it may be missing, since JSON.stringify leaves out such fields.

/**
 * A container, sections of items and how each is laid out. Exactly one of `items` and
 * `sections`; each section needs items and a layout, its own or the document's. Zero items and
 * zero sections are valid. A document may be valid by this schema and still be impossible to lay
 * out (422 `invalid-layout`), say for insets that leave no room. This schema in turn holds every
 * layout to its rules, the service only those that items are laid out by.
 */
export type LayoutDocument = {
  container: Container;
  configuration?: Configuration | undefined;
  /** Every section's, unless it names its own, which replaces it whole. */
  layout: LayoutSpec;
  sections?: never;
  /** The items of the one section. */
  items: Items;
} | {
  container: Container;
  configuration?: Configuration | undefined;
  layout?: never;
  /** The sections, in order along the scroll axis. */
  sections: readonly (Section & { [Field in "layout"]-?: NonNullable<Section[Field]> })[];
  items?: never;
} | {
  container: Container;
  configuration?: Configuration | undefined;
  /** Every section's, unless it names its own, which replaces it whole. */
  layout: LayoutSpec;
  /** The sections, in order along the scroll axis. */
  sections: readonly Section[];
  items?: never;
};

/**
 * A batch of operations; `{}` makes a version that looks like its parent. Lists may have 100,000
 * entries together.
 */
export interface LayoutUpdate {
  /** Items of the parent: `[section, item]`, or neighbours from there on. */
  delete?: readonly DeletedItems[] | undefined;
  /** Another item in the place of one of the parent's, which stays the same element. */
  replace?: readonly ItemReplacement[] | undefined;
  /** Sizes that a view has found for items of the parent; null forgets one. */
  measure?: readonly ItemMeasurement[] | undefined;
  deleteSections?: readonly SectionNumber[] | undefined;
  /** Other items, another layout, or both. */
  replaceSections?: readonly SectionReplacement[] | undefined;
  /** The first of the items stands at that place of the version, the others after it. */
  insert?: readonly ItemInsertion[] | undefined;
  /** After all others of a section, without one of the last. */
  append?: readonly AppendedItems[] | undefined;
  insertSections?: readonly SectionInsertion[] | undefined;
  /** Neighbours, which stay neighbours, from the parent to the version. */
  move?: readonly ItemMove[] | undefined;
  moveSections?: readonly SectionMove[] | undefined;
  /** Merged into the parent's field by field; null removes one (RFC 7386). */
  container?: ContainerChange | undefined;
  /** Replaces the parent's. */
  configuration?: Configuration | undefined;
  /** Replaces the document's; sections with layouts of their own keep them. */
  layout?: LayoutSpec | undefined;
  /**
   * Waterfalls: `true`: each item of the parent keeps the column in which it begins;
   * `[section, item]`: those up to that item of the parent; `false`: all columns are forgotten.
   */
  keepColumns?: boolean | IndexPath | undefined;
}

/** Points. */
export interface AbsoluteDimension {
  absolute: Length;
}

export interface SupplementaryAnchor {
  /** No two opposite ones. */
  edges?: readonly ("top" | "leading" | "bottom" | "trailing")[] | undefined;
  /** In points. */
  absoluteOffset?: PointOrZero | undefined;
  /** In parts of the supplementary's own size. */
  fractionalOffset?: PointOrZero | undefined;
}

/** A finite number ≥ 0. */
export type AnyLength = number;

/** A finite number > 0. */
export type AnyPositive = number;

/** Items at a section's end. */
export interface AppendedItems {
  section?: SectionNumber | undefined;
  items: Items;
}

/**
 * What an arrangement may be: any layout but `compositional`, without headers, footers or a
 * background.
 */
export type ArrangedLayout = FlowLayout | WaterfallLayout | JustifiedLayout | MagazineLayout | ListLayout | CustomLayout;

/** A header, footer or side item of a section or of the whole layout. */
export interface BoundaryItem {
  kind: Kind;
  /** Against the container less the section's cross insets. */
  size: LayoutSize;
  alignment: "top" | "bottom" | "leading" | "trailing" | "topLeading" | "topTrailing" | "bottomLeading" | "bottomTrailing";
  /** Moves the frame and nothing else. */
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

/** Points between two items of a row, and between two rows. */
export interface BoxSpacing {
  /** @defaultValue 10 */
  horizontal?: Length | undefined;
  /** @defaultValue 10 */
  vertical?: Length | undefined;
}

/**
 * One NSCollectionLayoutSection: groups repeat along the section's axis. The section's items
 * fill the groups in the order of their subitems.
 */
export interface CompositionalLayout {
  type: "compositional";
  group: Group;
  /** Points between two groups. */
  interGroupSpacing?: Distance | undefined;
  contentInsets?: DirectionalInsets | undefined;
  /**
   * How the section scrolls across the layout's axis.
   * @defaultValue "none"
   */
  orthogonalScrollingBehavior?: "none" | "continuous" | "continuousGroupLeadingBoundary" | "paging" | "groupPaging" | "groupPagingCentered" | undefined;
  /** Headers, footers and side items. */
  boundarySupplementaryItems?: readonly BoundaryItem[] | undefined;
  /** Backgrounds, each the whole section's extent less its own insets. */
  decorationItems?: readonly DecorationItem[] | undefined;
  /**
   * Whether boundary items keep to the section's cross insets.
   * @defaultValue true
   */
  supplementariesFollowContentInsets?: boolean | undefined;
}

/** What the container's whole size must be like; bounds are inclusive. Without it anything goes. */
export interface Condition {
  minWidth?: AnyLength | undefined;
  maxWidth?: AnyLength | undefined;
  minHeight?: AnyLength | undefined;
  maxHeight?: AnyLength | undefined;
  direction?: LayoutDirection | undefined;
}

/** What applies to all sections together. */
export interface Configuration {
  /**
   * The axis along which sections are stacked; justified and magazine know `vertical` only.
   * @defaultValue "vertical"
   */
  scrollDirection?: "vertical" | "horizontal" | undefined;
  /** Points between two sections, of every layout type. */
  interSectionSpacing?: Distance | undefined;
  /** Headers and footers of the whole layout; their index path is one number, `[n]`. */
  boundarySupplementaryItems?: readonly BoundaryItem[] | undefined;
}

/** The view that shows the content. */
export interface Container {
  /** Its width. */
  width: PositiveLength;
  /** Its height. */
  height: PositiveLength;
  /**
   * What its edges keep free. Layouts use the remaining size, coordinates start at its corner,
   * offsets at −inset.
   */
  contentInsets?: DirectionalInsets | undefined;
  /**
   * `rtl`: the finished content is mirrored in its width; queries use mirrored coordinates.
   * @defaultValue "ltr"
   */
  direction?: LayoutDirection | undefined;
  /**
   * Pixels a point, at least 2^-53: the attributes' x, y, width and height are each rounded to
   * 1/scale, halves away from zero; magazine rounds item widths only. contentSize, section
   * frames and imageHeight stay exact. Unrounded without it.
   */
  scale?: number | undefined;
}

/** Fields of the container; null removes one. */
export interface ContainerChange {
  /** Its width. */
  width?: PositiveLength | undefined;
  /** Its height. */
  height?: PositiveLength | undefined;
  contentInsets?: null | DirectionalInsets | undefined;
  direction?: null | LayoutDirection | undefined;
  scale?: number | null | undefined;
}

/**
 * Given frames, or an `arrangement`: a layout, laid out inside the section's own group with all
 * of the section's items; a group of an estimated length grows to its content. Nested groups
 * and sections that scroll by themselves have no arrangement.
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

/** The frames are given, as many as items. */
export interface CustomLayout {
  type: "custom";
  frames: Frames;
}

export interface DecorationItem {
  kind: Kind;
  /** Shrink its frame. */
  contentInsets?: DirectionalInsets | undefined;
  zIndex?: ZIndex | undefined;
}

export type DeletedItems = IndexPath | ItemRange;

/**
 * A length: in points, an estimate in points, an estimate as long as the longest of its siblings,
 * or a part of the parent's width or height, to which `plus` adds points. `plus` may be negative.
 */
export type Dimension = AbsoluteDimension | EstimatedDimension | UniformDimension | FractionalWidthDimension | FractionalHeightDimension;

/** Distances from the edges, whose sides turn round in right-to-left layouts. */
export interface DirectionalInsets {
  top?: Distance | undefined;
  leading?: Distance | undefined;
  bottom?: Distance | undefined;
  trailing?: Distance | undefined;
}

/** Points of either sign, up to 2^53, to which whole points are exact. */
export type Distance = number;

/** Room around an item, counted when subitems are fitted. */
export interface EdgeSpacing {
  leading?: Spacing | undefined;
  top?: Spacing | undefined;
  trailing?: Spacing | undefined;
  bottom?: Spacing | undefined;
}

/** An estimate in points, until the content is laid out. */
export interface EstimatedDimension {
  estimated: Length;
}

/** As many columns as fit at that width. */
export interface FittingColumns {
  minWidth: PositiveLength;
}

/** That many points. */
export interface FixedSpacing {
  fixed: Distance;
}

/** That many points or more. */
export interface FlexibleSpacing {
  flexible: Distance;
}

export interface FlowItemSize {
  /** @defaultValue 50 */
  width?: Length | undefined;
  /** @defaultValue 50 */
  height?: Length | undefined;
}

/**
 * UICollectionViewFlowLayout: lines as full as `minimumInteritemSpacing` allows, justified;
 * items are centred across their line. An item's `[w,h]` or width and height is its size; a lone
 * number is its height.
 */
export interface FlowLayout {
  type: "flow";
  /** The size of items that name none. */
  itemSize?: FlowItemSize | undefined;
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
  /** `centered`: the insets that centre one `itemSize` item in the container. */
  sectionInset?: Insets | "centered" | undefined;
  headerReferenceSize?: ReferenceSize | undefined;
  footerReferenceSize?: ReferenceSize | undefined;
  sectionHeadersPinToVisibleBounds?: Pinning | undefined;
  sectionFootersPinToVisibleBounds?: Pinning | undefined;
  /** By how much every cell is larger than its place. */
  boundsOutset?: BoundsOutset | undefined;
  /** Where scrolling stops (`target-offset`). */
  snapping?: Snapping | undefined;
}

/** A part of the parent's height. */
export interface FractionalHeightDimension {
  fractionalHeight: Length;
  plus?: Distance | undefined;
}

/** A part of the parent's width. */
export interface FractionalWidthDimension {
  fractionalWidth: Length;
  plus?: Distance | undefined;
}

/** Where an item stands. */
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

/** Frames relative to the origin of what holds them. */
export type Frames = readonly Frame[];

/** A group of subitems, of given frames, or of another layout's cells. */
export type Group = SubitemGroup | CustomGroup;

/** Distances from the edges; may be negative. */
export interface Insets {
  top?: Distance | undefined;
  left?: Distance | undefined;
  bottom?: Distance | undefined;
  right?: Distance | undefined;
}

/**
 * What an item's numbers mean is the layout's to say; fields that a layout does not read are
 * accepted. A lone number is a fixed height (an aspect ratio in justified). A missing size: flow
 * `itemSize`; list `rowHeight`; waterfall and justified a square; magazine full width, dynamic,
 * 150. A side of 0 gives a waterfall item's media a height of 0.
 */
export type Item = Length | ItemSize | ItemFields;

/** An item by its fields. */
export interface ItemFields {
  /** Echoed in the item's attributes. */
  id?: string | undefined;
  /** Points */
  width?: Length | undefined;
  /** Points */
  height?: Length | undefined;
  /** Width ÷ height; beats width and height. */
  aspectRatio?: AnyLength | undefined;
  /**
   * Waterfall: points below the media, for text and buttons; the attributes then carry
   * `imageHeight`, the media's height.
   */
  bodyHeight?: Length | undefined;
  /**
   * Waterfall: the item covers that many adjoining columns.
   * @defaultValue 1
   */
  columnSpan?: number | undefined;
  /** The stacking order. */
  zIndex?: ZIndex | undefined;
  /**
   * Magazine: the whole row, the whole row without `itemInsets`, or one of a row of n.
   * @defaultValue "full"
   */
  widthMode?: WholeRow | number | undefined;
  /**
   * Magazine: `stretch` takes the row's height; the others keep their own.
   * @defaultValue "dynamic"
   */
  heightMode?: "static" | "dynamic" | "stretch" | undefined;
  /** What a view has found, which beats what the item says of itself. */
  measured?: MeasuredSize | undefined;
  /** Waterfall: the column in which the item begins; others fill in around it. */
  column?: number | undefined;
}

/** Items from a place of the version on. */
export interface ItemInsertion {
  indexPath: IndexPath;
  items: Items;
}

/** Sizes that a view has found. */
export interface ItemMeasurement {
  indexPath: IndexPath;
  width?: MeasuredSide | undefined;
  height?: MeasuredSide | undefined;
  bodyHeight?: MeasuredSide | undefined;
}

/** Items from a place of the parent to one of the version. */
export interface ItemMove {
  from: IndexPath;
  to: IndexPath;
  count?: Neighbours | undefined;
}

/** `[section, item]` */
export type IndexPath = [section: number, item: number];

/** Neighbours from `indexPath` on. */
export interface ItemRange {
  indexPath: IndexPath;
  count?: Neighbours | undefined;
}

/** Another item at a place of the parent. */
export interface ItemReplacement {
  indexPath: IndexPath;
  item: Item;
}

/** `[width, height]` */
export type ItemSize = readonly [width: Length, height: Length];

/** A count, or an array of items; at most `TATAMI_MAX_ITEMS` (2,000,000) in the whole document. */
export type Items = number | readonly Item[];

/**
 * Rows of equal height that fill the width (flickr/justified-layout, whose option names are
 * kept). An item's aspect ratio is its `aspectRatio`, its width ÷ height or its lone number; it
 * must be > 0. Spacings must be ≥ 0. Vertical scrolling only.
 */
export interface JustifiedLayout {
  type: "justified";
  /**
   * The height that rows are to have; they keep between half and twice of it.
   * @defaultValue 320
   */
  targetRowHeight?: AnyPositive | undefined;
  /**
   * How far a row's sum of ratios may be off, as a part of the target's.
   * @defaultValue 0.25
   */
  targetRowHeightTolerance?: Length | undefined;
  /**
   * Points between items and rows, or each by itself.
   * @defaultValue 10
   */
  boxSpacing?: Length | BoxSpacing | undefined;
  sectionInset?: Insets | undefined;
  /**
   * Whether the last row is shown when it is not full.
   * @defaultValue true
   */
  showWidows?: boolean | undefined;
  /**
   * How the last row stands when it is not full.
   * @defaultValue "left"
   */
  widowLayoutStyle?: "left" | "center" | "justify" | undefined;
  /** After how many complete rows to stop; without limit where it is absent. */
  maxNumRows?: number | undefined;
  /** Replaces every item's ratio. */
  forceAspectRatio?: AnyPositive | undefined;
  /** Every how many rows an item at least as wide as high may fill a row alone. */
  fullWidthBreakoutRowCadence?: number | undefined;
  headerReferenceSize?: ReferenceSize | undefined;
  footerReferenceSize?: ReferenceSize | undefined;
  sectionHeadersPinToVisibleBounds?: Pinning | undefined;
  sectionFootersPinToVisibleBounds?: Pinning | undefined;
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

/** Points from 0 to 2^53, to which whole points are exact. */
export type Length = number;

/** One item a line. A lone number or `height` is that row's height. */
export interface ListLayout {
  type: "list";
  /**
   * The height of rows whose items name none.
   * @defaultValue 44
   */
  rowHeight?: Length | undefined;
  /** Points between two rows. */
  rowSpacing?: Distance | undefined;
  sectionInset?: Insets | undefined;
  headerReferenceSize?: ReferenceSize | undefined;
  footerReferenceSize?: ReferenceSize | undefined;
  sectionHeadersPinToVisibleBounds?: Pinning | undefined;
  sectionFootersPinToVisibleBounds?: Pinning | undefined;
}

/** A header or footer, as wide as the section without its insets. */
export interface MagazineBoundary {
  /** @defaultValue 44 */
  height?: Length | undefined;
  pinToVisibleBounds?: Pinning | undefined;
}

/**
 * Rows of full, half, third … width items (airbnb/MagazineLayout, whose option names are kept).
 * A row is a run of items of the same `widthMode`, n at most, as high as its tallest item; a lone
 * number is an item's height. Spacings must be ≥ 0. Vertical scrolling only.
 */
export interface MagazineLayout {
  type: "magazine";
  /** Points between two items of a row. */
  horizontalSpacing?: Length | undefined;
  /** Points between two rows. */
  verticalSpacing?: Length | undefined;
  sectionInset?: Insets | undefined;
  /** Insets of the rows within the section's; `fullBleed` items ignore them. */
  itemInsets?: Insets | undefined;
  header?: MagazineBoundary | undefined;
  footer?: MagazineBoundary | undefined;
  /** Whether a decoration of kind `background` stands behind the section. */
  background?: boolean | undefined;
}

export type MeasuredSide = null | Length;

/**
 * What a view has found, which beats what the item says of itself (list, flow, waterfall,
 * magazine and estimated compositional items).
 */
export interface MeasuredSize {
  width?: Length | undefined;
  height?: Length | undefined;
  bodyHeight?: Length | undefined;
}

/** @defaultValue 1 */
export type Neighbours = number;

/** Whether the element holds to the visible bounds while its section shows. */
export type Pinning = boolean;

export interface PointOrZero {
  x?: Distance | undefined;
  y?: Distance | undefined;
}

/** Points above 0, up to 2^53, to which whole points are exact. */
export type PositiveLength = number;

/**
 * The size of the section's header or footer (kinds `header`, `footer`); only the side along the
 * scroll axis is read, and 0 means none.
 */
export interface ReferenceSize {
  width?: Length | undefined;
  height?: Length | undefined;
}

/** One section. */
export interface Section {
  items: Items;
  /** Replaces the document's layout whole. */
  layout?: LayoutSpec | undefined;
}

/** A section at a place of the version. */
export interface SectionInsertion {
  section: SectionNumber;
  layout?: LayoutSpec | undefined;
  items: Items;
}

/** A section from a place of the parent to one of the version. */
export interface SectionMove {
  from: SectionNumber;
  to: SectionNumber;
}

export type SectionNumber = number;

/** Other items, another layout, or both. */
export interface SectionReplacement {
  section: SectionNumber;
  layout?: LayoutSpec | undefined;
  items?: Items | undefined;
}

/** Where scrolling stops (`target-offset`). */
export interface Snapping {
  /**
   * At multiples of item length + line spacing, or of the container's length, and at the content's end; or anywhere.
   * @defaultValue "none"
   */
  mode?: "item" | "page" | "none" | undefined;
  /**
   * The |velocity| above which a flick turns a page.
   * @defaultValue 0.2
   */
  flickVelocityThreshold?: Length | undefined;
}

/** That many points, or that many or more; fixed 0 where it is not named. */
export type Spacing = FixedSpacing | FlexibleSpacing;

/**
 * Subitems one behind the other: in a cycle until no more fits, or, with `count`, the one
 * subitem that many times, its length along the group's axis being replaced.
 */
export interface SubitemGroup {
  direction: "horizontal" | "vertical";
  size: LayoutSize;
  subitems: readonly (LayoutItem | Group)[];
  count?: number | undefined;
  /** Between two subitems; a flexible one is a minimum that shares what is left over. */
  interItemSpacing?: Spacing | undefined;
  contentInsets?: DirectionalInsets | undefined;
  edgeSpacing?: EdgeSpacing | undefined;
  supplementaryItems?: SupplementaryItems | undefined;
}

/** A badge of an item or a group, placed by anchors. */
export interface SupplementaryItem {
  kind: Kind;
  size: LayoutSize;
  /** The point of the host; its middle where it is not named. */
  containerAnchor?: SupplementaryAnchor | undefined;
  /** The point of the badge that is put there; with the container's edges where it is not named. */
  itemAnchor?: SupplementaryAnchor | undefined;
  /** @defaultValue 1 */
  zIndex?: ZIndex | undefined;
}

/** Badges and the like. */
export type SupplementaryItems = readonly SupplementaryItem[];

/** An estimate in points; then as long as the longest of its siblings. */
export interface UniformDimension {
  uniformAcrossSiblings: Length;
}

/** A layout and the containers it is for. */
export interface Variant {
  when?: Condition | undefined;
  layout: SectionLayout;
}

/** The first variant whose `when` holds for the container is used; none means 422. */
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
   * How many columns; `minWidth` as many as fit at that width.
   * @defaultValue 2
   */
  columns?: number | FittingColumns | undefined;
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
  /** Both spacings, where they are not named. */
  spacing?: Distance | undefined;
  sectionInset?: Insets | undefined;
  headerReferenceSize?: ReferenceSize | undefined;
  footerReferenceSize?: ReferenceSize | undefined;
  sectionHeadersPinToVisibleBounds?: Pinning | undefined;
  sectionFootersPinToVisibleBounds?: Pinning | undefined;
  /** The header's own insets, which take room too; only where there is a header. */
  headerInset?: Insets | undefined;
  /** The footer's own insets, which take room too; only where there is a footer. */
  footerInset?: Insets | undefined;
  /**
   * Which column takes the next item: the one whose bottom is least (ties go to the leading
   * one), one after the other, or as CSS grid-lanes does.
   * @defaultValue "shortestColumn"
   */
  placement?: "shortestColumn" | "roundRobin" | "gridLanes" | undefined;
  /**
   * gridLanes: how much lower than the least a column may be and still be next.
   * @defaultValue 16
   */
  flowTolerance?: AnyLength | "infinite" | undefined;
}

export type WholeRow = "full" | "fullBleed";

export type ZIndex = number;
