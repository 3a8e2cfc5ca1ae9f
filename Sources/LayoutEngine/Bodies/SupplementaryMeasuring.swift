/// Measures the bodies of a section's header, footer and boundary items, and gives its layout their heights, or the
/// lengths that a view measured (LayoutRules N4, K11).
///
/// Solvers read these lengths as if the layout had given them. Bodies of supplementaries on items and groups are left to
/// the solver, which knows the sizes of their hosts (`ItemSupplementarySizing`).
struct SupplementaryMeasuring {
  private let bodies: SupplementaryBodies
  private let styles: TextStyles
  private let environment: SectionEnvironment
  private let path: DocumentPath
  private let budget: LayoutBudget
  private var issues = SpecIssues()
  private(set) var measured: [MeasuredSupplementary] = []
  /// The bodies of the kinds that items and groups have.
  private(set) var itemBodies: ItemSupplementaryBodies

  /// Prepares to measure a section's bodies.
  ///
  /// - Parameter path: the path of the section's `supplementaries` in the document, for errors.
  init(
    _ bodies: SupplementaryBodies, _ environment: SectionEnvironment, at path: DocumentPath,
    _ budget: LayoutBudget
  ) {
    self.bodies = bodies
    styles = environment.texts ?? TextStyles(names: [], styles: [])
    self.environment = environment
    self.path = path
    self.budget = budget
    itemBodies = ItemSupplementaryBodies(entries: [], path: path)
  }

  /// Returns a layout with the heights of the bodies and the measured lengths.
  ///
  /// - Throws: an error that lists the kinds that the layout lacks or whose length is fixed, measured lengths that
  ///   it ignores, and the faults of bodies; `LayoutError.cancelled`.
  /// - Complexity: O(bytes of the bodies + kinds · boundary items).
  mutating func applied(to layout: SectionLayout) throws(LayoutError) -> SectionLayout {
    for entry in bodies.entries { try check(entry.measured, of: entry.kind, in: layout) }
    try issues.throwIfAny()
    guard environment.axis == .vertical || !bodies.entries.contains(where: { $0.body != nil })
    else {
      throw LayoutError(
        path, "needs vertical scrolling: along a horizontal axis a text has no width to wrap at")
    }
    try budget.spend(BodyMeasurer.stepsAByte * bodies.bodyLength, at: path)
    budget.addText(byteCount: bodies.bodyLength)
    var layout = layout
    switch layout {
    case .flow(var spec):
      try apply(to: &spec.headerFooter, .zero, .zero)
      layout = .flow(spec)
    case .waterfall(var spec):
      try apply(to: &spec.headerFooter, spec.headerInset, spec.footerInset)
      layout = .waterfall(spec)
    case .list(var spec):
      let margins = spec.margins(environment)
      try apply(to: &spec.headerFooter, margins, margins, known: spec.supplementaryKinds)
      // A body of no height is no header and no footer (LayoutRules N4).
      for entry in bodies.entries {
        if entry.kind == "header" { spec.headerMode = nil }
        if entry.kind == "footer" { spec.footerMode = nil }
      }
      layout = .list(spec)
    case .justified(var spec):
      try apply(to: &spec.headerFooter, .zero, .zero)
      layout = .justified(spec)
    case .magazine(var spec):
      try apply(to: &spec)
      layout = .magazine(spec)
    case .compositional(var spec):
      try apply(to: &spec)
      layout = .compositional(spec)
    case .custom:
      for entry in bodies.entries { refuse(entry.kind, known: []) }
    }
    try issues.throwIfAny()
    return layout
  }

  /// Reports measured lengths that the layout ignores, or that are too long.
  private mutating func check(
    _ measured: SupplementaryBodies.MeasuredLengths, of kind: String, in layout: SectionLayout
  ) throws(LayoutError) {
    let sides: [(ItemSide, Double?)] = [(.width, measured.width), (.height, measured.height)]
    for (side, length) in sides {
      guard let length else { continue }
      // A document may have as many sections as boundary items, and each section looks for its own.
      if case .compositional(let spec) = layout {
        try budget.spend(spec.boundarySupplementaryItems.count, at: path)
      }
      let field = path.field(kind).field("measured").field(side.rawValue)
      let reason = layout.reasonAgainstMeasuring(
        side, ofSupplementary: kind, along: environment.axis)
      if let reason { issues.add(field, reason) } else { issues.checkLength(length, field) }
    }
  }

  /// Sets the lengths of the header and the footer; if they follow from a body, the given length is the least one.
  private mutating func apply(
    to spec: inout HeaderFooterSpec, _ headerInset: Insets, _ footerInset: Insets,
    known kinds: [String] = ["header", "footer"]
  ) throws(LayoutError) {
    for entry in bodies.entries {
      switch entry.kind {
      case _ where !kinds.contains(entry.kind): refuse(entry.kind, known: kinds)
      case "header":
        let width = width(headerInset.left + headerInset.right)
        try setLength(of: &spec.headerReferenceSize, by: entry, spec.headerBody, width: width)
      case "footer":
        let width = width(footerInset.left + footerInset.right)
        try setLength(of: &spec.footerReferenceSize, by: entry, spec.footerBody, width: width)
      default: break
      }
    }
  }

  private mutating func setLength(
    of size: inout Size, by entry: SupplementaryBodies.Entry, _ options: BodyOptions, width: Double
  ) throws(LayoutError) {
    let height = try height(of: entry, options, width: width)
    size.height = max(size.height, height ?? 0)
    if let width = entry.measured.width { size.width = width }
    if let height = entry.measured.height { size.height = height }
  }

  /// Sets the heights of a magazine's header and footer, which it gets if the layout gives none.
  private mutating func apply(to spec: inout MagazineSpec) throws(LayoutError) {
    let width = width(spec.sectionInset.left + spec.sectionInset.right)
    for entry in bodies.entries {
      switch entry.kind {
      case "header":
        try apply(entry, spec.headerBody, width: width, to: &spec.header)
      case "footer":
        try apply(entry, spec.footerBody, width: width, to: &spec.footer)
      default: refuse(entry.kind, known: ["header", "footer"])
      }
    }
  }

  private mutating func apply(
    _ entry: SupplementaryBodies.Entry, _ options: BodyOptions, width: Double,
    to boundary: inout MagazineSpec.Boundary?
  ) throws(LayoutError) {
    let bodyHeight = max(boundary?.height ?? 0, try height(of: entry, options, width: width) ?? 0)
    let height = entry.measured.height ?? bodyHeight
    // A header that was measured as 0 is none, as in other layouts.
    guard height > 0 || boundary != nil && entry.measured.height == nil else {
      boundary = nil
      return
    }
    var sized = boundary ?? MagazineSpec.Boundary()
    sized.height = height
    boundary = sized
  }

  /// Sets the estimated lengths of boundary items, and finds the bodies of kinds that items and groups have.
  private mutating func apply(to spec: inout CompositionalSpec) throws(LayoutError) {
    let insets = spec.supplementaryInsets.unmirrored
    let size = Size(
      width: environment.size.width - insets.left - insets.right, height: environment.size.height)
    let resolver = DimensionResolver(parent: size)
    let attached = try ItemSupplementaryKinds(
      spec.group, wanted: Set(bodies.entries.map { $0.kind }), at: path, budget)
    for entry in bodies.entries {
      let options =
        switch entry.kind {
        case "header": spec.headerBody
        case "footer": spec.footerBody
        default: spec.body
        }
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

  private func width(_ insets: Double) -> Double { max(0, environment.size.width - insets) }

  /// Returns the height of a body; nil if the entry has none, or if the body was refused.
  private mutating func height(
    of entry: SupplementaryBodies.Entry, _ options: BodyOptions, width: Double
  ) throws(LayoutError) -> Double? {
    guard let body = entry.body else { return nil }
    // Breaking lines takes some nanoseconds to microseconds a byte: look at the deadline between bodies.
    try budget.count(16 * body.bytes.count)
    let measurer = BodyMeasurer(styles: styles, options: options, budget: budget)
    do throws(LayoutError) {
      let height = try measurer.height(of: body, width: width)
      guard height.isLength else {
        throw LayoutError(.root, "must be at most 2^53 points high (got \(height))")
      }
      measured.append(
        MeasuredSupplementary(
          kind: entry.kind, body: body, options: options,
          size: Size(width: width, height: height)))
      return height
    } catch {
      guard !error.isCancelled else { throw error }
      for issue in error.below(entry.bodyPath(in: path.field(entry.kind))).issues {
        issues.add(issue.path, issue.reason)
      }
      return nil
    }
  }

  private mutating func refuse(_ kind: String, known: [String]) {
    let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
    issues.add(
      path.field(kind),
      known.isEmpty
        ? "names an element that the section's layout does not have; it has none"
        : "names an element that the section's layout does not have; it has \(names)")
  }
}
