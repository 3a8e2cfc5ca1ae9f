import Foundation
import TestSupport
import Testing

@testable import TatamiClient

/// URLs that clients sign, against the program.
@Suite(.timeLimit(.minutes(60)), .waits) struct SignerTests {
  /// RFC 4231's test cases 1, 2 and 6: a short key, a text key and one longer than a block.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `The codes are those of the standard`(key: [UInt8], text: String, code: String) {
    let own = TatamiDigest.hmac(Array(text.utf8), key: key)
    #expect(own.map { String($0 / 16, radix: 16) + String($0 % 16, radix: 16) }.joined() == code)
  }

  @Test func `The service answers what the client and the command have signed`() async throws {
    let keys = ["first-0123456789abcdef", "second-0123456789abcdef"]
    let environment = ["TATAMI_API_KEYS": "key", "TATAMI_URL_KEYS": keys.joined(separator: ",")]
    let program = try TatamiProgram(environment: environment)
    let base = try #require(URL(string: "http://127.0.0.1:\(program.client.port)"))
    var client = TatamiClient(base: base)
    client.apiKey = "key"
    let layout = try await client.layout(json: TestDocument.waterfall)
    let picture = base.appending(path: "v1/layouts/\(layout.id)/attributes.svg")
      .appending(queryItems: [URLQueryItem(name: "rect", value: "all")])
    #expect(try status(of: picture, program) == 401)
    for key in keys {
      let signer = TatamiSigner(key: key)
      let signed = try #require(signer.sign(picture))
      #expect(try status(of: signed, program) == 200)
      #expect(signer.sign(signed) == nil)
      let later = try #require(signer.sign(picture, expires: .now + 3_600))
      #expect(try status(of: later, program) == 200)
      let earlier = try #require(signer.sign(picture, expires: .now - 1))
      #expect(try status(of: earlier, program) == 403)
    }
    #expect(
      try status(
        of: try #require(TatamiSigner(key: "third-0123456789abcdef").sign(picture)), program)
        == 403)

    let told = try TatamiProgram.run(["sign", picture.absoluteString], environment: environment)
    #expect(told.output == "\(TatamiSigner(key: keys[0]).sign(picture)?.absoluteString ?? "")\n")
    let brief = try TatamiProgram.run(
      ["sign", "--expires-in", "600", picture.absoluteString], environment: environment)
    let url = try #require(URL(string: brief.output.trimmingCharacters(in: .newlines)))
    #expect(url.query()?.contains("&expires=") == true)
    #expect(try status(of: url, program) == 200)
    program.signal(SIGTERM)
    let log = program.waitForEnd().log
    #expect(log.contains("sig=*"))
    for key in keys + ["sig=\(url.absoluteString.suffix(43))"] { #expect(!log.contains(key)) }
  }

  @Test func `What cannot be signed is refused, and no key is repeated`() throws {
    let key = "s3cret-0123456789abcdef"
    for (arguments, keys, reason) in [
      (["/v1/fonts"], nil, "set TATAMI_URL_KEYS_FILE or TATAMI_URL_KEYS"),
      (["/v1/fonts"], "s3cret", "at least 16"),
      (["v1/fonts"], key, "begins with a slash"), (["/v1/fonts?sig=1"], key, "signed already"),
      (["/v1/fonts?a=1&expires=1"], key, "signed already"),
      (["--expires-in", "0", "/v1/fonts"], key, "from 1 to"),
    ] as [([String], String?, String)] {
      let ended = try TatamiProgram.run(
        ["sign"] + arguments, environment: keys.map { ["TATAMI_URL_KEYS": $0] } ?? [:])
      #expect(ended.status == 2)
      #expect(ended.error.contains(reason), "\(ended.error)")
      #expect(!ended.error.contains("s3cret"))
    }
  }

  private func status(of url: URL, _ program: TatamiProgram) throws -> Int {
    let target = "\(url.path())?\(url.query() ?? "")"
    return try program.client.send("GET", target).status
  }
}
