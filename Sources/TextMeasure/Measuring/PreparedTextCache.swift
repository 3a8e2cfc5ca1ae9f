import Synchronization

/// The prepared texts that were used last, by style and text, counted in bytes.
///
/// There are two lists from the most to the least recently used text: of texts that were used again, and of those that
/// were not, which take at most half of the bytes once the cache is full.
final class PreparedTextCache: Sendable {
  /// A style and a text, compared byte by byte: canonically equal strings may have other glyphs.
  ///
  /// Its hash is found once, because a dictionary also hashes the keys beside one that is removed.
  struct Key: Hashable {
    let style: StyleIdentity
    let text: String
    /// The identities of the block's style and those of its runs; empty for a text without runs.
    let runs: [StyleIdentity]
    private let hash: Int

    /// Creates the key of a text in one style.
    init(_ text: String, _ style: ResolvedStyle) {
      self.init(style.identity, text, [])
    }

    /// Creates the key of a text that is made of runs.
    init(_ runs: [TextRun], _ style: ResolvedStyle) {
      self.init(style.identity, TextRun.key(of: runs), TextRun.identities(style, runs))
    }

    private init(_ style: StyleIdentity, _ text: String, _ runs: [StyleIdentity]) {
      (self.style, self.text, self.runs) = (style, text, runs)
      var hasher = Hasher()
      hasher.combine(style)
      hasher.combine(runs)
      let isHashed: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
        unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
      }
      if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
      hash = hasher.finalize()
    }

    static func == (one: Key, other: Key) -> Bool {
      one.hash == other.hash && one.style == other.style && one.runs == other.runs
        && one.text.utf8.count == other.text.utf8.count
        && one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  private struct Entry {
    let key: Key
    let text: PreparedText
  }

  /// The place of an entry in its list.
  private struct Link {
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
    /// The places of the entries, apart from them so that moving one counts no references.
    var links: ContiguousArray<Link> = []
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
      guard let index = state.indices[key] else { return nil }
      if state.again.newest != index {
        Self.unlink(index, &state)
        state.links[index].isUsedAgain = true
        Self.link(index, &state)
      }
      return state.entries[index]?.text
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
      let index = state.free.popLast() ?? state.entries.count
      if index == state.entries.count {
        state.entries.append(nil)
        state.links.append(Link(byteCount: 0))
      }
      state.entries[index] = Entry(key: key, text: prepared)
      state.links[index] = Link(byteCount: byteCount)
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
    let isUsedAgain = state.links[index].isUsedAgain
    let newest = state[isUsedAgain].newest
    state.links[index].newer = -1
    state.links[index].older = newest
    if newest >= 0 { state.links[newest].newer = index }
    state[isUsedAgain].newest = index
    if state[isUsedAgain].oldest < 0 { state[isUsedAgain].oldest = index }
    state[isUsedAgain].byteCount += state.links[index].byteCount
  }

  /// Takes an entry out of its list.
  private static func unlink(_ index: Int, _ state: inout State) {
    let link = state.links[index]
    if link.newer >= 0 {
      state.links[link.newer].older = link.older
    } else {
      state[link.isUsedAgain].newest = link.older
    }
    if link.older >= 0 {
      state.links[link.older].newer = link.newer
    } else {
      state[link.isUsedAgain].oldest = link.newer
    }
    state[link.isUsedAgain].byteCount -= link.byteCount
  }
}
