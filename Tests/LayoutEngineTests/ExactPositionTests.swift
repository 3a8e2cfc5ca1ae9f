import TestSupport
import Testing

@testable import LayoutEngine

/// Positions along the scroll axis are whole units (LayoutRules I), by arithmetic of integers.
@Suite struct ExactPositionTests {
  private static let unit = 6_144_000.0

  /// A document of one list whose rows are that long.
  private static func rows(_ heights: [Double], scale: Double? = nil) -> LayoutDocument {
    LayoutDocument(
      container: Container(size: Size(width: 100, height: 100), scale: scale),
      layout: LayoutVariants(.list(ListSpec())),
      sections: [LayoutSection(items: Items(heights.map { .number($0) }))])
  }

  private static func frames(_ document: LayoutDocument) throws -> [Rect] {
    try PreparedLayout(document).attributes(LayoutQuery(.all)).map(\.frame)
  }

  @Test func `I1: thirds, halves of 2^-14 and three decimals are returned as they were given`()
    throws
  {
    var heights: [Double] = []
    for number in 1...500 {
      let number = Double(number)
      heights += [number / 3, number * 7 / 16_384, number * 37 / 1000]
    }
    #expect(try Self.frames(Self.rows(heights)).map(\.height) == heights)
  }

  @Test func `I1: tenths sum up without an error`() throws {
    let frames = try Self.frames(Self.rows([Double](repeating: 0.1, count: 100_000)))
    #expect(frames.enumerated().allSatisfy { $1.y == Double($0) / 10 })
  }

  @Test func `I1: lengths are rounded to the nearest unit, ties to even`() {
    for (units, expected) in [(0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2), (7.49, 7)] {
      #expect(Units(points: units / Self.unit).count == Int64(expected))
    }
    #expect(Units(points: .nan) == .zero)
    #expect(Units(points: .infinity) == .limit)
    #expect(Units(points: -0x1p60) == -Units.limit)
    #expect(Units(points: 0x1p36).count == 6_144_000 << 36)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `I1: the quotient is rounded once, however far it lies`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let count = Int64.random(in: 1 << 53..<1 << 60, using: &random)
      let points = Units(count: count).points
      // At 2^30 points and more a multiple of 2^-23.
      func distance(_ points: Double) -> UInt128.Magnitude {
        let exact = Int128(points * 0x1p23) * 6_144_000
        return (exact - Int128(count) << 23).magnitude
      }
      let nearest = distance(points)
      #expect(nearest <= distance(points.nextUp) && nearest <= distance(points.nextDown))
      #expect(Units(count: -count).points == -points)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `I1: long lengths are rounded to the nearest unit, too`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let points = Double.random(in: 0x1p30..<0x1p36, using: &random)
      // A multiple of 2^-22.
      let exact = Int128(points * 0x1p22) * 6_144_000
      let units = Units(points: points)
      #expect((Int128(units.count) << 22 - exact).magnitude <= 1 << 21, "\(points)")
      #expect(Units(points: -points) == -units)
    }
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `I2: sections behind any other have the same frames, but for one exact shift`(
    seed: UInt64
  ) throws {
    var documents = RandomDocument(seed: seed &* 31)
    var document = documents.next()
    document.container.scale = nil
    document.container.direction = .leftToRight
    // The inset at the content's start is that of the first section, which is another one then.
    document.container.safeAreaInsets = .zero
    document.container.layoutMargins = .zero
    // Short content moves by what it lacks, which is less behind another section.
    document.configuration.minimumContentLength = .points(0)
    var random = SeededGenerator(seed: seed)
    let height = Double.random(in: 0.1...5000, using: &random)
    var moved = document
    moved.sections.insert(
      LayoutSection(items: Items([.number(height)]), layout: LayoutVariants(.list(ListSpec()))),
      at: 0)
    guard !document.sections.isEmpty, let plain = try? PreparedLayout(document),
      let shifted = try? PreparedLayout(moved)
    else { return }
    func units(_ points: Double) -> Double { (points * Self.unit).rounded(.toNearestOrEven) }
    let shift = units(height) + units(document.configuration.interSectionSpacing)
    let axis = document.configuration.scrollDirection
    let before = try plain.attributes(LayoutQuery(.all)).filter { $0.section != nil }
    let after = try shifted.attributes(LayoutQuery(.all)).filter { ($0.section ?? 0) > 0 }
    #expect(before.count == after.count)
    for (one, other) in zip(before, after) {
      let start = axis.mainMin(one.frame)
      // Given frames are moved as they are (I3).
      let expected =
        document.isCustom(one.section ?? 0)
        ? axis.mainMin(other.frame) : (units(start) + shift) / Self.unit
      #expect(axis.mainMin(other.frame) == expected, "seed \(seed): \(one)")
      #expect(abs(axis.mainMin(other.frame) - start - shift / Self.unit) < 1e-6)
      var same = one
      same.section = other.section
      same.frame = axis.rect(
        main: axis.mainMin(other.frame), cross: axis.crossMin(one.frame),
        mainLength: axis.main(one.frame.size), crossLength: axis.cross(one.frame.size))
      #expect(same == other, "seed \(seed)")
    }
  }

  @Test func `I3: nothing is rounded across the scroll axis, nor are custom frames`() throws {
    let frame = Rect(x: 1 / 7, y: 1 / 7, width: 1 / 9, height: 1 / 9)
    let custom = LayoutDocument(
      container: Container(size: Size(width: 100 / 7, height: 100)),
      layout: LayoutVariants(.custom(CustomSpec(frames: [CustomFrame(frame: frame)]))),
      sections: [LayoutSection(items: Items(count: 1))])
    #expect(try Self.frames(custom) == [frame])
    #expect(try PreparedLayout(custom).contentSize.height == Double(1_560_381) / Self.unit)
    var list = custom
    list.layout = LayoutVariants(.list(ListSpec()))
    #expect(try Self.frames(list).map(\.width) == [100 / 7])
  }

  @Test func `I4: content of 2^36 points is laid out exactly, and more is refused`() throws {
    let longest = try PreparedLayout(Self.rows([0x1p35, 0x1p35]))
    #expect(longest.contentSize.height == 0x1p36)
    let exact = try Self.frames(Self.rows([0.1, 0x1p35 - 50]))
    #expect(exact.map(\.height) == [0.1, 0x1p35 - 50])
    #expect(exact.map(\.y) == [0, 0.1])
    // What the rows could come to counts: their number times the longest.
    let issues = SectionScene.issues { _ = try PreparedLayout(Self.rows([0x1p36, 0.1])) }
    #expect(issues.map(\.path.text) == ["/sections/0/items"])
    #expect(
      issues.map(\.reason) == [
        "could be 137438953472 points long along the scroll axis; the limit is 2^36"
          + " (68,719,476,736): send fewer or shorter items"
      ])
    let many = Self.rows([Double](repeating: 0x1p53, count: 3000))
    let refused = SectionScene.issues { _ = try PreparedLayout(many) }
    #expect(refused.map(\.path.text) == ["/sections/0/items"])
  }

  @Test func `I4: all sections count together`() throws {
    func document(_ last: Double) -> LayoutDocument {
      var document = Self.rows([])
      document.sections = Sections(
        [0x1p35, 0x1p34, last].map { LayoutSection(items: Items([.number($0)])) })
      return document
    }
    #expect(try PreparedLayout(document(0x1p34)).contentSize.height == 0x1p36)
    let issues = SectionScene.issues { _ = try PreparedLayout(document(0x1p34 + 1)) }
    #expect(issues.map(\.path.text) == ["/sections/2/items"])
  }

  @Test(arguments: [LayoutAxis.vertical, .horizontal], [0.02, 0.0469, 1 / 3] as [Double])
  func `I1: a rectangle finds what an outset grows by a whole unit`(
    axis: LayoutAxis, outset: Double
  ) throws {
    var spec = FlowSpec()
    (spec.boundsOutset.horizontal, spec.boundsOutset.vertical) = (outset, outset)
    var document = Self.rows([])
    document.configuration.scrollDirection = axis
    document.sections = [
      LayoutSection(
        items: Items(sizes: [Size(width: 30, height: 40), Size(width: 50, height: 60)]),
        layout: LayoutVariants(.flow(spec)))
    ]
    let layout = try PreparedLayout(document)
    let start = -(outset * Self.unit).rounded() / Self.unit
    let strip = axis.rect(main: start, cross: 0, mainLength: 0x1p-24, crossLength: 100)
    let met = try layout.attributes(LayoutQuery(.all)).filter { $0.frame.intersects(strip) }
    #expect(!met.isEmpty)
    #expect(try layout.attributes(LayoutQuery(.rect(strip))) == met)
  }

  @Test(arguments: [1, 32, 64, 65, 96, 128, 4096] as [Int])
  func `I4: headers and footers longer than content may be are refused, however many`(
    count: Int
  ) {
    let size = LayoutSize(width: .absolute(1), height: .absolute(0x1p53))
    for edge in [.top, .bottom] as [LayoutEdges] {
      let items = (0..<count).map { number in
        BoundarySupplementaryItem(kind: "k\(number)", size: size, alignment: edge)
      }
      var document = Self.rows([64])
      document.configuration.boundarySupplementaryItems = items
      #expect(throws: LayoutError.self) { try PreparedLayout(document) }
      let small = LayoutSize(width: .absolute(1), height: .absolute(64))
      var spec = CompositionalSpec(
        group: LayoutGroup(
          size: small,
          content: .subitems(
            axis: .horizontal, subitems: [.item(LayoutItem(size: small))], count: nil)))
      spec.boundarySupplementaryItems = items
      document = Self.rows([64])
      document.layout = LayoutVariants(.compositional(spec))
      #expect(throws: LayoutError.self) { try PreparedLayout(document) }
    }
  }

  @Test(arguments: [0x1p-53, 0x1p-45, 0x1p-41, 0x1p-40, 0x1p-20, 1e-15] as [Double])
  func `I5: pixels may be longer than all content`(scale: Double) throws {
    for frame in try Self.frames(Self.rows([10, 20, 30], scale: scale)) {
      #expect(frame == Rect(x: 0, y: 0, width: 0, height: 0))
    }
    // The second row begins at three quarters of a pixel.
    let pixel = 1 / scale
    // Rows of still longer pixels are refused (I4).
    guard pixel <= 0x1p35 else { return }
    let frames = try Self.frames(Self.rows([pixel * 0.75, pixel * 0.125], scale: scale))
    #expect(frames.map(\.y) == [0, pixel])
    #expect(frames.map(\.height) == [pixel, 0])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [Int])
  func `I5 C18: halves of pixels are rounded away from zero exactly`(scale: Int) throws {
    // Rows of half a pixel: the k-th begins at k/2 pixels.
    let half = 0.5 / Double(scale)
    let frames = try Self.frames(
      Self.rows([Double](repeating: half, count: 5000), scale: Double(scale)))
    for (row, frame) in frames.enumerated() {
      #expect(frame.y == Double((row + 1) / 2) / Double(scale), "row \(row)")
    }
  }
}

extension LayoutDocument {
  /// Whether a section's layout may be custom.
  fileprivate func isCustom(_ section: Int) -> Bool {
    let variants = sections[section].layout ?? layout
    return variants?.variants.contains { if case .custom = $0.layout { true } else { false } }
      ?? false
  }
}
