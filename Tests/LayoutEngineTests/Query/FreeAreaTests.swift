import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Items that come to rest beside what is pinned, and within the scroll padding (LayoutRules C23, C24;
/// Contract §6.4).
@Suite struct FreeAreaTests {
  /// `TATAMI_RANDOM_DOCUMENTS=20000` lays out that many documents.
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(UInt64.init) ?? 300

  private func read(_ text: String) throws -> PreparedLayout {
    try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8)))
  }

  private func offset(
    _ layout: PreparedLayout, _ section: Int?, _ item: Int, _ position: ItemScrollPosition,
    kind: String? = nil, under: Bool = false
  ) throws -> Double {
    let path = LayoutIndexPath(section: section, item: item)
    var target = ItemTarget(path, kind: kind, at: position)
    target.isUnderPinned = under
    return layout.scrollAxis.main(try layout.targetOffset(showing: target).offset)
  }

  private static let pins =
    #""sectionHeadersPinToVisibleBounds":true,"sectionFootersPinToVisibleBounds":true"#

  /// Rows of 44 below a pinned header of 44, in sections of 50, and a view of 480.
  private func rows(_ fields: String = "", container: String = "", sections: Int = 1) throws
    -> PreparedLayout
  {
    let list = #"{"items":50}"#
    return try read(
      #"{"container":{"width":320,"height":480\#(container)},"layout":{"type":"list","#
        + #""rowHeight":44,"headerReferenceSize":{"height":44},\#(Self.pins)\#(fields)},"sections":["#
        + Array(repeating: list, count: sections).joined(separator: ",") + "]}")
  }

  /// square/Listable#279, TanStack/virtual#265, react-native#24735.
  @Test func `C23: an item rests below the header that is pinned there`() throws {
    let layout = try rows()
    #expect(try offset(layout, 0, 20, .top) == 880)
    #expect(try offset(layout, 0, 20, .top, under: true) == 924)
    // Item 0 is below its header at the content's start.
    #expect(try offset(layout, 0, 0, .top) == 0)
    #expect(try offset(layout, 0, 1, .top) == 44)
    // Nothing is pinned at the bottom.
    #expect(try offset(layout, 0, 20, .bottom) == 924 + 44 - 480)
    // In the middle of the 436 points below the header.
    #expect(try offset(layout, 0, 20, .centeredVertically) == 946 - 44 - 218)
    let footers = try rows(#","footerReferenceSize":{"height":30}"#)
    #expect(try offset(footers, 0, 20, .bottom) == 924 + 44 - 450)
    #expect(try offset(footers, 0, 20, .centeredVertically) == 946 - 44 - 203)
    // The last item: its footer is pinned until the footer's own place is visible.
    #expect(try offset(footers, 0, 49, .bottom) == 44 * 51 + 30 - 480)
  }

  @Test func `C23: a header that is not pinned yet takes no room, and one that begins to be does`()
    throws
  {
    // Section 1 begins at 2244, its header ends at 2288; item k of it is at 2288 + 44 k.
    let layout = try rows(sections: 2)
    #expect(try offset(layout, 1, 0, .centeredVertically) == 2310 - 240)
    // With the header pinned, item 4's middle 2486 would need 2486 − 44 − 218 = 2224, where it is
    // not pinned; without, 2246, where it is. So the view stops where it begins to be.
    #expect(try offset(layout, 1, 4, .centeredVertically) == 2244)
    #expect(try offset(layout, 1, 5, .centeredVertically) == 2530 - 262)
    #expect(try offset(layout, 1, 3, .centeredVertically) == 2442 - 240)
    // The header of section 0 is pushed away by section 1.
    #expect(try offset(layout, 1, 0, .top) == 2244)
    #expect(try offset(layout, 1, 1, .top) == 2288)
  }

  @Test func `C23: an element below its section's end rests below what is left of the header`()
    throws
  {
    let layout = try rows(#","footerReferenceSize":{"height":30}"#, sections: 2)
    // The footer begins where the header is pushed away.
    #expect(try offset(layout, 0, 0, .top, kind: "footer") == 44 * 51)
    // A pinned header is not hidden by itself.
    #expect(try offset(layout, 1, 0, .top, kind: "header") == 44 * 51 + 30)
    #expect(try offset(layout, 1, 0, .top, kind: "header", under: true) == 44 * 51 + 30)
  }

  @Test func `C23: layout-level items that pin hide no item, and no header`() throws {
    let bar =
      #"{"kind":"bar","alignment":"top","pinToVisibleBounds":true,"size":"#
      + #"{"width":{"fractionalWidth":1},"height":{"absolute":60}}}"#
    let foot = bar.replacing(#""alignment":"top""#, with: #""alignment":"bottom""#)
      .replacing("bar", with: "foot")
    let layout = try read(
      #"{"container":{"width":320,"height":480},"configuration":{"boundarySupplementaryItems":["#
        + #"\#(bar),\#(foot)]},"layout":{"type":"list","rowHeight":44,"headerReferenceSize":"#
        + #"{"height":44},\#(Self.pins)},"sections":[{"items":50},{"items":50}]}"#)
    // The greater of 60 and 44, which are both pinned at the top.
    #expect(try offset(layout, 0, 20, .top) == 60 + 44 + 880 - 60)
    #expect(try offset(layout, 0, 20, .bottom) == 60 + 44 + 880 + 44 + 60 - 480)
    #expect(try offset(layout, 1, 0, .top, kind: "header") == 60 + 2244 - 60)
    #expect(try offset(layout, nil, 0, .top, kind: "bar") == 0)
    #expect(try offset(layout, nil, 1, .bottom, kind: "foot") == 120 + 2 * 2244 - 480)
  }

  @Test func `C23: right to left, the header is at the right`() throws {
    // Content 20 + 1000; the header is x 1000…1020, item k ends at 1000 − 50 k.
    let layout = try read(
      #"{"container":{"width":300,"height":100,"direction":"rtl"},"configuration":"#
        + #"{"scrollDirection":"horizontal"},"layout":{"type":"list","rowHeight":50,"#
        + #""headerReferenceSize":{"width":20},\#(Self.pins)},"items":20}"#)
    #expect(try offset(layout, 0, 8, .right) == 600 + 20 - 300)
    #expect(try offset(layout, 0, 8, .left) == 550)
    #expect(try offset(layout, 0, 8, .centeredHorizontally) == 575 - 140)
    #expect(try offset(layout, 0, 8, .right, under: true) == 300)
  }

  @Test func `C23: a header below the safe area takes the room of both`() throws {
    let layout = try rows(
      #","contentInsetsReference":"safeArea""#, container: #","safeAreaInsets":{"top":47}"#)
    // The content begins at 47: item 20 is at 47 + 44 + 880.
    #expect(try offset(layout, 0, 20, .top) == 880)
    let bounds = Rect(x: 0, y: 880, width: 320, height: 480)
    let header = try layout.attributes(
      LayoutQuery(
        .indexPaths([LayoutIndexPath(section: 0, item: 0)], kind: "header"), bounds: bounds))
    #expect(header[0].frame.maxY == 47 + 44 + 880)
    #expect(try offset(layout, 0, 0, .top, kind: "header") == 0)
  }

  @Test func `C23: a header as long as the view takes no room`() throws {
    let layout = try read(
      #"{"container":{"width":320,"height":100},"layout":{"type":"list","rowHeight":44,"#
        + #""headerReferenceSize":{"height":100},\#(Self.pins)},"items":50}"#)
    #expect(try offset(layout, 0, 20, .top) == 980)
  }

  @Test func `C24: the greater of padding and what is pinned counts at each edge`() throws {
    let padding = #","scrollPadding":{"top":20,"bottom":70}"#
    let plain = try read(
      #"{"container":{"width":320,"height":480\#(padding)},"layout":{"type":"list","#
        + #""rowHeight":44},"items":50}"#)
    #expect(try offset(plain, 0, 20, .top) == 860)
    #expect(try offset(plain, 0, 20, .top, under: true) == 860)
    #expect(try offset(plain, 0, 20, .bottom) == 924 + 70 - 480)
    #expect(try offset(plain, 0, 20, .centeredVertically) == 902 - 20 - 195)
    #expect(try offset(plain, 0, 0, .top) == 0)
    let pinned = try rows(container: padding)
    #expect(try offset(pinned, 0, 20, .top) == 880)
    #expect(try offset(pinned, 0, 20, .top, under: true) == 904)
    let higher = try rows(container: #","scrollPadding":{"top":50}"#)
    #expect(try offset(higher, 0, 20, .top) == 874)
    // Padding as long as the view leaves no room, and is none.
    let full = try rows(container: #","scrollPadding":{"top":250,"bottom":230}"#)
    #expect(try offset(full, 0, 20, .top, under: true) == 924)
  }

  @Test func `C24: padding belongs to the view, not to frames`() throws {
    let layout = try rows()
    var update = LayoutUpdate()
    var change = LayoutUpdate.ContainerChange()
    change.scrollPadding = .set(DirectionalInsets(top: 60, leading: 0, bottom: 0, trailing: 0))
    update.container = change
    let padded = try layout.updated(by: update, maxItems: 1000).layout
    #expect(try offset(padded, 0, 20, .top) == 864)
    #expect(
      try layout.attributes(LayoutQuery(.all)) == padded.attributes(LayoutQuery(.all)))
    change.scrollPadding = .removed
    update.container = change
    let removed = try padded.updated(by: update, maxItems: 1000).layout
    #expect(try offset(removed, 0, 20, .top) == 880)
    var document = layout.document
    document.container.scrollPadding.leading = -1
    #expect(throws: LayoutError.self) { try PreparedLayout(document) }
  }

  // MARK: Random documents

  private func check(
    _ layout: PreparedLayout, section: Int, item: Int, using random: inout SeededGenerator,
    _ comment: Comment
  ) throws -> Bool {
    guard let reference = try FreeAreaReference(layout, section: section, item: item) else {
      return false
    }
    let axis = layout.scrollAxis
    let positions = ItemScrollPosition.allCases.filter { $0.axis == axis }
    let position = positions.randomElement(using: &random) ?? .top
    let rest = try offset(layout, section, item, position)
    let under = try offset(layout, section, item, position, under: true)
    let tolerance = reference.tolerance
    let rests = reference.rests
    #expect(rests.lowerBound - tolerance <= rest && rest <= rests.upperBound + tolerance, comment)
    let isClamped = rest - tolerance <= rests.lowerBound || rests.upperBound <= rest + tolerance
    guard reference.hasRoom, !isClamped else { return false }
    #expect(try !reference.isCovered(at: rest), comment)
    let step = 4 * tolerance + 0.25
    if position == positions[1] {
      func middle(_ offset: Double) throws -> Double? {
        try reference.free(at: offset).map { ($0.near + $0.far) / 2 }
      }
      let center = (axis.mainMin(reference.frame) + axis.mainMax(reference.frame)) / 2
      if let before = try middle(rest - step), let after = try middle(rest + step) {
        #expect(before <= center + tolerance && center <= after + tolerance, comment)
      }
    } else if abs(rest - under) > step {
      // Any offset between is no place to rest.
      let isNear = position == positions[0]
      for part in [step, max(step, abs(rest - under) / 2), abs(rest - under)] {
        let other = rest + (under > rest ? part : -part)
        #expect(
          try reference.isPassed(at: other) || reference.isInPadding(at: other, near: isNear),
          comment)
      }
    }
    return rest != under
  }

  @Test
  func `C23: items rest beside what is pinned, and no farther away, in documents of every layout`()
    throws
  {
    var found = 0
    for seed in 0..<Self.count {
      var documents = RandomDocument(seed: seed)
      var document = documents.next()
      if documents.chance(0.3) {
        document.container.scrollPadding = DirectionalInsets(
          top: documents.pick([0, 8, 40]), leading: documents.pick([0, 12, 30]),
          bottom: documents.pick([0, 8, 40]), trailing: documents.pick([0, 25]))
      }
      guard let layout = try? PreparedLayout(document) else { continue }
      for section in 0..<min(layout.sectionCount, 4) {
        let count = layout.summary(ofSection: section).itemCount
        guard count > 0 else { continue }
        for _ in 0..<3 {
          let item = documents.below(count)
          if try check(
            layout, section: section, item: item, using: &documents.random,
            "seed \(seed): \(section)-\(item)")
          {
            found += 1
          }
        }
      }
    }
    #expect(found > Self.count / 20)
  }
}
