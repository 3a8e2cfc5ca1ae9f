/// A number for each item, NaN if the item has none.
///
/// Items after the last stored value have no number.
public struct NumberColumn: Sendable {
  /// The stored values, NaN for items without a number; empty if no item has one.
  public private(set) var values: [Double] = []

  /// Creates a column without values.
  public init() {}

  /// Whether no item has a value.
  public var isEmpty: Bool { values.isEmpty }

  /// The item's number; nil if it has none.
  public subscript(item: Int) -> Double? {
    guard item < values.count else { return nil }
    let value = values[item]
    return value.isNaN ? nil : value
  }

  /// Sets an item's number.
  ///
  /// Callers set items in ascending order; the items that they skip have no number.
  public mutating func set(_ value: Double, at item: Int) {
    while item > values.count { values.append(.nan) }
    if item == values.count {
      values.append(value)
    } else {
      values[item] = value
    }
  }

  /// Returns the numbers of the first `count` items, packed; a number in `others` replaces the item's own.
  func replaced(by others: NumberColumn, count: Int) -> PackedColumn {
    PackedColumn((0..<count).map { others[$0] ?? self[$0] ?? .nan }, count: count)
  }

  /// Removes an item's number.
  mutating func remove(at item: Int) {
    if item < values.count { values[item] = .nan }
  }

  /// Sets the numbers of consecutive items, NaN if an item has none.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the items, in order.
  ///   - item: the first item's index; neither this item nor a later one may have a number yet.
  /// - Complexity: O(count of `numbers`), plus O(items without a number directly before `item`).
  public mutating func set(_ numbers: Span<Double>, from item: Int) {
    if item > values.count {
      values.append(contentsOf: repeatElement(.nan, count: item - values.count))
    }
    // The pointer is only read within the call; appending element by element would take longer.
    unsafe numbers.withUnsafeBufferPointer { unsafe values.append(contentsOf: $0) }
  }

  /// The numbers of a range of items, which are renumbered from 0.
  subscript(items: Range<Int>) -> NumberColumn {
    var part = NumberColumn()
    part.values = Array(values[items.clamped(to: values.indices)])
    return part
  }

  /// Removes all values and keeps the capacity.
  mutating func removeAll() {
    if !values.isEmpty { values.removeAll(keepingCapacity: true) }
  }
}

/// A small code for each item, nil if the item has none.
public struct CodeColumn<Code: Sendable>: Sendable {
  /// The codes of the items up to the last one that has a code, nil if an item has none; empty if no item
  /// has a code.
  public private(set) var values: [Code?] = []

  /// Creates a column without values.
  public init() {}

  /// Whether no item has a value.
  public var isEmpty: Bool { values.isEmpty }

  /// The memory used, in bytes.
  public var byteCount: Int { values.capacity * MemoryLayout<Code?>.stride }

  /// The item's code; nil if it has none.
  @inline(__always)
  public subscript(item: Int) -> Code? { item < values.count ? values[item] : nil }

  /// Sets an item's code.
  ///
  /// Callers set items in ascending order; the items that they skip have no code.
  public mutating func set(_ code: Code, at item: Int) {
    while item > values.count { values.append(nil) }
    if item == values.count { values.append(code) } else { values[item] = code }
  }

  /// Returns the codes without spare capacity.
  func trimmed() -> CodeColumn {
    var column = self
    column.values = values.trimmed()
    return column
  }
}
