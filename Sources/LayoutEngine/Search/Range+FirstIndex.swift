extension Range<Int> {
  /// Returns the first number of the range for which the test holds; `upperBound` if it holds for none.
  ///
  /// If the test holds for a number, it must hold for all numbers after it.
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

  /// Returns the first number of the range for which the test holds; `upperBound` if it holds for none.
  ///
  /// The search begins at a guess and continues in growing steps upwards or downwards. If the test holds
  /// for a number, it must hold for all numbers after it.
  ///
  /// - Parameter guess: any number; if it is outside the range, the search begins at the nearer end of the
  ///   range.
  /// - Complexity: O(log d), where d is the distance from the guess to the number found.
  func firstIndex(near guess: Int, where holds: (Int) -> Bool) -> Int {
    guard !isEmpty else { return lowerBound }
    var high = Swift.min(Swift.max(guess, lowerBound), upperBound - 1)
    guard holds(high) else { return (high + 1..<upperBound).firstIndexNearby(where: holds) }
    var step = 1
    while step <= high - lowerBound {
      let low = high - step
      if !holds(low) { return (low + 1..<high).firstIndex(where: holds) }
      high = low
      step *= 2
    }
    return (lowerBound..<high).firstIndex(where: holds)
  }

  /// Returns the number whose position in the range is that of `distance` between 0 and `length`.
  ///
  /// It is a guess for a search among elements of about equal length. `length` must be > 0.
  @inline(__always)
  func number(about distance: Units, of length: Units) -> Int {
    let share = Double(distance.count) / Double(length.count)
    return lowerBound + (share > 0 ? Int(Swift.min(share, 1) * Double(count)) : 0)
  }

  /// Returns the first number of the range for which the test holds; `upperBound` if it holds for none.
  ///
  /// The search begins at the lower bound and continues in growing steps. If the test holds for a number,
  /// it must hold for all numbers after it.
  ///
  /// - Complexity: O(log d), where d is the distance from the lower bound to the number found.
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
