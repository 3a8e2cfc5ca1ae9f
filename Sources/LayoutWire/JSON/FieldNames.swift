/// The names of an object's fields, stored so that a key is found by comparing 64-bit words.
struct FieldNames<Field: JSONField>: Sendable {
  /// The fields in declaration order.
  private let fields: [Field]
  let keys: KeyTable

  init() {
    fields = Field.allCases
    keys = KeyTable(fields.map { $0.rawValue })
  }

  /// Returns the field whose name has this index in `keys`.
  @inline(__always)
  func field(at index: Int) -> Field { fields[index] }

  /// Returns the index of the field's name in `keys`.
  func index(of field: Field) -> Int {
    keys.index(of: field.rawValue)
  }

}

/// The names of an object's fields, without the fields themselves.
///
/// The type is not generic, so that it is compiled once instead of once per kind of object.
struct KeyTable: Sendable {
  private let names: [String]
  /// Each name's first eight bytes as a number, the first byte lowest; shorter names are padded with 0.
  private let words: [UInt64]
  /// Each name's length in bytes.
  private let counts: [Int]
  /// Each name's bytes after the first eight.
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

  /// Returns the index of the name that equals the key in a range of the text; nil if no name does.
  ///
  /// - Parameter word: the key's first eight bytes.
  @inline(__always)
  func index(of word: KeyWord, text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    for index in words.indices where words[index] == word.value && counts[index] == range.count {
      if range.count <= 8 || hasRest(index, text, from: range.lowerBound + 8) { return index }
    }
    return nil
  }

  /// Returns the index of the name that consists of the first `count` ≤ 8 bytes of the word; nil if
  /// there is none.
  ///
  /// The caller must pass a word whose other bytes are 0.
  @inline(__always)
  func index(of word: UInt64, count: Int) -> Int? {
    for index in words.indices where words[index] == word && counts[index] == count {
      return index
    }
    return nil
  }

  /// Returns whether the key's bytes from its ninth on, at `start`, equal those of the name at `index`.
  private func hasRest(_ index: Int, _ text: Span<UInt8>, from start: Int) -> Bool {
    let rest = rests[index]
    for offset in rest.indices where text[start + offset] != rest[offset] { return false }
    return true
  }

  /// Returns the message about an unknown key.
  func unknownFieldDetail(_ key: String) -> String {
    if let home = Synonyms.home(of: key, among: names) {
      return "unknown field \(quoted(key)) here; it belongs in \(home)"
    }
    if names.first == "fontFamily", ["width", "widths", "maxWidth"].contains(key) {
      return "unknown field \(quoted(key)) in a style; in a layout a text is as wide as its item, "
        + "and a text of /v1/texts has a \"width\" beside its \"text\""
    }
    guard let meant = Synonyms.field(key, among: names) ?? NearName.quoted(key, among: names) else {
      // Only items have data, and what a page needs to show an item belongs there.
      if names.contains("data") {
        return "unknown field \(quoted(key)); put what your page needs into \"data\""
      }
      // "$schema" is for editors, and nothing that a document lacks.
      let known = names.filter { $0.utf8.first != UInt8(ascii: "$") }
      return "unknown field \(quoted(key)); known fields: \(known.joined(separator: ", "))"
    }
    if Synonyms.isEstimate(key), ["\"itemSize\"", "\"rowHeight\"", "\"height\""].contains(meant) {
      return
        "unknown field \(quoted(key)); use \(meant), which counts until an update's \"measure\" replaces it"
    }
    return "unknown field \(quoted(key)); did you mean \(meant)?"
  }
}

/// The first eight bytes of a key as a number, accumulated while the key is read.
struct KeyWord {
  private(set) var value: UInt64 = 0
  private var shift: UInt64 = 0

  /// Appends the key's next byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    guard shift < 64 else { return }
    value |= UInt64(byte) &<< shift
    shift += 8
  }
}

/// Returns a text in quotes for messages, shortened if it is long.
///
/// The length is counted in scalars, because a single character may have any number of them.
func quoted(_ text: String) -> String {
  text.utf8.count <= 60 ? "\"\(text)\"" : "\"\(String(text.unicodeScalars.prefix(40)))…\""
}
