/// Something that several layouts may hold: whoever adds up what they take counts it once.
///
/// Parts form trees: a layout holds blocks of sections, these hold sections, these their items and
/// their solutions. A part never changes, so neither do its bytes nor its parts.
package protocol LayoutPart: AnyObject, Sendable {
  /// Tells it from all others while it lives.
  var id: ObjectIdentifier { get }
  /// Bytes held by the part itself, those of its parts not among them.
  ///
  /// - Complexity: O(1) beside the spec of a layout.
  var byteCount: Int { get }
  /// How often parts that are held, and whoever adds up bytes, hold this one.
  ///
  /// Read and written by one ledger only, under its lock: here they take 4 bytes, and holding 300,000
  /// parts a fifth of the time of a table by identity, which would take 6 MiB.
  var holders: Int32 { get set }
  /// Counts a holder more or less, and tells how many there are then: one call for what would be three.
  func countHolder(_ change: Int32) -> Int32
  /// Visits the parts that it holds itself, each as often as it holds it.
  func visitParts(_ visit: (any LayoutPart) -> Void)
}

extension LayoutPart {
  package var id: ObjectIdentifier { ObjectIdentifier(self) }

  package func countHolder(_ change: Int32) -> Int32 {
    holders += change
    return holders
  }

  package func visitParts(_ visit: (any LayoutPart) -> Void) {}
}
