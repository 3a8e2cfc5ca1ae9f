// Tries Clients/swift/EngineWall.swift and CoreTextMeasurer.swift with stand-ins for SwiftUI and CoreText and the engine itself.
// Exit status 0 where everything is as it must be; else it says what is not.

import CoreText
import LayoutEngine
import SwiftUI

private var faults = 0

@MainActor
private func expect(_ condition: Bool, _ text: String) {
  guard !condition else { return }
  faults += 1
  print("   EngineWall.swift: \(text)")
}

/// Two columns of rows of 50 points, 10 points apart.
private func columns(_ width: CGFloat, _ count: Int) -> LayoutDocument {
  var items = ItemColumns(count: count)
  for item in 0..<count { items.heights.set(50, at: item) }
  var waterfall = WaterfallSpec()
  waterfall.columns = .count(2)
  waterfall.columnSpacing = 10
  waterfall.rowSpacing = 10
  return LayoutDocument(
    container: Container(size: Size(width: width, height: 600)),
    layout: LayoutVariants(.waterfall(waterfall)), sections: [LayoutSection(items: items)])
}

@MainActor
private func tryLayout() {
  let subviews = (0..<3).map { number in LayoutSubview { width in width / CGFloat(number + 1) } }
  let given = EngineLayout(document: columns)
  var cache = given.makeCache(subviews: subviews)
  let proposal = ProposedViewSize(width: 210, height: nil)
  expect(
    given.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
      == CGSize(width: 210, height: 110), "the size")
  let bounds = CGRect(x: 5, y: 7, width: 210, height: 110)
  given.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
  expect(
    subviews.map(\.frame) == [
      CGRect(x: 5, y: 7, width: 100, height: 50), CGRect(x: 115, y: 7, width: 100, height: 50),
      CGRect(x: 5, y: 67, width: 100, height: 50),
    ], "the places: \(subviews.map(\.frame))")
  let measured = EngineLayout(measuresSubviews: true, document: columns)
  cache = measured.makeCache(subviews: subviews)
  measured.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
  expect(subviews.map { $0.frame?.height } == [100, 50, 100 / 3], "measured heights")
  expect(subviews[2].frame?.minX == 115 && subviews[2].frame?.minY == 67, "the shortest column")
  measured.updateCache(&cache, subviews: [])
  expect(
    measured.sizeThatFits(
      proposal: ProposedViewSize(width: nil, height: nil), subviews: [], cache: &cache)
      == CGSize(width: 320, height: 0), "no subviews")
}

@MainActor
private func tryWall() throws {
  let layout = try PreparedLayout(columns(210, 1_000))
  typealias Wall = EngineWall<Color>
  let screen = CGRect(x: 0, y: 6_000, width: 210, height: 300)
  let shown = Wall.elements(of: layout, near: screen)
  let wanted = layout.attributes(in: LayoutEngine.Rect(x: 0, y: 5_700, width: 210, height: 900))
  expect(
    shown.map(\.attributes) == wanted && shown.count == 30, "\(shown.count) elements near a screen")
  expect(Set(shown.map(\.id)).count == shown.count, "every element has an identity")
  expect(Wall.isFar(screen, from: nil), "the first screen")
  expect(!Wall.isFar(screen, from: screen.offsetBy(dx: 0, dy: 150)), "half a screen")
  expect(Wall.isFar(screen, from: screen.offsetBy(dx: 0, dy: 151)), "more than half a screen")
  expect(
    Wall.isFar(screen, from: CGRect(x: 0, y: 6_000, width: 200, height: 300)), "another size")
  _ = Wall(layout) { _ in Color.clear }.body
}

@MainActor
private func tryTexts() throws {
  var caption = TextStyle(fontFamily: ["Inter"], fontSize: 10, lineHeight: .points(14))
  var title = TextStyle(fontFamily: ["Inter"], fontSize: 20, lineHeight: .normal)
  title.maxLines = 1
  caption.letterSpacing = 1
  let measurer = CoreTextMeasurer([caption, title])
  let budget = LayoutBudget()
  let text = Array("Sunset over the old harbour\nand more".utf8)[...]
  // 6 points a letter, 20 in a line.
  expect(
    try measurer.lines(of: text, style: 0, width: 120, changesCase: false, budget)
      == ["Sunset over the old", "harbour", "and more"], "the lines")
  expect(try measurer.height(of: text, style: 0, width: 120, budget) == 42, "three lines")
  expect(try measurer.height(of: text, style: 1, width: 120, budget) == 25, "one of normal height")
  expect(try measurer.height(of: [], style: 0, width: 120, budget) == 0, "an empty text")
  expect(try measurer.naturalWidth(of: text, style: 0, budget) == 162, "the longest line")
  var items = ItemColumns(count: 1)
  items.widths.set(4, at: 0)
  items.heights.set(3, at: 0)
  var body = Body()
  body.append(text, style: 0)
  _ = items.bodies.set(body.bytes, at: 0)
  var styles = TextStyles(names: ["caption", "title"], styles: [caption, title])
  styles.measurer = measurer
  var document = columns(250, 0)
  document.textStyles = styles
  document.sections = [LayoutSection(items: items)]
  let layout = try PreparedLayout(document)
  let frame = layout.frame(at: LayoutIndexPath(item: 0, section: 0))
  expect(
    frame == LayoutEngine.Rect(x: 0, y: 0, width: 120, height: 132),
    "a card: \(String(describing: frame))")
}

tryLayout()
try tryWall()
try tryTexts()
exit(faults == 0 ? 0 : 1)
