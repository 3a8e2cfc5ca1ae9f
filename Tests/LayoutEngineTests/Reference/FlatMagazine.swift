@testable import LayoutEngine

/// A magazine section with an array for everything, one item after the other: its frames and faults are
/// those of `MagazineSolver` to the last bit; it knows of no chunks.
struct FlatMagazine {
  /// The cells' frames, in the section's coordinates.
  private(set) var frames: [Rect] = []
  /// Where the last row ends; where the first would begin without any.
  private(set) var bottom: Units

  private let items: ItemColumns
  private let columns: MagazineColumns
  /// The first item of each row.
  private var starts: [Int] = []
  /// The height of each row, in points.
  private var rowHeights: [Double] = []

  /// - Parameters:
  ///   - top: where the first row begins.
  ///   - spacing: the distance between two rows.
  init(
    _ items: ItemColumns, _ columns: MagazineColumns, top: Units, spacing: Double,
    path: DocumentPath
  ) throws(LayoutError) {
    self.items = items
    self.columns = columns
    bottom = top
    try gather(at: path)
    place(spacing: Units(points: spacing))
  }

  private func mode(_ item: Int) -> MagazineWidthMode { items.widthModes[item] ?? .full }

  private func height(_ item: Int) -> Double {
    items.heights[item] ?? items.numbers[item] ?? 150
  }

  private mutating func gather(at path: DocumentPath) throws(LayoutError) {
    var issues = SpecIssues()
    for item in 0..<items.count {
      let mode = mode(item)
      if let start = starts.last, self.mode(start) == mode,
        item - start < columns.capacity(mode)
      {
        rowHeights[rowHeights.count - 1] = max(rowHeights.last ?? 0, height(item))
      } else {
        starts.append(item)
        rowHeights.append(height(item))
        if let reason = columns.reason(against: mode) { issues.add(path.index(item), reason) }
      }
      let height = height(item)
      guard !(height >= 0 && height < .infinity) else { continue }
      let isNumber = items.numbers[item] != nil
      issues.checkLength(height, isNumber ? path.index(item) : path.index(item).field("height"))
    }
    try issues.throwIfAny()
  }

  private mutating func place(spacing: Units) {
    let placement = FrameTransform(axis: .vertical)
    var top = bottom
    for (row, start) in starts.enumerated() {
      let mode = mode(start)
      let end = row + 1 < starts.count ? starts[row + 1] : items.count
      let rowLength = Units(points: rowHeights[row])
      for item in start..<end {
        let stretches = items.heightModes[item] == .stretch
        frames.append(
          placement.frame(
            SectionFrame(
              start: top, length: stretches ? rowLength : Units(points: height(item)),
              cross: columns.itemLeft(item - start, mode), breadth: columns.itemWidth(mode))))
      }
      bottom = top + rowLength
      top = bottom + spacing
    }
  }
}
