/// A loop's connections of one sort of which another may take the place, the one that has waited
/// longest first: those that wait for a request, or those whose last answer has been sent.
///
/// The links lie in the connections and count no references: every request moves its connection to
/// the end. A connection is in one such list at a time, and leaves it before it closes.
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

  /// Puts a connection behind all others, and takes it out of another list.
  func append(_ connection: Connection) {
    if let list = unsafe connection.idleList {
      guard unsafe tail !== connection else { return }
      list.remove(connection)
    }
    count += 1
    unsafe connection.idleList = self
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
    guard unsafe connection.idleList === self else { return }
    count -= 1
    unsafe connection.idleList = nil
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
