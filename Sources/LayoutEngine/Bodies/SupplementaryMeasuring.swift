/// Measures the bodies of a section's header, footer and boundary items, and gives its layout their heights
/// (LayoutRules N4).
///
/// Solvers read these heights as if the layout had given them. Bodies of supplementaries on items and groups are left to
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

  /// Returns a layout with the heights of the bodies.
  ///
  /// - Throws: an error that lists the kinds that the layout lacks or whose length is fixed, and the faults of
  ///   bodies; `LayoutError.cancelled`.
  /// - Complexity: O(bytes of the bodies + boundary items).
  mutating func applied(to layout: SectionLayout) throws(LayoutError) -> SectionLayout {
    guard environment.axis == .vertical else {
      throw LayoutError(
        path, "needs vertical scrolling: along a horizontal axis a text has no width to wrap at")
    }
    try budget.spend(BodyMeasurer.stepsAByte * bodies.bodyLength, at: path)
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

  /// Sets the lengths of the header and the footer; the given length is the least one.
  private mutating func apply(
    to spec: inout HeaderFooterSpec, _ headerInset: Insets, _ footerInset: Insets,
    known kinds: [String] = ["header", "footer"]
  ) throws(LayoutError) {
    for entry in bodies.entries {
      switch entry.kind {
      case _ where !kinds.contains(entry.kind): refuse(entry.kind, known: kinds)
      case "header":
        let height = try height(
          of: entry, spec.headerBody, width: width(headerInset.left + headerInset.right))
        spec.headerReferenceSize.height = max(spec.headerReferenceSize.height, height)
      case "footer":
        let height = try height(
          of: entry, spec.footerBody, width: width(footerInset.left + footerInset.right))
        spec.footerReferenceSize.height = max(spec.footerReferenceSize.height, height)
      default: break
      }
    }
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
    let height = try height(of: entry, options, width: width)
    var sized = boundary ?? MagazineSpec.Boundary()
    sized.height = max(boundary?.height ?? 0, height)
    if height > 0 || boundary != nil { boundary = sized }
  }

  /// Sets the heights of the boundary items whose heights are estimated, and finds the bodies of kinds that items and
  /// groups have.
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
      let item = spec.boundarySupplementaryItems[index]
      guard indices.count == 1, item.size.height.isEstimated else {
        issues.add(
          path.field(entry.kind),
          indices.count > 1
            ? "needs a kind of one boundary item (got \(indices.count) of them)"
            : "needs a boundary item whose height is estimated")
        continue
      }
      let width = max(0, resolver.points(item.size.width))
      let height = try height(of: entry, options, width: width)
      spec.boundarySupplementaryItems[index].size.height = .absolute(height)
    }
  }

  /// Leaves a body to the solver, if items or groups have supplementaries of its kind.
  private mutating func attach(
    _ entry: SupplementaryBodies.Entry, _ options: BodyOptions, _ attached: ItemSupplementaryKinds,
    known: [String]
  ) {
    guard attached.contains(entry.kind) else {
      return refuse(entry.kind, known: known + attached.first)
    }
    if let reason = attached.reason(against: entry.kind) {
      return issues.add(path.field(entry.kind), reason)
    }
    itemBodies.entries.append(
      ItemSupplementaryBodies.Entry(kind: entry.kind, body: entry.body, options: options))
    measured.append(
      MeasuredSupplementary(kind: entry.kind, body: entry.body, options: options, size: nil))
  }

  private func width(_ insets: Double) -> Double { max(0, environment.size.width - insets) }

  private mutating func height(
    of entry: SupplementaryBodies.Entry, _ options: BodyOptions, width: Double
  ) throws(LayoutError) -> Double {
    // Breaking lines takes some nanoseconds to microseconds a byte: look at the deadline between bodies.
    try budget.count(16 * entry.body.bytes.count)
    let measurer = BodyMeasurer(styles: styles, options: options, budget: budget)
    do throws(LayoutError) {
      let height = try measurer.height(of: entry.body, width: width)
      guard height.isLength else {
        throw LayoutError(.root, "must be at most 2^53 points high (got \(height))")
      }
      measured.append(
        MeasuredSupplementary(
          kind: entry.kind, body: entry.body, options: options,
          size: Size(width: width, height: height)))
      return height
    } catch {
      guard !error.isCancelled else { throw error }
      for issue in error.below(path.field(entry.kind)).issues {
        issues.add(issue.path, issue.reason)
      }
      return 0
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
