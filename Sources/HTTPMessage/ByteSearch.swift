/// Searches and compares runs of bytes eight at a time, which makes reading a request's head fast.
extension [UInt8] {
  /// Returns the first index of `byte` in the range; nil if there is none.
  ///
  /// - Complexity: O(`range`); no allocation.
  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    firstIndex(of: byte, or: byte, in: range)
  }

  /// Returns the index of the range's first byte that equals `one` or `other`; nil if there is none.
  ///
  /// - Complexity: O(`range`); no allocation.
  @inline(__always)
  func firstIndex(of one: UInt8, or other: UInt8, in range: Range<Int>) -> Int? {
    let onePattern = 0x0101_0101_0101_0101 &* UInt64(one)
    let otherPattern = 0x0101_0101_0101_0101 &* UInt64(other)
    return firstIndex(
      in: range, where: { $0 == one || $0 == other },
      marking: { ($0 ^ onePattern).zeroBytes | ($0 ^ otherPattern).zeroBytes })
  }

  /// Returns the index of the range's first byte that is not visible ASCII, or else the range's end.
  ///
  /// Visible ASCII is 0x21–0x7E: printable characters without the space.
  ///
  /// - Complexity: O(`range`); no allocation.
  func endOfVisibleText(in range: Range<Int>) -> Int {
    endOfText(from: 0x21, in: range)
  }

  /// Returns the index of the range's first byte that is not printable ASCII, or else the range's end.
  ///
  /// Printable ASCII is 0x20–0x7E, including the space.
  ///
  /// - Complexity: O(`range`); no allocation.
  func endOfPlainText(in range: Range<Int>) -> Int {
    endOfText(from: 0x20, in: range)
  }

  /// Returns the index of the range's first byte outside `lowest...0x7E`; the range's end if there is none.
  @inline(__always)
  private func endOfText(from lowest: UInt8, in range: Range<Int>) -> Int {
    guard range.lowerBound >= 0, range.upperBound <= count else { return range.lowerBound }
    let end = firstIndex(in: range, where: { !(lowest..<0x7F ~= $0) }) { eight in
      // A byte is marked by its top bit if it is not ASCII, after the subtraction if it is below `lowest`,
      // after the addition if it is 0x7F. Borrows and carries reach only bytes after a marked one.
      let below = eight &- 0x0101_0101_0101_0101 &* UInt64(lowest)
      let above = eight &+ 0x0101_0101_0101_0101
      return (eight | below | above) & 0x8080_8080_8080_8080
    }
    return end ?? range.upperBound
  }

  /// Returns the index of the range's first sought byte.
  ///
  /// - Parameters:
  ///   - isSought: returns whether a byte is sought; used for the last bytes, if fewer than eight are left.
  ///   - marks: receives eight bytes as a word, the first one lowest, and returns a word with the top bit
  ///     set in each sought byte; the bits above the first sought byte may be wrong.
  /// - Returns: nil if the range contains no sought byte, or exceeds the array.
  @inline(__always)
  private func firstIndex(
    in range: Range<Int>, where isSought: (UInt8) -> Bool, marking marks: (UInt64) -> UInt64
  ) -> Int? {
    guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
    // The range is within the array, as was just checked; loads end at its upper bound.
    return unsafe withUnsafeBytes { bytes in
      var index = range.lowerBound
      while index + 8 <= range.upperBound {
        let eight = unsafe UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let marks = marks(eight)
        guard marks == 0 else { return index + marks.trailingZeroBitCount / 8 }
        index += 8
      }
      while index < range.upperBound {
        if unsafe isSought(bytes[index]) { return index }
        index += 1
      }
      return nil
    }
  }

  /// Returns whether the bytes in `range` equal those of `other` in `otherRange`.
  ///
  /// - Complexity: O(`range`); no allocation.
  public func equals(_ other: [UInt8], in otherRange: Range<Int>, at range: Range<Int>) -> Bool {
    guard range.count == otherRange.count, range.lowerBound >= 0, range.upperBound <= count,
      otherRange.lowerBound >= 0, otherRange.upperBound <= other.count
    else { return false }
    // Both ranges are within their arrays, as was just checked.
    return unsafe withUnsafeBytes { these in
      unsafe other.withUnsafeBytes { those in
        unsafe UnsafeRawBufferPointer(rebasing: these[range])
          .equals(UnsafeRawBufferPointer(rebasing: those[otherRange]))
      }
    }
  }
}

extension UInt64 {
  /// A word with the top bit set in each byte that is 0 in this word.
  ///
  /// The bits above the lowest zero byte may be wrong.
  @inline(__always)
  fileprivate var zeroBytes: UInt64 {
    // A zero byte borrows, which sets its top bit; the byte after it may borrow, too.
    (self &- 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether the bytes equal those of `other`.
  ///
  /// The caller must pass a buffer with an equal count, because `count` bytes of both buffers are read.
  func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= count {
      guard
        unsafe loadUnaligned(fromByteOffset: index, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      else { return false }
      index += 8
    }
    while index < count {
      guard unsafe self[index] == other[index] else { return false }
      index += 1
    }
    return true
  }
}
