/// Ascending numbers stored as runs, so that a query that finds a million neighbours stores a few pairs
/// instead of a million numbers.
package struct IndexRuns: Sendable, Hashable {
  /// The runs; none is empty.
  ///
  /// After `normalize` they ascend, and no two overlap or touch.
  package private(set) var runs: [Range<Int>] = []

  /// The maximum number of runs stored; beyond it, testing every element is as fast and takes no memory.
  static let maxRuns = 1 << 16
  /// The maximum number of visits, such as to an index's nodes, that add no number; beyond it, testing
  /// every element is as fast.
  private static let maxVisits = 1 << 18

  /// The maximum count of added numbers and of visits that add none; beyond it, numbers are dropped and
  /// `isFull` is set.
  private var limit: Int
  /// The part of `limit` that has not been spent yet.
  private(set) var room: Int
  /// The number of counted visits that added no number.
  private(set) var visitCount = 0

  /// Whether a limit was exceeded, so that numbers were dropped or may have been missed; the search may
  /// stop.
  package private(set) var isFull = false

  /// Creates an empty set for a search that adds or visits at most `limit` elements.
  package init(limit: Int = .max) {
    self.limit = limit
    room = limit
  }

  /// Returns whether two sets have the same runs; limits don't matter.
  package static func == (one: IndexRuns, other: IndexRuns) -> Bool { one.runs == other.runs }

  /// Feeds the numbers to the hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(runs) }

  /// Whether the set has no numbers.
  package var isEmpty: Bool { runs.isEmpty }

  /// The count of the numbers; exact after `normalize`, which joins runs that overlap.
  ///
  /// - Complexity: O(runs).
  package var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// The count of added numbers plus the count of visits that added none.
  package var spent: Int { limit - room }

  /// Counts `count` visits that added no number; sets `isFull` if they exceed a limit.
  package mutating func countVisits(_ count: Int) {
    guard count <= room, count <= Self.maxVisits - visitCount else {
      isFull = true
      return
    }
    room -= count
    visitCount += count
  }

  /// Reserves capacity for `count` more runs, for at most `maxRuns` in total.
  mutating func reserveRuns(_ count: Int) {
    runs.reserveCapacity(min(runs.count + count, Self.maxRuns))
  }

  /// Adds one number; extends the last run if the number follows that run.
  package mutating func append(_ number: Int) {
    append(number..<(number + 1))
  }

  /// Adds a run; extends the last run if the new one begins at its end.
  ///
  /// Drops the new run and sets `isFull` if it exceeds a limit.
  ///
  /// An empty run counts as a visit.
  package mutating func append(_ run: Range<Int>) {
    guard !isFull else { return }
    guard !run.isEmpty else { return countVisits(1) }
    guard run.count <= room else {
      isFull = true
      return
    }
    room -= run.count
    if let last = runs.last, last.upperBound == run.lowerBound {
      runs[runs.count - 1] = last.lowerBound..<run.upperBound
    } else if runs.count < Self.maxRuns {
      runs.append(run)
    } else {
      isFull = true
    }
  }

  /// Removes all numbers, retains the capacity, and restarts counting with a new limit.
  package mutating func removeAll(limit: Int = .max) {
    runs.removeAll(keepingCapacity: true)
    self.limit = limit
    room = limit
    visitCount = 0
    isFull = false
  }

  /// Sorts the runs and joins those that overlap or touch.
  ///
  /// - Complexity: O(runs) if they ascend already, else O(runs · log runs).
  package mutating func normalize() {
    var index = 1
    while index < runs.count, runs[index - 1].upperBound < runs[index].lowerBound {
      index += 1
    }
    guard index < runs.count else { return }
    runs.sort { $0.lowerBound < $1.lowerBound }
    var joined: [Range<Int>] = []
    for run in runs {
      if let last = joined.last, run.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
      } else {
        joined.append(run)
      }
    }
    runs = joined
  }
}
