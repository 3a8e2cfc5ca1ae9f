public import LayoutEngine
import LayoutWire

/// A document with the frames that an independent layout engine gave, and what it names as source.
public struct Fixture: Sendable, CustomStringConvertible {
  /// One element that is expected.
  public struct Element: Sendable, Hashable {
    /// Which one.
    public struct Key: Sendable, Hashable {
      /// `cell`, `supplementary` or `decoration`.
      public var category: LayoutAttributes.Category
      /// The element kind; nil for cells.
      public var kind: String?
      /// The index path's numbers.
      public var path: IndexPath
    }

    /// Which one.
    public var key: Key
    /// Where.
    public var frame: Rect
    /// The stacking order, where it is asserted.
    public var zIndex: Double?
    /// The media's height, where it is asserted.
    public var imageHeight: Double?
  }

  /// A request of the service and a part of its answer.
  public struct Request: Sendable {
    /// Path and query behind the layout's own address.
    public var path: String
    /// What the answer must hold.
    public var expected: FixtureValue?
  }

  /// A file, a line, or a field that is not as it should be.
  public struct Unreadable: Error {
    /// Which.
    public let what: String
  }

  /// The fixture's name.
  public let name: String
  /// The document's bytes.
  public let documentBytes: [UInt8]
  /// The document.
  public let document: LayoutDocument
  /// The content's width and height, as far as they are asserted.
  public let contentSize: (width: Double?, height: Double?)
  /// The expected elements; nil where none are asserted.
  public let elements: [Element]?
  /// Whether there may be others.
  public let isPartial: Bool
  /// The visible bounds of the query.
  public let bounds: Rect?
  /// How far numbers may be off.
  public let tolerance: Double
  /// Requests beside those for attributes.
  public let requests: [Request]

  /// The fixture's name.
  public var description: String { name }

  /// Reads one line.
  public init(_ line: [UInt8]) throws {
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
  fileprivate init?(_ value: FixtureValue) {
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
      path: IndexPath(section: numbers.count > 1 ? numbers[0] : nil, item: last))
    self.frame = frame
    zIndex = value["zIndex"]?.number
    imageHeight = value["imageHeight"]?.number
  }

  /// What was answered, as if it were expected.
  public init(_ attributes: LayoutAttributes) {
    key = Key(
      category: attributes.category, kind: attributes.kind,
      path: IndexPath(section: attributes.section, item: attributes.item))
    frame = attributes.frame
    zIndex = Double(attributes.zIndex)
    imageHeight = attributes.imageHeight
  }
}

extension Rect {
  /// A rectangle of x, y, width and height; nil for any other number of numbers.
  public init?(_ numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
