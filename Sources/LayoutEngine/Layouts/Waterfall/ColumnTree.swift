/// The bottoms of many columns in a segment tree of minima, which finds the least bottom quickly.
struct ColumnTree: Sendable {
  /// The number of leaves: a power of two.
  private let leafCount: Int
  /// The least bottom of the columns below each node, or for a leaf the bottom of its column.
  ///
  /// The root has index 1, and the children of node k have the indices 2k and 2k + 1. Leaves without a
  /// column have the value `none`.
  private var nodes: [Units]

  /// The value of leaves without a column, greater than every bottom.
  private static let none = Units(count: .max)

  /// Creates a tree of `count` columns that all end at 0; `count` must be at least 1.
  init(count: Int) {
    self.init(Array(repeating: .zero, count: count))
  }

  /// Creates a tree of columns with these bottoms; there must be at least one.
  init(_ bottoms: [Units]) {
    var leaves = 1
    while leaves < bottoms.count { leaves *= 2 }
    leafCount = leaves
    nodes = Array(repeating: Self.none, count: 2 * leaves)
    for (column, bottom) in bottoms.enumerated() { nodes[leaves + column] = bottom }
    for node in stride(from: leaves - 1, to: 0, by: -1) { settle(node) }
  }

  /// The least of all bottoms.
  var least: Units { nodes[1] }

  /// The bottom of a column.
  subscript(column: Int) -> Units { nodes[leafCount + column] }

  /// Sets each element of `bottoms` to the bottom of the column with its index.
  func store(in bottoms: inout [Units]) {
    for column in bottoms.indices { bottoms[column] = nodes[leafCount + column] }
  }

  /// Sets a column's bottom.
  ///
  /// - Complexity: O(log c).
  mutating func set(_ bottom: Units, at column: Int) {
    var node = leafCount + column
    nodes[node] = bottom
    while node > 1 {
      node /= 2
      settle(node)
    }
  }

  /// Raises to `bottom` the bottoms of those columns of the range that end before it.
  ///
  /// - Complexity: O(log c + columns in the range).
  mutating func raise(_ columns: Range<Int>, to bottom: Units) {
    guard !columns.isEmpty else { return }
    var first = leafCount + columns.lowerBound
    var last = leafCount + columns.upperBound - 1
    for leaf in first...last { nodes[leaf] = max(nodes[leaf], bottom) }
    while first > 1 {
      first /= 2
      last /= 2
      for node in first...last { settle(node) }
    }
  }

  /// Returns the leading-most column, from `start` on, whose bottom is `limit` or less; nil if no column
  /// has one.
  ///
  /// - Complexity: O(log c).
  func first(notAbove limit: Units, from start: Int) -> Int? {
    guard start < leafCount else { return nil }
    var node = start == 0 ? 1 : leafCount + start
    // Climb to the first subtree that contains such a column, then descend to its leading-most one.
    while nodes[node] > limit {
      while node & 1 == 1 { node >>= 1 }
      guard node > 0 else { return nil }
      node += 1
    }
    while node < leafCount {
      node *= 2
      if nodes[node] > limit { node += 1 }
    }
    return node - leafCount
  }

  private mutating func settle(_ node: Int) {
    nodes[node] = min(nodes[2 * node], nodes[2 * node + 1])
  }
}
