import Synchronization

/// Cached line counts, by a hash of style, text and width.
///
/// An entry takes 16 bytes, and a prepared text 500 to 1,000, so counts outlive the shapes they were found with:
/// 100,000 captions that were measured before are not shaped again.
final class LineCounts: Sendable {
  /// The heights that the table may keep are below this, in points.
  static let maxHeight = Double(1 << 25)

  /// The cached height of a text at a width.
  struct Entry: Equatable {
    /// The number of lines, at most the style's `maxLines`; the height in 1/64 if lines are not equally high.
    var value: Int
    /// Whether the text has a character that no font of its style has.
    var lacksCharacters: Bool
  }

  /// The 128-bit key of a text at a width.
  ///
  /// Nobody can construct two texts that share a key: the hashes are keyed by the process. An entry keeps 96 bits of
  /// it, and its shard tells four more: a lookup finds a wrong one of its group's with a probability of 10⁻²⁹.
  struct Key {
    fileprivate let first: UInt64
    fileprivate let second: UInt64

    /// Creates the key of a text in UTF-8 at a width in 1/64 of a point; nil if the text is too long to be measured.
    init?(_ text: ArraySlice<UInt8>, _ style: ResolvedStyle, width: Int32) {
      guard text.count <= KeyedHash.maxByteCount else { return nil }
      let (style, width) = (style.identity, UInt64(UInt32(bitPattern: width)))
      (first, second) = KeyedHash.hash(
        (UInt64(bitPattern: Int64(style.first)), UInt64(bitPattern: Int64(style.second)), width),
        text)
    }

    /// Creates the key of a text that is made of runs.
    init(_ runs: [TextRun], _ style: ResolvedStyle, width: Int32) {
      let key = TextRun.key(of: runs)
      let identities = TextRun.identities(style, runs)
      func hash(_ prefix: UInt64) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(prefix)
        hasher.combine(identities)
        hasher.combine(width)
        // Canonically equal strings may have other glyphs.
        for unit in key.utf8 { hasher.combine(unit) }
        return UInt64(truncatingIfNeeded: hasher.finalize())
      }
      first = hash(1)
      second = hash(Self.prefix)
    }

    private static let prefix = UInt64.random(in: 1 ... .max)
  }

  /// A part of the table with its own lock.
  private struct Shard {
    /// Two words an entry, both 0 if there is none.
    ///
    /// The first is the first half of its key; the second has 32 bits of the other half above twice the value, plus 1 if
    /// characters are lacking. So most lookups read one line of the processor's cache.
    var words: ContiguousArray<UInt64> = []
  }

  private static let valueMask: UInt64 = 0xFFFF_FFFF

  /// The number of entries in a group; the most recently used is first, and the last is evicted.
  ///
  /// A new entry begins in the middle of a full group. So texts that are measured once, however many, take the place of
  /// others that were, and not of texts that are measured again and again.
  private static let ways = 8
  private static let shardBits = 4
  private static let entryByteCount = 16

  /// The number of groups of `ways` entries in a shard.
  private let groupCount: Int
  private let shards: [Lock]

  private final class Lock: Sendable {
    let shard = Mutex(Shard())
  }

  /// Creates an empty table of at most `byteLimit` bytes; its shards take memory at their first entries.
  init(byteLimit: Int) {
    groupCount = byteLimit / (Self.entryByteCount * Self.ways << Self.shardBits)
    shards = (0..<1 << Self.shardBits).map { _ in Lock() }
  }

  /// The bytes that the table takes.
  var byteCount: Int {
    shards.reduce(0) { sum, lock in
      sum + lock.shard.withLock { $0.words.count * 8 }
    }
  }

  /// Returns an entry, which becomes the most recently used one of its group; nil if there is none.
  ///
  /// - Complexity: O(1).
  func entry(_ key: Key) -> Entry? {
    guard groupCount > 0 else { return nil }
    return shards[shard(of: key)].shard.withLock { entry(key, in: &$0) }
  }

  /// Returns the entries of several keys, like `entry(_:)`.
  ///
  /// Each shard is locked once. No look-up depends on the one before it, so the processor reads the groups of several at
  /// the same time.
  ///
  /// - Complexity: O(keys + shards).
  func entries(_ keys: [Key?]) -> [Entry?] {
    var entries = [Entry?](repeating: nil, count: keys.count)
    guard groupCount > 0 else { return entries }
    var numbers = shards.map { _ in [Int]() }
    for (number, key) in keys.enumerated() {
      if let key { numbers[shard(of: key)].append(number) }
    }
    for (lock, numbers) in zip(shards, numbers) where !numbers.isEmpty {
      lock.shard.withLock { shard in
        for number in numbers {
          if let key = keys[number] { entries[number] = entry(key, in: &shard) }
        }
      }
    }
    return entries
  }

  private func entry(_ key: Key, in shard: inout Shard) -> Entry? {
    guard !shard.words.isEmpty else { return nil }
    let start = group(of: key) * Self.ways
    guard let place = Self.place(of: key, from: start, shard) else { return nil }
    let value = shard.words[2 * place + 1]
    Self.move(to: start, from: place, key.first, value, &shard)
    return Entry(value: Int(value & Self.valueMask) >> 1, lacksCharacters: value & 1 == 1)
  }

  /// Adds an entry, in a free place of its group or in that of the least recently used one.
  ///
  /// - Complexity: O(1).
  func insert(_ entry: Entry, _ key: Key) {
    guard groupCount > 0 else { return }
    shards[shard(of: key)].shard.withLock { shard in
      if shard.words.isEmpty {
        shard.words = ContiguousArray(repeating: 0, count: 2 * groupCount * Self.ways)
      }
      let start = group(of: key) * Self.ways
      let value =
        key.second & ~Self.valueMask | UInt64(UInt32(entry.value)) << 1
        | (entry.lacksCharacters ? 1 : 0)
      // Another thread may have measured the same text meanwhile.
      if let place = Self.place(of: key, from: start, shard) ?? Self.freePlace(from: start, shard) {
        Self.move(to: place, from: place, key.first, value, &shard)
      } else {
        Self.move(
          to: start + Self.ways / 2, from: start + Self.ways - 1, key.first, value, &shard)
      }
    }
  }

  /// Returns the place of a key in the group that begins at `start`; nil if the group lacks it.
  private static func place(of key: Key, from start: Int, _ shard: Shard) -> Int? {
    (start..<start + ways).first { place in
      shard.words[2 * place] == key.first
        && (shard.words[2 * place + 1] ^ key.second) & ~valueMask == 0
    }
  }

  /// Returns the first place without an entry in the group that begins at `start`; nil if the group is full.
  private static func freePlace(from start: Int, _ shard: Shard) -> Int? {
    (start..<start + ways).first {
      shard.words[2 * $0] == 0 && shard.words[2 * $0 + 1] == 0
    }
  }

  /// Puts an entry at a place of its group; those between there and `place` move back by one.
  private static func move(
    to start: Int, from place: Int, _ first: UInt64, _ second: UInt64, _ shard: inout Shard
  ) {
    var place = place
    while place > start {
      shard.words[2 * place] = shard.words[2 * place - 2]
      shard.words[2 * place + 1] = shard.words[2 * place - 1]
      place -= 1
    }
    shard.words[2 * start] = first
    shard.words[2 * start + 1] = second
  }

  private func shard(of key: Key) -> Int { Int(key.second & UInt64(shards.count - 1)) }

  private func group(of key: Key) -> Int {
    Int(UInt64(groupCount).multipliedFullWidth(by: key.first).high)
  }
}
