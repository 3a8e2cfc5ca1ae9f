/// A member's key as it stands in the text.
struct JSONKey {
  /// Where its opening quote stands.
  var start: Int
  /// Its characters.
  var token: StringToken
}

extension JSONReader {
  /// Reads a key and the colon behind it.
  mutating func readKey() throws(JSONSyntaxError) -> JSONKey {
    let start = position
    let token = try readStringToken()
    guard nextToken() == ASCII.colon else { throw unexpected("':'") }
    position += 1
    return JSONKey(start: start, token: token)
  }

  /// The place of the field that the key names; nil where it names none.
  func fieldIndex<Field: JSONField>(of key: JSONKey, in names: FieldNames<Field>) -> Int? {
    guard key.token.hasEscapes else { return names.index(of: bytes.span, key.token.range) }
    let decoded = decode(key.token)
    return names.index(of: decoded.span, 0..<decoded.count)
  }

  /// The error for a field that its object holds already (RFC 8259 §4 leaves open what it means).
  ///
  /// Keys that name no field are not compared: each is refused for that alone.
  func duplicate(_ key: JSONKey) -> JSONSyntaxError {
    JSONSyntaxError(
      at: key.start, "the key \(quoted(text(of: key.token))) comes twice in one object",
      end: key.token.range.upperBound + 1)
  }
}
