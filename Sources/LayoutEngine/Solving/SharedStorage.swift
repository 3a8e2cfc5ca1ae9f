/// What sections that use one layout hold in common: a template, or given frames.
protocol SharedStorage: AnyObject, Sendable {
  /// Bytes held.
  var byteCount: Int { get }
}
