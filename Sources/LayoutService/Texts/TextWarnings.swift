import LayoutEngine
import LayoutWire
import TextMeasure

/// The first characters of texts that no font of their style has, as answers list them (Contract §19).
///
/// They are measured with the missing glyph of the last font.
struct TextWarnings {
  /// The greatest number of warnings.
  static let maxCount = 10
  /// The greatest number of items, and of bytes of their bodies, that are searched after a layout.
  ///
  /// The search is not part of the job's budget, so it is short.
  private static let (maxItems, maxBytes) = (100_000, 64 << 10)

  /// The warnings.
  private(set) var list: [PointedError] = []

  /// Whether there are as many as an answer lists.
  var isFull: Bool { list.count >= Self.maxCount }

  /// Adds the characters of a text that no font of its style has.
  mutating func add(_ text: PreparedText, of style: String, at path: DocumentPath) {
    for missing in text.missingCharacters where !isFull {
      let code = String(missing.scalar.value, radix: 16, uppercase: true)
      let digits = String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
      list += PointedError.list(
        LayoutError(path, "has U+\(digits), which no font of the style \"\(style)\" has"))
    }
  }

  /// Returns the warnings of a document that has been laid out; empty if its fonts have every character.
  ///
  /// Characters beyond `maxItems` items or `maxBytes` bytes of bodies are not listed.
  ///
  /// - Complexity: O(1).
  static func warnings(of document: LayoutDocument) -> [PointedError] {
    guard let styles = document.textStyles, let texts = styles.measurer as? DocumentTexts,
      texts.lacksCharacters
    else { return [] }
    var warnings = TextWarnings()
    var (itemsLeft, bytesLeft) = (maxItems, maxBytes)
    for section in 0..<document.sections.count where !warnings.isFull {
      let items = document.sections[section].items
      let layout = document.sections[section].layout ?? document.layout
      let style = layout?.chosen(for: document.container)?.bodyStyle ?? 0
      let path =
        document.hasTopLevelItems
        ? DocumentPath.root : DocumentPath.root.field("sections").index(section)
      for item in 0..<items.count where !warnings.isFull {
        itemsLeft -= 1
        guard itemsLeft >= 0, bytesLeft >= 0 else { return warnings.list }
        guard let body = items.fields(of: item).body else { continue }
        bytesLeft -= body.bytes.count
        let place = path.field("items").index(item).field("body")
        warnings.add(body, style: style, texts, styles, at: place)
      }
    }
    return warnings.list
  }

  /// Adds the characters of a body's texts.
  ///
  /// - Parameters:
  ///   - style: the number of the style of texts that name none.
  ///   - path: the body's path in the document.
  private mutating func add(
    _ body: Body, style: Int, _ texts: DocumentTexts, _ styles: TextStyles, at path: DocumentPath
  ) {
    let blocks = Array(body.blocks)
    for (number, block) in blocks.enumerated() {
      guard case .text(let bytes, let own) = block else { continue }
      guard let text = try? texts.prepared(bytes, style: own ?? style, LayoutBudget()),
        !text.missingCharacters.isEmpty
      else { continue }
      // A body of one text may be written as a string, which has no elements.
      add(
        text, of: styles.names[own ?? style], at: blocks.count > 1 ? path.index(number) : path)
    }
  }
}
