import HTTPMessage
import LayoutAPI

/// Explains what is wrong with a path that names no resource; used only for the problem document.
enum UnknownPath {
  /// Maximum bytes of a path that is examined.
  private static let most = 256

  /// Returns the 404, with a hint at the correct path if there is one.
  static func problem(_ request: HTTPRequest) -> Problem {
    Problem(.notFound, "no resource has this path" + (hint(request).map { "; \($0)" } ?? ""))
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

  /// Returns why a part of a path is not a layout's id; nil if it is one.
  private static func fault(ofID part: Substring) -> String? {
    let rule = "a layout's id is 64 lowercase hexadecimal digits, the SHA-256 of its document"
    let digits = Array(part.utf8)
    if LayoutID(digits, in: 0..<digits.count) != nil { return nil }
    return digits.count == 64 ? rule : "\(rule) (got \(digits.count) characters)"
  }

  /// Returns the path that was meant, if only `/v1` or a final `s` is missing, or letters are capital.
  private static func nearest(to path: String) -> String? {
    let path = path.lowercased()
    let meant = [path, "/v1" + path, path + "s", "/v1" + path + "s"]
    return RouteLabel.allCases.map { "\($0.name)" }
      .first { $0.utf8.first == UInt8(ascii: "/") && meant.contains($0) }
  }
}
