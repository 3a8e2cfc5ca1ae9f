import HTTPMessage
import LayoutWire
import Synchronization

/// A stream that holds memory until its last piece has been taken.
protocol HoldingStream {
  /// Bytes held: the text that it begins with, and what its encoder holds beside the layout.
  var heldByteCount: Int { get }
}

extension HTTPResponse {
  /// Bytes that its stream holds; nil if there is none.
  var heldByteCount: Int? { (stream as? any HoldingStream)?.heldByteCount }
}

/// Encodes a body as its client takes it.
///
/// It may be the last to hold its layout, so what it holds is freed off the event loop.
final class PieceStream<Encoder: PieceEncoder>: HTTPBodyStream, HoldingStream {
  private struct State: Sendable {
    /// What was encoded before it was known that the body is large.
    var beginning: [UInt8]
    var taken = 0
    /// Taken out in the end.
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
        Discarded.free(state.takeBeginning())
        state.taken = 0
      }
      return true
    }
  }

  deinit {
    Discarded.free(state.withLock { ($0.takeBeginning(), $0.encoder.take()) })
  }
}
