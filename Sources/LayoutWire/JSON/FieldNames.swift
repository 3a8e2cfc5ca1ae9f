/// The names of an object's fields, laid out so that a key is found by comparing words.
struct FieldNames<Field: JSONField>: Sendable {
  /// One name: its first eight bytes as a number, its length, and all of it.
  private struct Entry: Sendable {
    var word: UInt64
    var utf8: [UInt8]
    var field: Field
  }

  private let entries: [Entry]

  init() {
    entries = Field.allCases.map { field in
      let utf8 = Array(field.rawValue.utf8)
      return Entry(word: Self.word(utf8.span, 0..<utf8.count), utf8: utf8, field: field)
    }
  }

  /// The field at that place.
  func field(at index: Int) -> Field { entries[index].field }

  /// The field's place.
  func index(of field: Field) -> Int {
    entries.firstIndex { $0.field.rawValue == field.rawValue } ?? 0
  }

  /// The place of the field that those bytes name; nil where they name none.
  func index(of text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let word = Self.word(text, range)
    for index in entries.indices
    where entries[index].word == word && entries[index].utf8.count == range.count {
      guard range.count > 8 else { return index }
      let rest = entries[index].utf8
      var offset = 8
      while offset < rest.count, text[range.lowerBound + offset] == rest[offset] { offset += 1 }
      if offset == rest.count { return index }
    }
    return nil
  }

  /// What to say of a key that names no field.
  func unknownFieldDetail(_ key: String) -> String {
    let names = entries.map(\.field.rawValue)
    let nearest = names.min { editDistance($0, key) < editDistance($1, key) }
    guard let nearest, editDistance(nearest, key) <= max(1, nearest.utf8.count / 4) else {
      return "is not a known field; known are \(names.joined(separator: ", "))"
    }
    return "is not a known field; did you mean \(quoted(nearest))?"
  }

  /// The first eight bytes as a number, shorter names filled with zeros.
  private static func word(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var word: UInt64 = 0
    for offset in 0..<min(8, range.count) {
      word |= UInt64(text[range.lowerBound + offset]) << UInt64(8 * offset)
    }
    return word
  }
}

/// How many letters must be put in, taken out or exchanged to turn one name into the other, letter
/// case aside; names of more than 40 bytes count as far off.
private func editDistance(_ one: String, _ other: String) -> Int {
  guard one.utf8.count <= 40, other.utf8.count <= 40 else { return .max }
  let letters = Array(other.lowercased().utf8)
  var row = Array(0...letters.count)
  for (line, letter) in one.lowercased().utf8.enumerated() {
    var diagonal = row[0]
    row[0] = line + 1
    for column in letters.indices {
      let substituted = diagonal + (letters[column] == letter ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(substituted, min(row[column], diagonal) + 1)
    }
  }
  return row[letters.count]
}

/// A text in quotes for messages, cut short where it is long.
func quoted(_ text: String) -> String {
  text.utf8.count <= 60 ? "\"\(text)\"" : "\"\(text.prefix(40))…\""
}
