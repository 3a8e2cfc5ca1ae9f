import Testing

@testable import LayoutEngine

/// Waterfall placement by hand arithmetic (LayoutRules F1–F5).
@Suite struct WaterfallTests {
  /// Frames in 3 columns of 100 points with spacings of 10, unless the body changes it.
  private func frames(
    _ items: [WrittenItem], width: Double = 320, _ change: (inout WaterfallSpec) -> Void = { _ in }
  ) throws -> [Rect] {
    var spec = WaterfallSpec()
    spec.columns = .count(3)
    change(&spec)
    return SectionScene.frames(
      try WaterfallSolver(spec, environment: SectionScene.environment(width, 400))
        .solve(Items(items), at: SectionScene.itemsPath))
  }

  /// An item of that height over several columns.
  private func spanning(_ columns: Double, _ height: Double) -> WrittenItem {
    .fields(height: height, columnSpan: columns)
  }

  @Test func `F1: columns share what insets and spacings leave, not rounded`() throws {
    let frames = try frames([.number(10), .number(10), .number(10)], width: 400) {
      $0.columnSpacing = 5
      $0.sectionInset = Insets(top: 0, left: 12, bottom: 0, right: 3)
    }
    // (400 − 15 − 10) / 3 = 125.
    #expect(frames.map(\.width) == [125, 125, 125])
    #expect(frames.map(\.x) == [12, 142, 272])
    let thirds = try self.frames([.number(1)], width: 100) { $0.columnSpacing = 0 }
    #expect(thirds.map(\.width) == [100.0 / 3])
  }

  @Test func `F1 F8: minWidth makes as many columns as fit in the width less insets`() throws {
    func count(_ minWidth: Double, inset: Double = 0) throws -> Double {
      let frames = try frames([.number(10)], width: 340) {
        $0.columns = .minWidth(minWidth)
        $0.sectionInset.left = inset
      }
      return frames[0].width
    }
    // floor(350 / 110) = 3 columns of 320 / 3; floor(350 / 116.75) = 2; floor(330 / 110) = 3.
    #expect(try count(100) == 320.0 / 3)
    #expect(try count(106.75) == 165)
    #expect(try count(100, inset: 20) == 100)
    #expect(try count(100, inset: 20.5) == 154.75)
    #expect(try count(5000) == 340)
  }

  @Test func `F1: an exact fit has all its columns, whatever the rounding`() throws {
    for width in stride(from: 300.0, through: 1500, by: 13) {
      for spacing in [0, 5, 10.0 / 3, 12.5] {
        for count in 1...9 {
          let exact = (width - Double(count - 1) * spacing) / Double(count)
          let frames = try frames([.number(10)], width: width) {
            $0.columns = .minWidth(exact)
            $0.columnSpacing = spacing
          }
          #expect(abs(frames[0].width - exact) < 1e-9, "\(width) \(spacing) \(count)")
          // A width that anyone can see to be greater has no room.
          let wider = try self.frames([.number(10)], width: width) {
            $0.columns = .minWidth(exact + 0.001)
            $0.columnSpacing = spacing
          }
          #expect(count == 1 || wider[0].width > exact + 0.001, "\(width) \(spacing) \(count)")
        }
      }
    }
  }

  @Test func `F2: the column whose bottom is least, ties to the leading one`() throws {
    let frames = try frames([120, 180, 90, 20, 10, 30, 7].map { .number($0) })
    #expect(frames.map(\.x) == [0, 110, 220, 220, 0, 220, 0])
    #expect(frames.map(\.y) == [0, 0, 0, 100, 130, 130, 150])
  }

  /// Two photos of 3:2 beside photos of 3:4 end together, so the next item goes below the two.
  @Test(arguments: [WaterfallSpec.Placement.shortestColumn, .gridLanes(flowTolerance: 0)])
  func `F2 F5: rounding to units decides no tie`(placement: WaterfallSpec.Placement) throws {
    for width in 1...1500 {
      for count in 2...7 {
        let tall = Array(repeating: WrittenItem.pair(3000, 4000), count: count - 1)
        let items = [.pair(3000, 2000)] + tall + [.pair(3000, 2000), .number(10), .number(10)]
        let frames = try frames(items, width: Double(width)) {
          $0.columns = .count(count)
          $0.placement = placement
          $0.columnSpacing = 0
          $0.rowSpacing = 0
        }
        // Grid lanes go on after the cursor, which the second photo has set behind the first column.
        let next = placement == .shortestColumn ? 0 : 1
        #expect(frames[count].minX == 0, "\(width) \(count)")
        #expect(frames[count + 1].minX == frames[next].minX, "\(width) \(count)")
      }
    }
  }

  @Test func `F2 F3 F5: 1/1024 point is a tie, more is none`() throws {
    for (difference, isTie) in [(1.0 / 1024, true), (1.0 / 1024 + 1e-6, false)] {
      for span in [1.0, 2] {
        let items = [
          WrittenItem.number(50 + difference), .number(50), .number(50), .number(70),
          spanning(span, 10),
        ]
        let frames = try frames(items, width: 400) {
          $0.columns = .count(4)
          $0.columnSpacing = 0
          $0.rowSpacing = 0
        }
        #expect(frames[4].minX == (isTie ? 0 : 100), "\(difference) \(span)")
        // In lanes the cursor is behind the last column, so that the leading-most candidate is taken.
        let lanes = try self.frames(items, width: 400) {
          $0.columns = .count(4)
          $0.columnSpacing = 0
          $0.rowSpacing = 0
          $0.placement = .gridLanes(flowTolerance: 0)
        }
        #expect(lanes[4].minX == (isTie ? 0 : 100), "\(difference) \(span)")
      }
    }
  }

  @Test func `F2 I1: bottoms are compared in whole units`() throws {
    // 0.1 + 0.2 is more than 0.3 as doubles, but as many units: the leading column is the shortest.
    let frames = try frames([.number(0.1), .number(0.3), .number(0.2), .number(5)]) {
      $0.columns = .count(2)
      $0.rowSpacing = 0
    }
    #expect(frames.map(\.x) == [0, 165, 0, 0])
  }

  @Test func `F3: a spanning item goes where its highest bottom is least`() throws {
    let frames = try frames([.number(100), .number(40), .number(60), spanning(2, 30), .number(5)])
    // Columns 0–1 end at 110, columns 1–2 at 70; afterwards all that is least is 110.
    #expect(frames[3] == Rect(x: 110, y: 70, width: 210, height: 30))
    #expect(frames[4] == Rect(x: 0, y: 110, width: 100, height: 5))
  }

  @Test func `F3: ties go to the leading start, and more columns than there are become all`()
    throws
  {
    let frames = try frames([spanning(2, 30), spanning(9, 10), spanning(1, 10)])
    #expect(
      frames == [
        Rect(x: 0, y: 0, width: 210, height: 30), Rect(x: 0, y: 40, width: 320, height: 10),
        Rect(x: 0, y: 60, width: 100, height: 10),
      ])
  }

  @Test func `F3: pairs and ratios scale to the width spanned`() throws {
    let frames = try frames([
      .fields(width: 420, height: 100, columnSpan: 2), .fields(aspectRatio: 2, columnSpan: 3),
    ])
    #expect(frames.map(\.height) == [50, 160])
  }

  @Test func `F4: columns in turn`() throws {
    let frames = try frames([100, 10, 50, 5, 5].map { .number($0) }) { $0.placement = .roundRobin }
    #expect(frames.map(\.x) == [0, 110, 220, 0, 110])
    #expect(frames.map(\.y) == [0, 0, 0, 110, 20])
  }

  @Test func `F4: a span that does not fit begins again at 0`() throws {
    let frames = try frames([
      .number(10), spanning(2, 20), spanning(2, 30), spanning(2, 5), .number(7),
    ]) { $0.placement = .roundRobin }
    #expect(frames.map(\.x) == [0, 110, 0, 0, 220])
    // The third begins below both 20 and 30; the fourth does not fit after it.
    #expect(frames.map(\.y) == [0, 0, 30, 70, 30])
  }

  @Test func `F5: the first column at or after the cursor within the tolerance`() throws {
    let heights: [WrittenItem] = [.number(30), .number(40), .number(50), .number(9), .number(9)]
    // Bottoms 40, 50, 60: with 16 points both 0 and 1 are near, and the cursor, 3, is after all;
    // then 59, 50, 60 with the cursor at 1.
    let lanes = try frames(heights) { $0.placement = .gridLanes(flowTolerance: 16) }
    #expect(lanes.map(\.x) == [0, 110, 220, 0, 110])
    // Without tolerance, always the least.
    let strict = try frames(heights) { $0.placement = .gridLanes(flowTolerance: 0) }
    #expect(strict.map(\.x) == [0, 110, 220, 0, 110])
    let taller: [WrittenItem] = [.number(50), .number(30), .number(35), .number(9), .number(9)]
    // Bottoms 60, 40, 45: 60 is too far, 1 is the first; then 60, 59, 45 from the cursor 2.
    let near = try frames(taller) { $0.placement = .gridLanes(flowTolerance: 16) }
    #expect(near.map(\.x) == [0, 110, 220, 110, 220])
    #expect(near.map(\.y) == [0, 0, 0, 40, 45])
  }

  @Test func `F5: an infinite tolerance is columns in turn`() throws {
    let items: [WrittenItem] = [
      .number(100), spanning(2, 20), .number(30), spanning(3, 5), .number(7), spanning(2, 4),
    ]
    let lanes = try frames(items) { $0.placement = .gridLanes(flowTolerance: .infinity) }
    #expect(lanes.map(\.x) == [0, 110, 0, 0, 0, 110])
    #expect(lanes.map(\.y) == [0, 0, 110, 150, 165, 165])
  }

  @Test func `F5: spans look at the highest bottom under them`() throws {
    let items: [WrittenItem] = [.number(80), .number(20), .number(28), spanning(2, 10)]
    // Starts 0 and 1 have 90 and 38: only 1 is within 16, though the cursor is at 3.
    let frames = try frames(items) { $0.placement = .gridLanes(flowTolerance: 16) }
    #expect(frames[3] == Rect(x: 110, y: 38, width: 210, height: 10))
  }

  @Test func `F8: an item of no height takes its place and its spacing`() throws {
    let frames = try frames([.number(0), .number(50), .number(50), .number(5), .number(5)])
    #expect(frames.map(\.x) == [0, 110, 220, 0, 0])
    #expect(frames.map(\.y) == [0, 0, 0, 10, 25])
  }

  @Test func `a negative row spacing lets items overlap`() throws {
    let frames = try frames([.number(30), .number(10), .number(30), .number(4), .number(4)]) {
      $0.rowSpacing = -15
    }
    // Bottoms 15, 0, 0; then −5 in the second, 10 after the third item; then −11 in the third.
    #expect(frames.map(\.x) == [0, 110, 110, 220, 220])
    #expect(frames.map(\.y) == [0, 0, -5, 0, -11])
  }
}
