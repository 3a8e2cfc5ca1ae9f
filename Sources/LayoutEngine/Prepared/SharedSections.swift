/// Lets small sections of one layout that have the same items hold one solution, and those without
/// ids and stacking orders be one section: a short document may have many of them, and most shelves
/// of a long one are alike.
struct SharedSections {
  /// The most items that are compared; comparing more costs more than solving them.
  static let maxItems = 16
  /// The most solutions that are kept.
  private static let maxSolutions = 4_096

  /// What sections with the same items hold in common.
  struct Entry {
    let solution: SolvedSection
    /// One of them whose items have no fields that layouts don't read; nil if there was none yet.
    var plain: PlacedSection?
  }

  private var entries: [[UInt64]: Entry] = [:]
  /// The solutions that several sections hold.
  private var shared: Set<ObjectIdentifier> = []

  /// What an earlier section with the same items has left, which is shared from now on; nil if there
  /// is none.
  ///
  /// - Parameter key: identifies the section's items.
  mutating func share(_ key: [UInt64]) -> Entry? {
    guard let entry = entries[key] else { return nil }
    shared.insert(entry.solution.id)
    return entry
  }

  /// Notes that another layout has shared a section, or its solution.
  mutating func noteShared(_ section: PlacedSection) {
    shared.insert(section.solution.id)
  }

  /// Whether several sections hold a section's solution.
  func isShared(_ section: PlacedSection) -> Bool { shared.contains(section.solution.id) }

  /// Keeps a section and its solution for further ones.
  mutating func keep(_ section: PlacedSection, of key: [UInt64]) {
    guard entries.count < Self.maxSolutions || entries[key] != nil else { return }
    entries[key] = Entry(
      solution: section.solution, plain: section.itemsHaveFields ? nil : section)
  }

  /// Identifies a section's items by what solvers read of them; nil if there are too many of
  /// them to be compared.
  static func key(of items: Items) -> [UInt64]? {
    if items.sayNothing { return [UInt64(items.count)] }
    guard items.count <= maxItems, items.standing.isEmpty else { return nil }
    var key = [UInt64(items.count)]
    for block in items.blocks {
      let chunk = block.chunk
      for column in [
        chunk.numbers, chunk.widths, chunk.heights, chunk.aspectRatios, chunk.bodyHeights,
        chunk.columnSpans, chunk.widthModes, chunk.heightModes, chunk.measuredWidths,
        chunk.measuredHeights, chunk.measuredBodyHeights, chunk.columns,
      ] {
        key.append(column.isEmpty ? 0 : 1)
        guard !column.isEmpty else { continue }
        for place in 0..<block.count { key.append(column[place].bitPattern) }
      }
    }
    return key
  }
}
