/// Lets small sections that use the document's layout and have equal items share one solution.
///
/// If their items have neither ids nor own stacking orders, such sections even become one object. A short
/// document may have many such sections, and most shelves of a long one are alike.
struct SharedSections {
  /// The maximum number of items in a section that is compared; comparing more items takes longer than
  /// solving them.
  static let maxItems = 16
  /// The maximum number of solutions that are stored.
  private static let maxSolutions = 4_096

  /// The parts that sections with equal items share.
  struct Entry {
    let solution: SolvedSection
    /// A section whose items have neither ids nor stacking orders; nil if no such section has been stored
    /// yet.
    var plain: LaidOutSection?
  }

  private var entries: [[UInt64]: Entry] = [:]
  /// The solutions that several sections share.
  private var shared: Set<ObjectIdentifier> = []

  /// Returns the solution of an earlier section with equal items, and marks the solution as shared.
  ///
  /// Returns nil if there is no such section.
  ///
  /// - Parameter key: the key of the section's items (`key(of:)`).
  mutating func share(_ key: [UInt64]) -> Entry? {
    guard let entry = entries[key] else { return nil }
    shared.insert(entry.solution.id)
    return entry
  }

  /// Records that another layout shares a section or its solution.
  mutating func noteShared(_ section: LaidOutSection) {
    shared.insert(section.solution.id)
  }

  /// Whether several sections or layouts may share a section's solution.
  func isShared(_ section: LaidOutSection) -> Bool { shared.contains(section.solution.id) }

  /// Stores a section and its solution under the key of its items, so that later sections can share them.
  ///
  /// It does nothing if too many solutions are stored.
  mutating func insert(_ section: LaidOutSection, of key: [UInt64]) {
    guard entries.count < Self.maxSolutions || entries[key] != nil else { return }
    entries[key] = Entry(
      solution: section.solution, plain: section.itemsHaveFields ? nil : section)
  }

  /// Returns a key that identifies a section's items by the fields that solvers read.
  ///
  /// Returns nil if there are too many items to compare, if items have kept columns that only placed cells
  /// store, or if items have bodies.
  static func key(of items: Items) -> [UInt64]? {
    if items.areImplicit { return [UInt64(items.count)] }
    guard items.count <= maxItems, items.assigned.isEmpty, !items.haveBodies else { return nil }
    var key = [UInt64(items.count)]
    for block in items.blocks {
      let chunk = block.chunk
      let placing = ItemNumberField.allCases.filter { $0.affectsPlaces }.map { chunk[$0] }
      let columns =
        [chunk.numbers, chunk.widths, chunk.heights, chunk.widthModes, chunk.heightModes] + placing
      for column in columns + chunk.separatorColumns {
        key.append(column.isEmpty ? 0 : 1)
        guard !column.isEmpty else { continue }
        for place in 0..<block.count { key.append(column[place].bitPattern) }
      }
    }
    return key
  }
}
