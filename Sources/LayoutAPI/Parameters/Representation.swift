package import HTTPMessage

/// A representation of attributes (Contract §5).
package enum Representation: UInt8, Sendable, CaseIterable {
  /// JSON with one object per element.
  case json
  /// JSON with one array per field.
  case columns
  /// Binary columns for typed arrays.
  case packed
  /// A picture.
  case svg
  /// A style sheet.
  case css

  /// The media type.
  package var mediaType: StaticString {
    switch self {
    case .json: "application/json"
    case .columns: "application/vnd.tatami.columns+json"
    case .packed: "application/vnd.tatami.packed"
    case .svg: "image/svg+xml"
    case .css: "text/css"
    }
  }

  /// The value of the `format` parameter.
  package var formatName: StaticString {
    switch self {
    case .json: "json"
    case .columns: "columns"
    case .packed: "packed"
    case .svg: "svg"
    case .css: "css"
    }
  }

  /// The media type up to its slash, inclusive.
  private var typePrefix: StaticString {
    switch self {
    case .json, .columns, .packed: "application/"
    case .svg: "image/"
    case .css: "text/"
    }
  }

  /// Creates the representation that a `format` parameter names; nil if the text is any other.
  package init?(format bytes: [UInt8], in range: Range<Int>) {
    guard let named = Self.allCases.first(where: { bytes.equals($0.formatName, in: range) })
    else { return nil }
    self = named
  }

  /// Returns the representation of `offered` that the request's Accept field prefers (RFC 9110 §12.5.1).
  ///
  /// The most specific media range decides the weight of each type. If weights are equal, the first
  /// offered wins.
  ///
  /// - Returns: nil if none is acceptable; the first offered if there is no Accept field or it
  ///   lists nothing.
  /// - Complexity: O(bytes of Accept); no allocation.
  package static func negotiated(_ request: HTTPRequest, offered: [Representation])
    -> Representation?
  {
    guard let first = request.value(of: "accept"),
      !first.isEmpty || request.count(of: "accept") > 1
    else { return offered.first }
    // Most clients' fields give every offered type one weight, or name the first type.
    if request.count(of: "accept") == 1,
      request.bytes.equals("*/*", in: first)
        || offered.first.map({ request.bytes.equals($0.mediaType, in: first) }) == true
    {
      return offered.first
    }
    var best: Representation?
    var bestWeight = 0
    for candidate in offered {
      let weight = candidate.weight(in: request)
      if weight > bestWeight {
        best = candidate
        bestWeight = weight
      }
    }
    return best
  }

  /// Returns the weight, 0 to 1,000, of the most specific media range that matches.
  private func weight(in request: HTTPRequest) -> Int {
    var specificity = 0
    var weight = 0
    request.forEachMember(of: "accept") { member in
      let type = ListMember.token(request.bytes, in: member)
      let found: Int
      if request.bytes.equalsIgnoringCase(mediaType, in: type) {
        found = 3
      } else if type.count == typePrefix.utf8CodeUnitCount + 1,
        request.bytes[type.upperBound - 1] == UInt8(ascii: "*"),
        request.bytes.equalsIgnoringCase(
          typePrefix, in: type.lowerBound..<type.upperBound - 1)
      {
        found = 2
      } else if request.bytes.equals("*/*", in: type) || request.bytes.equals("*", in: type) {
        // Java's HttpURLConnection writes `*` for `*/*`.
        found = 1
      } else {
        return
      }
      if found > specificity {
        specificity = found
        weight = ListMember.weight(request.bytes, in: member)
      }
    }
    return weight
  }
}

/// A member of Accept's or Accept-Encoding's list: a token and its parameters.
package enum ListMember {
  /// Returns the part before the first `;`, without trailing white space.
  package static func token(_ bytes: [UInt8], in member: Range<Int>) -> Range<Int> {
    var end = member.lowerBound
    while end < member.upperBound, bytes[end] != UInt8(ascii: ";") { end += 1 }
    while end > member.lowerBound, isSpace(bytes[end - 1]) { end -= 1 }
    return member.lowerBound..<end
  }

  /// Returns the `q` parameter in thousandths; 1,000 if it is missing or malformed.
  package static func weight(_ bytes: [UInt8], in member: Range<Int>) -> Int {
    var index = member.lowerBound
    while index < member.upperBound {
      guard bytes[index] == UInt8(ascii: ";") else {
        index += 1
        continue
      }
      index += 1
      while index < member.upperBound, isSpace(bytes[index]) { index += 1 }
      if index + 1 < member.upperBound, bytes[index] | 0x20 == UInt8(ascii: "q"),
        bytes[index + 1] == UInt8(ascii: "=")
      {
        return thousandths(bytes, in: index + 2..<member.upperBound)
      }
    }
    return 1_000
  }

  /// Parses `0` or `1` with up to three decimals at the range's start; returns thousandths.
  private static func thousandths(_ bytes: [UInt8], in range: Range<Int>) -> Int {
    guard let first = range.first,
      bytes[first] == UInt8(ascii: "0") || bytes[first] == UInt8(ascii: "1")
    else { return 1_000 }
    var value = Int(bytes[first] - UInt8(ascii: "0")) * 1_000
    var unit = 100
    var index = first + 1
    guard index < range.upperBound, bytes[index] == UInt8(ascii: ".") else { return value }
    index += 1
    while index < range.upperBound, unit > 0, bytes[index] >= UInt8(ascii: "0"),
      bytes[index] <= UInt8(ascii: "9")
    {
      value += Int(bytes[index] - UInt8(ascii: "0")) * unit
      unit /= 10
      index += 1
    }
    return min(value, 1_000)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// Decides whether a response may be compressed.
package enum ContentCoding: String {
  case gzip
  case brotli = "br"

  /// Returns whether the client accepts gzip (RFC 9110 §12.5.3): named, or by `*`, with a weight above 0.
  ///
  /// - Complexity: O(bytes of Accept-Encoding); no allocation.
  package static func acceptsGzip(_ request: HTTPRequest) -> Bool { weights(request).gzip > 0 }

  /// Returns the weights that the client gives the codings, by name or by `*`; 0 for one that it does not
  /// accept, or to which it prefers `identity`.
  ///
  /// - Complexity: O(bytes of Accept-Encoding); no allocation.
  package static func weights(_ request: HTTPRequest) -> (gzip: Int, brotli: Int) {
    var (gzip, brotli, any): (Int?, Int?, Int?) = (nil, nil, nil)
    var identity = 0
    request.forEachMember(of: "accept-encoding") { member in
      let token = ListMember.token(request.bytes, in: member)
      if request.bytes.equalsIgnoringCase("gzip", in: token) {
        gzip = ListMember.weight(request.bytes, in: member)
      } else if request.bytes.equalsIgnoringCase("br", in: token) {
        brotli = ListMember.weight(request.bytes, in: member)
      } else if request.bytes.equalsIgnoringCase("identity", in: token) {
        identity = ListMember.weight(request.bytes, in: member)
      } else if request.bytes.equals("*", in: token) {
        any = ListMember.weight(request.bytes, in: member)
      }
    }
    func preferred(_ weight: Int?) -> Int {
      let weight = weight ?? any ?? 0
      return weight < identity ? 0 : weight
    }
    return (preferred(gzip), preferred(brotli))
  }
}
