/// A first-in, first-out queue whose elements have numbers, by which they can be removed early.
struct NumberedQueue<Element> {
  private var elements: [Int: Element] = [:]
  /// The number of the first element; `next` if there is none.
  private var first = 0
  /// The number that the next appended element gets: the last element's plus 1.
  private var next = 0

  /// The number of waiting elements.
  var count: Int { elements.count }

  /// Adds an element at the end.
  ///
  /// - Returns: the element's number, which no other element has while this one waits.
  /// - Complexity: amortised O(1).
  mutating func append(_ element: Element) -> Int {
    elements[next] = element
    next += 1
    return next - 1
  }

  /// Returns an upper bound of the number of elements ahead of the element with that number.
  ///
  /// It includes elements ahead that were removed early, but never exceeds the number of other waiting
  /// elements.
  func ahead(of number: Int) -> Int { min(number - first, count - 1) }

  /// The oldest element; nil if none waits.
  ///
  /// - Complexity: O(1).
  var oldest: Element? { elements[first] }

  /// Returns the oldest elements, at most `most`; fewer if many elements among them were removed early.
  ///
  /// - Complexity: O(most).
  func some(_ most: Int) -> [Element] {
    (first..<next).prefix(16 * most).lazy.compactMap { elements[$0] }.prefix(most).map(\.self)
  }

  /// Removes the oldest element and returns it; nil if none waits.
  ///
  /// - Complexity: amortised O(1).
  mutating func popFirst() -> Element? { remove(first) }

  /// The newest element; nil if none waits.
  ///
  /// - Complexity: O(1).
  var last: Element? { elements[next - 1] }

  /// Removes the newest element and returns it; nil if none waits.
  ///
  /// - Complexity: amortised O(1).
  mutating func popLast() -> Element? { remove(next - 1) }

  /// Removes the element with that number before its turn; returns nil if it no longer waits.
  ///
  /// Elements that have left use no memory, however long the first element waits.
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
