/// Computes a SHA-256 of bytes that arrive piece by piece (FIPS 180-4): layouts have the same ids in a
/// page as in the service, which has libcrypto for it.
struct SHA256: ~Copyable {
  /// A digest: 32 bytes as four big-endian words.
  typealias Digest = (UInt64, UInt64, UInt64, UInt64)

  /// Bytes that are hashed at once.
  private static let blockBytes = 64

  /// The fractions of the first 64 primes' cube roots.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  /// The fractions of the first eight primes' square roots, to begin with.
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// Bytes that are no whole block yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// Begins a hash.
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
      hashRest(from: 0)
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count - start >= Self.blockBytes {
      unsafe hash(UnsafeRawBufferPointer(rebasing: bytes[start..<start + Self.blockBytes]))
      start += Self.blockBytes
    }
    unsafe rest.append(contentsOf: bytes[start...])
  }

  /// Ends the hash, once: nothing may be added to it from then on.
  mutating func finish() -> Digest {
    let bitCount = byteCount &* 8
    rest.append(0x80)
    while rest.count % Self.blockBytes != Self.blockBytes - 8 { rest.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      rest.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    for start in stride(from: 0, to: rest.count, by: Self.blockBytes) { hashRest(from: start) }
    func word(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }
    return (word(0), word(2), word(4), word(6))
  }

  /// The hash of bytes that are there already.
  static func hash(_ bytes: ArraySlice<UInt8>) -> Digest {
    var hasher = SHA256()
    unsafe bytes.withUnsafeBytes { unsafe hasher.update($0) }
    return hasher.finish()
  }

  private mutating func hashRest(from start: Int) {
    let block = Array(rest[start..<start + Self.blockBytes])
    unsafe block.withUnsafeBytes { unsafe hash($0) }
  }

  private mutating func hash(_ block: UnsafeRawBufferPointer) {
    var words = InlineArray<64, UInt32>(repeating: 0)
    for index in 0..<16 {
      words[index] = unsafe UInt32(
        bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let one = Self.turn(early, 7) ^ Self.turn(early, 18) ^ early >> 3
      let other = Self.turn(late, 17) ^ Self.turn(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ one &+ words[index - 7] &+ other
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum = Self.turn(e, 6) ^ Self.turn(e, 11) ^ Self.turn(e, 25)
      let choice = (e & f) ^ (~e & g)
      let one = h &+ sum &+ choice &+ Self.constants[index] &+ words[index]
      let other = Self.turn(a, 2) ^ Self.turn(a, 13) ^ Self.turn(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ other &+ majority)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// The word turned to the right.
  private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }
}
