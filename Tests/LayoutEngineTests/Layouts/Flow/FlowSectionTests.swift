import Testing

@testable import LayoutEngine

/// What goes around a flow section's lines (LayoutRules A10–A13), and what is refused (D).
@Suite struct FlowSectionTests {
  private func solve(
    _ items: Items, _ spec: FlowSpec, width: Double = 100, height: Double = 400,
    axis: LayoutAxis = .vertical
  ) throws -> SolverResult {
    try FlowSolver(
      spec, environment: SectionScene.environment(width, height, axis: axis)
    )
    .solve(items, at: SectionScene.itemsPath)
  }

  private var framed: FlowSpec {
    var spec = FlowSpec()
    spec.sectionInset = .points(Insets(top: 5, left: 10, bottom: 7, right: 10))
    spec.headerFooter.headerReferenceSize = Size(width: 30, height: 20)
    spec.headerFooter.footerReferenceSize = Size(width: 40, height: 12)
    return spec
  }

  @Test func `A10: header, inset, lines, inset, footer`() throws {
    let solution = try solve(Items(count: 2), framed)
    #expect(SectionScene.frames(solution).map(\.y) == [25, 85])
    #expect(solution.length.points == 20 + 5 + 50 + 10 + 50 + 7 + 12)
  }

  @Test func `A11: header and footer span the container, whatever the insets`() throws {
    let solution = try solve(Items(count: 2), framed)
    #expect(
      solution.elements.map(\.frame) == [
        Rect(x: 0, y: 0, width: 100, height: 20), Rect(x: 0, y: 142, width: 100, height: 12),
      ])
    #expect(solution.elements.map(\.kind) == ["header", "footer"])
    #expect(solution.elements.map(\.item) == [0, 0])
  }

  @Test func `A11: horizontal scrolling reads the width, and 0 means none`() throws {
    var spec = framed
    spec.headerFooter.footerReferenceSize.width = 0
    let solution = try solve(Items(count: 1), spec, axis: .horizontal)
    #expect(
      solution.elements.map { $0.frame(.horizontal) } == [
        Rect(x: 0, y: 0, width: 30, height: 400)
      ])
    #expect(SectionScene.frames(solution, .horizontal).map(\.x) == [40])
    #expect(solution.length.points == 30 + 10 + 50 + 10)
  }

  @Test func `A12: an empty section keeps header, insets and footer`() throws {
    let solution = try solve(Items(), framed)
    #expect(solution.length.points == 20 + 5 + 7 + 12)
    #expect(solution.elements.map(\.frame.y) == [0, 32])
    #expect(solution.cells.count == 0)
    #expect(solution.cells.bounds == .zero)
  }

  @Test func `A15: headers hold above the footer's block, footers below the header's`() throws {
    var spec = framed
    spec.headerFooter.sectionHeadersPinToVisibleBounds = true
    spec.headerFooter.sectionFootersPinToVisibleBounds = true
    let solution = try solve(Items(count: 2), spec)
    #expect(solution.elements.map(\.pin) == [.header(limit: 142), .footer(limit: 20)])
  }

  @Test func `centered puts one item in the container's middle`() throws {
    var spec = FlowSpec()
    spec.itemSize = Size(width: 240, height: 240)
    spec.minimumLineSpacing = 20
    spec.sectionInset = .centered
    let solution = try solve(
      Items(count: 2), spec, width: 320, height: 568, axis: .horizontal)
    #expect(
      SectionScene.frames(solution, .horizontal) == [
        Rect(x: 40, y: 164, width: 240, height: 240),
        Rect(x: 300, y: 164, width: 240, height: 240),
      ])
    #expect(solution.length.points == 580)
  }

  @Test func `pages are an item and a line spacing long`() throws {
    var spec = FlowSpec()
    spec.itemSize = Size(width: 240, height: 100)
    spec.minimumLineSpacing = 20
    #expect(try solve(Items(count: 1), spec).snapping == nil)
    spec.snapping.mode = .item
    let horizontal = try solve(Items(count: 1), spec, width: 400, axis: .horizontal)
    #expect(horizontal.snapping?.itemPageLength == 260)
    let vertical = try solve(Items(count: 1), spec, width: 400)
    #expect(vertical.snapping?.itemPageLength == 120)
    spec.itemSize = .zero
    spec.minimumLineSpacing = 0
    #expect(
      SectionScene.issues { _ = try solve(Items(count: 1), spec) }.map(\.path.steps) == [
        [.field("layout"), .field("snapping"), .field("mode")]
      ])
  }

  @Test func `a million equal items cost the list of their chunks`() throws {
    let solution = try solve(Items(count: 1_000_000), FlowSpec(), width: 115)
    #expect(solution.cells.byteCount < 20_000)
    #expect(solution.placedItemCount ?? .max < 10_000)
    #expect(solution.length.points == 500_000 * 60 - 10)
    #expect(solution.cells.frame(of: 999_999) == Rect(x: 65, y: 29_999_940, width: 50, height: 50))
  }

  @Test func `a line of items of differing sizes costs 10 bytes beside the items`() throws {
    let sizes = (0..<9000).map { Size(width: 30, height: Double($0 % 7)) }
    let solution = try solve(Items(sizes: sizes), FlowSpec())
    // Two of 30 stand beside a third with spacings of 10 in 110 points.
    #expect(solution.cells.byteCount <= 4500 * 10 + 9000 * 10 / 64 + 9000 / 992 * 400 + 1024)
  }

  @Test func `D: insets that leave no room are refused`() {
    var spec = FlowSpec()
    spec.sectionInset = .points(Insets(top: 0, left: 60, bottom: 0, right: 40))
    let issues = SectionScene.issues { _ = try solve(Items(), spec) }
    #expect(issues.map(\.path.steps) == [[.field("layout"), .field("sectionInset")]])
  }

  @Test(arguments: [-1, .infinity, .nan, 1e300])
  func `D: options must be finite, and sides ≥ 0`(value: Double) {
    var spec = FlowSpec()
    spec.itemSize.width = value
    spec.headerFooter.headerReferenceSize.height = value
    spec.minimumLineSpacing = value
    spec.boundsOutset.vertical = value
    let issues = SectionScene.issues { _ = try solve(Items(), spec) }
    let refused = issues.compactMap { $0.path.steps.dropFirst().first }
    let sides: [DocumentPath.Step] = [.field("itemSize"), .field("headerReferenceSize")]
    let all =
      [sides[0], .field("minimumLineSpacing"), sides[1], .field("boundsOutset")]
    #expect(refused == (value == -1 ? sides : all))
  }

  @Test func `D: the first 20 faulty items are named, others not`() {
    let sizes = (0..<60).map { Size(width: $0.isMultiple(of: 2) ? -1 : 10, height: 10) }
    let issues = SectionScene.issues { _ = try solve(Items(sizes: sizes), FlowSpec()) }
    #expect(
      issues.map(\.path.steps) == (0..<20).map { [.field("items"), .index($0 * 2)] })
    let infinite = Items(sizes: [Size(width: 4, height: .infinity)])
    #expect(SectionScene.issues { _ = try solve(infinite, FlowSpec()) }.count == 1)
  }

  @Test func `I4: content beyond 2^36 points is refused`() {
    let sizes = [Size(width: 90, height: 0x1p53), Size(width: 91, height: 0x1p53)]
    let issues = SectionScene.issues {
      _ = try solve(Items(sizes: sizes), FlowSpec())
    }
    #expect(issues.map(\.path) == [SectionScene.itemsPath])
  }
}
