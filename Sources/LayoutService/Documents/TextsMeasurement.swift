import LayoutEngine
import LayoutWire
import TextMeasure

/// The measured texts of a request, as the response lists them (Contract §19).
struct TextsMeasurement {
  private let document: TextsDocument
  private let styles: [ResolvedStyle]
  private let texts: DocumentTexts
  private let budget: LayoutBudget

  /// Finds the fonts of a request's styles.
  ///
  /// - Throws: an error that lists the faults of the styles.
  init(
    _ document: TextsDocument, _ service: TextService, _ budget: LayoutBudget
  ) throws(LayoutError) {
    self.document = document
    self.budget = budget
    styles = try service.resolve(document.styles, document.direction)
    texts = DocumentTexts(service.measurer, styles)
  }

  /// Measures all texts.
  ///
  /// - Throws: an error at a text without a style; `LayoutError.cancelled`.
  func json() throws(LayoutError) -> [UInt8] {
    var warnings = TextWarnings()
    var output = Array(#"{"texts":["#.utf8)
    var held = 0
    for (number, entry) in document.texts.enumerated() {
      let path = DocumentPath.root.field("texts").index(number)
      guard let style = entry.style ?? (styles.count == 1 ? 0 : nil) else {
        throw LayoutError(path, "needs \"style\": the name of one of several text styles")
      }
      let (text, layout) = try measured(entry, style, at: path.field("text"))
      if number > 0 { output.append(UInt8(ascii: ",")) }
      append(layout, lacksCharacters: !text.missingCharacters.isEmpty, to: &output)
      if !text.missingCharacters.isEmpty {
        warnings.add(text, of: document.styles.names[style], at: path.field("text"))
      }
      guard budget.tryReserve(output.count - held) else { throw .cancelled }
      held = output.count
    }
    output.append(contentsOf: "]".utf8)
    LayoutSummary.append(
      warnings.list, DocumentWarnings.warnings(of: document.styles), to: &output)
    output.append(UInt8(ascii: "}"))
    return output
  }

  /// Measures one text; without a width, only newlines end its lines.
  private func measured(
    _ entry: TextsDocument.Entry, _ style: Int, at path: DocumentPath
  ) throws(LayoutError) -> (PreparedText, PreparedText.Layout) {
    budget.addText(byteCount: entry.text.count)
    do throws(LayoutError) {
      let text = try texts.prepared(entry.text[...], style: style, budget)
      let layout = try texts.layout(
        text, width: entry.width ?? .infinity, drawsLines: document.includesLines, budget)
      return (text, layout)
    } catch {
      throw error.below(path)
    }
  }

  private func append(
    _ layout: PreparedText.Layout, lacksCharacters: Bool, to output: inout [UInt8]
  ) {
    output.append(contentsOf: #"{"height":"#.utf8)
    output.appendJSON(layout.height)
    output.append(contentsOf: #","lineCount":"#.utf8)
    output.appendJSON(layout.lineCount)
    output.append(contentsOf: #","maxLineWidth":"#.utf8)
    output.appendJSON(layout.maxLineWidth)
    if document.includesLines {
      output.append(contentsOf: #","lines":["#.utf8)
      for (number, line) in layout.lines.enumerated() {
        if number > 0 { output.append(UInt8(ascii: ",")) }
        output.appendJSON(line)
      }
      output.append(UInt8(ascii: "]"))
    }
    if lacksCharacters { output.append(contentsOf: #","lacksCharacters":true"#.utf8) }
    output.append(UInt8(ascii: "}"))
  }
}
