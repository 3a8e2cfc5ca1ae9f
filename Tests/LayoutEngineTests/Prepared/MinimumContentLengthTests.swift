import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Content that is shorter than `minimumContentLength` (LayoutRules C25), beside the same document without
/// this field.
///
/// `TATAMI_RANDOM_DOCUMENTS=20000` lays out that many.
@Suite struct MinimumContentLengthTests {
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(UInt64.init) ?? 1200
  private static let runs: UInt64 = 12

  private static func read(_ text: String) throws -> PreparedLayout {
    try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  /// A chat: messages of these heights, above and below boundary items of 20 and 30 points.
  private static func chat(_ alignment: String, _ messages: String, least: String) throws
    -> PreparedLayout
  {
    let bar = #""size":{"width":{"fractionalWidth":1},"height":{"absolute""#
    return try read(
      #"{"container":{"width":300,"height":500,"contentInsets":{"top":40,"bottom":10}},"#
        + #""configuration":{"minimumContentLength":\#(least),"contentAlignment":"\#(alignment)","#
        + #""boundarySupplementaryItems":[{"kind":"top","alignment":"top",\#(bar):20}}},"#
        + #"{"kind":"bottom","alignment":"bottom",\#(bar):30}}},"#
        + #"{"kind":"side","alignment":"leading",\#(bar):10}}}]},"#
        + #""layout":{"type":"list"},"sections":[{"items":\#(messages)},{"items":[50]}]}"#)
  }

  private static func starts(_ layout: PreparedLayout) throws -> [Double] {
    try layout.select(LayoutQuery(.all)).map(\.frame.y)
  }

  @Test func `C25: short content ends at the end, between its headers and footers`() throws {
    // 450 − 20 − 30 leaves 400 for 150: 250 more.
    let start = try Self.chat("start", "[60,40]", least: #""container""#)
    #expect(try Self.starts(start) == [0, 20, 80, 120, 420, 215])
    let center = try Self.chat("center", "[60,40]", least: "450")
    #expect(try Self.starts(center) == [0, 145, 205, 245, 420, 215])
    let end = try Self.chat("end", "[60,40]", least: #""container""#)
    #expect(try Self.starts(end) == [0, 270, 330, 370, 420, 215])
    #expect(end.contentSize == Size(width: 300, height: 450))
    #expect(end.summary(ofSection: 0).frame == Rect(x: 0, y: 270, width: 300, height: 100))
    #expect(end.attributes(in: Rect(x: 0, y: 260, width: 300, height: 20)).map(\.item) == [0])
  }

  @Test func `C25: content as long as the least length stays as it is`() throws {
    for alignment in ["start", "center", "end"] {
      for messages in ["[350]", "[900]"] {
        let layout = try Self.chat(alignment, messages, least: "450")
        let plain = try Self.chat("start", messages, least: "0")
        #expect(try Self.starts(layout) == Self.starts(plain))
        #expect(layout.contentSize == plain.contentSize)
      }
    }
  }

  @Test func `C25: content without elements is as long, too`() throws {
    let layout = try Self.read(
      #"{"container":{"width":9},"configuration":{"minimumContentLength":7.5},"sections":[]}"#)
    #expect(layout.contentSize == Size(width: 9, height: 7.5))
  }

  @Test func `C25: right-to-left content that scrolls horizontally is mirrored as all`() throws {
    let layout = try Self.read(
      #"{"container":{"width":500,"height":100,"direction":"rtl"},"configuration":{"#
        + #""scrollDirection":"horizontal","minimumContentLength":"container","#
        + #""contentAlignment":"end"},"layout":{"type":"list"},"items":[100,50]}"#)
    let frames = try layout.select(LayoutQuery(.all)).map(\.frame)
    // The content's end is its left side.
    #expect(frames.map(\.x) == [50, 0])
    #expect(layout.contentSize.width == 500)
  }

  @Test func `C25: messages move up as others are appended, and an update reports them`() throws {
    let parent = try Self.chat("end", "[60,40]", least: #""container""#)
    let update = try LayoutUpdateReader.read(
      Array(#"{"append":[{"section":1,"items":[100]}]}"#.utf8))
    let version = try parent.updated(by: update, maxItems: .max)
    let bounds = Rect(x: 0, y: -40, width: 300, height: 500)
    let changes = try version.layout.changes(
      from: parent, version.map, ChangesQuery(rect: bounds, bounds: bounds, anchor: .last))
    #expect(changes.changed.map(\.attributes.frame.y) == [170, 230, 270])
    #expect(changes.inserted.map(\.frame.y) == [320])
    #expect(changes.contentOffset == Point(x: 0, y: -40))
    #expect(changes.invalidated == Rect(x: 0, y: 170, width: 300, height: 250))
    // Longer than its view, it scrolls, and stays at its end.
    let long = try version.layout.updated(by: update, maxItems: .max).layout
      .updated(by: update, maxItems: .max)
    #expect(long.layout.contentSize.height == 500)
  }

  @Test func `C25: a container of another height moves the sections`() throws {
    let parent = try Self.chat("end", "[60,40]", least: #""container""#)
    let update = try LayoutUpdateReader.read(Array(#"{"container":{"height":300}}"#.utf8))
    let version = try parent.updated(by: update, maxItems: .max)
    #expect(try Self.starts(version.layout) == [0, 70, 130, 170, 220, 115])
    #expect(version.placedItemCount == 0)
  }

  @Test(arguments: ["center", "end"])
  func `a message in a long chat costs what changes`(alignment: String) throws {
    let sections = (0..<5_000).map { _ in #"{"items":[44,60]}"# }.joined(separator: ",")
    let parent = try Self.read(
      #"{"container":{"width":390,"height":844},"configuration":{"minimumContentLength":900000,"#
        + #""contentAlignment":"\#(alignment)"},"layout":{"type":"list"},"sections":[\#(sections)]}"#
    )
    let update = try LayoutUpdateReader.read(Array(#"{"append":[{"items":[50]}]}"#.utf8))
    let version = try parent.updated(by: update, maxItems: .max)
    #expect(version.placedItemCount <= 3)
    let shared = zip(
      parent.content.sections.blocks, version.layout.content.sections.blocks
    ).filter { $0 === $1 }
    // Every block moves, and none but the last one is made again.
    #expect(shared.count == parent.content.sections.blocks.count - 1)
  }

  @Test(arguments: [
    (#""minimumContentLength":7e10"#, "/configuration/minimumContentLength", "2^36"),
    (#""minimumContentLength":1e17"#, "/configuration/minimumContentLength", "2^53"),
    (
      #""minimumContentLength":"container""#, "/container",
      #"needs "height": /configuration/minimumContentLength"#
    ),
  ])
  func `a least length out of range is refused`(
    field: String, pointer: String, reason: String
  ) throws {
    let error = try #require(throws: LayoutError.self) {
      try Self.read(
        #"{"container":{"width":9},"configuration":{\#(field)},"layout":{"type":"list"},"#
          + #""items":1}"#)
    }
    #expect(error.issues.count == 1)
    let path = error.issues[0].path.steps.map { step -> String in
      guard case .field(let name) = step else { return "" }
      return "/" + name
    }
    #expect(path.joined() == pointer)
    #expect(error.issues[0].reason.contains(reason))
  }

  @Test(arguments: 0..<runs)
  func `C25: elements are those without the field, moved by one distance`(run: UInt64) throws {
    var moved = 0
    for seed in stride(from: run, to: Self.count, by: Int(Self.runs)) {
      var documents = RandomDocument(seed: seed ^ 0xc23)
      var document = documents.next()
      document.container.scale = nil
      document.configuration.minimumContentLength =
        documents.chance(0.5) ? .container : .points(documents.real(in: 0...6_000))
      document.configuration.contentAlignment = documents.pick([.start, .center, .end])
      var plain = document
      plain.configuration.minimumContentLength = .points(0)
      guard let layout = try? PreparedLayout(document) else {
        #expect(throws: LayoutError.self, "seed \(seed)") { try PreparedLayout(plain) }
        continue
      }
      let reference = MovedSections(try PreparedLayout(plain), document)
      moved += reference.distance == 0 ? 0 : 1
      let (size, wanted) = (layout.contentSize, reference.contentSize)
      #expect(
        abs(size.width - wanted.width) < 1e-6 && abs(size.height - wanted.height) < 1e-6,
        "seed \(seed)")
      let elements = Array(try layout.select(LayoutQuery(.all)))
      #expect(elements.count == reference.elements.count, "seed \(seed)")
      for (one, other) in zip(elements, reference.elements) where !one.isNear(other) {
        Issue.record("seed \(seed): \(one) is to be \(other)")
        break
      }
      for section in 0..<layout.sectionCount {
        let (one, other) = (
          layout.summary(ofSection: section).frame, reference.frames[section]
        )
        #expect(one.isNear(other), "seed \(seed) section \(section)")
      }
    }
    #expect(moved > 0)
  }
}

extension LayoutAttributes {
  fileprivate func isNear(_ other: LayoutAttributes) -> Bool {
    section == other.section && item == other.item && kind == other.kind
      && zIndex == other.zIndex && frame.isNear(other.frame)
  }
}

extension Rect {
  fileprivate func isNear(_ other: Rect) -> Bool {
    abs(x - other.x) < 1e-6 && abs(y - other.y) < 1e-6 && abs(width - other.width) < 1e-6
      && abs(height - other.height) < 1e-6
  }
}
