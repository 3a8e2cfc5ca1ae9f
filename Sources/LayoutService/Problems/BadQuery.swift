/// The error of a query that cannot be parsed: the detail of 400 `bad-query`.
struct BadQuery: Error, Hashable {
  var detail: String
  /// The parameter that is wrong; nil if several contradict each other.
  var parameter: String?

  /// The error of a query that has `zoom` and its deprecated name.
  static var oldZoom: BadQuery {
    BadQuery(detail: "scale is the old name of zoom: pass zoom only", parameter: "scale")
  }
}
