// SPDX-License-Identifier: Apache-2.0
// Sizes, insets, edges and what else several layouts have, as documents have it: made of their JSON Schema by
// Tests/Generators/swift_types.py, not to be edited. What is nil is left out, and has the service's default.

/// The reading direction.
public enum TatamiLayoutDirection: String, Encodable, Sendable, Hashable {
  /// Left to right.
  case ltr
  /// Right to left.
  case rtl
}

/// Distances from the edges; in right-to-left layouts leading is the right edge, trailing the left.
public struct TatamiDirectionalInsets: Encodable, Sendable, Hashable {
  /// The distance from the top edge, in points.
  public var top: Double?
  /// The distance from the leading edge, in points.
  public var leading: Double?
  /// The distance from the bottom edge, in points.
  public var bottom: Double?
  /// The distance from the trailing edge, in points.
  public var trailing: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    top: Double? = nil,
    leading: Double? = nil,
    bottom: Double? = nil,
    trailing: Double? = nil
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

/// Insets of which none is negative; a missing side is 0.
public struct TatamiEdgeInsets: Encodable, Sendable, Hashable {
  /// The distance from the top edge, in points.
  public var top: Double?
  /// The distance from the leading edge, in points.
  public var leading: Double?
  /// The distance from the bottom edge, in points.
  public var bottom: Double?
  /// The distance from the trailing edge, in points.
  public var trailing: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    top: Double? = nil,
    leading: Double? = nil,
    bottom: Double? = nil,
    trailing: Double? = nil
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

/// A header, footer or side item of a section or of the whole layout.
public struct TatamiBoundaryItem: Encodable, Sendable, Hashable {
  /// The edge or corner of an element.
  public enum Alignment: String, Encodable, Sendable, Hashable {
    /// The top edge.
    case top
    /// The bottom edge.
    case bottom
    /// The leading edge.
    case leading
    /// The trailing edge.
    case trailing
    /// The corner of the top and leading edges.
    case topLeading
    /// The corner of the top and trailing edges.
    case topTrailing
    /// The corner of the bottom and leading edges.
    case bottomLeading
    /// The corner of the bottom and trailing edges.
    case bottomTrailing
  }

  /// The element kind, by which your app chooses a view.
  public var kind: String
  /// Resolved against the container less the section's insets on the cross axis.
  public var size: TatamiLayoutSize
  /// The edge or corner at which it is placed.
  public var alignment: Alignment
  /// Moves only the frame.
  public var absoluteOffset: TatamiPointOrZero?
  /// Whether it lengthens the section.
  public var extendsBoundary: Bool?
  /// Whether it stays visible while its section is.
  public var pinToVisibleBounds: Bool?
  /// The stacking order; greater values are in front.
  public var zIndex: Int?
  /// Shrink its frame.
  public var contentInsets: TatamiDirectionalInsets?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    kind: String,
    size: TatamiLayoutSize,
    alignment: Alignment,
    absoluteOffset: TatamiPointOrZero? = nil,
    extendsBoundary: Bool? = nil,
    pinToVisibleBounds: Bool? = nil,
    zIndex: Int? = nil,
    contentInsets: TatamiDirectionalInsets? = nil
  ) {
    self.kind = kind
    self.size = size
    self.alignment = alignment
    self.absoluteOffset = absoluteOffset
    self.extendsBoundary = extendsBoundary
    self.pinToVisibleBounds = pinToVisibleBounds
    self.zIndex = zIndex
    self.contentInsets = contentInsets
  }
}

/// The edges from which insets are measured (UIContentInsetsReference): those of the container less its
/// `contentInsets` (`none`), of its safe area, its layout margins, or its readable content. `automatic` is the
/// configuration's reference. Across the scroll axis, a section's insets are added to those of its reference; along
/// it, the content begins at the reference of the first section and ends at that of the last one.
public enum TatamiContentInsetsReference: String, Encodable, Sendable, Hashable {
  /// Those of the enclosing setting, in the end the safe area.
  case automatic
  /// Those of the container less its content insets.
  case `none`
  /// Those of the safe area.
  case safeArea
  /// Those of the layout margins.
  case layoutMargins
  /// Those of readable content, centred between the layout margins.
  case readableContent
}

/// A text, or blocks one below the other.
public enum TatamiItemBody: Encodable, Sendable, Hashable {
  /// A text in the default style.
  case bodyText(String)
  /// Texts and fixed heights, one below the other.
  case blocks([TatamiBlock])

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bodyText(let value): try container.encode(value)
    case .blocks(let value): try container.encode(value)
    }
  }
}

/// Whether there are separators above and below a row, and their distances from the row's ends.
public struct TatamiItemSeparators: Encodable, Sendable, Hashable {
  /// Whether there is a separator above the row.
  public var top: TatamiSeparatorVisibility?
  /// Whether there is a separator below the row.
  public var bottom: TatamiSeparatorVisibility?
  /// The distances of the separator above the row from the row's ends. Between two rows, `bottomInsets` of the row
  /// above takes precedence.
  public var topInsets: TatamiItemSeparatorInsets?
  /// The distances of the separator below the row from the row's ends.
  public var bottomInsets: TatamiItemSeparatorInsets?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    top: TatamiSeparatorVisibility? = nil,
    bottom: TatamiSeparatorVisibility? = nil,
    topInsets: TatamiItemSeparatorInsets? = nil,
    bottomInsets: TatamiItemSeparatorInsets? = nil
  ) {
    self.top = top
    self.bottom = bottom
    self.topInsets = topInsets
    self.bottomInsets = bottomInsets
  }
}

/// The size that a view measured; it overrides the item's own (list, flow, waterfall, magazine and
/// estimated compositional items; in orthogonal sections along both axes).
public struct TatamiMeasuredSize: Encodable, Sendable, Hashable {
  /// The width, in points.
  public var width: Double?
  /// The height, in points.
  public var height: Double?
  /// The height below the media, in points.
  public var bodyHeight: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(width: Double? = nil, height: Double? = nil, bodyHeight: Double? = nil) {
    self.width = width
    self.height = height
    self.bodyHeight = bodyHeight
  }
}

/// An indent of the first line; either `length` or `em` is required.
public struct TatamiTextIndent: Encodable, Sendable, Hashable {
  /// Points, or a part of the font size.
  public var length: Double?
  /// A part of the font size.
  public var em: Double?
  /// Whether all lines are indented but the first one.
  public var hanging: Bool?
  /// Whether a line after a newline counts as a first one.
  public var eachLine: Bool?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    length: Double? = nil,
    em: Double? = nil,
    hanging: Bool? = nil,
    eachLine: Bool? = nil
  ) {
    self.length = length
    self.em = em
    self.hanging = hanging
    self.eachLine = eachLine
  }
}

/// The size of items without their own.
public struct TatamiFlowItemSize: Encodable, Sendable, Hashable {
  /// The width, in points.
  public var width: Double?
  /// The height, in points.
  public var height: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

/// An estimate of the size of items that have none of their own.
public struct TatamiFlowEstimatedSize: Encodable, Sendable, Hashable {
  /// The width, in points.
  public var width: Double?
  /// The height, in points.
  public var height: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

/// The alignment of a line's items in the line's length.
public enum TatamiFlowAlignment: String, Encodable, Sendable, Hashable {
  /// From edge to edge, except in the last line.
  case justified
  /// At the leading edge.
  case leading
  /// In the centre.
  case center
  /// At the trailing edge.
  case trailing
}

/// The alignment of an item in the thickness of its line.
public enum TatamiFlowLineAlignment: String, Encodable, Sendable, Hashable {
  /// At the line's start along the scroll axis.
  case top
  /// In the middle of the line.
  case center
  /// At the line's end along the scroll axis.
  case bottom
}

/// Distances from the edges; may be negative.
public struct TatamiInsets: Encodable, Sendable, Hashable {
  /// The distance from the top edge, in points.
  public var top: Double?
  /// The distance from the left edge, in points.
  public var left: Double?
  /// The distance from the bottom edge, in points.
  public var bottom: Double?
  /// The distance from the right edge, in points.
  public var right: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    top: Double? = nil,
    left: Double? = nil,
    bottom: Double? = nil,
    right: Double? = nil
  ) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// The size of the section's header or footer (kinds `header`, `footer`). Only the side along the
/// scroll axis is read; 0 means no header or footer.
public struct TatamiReferenceSize: Encodable, Sendable, Hashable {
  /// The width, in points.
  public var width: Double?
  /// The height, in points.
  public var height: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

/// How the bodies of a layout's items are set.
public struct TatamiBodyOptions: Encodable, Sendable, Hashable {
  /// The space around a body's blocks; leading and trailing narrow the text.
  public var insets: TatamiBodyInsets?
  /// Points between two blocks that have a height.
  public var spacing: Double?
  /// The name of the style of texts without one.
  public var style: String?
  /// The least height of a body that is not empty, insets included.
  public var minHeight: Double?
  /// The width of items with bodies, in `body` of lists and flows.
  public var width: TatamiBodyWidth?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    insets: TatamiBodyInsets? = nil,
    spacing: Double? = nil,
    style: String? = nil,
    minHeight: Double? = nil,
    width: TatamiBodyWidth? = nil
  ) {
    self.insets = insets
    self.spacing = spacing
    self.style = style
    self.minHeight = minHeight
    self.width = width
  }
}

/// Every cell's bounds grow by this on both sides, around its centre; lines and contentSize do not.
public struct TatamiBoundsOutset: Encodable, Sendable, Hashable {
  /// The length in x, in points.
  public var horizontal: Double?
  /// The length in y, in points.
  public var vertical: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(horizontal: Double? = nil, vertical: Double? = nil) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// Where scrolling stops (`target-offset`).
public struct TatamiSnapping: Encodable, Sendable, Hashable {
  /// What scrolling stops at.
  public enum Mode: String, Encodable, Sendable, Hashable {
    /// Items' edges.
    case item
    /// Whole pages, each as long as the container.
    case page
    /// Nothing: scrolling ends by itself.
    case `none`
  }

  /// `item` stops at multiples of item length + line spacing, `page` at multiples of the container's length, both at the content's end, too; `none` stops anywhere.
  public var mode: Mode?
  /// The |velocity| above which a flick turns a page.
  public var flickVelocityThreshold: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(mode: Mode? = nil, flickVelocityThreshold: Double? = nil) {
    self.mode = mode
    self.flickVelocityThreshold = flickVelocityThreshold
  }
}

/// Curves over the distance of an element's reference point from that of the visible rectangle, in the reading
/// direction; frames do not change. At least one property has a curve.
public struct TatamiScrollEffect: Encodable, Sendable, Hashable {
  /// The points between which an effect measures distances.
  public enum Reference: String, Encodable, Sendable, Hashable {
    /// The centres.
    case center
    /// The leading edges.
    case leading
    /// The trailing edges.
    case trailing
  }

  /// The axis along which an effect measures distances.
  public enum Axis: String, Encodable, Sendable, Hashable {
    /// The axis along which the section scrolls.
    case scroll
    /// The axis across it.
    case cross
  }

  /// The length that is 1 in an effect's distances.
  public enum Unit: String, Encodable, Sendable, Hashable {
    /// The element's length.
    case item
    /// The length of the visible bounds.
    case viewport
    /// A point.
    case points
  }

  /// The kinds of elements that the effect drives. Headers and footers are boundary supplementary items before and
  /// after the cells, pinned ones included; supplementaries are those at the sides, and those of items and groups.
  /// Decorations have no effects.
  public var elements: [TatamiEffectElements]?
  /// The points between which the distance is measured, the centres or the edges of the element and of the visible rectangle.
  public var reference: Reference?
  /// The axis of the distance: `scroll` is the axis along which the section scrolls (an orthogonal section's own), `cross` the axis across it.
  public var axis: Axis?
  /// The unit of distances: the element's length (`item`), the length of the visible rectangle (`viewport`) or a point (`points`).
  public var unit: Unit?
  /// The opacity, from 0 to 1.
  public var alpha: [[Double]]?
  /// The scale about the element's centre, from 0 to 10.
  public var scale: [[Double]]?
  /// How far the element moves, in points.
  public var translation: TatamiEffectTranslation?
  /// Degrees clockwise about the element's centre, up to ±3600; counterclockwise in a right-to-left container.
  public var rotation: [[Double]]?
  /// Whole numbers up to ±1000000, added to the element's own stacking order; rounded between the points, upwards at the half.
  public var zIndex: [[Double]]?
  /// The share of the element's light that is removed, from 0 to 1 (CSS `brightness(1 - dim)`).
  public var dim: [[Double]]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    elements: [TatamiEffectElements]? = nil,
    reference: Reference? = nil,
    axis: Axis? = nil,
    unit: Unit? = nil,
    alpha: [[Double]]? = nil,
    scale: [[Double]]? = nil,
    translation: TatamiEffectTranslation? = nil,
    rotation: [[Double]]? = nil,
    zIndex: [[Double]]? = nil,
    dim: [[Double]]? = nil
  ) {
    self.elements = elements
    self.reference = reference
    self.axis = axis
    self.unit = unit
    self.alpha = alpha
    self.scale = scale
    self.translation = translation
    self.rotation = rotation
    self.zIndex = zIndex
    self.dim = dim
  }
}

/// A rectangle by its fields.
public struct TatamiStampFields: Encodable, Sendable, Hashable {
  /// The distance from the left edge, in points.
  public var x: Double?
  /// The distance from the top edge, in points.
  public var y: Double?
  /// The width, in points.
  public var width: Double
  /// The height, in points.
  public var height: Double

  /// Creates a value from its fields; a field that is nil is left out.
  public init(x: Double? = nil, y: Double? = nil, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// Points between two items of a row, and between two rows.
public struct TatamiBoxSpacing: Encodable, Sendable, Hashable {
  /// The length in x, in points.
  public var horizontal: Double?
  /// The length in y, in points.
  public var vertical: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(horizontal: Double? = nil, vertical: Double? = nil) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// A header or footer, as wide as the section without its insets.
public struct TatamiMagazineBoundary: Encodable, Sendable, Hashable {
  /// The height, in points.
  public var height: Double?
  /// Whether it stays visible while its section is.
  public var pinToVisibleBounds: Bool?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(height: Double? = nil, pinToVisibleBounds: Bool? = nil) {
    self.height = height
    self.pinToVisibleBounds = pinToVisibleBounds
  }
}

/// The distance of a list's separators from the ends of rows.
public struct TatamiSeparatorInsets: Encodable, Sendable, Hashable {
  /// Points at the leading end.
  public var leading: Double?
  /// Points at the trailing end.
  public var trailing: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(leading: Double? = nil, trailing: Double? = nil) {
    self.leading = leading
    self.trailing = trailing
  }
}

/// A frame by its fields.
public struct TatamiFrameFields: Encodable, Sendable, Hashable {
  /// The distance from the left edge, in points.
  public var x: Double?
  /// The distance from the top edge, in points.
  public var y: Double?
  /// The width, in points.
  public var width: Double
  /// The height, in points.
  public var height: Double
  /// The stacking order; greater values are in front.
  public var zIndex: Int?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    x: Double? = nil,
    y: Double? = nil,
    width: Double,
    height: Double,
    zIndex: Int? = nil
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.zIndex = zIndex
  }
}

/// A width and a height (NSCollectionLayoutSize).
public struct TatamiLayoutSize: Encodable, Sendable, Hashable {
  /// The width.
  public var width: TatamiDimension
  /// The height.
  public var height: TatamiDimension

  /// Creates a value from its fields; a field that is nil is left out.
  public init(width: TatamiDimension, height: TatamiDimension) {
    self.width = width
    self.height = height
  }
}

/// A distance in both directions.
public struct TatamiPointOrZero: Encodable, Sendable, Hashable {
  /// The distance to the right, in points.
  public var x: Double?
  /// The distance downwards, in points.
  public var y: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(x: Double? = nil, y: Double? = nil) {
    self.x = x
    self.y = y
  }
}

/// A text in the layout's or the document's style, a text in its own style, or a fixed height.
public enum TatamiBlock: Encodable, Sendable, Hashable {
  /// A text in the default style.
  case bodyText(String)
  /// A text in the style of this name; in the default style if it is nil.
  case text(TatamiTextOrRuns, style: String? = nil)
  /// A fixed height, in points.
  case height(Double)

  private enum Key: String, CodingKey { case height, style, text }

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bodyText(let value): try container.encode(value)
    case .text(let value, let style):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .text)
      try keyed.encodeIfPresent(style, forKey: .style)
    case .height(let value):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .height)
    }
  }
}

/// Whether a separator is shown; `automatic` follows the list's appearance.
public enum TatamiSeparatorVisibility: String, Encodable, Sendable, Hashable {
  /// The list's appearance decides.
  case automatic
  /// The separator is hidden.
  case hidden
  /// The separator is shown.
  case visible
}

/// The distances of one separator from the ends of its row. A side that is left out is that of the list's
/// `separatorInsets`, and 0 above the first and below the last row.
public struct TatamiItemSeparatorInsets: Encodable, Sendable, Hashable {
  /// Points at the leading end.
  public var leading: Double?
  /// Points at the trailing end.
  public var trailing: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(leading: Double? = nil, trailing: Double? = nil) {
    self.leading = leading
    self.trailing = trailing
  }
}

/// The distances of a body's blocks from the body's edges.
public struct TatamiBodyInsets: Encodable, Sendable, Hashable {
  /// The distance from the top edge, in points.
  public var top: Double?
  /// The distance from the leading edge, in points.
  public var leading: Double?
  /// The distance from the bottom edge, in points.
  public var bottom: Double?
  /// The distance from the trailing edge, in points.
  public var trailing: Double?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    top: Double? = nil,
    leading: Double? = nil,
    bottom: Double? = nil,
    trailing: Double? = nil
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

/// The width of items with bodies, in the `body` of lists and flows: `fit-content` makes an item as wide as its widest line
/// and the insets, and at most as wide as `auto` does.
public enum TatamiBodyWidth: String, Encodable, Sendable, Hashable {
  /// As the layout decides.
  case auto
  /// As the text needs.
  case fitContent = "fit-content"
}

/// A kind of elements that effects drive.
public enum TatamiEffectElements: String, Encodable, Sendable, Hashable {
  /// The cells.
  case cells
  /// The boundary items before the cells.
  case headers
  /// The boundary items after the cells.
  case footers
  /// Boundary items at the sides, and the supplementaries of items and groups.
  case supplementaries
}

/// How far an effect moves elements.
public struct TatamiEffectTranslation: Encodable, Sendable, Hashable {
  /// Points to the right, up to ±10000; to the left in a right-to-left container.
  public var x: [[Double]]?
  /// Points downwards, up to ±10000.
  public var y: [[Double]]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(x: [[Double]]? = nil, y: [[Double]]? = nil) {
    self.x = x
    self.y = y
  }
}

/// A length: points, an estimate in points, an estimate that becomes as long as the longest of its
/// siblings, or a fraction of the parent's width or height, to which `plus` adds points. `plus` may be
/// negative.
public enum TatamiDimension: Encodable, Sendable, Hashable {
  /// Points.
  case absolute(Double)
  /// Points, until a measured length replaces them.
  case estimated(Double)
  /// Points, until a measured length replaces them; all such siblings are as long as the longest.
  case uniformAcrossSiblings(Double)
  /// A fraction of the parent's width, plus points.
  case fractionalWidth(Double, plus: Double? = nil)
  /// A fraction of the parent's height, plus points.
  case fractionalHeight(Double, plus: Double? = nil)

  private enum Key: String, CodingKey { case absolute, estimated, fractionalHeight, fractionalWidth, plus, uniformAcrossSiblings }

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .absolute(let value):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .absolute)
    case .estimated(let value):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .estimated)
    case .uniformAcrossSiblings(let value):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .uniformAcrossSiblings)
    case .fractionalWidth(let value, let plus):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .fractionalWidth)
      try keyed.encodeIfPresent(plus, forKey: .plus)
    case .fractionalHeight(let value, let plus):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .fractionalHeight)
      try keyed.encodeIfPresent(plus, forKey: .plus)
    }
  }
}

/// A text, or its runs.
public enum TatamiTextOrRuns: Encodable, Sendable, Hashable {
  /// A text in the default style.
  case bodyText(String)
  /// The parts of a text, with styles of their own, and boxes.
  case textRuns([TatamiTextRun])

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bodyText(let value): try container.encode(value)
    case .textRuns(let value): try container.encode(value)
    }
  }
}

/// A part of a text.
public enum TatamiTextRun: Encodable, Sendable, Hashable {
  /// A text in the default style.
  case bodyText(String)
  /// A text in a style of its own.
  case styledRun(TatamiStyledRun)
  /// A box, such as an icon.
  case boxRun(TatamiBoxRun)

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bodyText(let value): try container.encode(value)
    case .styledRun(let value): try container.encode(value)
    case .boxRun(let value): try container.encode(value)
    }
  }
}

/// A part of a text in a style of its own.
public struct TatamiStyledRun: Encodable, Sendable, Hashable {
  /// The text.
  public var text: String
  /// The name of a style of `textStyles`; the block's style if absent.
  public var style: String?
  /// The name under which `runs` of a response has the rectangles.
  public var name: String?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(text: String, style: String? = nil, name: String? = nil) {
    self.text = text
    self.style = style
    self.name = name
  }
}

/// A box on the line, such as an icon; lines may break before and after it.
public struct TatamiBoxRun: Encodable, Sendable, Hashable {
  /// Where a box stands on its line.
  public enum VerticalAlign: Encodable, Sendable, Hashable {
    /// On the baseline.
    case baseline
    /// With its centre half the height of small letters above the baseline.
    case middle
    /// So many points above the baseline.
    case length(Double)

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .baseline: try container.encode("baseline")
      case .middle: try container.encode("middle")
      case .length(let value): try container.encode(value)
      }
    }
  }

  /// Points.
  public var width: Double
  /// Points.
  public var height: Double
  /// Where the box stands: on the baseline, with its centre half the height of small letters above it (`middle`), or so
  /// many points above it.
  public var verticalAlign: VerticalAlign?
  /// The name under which `runs` of a response has the rectangles.
  public var name: String?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    width: Double,
    height: Double,
    verticalAlign: VerticalAlign? = nil,
    name: String? = nil
  ) {
    self.width = width
    self.height = height
    self.verticalAlign = verticalAlign
    self.name = name
  }
}
