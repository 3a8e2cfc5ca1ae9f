import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// Documents that are written anew say the same (Contract §10, §13).
@Suite struct DocumentEncoderTests {
  private func text(_ document: LayoutDocument, piece: Int = .max) -> [UInt8] {
    var encoder = DocumentEncoder(document)
    var text: [UInt8] = []
    while encoder.encode(into: &text, limit: piece) {}
    return text
  }

  private func frames(_ document: LayoutDocument) throws -> [LayoutAttributes] {
    var cursor = try PreparedLayout(document).select(LayoutQuery(.all)).makeCursor()
    var frames: [LayoutAttributes] = []
    while let attributes = cursor.next() { frames.append(attributes) }
    return frames
  }

  @Test(arguments: Fixture.fileNames)
  func `every fixture's document, written anew, gives the same frames`(file: String) throws {
    for line in try PackageFiles.lines(of: "\(Fixture.folder)/\(file)") {
      let line = Array(line)
      let fixture = try FixtureValue(line)
      guard let range = fixture["document"]?.range else { continue }
      let document = try LayoutDocumentReader.read(Array(line[range]))
      let written = text(document)
      let again = try LayoutDocumentReader.read(written)
      let name = fixture["name"]?.string ?? ""
      #expect(try frames(again) == frames(document), "\(file): \(name)")
      // Written once more it is the same text: nothing is added or lost on the way.
      #expect(text(again) == written, "\(file): \(name)")
    }
  }

  @Test func `references of insets are written as they were read`() throws {
    let given =
      #"{"container":{"width":3,"safeAreaInsets":{"top":1,"leading":0,"bottom":0,"trailing":0},"#
      + #""layoutMargins":{"top":0,"leading":0.5,"bottom":0,"trailing":0},"readableContentWidth":2,"#
      + #""scrollPadding":{"top":44,"leading":0,"bottom":0.5,"trailing":0}},"#
      + #""configuration":{"contentInsetsReference":"none"},"sections":[{"items":1,"layout":"#
      + #"{"type":"custom","contentInsetsReference":"readableContent","frames":[[1,2,3,4]]}}]}"#
    let document = try LayoutDocumentReader.read(Array(given.utf8))
    #expect(String(decoding: text(document), as: UTF8.self) == given)
  }

  @Test func `pieces of any length make the same text`() throws {
    let long = String(repeating: " ", count: 200_000)
    let documents = [
      #"{"container":{"width":3,"height":4},"layout":{"type":"list","rowHeight":7\#(long)},"#
        + #""items":[1,[2,3],{"id":"ä\"\n","height":2},4.25]}"#,
      #"{"container":{"width":3,"height":4,"scale":3,"direction":"rtl","contentInsets":"#
        + #"{"top":1,"leading":0.5,"bottom":0,"trailing":0}},"configuration":{},"sections":["#
        + #"{"items":0,"layout":{"type":"list"}},{"items":[],"layout":{"type":"flow"}},"#
        + #"{"items":3,"layout":[{"when":{"minWidth":1},"layout":{"type":"waterfall"}}]},"#
        + #"{"items":2,"layout":{"type":"custom","frames":[[1,2,3,4],"#
        + #"{"x":-1.5,"y":0,"width":2,"height":3,"zIndex":-4}]}}]}"#,
      #"{"container":{"width":3,"height":4},"sections":[]}"#,
    ]
    for document in documents {
      let document = try LayoutDocumentReader.read(Array(document.utf8))
      let whole = text(document)
      for piece in [1, 7, 100, 65_536] { #expect(text(document, piece: piece) == whole) }
      var encoder = DocumentEncoder(document)
      var first: [UInt8] = []
      #expect(encoder.encode(into: &first, limit: 65_536) == (whole.count >= 65_536))
      #expect(first.count < 65_536 + 1_024)
    }
  }

  @Test func `items are written as they came, and as objects where they have learned`() throws {
    let items = [
      "120", "[4,3]", #"{"width":2}"#, #"{"height":120,"column":3,"measured":{"height":7.5}}"#,
      #"{"id":"a","width":1,"height":2,"aspectRatio":0.5,"bodyHeight":9,"columnSpan":2,"#
        + #""zIndex":-3,"column":0,"widthMode":4,"heightMode":"stretch","#
        + #""measured":{"width":1,"height":2,"bodyHeight":0}}"#,
      #"{"aspectRatio":2,"fullWidth":true}"#, #"{"widthMode":"fullBleed"}"#, "{}",
      #"{"separators":"hidden"}"#,
      #"{"id":7,"separators":{"top":"automatic","bottom":"visible"}}"#,
      #"{"separators":{"top":"hidden","bottom":"hidden","topInsets":{"leading":1.5},"bottomInsets":{"trailing":0}}}"#,
    ]
    let text =
      #"{"container":{"width":390,"height":844},"layout":{"type":"waterfall"},"items":["#
      + items.joined(separator: ",") + "]}"
    let document = try LayoutDocumentReader.read(Array(text.utf8))
    #expect(String(decoding: self.text(document), as: UTF8.self) == text)
  }

  @Test func `a section with a layout of its own stands in a list`() throws {
    var document = try LayoutDocumentReader.read(
      Array(#"{"container":{"width":3,"height":4},"layout":{"type":"list"},"items":2}"#.utf8))
    document.sections[0].layout = document.layout
    #expect(
      String(decoding: text(document), as: UTF8.self)
        == #"{"container":{"width":3,"height":4},"layout":{"type":"list"},"#
        + #""sections":[{"items":2,"layout":{"type":"list"}}]}"#)
  }
}
