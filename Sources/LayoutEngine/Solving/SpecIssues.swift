/// What is wrong with a layout's options and items, collected so that a client learns of all of it
/// at once (Contract §7).
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
  mutating func checkFinite(_ value: Double, _ path: DocumentPath) {
    if !value.isFinite {
      add(path, "must be finite, is \(value.inPoints)")
    } else if !value.isWithinReach {
      add(path, "must be within 2^53, is \(value.inPoints)")
    }
  }

  /// Notes a length that is not finite, negative, or so great that sums of some would not be finite.
  mutating func checkLength(_ value: Double, _ path: DocumentPath) {
    if !(value.isFinite && value >= 0) {
      add(path, "must be finite and ≥ 0, is \(value.inPoints)")
    } else if !value.isLength {
      add(path, "must be at most 2^53, is \(value.inPoints)")
    }
  }

  /// Notes a number that is not finite or not positive.
  mutating func checkPositive(_ value: Double, _ path: DocumentPath) {
    if !(value.isFinite && value > 0) {
      add(path, "must be finite and > 0, is \(value.inPoints)")
    }
  }

  /// Notes insets of which a side is not finite.
  mutating func checkInsets(_ insets: Insets, _ path: DocumentPath) {
    checkFinite(insets.top, path.field("top"))
    checkFinite(insets.left, path.field("left"))
    checkFinite(insets.bottom, path.field("bottom"))
    checkFinite(insets.right, path.field("right"))
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
