/// The supplementaries of one repeated group, and how they are numbered; shared by all sections of a
/// layout.
final class SupplementaryTemplate: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  /// The supplementaries of one group, in the template's order, and their numbering.
  let supplementaries: [GroupTemplate.Supplementary]
  /// The frames of the supplementaries, relative to the group's corner.
  let frames: RepeatedFrames.Template
  /// The number of items in a group.
  let leafCount: Int
  /// For each supplementary, its number among the group's supplementaries of its kind; used for nested
  /// groups (LayoutRules C10).
  private let ordinals: [Int]
  /// For each kind, the indices of its supplementaries in `supplementaries`, ascending.
  private let places: [String: [Int]]

  init(_ template: GroupTemplate, _ environment: SectionEnvironment) {
    supplementaries = template.supplementaries
    leafCount = template.leaves.count
    frames = RepeatedFrames.Template(
      supplementaries.map { $0.frame }, along: environment.axis)
    var places: [String: [Int]] = [:]
    var ordinals: [Int] = []
    for (place, supplementary) in supplementaries.enumerated() {
      ordinals.append(places[supplementary.kind, default: []].count)
      places[supplementary.kind, default: []].append(place)
    }
    self.places = places
    self.ordinals = ordinals
  }

  /// The bytes that the template uses.
  var byteCount: Int {
    frames.byteCount + supplementaries.capacity * MemoryLayout<GroupTemplate.Supplementary>.stride
      + ordinals.capacity * 16
  }

  /// Returns the number of supplementaries in a group that has only its first `items` items; `items`
  /// must be > 0.
  func count(withItems items: Int) -> Int {
    supplementaries.indices.firstIndex { supplementaries[$0].firstLeaf >= items }
  }

  /// Returns the item number in a supplementary's index path (LayoutRules C10).
  ///
  /// On an item it is the item's index, on a section's own group the group's index, and on a nested
  /// group the running number of the section's nested groups with that kind.
  ///
  /// - Parameters:
  ///   - place: the supplementary's index in `supplementaries`.
  ///   - group: the number of its group in the section.
  func item(of place: Int, group: Int) -> Int {
    switch supplementaries[place].host {
    case .item: group * leafCount + supplementaries[place].firstLeaf
    case .sectionGroup: group
    case .nestedGroup:
      group * (places[supplementaries[place].kind]?.count ?? 0) + ordinals[place]
    }
  }

  /// Whether the supplementaries of both templates have the same kinds, hosts and stacking orders, so that
  /// supplementaries with one number have one identity.
  ///
  /// - Complexity: O(supplementaries), and O(1) for one template.
  func isSame(as other: SupplementaryTemplate) -> Bool {
    self === other || leafCount == other.leafCount && supplementaries == other.supplementaries
  }

  /// Returns whether supplementaries of a kind are attached to items.
  func standsOnItems(_ kind: String) -> Bool {
    places[kind]?.first.map { supplementaries[$0].host == .item } ?? false
  }

  /// Returns where the supplementary with a kind and an item number is: its group's index in the
  /// section, and its index in `supplementaries`.
  ///
  /// The result is nil if no supplementary has the kind, or if the kind belongs to items and the item
  /// has none. The caller must check that the section has such a group.
  func place(kind: String, item: Int) -> (group: Int, place: Int)? {
    guard let places = places[kind], let first = places.first, item >= 0 else { return nil }
    switch supplementaries[first].host {
    case .sectionGroup: return (item, first)
    case .nestedGroup: return (item / places.count, places[item % places.count])
    case .item:
      let leaf = item % leafCount
      let found = places.indices.firstIndex { supplementaries[places[$0]].firstLeaf >= leaf }
      guard found < places.count, supplementaries[places[found]].firstLeaf == leaf else {
        return nil
      }
      return (item / leafCount, places[found])
    }
  }
}

/// The supplementaries of a section's groups and their items (LayoutRules C10, C12, C13), computed from
/// their numbers.
///
/// They are numbered group by group, within a group in the template's order, wherever their frames are.
final class GroupSupplementaries<Frames: NumberedFrames>: RepeatedSupplementaries {
  let count: Int
  let bounds: Rect
  /// The supplementaries of one group.
  let template: SupplementaryTemplate
  /// The frames of all groups' supplementaries.
  private let frames: Frames

  init(template: SupplementaryTemplate, frames: Frames) {
    self.template = template
    self.frames = frames
    self.count = frames.count
    self.bounds = frames.bounds
  }

  var byteCount: Int {
    MemoryLayout<SupplementaryTemplate>.size + MemoryLayout<Frames>.size + frames.byteCount
  }

  var sharedStorage: (any SharedNode)? { template }

  func place(of number: Int) -> SectionFrame { frames[number] }

  func element(_ number: Int) -> SectionElement {
    let (group, place) = number.quotientAndRemainder(dividingBy: template.supplementaries.count)
    let supplementary = template.supplementaries[place]
    return SectionElement(
      rank: .other, category: .supplementary, kind: supplementary.kind,
      item: template.item(of: place, group: group), place: frames[number],
      zIndex: supplementary.zIndex)
  }

  func templateSize(of number: Int) -> Size? {
    template.supplementaries[number % template.supplementaries.count].frame.size
  }

  func number(kind: String, item: Int) -> Int? {
    guard let found = template.place(kind: kind, item: item) else { return nil }
    let (start, overflow) = found.group.multipliedReportingOverflow(
      by: template.supplementaries.count)
    guard !overflow, start < count, found.place < count - start else { return nil }
    return start + found.place
  }

  func standsOnItems(_ kind: String) -> Bool { template.standsOnItems(kind) }

  var repetitions: Repetitions { frames.repetitions }

  func sharedCount(from number: Int, with other: any SectionSupplementaries) -> Int {
    // Embedded Swift has no casts to protocols.
    let repeated: (any RepeatedSupplementaries)? =
      other as? GroupSupplementaries<RepeatedFrames>
      ?? other as? GroupSupplementaries<UnequalFrames>
    guard let other = repeated, template.isSame(as: other.template) else { return 0 }
    return repetitions.sharedCount(from: number, with: other.repetitions)
  }

  func firstItem(of number: Int) -> Int {
    number / template.supplementaries.count * template.leafCount
  }

  func keptEnd(ofItems end: Int) -> Int {
    guard end < .max, template.supplementaries.contains(where: { $0.host == .item }) else {
      return .max
    }
    return end / template.leafCount * template.supplementaries.count
  }

  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    frames.addCandidates(intersecting: rect, to: &numbers)
  }
}

/// The supplementaries of repeated groups, whether some of them contain measured items or not.
protocol RepeatedSupplementaries: SectionSupplementaries {
  /// The supplementaries of one group.
  var template: SupplementaryTemplate { get }
  /// The repetitions that decide where the supplementaries are.
  var repetitions: Repetitions { get }
}
