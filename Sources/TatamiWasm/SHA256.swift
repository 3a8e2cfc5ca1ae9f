import LayoutAPI

/// Computes the SHA-256 of bytes that arrive piece by piece (FIPS 180-4).
///
/// A layout thereby has one id in a page and in the service, which computes it with libcrypto.
struct SHA256: ~Copyable {
  /// A digest: 32 bytes as four big-endian words.
  typealias Digest = (UInt64, UInt64, UInt64, UInt64)

  /// The number of bytes in a block.
  private static let blockBytes = 64
  /// The maximum number of bytes passed to one call of the C code, in whole blocks.
  private static let callBytes = 4096

  /// The initial state: the fractions of the first eight primes' square roots.
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The received bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// Creates the hash of no bytes.
  init() {}

  /// Hashes further bytes.
  ///
  /// - Complexity: O(`bytes`).
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount += UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(Self.blockBytes - rest.count, bytes.count)
      unsafe rest.append(contentsOf: bytes[..<start])
      guard rest.count == Self.blockBytes else { return }
      hashRest()
      rest.removeAll(keepingCapacity: true)
    }
    let whole = (bytes.count - start) / Self.blockBytes * Self.blockBytes
    unsafe hash(UnsafeRawBufferPointer(rebasing: bytes[start..<start + whole]))
    unsafe rest.append(contentsOf: bytes[(start + whole)...])
  }

  /// Returns the digest of all bytes; the caller must not use the hash afterwards.
  mutating func finish() -> Digest {
    let bitCount = byteCount &* 8
    rest.append(0x80)
    while rest.count % Self.blockBytes != Self.blockBytes - 8 { rest.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      rest.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    hashRest()
    func word(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }
    return (word(0), word(2), word(4), word(6))
  }

  /// Returns the digest of the given bytes.
  static func hash(_ bytes: ArraySlice<UInt8>) -> Digest {
    var hasher = SHA256()
    unsafe bytes.withUnsafeBytes { unsafe hasher.update($0) }
    return hasher.finish()
  }

  private mutating func hashRest() {
    let blocks = rest
    unsafe blocks.withUnsafeBytes { unsafe hash($0) }
  }

  /// Hashes whole blocks, at most `callBytes` in one call of the C code.
  ///
  /// A browser switches to a function's faster code only when the function is called again, never
  /// during a call: a single call for a whole document would run the slow code to its end.
  private mutating func hash(_ blocks: UnsafeRawBufferPointer) {
    guard let start = blocks.baseAddress else { return }
    var words = state.mutableSpan
    unsafe words.withUnsafeMutableBufferPointer { words in
      for offset in stride(from: 0, to: blocks.count, by: Self.callBytes) {
        let count = min(Self.callBytes, blocks.count - offset) / Self.blockBytes
        unsafe tatamiSHA256(words.baseAddress, start + offset, count)
      }
    }
  }
}

extension LayoutID {
  /// Creates the id of a document.
  init(hashing document: [UInt8]) {
    self.init(SHA256.hash(document[...]), of: nil)
  }

  /// Returns the id of the version that an update derives from a layout.
  static func child(of parent: LayoutID, update: [UInt8]) -> LayoutID {
    LayoutID(SHA256.hash((parent.hashedPrefix + update)[...]), of: parent)
  }
}

@_extern(c, "tatami_sha256") private func tatamiSHA256(
  _ state: UnsafeMutablePointer<UInt32>?, _ blocks: UnsafeRawPointer, _ blockCount: Int)
