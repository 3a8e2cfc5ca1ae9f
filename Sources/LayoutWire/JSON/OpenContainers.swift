/// The nested objects and arrays that are open while a text is read.
///
/// Each takes one bit, so that even for a text of nothing but brackets, an eighth of its length suffices.
struct OpenContainers {
  /// Bit `level % 64` of word `level / 64` is set if the container at that level is an object.
  private var words: [UInt64] = []
  /// The number of open containers.
  private(set) var count = 0

  /// Whether no container is open.
  var isEmpty: Bool { count == 0 }

  /// Whether the innermost container is an object; nil if none is open.
  var isLastObject: Bool? {
    guard count > 0 else { return nil }
    return words[(count - 1) >> 6] >> UInt64((count - 1) & 63) & 1 != 0
  }

  /// Opens a container inside the innermost one.
  mutating func append(isObject: Bool) {
    if count & 63 == 0 { words.append(0) }
    if isObject { words[count >> 6] |= 1 << UInt64(count & 63) }
    count += 1
  }

  /// Closes the innermost container; at least one must be open.
  mutating func removeLast() {
    count -= 1
    if count & 63 == 0 {
      words.removeLast()
    } else {
      words[count >> 6] &= ~(1 << UInt64(count & 63))
    }
  }
}
