import Foundation
import Testing

@testable import LayoutEngine

/// Work that takes long looks all the time, not only somewhere: no pass over the items goes without.
@Suite struct LookTests {
  /// 20 stretches.
  private static let count = 20 * LayoutBudget.stretch
  /// The most of the work that may lie between two looks.
  private static let maxShare = 0.1

  /// Documents for whose items every solver takes each of its ways.
  private enum Sample: String, CaseIterable {
    case flowOfPairs, flowOfNumbers, flowInOneLine, flowOutOfOrder
    case listOfNumbers, listOfEqualRows, listOutOfOrder
    case justified, justifiedOfFewRatios, justifiedInOneRow, justifiedWidowsSpread,
      justifiedWidowsCentred
    case magazine, magazineOfHalves
    case waterfall, waterfallInHalfPoints, waterfallOfPairs, waterfallOfMixedItems
    case waterfallWithBodies, waterfallOfManyColumns, waterfallOutOfOrder, waterfallInTurn
    case spans, spansInTurn, spansOfOne
    case customInOrder, customScattered, customStacked
    case stackingOrders, measuredGroups

    /// The layout, and what it has to be.
    var document: LayoutDocument {
      var items = items
      items.append(LookTests.count)
      return LayoutDocument(
        container: Container(size: Size(width: 1_000, height: 800)),
        layout: LayoutVariants(layout), sections: [LayoutSection(items: items)])
    }

    private var items: ItemColumns {
      var items = ItemColumns()
      switch self {
      case .flowOfNumbers, .listOfNumbers, .magazine, .waterfall, .waterfallOfManyColumns,
        .waterfallInTurn, .listOutOfOrder, .waterfallOutOfOrder:
        for item in 0..<LookTests.count { items.numbers.set(Double(item % 50), at: item) }
      case .waterfallInHalfPoints:
        for item in 0..<LookTests.count { items.numbers.set(Double(item % 50) / 3, at: item) }
      case .listOfEqualRows:
        for item in 0..<LookTests.count { items.numbers.set(30, at: item) }
      case .flowOfPairs, .flowInOneLine, .flowOutOfOrder, .waterfallOfPairs, .justified,
        .justifiedOfFewRatios:
        for item in 0..<LookTests.count {
          items.widths.set(Double(item % 90 + 1), at: item)
          items.heights.set(Double(item % 70 + 1), at: item)
        }
      case .justifiedInOneRow, .justifiedWidowsSpread, .justifiedWidowsCentred:
        for item in 0..<LookTests.count { items.aspectRatios.set(1e-9, at: item) }
        // The last one completes the row.
        if self == .justifiedInOneRow { items.aspectRatios.set(3, at: LookTests.count - 1) }
      case .magazineOfHalves:
        for item in 0..<LookTests.count { items.widthModes.set(.fraction(2), at: item) }
      case .waterfallOfMixedItems:
        for item in 0..<LookTests.count {
          if item % 2 == 0 { items.numbers.set(Double(item % 50), at: item) }
          if item % 3 == 0 { items.heights.set(Double(item % 50), at: item) }
        }
      case .waterfallWithBodies:
        for item in 0..<LookTests.count { items.bodyHeights.set(Double(item % 50), at: item) }
      case .spans, .spansInTurn, .spansOfOne:
        for item in 0..<LookTests.count {
          items.heights.set(Double(item % 50), at: item)
          items.columnSpans.set(self == .spansOfOne ? 1 : Double(item % 2 + 1), at: item)
        }
      case .stackingOrders:
        for item in 0..<LookTests.count { items.zIndexes.set(Double(item % 7), at: item) }
      case .measuredGroups:
        for item in 0..<LookTests.count { items.measuredHeights.set(Double(item % 50), at: item) }
      case .customInOrder, .customScattered, .customStacked: break
      }
      return items
    }

    private var layout: SectionLayout {
      switch self {
      case .flowOfPairs, .flowOfNumbers, .stackingOrders: return .flow(FlowSpec())
      case .flowInOneLine:
        var spec = FlowSpec()
        spec.minimumInteritemSpacing = -1e9
        return .flow(spec)
      case .flowOutOfOrder:
        var spec = FlowSpec()
        (spec.minimumInteritemSpacing, spec.minimumLineSpacing) = (-60, -60)
        return .flow(spec)
      case .listOfNumbers, .listOfEqualRows: return .list(ListSpec())
      case .listOutOfOrder:
        var spec = ListSpec()
        spec.rowSpacing = -20
        return .list(spec)
      case .justified: return .justified(JustifiedSpec())
      case .justifiedOfFewRatios:
        var spec = JustifiedSpec()
        spec.maxNumRows = 2
        return .justified(spec)
      case .justifiedInOneRow, .justifiedWidowsSpread, .justifiedWidowsCentred:
        var spec = JustifiedSpec()
        spec.horizontalSpacing = 0
        spec.widowLayoutStyle = self == .justifiedWidowsSpread ? .justify : .center
        return .justified(spec)
      case .magazine, .magazineOfHalves: return .magazine(MagazineSpec())
      case .customInOrder, .customScattered, .customStacked: return .custom(customSpec)
      case .measuredGroups:
        return .compositional(
          CompositionalSpec(
            group: .line(
              .horizontal, .ofWidth(1), .uniformAcrossSiblings(50),
              [.item(.ofWidth(0.5), .estimated(50))])))
      default: return .waterfall(waterfallSpec)
      }
    }

    private var waterfallSpec: WaterfallSpec {
      var spec = WaterfallSpec()
      spec.columns = .count(3)
      spec.columnSpacing = 0
      switch self {
      case .waterfallOfManyColumns, .spans, .spansInTurn, .spansOfOne: spec.columns = .count(40)
      case .waterfallOutOfOrder: spec.rowSpacing = -20
      default: break
      }
      if self == .waterfallInTurn || self == .spansInTurn { spec.placement = .roundRobin }
      return spec
    }

    private var customSpec: CustomSpec {
      CustomSpec(
        frames: (0..<LookTests.count).map { number in
          let isScattered = self == .customScattered
          return CustomFrame(
            frame: Rect(
              x: Double(isScattered ? number * 7_919 % 1_000 : number % 100 * 10),
              y: Double(isScattered ? number * 104_729 % 99_991 : number / 100 * 10), width: 3,
              height: 3), zIndex: self == .customStacked ? number % 5 : nil)
        })
    }
  }

  /// The time that this thread has worked, in nanoseconds: others don't add to it.
  private static var worked: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  @Test(arguments: Sample.allCases.map(\.rawValue))
  func `No part of the work on many items goes without a look`(name: String) throws {
    let document = try #require(Sample(rawValue: name)).document
    // One pass of several without a look is more than a tenth of the work; one stretch is a twentieth
    // of it where there is but one pass. What disturbs one measurement does not disturb ten.
    let isShort = try (0..<10).contains { _ in
      try longestShare(of: document) < Self.maxShare
    }
    #expect(isShort)
  }

  /// What part of the whole work the longest one between two looks is.
  private func longestShare(of document: LayoutDocument) throws -> Double {
    var longest: UInt64 = 0
    let start = Self.worked
    var last = start
    func look() {
      let now = Self.worked
      longest = max(longest, now - last)
      last = now
    }
    let budget = LayoutBudget(isWanted: {
      look()
      return true
    })
    let layout = try PreparedLayout(document, budget)
    look()
    #expect(layout.itemCount == Self.count)
    return Double(longest) / Double(last - start)
  }
}
