/// The faults of a layout's options and items, collected so that a client learns of all of them at once
/// (Contract §7).
///
/// Paths are created only for faults: if they were created for every check, they would take a fifth of
/// the time of a layout of 1,000 items.
struct SpecIssues {
  private var issues: [LayoutError.Issue] = []

  /// Whether no fault was found.
  var isEmpty: Bool { issues.isEmpty }
  /// Whether the number of faults has reached the maximum that one error lists.
  var isFull: Bool { issues.count >= LayoutError.maxIssues }

  /// Adds a fault with its path and reason.
  mutating func add(_ path: DocumentPath, _ reason: String) {
    guard !isFull else { return }
    issues.append(LayoutError.Issue(path: path, reason: reason))
  }

  /// Adds a fault if a distance is not finite, or more than 2^53 points in either direction.
  mutating func checkFinite(_ value: Double, _ path: @autoclosure () -> DocumentPath) {
    if !value.isWithinMaxExtent {
      addNumber(value, path(), value.isFinite ? "within 2^53" : "finite")
    }
  }

  /// Adds a fault if a length is not finite, negative, or more than 2^53 points.
  mutating func checkLength(_ value: Double, _ path: @autoclosure () -> DocumentPath) {
    if !value.isLength {
      let isPlain = value.isFinite && value >= 0
      addNumber(value, path(), isPlain ? "at most 2^53" : "a finite number of at least 0")
    }
  }

  /// Adds a fault if a number is not finite or not positive.
  mutating func checkPositive(_ value: Double, _ path: @autoclosure () -> DocumentPath) {
    if !(value.isFinite && value > 0) { addNumber(value, path(), "a finite number greater than 0") }
  }

  /// Adds a fault that gives the violated rule and the number.
  @inline(never)
  private mutating func addNumber(_ value: Double, _ path: DocumentPath, _ rule: String) {
    add(path, "must be \(rule) (got \(value.inPoints))")
  }

  /// Adds a fault for each side of the insets that is not finite, or more than 2^53 points in either
  /// direction.
  mutating func checkInsets(_ insets: Insets, _ path: @autoclosure () -> DocumentPath) {
    checkFinite(insets.top, path().field("top"))
    checkFinite(insets.left, path().field("left"))
    checkFinite(insets.bottom, path().field("bottom"))
    checkFinite(insets.right, path().field("right"))
  }

  /// Throws the faults found, if there are any.
  func throwIfAny() throws(LayoutError) {
    if !issues.isEmpty { throw LayoutError(issues: issues) }
  }
}

extension Double {
  /// The number as error messages show it: a whole number without a fraction.
  var inPoints: String {
    let whole = Int64(exactly: self)
    return whole.map(String.init) ?? description
  }
}
