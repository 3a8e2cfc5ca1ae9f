/// The numbers of a chunk's items in one field, in the narrowest type that represents each of them exactly.
///
/// Photo sizes take 2 bytes per side, heights in halves take 4, and other numbers take 8.
enum PackedColumn: Sendable {
  /// No item has a number.
  case none
  /// Whole numbers below 65,535; 65,535 means that an item has none.
  case whole([UInt16])
  /// Numbers that a `Float` represents exactly; NaN means that an item has none.
  case short([Float])
  /// Any numbers; NaN means that an item has none.
  case any([Double])

  /// The value 65,535 of `whole`, which means that an item has no number.
  private static let noWhole = UInt16.max

  /// Packs the numbers of a chunk's items, NaN if an item has none.
  ///
  /// If there are fewer than `count` values, the items after the last value have no number.
  ///
  /// A negative zero may become a positive zero.
  ///
  /// - Parameters:
  ///   - values: the numbers; only the first `count` are packed.
  ///   - count: the number of items in the chunk.
  /// - Complexity: O(count), 0.7 ns per item.
  init(_ values: [Double], count: Int) {
    let values = values.count > count ? Array(values[..<count]) : values
    // The first numbers of most columns show which type fits, which avoids a pass that fails.
    let sample = values.prefix(Self.sampleLength)
    guard sample.allSatisfy({ $0.isNaN || Double(Float($0)) == $0 }), !values.isEmpty,
      let shorts = Self.shorts(values, count: count)
    else {
      self = values.isEmpty ? .none : .any(Self.padded(values, count: count))
      return
    }
    if sample.allSatisfy({ $0.isNaN || $0 + Self.rounding - Self.rounding == $0 }),
      let wholes = Self.wholes(shorts)
    {
      self = wholes.allSatisfy { $0 == Self.noWhole } ? .none : .whole(wholes)
    } else {
      self = .short(shorts)
    }
  }

  /// The number of values that are checked before a pass over all values.
  private static let sampleLength = 16
  /// A constant: adding it to a number rounds the number to a whole one.
  private static let rounding = 0x1.8p52

  /// The numbers as floats, followed by NaN up to `count`; nil if a number is not exactly representable.
  ///
  /// The loops of this function and of `wholes` have no branch and no bounds checks, so that they are
  /// vectorized.
  private static func shorts(_ values: [Double], count: Int) -> [Float]? {
    var exact = 0
    let shorts = [Float](count: count) { shorts in
      let slice = values[...]
      let numbers = slice.span
      for item in 0..<numbers.count {
        let number = unsafe numbers[unchecked: item]
        let short = Float(number)
        exact &+= (Double(short) == number) != (number != number) ? 1 : 0
        // In bounds: there are at most `count` numbers.
        unsafe shorts[unchecked: item] = short
      }
      for item in numbers.count..<count { shorts[item] = .nan }
      return true
    }
    return exact == values.count ? shorts : nil
  }

  /// The numbers as whole numbers; nil if one is not a whole number below 65,535.
  private static func wholes(_ shorts: [Float]) -> [UInt16]? {
    var exact: Int32 = 0
    let wholes = [UInt16](count: shorts.count) { wholes in
      let slice = shorts[...]
      let numbers = slice.span
      // The sum of a number and `rounding` ends with the bits of the nearest whole number.
      let rounding: Float = 0x1.8p23
      for item in 0..<numbers.count {
        let number = unsafe numbers[unchecked: item]
        let given = number != number ? Float(noWhole) : number
        let rounded = given + rounding
        let isWhole =
          rounded - rounding == given && given >= 0 && !(number >= Float(noWhole))
        exact &+= isWhole ? 1 : 0
        // In bounds: `wholes` has as many elements as there are numbers.
        unsafe wholes[unchecked: item] = UInt16(truncatingIfNeeded: rounded.bitPattern)
      }
      return true
    }
    return Int(exact) == shorts.count ? wholes : nil
  }

  /// The numbers, followed by NaN up to `count`, without spare capacity.
  private static func padded(_ values: [Double], count: Int) -> [Double] {
    [Double](count: count) { numbers in
      for item in 0..<values.count { numbers[item] = values[item] }
      for item in values.count..<count { numbers[item] = .nan }
      return true
    }
  }

  /// Returns the numbers of the first `count` items; a number in `others` replaces the item's own.
  ///
  /// - Complexity: O(count).
  func replaced(by others: PackedColumn, count: Int) -> PackedColumn {
    if others.isEmpty { return self }
    if isEmpty { return others }
    return PackedColumn(
      (0..<count).map { others.number(of: $0) ?? self[$0] }, count: count)
  }

  /// Whether every item has a number.
  ///
  /// - Complexity: O(n).
  var isFull: Bool {
    switch self {
    case .none: false
    case .whole(let numbers): !numbers.contains(Self.noWhole)
    case .short(let numbers): !numbers.contains { $0.isNaN }
    case .any(let numbers): !numbers.contains { $0.isNaN }
    }
  }

  /// Whether no item has a number.
  var isEmpty: Bool { if case .none = self { true } else { false } }

  /// The memory used, in bytes.
  var byteCount: Int {
    switch self {
    case .none: 0
    case .whole(let values): 2 * values.capacity
    case .short(let values): 4 * values.capacity
    case .any(let values): 8 * values.capacity
    }
  }

  /// The item's number; NaN if it has none.
  ///
  /// - Parameter item: the item's index in the chunk.
  @inline(__always)
  subscript(item: Int) -> Double {
    switch self {
    case .none: .nan
    case .whole(let values): values[item] == Self.noWhole ? .nan : Double(values[item])
    case .short(let values): Double(values[item])
    case .any(let values): values[item]
    }
  }

  /// The item's number; nil if it has none.
  func number(of item: Int) -> Double? {
    let value = self[item]
    return value.isNaN ? nil : value
  }
}

/// A chunk's numbers as doubles; one chunk after another is unpacked into one buffer.
struct UnpackedColumn {
  private var buffer: [Double] = []
  /// The numbers of the chunk unpacked last, NaN for items without one; empty if no item has a number.
  private(set) var values: [Double] = []

  /// Unpacks the first `count` numbers of a column into `values`, which may contain more of its numbers.
  ///
  /// - Complexity: O(count); O(1) for `PackedColumn.any`, whose numbers are not copied.
  mutating func unpack(_ column: PackedColumn, count: Int) {
    // Release the previous values first, so that the buffer is uniquely referenced and is filled in place.
    values = []
    switch column {
    case .none: return
    case .any(let numbers): values = numbers
    case .whole(let numbers):
      precondition(count <= numbers.count)
      let slice = numbers[...]
      let wholes = slice.span
      fill(count) {
        // In bounds: `count` is at most the number of elements.
        let whole = unsafe wholes[unchecked: $0]
        return whole == .max ? .nan : Double(whole)
      }
    case .short(let numbers):
      precondition(count <= numbers.count)
      let slice = numbers[...]
      let shorts = slice.span
      fill(count) { unsafe Double(shorts[unchecked: $0]) }
    }
  }

  @inline(__always)
  private mutating func fill(_ count: Int, _ number: (Int) -> Double) {
    if buffer.count != count { buffer = [Double](repeating: 0, count: count) }
    buffer.withMutableSpan { numbers in
      // In bounds: the buffer has `count` elements.
      for item in 0..<count { unsafe numbers[unchecked: item] = number(item) }
    }
    values = buffer
  }
}
