import LayoutEngine

/// The range of values that a number may have.
enum NumberRule {
  case finite
  case nonNegative
  case positive

  /// Returns whether the rule allows the number.
  func admits(_ value: Double) -> Bool {
    switch self {
    case .finite: value.isFinite
    case .nonNegative: value >= 0 && value < .infinity
    case .positive: value > 0 && value < .infinity
    }
  }

  /// The rule in words.
  var expectation: String {
    switch self {
    case .finite: "must be finite"
    case .nonNegative: "must be a finite number of at least 0"
    case .positive: "must be a finite number greater than 0"
    }
  }
}

/// The greatest number up to which a double represents every whole number exactly.
let maxWholeNumber: WholeNumber = 1 << 53

extension JSONReader {
  /// Reads the next number.
  ///
  /// - Returns: the nearest double; infinity if the number is beyond the greatest double, and 0 for −0.
  @inline(__always)
  mutating func scanNumber() throws(JSONSyntaxError) -> Double {
    if bytes.count - position >= 8, let short = FastDecimalParser(bytes.span.word(at: position)) {
      position += short.length
      return short.value
    }
    if let number = JSONNumber(usual: bytes.span, from: position) {
      position = number.end
      return number.value
    }
    return try scanUnusualNumber()
  }

  /// Reads a number of any length; throws an error if there is none.
  @inline(never)
  private mutating func scanUnusualNumber() throws(JSONSyntaxError) -> Double {
    let number = try JSONNumber(bytes.span, from: position, budget)
    position = number.end
    return number.value
  }

  /// Reads a number; returns nil if it refuses a number that breaks the rule, or a value that is no number.
  mutating func readNumber(_ rule: NumberRule) throws(JSONSyntaxError) -> Double? {
    try readNumber(rule.expectation) { rule.admits($0) }
  }

  /// Reads a number; refuses a number that `admits` rejects, and any other value.
  ///
  /// - Parameter expectation: a description of the numbers that `admits` accepts.
  /// - Returns: nil if the value was refused.
  @inline(__always)
  mutating func readNumber(
    _ expectation: @autoclosure () -> String, where admits: (Double) -> Bool
  ) throws(JSONSyntaxError) -> Double? {
    guard ASCII.beginsNumber(nextToken()) else {
      try refuseNonNumber("must be a number")
      return nil
    }
    let start = position
    let value = try scanNumber()
    guard admits(value) else {
      refuse(at: start) { "\(expectation()) (got \($0.sourceText(from: start)))" }
      return nil
    }
    return value
  }

  /// Reads a number into a variable, which stays unchanged if the number is refused.
  mutating func readNumber(
    into value: inout Double, _ rule: NumberRule
  ) throws(JSONSyntaxError) {
    value = try readNumber(rule) ?? value
  }

  /// Reads a whole number; `2.0` is one (Contract §2).
  ///
  /// - Parameter setting: the name of the setting that defines the upper bound, for messages.
  /// - Returns: nil if the value was refused, because it is no whole number or outside the range.
  mutating func readInteger(
    in range: ClosedRange<WholeNumber>, _ setting: StaticString = ""
  ) throws(JSONSyntaxError) -> WholeNumber? {
    guard ASCII.beginsNumber(nextToken()) else {
      try refuseNonNumber("must be a whole number")
      return nil
    }
    let start = position
    let value = try scanNumber()
    guard let integer = WholeNumber(exactly: value), range ~= integer else {
      refuse(at: start) { reader in
        "must be a whole number from \(range.lowerBound) to \(range.upperBound)\(setting) "
          + "(got \(reader.sourceText(from: start)))"
      }
      return nil
    }
    return integer
  }

  /// Reads `true` or `false`; returns nil if it refuses another value.
  mutating func readBool() throws(JSONSyntaxError) -> Bool? {
    let byte = nextToken()
    guard byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") else {
      try refuseValue("must be true or false")
      return nil
    }
    try skipLiteral()
    return byte == UInt8(ascii: "t")
  }

  /// Reads a Boolean into a variable, which stays unchanged if the value is refused.
  mutating func readBool(into value: inout Bool) throws(JSONSyntaxError) {
    value = try readBool() ?? value
  }

  /// Reads a string of at most `maxBytes` bytes; returns nil if it refuses another value.
  mutating func readString(maxBytes: Int) throws(JSONSyntaxError) -> String? {
    guard nextToken() == ASCII.quote else {
      try refuseValue("must be a string")
      return nil
    }
    let start = position
    let token = try readStringToken()
    let count = try decodedCount(of: token)
    guard count <= maxBytes else {
      refuse(at: start, "must be at most \(maxBytes) bytes long (got \(count))")
      return nil
    }
    return text(of: token, atMost: maxBytes)
  }

  /// Reads a string that must be one of the given words; returns nil if it refuses another value.
  mutating func readWord<Value>(_ words: Words<Value>) throws(JSONSyntaxError) -> Value? {
    guard nextToken() == ASCII.quote else {
      try refuseValue(words.expectation)
      return nil
    }
    return readWord(words, token: try readStringToken())
  }

  /// Returns the value of a word that has just been read; refuses an unknown word and returns nil.
  mutating func readWord<Value>(_ words: Words<Value>, token: StringToken) -> Value? {
    let word = decode(token, atMost: shownBytes)
    if let value = words[word] { return value }
    refuse(at: token.range.lowerBound - 1, words.refusal(of: String(decoding: word, as: UTF8.self)))
    return nil
  }

  /// Returns a number as the client wrote it, shortened if it is long.
  private func sourceText(from start: Int) -> String {
    let source = bytes[start..<position]
    let text = String(decoding: source.prefix(24), as: UTF8.self)
    return source.count > 24 ? text + "…" : text
  }
}

/// The words that a string field allows, and their values.
struct Words<Value: Sendable>: Sendable {
  private let table: WordTable
  private let values: [Value]

  init(_ words: KeyValuePairs<String, Value>) {
    table = WordTable(words.map { $0.key })
    values = words.map { $0.value }
  }

  /// Creates the words that are the names of a type's values.
  init() where Value: CaseIterable & RawRepresentable<String> {
    values = Array(Value.allCases)
    table = WordTable(values.map { $0.rawValue })
  }

  /// The rule for messages.
  var expectation: String { table.expectation }

  /// Returns the word's value; nil if the word is not listed.
  subscript(_ word: [UInt8]) -> Value? {
    table.index(of: word).map { values[$0] }
  }

  /// The message about a word that is not listed.
  func refusal(of word: String) -> String { table.refusal(of: word) }
}

/// The words without their values.
///
/// The type is not generic, so that it is compiled once instead of once per type of value.
private struct WordTable: Sendable {
  private let words: [[UInt8]]
  /// The rule for messages.
  let expectation: String

  @inline(never)
  init(_ names: [String]) {
    words = names.map { Array($0.utf8) }
    let list = names.map { "\"\($0)\"" }
    expectation =
      list.count == 1 ? "must be \(list[0])" : "must be one of \(list.joined(separator: ", "))"
  }

  func index(of word: [UInt8]) -> Int? { words.firstIndex { $0 == word } }

  @inline(never)
  func refusal(of word: String) -> String {
    let known = words.map { String(decoding: $0, as: UTF8.self) }
    let refusal = "\(expectation) (got \(quoted(word)))"
    guard let meant = Synonyms.word(word, among: known) ?? NearName.quoted(word, among: known)
    else {
      return refusal
    }
    return "\(refusal); did you mean \(meant)?"
  }
}
