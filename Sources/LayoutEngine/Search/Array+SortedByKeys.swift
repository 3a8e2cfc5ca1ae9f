extension Array {
  /// Returns the elements sorted by the first of two numbers, then by the second.
  ///
  /// Elements with equal numbers keep their order. Arrays of all element types share the sort of
  /// `SortedPlaces`: a specialised sort would take some 2.5 kB of code for each type and comparison.
  ///
  /// - Complexity: O(n) if the elements are in that order already, else O(n · log n).
  func sorted(byKeys keys: (Element) -> (WholeNumber, WholeNumber)) -> [Element] {
    sorted(byKeys: keys, nil) ?? self  // Without a budget nothing ends the work.
  }

  /// Returns the elements sorted by the first of two numbers, then by the second; nil if the budget ended
  /// the work.
  ///
  /// The budget is checked every few thousand elements.
  func sorted(
    byKeys keys: (Element) -> (WholeNumber, WholeNumber), _ budget: LayoutBudget?
  ) -> [Element]? {
    var places = SortedPlaces(count)
    for place in indices {
      let (first, second) = keys(self[place])
      places.append(first, second)
    }
    guard places.sort(budget) else { return nil }
    guard places.haveMoved else { return self }
    return places.keys.map { self[$0.place] }
  }

  /// Returns the elements sorted by one number; elements with equal numbers keep their order.
  ///
  /// - Complexity: O(n) if the elements are in that order already, else O(n · log n).
  func sorted(byKey key: (Element) -> WholeNumber) -> [Element] {
    sorted(byKeys: { (key($0), 0) })
  }

  /// Returns the elements sorted by one number; nil if the budget ended the work.
  func sorted(byKey key: (Element) -> WholeNumber, _ budget: LayoutBudget?) -> [Element]? {
    sorted(byKeys: { (key($0), 0) }, budget)
  }
}

/// The array indices of elements, sorted by the elements' two numbers, then by index.
private struct SortedPlaces {
  struct Key {
    var first: WholeNumber
    var second: WholeNumber
    var place: Int

    static func < (one: Key, other: Key) -> Bool {
      (one.first, one.second, one.place) < (other.first, other.second, other.place)
    }
  }

  private(set) var keys: [Key] = []
  private var isAscending = true

  init(_ count: Int) {
    keys.reserveCapacity(count)
  }

  /// Adds the two numbers of the array's next element.
  @inline(never)
  mutating func append(_ first: WholeNumber, _ second: WholeNumber) {
    let key = Key(first: first, second: second, place: keys.count)
    if let last = keys.last, key < last { isAscending = false }
    keys.append(key)
  }

  /// Whether sorting has changed the order of the elements.
  private(set) var haveMoved = false

  /// The number of elements that are sorted between two checks of a budget: about a millisecond's work.
  private static let stretch = 1 << 12

  /// Sorts `keys`.
  ///
  /// - Returns: false if the budget ended the work.
  @inline(never)
  mutating func sort(_ budget: LayoutBudget?) -> Bool {
    guard !isAscending else { return budget?.checkpoint(after: keys.count) ?? true }
    haveMoved = true
    guard let budget, keys.count > Self.stretch else {
      keys.sort(by: <)
      return budget?.checkpoint(after: 4 * keys.count) ?? true
    }
    for start in stride(from: 0, to: keys.count, by: Self.stretch) {
      keys[start..<min(start + Self.stretch, keys.count)].sort(by: <)
      guard budget.checkpoint(after: 4 * Self.stretch) else { return false }
    }
    var length = Self.stretch
    while length < keys.count {
      guard merge(by: length, budget) else { return false }
      length *= 2
    }
    return true
  }

  /// Merges each sorted stretch of `length` keys with the sorted stretch after it.
  ///
  /// - Returns: false if the budget ended the work.
  private mutating func merge(by length: Int, _ budget: LayoutBudget) -> Bool {
    var merged: [Key] = []
    merged.reserveCapacity(keys.count)
    for start in stride(from: 0, to: keys.count, by: 2 * length) {
      var one = start
      var other = min(start + length, keys.count)
      let (oneEnd, otherEnd) = (other, min(start + 2 * length, keys.count))
      while one < oneEnd || other < otherEnd {
        guard budget.checkpoint(after: 1) else { return false }
        if other == otherEnd || one < oneEnd && keys[one] < keys[other] {
          merged.append(keys[one])
          one += 1
        } else {
          merged.append(keys[other])
          other += 1
        }
      }
    }
    keys = merged
    return true
  }
}
