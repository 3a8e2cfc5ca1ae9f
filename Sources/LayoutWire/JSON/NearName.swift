/// Finds the name that a misspelt one most resembles.
package enum NearName {
  /// The maximum number of bytes in a name that is compared; a longer name does not count as a misspelling.
  private static let most = 40

  /// Returns the name of which `word` is a misspelling; nil if there is none.
  ///
  /// A misspelling differs only in case, hyphens or underscores, or by at most one letter in four.
  ///
  /// - Complexity: O(names); each is compared with at most 40 bytes.
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

  /// Returns the name of which `word` is a misspelling, in quotes; nil if there is none.
  static func quoted(_ word: String, among names: [String]) -> String? {
    nearest(to: word, among: names).map { "\"\($0)\"" }
  }

  /// Returns a name in lower case, without hyphens, underscores and spaces; empty if the name is long.
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

  /// Returns the number of letters to insert, delete or replace, or of neighbours to swap, to turn one
  /// name into the other.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    // The table's rows for the letters of `one`: two letters before, one letter before, and the current
    // letter.
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
