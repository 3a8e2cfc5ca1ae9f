// SPDX-License-Identifier: Apache-2.0
// A document as a value: what is checked by the compiler goes to the server. What it
// holds is in the files TatamiDocument+….swift.
//
//   let wall = TatamiDocument(
//     container: .init(width: 390, height: 844),
//     layout: .waterfall(.init(columns: .count(3), spacing: 6)), items: [.size(width: 4, height: 3), 120])

import Foundation

/// A container, sections of items and how each is laid out.
public struct TatamiDocument: Encodable, Sendable, Hashable {
  /// Items, and their layout where it is not the document's.
  public struct Section: Encodable, Sendable, Hashable {
    public var items: TatamiItems
    public var layout: TatamiLayoutOrVariants?

    public init(items: TatamiItems, layout: TatamiLayoutOrVariants? = nil) {
      self.items = items
      self.layout = layout
    }
  }

  public var container: TatamiContainer
  public var configuration: TatamiConfiguration?
  /// Every section's, unless it names its own.
  public var layout: TatamiLayoutOrVariants?
  public let items: TatamiItems?
  public let sections: [Section]?

  /// A document of one section.
  public init(
    container: TatamiContainer, configuration: TatamiConfiguration? = nil,
    layout: TatamiSectionLayout, items: TatamiItems
  ) {
    self.init(container, configuration, .layout(layout), items: items, sections: nil)
  }

  /// A document of one section, whose layout is chosen by the container.
  public init(
    container: TatamiContainer, configuration: TatamiConfiguration? = nil,
    variants: [TatamiVariant], items: TatamiItems
  ) {
    self.init(container, configuration, .variants(variants), items: items, sections: nil)
  }

  /// A document of sections; where one has no layout, the document has.
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

/// A layout, or several of which the first is used whose condition the container meets.
public enum TatamiLayoutOrVariants: Encodable, Sendable, Hashable {
  case layout(TatamiSectionLayout)
  case variants([TatamiVariant])

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .layout(let layout): try container.encode(layout)
    case .variants(let variants): try container.encode(variants)
    }
  }
}

/// A layout and the containers that it is for.
public struct TatamiVariant: Encodable, Sendable, Hashable {
  public var when: TatamiCondition?
  public var layout: TatamiSectionLayout

  public init(when: TatamiCondition? = nil, layout: TatamiSectionLayout) {
    self.when = when
    self.layout = layout
  }
}

/// A count of items that are alike, or the items.
public enum TatamiItems: Encodable, Sendable, Hashable, ExpressibleByArrayLiteral {
  case count(Int)
  case list([TatamiItem])

  public init(arrayLiteral items: TatamiItem...) { self = .list(items) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .count(let count): try container.encode(count)
    case .list(let items): try container.encode(items)
    }
  }
}

/// An item as documents have it.
public enum TatamiItem: Encodable, Sendable, Hashable {
  case length(Double)
  case size(width: Double, height: Double)
  /// Fields that are numbers, such as `aspectRatio` and `bodyHeight`.
  case fields([String: Double])
  /// Any fields.
  case item(TatamiItemFields)

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
  public init(integerLiteral length: Int) { self = .length(Double(length)) }
  public init(floatLiteral length: Double) { self = .length(length) }
}
