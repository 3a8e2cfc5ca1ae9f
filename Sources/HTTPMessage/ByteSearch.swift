/// Searches and comparisons of runs of bytes, eight at once: a request's head is little else.
extension [UInt8] {
  /// The first index of `byte` in the range, or nil.
  ///
  /// - Complexity: O(`range`); no allocation.
  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    firstIndex(of: byte, or: byte, in: range)
  }

  /// The first index of either byte in the range, or nil.
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

  /// Where the visible ASCII (printable, and no space) that the range begins with ends.
  ///
  /// - Complexity: O(`range`); no allocation.
  func endOfVisibleText(in range: Range<Int>) -> Int {
    endOfText(from: 0x21, in: range)
  }

  /// Where the printable ASCII that the range begins with ends.
  ///
  /// - Complexity: O(`range`); no allocation.
  func endOfPlainText(in range: Range<Int>) -> Int {
    endOfText(from: 0x20, in: range)
  }

  /// Where the run of bytes from `lowest` to 0x7E that the range begins with ends.
  @inline(__always)
  private func endOfText(from lowest: UInt8, in range: Range<Int>) -> Int {
    guard range.lowerBound >= 0, range.upperBound <= count else { return range.lowerBound }
    let end = firstIndex(in: range, where: { !(lowest..<0x7F ~= $0) }) { eight in
      // A byte's top bit: not ASCII; after the subtraction: below `lowest`; after the addition:
      // 0x7F. Borrows and carries reach only bytes after one that is marked itself.
      let below = eight &- 0x0101_0101_0101_0101 &* UInt64(lowest)
      let above = eight &+ 0x0101_0101_0101_0101
      return (eight | below | above) & 0x8080_8080_8080_8080
    }
    return end ?? range.upperBound
  }

  /// The first index of a byte that is sought, or nil; also nil for a range beyond the array.
  ///
  /// - Parameters:
  ///   - isSought: whether a byte is.
  ///   - marks: the top bits of those of eight bytes that are; after the first one, of any.
  @inline(__always)
  private func firstIndex(
    in range: Range<Int>, where isSought: (UInt8) -> Bool, marking marks: (UInt64) -> UInt64
  ) -> Int? {
    guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
    return withUnsafeBytes { bytes in
      var index = range.lowerBound
      while index + 8 <= range.upperBound {
        let eight = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let marks = marks(eight)
        guard marks == 0 else { return index + marks.trailingZeroBitCount / 8 }
        index += 8
      }
      while index < range.upperBound {
        if isSought(bytes[index]) { return index }
        index += 1
      }
      return nil
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

extension UInt64 {
  /// The top bits of the bytes that are zero; after the first such byte, counted from the lowest,
  /// others may be set too.
  @inline(__always)
  fileprivate var zeroBytes: UInt64 {
    // A zero byte borrows, which sets its top bit; so may the byte after it.
    (self &- 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080
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
