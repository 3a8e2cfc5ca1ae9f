package import HTTPMessage

/// The opaque part of an ETag, which identifies a response, as 32 hexadecimal digits (Contract §8).
///
/// The first 16 digits are those of the layout id; the other 16 mix engine revision, id, decoded query and
/// representation. A tag is two numbers, so comparing tags creates no string.
package struct EntityTag: Sendable, Hashable {
  package var first: UInt64
  package var second: UInt64

  /// The number of bytes of the tag with its quotes.
  private static let length = 34

  /// Creates a tag from its numbers.
  package init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// How a client's field lists a tag: as strong (`"…"`) or as weak (`W/"…"`).
  package enum Listing {
    case strong
    case weak
  }

  /// Returns whether If-None-Match lists the tag as strong or as weak; nil if it does not list the tag.
  ///
  /// The comparison is weak (RFC 9110 §13.1.2), so a weak tag matches too. The result is `strong` if the
  /// field lists the tag in both ways.
  ///
  /// - Complexity: O(bytes of the field); no allocation.
  package func listing(in request: HTTPRequest) -> Listing? {
    var listing: Listing?
    request.forEachMember(of: "if-none-match") { member in
      guard EntityTag(request.bytes, in: member) == self else { return }
      let isWeak = request.bytes.hasPrefix("W/", in: member)
      listing = isWeak && listing != .strong ? .weak : .strong
    }
    return listing
  }

  /// Returns whether If-Match lists the tag; the comparison is strong (RFC 9110 §13.1.1).
  ///
  /// A client with a compressed response has a weak tag, which never matches.
  ///
  /// - Complexity: O(bytes of the field); no allocation.
  package func isMatched(by request: HTTPRequest) -> Bool {
    var isMatched = false
    request.forEachMember(of: "if-match") { member in
      guard !isMatched, !request.bytes.hasPrefix("W/", in: member) else { return }
      isMatched = EntityTag(request.bytes, in: member) == self
    }
    return isMatched
  }

  /// Appends the tag in quotes, after `W/` if it is weak.
  package func append(isWeak: Bool, to output: inout [UInt8]) {
    if isWeak {
      output.append(UInt8(ascii: "W"))
      output.append(UInt8(ascii: "/"))
    }
    output.append(UInt8(ascii: "\""))
    output.append(hexDigitsOf: first)
    output.append(hexDigitsOf: second)
    output.append(UInt8(ascii: "\""))
  }
}

extension EntityTag {
  /// Parses a tag in the form that Tatami writes, strong or weak; nil if the member is anything else.
  private init?(_ bytes: [UInt8], in member: Range<Int>) {
    var start = member.lowerBound
    if member.count == Self.length + 2, bytes.hasPrefix("W/", in: member) { start += 2 }
    guard member.upperBound - start == Self.length, bytes[start] == UInt8(ascii: "\""),
      bytes[member.upperBound - 1] == UInt8(ascii: "\""),
      let first = HexText.word(bytes, at: start + 1),
      let second = HexText.word(bytes, at: start + 17)
    else { return nil }
    self.init(first: first, second: second)
  }
}
