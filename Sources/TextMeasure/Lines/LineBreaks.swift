/// Where one line may break, which depends on where the line starts.
struct LineBreaks {
  private let text: PreparedText
  /// The flags of the characters from `windowStart` on, if they differ from the text's.
  private var window: ContiguousArray<UInt8> = []
  private var windowStart = 0
  /// Whether the line may break at each grapheme, because a word is wider than the line.
  private(set) var breaksAnywhere = false
  private var graphemes: ContiguousArray<UInt8> = []

  /// How far past the line's width the opportunities are found again.
  private static let windowMargin = 64

  /// Creates the break opportunities of one line of `text`.
  init(_ text: PreparedText) { self.text = text }

  /// Starts a line; `reach` is the offset that the line's width reaches.
  mutating func startLine(at start: Int, reach: Int, _ work: TextWork) {
    breaksAnywhere = false
    window.removeAll(keepingCapacity: true)
    guard start > 0, start < text.units.count, text.hasContextualBreaks,
      text.flags[start] & CharacterFlag.opportunity == 0
        || text.style.style.wordBreak == .breakAll
    else { return }
    let end = min(text.units.count, reach + Self.windowMargin)
    guard start < end else { return }
    windowStart = start
    window = ContiguousArray(repeating: 0, count: end - start)
    _ = text.style.opportunities.mark(
      &window, CharacterFlag.opportunity, in: text.units, start..<end, at: start, work)
    for span in text.spans where span.box != nil {
      PreparedText.markBreaks(around: span, &window, start, text.units)
    }
  }

  /// Allows breaks at each grapheme for the rest of the line.
  mutating func breakAnywhere(_ work: TextWork) {
    breaksAnywhere = true
    guard graphemes.isEmpty else { return }
    work.count(text.units.count * TextWork.stepsPerGrapheme)
    graphemes = ContiguousArray(repeating: 0, count: text.units.count)
    Graphemes.mark(&graphemes, 1, in: text.units, 0..<text.units.count)
  }

  /// Returns whether the line may break before an offset.
  func isOpportunity(_ offset: Int) -> Bool {
    if offset >= text.units.count { return true }
    if breaksAnywhere { return graphemes[offset] != 0 }
    return flags(offset) & CharacterFlag.opportunity != 0
  }

  private func flags(_ offset: Int) -> UInt8 {
    let index = offset - windowStart
    return window.indices.contains(index) ? window[index] : text.flags[offset]
  }

  /// Returns whether the line may break after marks, in a search that began at `start` (TextRules T8).
  private func isOpportunityAfterMarks(_ offset: Int, from start: Int) -> Bool {
    guard !breaksAnywhere, flags(offset) & CharacterFlag.opportunityAfterMarks != 0 else {
      return false
    }
    var letter = offset
    while letter > start, LineBreakClass.isMark(text.units, before: letter) { letter -= 1 }
    return letter > 0 && !LineBreakClass.isMark(text.units, before: letter)
  }

  /// Returns the last opportunity at or before `offset`; `start` if there is none after that.
  func previous(_ offset: Int, after start: Int) -> Int {
    var offset = min(offset, text.units.count)
    while offset > start {
      if isOpportunity(offset) { return offset }
      offset -= 1
    }
    return start
  }

  /// Returns the first opportunity at or after `offset`; `limit` if there is none before that.
  func next(_ offset: Int, before limit: Int) -> Int {
    let start = offset
    var offset = offset
    while offset < limit {
      if isOpportunity(offset) || isOpportunityAfterMarks(offset, from: start) { return offset }
      offset += 1
    }
    return limit
  }
}
