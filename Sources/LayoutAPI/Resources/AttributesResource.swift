package import LayoutEngine
import LayoutWire

/// GET `…/attributes` as numbers: JSON, columns or packed (Contract §5).
package struct AttributesResource: LayoutResource {
  package static var contentLocation: StaticString? { "/attributes?" }

  let query: LayoutQuery
  package let representation: Representation
  let form: ResponseForm

  /// - Parameter representation: `json`, `columns` or `packed`.
  package init(_ query: LayoutQuery, _ representation: Representation, _ form: ResponseForm) {
    self.query = query
    self.representation = representation
    self.form = form
  }

  package func combine(into hasher: inout TagHasher) {
    hasher.combine(query, representation, form)
  }

  /// Texts may have to be shaped again for their lines.
  package func needsWorker(for subject: ResponseSubject) -> Bool { form.attributes.includesLines }

  package func find(
    in subject: ResponseSubject, _ effort: SearchEffort
  ) throws(Problem) -> AttributesSelection? {
    try subject.layout.selection(of: query, effort)
  }

  package func add(
    _ found: AttributesSelection, in subject: ResponseSubject, to cost: inout WritingCost
  ) {
    cost.add(found, as: representation, hasOnlyCells: subject.version.hasOnlyCells)
  }

  package func write(
    _ found: AttributesSelection, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) throws(Problem) {
    switch representation {
    case .columns: body.write(ColumnsAttributesEncoder(subject.summary, found), budget)
    case .packed: body.write(PackedAttributesEncoder(subject.summary, found), budget)
    case .json, .svg, .css:
      guard !form.attributes.includesLines else {
        return try writeLines(of: found, subject, to: &body, budget ?? LayoutBudget())
      }
      body.write(
        JSONAttributesEncoder(subject.summary, found, form: form.attributes), budget)
    }
  }

  /// Writes attributes with the lines of bodies, always at once.
  private func writeLines(
    of found: AttributesSelection, _ subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget
  ) throws(Problem) {
    do throws(BadQuery) {
      try AttributesQuery.checkLines(of: found.count)
    } catch {
      throw Problem(error)
    }
    var isWritten = true
    body.append { output in
      do throws(LayoutError) {
        try AttributesLines.append(
          subject.summary, found, of: subject.layout, form: form.attributes, to: &output,
          budget)
      } catch {
        isWritten = false
      }
    }
    guard !isWritten else { return }
    throw budget.lacksTextSteps ? Problem(AttributesQuery.linesTooDear) : .ended
  }
}

/// GET `…/attributes` as a picture (Contract §5).
package struct PictureResource: LayoutResource {
  package static var contentLocation: StaticString? { AttributesResource.contentLocation }

  let query: LayoutQuery
  let form: ResponseForm

  package init(_ query: LayoutQuery, _ form: ResponseForm) {
    self.query = query
    self.form = form
  }

  package var representation: Representation { .svg }

  package func combine(into hasher: inout TagHasher) {
    hasher.combine(query, .svg, form)
  }

  /// A picture shows the lines of texts, and these may have to be shaped again.
  package func needsWorker(for subject: ResponseSubject) -> Bool {
    subject.layout.document.textStyles != nil
  }

  package func find(
    in subject: ResponseSubject, _ effort: SearchEffort
  ) throws(Problem) -> AttributesSelection? {
    try subject.layout.selection(of: query, effort)
  }

  package func add(
    _ found: AttributesSelection, in subject: ResponseSubject, to cost: inout WritingCost
  ) {
    cost.add(found, as: .svg, hasOnlyCells: subject.version.hasOnlyCells)
    let sections = SVGAttributesEncoder.drawnSections(of: found, query, subject.layout)
    cost.addDrawnSections(sections.count)
  }

  package func write(
    _ found: AttributesSelection, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) throws(Problem) {
    do throws(QueryError) {
      body.write(
        try SVGAttributesEncoder(subject.layout, query, style: form.style, budget), budget)
    } catch {
      throw Problem(error, selecting: query.selection)
    }
  }
}

/// GET `…/attributes` as a style sheet (Contract §17).
package struct SheetResource: LayoutResource {
  package static var contentLocation: StaticString? { AttributesResource.contentLocation }

  let query: LayoutQuery
  let form: ResponseForm

  /// The cells of a style sheet follow the page's own scroll position, so a sheet ignores the query's bounds.
  package init(_ query: LayoutQuery, _ form: ResponseForm) {
    var query = query
    query.bounds = nil
    self.query = query
    self.form = form
  }

  package var representation: Representation { .css }

  package var needs: ResourceNeeds {
    form.sheet.widths.isEmpty ? .nothing : .widths(form.sheet.widths)
  }

  package func combine(into hasher: inout TagHasher) {
    hasher.combine(query, .css, form)
  }

  package func needsWorker(for subject: ResponseSubject) -> Bool { form.sheet.isLong }

  package func find(
    in subject: ResponseSubject, _ effort: SearchEffort
  ) throws(Problem) -> AttributesSelection? {
    try subject.layout.selection(of: query, effort)
  }

  package func add(
    _ found: AttributesSelection, in subject: ResponseSubject, to cost: inout WritingCost
  ) {
    cost.add(found, as: .css, hasOnlyCells: subject.version.hasOnlyCells)
    cost.addRules(found, selectorBytes: form.sheet.style.selector.text.utf8.count)
    if let styles = subject.layout.document.textStyles { cost.addTextRules(styles, found) }
  }

  package func write(
    _ found: AttributesSelection, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) throws(Problem) {
    do throws(QueryError) {
      let parts = try parts(of: subject, found, budget)
      body.write(SheetEncoder(parts, query, form.sheet.style), budget)
    } catch {
      throw Problem(error, selecting: query.selection)
    }
  }

  /// Returns the parts of the sheet: the layout itself, or the layouts of its widths.
  private func parts(
    of subject: ResponseSubject, _ found: AttributesSelection, _ budget: LayoutBudget?
  ) throws(QueryError) -> [SheetEncoder.Breakpoint] {
    let sheet = form.sheet
    guard subject.widths.count == sheet.widths.count else { throw .cancelled }
    let layouts = sheet.widths.isEmpty ? [subject.layout] : subject.widths.map { $0.layout }
    var parts: [SheetEncoder.Breakpoint] = []
    for (place, layout) in layouts.enumerated() {
      let selection = sheet.widths.isEmpty ? found : try layout.select(query, budget)
      var frames: FluidFrames?
      if sheet.style.unit == .percent {
        frames = try FluidFrames(layout, selection, query, in: sheet.range(place), budget)
      }
      parts.append(
        SheetEncoder.Breakpoint(
          layout, selection, minWidth: sheet.widths.isEmpty ? 0 : sheet.widths[place],
          frames: frames))
    }
    return parts
  }
}

extension PreparedLayout {
  /// Returns the elements that a query selects; nil if the search would take more than the effort.
  fileprivate func selection(
    of query: LayoutQuery, _ effort: SearchEffort
  ) throws(Problem) -> AttributesSelection? {
    do throws(QueryError) {
      switch effort {
      case .short: return try select(query, effort: SearchEffort.shortSearch)
      case .whole(let budget): return try select(query, budget)
      }
    } catch {
      throw Problem(error, selecting: query.selection)
    }
  }
}

extension TagHasher {
  /// Combines a query for attributes, and the form of the response.
  fileprivate mutating func combine(
    _ query: LayoutQuery, _ representation: Representation, _ form: ResponseForm
  ) {
    combine(3 + Int(representation.rawValue) << 8)
    combine(query)
    combine(form, of: representation)
  }
}
