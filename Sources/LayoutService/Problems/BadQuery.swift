/// Why a query cannot be read: the sentence that 400 `bad-query` tells.
struct BadQuery: Error, Hashable {
  var detail: String
}
