import Testing

@testable import LayoutEngine

/// Flow lines by hand arithmetic (LayoutRules A1–A9, A14).
@Suite struct FlowTests {
  /// A section of 100 × 400 points with spacings of 10, unless the body changes it.
  private func frames(
    _ items: Items, width: Double = 100, height: Double = 400, axis: LayoutAxis = .vertical,
    _ change: (inout FlowSpec) -> Void = { _ in }
  ) throws -> [Rect] {
    var spec = FlowSpec()
    change(&spec)
    return SectionScene.frames(
      try FlowSolver(spec, environment: SectionScene.environment(width, height, axis: axis))
        .solve(items, at: SectionScene.itemsPath), axis)
  }

  private func sizes(_ sizes: (Double, Double)...) -> Items {
    Items(sizes: sizes.map { Size(width: $0.0, height: $0.1) })
  }

  @Test func `A1: the insets shorten the line`() throws {
    // 100 − 15 − 5 = 80 holds 40 + 10 + 30 exactly, and 30 more begins a line.
    let frames = try frames(sizes((40, 10), (30, 10), (30, 10), (40, 10))) {
      $0.sectionInset = .points(Insets(top: 0, left: 15, bottom: 0, right: 5))
    }
    #expect(frames.map(\.x) == [15, 65, 15, 55])
    #expect(frames.map(\.y) == [0, 0, 20, 20])
  }

  @Test(arguments: [
    (FlowAlignment.leading, [0.0, 50, 0, 50]), (.center, [10, 60, 15, 65]),
    (.trailing, [20, 70, 30, 80]),
  ])
  func `A18: every line is aligned, the last one too`(
    _ alignment: FlowAlignment, _ expected: [Double]
  ) throws {
    // 40 + 10 + 30 leaves 20 points, and 40 + 10 + 20 leaves 30.
    let frames = try frames(sizes((40, 10), (30, 10), (40, 10), (20, 10))) {
      $0.alignment = alignment
    }
    #expect(frames.map(\.x) == expected)
    #expect(frames.map(\.y) == [0, 0, 20, 20])
  }

  /// UICollectionViewLeftAlignedLayout, AlignedCollectionViewFlowLayout, TagCellLayout#10.
  @Test func `A18: tags begin at the leading edge, one after the other`() throws {
    let tags = sizes((120, 30), (60, 30), (100, 30), (90, 30), (50, 30))
    func starts(_ alignment: FlowAlignment) throws -> [Double] {
      try frames(tags, width: 320, height: 480) {
        ($0.minimumInteritemSpacing, $0.minimumLineSpacing) = (8, 8)
        $0.alignment = alignment
      }.map(\.x)
    }
    #expect(try starts(.leading) == [0, 128, 196, 0, 98])
    #expect(try starts(.justified) == [0, 140, 220, 0, 98])
  }

  @Test(arguments: [
    (FlowAlignment.leading, [0.0, 40, 0]), (.center, [15, 55, 35]), (.trailing, [30, 70, 70]),
  ])
  func `A18: items of one size form no grid`(
    _ alignment: FlowAlignment, _ expected: [Double]
  ) throws {
    let items = [Items(count: 3), sizes((30, 10), (30, 10), (30, 10))]
    for items in items {
      let frames = try frames(items) {
        $0.itemSize = Size(width: 30, height: 10)
        $0.alignment = alignment
      }
      #expect(frames.map(\.x) == expected)
    }
  }

  @Test(arguments: [FlowAlignment.leading, .center, .trailing])
  func `A18: an item longer than the line begins where the line begins`(
    _ alignment: FlowAlignment
  ) throws {
    let frames = try frames(sizes((120, 10), (100, 10))) {
      $0.alignment = alignment
      $0.sectionInset = .points(Insets(top: 0, left: 7, bottom: 0, right: -7))
    }
    #expect(frames.map(\.x) == [7, 7])
  }

  @Test func `A18: alignment is vertical with horizontal scrolling`() throws {
    let frames = try frames(
      sizes((10, 40), (10, 30), (10, 40)), width: 400, height: 100, axis: .horizontal
    ) { $0.alignment = .trailing }
    #expect(frames.map(\.y) == [20, 70, 60])
    #expect(frames.map(\.x) == [0, 0, 20])
  }

  @Test(arguments: [
    (FlowLineAlignment.top, [0.0, 0, 40, 40]), (.center, [10, 0, 40, 42]),
    (.bottom, [20, 0, 40, 44]),
  ])
  func `A19: items stand at the top, in the middle or at the bottom of their line`(
    _ alignment: FlowLineAlignment, _ expected: [Double]
  ) throws {
    let frames = try frames(sizes((40, 10), (30, 30), (40, 10), (20, 6))) {
      $0.lineAlignment = alignment
    }
    #expect(frames.map(\.y) == expected)
    #expect(frames.map(\.x) == [0, 70, 0, 50])
  }

  @Test func `A17: an estimate replaces itemSize, side by side, unless it is zero`() throws {
    func sizes(_ estimate: (Double?, Double?)) throws -> [Double] {
      let frame = try frames(Items(count: 1)) {
        $0.itemSize = Size(width: 40, height: 30)
        ($0.estimatedItemSize.width, $0.estimatedItemSize.height) = estimate
      }[0]
      return [frame.width, frame.height]
    }
    #expect(try sizes((nil, nil)) == [40, 30])
    #expect(try sizes((20, nil)) == [20, 30])
    #expect(try sizes((nil, 0)) == [40, 0])
    #expect(try sizes((20, 10)) == [20, 10])
    #expect(try sizes((0, 0)) == [40, 30])
  }

  @Test func `A17: items with a size of their own keep it, and measured ones get theirs`() throws {
    // 45 + 10 + 45 is a line; the first item is measured, the second has a height.
    var columns = ItemColumns(count: 3)
    columns.heights.set(20, at: 1)
    columns.measuredWidths.set(40, at: 0)
    columns.measuredHeights.set(44, at: 0)
    let frames = try frames(Items(columns)) {
      ($0.estimatedItemSize.width, $0.estimatedItemSize.height) = (45, 30)
    }
    #expect(frames.map(\.width) == [40, 45, 45] && frames.map(\.height) == [44, 20, 30])
    #expect(frames.map(\.x) == [0, 55, 0] && frames.map(\.y) == [0, 12, 54])
  }

  @Test func `A2: an item that fits exactly joins, one a thousandth too long does not`() throws {
    let exact = try frames(sizes((45, 10), (45, 20), (10, 10)))
    #expect(exact.map(\.y) == [5, 0, 30])
    let longer = try frames(sizes((45, 10), (45.001, 20), (10, 10)))
    #expect(longer.map(\.y) == [0, 20, 25])
  }

  @Test func `A2: float noise costs no column`() throws {
    // Three thirds of 390 with no spacing: 3 · (390/3) may be a rounding more than 390.
    let third = (390.0 / 3).nextUp
    let uniform = try frames(sizes((third, 10), (third, 10), (third, 10)), width: 390) {
      $0.minimumInteritemSpacing = 0
    }
    #expect(uniform.map(\.y) == [0, 0, 0])
    let varied = try frames(sizes((third, 10), (third, 10), (third, 11), (9, 9)), width: 390) {
      $0.minimumInteritemSpacing = 0
    }
    #expect(varied.map(\.y) == [0.5, 0.5, 0, 21])
  }

  @Test func `A3: the defaults are 50 × 50 and 10`() throws {
    let frames = try frames(Items(count: 3), width: 115)
    #expect(
      frames == [
        Rect(x: 0, y: 0, width: 50, height: 50), Rect(x: 65, y: 0, width: 50, height: 50),
        Rect(x: 0, y: 60, width: 50, height: 50),
      ])
  }

  @Test func `A4: it is the sizes that matter, not who gave them`() throws {
    let given = try frames(sizes((50, 50), (50, 50), (50, 50)), width: 115)
    #expect(given == (try frames(Items(count: 3), width: 115)))
    // One size differs, and the short last line leads at exactly 10 instead of keeping the grid.
    let varied = try frames(sizes((30, 50), (30, 50), (30, 50), (30, 50), (30, 49)))
    #expect(varied.map(\.x) == [0, 70, 0, 70, 0])
    let uniform = try frames(sizes((30, 50), (30, 50), (30, 50), (30, 50), (30, 50)))
    #expect(uniform.map(\.x) == [0, 70, 0, 70, 0])
    let shortVaried = try frames(sizes((20, 9), (20, 9), (20, 9), (20, 9), (20, 8)))
    #expect(shortVaried.map(\.x) == [0, 40, 80, 0, 30])
    let shortUniform = try frames(sizes((20, 9), (20, 9), (20, 9), (20, 9), (20, 9)))
    #expect(shortUniform.map(\.x) == [0, 40, 80, 0, 40])
  }

  @Test func `A5: n = floor((A + s) / (w + s)) columns, on a section of fewer items too`() throws {
    // floor(110 / 30) = 3 columns, gap (100 − 60) / 2 = 20.
    let two = try frames(sizes((20, 9), (20, 9)))
    #expect(two.map(\.x) == [0, 40])
  }

  @Test func `A5: items of no width and spacing stand on one line`() throws {
    let frames = try frames(sizes((0, 9), (0, 9), (0, 9))) { $0.minimumInteritemSpacing = 0 }
    #expect(frames.map(\.x) == [0, 50, 100])
    #expect(frames.map(\.y) == [0, 0, 0])
  }

  @Test func `A6: one column is centred, on every line`() throws {
    #expect(try frames(sizes((60, 9))).map(\.x) == [20])
    #expect(try frames(sizes((60, 9), (60, 9))).map(\.x) == [20, 20])
  }

  @Test func `A6: one small item leads`() throws {
    #expect(try frames(sizes((45, 9))).map(\.x) == [0])
    #expect(try frames(sizes((45.5, 9))).map(\.x) == [27.25])
  }

  @Test func `A7: a line that is not the last is justified, its only item centred`() throws {
    // (100 − 60) / 2 = 20 between three items; 70 alone is centred.
    let frames = try frames(sizes((10, 9), (20, 9), (30, 9), (70, 9), (50, 9)))
    #expect(frames.map(\.x) == [0, 30, 70, 15, 0])
  }

  @Test func `A8: the last line leads at the spacing, even when it is full`() throws {
    let frames = try frames(sizes((90, 9), (50, 9), (35, 9)))
    #expect(frames.map(\.x) == [5, 0, 60])
  }

  @Test func `A8: an only last item leads after lines of several, and is centred after ladders`()
    throws
  {
    #expect(try frames(sizes((40, 9), (50, 9), (60, 9))).map(\.x) == [0, 50, 0])
    #expect(try frames(sizes((80, 9), (60, 9), (90, 9))).map(\.x) == [10, 20, 5])
  }

  @Test func `A8: an item wider than the line stands alone at its beginning`() throws {
    #expect(try frames(sizes((30, 9), (130, 9), (30, 9), (20, 9))).map(\.x) == [35, 0, 0, 40])
    #expect(try frames(sizes((130, 9))).map(\.x) == [0])
    let overlapping = try frames(sizes((130, 9), (30, 9), (20, 9))) {
      $0.minimumInteritemSpacing = -60
    }
    #expect(overlapping.map(\.y) == [0, 19, 19])
  }

  @Test func `A9: items stand in the middle of their line, lines a spacing apart`() throws {
    let frames = try frames(sizes((40, 10), (40, 30), (40, 20), (41, 8))) {
      $0.minimumLineSpacing = 4
    }
    #expect(frames.map(\.y) == [10, 0, 34, 40])
  }

  @Test func `A9: a negative line spacing lets lines overlap`() throws {
    let frames = try frames(sizes((90, 10), (91, 30), (92, 20))) { $0.minimumLineSpacing = -4 }
    #expect(frames.map(\.y) == [0, 6, 32])
  }

  @Test func `A14: in a single row of differing widths the line spacing is between items`() throws {
    let frames = try frames(sizes((40, 30), (50, 30), (60, 30)), height: 50, axis: .horizontal) {
      $0.minimumLineSpacing = 7
      $0.minimumInteritemSpacing = 3
      $0.sectionInset = .points(Insets(top: 10, left: 5, bottom: 0, right: 9))
    }
    #expect(frames.map(\.x) == [5, 52, 109])
    #expect(frames.map(\.y) == [15, 15, 15])
  }

  @Test func `items name both sides, one of them, or the height alone`() throws {
    let items = Items([
      .pair(20, 30), .number(40), .fields(width: 10), .fields(height: 44), .fields(aspectRatio: 2),
    ])
    let frames = try frames(items, width: 1000) { $0.itemSize = Size(width: 60, height: 50) }
    #expect(frames.map(\.width) == [20, 60, 10, 60, 60])
    #expect(frames.map(\.height) == [30, 40, 50, 44, 50])
  }

  @Test func `boundsOutset grows cells around their centres and moves no line`() throws {
    let frames = try frames(sizes((20, 10), (20, 10), (90, 10))) {
      $0.boundsOutset.horizontal = 5
      $0.boundsOutset.vertical = 2
    }
    #expect(
      frames == [
        Rect(x: -5, y: -2, width: 30, height: 14), Rect(x: 75, y: -2, width: 30, height: 14),
        Rect(x: -5, y: 18, width: 100, height: 14),
      ])
  }

  @Test func `boundsOutset below 0 leaves no cell of negative size`() throws {
    let frames = try frames(sizes((20, 10))) {
      $0.boundsOutset.horizontal = -3
      $0.boundsOutset.vertical = -8
    }
    #expect(frames == [Rect(x: 3, y: 5, width: 14, height: 0)])
  }
}
