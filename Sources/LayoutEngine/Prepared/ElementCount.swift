/// Counts a document's elements other than cells against its limits.
struct ElementCount {
  private var count = 0
  /// The number of elements that are stored; elements that sections share count once, computed elements
  /// don't count.
  private var storedCount = 0

  /// Whether more elements are stored than a document may store.
  var storesTooMany: Bool { storedCount > LayoutLimits.maxStoredElements }

  /// Adds the sections of a block.
  ///
  /// - Parameters:
  ///   - count: the number of the sections' elements other than cells, stored or not.
  ///   - stored: the number of stored elements that no earlier section shares.
  /// - Returns: false if the document has or stores more elements than it may.
  mutating func add(_ count: Int, stored: Int) -> Bool {
    self.count += count
    storedCount += stored
    return self.count <= LayoutLimits.maxElements && storedCount <= LayoutLimits.maxStoredElements
  }

  /// Adds a section's elements other than cells.
  ///
  /// Supplementaries of items and groups are not stored, but count against `LayoutLimits.maxElements`,
  /// because a query for everything writes them all.
  ///
  /// - Parameters:
  ///   - isShared: whether an earlier section shares the section's stored elements, which then are not
  ///     counted as stored again.
  ///   - path: the path of the section's layout in the document.
  /// - Throws: an error if the section exceeds `LayoutLimits.maxElementsPerSection`, or if the document
  ///   exceeds `maxElements` or `maxStoredElements`.
  mutating func add(
    _ solution: SolvedSection, isShared: Bool, at path: DocumentPath
  ) throws(LayoutError) {
    let stored = solution.elements.count
    guard stored <= LayoutLimits.maxElementsPerSection else {
      throw LayoutError(
        path,
        "makes a section have \(stored) headers, footers and decorations; the limit is "
          + "\(LayoutLimits.maxElementsPerSection)")
    }
    let (sum, overflow) = (count + stored).addingReportingOverflow(
      solution.supplementaries?.countedElements ?? 0)
    guard !overflow, sum <= LayoutLimits.maxElements else {
      throw LayoutError.tooManyElements(at: path)
    }
    count = sum
    storedCount += isShared ? 0 : stored
    guard storedCount <= LayoutLimits.maxStoredElements else {
      throw LayoutError(
        path,
        "makes the document have more than \(LayoutLimits.maxStoredElements) headers, footers and "
          + "decorations of sections that differ")
    }
  }
}
