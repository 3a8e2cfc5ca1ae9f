/// Numbers of items, NaN where an item has none.
///
/// Items behind the last stored one have none. A column that may be sparse holds no more than the
/// numbers that there are where fewer than half of the items have one: a body height here and there
/// among a million photos takes 12 bytes each and not 8 million.
public struct NumberColumn: Sendable {
  private var column: ItemColumn<Double>

  /// The stored values: of a dense column by item, of a sparse one in the order of items. Empty where
  /// no item has one.
  public var values: [Double] { column.values }

  /// Creates a column without values.
  public init(mayBeSparse: Bool = false) {
    column = ItemColumn(none: .nan, mayBeSparse: mayBeSparse)
  }

  /// Whether no item has a value.
  public var isEmpty: Bool { column.values.isEmpty }

  /// Bytes held.
  public var byteCount: Int { column.byteCount }

  /// The item's number; nil where it has none.
  ///
  /// - Complexity: O(1), of a sparse column O(log n).
  public subscript(item: Int) -> Double? {
    let value = column.value(of: item)
    return value.isNaN ? nil : value
  }

  /// The item's number; NaN where it has none.
  @inline(__always)
  func number(of item: Int) -> Double { column.value(of: item) }

  /// The item that a stored value belongs to.
  func item(at place: Int) -> Int { column.item(at: place) }

  /// Gives an item a number.
  ///
  /// Items are set in ascending order.
  public mutating func set(_ value: Double, at item: Int) {
    guard !column.append(value, at: item) else { return }
    column.set(value, at: item) { $0.isNaN }
  }

  /// Gives items in a row their numbers, NaN where one has none; of a column that is not sparse.
  ///
  /// - Parameter item: the first one's index; no item from there on has a number yet.
  /// - Complexity: O(`numbers`), and O(items before them that have none).
  public mutating func set(_ numbers: Span<Double>, from item: Int) {
    numbers.withUnsafeBufferPointer { column.append($0, at: item) }
  }

  /// Makes room for that many items.
  public mutating func reserveCapacity(_ count: Int) {
    column.reserveCapacity(count)
  }
}

/// Small codes of items, nil where an item has none; sparse where fewer than half of the items have one.
public struct CodeColumn<Code: Sendable>: Sendable {
  private var column = ItemColumn<Code?>(none: nil, mayBeSparse: true)

  /// The stored codes: of a dense column by item, of a sparse one in the order of items. Empty where no
  /// item has one.
  public var values: [Code?] { column.values }

  /// Creates a column without values.
  public init() {}

  /// Whether no item has a value.
  public var isEmpty: Bool { column.values.isEmpty }

  /// Bytes held.
  public var byteCount: Int { column.byteCount }

  /// The item's code; nil where it has none.
  ///
  /// - Complexity: O(1), of a sparse column O(log n).
  public subscript(item: Int) -> Code? { column.value(of: item) }

  /// Gives an item a code.
  ///
  /// Items are set in ascending order.
  public mutating func set(_ code: Code, at item: Int) {
    guard !column.append(code, at: item) else { return }
    column.set(code, at: item) { $0 == nil }
  }
}

/// Values of items, set in ascending order: all of them up to the last one that has a value, or, where
/// fewer than half of these have one, those that there are.
struct ItemColumn<Value: Sendable>: Sendable {
  /// Columns of fewer items are never sparse.
  private static var leastItems: Int { 1_024 }

  /// By item, or of a sparse column in the order of items.
  private(set) var values: [Value] = []
  /// The items that a sparse column's values belong to, ascending; nil for a dense one.
  private var items: [UInt32]?
  /// What stands for no value.
  private let none: Value
  private let mayBeSparse: Bool
  /// How many items of a dense column were passed by.
  private var missing = 0

  init(none: Value, mayBeSparse: Bool) {
    self.none = none
    self.mayBeSparse = mayBeSparse
  }

  var byteCount: Int {
    values.capacity * MemoryLayout<Value>.stride
      + (items?.capacity ?? 0) * MemoryLayout<UInt32>.stride
  }

  /// - Complexity: O(1), of a sparse column O(log n).
  @inline(__always)
  func value(of item: Int) -> Value {
    guard let items else { return item < values.count ? values[item] : none }
    let place = items.indices.firstIndex { Int(items[$0]) >= item }
    return place < items.count && Int(items[place]) == item ? values[place] : none
  }

  /// The item that a stored value belongs to.
  func item(at place: Int) -> Int { items.map { Int($0[place]) } ?? place }

  mutating func reserveCapacity(_ count: Int) {
    if items == nil { values.reserveCapacity(count) }
  }

  /// Gives the next item of a dense column its value.
  ///
  /// - Returns: false where the item is not the next, or the column is sparse; then nothing changes.
  @inline(__always)
  mutating func append(_ value: Value, at item: Int) -> Bool {
    guard items == nil, item == values.count else { return false }
    values.append(value)
    return true
  }

  /// Gives items in a row of a dense column their values.
  mutating func append(_ more: UnsafeBufferPointer<Value>, at item: Int) {
    if item > values.count {
      values.append(contentsOf: repeatElement(none, count: item - values.count))
    }
    values.append(contentsOf: more)
  }

  /// Gives any item its value, not before the last one that has one.
  mutating func set(_ value: Value, at item: Int, isNone: (Value) -> Bool) {
    if items == nil, item < values.count {
      values[item] = value
      return
    }
    if items == nil {
      let isHalfFull = (values.count - missing) * 2 >= item
      guard mayBeSparse, item >= Self.leastItems, !isHalfFull else {
        missing += item - values.count
        values.append(contentsOf: repeatElement(none, count: item - values.count))
        values.append(value)
        return
      }
      thin(isNone)
    }
    if items?.last == UInt32(truncatingIfNeeded: item) {
      values[values.count - 1] = value
    } else {
      items?.append(UInt32(truncatingIfNeeded: item))
      values.append(value)
    }
    if values.count * 4 > (item + 1) * 3 { fillUp(to: item) }
  }

  /// Makes a dense column sparse.
  private mutating func thin(_ isNone: (Value) -> Bool) {
    let kept = values.indices.filter { !isNone(values[$0]) }
    values = kept.map { values[$0] }
    items = kept.map { UInt32(truncatingIfNeeded: $0) }
    missing = 0
  }

  /// Makes a sparse column dense.
  private mutating func fillUp(to item: Int) {
    var all = [Value](repeating: none, count: item + 1)
    for (place, value) in values.enumerated() { all[self.item(at: place)] = value }
    missing = all.count - values.count
    values = all
    items = nil
  }
}
