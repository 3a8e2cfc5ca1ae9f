/// Maps between layouts whose items are matched by their ids (LayoutRules M7).
extension ItemMap {
  /// Returns the map between two layouts that no updates connect: their items are matched by ids.
  ///
  /// - Parameters:
  ///   - old: the layout that the view shows.
  ///   - new: the layout that the view shall show.
  ///   - budget: the budget for the work and its memory.
  /// - Returns: nil if the budget ended the work, or if a layout has more than 2^30 items.
  /// - Complexity: O(items of both layouts · log sections + bytes of ids, data and bodies).
  public static func matching(
    from old: PreparedLayout, to new: PreparedLayout, _ budget: LayoutBudget? = nil
  ) -> ItemMap? {
    let (before, after) = (old.content.sections, new.content.sections)
    guard
      let oldItems = MatchedItems(sectionCount: before.count, budget, items: { before[$0].items }),
      let newItems = MatchedItems(sectionCount: after.count, budget, items: { after[$0].items }),
      var matching = ItemMatching(oldItems, newItems, budget),
      matching.matchIDs(), matching.matchSections(), matching.matchPlainItems()
    else { return nil }
    let stylesDiffer = !Self.haveSameStyles(old.document, new.document)
    guard let replaced = matching.replacedItems(stylesDiffer: stylesDiffer) else { return nil }
    return ItemMap(matching, replaced: replaced.map { oldItems.path(of: $0) }, budget)
  }

  private static func haveSameStyles(_ one: LayoutDocument, _ other: LayoutDocument) -> Bool {
    let (styles, others) = (one.textStyles, other.textStyles)
    return styles?.names == others?.names && styles?.styles == others?.styles
  }

  /// Creates the map of two whole layouts' matched sections and items; nil if the budget ended the work.
  private init?(_ matching: ItemMatching, replaced: [ItemPath], _ budget: LayoutBudget?) {
    let (old, new) = (matching.old, matching.new)
    var newSections = [Int32](repeating: -1, count: old.sectionCount)
    for (section, former) in matching.oldSections.enumerated() where former >= 0 {
      newSections[Int(former)] = Int32(section)
    }
    var isKept = [Bool](repeating: false, count: new.sectionCount)
    for (section, former) in matching.oldSections.enumerated() where former >= 0 {
      isKept[section] = matching.keepsItems(of: Int(former), as: section)
      guard budget?.checkpoint(after: 4 + new.items(of: section).count) ?? true else { return nil }
    }
    let changedAfter = isKept.indices.filter { !isKept[$0] }
    let changedBefore = newSections.indices.filter {
      newSections[$0] < 0 || !isKept[Int(newSections[$0])]
    }
    var count = 0
    for section in changedAfter {
      guard matching.forEachOldRun(of: new.items(of: section), { _, _, _ in count += 1 }) else {
        return nil
      }
    }
    guard budget?.tryReserve(2 * count * MemoryLayout<Run>.stride) ?? true else { return nil }
    var (runsBefore, runsAfter): ([Run], [Run]) = ([], [])
    runsBefore.reserveCapacity(count)
    runsAfter.reserveCapacity(count)
    for section in changedAfter {
      let items = new.items(of: section)
      let goesOn = matching.forEachOldRun(of: items) { first, before, count in
        let after = ItemPath(section, first - items.lowerBound)
        runsAfter.append(Run(before: before, after: after, count: count))
      }
      guard goesOn else { return nil }
    }
    for section in changedBefore {
      let items = old.items(of: section)
      let goesOn = matching.forEachNewRun(of: items) { first, after, count in
        let before = ItemPath(section, first - items.lowerBound)
        runsBefore.append(Run(before: before, after: after, count: count))
      }
      guard goesOn else { return nil }
    }
    self.init(
      sectionsBefore: Self.sectionRuns(newSections).map {
        SectionRun(before: $0.first, after: $0.other, count: $0.count)
      },
      sectionsAfter: Self.sectionRuns(matching.oldSections).map {
        SectionRun(before: $0.other, after: $0.first, count: $0.count)
      },
      runsBefore: runsBefore, runsAfter: runsAfter, changedBefore: changedBefore,
      changedAfter: changedAfter, replaced: replaced)
  }

  /// Returns the runs of neighbouring sections whose counterparts are neighbours.
  ///
  /// - Parameter others: the counterpart of each section; negative if there is none.
  private static func sectionRuns(
    _ others: [Int32]
  ) -> [(first: Int, other: Int, count: Int)] {
    var runs: [(first: Int, other: Int, count: Int)] = []
    for (section, other) in others.enumerated() where other >= 0 {
      if let last = runs.last, last.first + last.count == section,
        last.other + last.count == Int(other)
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((section, Int(other), 1))
      }
    }
    return runs
  }
}
