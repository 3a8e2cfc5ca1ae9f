// SPDX-License-Identifier: Apache-2.0
// A container, what is configured, and an item by its fields, as documents have it: made of their JSON Schema by
// Tests/Generators/swift_types.py, not to be edited. What is nil is left out, and has the service's default.

/// A condition on the container's whole size and direction; bounds are inclusive. Without it, every container matches.
public struct TatamiCondition: Encodable, Sendable, Hashable {
  public var minWidth: Double?
  public var maxWidth: Double?
  public var minHeight: Double?
  public var maxHeight: Double?
  public var direction: TatamiLayoutDirection?

  public init(
    minWidth: Double? = nil,
    maxWidth: Double? = nil,
    minHeight: Double? = nil,
    maxHeight: Double? = nil,
    direction: TatamiLayoutDirection? = nil
  ) {
    self.minWidth = minWidth
    self.maxWidth = maxWidth
    self.minHeight = minHeight
    self.maxHeight = maxHeight
    self.direction = direction
  }
}

/// The view that shows the content.
public struct TatamiContainer: Encodable, Sendable, Hashable {
  /// Its width.
  public var width: Double
  /// Its height.
  public var height: Double
  /// Room at its edges that layouts leave free. Layouts use the remaining size; coordinates start at
  /// its corner, offsets at −inset.
  public var contentInsets: TatamiDirectionalInsets?
  /// `rtl`: the finished content is mirrored in its width; queries use mirrored coordinates.
  public var direction: TatamiLayoutDirection?
  /// Pixels a point, at least 2^-53: the attributes' x, y, width and height are each rounded to
  /// 1/scale, halves away from zero; magazine rounds item widths only. contentSize, section frames
  /// and imageHeight stay exact. Without `scale`, attributes are not rounded to pixels.
  public var scale: Double?

  public init(
    width: Double,
    height: Double,
    contentInsets: TatamiDirectionalInsets? = nil,
    direction: TatamiLayoutDirection? = nil,
    scale: Double? = nil
  ) {
    self.width = width
    self.height = height
    self.contentInsets = contentInsets
    self.direction = direction
    self.scale = scale
  }
}

/// Settings for all sections together.
public struct TatamiConfiguration: Encodable, Sendable, Hashable {
  public enum ScrollDirection: String, Encodable, Sendable, Hashable {
    case vertical, horizontal
  }

  /// The axis along which sections are stacked; justified and magazine support `vertical` only.
  public var scrollDirection: ScrollDirection?
  /// Points between two sections, whatever their layout types.
  public var interSectionSpacing: Double?
  /// Headers and footers of the whole layout; their index path is one number, `[n]`.
  public var boundarySupplementaryItems: [TatamiBoundaryItem]?

  public init(
    scrollDirection: ScrollDirection? = nil,
    interSectionSpacing: Double? = nil,
    boundarySupplementaryItems: [TatamiBoundaryItem]? = nil
  ) {
    self.scrollDirection = scrollDirection
    self.interSectionSpacing = interSectionSpacing
    self.boundarySupplementaryItems = boundarySupplementaryItems
  }
}

/// An item by its fields.
public struct TatamiItemFields: Encodable, Sendable, Hashable {
  public enum WidthMode: Encodable, Sendable, Hashable {
    case full
    case fullBleed
    case count(Int)

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .full: try container.encode("full")
      case .fullBleed: try container.encode("fullBleed")
      case .count(let value): try container.encode(value)
      }
    }
  }

  public enum HeightMode: String, Encodable, Sendable, Hashable {
    case `static`, dynamic, stretch
  }

  /// Echoed in the item's attributes.
  public var id: String?
  /// Points
  public var width: Double?
  /// Points
  public var height: Double?
  /// Width ÷ height; overrides width and height.
  public var aspectRatio: Double?
  /// Waterfall: points below the media, for text and buttons; the attributes then include
  /// `imageHeight`, the media's height.
  public var bodyHeight: Double?
  /// Waterfall: the number of adjoining columns that the item covers.
  public var columnSpan: Int?
  /// The stacking order.
  public var zIndex: Int?
  /// Magazine: `full` is the whole row, `fullBleed` the whole row without `itemInsets`, and a number n one place in a row of n items.
  public var widthMode: WidthMode?
  /// Magazine: a `stretch` item takes the row's height; the others keep their own.
  public var heightMode: HeightMode?
  /// The size that a view measured; it overrides the item's own.
  public var measured: TatamiMeasuredSize?
  /// Waterfall: the column in which the item begins, as an explicit lane of CSS; other items fill in around it,
  /// and columns in turn go on as if the item were not there.
  public var column: Int?
  /// Waterfall: the column in which an earlier version placed the item, as `keepColumns` writes it. Columns in
  /// turn go on after the item. `column` takes precedence.
  public var keptColumn: Int?

  public init(
    id: String? = nil,
    width: Double? = nil,
    height: Double? = nil,
    aspectRatio: Double? = nil,
    bodyHeight: Double? = nil,
    columnSpan: Int? = nil,
    zIndex: Int? = nil,
    widthMode: WidthMode? = nil,
    heightMode: HeightMode? = nil,
    measured: TatamiMeasuredSize? = nil,
    column: Int? = nil,
    keptColumn: Int? = nil
  ) {
    self.id = id
    self.width = width
    self.height = height
    self.aspectRatio = aspectRatio
    self.bodyHeight = bodyHeight
    self.columnSpan = columnSpan
    self.zIndex = zIndex
    self.widthMode = widthMode
    self.heightMode = heightMode
    self.measured = measured
    self.column = column
    self.keptColumn = keptColumn
  }
}
