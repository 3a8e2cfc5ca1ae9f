// with: Tests/Fuzz/DocumentCost.swift Tests/TestSupport/VersionComparison.swift
// with: Tests/TestSupport/AttributesEncoder.swift
import Glibc
import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// libFuzzer's entry: reads the input as a document, updates and a query, each but the first behind
/// a NUL; a document of one digit is one of `plainDocuments`.
///
/// Applies each update to what the one before made, asks what has changed, both ways and over all of
/// them, and writes each version's document anew. Then applies the updates again and again, and asks
/// what has changed over the whole chain.
///
/// Traps where a version is not what its document makes, bit for bit, where changes contradict what
/// the two versions show, where an answer is no JSON, or where a request costs more than one may.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzUpdate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  var texts = input.split(separator: 0, maxSplits: 6, omittingEmptySubsequences: false)
    .map(Array.init)
  guard let first = firstLayout(texts.removeFirst()) else { return 0 }
  var asked = AskedChanges()
  if let last = texts.last, last.first == UInt8(ascii: "?") {
    asked = AskedChanges(Array(texts.removeLast().dropFirst()))
  }
  var versions = [first]
  var map = ItemMap.identity(sectionCount: first.sectionCount)
  for text in texts.prefix(4) {
    guard let parent = versions.last, let version = updated(parent, by: text) else { continue }
    checkCosts(of: version, from: parent, asked.query)
    guard isSmall(version.layout), isSmall(parent) else { return 0 }
    checkMap(version.map, from: parent, to: version.layout)
    checkDocument(of: version.layout)
    compare(parent, version.layout, version.map, asked.query)
    versions.append(version.layout)
    map = map.followed(by: version.map)
  }
  if let last = versions.last, versions.count > 2 {
    checkMap(map, from: first, to: last)
    compare(first, last, map, asked.query)
  }
  checkChain(from: first, Array(texts.prefix(4)), asked.query)
  return 0
}

/// The most updates of a chain, items of a layout in it, and seconds of CPU that making it takes.
private let maxChain = 64
private let maxChainItems = 20_000
private let maxChainTime = 2.0

/// Applies updates in turn, and compares what is composed of their maps by halves, and what that costs,
/// with what the maps say one after the other.
private func checkChain(from first: PreparedLayout, _ texts: [[UInt8]], _ query: ChangesQuery) {
  guard !texts.isEmpty, first.itemCount <= maxChainItems else { return }
  let start = Cost.secondsOfCPU()
  var (last, maps) = (first, [ItemMap]())
  for number in 0..<maxChain where Cost.secondsOfCPU() - start < maxChainTime {
    guard let version = updated(last, by: texts[number % texts.count]) else { continue }
    guard version.layout.itemCount <= maxChainItems else { break }
    last = version.layout
    maps.append(version.map)
  }
  guard maps.count > 1 else { return }
  let composing = Cost()
  guard let map = ItemMap.composed(maps, LayoutBudget()) else {
    preconditionFailure("composing without an end is not ended")
  }
  composing.check("composing")
  for section in 0..<first.sectionCount {
    for item in 0..<first.itemCount(ofSection: section) {
      let path = ItemPath(section, item)
      let wanted = maps.reduce(path) { (path: ItemPath?, map) in
        path.flatMap { map.item(after: $0) }
      }
      precondition(map.item(after: path) == wanted, "a chain maps as its updates do")
    }
  }
  for (old, new, map) in [(first, last, map), (last, first, map.inverse)] {
    let cost = Cost()
    _ = try? new.changes(from: old, map, query)
    cost.check("comparing over a chain")
  }
}

private func isSmall(_ layout: PreparedLayout) -> Bool {
  guard layout.itemCount <= 400, layout.sectionCount <= 40,
    let all = try? layout.select(LayoutQuery(.all))
  else { return false }
  return all.count <= 1_000
}

// MARK: Documents

/// One of every layout, so that a mutation of the update alone meets them all.
private let plainDocuments: [[UInt8]] = [
  #""layout":{"type":"waterfall","columns":3,"spacing":5},"items":[40,[30,20],50.5,{"aspectRatio":2},{"height":30,"bodyHeight":12},10,20,30]"#,
  #""layout":{"type":"list","rowSpacing":2,"headerReferenceSize":{"width":0,"height":20}},"sections":[{"items":[20,30]},{"items":4}]"#,
  #""layout":{"type":"flow","itemSize":{"width":90,"height":50}},"items":[[90,50],[100,40],[90,50],[20,60],[300,10]]"#,
  #""layout":{"type":"justified"},"items":[[3,2],[2,3],1.5,[4,3],[1,1],[16,9]]"#,
  #""layout":{"type":"magazine"},"items":[{"height":40},{"height":60,"widthMode":2},{"height":50,"widthMode":2},70]"#,
  #""layout":{"type":"compositional","group":{"direction":"vertical","size":{"width":{"fractionalWidth":1},"height":{"estimated":90}},"subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"estimated":40}}},{"size":{"width":{"fractionalWidth":1},"height":{"estimated":50}}}]}},"items":7"#,
  #""layout":{"type":"custom","frames":[[0,0,50,50],[60,10,40,90]]},"sections":[{"items":2},{"items":[10,20,30],"layout":{"type":"waterfall","columns":2,"placement":"roundRobin"}}]"#,
  #""sections":[]"#,
].map { Array((#"{"container":{"width":320,"height":200},"# + $0 + "}").utf8) }

private func firstLayout(_ text: [UInt8]) -> PreparedLayout? {
  var text = text
  if text.count == 1, let byte = text.first {
    text = plainDocuments[Int(byte) % plainDocuments.count]
  }
  let cost = Cost()
  guard let document = try? LayoutDocumentReader.read(text) else { return nil }
  let layout = try? PreparedLayout(document)
  cost.check("laying out")
  return layout
}

/// What a version's document makes when it is written, read and laid out.
private func checkDocument(of version: PreparedLayout) {
  var text: [UInt8] = []
  var pieces: [UInt8] = []
  var encoder = DocumentEncoder(version.document)
  encoder.encodeAll(into: &text)
  var another = DocumentEncoder(version.document)
  while another.encode(into: &pieces, limit: 300) {}
  precondition(text == pieces, "the pieces of a document make the whole")
  let again: PreparedLayout
  do {
    again = try PreparedLayout(LayoutDocumentReader.read(text))
  } catch {
    preconditionFailure("a version's document can't be laid out: \(error)")
  }
  precondition(again.contentSize == version.contentSize, "a version is as large as its document")
  precondition(
    again.itemCount == version.itemCount && again.sectionCount == version.sectionCount)
  let (shown, expected) = (attributes(of: version), attributes(of: again))
  precondition(shown.count == expected.count, "a version shows what its document shows")
  for (one, other) in zip(shown, expected) {
    precondition(one == other && bits(one) == bits(other), "frames are equal bit for bit")
  }
  var written: [UInt8] = []
  var learned = DocumentEncoder(again.document)
  learned.encodeAll(into: &written)
  precondition(written == text, "a document that is written again is the same text")
}

// MARK: Updates

/// The version that an update makes; nil if it is refused, with reasons.
private func updated(_ parent: PreparedLayout, by text: [UInt8]) -> LayoutVersion? {
  let cost = Cost()
  let update: LayoutUpdate
  do throws(DocumentError) {
    update = try LayoutUpdateReader.read(text)
  } catch {
    cost.check("reading an update")
    check(error, of: text)
    return nil
  }
  cost.check("reading an update")
  do throws(UpdateError) {
    let version = try parent.updated(by: update, maxItems: DocumentLimits().maxItems)
    cost.check("updating")
    precondition(version.placedItemCount >= 0)
    return version
  } catch {
    cost.check("refusing an update")
    switch error {
    case .update(let error), .document(let error):
      precondition((1...20).contains(error.issues.count), "between 1 and 20 findings are told")
    }
    return nil
  }
}

private func check(_ error: DocumentError, of text: [UInt8]) {
  switch error {
  case .cancelled: preconditionFailure("reading without a budget is not ended")
  case .malformed(let malformed):
    precondition((0...text.count).contains(malformed.offset), "the place lies in the text")
  case .invalid(let errors):
    precondition((1...20).contains(errors.count), "between 1 and 20 findings are told")
    precondition(
      errors.allSatisfy { $0.pointer.isEmpty || $0.pointer.utf8.first == UInt8(ascii: "/") })
  }
}

// MARK: Changes

/// Compares what is told of changes with all that both versions show, both ways.
private func compare(
  _ old: PreparedLayout, _ new: PreparedLayout, _ map: ItemMap, _ query: ChangesQuery
) {
  let contradictions =
    VersionComparison(old, new, map, query).contradictions()
    + VersionComparison(new, old, map.inverse, query).contradictions()
  precondition(contradictions.isEmpty, "\(contradictions)")
}

/// What the query, and that for everything, cost.
private func checkCosts(
  of version: LayoutVersion, from parent: PreparedLayout, _ query: ChangesQuery
) {
  var everything = query
  everything.rect = nil
  for query in [query, everything] {
    let cost = Cost()
    _ = try? version.layout.changes(from: parent, version.map, query)
    cost.check("comparing")
  }
}

/// What an update maps to a place, it maps back from there, and nothing else to it.
private func checkMap(_ map: ItemMap, from old: PreparedLayout, to new: PreparedLayout) {
  func checkWay(_ layout: PreparedLayout, _ other: PreparedLayout, _ map: ItemMap) {
    for section in 0..<layout.sectionCount {
      for item in 0..<layout.summary(ofSection: section).itemCount {
        let path = ItemPath(section, item)
        guard let there = map.item(after: path) else { continue }
        precondition((0..<other.sectionCount).contains(there.section))
        precondition(
          (0..<other.summary(ofSection: there.section).itemCount).contains(there.item),
          "an item is mapped to one that is there")
        precondition(map.item(before: there) == path, "what is mapped there is mapped back")
      }
    }
  }
  checkWay(old, new, map)
  checkWay(new, old, map.inverse)
}

/// What an input asks of the changes between two versions, by the service's own readers.
private struct AskedChanges {
  private(set) var query = ChangesQuery(
    rect: Rect(x: 0, y: 30, width: 200, height: 150),
    bounds: Rect(x: 0, y: 40, width: 320, height: 200))

  /// A view in the midst of small content.
  init() {}

  /// Reads `rect`, `bounds`, `anchor` and `scroll`, joined by `&`; what can't be read is left as it is.
  init(_ text: [UInt8]) {
    for parameter in text.split(separator: UInt8(ascii: "&")) {
      let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard parts.count == 2 else { continue }
      read(Array(parts[0]), ParameterReader(Array(parts[1]), 0..<parts[1].count, name: "value"))
    }
  }

  private mutating func read(_ name: [UInt8], _ reader: ParameterReader) {
    switch String(decoding: name, as: UTF8.self) {
    case "rect": query.rect = reader.equals("all") ? nil : (try? reader.rect()) ?? query.rect
    case "bounds": query.bounds = reader.equals("none") ? nil : (try? reader.rect()) ?? query.bounds
    case "scroll":
      query.scroll =
        (try? reader.scrollOffsets(limit: AttributesQuery.maxScrolledSections)) ?? [:]
    case "anchor":
      if reader.equals("firstWhole") { query.anchor = .firstWhole }
      if reader.equals("last") { query.anchor = .last }
      if reader.equals("none") { query.anchor = .none }
      if let (path, isEnd) = reader.cellEdge() { query.anchor = .item(path, isEnd: isEnd) }
    default: break
    }
  }
}
