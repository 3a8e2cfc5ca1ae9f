import HTTPMessage
import LayoutAPI
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutService

/// The work of texts is taken from the allowance of the document, or of the request, that has them.
///
/// The clock tells the price, so what is accepted here costs less than a fifth of the allowance.
@Suite(
  .waits, .disabled(if: interIsMissing, "the font Inter is not installed (fonts-inter)"),
  .disabled(if: isSanitized, "a sanitizer makes the work twenty times as slow as its price"))
struct TextPriceTests {
  private static let style =
    #""textStyles":{"a":{"fontFamily":"Inter","fontSize":13,"lineHeight":18}}"#

  /// Texts of 8,000 letters, in columns in which each letter is a line that is shaped anew.
  private static func texts(_ count: Int, _ text: (String) -> String) -> String {
    let letters = String(repeating: "AVToWa", count: 1_330)
    return "[" + (0..<count).map { text("\($0)" + letters) }.joined(separator: ",") + "]"
  }

  private static func document(_ count: Int, columns: Int) -> String {
    let items = texts(count) { #"{"body":"\#($0)"}"# }
    return #"""
      {"container":{"width":800,"height":800},\#(style),
       "layout":{"type":"waterfall","columns":\#(columns),"columnSpacing":0,"body":{"style":"a"}},"items":\#(items)}
      """#
  }

  @Test
  func `A document whose texts would be shaped for long is refused at the text that is too much`()
    throws
  {
    let service = TestService()
    let answer = try service.send("POST", "/v1/layouts", text: Self.document(60, columns: 700))
    #expect(answer.status == 422)
    #expect(answer.text.contains(#""pointer":"/items/"#) && answer.text.contains(#"/body""#))
    #expect(
      answer.text.contains("more work than one request may have"), "\(answer.text.prefix(300))")
    // Few of them, or columns of an ordinary width, are not too much.
    #expect(
      try service.send("POST", "/v1/layouts", text: Self.document(1, columns: 700)).status == 201)
    #expect(
      try service.send("POST", "/v1/layouts", text: Self.document(30, columns: 2)).status == 201)
  }

  @Test func `An update to a width in which texts are shaped for long is refused`() throws {
    let service = TestService()
    let text = Self.document(40, columns: 2)
    let posted = try service.send("POST", "/v1/layouts", text: text)
    #expect(posted.status == 201)
    let id = LayoutID(hashing: Array(text.utf8)).text
    let answer = try service.send(
      "POST", "/v1/layouts/\(id)/updates", text: #"{"container":{"width":4}}"#)
    #expect(answer.status == 422)
    #expect(
      answer.text.contains("more work than one request may have"), "\(answer.text.prefix(300))")
  }

  @Test func `Texts without a layout have the allowance of a document`() throws {
    let texts = Self.texts(60) { #"{"text":"\#($0)","width":1}"# }
    let answer = try TestService().send(
      "POST", "/v1/texts", text: "{\(Self.style),\"texts\":\(texts)}")
    #expect(answer.status == 422)
    #expect(answer.text.contains(#""pointer":"/texts/"#) && answer.text.contains(#"/text""#))
  }

  @Test func `Lines that take long to find are refused, and fewer of them are not`() throws {
    let service = TestService()
    let text = Self.document(4, columns: 40)
    #expect(try service.send("POST", "/v1/layouts", text: text).status == 201)
    var id = LayoutID(hashing: Array(text.utf8))
    for number in 1...24 {
      // Each version has the allowance of a document for the texts that are new.
      let items = Self.texts(4) { #"{"body":"\#(number)-\#($0)"}"# }
      let update = #"{"append":[{"section":0,"items":\#(items)}]}"#
      let answer = try service.send("POST", "/v1/layouts/\(id.text)/updates", text: update)
      #expect(answer.status == 201, "\(answer.text.prefix(300))")
      id = .child(of: id, update: Array(update.utf8))
    }
    let path = "/v1/layouts/\(id.text)/attributes?lines=true&"
    let answer = try service.send("GET", path + "rect=all")
    #expect(answer.status == 400)
    #expect(answer.text.contains("request a smaller rect"), "\(answer.text.prefix(300))")
    #expect(try service.send("GET", path + "indexPath=0-0").status == 200)
  }
}

private let isSanitized = ["TSAN_OPTIONS", "ASAN_OPTIONS"].contains {
  ProcessInfo.processInfo.environment[$0] != nil
}
