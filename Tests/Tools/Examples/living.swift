// Tries updates, changes and the ways back of Clients/swift against a service, whose address is the argument.
// At "forget" it waits for a line: another service, which knows nothing, then has that address. Exit status 0
// where everything is as it must be; else it says what is not.

import Foundation
import UIKit

private var faults = 0

@MainActor
private func expect(_ condition: Bool, _ text: String) {
  guard !condition else { return }
  faults += 1
  print("   living.swift: \(text)")
}

@MainActor
private func forget() {
  print("forget")
  fflush(nil)
  _ = readLine()
}

private let client = {
  guard let base = URL(string: CommandLine.arguments[1]) else { fatalError("no address") }
  return TatamiClient(base: base)
}()

/// A list of rows of 100, 101, … points.
///
/// Each test has a width of its own, which no other has made known.
private func rows(_ width: Int, count: Int = 100) -> String {
  let items = (0..<count).map { "\(100 + $0)" }.joined(separator: ",")
  return
    #"{"container":{"width":\#(width),"height":800},"layout":{"type":"list"},"items":[\#(items)]}"#
}

private func tops(_ all: [TatamiAttributes]) -> [Double] { all.map(\.frame.y) }

private func append(_ lengths: Double...) -> TatamiUpdate {
  TatamiUpdate(append: [.init(items: lengths.map { .length($0) })])
}

private func visible(_ width: Int, at top: Double) -> CGRect {
  CGRect(x: 0, y: top, width: Double(width), height: 800)
}

@MainActor
private func tryUpdates() async throws {
  let layout = try await client.layout(json: rows(501))
  let (longer, added) = try await layout.update(append(30), rect: nil)
  // 100 + 101 + … + 199 = 14,950.
  expect(tops(added.inserted) == [14_950] && added.changed.isEmpty, "an append")
  expect(added.invalidated?.y == 14_950, "what lies before it is as it was")
  expect(longer.summary.parent == layout.id && longer.summary.itemCount == 101, "its summary")
  let known = TatamiClient.versionID(
    parent: layout.id, update: Data(#"{"append":[{"items":[30]}]}"#.utf8))
  expect(known == longer.id, "its id is known without asking")
  let older = TatamiUpdate(insert: [.init(indexPath: [0, 0], items: [.length(44), .length(61.5)])])
  let (chat, inserted) = try await longer.update(
    older, rect: nil, bounds: visible(501, at: 5_000), anchor: .last)
  expect(inserted.contentOffset == TatamiPoint(x: 0, y: 5_105.5), "the reader stays")
  expect(inserted.anchor?.edge == "end", "by the last row's end")
  let back = try await layout.changes(from: chat, rect: nil, bounds: visible(501, at: 5_105.5))
  expect(back.contentOffset == TatamiPoint(x: 0, y: 5_000), "and as it is undone")
  let undone = try await layout.changes(
    from: chat, rect: CGRect(x: 0, y: 0, width: 501, height: 20_000))
  expect(tops(undone.deleted) == [0, 44, 15_055.5], "what undoing deletes")
  let measure = TatamiUpdate(measure: [.init(indexPath: [0, 3], height: 1)], keepColumns: true)
  let (measured, moved) = try await chat.update(
    measure, rect: nil, bounds: visible(501, at: 5_105.5), anchor: .firstWhole)
  expect(moved.contentOffsetAdjustment == TatamiPoint(x: 0, y: -100), "a row of 101 measured as 1")
  let document = String(decoding: try await measured.document(), as: UTF8.self)
  expect(
    document.contains(#"[44,61.5,100,{"height":101,"measured":{"height":1}},102,"#), document)
  let (_, gone) = try await measured.update(
    json: #"{"delete":[[0,0],{"indexPath":[0,1],"count":1}]}"#,
    rect: CGRect(x: 0, y: 0, width: 501, height: 100))
  expect(tops(gone.deleted) == [0, 44], "a deletion")
  do {
    _ = try await layout.update(TatamiUpdate(delete: [[0, 3], [0, 100]]))
    expect(false, "there is no row 100")
  } catch let problem as TatamiProblem {
    expect(problem.status == 422 && problem.errors?.first?.pointer == "/delete/1", "\(problem)")
  }
}

@MainActor
private func tryWaysBack() async throws {
  let layout = try await client.layout(json: rows(502))
  let version = try await layout.update(append(30))
  let id = version.id
  forget()
  _ = try await client.layout(json: rows(502))
  let everything = CGRect(x: 0, y: 0, width: 502, height: 20_000)
  var found = try await version.attributes(in: everything)
  expect(found.id == id && found.itemCount == 101, "the first way: the update again")

  var line = [version]
  for height in [31.0, 32] { line.append(try await line[line.count - 1].update(append(height))) }
  let branch = try await line[0].update(append(99))
  let ids = line.map(\.id)
  forget()
  let (last, changes) = try await line[2].update(append(33), rect: nil)
  expect(tops(changes.inserted) == [15_043], "the second way: the document and its updates")
  expect(line.map(\.id) == ids, "under the same ids")
  forget()
  let across = try await branch.changes(from: last, rect: nil)
  expect(tops(across.deleted) == [14_980, 15_011, 15_043], "across branches")
  expect(tops(across.inserted) == [14_980], "with both sides forgotten")

  var grown = try await client.layout(json: rows(503, count: 10))
  let first = grown.id
  for _ in 0..<3 {
    let items = (0..<2_000).map { TatamiItem.length(Double(10 + $0 % 7)) }
    grown = try await grown.update(TatamiUpdate(append: [.init(items: items)]))
  }
  let measured = try await grown.update(
    TatamiUpdate(measure: [.init(indexPath: [0, 0], height: 7)]))
  let top = CGRect(x: 0, y: 0, width: 503, height: 300)
  let before = try await measured.attributes(in: top)
  forget()
  found = try await measured.attributes(in: top)
  expect(found.attributes == before.attributes, "the third way: the document that has learned all")
  expect(found.itemCount == 6_010 && found.id == measured.id, "all of it")
  expect(
    measured.id != before.id && measured.id.prefix(16) != first.prefix(16), "another family")

  let opened = try await client.open(id: measured.id)
  forget()
  do {
    _ = try await opened.attributes(in: top)
    expect(false, "nothing can make it again")
  } catch let problem as TatamiProblem {
    expect(problem.isNotCached && problem.missing == opened.id, "\(problem)")
  }
}

/// A view of what the service says: a screen above and one below what is visible.
@MainActor
private func tryView() async throws {
  var shown = try await client.layout(json: rows(504))
  let layout = TatamiCollectionViewLayout()
  let view = UICollectionView(
    frame: visible(504, at: 0), collectionViewLayout: layout, itemCounts: [100])
  view.contentOffset = CGPoint(x: 0, y: 5_000)
  let area = CGRect(x: 0, y: 4_200, width: 504, height: 2_400)
  layout.show(try await shown.attributes(in: area), in: area)
  func top(_ item: Int) -> Double? {
    layout.layoutAttributesForItem(at: [0, item]).map {
      Double($0.frame.minY - view.contentOffset.y)
    }
  }
  func expectHeld(_ text: String) async throws {
    let held = layout.held ?? .zero
    let answer = try await shown.attributes(in: held)
    let here = layout.layoutAttributesForElements(in: held) ?? []
    expect(here.count == answer.attributes.count, "\(text): \(here.count) elements")
    for one in answer.attributes {
      let frame = layout.layoutAttributesForItem(at: IndexPath(indexes: one.indexPath))?.frame
      expect(Double(frame?.minY ?? -1) == one.frame.y, "\(text): row \(one.indexPath)")
    }
  }
  let row = top(42)
  expect(row != nil, "row 42 is visible")
  let older = TatamiUpdate(insert: [.init(indexPath: [0, 0], items: [.length(44), .length(61.5)])])
  let (chat, prepended) = try await shown.update(
    older, rect: layout.held, bounds: view.bounds, anchor: .last)
  layout.stage(prepended, in: layout.held)
  // The reader scrolls on while the answer is on its way.
  view.contentOffset.y += 10
  view.performBatchUpdates { view.insertItems(at: [[0, 0], [0, 1]]) }
  shown = chat
  expect(top(44) == row.map { $0 - 10 }, "the reader stays, but for what they have scrolled")
  expect(view.contentOffset.y == 5_115.5, "the offset: \(view.contentOffset.y)")
  expect(layout.collectionViewContentSize.height == 15_055.5, "the content's height")
  try await expectHeld("older rows")

  let gone = layout.layoutAttributesForItem(at: [0, 45])?.frame
  let (fewer, deleted) = try await shown.update(
    TatamiUpdate(
      delete: [[0, 45], [0, 2]], insert: [.init(indexPath: [0, 44], items: [.length(20)])]),
    rect: layout.held, bounds: view.bounds)
  layout.stage(deleted, in: layout.held)
  view.performBatchUpdates {
    view.deleteItems(at: [[0, 45], [0, 2]])
    view.insertItems(at: [[0, 44]])
  }
  shown = fewer
  try await expectHeld("a deletion")
  let fading = view.disappearing[[0, 45]]
  expect(
    fading?.alpha == 0
      && fading?.frame.minY == gone.map { $0.minY + (deleted.contentOffsetAdjustment?.y ?? 0) },
    "the deleted row fades out where it is on screen")
  expect(view.appearing[[0, 44]]?.alpha == 0, "the new one fades in")
  expect(view.appearing.count == 1 && view.disappearing.count == 1, "all others slide")

  let below = top(43)
  let (measured, sizes) = try await shown.update(
    TatamiUpdate(measure: [.init(indexPath: [0, 10], height: 500)]), rect: layout.held,
    bounds: view.bounds, anchor: .firstWhole)
  layout.show(sizes, in: layout.held)
  shown = measured
  expect(top(43) == below, "a size found above moves nothing on screen")
  try await expectHeld("a measured row")
  layout.stage(deleted, in: layout.held)
  view.performBatchUpdates(nil)
  try await expectHeld("changes of another version are not taken")
}

/// A layout that asks by itself, and knows every item when it has asked.
@MainActor
private func tryWall() async throws {
  var isNegative = false
  let wall = TatamiWallLayout(client: client) { size in
    TatamiDocument(
      container: .init(width: size.width, height: size.height),
      layout: .list(.init(headerReferenceSize: .init(height: 30))),
      items: .list((0..<100).map { .length(isNegative ? -1 : Double(100 + $0)) }))
  }
  let view = UICollectionView(
    frame: visible(505, at: 0), collectionViewLayout: wall, itemCounts: [100])
  func prepared(_ ask: () -> Void) async -> String? {
    await withCheckedContinuation { continuation in
      wall.onLayout = { _ in continuation.resume(returning: nil) }
      wall.onError = { continuation.resume(returning: $0.localizedDescription) }
      ask()
    }
  }
  expect(wall.layoutAttributesForElements(in: view.bounds)?.isEmpty == true, "nothing is known yet")
  expect(await prepared { wall.prepare() } == nil, "the wall asks")
  // A header of 30, then rows of 100, 101, …
  expect(wall.collectionViewContentSize == CGSize(width: 505, height: 14_980), "its content's size")
  expect(wall.layoutAttributesForItem(at: [0, 99])?.frame.maxY == 14_980, "its last item's frame")
  let header = wall.layoutAttributesForSupplementaryView(ofKind: "header", at: [0, 0])
  expect(header?.frame.height == 30, "its header")
  expect(view.indexPathsForVisibleItems.count == 8, "\(view.indexPathsForVisibleItems)")
  let asked = wall.shown?.id
  wall.prepare()
  view.contentOffset.y = 9_000
  expect(!view.indexPathsForVisibleItems.isEmpty && wall.shown?.id == asked, "it scrolls unasked")
  isNegative = true
  let said = await prepared { wall.reload() } ?? ""
  expect(said.contains("/items/0"), "what is wrong is said: \(said)")
  expect(wall.shown?.id == asked && !view.indexPathsForVisibleItems.isEmpty, "and it stays")
  // Fewer photos, whose frames have not come yet: UIKit raises an exception for index paths beyond the data source.
  view.contentOffset.y = 0
  view.itemCounts = [3]
  expect(view.indexPathsForVisibleItems == [[0, 0], [0, 1], [0, 2]], "none beyond its items")
  expect(wall.layoutAttributesForItem(at: [0, 3]) == nil, "nor by its index path")
  view.itemCounts = [0]
  let left = wall.layoutAttributesForElements(in: view.bounds) ?? []
  let kinds = left.map(\.representedElementKind)
  expect(kinds == ["header"], "an empty section has its header: \(kinds)")
  view.itemCounts = []
  expect(wall.layoutAttributesForElements(in: view.bounds)?.isEmpty == true, "no section, nothing")
  let none = wall.layoutAttributesForSupplementaryView(ofKind: "header", at: [0, 0])
  expect(none == nil, "no header either")
}

do {
  try await tryUpdates()
  try await tryWaysBack()
  try await tryView()
  try await tryWall()
} catch { expect(false, "\(error)") }
exit(faults == 0 ? 0 : 1)
