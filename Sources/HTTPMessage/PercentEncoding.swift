/// A `%` that two hexadecimal digits do not follow.
public struct PercentEncodingError: Error, Sendable, Hashable {
  /// Where the `%` stands in the bytes that were read.
  public var offset: Int

  /// Creates an error at a place.
  public init(offset: Int) {
    self.offset = offset
  }
}

/// Percent-encoding of URI parts (RFC 3986 §2.1).
///
/// `+` is a plus, never a space.
public enum PercentEncoding {
  /// Appends the decoded bytes of `range` to `output`.
  ///
  /// - Throws: `PercentEncodingError` at the first malformed `%`; `output` then holds what was
  ///   decoded before it.
  /// - Complexity: O(`range`); allocates only where `output` must grow.
  public static func decode(
    _ bytes: [UInt8], in range: Range<Int>, into output: inout [UInt8]
  ) throws(PercentEncodingError) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "%") else {
        output.append(byte)
        index += 1
        continue
      }
      guard range.upperBound - index > 2, let high = bytes[index + 1].hexValue,
        let low = bytes[index + 2].hexValue
      else { throw PercentEncodingError(offset: index) }
      output.append(high << 4 | low)
      index += 3
    }
  }

  /// Whether any byte of `range` is a `%`, so that decoding would change or refuse something.
  public static func isEncoded(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    bytes[range].contains(UInt8(ascii: "%"))
  }

  /// Whether the bytes of `range`, decoded, are `text`'s.
  ///
  /// Malformed encodings equal nothing.
  ///
  /// - Complexity: O(`range`); no allocation.
  public static func equals(
    _ bytes: [UInt8], in range: Range<Int>, _ text: StaticString
  ) -> Bool {
    text.withUTF8Buffer { expected in
      var index = range.lowerBound
      var matched = 0
      while index < range.upperBound {
        var byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "%") {
          guard range.upperBound - index > 1, let high = bytes[index].hexValue,
            let low = bytes[index + 1].hexValue
          else { return false }
          byte = high << 4 | low
          index += 2
        }
        guard matched < expected.count, unsafe expected[matched] == byte else { return false }
        matched += 1
      }
      return matched == expected.count
    }
  }
}
