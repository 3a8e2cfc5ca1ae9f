extension HTTPRequest {
  /// The range of the first such field's value, or nil.
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

  /// The text of the first such field's value, or nil.
  ///
  /// Allocates.
  public func text(of name: StaticString) -> String? {
    value(of: name).map { bytes.text(in: $0) }
  }

  /// How many fields of this name there are.
  public func count(of name: StaticString) -> Int {
    var count = 0
    for field in fields where bytes.equalsIgnoringCase(name, in: field.name) {
      count += 1
    }
    return count
  }

  /// Calls `body` with each member of the comma-separated lists that all fields of this name make
  /// together, in order, without white space around it (RFC 9110 §5.6.1); empty members and commas
  /// in quoted strings are stepped over.
  ///
  /// - Complexity: O(bytes of those fields); no allocation.
  public func forEachMember(of name: StaticString, _ body: (Range<Int>) -> Void) {
    for field in fields where bytes.equalsIgnoringCase(name, in: field.name) {
      bytes.forEachListMember(in: field.value, body)
    }
  }

  /// Whether the comma-separated lists of all fields of this name hold `token`, compared without
  /// regard to case.
  public func lists(_ token: StaticString, in name: StaticString) -> Bool {
    var isListed = false
    forEachMember(of: name) { member in
      if bytes.equalsIgnoringCase(token, in: member) { isListed = true }
    }
    return isListed
  }

  /// Whether the path, still percent-encoded, is exactly `text`.
  public func pathEquals(_ text: StaticString) -> Bool {
    bytes.equals(text, in: path)
  }

  /// Whether the path, still percent-encoded, begins with `text`.
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
  /// Allocates for a method that is not known by name.
  public var methodText: String {
    guard method == .other else { return "\(method.text)" }
    let end = target.lowerBound - 1
    return end > head.lowerBound ? bytes.text(in: head.lowerBound..<end) : ""
  }

  /// The parameters after the target's `?`; none without one.
  public var queryString: QueryString {
    QueryString(bytes, in: query ?? target.upperBound..<target.upperBound)
  }

  /// A copy that owns its bytes, and only the head's: what may outlive the handler's call.
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
  /// Calls `body` with each member of the comma-separated list in `range`, trimmed; empty members
  /// and commas in quoted strings are stepped over.
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

  /// The range without the spaces and tabs at its ends.
  package func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, self[lower] == 0x20 || self[lower] == 0x09 { lower += 1 }
    while upper > lower, self[upper - 1] == 0x20 || self[upper - 1] == 0x09 { upper -= 1 }
    return lower..<upper
  }
}
