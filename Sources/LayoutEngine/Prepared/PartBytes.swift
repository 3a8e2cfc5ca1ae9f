/// Adds up the bytes of a document's parts while it is laid out.
///
/// A part that several sections share counts once.
struct PartBytes {
  /// The bytes of all parts so far.
  private(set) var count = 0
  /// The bytes of the storages counted so far: parts that the sections of one layout may share.
  private var storageCount = 0
  /// The parts counted so far that may be shared; the sections keep them alive.
  private var counted: Set<ObjectIdentifier> = []
  /// The sections and solutions of the earlier layout that were counted so far.
  private var solutions: Set<ObjectIdentifier> = []

  /// The bytes of all parts except storages.
  var ownCount: Int { count - storageCount }

  /// Adds the bytes of a section, without its solution.
  ///
  /// - Parameter mayShareItems: whether other sections may share chunks of the section's items.
  mutating func add(_ section: LaidOutSection, mayShareItems: Bool) {
    count += section.byteCount
    for chunk in section.items.heldChunks {
      if mayShareItems { addOnce(chunk) } else { count += chunk.byteCount }
    }
    if let others = section.itemsOfOther { for chunk in others.heldChunks { addOnce(chunk) } }
    section.layout?.visitSharedNodes { addStorage($0) }
    // Chunks of items without fields keep the same columns again and again.
    for columns in section.items.assigned { if let columns { addOnce(columns) } }
  }

  /// Adds the sections of a block of the earlier layout that other sections don't share, and the block's
  /// storages.
  ///
  /// It doesn't add the bytes of the block itself.
  mutating func addOwn(of block: SectionBlock) {
    count += block.demand.ownByteCount
    for storage in block.storages { addStorage(storage) }
  }

  /// Adds the bytes of a section reused from the earlier layout (the one that the update is applied to), and
  /// those of its solution, each once.
  ///
  /// - Returns: Whether the solution was added.
  mutating func addOnce(_ section: LaidOutSection) -> Bool {
    guard solutions.insert(section.id).inserted else { return false }
    add(section, mayShareItems: true)
    let isNew = solutions.insert(section.solution.id).inserted
    if isNew { add(section.solution) }
    return isNew
  }

  /// Adds the bytes of a solution and its parts.
  mutating func add(_ solution: SolvedSection) {
    count += solution.byteCount
    solution.visitStorage { addStorage($0) }
    solution.cells.visitSharedNodes { addOnce($0) }
  }

  /// Adds the bytes of the document's layout, which sections may share; nothing if it is nil.
  mutating func add(_ layout: LayoutVariants?) {
    guard let layout else { return }
    count += layout.byteCount
    layout.visitSharedNodes { addStorage($0) }
  }

  /// Adds the bytes of a block, without its sections.
  mutating func add(_ block: SectionBlock) {
    count += block.byteCount
  }

  private mutating func addStorage(_ part: any SharedNode) {
    let before = count
    addOnce(part)
    storageCount += count - before
  }

  private mutating func addOnce(_ part: any SharedNode) {
    guard counted.insert(part.id).inserted else { return }
    count += part.byteCount
    part.visitSharedNodes { addOnce($0) }
  }
}
