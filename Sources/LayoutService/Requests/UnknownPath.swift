import HTTPMessage

/// What is wrong with a path that names no resource, as far as that can be seen; read for the problem
/// alone.
enum UnknownPath {
  /// The bytes of a path that are looked at.
  private static let most = 256

  /// The 404, in words that say how the path is to be mended.
  static func problem(_ request: HTTPRequest) -> Problem {
    Problem(.notFound, "there is nothing at this path" + (hint(request).map { "; \($0)" } ?? ""))
  }

  private static func hint(_ request: HTTPRequest) -> String? {
    let path = request.path
    guard 3...most ~= path.count else { return nil }
    let text = request.bytes.text(in: path)
    if text.utf8.last == UInt8(ascii: "/") {
      var shorter = request
      shorter.path = path.lowerBound..<path.upperBound - 1
      if case .unknown = Route(shorter) { return hint(shorter) }
      return "\(shorter.pathText) has no slash at its end"
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[1] == "v1", parts[2] == "layouts" else {
      return nearest(to: text).map { "did you mean \($0)?" }
    }
    if let fault = fault(ofID: parts[3]) { return fault }
    let layout = "\(RouteLabel.layout.name)"
    let known = RouteLabel.allCases.map { "\($0.name)" }.filter { $0.hasPrefix(layout + "/") }
    return "a layout has \(known.map { $0.dropFirst(layout.count) }.joined(separator: ", "))"
  }

  /// What keeps a part of a path from being a layout's id; nil for one.
  private static func fault(ofID part: Substring) -> String? {
    let rule = "a layout's id is 64 hexadecimal digits in lower case, the SHA-256 of its document"
    let digits = Array(part.utf8)
    if LayoutID(digits, in: 0..<digits.count) != nil { return nil }
    return digits.count == 64 ? rule : "\(rule); this one has \(digits.count)"
  }

  /// The path that was meant, where only `/v1` or a letter is missing.
  private static func nearest(to path: String) -> String? {
    for known in RouteLabel.allCases where "\(known.name)".utf8.first == UInt8(ascii: "/") {
      let name = "\(known.name)"
      if name == "/v1" + path || name == path + "s" { return name }
    }
    return nil
  }
}
