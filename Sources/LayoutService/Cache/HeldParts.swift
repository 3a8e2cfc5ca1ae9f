import LayoutEngine

/// What all stored layouts take together, each part counted once however many of them hold it.
///
/// A part counts while something that is held holds it, and only when it comes or goes are its own
/// parts visited: a version of a large layout costs what is new in it. For one thread at a time, and
/// there is one ledger of a layout's parts only, since the parts themselves count their holders
/// (`LayoutPart.holders`), and so do the records of how versions were made.
struct HeldParts {
  /// Bytes held, every part counted once.
  private(set) var byteCount = 0
  /// Bytes that would be held if no layout shared anything with another.
  private(set) var unsharedByteCount = 0

  /// Counts a layout.
  ///
  /// - Returns: how many bytes are held more.
  /// - Complexity: O(parts that no other layout held).
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

  /// Counts a layout no more.
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
