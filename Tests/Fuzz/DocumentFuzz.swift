import Glibc
import LayoutEngine
import LayoutWire

/// libFuzzer's entry: reads the input as a document, lays it out, asks it and writes the answers,
/// and traps where a frame is not finite, a rect query differs from a scan, an answer is no JSON, or
/// its pieces differ from the whole.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let limits = DocumentLimits(maxItems: 2_000, maxSections: 100, maxListLength: 50)
  guard let document = try? LayoutDocumentReader.read(bytes, limits: limits),
    let layout = try? PreparedLayout(document)
  else { return 0 }
  precondition(layout.contentSize.width.isFinite && layout.contentSize.height.isFinite)
  let all = LayoutQuery(.all)
  let elements = attributes(of: layout, all)
  for element in elements {
    precondition(isFinite(element.frame), "a frame is not finite")
  }
  checkRects(of: layout, elements, seed: bytes)
  checkAnswers(of: layout, all)
  checkSections(of: layout)
  checkOffsets(of: layout, elements)
  return 0
}

private func attributes(of layout: PreparedLayout, _ query: LayoutQuery) -> [LayoutAttributes] {
  guard let selection = try? layout.select(query) else { return [] }
  var cursor = selection.makeCursor()
  var attributes: [LayoutAttributes] = []
  while let next = cursor.next() { attributes.append(next) }
  precondition(attributes.count == selection.count, "the count is that of what is found")
  return attributes
}

private func isFinite(_ rect: Rect) -> Bool {
  rect.x.isFinite && rect.y.isFinite && rect.width.isFinite && rect.height.isFinite
}

/// Rect queries find what a scan finds, in the same order.
private func checkRects(of layout: PreparedLayout, _ all: [LayoutAttributes], seed: [UInt8]) {
  var state = seed.reduce(UInt64(seed.count)) { ($0 &* 31) &+ UInt64($1) }
  for _ in 0..<4 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let part = Double(state >> 40) / 16_777_216
    let size = layout.contentSize
    let rect = Rect(
      x: size.width * (part - 0.5), y: size.height * part, width: size.width * (1 - part) + 1,
      height: size.height * part / 4 + 1)
    let found = attributes(of: layout, LayoutQuery(.rect(rect)))
    precondition(found == all.filter { $0.frame.meets(rect) }, "a rect finds what a scan finds")
  }
}

/// Answers are JSON, and their pieces make the whole.
private func checkAnswers(of layout: PreparedLayout, _ query: LayoutQuery) {
  guard let selection = try? layout.select(query) else { return }
  let summary = LayoutSummary(id: Array("0123456789abcdef".utf8), layout: layout)
  for format in AttributesFormat.allCases {
    var whole: [UInt8] = []
    var encoder = AttributesEncoder(format, summary, selection)
    encoder.encodeAll(into: &whole)
    var pieces: [UInt8] = []
    encoder = AttributesEncoder(format, summary, selection)
    while encoder.encode(into: &pieces, limit: 500) {}
    precondition(whole == pieces, "the pieces of an answer make the whole")
    if format != .packed { checkJSON(whole) }
  }
}

private func checkSections(of layout: PreparedLayout) {
  var sections: [UInt8] = []
  var encoder = SectionsEncoder(id: Array("0123456789abcdef".utf8), layout: layout)
  encoder.encodeAll(into: &sections)
  checkJSON(sections)
}

/// Scrolling stops at finite places, or says why not.
private func checkOffsets(of layout: PreparedLayout, _ elements: [LayoutAttributes]) {
  let proposal = ScrollProposal(
    proposed: Point(x: 17.5, y: 1e6), velocity: Point(x: -1, y: 1), current: .zero)
  if let target = try? layout.targetOffset(proposal) {
    precondition(target.offset.x.isFinite && target.offset.y.isFinite)
  }
  guard let cell = elements.last(where: { $0.category == .cell }) else { return }
  let path = IndexPath(section: cell.section, item: cell.item)
  for position in ScrollPosition.allCases {
    guard let target = try? layout.targetOffset(showing: path, at: position) else { continue }
    precondition(target.offset.x.isFinite && target.offset.y.isFinite)
  }
  let found = attributes(of: layout, LayoutQuery(.indexPaths([path], kind: nil)))
  precondition(found == [cell], "an index path finds its cell")
}

private func checkJSON(_ text: [UInt8]) {
  do {
    try LayoutDocumentReader.validate(text)
  } catch {
    preconditionFailure("an answer is no JSON: \(error)")
  }
}
