/// An error in one value of a text.
public struct PointedError: Sendable, Hashable {
  /// The value's RFC 6901 pointer.
  public var pointer: String
  /// The reason, as a phrase: `"must be a finite number of at least 0 (got -4)"`.
  public var detail: String

  /// Creates an error.
  public init(pointer: String, detail: String) {
    self.pointer = pointer
    self.detail = detail
  }
}
