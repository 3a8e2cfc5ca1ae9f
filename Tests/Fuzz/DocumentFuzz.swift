// with: Tests/Fuzz/DocumentCost.swift Tests/TestSupport/AttributesEncoder.swift
import Glibc
import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// libFuzzer's entry: reads the input as a document and, behind its last NUL, the query of a
/// request; lays it out, asks it and writes the answers.
///
/// Traps where a frame is not finite, a rect query differs from a scan, an answer is no JSON, its
/// pieces differ from the whole, or a request costs more than one may (`Cost`). Costs are those
/// within the service's own limits; the rest is tried on small layouts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let end = input.lastIndex(of: 0) ?? input.count
  let text = Array(input[..<end])
  let asked = AskedQuery(Array(input[end...].dropFirst()))
  let cost = Cost()
  let read = try? LayoutDocumentReader.read(text)
  cost.check("reading")
  guard let document = read else { return 0 }
  let prepared = try? PreparedLayout(document)
  cost.check("laying out")
  guard let layout = prepared else { return 0 }
  precondition(layout.contentSize.width.isFinite && layout.contentSize.height.isFinite)
  checkCosts(of: layout, asked)
  guard layout.itemCount <= 2_000, layout.sectionCount <= 100 else { return 0 }
  checkSmall(layout, asked, seed: text)
  return 0
}

/// What a request asks, by the service's own readers; nothing where they refuse it.
private struct AskedQuery {
  var attributes: LayoutQuery?
  var style = PictureStyle()
  var targetOffset: TargetOffsetQuery?

  init(_ text: [UInt8]) {
    let bytes = Array("GET /?".utf8) + text + Array(" HTTP/1.1\r\n\r\n".utf8)
    let query = 6..<6 + text.count
    let request = HTTPRequest(
      bytes: bytes, method: .get, target: 4..<query.upperBound, path: 4..<5, query: query,
      minorVersion: 1, fields: [], framing: .none, expectsContinue: false, keepsAlive: true)
    let parameters = try? AttributesQuery(request)
    attributes = parameters?.query
    style = parameters?.form.style ?? PictureStyle()
    targetOffset = try? TargetOffsetQuery.read(request).query
  }
}

// MARK: Costs

/// The input's own query, everything, and a strip that meets a part of every line: each in every
/// representation, as far as a first mebibyte of the answer.
private func checkCosts(of layout: PreparedLayout, _ asked: AskedQuery) {
  let strip = Rect(x: 0, y: 0, width: 5, height: 1e15)
  for query in [asked.attributes, LayoutQuery(.all), LayoutQuery(.rect(strip))] {
    guard let query else { continue }
    let summary = LayoutSummary(id: Array("0123456789abcdef".utf8), layout: layout)
    for format in AttributesFormat.allCases {
      let cost = Cost()
      guard let selection = try? layout.select(query) else { break }
      cost.check("finding")
      writeSome(AttributesEncoder(format, summary, selection))
      cost.check("writing")
    }
    let cost = Cost()
    guard let picture = try? SVGAttributesEncoder(layout, query, style: asked.style) else {
      continue
    }
    writeSome(picture)
    cost.check("drawing")
  }
}

private func writeSome(_ encoder: some PieceEncoder) {
  var encoder = encoder
  var piece: [UInt8] = []
  var left = 1 << 20
  while left > 0 {
    piece.removeAll(keepingCapacity: true)
    guard encoder.encode(into: &piece, limit: 65_536) else { return }
    left -= max(piece.count, 1_024)
  }
}

// MARK: Answers

private func checkSmall(_ layout: PreparedLayout, _ asked: AskedQuery, seed: [UInt8]) {
  let all = LayoutQuery(.all)
  guard let selection = try? layout.select(all), selection.count <= 20_000 else { return }
  let elements = attributes(of: layout, all)
  for element in elements {
    precondition(isFinite(element.frame), "a frame is not finite")
  }
  checkRects(of: layout, elements, seed: seed)
  checkAnswers(of: layout, all, PictureStyle())
  if let query = asked.attributes { checkAsked(query, of: layout, asked.style) }
  checkSections(of: layout)
  checkOffsets(of: layout, elements, asked.targetOffset)
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
    precondition(
      found == all.filter { $0.frame.intersects(rect) }, "a rect finds what a scan finds")
  }
}

/// The input's own query, with its bounds, scroll offsets and origin.
private func checkAsked(
  _ query: LayoutQuery, of layout: PreparedLayout, _ style: PictureStyle
) {
  checkAnswers(of: layout, query, style)
  var everything = query
  everything.selection = .all
  everything.origin = .content
  let all = attributes(of: layout, everything)
  var placed = query
  placed.origin = .content
  let found = attributes(of: layout, placed)
  precondition(
    attributes(of: layout, query).count == found.count, "origin only moves what is found")
  switch query.selection {
  case .all: precondition(found == all)
  case .rect(let rect):
    precondition(
      found == all.filter { $0.frame.intersects(rect) }, "a rect finds what a scan finds")
  case .indexPaths(let paths, let kind):
    guard !found.isEmpty else { return }
    precondition(found.count == paths.count, "every index path has its element, or none has")
    for (path, element) in zip(paths, found) {
      precondition(element.section == path.section && element.item == path.item)
      precondition(kind == nil || element.kind == kind)
      precondition(all.contains(element), "an index path finds what a scan finds")
    }
  }
}

/// Answers are JSON, and their pieces make the whole.
private func checkAnswers(
  of layout: PreparedLayout, _ query: LayoutQuery, _ style: PictureStyle
) {
  guard let selection = try? layout.select(query) else { return }
  let summary = LayoutSummary(id: Array("0123456789abcdef".utf8), layout: layout)
  for format in AttributesFormat.allCases {
    let whole = checkPieces { AttributesEncoder(format, summary, selection) }
    if format != .packed { checkJSON(whole) }
  }
  guard (try? SVGAttributesEncoder(layout, query, style: style)) != nil else { return }
  _ = checkPieces { try? SVGAttributesEncoder(layout, query, style: style) }
}

/// The whole text, which its pieces make.
private func checkPieces(_ make: () -> (some PieceEncoder)?) -> [UInt8] {
  var whole: [UInt8] = []
  var pieces: [UInt8] = []
  guard var encoder = make(), var another = make() else { return [] }
  encoder.encodeAll(into: &whole)
  while another.encode(into: &pieces, limit: 500) {}
  precondition(whole == pieces, "the pieces of an answer make the whole")
  return whole
}

private func checkSections(of layout: PreparedLayout) {
  var sections: [UInt8] = []
  var encoder = SectionsEncoder(id: Array("0123456789abcdef".utf8), layout: layout)
  encoder.encodeAll(into: &sections)
  checkJSON(sections)
}

/// Scrolling stops at finite places, or says why not.
private func checkOffsets(
  of layout: PreparedLayout, _ elements: [LayoutAttributes], _ asked: TargetOffsetQuery?
) {
  func check(_ target: TargetOffset?) {
    guard let target else { return }
    precondition(target.offset.x.isFinite && target.offset.y.isFinite)
  }
  check(
    try? layout.targetOffset(
      ScrollProposal(
        proposed: Point(x: 17.5, y: 1e6), velocity: Point(x: -1, y: 1), current: .zero)))
  switch asked {
  case .proposal(let proposal): check(try? layout.targetOffset(proposal))
  case .showing(let target):
    check(try? layout.targetOffset(showing: target))
  case nil: break
  }
  guard let cell = elements.last(where: { $0.category == .cell }) else { return }
  let path = LayoutIndexPath(section: cell.section, item: cell.item)
  for position in ItemScrollPosition.allCases {
    check(try? layout.targetOffset(showing: path, at: position))
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
