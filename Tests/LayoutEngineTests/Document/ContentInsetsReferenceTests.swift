import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// The edges from which insets are measured (LayoutRules C22).
@Suite struct ContentInsetsReferenceTests {
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(UInt64.init) ?? 600
  private static let boundaryKinds = ["header", "footer", "side"]

  private func read(_ text: String) throws -> PreparedLayout {
    try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8)))
  }

  private func version(_ layout: PreparedLayout, _ text: String) throws -> LayoutVersion {
    try layout.updated(by: LayoutUpdateReader.read(Array(text.utf8)), maxItems: .max)
  }

  /// A document without rounding, whose container has references.
  private func document(seed: UInt64) -> LayoutDocument {
    var documents = RandomDocument(seed: seed)
    var document = documents.next()
    document.container.scale = nil
    // Short content moves by what it lacks (C25), which insets at its ends make less.
    document.configuration.minimumContentLength = .points(0)
    documents.addReferences(to: &document.container)
    return document
  }

  private func isClose(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= 1e-6 * max(1, abs(one), abs(other))
  }

  @Test func `C22: frames are those of the same insets written into each section`() throws {
    var compared = 0
    for seed in 0..<Self.count {
      let document = document(seed: seed)
      guard let written = WrittenInsets(document), let layout = try? PreparedLayout(document),
        let plain = try? PreparedLayout(written.document)
      else { continue }
      let axis = layout.scrollAxis
      let isReversed = axis == .horizontal && document.container.direction == .rightToLeft
      let ends = document.sections.count > 0 ? written.ends : (0, 0)
      let lead = isReversed ? ends.1 : ends.0
      // Content that negative insets make shorter than nothing has the length 0.
      let length = axis.main(plain.contentSize)
      #expect(
        length == 0 || isClose(axis.main(layout.contentSize), max(0, length + ends.0 + ends.1)),
        "seed \(seed)")
      let (shown, expected) = (
        try layout.attributes(LayoutQuery(.all)), try plain.attributes(LayoutQuery(.all))
      )
      let boundaries = try? PreparedLayout(written.boundaries).attributes(LayoutQuery(.all))
      #expect(shown.count == expected.count, "seed \(seed)")
      for (one, other) in zip(shown, expected) {
        var wanted = axis.offset(other.frame, main: lead)
        if let section = one.section, let kind = one.kind, Self.boundaryKinds.contains(kind),
          case .compositional? = written.document.sections[section].layout?.variants[0].layout
        {
          let others = boundaries?.first {
            ($0.section, $0.item, $0.kind) == (section, one.item, kind)
          }
          guard let others else { continue }
          wanted = axis.rect(
            main: axis.mainMin(wanted), cross: axis.crossMin(others.frame),
            mainLength: axis.mainMax(wanted) - axis.mainMin(wanted),
            crossLength: axis.crossMax(others.frame) - axis.crossMin(others.frame))
        }
        compared += 1
        #expect(
          one.indexPath == other.indexPath && one.kind == other.kind
            && isClose(one.frame.x, wanted.x) && isClose(one.frame.y, wanted.y)
            && isClose(one.frame.width, wanted.width)
            && isClose(one.frame.height, wanted.height),
          "seed \(seed): \(one), expected \(wanted)")
      }
    }
    #expect(compared > Int(Self.count))
  }

  @Test func `C22: pinned elements stay within the reference as within the container's insets`()
    throws
  {
    var compared = 0
    for seed in 0..<Self.count {
      var document = document(seed: seed)
      // One reference for everything is as if the container had its insets along the scroll axis.
      document.configuration.contentInsetsReference = .none
      guard let unreferring = WrittenInsets(document) else { continue }
      document = unreferring.document
      document.configuration.contentInsetsReference = [.safeArea, .layoutMargins][Int(seed % 2)]
      for number in document.sections.indices {
        guard case .flow(var spec)? = document.sections[number].layout?.variants[0].layout,
          spec.sectionInset == .centered
        else { continue }
        spec.sectionInset = .points(.zero)
        document.sections[number].layout = LayoutVariants(.flow(spec))
      }
      let insets = DirectionalInsets(top: 25, leading: 14, bottom: 11, trailing: 30)
      document.container.safeAreaInsets = insets
      document.container.layoutMargins = insets
      clearReferences(of: &document)
      guard let written = WrittenInsets(document), let layout = try? PreparedLayout(document),
        document.sections.count > 0
      else { continue }
      var moved = written.document
      let axis = layout.scrollAxis
      let edges = written.edges(of: .automatic)
      if axis == .vertical {
        moved.container.size.height += edges.vertical
        moved.container.contentInsets.top += edges.top
        moved.container.contentInsets.bottom += edges.bottom
      } else {
        moved.container.size.width += edges.horizontal
        moved.container.contentInsets.leading += edges.left
        moved.container.contentInsets.trailing += edges.right
      }
      guard let plain = try? PreparedLayout(moved) else { continue }
      let isReversed = axis == .horizontal && document.container.direction == .rightToLeft
      let lead = isReversed ? written.ends.end : written.ends.start
      let bounds = Rect(x: 40, y: 60, width: 300, height: 250)
      let shown = try layout.attributes(LayoutQuery(.all, bounds: bounds))
      let expected = try plain.attributes(
        LayoutQuery(.all, bounds: axis.offset(bounds, main: -lead)))
      for (one, other) in zip(shown, expected) where one.zIndex == 10 {
        compared += 1
        let wanted = axis.offset(other.frame, main: lead)
        #expect(
          isClose(axis.mainMin(one.frame), axis.mainMin(wanted)),
          "seed \(seed): \(one), expected \(wanted)")
      }
    }
    #expect(compared > Int(Self.count) / 10)
  }

  /// Makes all references automatic.
  private func clearReferences(of document: inout LayoutDocument) {
    for number in document.sections.indices {
      guard case .compositional(var spec)? = document.sections[number].layout?.variants[0].layout
      else {
        if let layout = document.sections[number].layout?.variants[0].layout {
          document.sections[number].layout = LayoutVariants(Self.cleared(layout))
        }
        continue
      }
      spec.contentInsetsReference = .automatic
      spec.supplementaryContentInsetsReference = .automatic
      document.sections[number].layout = LayoutVariants(.compositional(spec))
    }
  }

  private static func cleared(_ layout: SectionLayout) -> SectionLayout {
    switch layout {
    case .flow(var spec):
      spec.contentInsetsReference = .automatic
      return .flow(spec)
    case .waterfall(var spec):
      spec.contentInsetsReference = .automatic
      return .waterfall(spec)
    case .justified(var spec):
      spec.contentInsetsReference = .automatic
      return .justified(spec)
    case .magazine(var spec):
      spec.contentInsetsReference = .automatic
      return .magazine(spec)
    case .list(var spec):
      spec.contentInsetsReference = .automatic
      return .list(spec)
    case .custom(var spec):
      spec.contentInsetsReference = .automatic
      return .custom(spec)
    case .compositional: return layout
    }
  }

  @Test
  func `C22: the insets at the ends move to the new first and last section, at no item's cost`()
    throws
  {
    let first = try read(
      #"{"container":{"width":390,"height":844,"safeAreaInsets":{"top":47,"bottom":34}},"#
        + #""sections":[{"items":200000,"layout":{"type":"list"}},"#
        + #"{"items":[7],"layout":{"type":"list","contentInsetsReference":"none"}}]}"#)
    #expect(first.contentSize.height == 47 + 200_000 * 44 + 7)
    let inserted = try version(
      first,
      #"{"insertSections":[{"section":0,"items":[5]}]}"#.replacing(
        "[5]", with: #"[5],"layout":{"type":"list","contentInsetsReference":"layoutMargins"}"#))
    #expect(inserted.layout.contentSize.height == 5 + 200_000 * 44 + 7)
    let deleted = try version(first, #"{"deleteSections":[1]}"#)
    #expect(deleted.layout.contentSize.height == 47 + 200_000 * 44 + 34)
    let rotated = try version(first, #"{"container":{"safeAreaInsets":{"top":20}}}"#)
    #expect(rotated.layout.contentSize.height == 20 + 200_000 * 44 + 7)
    for version in [inserted, deleted, rotated] { #expect(version.placedItemCount < 10) }
  }

  @Test func `C22 K9: measured rows are forgotten with the width that the reference leaves`() throws
  {
    let first = try read(
      #"{"container":{"width":390,"height":844,"safeAreaInsets":{"leading":30}},"#
        + #""sections":[{"items":[{"measured":{"height":99}}],"layout":{"type":"list"}},"#
        + #"{"items":[{"measured":{"height":99}}],"#
        + #""layout":{"type":"list","contentInsetsReference":"none"}}]}"#)
    let moved = try version(first, #"{"container":{"safeAreaInsets":{"trailing":30}}}"#)
    #expect(moved.layout.contentSize.height == 198)
    let wider = try version(first, #"{"container":{"safeAreaInsets":null}}"#)
    #expect(wider.layout.contentSize.height == 44 + 99)
    let without = try version(first, #"{"configuration":{"contentInsetsReference":"none"}}"#)
    #expect(without.layout.contentSize.height == 44 + 99)
  }

  @Test func `C22: a variant has its own reference`() throws {
    let text =
      #"{"container":{"width":WIDTH,"height":844,"safeAreaInsets":{"top":47},"layoutMargins":{"top":9}},"#
      + #""layout":[{"when":{"minWidth":600},"layout":{"type":"list","contentInsetsReference":"none"}},"#
      + #"{"layout":{"type":"list","contentInsetsReference":"layoutMargins"}}],"items":1}"#
    let narrow = try read(text.replacing("WIDTH", with: "390"))
    #expect(narrow.contentSize.height == 53)
    let wide = try version(narrow, #"{"container":{"width":700}}"#)
    #expect(wide.layout.contentSize.height == 44)
  }

  @Test(arguments: [
    (
      #""safeAreaInsets":{"leading":200,"trailing":190}"#, "automatic", "/container/safeAreaInsets",
      "must leave room for sections (got 0 points across the scroll axis)"
    ),
    (
      #""layoutMargins":{"leading":400}"#, "layoutMargins", "/container/layoutMargins",
      "must leave room for sections (got -10 points across the scroll axis)"
    ),
    (
      #""contentInsets":{"leading":300},"readableContentWidth":100"#, "readableContent",
      "/container/readableContentWidth",
      "must leave room for sections (got -55 points across the scroll axis)"
    ),
    (
      #""layoutMargins":{"top":1e16}"#, "none", "/container/layoutMargins/top",
      "must be at most 2^53 (got 10000000000000000)"
    ),
  ])
  func `C22: references that leave no room are refused`(
    fields: String, reference: String, pointer: String, reason: String
  ) throws {
    let container = #""container":{"width":390,"height":844,\#(fields)}"#
    let error = #expect(throws: LayoutError.self) {
      try read(
        #"{\#(container),"layout":{"type":"list","contentInsetsReference":"\#(reference)"},"items":1}"#
      )
    }
    #expect(error?.issues.map { $0.path.pointer } == [pointer])
    #expect(error?.issues.map { $0.reason } == [reason])
  }

  @Test func `C22: a reference that no section reads may leave no room`() throws {
    let text =
      #"{"container":{"width":30,"height":844,"layoutMargins":{"leading":16,"trailing":16}},"#
      + #""layout":{"type":"list"},"items":1}"#
    #expect(try read(text).contentSize.height == 44)
  }

  @Test(arguments: [
    (#"{"top":10}"#, 16.0), (#"{"leading":5}"#, 5.0), (#"{"trailing":5}"#, 0.0), ("null", 16.0),
  ])
  func `S1: an update of the layout margins places an inset list as a fresh document does`(
    margins: String, x: Double
  ) throws {
    let text =
      #"{"container":{"width":390,"height":844,"layoutMargins":{"bottom":3}},"#
      + #""layout":{"type":"list","appearance":"insetGrouped","contentInsetsReference":"automatic"},"#
      + #""items":[{"measured":{"height":99}},{}]}"#
    let moved = try version(read(text), #"{"container":{"layoutMargins":\#(margins)}}"#).layout
    let row = try #require(
      try moved.attributes(LayoutQuery(.all)).first { $0.category == .cell })
    #expect(row.frame.x == x)
    // K9: a measured size holds while the margins leave rows the same width.
    #expect(row.frame.height == (x == 16 ? 99 : 44))
  }

  @Test func `C22: elements that are pinned within their section's own reference are invalidated`()
    throws
  {
    let section =
      #"{"items":40,"layout":{"type":"list","headerReferenceSize":{"height":30},"#
      + #""sectionHeadersPinToVisibleBounds":true,"contentInsetsReference":"REF"}}"#
    let sections = ["none", "layoutMargins", "none"].map {
      section.replacing("REF", with: $0)
    }.joined(separator: ",")
    let text =
      #"{"container":{"width":390,"height":844,"layoutMargins":{"top":5}},"sections":[\#(sections)]}"#
    let before = try read(text)
    let after = try version(before, #"{"container":{"layoutMargins":{"top":25}}}"#)
    let bounds = Rect(x: 0, y: 2_400, width: 390, height: 844)
    let changes = try after.layout.changes(
      from: before, after.map, ChangesQuery(rect: nil, bounds: bounds))
    let rect = try #require(changes.invalidated)
    #expect(rect.y <= 2_405 && rect.y + rect.height >= 2_455)
  }

  @Test func `I4 C22: insets at the ends count as content`() throws {
    let text =
      #"{"container":{"width":390,"height":844,"safeAreaInsets":{"top":6e10,"bottom":1e10}},"#
      + #""layout":{"type":"list"},"items":1}"#
    let error = #expect(throws: LayoutError.self) { try read(text) }
    #expect(error?.issues.count == 1)
    _ = try read(text.replacing("6e10", with: "5e10"))
  }

  @Test func `B14 C22: an arrangement has no reference of its own`() throws {
    let text =
      #"{"container":{"width":390,"height":844},"layout":{"type":"compositional","group":"#
      + #"{"direction":"custom","size":{"width":{"fractionalWidth":1},"height":{"estimated":9}},"#
      + #""arrangement":{"type":"list","contentInsetsReference":"none"}}},"items":1}"#
    let error = #expect(throws: LayoutError.self) { try read(text) }
    #expect(error?.issues.map { $0.path.pointer } == ["/layout/group/arrangement"])
  }
}
