public import Synchronization

/// The server's counters since its creation, for metrics.
///
/// Any thread may read them.
public final class ServerCounters: Sendable {
  /// Connections open now.
  public let open = Atomic<Int>(0)
  /// Connections accepted, refused ones included.
  public let accepted = Atomic<Int>(0)
  /// Connections refused because too many were open.
  public let refused = Atomic<Int>(0)
  /// The number of times that accepting paused because the process had no file left.
  public let pauses = Atomic<Int>(0)
  /// Bytes read from clients.
  public let bytesReceived = Atomic<Int>(0)
  /// Bytes handed to the system for clients.
  public let bytesSent = Atomic<Int>(0)

  /// Connections that have one of the `maxConnections` places; `open` also counts those without one.
  private let taken = Atomic<Int>(0)

  init() {}

  /// Takes one of `limit` places for a connection; returns false if all places are taken.
  func takePlace(of limit: Int) -> Bool {
    if taken.add(1, ordering: .relaxed).newValue <= limit { return true }
    leavePlace()
    return false
  }

  /// Frees a connection's place.
  func leavePlace() {
    taken.subtract(1, ordering: .relaxed)
  }
}
