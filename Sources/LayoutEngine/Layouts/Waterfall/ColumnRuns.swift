/// The bottoms of columns, stored as runs of neighbouring columns that end equally far down.
///
/// An item that covers several columns leaves such a run.
///
/// The arrays have an entry for each column, but only the entry of a run's first column is valid.
struct ColumnRuns: Sendable {
  /// For the first column of each run, where the run's columns end along the scroll axis.
  private var bottoms: [Units]
  /// For the first column of each run, the first column after the run.
  private var ends: [Int]

  /// Creates one run of `columnCount` columns that all end at 0.
  init(columnCount: Int) {
    bottoms = [Units](repeating: .zero, count: columnCount)
    ends = [Int](repeating: columnCount, count: columnCount)
  }

  /// Creates the runs of neighbouring columns with equal bottoms; a run begins at the cursor in any
  /// case, since an item may begin there.
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

  /// Sets the elements of `bottoms` to the columns' bottoms.
  ///
  /// - Complexity: O(columns).
  func store(in bottoms: inout [Units]) {
    var run = 0
    while run < columnCount {
      for column in run..<ends[run] { bottoms[column] = self.bottoms[run] }
      run = ends[run]
    }
  }

  /// Returns the greatest bottom of the `span` columns from `start` on.
  ///
  /// - Parameter start: must be a run's first column.
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

  /// Joins the `span` columns from `start` on into one run that ends at `bottom`.
  ///
  /// If the last run that they touch has further columns, these become a run of their own with their old
  /// bottom.
  ///
  /// - Parameter start: must be a run's first column.
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
