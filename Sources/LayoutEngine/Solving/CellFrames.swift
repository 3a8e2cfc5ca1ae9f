/// The frames of neighbouring cells, computed together.
///
/// Computed one by one, most of the time would go into finding the way to each. They are stored inline,
/// so that a walk over few cells allocates nothing.
struct CellFrames: Sendable {
  /// The maximum number of frames stored.
  static let capacity = 16

  /// The cells whose frames are stored.
  private(set) var cells = 0..<0
  private var frames = InlineArray<16, Rect>(repeating: .zero)

  init() {}

  /// The frame of one of the cells.
  @inline(__always)
  subscript(cell: Int) -> Rect { frames[cell - cells.lowerBound] }

  /// Removes all frames.
  mutating func removeAll() { cells = 0..<0 }

  /// Replaces the frames with those of other cells.
  ///
  /// - Parameters:
  ///   - cells: at most `capacity` cells.
  ///   - frame: returns a cell's frame; called in order.
  @inline(__always)
  mutating func fill(_ cells: Range<Int>, _ frame: (Int) -> Rect) {
    precondition(cells.count <= Self.capacity)
    self.cells = cells
    for cell in cells {
      // The precondition ensures that there is room.
      unsafe frames[unchecked: cell &- cells.lowerBound] = frame(cell)
    }
  }

  /// Replaces the frames with those that a caller's own loop passes.
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
