/// The id that a client gives an item: a text, or a whole number.
///
/// A number and the text of its digits are different ids.
///
/// ```swift
/// let name: ItemID = "photo-7"
/// let number: ItemID = 7
/// // name.text is "photo-7", number.text is "7".
/// ```
public enum ItemID: Sendable, Hashable {
  /// A text.
  case text(String)
  /// A whole number of at most 2^53, negative or not.
  case number(WholeNumber)

  /// The id as a text; a number in its decimal digits.
  public var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    }
  }
}

extension ItemID: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Creates an id that is a text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// Creates an id that is a whole number.
  public init(integerLiteral number: WholeNumber) { self = .number(number) }
}

extension ItemID {
  /// The byte before the digits of a number in a `TextColumn` of ids; no text in UTF-8 has it.
  package static let numberMark: UInt8 = 0xFF

  /// Creates an id from its bytes in a `TextColumn`.
  init(encoded bytes: ArraySlice<UInt8>) {
    guard bytes.first == Self.numberMark else {
      self = .text(String(decoding: bytes, as: UTF8.self))
      return
    }
    var digits = bytes.dropFirst()
    let isNegative = digits.first == 0x2D
    if isNegative { digits = digits.dropFirst() }
    let magnitude = digits.reduce(into: WholeNumber(0)) { number, digit in
      number = number &* 10 &+ WholeNumber(digit &- 0x30)
    }
    self = .number(isNegative ? 0 &- magnitude : magnitude)
  }

  /// The id's bytes in a `TextColumn`.
  package var encoded: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .number(let number): [Self.numberMark] + Array(String(number).utf8)
    }
  }
}
