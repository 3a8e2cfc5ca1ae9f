import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Where a dragged item goes on free places (Contract §3.1), beside a search through all cells.
@Suite struct FreePlaceTests {
  /// `TATAMI_RANDOM_DOCUMENTS=20000` asks for places in that many layouts.
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(Int.init) ?? 240

  private static func layout(_ text: String) throws -> PreparedLayout {
    try PreparedLayout(
      LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  private static func place(_ layout: PreparedLayout, _ point: Point, moving own: Int) throws -> Int
  {
    let moving = LayoutIndexPath(section: 0, item: own)
    return try layout.item(PointQuery(at: point, for: .place(moving: moving))).item
  }

  @Test(arguments: [
    // The free place after the last of 7 items in two columns.
    (
      #"{"type":"flow","itemSize":{"width":100,"height":100},"minimumInteritemSpacing":0}"#, 7, 2,
      150.0, 350.0, 6
    ),
    (
      #"{"type":"flow","itemSize":{"width":100,"height":100},"minimumInteritemSpacing":0}"#, 7, 6,
      150, 350, 6
    ),
    (
      #"{"type":"flow","itemSize":{"width":100,"height":100},"minimumInteritemSpacing":0}"#, 7, 2,
      150, 990, 6
    ),
    // Rows of one item that fill the width have no free place: the nearest row's half decides.
    (#"{"type":"flow","itemSize":{"width":190,"height":100}}"#, 4, 0, 199, 140, 0),
    (#"{"type":"flow","itemSize":{"width":190,"height":100}}"#, 4, 0, 199, 170, 1),
    (#"{"type":"list","rowHeight":100}"#, 4, 3, 100, 120, 1),
    // Both columns of a waterfall of 5 are open below their last items, at 300 and 200.
    (#"{"type":"waterfall","columns":2,"spacing":0}"#, 5, 0, 150, 250, 4),
    (#"{"type":"waterfall","columns":2,"spacing":0}"#, 5, 4, 150, 250, 4),
    (#"{"type":"waterfall","columns":2,"spacing":0}"#, 5, 0, 50, 400, 4),
    (#"{"type":"waterfall","columns":2,"spacing":0}"#, 5, 0, 150, 120, 2),
  ])
  func `By hand`(_ layout: String, _ count: Int, _ own: Int, _ x: Double, _ y: Double, _ item: Int)
    throws
  {
    let items = layout.contains("waterfall") ? "[100,100,100,100,100]" : String(count)
    for (direction, x) in [("ltr", x), ("rtl", 200 - x)] {
      let made = try Self.layout(
        #"{"container":{"width":200,"height":800,"direction":"\#(direction)"},"layout":\#(layout),"items":\#(items)}"#
      )
      let found = try Self.place(made, Point(x: x, y: y), moving: own)
      #expect(found == item, "\(direction) \(x), \(y)")
    }
  }

  @Test(arguments: ["[100,110,100,100]", "4"])
  func `Rows that fill the width have no free place, whether they are equal or not`(items: String)
    throws
  {
    let made = try Self.layout(
      #"{"container":{"width":200,"height":800},"layout":{"type":"list","rowHeight":100},"items":\#(items)}"#
    )
    // The point is on the first half of row 1, and so the dragged row 3 goes before it.
    #expect(try Self.place(made, Point(x: 100, y: 120), moving: 3) == 1)
  }

  // MARK: Against all cells

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `Free places are those of a search through all cells`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var freePlaces = 0
    for round in 0..<Self.count / 4 {
      let isWaterfall = Bool.random(using: &random)
      let isHorizontal = Int.random(in: 0..<3, using: &random) == 0
      let isMirrored = Bool.random(using: &random)
      let count = Int.random(in: 1...60, using: &random)
      // Some rows of one item fill the width.
      let widest = [150, 150, 330].randomElement(using: &random) ?? 150
      let items = (0..<count).map { _ in
        let width =
          Int.random(in: 0..<5, using: &random) == 0
          ? widest : .random(in: 20...150, using: &random)
        return "[\(width),\(Int.random(in: 20...90, using: &random))]"
      }
      let layout =
        !isWaterfall && Int.random(in: 0..<5, using: &random) == 0
        ? #"{"type":"list","rowSpacing":4}"#
        : isWaterfall
          ? #"{"type":"waterfall","columns":\#(Int.random(in: 1...4, using: &random)),"spacing":6}"#
          : #"{"type":"flow","alignment":"\#(["leading", "center", "trailing"].randomElement(using: &random) ?? "")","minimumInteritemSpacing":6,"minimumLineSpacing":5}"#
      let made = try Self.layout(
        """
        {"container":{"width":330,"height":300,"direction":"\(isMirrored ? "rtl" : "ltr")"},
         "configuration":{"scrollDirection":"\(isHorizontal ? "horizontal" : "vertical")"},
         "layout":\(layout),"items":[\(items.joined(separator: ","))]}
        """)
      let size = made.contentSize
      let frames = try made.attributes(LayoutQuery(.all)).map(\.frame)
      let oracle = Oracle(
        frames: frames.map { isMirrored ? $0.mirrored(in: size.width) : $0 },
        axis: isHorizontal ? .horizontal : .vertical, isWaterfall: isWaterfall)
      for _ in 0..<40 {
        let point = Point(
          x: .random(in: 0...size.width + 50, using: &random),
          y: .random(in: 0...size.height + 50, using: &random))
        let own = Int.random(in: 0..<count, using: &random)
        let unmirrored = isMirrored ? Point(x: size.width - point.x, y: point.y) : point
        guard let expected = oracle.place(unmirrored, own) else { continue }
        freePlaces += 1
        let found = try Self.place(made, point, moving: own)
        #expect(
          found == expected,
          "seed \(seed) round \(round): \(point), moving \(own)"
        )
      }
    }
    #expect(freePlaces > 200)
  }

  /// The rule read literally, with every cell looked at.
  private struct Oracle {
    let frames: [Rect]
    let axis: LayoutAxis
    let isWaterfall: Bool

    /// The place of the dragged item; nil if the point is on no free place.
    func place(_ point: Point, _ own: Int) -> Int? {
      let others = frames.indices.filter { $0 != own }
      guard !others.isEmpty else { return nil }
      let before = isWaterfall ? column(point, own, others) : line(point, own, others)
      return before.map { own <= $0 ? $0 : $0 + 1 }
    }

    private func column(_ point: Point, _ own: Int, _ others: [Int]) -> Int? {
      let (main, cross) = (axis.main(point), axis.cross(point))
      func isInColumn(_ item: Int) -> Bool {
        axis.crossMin(frames[item]) <= cross && cross < axis.crossMax(frames[item])
      }
      if isInColumn(own), axis.mainMin(frames[own]) <= main, main < axis.mainMax(frames[own]) {
        return nil
      }
      let column = others.filter(isInColumn)
      if frames.allSatisfy({ axis.mainMax($0) <= main }) { return frames.count - 1 }
      guard column.contains(where: { axis.mainMin(frames[$0]) <= main }),
        column.allSatisfy({ axis.mainMax(frames[$0]) <= main })
      else { return nil }
      return frames.count - 1
    }

    private func line(_ point: Point, _ own: Int, _ others: [Int]) -> Int? {
      let (main, cross) = (axis.main(point), axis.cross(point))
      func isBeside(_ item: Int) -> Bool {
        axis.mainMin(frames[item]) <= main && main < axis.mainMax(frames[item])
      }
      let beside = others.filter(isBeside)
      guard !beside.contains(where: { axis.crossMax(frames[$0]) > cross }) else { return nil }
      guard var last = beside.max(by: { axis.crossMax(frames[$0]) < axis.crossMax(frames[$1]) })
      else { return isBeside(own) ? own : nil }
      func follows(_ item: Int, _ other: Int) -> Bool {
        frames[item].sharesLine(with: frames[other], of: axis)
          && axis.crossMin(frames[item]) >= axis.crossMin(frames[other])
      }
      while let next = others.first(where: { $0 > last }), follows(next, last) {
        if axis.crossMax(frames[next]) > cross { return nil }
        last = next
      }
      let longest = frames.map { axis.crossMax($0) }.max() ?? 0
      let isAlone = others.last { $0 < last }.map { !follows(last, $0) } ?? true
      return axis.crossMax(frames[last]) >= longest && isAlone ? nil : last
    }
  }
}

extension Rect {
  fileprivate func mirrored(in width: Double) -> Rect {
    Rect(x: width - maxX, y: y, width: self.width, height: height)
  }
}
