/// What sections that use one layout hold in common: a template, or given frames.
protocol SharedStorage: AnyObject, Sendable {
  /// Tells it from all others while it lives.
  var id: ObjectIdentifier { get }
  /// Bytes held.
  var byteCount: Int { get }
}

extension SharedStorage {
  var id: ObjectIdentifier { ObjectIdentifier(self) }
}
