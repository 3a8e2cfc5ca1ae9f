import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Headers that stay until the next pinned header comes (LayoutRules C26).
@Suite struct PinnedAcrossSectionsTests {
  /// `TATAMI_RANDOM_DOCUMENTS=20000` lays out that many documents.
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(Int.init) ?? 400

  private static func read(_ text: String) throws -> PreparedLayout {
    try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8)))
  }

  private static let pinned =
    #""type":"list","rowHeight":50,"headerReferenceSize":{"width":20,"height":20},"sectionHeadersPinToVisibleBounds":true"#

  /// Three sections of 120 points with a header, two without one, and a last one with one.
  private func layout(
    across: Bool = true, axis: LayoutAxis = .vertical, section: String = pinned
  ) throws -> PreparedLayout {
    let plain = #"{"items":2,"layout":{"type":"list","rowHeight":60}}"#
    let own = #"{"items":2,"layout":{\#(section)}}"#
    return try Self.read(
      """
      {"container":{"width":200,"height":200},"configuration":{"headersPinAcrossSections":\(across),
       "scrollDirection":"\(axis == .vertical ? "vertical" : "horizontal")"},
       "sections":[\(own),\(plain),\(plain),\(own),\(plain)]}
      """)
  }

  private func bounds(at offset: Double, _ axis: LayoutAxis) -> Rect {
    axis.rect(main: offset, cross: 0, mainLength: 200, crossLength: 200)
  }

  private func headers(
    of layout: PreparedLayout, at offset: Double, in rect: Rect? = nil,
    _ axis: LayoutAxis = .vertical
  ) throws -> [Int: Double] {
    var query = LayoutQuery(rect.map { .rect($0) } ?? .all)
    query.bounds = bounds(at: offset, axis)
    let found = try layout.attributes(query).filter { $0.kind == "header" }
    return Dictionary(
      uniqueKeysWithValues: found.map { ($0.section ?? -1, axis.mainMin($0.frame)) })
  }

  @Test(arguments: [LayoutAxis.vertical, .horizontal])
  func `C26: a header stays over the sections after its own until the next one pushes it away`(
    axis: LayoutAxis
  ) throws {
    // Headers at 0 and at 360; the content ends at 600.
    let layout = try layout(axis: axis)
    for (offset, first, last) in [
      (-30.0, 0.0, 360.0), (0, 0, 360), (50, 50, 360), (200, 200, 360), (340, 340, 360),
      (350, 340, 360), (400, 340, 400), (580, 340, 580), (700, 340, 580),
    ] {
      #expect(
        try headers(of: layout, at: offset, axis) == [0: first, 3: last], "at \(offset)")
    }
    // Within its own section otherwise.
    let own = try self.layout(across: false, axis: axis)
    #expect(try headers(of: own, at: 200, axis) == [0: 100, 3: 360])
  }

  @Test func `C26: a query of what is visible finds the header of a section far above`() throws {
    let layout = try layout()
    let seen = Rect(x: 0, y: 250, width: 200, height: 50)
    #expect(try headers(of: layout, at: 250, in: seen) == [0: 250])
    // It is first, as its section is.
    var query = LayoutQuery(.rect(seen))
    query.bounds = bounds(at: 250, .vertical)
    #expect(try layout.attributes(query).first?.section == 0)
    // One that has been pushed away lies before the next one.
    #expect(
      try headers(of: layout, at: 500, in: Rect(x: 0, y: 350, width: 200, height: 5)) == [0: 340])
    // Without visible bounds nothing is pinned.
    query.bounds = nil
    #expect(try layout.attributes(query).allSatisfy { $0.kind == nil })
  }

  @Test func `C26: an item comes to rest below the header of a section above`() throws {
    let target = ItemTarget(LayoutIndexPath(section: 2, item: 1), kind: nil, at: .top)
    #expect(try layout().targetOffset(showing: target).offset.y == 300 - 20)
    #expect(try layout(across: false).targetOffset(showing: target).offset.y == 300)
    // A header of its own pushes the one above away.
    let own = ItemTarget(LayoutIndexPath(section: 3, item: 0), kind: nil, at: .top)
    #expect(try layout().targetOffset(showing: own).offset.y == 360)
  }

  @Test func `C26: an update that moves the next header moves the one that it pushes`() throws {
    let layout = try layout()
    var update = LayoutUpdate()
    update.appends = [LayoutUpdate.Append(Items(ItemColumns(count: 1)), toSection: 2)]
    let version = try layout.updated(by: update, maxItems: 100)
    #expect(try headers(of: version.layout, at: 500) == [0: 400, 3: 500])
    var query = ChangesQuery(rect: Rect(x: 0, y: 300, width: 200, height: 200))
    query.bounds = bounds(at: 300, .vertical)
    let changes = try version.layout.changes(from: layout, version.map, query)
    // Both are pinned at 300, so that the header of section 0 has not moved.
    #expect(changes.invalidated.map { $0.minY >= 360 } == true)
    query.bounds = bounds(at: 350, .vertical)
    let pushed = try version.layout.changes(from: layout, version.map, query)
    #expect(pushed.invalidated.map { $0.minY } == 340)
  }

  @Test func `C26: an empty section whose header is level with the next changes nothing`() throws {
    let empty = #"""
      {"items":0,"layout":{"type":"compositional","group":{"direction":"vertical","size":{"width":{"fractionalWidth":1},
      "height":{"absolute":10}},"subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"absolute":10}}}]},
      "boundarySupplementaryItems":[{"kind":"header","alignment":"top","extendsBoundary":false,"pinToVisibleBounds":true,
      "size":{"width":{"fractionalWidth":1},"height":{"absolute":15}}}]}}
      """#
    let section = #"{"items":9,"layout":{\#(Self.pinned)}}"#
    let layout = try Self.read(
      """
      {"container":{"width":200,"height":200},"configuration":{"headersPinAcrossSections":true},
       "sections":[\(empty),\(section),{"items":9,"layout":{"type":"list"}}]}
      """)
    #expect(try headers(of: layout, at: 550) == [0: 0, 1: 550])
  }

  @Test func `C26: headers that are not one after the other stay within their sections`() throws {
    let section = #"{"items":1,"layout":{\#(Self.pinned)}}"#
    let layout = try Self.read(
      """
      {"container":{"width":200,"height":200},"configuration":{"headersPinAcrossSections":true,
       "interSectionSpacing":-80},"sections":[\(section),\(section)]}
      """)
    #expect(try headers(of: layout, at: 60) == [0: 50, 1: 40])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `C26: random sections pin as a literal reading of the rule says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.count / 20 {
      let sections = (0..<Int.random(in: 1...90, using: &random)).map { _ in
        let header = Int.random(in: 0...2, using: &random)
        let items = Int.random(in: 0...3, using: &random)
        let length = Int.random(in: 1...40, using: &random)
        return """
          {"items":\(items),"layout":{"type":"list","rowHeight":30,"headerReferenceSize":
           {"height":\(header == 0 ? 0 : length)},"sectionHeadersPinToVisibleBounds":\(header == 2)}}
          """
      }
      let layout = try Self.read(
        """
        {"container":{"width":100,"height":150},"configuration":{"headersPinAcrossSections":true,
         "interSectionSpacing":\(Int.random(in: 0...9, using: &random))},
         "sections":[\(sections.joined(separator: ","))]}
        """)
      let offset = Double(Int.random(in: -20...Int(layout.contentSize.height) + 20, using: &random))
      var query = LayoutQuery(.all)
      let natural = try layout.attributes(query).filter { $0.kind == "header" }
      let pins = natural.filter { sections[$0.section ?? 0].contains(#"Bounds":true"#) }
      query.bounds = Rect(x: 0, y: offset, width: 100, height: 150)
      let shown = try layout.attributes(query).filter { $0.kind == "header" }
      let expected = natural.map { header -> Double in
        guard let place = pins.firstIndex(of: header) else { return header.frame.minY }
        let next =
          place + 1 < pins.count ? pins[place + 1].frame.minY : layout.contentSize.height
        return max(header.frame.minY, min(offset, next - header.frame.height))
      }
      #expect(shown.map { $0.frame.minY } == expected, "seed \(seed), \(offset)")
      try QueryPropertyTests.expectQueriesMatchScans(
        of: layout, queries: 2, using: &random, "seed \(seed)")
    }
  }
}
