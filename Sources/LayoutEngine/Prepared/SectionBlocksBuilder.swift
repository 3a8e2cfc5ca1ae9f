/// Puts sections into blocks as they are placed: of 64, but that two come of fewer than 96 in front of a
/// block that is taken over, so that none gets short.
struct SectionBlocksBuilder {
  private enum Piece {
    /// A block of an earlier layout, and where it begins.
    case block(SectionBlock, start: Units)
    /// What a new one holds.
    case entries([SectionBlock.Entry])
  }

  private let axis: Axis
  private var pieces: [Piece] = []
  /// The sections that are in no block yet.
  private var entries: [SectionBlock.Entry] = []

  init(axis: Axis) {
    self.axis = axis
  }

  /// Whether there are no sections.
  var isEmpty: Bool { pieces.isEmpty && entries.isEmpty }

  /// Whether the last sections are too few for a block that others may take over.
  var isShort: Bool { !entries.isEmpty && entries.count < SectionBlock.length / 2 }

  /// Adds a section after all others.
  ///
  /// - Parameters:
  ///   - start: its distance from the content's start.
  ///   - byteCount: what it holds but for storages.
  mutating func append(_ section: PlacedSection, at start: Units, byteCount: Int = 0) {
    entries.append(SectionBlock.Entry(section: section, start: start, byteCount: byteCount))
    if entries.count == SectionBlock.length * 3 / 2 { cut(SectionBlock.length) }
  }

  /// Adds a whole block after all others.
  ///
  /// - Parameter start: its distance from the content's start.
  mutating func append(_ block: SectionBlock, at start: Units) {
    cutAll()
    pieces.append(.block(block, start: start))
  }

  /// All sections added.
  ///
  /// - Parameters:
  ///   - earlier: blocks of another layout; those that stand at the same number with the
  ///     same sections are held instead of new ones.
  ///   - budget: what is counted that sections bring of storages.
  ///   - isShared: whether others of the document may hold a section, or its solution.
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(blocks + sections of new ones and their storages).
  mutating func finish(
    sharing earlier: SectionBlocks? = nil, _ budget: LayoutBudget = LayoutBudget(),
    isShared: (PlacedSection) -> Bool = { _ in false }
  ) throws(LayoutError) -> SectionBlocks {
    cutAll()
    var (blocks, starts, made) = ([SectionBlock](), [Units](), [Int]())
    blocks.reserveCapacity(pieces.count)
    starts.reserveCapacity(pieces.count)
    for piece in pieces {
      switch piece {
      case .block(let block, let start):
        blocks.append(block)
        starts.append(start)
      case .entries(let entries):
        starts.append(entries[0].start)
        made.append(blocks.count)
        let storages = try Self.storages(of: entries, budget)
        blocks.append(
          SectionBlock(entries, storages: storages, axis: axis, isShared: isShared))
      }
    }
    if let earlier { Self.share(earlier.blocks, in: &blocks, made) }
    return SectionBlocks(blocks, starts: starts, axis: axis)
  }

  /// Puts blocks of an earlier layout in the place of new ones at the same number that are the same.
  private static func share(
    _ earlier: [SectionBlock], in blocks: inout [SectionBlock], _ made: [Int]
  ) {
    let same = made.filter { $0 < earlier.count && blocks[$0].isSame(as: earlier[$0]) }
    guard !same.isEmpty else { return }
    // One that stands elsewhere, too, would be held twice.
    let held = Set(blocks.map { $0.id })
    for number in same where !held.contains(earlier[number].id) {
      blocks[number] = earlier[number]
    }
  }

  /// What other sections may hold, too, of the layouts and solutions; each once.
  private static func storages(
    of entries: [SectionBlock.Entry], _ budget: LayoutBudget
  ) throws(LayoutError) -> [any LayoutPart] {
    var (storages, seen, last) = ([any LayoutPart](), Set<ObjectIdentifier>(), 0)
    for entry in entries {
      entry.section.visitStorages { storage in
        // Most often all have one.
        guard storages.last?.id != storage.id, seen.insert(storage.id).inserted else { return }
        storages.append(storage)
      }
      try budget.count(1 + 4 * (storages.count - last))
      last = storages.count
    }
    return storages
  }

  /// Makes blocks of all sections that are in none: two of more than one holds.
  private mutating func cutAll() {
    if entries.count > SectionBlock.length { cut(entries.count / 2) }
    if !entries.isEmpty { cut(entries.count) }
  }

  private mutating func cut(_ count: Int) {
    pieces.append(.entries(Array(entries.prefix(count))))
    entries.removeFirst(count)
  }
}
