/// The frames of neighbouring cells, computed together: asked for one by one, most of the time would go
/// into finding the way to each.
///
/// Held in place, so that a walk over few cells allocates nothing.
struct CellFrames: Sendable {
  /// The most that are held.
  static let capacity = 16

  /// The cells whose frames are held.
  private(set) var cells = 0..<0
  private var frames = InlineArray<16, Rect>(repeating: .zero)

  init() {}

  /// The frame of one of the cells.
  @inline(__always)
  subscript(cell: Int) -> Rect { frames[cell - cells.lowerBound] }

  /// Holds nothing any more.
  mutating func removeAll() { cells = 0..<0 }

  /// Holds the frames of other cells.
  ///
  /// - Parameters:
  ///   - cells: no more than `capacity`.
  ///   - frame: a cell's frame; called in order.
  @inline(__always)
  mutating func fill(_ cells: Range<Int>, _ frame: (Int) -> Rect) {
    precondition(cells.count <= Self.capacity)
    self.cells = cells
    for cell in cells {
      // There is room for as many, as checked.
      unsafe frames[unchecked: cell &- cells.lowerBound] = frame(cell)
    }
  }

  /// The same where frames are not asked for but given by a loop of its own.
  ///
  /// - Parameter give: calls its argument with cells, each one of `cells`, and their frames.
  @inline(__always)
  mutating func fill(
    _ cells: Range<Int>, giving give: ((_ cell: Int, _ frame: Rect) -> Void) -> Void
  ) {
    self.cells = cells
    give { cell, frame in frames[cell - cells.lowerBound] = frame }
  }
}
