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
    guard items.count <= maxItems || items.saysNothing else { return nil }
    var key = [UInt64(items.count)]
    for values in [
      items.numbers.values, items.widths.values, items.heights.values, items.aspectRatios.values,
      items.bodyHeights.values, items.columnSpans.values,
    ] {
      key.append(UInt64(values.count))
      key.append(contentsOf: values.lazy.map { $0.bitPattern })
    }
    key.append(UInt64(items.widthModes.values.count))
    key.append(contentsOf: items.widthModes.values.lazy.map { $0.map(Self.code) ?? 0 })
    key.append(contentsOf: items.heightModes.values.lazy.map { $0.map(Self.code) ?? 0 })
    return key
  }

  private static func code(_ mode: MagazineWidthMode) -> UInt64 {
    switch mode {
    case .full: 1
    case .fullBleed: 2
    case .fraction(let count): 3 &+ UInt64(truncatingIfNeeded: count)
    }
  }

  private static func code(_ mode: MagazineHeightMode) -> UInt64 {
    switch mode {
    case .static: 1
    case .dynamic: 2
    case .stretch: 3
    }
  }
}

extension Items {
  /// Whether the items have no fields.
  fileprivate var saysNothing: Bool {
    numbers.isEmpty && widths.isEmpty && heights.isEmpty && aspectRatios.isEmpty
      && bodyHeights.isEmpty && columnSpans.isEmpty && widthModes.isEmpty && heightModes.isEmpty
  }
}
