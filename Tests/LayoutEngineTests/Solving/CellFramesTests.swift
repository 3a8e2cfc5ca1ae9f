import TestSupport
import Testing

@testable import LayoutEngine

/// Frames that are computed some at a time are those of each cell by itself.
struct CellFramesTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `frames computed together are those of each cell by itself`(seed: UInt64) throws {
    var documents = RandomDocument(seed: seed)
    guard let layout = try? PreparedLayout(documents.next()) else { return }
    let content = layout.content
    for section in 0..<content.sections.count {
      let cells = content.sections[section].solution.cells
      let placement = FrameTransform(
        axis: content.axis, start: content.sections.start(of: section),
        shift: Double(seed % 3), mirror: content.mirror,
        grid: content.container.scale.map { PixelGrid(scale: $0) })
      // One walk, by stretches of any length, mostly onwards.
      var walk = CellCursor()
      var frames = CellFrames()
      var next = 0
      for _ in 0..<60 where cells.count > 0 {
        if next >= cells.count || documents.random.next(upperBound: 5 as UInt64) == 0 {
          next = Int(documents.random.next(upperBound: UInt64(cells.count)))
        }
        let most = UInt64(min(CellFrames.capacity, cells.count - next))
        let stretch = next..<next + 1 + Int(documents.random.next(upperBound: most))
        cells.fill(&frames, stretch, placement, &walk)
        #expect(frames.cells == stretch)
        for cell in stretch {
          #expect(frames[cell] == cells.frame(of: cell, placement), "cell \(cell), seed \(seed)")
        }
        next = stretch.upperBound
      }
    }
  }

  /// Longer than a chunk of items and of placed cells, in each kind of waterfall.
  @Test(arguments: [1, 3, 40], [1, 4])
  func `stretches over chunks' ends`(columns: Int, span: Int) throws {
    var items = ItemColumns(count: 9_000)
    for item in 0..<9_000 {
      items.numbers.set(Double(item * 37 % 211) + 0.25, at: item)
      if item % 7 == 0, span > 1 { items.columnSpans.set(Double(span), at: item) }
    }
    var spec = WaterfallSpec()
    spec.columns = .count(columns)
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 400, height: 800)),
        layout: LayoutVariants(.waterfall(spec)),
        sections: [LayoutSection(items: Items(items))]))
    let cells = layout.content.sections[0].solution.cells
    let placement = FrameTransform(axis: .vertical)
    var walk = CellCursor()
    var frames = CellFrames()
    for first in stride(from: 0, to: cells.count, by: 13) {
      let stretch = first..<min(cells.count, first + 13)
      cells.fill(&frames, stretch, placement, &walk)
      for cell in stretch {
        #expect(frames[cell] == cells.frame(of: cell, placement), "cell \(cell)")
      }
    }
  }
}
