/// What is wrong with a layout's options and items, collected so that a client learns of all of it
/// at once (Contract §7).
///
/// Places are made where something is wrong only: made for every check they took a fifth of a layout of
/// 1,000 items.
struct SpecIssues {
  private var issues: [LayoutError.Issue] = []

  /// Whether nothing was found wrong.
  var isEmpty: Bool { issues.isEmpty }
  /// Whether as many were found as one error lists.
  var isFull: Bool { issues.count >= LayoutError.maxIssues }

  /// Notes a reason and its place.
  mutating func add(_ path: DocumentPath, _ reason: String) {
    guard !isFull else { return }
    issues.append(LayoutError.Issue(path: path, reason: reason))
  }

  /// Notes a distance that is not finite, or so great that sums of some would not be.
  mutating func checkFinite(_ value: Double, _ path: @autoclosure () -> DocumentPath) {
    if !value.isWithinReach { addNumber(value, path(), value.isFinite ? "within 2^53" : "finite") }
  }

  /// Notes a length that is not finite, negative, or so great that sums of some would not be finite.
  mutating func checkLength(_ value: Double, _ path: @autoclosure () -> DocumentPath) {
    if !value.isLength {
      let isPlain = value.isFinite && value >= 0
      addNumber(value, path(), isPlain ? "at most 2^53" : "finite and ≥ 0")
    }
  }

  /// Notes a number that is not finite or not positive.
  mutating func checkPositive(_ value: Double, _ path: @autoclosure () -> DocumentPath) {
    if !(value.isFinite && value > 0) { addNumber(value, path(), "finite and > 0") }
  }

  /// Notes what a number must be, and is not.
  @inline(never)
  private mutating func addNumber(_ value: Double, _ path: DocumentPath, _ rule: String) {
    add(path, "must be \(rule), is \(value.inPoints)")
  }

  /// Notes insets of which a side is not finite.
  mutating func checkInsets(_ insets: Insets, _ path: @autoclosure () -> DocumentPath) {
    checkFinite(insets.top, path().field("top"))
    checkFinite(insets.left, path().field("left"))
    checkFinite(insets.bottom, path().field("bottom"))
    checkFinite(insets.right, path().field("right"))
  }

  /// Throws what was found, if anything was.
  func throwIfAny() throws(LayoutError) {
    if !issues.isEmpty { throw LayoutError(issues: issues) }
  }
}

extension Double {
  /// The number as errors show it, as a client would write it: whole ones without a fraction.
  var inPoints: String {
    let whole = Int64(exactly: self)
    return whole.map(String.init) ?? description
  }
}
