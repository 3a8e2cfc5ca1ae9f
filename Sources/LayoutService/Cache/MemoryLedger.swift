import LayoutAPI
import LayoutEngine

/// The bytes of all cached layouts together, with each shared part counted once.
///
/// A part counts as long as a cached layout or a counted part holds it. The parts inside a part are visited
/// only when it starts or stops counting, so a version of a large layout costs only its new parts.
///
/// The caller must use a ledger from one thread at a time, and must not add a layout to two ledgers: layouts'
/// parts and the records of updates store the count of their holders themselves (`LayoutPart.holders`).
struct MemoryLedger {
  /// The bytes of all layouts, with every part counted once.
  private(set) var byteCount = 0
  /// The bytes that the layouts would take if they shared nothing.
  private(set) var unsharedByteCount = 0

  /// Adds a layout.
  ///
  /// - Returns: the number of bytes by which `byteCount` grows.
  /// - Complexity: O(parts that no other layout holds).
  mutating func hold(_ layout: StoredLayout) -> Int {
    let before = byteCount
    byteCount += layout.ownByteCount
    unsharedByteCount += StoredLayout.overhead + layout.byteCount
    hold(layout.layout.part)
    for part in layout.ancestry.parts where part.countHolder(1) == 1 {
      byteCount += part.byteCount
      for record in part.records { hold(record) }
    }
    for record in layout.ancestry.recent { hold(record) }
    return byteCount - before
  }

  /// Removes a layout.
  ///
  /// - Complexity: O(parts that no other layout holds).
  mutating func release(_ layout: StoredLayout) {
    byteCount -= layout.ownByteCount
    unsharedByteCount -= StoredLayout.overhead + layout.byteCount
    release(layout.layout.part)
    for part in layout.ancestry.parts where part.countHolder(-1) == 0 {
      byteCount -= part.byteCount
      for record in part.records { release(record) }
    }
    for record in layout.ancestry.recent { release(record) }
  }

  private mutating func hold(_ record: LineageRecord) {
    if record.countHolder(1) == 1 { byteCount += record.byteCount }
  }

  private mutating func release(_ record: LineageRecord) {
    if record.countHolder(-1) == 0 { byteCount -= record.byteCount }
  }

  private mutating func hold(_ part: any LayoutPart) {
    guard part.countHolder(1) == 1 else { return }
    byteCount += part.byteCount
    part.visitParts { hold($0) }
  }

  private mutating func release(_ part: any LayoutPart) {
    guard part.countHolder(-1) == 0 else { return }
    byteCount -= part.byteCount
    part.visitParts { release($0) }
  }
}
