import CLibdeflate
import LayoutEngine
import Synchronization

/// Compresses and inflates gzip (RFC 1952).
///
/// Work of at most a few milliseconds is done by libdeflate, which is the fastest but cannot be
/// interrupted. Longer work is done by zlib, piece by piece, with a check of the budget between two pieces.
enum Gzip {
  /// The reason why a body cannot be inflated.
  enum Failure: Error {
    /// The body is not gzip, or is damaged.
    case malformed
    /// The body would inflate to more than the limit, or there is no memory for a decompressor.
    case tooLarge
    /// The budget ended the work.
    case ended
  }

  /// The maximum bytes of a text that is compressed in one call, which takes 3 ms.
  static let wholeResponse = 1 << 20
  /// The maximum bytes of a text, as its body claims, that is inflated in one call, which takes 5 ms.
  static let wholeText = 4 << 20
  /// The maximum bytes of a body that is inflated in one call.
  ///
  /// The worst case takes 7 ms: a body of nothing but empty blocks, each with its own code.
  static let wholeBody = 128 << 10
  /// The maximum number of members of one body.
  ///
  /// Inflating millions of empty members would take too long for their bytes.
  static let maxMembers = 1_024
  /// The maximum factor by which inflation makes a body longer: two bits become at most 258 bytes of text.
  private static let maxGrowth = 1_032
  /// The length of the shortest member in bytes.
  private static let leastMember = 18

  /// Compressors that are free; creating one takes longer than compressing a small response.
  private static let freeCompressors = Mutex<[Compressor]>([])

  /// Compresses a text at level 1, which takes a sixth of level 6's time for 4 % more bytes.
  ///
  /// The result is one member, however long, because many clients read only the first member.
  ///
  /// - Parameter budget: the budget that the work uses; nil if the text is short.
  /// - Returns: nil if memory has run out, or if the budget ended the work.
  /// - Complexity: O(`text`).
  static func compressed(_ text: [UInt8], _ budget: LayoutBudget? = nil) -> [UInt8]? {
    guard budget?.checkpoint() ?? true else { return nil }
    if let budget, text.count > wholeResponse { return GzipDeflater()?.compress(text, budget) }
    return withCompressor { $0.compress(text) }
  }

  /// Compresses a text at level 1; nil if the result is not shorter than `limit`, or memory has run out.
  ///
  /// Call it on workers only: a long text takes a millisecond for each 180 kB, without a check of a budget.
  ///
  /// - Complexity: O(`text`); reserves no more than `limit` bytes.
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

  /// An inflated text, and the number of gzip members that contained it.
  struct Inflated: Sendable {
    var text: [UInt8]
    var memberCount: Int
  }

  /// Inflates all members and returns their text, without their number.
  static func inflated(
    _ compressed: [UInt8], limit: Int, held: Int = 0, _ budget: LayoutBudget = LayoutBudget()
  ) throws(Failure) -> [UInt8] {
    try inflate(compressed, limit: limit, held: held, budget).text
  }

  /// Inflates all members.
  ///
  /// Memory is counted before it is allocated: first the length that the body claims for its text,
  /// then any further bytes as they are inflated.
  ///
  /// - Parameters:
  ///   - limit: the maximum bytes of the text.
  ///   - held: the number of bytes that have been counted against the budget already.
  ///   - budget: the budget that the work uses.
  /// - Complexity: O(inflated bytes).
  static func inflate(
    _ compressed: [UInt8], limit: Int, held: Int = 0, _ budget: LayoutBudget = LayoutBudget()
  ) throws(Failure) -> Inflated {
    guard compressed.count >= leastMember else { throw .malformed }
    let most = min(limit, compressed.count * maxGrowth)
    let claimed = claimedLength(compressed)
    var memory = TextMemory(held: held, budget)
    guard memory.reaches(min(claimed, most)), budget.checkpoint() else { throw .ended }
    if claimed <= min(wholeText, most), compressed.count <= wholeBody,
      let text = try inflatedAtOnce(compressed, count: claimed)
    {
      return Inflated(text: text, memberCount: 1)
    }
    guard let inflater = GzipInflater() else { throw .tooLarge }
    var failure: Failure?
    var memberCount = 0
    // Reserve the maximum: memory that is not used is never touched.
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

  /// Returns the length, mod 2^32, that a body's last four bytes claim for the text of its last member.
  private static func claimedLength(_ compressed: [UInt8]) -> Int {
    compressed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Inflates a body of one member whose text is no longer than claimed; nil if the body is another one.
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

/// Counts the memory of a text before it is allocated.
struct TextMemory {
  private var held: Int
  let budget: LayoutBudget

  /// - Parameter held: the number of bytes of the text that have been counted already.
  init(held: Int, _ budget: LayoutBudget) {
    self.held = held
    self.budget = budget
  }

  /// Counts the bytes by which a text of `count` bytes exceeds those counted so far.
  ///
  /// Returns false if the budget ended the work.
  mutating func reaches(_ count: Int) -> Bool {
    guard count > held else { return !budget.isEnded }
    defer { held = count }
    return budget.tryReserve(count - held)
  }
}

/// A libdeflate compressor.
///
/// Safe, because the pointer never leaves the object and is freed with it. Unchecked, because only
/// the thread that has taken the object out of the list of free ones uses the pointer.
@safe private final class Compressor: @unchecked Sendable {
  private let compressor: OpaquePointer

  init?() {
    guard let compressor = unsafe libdeflate_alloc_compressor(1) else { return nil }
    unsafe self.compressor = unsafe compressor
  }

  func compress(_ text: [UInt8]) -> [UInt8]? {
    compress(text, atMost: unsafe libdeflate_gzip_compress_bound(compressor, text.count))
  }

  /// Compresses a text; nil if the result is longer than `limit`.
  func compress(_ text: [UInt8], atMost limit: Int) -> [UInt8]? {
    // libdeflate never fills the last bytes of its output buffer.
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
