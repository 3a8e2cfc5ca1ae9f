/// The names of an object's fields, laid out so that a key is found by comparing words.
struct FieldNames<Field: JSONField>: Sendable {
  /// The fields, as they are declared.
  private let fields: [Field]
  let keys: KeyTable

  init() {
    fields = Field.allCases
    keys = KeyTable(fields.map { $0.rawValue })
  }

  /// The field at that place.
  @inline(__always)
  func field(at index: Int) -> Field { fields[index] }

  /// The field's place.
  func index(of field: Field) -> Int {
    keys.index(of: field.rawValue)
  }

}

/// The names themselves, whatever fields they are of: what is made of them is compiled once instead of once
/// for each kind of object.
struct KeyTable: Sendable {
  private let names: [String]
  /// Each name's first eight bytes as a number, the first byte lowest, shorter names filled with 0.
  private let words: [UInt64]
  /// Each name's length.
  private let counts: [Int]
  /// What follows the first eight bytes of each name.
  private let rests: [[UInt8]]

  init(_ names: [String]) {
    self.names = names
    let texts = names.map { Array($0.utf8) }
    words = texts.map { text in
      var word = KeyWord()
      for byte in text { word.append(byte) }
      return word.value
    }
    counts = texts.map { $0.count }
    rests = texts.map { Array($0.dropFirst(8)) }
  }

  func index(of name: String) -> Int {
    names.firstIndex(of: name) ?? 0
  }

  func name(at index: Int) -> String { names[index] }

  /// The place of the name that those bytes are; nil if they are none.
  ///
  /// - Parameter word: the key's first eight bytes.
  @inline(__always)
  func index(of word: KeyWord, text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    for index in words.indices where words[index] == word.value && counts[index] == range.count {
      if range.count <= 8 || hasRest(index, text, from: range.lowerBound + 8) { return index }
    }
    return nil
  }

  /// The place of the name of `count` ≤ 8 bytes, those of the word; nil without one.
  @inline(__always)
  func index(of word: UInt64, count: Int) -> Int? {
    for index in words.indices where words[index] == word && counts[index] == count {
      return index
    }
    return nil
  }

  /// Whether what follows the key's first eight bytes is what follows the name's.
  private func hasRest(_ index: Int, _ text: Span<UInt8>, from start: Int) -> Bool {
    let rest = rests[index]
    for offset in rest.indices where text[start + offset] != rest[offset] { return false }
    return true
  }

  /// The message about a key that is no name.
  func unknownFieldDetail(_ key: String) -> String {
    guard let meant = Synonyms.field(key, among: names) ?? NearName.quoted(key, among: names) else {
      return "is not a known field; known are \(names.joined(separator: ", "))"
    }
    return "is not a known field; did you mean \(meant)?"
  }
}

/// The first eight bytes of a key as a number, gathered while the key is read.
struct KeyWord {
  private(set) var value: UInt64 = 0
  private var shift: UInt64 = 0

  /// Takes the key's next byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    guard shift < 64 else { return }
    value |= UInt64(byte) &<< shift
    shift += 8
  }
}

/// A text in quotes for messages, cut short where it is long; counted in scalars, since a single
/// character may have any number of them.
func quoted(_ text: String) -> String {
  text.utf8.count <= 60 ? "\"\(text)\"" : "\"\(String(text.unicodeScalars.prefix(40)))…\""
}
