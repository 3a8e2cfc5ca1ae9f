/// The error of a query that cannot be parsed: the detail of 400 `bad-query`.
package struct BadQuery: Error, Hashable {
  package var detail: String
  /// The parameter that is wrong; nil if several contradict each other.
  package var parameter: String?

  /// Creates an error.
  package init(detail: String, parameter: String? = nil) {
    self.detail = detail
    self.parameter = parameter
  }

  /// The error of a query that has `zoom` and its deprecated name.
  package static var oldZoom: BadQuery {
    BadQuery(detail: "scale is the old name of zoom: pass zoom only", parameter: "scale")
  }
}
