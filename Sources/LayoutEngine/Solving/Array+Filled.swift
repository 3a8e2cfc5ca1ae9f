extension Array where Element: BitwiseCopyable {
  /// Creates an array of `count` elements that `fill` sets, without clearing its memory first.
  ///
  /// Clearing the memory would take a third of the time of the fastest loops.
  ///
  /// - Parameters:
  ///   - count: the number of elements.
  ///   - fill: must set every element, in any order, and must not read an element before setting it. If
  ///     it returns false, the array is empty.
  @inline(__always)
  init(count: Int, filledBy fill: (inout MutableSpan<Element>) -> Bool) {
    self.init()
    // The initializer with a capacity is not used: it looks up the array's type at each call, which
    // takes 400 instructions.
    if count > 0 { reserveCapacity(count) }
    append(count: count, filledBy: fill)
  }

  /// Appends `count` elements that `fill` sets, like `init(count:filledBy:)`; nothing if it returns false.
  @inline(__always)
  mutating func append(count: Int, filledBy fill: (inout MutableSpan<Element>) -> Bool) {
    // Embedded Swift traps if `append(addingCapacity: 0)` is called on an empty array.
    guard count > 0 else { return }
    append(addingCapacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
        // The buffer is the array's own and has space for `count` more elements. They may be treated as
        // initialized: any bits are a valid number, and each is set before it is read.
        let first = initializedCount
        let elements = unsafe UnsafeMutableBufferPointer(rebasing: buffer[first..<first + count])
        var span = unsafe MutableSpan(_unsafeElements: elements)
        initializedCount = fill(&span) ? first + count : first
      }
    }
  }
}

extension Array {
  /// Calls `body` with the elements, which it may change, and returns its result.
  ///
  /// The property `mutableSpan` needs iOS 26.
  @inline(__always)
  mutating func withMutableSpan<Result>(
    _ body: (inout MutableSpan<Element>) -> Result
  ) -> Result {
    unsafe withUnsafeMutableBufferPointer { buffer in
      var span = unsafe MutableSpan(_unsafeElements: buffer)
      return body(&span)
    }
  }
}
