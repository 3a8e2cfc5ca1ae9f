import Testing

@testable import LayoutEngine

/// The rules of LayoutRules G, each worked by hand.
@Suite struct JustifiedTests {
  /// W/T = 4: a row is complete by itself from a ratio of 3 to one of 5.
  static let width = 1000.0

  static var spec: JustifiedSpec {
    var spec = JustifiedSpec()
    spec.targetRowHeight = 250
    spec.horizontalSpacing = 0
    spec.verticalSpacing = 10
    return spec
  }

  static func environment(
    width: Double = width, axis: LayoutAxis = .vertical
  ) -> SectionEnvironment {
    SectionEnvironment(
      axis: axis, size: Size(width: width, height: 800),
      path: DocumentPath(steps: [.field("layout")]))
  }

  /// - Parameter alone: the items that stand alone in a row.
  static func items(ratios: [Double], alone: Set<Int> = []) -> Items {
    var items = ItemColumns()
    for (item, ratio) in ratios.enumerated() {
      items.append()
      items.aspectRatios.set(ratio, at: item)
      if alone.contains(item) { items.fullWidths.set(1, at: item) }
    }
    return Items(items)
  }

  static func solve(
    _ ratios: [Double], alone: Set<Int> = [], width: Double = width,
    _ change: (inout JustifiedSpec) -> Void = { _ in }
  ) throws -> SolverResult {
    var spec = spec
    change(&spec)
    return try JustifiedSolver(spec, environment: environment(width: width))
      .solve(items(ratios: ratios, alone: alone), at: DocumentPath(steps: [.field("items")]))
  }

  static func frames(_ solution: SolverResult) -> [Rect] {
    (0..<solution.cells.count).map { solution.cells.frame(of: $0) }
  }

  static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  @Test func `the defaults are flickr's, with no insets`() {
    let spec = JustifiedSpec()
    #expect(spec.targetRowHeight == 320)
    #expect(spec.targetRowHeightTolerance == 0.25)
    #expect(spec.horizontalSpacing == 10 && spec.verticalSpacing == 10)
    #expect(spec.sectionInset == .zero)
    #expect(spec.showWidows && spec.widowLayoutStyle == .left)
  }

  @Test func `G1: a wide item alone fills a breakout row, and the next row does not follow it`()
    throws
  {
    let solution = try Self.solve([2, 2, 2, 1]) { $0.fullWidthBreakoutRowCadence = 2 }
    #expect(
      Self.frames(solution) == [
        Self.rect(0, 0, 500, 250), Self.rect(500, 0, 500, 250),
        Self.rect(0, 260, 1000, 500),  // 1000/2
        Self.rect(0, 770, 250, 250),  // the target's height, not 500
      ])
  }

  @Test func `G1: a tall item begins a breakout row like any other, which keeps its name`() throws {
    let solution = try Self.solve([2, 2, 0.5, 2, 2.5, 1]) { $0.fullWidthBreakoutRowCadence = 2 }
    #expect(
      Self.frames(solution).suffix(4) == [
        // 0.5 + 2 + 2.5 = 5: height 200.
        Self.rect(0, 260, 100, 200), Self.rect(100, 260, 400, 200),
        Self.rect(500, 260, 500, 200),
        Self.rect(0, 470, 250, 250),  // 250 = T, where 200 would follow the row
      ])
  }

  @Test func `G2: a row stays open below the band and is complete within it`() throws {
    let solution = try Self.solve([2, 2, 1]) { $0.horizontalSpacing = 20 }
    #expect(
      Self.frames(solution) == [
        Self.rect(0, 0, 490, 245), Self.rect(510, 0, 490, 245),  // (1000 − 20)/4 = 245
        Self.rect(0, 255, 245, 245),
      ])
    #expect(solution.length.points == 500)
  }

  @Test(arguments: [(2.999, 1), (3.0, 2), (5.0, 2)])
  func `G2: the band includes both its edges`(ratio: Double, rows: Int) throws {
    let frames = Self.frames(try Self.solve([ratio, 0.001]))
    #expect(Set(frames.map(\.y)).count == rows)
  }

  @Test func `G2: an empty row takes an item that is too wide`() throws {
    #expect(Self.frames(try Self.solve([8])) == [Self.rect(0, 0, 1000, 125)])
  }

  @Test func `G2: a tie takes the item`() throws {
    // |5.5 − 4| = |2.5 − 4|.
    let solution = try Self.solve([2.5, 3])
    #expect(Set(Self.frames(solution).map(\.y)) == [0])
    #expect(Self.frames(solution)[1].maxX.rounded() == 1000)
  }

  @Test func `G2: each side of the comparison has its own number of gaps`() throws {
    // |5.5 − 980/250| = 1.58 > |2.5 − 4| = 1.5: the row is complete without the second item.
    let solution = try Self.solve([2.5, 3]) { $0.horizontalSpacing = 20 }
    #expect(Self.frames(solution)[0] == Self.rect(0, 0, 1000, 400))
    #expect(Self.frames(solution)[1].y == 410)
  }

  @Test func `G3: a clamped row keeps the widths of its own height`() throws {
    // 1000/10 = 100 is below 125, and 1000/1 above 500.
    #expect(Self.frames(try Self.solve([10])) == [Self.rect(0, 0, 1000, 125)])
    let tall = try Self.solve([1]) { $0.targetRowHeightTolerance = 0.75 }
    #expect(Self.frames(tall) == [Self.rect(0, 0, 1000, 500)])
  }

  @Test func `G3: x runs from the left inset`() throws {
    let solution = try Self.solve([2, 2], width: 1030) {
      $0.sectionInset = Insets(top: 5, left: 20, bottom: 7, right: 10)
    }
    #expect(
      Self.frames(solution) == [Self.rect(20, 5, 500, 250), Self.rect(520, 5, 500, 250)])
    #expect(solution.length.points == 262)
  }

  @Test func `G4: a justified open row is spread in whole points`() throws {
    // Three of 225: 325 short, −108⅓ each; corrections −108, −217, −325.
    let solution = try Self.solve([0.9, 0.9, 0.9]) { $0.widowLayoutStyle = .justify }
    #expect(
      Self.frames(solution) == [
        Self.rect(0, 0, 333, 250), Self.rect(333, 0, 334, 250), Self.rect(667, 0, 333, 250),
      ])
  }

  @Test func `G4: a correction may miss the width by less than half a point`() throws {
    // 249.75 wide: 750.25 short, corrected by floor(−750.25 + ½) = −750.
    let solution = try Self.solve([0.999]) { $0.widowLayoutStyle = .justify }
    #expect(Self.frames(solution) == [Self.rect(0, 0, 999.75, 250)])
  }

  @Test func `G5: the open row takes the previous row's clamped height`() throws {
    let solution = try Self.solve([10, 1, 1])
    #expect(
      Self.frames(solution).suffix(2) == [
        Self.rect(0, 135, 125, 125), Self.rect(125, 135, 125, 125),
      ])
  }

  @Test func `G5: without a previous row the open one has the target's height`() throws {
    #expect(Self.frames(try Self.solve([1.5])) == [Self.rect(0, 0, 375, 250)])
  }

  @Test func `G5: the middle is the original's`() throws {
    // (1000 − 20 − 250 − 10)/2 + 10 = 370 to the right of 20.
    let solution = try Self.solve([1], width: 1040) {
      $0.widowLayoutStyle = .center
      $0.horizontalSpacing = 10
      $0.sectionInset = Insets(top: 0, left: 20, bottom: 0, right: 20)
    }
    #expect(Self.frames(solution) == [Self.rect(390, 0, 250, 250)])
    let two = try Self.solve([1, 1]) {
      $0.widowLayoutStyle = .center
      $0.horizontalSpacing = 10
    }
    // (1000 − 500 − 20)/2 + 10 = 250.
    #expect(Self.frames(two) == [Self.rect(250, 0, 250, 250), Self.rect(510, 0, 250, 250)])
  }

  @Test func `G5: hidden widows take neither height nor spacing`() throws {
    let solution = try Self.solve([2, 2, 1]) { $0.showWidows = false }
    #expect(solution.cells.count == 2)
    #expect(solution.length.points == 250)
  }

  @Test func `G6: nothing stands after the last row that may be`() throws {
    let solution = try Self.solve([2, 2, 2, 2, 1]) { $0.maxNumRows = 2 }
    #expect(solution.cells.count == 4)
    #expect(solution.length.points == 510)
    let none = try Self.solve([2, 2]) { $0.maxNumRows = 0 }
    #expect(none.cells.count == 0)
    #expect(none.cells.bounds == .zero)
    #expect(none.length.points == 0)
  }

  @Test func `G6: without rows the insets remain`() throws {
    let insets = Insets(top: 30, left: 0, bottom: 12, right: 0)
    #expect(try Self.solve([]) { $0.sectionInset = insets }.length.points == 42)
    let hidden = try Self.solve([1]) {
      $0.sectionInset = insets
      $0.showWidows = false
    }
    #expect(hidden.length.points == 42)
  }

  private static func range(_ least: Double, _ greatest: Double) -> JustifiedSpec.RowHeightRange {
    JustifiedSpec.RowHeightRange(least: least, greatest: greatest)
  }

  @Test func `G8: a row above the range is as high as it and does not fill the width`() throws {
    // A panorama does not join the narrow photo, whose row would be 1000/0.5 = 2000 high.
    let solution = try Self.solve([0.5, 12]) { $0.rowHeightRange = Self.range(150, 400) }
    #expect(
      Self.frames(solution) == [
        Self.rect(0, 0, 200, 400),
        // 1000/12 = 83 is below the range: the photo is cropped.
        Self.rect(0, 410, 1000, 150),
      ])
    let centered = try Self.solve([0.5, 12], width: 1030) {
      $0.rowHeightRange = Self.range(150, 400)
      $0.widowLayoutStyle = .center
      $0.sectionInset = Insets(top: 0, left: 20, bottom: 0, right: 10)
    }
    #expect(Self.frames(centered)[0] == Self.rect(420, 0, 200, 400))
  }

  @Test func `G8: an item that would make its row too low begins the next one`() throws {
    // 1000/(2 + 2.5) = 222 is within G2's band, but lower than 230.
    let solution = try Self.solve([2, 2.5]) { $0.rowHeightRange = Self.range(230, 500) }
    #expect(
      Self.frames(solution) == [
        Self.rect(0, 0, 1000, 500),
        // The last row is no wider than others: 1000/2.5 = 400, where G5 gives 500.
        Self.rect(0, 510, 1000, 400),
      ])
    // Gaps count: 1000 − 2·300 leaves 400 for three.
    let gaps = try Self.solve([1, 1, 1, 1]) {
      $0.horizontalSpacing = 300
      $0.rowHeightRange = Self.range(200, 300)
    }
    #expect(Self.frames(gaps).map(\.y) == [0, 0, 310, 310])
  }

  @Test func `G8: rows aim for the height of the range that is nearest to the target`() throws {
    // T = 250 becomes 400: a row is complete from 1000/400 · 0.75 = 1.875.
    let solution = try Self.solve([1.9, 1]) { $0.rowHeightRange = Self.range(400, 500) }
    #expect(
      Self.frames(solution) == [Self.rect(0, 0, 950, 500), Self.rect(0, 510, 500, 500)])
    let low = try Self.solve([1]) { $0.rowHeightRange = Self.range(10, 100) }
    #expect(Self.frames(low) == [Self.rect(0, 0, 100, 100)])
  }

  @Test func `G9: an item of full width stands alone, at the height of its ratio`() throws {
    let solution = try Self.solve([1, 2, 1, 1], alone: [1]) { $0.horizontalSpacing = 10 }
    #expect(
      Self.frames(solution) == [
        // The row before it is complete: 1000/1, clamped by G3.
        Self.rect(0, 0, 1000, 500),
        Self.rect(0, 510, 1000, 500),
        // The last row does not follow it: T = 250.
        Self.rect(0, 1020, 250, 250), Self.rect(260, 1020, 250, 250),
      ])
    let high = try Self.solve([0.5], alone: [0])
    #expect(Self.frames(high) == [Self.rect(0, 0, 1000, 2000)])
    let bounded = try Self.solve([0.5, 12], alone: [0, 1]) {
      $0.rowHeightRange = Self.range(150, 400)
    }
    #expect(Self.frames(bounded) == [Self.rect(0, 0, 1000, 400), Self.rect(0, 410, 1000, 150)])
  }

  @Test func `header and footer stand outside the insets`() throws {
    let solution = try Self.solve([4]) {
      $0.sectionInset = Insets(top: 5, left: 0, bottom: 7, right: 0)
      $0.headerFooter.headerReferenceSize = Size(width: 1, height: 40)
      $0.headerFooter.footerReferenceSize = Size(width: 1, height: 30)
      $0.headerFooter.sectionHeadersPinToVisibleBounds = true
      $0.headerFooter.sectionFootersPinToVisibleBounds = true
    }
    #expect(Self.frames(solution) == [Self.rect(0, 45, 1000, 250)])
    #expect(solution.length.points == 332)
    #expect(solution.elements.map(\.kind) == ["header", "footer"])
    #expect(
      solution.elements.map(\.frame) == [
        Self.rect(0, 0, 1000, 40), Self.rect(0, 302, 1000, 30),
      ])
    #expect(solution.elements.map(\.pin) == [.header(limit: 302), .footer(limit: 40)])
  }
}
