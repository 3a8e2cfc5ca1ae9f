// SPDX-License-Identifier: Apache-2.0
// A container, what is configured, and an item by its fields, as documents have it: made of their JSON Schema by
// Tests/Generators/swift_types.py, not to be edited. What is nil is left out, and has the service's default.

/// What the container's whole size must be like; bounds are inclusive. Without it anything goes.
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
  /// What its edges keep free. Layouts use the remaining size, coordinates start at its corner,
  /// offsets at −inset.
  public var contentInsets: TatamiDirectionalInsets?
  /// `rtl`: the finished content is mirrored in its width; queries use mirrored coordinates.
  public var direction: TatamiLayoutDirection?
  /// Pixels a point, at least 2^-53: the attributes' x, y, width and height are each rounded to
  /// 1/scale, halves away from zero; magazine rounds item widths only. contentSize, section
  /// frames and imageHeight stay exact. Unrounded without it.
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

/// What applies to all sections together.
public struct TatamiConfiguration: Encodable, Sendable, Hashable {
  public enum ScrollDirection: String, Encodable, Sendable, Hashable {
    case vertical, horizontal
  }

  /// The axis along which sections are stacked; justified and magazine know `vertical` only.
  public var scrollDirection: ScrollDirection?
  /// Points between two sections, of every layout type.
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
  /// Width ÷ height; beats width and height.
  public var aspectRatio: Double?
  /// Waterfall: points below the media, for text and buttons; the attributes then carry
  /// `imageHeight`, the media's height.
  public var bodyHeight: Double?
  /// Waterfall: the item covers that many adjoining columns.
  public var columnSpan: Int?
  /// The stacking order.
  public var zIndex: Int?
  /// Magazine: the whole row, the whole row without `itemInsets`, or one of a row of n.
  public var widthMode: WidthMode?
  /// Magazine: `stretch` takes the row's height; the others keep their own.
  public var heightMode: HeightMode?
  /// What a view has found, which beats what the item says of itself.
  public var measured: TatamiMeasuredSize?
  /// Waterfall: the column in which the item begins; others fill in around it.
  public var column: Int?

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
    column: Int? = nil
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
  }
}
