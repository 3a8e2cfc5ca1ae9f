package import LayoutEngine

/// Texts to measure without a layout (Contract §19).
package struct TextsDocument: Sendable {
  /// A text, and the width at which it is measured.
  package struct Entry: Sendable {
    /// The text as UTF-8, or the bytes of its `TextRuns`.
    package var text: [UInt8]
    /// The number of its style; nil if it is the document's only style.
    package var style: Int?
    /// The greatest width of its lines, in points; nil if lines end at newlines only.
    package var width: Double?
    /// More widths at which it is measured, at most ``TextsDocument/maxWidths``.
    package var widths: [Double] = []
    /// Whether the response has the widths of the text itself.
    package var includesSizes = false
    /// The sizes between which the greatest is sought whose lines fit into `width` and `height`; nil if none is.
    package var fitFontSize: ClosedRange<Double>?
    /// The greatest height of the lines, for `fitFontSize`.
    package var height: Double?
    /// The number of lines for which the least whole width is sought; nil if none is.
    package var shrinkToLines: Int?
  }

  /// The greatest number of texts.
  package static let maxTexts = 100_000
  /// The greatest number of more widths of a text.
  package static let maxWidths = 64

  /// The styles.
  package var styles: TextStyles
  /// The direction of styles without one.
  package var direction: HorizontalDirection
  /// The texts.
  package var texts: [Entry]
  /// Whether the response lists the lines of each text.
  package var includesLines: Bool
  /// Whether these lines have their places in text and block.
  package var detailsLines = false

  /// Reads texts from JSON.
  ///
  /// - Throws: the errors of `LayoutDocumentReader.read`.
  /// - Complexity: O(bytes).
  package static func read(
    _ bytes: [UInt8], _ budget: LayoutBudget? = nil
  ) throws(DocumentError) -> TextsDocument {
    try DocumentReader.read(bytes, DocumentLimits(), budget) { reader throws(JSONSyntaxError) in
      try reader.readTexts()
    }
  }
}

private enum TextsField: String, JSONField {
  case textStyles, texts, lines, direction
  static let names = FieldNames<Self>()
}

private enum TextField: String, JSONField {
  case text, style, width, height, widths, sizes, shrinkToLines, fitFontSize
  static let names = FieldNames<Self>()
}

private enum FitField: String, JSONField {
  case min, max
  static let names = FieldNames<Self>()
}

private let linesWords = Words<Bool>(["detail": true])

extension DocumentReader {
  fileprivate mutating func readTexts() throws(JSONSyntaxError) -> TextsDocument? {
    guard var scope = try openObject(of: TextsField.self) else { return nil }
    var styles: [Int: TextStyle] = [:]
    var document = TextsDocument(
      styles: TextStyles(names: [], styles: []), direction: .leftToRight, texts: [],
      includesLines: false)
    while let field = try nextField(of: &scope) {
      switch field {
      case .textStyles: styles = try readTextStyles()
      case .texts: document.texts = try readTextList()
      case .lines: try readLines(into: &document)
      case .direction: document.direction = try readDirection() ?? document.direction
      }
    }
    require(.textStyles, in: scope)
    require(.texts, in: scope)
    refuseUndefinedStyles()
    guard refusals.isEmpty else { return nil }
    document.styles = makeTextStyles(styles, text: [])
    return document
  }

  private mutating func readTextList() throws(JSONSyntaxError) -> [TextsDocument.Entry] {
    guard var list = try openArray("must be an array such as [{\"text\": \"…\", \"width\": 180}]")
    else { return [] }
    var texts: [TextsDocument.Entry] = []
    while try nextElement(of: &list) {
      guard list.count <= TextsDocument.maxTexts else {
        try refuseRest(of: &list, limit: TextsDocument.maxTexts, "texts")
        break
      }
      try reserve(MemoryLayout<TextsDocument.Entry>.stride + 64)
      if let text = try readText() { texts.append(text) }
    }
    return texts
  }

  /// Reads `lines`: a flag, or `detail`.
  private mutating func readLines(into document: inout TextsDocument) throws(JSONSyntaxError) {
    guard nextToken() == ASCII.quote else {
      document.detailsLines = false
      return try readBool(into: &document.includesLines)
    }
    document.detailsLines = try readWord(linesWords) ?? false
    document.includesLines = document.detailsLines
  }

  /// Reads `fitFontSize`: a least and a greatest size.
  private mutating func readFit() throws(JSONSyntaxError) -> ClosedRange<Double>? {
    let scope = try openObject(
      of: FitField.self, "must be an object such as {\"min\": 12, \"max\": 40}")
    guard var scope else { return nil }
    let start = scope.start
    var (least, greatest): (Double?, Double?)
    let sizes = TextStyle.fontSizes
    let expectation =
      "must be a number from \(shortText(of: sizes.lowerBound)) to \(shortText(of: sizes.upperBound))"
    while let field = try nextField(of: &scope) {
      switch field {
      case .min: least = try readNumber(expectation, where: { sizes.contains($0) })
      case .max: greatest = try readNumber(expectation, where: { sizes.contains($0) })
      }
    }
    require(.min, in: scope)
    require(.max, in: scope)
    guard let least, let greatest else { return nil }
    guard least <= greatest else {
      refuse(at: start, "needs \"min\" to be at most \"max\"")
      return nil
    }
    return least...greatest
  }

  private mutating func readWidths() throws(JSONSyntaxError) -> [Double] {
    guard var list = try openArray("must be an array of widths such as [160, 240]") else {
      return []
    }
    var widths: [Double] = []
    while try nextElement(of: &list) {
      guard list.count <= TextsDocument.maxWidths else {
        try refuseRest(of: &list, limit: TextsDocument.maxWidths, "widths")
        break
      }
      if let width = try readNumber(.nonNegative) { widths.append(width) }
    }
    return widths
  }

  /// Reads a text: a string, which has the only style and no width, or an object.
  private mutating func readText() throws(JSONSyntaxError) -> TextsDocument.Entry? {
    var entry = TextsDocument.Entry(text: [])
    if nextToken() == ASCII.quote {
      let text = try readTextOrRuns()
      try reserve(text?.count ?? 0)
      entry.text = text.map { Array($0) } ?? []
      return entry
    }
    let expectation = "must be a text, or an object such as {\"text\": \"…\", \"width\": 180}"
    guard var scope = try openObject(of: TextField.self, expectation) else { return nil }
    while let field = try nextField(of: &scope) {
      switch field {
      case .text:
        let text = try readTextOrRuns()
        try reserve(text?.count ?? 0)
        entry.text = text.map { Array($0) } ?? []
      case .style: entry.style = try readStyleName()
      case .width: entry.width = try readNumber(.nonNegative)
      case .height: entry.height = try readNumber(.nonNegative)
      case .fitFontSize: entry.fitFontSize = try readFit()
      case .widths: entry.widths = try readWidths()
      case .sizes: try readBool(into: &entry.includesSizes)
      case .shrinkToLines: entry.shrinkToLines = try readInteger(in: 1...1_000_000).map { Int($0) }
      }
    }
    require(.text, in: scope)
    if scope.has(.fitFontSize), !scope.has(.width) || !scope.has(.height) {
      refuse(at: scope.start, "needs \"width\" and \"height\" with \"fitFontSize\"")
    }
    if scope.has(.height), !scope.has(.fitFontSize) {
      refuse(at: scope.start, "needs \"fitFontSize\" with \"height\"")
    }
    return entry
  }
}
