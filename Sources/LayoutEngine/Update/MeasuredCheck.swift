extension LayoutDocument {
  /// Throws an error if the version's layouts ignore a measurement of the update (LayoutRules K1).
  ///
  /// If a section's layout is invalid, its measurements are not checked: laying out the version reports the
  /// fault.
  ///
  /// - Parameter map: the map from the parent to this document, its version.
  /// - Complexity: O(measurements · log pieces), and the time to make the solvers of the measured sections'
  ///   layouts.
  func checkMeasured(
    by update: LayoutUpdate, _ map: ItemMap, _ budget: LayoutBudget
  ) throws(UpdateError) {
    guard !update.measurements.isEmpty else { return }
    // Sort by section, so that each section's layout is examined once.
    let measured = update.measurements.enumerated().compactMap { number, measurement in
      map.place(of: measurement).map { (path: $0, number: number) }
    }.sorted(byKeys: { $0.path.sortKeys })
    var rules = SectionRules(self, budget)
    var refused: [(number: Int, reason: String)] = []
    for (path, number) in measured {
      guard let rule = rules.rules(of: path.section) else { continue }
      let (section, measurement) = (sections[path.section], update.measurements[number])
      for (side, found) in measurement.sides where found.isFound {
        let reason =
          if let kind = measurement.kind {
            rule.reason(against: side, ofSupplementary: kind, budget)
          } else {
            rule.reason(against: side, of: path.item, in: section.items)
          }
        guard let reason else { continue }
        refused.append((number, "finds a \(side.rawValue) that \(reason)"))
        break
      }
      if measurement.kind != nil, let kinds = section.bodies?.entries.count,
        kinds > SupplementaryBodies.maxKinds
      {
        refused.append(
          (number, "makes the section have more than \(SupplementaryBodies.maxKinds) kinds"))
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

extension ItemMap {
  /// Returns the place in the version of what was measured; nil if it is deleted.
  fileprivate func place(of measurement: LayoutUpdate.Measurement) -> ItemPath? {
    guard measurement.kind != nil else { return item(after: measurement.path) }
    return section(after: measurement.path.section).map { ItemPath($0, 0) }
  }
}

extension LayoutUpdate.Measurement {
  /// The sides, with the effect of the measurement on each.
  fileprivate var sides: [(ItemSide, LayoutUpdate.MeasuredSide)] {
    [(.width, width), (.height, height), (.bodyHeight, bodyHeight)]
  }
}

extension LayoutUpdate.MeasuredSide {
  fileprivate var isFound: Bool { if case .found = self { true } else { false } }
}

/// Finds which measurements the layouts of a document's sections read.
private struct SectionRules {
  private let document: LayoutDocument
  private let budget: LayoutBudget
  /// The rules of the document's layout: nil before they are requested; `.some(nil)` if they cannot be
  /// made.
  private var ofDocument: MeasuringRules??
  /// The section with its own layout that was requested last, and its rules; the rules are nil if they
  /// cannot be made.
  private var ofSection: (number: Int, rules: MeasuringRules?)?
  /// The number of frames solved for the groups of the sections' own layouts.
  private var templateFrames = 0

  init(_ document: LayoutDocument, _ budget: LayoutBudget) {
    self.document = document
    self.budget = budget
  }

  /// Returns the rules of a section's layout; nil if they cannot be made, or if the frames in groups exceed
  /// their limit.
  mutating func rules(of section: Int) -> MeasuringRules? {
    guard let own = document.sections[section].layout else {
      if ofDocument == nil { ofDocument = .some(document.layout.flatMap(make)) }
      return ofDocument ?? nil
    }
    if let last = ofSection, last.number == section { return last.rules }
    // Laying out the version reports that the limit is exceeded.
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
