/// Adds up the bytes of a document's parts while it is laid out: what several of its sections hold
/// counts once.
struct PartBytes {
  /// The bytes of all parts so far.
  private(set) var count = 0
  /// The storage counted, which the sections keep alive.
  private var counted: Set<ObjectIdentifier> = []
  /// The sections and solutions counted that an earlier layout had.
  private var solutions: Set<ObjectIdentifier> = []

  /// Adds a section, without its solution.
  mutating func add(_ section: PlacedSection) {
    count += section.byteCount
    for chunk in section.items.chunks { count += chunk.byteCount }
    for columns in section.items.standing { if let columns { addOnce(columns.source) } }
    section.layout?.visitParts { addOnce($0) }
  }

  /// Adds a section of an earlier layout, and its solution where no other section had it.
  ///
  /// - Returns: whether none had.
  mutating func addOnce(_ section: PlacedSection) -> Bool {
    guard solutions.insert(section.id).inserted else { return false }
    add(section)
    let isNew = solutions.insert(section.solution.id).inserted
    if isNew { add(section.solution) }
    return isNew
  }

  /// Adds what a solver found.
  mutating func add(_ solution: SolvedSection) {
    count += solution.byteCount
    // Items may keep the columns of these chunks, which are counted then.
    if let chunks = solution.cells.chunkByteCount,
      solution.cells.heldItems?.standing.isEmpty ?? true
    {
      count += chunks
      solution.visitStorage { addOnce($0) }
    } else {
      solution.visitOwnParts { addOnce($0) }
    }
  }

  /// Adds a layout that sections may share.
  mutating func add(_ layout: LayoutVariants?) {
    guard let layout else { return }
    count += layout.byteCount
    layout.visitParts { addOnce($0) }
  }

  /// Adds a block, without its sections.
  mutating func add(_ block: SectionBlock) {
    count += block.byteCount
  }

  private mutating func addOnce(_ part: any LayoutPart) {
    guard counted.insert(part.id).inserted else { return }
    count += part.byteCount
    part.visitParts { addOnce($0) }
  }
}
