import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// Items of orthogonal sections that are measured along the section's own scrolling direction (LayoutRules
/// K10).
@Suite struct ShelfMeasuringTests {
  /// A shelf of chips of estimated width.
  private static func chips(_ items: String, _ behavior: String = "continuous") -> String {
    """
    {"container":{"width":375,"height":800},"layout":{"type":"compositional",
    "orthogonalScrollingBehavior":"\(behavior)","interGroupSpacing":10,"group":{"direction":"horizontal",
    "size":{"width":{"estimated":200},"height":{"absolute":40}},
    "subitems":[{"size":{"width":{"estimated":200},"height":{"absolute":40}}}]}},"items":[\(items)]}
    """
  }

  private static func prepare(_ text: String) throws -> PreparedLayout {
    try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8)))
  }

  @Test func `K10: chips in a shelf are as wide as their measurements`() throws {
    let layout = try Self.prepare(
      Self.chips(#"{"measured":{"width":80}},{"measured":{"width":120}},{}"#))
    let frames = (0..<3).map { layout.content.sections[0].solution.cells.frame(of: $0) }
    #expect(areFrames(frames, [[0, 0, 80, 40], [90, 0, 120, 40], [220, 0, 200, 40]]))
    #expect(layout.summary(ofSection: 0).orthogonalContentSize == Size(width: 420, height: 40))
  }

  @Test func `K10: a shelf that its measured items make too long is refused`() throws {
    let items = #"{"measured":{"width":80}}"# + String(repeating: ",{}", count: 999)
    let text = Self.chips(items).replacing(#""estimated":200"#, with: #""estimated":1e9"#)
    #expect(throws: LayoutError.self) { try Self.prepare(text) }
  }

  @Test func `K10: stops are at the groups' own starts and middles`() throws {
    let items = Array(
      repeating: #"{"measured":{"width":80}},{"measured":{"width":300}},{}"#, count: 3
    )
    .joined(separator: ",")
    // The groups begin at 0, 90, 400, 610, …; 1,220 + 590 is the content's length.
    func stops(_ behavior: String, at offsets: [Double]) throws -> [Double] {
      let layout = try Self.prepare(Self.chips(items, behavior))
      return try offsets.map { proposed in
        try layout.targetOffset(
          ScrollProposal(
            proposed: Point(x: proposed, y: 0), current: Point(x: proposed, y: 0),
            start: Point(x: proposed, y: 0), section: 0)
        ).offset.x
      }
    }
    #expect(
      try stops("continuousGroupLeadingBoundary", at: [30, 60, 300, 520, 1_370, 9_999])
        == [0, 90, 400, 610, 1_310, 1_445])
    // The middles are 40, 240, 500, 650, …, less half of 375.
    #expect(
      try stops("groupPagingCentered", at: [-500, 0, 100, 9_999]) == [-147.5, 52.5, 52.5, 1_532.5])
  }

  @Test func `K10: only estimated widths of a shelf can be measured`() throws {
    let fixed = Self.chips(#"{"measured":{"width":80}}"#)
      .replacing(
        #""subitems":[{"size":{"width":{"estimated":200}"#,
        with: #""subitems":[{"size":{"width":{"absolute":200}"#)
    let stacked = Self.chips(#"{"measured":{"width":80}}"#).replacing("continuous", with: "none")
    for (text, reason) in [
      (fixed, "the item's width and that of every group it is in must be estimated"),
      (stacked, "only the height, along the scroll axis, is"),
    ] {
      let error = try #require(throws: LayoutError.self) { try Self.prepare(text) }
      #expect(error.issues.map(\.path.text) == ["/items/0/measured/width"])
      #expect(error.issues[0].reason.contains(reason))
    }
  }

  /// A section that is stacked, and the same groups in a shelf along the other axis.
  private static func pair(
    _ generator: inout CompositionalRandomSection
  ) -> (stack: CompositionalSection, shelf: CompositionalSection) {
    var stack = generator.section()
    (stack.spec.boundarySupplementaryItems, stack.spec.decorationItems) = ([], [])
    stack.spec.orthogonalScrollingBehavior = .none
    stack.items = min(stack.items, 60)
    let insets = stack.spec.contentInsets
    stack.spec.contentInsets = .zero
    var shelf = stack
    shelf.axis = stack.axis.crossed
    shelf.spec.orthogonalScrollingBehavior = .continuous
    shelf.spec.contentInsets = insets
    // The shelf's insets along the layout's scroll axis take from the room for groups.
    if shelf.axis == .vertical {
      shelf.size.height += insets.top + insets.bottom
    } else {
      shelf.size.width += insets.leading + insets.trailing
    }
    return (stack, shelf)
  }

  private static func lengths(
    _ follows: [Bool], _ items: Int, using random: inout SeededGenerator
  ) -> [Int: Double] {
    let shares: [Double] = [0.02, 0.3, 1]
    let share = shares.randomElement(using: &random) ?? 1
    var lengths: [Int: Double] = [:]
    for item in 0..<items
    where follows[item % follows.count] && Double.random(in: 0..<1, using: &random) < share {
      lengths[item] = Double.random(in: 0...150, using: &random).rounded()
    }
    return lengths
  }

  @Test(arguments: [UInt64(41), 42])
  func `K10: random shelves agree with a literal reading of both axes`(seed: UInt64) throws {
    let count = 5 * RandomSections.rounds(120, arguments: 2).count
    var generator = CompositionalRandomSection(seed: seed, isEstimated: true)
    var random = SeededGenerator(seed: seed)
    var sized = 0
    for number in 0..<count {
      let (stack, shelf) = Self.pair(&generator)
      guard shelf.items > 0, let plain = try? shelf.solve() else { continue }
      let corner = shelf.spec.contentInsets.unmirrored
      let start = Point(x: corner.left, y: corner.top)
      let across = Self.lengths(
        SelfSizingReference(stack, measured: [:], start: .zero).follows, shelf.items, using: &random
      )
      let along =
        Bool.random(using: &random)
        ? Self.lengths(
          SelfSizingReference(shelf, measured: [:], start: .zero).follows, shelf.items,
          using: &random) : [:]
      var columns = ItemColumns(count: shelf.items, measured: across, along: stack.axis)
      let others = ItemColumns(count: shelf.items, measured: along, along: shelf.axis)
      if shelf.axis == .vertical {
        columns.measuredHeights = others.measuredHeights
      } else {
        columns.measuredWidths = others.measuredWidths
      }
      let solution = try shelf.solve(Items(columns, cutAtRandom: &random))
      let main = SelfSizingReference(shelf, measured: along, start: start)
      let cross = SelfSizingReference(stack, measured: across, start: start)
      func expected(_ one: Rect, _ other: Rect) -> Rect {
        shelf.axis.rect(
          main: shelf.axis.mainMin(one), cross: shelf.axis.crossMin(other),
          mainLength: shelf.axis.main(one.size), crossLength: shelf.axis.cross(other.size))
      }
      let frames = solution.frames(shelf.axis)
      let all = zip(main.cells, cross.cells).map(expected)
      #expect(
        frames.count == all.count && zip(frames, all).allSatisfy { Self.isNear($0, $1) },
        "seed \(seed), section \(number): \(across) \(along) \(shelf.spec)")
      let badges = solution.badgeElements.map { $0.frame(shelf.axis) }
      let twins = zip(main.badges, cross.badges).map { expected($0.frame, $1.frame) }
      #expect(
        badges.count == twins.count && zip(badges, twins).allSatisfy { Self.isNear($0, $1) },
        "seed \(seed), section \(number): badges of \(shelf.spec)")
      if frames != plain.frames(shelf.axis) { sized += 1 }
      SectionScene.expectNothingMissed(
        by: solution.cells, axis: shelf.axis, using: &random, "seed \(seed), section \(number)")
    }
    RandomSections.finish("shelf", seed: seed, 0..<UInt64(count), items: 60)
    // A generator that measures nothing would prove nothing.
    #expect(sized > count / 10, "\(sized), seed \(seed)")
  }

  private static func isNear(_ one: Rect, _ other: Rect) -> Bool {
    abs(one.x - other.x) < 1e-5 && abs(one.y - other.y) < 1e-5
      && abs(one.width - other.width) < 1e-5 && abs(one.height - other.height) < 1e-5
  }
}
