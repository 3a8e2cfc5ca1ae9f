import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// Items that are only a count, alone and beside others, stand where one array of all frames has them.
@Suite struct ItemCountTests {
  private static func count(using random: inout SeededGenerator) -> Int {
    let counts = [511, 512, 513, 4_095, 4_096, 4_097, 30_000]
    return Bool.random(using: &random)
      ? counts.randomElement(using: &random) ?? 0 : Int.random(in: 1...12_000, using: &random)
  }

  private static func justified(using random: inout SeededGenerator) -> JustifiedSpec {
    var spec = JustifiedSpec()
    spec.targetRowHeight = [3, 40, 100, 320.5, 900].randomElement(using: &random) ?? 100
    spec.targetRowHeightTolerance = [0, 0.1, 0.25, 0.6].randomElement(using: &random) ?? 0
    spec.horizontalSpacing = [0, 0.1, 2].randomElement(using: &random) ?? 0
    spec.verticalSpacing = [0, 2, 20.3].randomElement(using: &random) ?? 0
    spec.sectionInset = Insets(
      top: Double.random(in: -20...40, using: &random), left: 4, bottom: 3, right: 5.5)
    if Bool.random(using: &random) {
      spec.headerFooter.headerReferenceSize = Size(width: 0, height: 44.3)
    }
    spec.showWidows = Int.random(in: 0..<4, using: &random) > 0
    spec.lastRowFits = spec.showWidows && spec.targetRowHeight > 50
    spec.widowLayoutStyle = [.left, .center, .justify].randomElement(using: &random) ?? .left
    if Bool.random(using: &random) {
      spec.fullWidthBreakoutRowCadence = [1, 2, 3, 7, 50, 700, 3_000, 100_000]
        .randomElement(using: &random)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      spec.maxNumRows = Int.random(in: 0...6_000, using: &random)
    }
    if Bool.random(using: &random) {
      spec.forceAspectRatio = Double.random(in: 0.3...2, using: &random)
    }
    return spec
  }

  /// Items without fields, some others among them.
  private static func mixed(_ columns: inout ItemColumns, using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      columns.numbers.set(
        Double.random(in: 0.5...2, using: &random),
        at: Int.random(in: 0..<columns.count, using: &random))
    }
  }

  private static func expectSame(
    _ cells: any SectionCells, _ frames: [Rect],
    using random: inout SeededGenerator, _ comment: String
  ) {
    let placement = FrameTransform(axis: .vertical)
    var walk = CellCursor()
    let differs =
      cells.count == frames.count
      ? frames.indices.first { cells.frame(of: $0, placement, &walk) != frames[$0] } : -1
    #expect(differs == nil, "\(comment): \(cells.count) cells")
    guard differs == nil, let last = frames.last else { return }
    let bounds = cells.bounds
    for _ in 0..<6 {
      let item = Int.random(in: frames.indices, using: &random)
      #expect(cells.frame(of: item, placement) == frames[item], "\(comment): \(item)")
      let rect = Rect(
        x: Double.random(in: -9...bounds.maxX, using: &random),
        y: Double.random(in: -9...last.maxY, using: &random),
        width: [0, 30, 2_000].randomElement(using: &random) ?? 0,
        height: [0, 10, 900].randomElement(using: &random) ?? 0)
      expectCandidates(of: cells, frames: frames, rect: rect, comment)
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `photos of a count stand as all frames in one array do`(seed: UInt64) throws {
    for round in RandomSections.rounds(4, arguments: 6) {
      var random = RandomSections.generator(seed: seed, round: round)
      let spec = Self.justified(using: &random)
      var columns = ItemColumns(count: Self.count(using: &random))
      var items = Items(count: columns.count)
      if Int.random(in: 0..<3, using: &random) == 0 {
        Self.mixed(&columns, using: &random)
        items = Items(columns, cutAtRandom: &random)
      }
      let comment = "seed \(seed) round \(round): \(spec)"
      let flat = try FlatJustified(
        spec, width: 700, items: columns, path: SectionScene.itemsPath,
        header: Units(points: spec.headerFooter.headerReferenceSize.height))
      let solution = try JustifiedSolver(
        spec, environment: SectionScene.environment(700, 800)
      ).solve(items, at: SectionScene.itemsPath)
      Self.expectSame(solution.cells, flat.frames, using: &random, comment)
      #expect(solution.length == flat.bottom + Units(points: 3), "\(comment)")
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `magazine items of a count stand as all frames in one array do`(seed: UInt64) throws {
    for round in RandomSections.rounds(4, arguments: 4) {
      var random = RandomSections.generator(seed: seed, round: round)
      var spec = MagazineSpec()
      spec.verticalSpacing = [0, 7.3].randomElement(using: &random) ?? 0
      spec.sectionInset = Insets(top: -3.3, left: 4, bottom: 2, right: 5)
      spec.itemInsets = Insets(top: 8.1, left: 6, bottom: 1, right: 0)
      var columns = ItemColumns(count: Self.count(using: &random))
      var items = Items(count: columns.count)
      if Bool.random(using: &random) {
        Self.mixed(&columns, using: &random)
        columns.widthModes.set(.fraction(2), at: Int.random(in: 0..<columns.count, using: &random))
        items = Items(columns, cutAtRandom: &random)
      }
      var environment = SectionScene.environment(700, 800)
      environment.scale = [nil, 2, 3].randomElement(using: &random) ?? nil
      let grid = PixelGrid(scale: environment.scale ?? 1)
      let comment = "seed \(seed) round \(round)"
      let flat = try FlatMagazine(
        columns, MagazineColumns(spec, contentWidth: 691, grid: grid),
        top: Units(points: -3.3) + Units(points: 8.1), spacing: spec.verticalSpacing,
        path: SectionScene.itemsPath)
      let solution = try MagazineSolver(spec, environment: environment)
        .solve(items, at: SectionScene.itemsPath)
      Self.expectSame(solution.cells, flat.frames, using: &random, comment)
      #expect(solution.length == flat.bottom + Units(points: 1) + Units(points: 2), "\(comment)")
    }
  }

  private static func layout(
    _ type: String, count: Int, _ budget: LayoutBudget = LayoutBudget()
  ) throws -> PreparedLayout {
    let text =
      #"{"container":{"width":390,"height":844},"layout":{"type":\#(type)},"items":\#(count)}"#
    return try PreparedLayout(
      LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits(maxItems: count)), budget)
  }

  static let types = [
    #""justified","targetRowHeight":100"#,
    #""justified","targetRowHeight":100,"fullWidthBreakoutRowCadence":3"#,
    #""justified","targetRowHeight":100,"forceAspectRatio":0.7"#,
    #""justified","targetRowHeight":100,"maxNumRows":900"#,
    #""justified","targetRowHeight":100,"showWidows":false"#,
    #""magazine""#,
  ]

  @Test(arguments: types)
  func `versions of a count of items are those of their documents`(type: String) throws {
    var random = SeededGenerator(seed: 11)
    var layout = try Self.layout(type, count: 9_000)
    for update in [
      #"{"append":[{"items":4000}]}"#,
      #"{"insert":[{"indexPath":[0,6000],"items":3}]}"#,
      #"{"insert":[{"indexPath":[0,5000],"items":[1.5,2]}]}"#,
      #"{"delete":[[0,100],[0,12000]]}"#,
      #"{"append":[{"items":9000}]}"#,
      // Photos have no heights that views find.
      type.contains("magazine") ? #"{"measure":[{"indexPath":[0,7000],"height":70}]}"# : "{}",
      #"{"replace":[{"indexPath":[0,0],"item":0.5}]}"#,
    ] {
      let version = try layout.updated(
        by: LayoutUpdateReader.read(Array(update.utf8)), maxItems: .max)
      let fresh = try PreparedLayout(VersionScene.anew(version.layout.document))
      #expect(
        VersionScene.isSame(version.layout, fresh, using: &random), "\(type) \(update)")
      layout = version.layout
    }
  }
}
