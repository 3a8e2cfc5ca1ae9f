/// Two independent keyed hashes of 64 bits of the same bytes.
///
/// Each is the NH of UMAC (Black, Halevi, Krawczyk, Krovetz and Rogaway, 1999; RFC 4418) with words of 64 bits: a sum of
/// products of pairs of words, each plus a word of the process's random key. Two texts of one length share one with a
/// probability of 2⁻⁶⁴, however they were chosen, as long as nobody sees the hashes. The second key is the first one
/// shifted by a pair of words. It reads 16 bytes a product, where SipHash takes a round for eight.
enum KeyedHash {
  /// The greatest number of bytes that have a hash: those of the longest text that is measured.
  static let maxByteCount = 3 * TextMeasurer.maximumTextLength

  /// The words before those of the text.
  private static let prefixCount = 4
  /// The random words: one for each word that is hashed, two for the shift, and four to mix the sums.
  private static let key = (0..<prefixCount + maxByteCount / 8 + 8).map { _ in
    UInt64.random(in: .min ... .max)
  }

  /// Returns the hashes of a prefix and at most `maxByteCount` bytes.
  static func hash(
    _ prefix: (UInt64, UInt64, UInt64), _ text: ArraySlice<UInt8>
  ) -> (UInt64, UInt64) {
    unsafe key.withUnsafeBufferPointer { key in
      unsafe text.withUnsafeBytes { text in
        var (first, second) = (Sum(), Sum())
        /// Adds a pair of words, the one at the even index `index`.
        func add(_ one: UInt64, _ other: UInt64, at index: Int) {
          unsafe first.add(one &+ key[index], other &+ key[index + 1])
          unsafe second.add(one &+ key[index + 2], other &+ key[index + 3])
        }
        add(prefix.0, prefix.1, at: 0)
        add(prefix.2, UInt64(text.count), at: 2)
        var (place, index) = (0, prefixCount)
        while text.count - place >= 16 {
          unsafe add(
            UInt64(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
            UInt64(littleEndian: text.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)),
            at: index)
          place += 16
          index += 2
        }
        if place < text.count {
          var rest: (UInt64, UInt64) = (0, 0)
          unsafe withUnsafeMutableBytes(of: &rest) { bytes in
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: text[place...]))
          }
          add(UInt64(littleEndian: rest.0), UInt64(littleEndian: rest.1), at: index)
        }
        let end = key.count
        return unsafe (
          first.mixed(key[end - 4], key[end - 3]), second.mixed(key[end - 2], key[end - 1])
        )
      }
    }
  }

  /// A sum of products modulo 2¹²⁸.
  private struct Sum {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    mutating func add(_ one: UInt64, _ other: UInt64) {
      let product = one.multipliedFullWidth(by: other)
      let (sum, overflow) = low.addingReportingOverflow(product.low)
      low = sum
      high = high &+ product.high &+ (overflow ? 1 : 0)
    }

    /// Returns 64 bits that all depend on the whole sum, for places in a table.
    func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
      let product = (low ^ one).multipliedFullWidth(by: high ^ other)
      return product.low ^ product.high
    }
  }
}
