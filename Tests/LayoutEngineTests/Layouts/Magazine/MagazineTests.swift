import TestSupport
import Testing

@testable import LayoutEngine

/// The rules of LayoutRules H, each worked by hand, and a literal reading beside the solver.
@Suite struct MagazineTests {
  private static let path = DocumentPath(steps: [.field("items")])

  /// Width 320 less 15 + 5: 300; less item insets 10 + 10: 280.
  private static var spec: MagazineSpec {
    var spec = MagazineSpec()
    spec.horizontalSpacing = 20
    spec.verticalSpacing = 30
    spec.sectionInset = Insets(top: 30, left: 15, bottom: 20, right: 5)
    spec.itemInsets = Insets(top: 11, left: 10, bottom: 12, right: 10)
    return spec
  }

  private static func environment(
    width: Double = 320, scale: Double? = nil, axis: LayoutAxis = .vertical
  ) -> SectionEnvironment {
    SectionEnvironment(
      axis: axis, size: Size(width: width, height: 480), scale: scale,
      path: DocumentPath(steps: [.field("layout")]))
  }

  private static func items(_ items: [MagazineReference.Item]) -> Items {
    var columns = ItemColumns(count: items.count)
    for (number, item) in items.enumerated() {
      columns.widthModes.set(item.mode, at: number)
      columns.heights.set(item.height, at: number)
      if item.stretches { columns.heightModes.set(.stretch, at: number) }
    }
    return Items(columns)
  }

  private static func solve(
    _ items: [(MagazineWidthMode, Double)], width: Double = 320, scale: Double? = nil,
    _ change: (inout MagazineSpec) -> Void = { _ in }
  ) throws -> SolverResult {
    var spec = spec
    change(&spec)
    return try MagazineSolver(spec, environment: environment(width: width, scale: scale))
      .solve(
        Self.items(items.map { .init(mode: $0.0, height: $0.1, stretches: false) }), at: path)
  }

  private static func frames(_ solution: SolverResult) -> [Rect] {
    JustifiedTests.frames(solution)
  }

  private static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  private static func issues(_ work: () throws -> Void) -> [LayoutError.Issue] {
    do {
      try work()
      return []
    } catch {
      return (error as? LayoutError)?.issues ?? []
    }
  }

  @Test func `H1: header, item insets, rows and footer stand one below the other`() throws {
    let solution = try Self.solve([(.full, 40), (.full, 50)]) {
      $0.header = .init()
      $0.footer = .init()
      $0.footer?.height = 25
    }
    #expect(
      Self.frames(solution) == [Self.rect(25, 85, 280, 40), Self.rect(25, 155, 280, 50)])
    #expect(solution.elements.map(\.kind) == ["header", "footer"])
    #expect(
      solution.elements.map(\.frame) == [
        Self.rect(15, 30, 300, 44), Self.rect(15, 217, 300, 25),
      ])
    #expect(solution.length.points == 262)
  }

  @Test func `H1: a section without items takes no item insets`() throws {
    let solution = try Self.solve([]) {
      $0.header = .init()
      $0.footer = .init()
    }
    #expect(solution.cells.count == 0)
    #expect(solution.elements.map(\.frame.y) == [30, 74])
    #expect(solution.length.points == 138)
    #expect(try Self.solve([]).length.points == 50)
  }

  @Test func `H1: rows are runs of one width mode, cut at its number`() throws {
    let solution = try Self.solve([
      (.fraction(2), 10), (.fraction(2), 10), (.fraction(2), 10), (.fraction(3), 10),
      (.fraction(2), 10), (.full, 10), (.fraction(1), 10), (.fullBleed, 10), (.fullBleed, 10),
    ])
    let rows = Self.frames(solution).map { Int(($0.y - 41) / 40) }
    #expect(rows == [0, 0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test func `H2: widths divide the room, also in a row with fewer items`() throws {
    // (280 − 20)/2 = 130, (280 − 40)/3 = 80, (280 − 60)/4 = 55.
    let solution = try Self.solve([
      (.fraction(2), 10), (.fraction(2), 10), (.fraction(3), 10), (.fraction(3), 10),
      (.fraction(4), 10),
    ])
    #expect(
      Self.frames(solution) == [
        Self.rect(25, 41, 130, 10), Self.rect(175, 41, 130, 10),
        Self.rect(25, 81, 80, 10), Self.rect(125, 81, 80, 10), Self.rect(25, 121, 55, 10),
      ])
  }

  @Test func `H2: full bleed ignores the item insets alone`() throws {
    #expect(Self.frames(try Self.solve([(.fullBleed, 10)])) == [Self.rect(15, 41, 300, 10)])
  }

  @Test(arguments: [(nil, 33, 66), (1, 33, 66), (2, 33.5, 67), (3, 100.0 / 3, 200.0 / 3)])
  func `H2: widths are rounded to pixels and positions follow`(
    scale: Double?, second: Double, third: Double
  ) throws {
    let items = [(MagazineWidthMode.fraction(3), 7.3), (.fraction(3), 1), (.fraction(3), 1)]
    let solution = try Self.solve(items, width: 100, scale: scale) { $0 = MagazineSpec() }
    let frames = Self.frames(solution)
    #expect(frames.map(\.width) == [second, second, second])
    #expect(frames[1].x == second)
    #expect(abs(frames[2].x - third) < 1e-12)
    #expect(frames[0].height == 7.3)
    #expect(solution.rounding == .nothing)
  }

  @Test func `H2: halves are rounded away from zero`() throws {
    let solution = try Self.solve([(.fraction(2), 1)], width: 101) { $0 = MagazineSpec() }
    #expect(Self.frames(solution)[0].width == 51)
  }

  @Test(arguments: [(25.0, 30.0), (45, 45)])
  func `H2: stretched items take the height of the row, which they help to find`(
    measured: Double, row: Double
  ) throws {
    let items = Self.items([
      .init(mode: .fraction(3), height: 10, stretches: false),
      .init(mode: .fraction(3), height: measured, stretches: true),
      .init(mode: .fraction(3), height: 30, stretches: false),
      .init(mode: .full, height: 5, stretches: true),
    ])
    let solution = try MagazineSolver(Self.spec, environment: Self.environment())
      .solve(items, at: Self.path)
    #expect(Self.frames(solution).map(\.height) == [10, row, 30, 5])
    #expect(Self.frames(solution).map(\.y) == [41, 41, 41, 41 + row + 30])
  }

  @Test func `an item that says nothing is full, dynamic and 150 high; a number is its height`()
    throws
  {
    var items = ItemColumns(count: 3)
    items.numbers.set(60, at: 1)
    items.heights.set(70, at: 2)
    items.widths.set(9, at: 2)
    let solution = try MagazineSolver(MagazineSpec(), environment: Self.environment())
      .solve(items, at: Self.path)
    #expect(
      Self.frames(solution) == [
        Self.rect(0, 0, 320, 150), Self.rect(0, 150, 320, 60), Self.rect(0, 210, 320, 70),
      ])
  }

  @Test func `H3: the background covers header and footer, within the insets, items or not`() throws
  {
    let change: (inout MagazineSpec) -> Void = {
      $0.header = .init()
      $0.background = true
    }
    let full = try Self.solve([(.full, 40)], change)
    #expect(full.length.points == 30 + 44 + 11 + 40 + 12 + 20)
    let background = try #require(full.elements.last)
    #expect(background.kind == "background" && background.category == .decoration)
    #expect(background.frame == Self.rect(15, 30, 300, 107))
    #expect(background.pin == nil)
    let empty = try Self.solve([], change)
    #expect(empty.elements.last?.frame == Self.rect(15, 30, 300, 44))
  }

  @Test func `C15: everything stands above a background`() throws {
    for background in [false, true] {
      let solution = try Self.solve([(.full, 40)]) {
        $0.header = .init()
        $0.footer = .init()
        $0.background = background
      }
      #expect(solution.cellZIndex == (background ? 1 : 0))
      #expect(solution.elements.map(\.zIndex) == (background ? [1, 1, 0] : [0, 0]))
    }
  }

  @Test func `H3: pinned header and footer keep off each other and the insets`() throws {
    let solution = try Self.solve([(.full, 100)]) {
      $0.header = .init(height: 44, pinToVisibleBounds: true)
      $0.footer = .init(height: 25, pinToVisibleBounds: true)
    }
    // Length 30 + 44 + 11 + 100 + 12 + 25 + 20 = 242: the header ends at 242 − 20 − 25 at most,
    // the footer begins at 30 + 44 at least.
    #expect(solution.length.points == 242)
    #expect(solution.elements.map(\.pin) == [.header(limit: 197), .footer(limit: 74)])
    #expect(try Self.solve([]) { $0.header = .init() }.elements.map(\.pin) == [nil])
  }

  @Test func `horizontal scrolling, options and items out of range are refused where they stand`() {
    #expect(
      Self.issues {
        _ = try MagazineSolver(MagazineSpec(), environment: Self.environment(axis: .horizontal))
      }.count == 1)
    let options = Self.issues {
      _ = try Self.solve([]) {
        $0.horizontalSpacing = -1
        $0.verticalSpacing = .nan
        $0.sectionInset.top = .infinity
        $0.itemInsets.left = .nan
        $0.header = .init(height: -1, pinToVisibleBounds: false)
        $0.footer = .init(height: .infinity, pinToVisibleBounds: false)
      }
    }
    #expect(options.count == 6)
    let heights = Self.issues {
      _ = try Self.solve([(.full, -1), (.full, 3), (.fraction(2), .infinity)])
    }
    #expect(
      heights.map(\.path) == [
        Self.path.index(0).field("height"), Self.path.index(2).field("height"),
      ])
  }

  @Test(arguments: [0, -1, 10_001, Int.min, Int.max])
  func `a row of none or of too many is refused`(count: Int) {
    let issues = Self.issues { _ = try Self.solve([(.full, 1), (.fraction(count), 1)]) }
    #expect(issues.map(\.path) == [Self.path.index(1)])
  }

  @Test func `an item without room is refused`() {
    // 280 − 14·20 = 0.
    #expect(
      Self.issues { _ = try Self.solve([(.fraction(15), 1)]) }.map(\.path) == [Self.path.index(0)])
    #expect(Self.issues { _ = try Self.solve([(.fraction(14), 1)]) }.isEmpty)
    let insets = Self.issues { _ = try Self.solve([]) { $0.sectionInset.left = 315 } }
    #expect(insets.map(\.path.steps.last) == [.field("sectionInset")])
  }
}

extension MagazineSpec.Boundary {
  fileprivate init(height: Double, pinToVisibleBounds: Bool) {
    self.init()
    self.height = height
    self.pinToVisibleBounds = pinToVisibleBounds
  }
}
