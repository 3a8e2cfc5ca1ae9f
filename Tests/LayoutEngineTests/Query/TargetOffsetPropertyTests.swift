import TestSupport
import Testing

@testable import LayoutEngine

/// Where scrolling stops beside the literal reading of Contract §6, and that an answered offset
/// is answered again.
@Suite struct TargetOffsetPropertyTests {
  /// Multiples of a quarter, so that sums and halves are exact and so is the comparison.
  private static func quarters(
    _ range: ClosedRange<Int>, using random: inout SeededGenerator
  ) -> Double {
    Double(Int.random(in: range, using: &random)) / 4
  }

  private static func velocity(using random: inout SeededGenerator) -> Double {
    [0, 0, 0.2, -0.2, 0.21, -0.21, 3, -3].randomElement(using: &random) ?? 0
  }

  // MARK: The whole content

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `snapping stops where the literal reading does`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let document = Self.snapping(using: &random) { Self.quarters($0, using: &$1) }
      let layout = try PreparedLayout(document)
      guard case .flow(let spec)? = document.layout?.variants[0].layout else { return }
      let axis = document.configuration.scrollDirection
      let container = document.container
      let insets = container.contentInsets
      let isMirrored = container.direction == .rightToLeft && axis == .horizontal
      let visible = axis.main(container.size)
      let content = axis.main(layout.contentSize)
      let near = axis == .vertical ? insets.top : insets.leading
      let far = axis == .vertical ? insets.bottom : insets.trailing
      // Content that fits rests at its start.
      let fits = content + near + far <= visible
      let mirror = content - visible
      let page =
        spec.snapping.mode == .item
        ? axis.main(spec.itemSize) + spec.minimumLineSpacing : visible
      let reference = ScrollStopsReference(
        pageLength: page, least: -near, greatest: fits ? -near : content + far - visible)
      for _ in 0..<40 {
        let current = Self.quarters(-800...8000, using: &random)
        let velocity = Self.velocity(using: &random)
        let answer = try layout.targetOffset(
          ScrollProposal(
            proposed: axis.point(main: 99, cross: 5),
            velocity: axis.point(main: velocity, cross: 9),
            current: axis.point(main: current, cross: 6)))
        let number =
          isMirrored
          ? reference.snapped(
            current: reference.clamped(mirror - current), velocity: -velocity, threshold: 0.2)
          : reference.snapped(
            current: reference.clamped(current), velocity: velocity, threshold: 0.2)
        let stop = reference.stops[number]
        let expected = TargetOffset(
          offset: axis.point(main: isMirrored ? mirror - stop : stop, cross: 5), page: Int64(number)
        )
        #expect(answer == expected, "seed \(seed) round \(round): \(current) at \(velocity)")
      }
    }
  }

  /// A flow document that snaps by items or pages; lengths from `number`, given quarters of points.
  private static func snapping(
    using random: inout SeededGenerator,
    number: (ClosedRange<Int>, inout SeededGenerator) -> Double
  ) -> LayoutDocument {
    var spec = FlowSpec()
    spec.itemSize = Size(width: number(100...1300, &random), height: number(100...1300, &random))
    spec.minimumLineSpacing = number(0...80, &random)
    spec.sectionInset = .points(
      Insets(
        top: number(0...200, &random), left: number(0...200, &random),
        bottom: number(0...200, &random), right: number(0...200, &random)))
    spec.snapping.mode = Bool.random(using: &random) ? .item : .page
    let insets = DirectionalInsets(
      top: number(-40...200, &random), leading: number(-40...200, &random),
      bottom: number(-40...200, &random), trailing: number(-40...200, &random))
    let container = Container(
      size: Size(width: number(1400...3000, &random), height: number(1400...3000, &random)),
      contentInsets: insets,
      direction: Bool.random(using: &random) ? .leftToRight : .rightToLeft)
    return LayoutDocument(
      container: container,
      configuration: LayoutConfiguration(
        scrollDirection: Bool.random(using: &random) ? .horizontal : .vertical),
      layout: LayoutVariants(.flow(spec)),
      sections: [LayoutSection(items: Items(count: Int.random(in: 0...30, using: &random)))])
  }

  // MARK: Orthogonal sections

  @Test(arguments: OrthogonalScrollingBehavior.allCases.filter { $0 != .none })
  func `orthogonal sections stop where the literal reading does`(
    behavior: OrthogonalScrollingBehavior
  ) throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let shelf = Shelf(behavior, using: &random) { Self.quarters($0, using: &$1) }
      let layout = try PreparedLayout(shelf.document)
      let axis = shelf.axis
      let size = layout.summary(ofSection: 0).orthogonalContentSize ?? .zero
      let greatest = max(0, axis.main(size) - shelf.visible)
      let starts = (0..<shelf.groups).map { Double($0) * (shelf.length + shelf.spacing) }
      let pages = ScrollStopsReference(pageLength: shelf.visible, least: 0, greatest: greatest)
      let reference: ScrollStopsReference
      switch behavior {
      case .continuousGroupLeadingBoundary, .groupPaging:
        reference = ScrollStopsReference(leadingEdges: starts, greatest: greatest)
      case .groupPagingCentered:
        reference = ScrollStopsReference(
          centers: starts.map { $0 + shelf.inset + shelf.length / 2 },
          visibleLength: shelf.visible)
      default: reference = pages
      }
      for _ in 0..<40 {
        let asked = (0..<3).map { _ in Self.quarters(-800...8000, using: &random) }
        let velocity = Self.velocity(using: &random)
        let points = asked.map { axis.point(main: $0, cross: 5) }
        let answer = try layout.targetOffset(
          ScrollProposal(
            proposed: points[0], velocity: axis.point(main: velocity, cross: 9),
            current: points[1], start: points[2], section: 0))
        let places = asked.map(reference.clamped)
        let expected: (offset: Double, page: Int?)
        switch behavior {
        case .continuous: expected = (places[0], nil)
        case .continuousGroupLeadingBoundary:
          let number = reference.snapped(current: places[0], velocity: velocity, threshold: 0.2)
          expected = (reference.stops[number], number)
        default:
          let number = reference.turned(current: places[1], start: places[2], velocity: velocity)
          expected = (reference.stops[number], number)
        }
        #expect(
          answer
            == TargetOffset(
              offset: axis.point(main: expected.offset, cross: 5),
              page: expected.page.map(Int64.init)),
          "seed \(seed): \(asked) at \(velocity)")
      }
    }
  }

  /// A document whose only section scrolls by itself.
  private struct Shelf {
    /// The axis along which the section scrolls.
    let axis: LayoutAxis
    let document: LayoutDocument
    let groups: Int
    let length: Double
    let spacing: Double
    /// The inset before the first group.
    let inset: Double
    let visible: Double

    init(
      _ behavior: OrthogonalScrollingBehavior, using random: inout SeededGenerator,
      number: (ClosedRange<Int>, inout SeededGenerator) -> Double
    ) {
      axis = Bool.random(using: &random) ? .horizontal : .vertical
      groups = Int.random(in: 1...20, using: &random)
      length = number(200...1400, &random)
      spacing =
        Int.random(in: 0..<6, using: &random) == 0 ? -length / 2 : number(0...100, &random)
      inset = number(0...200, &random)
      let size = axis.size(main: length, cross: 100)
      let group = LayoutGroup.line(
        .vertical, .absolute(size.width), .absolute(size.height), [.item(.ofWidth(1), .ofHeight(1))]
      )
      var spec = CompositionalSpec(group: group)
      spec.orthogonalScrollingBehavior = behavior
      spec.interGroupSpacing = spacing
      spec.contentInsets = DirectionalInsets(
        top: inset, leading: inset, bottom: number(0...200, &random),
        trailing: number(0...200, &random))
      let container = Container(
        size: Size(width: number(2000...3000, &random), height: number(2000...3000, &random)),
        contentInsets: DirectionalInsets(top: 12, leading: 8, bottom: 16, trailing: 20),
        direction: Bool.random(using: &random) ? .leftToRight : .rightToLeft)
      visible = axis.main(container.size) - 28
      document = LayoutDocument(
        container: container, configuration: LayoutConfiguration(scrollDirection: axis.crossed),
        layout: LayoutVariants(.compositional(spec)),
        sections: [LayoutSection(items: Items(count: groups))])
    }
  }

  // MARK: What was answered is answered again

  /// Lengths that no double holds exactly, up to 10^12 of them.
  private static func irregular(
    _ range: ClosedRange<Int>, using random: inout SeededGenerator
  ) -> Double {
    .random(in: Double(range.lowerBound)...Double(range.upperBound), using: &random) / 3
  }

  /// Asks from anywhere at any speed, and asks for what is answered again; where scrolling stops
  /// anywhere and where the page is one of many is asked, too.
  private func expectAnsweredAgain(
    _ layout: PreparedLayout, section: Int?, asks: Int, using random: inout SeededGenerator,
    _ comment: Comment
  ) throws {
    let size = layout.contentSize
    let reach = max(1000, size.width, size.height)
    func point(using random: inout SeededGenerator) -> Point {
      Point(
        x: .random(in: -reach...2 * reach, using: &random),
        y: .random(in: -reach...2 * reach, using: &random))
    }
    for _ in 0..<asks {
      let speed = Self.velocity(using: &random)
      let start = point(using: &random)
      let answer = try layout.targetOffset(
        ScrollProposal(
          proposed: point(using: &random), velocity: Point(x: speed, y: speed),
          current: point(using: &random), start: start, section: section))
      let again = try layout.targetOffset(
        ScrollProposal(proposed: answer.offset, section: section))
      #expect(again == answer, comment)
      // The same at the end of the same drag.
      let settled = try layout.targetOffset(
        ScrollProposal(
          proposed: answer.offset, current: answer.offset, start: start, section: section))
      #expect(settled == answer, comment)
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `an answered offset is answered again, whatever the lengths`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for factor in [1, 1e-6, 1.1e5] {
      let snapping = Self.snapping(using: &random) { factor * Self.irregular($0, using: &$1) }
      try expectAnsweredAgain(
        try PreparedLayout(snapping), section: nil, asks: 40, using: &random, "seed \(seed)")
      for behavior in OrthogonalScrollingBehavior.allCases where behavior != .none {
        let shelf = Shelf(behavior, using: &random) { Self.irregular($0, using: &$1) }
        try expectAnsweredAgain(
          try PreparedLayout(shelf.document), section: 0, asks: 10, using: &random,
          "seed \(seed) \(behavior)")
      }
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `an answered offset is answered again in documents of every layout`(run: UInt64) throws {
    var asked = 0
    for seed in stride(from: run, to: 1500, by: 30) {
      var documents = RandomDocument(seed: seed, wildness: seed % 3 == 0 ? 0.01 : 0)
      guard let layout = try? PreparedLayout(documents.next()) else { continue }
      asked += 1
      try expectAnsweredAgain(
        layout, section: nil, asks: 8, using: &documents.random, "seed \(seed)")
      for section in 0..<layout.sectionCount
      where layout.summary(ofSection: section).orthogonalContentSize != nil {
        try expectAnsweredAgain(
          layout, section: section, asks: 8, using: &documents.random,
          "seed \(seed) section \(section)")
      }
    }
    #expect(asked > 10)
  }
}
