/// Lets small sections of one layout that have the same items hold one solution: a short document
/// may have many of them, and most shelves of a long one are alike.
struct SharedSections {
  /// The most items that are compared; comparing more costs more than solving them.
  private static let maxItems = 16
  /// The most solutions that are kept.
  private static let maxSolutions = 4_096

  private var solutions: [[UInt64]: SolvedSection] = [:]

  /// The solution of an earlier section with the same items; nil where there is none.
  ///
  /// - Parameter key: identifies the section's items.
  func solution(of key: [UInt64]) -> SolvedSection? { solutions[key] }

  /// Keeps a solution for further sections.
  mutating func keep(_ solution: SolvedSection, of key: [UInt64]) {
    guard solutions.count < Self.maxSolutions else { return }
    solutions[key] = solution
  }

  /// Identifies a section's items by what solvers read of them; nil where there are too many of
  /// them to be compared.
  static func key(of items: Items) -> [UInt64]? {
    if items.sayNothing { return [UInt64(items.count)] }
    guard items.count <= maxItems else { return nil }
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
