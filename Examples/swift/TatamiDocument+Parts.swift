// SPDX-License-Identifier: Apache-2.0
// Sizes, insets, edges and what else several layouts have, as documents have it: made of their JSON Schema by
// Tests/Generators/swift_types.py, not to be edited. What is nil is left out, and has the service's default.

public enum TatamiLayoutDirection: String, Encodable, Sendable, Hashable {
  case ltr, rtl
}

/// Distances from the edges; in right-to-left layouts leading is the right edge, trailing the left.
public struct TatamiDirectionalInsets: Encodable, Sendable, Hashable {
  public var top: Double?
  public var leading: Double?
  public var bottom: Double?
  public var trailing: Double?

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
  public enum Alignment: String, Encodable, Sendable, Hashable {
    case top, bottom, leading, trailing, topLeading, topTrailing, bottomLeading, bottomTrailing
  }

  public var kind: String
  /// Resolved against the container less the section's insets on the cross axis.
  public var size: TatamiLayoutSize
  public var alignment: Alignment
  /// Moves only the frame.
  public var absoluteOffset: TatamiPointOrZero?
  /// Whether it lengthens the section.
  public var extendsBoundary: Bool?
  public var pinToVisibleBounds: Bool?
  public var zIndex: Int?
  /// Shrink its frame.
  public var contentInsets: TatamiDirectionalInsets?

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

/// A text, or blocks one below the other.
public enum TatamiItemBody: Encodable, Sendable, Hashable {
  case bodyText(String)
  case blocks([TatamiBlock])

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bodyText(let value): try container.encode(value)
    case .blocks(let value): try container.encode(value)
    }
  }
}

/// The size that a view measured; it overrides the item's own (list, flow, waterfall, magazine and
/// estimated compositional items).
public struct TatamiMeasuredSize: Encodable, Sendable, Hashable {
  public var width: Double?
  public var height: Double?
  public var bodyHeight: Double?

  public init(width: Double? = nil, height: Double? = nil, bodyHeight: Double? = nil) {
    self.width = width
    self.height = height
    self.bodyHeight = bodyHeight
  }
}

public struct TatamiFlowItemSize: Encodable, Sendable, Hashable {
  public var width: Double?
  public var height: Double?

  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

/// Distances from the edges; may be negative.
public struct TatamiInsets: Encodable, Sendable, Hashable {
  public var top: Double?
  public var left: Double?
  public var bottom: Double?
  public var right: Double?

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
  public var width: Double?
  public var height: Double?

  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

/// How the bodies of a layout's items are set.
public struct TatamiBodyOptions: Encodable, Sendable, Hashable {
  /// The room around a body's blocks; leading and trailing narrow the texts.
  public var insets: TatamiBodyInsets?
  /// Points between two blocks that have a height.
  public var spacing: Double?
  /// The name of the style of texts that name none.
  public var style: String?
  /// The least height of a body that is not empty, insets included.
  public var minHeight: Double?

  public init(
    insets: TatamiBodyInsets? = nil,
    spacing: Double? = nil,
    style: String? = nil,
    minHeight: Double? = nil
  ) {
    self.insets = insets
    self.spacing = spacing
    self.style = style
    self.minHeight = minHeight
  }
}

/// Every cell's bounds grow by this on both sides, around its centre; lines and contentSize do not.
public struct TatamiBoundsOutset: Encodable, Sendable, Hashable {
  public var horizontal: Double?
  public var vertical: Double?

  public init(horizontal: Double? = nil, vertical: Double? = nil) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// Where scrolling stops (`target-offset`).
public struct TatamiSnapping: Encodable, Sendable, Hashable {
  public enum Mode: String, Encodable, Sendable, Hashable {
    case item, page, `none`
  }

  /// `item` stops at multiples of item length + line spacing, `page` at multiples of the container's length, both at the content's end, too; `none` stops anywhere.
  public var mode: Mode?
  /// The |velocity| above which a flick turns a page.
  public var flickVelocityThreshold: Double?

  public init(mode: Mode? = nil, flickVelocityThreshold: Double? = nil) {
    self.mode = mode
    self.flickVelocityThreshold = flickVelocityThreshold
  }
}

/// Points between two items of a row, and between two rows.
public struct TatamiBoxSpacing: Encodable, Sendable, Hashable {
  public var horizontal: Double?
  public var vertical: Double?

  public init(horizontal: Double? = nil, vertical: Double? = nil) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// A header or footer, as wide as the section without its insets.
public struct TatamiMagazineBoundary: Encodable, Sendable, Hashable {
  public var height: Double?
  public var pinToVisibleBounds: Bool?

  public init(height: Double? = nil, pinToVisibleBounds: Bool? = nil) {
    self.height = height
    self.pinToVisibleBounds = pinToVisibleBounds
  }
}

/// A frame by its fields.
public struct TatamiFrameFields: Encodable, Sendable, Hashable {
  public var x: Double?
  public var y: Double?
  public var width: Double
  public var height: Double
  public var zIndex: Int?

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

public struct TatamiLayoutSize: Encodable, Sendable, Hashable {
  public var width: TatamiDimension
  public var height: TatamiDimension

  public init(width: TatamiDimension, height: TatamiDimension) {
    self.width = width
    self.height = height
  }
}

public struct TatamiPointOrZero: Encodable, Sendable, Hashable {
  public var x: Double?
  public var y: Double?

  public init(x: Double? = nil, y: Double? = nil) {
    self.x = x
    self.y = y
  }
}

/// A text in the layout's or the document's style, a text in its own style, or a fixed height.
public enum TatamiBlock: Encodable, Sendable, Hashable {
  case bodyText(String)
  case text(String, style: String? = nil)
  case height(Double)

  private enum Key: String, CodingKey { case height, style, text }

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

/// The distances of a body's blocks from the body's edges.
public struct TatamiBodyInsets: Encodable, Sendable, Hashable {
  public var top: Double?
  public var leading: Double?
  public var bottom: Double?
  public var trailing: Double?

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

/// A length: points, an estimate in points, an estimate that becomes as long as the longest of its
/// siblings, or a fraction of the parent's width or height, to which `plus` adds points. `plus` may be
/// negative.
public enum TatamiDimension: Encodable, Sendable, Hashable {
  case absolute(Double)
  case estimated(Double)
  case uniformAcrossSiblings(Double)
  case fractionalWidth(Double, plus: Double? = nil)
  case fractionalHeight(Double, plus: Double? = nil)

  private enum Key: String, CodingKey { case absolute, estimated, fractionalHeight, fractionalWidth, plus, uniformAcrossSiblings }

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
