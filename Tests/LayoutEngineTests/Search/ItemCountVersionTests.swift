import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Versions of documents with a count of items, beside their documents laid out afresh: with the count, and
/// with a number for every item of it.
///
/// `TATAMI_RANDOM_VERSIONS=2000` tries ten times as many sequences.
@Suite struct ItemCountVersionTests {
  private static let seeds: ClosedRange<UInt64> = {
    let given = ProcessInfo.processInfo.environment["TATAMI_RANDOM_VERSIONS"].flatMap(UInt64.init)
    return 1...max(2, (given ?? 0) / 200)
  }()

  static let types = [
    #""justified","targetRowHeight":100"#,
    #""justified","targetRowHeight":100,"fullWidthBreakoutRowCadence":2"#,
    #""justified","targetRowHeight":100,"fullWidthBreakoutRowCadence":40"#,
    #""justified","targetRowHeight":5,"boxSpacing":0,"fullWidthBreakoutRowCadence":500"#,
    #""justified","targetRowHeight":100,"forceAspectRatio":0.7"#,
    #""justified","targetRowHeight":100,"maxNumRows":900"#,
    #""magazine""#,
    #""magazine","verticalSpacing":3.3"#,
  ]

  /// Layouts that have no chunks before the first update, because all items are alike.
  static let uniformTypes = [
    #""list""#,
    #""list","rowSpacing":-2"#,
    #""flow","itemSize":{"width":60,"height":40}"#,
    #""flow","itemSize":{"width":390,"height":40},"minimumLineSpacing":0"#,
    #""flow","itemSize":{"width":60,"height":40},"minimumLineSpacing":-3"#,
    #""flow","itemSize":{"width":0.5,"height":40},"minimumInteritemSpacing":0"#,
    #""waterfall","columns":4,"columnSpacing":0"#,
    #""waterfall","columns":4,"columnSpacing":0,"rowSpacing":-4"#,
    #""waterfall","columns":8,"columnSpacing":0,"placement":"roundRobin""#,
    #""waterfall","columns":2,"columnSpacing":0,"placement":"gridLanes","flowTolerance":300"#,
  ]

  /// The number that leaves an item without fields where it is, as other numbers do not.
  private static func number(of type: String) -> Double {
    if type.contains("waterfall") {
      return type.contains(":4,") ? 97.5 : type.contains(":8,") ? 48.75 : 195
    }
    return type.contains("justified")
      ? 1
      : type.contains("magazine")
        ? 150
        : type.contains("list") ? 44 : 40
  }

  private static func layout(_ type: String, count: Int) throws -> PreparedLayout {
    let text =
      #"{"container":{"width":390,"height":844},"layout":{"type":\#(type)},"items":\#(count)}"#
    return try PreparedLayout(
      LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  /// Returns the document with a number for every item without one, which leaves the items where they are.
  private static func spelledOut(_ document: LayoutDocument, number: Double) -> LayoutDocument {
    var document = document
    document.sections = Sections(
      document.sections.map { section in
        var columns = section.items.unpacked
        for item in 0..<columns.count where columns.numbers[item] == nil {
          columns.numbers.set(number, at: item)
        }
        return LayoutSection(items: Items(columns), layout: section.layout)
      })
    return document
  }

  /// Whether a rectangle is within another, but for rounding.
  private static func isWithin(_ one: Rect?, _ other: Rect?) -> Bool {
    guard let one else { return true }
    guard let other = other?.outsetBy(dx: 1e-5, dy: 1e-5) else { return false }
    return other.minX <= one.minX && other.minY <= one.minY && one.maxX <= other.maxX
      && one.maxY <= other.maxY
  }

  private static func update(
    of count: Int, _ type: String, using random: inout SeededGenerator
  ) -> LayoutUpdate {
    var update = LayoutUpdate()
    if type.contains("waterfall") {
      let kept: [LayoutUpdate.KeptColumns?] = [
        nil, .all, .all, .through(ItemPath(0, count / 2)), LayoutUpdate.KeptColumns.none,
      ]
      update.keptColumns = kept.randomElement(using: &random) ?? .all
    }
    let item = Int.random(in: 0..<count, using: &random)
    let many = Int.random(in: 1...1_000, using: &random)
    var few = ItemColumns(count: Int.random(in: 1...4, using: &random))
    for place in 0..<few.count where Bool.random(using: &random) {
      few.numbers.set([0.5, 1.5, 2].randomElement(using: &random) ?? 1, at: place)
    }
    let run = ItemRun(
      ItemPath(0, item), count: min(count - item, Int.random(in: 1...1_500, using: &random)))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: update.appends.append(LayoutUpdate.Append(Items(count: many)))
    case 1: update.appends.append(LayoutUpdate.Append(Items(few)))
    case 2:
      update.insertions.append(LayoutUpdate.Insertion(Items(count: many), at: ItemPath(0, item)))
    case 3: update.insertions.append(LayoutUpdate.Insertion(Items(few), at: ItemPath(0, item)))
    case 4: update.deletions.append(LayoutUpdate.Deletion(run))
    case 5:
      let place = Int.random(in: 0...count - run.count, using: &random)
      update.moves.append(LayoutUpdate.ItemMove(run, to: ItemPath(0, place)))
    default:
      guard !type.contains("justified") else { break }
      var measurement = LayoutUpdate.Measurement(ItemPath(0, item))
      measurement.height = .found(70)
      update.measurements.append(measurement)
    }
    return update
  }

  @Test(arguments: types, seeds)
  func `versions of many items that are alike are those of their documents`(
    type: String, seed: UInt64
  ) throws {
    try Self.compareVersions(of: type, [600, 4_100], seed: seed)
  }

  @Test(arguments: uniformTypes, seeds.prefix(1 + seeds.count / 4))
  func `versions of a count whose chunks repeat are those of their documents`(
    type: String, seed: UInt64
  ) throws {
    try Self.compareVersions(of: type, [4_100, 13_000, 13_000], seed: seed)
  }

  private static func compareVersions(
    of type: String, _ counts: [Int], seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed &* 7_919)
    let first = counts.randomElement(using: &random) ?? counts[0]
    var layout = try Self.layout(type, count: first)
    var fresh = try Self.layout(type, count: first)
    for step in 0..<6 where layout.itemCount > 0 {
      let comment: Comment = "\(type) seed \(seed) step \(step)"
      let update = Self.update(of: layout.itemCount, type, using: &random)
      let version = try layout.updated(by: update, maxItems: .max)
      let next = try PreparedLayout(
        Self.spelledOut(version.layout.document, number: Self.number(of: type)))
      let again = try PreparedLayout(VersionScene.anew(version.layout.document))
      #expect(VersionScene.areSame([version.layout, again], next, using: &random), comment)
      #expect(
        version.layout.byteCount == ByteCountTests.walkedByteCount(of: version.layout), comment)
      // What is shared between versions is passed over: the same is found where nothing is.
      let query = ChangesQuery(rect: nil)
      let changes = try version.layout.changes(from: layout, version.map, query)
      let expected = try next.changes(from: fresh, version.map, query)
      #expect(changes.changed.map(\.attributes) == expected.changed.map(\.attributes), comment)
      #expect(Self.isWithin(changes.invalidated, expected.invalidated), comment)
      #expect(
        changes.changed.allSatisfy {
          Self.isWithin($0.old.frame, changes.invalidated)
            && Self.isWithin($0.attributes.frame, changes.invalidated)
        }, comment)
      (layout, fresh) = (version.layout, next)
    }
  }
}
