/// A loop's connections of which another may take the place, the one that has waited longest first:
/// those that wait for a request, and those whose last answer has been sent.
///
/// The links lie in the connections and count no references: every request moves its connection to
/// the end. A connection leaves the list before it closes.
///
/// - Complexity: O(1) each.
@safe
final class IdleConnections {
  private unowned(unsafe) var head: Connection?
  private unowned(unsafe) var tail: Connection?
  /// How many there are.
  private(set) var count = 0

  /// The connection that has waited longest.
  var first: Connection? { unsafe head }

  /// Puts a connection behind all others.
  func append(_ connection: Connection) {
    if connection.isListedIdle {
      guard unsafe tail !== connection else { return }
      remove(connection)
    }
    count += 1
    connection.isListedIdle = true
    unsafe connection.previousIdle = unsafe tail
    unsafe connection.nextIdle = nil
    if let tail = unsafe tail {
      unsafe tail.nextIdle = connection
    } else {
      unsafe head = connection
    }
    unsafe tail = connection
  }

  /// Takes a connection out, where it is among them.
  func remove(_ connection: Connection) {
    guard connection.isListedIdle else { return }
    count -= 1
    connection.isListedIdle = false
    if let previous = unsafe connection.previousIdle {
      unsafe previous.nextIdle = unsafe connection.nextIdle
    } else {
      unsafe head = unsafe connection.nextIdle
    }
    if let next = unsafe connection.nextIdle {
      unsafe next.previousIdle = unsafe connection.previousIdle
    } else {
      unsafe tail = unsafe connection.previousIdle
    }
  }
}
