import LayoutEngine
import LayoutWire
import Testing

/// Reading of documents, in the words of the tests.
enum Reading {
  /// What is wrong with a text as JSON; nil if nothing is.
  static func malformation(_ text: String) -> MalformedJSON? {
    malformation(Array(text.utf8))
  }

  /// What is wrong with a text as JSON; nil if nothing is.
  static func malformation(_ bytes: [UInt8]) -> MalformedJSON? {
    do {
      _ = try LayoutDocumentReader.read(bytes)
      return nil
    } catch .malformed(let malformed) {
      return malformed
    } catch {
      return nil
    }
  }

  /// What is refused in a document; empty if it is read, or is no JSON.
  static func refusals(
    _ text: String, limits: DocumentLimits = DocumentLimits()
  ) -> [PointedError] {
    do {
      _ = try LayoutDocumentReader.read(Array(text.utf8), limits: limits)
      return []
    } catch .invalid(let errors) {
      return errors
    } catch {
      Issue.record("malformed: \(error)")
      return []
    }
  }

  /// A document that must be right.
  static func document(_ text: String) throws -> LayoutDocument {
    try LayoutDocumentReader.read(Array(text.utf8))
  }

  /// A document around members that must be right.
  static func document(with members: String) throws -> LayoutDocument {
    try document(text(with: members))
  }

  /// A document's text around members.
  static func text(with members: String) -> String {
    #"{"container":{"width":390,"height":844},"# + members + "}"
  }

  /// The layout of a document whose layout has these members, `type` among them.
  static func layout(_ members: String) throws -> SectionLayout {
    let document = try document(with: #""items":0,"layout":{\#(members)}"#)
    return try #require(document.layout?.variants.first?.layout)
  }

  /// What is refused in a layout with these members, pointers from the layout on.
  static func layoutRefusals(_ members: String) -> [PointedError] {
    refusals(text(with: #""items":0,"layout":{\#(members)}"#)).map { error in
      #expect(error.pointer.hasPrefix("/layout"))
      return PointedError(
        pointer: String(error.pointer.dropFirst("/layout".count)), detail: error.detail)
    }
  }

  /// The items of a document with these items.
  static func items(_ items: String) throws -> Items {
    try #require(try document(with: #""items":\#(items)"#).sections.first).items
  }
}
