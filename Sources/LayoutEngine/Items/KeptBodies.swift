/// A layout's items with the heights of their text, which a layout at another width reuses instead of measuring.
final class KeptBodies: Sendable {
  /// The measured chunks by their sources; nil if a source was measured at several widths.
  private let chunks: [ObjectIdentifier: ItemChunk?]

  /// Collects the measured chunks of lists of items.
  ///
  /// - Complexity: O(chunks).
  init(_ lists: some Sequence<Items>) {
    var chunks: [ObjectIdentifier: ItemChunk?] = [:]
    for items in lists {
      for chunk in items.chunks {
        guard let source = chunk.source else { continue }
        let key = ObjectIdentifier(source)
        let isOther = chunks[key].map { $0 !== chunk } ?? false
        chunks.updateValue(isOther ? nil : chunk, forKey: key)
      }
    }
    self.chunks = chunks
  }

  /// Returns the measured copy of a document's chunk; nil if there is none, or more than one.
  func chunk(measuredOf source: ItemChunk) -> ItemChunk? {
    chunks[ObjectIdentifier(source)] ?? nil
  }
}
