/// What one document's work may cost, carried from its first byte to its last frame: an allowance
/// of steps for work that few bytes can request, the memory that the work takes, and regular checks
/// whether it has been cancelled.
///
/// Work counts what it does as it goes. Every `stretch` things, a fraction of a millisecond, the
/// budget checks whether to go on; if not, the work ends with `LayoutError.cancelled`.
///
/// It is for one thread only: the one that does the work.
public final class LayoutBudget {
  /// Why work was ended.
  public enum End: Sendable, Hashable {
    /// It has been cancelled.
    case unwanted
    /// There is no room for the memory that it takes.
    case outOfMemory
  }

  /// Things done between two checks, of some nanoseconds each: a fraction of a millisecond.
  public static let stretch = 1 << 14

  private let isWanted: () -> Bool
  private let takeMemory: (Int) -> Bool
  private var untilLook = LayoutBudget.stretch
  /// The allowance of steps that is left.
  private(set) var stepsLeft: Int
  /// Whether work was refused for want of steps.
  private(set) var lacksSteps = false
  /// Bytes held by the work as it stands.
  private(set) var heldBytes = 0
  /// The most that have been taken for it.
  private var takenBytes = 0

  /// Why the work was ended; nil if it goes on.
  public private(set) var end: End?

  /// Creates the budget of one document.
  ///
  /// - Parameters:
  ///   - spanSteps: the allowance of steps.
  ///   - isWanted: called every fraction of a millisecond on the working thread; false ends the
  ///     work.
  ///   - takeMemory: called with the number of further bytes that the work is about to hold, or has
  ///     just begun to; false ends the work.
  public init(
    spanSteps: Int = LayoutLimits.maxSpanSteps,
    isWanted: @escaping () -> Bool = { true },
    takeMemory: @escaping (_ byteCount: Int) -> Bool = { _ in true }
  ) {
    stepsLeft = spanSteps
    self.isWanted = isWanted
    self.takeMemory = takeMemory
  }

  /// Whether the work was ended.
  public var isEnded: Bool { end != nil }

  /// Counts things done, and checks where a check is due.
  ///
  /// - Returns: whether the work is to go on.
  @inline(__always)
  public func goesOn(after count: Int) -> Bool {
    untilLook -= count
    return untilLook > 0 ? end == nil : look()
  }

  /// Checks now: for work in pieces of about a millisecond each.
  ///
  /// - Returns: whether the work is to go on.
  public func looksNow() -> Bool { look() }

  private func look() -> Bool {
    untilLook = Self.stretch
    if end == nil, !isWanted() { end = .unwanted }
    return end == nil
  }

  /// Counts memory that the work holds until it is done.
  ///
  /// - Returns: whether the work is to go on.
  public func holds(_ byteCount: Int) -> Bool {
    guard end == nil, byteCount > 0 else { return end == nil }
    heldBytes += byteCount
    guard heldBytes > takenBytes else { return true }
    if !takeMemory(heldBytes - takenBytes) { end = .outOfMemory }
    takenBytes = heldBytes
    return end == nil
  }

  /// Forgets work that has been discarded, its steps included; what begins anew takes as much memory
  /// again without asking.
  ///
  /// - Parameters:
  ///   - heldBytes: what was held when it began.
  ///   - steps: how many steps were left then.
  func discardWork(downTo heldBytes: Int, stepsLeft steps: Int) {
    self.heldBytes = heldBytes
    stepsLeft = steps
    lacksSteps = false
  }

  /// Counts things done, and ends the work where it is not to go on.
  @inline(__always)
  func count(_ count: Int) throws(LayoutError) {
    guard goesOn(after: count) else { throw .cancelled }
  }

  /// Counts memory that the work holds, and ends the work where there is no room for it.
  func hold(_ byteCount: Int) throws(LayoutError) {
    guard holds(byteCount) else { throw .cancelled }
  }

  /// Takes steps off the document's allowance (`LayoutLimits.maxSpanSteps`), which count as work.
  ///
  /// - Parameter path: the items that need them.
  /// - Throws: too many steps for a document, or `cancelled`.
  func spend(_ steps: Int, at path: DocumentPath) throws(LayoutError) {
    guard hasRoom(forSteps: steps) else { throw excess(at: path) }
    stepsLeft -= steps
    try count(steps)
  }

  /// Takes steps off the allowance that have been done for an earlier layout: what a version shares is
  /// part of its document, too.
  ///
  /// - Throws: too many steps for a document.
  func take(_ steps: Int, at path: DocumentPath) throws(LayoutError) {
    guard hasRoom(forSteps: steps) else { throw excess(at: path) }
    stepsLeft -= steps
  }

  /// Whether that many steps are left.
  func hasRoom(forSteps steps: Int) -> Bool { steps <= stepsLeft }

  private func excess(at path: DocumentPath) -> LayoutError {
    lacksSteps = true
    return LayoutError(
      path,
      "brings the document to more than \(LayoutLimits.maxSpanSteps) steps of looking for"
        + " places across its columns: fewer items, columns or column spans are needed")
  }
}

/// A range of numbers cut into stretches, each to be counted before it is worked on:
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
  /// The same numbers, as many at a time as are worked on between two checks.
  var stretches: Stretches { Stretches(self) }
}
