import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Lists as UICollectionLayoutListConfiguration makes them (LayoutRules S).
@Suite struct ListConfigurationTests {
  private static func read(
    _ options: String, items: String = "3", container: String = #""width":100,"height":400"#,
    configuration: String = "{}"
  ) throws -> PreparedLayout {
    let text =
      #"{"container":{\#(container)},"configuration":\#(configuration),"#
      + #""layout":{"type":"list"\#(options)},"items":\#(items)}"#
    return try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  private func all(_ layout: PreparedLayout) throws -> [LayoutAttributes] {
    Array(try layout.select(LayoutQuery(.all)))
  }

  /// The kind, the item and the frame of everything but cells: `kind item: x y width height`.
  private func others(_ layout: PreparedLayout) throws -> [String] {
    try all(layout).filter { $0.category != .cell }.map {
      "\($0.kind ?? "") \($0.item): \($0.frame.x) \($0.frame.y) \($0.frame.width) \($0.frame.height)"
    }
  }

  private func rows(_ layout: PreparedLayout) throws -> [Rect] {
    try all(layout).filter { $0.category == .cell }.map(\.frame)
  }

  @Test(arguments: [
    "", #","appearance":"plain""#, #","appearance":"grouped","showsSeparators":false"#,
  ])
  func `S1: plain and grouped rows go from edge to edge`(options: String) throws {
    let layout = try Self.read(options)
    #expect(try rows(layout).map(\.x) == [0, 0, 0])
    #expect(try rows(layout).map(\.width) == [100, 100, 100])
    #expect(try others(layout).isEmpty)
    #expect(layout.contentSize == Size(width: 100, height: 132))
  }

  @Test func `S2: a section without items has no first item as its header, and no padding`() throws
  {
    let options =
      #","headerMode":"firstItemInSection","headerTopPadding":20,"footerMode":"supplementary""#
    let layout = try Self.read(options, items: "0")
    #expect(try others(layout) == ["footer 0: 0.0 0.0 100.0 44.0"])
    #expect(layout.contentSize.height == 44)
    #expect(try Self.read(options, items: "1").contentSize.height == 108)
    #expect(try Self.read(options, items: "[]").contentSize.height == 44)
  }

  @Test func `S3: a separator is within its row, however low that is`() throws {
    let layout = try Self.read(
      #","showsSeparators":true"#, items: "[{\"height\":0.25},{\"height\":44},{\"height\":0}]")
    #expect(
      try others(layout) == [
        "topSeparator 0: 0.0 0.0 100.0 0.25", "separator 0: 16.0 0.0 84.0 0.25",
        "separator 1: 16.0 43.25 84.0 1.0", "separator 2: 0.0 44.25 100.0 0.0",
      ])
  }

  @Test func `S1: inset rows, headers and footers are within the margins`() throws {
    let options =
      #","appearance":"sidebar","sectionInset":{"left":4,"right":-6},"footerMode":"supplementary","#
      + #""headerReferenceSize":{"height":20},"sectionBackground":false"#
    let layout = try Self.read(options, items: "1")
    #expect(try rows(layout) == [Rect(x: 20, y: 20, width: 70, height: 44)])
    #expect(
      try others(layout) == ["header 0: 16.0 0.0 68.0 20.0", "footer 0: 16.0 64.0 68.0 44.0"])
    let sideways = try Self.read(
      options, items: "1", configuration: #"{"scrollDirection":"horizontal"}"#)
    #expect(try rows(sideways) == [Rect(x: 4, y: 16, width: 44, height: 368)])
    #expect(try others(sideways) == ["footer 0: 42.0 16.0 44.0 368.0"])
  }

  @Test(
    arguments: [
      ("", "", 16.0, 68.0),
      (#","layoutMargins":{"leading":5,"trailing":7}"#, "", 5, 88),
      (#","safeAreaInsets":{"leading":5}"#, "", 21, 63),
      (#","safeAreaInsets":{"leading":5}"#, #","contentInsetsReference":"safeArea""#, 5, 95),
      (#","layoutMargins":{"leading":5}"#, #","contentInsetsReference":"none""#, 0, 100),
    ])
  func `S1: margins are those of the reference, the container, or 16 points`(
    container: String, options: String, x: Double, width: Double
  ) throws {
    let layout = try Self.read(
      #","appearance":"insetGrouped","headerMode":"supplementary""# + options, items: "1",
      container: #""width":100,"height":400"# + container)
    #expect(try rows(layout) == [Rect(x: x, y: 44, width: width, height: 44)])
    let header = try #require(all(layout).first { $0.kind == "header" })
    #expect(header.frame == Rect(x: x, y: 0, width: width, height: 44))
  }

  @Test func `S1: margins that leave no room are refused`() {
    #expect(throws: LayoutError.self) {
      try Self.read(#","appearance":"insetGrouped""#, container: #""width":32,"height":9"#)
    }
  }

  @Test func `S2: modes decide whether there is a header or a footer`() throws {
    let sizes = #","headerReferenceSize":{"height":20},"footerReferenceSize":{"height":10}"#
    #expect(try others(Self.read(sizes)).count == 2)
    #expect(
      try others(Self.read(sizes + #","headerMode":"none","footerMode":"none""#)).isEmpty)
    #expect(
      try others(
        Self.read(
          #","headerMode":"supplementary","footerMode":"supplementary","rowHeight":30,"#
            + #""headerTopPadding":7"#, items: "1"))
        == ["header 0: 0.0 7.0 100.0 30.0", "footer 0: 0.0 67.0 100.0 30.0"])
  }

  @Test func `S2: the first item as header is a cell that never pins`() throws {
    let layout = try Self.read(
      #","headerMode":"firstItemInSection","headerTopPadding":5,"showsSeparators":true,"#
        + #""headerReferenceSize":{"height":20},"sectionHeadersPinToVisibleBounds":true"#,
      items: "[30,{},{}]")
    #expect(try rows(layout).map(\.y) == [5, 35, 79])
    let query = LayoutQuery(.all, bounds: Rect(x: 0, y: 60, width: 100, height: 400))
    #expect(Array(try layout.select(query)) == (try all(layout)))
    // There is no separator below the header: the one above the first row is at the same place.
    #expect(
      try others(layout) == [
        "topSeparator 1: 0.0 35.0 100.0 1.0", "separator 1: 16.0 78.0 84.0 1.0",
        "separator 2: 0.0 122.0 100.0 1.0",
      ])
    let alone = try Self.read(
      #","headerMode":"firstItemInSection","appearance":"insetGrouped","showsSeparators":true"#,
      items: "1")
    #expect(try others(alone).isEmpty)
  }

  @Test(arguments: [
    ("plain", false), ("grouped", true), ("insetGrouped", true), ("sidebar", false),
  ])
  func `S3: grouped lists have separators, others if they say so`(
    appearance: String, isShown: Bool
  ) throws {
    let options = #","appearance":"\#(appearance)","sectionBackground":false"#
    #expect(try others(Self.read(options)).isEmpty == !isShown)
    #expect(try others(Self.read(options + #","showsSeparators":false"#)).isEmpty)
    let shown = try others(Self.read(options + #","showsSeparators":true"#))
    #expect(shown.count == (["plain", "grouped"].contains(appearance) ? 4 : 2))
  }

  @Test func `S3: a separator is a pixel high, at the end of the row whose index path it has`()
    throws
  {
    let options = #","showsSeparators":true,"rowSpacing":3,"separatorInsets":{"trailing":4}"#
    #expect(
      try others(Self.read(options)) == [
        "topSeparator 0: 0.0 0.0 100.0 1.0", "separator 0: 16.0 43.0 80.0 1.0",
        "separator 1: 16.0 90.0 80.0 1.0", "separator 2: 0.0 137.0 100.0 1.0",
      ])
    #expect(
      try others(
        Self.read(options, items: "[10,20]", container: #""width":100,"height":9,"scale":2"#)) == [
          "topSeparator 0: 0.0 0.0 100.0 0.5", "separator 0: 16.0 9.5 80.0 0.5",
          "separator 1: 0.0 32.5 100.0 0.5",
        ])
    #expect(
      try others(
        Self.read(
          options, items: "[10,20]", container: #""width":100,"height":9,"direction":"rtl""#))[1]
        == "separator 0: 4.0 9.0 80.0 1.0")
    #expect(try others(Self.read(options, items: "0")).isEmpty)
  }

  @Test func `S3: separators are found by index path and kind`() throws {
    let layout = try Self.read(
      #","showsSeparators":true,"appearance":"insetGrouped""#,
      items: #"[{},{"separators":"hidden"},{},{"separators":{"bottom":"visible"}}]"#)
    func frame(_ item: Int, _ kind: String) -> Rect? {
      layout.attributes(at: LayoutIndexPath(section: 0, item: item), kind: kind)?.frame
    }
    #expect(frame(0, "separator") == nil && frame(1, "separator") == nil)
    #expect(frame(2, "separator")?.y == 131 && frame(3, "separator")?.y == 175)
    #expect(frame(0, "topSeparator") == nil && frame(4, "separator") == nil)
    #expect(frame(0, "background") == Rect(x: 16, y: 0, width: 68, height: 176))
  }

  @Test func `S4: an item hides or shows the separators above and below it`() throws {
    func separators(_ layout: PreparedLayout) throws -> [String] {
      try all(layout).filter { $0.category == .decoration }.map {
        ($0.kind == "separator" ? "" : "^") + String($0.item)
      }
    }
    func shown(_ items: String, _ options: String = "") throws -> [String] {
      try separators(
        Self.read(#","showsSeparators":true,"sectionBackground":false"# + options, items: items))
    }
    #expect(try shown(#"[{},{"separators":"hidden"},{},{}]"#) == ["^0", "2", "3"])
    #expect(try shown(#"[{"separators":{"top":"hidden"}},{}]"#) == ["0", "1"])
    #expect(try shown(#"[{"separators":{"bottom":"hidden"}},{}]"#) == ["^0", "1"])
    // What is visible overrides what is hidden.
    #expect(
      try shown(#"[{"separators":{"bottom":"visible"}},{"separators":"hidden"}]"#) == ["^0", "0"])
    let inset = #","appearance":"insetGrouped""#
    #expect(try shown(#"[{},{}]"#, inset) == ["0"])
    #expect(try shown(#"[{"separators":"visible"},{}]"#, inset) == ["^0", "0"])
    #expect(
      try separators(Self.read(#","showsSeparators":false"#, items: #"[{"separators":"visible"}]"#))
        .isEmpty)
  }

  @Test func `S4: an item's insets replace those of the separators above and below it`() throws {
    func shown(_ items: String, _ options: String = "") throws -> [String] {
      try others(
        Self.read(
          #","rowHeight":10,"showsSeparators":true,"separatorInsets":{"leading":10,"trailing":5}"#
            + options,
          items: items))
    }
    #expect(
      try shown(
        #"[{"separators":{"topInsets":{"leading":1},"bottomInsets":{"trailing":2}}},{},{}]"#) == [
          "topSeparator 0: 1.0 0.0 99.0 1.0", "separator 0: 10.0 9.0 88.0 1.0",
          "separator 1: 10.0 19.0 85.0 1.0", "separator 2: 0.0 29.0 100.0 1.0",
        ])
    // The row above takes precedence, side by side.
    #expect(
      try shown(
        #"[{"separators":{"top":"hidden","bottomInsets":{"leading":30}}},"#
          + #"{"separators":{"topInsets":{"leading":40,"trailing":50},"bottomInsets":{"leading":60}}}]"#
      )
        == ["separator 0: 30.0 9.0 20.0 1.0", "separator 1: 60.0 19.0 40.0 1.0"])
    // Beyond the row's end nothing is left.
    #expect(
      try shown(
        #"[{"separators":{"top":"hidden","bottomInsets":{"leading":1e300,"trailing":1e300}}}]"#)
        == ["separator 0: 100.0 9.0 0.0 1.0"])
  }

  @Test func `S4: an update of an item's insets changes the separators beside it, in a long list`()
    throws
  {
    let layout = try Self.read(
      #","showsSeparators":true"#,
      items: "[" + Array(repeating: #"{"height":10}"#, count: 2_000).joined(separator: ",") + "]")
    let update = try LayoutUpdateReader.read(
      Array(
        #"{"replace":[{"indexPath":[0,1000],"item":{"height":10,"separators":{"topInsets":{"leading":3},"bottomInsets":{"leading":4}}}}]}"#
          .utf8))
    let version = try layout.updated(by: update, maxItems: .max)
    let query = ChangesQuery(rect: Rect(x: 0, y: 0, width: 100, height: 30_000))
    let comparison = VersionComparison(layout, version.layout, version.map, query)
    #expect(comparison.contradictions().isEmpty)
    func start(_ row: Int) -> Double? {
      version.layout.attributes(at: LayoutIndexPath(section: 0, item: row), kind: "separator")?
        .frame.x
    }
    #expect((998...1_001).map(start) == [16, 3, 4, 16])
  }

  @Test func `S5: separators are above their rows and come after them`() throws {
    let options = #","showsSeparators":true,"footerReferenceSize":{"height":5}"#
    func orders(_ options: String) throws -> [String] {
      try all(Self.read(options, items: "1")).map { "\($0.kind ?? "cell") \($0.zIndex)" }
    }
    #expect(
      try orders(options) == ["cell 0", "footer 0", "topSeparator 1", "separator 1"])
    #expect(
      try orders(options + #","sectionBackground":true"#)
        == ["cell 1", "footer 1", "topSeparator 2", "separator 2", "background 0"])
  }

  @Test(
    arguments: [
      ("plain", nil, 0), ("grouped", nil, 0), ("insetGrouped", nil, 10), ("sidebar", nil, 10),
      ("sidebar", 3.5, 3.5), ("plain", 7, 7),
    ] as [(String, Double?, Double)])
  func `S6: a background is around the rows and has round corners`(
    appearance: String, given: Double?, radius: Double
  ) throws {
    var options =
      #","appearance":"\#(appearance)","sectionBackground":true,"showsSeparators":false"#
    if let given { options += #","cornerRadius":\#(given)"# }
    let sides = #","sectionInset":{"top":2,"bottom":3},"headerReferenceSize":{"height":20}"#
    let layout = try Self.read(options + sides)
    let background = try #require(try all(layout).first { $0.category == .decoration })
    #expect(background.cornerRadius == radius)
    let x = radius == 0 || appearance == "plain" ? 0.0 : 16
    #expect(background.frame == Rect(x: x, y: 22, width: 100 - 2 * x, height: 132))
    #expect(try others(Self.read(options, items: "0")).isEmpty)
  }

  @Test func `S6: the header is outside of the background if it is the first item`() throws {
    let layout = try Self.read(
      #","appearance":"sidebar","headerMode":"firstItemInSection""#, items: "[20,30,40]")
    #expect(try others(layout) == ["background 0: 16.0 20.0 68.0 70.0"])
  }

  @Test func `a list in a group has neither separators nor a background`() {
    for options in [
      #","showsSeparators":true"#, #","sectionBackground":true"#, #","headerMode":"supplementary""#,
    ] {
      let text =
        #"{"container":{"width":9,"height":9},"items":1,"layout":{"type":"compositional","group":{"#
        + #""direction":"custom","size":{"width":{"absolute":9},"height":{"absolute":9}},"#
        + #""arrangement":{"type":"list"\#(options)}}}}"#
      #expect(throws: LayoutError.self) {
        try PreparedLayout(
          LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
      }
    }
  }

  /// `TATAMI_RANDOM_DOCUMENTS=100000` runs that many lists.
  private static let randomCount =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(UInt64.init) ?? 400

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `S3 S4: random lists and their versions have the separators that their rows say`(
    run: UInt64
  ) throws {
    var checked = 0
    for seed in stride(from: run, to: Self.randomCount, by: 20) {
      // One list in ten has several chunks of items.
      var documents = RandomDocument(seed: seed &+ 7_000)
      let items = documents.items(count: documents.below(seed / 20 % 10 == 0 ? 2_500 : 14))
      let axis: LayoutAxis = documents.below(3) == 0 ? .horizontal : .vertical
      let document = LayoutDocument(
        container: Container(size: Size(width: 320, height: 480)),
        configuration: LayoutConfiguration(scrollDirection: axis),
        layout: LayoutVariants(.list(documents.list())),
        sections: [LayoutSection(items: items)])
      guard var layout = try? PreparedLayout(document) else { continue }
      checked += try expectSeparators(of: layout, "seed \(seed)")
      for _ in 0..<3 {
        let update = RandomUpdate.next(of: layout.document, using: &documents)
        guard let version = try? layout.updated(by: update, maxItems: 100_000) else { continue }
        checked += try expectSeparators(of: version.layout, "seed \(seed)")
        try QueryPropertyTests.expectQueriesMatchScans(
          of: version.layout, queries: 2, using: &documents.random, "seed \(seed)")
        let query = ChangesQuery(
          rect: Rect(x: 0, y: 0, width: 300, height: layout.contentSize.height / 2))
        let contradictions = VersionComparison(layout, version.layout, version.map, query)
          .contradictions()
        #expect(contradictions.isEmpty, "seed \(seed): \(contradictions.prefix(3))")
        layout = version.layout
      }
    }
    #expect(checked > 20)
  }

  /// Compares the separators of all lists with those found row by row; returns how many there are.
  private func expectSeparators(of layout: PreparedLayout, _ comment: Comment) throws -> Int {
    let document = layout.document
    // Pixels and the direction are the placement's matter.
    guard document.container.scale == nil, document.container.direction == .leftToRight else {
      return 0
    }
    let elements = try all(layout)
    var checked = 0
    for section in document.sections.indices {
      let own = document.sections[section]
      guard
        case .list(let spec)? = (own.layout ?? document.layout)?.chosen(for: document.container)
      else { continue }
      let shown = elements.filter { $0.section == section }
      let expected = SlowSeparators(
        spec, own.items, shown.filter { $0.category == .cell }.map(\.frame), layout.scrollAxis
      ).elements
      let found = shown.filter { $0.kind?.hasSuffix("eparator") == true }
      #expect(found.map(\.kind) == expected.map(\.kind), comment)
      #expect(found.map(\.item) == expected.map(\.item), comment)
      let differing = zip(found, expected).first { !SectionScene.agree($0.frame, $1.frame) }
      #expect(differing == nil, comment)
      checked += expected.count
    }
    return checked
  }

  @Test func `S3: separators of a million rows take no memory, and an update shares them`() throws {
    let plain = try Self.read("", items: "1000000")
    let layout = try Self.read(#","showsSeparators":true"#, items: "1000000")
    #expect(layout.byteCount - plain.byteCount < 512)
    let rect = Rect(x: 0, y: 22_000_000, width: 100, height: 100)
    let found = layout.attributes(in: rect)
    #expect(found.map(\.category) == [.cell, .cell, .cell, .decoration, .decoration])
    let update = try LayoutUpdateReader.read(
      Array(#"{"replace":[{"indexPath":[0,500000],"item":{"separators":"hidden"}}]}"#.utf8))
    let version = try layout.updated(by: update, maxItems: .max)
    #expect(version.placedItemCount <= 4 * ItemChunk.maxLength)
    // Without the two that the row hides.
    #expect(try version.layout.select(LayoutQuery(.all)).count == 1_999_999)
  }
}

/// The separators of a list, found row by row (LayoutRules S3, S4).
private struct SlowSeparators {
  var elements: [(kind: String, item: Int, frame: Rect)] = []

  init(_ spec: ListSpec, _ items: Items, _ rows: [Rect], _ axis: LayoutAxis) {
    let isEdged = spec.appearance == .plain || spec.appearance == .grouped
    let first = spec.headerMode == .firstItemInSection ? 1 : 0
    guard
      spec.showsSeparators
        ?? (spec.appearance == .grouped || spec.appearance == .insetGrouped),
      first < rows.count
    else { return }
    func own(_ item: Int) -> ItemSeparators {
      items.fields(of: item).separators ?? ItemSeparators()
    }
    func add(_ kind: String, _ item: Int, at begin: Double, from start: Double, to far: Double) {
      let frame = axis.rect(
        main: begin, cross: start, mainLength: min(1, axis.main(rows[item].size)),
        crossLength: max(0, far - start))
      elements.append((kind, item, frame))
    }
    for item in first..<rows.count {
      let row = rows[item]
      let (start, far) = (axis.crossMin(row), axis.crossMax(row))
      if item == first, own(item).top == .visible || own(item).top == .automatic && isEdged {
        let insets = own(item).topInsets
        add(
          "topSeparator", item, at: axis.mainMin(row),
          from: start + min(insets.leading ?? 0, far - start), to: far - (insets.trailing ?? 0))
      }
      let sides =
        item + 1 < rows.count ? [own(item).bottom, own(item + 1).top] : [own(item).bottom]
      let isShown =
        sides.contains(.visible) || !sides.contains(.hidden) && (item + 1 < rows.count || isEdged)
      guard isShown else { continue }
      let isLast = item + 1 == rows.count
      let insets =
        isLast ? [own(item).bottomInsets] : [own(item).bottomInsets, own(item + 1).topInsets]
      let leading =
        insets.compactMap(\.leading).first ?? (isLast ? 0 : spec.separatorInsets.leading)
      let trailing =
        insets.compactMap(\.trailing).first ?? (isLast ? 0 : spec.separatorInsets.trailing)
      let begin = max(axis.mainMin(row), axis.mainMax(row) - 1)
      add(
        "separator", item, at: begin, from: start + min(leading, far - start), to: far - trailing)
    }
  }
}
