/// Documents that many tests use.
package enum TestDocument {
  /// Three columns, 123⅓ wide, 10 apart: 3·w + 2·10 = 390.
  package static let waterfall =
    #"{"container":{"width":390,"height":844},"layout":{"type":"waterfall","columns":3},"#
    + #""items":[120,180,90,[300,200]]}"#
  /// The SHA-256 of `waterfall`, by `sha256sum`.
  package static let waterfallID =
    "821951648b3f504a04a92bddd197f1d7fa704168140a00151745a33573f64de7"

  /// Rows 44 high; each number of rows makes a document of its own.
  package static func list(_ count: Int) -> String {
    #"{"container":{"width":320,"height":480},"layout":{"type":"list"},"items":\#(count)}"#
  }
}
