/// Why a query cannot be read: the detail of 400 `bad-query`.
struct BadQuery: Error, Hashable {
  var detail: String
  /// The one parameter that is wrong; nil if several contradict each other.
  var parameter: String?
}
