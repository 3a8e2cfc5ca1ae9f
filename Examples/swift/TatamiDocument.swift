// SPDX-License-Identifier: Apache-2.0
// A document as a value, so that the compiler checks it before it goes to the server. The types of its
// fields are in the files TatamiDocument+….swift.
//
//   let wall = TatamiDocument(
//     container: .init(width: 390, height: 844),
//     layout: .waterfall(.init(columns: .count(3), spacing: 6)), items: [.size(width: 4, height: 3), 120])

import Foundation

/// A layout document: a container, and sections of items with their layouts.
public struct TatamiDocument: Encodable, Sendable, Hashable {
  /// Items, and a layout that overrides the document's.
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
  /// The styles of the texts in items' bodies, by their names.
  public var textStyles: [String: TatamiTextStyle]?
  /// The layout of every section that has no layout of its own.
  public var layout: TatamiLayoutOrVariants?
  public let items: TatamiItems?
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

/// A layout, and the condition for using it.
public struct TatamiVariant: Encodable, Sendable, Hashable {
  public var when: TatamiCondition?
  public var layout: TatamiSectionLayout

  public init(when: TatamiCondition? = nil, layout: TatamiSectionLayout) {
    self.when = when
    self.layout = layout
  }
}

/// A count of equal items, or a list of items.
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

/// An item of a document.
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
