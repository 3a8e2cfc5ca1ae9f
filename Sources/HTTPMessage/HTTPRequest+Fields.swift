extension HTTPRequest {
  /// Returns the range of the value of the first field with this name; nil if there is none.
  ///
  /// Names are compared without regard to case.
  ///
  /// - Complexity: O(fields); no allocation.
  public func value(of name: StaticString) -> Range<Int>? {
    for field in fields where bytes.equalsIgnoringCase(name, in: field.name) {
      return field.value
    }
    return nil
  }

  /// Returns the text of the value of the first field with this name; nil if there is none.
  ///
  /// Allocates.
  public func text(of name: StaticString) -> String? {
    value(of: name).map { bytes.text(in: $0) }
  }

  /// Returns the number of fields with this name.
  public func count(of name: StaticString) -> Int {
    var count = 0
    for field in fields where bytes.equalsIgnoringCase(name, in: field.name) {
      count += 1
    }
    return count
  }

  /// Calls `body` with each member of the comma-separated lists in all fields with this name.
  ///
  /// The members are in order, and without surrounding white space (RFC 9110 §5.6.1). Empty members are
  /// skipped; commas in quoted strings do not separate.
  ///
  /// - Complexity: O(bytes of those fields); no allocation.
  public func forEachMember(of name: StaticString, _ body: (Range<Int>) -> Void) {
    for field in fields where bytes.equalsIgnoringCase(name, in: field.name) {
      bytes.forEachListMember(in: field.value, body)
    }
  }

  /// Returns whether the comma-separated lists in all fields with this name contain `token`, ignoring case.
  public func lists(_ token: StaticString, in name: StaticString) -> Bool {
    var isListed = false
    forEachMember(of: name) { member in
      if bytes.equalsIgnoringCase(token, in: member) { isListed = true }
    }
    return isListed
  }

  /// Returns whether the path, still percent-encoded, equals `text`.
  public func pathEquals(_ text: StaticString) -> Bool {
    bytes.equals(text, in: path)
  }

  /// Returns whether the path, still percent-encoded, begins with `text`.
  public func pathHasPrefix(_ text: StaticString) -> Bool {
    bytes.hasPrefix(text, in: path)
  }

  /// The path's text, still percent-encoded.
  ///
  /// Allocates.
  public var pathText: String { bytes.text(in: path) }

  /// The target's text as sent.
  ///
  /// Allocates.
  public var targetText: String { bytes.text(in: target) }

  /// The method's text as sent.
  ///
  /// Allocates if the method is `other`.
  public var methodText: String {
    guard method == .other else { return "\(method.text)" }
    let end = target.lowerBound - 1
    return end > head.lowerBound ? bytes.text(in: head.lowerBound..<end) : ""
  }

  /// The parameters after the target's `?`; empty if there are none.
  public var queryString: QueryString {
    QueryString(bytes, in: query ?? target.upperBound..<target.upperBound)
  }

  /// Returns a copy that may outlive the handler's call; its bytes are a copy of the head alone.
  ///
  /// - Complexity: O(head); two allocations.
  public func detached() -> HTTPRequest {
    let start = head.lowerBound
    func moved(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound - start..<range.upperBound - start
    }
    return HTTPRequest(
      bytes: Array(bytes[head]), method: method, target: moved(target), path: moved(path),
      query: query.map(moved), minorVersion: minorVersion,
      fields: fields.map { HTTPField(name: moved($0.name), value: moved($0.value)) },
      framing: framing, expectsContinue: expectsContinue, keepsAlive: keepsAlive)
  }
}

extension [UInt8] {
  /// Calls `body` with each member of the comma-separated list in `range`, without surrounding white space.
  ///
  /// Empty members are skipped; commas in quoted strings do not separate.
  func forEachListMember(in range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var index = range.lowerBound
    while index < range.upperBound {
      var end = index
      var isQuoted = false
      while end < range.upperBound {
        let byte = self[end]
        if byte == UInt8(ascii: "\"") {
          isQuoted.toggle()
        } else if isQuoted, byte == UInt8(ascii: "\\") {
          end = Swift.min(end + 1, range.upperBound - 1)
        } else if !isQuoted, byte == UInt8(ascii: ",") {
          break
        }
        end += 1
      }
      let member = trimmed(index..<end)
      if !member.isEmpty { body(member) }
      index = end + 1
    }
  }

  /// Returns the range without the spaces and tabs at its ends.
  package func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, self[lower] == 0x20 || self[lower] == 0x09 { lower += 1 }
    while upper > lower, self[upper - 1] == 0x20 || self[upper - 1] == 0x09 { upper -= 1 }
    return lower..<upper
  }
}
