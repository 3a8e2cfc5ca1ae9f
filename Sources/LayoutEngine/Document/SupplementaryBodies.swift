/// The bodies of a section's header, footer and boundary items, by kind (LayoutRules N4).
///
/// It never changes, so that versions and their placed sections share it.
public final class SupplementaryBodies: Sendable {
  /// A kind and its body.
  public struct Entry: Sendable {
    /// The kind: `header`, `footer`, or that of a boundary item.
    public let kind: String
    /// The body.
    public let body: Body

    /// Creates an entry.
    public init(kind: String, body: Body) {
      self.kind = kind
      self.body = body
    }
  }

  /// The greatest number of kinds in a section.
  public static let maxKinds = 16

  /// The bodies in the order in which the document lists them; each kind once.
  public let entries: [Entry]

  /// Creates the bodies of a section.
  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The length of all bodies together, in bytes.
  var bodyLength: Int { entries.reduce(0) { $0 + $1.body.bytes.count } }

  /// The memory used, in bytes.
  var byteCount: Int {
    64 + bodyLength + entries.reduce(0) { $0 + MemoryLayout<Entry>.stride + $1.kind.utf8.count }
  }
}
