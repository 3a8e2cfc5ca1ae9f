/// What a response with attributes as JSON contains beside frames (Contract §3).
///
/// What a new query parameter says of JSON is a property here, which `visitWords` tells apart and the encoders read.
public struct AttributesForm: Sendable, Hashable {
  /// Whether cells list the lines of their bodies.
  public var includesLines = false
  /// Whether these lines have their places in text and block.
  public var detailsLines = false
  /// Whether cells include the data of their items.
  public var includesData = true

  /// Creates the form that JSON has by default: with data, without lines.
  public init() {}

  /// Calls `body` with the numbers that distinguish forms; never for the default form.
  package func visitWords(_ body: (UInt64) -> Void) {
    if includesLines { body(8) }
    if detailsLines { body(10) }
    if !includesData { body(9) }
  }
}
