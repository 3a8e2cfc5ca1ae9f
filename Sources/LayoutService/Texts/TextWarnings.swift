import LayoutAPI
import LayoutEngine
import LayoutWire
import TextMeasure

/// The first characters that no font of their text's style has, each listed once (Contract §2.8).
///
/// They are measured with the missing glyph of the last font.
struct TextWarnings {
  /// The greatest number of warnings.
  static let maxCount = 10
  /// The warnings, in the order of the characters' first texts.
  private(set) var list: [TextWarning] = []
  /// The number in the list of each character.
  private var numbers: [Unicode.Scalar: Int] = [:]

  /// Adds the characters of a text that no font of its style has.
  mutating func add(_ text: PreparedText, of style: String, at path: DocumentPath) {
    for scalar in Set(text.missingCharacters.map(\.scalar)) {
      if let number = numbers[scalar] { list[number].count += 1 }
    }
    for missing in text.missingCharacters where list.count < Self.maxCount {
      guard numbers[missing.scalar] == nil else { continue }
      numbers[missing.scalar] = list.count
      let code = String(missing.scalar.value, radix: 16, uppercase: true)
      let digits = String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
      list += PointedError.list(
        LayoutError(path, "has U+\(digits), which no font of the style \"\(style)\" has")
      ).map { TextWarning($0, count: 1) }
    }
  }

  /// Returns the warnings of a document that has been laid out; empty if its fonts have every character.
  ///
  /// A search of many or long bodies ends early; characters beyond are neither listed nor counted.
  ///
  /// - Complexity: O(1).
  static func warnings(of document: LayoutDocument) -> [TextWarning] {
    guard var search = BodySearch(document) else { return [] }
    for section in 0..<document.sections.count where search.goesOn {
      search.addSupplementaries(ofSection: section)
      search.addItems(0..<document.sections[section].items.count, ofSection: section)
    }
    return search.warnings.list
  }

  /// Returns the warnings of the bodies that an update brings into a version; their pointers are into the version's
  /// document.
  ///
  /// - Complexity: O(1).
  static func warnings(of version: LayoutVersion, _ update: LayoutUpdate) -> [TextWarning] {
    guard var search = BodySearch(version.layout.document) else { return [] }
    for section in version.sectionsWithNewBodies(update) where search.goesOn {
      search.addSupplementaries(ofSection: section)
    }
    for run in version.newItems(maxRuns: BodySearch.maxItems) where search.goesOn {
      search.addItems(run.first.item..<run.first.item + run.count, ofSection: run.first.section)
    }
    return search.warnings.list
  }
}

/// A search of bodies for characters that no font has.
private struct BodySearch {
  /// The greatest number of items, and of bytes of their bodies, that are searched after a layout.
  ///
  /// The search is not part of the job's budget, so it is short.
  static let (maxItems, maxBytes) = (100_000, 64 << 10)

  private(set) var warnings = TextWarnings()
  private let document: LayoutDocument
  private let styles: TextStyles
  private let texts: DocumentTexts
  private var itemsLeft = Self.maxItems
  private var bytesLeft = Self.maxBytes

  /// Creates a search; nil if every text that was measured has all its characters.
  init?(_ document: LayoutDocument) {
    guard let styles = document.textStyles, let texts = styles.measurer as? DocumentTexts,
      texts.lacksCharacters
    else { return nil }
    (self.document, self.styles, self.texts) = (document, styles, texts)
  }

  /// Whether the search may continue.
  var goesOn: Bool { itemsLeft > 0 && bytesLeft > 0 }

  /// Searches the bodies of a section's header, footer and other supplementaries.
  mutating func addSupplementaries(ofSection number: Int) {
    itemsLeft -= 1
    guard let bodies = document.sections[number].bodies else { return }
    for entry in bodies.entries where goesOn {
      guard let body = entry.body else { continue }
      let options = layout(ofSection: number)?.bodyOptions(ofKind: entry.kind)
      add(
        body, style: options?.style ?? 0,
        at: entry.bodyPath(in: path(ofSection: number).field("supplementaries").field(entry.kind)))
    }
  }

  /// Searches the bodies of items of a section.
  mutating func addItems(_ numbers: Range<Int>, ofSection section: Int) {
    let items = document.sections[section].items
    let style = layout(ofSection: section)?.bodyOptions?.style ?? 0
    let path = path(ofSection: section).field("items")
    for item in numbers {
      guard goesOn else { return }
      itemsLeft -= 1
      guard let body = items.fields(of: item).body else { continue }
      add(body, style: style, at: path.index(item).field("body"))
    }
  }

  private func layout(ofSection number: Int) -> SectionLayout? {
    let layout = document.sections[number].layout ?? document.layout
    return layout?.chosen(for: document.container)
  }

  private func path(ofSection number: Int) -> DocumentPath {
    document.hasTopLevelItems
      ? DocumentPath.root : DocumentPath.root.field("sections").index(number)
  }

  /// Adds the characters of a body's texts.
  ///
  /// - Parameters:
  ///   - style: the number of the style of texts that name none.
  ///   - path: the body's path in the document.
  private mutating func add(_ body: Body, style: Int, at path: DocumentPath) {
    bytesLeft -= body.bytes.count
    let blocks = Array(body.blocks)
    for (number, block) in blocks.enumerated() {
      guard case .text(let bytes, let own) = block else { continue }
      guard let text = try? texts.prepared(bytes, style: own ?? style, LayoutBudget()),
        !text.missingCharacters.isEmpty
      else { continue }
      // A body of one text may be written as a string, which has no elements.
      warnings.add(
        text, of: styles.names[own ?? style], at: blocks.count > 1 ? path.index(number) : path)
    }
  }
}
