/// The path and the query of a request target (RFC 9112 §3.2).
struct RequestTarget {
  let path: Range<Int>
  let query: Range<Int>?

  /// Reads an origin-form, an absolute-form with `http` or `https`, or the `*` of OPTIONS.
  init(_ bytes: [UInt8], _ target: Range<Int>, method: HTTPMethod) throws(HTTPRefusal) {
    if bytes[target.lowerBound] == UInt8(ascii: "/") {
      (path, query) = try Self.split(bytes, target)
    } else if bytes.equals("*", in: target) {
      guard method == .options else {
        throw HTTPRefusal(.badRequest, "The request target * is allowed only with OPTIONS.")
      }
      path = target
      query = nil
    } else {
      (path, query) = try Self.absolute(bytes, target)
    }
  }

  private static func split(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(HTTPRefusal) -> (path: Range<Int>, query: Range<Int>?) {
    let fragmentMark = UInt8(ascii: "#")
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "?"), or: fragmentMark, in: range) else {
      return (range, nil)
    }
    let query = mark + 1..<range.upperBound
    guard bytes[mark] != fragmentMark, bytes.firstIndex(of: fragmentMark, in: query) == nil else {
      throw HTTPRefusal(.badRequest, "The request target must not have a fragment.")
    }
    return (range.lowerBound..<mark, query)
  }

  private static func absolute(
    _ bytes: [UInt8], _ target: Range<Int>
  ) throws(HTTPRefusal) -> (path: Range<Int>, query: Range<Int>?) {
    guard let colon = bytes[target].firstIndex(of: UInt8(ascii: ":")),
      bytes.equalsIgnoringCase("http", in: target.lowerBound..<colon)
        || bytes.equalsIgnoringCase("https", in: target.lowerBound..<colon),
      bytes.hasPrefix("://", in: colon..<target.upperBound)
    else {
      throw HTTPRefusal(
        .badRequest, "The request target is neither a path nor an http or https URI.")
    }
    let start = colon + 3
    let end =
      bytes[start..<target.upperBound].firstIndex {
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?")
      } ?? target.upperBound
    guard bytes.isAuthority(start..<end) else {
      throw HTTPRefusal(
        .badRequest, "The request target's authority is not a host with an optional port.")
    }
    let (path, query) = try split(bytes, end..<target.upperBound)
    // An empty path means "/" (RFC 9110 §4.2.3): the last slash after the scheme is used for it.
    return (path.isEmpty ? colon + 2..<colon + 3 : path, query)
  }
}

extension [UInt8] {
  /// Returns whether the range is a host with an optional port (RFC 3986 §3.2).
  ///
  /// It must be non-empty, without user information, and without a comma, which would make it a list.
  func isAuthority(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    var index = range.lowerBound
    if self[index] == UInt8(ascii: "[") {
      index += 1
      let start = index
      while index < range.upperBound,
        self[index].hexValue != nil || self[index] == UInt8(ascii: ":")
          || self[index] == UInt8(ascii: ".")
      {
        index += 1
      }
      guard index > start, index < range.upperBound, self[index] == UInt8(ascii: "]") else {
        return false
      }
      index += 1
    } else {
      let start = index
      while index < range.upperBound, self[index].isHostName { index += 1 }
      guard index > start else { return false }
    }
    guard index < range.upperBound else { return true }
    guard self[index] == UInt8(ascii: ":") else { return false }
    return self[(index + 1)..<range.upperBound].allSatisfy { $0.isDigit }
  }
}

extension UInt8 {
  /// Whether a registered name may contain the byte (RFC 3986 §3.2.2); commas are excluded.
  fileprivate var isHostName: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "%"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: ";"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}
