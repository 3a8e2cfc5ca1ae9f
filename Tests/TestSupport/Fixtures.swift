package import LayoutEngine
import LayoutWire

/// A document with the frames that an independent layout engine gave, and what it names as source.
package struct Fixture: Sendable, CustomStringConvertible {
  /// One element that is expected.
  package struct Element: Sendable, Hashable {
    /// Which one.
    package struct Key: Sendable, Hashable {
      /// `cell`, `supplementary` or `decoration`.
      package var category: LayoutAttributes.Category
      /// The element kind; nil for cells.
      package var kind: String?
      /// The index path's numbers.
      package var path: LayoutIndexPath
    }

    /// Which one.
    package var key: Key
    /// Where.
    package var frame: Rect
    /// The stacking order, where it is asserted.
    package var zIndex: Double?
    /// The media's height, where it is asserted.
    package var imageHeight: Double?
  }

  /// A request of the service and a part of its answer.
  package struct Request: Sendable {
    /// Path and query behind the layout's own address.
    package var path: String
    /// What the answer must hold.
    package var expected: FixtureValue?
  }

  /// A file, a line, or a field that is not as it should be.
  package struct Unreadable: Error {
    /// Which.
    package let what: String

    /// Says what is wrong.
    package init(what: String) {
      self.what = what
    }
  }

  /// The fixture's name.
  package let name: String
  /// The document's bytes.
  package let documentBytes: [UInt8]
  /// The document.
  package let document: LayoutDocument
  /// The content's width and height, as far as they are asserted.
  package let contentSize: (width: Double?, height: Double?)
  /// The expected elements; nil if none are asserted.
  package let elements: [Element]?
  /// Whether there may be others.
  package let isPartial: Bool
  /// The visible bounds of the query.
  package let bounds: Rect?
  /// How far numbers may be off.
  package let tolerance: Double
  /// Requests beside those for attributes.
  package let requests: [Request]

  /// The fixture's name.
  package var description: String { name }

  /// Reads one line.
  package init(_ line: [UInt8]) throws {
    let value = try FixtureValue(line)
    guard let name = value["name"]?.string else { throw Unreadable(what: "name") }
    guard let document = value["document"], let expected = value["expected"] else {
      throw Unreadable(what: name)
    }
    self.name = name
    documentBytes = Array(line[document.range])
    self.document = try LayoutDocumentReader.read(documentBytes)
    let size = expected["contentSize"]
    contentSize = (size?["width"]?.number, size?["height"]?.number)
    elements = try expected["attributes"]?.elements.map { element in
      guard let read = Element(element) else { throw Unreadable(what: name) }
      return read
    }
    isPartial = value["partial"]?.isTrue ?? false
    bounds = value["query"]?["bounds"].flatMap { Rect($0.elements.compactMap(\.number)) }
    tolerance = value["tolerance"]?.number ?? 0.01
    requests = try (value["requests"]?.elements ?? []).map { request in
      guard let path = request["path"]?.string else { throw Unreadable(what: name) }
      return Request(path: path, expected: request["expect"])
    }
  }
}

extension Fixture.Element {
  package init?(_ value: FixtureValue) {
    let numbers = (value["indexPath"]?.elements ?? []).compactMap(\.number).map { Int($0) }
    let category: LayoutAttributes.Category? =
      switch value["category"]?.string {
      case "cell": .cell
      case "supplementary": .supplementary
      case "decoration": .decoration
      default: nil
      }
    guard let category, let last = numbers.last,
      let frame = Rect((value["frame"]?.elements ?? []).compactMap(\.number))
    else { return nil }
    key = Key(
      category: category, kind: value["kind"]?.string,
      path: LayoutIndexPath(section: numbers.count > 1 ? numbers[0] : nil, item: last))
    self.frame = frame
    zIndex = value["zIndex"]?.number
    imageHeight = value["imageHeight"]?.number
  }

  /// What was answered, as if it were expected.
  package init(_ attributes: LayoutAttributes) {
    key = Key(
      category: attributes.category, kind: attributes.kind,
      path: LayoutIndexPath(section: attributes.section, item: attributes.item))
    frame = attributes.frame
    zIndex = Double(attributes.zIndex)
    imageHeight = attributes.imageHeight
  }
}

extension Rect {
  /// A rectangle of x, y, width and height; nil for any other number of numbers.
  package init?(_ numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
