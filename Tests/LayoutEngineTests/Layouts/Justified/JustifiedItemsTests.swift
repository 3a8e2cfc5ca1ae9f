import TestSupport
import Testing

@testable import LayoutEngine

/// What a justified section reads of its items, and what it refuses (Contract §2,
/// LayoutRules D).
@Suite struct JustifiedItemsTests {
  private static let path = DocumentPath(steps: [.field("items")])

  private static func widths(_ items: Items) throws -> [Double] {
    var spec = JustifiedSpec()
    spec.targetRowHeight = 100
    let solution = try JustifiedSolver(spec, environment: JustifiedTests.environment())
      .solve(items, at: path)
    return JustifiedTests.frames(solution).map(\.width)
  }

  private static func issues(_ work: () throws -> Void) -> [LayoutError.Issue] {
    do {
      try work()
      return []
    } catch {
      return (error as? LayoutError)?.issues ?? []
    }
  }

  @Test func `the item's own ratio beats width and height, then comes a lone number, then 1`()
    throws
  {
    var items = ItemColumns(count: 6)
    items.widths.set(300, at: 0)
    items.heights.set(200, at: 0)
    items.widths.set(300, at: 1)
    items.heights.set(200, at: 1)
    items.aspectRatios.set(0.5, at: 1)
    items.numbers.set(2, at: 2)
    items.widths.set(70, at: 4)
    items.heights.set(80, at: 5)
    // All in the open row of height 100: their widths are their ratios times 100.
    #expect(try Self.widths(Items(items)) == [150, 50, 200, 100, 100, 100])
  }

  @Test func `a count of items is that many squares`() throws {
    #expect(try Self.widths(Items(count: 3)) == [100, 100, 100])
  }

  @Test func `a forced ratio replaces every other, unreadable ones too`() throws {
    var items = ItemColumns(count: 2)
    items.aspectRatios.set(3, at: 0)
    items.widths.set(-1, at: 1)
    items.heights.set(0, at: 1)
    var spec = JustifiedSpec()
    spec.targetRowHeight = 100
    spec.forceAspectRatio = 1.5
    let solution = try JustifiedSolver(spec, environment: JustifiedTests.environment())
      .solve(items, at: Self.path)
    #expect(JustifiedTests.frames(solution).map(\.width) == [150, 150])
  }

  @Test func `a ratio that is not finite and positive is refused at its item`() {
    var items = ItemColumns(count: 7)
    items.aspectRatios.set(0, at: 0)
    items.aspectRatios.set(-2, at: 1)
    items.aspectRatios.set(.infinity, at: 2)
    items.numbers.set(0, at: 3)
    items.widths.set(10, at: 4)
    items.heights.set(0, at: 4)
    items.widths.set(0, at: 5)
    items.heights.set(10, at: 5)
    items.widths.set(-10, at: 6)
    items.heights.set(-10, at: 6)
    let paths = Self.issues { _ = try Self.widths(Items(items)) }.map(\.path)
    #expect(
      paths == [
        Self.path.index(0).field("aspectRatio"), Self.path.index(1).field("aspectRatio"),
        Self.path.index(2).field("aspectRatio"), Self.path.index(3), Self.path.index(4),
        Self.path.index(5), Self.path.index(6),
      ])
  }

  @Test func `no more issues are listed than one error holds`() {
    let items = JustifiedTests.items(ratios: [Double](repeating: -1, count: 1000))
    #expect(Self.issues { _ = try Self.widths(items) }.count == LayoutError.maxIssues)
  }

  @Test func `horizontal scrolling is refused`() {
    let issues = Self.issues {
      _ = try JustifiedSolver(
        JustifiedSpec(), environment: JustifiedTests.environment(axis: .horizontal))
    }
    #expect(issues.count == 1)
  }

  @Test func `a row that its gaps alone fill is refused at its last item`() {
    // lo = 0.75: 0.3 + 0.3 + 0.3 completes, and 100 − 2·60 < 0.
    var spec = JustifiedSpec()
    spec.targetRowHeight = 100
    spec.horizontalSpacing = 60
    let issues = Self.issues {
      _ = try JustifiedSolver(spec, environment: JustifiedTests.environment(width: 100))
        .solve(JustifiedTests.items(ratios: [0.3, 0.3, 0.3]), at: Self.path)
    }
    #expect(issues.map(\.path) == [Self.path.index(2)])
  }

  @Test func `sides that make no ratio are reported`() {
    let issues = Self.issues {
      _ = try JustifiedSolver(JustifiedSpec(), environment: JustifiedTests.environment())
        .solve(Items([.pair(0, 1), .pair(2, 0), .number(0)]), at: Self.path)
    }
    let rule = "must have an aspect ratio that is a finite number greater than 0 (got "
    #expect(issues.map(\.reason) == ["0.0 × 1.0", "2.0 × 0.0", "0.0"].map { rule + $0 + ")" })
  }

  @Test func `every option out of range is named`() {
    var spec = JustifiedSpec()
    spec.targetRowHeight = 0
    spec.targetRowHeightTolerance = .nan
    spec.horizontalSpacing = -1
    spec.verticalSpacing = .infinity
    spec.sectionInset.left = .infinity
    spec.maxNumRows = -1
    spec.forceAspectRatio = 0
    spec.fullWidthBreakoutRowCadence = 0
    spec.headerFooter.headerReferenceSize.height = -1
    spec.headerFooter.footerReferenceSize.height = .nan
    let issues = Self.issues {
      _ = try JustifiedSolver(spec, environment: JustifiedTests.environment())
    }
    let fields = issues.map { issue -> String in
      guard issue.path.steps.count > 1, case .field(let name) = issue.path.steps[1] else {
        return ""
      }
      return name
    }
    #expect(
      fields == [
        "targetRowHeight", "targetRowHeightTolerance", "boxSpacing", "boxSpacing", "sectionInset",
        "maxNumRows", "forceAspectRatio", "fullWidthBreakoutRowCadence", "headerReferenceSize",
        "footerReferenceSize",
      ])
  }

  @Test func `insets that leave no width are refused`() {
    var spec = JustifiedSpec()
    spec.sectionInset.left = 600
    spec.sectionInset.right = 400
    let issues = Self.issues {
      _ = try JustifiedSolver(spec, environment: JustifiedTests.environment())
    }
    #expect(
      issues.map(\.path) == [DocumentPath(steps: [.field("layout"), .field("sectionInset")])])
  }

  @Test func `I4: content beyond 2^36 points is refused`() {
    var spec = JustifiedSpec()
    spec.verticalSpacing = 0x1p35
    let issues = Self.issues {
      _ = try JustifiedSolver(spec, environment: JustifiedTests.environment())
        .solve(JustifiedTests.items(ratios: [9, 9, 9, 9]), at: Self.path)
    }
    #expect(issues.map(\.path) == [Self.path])
    // A ratio so small that its row's height is no number any more.
    spec.verticalSpacing = 0
    spec.targetRowHeight = 1e300
    #expect(
      !Self.issues {
        _ = try JustifiedSolver(spec, environment: JustifiedTests.environment())
          .solve(JustifiedTests.items(ratios: [Double.leastNonzeroMagnitude]), at: Self.path)
      }.isEmpty)
  }
}
