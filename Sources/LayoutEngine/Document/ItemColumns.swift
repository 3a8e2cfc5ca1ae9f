/// Numbers of items, NaN where an item has none.
///
/// Items after the last stored one have none.
public struct NumberColumn: Sendable {
  /// The stored values; empty where no item has one.
  public private(set) var values: [Double] = []

  /// Creates a column without values.
  public init() {}

  /// Whether no item has a value.
  public var isEmpty: Bool { values.isEmpty }

  /// Bytes held.
  public var byteCount: Int { values.capacity * MemoryLayout<Double>.stride }

  /// The item's number; nil where it has none.
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

  /// Makes room for that many items.
  public mutating func reserveCapacity(_ count: Int) {
    values.reserveCapacity(count)
  }
}

/// Numbers that few items may have: where fewer than half of them do, the column holds no more than
/// these, so that a few body heights among a million photos take 12 bytes each and not 8 million.
public struct SparseNumberColumn: Sendable {
  private var column = SparseColumn<Double>()

  /// The stored values, NaN among them, empty where no item has one: by item, or of a thin column in
  /// the order of items.
  public var values: [Double] { column.values }

  /// Creates a column without values.
  public init() {}

  /// Whether no item has a value.
  public var isEmpty: Bool { column.values.isEmpty }

  /// Bytes held.
  public var byteCount: Int { column.byteCount }

  /// The item's number; nil where it has none.
  ///
  /// - Complexity: O(1), of a thin column O(log n).
  public subscript(item: Int) -> Double? {
    let value = number(of: item)
    return value.isNaN ? nil : value
  }

  /// The item's number; NaN where it has none.
  @inline(__always)
  func number(of item: Int) -> Double {
    column.place(of: item).map { column.values[$0] } ?? .nan
  }

  /// The item that a stored value belongs to.
  func item(at place: Int) -> Int { column.item(at: place) }

  /// Gives an item a number.
  ///
  /// Items are set in ascending order.
  public mutating func set(_ value: Double, at item: Int) {
    guard !column.append(value, at: item) else { return }
    column.set(value, at: item, none: .nan) { $0.isNaN }
  }

  /// Makes room for that many items.
  public mutating func reserveCapacity(_ count: Int) {
    column.reserveCapacity(count)
  }
}

/// Small codes of items, nil where an item has none; thin where few items have one.
public struct CodeColumn<Code: Sendable>: Sendable {
  private var column = SparseColumn<Code?>()

  /// The stored codes, empty where no item has one: by item, or of a thin column in the order of items.
  public var values: [Code?] { column.values }

  /// Creates a column without values.
  public init() {}

  /// Whether no item has a value.
  public var isEmpty: Bool { column.values.isEmpty }

  /// Bytes held.
  public var byteCount: Int { column.byteCount }

  /// The item's code; nil where it has none.
  ///
  /// - Complexity: O(1), of a thin column O(log n).
  @inline(__always)
  public subscript(item: Int) -> Code? {
    column.place(of: item).flatMap { column.values[$0] }
  }

  /// Gives an item a code.
  ///
  /// Items are set in ascending order.
  public mutating func set(_ code: Code, at item: Int) {
    guard !column.append(code, at: item) else { return }
    column.set(code, at: item, none: nil) { $0 == nil }
  }
}

/// Values of items, set in ascending order: all of them up to the last one that has a value, or, where
/// fewer than half of these have one, those that there are, which makes the column thin.
///
/// Two words, since each section has several.
struct SparseColumn<Value: Sendable>: Sendable {
  /// Columns of fewer items are never thin.
  private static var leastItems: Int { 1_024 }
  /// Stands first where `items` holds how many items without a value a column that is not thin has.
  private static var gapMark: UInt32 { .max }

  /// By item, or of a thin column in the order of items.
  private(set) var values: [Value] = []
  /// The items that a thin column's values belong to, ascending; otherwise the mark and the number
  /// of items without a value, or nothing without any.
  private var items: [UInt32] = []

  var byteCount: Int {
    values.capacity * MemoryLayout<Value>.stride + items.capacity * MemoryLayout<UInt32>.stride
  }

  private var isThin: Bool { !items.isEmpty && items[0] != Self.gapMark }

  private var passed: Int { items.count == 2 && !isThin ? Int(items[1]) : 0 }

  /// Where an item's value is stored; nil where it has none.
  ///
  /// - Complexity: O(1), of a thin column O(log n).
  @inline(__always)
  func place(of item: Int) -> Int? {
    // A column without gaps is read in place.
    guard !items.isEmpty else { return item < values.count ? item : nil }
    return placeAmongGaps(of: item)
  }

  @inline(never)
  private func placeAmongGaps(of item: Int) -> Int? {
    guard isThin else { return item < values.count ? item : nil }
    let place = items.indices.firstIndex { Int(items[$0]) >= item }
    return place < items.count && Int(items[place]) == item ? place : nil
  }

  /// The item that a stored value belongs to.
  func item(at place: Int) -> Int { isThin ? Int(items[place]) : place }

  mutating func reserveCapacity(_ count: Int) {
    if !isThin { values.reserveCapacity(count) }
  }

  /// Gives the next item of a column that is not thin its value.
  ///
  /// - Returns: false where the item is not the next, or the column is thin; then nothing changes.
  @inline(__always)
  mutating func append(_ value: Value, at item: Int) -> Bool {
    guard item == values.count, !isThin else { return false }
    values.append(value)
    return true
  }

  /// Gives any item its value, not before the last one that has one.
  mutating func set(_ value: Value, at item: Int, none: Value, isNone: (Value) -> Bool) {
    if !isThin, item < values.count {
      values[item] = value
      return
    }
    if !isThin {
      let isHalfFull = (values.count - passed) * 2 >= item
      guard item >= Self.leastItems, !isHalfFull else {
        items = [Self.gapMark, UInt32(truncatingIfNeeded: passed + item - values.count)]
        values.append(contentsOf: repeatElement(none, count: item - values.count))
        values.append(value)
        return
      }
      let kept = values.indices.filter { !isNone(values[$0]) }
      values = kept.map { values[$0] }
      items = kept.map { UInt32(truncatingIfNeeded: $0) }
    }
    if items.last == UInt32(truncatingIfNeeded: item), !items.isEmpty {
      values[values.count - 1] = value
    } else {
      items.append(UInt32(truncatingIfNeeded: item))
      values.append(value)
    }
    if values.count * 4 > (item + 1) * 3 { fillUp(to: item, none: none) }
  }

  /// Holds a thin column's values by item again.
  private mutating func fillUp(to item: Int, none: Value) {
    var all = [Value](repeating: none, count: item + 1)
    for (place, value) in values.enumerated() { all[Int(items[place])] = value }
    items = [Self.gapMark, UInt32(truncatingIfNeeded: all.count - values.count)]
    values = all
  }
}
