/// Puts sections into blocks as they are placed.
struct SectionBlocksBuilder {
  /// A section, where it begins, and what it holds but for storages.
  private struct Entry {
    var section: PlacedSection
    var start: Units
    var byteCount: Int
  }

  private enum Piece {
    /// A block of an earlier layout, and where it begins.
    case block(SectionBlock, start: Units)
    /// Sections for a new one.
    case sections([Entry])
  }

  private let axis: Axis
  private let unit: UnitScale
  private var pieces: [Piece] = []
  /// The sections of the block that is not full.
  private var entries: [Entry] = []

  init(axis: Axis, _ unit: UnitScale) {
    self.axis = axis
    self.unit = unit
  }

  /// Whether there are no sections.
  var isEmpty: Bool { pieces.isEmpty && entries.isEmpty }

  /// Adds a section after all others.
  ///
  /// - Parameters:
  ///   - start: its distance from the content's start.
  ///   - byteCount: what it holds but for storages.
  mutating func append(_ section: PlacedSection, at start: Units, byteCount: Int = 0) {
    entries.append(Entry(section: section, start: start, byteCount: byteCount))
    if entries.count == SectionBlock.length { endBlock() }
  }

  /// Adds a whole block after all others.
  ///
  /// - Parameter start: its distance from the content's start.
  mutating func append(_ block: SectionBlock, at start: Units) {
    endBlock()
    pieces.append(.block(block, start: start))
  }

  /// All sections added.
  ///
  /// - Parameters:
  ///   - earlier: blocks of another layout in the same unit; those that stand at the same number with the
  ///     same sections are held instead of new ones.
  ///   - isShared: whether others of the document may hold a section, or its solution.
  mutating func finish(
    sharing earlier: SectionBlocks? = nil, isShared: (PlacedSection) -> Bool = { _ in false }
  ) -> SectionBlocks {
    endBlock()
    var (blocks, starts, made) = ([SectionBlock](), [Units](), [Int]())
    blocks.reserveCapacity(pieces.count)
    starts.reserveCapacity(pieces.count)
    for piece in pieces {
      switch piece {
      case .block(let block, let start):
        blocks.append(block)
        starts.append(start)
      case .sections(let entries):
        let start = entries[0].start
        starts.append(start)
        made.append(blocks.count)
        blocks.append(
          SectionBlock(
            entries.map { $0.section }, starts: entries.map { $0.start - start },
            byteCounts: entries.map { $0.byteCount }, axis: axis, unit, isShared: isShared))
      }
    }
    if let earlier {
      for number in made where number < earlier.blocks.count {
        let block = earlier.blocks[number]
        // One that stands elsewhere, too, would be held twice.
        guard blocks[number].isSame(as: block), !blocks.contains(where: { $0 === block })
        else { continue }
        blocks[number] = block
      }
    }
    return SectionBlocks(blocks, starts: starts, axis: axis, unit)
  }

  private mutating func endBlock() {
    guard !entries.isEmpty else { return }
    pieces.append(.sections(entries))
    entries = []
  }
}
