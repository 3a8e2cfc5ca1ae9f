/// The headers, footers and side items of a layout's sections, sized and stacked once for all of its
/// sections (LayoutRules C7, C8, C9).
struct BoundaryItems: Sendable {
  /// A boundary item with every part of its place that doesn't depend on the section's length.
  private struct Placed: Sendable {
    let item: BoundarySupplementaryItem
    /// The item's number among the boundary items of its kind (LayoutRules C10).
    let number: Int
    let edge: BoundaryAlignment.Edge
    /// The item's length along the scroll axis.
    let length: Units
    /// The item's length across the scroll axis, in points.
    let crossLength: Double
    /// Where the item begins across the scroll axis, in points.
    let cross: Double
    /// The total length of the extending items listed before it at its edge.
    ///
    /// For an extending item, that is its distance from the section's start, or from where the extending
    /// items at the section's end begin.
    let main: Units
  }

  private let axis: LayoutAxis
  /// The items at the start, at the end and at the side, each in the order listed.
  private let placed: [Placed]
  /// The length that extending items take at the section's start; at most `Units.limit`.
  let startLength: Units
  /// The length that extending items take at the section's end; at most `Units.limit`.
  let endLength: Units
  /// An upper bound of the lengths, offsets and insets of all items together along the scroll axis, in
  /// points (LayoutRules I4).
  let maxExtent: Double

  /// Sizes and stacks the boundary items of a section's spec.
  ///
  /// - Throws: an issue for every invalid size.
  init(_ spec: CompositionalSpec, environment: SectionEnvironment) throws(LayoutError) {
    let axis = environment.axis
    let insets = spec.supplementaryInsets.unmirrored
    let crossStart = axis.crossStart(insets)
    let available = axis.cross(environment.size) - crossStart - axis.crossEnd(insets)
    let resolver = DimensionResolver(
      parent: axis.size(main: axis.main(environment.size), cross: available))
    var lengths: [BoundaryAlignment.Edge: Units] = [:]
    var reach = 0.0
    var numbers: [String: Int] = [:]
    var placed: [Placed] = []
    let path = environment.path.field("boundarySupplementaryItems")
    var issues: [LayoutError.Issue] = []
    for (index, item) in spec.boundarySupplementaryItems.enumerated() {
      let size: Size
      do {
        size = try resolver.resolve(item.size, at: path.index(index).field("size"))
      } catch {
        issues += error.issues
        continue
      }
      let edge = BoundaryAlignment.edge(of: item.alignment, axis: axis)
      let stacked = lengths[edge, default: .zero]
      let length = Units(points: axis.main(size))
      reach += axis.main(size) + item.reach(along: axis)
      placed.append(
        Placed(
          item: item, number: numbers[item.kind, default: 0], edge: edge,
          length: length, crossLength: axis.cross(size),
          cross: BoundaryAlignment.crossPosition(
            of: axis.cross(size), alignment: item.alignment, axis: axis, start: crossStart,
            available: available),
          main: stacked))
      numbers[item.kind, default: 0] += 1
      if item.extendsBoundary, edge != .side { lengths[edge] = (stacked + length).limited }
    }
    guard issues.isEmpty else { throw LayoutError(issues: issues) }
    self.axis = axis
    maxExtent = reach
    startLength = lengths[.start, default: .zero]
    endLength = lengths[.end, default: .zero]
    self.placed =
      placed.filter { $0.edge == .start } + placed.filter { $0.edge == .end }
      + placed.filter { $0.edge == .side }
  }

  /// Whether there are no boundary items.
  var isEmpty: Bool { placed.isEmpty }

  /// Returns the elements of the boundary items.
  ///
  /// - Parameter sectionLength: the section's length, which must include the extending items.
  func elements(sectionLength: Units) -> [SectionElement] {
    placed.map { placed in
      let slot = SectionFrame(
        start: position(of: placed, sectionLength: sectionLength), length: placed.length,
        cross: placed.cross, breadth: placed.crossLength)
      return SectionElement(
        rank: rank(of: placed.edge), category: .supplementary, kind: placed.item.kind,
        item: placed.number,
        place: BoundaryAlignment.place(of: placed.item, in: slot, axis: axis),
        zIndex: placed.item.zIndex ?? CompositionalSolver.supplementaryZIndex,
        pin: BoundaryAlignment.pin(
          of: placed.item, at: placed.edge, startLength: startLength,
          end: sectionLength - endLength),
        pinnedZIndex: placed.item.zIndex ?? CompositionalSolver.pinnedZIndex)
    }
  }

  /// Returns where an item begins along the scroll axis (LayoutRules C8).
  ///
  /// Extending items are stacked from the section's start, or up to its end. Items that don't extend the
  /// section are inside the extending items at their edge, and side items are centred between both
  /// edges' extending items.
  private func position(of placed: Placed, sectionLength: Units) -> Units {
    let end = sectionLength - endLength
    return switch (placed.edge, placed.item.extendsBoundary) {
    case (.start, true): placed.main
    case (.start, false): startLength
    case (.end, true): end + placed.main
    case (.end, false): end - placed.length
    case (.side, _): startLength + (end - startLength - placed.length).half
    }
  }

  private func rank(of edge: BoundaryAlignment.Edge) -> SectionElement.Rank {
    switch edge {
    case .start: .header
    case .end: .footer
    case .side: .other
    }
  }
}

extension BoundarySupplementaryItem {
  /// Returns the farthest that the item's offset and insets could move it along the axis, in points.
  func reach(along axis: LayoutAxis) -> Double {
    axis.main(absoluteOffset).magnitude + axis.reach(contentInsets.unmirrored)
  }
}
