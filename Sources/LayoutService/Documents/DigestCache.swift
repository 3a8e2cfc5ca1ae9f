import LayoutAPI
import Synchronization

/// A document and its hash.
struct KnownDocument: Sendable {
  let bytes: [UInt8]
  let id: LayoutID
}

/// The ids of documents that were uploaded more than once, found by comparing bytes instead of hashing them.
///
/// Comparing 80 KB takes 5 µs; hashing them with SHA-256 takes 44 µs or more, depending on the processor.
///
/// Only a document whose layout was found in the cache is remembered, so a document that is uploaded once
/// costs no memory. The table has a fixed size: a document's length and first bytes determine its slot, and a
/// newer document replaces an older one.
final class DigestCache: Sendable {
  /// The lengths of remembered documents, in bytes; all together take 4 MiB at most.
  static let lengths = 4 << 10...256 << 10
  /// The number of first bytes that determine a document's slot.
  private static let beginning = 64
  private static let slotCount = 16

  private struct State {
    var slots = [KnownDocument?](repeating: nil, count: slotCount)
    var found = 0
  }

  private let state = Mutex(State())

  /// The number of documents that were recognised by their bytes.
  var found: Int { state.withLock { $0.found } }

  /// Returns the remembered document that an upload with this beginning may equal; nil if there is none.
  ///
  /// - Parameters:
  ///   - length: the length of the whole document.
  ///   - beginning: the first bytes, as many as have arrived.
  /// - Complexity: O(1); no allocation.
  func candidate(length: Int, beginning: UnsafeRawBufferPointer) -> KnownDocument? {
    guard Self.lengths ~= length, beginning.count >= Self.beginning else { return nil }
    let slot = unsafe Self.slot(length: length, beginning: beginning)
    guard let document = state.withLock({ $0.slots[slot] }), document.bytes.count == length
    else { return nil }
    return document
  }

  /// Counts an upload that was equal to its candidate.
  func noteFound() {
    state.withLock { $0.found += 1 }
  }

  /// Remembers a document that was uploaded again.
  func insert(_ document: KnownDocument) {
    guard Self.lengths ~= document.bytes.count else { return }
    let slot = unsafe document.bytes.withUnsafeBytes {
      unsafe Self.slot(length: document.bytes.count, beginning: $0)
    }
    // The former document is freed after the lock has been released.
    var former: KnownDocument?
    state.withLock { state in
      former = state.slots[slot]
      state.slots[slot] = document
    }
    _ = former
  }

  /// Removes the document of an id.
  ///
  /// - Complexity: O(slots).
  func remove(_ id: LayoutID) {
    // The document is freed after the lock has been released.
    var removed: KnownDocument?
    state.withLock { state in
      guard let slot = state.slots.firstIndex(where: { $0?.id == id }) else { return }
      removed = state.slots[slot].take()
    }
    _ = consume removed
  }

  private static func slot(length: Int, beginning: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(length)
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: beginning[..<Self.beginning]))
    return hasher.finalize() & (slotCount - 1)
  }
}

extension KnownDocument {
  /// Returns whether `other` has exactly the document's bytes.
  ///
  /// All bytes are compared, so that the time does not reveal how many are equal. `other` need be valid only
  /// during the call.
  ///
  /// - Complexity: O(bytes).
  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard other.count == bytes.count else { return false }
    // Both have equal lengths, so every load lies within both.
    return unsafe bytes.withUnsafeBytes { bytes in
      // Comparing 64 bytes at once takes a third of the instructions of comparing 8 at once.
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
