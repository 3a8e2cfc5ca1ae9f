extension Array {
  /// The same elements with no more room than they need.
  func trimmed() -> [Element] {
    guard capacity > count + count / 16 else { return self }
    // `Array(self[...])` would keep the buffer.
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}
