/// The steps and memory that work on one document may still take, with regular cancellation checks.
///
/// One budget serves a document from its first byte to its last frame. The allowance of steps limits work
/// that a few bytes can request. Work counts its operations; after every `stretch` of them, a fraction of a
/// millisecond, the budget checks whether the work may continue. If not, the work throws
/// `LayoutError.cancelled`.
///
/// Only the thread that does the work may use it.
public final class LayoutBudget {
  /// The reason why work ended.
  public enum End: Sendable, Hashable {
    /// The work was cancelled.
    case unwanted
    /// The memory for the work was refused.
    case outOfMemory
  }

  /// The number of operations between two cancellation checks.
  ///
  /// An operation takes some nanoseconds, so the checks are a fraction of a millisecond apart.
  public static let stretch = 1 << 14

  private let isWanted: () -> Bool
  private let takeMemory: (Int) -> Bool
  private var untilLook = LayoutBudget.stretch
  /// The steps that are left of the allowance.
  private(set) var stepsLeft: Int
  /// Whether work was refused because too few steps were left.
  private(set) var lacksSteps = false
  /// The steps that measured bytes of text still cover.
  private var textSteps = 0
  /// Whether a text was refused because measuring it takes more steps than are left.
  public private(set) var lacksTextSteps = false
  /// The state that the text measurer stores between two texts of the document; nil before the first.
  package var measurersWork: AnyObject?
  /// The bytes that the work uses now.
  private(set) var heldBytes = 0
  /// The bytes requested from `takeMemory` so far: the greatest value of `heldBytes`.
  private var takenBytes = 0

  /// Why the work ended; nil if it may continue.
  public private(set) var end: End?

  /// Creates the budget of one document.
  ///
  /// - Parameters:
  ///   - steps: the allowance of steps.
  ///   - isWanted: called every fraction of a millisecond on the working thread; false ends the
  ///     work.
  ///   - takeMemory: called with the number of further bytes that the work is about to use, or has just
  ///     begun to use; false ends the work.
  public init(
    steps: Int = LayoutLimits.maxSteps,
    isWanted: @escaping () -> Bool = { true },
    takeMemory: @escaping (_ byteCount: Int) -> Bool = { _ in true }
  ) {
    stepsLeft = steps
    self.isWanted = isWanted
    self.takeMemory = takeMemory
  }

  /// Whether the work must stop.
  public var isEnded: Bool { end != nil }

  /// Counts operations, and checks for cancellation when a check is due.
  ///
  /// - Returns: whether the work may continue.
  @inline(__always)
  public func checkpoint(after count: Int) -> Bool {
    untilLook -= count
    return untilLook > 0 ? end == nil : look()
  }

  /// Checks for cancellation now.
  ///
  /// For work that does not count operations, but consists of pieces of about a millisecond each.
  ///
  /// - Returns: whether the work may continue.
  public func checkpoint() -> Bool { look() }

  private func look() -> Bool {
    untilLook = Self.stretch
    if end == nil, !isWanted() { end = .unwanted }
    return end == nil
  }

  /// Reserves `byteCount` further bytes, which the work uses until its end.
  ///
  /// - Returns: whether the work may continue.
  public func tryReserve(_ byteCount: Int) -> Bool {
    guard end == nil, byteCount > 0 else { return end == nil }
    heldBytes += byteCount
    guard heldBytes > takenBytes else { return true }
    if !takeMemory(heldBytes - takenBytes) { end = .outOfMemory }
    takenBytes = heldBytes
    return end == nil
  }

  /// Returns to an earlier state of the budget, before discarded work is done again from its beginning.
  ///
  /// The repeated work may use as much memory as the discarded work without another call of `takeMemory`.
  ///
  /// - Parameters:
  ///   - heldBytes: the bytes in use when the discarded work began.
  ///   - steps: the steps that were left when the discarded work began.
  func discardWork(downTo heldBytes: Int, stepsLeft steps: Int) {
    self.heldBytes = heldBytes
    stepsLeft = steps
    lacksSteps = false
  }

  /// Counts operations; throws `cancelled` if the work must stop.
  @inline(__always)
  func count(_ count: Int) throws(LayoutError) {
    guard checkpoint(after: count) else { throw .cancelled }
  }

  /// Reserves memory that the work uses; throws `cancelled` if it is refused.
  func reserve(_ byteCount: Int) throws(LayoutError) {
    guard tryReserve(byteCount) else { throw .cancelled }
  }

  /// Takes steps from the document's allowance (`LayoutLimits.maxSteps`) and counts them as work.
  ///
  /// - Parameter path: the path of the items that need the steps, for the error.
  /// - Throws: an error if the document needs too many steps, or `cancelled`.
  func spend(_ steps: Int, at path: DocumentPath) throws(LayoutError) {
    guard hasRoom(forSteps: steps) else { throw excess(at: path) }
    stepsLeft -= steps
    try count(steps)
  }

  /// Takes steps of shared parts from the allowance; an earlier layout has done them, so they are not work.
  ///
  /// A version's document includes the parts that the version shares with an earlier layout, so the steps of
  /// these parts count against the document's allowance, too.
  ///
  /// - Throws: an error if the document needs too many steps.
  func take(_ steps: Int, at path: DocumentPath) throws(LayoutError) {
    guard hasRoom(forSteps: steps) else { throw excess(at: path) }
    stepsLeft -= steps
  }

  /// The steps of measuring that each byte of text covers; further steps are charged to the document's allowance.
  ///
  /// They are enough for a letter in most fonts.
  static let textStepsPerByte = 33

  /// Adds the steps that these bytes of text cover; call it before measuring them and `payForText` afterwards.
  package func addText(byteCount: Int) { textSteps += Self.textStepsPerByte * byteCount }

  /// Takes the steps that measuring a text took: from those that the texts' bytes have paid for, then from the
  /// document's allowance.
  ///
  /// - Parameter steps: about 3 ns each.
  /// - Returns: whether the work may continue; if the allowance ends it, `lacksTextSteps` is true from then on.
  public func payForText(_ steps: Int) -> Bool {
    let paid = min(steps, textSteps)
    guard hasRoom(forSteps: steps - paid) else {
      lacksTextSteps = true
      return false
    }
    textSteps -= paid
    stepsLeft -= steps - paid
    return checkpoint(after: steps)
  }

  /// Whether at least `steps` steps are left.
  func hasRoom(forSteps steps: Int) -> Bool { steps <= stepsLeft }

  private func excess(at path: DocumentPath) -> LayoutError {
    lacksSteps = true
    return LayoutError(
      path,
      "makes the document need more than \(LayoutLimits.maxSteps) steps to find"
        + " places across its columns: send fewer items, columns or column spans")
  }
}

/// A range of numbers, split into stretches; the caller counts each stretch before it works on it:
/// `for stretch in (0..<n).stretches { try budget.count(stretch.count); for item in stretch { … } }`.
struct Stretches: Sequence, IteratorProtocol {
  private var rest: Range<Int>

  init(_ range: Range<Int>) { rest = range }

  mutating func next() -> Range<Int>? {
    guard !rest.isEmpty else { return nil }
    let end = rest.lowerBound + Swift.min(rest.count, LayoutBudget.stretch)
    defer { rest = end..<rest.upperBound }
    return rest.lowerBound..<end
  }
}

extension Range<Int> {
  /// The range, split into stretches of at most `LayoutBudget.stretch` numbers.
  var stretches: Stretches { Stretches(self) }
}
