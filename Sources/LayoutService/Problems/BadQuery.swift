/// The error of a query that cannot be parsed: the detail of 400 `bad-query`.
struct BadQuery: Error, Hashable {
  var detail: String
  /// The parameter that is wrong; nil if several contradict each other.
  var parameter: String?
}
