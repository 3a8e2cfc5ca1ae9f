/// A connection's place among those of its loop that may give way, and its neighbours there.
@safe
struct IdleLinks {
  // Not counted: every request moves its connection, and a connection leaves its list before it
  // closes.
  unowned(unsafe) var list: IdleConnections?
  unowned(unsafe) var previous: Connection?
  unowned(unsafe) var next: Connection?
}

/// A loop's connections of one sort that may give way to another, the one that has waited longest
/// first: those that wait for a request, or those whose last response has been sent.
///
/// A connection is in one such list at a time, and leaves it before it closes.
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

  /// Puts a connection last, and takes it out of another list.
  func append(_ connection: Connection) {
    if let list = unsafe connection.idleLinks.list {
      guard unsafe tail !== connection else { return }
      list.remove(connection)
    }
    count += 1
    unsafe connection.idleLinks.list = self
    unsafe connection.idleLinks.previous = unsafe tail
    unsafe connection.idleLinks.next = nil
    if let tail = unsafe tail {
      unsafe tail.idleLinks.next = connection
    } else {
      unsafe head = connection
    }
    unsafe tail = connection
  }

  /// Takes a connection out, if it is in this list.
  func remove(_ connection: Connection) {
    guard unsafe connection.idleLinks.list === self else { return }
    count -= 1
    unsafe connection.idleLinks.list = nil
    if let previous = unsafe connection.idleLinks.previous {
      unsafe previous.idleLinks.next = unsafe connection.idleLinks.next
    } else {
      unsafe head = unsafe connection.idleLinks.next
    }
    if let next = unsafe connection.idleLinks.next {
      unsafe next.idleLinks.previous = unsafe connection.idleLinks.previous
    } else {
      unsafe tail = unsafe connection.idleLinks.previous
    }
  }
}
