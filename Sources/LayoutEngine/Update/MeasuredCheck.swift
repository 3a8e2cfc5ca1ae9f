extension LayoutDocument {
  /// Refuses measurements of what the version's layouts don't read (LayoutRules K1).
  ///
  /// Where a section has no layout that can be laid out, that is found wrong later.
  ///
  /// - Parameter map: from the parent to this document, its version.
  /// - Complexity: O(measurements · log pieces), and making the layouts of the sections named.
  func checkMeasured(
    by update: LayoutUpdate, _ map: ItemMap, _ budget: LayoutBudget
  ) throws(UpdateError) {
    guard !update.measurements.isEmpty else { return }
    // By sections, so that the layout of each is made once.
    let measured = update.measurements.enumerated().compactMap { number, measurement in
      map.item(after: measurement.path).map { (path: $0, number: number) }
    }.sorted(byKeys: { $0.path.sortKeys })
    var rules = SectionRules(self, budget)
    var refused: [(number: Int, reason: String)] = []
    for (path, number) in measured {
      guard let rule = rules.rules(of: path.section) else { continue }
      let items = sections[path.section].items
      for (side, found) in update.measurements[number].sides where found.isFound {
        guard let reason = rule.reason(against: side, of: path.item, in: items) else { continue }
        refused.append((number, "finds a \(side.rawValue) that \(reason)"))
        break
      }
    }
    var issues = UpdateIssues()
    for (number, reason) in refused.sorted(byKey: { WholeNumber($0.number) }) {
      issues.add(Operation("measure", number), reason)
    }
    try issues.throwIfAny()
    do throws(LayoutError) { try budget.count(0) } catch { throw .document(error) }
  }
}

extension LayoutUpdate.Measurement {
  /// What it does with each side.
  fileprivate var sides: [(ItemSide, LayoutUpdate.MeasuredSide)] {
    [(.width, width), (.height, height), (.bodyHeight, bodyHeight)]
  }
}

extension LayoutUpdate.MeasuredSide {
  fileprivate var isFound: Bool { if case .found = self { true } else { false } }
}

/// What the layouts of a document's sections read of what views find.
private struct SectionRules {
  private let document: LayoutDocument
  private let budget: LayoutBudget
  /// Of the document's layout, and of the section asked for last; nil if it cannot be made.
  private var ofDocument: MeasuringRules??
  private var ofSection: (number: Int, rules: MeasuringRules?)?
  /// Frames in groups of sections' own layouts.
  private var templateFrames = 0

  init(_ document: LayoutDocument, _ budget: LayoutBudget) {
    self.document = document
    self.budget = budget
  }

  /// nil if the section's layout cannot be made.
  mutating func rules(of section: Int) -> MeasuringRules? {
    guard let own = document.sections[section].layout else {
      if ofDocument == nil { ofDocument = .some(document.layout.flatMap(make)) }
      return ofDocument ?? nil
    }
    if let last = ofSection, last.number == section { return last.rules }
    // More is refused when the version is laid out.
    guard templateFrames <= LayoutLimits.maxTemplateFrames else { return nil }
    let rules = make(own)
    templateFrames += rules?.solvedAhead ?? 0
    ofSection = (section, rules)
    return rules
  }

  private func make(_ variants: LayoutVariants) -> MeasuringRules? {
    document.measuringRules(of: variants, budget)
  }
}
