/// A queue whose elements leave in the order in which they came, each in O(1).
struct StoreQueue<Element> {
  // Elements before `next` have left, and are nil.
  private var elements: [Element?] = []
  private var next = 0

  var count: Int { elements.count - next }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : elements[next] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[next].take()
    next += 1
    if next * 2 > elements.count {
      elements.removeFirst(next)
      next = 0
    }
    return element
  }

  /// Removes all elements and returns them.
  mutating func removeAll() -> [Element] {
    defer { self = StoreQueue() }
    return elements[next...].compactMap(\.self)
  }
}
