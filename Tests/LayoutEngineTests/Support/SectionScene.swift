import TestSupport
import Testing

@testable import LayoutEngine

/// What the tests of flow, waterfall, list and custom sections share.
enum SectionScene {
  /// Surroundings of that size; the layout stands at `/layout`.
  static func environment(
    _ width: Double, _ height: Double, axis: LayoutAxis = .vertical
  ) -> SectionEnvironment {
    SectionEnvironment(
      axis: axis, size: Size(width: width, height: height), scale: nil,
      path: DocumentPath.root.field("layout"))
  }

  /// Where the items of the tests stand.
  static let itemsPath = DocumentPath.root.field("items")

  /// All frames, in the items' order.
  static func frames(_ solution: SolverResult, _ axis: LayoutAxis = .vertical) -> [Rect] {
    (0..<solution.cells.count).map { solution.cells.frame(of: $0, axis: axis) }
  }

  /// The paths and reasons of the error that the work throws; empty if it throws none.
  static func issues(_ work: () throws -> Void) -> [LayoutError.Issue] {
    do {
      try work()
      return []
    } catch let error as LayoutError {
      return error.issues
    } catch {
      return []
    }
  }

  /// The rectangle with both axes exchanged.
  static func transposed(_ rect: Rect) -> Rect {
    Rect(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
  }

  /// The insets with both axes exchanged.
  static func transposed(_ insets: Insets) -> Insets {
    Insets(top: insets.left, left: insets.top, bottom: insets.right, right: insets.bottom)
  }

  /// Whether every edge of one is that of the other, within a rounding or two.
  static func agree(_ one: Rect, _ other: Rect, within tolerance: Double = 1e-9) -> Bool {
    let reach = max(1, abs(one.minX), abs(one.minY), abs(one.maxX), abs(one.maxY))
    return abs(one.x - other.x) <= tolerance * reach && abs(one.y - other.y) <= tolerance * reach
      && abs(one.width - other.width) <= tolerance * reach
      && abs(one.height - other.height) <= tolerance * reach
  }

  /// Asks the cells for random rectangles and compares with a scan over all frames.
  static func expectNothingMissed(
    by cells: any SectionCells, axis: LayoutAxis = .vertical,
    using random: inout SeededGenerator, _ context: String
  ) {
    let placement = FrameTransform(axis: axis)
    let frames = (0..<cells.count).map { cells.frame(of: $0, placement) }
    let bounds = cells.bounds
    for (item, frame) in frames.enumerated() {
      #expect(
        bounds.minX <= frame.minX && bounds.minY <= frame.minY && frame.maxX <= bounds.maxX
          && frame.maxY <= bounds.maxY, "\(context): \(item) leaves the bounds")
    }
    for _ in 0..<12 {
      let rect = query(near: frames, bounds, using: &random)
      var numbers = IndexRuns()
      cells.addCandidates(intersecting: rect, to: &numbers)
      numbers.normalize()
      let found = Set(numbers.runs.flatMap { Array($0) })
      let missed = frames.indices.filter { frames[$0].intersects(rect) && !found.contains($0) }
      #expect(missed.isEmpty, "\(context): \(rect) misses \(missed)")
      #expect(found.allSatisfy(frames.indices.contains), "\(context): \(rect)")
    }
  }

  /// A rectangle in or around the content, or one that barely meets some frame's edge.
  private static func query(
    near frames: [Rect], _ bounds: Rect, using random: inout SeededGenerator
  ) -> Rect {
    if Bool.random(using: &random), let frame = frames.randomElement(using: &random) {
      let x = Bool.random(using: &random) ? frame.maxX.nextDown : frame.minX.nextUp
      let y = Bool.random(using: &random) ? frame.maxY.nextDown : frame.minY.nextUp
      return Rect(
        x: x, y: y, width: Bool.random(using: &random) ? 0 : 30,
        height: Bool.random(using: &random) ? 0 : 30)
    }
    let x = Double.random(in: -0.2...1.1, using: &random) * (bounds.width + 1) + bounds.x
    let y = Double.random(in: -0.2...1.1, using: &random) * (bounds.height + 1) + bounds.y
    return Rect(
      x: x, y: y, width: Double.random(in: 0...1.3, using: &random) * bounds.width,
      height: Double.random(in: 0...0.5, using: &random) * bounds.height)
  }
}

/// An item as a document writes it.
enum WrittenItem {
  case number(Double)
  case pair(Double, Double)
  case fields(
    width: Double? = nil, height: Double? = nil, aspectRatio: Double? = nil,
    bodyHeight: Double? = nil, columnSpan: Double? = nil, column: Double? = nil)
}

extension ItemColumns {
  /// The items as a document would hold them.
  init(_ written: [WrittenItem]) {
    self.init()
    for (item, value) in written.enumerated() {
      append()
      switch value {
      case .number(let number): numbers.set(number, at: item)
      case .pair(let width, let height):
        widths.set(width, at: item)
        heights.set(height, at: item)
      case .fields(
        let width, let height, let aspectRatio, let bodyHeight, let columnSpan, let column):
        if let width { widths.set(width, at: item) }
        if let height { heights.set(height, at: item) }
        if let aspectRatio { aspectRatios.set(aspectRatio, at: item) }
        if let bodyHeight { bodyHeights.set(bodyHeight, at: item) }
        if let columnSpan { columnSpans.set(columnSpan, at: item) }
        if let column { columns.set(column, at: item) }
      }
    }
  }

}

extension Items {
  /// Items cut into chunks at random places.
  init(_ columns: ItemColumns, cutAtRandom random: inout SeededGenerator) {
    var chunks: [ItemChunk] = []
    var start = 0
    let greatest = Int.random(in: 1...max(1, columns.count), using: &random)
    while start < columns.count {
      let end = min(
        columns.count,
        start + Int.random(in: 1...min(greatest, ItemChunk.maxLength), using: &random))
      chunks.append(ItemChunk(columns[start..<end]))
      start = end
    }
    self.init(chunks)
  }

  /// The items as a document would hold them.
  init(_ written: [WrittenItem]) {
    self.init(ItemColumns(written))
  }

  /// Items of these sizes.
  init(sizes: [Size]) {
    self.init(sizes.map { .pair($0.width, $0.height) })
  }
}
