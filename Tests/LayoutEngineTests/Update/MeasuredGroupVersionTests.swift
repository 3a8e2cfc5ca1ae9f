import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Versions of compositional sections with measured items share chunks of groups with their parents: every frame
/// must be that of the version's document laid out afresh, to the last bit.
///
/// `TATAMI_RANDOM_VERSIONS=100000` runs that many sequences.
@Suite struct MeasuredGroupVersionTests {
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_VERSIONS"].flatMap(UInt64.init) ?? 160

  @Test(arguments: 0..<8)
  func `I2 K5 K10: versions of measured groups are laid out as their documents`(
    run: UInt64
  ) throws {
    for seed in stride(from: run, to: Self.count, by: 8) {
      var random = SeededGenerator(seed: seed &* 104_729)
      let scene = GroupScene(&random)
      var layout = try PreparedLayout(scene.document(&random))
      for step in 0..<5 {
        let text = scene.update(of: layout.itemCount, &random)
        let update = try LayoutUpdateReader.read(Array(text.utf8), limits: DocumentLimits())
        // A deletion may leave a measured item where the group's own length is fixed.
        guard let version = try? layout.updated(by: update, maxItems: .max) else { continue }
        layout = version.layout
        let fresh = try PreparedLayout(VersionScene.anew(layout.document))
        guard VersionScene.isSame(layout, fresh, using: &random) else {
          Issue.record("seed \(seed), step \(step): \(scene.layout), \(text.prefix(200))")
          break
        }
        let (one, other) = (
          layout.content.sections[0].solution, fresh.content.sections[0].solution
        )
        #expect(one.elements == other.elements, "seed \(seed), step \(step)")
        // The bound of the section's length is a sum, whose terms may come in another order.
        #expect(
          abs(one.maxExtent - other.maxExtent) <= 1e-9 * other.maxExtent,
          "seed \(seed), step \(step)")
      }
    }
  }

  @Test(arguments: [
    (#"{"measure":[{"indexPath":[0,9000],"height":77}]}"#, 1_024),
    (#"{"insert":[{"indexPath":[0,9000],"items":[{},{}]}]}"#, 1_100),
    (#"{"append":[{"items":[{},{}]}]}"#, 1_024), (#"{"delete":[[0,9000],[0,9001]]}"#, 1_100),
    ("{}", 0),
  ])
  func `An update places the groups of the chunk that it changes`(
    update: String, most: Int
  ) throws {
    let item = #"{"measured":{"height":50}}"#
    let text =
      #"{"container":{"width":390,"height":844},"layout":{"type":"compositional","group":"#
      + #"{"direction":"horizontal","size":{"width":{"fractionalWidth":1},"height":{"estimated":40}},"#
      + #""subitems":[{"size":{"width":{"fractionalWidth":0.5},"height":{"estimated":40}}}]}},"#
      + #""items":[\#(Array(repeating: item, count: 20_000).joined(separator: ","))]}"#
    let layout = try PreparedLayout(
      LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
    let version = try layout.updated(
      by: LayoutUpdateReader.read(Array(update.utf8), limits: DocumentLimits()), maxItems: .max)
    #expect(version.placedItemCount <= most)
  }
}

/// A compositional layout with estimated lengths, and updates of its items.
private struct GroupScene {
  let layout: String
  private let isVertical: Bool
  /// The sides that may be measured.
  private let sides: [String]

  init(_ random: inout SeededGenerator) {
    isVertical = Int.random(in: 0..<4, using: &random) > 0
    let (main, cross) = isVertical ? ("height", "width") : ("width", "height")
    let whole = #""\#(cross)":{"fractional\#(isVertical ? "Width" : "Height")":1}"#
    let along = isVertical ? "vertical" : "horizontal"
    let across = isVertical ? "horizontal" : "vertical"
    let kind = Int.random(in: 0..<7, using: &random)
    let spacing: Double = [0, 8, 3.5, -2].randomElement(using: &random) ?? 0
    func size(_ length: String, _ breadth: String = whole) -> String {
      #""size":{\#(breadth),"\#(main)":\#(length)}"#
    }
    let estimated = #"{"estimated":40}"#
    func mark(_ kind: String) -> String {
      #""supplementaryItems":[{"kind":"\#(kind)","size":{"width":{"absolute":8},"height":{"absolute":8}},"#
        + #""containerAnchor":{"edges":["bottom"]}}]"#
    }
    let (badge, rim, frame) = (mark("badge"), mark("rim"), mark("frame"))
    let part = #""\#(cross)":{"absolute":90}"#
    var (group, behavior, sides) = ("", "none", [main])
    switch kind {
    case 0, 1:
      let count = [1, 1, 2, 3].randomElement(using: &random) ?? 1
      group =
        #"{"direction":"\#(across)",\#(size(estimated)),"subitems":[{\#(size(estimated))}],"count":\#(count)}"#
    case 2:
      let inner =
        #"{"direction":"\#(across)",\#(size(estimated)),"subitems":[{\#(size(estimated, part)),\#(badge)}],\#(rim)}"#
      group =
        #"{"direction":"\#(along)",\#(size(estimated)),"subitems":[{\#(size(estimated)),\#(badge)},\#(inner)],\#(frame)}"#
    case 3:
      group =
        #"{"direction":"\#(across)",\#(size(#"{"uniformAcrossSiblings":40}"#)),"subitems":[{\#(size(#"{"uniformAcrossSiblings":40}"#, part)),\#(badge)}],\#(frame)}"#
    case 4:
      group =
        #"{"direction":"\#(across)",\#(size(estimated)),"subitems":[{\#(size(#"{"absolute":30}"#, part))},{\#(size(estimated, part))}]}"#
    case 5:
      behavior = "continuous"
      group =
        #"{"direction":"\#(along)",\#(size(estimated, part)),"subitems":[{\#(size(estimated, part)),\#(badge)}],\#(frame)}"#
    default:
      behavior = "groupPaging"
      let chip = #""\#(cross)":{"estimated":60}"#
      group =
        #"{"direction":"\#(across)",\#(size(estimated, chip)),"subitems":[{\#(size(estimated, chip)),\#(badge)}]}"#
      sides = [main, cross]
    }
    self.sides = sides
    layout =
      #"{"type":"compositional","orthogonalScrollingBehavior":"\#(behavior)","interGroupSpacing":\#(spacing),"group":\#(group)}"#
  }

  func document(_ random: inout SeededGenerator) throws -> LayoutDocument {
    let count = [1, 3, 60, 700, 2_500].randomElement(using: &random) ?? 3
    let share: Double = [0, 0.01, 0.3, 1].randomElement(using: &random) ?? 1
    let items = items(count, share, &random)
    let text =
      #"{"container":{"width":390,"height":844},"#
      + #""configuration":{"scrollDirection":"\#(isVertical ? "vertical" : "horizontal")"},"#
      + #""layout":\#(layout),"items":[\#(items)]}"#
    return try LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits())
  }

  private func items(_ count: Int, _ share: Double, _ random: inout SeededGenerator) -> String {
    (0..<count).map { _ in
      let side = sides.randomElement(using: &random) ?? "height"
      // The fourth kind's first items have no estimated length.
      let isMeasured =
        !layout.contains(#""absolute":30"#) && Double.random(in: 0..<1, using: &random) < share
      return isMeasured
        ? #"{"measured":{"\#(side)":\#(Int.random(in: 1...300, using: &random))}}"# : "{}"
    }.joined(separator: ",")
  }

  func update(of count: Int, _ random: inout SeededGenerator) -> String {
    var parts: [String] = []
    var deleted = -1
    if count > 1, Int.random(in: 0..<3, using: &random) == 0 {
      deleted = Int.random(in: 0..<count, using: &random)
      parts.append(#""delete":[[0,\#(deleted)]]"#)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let place = Int.random(in: 0...(deleted < 0 ? count : count - 1), using: &random)
      let added = items(Int.random(in: 1...5, using: &random), 0.5, &random)
      parts.append(#""insert":[{"indexPath":[0,\#(place)],"items":[\#(added)]}]"#)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      parts.append(#""append":[{"items":[\#(items(3, 0.5, &random))]}]"#)
    }
    if count > 0, Bool.random(using: &random) {
      var named: Set<Int> = [deleted]
      let measured = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ -> String? in
        let item = Int.random(in: 0..<count, using: &random)
        guard named.insert(item).inserted else { return nil }
        let side = sides.randomElement(using: &random) ?? "height"
        return #"{"indexPath":[0,\#(item)],"\#(side)":\#(Int.random(in: 1...300, using: &random))}"#
      }
      if !measured.isEmpty { parts.append(#""measure":[\#(measured.joined(separator: ","))]"#) }
    }
    if Int.random(in: 0..<8, using: &random) == 0 {
      parts.append(#""container":{"height":\#(Int.random(in: 600...900, using: &random))}"#)
    }
    return "{" + parts.joined(separator: ",") + "}"
  }
}
