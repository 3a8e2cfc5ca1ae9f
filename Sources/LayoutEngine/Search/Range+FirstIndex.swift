extension Range<Int> {
  /// The first number for which the test holds, given that it holds for all after one for which it
  /// holds; `upperBound` where it holds for none.
  ///
  /// - Complexity: O(log n) in the length of the range.
  func firstIndex(where holds: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The same, searched for from the lower bound on in growing steps.
  ///
  /// - Complexity: O(log d) in the distance of the number found from the lower bound.
  func firstIndexNearby(where holds: (Int) -> Bool) -> Int {
    var low = lowerBound
    var step = 1
    while step < upperBound - low {
      if holds(low + step) { return (low..<(low + step)).firstIndex(where: holds) }
      low += step
      step *= 2
    }
    return (low..<upperBound).firstIndex(where: holds)
  }
}
