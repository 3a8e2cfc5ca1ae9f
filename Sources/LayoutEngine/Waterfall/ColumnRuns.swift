/// The bottoms of columns, stored as runs of neighbours that end at one place; items with spans leave
/// such runs.
///
/// A run's bottom and end are stored at its first column; the entries of its other columns are stale.
struct ColumnRuns: Sendable {
  private var bottoms: [Units]
  private var ends: [Int]

  /// Creates one run of columns that all end at 0.
  init(columnCount: Int) {
    bottoms = [Units](repeating: .zero, count: columnCount)
    ends = [Int](repeating: columnCount, count: columnCount)
  }

  /// Creates the runs of columns that end at one place; another run begins at the cursor, since an item
  /// may begin there.
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

  /// Returns the first column after the run that begins at `start`.
  func end(of start: Int) -> Int { ends[start] }

  /// Returns the bottom of the run that begins at `start`.
  func bottom(of start: Int) -> Units { bottoms[start] }

  /// Stores every column's bottom.
  ///
  /// - Complexity: O(columns).
  func store(in bottoms: inout [Units]) {
    var run = 0
    while run < columnCount {
      for column in run..<ends[run] { bottoms[column] = self.bottoms[run] }
      run = ends[run]
    }
  }

  /// Returns the greatest bottom of the columns covered: the one farthest down.
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

  /// Joins the columns covered into one run, and leaves the rest of the last run as another run.
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
