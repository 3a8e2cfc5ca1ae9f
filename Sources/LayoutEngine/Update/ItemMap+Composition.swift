/// Composes the maps of consecutive updates into one map (LayoutRules M1).
extension ItemMap {
  /// Returns the map from a layout of `sectionCount` sections to itself.
  public static func identity(sectionCount: Int) -> ItemMap {
    let all = SectionRun(before: 0, after: 0, count: sectionCount)
    return ItemMap(
      sections: sectionCount > 0 ? [all] : [], runs: [], changedBefore: [], changedAfter: [])
  }

  /// The map from the version back to the parent.
  ///
  /// - Complexity: O(runs + r · log r) for r replaced items.
  public var inverse: ItemMap {
    func turned(_ run: SectionRun) -> SectionRun {
      SectionRun(before: run.after, after: run.before, count: run.count)
    }
    func turned(_ run: Run) -> Run {
      Run(before: run.after, after: run.before, count: run.count)
    }
    return ItemMap(
      sectionsBefore: sectionsAfter.map(turned), sectionsAfter: sectionsBefore.map(turned),
      runsBefore: runsAfter.map(turned), runsAfter: runsBefore.map(turned),
      changedBefore: changedAfter, changedAfter: changedBefore,
      replaced: replaced.compactMap(item(after:)).sorted(byKeys: { $0.sortKeys }))
  }

  /// Returns the composition of the maps of consecutive updates; nil if the budget ended the work.
  ///
  /// The maps are split into halves of about equal weight, and each half is composed first, so that a large
  /// map among many small ones is copied a few times, not once for each small map.
  ///
  /// - Parameters:
  ///   - maps: the maps in the order of the updates; at least one.
  ///   - budget: the budget charged for the work.
  /// - Complexity: O(r · log r · log(r / m)) for r runs in m maps of equal size, and no more for maps of
  ///   unequal sizes.
  public static func composed(_ maps: [ItemMap], _ budget: LayoutBudget? = nil) -> ItemMap? {
    // The weight of all maps before each one.
    var weights = [0]
    for map in maps { weights.append((weights.last ?? 0) + max(1, map.runCount)) }
    // The weight of a part is halved at least once in two levels of recursion, so the stack stays shallow.
    func part(_ range: Range<Int>) -> ItemMap? {
      guard range.count > 1 else { return maps[range.lowerBound] }
      let (first, end) = (weights[range.lowerBound], weights[range.upperBound])
      let inner = range.lowerBound + 1..<range.upperBound
      let middle = inner.firstIndex { 2 * weights[$0] >= first + end }
      let half = min(middle, range.upperBound - 1)
      guard let one = part(range.lowerBound..<half), let other = part(half..<range.upperBound)
      else { return nil }
      return one.followed(by: other, budget)
    }
    return part(maps.indices)
  }

  /// Returns the composition of this map and the next one.
  ///
  /// An element that is deleted and then inserted again is a different element.
  ///
  /// - Complexity: O(r · log r) for r runs and replaced items of both maps together.
  public func followed(by next: ItemMap) -> ItemMap {
    followed(by: next, nil) ?? self  // Without a budget nothing ends the work.
  }

  /// Returns the composition of this map and the next one; nil if the budget ended the work.
  private func followed(by next: ItemMap, _ budget: LayoutBudget?) -> ItemMap? {
    var joined: [Run] = []
    // The positions of the next run into a section of the layout in between, and of the next run out of it.
    var (ahead, behind) = (0, 0)
    for section in Self.union(changedAfter, next.changedBefore) {
      let first = runs(into: section, from: &ahead)
      let second = next.runs(outOf: section, from: &behind)
      guard Self.join(first, second, &joined, budget) else { return nil }
    }
    guard let sections = joinedSections(next, budget),
      let runs = joined.sorted(byKeys: { $0.before.sortKeys }, budget).map(Self.merged),
      let runsAfter = runs.sorted(byKeys: { $0.after.sortKeys }, budget)
    else { return nil }
    var before = changedBefore
    for section in next.changedBefore {
      guard budget?.checkpoint(after: 8) ?? true else { return nil }
      if let section = self.section(before: section) { before.append(section) }
    }
    var after = next.changedAfter
    for section in changedAfter {
      guard budget?.checkpoint(after: 8) ?? true else { return nil }
      if let section = next.section(after: section) { after.append(section) }
    }
    var replaced = replaced
    for path in next.replaced {
      guard budget?.checkpoint(after: 8) ?? true else { return nil }
      if let path = item(before: path) { replaced.append(path) }
    }
    guard let sectionsAfter = sections.sorted(byKey: { WholeNumber($0.after) }, budget),
      let changedBefore = Self.numbers(before, budget),
      let changedAfter = Self.numbers(after, budget),
      let replaced = Self.distinct(replaced, budget)
    else { return nil }
    return ItemMap(
      sectionsBefore: sections, sectionsAfter: sectionsAfter, runsBefore: runs,
      runsAfter: runsAfter, changedBefore: changedBefore, changedAfter: changedAfter,
      replaced: replaced)
  }

  /// The number of runs of sections and items, of changed sections and of replaced items.
  public var runCount: Int {
    sectionsBefore.count + runsBefore.count + changedBefore.count + replaced.count
  }

  /// The bytes of the map's arrays.
  public var byteCount: Int {
    let sections = sectionsBefore.capacity + sectionsAfter.capacity
    let items = runsBefore.capacity + runsAfter.capacity
    return sections * MemoryLayout<SectionRun>.stride + items * MemoryLayout<Run>.stride
      + (changedBefore.capacity + changedAfter.capacity) * MemoryLayout<Int>.stride
      + replaced.capacity * MemoryLayout<ItemPath>.stride
  }

  // MARK: Items

  /// Returns the runs whose items are in a section of the version, sorted by their places in it.
  ///
  /// If all items of the section keep their places, it is one run with count `.max`.
  ///
  /// - Parameter place: the index in `runsAfter` at which the search starts. It is advanced, so the caller
  ///   must request sections in ascending order.
  private func runs(into section: Int, from place: inout Int) -> [Run] {
    guard hasChanged(after: section) else {
      return self.section(before: section).map { Self.whole(before: $0, after: section) } ?? []
    }
    while place < runsAfter.count, runsAfter[place].after.section < section { place += 1 }
    let first = place
    while place < runsAfter.count, runsAfter[place].after.section == section { place += 1 }
    return Array(runsAfter[first..<place])
  }

  /// Returns the runs whose items were in a section of the parent, sorted by their places in it.
  ///
  /// If all items of the section keep their places, it is one run with count `.max`.
  ///
  /// - Parameter place: the index in `runsBefore` at which the search starts. It is advanced, so the caller
  ///   must request sections in ascending order.
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

  /// Adds to `runs` the overlaps of the runs into a section (`first`) and the runs out of it (`second`).
  ///
  /// - Returns: false if the budget ended the work.
  private static func join(
    _ first: [Run], _ second: [Run], _ runs: inout [Run], _ budget: LayoutBudget?
  ) -> Bool {
    var (one, other) = (0, 0)
    while one < first.count, other < second.count {
      guard budget?.checkpoint(after: 2) ?? true else { return false }
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
    return budget?.checkpoint(after: 4) ?? true
  }

  /// Returns the runs with those merged that are neighbours in both layouts; the runs must be sorted by
  /// `before`.
  private static func merged(_ runs: [Run]) -> [Run] {
    var merged: [Run] = []
    for run in runs {
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

  /// Returns the runs of sections that neither map deletes, sorted by `before`; nil if the budget ended the
  /// work.
  private func joinedSections(_ next: ItemMap, _ budget: LayoutBudget?) -> [SectionRun]? {
    var sections: [SectionRun] = []
    var (one, other) = (0, 0)
    while one < sectionsAfter.count, other < next.sectionsBefore.count {
      guard budget?.checkpoint(after: 2) ?? true else { return nil }
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
    guard let sorted = sections.sorted(byKey: { WholeNumber($0.before) }, budget) else {
      return nil
    }
    var merged: [SectionRun] = []
    for run in sorted {
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

  /// Returns the distinct paths of a list, ascending; nil if the budget ended the work.
  private static func distinct(_ paths: [ItemPath], _ budget: LayoutBudget?) -> [ItemPath]? {
    guard let sorted = paths.sorted(byKeys: { $0.sortKeys }, budget) else { return nil }
    var distinct: [ItemPath] = []
    for path in sorted where distinct.last != path { distinct.append(path) }
    return distinct
  }

  /// Returns the distinct numbers of a list, ascending; nil if the budget ended the work.
  private static func numbers(_ numbers: [Int], _ budget: LayoutBudget?) -> [Int]? {
    guard let sorted = numbers.sorted(byKey: { WholeNumber($0) }, budget) else { return nil }
    var distinct: [Int] = []
    for number in sorted where distinct.last != number { distinct.append(number) }
    return distinct
  }

  /// Returns the distinct numbers of two ascending lists, ascending.
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
