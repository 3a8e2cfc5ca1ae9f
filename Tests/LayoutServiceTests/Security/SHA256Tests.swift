import LayoutAPI
import Testing

@testable import LayoutService

/// Digests against NIST's published ones (FIPS 180-4's examples).
@Suite struct SHA256Tests {
  private static let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
  private static let millionDigest =
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `Short texts`(text: String, digest: String) {
    #expect(LayoutID(words: SHA256.hash(Array(text.utf8)[...])).text == digest)
  }

  @Test(arguments: [1, 63, 64, 65, 4_096, 1_000_000])
  func `However a text is cut, its digest is the same`(piece: Int) {
    var hasher = SHA256()
    unsafe Self.million.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: piece) {
        let end = min(start + piece, bytes.count)
        unsafe hasher.update(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
    }
    #expect(LayoutID(words: hasher.finish()).text == Self.millionDigest)
  }

  @Test func `Threads share the algorithm`() async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          LayoutID(hashing: Self.million).text == Self.millionDigest
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
