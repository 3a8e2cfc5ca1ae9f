/// The frames of neighbouring cells, computed together.
///
/// If frames were computed one by one, most of the time would be spent on reaching each cell's data. The
/// frames are stored inline, so that a walk over a few cells allocates nothing.
struct CellFrames: Sendable {
  /// The maximum number of frames stored.
  static let capacity = 16

  /// The cells whose frames are stored.
  private(set) var cells = 0..<0
  private var frames = Sixteen<Rect>(repeating: .zero)

  init() {}

  /// The frame of a cell, which must be one of `cells`.
  @inline(__always)
  subscript(cell: Int) -> Rect {
    mutating get { frames[cell - cells.lowerBound] }
  }

  /// Removes all frames.
  mutating func removeAll() { cells = 0..<0 }

  /// Replaces the stored frames with those of `cells`.
  ///
  /// - Parameters:
  ///   - cells: at most `capacity` cells.
  ///   - frame: returns a cell's frame; called in order.
  @inline(__always)
  mutating func fill(_ cells: Range<Int>, _ frame: (Int) -> Rect) {
    precondition(cells.count <= Self.capacity)
    self.cells = cells
    for cell in cells {
      frames[cell &- cells.lowerBound] = frame(cell)
    }
  }

  /// Replaces the stored frames with those that the caller's own loop computes.
  ///
  /// - Parameters:
  ///   - cells: at most `capacity` cells.
  ///   - give: receives a function, and must call it with each of `cells` and that cell's frame.
  @inline(__always)
  mutating func fill(
    _ cells: Range<Int>, giving give: ((_ cell: Int, _ frame: Rect) -> Void) -> Void
  ) {
    self.cells = cells
    give { cell, frame in frames[cell - cells.lowerBound] = frame }
  }
}
