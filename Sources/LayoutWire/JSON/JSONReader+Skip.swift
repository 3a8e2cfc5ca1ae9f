extension JSONReader {
  /// Skips the next value, of any kind, and checks that it is JSON.
  ///
  /// The function is not recursive, so that no nesting can exhaust the stack; nesting beyond `maxDepth`
  /// is refused, but still skipped.
  mutating func skipValue() throws(JSONSyntaxError) {
    var open = OpenContainers()
    var isTooDeep = false
    repeat {
      try count()
      let byte = nextToken()
      switch byte {
      case ASCII.openBrace, ASCII.openBracket:
        if depth + open.count >= budget.maxDepth, !isTooDeep {
          isTooDeep = true
          refuse(at: position) { "nests deeper than \($0.budget.maxDepth) levels" }
        }
        if try skipOpening(byte, &open) { continue }
      case ASCII.quote:
        _ = try readStringToken()
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        try skipLiteral()
      default:
        _ = try scanNumber()
      }
      try skipEndings(&open)
    } while !open.isEmpty
  }

  /// Skips one word: `true`, `false` or `null`.
  mutating func skipLiteral() throws(JSONSyntaxError) {
    for word in ["true", "false", "null"] {
      let end = position + word.utf8.count
      if end <= bytes.count, bytes[position..<end].elementsEqual(word.utf8) {
        position = end
        return
      }
    }
    throw unexpected("a value")
  }

  /// Enters an object or array, up to its first value.
  ///
  /// - Returns: whether a value follows; false if the object or array is empty, and has been closed.
  private mutating func skipOpening(
    _ byte: UInt8, _ open: inout OpenContainers
  ) throws(JSONSyntaxError) -> Bool {
    position += 1
    if byte == ASCII.openBracket {
      guard nextToken() != ASCII.closeBracket else {
        position += 1
        return false
      }
      open.append(isObject: false)
      return true
    }
    guard nextToken() != ASCII.closeBrace else {
      position += 1
      return false
    }
    open.append(isObject: true)
    try skipKey()
    return true
  }

  /// Skips the text between a value and the next: the ends of containers, then a comma and perhaps a key.
  private mutating func skipEndings(_ open: inout OpenContainers) throws(JSONSyntaxError) {
    while let isObject = open.isLastObject {
      try count()
      let byte = nextToken()
      if byte == ASCII.comma {
        position += 1
        if isObject { try skipKey() }
        return
      }
      guard byte == (isObject ? ASCII.closeBrace : ASCII.closeBracket) else {
        throw unexpected(isObject ? "',' or '}'" : "',' or ']'")
      }
      position += 1
      open.removeLast()
    }
  }

  private mutating func skipKey() throws(JSONSyntaxError) {
    guard nextToken() == ASCII.quote else { throw unexpected("a key") }
    _ = try readKey()
  }
}
