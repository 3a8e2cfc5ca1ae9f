import CLibdeflate
import LayoutEngine
import Synchronization

/// gzip (RFC 1952): by libdeflate, which is the fastest and stops for nothing, what takes it no more
/// than a few milliseconds; by zlib, piece by piece with a look between two, what is longer.
enum Gzip {
  /// Why a text is not inflated.
  enum Failure: Error {
    /// It is no gzip, or broken.
    case malformed
    /// It would inflate to more than the limit.
    case tooLarge
    /// The budget ended the work.
    case ended
  }

  /// The most bytes that are compressed at once: 3 ms.
  static let wholeResponse = 1 << 20
  /// The most bytes that are inflated at once, by what the body says: 5 ms.
  static let wholeText = 4 << 20
  /// The most bytes of a body that is inflated at once: 7 ms, if it is nothing but blocks that hold
  /// nothing and have a code each.
  static let wholeBody = 128 << 10
  /// The most members of one body: millions of empty ones would cost more than their bytes.
  static let maxMembers = 1_024
  /// No byte of a body inflates to more: two bits are the least that 258 of the text take.
  private static let greatestGrowth = 1_032
  /// Bytes of the shortest member.
  private static let leastMember = 18

  /// Compressors that are free: making one takes longer than a small response's compression.
  private static let freeCompressors = Mutex<[Compressor]>([])

  /// The text compressed at level 1, which takes a sixth of level 6's time for 4 % more bytes.
  ///
  /// It is one member, however long: many clients read no more than the first.
  ///
  /// - Parameter budget: what the work is counted against; nil if it is short.
  /// - Returns: nil if memory has run out, and where the budget ended the work.
  /// - Complexity: O(`text`).
  static func compressed(_ text: [UInt8], _ budget: LayoutBudget? = nil) -> [UInt8]? {
    guard budget?.looksNow() ?? true else { return nil }
    if let budget, text.count > wholeResponse { return GzipDeflater()?.compress(text, budget) }
    return withCompressor { $0.compress(text) }
  }

  /// The text compressed at level 1 where that is shorter than `limit`; nil if it is not, or memory
  /// has run out.
  ///
  /// For workers: a long text takes a millisecond for each 180 kB, without a look.
  ///
  /// - Complexity: O(`text`); holds no more than `limit` bytes.
  static func compressed(_ text: [UInt8], below limit: Int) -> [UInt8]? {
    withCompressor { $0.compress(text, atMost: limit - 1) }
  }

  private static func withCompressor(_ body: (Compressor) -> [UInt8]?) -> [UInt8]? {
    guard let compressor = freeCompressors.withLock({ $0.popLast() }) ?? Compressor() else {
      return nil
    }
    defer { freeCompressors.withLock { if $0.count < 16 { $0.append(compressor) } } }
    return body(compressor)
  }

  /// A text, and of how many members it is.
  struct Inflated: Sendable {
    var text: [UInt8]
    var memberCount: Int
  }

  /// The text of all members, as `inflate` finds it.
  static func inflated(
    _ compressed: [UInt8], limit: Int, held: Int = 0, _ budget: LayoutBudget = LayoutBudget()
  ) throws(Failure) -> [UInt8] {
    try inflate(compressed, limit: limit, held: held, budget).text
  }

  /// Inflates all members.
  ///
  /// Its memory is counted before there is any: what the body says of its text's length, and what
  /// turns out to be more, as it comes.
  ///
  /// - Parameters:
  ///   - limit: the most bytes it may inflate to.
  ///   - held: bytes that the budget need not count, since they are already.
  ///   - budget: what the work is counted against.
  /// - Complexity: O(inflated bytes).
  static func inflate(
    _ compressed: [UInt8], limit: Int, held: Int = 0, _ budget: LayoutBudget = LayoutBudget()
  ) throws(Failure) -> Inflated {
    guard compressed.count >= leastMember else { throw .malformed }
    let most = min(limit, compressed.count * greatestGrowth)
    let claimed = claimedLength(compressed)
    var memory = TextMemory(held: held, budget)
    guard memory.reaches(min(claimed, most)), budget.looksNow() else { throw .ended }
    if claimed <= min(wholeText, most), compressed.count <= wholeBody,
      let text = try inflatedAtOnce(compressed, count: claimed)
    {
      return Inflated(text: text, memberCount: 1)
    }
    guard let inflater = GzipInflater() else { throw .tooLarge }
    var failure: Failure?
    var memberCount = 0
    // Room for the most that there may be: what is not used is never touched.
    let text = unsafe [UInt8](unsafeUninitializedCapacity: most + 1) { text, count in
      do throws(Failure) {
        (count, memberCount) = unsafe try inflater.inflate(
          compressed, into: text, limit: limit, &memory)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return Inflated(text: text, memberCount: memberCount)
  }

  /// What a body's last four bytes say of its last member's text, mod 2^32.
  private static func claimedLength(_ compressed: [UInt8]) -> Int {
    compressed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The text of a body that is one member with a text of that many bytes; nil if it is another.
  private static func inflatedAtOnce(
    _ compressed: [UInt8], count claimed: Int
  ) throws(Failure) -> [UInt8]? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { throw .tooLarge }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var result = LIBDEFLATE_BAD_DATA
    var consumed = 0
    let text = unsafe [UInt8](unsafeUninitializedCapacity: max(1, claimed)) { text, count in
      unsafe compressed.withUnsafeBytes { body in
        result = unsafe libdeflate_gzip_decompress_ex(
          decompressor, body.baseAddress, body.count, text.baseAddress, claimed, &consumed, &count)
      }
      if result != LIBDEFLATE_SUCCESS { count = 0 }
    }
    switch result {
    case LIBDEFLATE_SUCCESS: return consumed == compressed.count ? text : nil
    case LIBDEFLATE_INSUFFICIENT_SPACE: return nil
    default: throw .malformed
    }
  }
}

/// Counts the memory of a text before it is there.
struct TextMemory {
  private var held: Int
  let budget: LayoutBudget

  /// - Parameter held: bytes that are counted already.
  init(held: Int, _ budget: LayoutBudget) {
    self.held = held
    self.budget = budget
  }

  /// Counts what a text of that many bytes takes more; false if the budget ended the work.
  mutating func reaches(_ count: Int) -> Bool {
    guard count > held else { return !budget.isEnded }
    defer { held = count }
    return budget.holds(count - held)
  }
}

/// Holds a libdeflate compressor.
///
/// Safe, since the pointer never leaves the object and is freed with it. Unchecked because only the
/// thread that has taken the object out of the list of free ones uses the pointer.
@safe private final class Compressor: @unchecked Sendable {
  private let compressor: OpaquePointer

  init?() {
    guard let compressor = unsafe libdeflate_alloc_compressor(1) else { return nil }
    unsafe self.compressor = unsafe compressor
  }

  func compress(_ text: [UInt8]) -> [UInt8]? {
    compress(text, atMost: unsafe libdeflate_gzip_compress_bound(compressor, text.count))
  }

  /// Nil where it takes more bytes.
  func compress(_ text: [UInt8], atMost limit: Int) -> [UInt8]? {
    // The last bytes of its room libdeflate never fills.
    let room = max(0, limit) + 16
    let compressed = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
      unsafe text.withUnsafeBytes { input in
        count = unsafe libdeflate_gzip_compress(
          compressor, input.baseAddress, input.count, output.baseAddress, room)
      }
    }
    return compressed.isEmpty || compressed.count > limit ? nil : compressed
  }

  deinit {
    unsafe libdeflate_free_compressor(compressor)
  }
}
