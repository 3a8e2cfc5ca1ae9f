import CZlib
import LayoutEngine

/// Compresses long responses piece by piece, into one member.
///
/// Safe: its pointers into text and output are set for each call, and are valid during it.
@safe struct GzipDeflater: ~Copyable {
  /// Bytes of a text that are compressed between two checks of the budget: 1.5 ms.
  static let textPiece = 256 << 10

  /// Allocated separately, because zlib remembers its address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Creates a compressor; nil if memory has run out.
  init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let (version, size) = unsafe (ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    // Level 1, with zlib's default amount of memory.
    let result = unsafe deflateInit2_(
      stream, 1, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY, version, size)
    guard result == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses a text of less than 4 GiB; nil if the budget ended the work.
  consuming func compress(_ text: [UInt8], _ budget: LayoutBudget) -> [UInt8]? {
    let bound = unsafe Int(deflateBound(stream, UInt(text.count)))
    let compressed = unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      unsafe stream.pointee.next_out = output.baseAddress
      unsafe stream.pointee.avail_out = UInt32(bound)
      let isWhole = unsafe text.withUnsafeBufferPointer { unsafe compress($0, budget) }
      count = unsafe isWhole ? bound - Int(stream.pointee.avail_out) : 0
    }
    return compressed.isEmpty ? nil : compressed
  }

  private borrowing func compress(
    _ text: UnsafeBufferPointer<UInt8>, _ budget: LayoutBudget
  ) -> Bool {
    for start in stride(from: 0, to: text.count, by: Self.textPiece) {
      guard budget.checkpoint() else { return false }
      let count = min(Self.textPiece, text.count - start)
      unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: text.baseAddress).map {
        unsafe $0 + start
      }
      unsafe stream.pointee.avail_in = UInt32(count)
      let isLast = start + count == text.count
      // The buffer has space for all of the output.
      let result = unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
      guard result == (isLast ? Z_STREAM_END : Z_OK) else { return false }
    }
    return true
  }
}
