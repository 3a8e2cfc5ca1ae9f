extension LayoutDocument {
  /// Refuses measurements that the version's layouts don't read (LayoutRules K1).
  ///
  /// If a section's layout cannot be laid out, laying out the version reports that.
  ///
  /// - Parameter map: the map from the parent to this document, its version.
  /// - Complexity: O(measurements · log pieces), and making the layouts of the measured sections.
  func checkMeasured(
    by update: LayoutUpdate, _ map: ItemMap, _ budget: LayoutBudget
  ) throws(UpdateError) {
    guard !update.measurements.isEmpty else { return }
    // Sort by section, so that the layout of each is made once.
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
  /// The sides, and what the measurement does to each.
  fileprivate var sides: [(ItemSide, LayoutUpdate.MeasuredSide)] {
    [(.width, width), (.height, height), (.bodyHeight, bodyHeight)]
  }
}

extension LayoutUpdate.MeasuredSide {
  fileprivate var isFound: Bool { if case .found = self { true } else { false } }
}

/// The measurements that the layouts of a document's sections read.
private struct SectionRules {
  private let document: LayoutDocument
  private let budget: LayoutBudget
  /// The rules of the document's layout, and of the section requested last; nil if it cannot be made.
  private var ofDocument: MeasuringRules??
  private var ofSection: (number: Int, rules: MeasuringRules?)?
  /// The number of frames in groups of sections' own layouts.
  private var templateFrames = 0

  init(_ document: LayoutDocument, _ budget: LayoutBudget) {
    self.document = document
    self.budget = budget
  }

  /// Returns the rules of a section; nil if its layout cannot be made.
  mutating func rules(of section: Int) -> MeasuringRules? {
    guard let own = document.sections[section].layout else {
      if ofDocument == nil { ofDocument = .some(document.layout.flatMap(make)) }
      return ofDocument ?? nil
    }
    if let last = ofSection, last.number == section { return last.rules }
    // Laying out the version refuses more frames.
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
