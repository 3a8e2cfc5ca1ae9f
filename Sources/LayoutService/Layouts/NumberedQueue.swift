/// Elements, first in, first out, each under a number by which it can be taken out of its turn.
struct NumberedQueue<Element: Sendable>: Sendable {
  /// nil where an element was taken out of its turn.
  private var elements: [Element?] = []
  /// How many of `elements` at its front have had their turn.
  private var taken = 0
  /// The number of the first of `elements`.
  private var firstNumber = 0

  /// How many elements wait.
  private(set) var count = 0

  /// Adds an element as the last one.
  ///
  /// - Returns: its number, which no other element has as long as this one waits.
  /// - Complexity: amortised O(1).
  mutating func append(_ element: Element) -> Int {
    elements.append(element)
    count += 1
    return firstNumber + elements.count - 1
  }

  /// How many elements stand ahead of the one of that number, at most: those that were taken out of
  /// their turn count, too.
  func ahead(of number: Int) -> Int { number - firstNumber - taken }

  /// Takes the element that came first.
  ///
  /// - Complexity: amortised O(1): the emptied front is cut off when it makes up half of the array.
  mutating func popFirst() -> Element? {
    while taken < elements.count {
      let element = elements[taken]
      elements[taken] = nil
      taken += 1
      if taken * 2 >= elements.count {
        elements.removeFirst(taken)
        firstNumber += taken
        taken = 0
      }
      if let element {
        count -= 1
        return element
      }
    }
    return nil
  }

  /// The element that came last.
  ///
  /// - Complexity: O(1 + elements after it that were taken out of their turn).
  var last: Element? {
    elements[taken...].last { $0 != nil } ?? nil
  }

  /// Takes the element that came last.
  ///
  /// - Complexity: amortised O(1).
  mutating func popLast() -> Element? {
    while elements.count > taken {
      if let element = elements.removeLast() {
        count -= 1
        return element
      }
    }
    return nil
  }

  /// Takes the element of that number out of its turn; nil where it does not wait any more.
  ///
  /// - Complexity: amortised O(1).
  mutating func remove(_ number: Int) -> Element? {
    let index = number - firstNumber
    guard index >= taken, index < elements.count, let element = elements[index] else { return nil }
    elements[index] = nil
    count -= 1
    while elements.count > taken, case .some(.none) = elements.last { elements.removeLast() }
    return element
  }
}
