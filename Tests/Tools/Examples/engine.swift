// Tries Examples/swift/EngineCollectionViewLayout.swift with the stand-in for UIKit and the engine
// itself. Exit status 0 where everything is as it must be; else it says what is not.

import Foundation
import LayoutEngine
import UIKit

private var faults = 0

@MainActor
private func expect(_ condition: Bool, _ text: String) {
  guard !condition else { return }
  faults += 1
  print("   EngineCollectionViewLayout.swift: \(text)")
}

/// Five rows of 44 points below a header of 30 that holds to the visible bounds.
private func rows() -> LayoutDocument {
  var list = ListSpec()
  list.headerFooter.headerReferenceSize = Size(width: 0, height: 30)
  list.headerFooter.sectionHeadersPinToVisibleBounds = true
  return LayoutDocument(
    container: Container(size: Size(width: 320, height: 100)),
    layout: LayoutVariants(.list(list)), sections: [Section(items: Items(count: 5))])
}

@MainActor
private func tryLayout() throws {
  let layout = EngineCollectionViewLayout()
  let top = CGRect(x: 0, y: 0, width: 320, height: 100)
  expect(layout.layoutAttributesForElements(in: top)?.isEmpty == true, "nothing is shown yet")
  try layout.show(rows())
  expect(layout.invalidations == 1, "the view is told")
  expect(layout.collectionViewContentSize == CGSize(width: 320, height: 250), "the content's size")
  expect(layout.layoutAttributesForElements(in: top)?.count == 3, "a header and two rows")
  let second = Foundation.IndexPath(indexes: [0, 1])
  expect(
    layout.layoutAttributesForItem(at: second)?.frame
      == CGRect(x: 0, y: 74, width: 320, height: 44),
    "the second row")
  expect(
    layout.layoutAttributesForItem(at: Foundation.IndexPath(indexes: [0, 5])) == nil,
    "there is no sixth row")
  let first = Foundation.IndexPath(indexes: [0, 0])
  let scrolled = CGRect(x: 0, y: 60, width: 320, height: 100)
  expect(layout.shouldInvalidateLayout(forBoundsChange: scrolled), "headers move as one scrolls")
  let header = layout.layoutAttributesForSupplementaryView(ofKind: "header", at: first)
  expect(header?.frame.minY == 60, "the header holds to the visible bounds")
  expect(header?.representedElementKind == "header", "the header's kind")
}

do { try tryLayout() } catch { expect(false, "\(error)") }
exit(faults == 0 ? 0 : 1)
