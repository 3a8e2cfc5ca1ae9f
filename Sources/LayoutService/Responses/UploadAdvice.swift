extension RouteLabel {
  /// The rest of a sentence that ends with the path to which a client PUTs a missing document.
  ///
  /// A PUT with the query of attributes or of the summary responds with them itself. It refuses the parameters of
  /// all other resources, so a client repeats such a request afterwards.
  var uploadAdvice: String {
    let ending: String? =
      switch self {
      case .layout, .attributes: ""
      case .attributesPicture: " and format=svg"
      case .attributesSheet: " and format=css"
      case .attributesColumns: " and format=columns"
      case .attributesPacked: " and format=packed"
      default: nil
      }
    let answered = ending.map { " with the same query\($0), which answers this request" }
    return (answered ?? " without a query, then repeat this request")
      + "; to restore a version, repeat its update, then this request"
  }
}
