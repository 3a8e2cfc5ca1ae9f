import CLibdeflate
import Synchronization

/// gzip (RFC 1952) by libdeflate.
enum Gzip {
  /// Why a text is not inflated.
  enum Failure: Error {
    /// It is no gzip, or broken.
    case malformed
    /// It would inflate to more than the limit.
    case tooLarge
  }

  /// Compressors that are free: making one takes longer than a small answer's compression.
  private static let freeCompressors = Mutex<[Compressor]>([])

  /// The text compressed at level 1, which takes a sixth of level 6's time for 4 % more bytes.
  ///
  /// - Returns: nil where memory has run out.
  /// - Complexity: O(`text`).
  static func compressed(_ text: [UInt8]) -> [UInt8]? {
    guard let compressor = freeCompressors.withLock({ $0.popLast() }) ?? Compressor() else {
      return nil
    }
    defer { freeCompressors.withLock { if $0.count < 16 { $0.append(compressor) } } }
    return compressor.compress(text)
  }

  /// The text of all members.
  ///
  /// - Parameter limit: the most bytes it may inflate to.
  /// - Complexity: O(inflated bytes).
  static func inflated(_ compressed: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    guard let decompressor = libdeflate_alloc_decompressor() else { throw .tooLarge }
    defer { libdeflate_free_decompressor(decompressor) }
    var text: [UInt8] = []
    var consumed = 0
    var members = 0
    repeat {
      members += 1
      guard members <= maxMembers else { throw .malformed }
      let member = try inflateMember(
        compressed, from: consumed, limit: limit - text.count, decompressor)
      consumed += member.consumed
      if text.isEmpty { text = member.text } else { text += member.text }
    } while consumed < compressed.count
    return text
  }

  /// The most members of one body: millions of empty ones would cost more than their bytes.
  static let maxMembers = 1_024

  /// The buffer that a member is first inflated into: only the body's first member gets one made
  /// to measure of what follows, since each of millions of empty ones would hold room for the rest.
  static func firstCapacity(forMemberAt start: Int, of count: Int, limit: Int) -> Int {
    min(limit, max(64 * 1024, start == 0 ? count * 4 : 0))
  }

  /// Inflates the member at `start`, into a buffer that doubles until it suffices: the length that
  /// a member itself claims is not believed.
  private static func inflateMember(
    _ compressed: [UInt8], from start: Int, limit: Int, _ decompressor: OpaquePointer
  ) throws(Failure) -> (text: [UInt8], consumed: Int) {
    var capacity = firstCapacity(forMemberAt: start, of: compressed.count, limit: limit)
    while true {
      var result = LIBDEFLATE_BAD_DATA
      var consumed = 0
      let text = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        compressed.withUnsafeBytes { input in
          result = libdeflate_gzip_decompress_ex(
            decompressor, input.baseAddress.map { $0 + start }, input.count - start,
            output.baseAddress, capacity, &consumed, &count)
        }
        if result != LIBDEFLATE_SUCCESS { count = 0 }
      }
      switch result {
      case LIBDEFLATE_SUCCESS: return (text, consumed)
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        guard capacity < limit else { throw .tooLarge }
        capacity = capacity > limit / 2 ? limit : capacity * 2
      default: throw .malformed
      }
    }
  }
}

/// Holds a libdeflate compressor.
///
/// Unchecked because the pointer is only used by whoever has taken the object out of the list of
/// free ones.
private final class Compressor: @unchecked Sendable {
  private let compressor: OpaquePointer

  init?() {
    guard let compressor = libdeflate_alloc_compressor(1) else { return nil }
    self.compressor = compressor
  }

  func compress(_ text: [UInt8]) -> [UInt8] {
    let bound = libdeflate_gzip_compress_bound(compressor, text.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      text.withUnsafeBytes { input in
        count = libdeflate_gzip_compress(
          compressor, input.baseAddress, input.count, output.baseAddress, bound)
      }
    }
  }

  deinit {
    libdeflate_free_compressor(compressor)
  }
}
