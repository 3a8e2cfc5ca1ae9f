// Tries Clients/swift/TatamiClient.swift, its collection view layout with the stand-in beside this
// file. Exit status 0 where everything is as it must be; else it says what is not.

import Foundation
import UIKit

private var faults = 0

@MainActor
private func expect(_ condition: Bool, _ text: String) {
  guard !condition else { return }
  faults += 1
  print("   TatamiClient.swift: \(text)")
}

private func answer(id: String, _ attributes: [TatamiAttributes]) -> TatamiAnswer {
  TatamiAnswer(
    id: id, contentSize: TatamiSize(width: 100, height: 900), sectionCount: 1, itemCount: 9,
    attributes: attributes)
}

private func element(
  _ category: TatamiAttributes.Category, _ path: [Int], kind: String? = nil, y: Double
) -> TatamiAttributes {
  TatamiAttributes(
    indexPath: path, category: category, kind: kind,
    frame: TatamiFrame(x: 0, y: y, width: 100, height: 50), zIndex: 0)
}

/// Two tiles of one layout, then another layout.
@MainActor
private func tryLayout() {
  let layout = TatamiCollectionViewLayout()
  let everything = CGRect(x: 0, y: 0, width: 100, height: 900)
  let first = IndexPath(indexes: [0, 0])
  let second = IndexPath(indexes: [0, 1])
  layout.show(
    answer(
      id: "a",
      [
        element(.supplementary, [0, 0], kind: "header", y: 0), element(.cell, [0, 0], y: 50),
        element(.decoration, [0, 0], kind: "background", y: 0),
      ]))
  layout.show(answer(id: "a", [element(.cell, [0, 1], y: 450)]))
  expect(layout.layoutAttributesForElements(in: everything)?.count == 4, "tiles add up")
  expect(layout.layoutAttributesForItem(at: first)?.frame.minY == 50, "a cell is kept")
  let header = layout.layoutAttributesForSupplementaryView(ofKind: "header", at: first)
  expect(header?.representedElementKind == "header", "a header is kept, and found by its kind")
  let background = layout.layoutAttributesForDecorationView(ofKind: "background", at: first)
  expect(background != nil, "a decoration is kept, and found by its kind")
  expect(
    layout.layoutAttributesForSupplementaryView(ofKind: "background", at: first) == nil,
    "a decoration is no supplementary view")
  let upper = CGRect(x: 0, y: 0, width: 100, height: 100)
  layout.show(answer(id: "a", [element(.cell, [0, 0], y: 50)]), in: upper)
  expect(
    layout.layoutAttributesForSupplementaryView(ofKind: "header", at: first) == nil,
    "what has moved on is dropped")
  expect(layout.layoutAttributesForItem(at: second) != nil, "what lies elsewhere stays")
  layout.show(answer(id: "b", [element(.cell, [0, 1], y: 10)]))
  expect(layout.layoutAttributesForItem(at: first) == nil, "another layout's cells are gone")
  expect(layout.layoutAttributesForElements(in: everything)?.count == 1, "only the new ones")
  expect(layout.invalidations == 4, "the view is told each time")
}

@MainActor
private func tryPauses() {
  let wanted: [(String?, Double)] = [
    (nil, 1), ("", 1), ("-1", 1), ("inf", 1), ("nan", 1), ("1e300", 60), ("0", 0), ("7", 7),
    ("Wed, 21 Oct 2026 07:28:00 GMT", 1),
  ]
  for (text, seconds) in wanted {
    expect(
      TatamiClient.pause(retryAfter: text) == seconds, "Retry-After: \(text ?? "none")")
  }
}

@MainActor
private func tryTexts() {
  let style = TatamiTextStyle(
    fontFamily: .fontFamily("Inter"), fontSize: 20, lineHeight: .length(30), letterSpacing: 2,
    wordBreak: .keepAll)
  let attributes = TatamiTextAttributes(style).attributes(containerDirection: .rtl)
  let paragraph = attributes[.paragraphStyle] as? NSMutableParagraphStyle
  expect((attributes[.font] as? UIFont)?.pointSize == 20, "the font has the style's size")
  expect(attributes[.kern] as? Double == 2, "letters are spaced as the style says")
  // The stand-in's fonts have lines of 1.2 em.
  expect(attributes[.baselineOffset] as? Double == 3, "glyphs are in the middle of their lines")
  expect(
    paragraph?.minimumLineHeight == 30 && paragraph?.maximumLineHeight == 30,
    "lines are as high as the style says")
  expect(paragraph?.baseWritingDirection == .rightToLeft, "a style may leave the direction open")
  expect(paragraph?.lineBreakStrategy == .hangulWordPriority, "words of Korean stay whole")
  let runs = TatamiTextOrRuns.textRuns([
    .bodyText("Sunset over "), .styledRun(TatamiStyledRun(text: "Kyoto", style: "strong")),
    .boxRun(TatamiBoxRun(width: 16, height: 20, verticalAlign: .middle)),
  ])
  let strong = TatamiTextStyle(
    fontFamily: .fontFamily("Inter"), fontSize: 24, lineHeight: .length(30))
  let string = runs.attributedString(style: "block", of: ["block": style, "strong": strong])
  expect(string.string == "Sunset over Kyoto\u{FFFC}", "runs are one string")
  let font = string.attribute(.font, at: 12, effectiveRange: nil) as? UIFont
  expect(font?.pointSize == 24, "a run has its own font")
  let box =
    string.attribute(.init("NSAttachment"), at: 17, effectiveRange: nil) as? NSTextAttachment
  expect(box?.bounds == CGRect(x: 0, y: -5, width: 16, height: 20), "a box stands in the middle")
}

tryLayout()
tryPauses()
tryTexts()
exit(faults == 0 ? 0 : 1)
