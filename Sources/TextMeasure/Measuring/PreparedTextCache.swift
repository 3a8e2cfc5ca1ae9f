import Synchronization

/// The prepared texts that were used last, by style and text, counted in bytes.
///
/// There are two lists from the most to the least recently used text: of texts that were used again, and of those that
/// were not, which take at most half of the bytes once the cache is full.
final class PreparedTextCache: Sendable {
  /// A style and a text, compared byte by byte: canonically equal strings may have other glyphs.
  struct Key: Hashable {
    let style: StyleIdentity
    let text: String
    /// The identities of the block's style and those of its runs; empty for a text without runs.
    let runs: [StyleIdentity]

    /// Creates the key of a text in one style.
    init(_ text: String, _ style: ResolvedStyle) {
      self.style = style.identity
      self.text = text
      runs = []
    }

    /// Creates the key of a text that is made of runs.
    init(_ runs: [TextRun], _ style: ResolvedStyle) {
      self.style = style.identity
      text = TextRun.key(of: runs)
      self.runs = TextRun.identities(style, runs)
    }

    static func == (one: Key, other: Key) -> Bool {
      one.style == other.style && one.runs == other.runs
        && one.text.utf8.count == other.text.utf8.count
        && one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(style)
      hasher.combine(runs)
      let isHashed: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
        unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
      }
      if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    }
  }

  /// An entry of one of the lists.
  private struct Entry {
    let key: Key
    let text: PreparedText
    let byteCount: Int
    var newer = -1
    var older = -1
    var isUsedAgain = false
  }

  /// The ends of a list, and its bytes.
  private struct List {
    var newest = -1
    var oldest = -1
    var byteCount = 0
  }

  private struct State {
    var indices: [Key: Int] = [:]
    var entries: ContiguousArray<Entry?> = []
    var free: [Int] = []
    /// The texts that were used once, and those that were used again.
    var once = List()
    var again = List()

    var byteCount: Int { once.byteCount + again.byteCount }

    subscript(isUsedAgain: Bool) -> List {
      get { isUsedAgain ? again : once }
      set { if isUsedAgain { again = newValue } else { once = newValue } }
    }
  }

  /// An entry with its slots in the dictionary and the list, and the header of the key's string.
  private static let entryByteCount = 144

  private let byteLimit: Int
  private let state = Mutex(State())

  /// Creates a cache of at most `byteLimit` bytes.
  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The bytes that the texts take.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// The number of texts.
  var count: Int { state.withLock { $0.indices.count } }

  /// Returns a text, which becomes the most recently used one; nil if it is not cached.
  func text(_ key: Key) -> PreparedText? {
    state.withLock { state in
      guard let index = state.indices[key], let entry = state.entries[index] else { return nil }
      if state.again.newest != index {
        Self.unlink(index, &state)
        state.entries[index]?.isUsedAgain = true
        Self.link(index, &state)
      }
      return entry.text
    }
  }

  /// Caches a text, and evicts the least recently used ones if there are too many bytes.
  func insert(_ prepared: PreparedText, _ key: Key) {
    let byteCount =
      prepared.byteCount + key.text.utf8.count + PreparedText.bytes(key.runs.count, 16)
      + Self.entryByteCount
    guard byteCount <= byteLimit else { return }
    // Evicted texts are released after the lock.
    let evicted = state.withLock { state -> [PreparedText] in
      guard state.indices[key] == nil else { return [] }
      let evicted = Self.evict(until: byteLimit - byteCount, &state)
      let index: Int
      if let free = state.free.popLast() {
        index = free
      } else {
        index = state.entries.count
        state.entries.append(nil)
      }
      state.entries[index] = Entry(key: key, text: prepared, byteCount: byteCount)
      state.indices[key] = index
      Self.link(index, &state)
      return evicted
    }
    _ = evicted
  }

  private static func evict(until byteLimit: Int, _ state: inout State) -> [PreparedText] {
    var evicted: [PreparedText] = []
    while state.byteCount > byteLimit {
      let isOnce = state.once.byteCount > byteLimit / 2 || state.again.oldest < 0
      let index = isOnce ? state.once.oldest : state.again.oldest
      guard index >= 0, let entry = state.entries[index] else { break }
      unlink(index, &state)
      state.indices[entry.key] = nil
      state.entries[index] = nil
      state.free.append(index)
      evicted.append(entry.text)
    }
    return evicted
  }

  /// Makes an entry the newest one of its list.
  private static func link(_ index: Int, _ state: inout State) {
    guard var entry = state.entries[index] else { return }
    var list = state[entry.isUsedAgain]
    entry.newer = -1
    entry.older = list.newest
    state.entries[index] = entry
    if list.newest >= 0 { state.entries[list.newest]?.newer = index }
    list.newest = index
    if list.oldest < 0 { list.oldest = index }
    list.byteCount += entry.byteCount
    state[entry.isUsedAgain] = list
  }

  /// Takes an entry out of its list.
  private static func unlink(_ index: Int, _ state: inout State) {
    guard let entry = state.entries[index] else { return }
    var list = state[entry.isUsedAgain]
    if entry.newer >= 0 {
      state.entries[entry.newer]?.older = entry.older
    } else {
      list.newest = entry.older
    }
    if entry.older >= 0 {
      state.entries[entry.older]?.newer = entry.newer
    } else {
      list.oldest = entry.newer
    }
    list.byteCount -= entry.byteCount
    state[entry.isUsedAgain] = list
  }
}
