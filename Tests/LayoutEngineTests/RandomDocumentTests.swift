import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Random documents of every layout.
///
/// `TATAMI_RANDOM_DOCUMENTS=100000` runs that many.
@Suite struct RandomDocumentTests {
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(UInt64.init) ?? 3000
  /// Documents are spread over this many seeds' runs, so that cores share them.
  private static let runs: UInt64 = 30

  /// What became of one run's documents.
  private struct Tally {
    var laidOut = 0
    var refused = 0
    /// The layout that took longest, checks and queries aside.
    var slowest = (seed: UInt64(0), time: Duration.zero)

    mutating func time(_ seed: UInt64, since start: ContinuousClock.Instant) {
      let time = ContinuousClock.now - start
      if time > slowest.time { slowest = (seed, time) }
    }
  }

  @Test(arguments: 0..<runs)
  func `no document traps, and no frame is not finite`(run: UInt64) throws {
    var tally = Tally()
    for seed in stride(from: run, to: Self.count, by: Int(Self.runs)) {
      let wildness = [0, 0, 0.002, 0.02, 0.2][Int(seed / Self.runs % 5)]
      var documents = RandomDocument(seed: seed, wildness: wildness)
      let document = documents.next()
      let start = ContinuousClock.now
      do {
        let layout = try PreparedLayout(document)
        tally.time(seed, since: start)
        tally.laidOut += 1
        try expectFinite(layout, "seed \(seed)")
        try QueryPropertyTests.expectQueriesMatchScans(
          of: layout, queries: 2, using: &documents.random, "seed \(seed)")
      } catch let error as LayoutError {
        tally.time(seed, since: start)
        tally.refused += 1
        #expect(!error.issues.isEmpty && error.issues.count <= 20, "seed \(seed)")
      }
    }
    // Most documents that were meant well are laid out, and some of the others refused.
    #expect(tally.laidOut > tally.refused / 2, "\(tally)")
    #expect(tally.refused > 0, "\(tally)")
    if Self.count > 3000 { print("run \(run): \(tally)") }
  }

  private func expectFinite(_ layout: PreparedLayout, _ comment: Comment) throws {
    let size = layout.contentSize
    #expect(isFinite([size.width, size.height]) && size.width >= 0 && size.height >= 0, comment)
    #expect(layout.byteCount > 0)
    for section in 0..<layout.sectionCount {
      let frame = layout.summary(ofSection: section).frame
      #expect(isFinite([frame.x, frame.y, frame.width, frame.height]), comment)
    }
    for bounds in [nil, Rect(x: 10, y: 120, width: 300, height: 200)] {
      let selection = try layout.select(LayoutQuery(.all, bounds: bounds))
      var cursor = selection.makeCursor()
      var count = 0
      while let attributes = cursor.next() {
        let frame = attributes.frame
        // Justified widows that are wider than their row come out with negative widths
        // (LayoutRules G4, G5).
        let isSound =
          isFinite([frame.x, frame.y, frame.width, frame.height, attributes.imageHeight ?? 0])
          && frame.height >= 0
        if !isSound { Issue.record("\(comment.rawValue): \(attributes)") }
        count += 1
      }
      #expect(count == selection.count, comment)
    }
  }

  private func isFinite(_ values: [Double]) -> Bool { values.allSatisfy(\.isFinite) }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `every element is found at its own index path, and only there`(seed: UInt64) throws {
    var documents = RandomDocument(seed: seed, wildness: seed % 2 == 0 ? 0 : 0.002)
    guard let layout = try? PreparedLayout(documents.next()) else { return }
    let bounds = Rect(x: 0, y: 100, width: 300, height: 300)
    for attributes in try layout.attributes(LayoutQuery(.all, bounds: bounds)) {
      let path = LayoutIndexPath(section: attributes.section, item: attributes.item)
      let query = LayoutQuery(.indexPaths([path], kind: attributes.kind), bounds: bounds)
      #expect(try layout.attributes(query) == [attributes], "seed \(seed)")
    }
    let kinds = [nil, "header", "footer", "side", "background", "badge-0", "group-0", "group-1"]
    for section in [nil, -1, 0, layout.sectionCount, .min, .max] as [Int?] {
      for item in [.min, -1, 1_000_000, .max] {
        for kind in kinds {
          let path = LayoutIndexPath(section: section, item: item)
          #expect(throws: QueryError.noSuchElement(path, kind: kind), "seed \(seed)") {
            try layout.select(LayoutQuery(.indexPaths([path], kind: kind)))
          }
        }
      }
    }
  }

  @Test func `every layout is among the random documents`() {
    var seen: Set<String> = []
    for seed in 0..<200 as Range<UInt64> {
      var documents = RandomDocument(seed: seed)
      let document = documents.next()
      for section in document.sections {
        for variant in (section.layout ?? document.layout)?.variants ?? [] {
          seen.insert(Mirror(reflecting: variant.layout).children.first?.label ?? "")
        }
      }
    }
    #expect(
      seen == [
        "flow", "waterfall", "justified", "magazine", "list", "custom", "compositional",
      ])
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `A16 C19 F7: right to left is left to right mirrored in the content's width`(
    seed: UInt64
  ) throws {
    var documents = RandomDocument(seed: seed)
    var document = documents.next()
    document.container.scale = nil
    document.container.direction = .leftToRight
    document.layout?.variants.removeAll { $0.condition.direction != nil }
    for section in document.sections.indices {
      document.sections[section].layout?.variants.removeAll { $0.condition.direction != nil }
    }
    guard let plain = try? PreparedLayout(document) else { return }
    document.container.direction = .rightToLeft
    let mirrored = try PreparedLayout(document)
    #expect(mirrored.contentSize == plain.contentSize)
    let width = plain.contentSize.width
    let expected = try plain.attributes(LayoutQuery(.all))
    let found = try mirrored.attributes(LayoutQuery(.all))
    #expect(found.count == expected.count, "seed \(seed)")
    // Mirrored in units, which the difference of three rounded numbers is not to the last bit.
    let noise = max(1, width) * 0x1p-50
    for (attributes, plain) in zip(found, expected) {
      #expect(
        abs(width - plain.frame.x - plain.frame.width - attributes.frame.x) <= noise,
        "seed \(seed)")
      var moved = attributes
      moved.frame.x = plain.frame.x
      #expect(moved == plain, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `an empty section without insets changes nothing but section numbers`(
    seed: UInt64
  ) throws {
    var documents = RandomDocument(seed: seed)
    var document = documents.next()
    document.configuration.interSectionSpacing = 0
    // The insets at the ends are those of the first and the last section.
    document.container.safeAreaInsets = .zero
    document.container.layoutMargins = .zero
    guard let plain = try? PreparedLayout(document) else { return }
    let place = documents.below(document.sections.count + 1)
    document.sections.insert(
      LayoutSection(items: Items(count: 0), layout: LayoutVariants(.list(ListSpec()))), at: place)
    let longer = try PreparedLayout(document)
    #expect(longer.contentSize == plain.contentSize)
    let expected = try plain.attributes(LayoutQuery(.all)).map { attributes in
      var attributes = attributes
      if let section = attributes.section, section >= place { attributes.section = section + 1 }
      return attributes
    }
    #expect(try longer.attributes(LayoutQuery(.all)) == expected, "seed \(seed)")
  }
}
