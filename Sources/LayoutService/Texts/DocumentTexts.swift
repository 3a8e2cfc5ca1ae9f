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
      let height = try measurer.height(
        of: text, styles[style], width: width, Self.work(budget))
      if height.lacksCharacters { lacks.store(true, ordering: .relaxed) }
      return height.points
    } catch {
      throw Self.layoutError(error, width, budget)
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
      let text = String(decoding: text, as: UTF8.self)
      let prepared = try measurer.prepare(text, styles[style], Self.work(budget))
      if !prepared.missingCharacters.isEmpty { lacks.store(true, ordering: .relaxed) }
      return prepared
    } catch {
      throw Self.layoutError(error, nil, budget)
    }
  }

  /// Breaks a text into lines.
  ///
  /// - Throws: `LayoutError.cancelled`.
  func layout(
    _ text: PreparedText, width: Double, drawsLines: Bool, changesCase: Bool = false,
    seeksTruncation: Bool = false, _ budget: LayoutBudget
  ) throws(LayoutError) -> PreparedText.Layout {
    let layout = text.layout(
      width: width, drawsLines: drawsLines, changesCase: changesCase,
      seeksTruncation: seeksTruncation, Self.work(budget))
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
