/// Finds the name that a misspelt one is nearest to.
package enum NearName {
  /// The bytes of a name that is compared at all: a longer one is none that was meant.
  private static let most = 40

  /// The name of which `word` is a misspelling: it differs only in case, hyphens or underscores, or by
  /// one letter in four at most; nil if it is near none.
  ///
  /// - Complexity: O(names); each is compared with 40 bytes at most.
  package static func nearest(to word: String, among names: [String]) -> String? {
    guard word.utf8.count <= most, !word.isEmpty else { return nil }
    let folded = folded(word)
    var nearest: (name: String, distance: Int)?
    for name in names {
      let distance = distance(Self.folded(name), folded)
      if distance < nearest?.distance ?? .max { nearest = (name, distance) }
    }
    guard let nearest, nearest.distance <= max(1, nearest.name.utf8.count / 4) else { return nil }
    return nearest.name
  }

  /// As `nearest`, in quotes.
  static func quoted(_ word: String, among names: [String]) -> String? {
    nearest(to: word, among: names).map { "\"\($0)\"" }
  }

  /// A name's letters without case, hyphens, underscores and spaces; empty for a long one.
  static func folded(_ name: String) -> [UInt8] {
    guard name.utf8.count <= most else { return [] }
    var folded: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), ASCII.space: continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded.append(byte | 0x20)
      default: folded.append(byte)
      }
    }
    return folded
  }

  /// How many letters must be inserted, deleted or replaced, or neighbours swapped, to turn one name into
  /// the other.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    // For the letters of `one` before the last, before this one, and with this one.
    var (earlier, before, row) = ([Int](), [Int](), Array(0...other.count))
    for line in one.indices {
      (earlier, before) = (before, row)
      row[0] = line + 1
      for column in other.indices {
        let substituted = before[column] + (other[column] == one[line] ? 0 : 1)
        row[column + 1] = min(substituted, min(row[column], before[column + 1]) + 1)
        if line > 0, column > 0, one[line] == other[column - 1], one[line - 1] == other[column] {
          row[column + 1] = min(row[column + 1], earlier[column - 1] + 1)
        }
      }
    }
    return row[other.count]
  }
}
