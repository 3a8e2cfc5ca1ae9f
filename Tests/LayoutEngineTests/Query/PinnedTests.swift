import Testing

@testable import LayoutEngine

/// Headers and footers that hold to the visible bounds (LayoutRules A15, C9, H3).
@Suite struct PinnedTests {
  /// A section of that length with a pinned header of 20 and footer of 10 points.
  private func section(_ length: Double, axis: LayoutAxis = .vertical) -> SolverResult {
    .given(
      length: length,
      elements: [
        .given(
          .header, kind: "header",
          axis.rect(main: 0, cross: 0, mainLength: 20, crossLength: 100),
          pin: .header(limit: Units(points: length - 10)), axis: axis),
        .given(
          .footer, kind: "footer",
          axis.rect(main: length - 10, cross: 0, mainLength: 10, crossLength: 100),
          pin: .footer(limit: 20), axis: axis),
      ])
  }

  private func positions(
    _ layout: PreparedLayout, bounds: Rect?, _ edge: KeyPath<Rect, Double> = \.y
  ) throws -> [Double] {
    try layout.attributes(LayoutQuery(.all, bounds: bounds)).map { $0.frame[keyPath: edge] }
  }

  @Test func `A15: the header holds to the top until its section's footer pushes it`() throws {
    let layout = try PreparedLayout.given(
      [section(200), section(200)], container: Container(size: Size(width: 100, height: 100)))
    func at(_ y: Double) -> Rect { Rect(x: 0, y: y, width: 100, height: 100) }
    #expect(try positions(layout, bounds: nil) == [0, 190, 200, 390])
    // Footer 0 at the bounds' end, 100 − 10; section 1 is out of sight, its footer at its header.
    #expect(try positions(layout, bounds: at(0)) == [0, 90, 200, 220])
    #expect(try positions(layout, bounds: at(50)) == [50, 140, 200, 220])
    // The header stops at 190 − 20.
    #expect(try positions(layout, bounds: at(180)) == [170, 190, 200, 270])
    #expect(try positions(layout, bounds: at(-30)) == [0, 60, 200, 220])
    #expect(try positions(layout, bounds: at(1000)) == [170, 190, 370, 390])
  }

  @Test func `A15: visible is the bounds less the container's insets`() throws {
    let container = Container(
      size: Size(width: 100, height: 100),
      contentInsets: DirectionalInsets(top: 30, leading: 0, bottom: 5, trailing: 0))
    let layout = try PreparedLayout.given([section(300)], container: container)
    // At rest the offset is −30: visible from 0 to 65.
    let resting = Rect(x: 0, y: -30, width: 100, height: 100)
    #expect(try positions(layout, bounds: resting) == [0, 55])
    // 50 + 30 = 80; 150 − 5 − 10 = 135.
    let scrolled = Rect(x: 0, y: 50, width: 100, height: 100)
    #expect(try positions(layout, bounds: scrolled) == [80, 135])
  }

  @Test func `A15: in right to left the bounds are mirrored first`() throws {
    let container = Container(
      size: Size(width: 100, height: 100),
      contentInsets: DirectionalInsets(top: 0, leading: 15, bottom: 0, trailing: 5),
      direction: .rightToLeft)
    let layout = try PreparedLayout.given(
      [section(300, axis: .horizontal)], container: container, axis: .horizontal)
    // Leading insets are at the right: visible x 55…135 of 300, mirrored 165…245.
    // Header at 165 → 300 − 165 − 20 = 115; footer at 245 − 10 = 235 → 300 − 235 − 10 = 55.
    let bounds = Rect(x: 50, y: 0, width: 100, height: 100)
    #expect(try positions(layout, bounds: bounds, \.x) == [115, 55])
  }

  @Test func `C15: pinned ones stand above under bounds, unless they have a stacking order`() throws
  {
    var given = section(100)
    given.elements[0].zIndex = 3
    given.elements[0].pinnedZIndex = 3
    given.elements[1].pin = nil
    let layout = try PreparedLayout.given(
      [section(100), given], container: Container(size: Size(width: 100, height: 100)))
    let bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    #expect(try layout.attributes(LayoutQuery(.all)).map(\.zIndex) == [0, 0, 3, 0])
    #expect(
      try layout.attributes(LayoutQuery(.all, bounds: bounds)).map(\.zIndex) == [10, 10, 3, 0])
  }

  @Test(arguments: [0, 1])
  func `an element alone is found where it is pinned, far from its natural place`(
    element: Int
  ) throws {
    let layout = try PreparedLayout.given(
      (0..<50).map { _ in
        var section = section(10_000)
        section.elements = [section.elements[element]]
        return section
      }, container: Container(size: Size(width: 100, height: 100)))
    let bounds = Rect(x: 0, y: 15_000, width: 100, height: 100)
    let found = try layout.attributes(LayoutQuery(.rect(bounds), bounds: bounds))
    #expect(found.map(\.section) == [1])
    // The header at the bounds' start, the footer 10 points before their end.
    #expect(found.map(\.frame.y) == [element == 0 ? 15_000 : 15_090])
    #expect(try layout.select(LayoutQuery(.rect(bounds))).count == 0)
  }

  @Test func `an element longer than its room, and one of no size, keep their natural places`()
    throws
  {
    let tall = SolverResult.given(
      length: 30,
      elements: [
        .given(
          .header, kind: "header", Rect(x: 0, y: 0, width: 10, height: 30),
          pin: .header(limit: 20)),
        .given(
          .footer, kind: "footer", Rect(x: 0, y: 20, width: 10, height: 0),
          pin: .footer(limit: 25)),
      ])
    let layout = try PreparedLayout.given(
      [tall], container: Container(size: Size(width: 100, height: 100)))
    let bounds = Rect(x: 0, y: 500, width: 100, height: 100)
    #expect(try positions(layout, bounds: bounds) == [0, 20])
  }
}
