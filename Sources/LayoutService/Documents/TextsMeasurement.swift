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
      let measured = try measured(entry, style, at: path.field("text"))
      let text = measured.text
      if number > 0 { output.append(UInt8(ascii: ",")) }
      append(measured, to: &output)
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

  /// A text and what the response has of it.
  private struct Measured {
    var text: PreparedText
    var layout: PreparedText.Layout
    /// The widths of `widths`, and the text at each of them.
    var others: [(width: Double, layout: PreparedText.Layout)] = []
    var sizes: (min: Double, max: Double)?
    /// The least whole width with so many lines.
    var width: Double?
    /// The greatest font size whose lines fit.
    var fontSize: Double?
    /// The runs of the text; nil if it has none.
    var runs: TextRuns?
  }

  /// Measures one text; without a width, only newlines end its lines.
  private func measured(
    _ entry: TextsDocument.Entry, _ style: Int, at path: DocumentPath
  ) throws(LayoutError) -> Measured {
    budget.addText(byteCount: entry.text.count)
    do throws(LayoutError) {
      var text = try texts.prepared(entry.text[...], style: style, budget)
      let widest = entry.width ?? .infinity
      var fontSize: Double?
      if let sizes = entry.fitFontSize {
        let box = Size(width: widest, height: entry.height ?? 0)
        let fit = try texts.fitting(of: entry.text[...], style: style, sizes, box, budget)
        fontSize = fit?.size
        text = fit?.text ?? text
      }
      var width: Double?
      if let lines = entry.shrinkToLines {
        width = try texts.leastWidth(of: text, lines: lines, atMost: widest, budget)
      }
      let runs = TextRuns(encoded: entry.text[...])
      // Details are also wanted of runs that have names.
      let hasNames = runs?.runs.contains { !$0.name.isEmpty } ?? false
      let source = document.detailsLines || hasNames ? texts.source(entry.text[...]) : nil
      let drawsLines = document.includesLines || hasNames
      func layout(_ width: Double) throws(LayoutError) -> PreparedText.Layout {
        try texts.layout(
          text, width: width, drawsLines: drawsLines, seeksTruncation: true, detailsOf: source,
          budget)
      }
      var measured = Measured(
        text: text, layout: try layout(width ?? widest), width: width, fontSize: fontSize,
        runs: runs)
      for width in entry.widths { measured.others.append((width, try layout(width))) }
      if entry.includesSizes { measured.sizes = try texts.sizes(of: text, budget) }
      return measured
    } catch {
      throw error.below(path)
    }
  }

  private func append(_ measured: Measured, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    append(measured.layout, measured, to: &output)
    append("fontSize", measured.fontSize, to: &output)
    append("width", measured.width, to: &output)
    append("minContentWidth", measured.sizes?.min, to: &output)
    append("maxContentWidth", measured.sizes?.max, to: &output)
    if !measured.others.isEmpty {
      output.append(contentsOf: #","widths":["#.utf8)
      for (number, other) in measured.others.enumerated() {
        output.append(contentsOf: (number > 0 ? ",{" : "{").utf8)
        append(other.layout, measured, to: &output)
        append("width", other.width, to: &output)
        output.append(UInt8(ascii: "}"))
      }
      output.append(UInt8(ascii: "]"))
    }
    if !measured.text.missingCharacters.isEmpty {
      output.append(contentsOf: #","lacksCharacters":true"#.utf8)
    }
    output.append(UInt8(ascii: "}"))
  }

  private func append(_ name: String, _ value: Double?, to output: inout [UInt8]) {
    guard let value else { return }
    output.append(contentsOf: ",\"\(name)\":".utf8)
    output.appendJSON(value)
  }

  private func append(
    _ layout: PreparedText.Layout, _ measured: Measured, to output: inout [UInt8]
  ) {
    output.append(contentsOf: #""height":"#.utf8)
    output.appendJSON(layout.height)
    output.append(contentsOf: #","lineCount":"#.utf8)
    output.appendJSON(layout.lineCount)
    output.append(contentsOf: #","maxLineWidth":"#.utf8)
    output.appendJSON(layout.maxLineWidth)
    if let isTruncated = layout.isTruncated {
      output.append(contentsOf: (isTruncated ? #","truncated":true"# : #","truncated":false"#).utf8)
    }
    if document.detailsLines {
      output.append(contentsOf: #","lines":"#.utf8)
      TextLinesWriter.append(
        texts.lines(of: layout, measured.runs), hasDetails: true, to: &output)
      return
    }
    if document.includesLines {
      output.append(contentsOf: #","lines":["#.utf8)
      for (number, line) in layout.lines.enumerated() {
        if number > 0 { output.append(UInt8(ascii: ",")) }
        output.appendJSON(line)
      }
      output.append(UInt8(ascii: "]"))
    }
    if !layout.runs.isEmpty {
      TextLinesWriter.append(texts.lines(of: layout, measured.runs).runs, to: &output)
    }
  }
}
