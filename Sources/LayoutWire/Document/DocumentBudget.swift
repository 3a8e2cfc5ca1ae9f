import LayoutEngine

/// Reads a document's or an update's JSON.
///
/// Functions that read one value return nil if they refused the value, unless their comments differ.
typealias DocumentReader = JSONReader<DocumentBudget>

/// The limits of one document, and the numbers of items and frames that they still allow.
struct DocumentBudget: ReadingBudget {
  /// The name of the setting that limits items, for messages.
  static let itemsSetting: StaticString = " (TATAMI_MAX_ITEMS)"

  /// The document's limits.
  let limits: DocumentLimits
  /// The budget charged for the work; nil if the work is unlimited.
  let work: LayoutBudget?
  /// The number of items that may still follow.
  var itemsLeft: Int
  /// The number of custom frames that may still follow.
  var framesLeft: Int
  /// The number of layout objects that are currently open.
  var layoutDepth = 0
  /// The names of text styles that were met so far.
  var styles = StyleNames()

  init(_ limits: DocumentLimits, _ work: LayoutBudget?) {
    self.limits = limits
    self.work = work
    itemsLeft = limits.maxItems
    framesLeft = limits.maxItems
  }

  var maxDepth: Int { limits.maxDepth }

  /// Whether the budget has ended the work.
  var isEnded: Bool { work?.isEnded == true }

  func checkpoint(after count: Int) -> Bool { work?.checkpoint(after: count) ?? true }
}

extension DocumentReader {
  /// Charges the budget for `byteCount` more bytes of memory, which the values read so far take.
  func reserve(_ byteCount: Int) throws(JSONSyntaxError) {
    guard budget.work?.tryReserve(byteCount) ?? true else { throw .ended(at: position) }
  }
}
