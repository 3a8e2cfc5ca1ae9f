import TestSupport
import Testing

@testable import LayoutEngine

/// A layout gives back the document that it was made of.
@Suite struct KeptDocumentTests {
  /// What a document says, in words: its types have no equality.
  private func words(_ document: LayoutDocument) -> [String] {
    let sections = document.sections.map { section in
      "\(section.items.unpacked) \(words(section.layout))"
    }
    return [
      "\(document.container)", "\(document.configuration)", words(document.layout),
      "\(document.hasTopLevelItems)",
    ] + sections
  }

  private func words(_ layout: LayoutVariants?) -> String {
    guard let layout else { return "none" }
    let variants = layout.variants.map { variant in
      if case .custom(let spec) = variant.layout {
        return "\(variant.condition) \(spec.given.frames) \(spec.given.zIndexes)"
      }
      return "\(variant)"
    }
    return "\(layout.isList) \(variants)"
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `whatever was laid out is given back, and laid out alike`(seed: UInt64) throws {
    var documents = RandomDocument(seed: seed)
    var document = documents.next()
    document.hasTopLevelItems = document.sections.count == 1 && seed % 2 == 0
    guard let layout = try? PreparedLayout(document) else { return }
    #expect(words(layout.document) == words(document), "seed \(seed)")
    let again = try PreparedLayout(layout.document)
    #expect(
      try again.attributes(LayoutQuery(.all)) == layout.attributes(LayoutQuery(.all)),
      "seed \(seed)")
  }

  @Test func `items are those of the document, not a copy`() throws {
    let heights = (0..<2_000).map { WrittenItem.number(Double($0 % 7 + 1)) }
    let document = LayoutDocument(
      container: Container(size: Size(width: 100, height: 100)),
      layout: LayoutVariants(.list(ListSpec())),
      sections: (0..<200).map { _ in LayoutSection(items: ItemColumns(heights)) })
    let given = try PreparedLayout(document).document
    #expect(given.sections.count == 200)
    for (section, kept) in zip(document.sections, given.sections) {
      #expect(section.items.chunks.count > 1)
      #expect(section.items.chunks.elementsEqual(kept.items.chunks) { $0 === $1 })
    }
  }
}
