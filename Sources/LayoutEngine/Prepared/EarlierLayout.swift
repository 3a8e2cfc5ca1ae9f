/// The layout that a version comes from, where both have the same container, configuration and layout:
/// what the version shares is taken from there.
struct EarlierLayout {
  private let content: PreparedContent
  /// For each section of the version the earlier one that it was, with its layout; nil for others.
  private let origins: [Int?]
  /// For each section of the version whether its items may be others than the earlier one's.
  private let isChanged: [Bool]

  /// - Parameters:
  ///   - origins: as many as the version has sections.
  ///   - isChanged: as many.
  init(_ content: PreparedContent, origins: [Int?], isChanged: [Bool]) {
    self.content = content
    self.origins = origins
    self.isChanged = isChanged
    isExtended = origins.contains(nil)
  }

  /// What a section of the version was laid out to, in the same unit; nil where it was not there, or had
  /// another layout.
  func section(_ number: Int, in unit: UnitScale) -> PlacedSection? {
    guard unit == content.unit else { return nil }
    return origins[number].map { content.sections[$0] }
  }

  /// A block in the same unit of which all sections follow one another in the version, too, from a
  /// number on and with the same items; nil where there is none.
  ///
  /// Blocks that have become short are not among them: their sections join those of others.
  ///
  /// - Complexity: O(sections of the block).
  func block(at number: Int, in unit: UnitScale) -> SectionBlock? {
    guard unit == content.unit, !isChanged[number], let first = origins[number],
      let block = content.sections.block(from: first),
      block.sections.count >= SectionBlock.length / 2,
      block.sections.count <= origins.count - number
    else { return nil }
    for place in block.sections.indices {
      guard origins[number + place] == first + place, !isChanged[number + place] else { return nil }
    }
    return block
  }

  /// The unit in which it was laid out.
  var unit: UnitScale { content.unit }

  /// Whether the version has sections that were not there, or had another layout.
  let isExtended: Bool

  /// The blocks of the sections.
  var blocks: SectionBlocks { content.sections }
}
