extension PreparedText {
  /// Returns the width of the widest part of the text that cannot be broken: CSS's `min-content` (TextRules T29).
  ///
  /// - Parameter work: counts the work, and is asked before each line whether it may go on.
  /// - Returns: nil if the work had to end.
  public func minContentWidth(_ work: TextWork = TextWork()) -> Double? {
    guard style.style.wraps else { return maxContentWidth(work) }
    guard !units.isEmpty else { return 0 }
    // Words that are wider than a line may break anywhere, but only with `anywhere` do such breaks count.
    var filler = LineFiller(
      self, available: 0, work, breaksWords: style.style.overflowWrap == .anywhere)
    var width: Int32 = 0
    while true {
      guard work.checkpoint() else { return nil }
      guard let line = filler.next() else { return Double(width) / 64 }
      width = max(width, line.extent)
    }
  }

  /// Returns the width of the widest line if only newlines end lines: CSS's `max-content` (TextRules T29).
  ///
  /// With `pre-wrap`, spaces at the end of a line count, although they hang in a box that is narrower.
  ///
  /// - Parameter work: counts the work, and is asked before each line whether it may go on.
  /// - Returns: nil if the work had to end.
  public func maxContentWidthWithSpaces(_ work: TextWork = TextWork()) -> Double? {
    guard let width = maxContentWidth(work) else { return nil }
    guard style.style.whiteSpace == .preWrap, style.indent == 0 else { return width }
    var widest = Pixels.floor(width)
    var start = 0
    for end in units.indices where units[end] == Unit.newline || end == units.count - 1 {
      let last = units[end] == Unit.newline ? end : end + 1
      if !units[start..<last].contains(Unit.tab) {
        widest = max(widest, Pixels.snapped(widths[last] - widths[start]))
      }
      start = end + 1
    }
    return Double(widest) / 64
  }

  /// A width that was sought, if there is one.
  public enum LeastWidth: Sendable, Equatable {
    /// A whole number of points.
    case points(Double)
    /// The text has more lines at every width.
    case none
  }

  /// Returns the least whole width, of all from 1 on, at which the text has at most so many lines (TextRules T29).
  ///
  /// A wider box may have more lines than a narrower one, so all widths that may suffice are tried in turn.
  ///
  /// - Parameters:
  ///   - lineCount: the greatest number of lines; at least 1.
  ///   - limit: the greatest width in points; infinite if there is none.
  ///   - work: counts the work, and is asked before each line whether it may go on.
  /// - Returns: nil if the work had to end.
  /// - Complexity: O(widths · `lineCount`).
  public func leastWidth(
    ofLines lineCount: Int, atMost limit: Double = .infinity, _ work: TextWork = TextWork()
  ) -> LeastWidth? {
    guard let minContent = minContentWidth(work), let maxContent = maxContentWidth(work) else {
      return nil
    }
    let widest = min(limit.rounded(.down), maxContent.rounded(.up) + 1)
    guard widest >= 1 else { return LeastWidth.none }
    guard let fits = hasAtMost(lineCount, width: widest, work) else { return nil }
    // Only a box that is wider than the whole text has no more lines than any other.
    guard fits || widest < maxContent else { return LeastWidth.none }
    // Where nothing overflows, so many lines have room for the whole text without its spaces, and without the blank
    // halves of Han punctuation at both ends of each line.
    let visible = Double(visibleWidth >> 10) / 64
    let hanging = Double(min(0, style.indent)) / 64
    let largest = spans.reduce(style.style.fontSize) { max($0, $1.style.style.fontSize) }
    let needed = (visible / Double(lineCount) - largest - 1 + hanging).rounded(.down)
    var width = 1.0
    while width <= widest {
      if width >= minContent, width < needed { width = needed }
      guard let fits = hasAtMost(lineCount, width: width, work) else { return nil }
      if fits { return .points(width) }
      width += 1
    }
    return LeastWidth.none
  }

  /// The width in 16.16 of all characters that never hang at the end of a line.
  private var visibleWidth: Int64 {
    units.indices.reduce(0) { sum, offset in
      hangs(offset) ? sum : sum + widths[offset + 1] - widths[offset]
    }
  }

  /// Whether the text has at most so many lines at a width; nil if the work had to end.
  private func hasAtMost(_ lineCount: Int, width: Double, _ work: TextWork) -> Bool? {
    var filler = LineFiller(self, available: Pixels.floor(width), work)
    for _ in 0...lineCount {
      guard work.checkpoint() else { return nil }
      if filler.next() == nil { return true }
    }
    return false
  }
}
