/// Objects and arrays that are open at a place of a text, nested: a bit each, so that a text of
/// brackets only takes an eighth of its length.
struct OpenContainers {
  /// Bit `level % 64` of word `level / 64` is set for an object.
  private var words: [UInt64] = []
  /// How many are open.
  private(set) var count = 0

  /// Whether none is open.
  var isEmpty: Bool { count == 0 }

  /// Whether the innermost one is an object; nil if none is open.
  var isLastObject: Bool? {
    guard count > 0 else { return nil }
    return words[(count - 1) >> 6] >> UInt64((count - 1) & 63) & 1 != 0
  }

  /// Opens one in the innermost.
  mutating func append(isObject: Bool) {
    if count & 63 == 0 { words.append(0) }
    if isObject { words[count >> 6] |= 1 << UInt64(count & 63) }
    count += 1
  }

  /// Closes the innermost one; one must be open.
  mutating func removeLast() {
    count -= 1
    if count & 63 == 0 {
      words.removeLast()
    } else {
      words[count >> 6] &= ~(1 << UInt64(count & 63))
    }
  }
}
