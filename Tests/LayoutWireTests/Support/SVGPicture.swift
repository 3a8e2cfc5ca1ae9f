import Foundation
import FoundationXML
import LayoutEngine
import Testing

@testable import LayoutWire

/// A picture as a viewer's XML parser reads it.
final class SVGPicture: NSObject, XMLParserDelegate {
  /// One element of the picture.
  struct Element {
    var name: String
    var attributes: [String: String]
    /// The text directly within it.
    var text = ""

    /// The first of its classes.
    var role: String {
      attributes["class"]?.split(separator: " ").first.map(String.init) ?? ""
    }

    /// A number among its attributes; NaN where there is none.
    func number(_ name: String) -> Double { attributes[name].flatMap { Double($0) } ?? .nan }
  }

  /// All elements in document order.
  private(set) var elements: [Element] = []
  /// The picture as it was written.
  let source: [UInt8]
  /// Whether it is XML.
  private(set) var isWellFormed = false
  private var open: [Int] = []

  /// Draws and reads back.
  init(
    _ document: String, _ query: LayoutQuery = LayoutQuery(.all),
    theme: PictureTheme = .automatic
  ) throws {
    source = try Self.draw(document, query, theme: theme)
    super.init()
    read()
    try #require(isWellFormed)
  }

  /// Reads a picture back; `isWellFormed` says whether that went well.
  init(reading picture: [UInt8]) {
    source = picture
    super.init()
    read()
  }

  private func read() {
    let parser = XMLParser(data: Data(source))
    parser.shouldResolveExternalEntities = false
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  /// The picture's bytes, written in pieces of the given length.
  static func draw(
    _ document: String, _ query: LayoutQuery, theme: PictureTheme = .automatic,
    limit: Int = .max
  ) throws -> [UInt8] {
    let layout = try PreparedLayout(try LayoutDocumentReader.read(Array(document.utf8)))
    var encoder = try SVGAttributesEncoder(layout, query, style: PictureStyle(theme: theme))
    var bytes: [UInt8] = []
    while encoder.encode(into: &bytes, limit: limit) {}
    return bytes
  }

  /// The elements of that name.
  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  /// The numbers of the view box.
  var viewBox: [Double] {
    elements[0].attributes["viewBox"]?.split(separator: " ").compactMap { Double($0) } ?? []
  }

  /// The labels of cells, in the order of drawing.
  var labels: [String] { all("text").filter { $0.role == "t" }.map(\.text) }

  /// The titles of elements, in the order of drawing; paper and sections aside.
  var titles: [String] {
    all("title").dropFirst().map(\.text).filter { !$0.hasPrefix("section ") }
  }

  /// The numbers of cells, in the order of drawing.
  var cells: [Int] {
    titles.compactMap { title in
      guard title.hasPrefix("cell ") else { return nil }
      return title.split(separator: ":")[0].split(separator: "-").last.flatMap { Int($0) }
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard let last = open.last else { return }
    elements[last].text += text
  }
}
