import HTTPMessage

extension HTTPResponse {
  /// Where the first field of this name has its value in `fieldLines`; nil where there is none.
  ///
  /// - Complexity: O(bytes of the field lines); no allocation.
  func value(of name: StaticString) -> Range<Int>? {
    let length = name.utf8CodeUnitCount
    var start = 0
    while start < fieldLines.count {
      let rest = start..<fieldLines.count
      let end = fieldLines.firstIndex(of: UInt8(ascii: "\r"), in: rest) ?? rest.upperBound
      if end - start >= length + 2, fieldLines[start + length] == UInt8(ascii: ":"),
        fieldLines.equalsIgnoringCase(name, in: start..<start + length)
      {
        return start + length + 2..<end
      }
      start = end + 2
    }
    return nil
  }

  /// Appends what every answer to the request repeats of it.
  mutating func addContext(_ context: RequestContext) {
    addField("X-Request-ID") { context.id.append(to: &$0) }
    if let origin = context.allowedOrigin { CORSPolicy.addFields(allowing: origin, to: &self) }
  }
}
