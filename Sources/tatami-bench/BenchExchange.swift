import Dispatch
import HTTPMessage
import Synchronization

/// An HTTP exchange without a connection.
final class BenchExchange: HTTPExchange {
  /// The reply that receives a response from another thread.
  let reply = BenchReply()
  private var tag: UInt8 = 0

  var remoteAddress: String { "bench" }

  func makeReply() -> any HTTPReply { reply }

  func setTag(_ tag: UInt8) { self.tag = tag }
}

/// Waits for a response from another thread.
final class BenchReply: HTTPReply {
  private let response = Mutex<HTTPResponse?>(nil)
  private let arrived = DispatchSemaphore(value: 0)

  var isAbandoned: Bool { false }

  func send(_ response: HTTPResponse) {
    self.response.withLock { $0 = response }
    arrived.signal()
  }

  /// Waits for the response and returns it.
  func wait() -> HTTPResponse {
    arrived.wait()
    return response.withLock { $0 } ?? HTTPResponse(status: .internalServerError)
  }
}
