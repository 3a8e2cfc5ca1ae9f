extension SupplementaryMeasuring {
  /// Sets the estimated lengths of boundary items, and finds the bodies of kinds that items and groups have.
  mutating func apply(to spec: inout CompositionalSpec) throws(LayoutError) {
    let insets = spec.supplementaryInsets.unmirrored
    let size = Size(
      width: environment.size.width - insets.left - insets.right, height: environment.size.height)
    let resolver = DimensionResolver(parent: size)
    let attached = try ItemSupplementaryKinds(
      spec.group, wanted: Set(bodies.entries.map { $0.kind }), at: path, budget)
    for entry in bodies.entries {
      let options = spec.bodies[entry.kind]
      // A document may have as many sections as boundary items, and each section looks for its own.
      try budget.spend(spec.boundarySupplementaryItems.count, at: path)
      let indices = spec.boundarySupplementaryItems.indices.filter {
        spec.boundarySupplementaryItems[$0].kind == entry.kind
      }
      guard let index = indices.first else {
        attach(
          entry, options, attached, known: spec.boundarySupplementaryItems.prefix(8).map { $0.kind }
        )
        continue
      }
      let size = spec.boundarySupplementaryItems[index].size
      guard entry.body == nil || indices.count == 1 && size.height.isEstimated else {
        issues.add(
          path.field(entry.kind),
          indices.count > 1
            ? "needs a kind of one boundary item (got \(indices.count) of them)"
            : "needs a boundary item whose height is estimated")
        continue
      }
      let width = max(0, entry.measured.width ?? resolver.points(size.width))
      let height = try height(of: entry, options, width: width)
      // Insets along an estimated axis stay ignored (LayoutRules B4).
      let insets = spec.boundarySupplementaryItems[index].contentInsets
      spec.boundarySupplementaryItems[index].contentInsets = size.effectiveInsets(insets)
      if let width = entry.measured.width {
        spec.boundarySupplementaryItems[index].size.width = .absolute(width)
      }
      if let height = entry.measured.height ?? height {
        spec.boundarySupplementaryItems[index].size.height = .absolute(height)
      }
    }
  }

  /// Leaves a body to the solver, if items or groups have supplementaries of its kind.
  private mutating func attach(
    _ entry: SupplementaryBodies.Entry, _ options: BodyOptions, _ attached: ItemSupplementaryKinds,
    known: [String]
  ) {
    guard let body = entry.body, attached.contains(entry.kind) else {
      return refuse(entry.kind, known: known + attached.first)
    }
    if let reason = attached.reason(against: entry.kind) {
      return issues.add(path.field(entry.kind), reason)
    }
    itemBodies.entries.append(
      ItemSupplementaryBodies.Entry(kind: entry.kind, body: body, options: options))
    measured.append(
      MeasuredSupplementary(kind: entry.kind, body: body, options: options, size: nil))
  }
}
