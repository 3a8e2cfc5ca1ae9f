import Dispatch
import Glibc
import LayoutWire
import Synchronization
import Testing

@testable import LayoutService

/// Answers that are made as they are taken.
@Suite struct PieceStreamTests {
  /// Tells which thread frees it.
  private final class Token: Sendable {
    let freed: @Sendable (pthread_t) -> Void

    init(_ freed: @escaping @Sendable (pthread_t) -> Void) {
      self.freed = freed
    }

    deinit { freed(pthread_self()) }
  }

  private struct Encoder: PieceEncoder {
    let token: Token
    var left = 2
    let heldByteCount = 0

    mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
      left -= 1
      output.append(UInt8(ascii: "b"))
      return left > 0
    }
  }

  @Test(arguments: [0, 1, 9])
  func `What a stream holds is freed on another thread than the one that lets it go`(
    pieces: Int
  ) throws {
    let thread = Mutex<pthread_t?>(nil)
    let freed = DispatchSemaphore(value: 0)
    var output: [UInt8] = []
    do {
      // Nobody else holds the token.
      let stream = PieceStream(
        beginning: [97, 97],
        Encoder(
          token: Token { other in
            thread.withLock { $0 = other }
            freed.signal()
          }))
      var left = pieces
      while left > 0, stream.writeNext(to: &output) { left -= 1 }
    }
    #expect(freed.wait(timeout: .now() + 120) == .success)
    #expect(String(decoding: output, as: UTF8.self) == ["", "aa", "aabb"][min(pieces, 2)])
    let other = try #require(thread.withLock { $0 })
    #expect(pthread_equal(other, pthread_self()) == 0)
  }
}
