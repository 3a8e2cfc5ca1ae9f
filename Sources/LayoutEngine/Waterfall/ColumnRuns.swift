/// The bottoms of columns as runs of neighbours that end alike, as items with spans leave them.
///
/// A run's bottom and end stand at its first column; what stands at its other columns is stale.
struct ColumnRuns: Sendable {
  private var bottoms: [Units]
  private var ends: [Int]

  /// One run of columns that all end at 0.
  init(columnCount: Int) {
    bottoms = [Units](repeating: .zero, count: columnCount)
    ends = [Int](repeating: columnCount, count: columnCount)
  }

  /// Runs of columns that end alike, and one that begins at the cursor: an item may begin there.
  ///
  /// - Complexity: O(columns).
  init(_ state: ColumnState) {
    bottoms = state.bottoms
    ends = [Int](repeating: state.bottoms.count, count: state.bottoms.count)
    var end = bottoms.count
    for column in bottoms.indices.reversed() {
      ends[column] = end
      if column > 0, column == state.cursor || bottoms[column - 1] != bottoms[column] {
        end = column
      }
    }
  }

  var columnCount: Int { bottoms.count }

  /// The first column after the run that begins at `start`.
  func end(of start: Int) -> Int { ends[start] }

  /// The bottom of the run that begins at `start`.
  func bottom(of start: Int) -> Units { bottoms[start] }

  /// Notes every column's bottom.
  ///
  /// - Complexity: O(columns).
  func store(in bottoms: inout [Units]) {
    var run = 0
    while run < columnCount {
      for column in run..<ends[run] { bottoms[column] = self.bottoms[run] }
      run = ends[run]
    }
  }

  /// The highest number among the bottoms of the columns covered, that is the one farthest down.
  ///
  /// - Parameter start: a run's first column.
  /// - Complexity: O(runs covered).
  func highest(from start: Int, span: Int) -> Units {
    var highest = bottoms[start]
    var run = ends[start]
    while run < start + span {
      highest = max(highest, bottoms[run])
      run = ends[run]
    }
    return highest
  }

  /// Joins the columns covered into one run, and leaves the rest of the last one as another.
  ///
  /// - Parameter start: a run's first column.
  /// - Complexity: O(runs covered).
  mutating func cover(from start: Int, span: Int, bottom: Units) {
    let end = start + span
    var last = start
    while ends[last] < end { last = ends[last] }
    if ends[last] > end {
      bottoms[end] = bottoms[last]
      ends[end] = ends[last]
    }
    bottoms[start] = bottom
    ends[start] = end
  }
}
