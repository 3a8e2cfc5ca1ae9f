/// Ascending numbers stored as runs, so that a query that finds a million neighbours stores a few pairs
/// instead of a million numbers.
public struct IndexRuns: Sendable, Hashable {
  /// The runs, ascending, neither touching nor empty once `normalize` has been called.
  public private(set) var runs: [Range<Int>] = []

  /// The most runs that are stored, and the most visits that find nothing: beyond them, testing
  /// everything is as fast and takes no memory.
  static let maxRuns = 1 << 16
  private static let maxVisits = 1 << 18

  /// The most numbers and vain visits that are counted; numbers after them are dropped, and `isFull` is
  /// set.
  private var limit: Int
  /// The number of them that may still be counted.
  private(set) var room: Int
  /// The number of vain visits that were counted.
  private(set) var visitCount = 0

  /// Whether numbers have been dropped, or may have been missed, because more than the limit would
  /// have had to be visited: the search may stop.
  public private(set) var isFull = false

  /// Creates an empty set for a search that visits up to `limit` elements.
  public init(limit: Int = .max) {
    self.limit = limit
    room = limit
  }

  /// Returns whether two sets have the same runs; limits don't matter.
  public static func == (one: IndexRuns, other: IndexRuns) -> Bool { one.runs == other.runs }

  /// Feeds the numbers to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(runs) }

  /// Whether the set has no numbers.
  public var isEmpty: Bool { runs.isEmpty }

  /// The count of the numbers; exact once normalized.
  ///
  /// - Complexity: O(runs).
  public var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// The count of numbers added and of visits that found none.
  public var spent: Int { limit - room }

  /// Counts visits that added nothing.
  public mutating func countVisits(_ count: Int) {
    guard count <= room, count <= Self.maxVisits - visitCount else {
      isFull = true
      return
    }
    room -= count
    visitCount += count
  }

  /// Makes room for `count` more runs, up to the most that are stored.
  mutating func reserveRuns(_ count: Int) {
    runs.reserveCapacity(min(runs.count + count, Self.maxRuns))
  }

  /// Adds one number, to the last run if it begins at that run's end.
  public mutating func append(_ number: Int) {
    append(number..<(number + 1))
  }

  /// Adds a run, to the last run if it begins at that run's end; drops it if it exceeds the limit.
  ///
  /// An empty run counts as a visit.
  public mutating func append(_ run: Range<Int>) {
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

  /// Removes all numbers, keeps the capacity, and restarts counting.
  public mutating func removeAll(limit: Int = .max) {
    runs.removeAll(keepingCapacity: true)
    self.limit = limit
    room = limit
    visitCount = 0
    isFull = false
  }

  /// Sorts the runs and joins those that overlap or touch.
  ///
  /// - Complexity: O(runs) if they ascend already, else O(runs · log runs).
  public mutating func normalize() {
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
