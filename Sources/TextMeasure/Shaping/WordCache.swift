import Synchronization

/// The words of a style that were shaped before (TextRules T23).
///
/// A text is the sum of its words where no kerning and no substitution looks from a word at a space. The
/// cache starts anew when it is full.
final class WordCache: Sendable {
  /// A shaped word.
  struct Word {
    let units: ContiguousArray<UInt16>
    let run: Run
    let advances: ContiguousArray<Int32>
    let flags: ContiguousArray<UInt8>
    /// Whether a glyph of the word may change beside a space, or change the space.
    let looksAtSpaces: Bool

    /// The bytes that the word takes in the cache.
    var byteCount: Int { units.count * 7 + WordCache.entryByteCount }
  }

  /// What the shape of a word depends on besides its units.
  struct Run: Equatable {
    var script: Int32
    var isRightToLeft: Bool
    var isEmoji: Bool
  }

  private struct State {
    var words: [UInt64: Word] = [:]
    var byteCount = 0
  }

  /// Three arrays with their headers, and a slot of the dictionary.
  private static let entryByteCount = 192
  /// The units of the longest word that is kept.
  static let maximumWordLength = 24

  private let byteLimit: Int
  private let state = Mutex(State())

  /// Creates a cache of at most `byteLimit` bytes.
  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The bytes that the words take.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Returns a word that was kept.
  func word(
    _ units: ContiguousArray<UInt16>, _ range: Range<Int>, _ run: Run, _ hash: UInt64
  ) -> Word? {
    guard let word = state.withLock({ $0.words[hash] }), word.run == run,
      word.units.count == range.count
    else { return nil }
    for (index, offset) in range.enumerated() where word.units[index] != units[offset] {
      return nil
    }
    return word
  }

  /// Keeps a word.
  func insert(_ word: Word, _ hash: UInt64) {
    state.withLock { state in
      if state.byteCount + word.byteCount > byteLimit {
        state.words.removeAll(keepingCapacity: true)
        state.byteCount = 0
      }
      if let replaced = state.words.updateValue(word, forKey: hash) {
        state.byteCount -= replaced.byteCount
      }
      state.byteCount += word.byteCount
    }
  }

  /// Returns a hash of a word; two words with one hash only take turns in the cache.
  static func hash(_ units: ContiguousArray<UInt16>, _ range: Range<Int>, _ run: Run) -> UInt64 {
    var hash =
      UInt64(bitPattern: Int64(run.script)) &* 4 &+ (run.isRightToLeft ? 2 : 0)
      &+ (run.isEmoji ? 1 : 0)
    for offset in range {
      hash = (hash ^ UInt64(units[offset])) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    return hash
  }
}
