/// Numbers of items, NaN where an item has none.
///
/// Items after the last stored one have none.
public struct NumberColumn: Sendable {
  /// The stored values; empty if no item has one.
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

  /// Gives an item a number.
  ///
  /// Items are set in ascending order.
  public mutating func set(_ value: Double, at item: Int) {
    while item > values.count { values.append(.nan) }
    if item == values.count {
      values.append(value)
    } else {
      values[item] = value
    }
  }

  /// The numbers with others in their places, packed.
  func replaced(by others: NumberColumn, count: Int) -> PackedColumn {
    PackedColumn((0..<count).map { others[$0] ?? self[$0] ?? .nan }, count: count)
  }

  /// Takes an item's number.
  mutating func remove(at item: Int) {
    if item < values.count { values[item] = .nan }
  }

  /// Gives items in a row their numbers, NaN where one has none.
  ///
  /// - Parameter item: the first one's index; no item from there on has a number yet.
  /// - Complexity: O(`numbers`), and O(items before them that have none).
  public mutating func set(_ numbers: Span<Double>, from item: Int) {
    if item > values.count {
      values.append(contentsOf: repeatElement(.nan, count: item - values.count))
    }
    // The pointer is only read within the call; by elements it would take longer.
    unsafe numbers.withUnsafeBufferPointer { unsafe values.append(contentsOf: $0) }
  }

  /// The numbers of some items.
  subscript(items: Range<Int>) -> NumberColumn {
    var part = NumberColumn()
    part.values = Array(values[items.clamped(to: values.indices)])
    return part
  }

  /// Removes all values and keeps their room.
  mutating func removeAll() {
    if !values.isEmpty { values.removeAll(keepingCapacity: true) }
  }
}

/// Small codes of items, nil if an item has none.
public struct CodeColumn<Code: Sendable>: Sendable {
  /// The codes of the items up to the last one that has one; empty if none has.
  public private(set) var values: [Code?] = []

  /// Creates a column without values.
  public init() {}

  /// Whether no item has a value.
  public var isEmpty: Bool { values.isEmpty }

  /// Bytes held.
  public var byteCount: Int { values.capacity * MemoryLayout<Code?>.stride }

  /// The item's code; nil if it has none.
  @inline(__always)
  public subscript(item: Int) -> Code? { item < values.count ? values[item] : nil }

  /// Gives an item a code.
  ///
  /// Items are set in ascending order.
  public mutating func set(_ code: Code, at item: Int) {
    while item > values.count { values.append(nil) }
    if item == values.count { values.append(code) } else { values[item] = code }
  }

  /// The same codes without spare room.
  func trimmed() -> CodeColumn {
    var column = self
    column.values = values.trimmed()
    return column
  }
}
