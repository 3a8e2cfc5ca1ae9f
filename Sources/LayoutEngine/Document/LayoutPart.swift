/// Something that several layouts may hold: whoever adds up what they take counts it once.
///
/// Parts form trees: a layout holds blocks of sections, these hold sections, these their items and
/// their solutions. A part never changes, so neither do its bytes nor its parts: it is `Sendable`, and
/// subclasses have constants only.
public class LayoutPart: @unchecked Sendable {
  /// How often parts that are held, and whoever adds up bytes, hold this one.
  ///
  /// Read and written by one ledger only, under its lock: here they take 4 bytes, and holding 300,000
  /// parts a fifth of the time of a table by identity, which would take 6 MiB.
  package final private(set) var holders: Int32 = 0

  init() {}

  /// Tells it from all others while it lives.
  package final var id: ObjectIdentifier { ObjectIdentifier(self) }

  /// Bytes held by the part itself, those of its parts not among them.
  ///
  /// - Complexity: O(1) beside the spec of a layout.
  package var byteCount: Int { overridden() }

  /// Counts a holder more or less, and tells how many there are then.
  package final func countHolder(_ change: Int32) -> Int32 {
    holders += change
    return holders
  }

  /// Visits the parts that it holds itself, each as often as it holds it.
  package func visitParts(_ visit: (LayoutPart) -> Void) {}
}

/// The body of a member that every subclass overrides (a test looks that they do): never run.
func overridden() -> Never {
  fatalError("a subclass doesn't override what it must")
}
