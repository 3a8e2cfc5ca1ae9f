import TestSupport
import Testing

@testable import LayoutEngine

/// `MagazineSolver` beside the literal reading of its rules, and its search beside a scan.
@Suite struct MagazinePropertyTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `H1, H2: frames are those of the literal reading, and the search misses none`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<100 {
      let spec = Self.spec(using: &random)
      let items = Self.items(using: &random)
      let width = Double.random(in: 300...1200, using: &random).rounded()
      let scales: [Double?] = [nil, 1, 2, 3]
      let scale = scales.randomElement(using: &random) ?? nil
      let reference = MagazineReference(
        items: items, spec: spec, containerWidth: width, scale: scale ?? 1)
      let environment = SectionEnvironment(
        axis: .vertical, size: Size(width: width, height: 800), scale: scale,
        path: .root)
      let solution = try MagazineSolver(spec, environment: environment)
        .solve(Self.columns(items), at: .root)
      let frames = JustifiedTests.frames(solution)
      #expect(frames.count == reference.frames.count)
      #expect(
        zip(frames, reference.frames).allSatisfy(isNear), "seed \(seed) round \(round)")
      #expect(abs(solution.length.points - reference.length) < 1e-6, "seed \(seed) round \(round)")
      for _ in 0..<20 {
        let rect = Rect(
          x: Double.random(in: -100...width, using: &random),
          y: Double.random(in: -100...(solution.length.points + 100), using: &random),
          width: [0, 1, 50, 3000].randomElement(using: &random) ?? 0,
          height: [0, 1, 50, 500].randomElement(using: &random) ?? 0)
        expectCandidates(of: solution.cells, frames: frames, rect: rect, "seed \(seed) \(round)")
      }
    }
  }

  @Test func `a wide row is not scanned`() throws {
    var items = ItemColumns(count: 10_000)
    for item in 0..<10_000 {
      items.widthModes.set(.fraction(10_000), at: item)
    }
    let environment = SectionEnvironment(
      axis: .vertical, size: Size(width: 50_000, height: 800), scale: nil, path: .root)
    let solution = try MagazineSolver(MagazineSpec(), environment: environment)
      .solve(items, at: .root)
    var found = IndexRuns()
    solution.cells.addCandidates(
      intersecting: Rect(x: 20_001, y: 10, width: 3, height: 1), to: &found)
    // Cells are 5 wide: one is met, and two neighbours on each side may be offered.
    #expect((1...5).contains(found.count))
    #expect(solution.cells.byteCount < 10 * 10_000)
  }

  private static func spec(using random: inout SeededGenerator) -> MagazineSpec {
    var spec = MagazineSpec()
    spec.horizontalSpacing = Double.random(in: 0...8, using: &random)
    spec.verticalSpacing = [0, 7.25].randomElement(using: &random) ?? 0
    spec.sectionInset = insets(using: &random)
    spec.itemInsets = insets(using: &random)
    if Bool.random(using: &random) {
      spec.header = MagazineSpec.Boundary()
      spec.header?.height = Double.random(in: 0...60, using: &random)
    }
    if Bool.random(using: &random) { spec.footer = MagazineSpec.Boundary() }
    return spec
  }

  private static func insets(using random: inout SeededGenerator) -> Insets {
    Insets(
      top: Double.random(in: -20...30, using: &random),
      left: Double.random(in: -20...30, using: &random),
      bottom: Double.random(in: -20...30, using: &random),
      right: Double.random(in: -20...30, using: &random))
  }

  private static func items(using random: inout SeededGenerator) -> [MagazineReference.Item] {
    var mode = MagazineWidthMode.full
    return (0..<Int.random(in: 0...80, using: &random)).map { _ in
      // Runs of one mode, so that full rows come about.
      if Int.random(in: 0..<3, using: &random) == 0 {
        mode =
          [.full, .fullBleed, .fraction(Int.random(in: 1...9, using: &random))]
          .randomElement(using: &random) ?? .full
      }
      return MagazineReference.Item(
        mode: mode, height: [0, 12, 40.5, 88].randomElement(using: &random) ?? 0,
        stretches: Int.random(in: 0..<4, using: &random) == 0)
    }
  }

  private static func columns(_ items: [MagazineReference.Item]) -> Items {
    var columns = ItemColumns(count: items.count)
    for (number, item) in items.enumerated() {
      columns.widthModes.set(item.mode, at: number)
      columns.heights.set(item.height, at: number)
      if item.stretches { columns.heightModes.set(.stretch, at: number) }
    }
    return Items(columns)
  }

  private func isNear(_ one: Rect, _ other: Rect) -> Bool {
    abs(one.x - other.x) < 1e-6 && abs(one.y - other.y) < 1e-6
      && abs(one.width - other.width) < 1e-6 && abs(one.height - other.height) < 1e-6
  }
}
