/// Searches and comparisons of runs of bytes, eight at once: a request's head is little else.
extension [UInt8] {
  /// The first place of `byte` in the range; nil where it is not there.
  ///
  /// - Complexity: O(`range`); no allocation.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
    let pattern = 0x0101_0101_0101_0101 &* UInt64(byte)
    return withUnsafeBytes { bytes in
      var index = range.lowerBound
      while index + 8 <= range.upperBound {
        let difference =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          ^ pattern
        // Zero bytes lose their top bit's zero; borrows reach only bytes behind a zero one.
        let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
        guard zeros == 0 else { return index + zeros.trailingZeroBitCount / 8 }
        index += 8
      }
      while index < range.upperBound {
        if bytes[index] == byte { return index }
        index += 1
      }
      return nil
    }
  }

  /// Where the printable ASCII that the range begins with ends.
  ///
  /// - Complexity: O(`range`); no allocation.
  func endOfPlainText(in range: Range<Int>) -> Int {
    guard range.lowerBound >= 0, range.upperBound <= count else { return range.lowerBound }
    return withUnsafeBytes { bytes in
      var index = range.lowerBound
      while index + 8 <= range.upperBound {
        let eight = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        // A byte's top bit: not ASCII; behind the subtraction: below 0x20; behind the addition:
        // 0x7F. Borrows and carries reach only bytes behind one that is marked itself.
        let below = eight &- 0x2020_2020_2020_2020
        let above = eight &+ 0x0101_0101_0101_0101
        let marks = (eight | below | above) & 0x8080_8080_8080_8080
        guard marks == 0 else { return index + marks.trailingZeroBitCount / 8 }
        index += 8
      }
      while index < range.upperBound, 0x20..<0x7F ~= bytes[index] { index += 1 }
      return index
    }
  }

  /// Whether the bytes in `range` are those of `other` in `otherRange`.
  ///
  /// - Complexity: O(`range`); no allocation.
  public func equals(_ other: [UInt8], in otherRange: Range<Int>, at range: Range<Int>) -> Bool {
    guard range.count == otherRange.count, range.lowerBound >= 0, range.upperBound <= count,
      otherRange.lowerBound >= 0, otherRange.upperBound <= other.count
    else { return false }
    return withUnsafeBytes { these in
      other.withUnsafeBytes { those in
        UnsafeRawBufferPointer(rebasing: these[range])
          .equals(UnsafeRawBufferPointer(rebasing: those[otherRange]))
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are those of `other`, which is as long.
  func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= count {
      guard
        loadUnaligned(fromByteOffset: index, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      else { return false }
      index += 8
    }
    while index < count {
      guard self[index] == other[index] else { return false }
      index += 1
    }
    return true
  }
}
