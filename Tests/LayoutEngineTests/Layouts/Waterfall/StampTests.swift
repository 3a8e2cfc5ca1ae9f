import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Rectangles that a waterfall flows around (LayoutRules F14).
@Suite struct StampTests {
  /// `TATAMI_RANDOM_DOCUMENTS=20000` lays out that many walls.
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(Int.init) ?? 400

  private static func read(_ options: String, _ items: String) throws -> LayoutDocument {
    let text =
      #"{"container":{"width":300,"height":800},"layout":{"type":"waterfall","columns":3,"spacing":0,"#
      + #"\#(options)},"items":\#(items)}"#
    return try LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits())
  }

  private static func frames(_ options: String, _ items: String) throws -> [[Double]] {
    try PreparedLayout(read(options, items)).attributes(LayoutQuery(.all)).map {
      [$0.frame.minX, $0.frame.minY, $0.frame.width, $0.frame.height]
    }
  }

  @Test func `F14: items begin below the stamps of their columns`() throws {
    let stamps = #""stamps":[[200,0,100,150],{"x":100,"y":20,"width":100,"height":30}]"#
    #expect(
      try Self.frames(stamps, "[40,40,40,40]") == [
        [0, 0, 100, 40], [0, 40, 100, 40], [100, 50, 100, 40], [0, 80, 100, 40],
      ])
    let layout = try PreparedLayout(Self.read(stamps, "[40]"))
    #expect(layout.contentSize.height == 150)
  }

  @Test(arguments: ["normal", "dense"])
  func `F14: an item of no height at a stamp's end is found`(packing: String) throws {
    let layout = try PreparedLayout(
      Self.read(
        #""packing":"\#(packing)","placement":"roundRobin","stamps":[[0,0,300,100]]"#,
        #"[{"height":0,"columnSpan":3}]"#))
    let found = try layout.attributes(
      LayoutQuery(.rect(Rect(x: 0, y: 90, width: 300, height: 20))))
    #expect(found.map(\.frame) == [Rect(x: 0, y: 100, width: 300, height: 0)])
  }

  @Test func `F14: a stamp covers what it overlaps, however far it sticks out`() throws {
    // 5 points of the first column.
    #expect(
      try Self.frames(#""stamps":[[95,0,1e10,50]]"#, "[10,10,10]").map { $0[1] } == [50, 50, 50])
    // Without width or height it covers nothing.
    #expect(
      try Self.frames(#""stamps":[[50,0,0,90],[0,100,300,0]]"#, "[10,10,10]").map { $0[1] }
        == [0, 0, 0])
  }

  @Test func `F14: dense items go above and between stamps`() throws {
    let stamps = #""packing":"dense","stamps":[[0,30,300,20],[0,70,100,30]]"#
    #expect(
      try Self.frames(stamps, "[30,20,20,31]") == [
        [0, 0, 100, 30], [100, 0, 100, 20], [200, 0, 100, 20], [100, 50, 100, 31],
      ])
    #expect(try Self.frames(stamps, "[[100,30],20]")[1] == [100, 0, 100, 20])
  }

  @Test func `F14: items given as a count flow around stamps`() throws {
    #expect(
      try Self.frames(#""stamps":[[0,0,100,50]]"#, "3")
        == [[100, 0, 100, 100], [200, 0, 100, 100], [0, 50, 100, 100]])
  }

  @Test(arguments: [
    (#""placement":"balanced","stamps":[[0,0,10,10]]"#, "/layout/stamps", "balanced"),
    (#""stamps":[[0,0,10,10],[0,0,1e12,1]]"#, "/layout/stamps/1", "points away"),
  ])
  func `F14: stamps that cannot be placed are refused`(
    options: String, pointer: String, reason: String
  ) throws {
    let error = try #require(throws: LayoutError.self) { try Self.frames(options, "[10]") }
    #expect(error.issues.map(\.path.text) == [pointer])
    #expect(error.issues[0].reason.contains(reason), "\(error.issues[0].reason)")
  }

  /// A wall with stamps, most of them near the beginning of its columns.
  private static func randomWall(
    _ random: inout SeededGenerator
  ) -> (spec: WaterfallSpec, items: [WaterfallReference.Item]) {
    var spec = WaterfallSpec()
    spec.columns = .count(Int.random(in: 1...9, using: &random))
    spec.columnSpacing = [0, 8].randomElement(using: &random) ?? 0
    spec.rowSpacing = [0, 4, 10].randomElement(using: &random) ?? 0
    spec.sectionInset.top = [0, 20].randomElement(using: &random) ?? 0
    let placements: [WaterfallSpec.Placement] = [
      .shortestColumn, .roundRobin, .gridLanes(flowTolerance: 0), .gridLanes(flowTolerance: 16),
      .gridLanes(flowTolerance: .infinity),
    ]
    spec.placement = placements.randomElement(using: &random) ?? .shortestColumn
    spec.packing = Bool.random(using: &random) ? .dense : .normal
    spec.stamps = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      Rect(
        x: Double(Int.random(in: -50...700, using: &random)),
        y: Double(Int.random(in: -30...200, using: &random)),
        width: Double(Int.random(in: 0...300, using: &random)),
        height: Double(Int.random(in: 0...150, using: &random)))
    }
    let haveSpans = Bool.random(using: &random)
    let items = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      var item = WaterfallReference.Item()
      item.fixedHeight = Double(Int.random(in: 0...120, using: &random)) / 2
      if haveSpans, Int.random(in: 0..<4, using: &random) == 0 {
        item.span = Int.random(in: 1...4, using: &random)
      }
      if Int.random(in: 0..<20, using: &random) == 0 {
        item.column = Int.random(in: 0...8, using: &random)
      }
      return item
    }
    return (spec, items)
  }

  private static func written(_ items: [WaterfallReference.Item]) -> Items {
    Items(
      items.map {
        .fields(
          height: $0.fixedHeight, columnSpan: $0.span == 1 ? nil : Double($0.span),
          column: $0.column.map { Double($0) })
      })
  }

  @Test(arguments: 0..<10)
  func `F14: random walls are those of the literal reading`(run: Int) throws {
    for seed in stride(from: run, to: Self.count, by: 10) {
      var random = SeededGenerator(seed: UInt64(seed) &* 7_046_029)
      let (spec, items) = Self.randomWall(&random)
      var reference = WaterfallReference(spec, width: 720)
      let expected = reference.layOut(items)
      let solution = try WaterfallSolver(spec, environment: SectionScene.environment(720, 400))
        .solve(Self.written(items), at: SectionScene.itemsPath)
      #expect(SectionScene.frames(solution) == expected.frames, "seed \(seed): \(spec)")
      #expect(
        solution.length.points == expected.columnsLength + spec.sectionInset.top, "seed \(seed)")
      SectionScene.expectNothingMissed(
        by: solution.cells, axis: .vertical, using: &random, "seed \(seed)")
    }
  }

  @Test(arguments: ["normal", "dense"])
  func `F14: a version of a wall with stamps is laid out as if it were new`(packing: String) throws
  {
    var random = SeededGenerator(seed: 14)
    let heights = (0..<3_000).map { _ in "\(Int.random(in: 20...200, using: &random))" }
    let options = #""packing":"\#(packing)","stamps":[[90,0,120,333],[0,500,50,70]]"#
    var layout = try PreparedLayout(
      Self.read(options, "[\(heights.joined(separator: ","))]"))
    for _ in 0..<40 {
      let item = Int.random(in: 0..<layout.itemCount, using: &random)
      let update = [
        #"{"delete":[[0,\#(item)]]}"#, #"{"insert":[{"indexPath":[0,\#(item)],"items":[77,50]}]}"#,
        #"{"measure":[{"indexPath":[0,\#(item)],"height":61.5}]}"#,
      ].randomElement(using: &random)
      layout = try layout.updated(
        by: LayoutUpdateReader.read(Array(try #require(update).utf8)), maxItems: 10_000
      ).layout
      let fresh = try PreparedLayout(VersionScene.anew(layout.document))
      #expect(layout.contentSize == fresh.contentSize)
      #expect(
        try layout.attributes(LayoutQuery(.all)) == fresh.attributes(LayoutQuery(.all)))
    }
  }
}
