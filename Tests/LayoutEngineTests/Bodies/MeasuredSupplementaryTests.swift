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
          "/measure/0 finds a height that names an element that the section's layout does not have; it has \"title\""
        ])
  }

  @Test func `K11: a header beside horizontal scrolling learns its width`() throws {
    let more = #","configuration":{"scrollDirection":"horizontal"}"#
    let first = try layout(
      #""flow","headerReferenceSize":{"width":50}"#, #""items":1"#, more: more)
    let learned = try version(of: first, measured("header", width: .found(20)))
    #expect(try shown(learned).map(\.frame.size.width) == [20, 50])
    #expect(
      reasons(of: first, measured("header", height: .found(20)))
        == ["/measure/0 finds a height that is ignored: only the width, along the scroll axis, is"])
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
          "/measure/1/indexPath names \"header\" number 1: only the one of a kind of one is measured",
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
      reasons(of: custom, measured("header", height: .found(1))) == [
        "/measure/0 finds a height that names an element that the section's layout does not have; it has none"
      ])
    // A kind that the mode of a list leaves out.
    let first = try layout(#""list","headerMode":"none""#, #""items":1"#)
    #expect(reasons(of: first, measured("header", height: .found(1))).count == 1)
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
