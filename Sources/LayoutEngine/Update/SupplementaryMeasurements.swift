/// An update's measurements of headers, footers and boundary items, by section of the parent (LayoutRules K11).
struct SupplementaryMeasurements {
  /// The measurements of each section that has some, in the update's order.
  private(set) var bySection: [Int: [LayoutUpdate.Measurement]] = [:]

  private struct Element: Hashable {
    let section: Int
    let kind: String
  }

  /// Collects the measurements, and reports those that name no supplementary of the parent, or one that another
  /// measurement names.
  ///
  /// Whether a section's layout has the kind and reads the measured side is checked in the version
  /// (`LayoutDocument.checkMeasured`).
  ///
  /// - Complexity: O(measurements · log runs).
  init(
    _ update: LayoutUpdate, _ sections: SectionEdits, of parent: LayoutDocument,
    _ issues: inout UpdateIssues
  ) {
    var earlier: [Element: Operation] = [:]
    for (number, measurement) in update.measurements.enumerated() {
      guard let kind = measurement.kind else { continue }
      let operation = Operation("measure", number)
      let (section, item) = (measurement.path.section, measurement.path.item)
      let path = Operation("measure", number, "indexPath")
      guard section >= 0, section < parent.sections.count else {
        let named = measurement.path.namedSection
        issues.add(path, "names section \(named), but the parent has \(parent.sections.count)")
        continue
      }
      guard sections.place(ofParent: section) != nil else {
        issues.add(path, "names section \(section), which this update deletes")
        continue
      }
      guard item == 0 else {
        let named = measurement.path.namedItem
        issues.add(
          path,
          "must have item 0 (got \(named)): a kind can be measured only if one boundary item has it"
        )
        continue
      }
      if let other = earlier.updateValue(operation, forKey: Element(section: section, kind: kind)) {
        issues.add(operation, "measures \"\(kind)\" of section \(section), as \(other.name) does")
        continue
      }
      let count = bySection[section]?.count ?? 0
      guard count < SupplementaryBodies.maxKinds else {
        let limit = SupplementaryBodies.maxKinds
        issues.add(operation, "measures more than \(limit) kinds of section \(section)")
        continue
      }
      bySection[section, default: []].append(measurement)
    }
  }
}

extension SupplementaryBodies {
  /// Returns the bodies with the lengths of an update's measurements; nil if nothing is left.
  ///
  /// - Parameter measurements: each of another kind; at most `maxKinds`.
  /// - Complexity: O(kinds · measurements).
  func measured(_ measurements: [LayoutUpdate.Measurement]) -> SupplementaryBodies? {
    var changed = entries
    for measurement in measurements {
      guard let kind = measurement.kind else { continue }
      let number = changed.firstIndex { $0.kind == kind }
      var entry = number.map { changed[$0] } ?? Entry(kind: kind, body: nil)
      entry.measured.width = measurement.width.applied(to: entry.measured.width)
      entry.measured.height = measurement.height.applied(to: entry.measured.height)
      let isLeft = entry.body != nil || !entry.measured.isEmpty
      switch (number, isLeft) {
      case (let number?, true): changed[number] = entry
      case (let number?, false): changed.remove(at: number)
      case (nil, true): changed.append(entry)
      case (nil, false): break
      }
    }
    return changed.isEmpty ? nil : SupplementaryBodies(changed)
  }
}

extension LayoutUpdate.MeasuredSide {
  /// Returns a measured length after the measurement.
  fileprivate func applied(to length: Double?) -> Double? {
    switch self {
    case .kept: length
    case .forgotten: nil
    case .found(let found): found
    }
  }
}
