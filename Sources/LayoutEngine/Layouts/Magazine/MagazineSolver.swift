/// Lays out magazine sections: rows of full, half, third … width items (LayoutRules H).
///
/// - Complexity: O(n) in the number of items; O(1) if they are a count.
final class MagazineSolver: SectionSolver {
  let spec: MagazineSpec
  let columns: MagazineColumns
  /// The container's width less the section's insets, in points.
  private let contentWidth: Double
  private let path: DocumentPath

  /// Checks the options against the container.
  ///
  /// - Throws: an error for horizontal scrolling, an option out of range, or insets that leave no width
  ///   (LayoutRules D).
  init(_ spec: MagazineSpec, environment: SectionEnvironment) throws(LayoutError) {
    self.spec = spec
    path = environment.path
    contentWidth = environment.size.width - spec.sectionInset.horizontal
    columns = MagazineColumns(
      spec, contentWidth: contentWidth, grid: PixelGrid(scale: environment.scale ?? 1))
    guard environment.axis == .vertical else {
      throw LayoutError(path, "magazine sections scroll vertically only")
    }
    try checkOptions()
  }

  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SolverResult {
    guard items.count < UInt32.max else {
      throw LayoutError(path, "has more items than a section may have")
    }
    let headerEnd = Units(points: spec.sectionInset.top) + headerLength
    var bottom = headerEnd
    var placing = LinePlacing(
      MagazineRule(
        MagazineItems(items: items), columns, PlacingContext(path: path, budget: budget)),
      top: headerEnd + Units(points: spec.itemInsets.top),
      spacing: Units(points: spec.verticalSpacing),
      after: earlier as? LineCells<MagazinePlaces>, budget)
    let cells = try placing.run()
    let lines = placing.lines
    if items.count > 0 {
      bottom = lines.maxEnd + Units(points: spec.itemInsets.bottom)
    }
    let reach =
      (lines.summary.maxLength + spec.verticalSpacing) * Double(lines.lineCount)
      + LayoutAxis.vertical.reach(spec.sectionInset) + LayoutAxis.vertical.reach(spec.itemInsets)
      + (spec.header?.height ?? 0) + (spec.footer?.height ?? 0)
    try path.requireScrollLength(reach)
    let length = bottom + footerLength + Units(points: spec.sectionInset.bottom)
    try path.checkExtent(cells.bounds.isWithinMaxExtent)
    var solution = SolverResult(length: length, maxExtent: reach, cells: cells)
    solution.elements = elements(sectionLength: length, footerStart: bottom)
    solution.cellZIndex = spec.background ? 1 : 0
    solution.rounding = .nothing
    solution.placedItemCount = placing.placedCount
    return solution
  }

  private var headerLength: Units { Units(points: spec.header?.height ?? 0) }
  private var footerLength: Units { Units(points: spec.footer?.height ?? 0) }

  private func checkOptions() throws(LayoutError) {
    var issues = SpecIssues()
    issues.checkLength(spec.horizontalSpacing, path.field("horizontalSpacing"))
    issues.checkLength(spec.verticalSpacing, path.field("verticalSpacing"))
    issues.checkInsets(spec.sectionInset, path.field("sectionInset"))
    issues.checkInsets(spec.itemInsets, path.field("itemInsets"))
    spec.body.check(&issues, at: path.field("body"))
    spec.headerBody.check(&issues, at: path.field("headerBody"))
    spec.footerBody.check(&issues, at: path.field("footerBody"))
    if let header = spec.header {
      issues.checkLength(header.height, path.field("header").field("height"))
    }
    if let footer = spec.footer {
      issues.checkLength(footer.height, path.field("footer").field("height"))
    }
    if issues.isEmpty, !(contentWidth > 0) {
      issues.add(path.field("sectionInset"), "leaves no width for items: \(contentWidth) points")
    }
    try issues.throwIfAny()
  }

  /// The header, the footer and the background (LayoutRules H1, H3).
  private func elements(sectionLength: Units, footerStart: Units) -> [SectionElement] {
    var elements: [SectionElement] = []
    let (top, bottom) = (
      Units(points: spec.sectionInset.top), Units(points: spec.sectionInset.bottom)
    )
    if let header = spec.header {
      let limit = sectionLength - bottom - footerLength
      elements.append(
        element(
          .header, kind: "header", start: top, length: headerLength,
          pin: header.pinToVisibleBounds ? .header(limit: limit) : nil))
    }
    if let footer = spec.footer {
      elements.append(
        element(
          .footer, kind: "footer", start: footerStart, length: footerLength,
          pin: footer.pinToVisibleBounds ? .footer(limit: top + headerLength) : nil))
    }
    if spec.background {
      elements.append(
        element(
          .decoration, kind: "background", start: top,
          length: max(.zero, sectionLength - top - bottom), pin: nil))
    }
    return elements
  }

  /// An element as wide as the section without its insets; a header or footer is stacked above the background
  /// if there is one (LayoutRules C15).
  private func element(
    _ rank: SectionElement.Rank, kind: String, start: Units, length: Units,
    pin: SectionElement.Pin?
  ) -> SectionElement {
    let isBackground = rank == .decoration
    return SectionElement(
      rank: rank, category: isBackground ? .decoration : .supplementary, kind: kind, item: 0,
      place: SectionFrame(
        start: start, length: length, cross: spec.sectionInset.left, breadth: contentWidth),
      zIndex: spec.background && !isBackground ? 1 : 0, pin: pin)
  }
}

// MARK: Bodies

extension MagazineSolver: BodyPlacing {
  var bodyOptions: BodyOptions { spec.body }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    guard MagazineHeightMode(number: chunk.heightModes[place]) ?? .dynamic == .dynamic else {
      throw BodyRefusal(reason: "needs an item whose heightMode is dynamic")
    }
    let mode = MagazineWidthMode(number: chunk.widthModes[place]) ?? .full
    return .fills(width: columns.itemWidth(mode), minHeight: 0)
  }
}
