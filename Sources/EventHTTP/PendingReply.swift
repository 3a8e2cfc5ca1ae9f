import HTTPMessage
import Synchronization

/// A handle through which a handler responds later, from any thread.
// @unchecked: only the loop's thread uses `connection`; the rest is atomic or constant.
final class PendingReply: HTTPReply, @unchecked Sendable {
  private let loop: EventLoop
  private let hasLeft = Atomic<Bool>(false)
  private let hasResponse = Atomic<Bool>(false)
  private var connection: Connection?

  init(loop: EventLoop, connection: Connection) {
    self.loop = loop
    self.connection = connection
  }

  var isAbandoned: Bool { hasLeft.load(ordering: .acquiring) }

  func send(_ response: HTTPResponse) {
    guard !hasResponse.exchange(true, ordering: .acquiringAndReleasing), !isAbandoned else {
      return
    }
    loop.post(.respond(self, response))
  }

  /// Passes the response to the connection; called on the loop's thread.
  func deliver(_ response: HTTPResponse) {
    guard let connection else { return }
    self.connection = nil
    connection.deliver(response, of: self)
  }

  /// Marks the exchange as abandoned, so that a later response is dropped; called on the loop's thread.
  func abandon() {
    connection = nil
    hasLeft.store(true, ordering: .releasing)
  }
}
