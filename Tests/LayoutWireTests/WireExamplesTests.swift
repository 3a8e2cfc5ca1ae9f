import LayoutEngine
import LayoutWire
import Testing

// Doc comments of LayoutWire show parts of this file, which a test compares.

/// What the examples in doc comments say.
@Suite struct WireExamplesTests {
  @Test func `A document of a text`() throws {
    let document = try LayoutDocument(
      json: #"{"container":{"width":320},"layout":{"type":"list"},"items":3}"#.utf8)
    let layout = try PreparedLayout(document)
    // layout.contentSize is 320 × 132: three rows of 44 points.
    #expect(layout.contentSize == Size(width: 320, height: 132))
  }

  @Test func `An example of LayoutDocumentReader`() throws {
    let bytes = Array(#"{"container":{"width":320},"layout":{"type":"list"},"items":3}"#.utf8)
    let deadline = ContinuousClock.now + .seconds(1)
    let budget = LayoutBudget(isWanted: { ContinuousClock.now < deadline })
    let document = try LayoutDocumentReader.read(
      bytes, limits: DocumentLimits(maxItems: 10_000), budget)
    let layout = try PreparedLayout(document, budget)
    // A text from a stranger: at most 10,000 items, and a second of work.
    #expect(layout.itemCount == 3)
  }

  @Test func `An example of LayoutUpdateReader`() throws {
    let layout = try PreparedLayout(
      LayoutDocument(json: #"{"container":{"width":320},"layout":{"type":"list"},"items":3}"#.utf8))
    let update = try LayoutUpdateReader.read(Array(#"{"delete":[[0,2]]}"#.utf8))
    let version = try layout.updated(by: update, maxItems: 10_000)
    #expect(version.layout.itemCount == 2)
  }

  @Test func `An example of DocumentError`() throws {
    do {
      _ = try LayoutDocument(json: #"{"container":{"width":-1},"items":1}"#.utf8)
    } catch DocumentError.invalid(let faults) {
      for fault in faults { print(fault.pointer, fault.detail) }
    }
    // The pointer is /container/width.
    #expect {
      try LayoutDocument(json: #"{"container":{"width":-1},"items":1}"#.utf8)
    } throws: { error in
      guard case DocumentError.invalid(let faults) = error else { return false }
      return faults.map(\.pointer).contains("/container/width")
    }
  }

  @Test func `An example of JSONAttributesEncoder`() throws {
    let id = Array(String(repeating: "0", count: 64).utf8)
    let layout = try PreparedLayout(
      LayoutDocument(json: #"{"container":{"width":320},"layout":{"type":"list"},"items":3}"#.utf8))
    var encoder = JSONAttributesEncoder(
      LayoutSummary(id: id, layout: layout), try layout.select(LayoutQuery(.all)))
    var json: [UInt8] = []
    while encoder.encode(into: &json, limit: 1 << 16) {}
    #expect(String(decoding: json, as: UTF8.self).contains(#""attributes":[{"indexPath":[0,0]"#))
  }

  @Test func `An example of SVGAttributesEncoder`() throws {
    let layout = try PreparedLayout(
      LayoutDocument(json: #"{"container":{"width":320},"layout":{"type":"list"},"items":3}"#.utf8))
    var encoder = try SVGAttributesEncoder(
      layout, LayoutQuery(.all), style: PictureStyle(theme: .dark, zoom: 0.5))
    var svg: [UInt8] = []
    while encoder.encode(into: &svg, limit: 1 << 16) {}
    #expect(String(decoding: svg, as: UTF8.self).hasPrefix("<svg"))
  }

  @Test func `An example of DocumentEncoder`() throws {
    let layout = try PreparedLayout(
      LayoutDocument(json: #"{"container":{"width":320},"layout":{"type":"list"},"items":3}"#.utf8))
    let version = try layout.updated(
      by: LayoutUpdateReader.read(Array(#"{"delete":[[0,2]]}"#.utf8)), maxItems: 10_000)
    var encoder = DocumentEncoder(version.layout.document)
    var json: [UInt8] = []
    while encoder.encode(into: &json, limit: 1 << 16) {}
    // The document that lays out the version: {"container":{"width":320}, …,"items":2}
    #expect(try LayoutDocument(json: json).sections[0].items.count == 2)
  }
}
