/// Numbers of a chunk's items, in the narrowest type that holds each of them exactly.
///
/// Photo sizes take 2 bytes a side, heights in halves 4, any others 8.
enum PackedColumn: Sendable {
  /// No item has a number.
  case none
  /// Whole numbers below 65,535, which itself stands for an item without one.
  case whole([UInt16])
  /// Numbers that a `Float` holds exactly; NaN stands for an item without one.
  case short([Float])
  /// Any numbers; NaN stands for an item without one.
  case any([Double])

  /// Stands for an item without a number among whole ones.
  private static let noWhole = UInt16.max

  /// Packs the numbers of a chunk's first items, NaN where one has none; those after them have none.
  ///
  /// A negative zero may become a positive one.
  ///
  /// - Parameters:
  ///   - values: no more than `count` are packed.
  ///   - count: how many items the chunk has.
  /// - Complexity: O(count), 0.7 ns each.
  init(_ values: [Double], count: Int) {
    let values = values.count > count ? Array(values[..<count]) : values
    // Most columns show by their first numbers what they are: a pass that fails is worth avoiding.
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

  /// How many numbers are looked at first.
  private static let sampleLength = 16
  /// A sum with it is a whole number, the nearest one.
  private static let rounding = 0x1.8p52

  /// The numbers as floats; nil if one is not exactly the same.
  ///
  /// As the next one without a branch, so that it is vectorized; checked it would not be.
  private static func shorts(_ values: [Double], count: Int) -> [Float]? {
    var exact = 0
    let shorts = [Float](count: count) { shorts in
      let numbers = values.span
      for item in 0..<numbers.count {
        let number = unsafe numbers[unchecked: item]
        let short = Float(number)
        exact &+= (Double(short) == number) != (number != number) ? 1 : 0
        // There are no more than `count`.
        unsafe shorts[unchecked: item] = short
      }
      for item in numbers.count..<count { shorts[item] = .nan }
      return true
    }
    return exact == values.count ? shorts : nil
  }

  /// The numbers as whole ones; nil if one is none.
  private static func wholes(_ shorts: [Float]) -> [UInt16]? {
    var exact: Int32 = 0
    let wholes = [UInt16](count: shorts.count) { wholes in
      let numbers = shorts.span
      // Its sum with a number ends with the bits of the nearest whole one.
      let rounding: Float = 0x1.8p23
      for item in 0..<numbers.count {
        let number = unsafe numbers[unchecked: item]
        let given = number != number ? Float(noWhole) : number
        let rounded = given + rounding
        let isWhole =
          rounded - rounding == given && given >= 0 && !(number >= Float(noWhole))
        exact &+= isWhole ? 1 : 0
        // As many as there are numbers.
        unsafe wholes[unchecked: item] = UInt16(truncatingIfNeeded: rounded.bitPattern)
      }
      return true
    }
    return Int(exact) == shorts.count ? wholes : nil
  }

  /// The numbers in room for no more than them.
  private static func padded(_ values: [Double], count: Int) -> [Double] {
    [Double](count: count) { numbers in
      for item in 0..<values.count { numbers[item] = values[item] }
      for item in values.count..<count { numbers[item] = .nan }
      return true
    }
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

  /// Bytes held.
  var byteCount: Int {
    switch self {
    case .none: 0
    case .whole(let values): 2 * values.capacity
    case .short(let values): 4 * values.capacity
    case .any(let values): 8 * values.capacity
    }
  }

  /// The item's number; NaN where it has none.
  ///
  /// - Parameter item: its place in the chunk.
  @inline(__always)
  subscript(item: Int) -> Double {
    switch self {
    case .none: .nan
    case .whole(let values): values[item] == Self.noWhole ? .nan : Double(values[item])
    case .short(let values): Double(values[item])
    case .any(let values): values[item]
    }
  }

  /// The number of an item that has one; nil otherwise.
  func number(of item: Int) -> Double? {
    let value = self[item]
    return value.isNaN ? nil : value
  }
}

/// A chunk's numbers as doubles: one after the other, chunks are unpacked into the same memory.
struct UnpackedColumn {
  private var buffer: [Double] = []
  /// The numbers of the chunk unpacked last, NaN where an item has none: one for each of its items,
  /// or none where no item has one.
  private(set) var values: [Double] = []

  /// Unpacks a column of that many items.
  ///
  /// - Complexity: O(count); O(1) for columns of any numbers, which are not copied.
  mutating func unpack(_ column: PackedColumn, count: Int) {
    // Given up first, so that the buffer is nobody else's and is filled in place.
    values = []
    switch column {
    case .none: return
    case .any(let numbers): values = numbers
    case .whole(let numbers):
      precondition(count <= numbers.count)
      let wholes = numbers.span
      fill(count) {
        // One of them.
        let whole = unsafe wholes[unchecked: $0]
        return whole == .max ? .nan : Double(whole)
      }
    case .short(let numbers):
      precondition(count <= numbers.count)
      let shorts = numbers.span
      fill(count) { unsafe Double(shorts[unchecked: $0]) }
    }
  }

  @inline(__always)
  private mutating func fill(_ count: Int, _ number: (Int) -> Double) {
    if buffer.count != count { buffer = [Double](repeating: 0, count: count) }
    var numbers = buffer.mutableSpan
    // The buffer has room for `count`.
    for item in 0..<count { unsafe numbers[unchecked: item] = number(item) }
    values = buffer
  }
}
