/// What a query found, in the order of answers (`contract.md` 3): held as runs of numbers, so that
/// a million attributes are never in memory at once.
///
/// A selection keeps the layout it was made of alive.
public struct AttributesSelection: Sendable {
  /// Neighbours in the order of answers.
  struct Run: Sendable, Hashable {
    /// What the numbers of a run count.
    enum Source: UInt8, Sendable {
      /// Layout-level items before the sections.
      case leadingBoundaries
      /// Layout-level items behind the sections.
      case trailingBoundaries
      /// A section's cells.
      case cells
      /// A section's headers, footers, side items and decorations.
      case elements
      /// A section's item and group supplementaries.
      case badges
    }

    var source: Source
    /// The section; 0 for layout-level items.
    var section: Int32
    var lowerBound: Int
    var upperBound: Int
  }

  let content: PreparedContent
  let query: LayoutQuery
  private(set) var runs: [Run] = []

  /// How many attributes were found.
  public private(set) var count = 0

  /// How many sections, elements and places without any may still be looked at one by one.
  private(set) var effort: Int
  /// Whether that was not enough: then what was found is not all.
  private(set) var isGivenUp = false

  init(_ content: PreparedContent, query: LayoutQuery, effort: Int) {
    self.content = content
    self.query = query
    self.effort = effort
  }

  /// Spends effort on so many sections or elements; false where there is not enough left.
  mutating func spend(_ count: Int) -> Bool {
    guard !isGivenUp, count <= effort else {
      isGivenUp = true
      return false
    }
    effort -= count
    return true
  }

  /// Spends effort on candidates; false where there is not enough left, or they are not all.
  mutating func spend(_ candidates: IndexRuns) -> Bool {
    guard !candidates.isFull else {
      isGivenUp = true
      return false
    }
    return spend(candidates.spent)
  }

  /// Adds numbers behind those found so far.
  mutating func append(_ source: Run.Source, section: Int = 0, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    count += range.count
    if let last = runs.last, last.source == source, last.section == section,
      last.upperBound == range.lowerBound
    {
      runs[runs.count - 1].upperBound = range.upperBound
    } else {
      runs.append(
        Run(
          source: source, section: Int32(truncatingIfNeeded: section),
          lowerBound: range.lowerBound, upperBound: range.upperBound))
    }
  }

  /// Bytes of UTF-8 that the ids of all cells found have together: they may make an answer about few
  /// elements a long one.
  ///
  /// - Complexity: O(runs).
  public var idByteCount: Int {
    runs.reduce(0) { sum, run in
      guard run.source == .cells else { return sum }
      return sum
        + content.sections[Int(run.section)].ids.length(of: run.lowerBound..<run.upperBound)
    }
  }

  /// A cursor before the first attribute; any number of them may walk the same selection.
  public func makeCursor() -> Cursor {
    Cursor(self)
  }
}
