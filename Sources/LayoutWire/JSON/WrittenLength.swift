/// A length in the notation of style sheets and other libraries: `"10px"`, `"50%"`, `"16:9"`, or a number.
///
/// Read only from refused values, for messages.
struct WrittenLength {
  enum Unit {
    case none, points, percent, other
    /// A ratio of two numbers; `number` is their quotient.
    case ratio
  }

  /// The maximum number of bytes examined.
  private static let most = 24

  /// The number, at most 10^9 and rounded to six decimals.
  let number: Double
  let unit: Unit
  /// The value's text, without quotes.
  let text: String

  /// Reads the number or string that begins at the index `place`; nil if it is not a length.
  init?(_ bytes: ContiguousArray<UInt8>, at place: Int) {
    guard place < bytes.count else { return nil }
    let isString = bytes[place] == ASCII.quote
    guard isString || ASCII.beginsNumber(bytes[place]) else { return nil }
    let rest = bytes[(isString ? place + 1 : place)...].prefix(Self.most)
    let value = ContiguousArray(
      rest.prefix { isString ? $0 != ASCII.quote : Self.isPartOfNumber($0) })
    guard value.count < Self.most else { return nil }
    let span = value.span
    guard let first = try? JSONNumber(span, from: 0, UnlimitedReading()),
      abs(first.value) <= 1e9
    else { return nil }
    text = String(decoding: value, as: UTF8.self)
    var end = first.end
    while end < value.count, value[end] == ASCII.space { end += 1 }
    if end < value.count, value[end] == UInt8(ascii: ":") || value[end] == UInt8(ascii: "/") {
      var start = end + 1
      while start < value.count, value[start] == ASCII.space { start += 1 }
      guard let second = try? JSONNumber(span, from: start, UnlimitedReading()),
        second.end == value.count, second.value > 0, abs(first.value / second.value) <= 1e9
      else { return nil }
      unit = .ratio
      number = Self.rounded(first.value / second.value)
      return
    }
    guard let unit = Self.unit(value[end...]) else { return nil }
    self.unit = unit
    number = Self.rounded(first.value)
  }

  /// The number as JSON.
  var numberText: String { shortText(of: number) }

  /// The number as a fraction of 1, if it is a percentage.
  var fractionText: String { shortText(of: Self.rounded(number / 100)) }

  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

  private static func unit(_ text: ArraySlice<UInt8>) -> Unit? {
    guard !text.isEmpty else { return Unit.none }
    if text.elementsEqual("%".utf8) { return .percent }
    for unit in ["px", "pt", "dp", "points"] where text.elementsEqual(unit.utf8) { return .points }
    for unit in ["rem", "em", "vw", "vh", "fr", "cm", "mm", "in", "sp", "dip", "ch"]
    where text.elementsEqual(unit.utf8) {
      return .other
    }
    return nil
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || byte == ASCII.minus || byte == ASCII.plus || byte == ASCII.point
      || byte | 0x20 == UInt8(ascii: "e")
  }
}

/// An example of an object, for messages about a value that should be one: `{"width": #, "height": #}`.
struct ObjectExample {
  private let template: String
  /// The text for `#` if the refused value is not a length.
  private let usual: String
  /// The template if the refused value is a percentage; nil if a percentage makes no sense.
  private let percentTemplate: String?

  init(_ template: String, _ usual: String = "", percent: String? = nil) {
    self.template = template
    self.usual = usual
    percentTemplate = percent
  }

  /// Returns the example, with the refused value's number in place of `#`.
  func text(for written: WrittenLength?) -> String {
    if written?.unit == .percent, let written, let percentTemplate {
      return Self.filled(percentTemplate, written.fractionText)
    }
    // A number with another unit would be mistaken for points.
    let isLength = written?.unit == WrittenLength.Unit.none || written?.unit == .points
    return Self.filled(template, (isLength ? written?.numberText : nil) ?? usual)
  }

  private static func filled(_ template: String, _ number: String) -> String {
    var text: [UInt8] = []
    for byte in template.utf8 {
      if byte == UInt8(ascii: "#") {
        text.append(contentsOf: number.utf8)
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension JSONReader {
  /// Enters an object; refuses any other value with an example of a valid object, and returns nil.
  mutating func openObject<Field: JSONField>(
    of type: Field.Type, like example: @autoclosure () -> ObjectExample
  ) throws(JSONSyntaxError) -> ObjectScope<Field>? {
    if nextToken() == ASCII.openBrace { return try openObject(of: type) }
    try refuseNonObject(example)
    return nil
  }

  /// Refuses the next value, which is not an object, with an example of a valid object.
  @inline(never)
  private mutating func refuseNonObject(
    _ example: () -> ObjectExample
  ) throws(JSONSyntaxError) {
    let written = isNoting ? WrittenLength(bytes, at: position) : nil
    try refuseValue("must be an object such as \(example().text(for: written))")
  }

  /// Refuses the next value, which is not a number, and skips it.
  ///
  /// If it is a string that contains a length, the message shows how to write the number.
  ///
  /// - Parameter expectation: the rule, such as `must be a number`.
  @inline(never)
  mutating func refuseNonNumber(_ expectation: String) throws(JSONSyntaxError) {
    let isLength = nextToken() == ASCII.quote && isNoting
    guard isLength, let written = WrittenLength(bytes, at: position) else {
      return try refuseValue(expectation)
    }
    let start = position
    _ = try readStringToken()
    let hint =
      switch written.unit {
      case .none: "without quotes"
      case .points: "in points, without a unit"
      case .percent: "in points, not in percent"
      case .other: "in points"
      case .ratio: "a quotient"
      }
    refuse(
      at: start,
      "\(expectation) such as \(written.numberText) (\(hint); got \(quoted(written.text)))")
  }
}
