/// Where the groups of a shelf begin whose items are measured along its own scrolling direction
/// (LayoutRules K10).
struct ShelfGroups: Sendable {
  /// The starts of the groups, relative to the section.
  private let starts: RepetitionStarts
  /// The spacing between two groups, in points.
  private let spacing: Double

  /// Creates the groups from their starts and the spacing between two of them, in points.
  init(_ starts: RepetitionStarts, spacing: Double) {
    self.starts = starts
    self.spacing = spacing
  }

  /// The bytes of the starts.
  var byteCount: Int { starts.byteCount }

  /// Returns where a group begins, relative to the first one; if `group` is the number of groups, where a
  /// further one would.
  ///
  /// - Complexity: O(log chunks + log measured groups of a chunk).
  func start(of group: Int64) -> Double {
    let group = Int(truncatingIfNeeded: group)
    return (starts.start(of: group) - starts.course.start).points
  }

  /// Returns the middle of a group, relative to the first one's start.
  func middle(of group: Int64) -> Double {
    (start(of: group) + start(of: group + 1) - spacing) / 2
  }
}
