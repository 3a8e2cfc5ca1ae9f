import LayoutAPI
import LayoutEngine

/// The bytes of all cached layouts together, with each shared node counted once.
///
/// A node counts as long as a cached layout or a counted node holds it. The nodes inside a node are visited
/// only when it starts or stops counting, so a version of a large layout costs only its new nodes.
///
/// The caller must use a ledger from one thread at a time, and must not add a layout to two ledgers: layouts'
/// nodes and the records of updates store the count of their holders themselves (`SharedNode.holders`).
struct MemoryLedger {
  /// The bytes of all layouts, with every node counted once.
  private(set) var byteCount = 0
  /// The bytes that the layouts would take if they shared nothing.
  private(set) var unsharedByteCount = 0

  /// Adds a layout.
  ///
  /// - Returns: the number of bytes by which `byteCount` grows.
  /// - Complexity: O(nodes that no other layout holds).
  mutating func hold(_ layout: StoredLayout) -> Int {
    let before = byteCount
    byteCount += layout.ownByteCount
    unsharedByteCount += StoredLayout.overhead + layout.byteCount
    hold(layout.layout.part)
    for part in layout.history.parts where part.countHolder(1) == 1 {
      byteCount += part.byteCount
      for record in part.records { hold(record) }
    }
    for record in layout.history.recent { hold(record) }
    return byteCount - before
  }

  /// Removes a layout.
  ///
  /// - Complexity: O(nodes that no other layout holds).
  mutating func release(_ layout: StoredLayout) {
    byteCount -= layout.ownByteCount
    unsharedByteCount -= StoredLayout.overhead + layout.byteCount
    release(layout.layout.part)
    for part in layout.history.parts where part.countHolder(-1) == 0 {
      byteCount -= part.byteCount
      for record in part.records { release(record) }
    }
    for record in layout.history.recent { release(record) }
  }

  private mutating func hold(_ record: UpdateRecord) {
    if record.countHolder(1) == 1 { byteCount += record.byteCount }
  }

  private mutating func release(_ record: UpdateRecord) {
    if record.countHolder(-1) == 0 { byteCount -= record.byteCount }
  }

  private mutating func hold(_ part: any SharedNode) {
    guard part.countHolder(1) == 1 else { return }
    byteCount += part.byteCount
    part.visitSharedNodes { hold($0) }
  }

  private mutating func release(_ part: any SharedNode) {
    guard part.countHolder(-1) == 0 else { return }
    byteCount -= part.byteCount
    part.visitSharedNodes { release($0) }
  }
}
