import Synchronization

/// The words of a style that were shaped before (TextRules T23).
///
/// A text is the sum of its words where no kerning and no substitution looks from a word at a space.
final class WordCache: Sendable {
  /// A shaped word.
  struct Word {
    let units: ContiguousArray<UInt16>
    let run: Run
    let advances: ContiguousArray<Int32>
    /// The flags, and behind them the number of each cluster's font unless all are set in the first one.
    let flags: ContiguousArray<UInt8>
    /// Whether a glyph of the word may change beside a space, or change the space.
    let looksAtSpaces: Bool

    /// The bytes that the word takes in the cache.
    var byteCount: Int { units.count * 6 + flags.count + WordCache.entryByteCount }
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

  private let budget: WordBudget
  private let state = Mutex(State())

  /// Creates a cache that shares a budget with those of other styles.
  init(_ budget: WordBudget) { self.budget = budget }

  deinit { removeAll() }

  /// Forgets all words.
  func removeAll() {
    let byteCount = state.withLock { state in
      defer { state = State() }
      return state.byteCount
    }
    budget.release(byteCount)
  }

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

  /// Keeps a word if the budget has space for it.
  func insert(_ word: Word, _ hash: UInt64) {
    guard budget.reserve(word.byteCount) else { return }
    let replaced = state.withLock { state in
      let replaced = state.words.updateValue(word, forKey: hash)?.byteCount ?? 0
      state.byteCount += word.byteCount - replaced
      return replaced
    }
    budget.release(replaced)
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

/// The bytes that the words of all styles of a measurer may take.
final class WordBudget: Sendable {
  /// The most bytes.
  let byteLimit: Int
  private let used = Atomic(0)
  private let refused = Atomic(false)

  /// Creates a budget.
  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The bytes that the words take.
  var byteCount: Int { used.load(ordering: .relaxed) }

  /// Takes bytes; returns false if there are too few.
  func reserve(_ count: Int) -> Bool {
    if used.add(count, ordering: .relaxed).newValue <= byteLimit { return true }
    release(count)
    refused.store(true, ordering: .relaxed)
    return false
  }

  /// Gives bytes back.
  func release(_ count: Int) { used.subtract(count, ordering: .relaxed) }

  /// Returns whether the budget refused a word since the last call; the caller then removes all words.
  func takeRefusal() -> Bool {
    refused.load(ordering: .relaxed) && refused.exchange(false, ordering: .relaxed)
  }
}
