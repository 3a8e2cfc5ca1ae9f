import Foundation
import TestSupport
import Testing

@testable import LayoutService

/// Texts that stand for bytes in URLs (RFC 4648).
@Suite struct Base64URLTests {
  private func decoded(_ text: String) -> [UInt8]? {
    Base64URL.decoded(Array(text.utf8), in: 0..<text.utf8.count)
  }

  /// RFC 4648 §10's.
  @Test(arguments: [
    ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
    ("Zm9vYmE=", "fooba"), ("Zm9vYmFy", "foobar"), ("Zg", "f"), ("Zm8", "fo"),
  ])
  func `The standard's examples are read, with padding and without`(text: String, bytes: String) {
    #expect(decoded(text) == Array(bytes.utf8))
  }

  @Test(arguments: [
    "Z", "Zm9vY", "Zh", "Zm9", "Zg=", "Zg===", "=", "====", "Zg==Zg==", "Z=g=", "Zm9v====", "+A",
    "/A",
    "Zm9v ", "Zm\n9v", "Zm9v\0", "é",
  ])
  func `Anything else is refused`(text: String) {
    #expect(decoded(text) == nil)
  }

  @Test func `Random bytes come back, and random texts are read as Foundation reads them`() {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random))
        .map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Data(bytes).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_")
      #expect(decoded(text) == bytes)
      #expect(decoded(text.replacing("=", with: "")) == bytes)
      // A text of these characters is read, or is no base64.
      let letters = Array("AQgw019-_zZ=+".utf8)
      let other = (0..<4 * Int.random(in: 1...4, using: &random))
        .map { _ in letters.randomElement(using: &random) ?? 0 }
      guard let read = Base64URL.decoded(other, in: 0..<other.count) else { continue }
      let plain = String(decoding: other, as: UTF8.self)
        .replacing("-", with: "+").replacing("_", with: "/")
      #expect(Data(base64Encoded: plain) == Data(read))
    }
  }
}
