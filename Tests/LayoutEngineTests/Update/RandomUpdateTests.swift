import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Random sequences of updates of random documents of every layout.
///
/// `TATAMI_RANDOM_UPDATES=100000` runs that many sequences; a failure names its seed, and
/// `TATAMI_FIRST_SEED` begins with that one: leave the number of sequences as it is then.
@Suite struct RandomUpdateTests {
  private static let count = number("TATAMI_RANDOM_UPDATES") ?? 80
  private static let firstSeed = number("TATAMI_FIRST_SEED") ?? 0
  private static let runs: UInt64 = 20

  /// What became of one run's updates.
  private struct Tally {
    var sequences = 0
    var applied = 0
    var refused = 0
    var changed = 0
  }

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init)
  }

  @Test(arguments: 0..<runs)
  func
    `I2 J L M1 M3 M4 M5: versions are what their documents make, and changes what both versions show`(
      run: UInt64
    ) throws
  {
    var tally = Tally()
    let end = Self.firstSeed + Self.count
    for seed in stride(from: Self.firstSeed + run, to: end, by: Int(Self.runs)) {
      let items = [40, 40, 40, 300][Int(seed / Self.runs % 4)]
      var documents = RandomDocument(seed: seed, maxItems: items)
      // One in five is refused.
      var accepted: PreparedLayout?
      for _ in 0..<100 where accepted == nil {
        accepted = try? PreparedLayout(documents.next())
      }
      let first = try #require(accepted, "seed \(seed)")
      tally.sequences += 1
      try runSequence(from: first, &documents, &tally, "seed \(seed)")
    }
    #expect(tally.applied > 0 && tally.changed > tally.applied / 2, "\(tally)")
    guard Self.count >= 2_000 else { return }
    // Most updates are applied, and some refused.
    #expect(tally.applied > tally.refused && tally.refused > 0, "\(tally)")
    print("run \(run): \(tally)")
  }

  private func runSequence(
    from first: PreparedLayout, _ documents: inout RandomDocument, _ tally: inout Tally,
    _ comment: Comment
  ) throws {
    var last = first
    var map = ItemMap.identity(sectionCount: first.sectionCount)
    for _ in 0..<4 {
      let update = RandomUpdate.next(of: last.document, using: &documents)
      let version: LayoutVersion
      do throws(UpdateError) {
        version = try last.updated(by: update, maxItems: 100_000)
      } catch {
        switch error {
        case .update(let error), .document(let error):
          #expect((1...20).contains(error.issues.count), comment)
        }
        tally.refused += 1
        continue
      }
      tally.applied += 1
      try expectFresh(version.layout, using: &documents, comment)
      if try compare(last, version.layout, version.map, using: &documents, comment) {
        tally.changed += 1
      }
      map = map.followed(by: version.map)
      last = version.layout
    }
    _ = try compare(first, last, map, using: &documents, comment)
  }

  /// A version's frames are those of its document, its items cut otherwise, and its queries find what
  /// a scan finds.
  private func expectFresh(
    _ version: PreparedLayout, using documents: inout RandomDocument, _ comment: Comment
  ) throws {
    var document = version.document
    for section in document.sections.indices {
      let items = document.sections[section].items
      document.sections[section].items =
        items.chunks.isEmpty
        ? items : Items(items.unpacked, cutAtRandom: &documents.random)
    }
    let fresh = try PreparedLayout(document)
    #expect(version.contentSize == fresh.contentSize, comment)
    let (shown, expected) = (attributes(of: version), attributes(of: fresh))
    #expect(shown.count == expected.count, comment)
    let differing = zip(shown, expected).first { $0 != $1 || bits($0) != bits($1) }
    #expect(differing == nil, comment)
    try QueryPropertyTests.expectQueriesMatchScans(
      of: version, queries: 1, using: &documents.random, comment)
  }

  /// Asks what changed, both ways.
  ///
  /// - Returns: whether anything did.
  func compare(
    _ old: PreparedLayout, _ new: PreparedLayout, _ map: ItemMap,
    using documents: inout RandomDocument, _ comment: Comment
  ) throws -> Bool {
    for (one, other, map) in [(old, new, map), (new, old, map.inverse)] {
      let query = Self.query(of: one, using: &documents)
      let contradictions = VersionComparison(
        one, other, map, query, newScroll: map.scroll(after: query.scroll, other.content)
      ).contradictions()
      #expect(contradictions.isEmpty, "\(comment.rawValue): \(contradictions.prefix(3)), \(query)")
      expectOffset(from: one, to: other, map, query, comment)
    }
    return try new.changes(from: old, map, ChangesQuery(rect: nil)).invalidated != nil
  }

  /// A view holds what it should, and scrolls to where the slow way finds.
  private func expectOffset(
    from old: PreparedLayout, to new: PreparedLayout, _ map: ItemMap, _ query: ChangesQuery,
    _ comment: Comment
  ) {
    guard query.bounds != nil, let changes = try? new.changes(from: old, map, query) else { return }
    guard let slow = SlowAnchor(old, new, map, query)?.answer(), let found = changes.contentOffset
    else {
      Issue.record("\(comment.rawValue): no offset, \(query)")
      return
    }
    let context: Comment = "\(comment.rawValue): \(slow), \(query)"
    #expect(changes.anchor == slow.held, context)
    let distance = max(abs(found.x - slow.offset.x), abs(found.y - slow.offset.y))
    #expect(distance <= 1e-9 * max(1, new.contentSize.width, new.contentSize.height), context)
  }

  /// What a view asks that shows some of a layout.
  private static func query(
    of layout: PreparedLayout, using documents: inout RandomDocument
  ) -> ChangesQuery {
    let size = layout.contentSize
    let container = layout.document.container.size
    func rect(_ width: Double, _ height: Double) -> Rect {
      Rect(
        x: documents.random.number(in: -20...max(0, size.width)),
        y: documents.random.number(in: -20...max(0, size.height)), width: width, height: height)
    }
    var query = ChangesQuery(rect: rect(size.width / 2 + 1, size.height / 3 + 1))
    if Bool.random(using: &documents.random) {
      query.bounds = rect(container.width, container.height)
      let path = ItemPath(
        Int.random(in: 0...3, using: &documents.random),
        Int.random(in: 0...20, using: &documents.random))
      let anchors: [ChangesQuery.Anchor] = [
        .first, .firstWhole, .last, .none, .item(path, isEnd: false), .item(path, isEnd: true),
      ]
      query.anchor = anchors.randomElement(using: &documents.random) ?? .first
    }
    for section in 0..<layout.sectionCount
    where layout.content.sections[section].isOrthogonal && Bool.random(using: &documents.random) {
      query.scroll[section] = documents.random.number(in: -50...900)
    }
    return query
  }
}
