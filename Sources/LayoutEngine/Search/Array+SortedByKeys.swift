extension Array {
  /// The elements by two numbers, the first one before the second; those of equal numbers stay as they
  /// stand.
  ///
  /// What is sorted in several places, of several types, shares one sort by it: one of its own is some
  /// 2.5 kB of code for every type and comparison.
  ///
  /// - Complexity: O(n) where they are in that order already, else O(n · log n).
  func sorted(byKeys keys: (Element) -> (WholeNumber, WholeNumber)) -> [Element] {
    var places = SortedPlaces(count)
    for place in indices {
      let (first, second) = keys(self[place])
      places.append(first, second)
    }
    guard places.sort() else { return self }
    return places.keys.map { self[$0.place] }
  }

  /// The elements by one number; those of equal numbers stay as they stand.
  ///
  /// - Complexity: as `sorted(byKeys:)`.
  func sorted(byKey key: (Element) -> WholeNumber) -> [Element] {
    sorted(byKeys: { (key($0), 0) })
  }
}

/// The places of elements, sorted by their numbers.
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

  /// Adds the next element's numbers.
  @inline(never)
  mutating func append(_ first: WholeNumber, _ second: WholeNumber) {
    let key = Key(first: first, second: second, place: keys.count)
    if let last = keys.last, key < last { isAscending = false }
    keys.append(key)
  }

  /// Sorts them; false where they are in order already.
  @inline(never)
  mutating func sort() -> Bool {
    guard !isAscending else { return false }
    keys.sort(by: <)
    return true
  }
}
