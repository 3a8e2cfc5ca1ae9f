/// The bodies and the measured lengths of a section's header, footer and boundary items, by kind (LayoutRules N4,
/// K11).
///
/// It never changes, so that versions and their placed sections share it.
public final class SupplementaryBodies: Sendable {
  /// The lengths of a supplementary that a view measured, in points; nil if a side was not measured.
  public struct MeasuredLengths: Sendable, Hashable {
    /// The measured width; finite, ≥ 0.
    public var width: Double?
    /// The measured height; finite, ≥ 0.
    public var height: Double?

    /// Creates lengths of which none was measured.
    public init() {}

    /// Whether no side was measured.
    public var isEmpty: Bool { width == nil && height == nil }
  }

  /// A kind with its body and its measured lengths.
  public struct Entry: Sendable {
    /// The kind: `header`, `footer`, or that of a boundary item.
    public let kind: String
    /// The body; nil if there are only measured lengths.
    public let body: Body?
    /// The measured lengths, which override the body's.
    public var measured: MeasuredLengths

    /// Creates an entry.
    public init(kind: String, body: Body?, measured: MeasuredLengths = MeasuredLengths()) {
      self.kind = kind
      self.body = body
      self.measured = measured
    }

    /// Returns the path of the body, for errors.
    ///
    /// - Parameter path: the path of the entry.
    package func bodyPath(in path: DocumentPath) -> DocumentPath {
      measured.isEmpty ? path : path.field("body")
    }
  }

  /// The greatest number of kinds in a section.
  public static let maxKinds = 16

  /// The entries in the order in which the document lists them; each kind once.
  public let entries: [Entry]

  /// Creates the bodies and measured lengths of a section.
  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The length of all bodies together, in bytes.
  var bodyLength: Int { entries.reduce(0) { $0 + ($1.body?.bytes.count ?? 0) } }

  /// The memory used, in bytes.
  var byteCount: Int {
    64 + bodyLength + entries.reduce(0) { $0 + MemoryLayout<Entry>.stride + $1.kind.utf8.count }
  }
}

extension SupplementaryBodies {
  /// Returns the bodies without measured lengths; nil if no bodies are left.
  var withoutMeasured: SupplementaryBodies? {
    guard entries.contains(where: { !$0.measured.isEmpty }) else { return self }
    let bodies = entries.filter { $0.body != nil }.map { Entry(kind: $0.kind, body: $0.body) }
    return bodies.isEmpty ? nil : SupplementaryBodies(bodies)
  }
}
