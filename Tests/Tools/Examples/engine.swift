// Tries Clients/swift/EngineCollectionViewLayout.swift with the stand-in for UIKit and the engine
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
    layout: LayoutVariants(.list(list)), sections: [LayoutSection(items: Items(count: 5))])
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
  let second = IndexPath(indexes: [0, 1])
  expect(
    layout.layoutAttributesForItem(at: second)?.frame
      == CGRect(x: 0, y: 74, width: 320, height: 44),
    "the second row")
  expect(
    layout.layoutAttributesForItem(at: IndexPath(indexes: [0, 5])) == nil,
    "there is no sixth row")
  let first = IndexPath(indexes: [0, 0])
  let scrolled = CGRect(x: 0, y: 60, width: 320, height: 100)
  expect(layout.shouldInvalidateLayout(forBoundsChange: scrolled), "headers move as one scrolls")
  let header = layout.layoutAttributesForSupplementaryView(ofKind: "header", at: first)
  expect(header?.frame.minY == 60, "the header holds to the visible bounds")
  expect(header?.representedElementKind == "header", "the header's kind")
}

/// A view, its data source and its layout: rows as high as `heights` say, by section.
@MainActor
private final class Rows {
  let layout = EngineCollectionViewLayout()
  let view: UICollectionView
  var heights: [[Double]]
  var errors: [any Error] = []

  init(_ heights: [[Double]]) throws {
    self.heights = heights
    view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 400), collectionViewLayout: layout,
      itemCounts: heights.map(\.count))
    layout.items = { [unowned self] paths in
      columns(paths.map { self.heights[$0.section][$0.item] })
    }
    layout.onError = { [unowned self] in errors.append($0) }
    try layout.show(
      LayoutDocument(
        container: Container(size: Size(width: 320, height: 400)),
        layout: LayoutVariants(.list(ListSpec())),
        sections: heights.map { LayoutSection(items: columns($0)) }))
  }

  func columns(_ heights: [Double]) -> ItemColumns {
    var columns = ItemColumns(count: heights.count)
    for (item, height) in heights.enumerated() { columns.numbers.set(height, at: item) }
    return columns
  }

  /// A batch, as an app makes it: the data source first, then what the view is told.
  func perform(_ change: @escaping (inout [[Double]], UICollectionView) -> Void) {
    view.performBatchUpdates { [self] in
      change(&heights, view)
      view.itemCounts = heights.map(\.count)
    }
  }

  /// Every row stands below the one before it.
  func expectRows(_ text: String) {
    var top = 0.0
    for (section, rows) in heights.enumerated() {
      for (item, height) in rows.enumerated() {
        let frame = layout.layoutAttributesForItem(at: [section, item])?.frame
        expect(
          frame == CGRect(x: 0, y: top, width: 320, height: height),
          "\(text): row \(section)-\(item) stands at \(frame.map { "\($0)" } ?? "no place")")
        top += height
      }
    }
    expect(layout.collectionViewContentSize.height == top, "\(text): the content's height")
    expect(
      layout.layoutAttributesForItem(at: [0, heights[0].count]) == nil, "\(text): a row too many")
    expect(errors.isEmpty, "\(text): \(errors)")
  }

  func top(_ section: Int, _ item: Int) -> Double {
    Double(layout.layoutAttributesForItem(at: [section, item])?.frame.minY ?? .nan)
      - Double(view.contentOffset.y)
  }
}

@MainActor
private func tryBatches() throws {
  let rows = try Rows([(0..<30).map { 100 + Double($0) }])
  rows.view.contentOffset = CGPoint(x: 0, y: 1_000)
  // 100 + 101 + … + 108 = 936: the row 9 is cut by the upper edge, the row 12 by the lower one.
  expect(rows.top(0, 9) == -64, "where row 9 stands")

  rows.layout.anchor = .last
  let last = rows.top(0, 12)
  rows.perform { heights, view in
    heights[0].insert(contentsOf: [60, 70.5], at: 0)
    view.insertItems(at: [[0, 1], [0, 0]])
  }
  rows.expectRows("older rows in front")
  expect(rows.view.contentOffset.y == 1_130.5, "the reader stays: \(rows.view.contentOffset.y)")
  expect(rows.top(0, 14) == last, "row 12 is row 14 now")
  expect(rows.view.appearing.isEmpty && rows.view.disappearing.isEmpty, "nothing fades")

  rows.layout.anchor = .first
  rows.perform { heights, view in
    heights[0].append(contentsOf: [10, 20])
    view.insertItems(at: [[0, 32], [0, 33]])
  }
  rows.expectRows("an append")
  expect(rows.view.contentOffset.y == 1_130.5, "nothing jumps")

  // A visible row goes, and one above: what is left of it fades where it is on screen.
  let gone = rows.top(0, 12)
  let first = rows.top(0, 11)
  rows.perform { heights, view in
    heights[0].remove(at: 12)
    heights[0].remove(at: 3)
    heights[0].insert(33, at: 12)
    view.deleteItems(at: [[0, 12], [0, 3]])
    view.insertItems(at: [[0, 12]])
  }
  rows.expectRows("a deletion")
  expect(rows.top(0, 10) == first, "row 11 is row 10 now, at its place")
  let fading = rows.view.disappearing[[0, 12]]
  expect(fading?.alpha == 0, "row 12 fades out")
  expect(
    fading.map { Double($0.frame.minY) } == gone + Double(rows.view.contentOffset.y),
    "where it is on screen")
  let coming = rows.view.appearing[[0, 12]]
  expect(coming?.alpha == 0 && coming?.frame.height == 33, "the new row fades in")
  expect(rows.view.appearing.count == 1 && rows.view.disappearing.count == 1, "all others slide")

  rows.perform { heights, view in
    let moved = heights[0].remove(at: 20)
    heights[0].insert(moved, at: 2)
    heights[0][6] = 77
    view.moveItem(at: [0, 20], to: [0, 2])
    view.reloadItems(at: [[0, 5]])
  }
  rows.expectRows("a move and another row")
}

@MainActor
private func trySections() throws {
  let rows = try Rows([[50, 60], [70], [80, 90, 100]])
  rows.perform { heights, view in
    heights = [[10, 20, 30], [50, 60, 65], [80, 90, 100]]
    view.insertSections([0])
    view.deleteSections([1])
    view.insertItems(at: [[1, 2]])
  }
  rows.expectRows("sections come and go")
  expect(rows.view.disappearing[[1, 0]]?.alpha == 0, "a row goes with its section")
  expect(rows.view.appearing[[0, 2]]?.alpha == 0, "a row comes with its section")
  expect(rows.view.appearing[[1, 0]] == nil, "the others slide")
}

@MainActor
private func tryMeasuring() throws {
  let rows = try Rows([(0..<30).map { 100 + Double($0) }])
  rows.view.contentOffset = CGPoint(x: 0, y: 1_000)
  let below = rows.top(0, 10)
  rows.view.sizeSelf(at: [0, 9], height: 30.5)
  rows.heights[0][9] = 30.5
  rows.expectRows("a cell that sized itself")
  expect(rows.top(0, 10) == below, "what is wholly visible stays")
  expect(rows.view.contentOffset.y == 1_000 - 78.5, "the offset makes up for it")
  rows.view.sizeSelf(at: [0, 11], height: 200)
  rows.heights[0][11] = 200
  rows.expectRows("another one")
  expect(rows.top(0, 10) == below, "what grows below moves nothing above")
  let told = rows.layout.invalidations
  rows.view.sizeSelf(at: [0, 11], height: 200.05)
  expect(rows.layout.invalidations == told, "less than a pixel is no other size")
}

@MainActor
private func tryFaults() throws {
  let rows = try Rows([[50, 60]])
  rows.perform { heights, view in
    heights[0].append(-1)
    view.insertItems(at: [[0, 2]])
  }
  expect(rows.errors.count == 1, "a row of -1 points is told of")
  expect(rows.layout.collectionViewContentSize.height == 110, "and the layout stays")
}

do {
  try tryLayout()
  try tryBatches()
  try trySections()
  try tryMeasuring()
  try tryFaults()
} catch { expect(false, "\(error)") }
exit(faults == 0 ? 0 : 1)
