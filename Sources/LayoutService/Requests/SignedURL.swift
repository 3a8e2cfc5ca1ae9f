import HTTPMessage
import LayoutAPI

/// Checks the signatures of URLs, which stand in for an API key (Contract §21).
struct SignedURL {
  /// The request without the parameters `sig` and `expires`, as if they had never been sent.
  let request: HTTPRequest
  /// The seconds until the URL expires; `Int.max` if it never does.
  let secondsLeft: Int

  /// Checks the signature of a GET or HEAD; nil if the request has none, or has another method.
  ///
  /// - Parameter now: returns the time in nanoseconds since 1970.
  /// - Throws: `forbidden` if no key has signed the URL, or if it has expired; `bad-query` if the parameters are
  ///   malformed.
  /// - Complexity: O(target); O(head) for a signed URL, whose head is copied.
  init?(
    _ request: HTTPRequest, by keys: URLKeys, now: () -> Int
  ) throws(Problem) {
    guard !keys.isEmpty, let query = request.query else { return nil }
    switch request.method {
    case .get, .head: break
    default: return nil
    }
    let bytes = request.bytes
    var signature: Range<Int>?
    var expires: Range<Int>?
    // The text that is signed: the path, and all parameters but the signature, in the order given.
    var text = Array(bytes[request.path])
    for parameter in request.queryString {
      if bytes.equals("sig", in: parameter.name) {
        guard signature == nil else { throw Self.refusal("sig", "is given more than once") }
        signature = parameter.value
        continue
      }
      if bytes.equals("expires", in: parameter.name) {
        guard expires == nil else { throw Self.refusal("expires", "is given more than once") }
        expires = parameter.value
      }
      text.append(text.count == request.path.count ? UInt8(ascii: "?") : UInt8(ascii: "&"))
      text.append(contentsOf: bytes[parameter.name.lowerBound..<parameter.value.upperBound])
    }
    guard let signature else { return nil }
    guard keys.accept(bytes[signature], of: text) else {
      throw Problem(
        .forbidden, "the signature in sig does not fit the path and the query: sign this URL again")
    }
    var secondsLeft = Int.max
    if let expires {
      let end = bytes.text(in: expires)
      guard let seconds = Int(end), end.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw Self.refusal(
          "expires", "must be a whole number of seconds since 1970 (got \"\(end.prefix(40))\")")
      }
      let time = now() / 1_000_000_000
      guard time < seconds else {
        throw Problem(
          .forbidden, "the URL has expired (expires=\(seconds)): request a newly signed one")
      }
      secondsLeft = seconds - time
    }
    self.request = Self.withoutSignature(request, query)
    self.secondsLeft = secondsLeft
  }

  /// Whether the URL is one of a picture or a style sheet, by its path's ending or its `format`.
  func isPicture(of route: Route) -> Bool {
    switch route {
    case .attributesPicture, .attributesSheet, .changesPicture, .pictures: return true
    case .attributes:
      return request.queryString.contains { parameter in
        request.bytes.equals("format", in: parameter.name)
          && (request.bytes.equals("svg", in: parameter.value)
            || request.bytes.equals("css", in: parameter.value))
      }
    default: return false
    }
  }

  private static func refusal(_ name: String, _ what: String) -> Problem {
    Problem(BadQuery(detail: "\(name) \(what)", parameter: name))
  }

  /// Returns a copy of the request in whose head the other parameters are moved together.
  private static func withoutSignature(_ signed: HTTPRequest, _ query: Range<Int>) -> HTTPRequest {
    var request = signed.detached()
    let start = query.lowerBound - signed.head.lowerBound
    var end = start
    for parameter in request.queryString
    where !request.bytes.equals("sig", in: parameter.name)
      && !request.bytes.equals("expires", in: parameter.name)
    {
      if end > start {
        request.bytes[end] = UInt8(ascii: "&")
        end += 1
      }
      for index in parameter.name.lowerBound..<parameter.value.upperBound {
        request.bytes[end] = request.bytes[index]
        end += 1
      }
    }
    // Without a parameter, the query and its question mark go.
    request.query = end > start ? start..<end : nil
    request.target = request.target.lowerBound..<(end > start ? end : start - 1)
    return request
  }
}
