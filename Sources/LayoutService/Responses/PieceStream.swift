import HTTPMessage
import LayoutWire
import Synchronization

/// A body stream that reports the memory that it takes until its last piece has been read.
protocol HoldingStream {
  /// The bytes of the text that was encoded beforehand, and of the encoder without its layout.
  var heldByteCount: Int { get }
}

extension HTTPResponse {
  /// The bytes that the response's stream takes; nil if it has no such stream.
  var heldByteCount: Int? { (stream as? any HoldingStream)?.heldByteCount }
}

/// A body that is encoded while its client reads it.
///
/// The stream may have the last reference to its layout, so its contents are freed off the event loop.
final class PieceStream<Encoder: PieceEncoder>: HTTPBodyStream, HoldingStream {
  private struct State: Sendable {
    /// The text that was encoded before the body turned out to be large.
    var beginning: [UInt8]
    /// The number of bytes of `beginning` that have been written.
    var taken = 0
    /// The encoder of the text after `beginning`; `deinit` takes it out and frees it off the event loop.
    var encoder: Encoder?

    mutating func takeBeginning() -> [UInt8] {
      var beginning: [UInt8] = []
      swap(&beginning, &self.beginning)
      return beginning
    }
  }

  private let state: Mutex<State>
  let heldByteCount: Int

  init(beginning: [UInt8], _ encoder: Encoder) {
    heldByteCount = beginning.count + encoder.heldByteCount
    state = Mutex(State(beginning: beginning, encoder: encoder))
  }

  func writeNext(to output: inout [UInt8]) -> Bool {
    state.withLock { state in
      guard state.taken < state.beginning.count else {
        return state.encoder?.encode(into: &output, limit: Encoder.pieceBytes) ?? false
      }
      let end = min(state.taken + Encoder.pieceBytes, state.beginning.count)
      output.append(contentsOf: state.beginning[state.taken..<end])
      state.taken = end
      if end == state.beginning.count {
        DeferredFree.free(state.takeBeginning())
        state.taken = 0
      }
      return true
    }
  }

  deinit {
    DeferredFree.free(state.withLock { ($0.takeBeginning(), $0.encoder.take()) })
  }
}
