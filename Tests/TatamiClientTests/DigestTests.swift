import Foundation
import TestSupport
import Testing

@testable import TatamiClient

/// Ids are made on systems without CryptoKit, too.
@Suite struct DigestTests {
  /// FIPS 180-4's own examples, as NIST publishes them.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `The digests are those of the standard`(text: String, digest: String) {
    #expect(TatamiDigest.sha256(Data(text.utf8)) == digest)
  }

  @Test(.enabled(if: Command.isInstalled("sha256sum"), "sha256sum is not installed"))
  func `Every length about a block's is what another program makes of it`() throws {
    for length in Array(0...130) + [1_000, 100_003] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ length) }
      let told = try Command.run(["/usr/bin/env", "sha256sum"], input: bytes).output.prefix(64)
      #expect(TatamiDigest.sha256(Data(bytes)) == told, "\(length) bytes")
    }
  }
}
