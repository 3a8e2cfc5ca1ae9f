public import Synchronization

/// What the server has counted since it was made, for metrics.
///
/// Read from any thread.
public final class ServerCounters: Sendable {
  /// Connections open now.
  public let open = Atomic<Int>(0)
  /// Connections accepted, refused ones included.
  public let accepted = Atomic<Int>(0)
  /// Connections refused because too many were open.
  public let refused = Atomic<Int>(0)
  /// Times that accepting paused because no file was left.
  public let pauses = Atomic<Int>(0)
  /// Bytes read from clients.
  public let bytesReceived = Atomic<Int>(0)
  /// Bytes handed to the system for clients.
  public let bytesSent = Atomic<Int>(0)

  /// Connections that hold one of the places that the cap allows; `open` has those beyond it, too.
  private let taken = Atomic<Int>(0)

  init() {}

  /// Takes a place for a connection; false if all of them are taken.
  func takePlace(of limit: Int) -> Bool {
    if taken.add(1, ordering: .relaxed).newValue <= limit { return true }
    leavePlace()
    return false
  }

  /// Gives a connection's place back.
  func leavePlace() {
    taken.subtract(1, ordering: .relaxed)
  }
}
