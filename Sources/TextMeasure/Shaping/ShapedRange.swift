/// The advances of a shaped range, character by character, in 16.16.
struct ShapedRange {
  /// The offset of the first character.
  let start: Int
  /// The advance of each cluster, at its first character; 0 at the others.
  var advances: ContiguousArray<Int32>
  /// Whether a cluster starts at each character, and whether a break before it is safe.
  var flags: ContiguousArray<UInt8>
  /// The number of the font that each cluster is set in; empty unless requested.
  var fonts: ContiguousArray<UInt8> = []
  /// The offsets of characters that no font has.
  var missing: [Int] = []
  /// Whether a glyph that was shaped since this was set to false may change beside a space.
  var looksAtSpaces = false

  /// Creates a range without advances.
  ///
  /// - Parameter tellsFonts: whether to tell which fonts the clusters are set in.
  init(_ range: Range<Int>, tellsFonts: Bool = false) {
    start = range.lowerBound
    if tellsFonts { fonts = ContiguousArray(repeating: 0, count: range.count) }
    advances = ContiguousArray(repeating: 0, count: range.count)
    flags = ContiguousArray(repeating: 0, count: range.count)
  }

  /// The sum of the advances.
  var width: Int64 { advances.reduce(0) { $0 + Int64($1) } }
}

extension Int32 {
  /// Returns the sum, clamped to what 16.16 represents: ±32,768 points.
  func addingSaturated(_ other: Int32) -> Int32 { Int32(clamping: Int64(self) + Int64(other)) }
}

/// The facts about a character of a prepared text, one bit each.
enum CharacterFlag {
  /// A cluster starts here.
  static let cluster: UInt8 = 1
  /// A line may break here without shaping again.
  static let safe: UInt8 = 2
  /// A line may break before the character.
  static let opportunity: UInt8 = 4
  /// A line may break before the character if the search began before the marks in front of it (`break-all`).
  static let opportunityAfterMarks: UInt8 = 8
  /// There is space before the character because it follows another script.
  static let autospace: UInt8 = 16
}
