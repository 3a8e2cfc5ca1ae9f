import CZlib
import LayoutEngine

/// zlib's parameter for the format: the largest window, plus 16, which selects gzip's header.
let gzipWindow = MAX_WBITS + 16

/// Inflates long bodies piece by piece.
///
/// zlib is slower than libdeflate, but works in steps. Safe: its pointers into
/// body and text are set again for each call, and are valid during it.
@safe struct GzipInflater: ~Copyable {
  /// Bytes of a body that are read between two checks of the budget: hostile ones take 1.5 ms.
  static let bodyPiece = 16 << 10
  /// Bytes of a text that are written between two checks of the budget: 1 ms.
  static let textPiece = 256 << 10

  /// Allocated separately, because zlib remembers its address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Creates an inflater; nil if memory has run out.
  init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(stream, gzipWindow, ZLIB_VERSION, size) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Inflates all members of a body.
  ///
  /// - Parameters:
  ///   - text: a buffer with more bytes than the limit, or than the text can have.
  ///   - limit: the maximum bytes of the text.
  ///   - memory: counts each piece of the text before it is written; the work uses its budget.
  /// - Returns: the number of bytes written, and the number of members.
  func inflate(
    _ body: [UInt8], into text: UnsafeMutableBufferPointer<UInt8>, limit: Int,
    _ memory: inout TextMemory
  ) throws(Gzip.Failure) -> (count: Int, memberCount: Int) {
    var (read, written, members) = (0, 0, 1)
    while true {
      let ahead = min(Self.bodyPiece, body.count - read)
      let room = min(Self.textPiece, text.count - written)
      guard room > 0 else { throw .tooLarge }
      guard memory.reaches(min(written + room, limit)), memory.budget.checkpoint() else {
        throw .ended
      }
      let result = unsafe step(body, read..<read + ahead, text, written..<written + room)
      unsafe read += ahead - Int(stream.pointee.avail_in)
      unsafe written += room - Int(stream.pointee.avail_out)
      guard written <= limit else { throw .tooLarge }
      switch result {
      case Z_OK: continue
      case Z_STREAM_END:
        guard read < body.count else { return (written, members) }
        members += 1
        guard members <= Gzip.maxMembers, unsafe inflateReset(stream) == Z_OK else {
          throw .malformed
        }
      default: throw .malformed
      }
    }
  }

  /// Inflates a part of the body into a part of the text.
  private func step(
    _ body: [UInt8], _ input: Range<Int>, _ text: UnsafeMutableBufferPointer<UInt8>,
    _ output: Range<Int>
  ) -> Int32 {
    unsafe body.withUnsafeBufferPointer { body in
      unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: body.baseAddress)
        .map { unsafe $0 + input.lowerBound }
      unsafe stream.pointee.avail_in = UInt32(input.count)
      unsafe stream.pointee.next_out = unsafe text.baseAddress.map { unsafe $0 + output.lowerBound }
      unsafe stream.pointee.avail_out = UInt32(output.count)
      return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
    }
  }
}
