/// Elements, first in, first out, each under a number by which it can be taken out of its turn.
struct NumberedQueue<Element> {
  private var elements: [Int: Element] = [:]
  /// The number of the first element; `next` if there is none.
  private var first = 0
  /// The number that the next element gets: the last one's, and 1.
  private var next = 0

  /// How many elements wait.
  var count: Int { elements.count }

  /// Adds an element as the last one.
  ///
  /// - Returns: its number, which no other element has as long as this one waits.
  /// - Complexity: amortised O(1).
  mutating func append(_ element: Element) -> Int {
    elements[next] = element
    next += 1
    return next - 1
  }

  /// How many elements stand ahead of the one of that number, at most: those that were taken out of their turn
  /// count, too, as far as others wait.
  func ahead(of number: Int) -> Int { min(number - first, count - 1) }

  /// The element that came first; nil if none waits.
  ///
  /// - Complexity: O(1).
  var oldest: Element? { elements[first] }

  /// Takes the element that came first; nil if none waits.
  ///
  /// - Complexity: amortised O(1).
  mutating func popFirst() -> Element? { remove(first) }

  /// The element that came last; nil if none waits.
  ///
  /// - Complexity: O(1).
  var last: Element? { elements[next - 1] }

  /// Takes the element that came last; nil if none waits.
  ///
  /// - Complexity: amortised O(1).
  mutating func popLast() -> Element? { remove(next - 1) }

  /// Takes the element of that number out of its turn; nil if it does not wait any more.
  ///
  /// However long the first element waits, nothing is held for those that have left behind it.
  ///
  /// - Complexity: amortised O(1).
  mutating func remove(_ number: Int) -> Element? {
    guard let element = elements.removeValue(forKey: number) else { return nil }
    while first < next, elements[first] == nil { first += 1 }
    while first < next, elements[next - 1] == nil { next -= 1 }
    return element
  }
}

extension NumberedQueue: Sendable where Element: Sendable {}
