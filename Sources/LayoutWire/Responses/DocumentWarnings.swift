package import LayoutEngine

/// Hints about a valid document that probably is not what its author meant (Contract §1).
package enum DocumentWarnings {
  /// The greatest number of warnings in a response.
  static let maxCount = 10
  /// The greatest line height, in points, that may be a multiple by mistake.
  private static let maxMultiple = 4.0

  /// The greatest number of items whose ids are compared, and of sections whose layouts are read: the search is not part
  /// of the document's budget, and takes 0.2 µs an id.
  private static let (maxIDs, maxLayouts) = (2_000, 64)

  /// Returns the warnings about a document.
  ///
  /// - Complexity: O(styles + ids), of the ids at most a fixed number.
  static func warnings(of document: LayoutDocument) -> [PointedError] {
    var warnings = document.textStyles.map { Self.warnings(of: $0) } ?? []
    warnings += sideItems(of: document)
    if let repeated = document.firstRepeatedID(among: maxIDs) {
      func path(_ item: ItemPath) -> DocumentPath {
        let section =
          document.hasTopLevelItems
          ? DocumentPath.root : DocumentPath.root.field("sections").index(item.section)
        return section.field("items").index(item.item).field("id")
      }
      warnings += PointedError.list(
        LayoutError(
          path(repeated.second),
          "repeats the id at \(path(repeated.first).pointer); ids tell items apart if they differ"))
    }
    return Array(warnings.prefix(maxCount))
  }

  /// Returns the warnings about boundary items beside the content that should pin: nothing pins there (LayoutRules C9).
  private static func sideItems(of document: LayoutDocument) -> [PointedError] {
    let axis = document.configuration.scrollDirection
    var warnings = sideItems(
      document.configuration.boundarySupplementaryItems, axis,
      at: DocumentPath.root.field("configuration"))
    func add(_ variants: LayoutVariants?, at path: DocumentPath) {
      guard let variants else { return }
      for (number, variant) in variants.variants.enumerated() {
        guard case .compositional(let spec) = variant.layout else { continue }
        let own = variants.isList ? path.index(number).field("layout") : path
        warnings += sideItems(spec.boundarySupplementaryItems, axis, at: own)
      }
    }
    add(document.layout, at: DocumentPath.root.field("layout"))
    for section in 0..<min(document.sections.count, maxLayouts) {
      let path = DocumentPath.root.field("sections").index(section).field("layout")
      add(document.sections[section].layout, at: path)
    }
    return warnings
  }

  private static func sideItems(
    _ items: [BoundarySupplementaryItem], _ axis: LayoutAxis, at path: DocumentPath
  ) -> [PointedError] {
    items.enumerated().flatMap { number, item -> [PointedError] in
      guard item.pinToVisibleBounds, item.isBeside(along: axis) else { return [] }
      return PointedError.list(
        LayoutError(
          path.field("boundarySupplementaryItems").index(number).field("pinToVisibleBounds"),
          "has no effect on an item beside the content; only items at its start or end pin"))
    }
  }

  /// Returns the warnings about styles: line heights in points that look like multiples of the font size.
  package static func warnings(of styles: TextStyles) -> [PointedError] {
    var warnings: [PointedError] = []
    for (name, style) in zip(styles.names, styles.styles) where warnings.count < maxCount {
      guard case .points(let points) = style.lineHeight, points < maxMultiple,
        points < style.fontSize / 2
      else { continue }
      let (height, size) = (shortText(of: points), shortText(of: style.fontSize))
      warnings += PointedError.list(
        LayoutError(
          DocumentPath.root.field("textStyles").field(name).field("lineHeight"),
          "is \(height) points, less than half the font size (\(size)); for a multiple of it, write {\"multiple\":\(height)}"
        ))
    }
    return warnings
  }
}
