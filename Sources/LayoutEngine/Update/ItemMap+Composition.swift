/// Maps over several updates (LayoutRules M2).
extension ItemMap {
  /// The map of a layout of that many sections to itself.
  public static func identity(sectionCount: Int) -> ItemMap {
    let all = SectionRun(before: 0, after: 0, count: sectionCount)
    return ItemMap(
      sections: sectionCount > 0 ? [all] : [], runs: [], changedBefore: [], changedAfter: [])
  }

  /// The map back.
  ///
  /// - Complexity: O(runs · log runs).
  public var inverse: ItemMap {
    ItemMap(
      sections: sectionsBefore.map {
        SectionRun(before: $0.after, after: $0.before, count: $0.count)
      },
      runs: runsBefore.map { Run(before: $0.after, after: $0.before, count: $0.count) },
      changedBefore: Set(changedAfter), changedAfter: Set(changedBefore))
  }

  /// The map to where another one leads from where this one does.
  ///
  /// What is deleted on the way and comes back is another element.
  ///
  /// - Complexity: O(runs · log runs) of both.
  public func followed(by next: ItemMap) -> ItemMap {
    var joined: [Run] = []
    // The first of the runs that lead into the section in between, or lead on from it.
    var (ahead, behind) = (0, 0)
    for section in Self.union(changedAfter, next.changedBefore) {
      let first = runs(into: section, from: &ahead)
      let second = next.runs(outOf: section, from: &behind)
      Self.join(first, second, &joined)
    }
    let before = changedBefore + next.changedBefore.compactMap { self.section(before: $0) }
    let after = next.changedAfter + changedAfter.compactMap { next.section(after: $0) }
    return ItemMap(
      sections: joinedSections(next), runs: Self.merged(joined),
      changedBefore: Set(before), changedAfter: Set(after))
  }

  /// Runs of neighbours that stay neighbours: sections and items together.
  public var runCount: Int { sectionsBefore.count + runsBefore.count + changedBefore.count }

  /// Bytes held.
  public var byteCount: Int {
    let sections = sectionsBefore.capacity + sectionsAfter.capacity
    let items = runsBefore.capacity + runsAfter.capacity
    return sections * MemoryLayout<SectionRun>.stride + items * MemoryLayout<Run>.stride
      + (changedBefore.capacity + changedAfter.capacity) * MemoryLayout<Int>.stride
  }

  // MARK: Items

  /// The runs whose items stand in a section of the version, sorted by their places there; all of a
  /// section whose items stay where they are is one run without an end.
  ///
  /// - Parameter place: where such runs are looked for; moves on with ascending sections.
  private func runs(into section: Int, from place: inout Int) -> [Run] {
    guard hasChanged(after: section) else {
      return self.section(before: section).map { Self.whole(before: $0, after: section) } ?? []
    }
    while place < runsAfter.count, runsAfter[place].after.section < section { place += 1 }
    let first = place
    while place < runsAfter.count, runsAfter[place].after.section == section { place += 1 }
    return Array(runsAfter[first..<place])
  }

  /// The same of the runs whose items stood in a section of the parent.
  private func runs(outOf section: Int, from place: inout Int) -> [Run] {
    guard hasChanged(before: section) else {
      return self.section(after: section).map { Self.whole(before: section, after: $0) } ?? []
    }
    while place < runsBefore.count, runsBefore[place].before.section < section { place += 1 }
    let first = place
    while place < runsBefore.count, runsBefore[place].before.section == section { place += 1 }
    return Array(runsBefore[first..<place])
  }

  private static func whole(before: Int, after: Int) -> [Run] {
    [Run(before: ItemPath(before, 0), after: ItemPath(after, 0), count: .max)]
  }

  /// Adds what the runs into a section and those out of it have in common.
  private static func join(_ first: [Run], _ second: [Run], _ runs: inout [Run]) {
    var (one, other) = (0, 0)
    while one < first.count, other < second.count {
      let (into, outOf) = (first[one], second[other])
      let start = max(into.after.item, outOf.before.item)
      let intoEnd = into.count == .max ? .max : into.after.item + into.count
      let outOfEnd = outOf.count == .max ? .max : outOf.before.item + outOf.count
      let end = min(intoEnd, outOfEnd)
      if start < end {
        var (before, after) = (into.before, outOf.after)
        before.item += start - into.after.item
        after.item += start - outOf.before.item
        runs.append(Run(before: before, after: after, count: end - start))
      }
      if intoEnd <= outOfEnd { one += 1 }
      if outOfEnd <= intoEnd { other += 1 }
    }
  }

  /// The runs with those made one that are neighbours in both layouts.
  private static func merged(_ runs: [Run]) -> [Run] {
    var merged: [Run] = []
    for run in runs.sorted(byKeys: { $0.before.sortKeys }) {
      if let last = merged.last, last.before.section == run.before.section,
        last.after.section == run.after.section,
        last.before.item + last.count == run.before.item,
        last.after.item + last.count == run.after.item
      {
        merged[merged.count - 1].count += run.count
      } else {
        merged.append(run)
      }
    }
    return merged
  }

  // MARK: Sections

  private func joinedSections(_ next: ItemMap) -> [SectionRun] {
    var sections: [SectionRun] = []
    var (one, other) = (0, 0)
    while one < sectionsAfter.count, other < next.sectionsBefore.count {
      let (into, outOf) = (sectionsAfter[one], next.sectionsBefore[other])
      let start = max(into.after, outOf.before)
      let (intoEnd, outOfEnd) = (into.after + into.count, outOf.before + outOf.count)
      let end = min(intoEnd, outOfEnd)
      if start < end {
        sections.append(
          SectionRun(
            before: into.before + start - into.after, after: outOf.after + start - outOf.before,
            count: end - start))
      }
      if intoEnd <= outOfEnd { one += 1 }
      if outOfEnd <= intoEnd { other += 1 }
    }
    var merged: [SectionRun] = []
    for run in sections.sorted(byKey: { WholeNumber($0.before) }) {
      if let last = merged.last, last.before + last.count == run.before,
        last.after + last.count == run.after
      {
        merged[merged.count - 1].count += run.count
      } else {
        merged.append(run)
      }
    }
    return merged
  }

  /// The numbers of two ascending lists, each once and ascending.
  private static func union(_ one: [Int], _ other: [Int]) -> [Int] {
    var union: [Int] = []
    var (first, second) = (0, 0)
    while first < one.count || second < other.count {
      let next: Int
      if second == other.count || first < one.count && one[first] <= other[second] {
        next = one[first]
        first += 1
      } else {
        next = other[second]
        second += 1
      }
      if union.last != next { union.append(next) }
    }
    return union
  }
}
