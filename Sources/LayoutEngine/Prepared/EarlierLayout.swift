/// The layout that a version comes from, where both have the same container, configuration and layout:
/// what the version shares is taken from there.
struct EarlierLayout {
  private let content: PreparedContent
  /// For each section of the version the earlier one that it was, with its layout; nil for others.
  private let origins: [Int?]

  /// - Parameter origins: as many as the version has sections.
  init(_ content: PreparedContent, origins: [Int?]) {
    self.content = content
    self.origins = origins
    isExtended = origins.contains(nil)
  }

  /// What a section of the version was laid out to, in the same unit; nil where it was not there, or had
  /// another layout.
  func section(_ number: Int, in unit: UnitScale) -> PlacedSection? {
    guard unit == content.unit else { return nil }
    return origins[number].map { content.sections[$0] }
  }

  /// The unit in which it was laid out.
  var unit: UnitScale { content.unit }

  /// Whether the version has sections that were not there, or had another layout.
  let isExtended: Bool

  /// The blocks of the sections.
  var blocks: SectionBlocks { content.sections }
}
