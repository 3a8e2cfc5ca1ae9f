extension [UInt8] {
  /// Returns whether the bytes in `range` equal those of `text`.
  ///
  /// - Complexity: O(`text`); no allocation.
  public func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
    range.count == text.utf8CodeUnitCount && hasPrefix(text, in: range)
  }

  /// Returns whether the bytes in `range` begin with those of `text`.
  ///
  /// - Complexity: O(`text`); no allocation.
  public func hasPrefix(_ text: StaticString, in range: Range<Int>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count else { return false }
    let length = text.utf8CodeUnitCount
    guard range.count >= length else { return false }
    let start = range.lowerBound
    // The range is within the array, as was just checked.
    return unsafe withUnsafeBytes { bytes in
      text.withUTF8Buffer { expected in
        unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
          .equals(UnsafeRawBufferPointer(expected))
      }
    }
  }

  /// Returns whether the bytes in `range` equal those of `text`, ignoring the case of the letters A to Z.
  ///
  /// RFC 9110 compares field names and most tokens in this way.
  ///
  /// - Complexity: O(`text`); no allocation.
  public func equalsIgnoringCase(_ text: StaticString, in range: Range<Int>) -> Bool {
    let length = text.utf8CodeUnitCount
    guard range.count == length, range.lowerBound >= 0, range.upperBound <= count else {
      return false
    }
    // The range is within the array and as long as the text, as was just checked.
    return unsafe withUnsafeBytes { bytes in
      text.withUTF8Buffer { expected in
        for index in 0..<length {
          let here = unsafe bytes[range.lowerBound &+ index]
          let wanted = unsafe expected[index]
          guard here == wanted || here.lowercased == wanted.lowercased else {
            return false
          }
        }
        return true
      }
    }
  }

  /// Returns the bytes in `range` as text; invalid UTF-8 becomes U+FFFD.
  public func text(in range: Range<Int>) -> String {
    String(decoding: self[range], as: UTF8.self)
  }
}

extension UInt8 {
  /// The lowercase letter if the byte is an ASCII capital, otherwise the byte itself.
  var lowercased: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }

  /// The value of a hexadecimal digit in either case; nil if it is another byte.
  var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
