/// Measures the bodies of a section's header, footer and boundary items, and gives its layout their heights, or the
/// lengths that a view measured (LayoutRules N4, K11).
///
/// Solvers read these lengths as if the layout had given them. Bodies of supplementaries on items and groups are left to
/// the solver, which knows the sizes of their hosts (`ItemSupplementarySizing`).
struct SupplementaryMeasuring {
  let bodies: SupplementaryBodies
  private let styles: TextStyles
  let environment: SectionEnvironment
  let path: DocumentPath
  let budget: LayoutBudget
  var issues = SpecIssues()
  var measured: [MeasuredSupplementary] = []
  /// The bodies of the kinds that items and groups have.
  var itemBodies: ItemSupplementaryBodies

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
  mutating func applied(to traits: any LayoutTraits) throws(LayoutError) -> any LayoutTraits {
    for entry in bodies.entries { try check(entry.measured, of: entry.kind, by: traits) }
    try issues.throwIfAny()
    guard environment.axis == .vertical || !bodies.entries.contains(where: { $0.body != nil })
    else {
      throw LayoutError(
        path, "needs vertical scrolling: along a horizontal axis a text has no width to wrap at")
    }
    try budget.spend(BodyMeasurer.stepsPerByte * bodies.bodyLength, at: path)
    budget.addText(byteCount: bodies.bodyLength)
    let sized = try traits.sized(by: &self)
    try issues.throwIfAny()
    return sized
  }

  /// Reports measured lengths that the layout ignores, or that are too long.
  private mutating func check(
    _ measured: SupplementaryBodies.MeasuredLengths, of kind: String, by traits: any LayoutTraits
  ) throws(LayoutError) {
    let sides: [(ItemSide, Double?)] = [(.width, measured.width), (.height, measured.height)]
    for (side, length) in sides {
      guard let length else { continue }
      // A document may have as many sections as boundary items, and each section looks for its own.
      try budget.spend(traits.boundaryItemCount, at: path)
      let field = path.field(kind).field("measured").field(side.rawValue)
      let reason = traits.reasonAgainstMeasuring(
        side, ofSupplementary: kind, along: environment.axis)
      if let reason { issues.add(field, reason) } else { issues.checkLength(length, field) }
    }
  }

  /// Sets the lengths of the header and the footer; if they follow from a body, the given length is the least one.
  mutating func apply(
    to spec: inout HeaderFooterSpec, _ headerInset: Insets = .zero, _ footerInset: Insets = .zero,
    known kinds: [String] = ["header", "footer"]
  ) throws(LayoutError) {
    for entry in bodies.entries {
      switch entry.kind {
      case _ where !kinds.contains(entry.kind): refuse(entry.kind, known: kinds)
      case "header":
        let width = width(within: headerInset)
        try setLength(of: &spec.headerReferenceSize, by: entry, spec.headerBody, width: width)
      case "footer":
        let width = width(within: footerInset)
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

  /// Returns the width that insets leave of the container, in points.
  func width(within insets: Insets) -> Double {
    max(0, environment.size.width - (insets.left + insets.right))
  }

  /// Returns the height of a body; nil if the entry has none, or if the body was refused.
  mutating func height(
    of entry: SupplementaryBodies.Entry, _ options: BodyOptions, width: Double
  ) throws(LayoutError) -> Double? {
    guard let body = entry.body else { return nil }
    // Breaking lines takes some nanoseconds to microseconds per byte: check the deadline between bodies.
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

  /// Reports a kind that the layout lacks.
  mutating func refuse(_ kind: String, known: [String]) {
    let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
    issues.add(
      path.field(kind),
      known.isEmpty
        ? "names an element that the section's layout does not have; it has none"
        : "names an element that the section's layout does not have; it has \(names)")
  }
}
