import LayoutWire
import Synchronization
import TestSupport
import Testing

@testable import LayoutEngine

/// No piece of an answer takes long to make, however little of what is found it shows: pieces are
/// made on event loops.
struct PieceEffortTests {
  /// Cells a point high, one below the other, that count how often one is looked at.
  private final class CountingCells: SectionCells {
    let count: Int
    let bounds: Rect
    private let zIndexes: [Int: Int]
    private let height: Double
    private let looks = Atomic(0)

    init(count: Int, height: Double = 1, zIndexes: [Int: Int] = [:]) {
      self.height = height
      self.zIndexes = zIndexes
      self.count = count
      self.bounds = Rect(x: 0, y: 0, width: 10, height: Double(count))
    }

    /// How often cells have been looked at since this was asked last.
    func takeLooks() -> Int { looks.exchange(0, ordering: .relaxed) }

    var byteCount: Int { 0 }
    var haveZIndexes: Bool { !zIndexes.isEmpty }
    func zIndex(of item: Int) -> Int? { zIndexes[item] }
    func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
      looks.add(1, ordering: .relaxed)
      return placement.frame(given: Rect(x: 0, y: Double(item), width: 10, height: height))
    }
    func fill(
      _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: FrameTransform,
      _ walk: inout CellCursor
    ) {
      frames.fill(cells) { frame(of: $0, placement, &walk) }
    }
    func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
      numbers.append(0..<count)
    }
  }

  /// However short the numbers are that are written, such as `0,`: one piece's elements, those that it
  /// looked at before it began to write, and those whose frames were computed with theirs.
  private static let maxWritten = JSONAttributesEncoder.pieceElements + 1 + CellFrames.capacity

  /// The elements that one piece may step over, and those whose frames were computed with theirs.
  private static let mostLooked = JSONAttributesEncoder.pieceElements + CellFrames.capacity

  private func section(
    _ length: Double, _ cells: CountingCells, _ elements: [SectionElement] = []
  ) -> SolverResult {
    SolverResult(
      length: Units(points: length), maxExtent: length, cells: cells,
      elements: elements)
  }

  private func element(
    _ rank: SectionElement.Rank, _ kind: String, at y: Double, height: Double
  ) -> SectionElement {
    SectionElement(
      rank: rank, category: .supplementary, kind: kind, item: 0,
      place: SectionFrame(
        start: Units(points: y), length: Units(points: height), cross: 0, breadth: 10), zIndex: 0)
  }

  private func layout(_ sections: [SolverResult]) throws -> PreparedLayout {
    let size = Size(width: 100, height: 100)
    var end = Units.zero
    var blocks = SectionBlocksBuilder(axis: .vertical)
    for section in sections {
      blocks.append(
        LaidOutSection(
          LayoutSection(items: Items(count: section.cells.count)),
          SolvedSection(section, axis: .vertical), isSolved: false), at: end)
      end += section.length
    }
    return PreparedLayout(
      content: PreparedContent(
        LayoutDocument(container: Container(size: size), sections: []),
        SectionStack(
          sections: try blocks.finish(),
          boundaries: try ContentBoundaries(
            [], axis: .vertical, container: size, path: .root),
          length: end, room: .zero, byteCount: 0)))
  }

  /// Encodes piece by piece and holds every piece to the most that it may look at.
  private func pieces(
    of encoder: some PieceEncoder, _ cells: CountingCells, mostLooks: Int
  ) -> (count: Int, text: [UInt8]) {
    var encoder = encoder
    var output: [UInt8] = []
    var count = 0
    var hasMore = true
    _ = cells.takeLooks()
    while hasMore {
      let start = output.count
      hasMore = encoder.encode(into: &output, limit: JSONAttributesEncoder.pieceBytes)
      #expect(cells.takeLooks() <= mostLooks)
      #expect(output.count - start <= JSONAttributesEncoder.pieceBytes + 600)
      count += 1
    }
    return (count, output)
  }

  @Test func `a picture of many layers, each of one item`() throws {
    let count = 40_000
    let raised = Dictionary(uniqueKeysWithValues: (1...15).map { (count - 16 + $0, $0) })
    let cells = CountingCells(count: count, zIndexes: raised)
    let layout = try layout([section(Double(count), cells)])
    let encoder = try SVGAttributesEncoder(layout, LayoutQuery(.all))
    // 16 layers are a walk over all each.
    let (pieces, text) = pieces(of: encoder, cells, mostLooks: Self.mostLooked)
    #expect(pieces >= 15 * count / 4_096)
    let picture = SVGPicture(reading: text)
    #expect(picture.isWellFormed)
    #expect(picture.all("rect").filter { $0.role.hasPrefix("h") }.count == count)
    var whole: [UInt8] = []
    var again = encoder
    again.encodeAll(into: &whole)
    #expect(whole == text)
  }

  @Test func `a picture of many items that cover nothing`() throws {
    let cells = CountingCells(count: 40_000, height: 0)
    let layout = try layout([section(40_000, cells)])
    let (pieces, text) = pieces(
      of: try SVGAttributesEncoder(layout, LayoutQuery(.all)), cells, mostLooks: Self.mostLooked)
    #expect(pieces >= 40_000 / 4_096)
    #expect(SVGPicture(reading: text).isWellFormed)
  }

  @Test(arguments: [AttributesFormat.columns, .packed])
  func `elements that are no cells stand behind many cells`(_ format: AttributesFormat) throws {
    let cells = CountingCells(count: 60_000)
    let footer = element(.footer, "footer", at: 60_000, height: 5)
    let layout = try layout([
      section(60_005, cells, [footer])
    ])
    let encoder = AttributesEncoder(
      format, LayoutSummary(id: [], layout: layout), try layout.select(LayoutQuery(.all)))
    let (_, text) = pieces(of: encoder, cells, mostLooks: Self.maxWritten)
    #expect(String(decoding: text.suffix(200), as: UTF8.self).contains(#""kind":"footer""#))
  }

  @Test(arguments: [AttributesFormat.columns, .packed])
  func `pieces that step over many runs are the whole answer`(_ format: AttributesFormat) throws {
    let header = element(.header, "header", at: 0, height: 0)
    // 20,000 headers without a cell, then a cell.
    var sections = Array(
      repeating: section(1, CountingCells(count: 0), [header]), count: 20_000)
    sections.append(section(1, CountingCells(count: 1)))
    let layout = try layout(sections)
    let selection = try layout.select(LayoutQuery(.all))
    let summary = LayoutSummary(id: [], layout: layout)
    var whole: [UInt8] = []
    var encoder = AttributesEncoder(format, summary, selection)
    encoder.encodeAll(into: &whole)
    for limit in [1, 1_000, 65_536] {
      var encoder = AttributesEncoder(format, summary, selection)
      var output: [UInt8] = []
      var empty = 0
      var hasMore = true
      while hasMore {
        let start = output.count
        hasMore = encoder.encode(into: &output, limit: limit)
        if output.count == start { empty += 1 }
      }
      #expect(output == whole)
      // Every column's walk steps over the headers: 6 columns, 4 times 4,096 runs each.
      #expect(empty >= 6 * 3)
      var bounded: [UInt8] = []
      var again = AttributesEncoder(format, summary, selection)
      #expect(again.encodePieces(into: &bounded, limit: whole.count / 2))
      #expect(bounded.count >= whole.count / 2)
      #expect(!again.encodePieces(into: &bounded, limit: whole.count))
      #expect(bounded == whole)
    }
  }
}
