import LayoutEngine
import Synchronization
import TextMeasure

/// Measures the text of one document, in its styles.
final class DocumentTexts: TextMeasuring {
  private let measurer: TextMeasurer
  private let styles: [ResolvedStyle]
  private let lacks = Atomic<Bool>(false)
  /// A hash of the styles' fonts and of the libraries that shape and break texts; never 0.
  let fonts: UInt32

  /// Whether a text had a character that no font of its style has.
  var lacksCharacters: Bool { lacks.load(ordering: .relaxed) }

  init(_ measurer: TextMeasurer, _ styles: [ResolvedStyle]) {
    self.measurer = measurer
    self.styles = styles
    var digest = SHA256.hash(Array(styles.map(\.fingerprint).joined(separator: " ").utf8)[...]).0
    digest ^= digest >> 32
    fonts = max(1, UInt32(truncatingIfNeeded: digest))
  }

  func height(
    of text: ArraySlice<UInt8>, style: Int, width: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    do throws(TextError) {
      let height =
        if let runs = runs(text) {
          try measurer.height(of: runs, styles[style], width: width, Self.work(budget))
        } else {
          try measurer.height(of: text, styles[style], width: width, Self.work(budget))
        }
      if height.lacksCharacters { lacks.store(true, ordering: .relaxed) }
      return height.points
    } catch {
      throw Self.layoutError(error, width, budget)
    }
  }

  func setKnownHeights(of texts: inout [BodyBlock], in bytes: ArraySlice<UInt8>) {
    var (numbers, queries): ([Int], [TextMeasurer.HeightQuery]) = ([], [])
    numbers.reserveCapacity(texts.count)
    queries.reserveCapacity(texts.count)
    for (number, text) in texts.enumerated() where text.height.isNaN {
      let bytes = bytes[text.range]
      guard !TextRuns.isMarked(bytes) else { continue }
      numbers.append(number)
      queries.append(.init(bytes, styles[text.style], width: text.width))
    }
    for (number, height) in zip(numbers, measurer.knownHeights(of: queries)) {
      guard let height else { continue }
      texts[number].height = height.points
      if height.lacksCharacters { lacks.store(true, ordering: .relaxed) }
    }
  }

  func lines(
    of text: ArraySlice<UInt8>, style: Int, width: Double, changesCase: Bool,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> [String] {
    try layout(
      prepared(text, style: style, budget), width: width, drawsLines: true,
      changesCase: changesCase, budget
    ).lines
  }

  func placedLines(
    of text: ArraySlice<UInt8>, style: Int, width: Double, changesCase: Bool, isDetailed: Bool,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> TextLines {
    let prepared = try prepared(text, style: style, budget)
    let needsDetails = isDetailed || !prepared.hasEqualLines
    let layout = try layout(
      prepared, width: width, drawsLines: true, changesCase: changesCase,
      detailsOf: needsDetails ? source(text) : nil, budget)
    if needsDetails { return lines(of: layout, TextRuns(encoded: text)) }
    let lineHeight = layout.height / Double(max(1, layout.lineCount))
    return TextLines(
      lines: layout.lines.enumerated().map { number, line in
        TextLines.Line(text: line, top: Double(number) * lineHeight, height: lineHeight)
      }, height: layout.height)
  }

  /// Returns the text whose offsets details have: that of all runs, with U+FFFC for boxes.
  func source(_ text: ArraySlice<UInt8>) -> String {
    runs(text).map { TextRun.text(of: $0) } ?? String(decoding: text, as: UTF8.self)
  }

  /// Returns the lines of a layout with details.
  func lines(of layout: PreparedText.Layout, _ runs: TextRuns?) -> TextLines {
    let contents = runs?.runs ?? []
    var lines = TextLines(lines: [], height: layout.height)
    lines.isTruncated = layout.isTruncated
    for (text, detail) in zip(layout.lines, layout.details) {
      var line = TextLines.Line(text: text, top: detail.top, height: detail.height)
      line.detail = TextLines.Detail(
        start: detail.start, end: detail.end, baseline: detail.baseline, width: detail.width)
      if runs != nil {
        line.pieces = detail.pieces.map { piece in
          switch piece.run.map({ contents[$0].content }) {
          case .text(_, let style): TextLines.Piece(text: piece.text, style: style)
          case .box(let width, _, _):
            TextLines.Piece(text: piece.text, style: nil, boxWidth: width)
          case nil: TextLines.Piece(text: piece.text, style: nil)
          }
        }
      }
      lines.lines.append(line)
    }
    for (number, run) in contents.enumerated() {
      var isBox = false
      if case .box = run.content { isBox = true }
      guard isBox || !run.name.isEmpty else { continue }
      let frames = layout.runs.filter { $0.run == number }.map {
        Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
      }
      lines.runs.append(
        TextLines.Run(
          name: String(decoding: run.name, as: UTF8.self), isBox: isBox, frames: frames))
    }
    return lines
  }

  func naturalWidth(
    of text: ArraySlice<UInt8>, style: Int, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    try naturalWidth(of: prepared(text, style: style, budget), budget)
  }

  /// Returns the width that the longest line of a text wants if only newlines end lines.
  ///
  /// - Throws: `LayoutError.cancelled`.
  func naturalWidth(
    of text: PreparedText, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    let width = text.maxContentWidth(Self.work(budget))
    guard let width else { throw Self.layoutError(.stopped, nil, budget) }
    return width
  }

  /// Returns a text with its shape, which does not depend on a width.
  ///
  /// - Throws: an error without a path, or `LayoutError.cancelled`.
  func prepared(
    _ text: ArraySlice<UInt8>, style: Int, _ budget: LayoutBudget
  ) throws(LayoutError) -> PreparedText {
    do throws(TextError) {
      let prepared = try prepared(text, in: styles[style], budget)
      if !prepared.missingCharacters.isEmpty { lacks.store(true, ordering: .relaxed) }
      return prepared
    } catch {
      throw Self.layoutError(error, nil, budget)
    }
  }

  private func prepared(
    _ text: ArraySlice<UInt8>, in block: ResolvedStyle, _ budget: LayoutBudget
  ) throws(TextError) -> PreparedText {
    guard let runs = runs(text) else {
      return try measurer.prepare(
        String(decoding: text, as: UTF8.self), block, Self.work(budget))
    }
    return try measurer.prepare(runs, block, Self.work(budget))
  }

  /// Returns the runs of a text with their styles; nil if it is plain UTF-8.
  private func runs(_ text: ArraySlice<UInt8>) -> [TextRun]? {
    guard let runs = TextRuns(encoded: text) else { return nil }
    return runs.runs.map { run in
      switch run.content {
      case .text(let text, let style):
        return .text(String(decoding: text, as: UTF8.self), style.map { styles[$0] })
      case .box(let width, let height, let align):
        let place: InlineBox.VerticalAlign =
          switch align {
          case .baseline: .baseline
          case .middle: .middle
          case .points(let points): .points(points)
          }
        return .box(InlineBox(width: width, height: height, verticalAlign: place))
      }
    }
  }

  /// Breaks a text into lines.
  ///
  /// - Throws: `LayoutError.cancelled`.
  func layout(
    _ text: PreparedText, width: Double, drawsLines: Bool, changesCase: Bool = false,
    seeksTruncation: Bool = false, detailsOf source: String? = nil, _ budget: LayoutBudget
  ) throws(LayoutError) -> PreparedText.Layout {
    let layout = text.layout(
      width: width, drawsLines: drawsLines, changesCase: changesCase,
      seeksTruncation: seeksTruncation, detailsOf: source, Self.work(budget))
    guard let layout else { throw Self.layoutError(.stopped, width, budget) }
    return layout
  }

  /// Returns CSS's `min-content` and `max-content` of a text.
  ///
  /// - Throws: `LayoutError.cancelled`.
  func sizes(
    of text: PreparedText, _ budget: LayoutBudget
  ) throws(LayoutError) -> (min: Double, max: Double) {
    guard let min = text.minContentWidth(Self.work(budget)),
      let max = text.maxContentWidthWithSpaces(Self.work(budget))
    else { throw Self.layoutError(.stopped, nil, budget) }
    return (min, max)
  }

  /// Returns the least whole width at which a text has at most so many lines; nil if it has more at every width.
  ///
  /// - Throws: `LayoutError.cancelled`.
  func leastWidth(
    of text: PreparedText, lines: Int, atMost limit: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double? {
    switch text.leastWidth(ofLines: lines, atMost: limit, Self.work(budget)) {
    case .points(let width): return width
    case .some(.none): return nil
    case nil: throw Self.layoutError(.stopped, nil, budget)
    }
  }

  /// The step between the sizes that `fitting` tries, in points.
  private static let sizeStep = 0.5
  /// The steps of work that it takes to find the fonts of a size, beside those of its lines.
  private static let stepsPerSize = 6_000

  /// Returns the greatest multiple of half a point at which the lines of a text fit into a box, and the text at this
  /// size; nil if they fit at none.
  ///
  /// Only the block's style takes the size; runs with styles of their own keep theirs. All sizes are tried from the
  /// greatest on, because a larger size may have fewer lines than a smaller one.
  ///
  /// - Throws: `LayoutError.cancelled`, or an error about the text.
  func fitting(
    of text: ArraySlice<UInt8>, style number: Int, _ sizes: ClosedRange<Double>, _ box: Size,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> (size: Double, text: PreparedText)? {
    var style = styles[number].style
    var size = (sizes.upperBound / Self.sizeStep).rounded(.down) * Self.sizeStep
    while size >= sizes.lowerBound, size > 0 {
      guard budget.payForText(Self.stepsPerSize) else {
        throw Self.layoutError(.stopped, box.width, budget)
      }
      style.fontSize = size
      // A single line that is too high needs no lines to be broken.
      var isTooHigh = false
      if case .multiple(let multiple) = style.lineHeight {
        isTooHigh = multiple * size > box.height + 1
      }
      if !isTooHigh, let fit = try prepared(text, style, fitting: box, budget) {
        return (size, fit)
      }
      size -= Self.sizeStep
    }
    return nil
  }

  /// Returns a text in a style; nil if its lines do not fit into a box.
  private func prepared(
    _ text: ArraySlice<UInt8>, _ style: TextStyle, fitting box: Size, _ budget: LayoutBudget
  ) throws(LayoutError) -> PreparedText? {
    do throws(TextError) {
      let prepared = try prepared(text, in: measurer.resolve(style), budget)
      guard let layout = prepared.layout(width: box.width, Self.work(budget)) else {
        throw .stopped
      }
      let fits = layout.height <= box.height && layout.maxLineWidth <= box.width + 1 / 64
      return fits ? prepared : nil
    } catch {
      throw Self.layoutError(error, box.width, budget)
    }
  }

  /// Returns the counter of measuring work for a budget: one object for all texts of the document.
  private static func work(_ budget: LayoutBudget) -> TextWork {
    if let work = budget.measurersWork as? TextWork { return work }
    let work = TextWork { [unowned budget] steps in budget.payForText(steps) }
    budget.measurersWork = work
    return work
  }

  /// - Parameter width: the width of the text's lines; nil if it has none yet.
  private static func layoutError(
    _ error: TextError, _ width: Double?, _ budget: LayoutBudget
  ) -> LayoutError {
    guard error == .stopped else { return LayoutError(.root, error.description) }
    guard budget.lacksTextSteps else { return .cancelled }
    let place = width.map { " into lines of \($0) points" } ?? ""
    return LayoutError(
      .root,
      "makes the request need more work than one request may have, to shape texts and break them\(place):"
        + " send fewer or shorter texts, or wider columns")
  }
}
