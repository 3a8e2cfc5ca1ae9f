import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// Measured headers, footers and boundary items, by hand arithmetic (LayoutRules K11).
@Suite struct MeasuredSupplementaryTests {
  private func text(_ layout: String, _ section: String, more: String = "") -> String {
    """
    {"container":{"width":100,"height":200},"textStyles":{"a":{"fontFamily":"A","lineHeight":20}},
     "layout":{"type":\(layout)},"sections":[{\(section)},{"items":1}]\(more)}
    """
  }

  private func layout(
    _ layout: String, _ section: String, more: String = ""
  ) throws -> PreparedLayout {
    try PreparedLayout(json: text(layout, section, more: more), CharacterMeasurer())
  }

  private func shown(_ layout: PreparedLayout) throws -> [LayoutAttributes] {
    try layout.attributes(LayoutQuery(.all)).filter { $0.category == .supplementary }
  }

  private func measured(
    _ kind: String, section: Int = 0, item: Int = 0,
    width: LayoutUpdate.MeasuredSide = .kept, height: LayoutUpdate.MeasuredSide = .kept
  ) -> LayoutUpdate.Measurement {
    var measurement = LayoutUpdate.Measurement(ItemPath(section, item), ofSupplementary: kind)
    (measurement.width, measurement.height) = (width, height)
    return measurement
  }

  private func version(
    of layout: PreparedLayout, _ measurements: LayoutUpdate.Measurement...,
    change: (inout LayoutUpdate) -> Void = { _ in }
  ) throws -> PreparedLayout {
    var update = LayoutUpdate()
    update.measurements = measurements
    change(&update)
    return try layout.updated(by: update, maxItems: 100).layout
  }

  private func reasons(
    of layout: PreparedLayout, _ measurements: LayoutUpdate.Measurement...,
    change: (inout LayoutUpdate) -> Void = { _ in }
  ) -> [String] {
    var update = LayoutUpdate()
    update.measurements = measurements
    change(&update)
    do throws(UpdateError) {
      _ = try layout.updated(by: update, maxItems: 100)
      return []
    } catch {
      guard case .update(let error) = error else { return ["\(error)"] }
      return PointedError.list(error).map { "\($0.pointer) \($0.detail)" }
    }
  }

  @Test(arguments: [
    #""flow""#, #""waterfall","columns":1"#, #""list""#, #""justified""#, #""magazine""#,
  ])
  func `K11: a measured length overrides that of the layout and of the body`(_ type: String) throws
  {
    let given =
      type.contains("magazine")
      ? #""header":{"height":90}"# : #""headerReferenceSize":{"height":90}"#
    let first = try layout(
      "\(type),\(given)", #""items":1,"supplementaries":{"footer":"abcdefghijk"}"#)
    #expect(try shown(first).map(\.frame.height) == [90, 40, 90])
    let learned = try version(
      of: first, measured("header", height: .found(30)), measured("footer", height: .found(7)))
    #expect(try shown(learned).map(\.frame.height) == [30, 7, 90])
    #expect(
      learned.contentSize.height
        == first.contentSize.height - (90 - 30) - (40 - 7))
    // The body keeps its lines and its height.
    #expect(try shown(learned).map(\.bodyHeight) == [nil, 40, nil])
    let forgotten = try version(
      of: learned, measured("header", height: .forgotten), measured("footer", height: .forgotten))
    #expect(try shown(forgotten).map(\.frame.height) == [90, 40, 90])
    #expect(forgotten.document.sections[0].bodies?.entries.map(\.kind) == ["footer"])
    // A length of 0 is no header.
    let none = try version(of: first, measured("header", height: .found(0)))
    #expect(try shown(none).map(\.kind) == ["footer", "header"])
  }

  private static func compositional(_ size: String) -> String {
    #"""
    "compositional","group":{"direction":"vertical","size":{"width":{"fractionalWidth":1},
     "height":{"absolute":10}},"subitems":[{"size":{"width":{"fractionalWidth":1},
     "height":{"absolute":10}}}]},"boundarySupplementaryItems":[{"kind":"title","alignment":"top",
     "size":\#(size)}]
    """#
  }

  @Test func `K11: boundary items of estimated lengths learn theirs`() throws {
    let both = #"{"width":{"estimated":40},"height":{"estimated":30}}"#
    let first = try layout(Self.compositional(both), #""items":1"#)
    let learned = try version(
      of: first, measured("title", width: .found(60), height: .found(12)))
    #expect(try shown(learned).map(\.frame.size.width) == [60, 40])
    #expect(try shown(learned).map(\.frame.size.height) == [12, 30])
    let fixed = #"{"width":{"fractionalWidth":1},"height":{"absolute":30}}"#
    #expect(
      reasons(
        of: try layout(Self.compositional(fixed), #""items":1"#),
        measured("title", width: .found(60)), measured("title", section: 1, height: .found(1)))
        == [
          "/measure/0 finds a width that is ignored: the boundary item's width is not estimated",
          "/measure/1 finds a height that is ignored: the boundary item's height is not estimated",
        ])
    #expect(
      reasons(of: first, measured("header", height: .found(1)))
        == [
          "/measure/0 finds a height that is ignored: the section's layout has no boundary item of the kind \"header\""
        ])
  }

  @Test func `K11: insets along an estimated side stay ignored`() throws {
    let size = #"{"width":{"fractionalWidth":1},"height":{"estimated":30}}"#
    let type = Self.compositional(size).replacing(
      #""alignment":"top","#, with: #""alignment":"top","contentInsets":{"top":10,"leading":3},"#)
    let first = try layout(type, #""items":1"#)
    #expect(try shown(first)[0].frame == Rect(x: 3, y: 0, width: 97, height: 30))
    let learned = try version(of: first, measured("title", height: .found(60)))
    #expect(try shown(learned)[0].frame == Rect(x: 3, y: 0, width: 97, height: 60))
  }

  @Test(arguments: [
    #""flow""#, #""waterfall","columns":3"#, #""waterfall","columns":3,"packing":"dense""#,
    #""list""#, #""justified""#, #""magazine""#,
  ])
  func `K11: a measured header places hardly an item anew`(_ type: String) throws {
    let items = (0..<5_000).map { "[\($0 % 37 + 20),\($0 % 91 + 30)]" }
    let first = try layout(type, #""items":[\#(items.joined(separator: ","))]"#)
    var update = LayoutUpdate()
    update.measurements = [measured("header", height: .found(33))]
    let version = try first.updated(by: update, maxItems: 10_000)
    // The last line may be open.
    #expect(version.placedItemCount <= 64)
    let fresh = try PreparedLayout(VersionScene.anew(version.layout.document))
    #expect(
      try version.layout.attributes(LayoutQuery(.all)) == fresh.attributes(LayoutQuery(.all)))
  }

  @Test func `K11: a body without blocks stays one`() throws {
    let text = #""items":1,"supplementaries":{"header":[]}"#
    let none = try layout(#""list","headerMode":"supplementary""#, text)
    #expect(try shown(none).count == 1)
    let learned = try version(of: none, measured("header", height: .found(30)))
    #expect(try shown(learned)[0].frame.height == 30)
    let forgotten = try version(of: learned, measured("header", height: .forgotten))
    #expect(try shown(forgotten) == shown(none))
  }

  @Test func `K11: a header beside horizontal scrolling learns its width`() throws {
    let more = #","configuration":{"scrollDirection":"horizontal"}"#
    let first = try layout(
      #""flow","headerReferenceSize":{"width":50}"#, #""items":1"#, more: more)
    let learned = try version(of: first, measured("header", width: .found(20)))
    #expect(try shown(learned).map(\.frame.size.width) == [20, 50])
    #expect(
      reasons(of: first, measured("header", height: .found(20)))
        == [
          "/measure/0 finds a height that is ignored: the layout scrolls horizontally, measure the width"
        ])
  }

  @Test func `K11: what is measured of nothing, twice or too much is refused`() throws {
    let list = try layout(#""list""#, #""items":1"#)
    #expect(
      reasons(
        of: list, measured("header", section: 2, height: .found(1)),
        measured("header", item: 1, height: .found(1)),
        measured("footer", height: .found(1)), measured("footer", height: .found(2)))
        == [
          "/measure/0/indexPath names section 2, but the parent has 2",
          "/measure/1/indexPath must have item 0 (got 1): a kind can be measured only if one boundary item has it",
          "/measure/3 measures \"footer\" of section 0, as /measure/2 does",
        ])
    #expect(
      reasons(of: list, measured("header", height: .found(1))) { $0.sectionDeletions = [0] }
        == ["/measure/0/indexPath names section 0, which this update deletes"])
    var many = LayoutUpdate()
    many.measurements = (0..<17).map { measured("k\($0)", height: .found(1)) }
    do throws(UpdateError) {
      _ = try list.updated(by: many, maxItems: 100)
    } catch {
      guard case .update(let error) = error else { throw error }
      #expect(error.issues.map(\.reason) == ["measures more than 16 kinds of section 0"])
    }
    let custom = try layout(#""custom","frames":[[0,0,9,9]]"#, #""items":1"#)
    #expect(
      reasons(of: custom, measured("header", height: .found(1)))
        == ["/measure/0 finds a height that is ignored: the section's layout has no \"header\""])
    // A section has at most 16 kinds.
    let kinds = (0..<16).map { #""k\#($0)":[]"# }.joined(separator: ",")
    let badges = (0..<17).map {
      #"{"kind":"k\#($0)","alignment":"top","size":{"width":{"absolute":9},"height":{"estimated":9}}}"#
    }.joined(separator: ",")
    let full = try layout(
      Self.compositional("{}").replacing(
        #"{"kind":"title","alignment":"top",\#n "size":{}}"#, with: badges),
      #""items":1,"supplementaries":{\#(kinds)}"#)
    #expect(reasons(of: full, measured("k15", height: .found(1))).isEmpty)
    #expect(
      reasons(of: full, measured("k16", height: .found(1)))
        == ["/measure/0 makes the section have more than 16 kinds"])
    // A kind that the mode of a list leaves out.
    let first = try layout(#""list","headerMode":"none""#, #""items":1"#)
    #expect(
      reasons(of: first, measured("header", height: .found(1)))
        == ["/measure/0 finds a height that is ignored: the section's layout has no \"header\""])
    #expect(reasons(of: first, measured("footer", height: .found(1))).isEmpty)
  }

  @Test func `K11: measured lengths are forgotten as those of items are`() throws {
    let given = #""list","headerReferenceSize":{"height":90}"#
    let learned = try version(
      of: layout(given, #""items":1"#), measured("header", height: .found(30)))
    // Along the scroll axis nothing is forgotten, and a moved section keeps its header.
    let moved = try version(of: learned) {
      $0.container = LayoutUpdate.ContainerChange()
      $0.container?.height = .set(300)
      $0.sectionMoves = [LayoutUpdate.SectionMove(0, to: 1)]
    }
    #expect(try shown(moved).map(\.frame.height) == [90, 30])
    let wider = try version(of: learned) {
      $0.container = LayoutUpdate.ContainerChange()
      $0.container?.width = .set(120)
    }
    #expect(try shown(wider).map(\.frame.height) == [90, 90])
    #expect(wider.document.sections[0].bodies == nil)
    // What an update measures, it does not forget.
    let measuredAnew = try version(of: learned, measured("header", height: .found(8))) {
      $0.container = LayoutUpdate.ContainerChange()
      $0.container?.width = .set(120)
    }
    #expect(try shown(measuredAnew).map(\.frame.height) == [8, 90])
    let replaced = try version(of: learned) {
      var replacement = LayoutUpdate.SectionReplacement(ofSection: 0)
      replacement.bodies = SupplementaryBodies([])
      $0.sectionReplacements = [replacement]
    }
    #expect(try shown(replaced).map(\.frame.height) == [90, 90])
  }

  @Test func `K11: measured lengths are written as they are read`() throws {
    let section =
      #""items":1,"supplementaries":{"header":{"measured":{"height":12.5}},"footer":{"body":"abc","measured":{"height":6}}}"#
    let first = try layout(#""flow""#, section)
    #expect(try shown(first).map(\.frame.height) == [12.5, 6])
    var (encoder, written) = (DocumentEncoder(first.document), [UInt8]())
    while encoder.encode(into: &written, limit: 1_000) {}
    #expect(String(decoding: written, as: UTF8.self).contains(section.dropFirst(10)))
    #expect(throws: LayoutError.self) {
      try layout(
        #""flow""#, #""items":1,"supplementaries":{"header":{"measured":{"width":1}}}"#)
    }
  }
}
