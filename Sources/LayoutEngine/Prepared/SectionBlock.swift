/// Some neighbouring sections, placed relative to where the first of them begins: immutable, so that
/// layouts that differ in other sections can hold the same block.
final class SectionBlock: LayoutPart {
  /// How many sections a document's blocks have: a block that is made anew for one of them, and the
  /// list of 100,000 sections' blocks, then take little.
  static let length = 64

  /// The sections in order, one at least.
  let sections: [PlacedSection]
  /// Where each begins, from the block's start.
  let starts: [Units]
  /// How many items they have together.
  let itemCount: Int
  /// What they take of a document's limits, at most.
  let demand: Demand
  /// A rectangle, relative to the block's start, that holds everything that they can show.
  let reach: Rect
  /// What the reach may be wrong by.
  let slack: Double
  @safe nonisolated(unsafe) var holders: Int32 = 0

  /// What sections add to the sums that a document's limits are of; alike ones count each time.
  struct Demand {
    /// Headers, footers and decorations; and the supplementaries of items and groups beside them.
    var storedElements = 0
    var elements = 0
    /// Steps of the allowance.
    var steps = 0
    /// Frames in groups of layouts of their own.
    var templateFrames = 0
    /// What their lengths could come to, in points, the spacing between them aside.
    var greatestReach = 0.0
    /// Where the last of them ends, and the farthest, from the block's start.
    var end = Units.zero
    var farthestEnd = Units.zero

    fileprivate mutating func add(_ section: PlacedSection, at start: Units) {
      let solution = section.solution
      templateFrames += section.templateFrames
      storedElements += solution.elements.count
      elements += solution.elements.count + (solution.supplementaries?.count ?? 0)
      steps += solution.steps
      greatestReach += solution.greatestReach
      end = start + solution.length
      farthestEnd = max(farthestEnd, end)
    }
  }

  /// Takes sections and where each begins, from the block's start.
  ///
  /// - Complexity: O(sections).
  init(_ sections: [PlacedSection], starts: [Units], axis: Axis, _ unit: UnitScale) {
    self.sections = sections
    self.starts = starts
    var (itemCount, farthest, demand) = (0, 0.0, Demand())
    var reaches: [Rect] = []
    reaches.reserveCapacity(sections.count)
    for (section, start) in zip(sections, starts) {
      itemCount += section.itemCount
      demand.add(section, at: start)
      let reach = section.solution.reach
      let distance = unit.points(start)
      farthest = max(farthest, abs(distance) + reach.farthest)
      reaches.append(axis.offset(reach, main: distance))
    }
    self.itemCount = itemCount
    self.demand = demand
    reach = Rect(holding: reaches)
    slack = Self.roundings * farthest
  }

  /// What a few sums may be wrong by, as a part of the largest of their terms.
  static let roundings = 0x1p-48

  var byteCount: Int { 216 + sections.capacity * 8 + starts.capacity * 8 }

  func visitParts(_ visit: (any LayoutPart) -> Void) {
    for section in sections { visit(section) }
  }
}
