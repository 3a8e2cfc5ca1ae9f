import LayoutEngine

/// Reads a document's JSON.
typealias DocumentReader = JSONReader<DocumentBudget>

/// What one document may hold and cost, and what is left of that while it is read.
struct DocumentBudget: ReadingBudget {
  /// What sets the limit of items, for messages.
  static let itemsSetting: StaticString = " (TATAMI_MAX_ITEMS)"

  /// What the document may hold at most.
  let limits: DocumentLimits
  /// What the work is counted against; nil for work that nothing ends.
  let work: LayoutBudget?
  /// Items that may still come.
  var itemsLeft: Int
  /// Given frames that may still come.
  var framesLeft: Int
  /// Layout objects open now.
  var layoutDepth = 0

  init(_ limits: DocumentLimits, _ work: LayoutBudget?) {
    self.limits = limits
    self.work = work
    itemsLeft = limits.maxItems
    framesLeft = limits.maxItems
  }

  var maxDepth: Int { limits.maxDepth }

  /// Whether the work was ended.
  var isEnded: Bool { work?.isEnded == true }

  func goesOn(after count: Int) -> Bool { work?.goesOn(after: count) ?? true }
}

extension DocumentReader {
  /// Counts memory that what was read takes.
  func hold(_ byteCount: Int) throws(JSONSyntaxError) {
    guard budget.work?.holds(byteCount) ?? true else { throw .ended(at: position) }
  }
}
