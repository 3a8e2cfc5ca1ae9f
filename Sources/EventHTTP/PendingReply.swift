import HTTPMessage
import Synchronization

/// The response that an exchange still waits for.
// @unchecked: `connection` is touched on the loop's thread alone; the rest is atomic or constant.
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

  /// Gives the response to the connection, on the loop's thread.
  func deliver(_ response: HTTPResponse) {
    guard let connection else { return }
    self.connection = nil
    connection.deliver(response, of: self)
  }

  /// Ends the wait without a response, on the loop's thread.
  func abandon() {
    connection = nil
    hasLeft.store(true, ordering: .releasing)
  }
}
