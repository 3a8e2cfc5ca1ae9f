// SPDX-License-Identifier: Apache-2.0
// A document as a value, so that the compiler checks it before it goes to the server. The types of its
// fields are in the files TatamiDocument+….swift.
//
//   let wall = TatamiDocument(
//     container: .init(width: 390, height: 844),
//     layout: .waterfall(.init(columns: .count(3), spacing: 6)), items: [.size(width: 4, height: 3), 120])

import Foundation

/// A layout document: a container, and sections of items with their layouts.
///
/// ```swift
/// let wall = TatamiDocument(
///   container: .init(width: 390, height: 844),
///   layout: .waterfall(.init(columns: .count(2), spacing: 10)),
///   items: [120, 80, .size(width: 4, height: 3)])
/// ```
public struct TatamiDocument: Encodable, Sendable, Hashable {
  /// Items, and a layout that overrides the document's.
  public struct Section: Encodable, Sendable, Hashable {
    /// The items.
    public var items: TatamiItems
    /// The section's own layout; nil if the document's applies.
    public var layout: TatamiLayoutOrVariants?
    /// The bodies of the header, footer, boundary items and badges, by kind.
    public var supplementaries: [String: TatamiItemBody]?

    /// Creates a value from its fields.
    public init(
      items: TatamiItems, layout: TatamiLayoutOrVariants? = nil,
      supplementaries: [String: TatamiItemBody]? = nil
    ) {
      self.items = items
      self.layout = layout
      self.supplementaries = supplementaries
    }
  }

  /// The view that shows the content.
  public var container: TatamiContainer
  /// Settings for all sections together; the defaults if nil.
  public var configuration: TatamiConfiguration?
  /// The styles of the text of items, by their names.
  public var textStyles: [String: TatamiTextStyle]?
  /// The layout of every section that has no layout of its own.
  public var layout: TatamiLayoutOrVariants?
  /// The items of a document of one section; nil if it has sections.
  public let items: TatamiItems?
  /// The bodies of the header, footer, boundary items and badges of a document of one section, by kind; sections
  /// have their own.
  public var supplementaries: [String: TatamiItemBody]?
  /// The sections; nil if the document has items of its own.
  public let sections: [Section]?

  /// Creates a document of one section.
  public init(
    container: TatamiContainer, configuration: TatamiConfiguration? = nil,
    layout: TatamiSectionLayout, items: TatamiItems
  ) {
    self.init(container, configuration, .layout(layout), items: items, sections: nil)
  }

  /// Creates a document of one section whose layout depends on the container.
  public init(
    container: TatamiContainer, configuration: TatamiConfiguration? = nil,
    variants: [TatamiVariant], items: TatamiItems
  ) {
    self.init(container, configuration, .variants(variants), items: items, sections: nil)
  }

  /// Creates a document of sections; `layout` applies to sections without their own.
  public init(
    container: TatamiContainer, configuration: TatamiConfiguration? = nil,
    layout: TatamiLayoutOrVariants? = nil, sections: [Section]
  ) {
    self.init(container, configuration, layout, items: nil, sections: sections)
  }

  private init(
    _ container: TatamiContainer, _ configuration: TatamiConfiguration?,
    _ layout: TatamiLayoutOrVariants?, items: TatamiItems?, sections: [Section]?
  ) {
    self.container = container
    self.configuration = configuration
    self.layout = layout
    self.items = items
    self.sections = sections
  }
}

/// A layout, or variants: the first whose condition the container meets is used.
public enum TatamiLayoutOrVariants: Encodable, Sendable, Hashable {
  /// One layout for every container.
  case layout(TatamiSectionLayout)
  /// The first variant whose condition the container meets.
  case variants([TatamiVariant])

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .layout(let layout): try container.encode(layout)
    case .variants(let variants): try container.encode(variants)
    }
  }
}

/// A layout, and the condition for using it.
public struct TatamiVariant: Encodable, Sendable, Hashable {
  /// The condition; nil if every container meets it.
  public var when: TatamiCondition?
  /// The layout.
  public var layout: TatamiSectionLayout

  /// Creates a value from its fields.
  public init(when: TatamiCondition? = nil, layout: TatamiSectionLayout) {
    self.when = when
    self.layout = layout
  }
}

/// A count of equal items, or a list of items.
public enum TatamiItems: Encodable, Sendable, Hashable, ExpressibleByArrayLiteral {
  /// This many equal items.
  case count(Int)
  /// These items.
  case list([TatamiItem])

  /// Creates a list of items.
  public init(arrayLiteral items: TatamiItem...) { self = .list(items) }

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .count(let count): try container.encode(count)
    case .list(let items): try container.encode(items)
    }
  }
}

/// An item of a document.
public enum TatamiItem: Encodable, Sendable, Hashable {
  /// A length along the scroll axis, in points.
  case length(Double)
  /// A width and a height, in points.
  case size(width: Double, height: Double)
  /// Fields that are numbers, such as `aspectRatio` and `bodyHeight`.
  case fields([String: Double])
  /// Any fields.
  case item(TatamiItemFields)

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .length(let length): try container.encode(length)
    case .size(let width, let height): try container.encode([width, height])
    case .fields(let fields): try container.encode(fields)
    case .item(let item): try container.encode(item)
    }
  }
}

extension TatamiItem: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates an item from its length along the scroll axis, in points.
  public init(integerLiteral length: Int) { self = .length(Double(length)) }
  /// Creates an item from its length along the scroll axis, in points.
  public init(floatLiteral length: Double) { self = .length(length) }
}

/// An item's own id: a text, or a whole number.
public enum TatamiItemID: Codable, Sendable, Hashable {
  case text(String)
  case number(Int)

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }
}

extension TatamiItemID: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int) { self = .number(number) }
}

/// Any JSON value: an item's data.
public enum TatamiJSON: Codable, Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([TatamiJSON])
  case object([String: TatamiJSON])

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([TatamiJSON].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: TatamiJSON].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    case .array(let array): try container.encode(array)
    case .object(let object): try container.encode(object)
    }
  }
}
