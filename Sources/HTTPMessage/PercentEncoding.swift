/// The error for a `%` that is not followed by two hexadecimal digits.
public struct PercentEncodingError: Error, Sendable, Hashable {
  /// The offset of the `%` in the bytes read.
  public var offset: Int

  /// Creates an error at an offset.
  public init(offset: Int) {
    self.offset = offset
  }
}

/// Percent-encoding of URI parts (RFC 3986 §2.1).
///
/// A `+` is a plus sign, never a space.
public enum PercentEncoding {
  /// Appends the decoded bytes of `range` to `output`.
  ///
  /// - Throws: `PercentEncodingError` at the first malformed `%`; `output` then contains the bytes
  ///   decoded before it.
  /// - Complexity: O(`range`); allocates only if `output` must grow.
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

  /// Returns whether `range` contains a `%`, so that decoding would change or refuse it.
  public static func isEncoded(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    bytes[range].contains(UInt8(ascii: "%"))
  }

  /// Returns whether the decoded bytes of `range` equal those of `text`.
  ///
  /// Malformed encodings are never equal.
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
