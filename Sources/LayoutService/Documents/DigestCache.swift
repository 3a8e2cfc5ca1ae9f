import Synchronization

/// A document and its hash.
struct KnownDocument: Sendable {
  let bytes: [UInt8]
  let id: LayoutID
}

/// Documents that have come again, known by their bytes: to compare 80 KB takes 5 µs, to hash them
/// with SHA-256 takes 44 or more, by the processor.
///
/// Only a document whose layout was found in the cache is kept, so that what comes once costs no
/// memory. A table of fixed size: a document's slot follows from its length and its first bytes, and
/// the newer takes the older's place.
final class DigestCache: Sendable {
  /// Lengths of the documents that are kept, in bytes; all together hold 4 MiB at most.
  static let lengths = 4 << 10...256 << 10
  /// First bytes that say where a document is kept.
  private static let beginning = 64
  private static let slotCount = 16

  private struct State {
    var slots = [KnownDocument?](repeating: nil, count: slotCount)
    var found = 0
  }

  private let state = Mutex(State())

  /// How many documents were known by their bytes.
  var found: Int { state.withLock { $0.found } }

  /// The document that may be the one that begins like this.
  ///
  /// - Parameters:
  ///   - length: how long the whole document is.
  ///   - beginning: its first bytes, as many as have come.
  /// - Complexity: O(1); no allocation.
  func candidate(length: Int, beginning: UnsafeRawBufferPointer) -> KnownDocument? {
    guard Self.lengths ~= length, beginning.count >= Self.beginning else { return nil }
    let slot = unsafe Self.slot(length: length, beginning: beginning)
    guard let document = state.withLock({ $0.slots[slot] }), document.bytes.count == length
    else { return nil }
    return document
  }

  /// Counts a document that was the candidate.
  func noteFound() {
    state.withLock { $0.found += 1 }
  }

  /// Keeps a document that has come again.
  func keep(_ document: KnownDocument) {
    guard Self.lengths ~= document.bytes.count else { return }
    let slot = unsafe document.bytes.withUnsafeBytes {
      unsafe Self.slot(length: document.bytes.count, beginning: $0)
    }
    // Freed after the lock has been released.
    var former: KnownDocument?
    state.withLock { state in
      former = state.slots[slot]
      state.slots[slot] = document
    }
    _ = former
  }

  private static func slot(length: Int, beginning: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(length)
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: beginning[..<Self.beginning]))
    return hasher.finalize() & (slotCount - 1)
  }
}

extension KnownDocument {
  /// Whether these are the document's bytes.
  ///
  /// All of them are looked at, so that the time taken does not say how many were the same. The bytes live
  /// for the call.
  ///
  /// - Complexity: O(n).
  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard other.count == bytes.count else { return false }
    // Both have the same length, so that every load lies within both.
    return unsafe bytes.withUnsafeBytes { bytes in
      // 64 at once takes a third of the instructions of eight by eight.
      var differences = SIMD8<UInt64>()
      var index = 0
      while index + 64 <= bytes.count {
        unsafe differences |=
          bytes.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt64>.self)
          ^ other.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt64>.self)
        index += 64
      }
      var difference = differences.indices.reduce(0) { $0 | differences[$1] }
      while index < bytes.count {
        unsafe difference |= UInt64(bytes[index] ^ other[index])
        index += 1
      }
      return difference == 0
    }
  }
}
