/// Groups sections into blocks of 64 as they are placed.
///
/// If 65 to 95 sections are left before a block that is reused, or after the last block, they become
/// two blocks, so that no block gets short.
struct SectionBlocksBuilder {
  private enum Piece {
    /// A block of an earlier layout, and the distance of its start from the content's start.
    case block(SectionBlock, start: Units)
    /// The sections of a new block.
    case entries([SectionBlock.Entry])
  }

  private let axis: LayoutAxis
  private var pieces: [Piece] = []
  /// The sections that are in no block yet.
  private var entries: [SectionBlock.Entry] = []

  init(axis: LayoutAxis) {
    self.axis = axis
  }

  /// Whether no section has been added.
  var isEmpty: Bool { pieces.isEmpty && entries.isEmpty }

  /// Whether the sections that are in no block yet are too few for a block that versions may reuse.
  var isShort: Bool { !entries.isEmpty && entries.count < SectionBlock.length / 2 }

  /// Adds a section after all others.
  ///
  /// - Parameters:
  ///   - start: the distance of the section's start from the content's start.
  ///   - byteCount: the section's bytes, without storages.
  mutating func append(_ section: LaidOutSection, at start: Units, byteCount: Int = 0) {
    entries.append(SectionBlock.Entry(section: section, start: start, byteCount: byteCount))
    if entries.count == SectionBlock.length * 3 / 2 { cut(SectionBlock.length) }
  }

  /// Adds a whole block after all others.
  ///
  /// - Parameter start: the distance of the block's start from the content's start.
  mutating func append(_ block: SectionBlock, at start: Units) {
    cutAll()
    pieces.append(.block(block, start: start))
  }

  /// Puts the remaining sections into blocks, and returns all blocks.
  ///
  /// - Parameters:
  ///   - distance: the distance by which all blocks move along the scroll axis; the blocks themselves don't
  ///     change.
  ///   - earlier: the blocks of an earlier layout; if one has the number and the sections of a new block,
  ///     it replaces the new block.
  ///   - budget: the budget for collecting the sections' storages.
  ///   - isShared: returns whether other sections of the document may share a section or its solution.
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(blocks + sections of new blocks + storages of these sections).
  mutating func finish(
    movedBy distance: Units = .zero, sharing earlier: SectionBlocks? = nil,
    _ budget: LayoutBudget = LayoutBudget(),
    isShared: (LaidOutSection) -> Bool = { _ in false }
  ) throws(LayoutError) -> SectionBlocks {
    cutAll()
    var (blocks, starts, made) = ([SectionBlock](), [Units](), [Int]())
    blocks.reserveCapacity(pieces.count)
    starts.reserveCapacity(pieces.count)
    for piece in pieces {
      switch piece {
      case .block(let block, let start):
        blocks.append(block)
        starts.append(start + distance)
      case .entries(let entries):
        starts.append(entries[0].start + distance)
        made.append(blocks.count)
        let storages = try Self.storages(of: entries, budget)
        blocks.append(
          SectionBlock(entries, storages: storages, axis: axis, isShared: isShared))
      }
    }
    if let earlier { Self.share(earlier.blocks, in: &blocks, made) }
    return SectionBlocks(blocks, starts: starts, axis: axis)
  }

  /// Replaces each new block with the earlier layout's block of that number if both have the same sections.
  ///
  /// - Parameter made: the indices in `blocks` of the new blocks.
  private static func share(
    _ earlier: [SectionBlock], in blocks: inout [SectionBlock], _ made: [Int]
  ) {
    let same = made.filter { $0 < earlier.count && blocks[$0].isSame(as: earlier[$0]) }
    guard !same.isEmpty else { return }
    // A block that is in the list already, at another index, must not be added again.
    let held = Set(blocks.map { $0.id })
    for number in same where !held.contains(earlier[number].id) {
      blocks[number] = earlier[number]
    }
  }

  /// Returns the storages of layouts and solutions that other sections may share; each once.
  private static func storages(
    of entries: [SectionBlock.Entry], _ budget: LayoutBudget
  ) throws(LayoutError) -> [any SharedNode] {
    var (storages, seen, last) = ([any SharedNode](), Set<ObjectIdentifier>(), 0)
    for entry in entries {
      entry.section.visitStorages { storage in
        // Most often all sections share one storage.
        guard storages.last?.id != storage.id, seen.insert(storage.id).inserted else { return }
        storages.append(storage)
      }
      try budget.count(1 + 4 * (storages.count - last))
      last = storages.count
    }
    return storages
  }

  /// Puts all remaining sections into a block, or into two if they are too many for one block.
  private mutating func cutAll() {
    if entries.count > SectionBlock.length { cut(entries.count / 2) }
    if !entries.isEmpty { cut(entries.count) }
  }

  private mutating func cut(_ count: Int) {
    pieces.append(.entries(Array(entries.prefix(count))))
    entries.removeFirst(count)
  }
}
