import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Dense packing, balanced columns and columns of a given width (LayoutRules F11–F13).
@Suite struct PackingTests {
  /// `TATAMI_RANDOM_DOCUMENTS=20000` lays out that many walls.
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(Int.init) ?? 300

  private static func layout(
    _ options: String, _ items: String, width: Double = 400
  ) throws -> PreparedLayout {
    let text =
      #"{"container":{"width":\#(width),"height":800},"layout":{"type":"waterfall",\#(options)},"#
      + #""items":\#(items)}"#
    return try PreparedLayout(
      LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  private static func frames(
    _ options: String, _ items: String, width: Double = 400
  ) throws -> [[Double]] {
    try layout(options, items, width: width).attributes(LayoutQuery(.all)).map {
      [$0.frame.minX, $0.frame.minY, $0.frame.width, $0.frame.height]
    }
  }

  // MARK: Dense

  @Test func `F11: an item fills the hole that a wide item leaves`() throws {
    // desandro/masonry#944.
    let items = #"[100,{"height":100,"columnSpan":2},100,100]"#
    #expect(
      try Self.frames(#""columns":2,"spacing":0,"packing":"dense""#, items) == [
        [0, 0, 200, 100], [0, 100, 400, 100], [200, 0, 200, 100], [0, 200, 200, 100],
      ])
    #expect(
      try Self.frames(#""columns":2,"spacing":0,"packing":"normal""#, items) == [
        [0, 0, 200, 100], [0, 100, 400, 100], [0, 200, 200, 100], [200, 200, 200, 100],
      ])
  }

  @Test func `F11: an item needs room for the spacing after it`() throws {
    func second(_ height: Int) throws -> [Double] {
      try Self.frames(
        #""columns":2,"spacing":10,"packing":"dense""#,
        #"[100,{"height":50,"columnSpan":2},\#(height)]"#, width: 410)[2]
    }
    #expect(try second(100) == [210, 0, 200, 100])
    #expect(try second(101) == [0, 170, 200, 101])
  }

  @Test func `F11: gaps within the tolerance are taken from the leading one on`() throws {
    // Gaps from 40 on in column 1, and from 30 on in column 2.
    let items = #"[90,40,30,{"height":10,"columnSpan":3},20]"#
    func last(_ tolerance: Int) throws -> [Double] {
      try Self.frames(
        #""columns":3,"spacing":0,"packing":"dense","placement":"gridLanes","#
          + #""flowTolerance":\#(tolerance)"#, items, width: 300)[4]
    }
    #expect(try last(9) == [200, 30, 100, 20])
    #expect(try last(10) == [100, 40, 100, 20])
  }

  @Test func `F11: a column remembers its last 64 gaps`() throws {
    func top(after count: Int) throws -> Double {
      // Each pair leaves a gap of 20 points in column 1; nothing but the last item fits into the gaps.
      let pairs = Array(
        repeating: #"{"height":20,"column":0},{"height":30,"columnSpan":2}"#, count: count)
      return try Self.frames(
        #""columns":2,"spacing":0,"packing":"dense""#, "[\(pairs.joined(separator: ",")),10]"
      )
      .last?[1] ?? -1
    }
    #expect(try top(after: 64) == 0)
    #expect(try top(after: 65) == 50)
    #expect(try top(after: 67) == 150)
  }

  /// A wall whose gaps are few, so that the oracle and the engine may try all of them.
  private static func randomWall(
    _ random: inout SeededGenerator, _ placements: [WaterfallSpec.Placement]
  ) -> (spec: WaterfallSpec, items: [WaterfallReference.Item]) {
    var spec = WaterfallSpec()
    spec.columns = .count(Int.random(in: 1...9, using: &random))
    spec.columnSpacing = 0
    spec.rowSpacing = [0, 0, 4, 10].randomElement(using: &random) ?? 0
    spec.placement = placements.randomElement(using: &random) ?? .shortestColumn
    let heights = [1...9, 20...24, 0...200].randomElement(using: &random) ?? 1...9
    let items = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      var item = WaterfallReference.Item()
      item.fixedHeight = Double(Int.random(in: heights, using: &random)) / 2
      return item
    }
    return (spec, items)
  }

  private static func expectSame(
    _ spec: WaterfallSpec, _ items: [WaterfallReference.Item], _ comment: Comment
  ) throws {
    var reference = WaterfallReference(spec, width: 720)
    let expected = reference.layOut(items)
    let written = Items(
      items.map {
        .fields(
          height: $0.fixedHeight, columnSpan: $0.span == 1 ? nil : Double($0.span),
          column: $0.column.map { Double($0) })
      })
    let solution = try WaterfallSolver(spec, environment: SectionScene.environment(720, 400))
      .solve(written, at: SectionScene.itemsPath)
    #expect(SectionScene.frames(solution) == expected.frames, comment)
    #expect(solution.length.points == expected.columnsLength, comment)
  }

  @Test(arguments: 0..<10)
  func `F11: random walls are those of the literal reading`(run: Int) throws {
    for seed in stride(from: run, to: Self.count, by: 10) {
      var random = SeededGenerator(seed: UInt64(seed) &* 6_364_136)
      var (spec, items) = Self.randomWall(
        &random,
        [
          .shortestColumn, .roundRobin, .gridLanes(flowTolerance: 0), .gridLanes(flowTolerance: 5),
          .gridLanes(flowTolerance: .infinity),
        ])
      spec.packing = .dense
      for item in items.indices where Int.random(in: 0..<3, using: &random) == 0 {
        items[item].span = Int.random(in: 1...4, using: &random)
        if Int.random(in: 0..<5, using: &random) == 0 {
          items[item].column = Int.random(in: 0...8, using: &random)
        }
      }
      try Self.expectSame(spec, items, "seed \(seed)")
    }
  }

  @Test func `F11: a version places what changes and what comes after it`() throws {
    var random = SeededGenerator(seed: 11)
    let items = (0..<20_000).map { _ in
      let span = Int.random(in: 1...10, using: &random) == 1 ? 2 : 1
      return #"{"height":\#(Int.random(in: 20...200, using: &random)),"columnSpan":\#(span)}"#
    }
    let first = try Self.layout(
      #""columns":4,"spacing":4,"packing":"dense""#, "[\(items.joined(separator: ","))]")
    func placed(_ update: String) throws -> Int {
      let version = try first.updated(
        by: LayoutUpdateReader.read(Array(update.utf8)), maxItems: .max)
      let fresh = try PreparedLayout(VersionScene.anew(version.layout.document))
      #expect(VersionScene.isSame(version.layout, fresh, using: &random))
      return version.placedItemCount
    }
    #expect(try placed(#"{"append":[{"items":[50,60,{"height":9,"columnSpan":2}]}]}"#) <= 1_024)
    #expect(try placed(#"{"measure":[{"indexPath":[0,19000],"height":77}]}"#) <= 2_048)
    #expect(try placed(#"{"append":[{"items":[7]}],"keepColumns":true}"#) <= 1_024)
    // All later items may move; the version must still be as the fresh layout.
    #expect(try placed(#"{"measure":[{"indexPath":[0,9],"height":77}]}"#) > 0)
  }

  // MARK: Columns of a given width

  @Test func `F12: columns keep their width, and the room that is left is where it is wanted`()
    throws
  {
    func xs(_ options: String, width: Double = 400) throws -> [[Double]] {
      try Self.frames(#""spacing":10,\#(options)"#, "[1,1,1]", width: width).map { [$0[0], $0[2]] }
    }
    // Three columns of 120 and two gaps are 380.
    let given = #""columns":{"width":120}"#
    #expect(try xs(given) == [[0, 120], [130, 120], [260, 120]])
    #expect(
      try xs(given + #","columnAlignment":"center""#) == [[10, 120], [140, 120], [270, 120]])
    #expect(try xs(given + #","columnAlignment":"end""#) == [[20, 120], [150, 120], [280, 120]])
    #expect(try xs(given, width: 379).map { $0[0] } == [0, 130, 0])
    // One column at least, which begins at the leading edge if it is too wide.
    #expect(
      try xs(given + #","columnAlignment":"end""#, width: 100) == [[0, 120], [0, 120], [0, 120]])
  }

  // MARK: Balanced columns

  @Test func `F13: columns are filled in order, and cut as low as possible`() throws {
    func places(_ items: String) throws -> [[Double]] {
      try Self.frames(#""columns":3,"spacing":10,"placement":"balanced""#, items, width: 320)
        .map { [$0[0] / 110, $0[1]] }
    }
    // 50 + 10 + 50 is the least height that holds five items of 50 in three columns.
    #expect(try places("[50,50,50,50,50]") == [[0, 0], [0, 60], [1, 0], [1, 60], [2, 0]])
    // Two columns are enough for four of them.
    #expect(try places("[50,50,50,50]") == [[0, 0], [0, 60], [1, 0], [1, 60]])
    #expect(try places("[10,10,200,10]") == [[0, 0], [0, 20], [1, 0], [2, 0]])
    #expect(try places("4") == [[0, 0], [0, 110], [1, 0], [1, 110]])
  }

  @Test(arguments: 0..<10)
  func `F13: random walls are those of the literal reading`(run: Int) throws {
    for seed in stride(from: run, to: Self.count, by: 10) {
      var random = SeededGenerator(seed: UInt64(seed) &* 1_442_695)
      let (spec, items) = Self.randomWall(&random, [.balanced])
      try Self.expectSame(spec, items, "seed \(seed)")
    }
  }

  @Test func `F13: a version is cut anew`() throws {
    var random = SeededGenerator(seed: 13)
    let items = (0..<3_000).map { "\(20 + $0 % 77)" }.joined(separator: ",")
    let first = try Self.layout(#""columns":4,"placement":"balanced""#, "[\(items)]")
    for update in [
      #"{"append":[{"items":[50]}]}"#, #"{"delete":[[0,7]],"keepColumns":true}"#,
      #"{"measure":[{"indexPath":[0,2000],"height":7777}]}"#,
    ] {
      let version = try first.updated(
        by: LayoutUpdateReader.read(Array(update.utf8)), maxItems: .max)
      let fresh = try PreparedLayout(VersionScene.anew(version.layout.document))
      #expect(VersionScene.isSame(version.layout, fresh, using: &random))
      #expect(version.placedItemCount == version.layout.itemCount)
    }
  }

  @Test func `D: spans, columns and negative spacings have no place in balanced columns`() throws {
    func details(_ options: String, _ items: String) -> [String] {
      SectionScene.issues { _ = try Self.layout(options, items) }
        .map { "\($0.path.text): \($0.reason)" }
    }
    let balanced = #""columns":3,"placement":"balanced""#
    #expect(
      details(balanced, #"[1,{"columnSpan":2},{"column":1},{"columnSpan":1}]"#) == [
        "/items/1/columnSpan: must be 1 if placement is balanced (got 2.0)",
        "/items/2/column: must be absent if placement is balanced (got 1.0)",
      ])
    #expect(
      details(balanced + #","packing":"dense""#, "[1]") == [
        "/layout/packing: must be normal if placement is balanced (got dense)"
      ])
    #expect(
      details(balanced + #","rowSpacing":-1"#, "[1]") == [
        "/layout/rowSpacing: must be at least 0 if placement is balanced (got -1.0)"
      ])
    #expect(
      details(#""packing":"dense","rowSpacing":-1"#, "[1]") == [
        "/layout/rowSpacing: must be at least 0 if packing is dense (got -1.0)"
      ])
  }
}
