/// Some neighbouring sections, placed relative to where the first of them begins: immutable, so that
/// layouts that differ in other sections can hold the same block.
final class SectionBlock: LayoutPart {
  let holders = HolderCount()
  /// How many sections a document's blocks have: a block that is made anew for one of them, and the
  /// list of 100,000 sections' blocks, then take little.
  static let length = 64

  /// The sections in order, one at least.
  let sections: [PlacedSection]
  /// Where each begins, from the block's start.
  let starts: [Units]
  /// How many items they have together.
  let itemCount: Int
  /// Whether items of some section keep columns, and whether those of some can keep more.
  let haveColumns: Bool
  let canKeepMoreColumns: Bool
  /// What they take of a document's limits.
  let demand: Demand
  /// The places of sections whose solution, or which themselves, other sections of the document may be,
  /// too; those that are one object once.
  let sharedPlaces: [Int]
  /// What other sections may hold, too, of the layouts and solutions; each once.
  let storages: [any LayoutPart]
  /// A rectangle, relative to the block's start, that holds everything that they can show.
  let reach: Rect
  /// What the reach may be wrong by.
  let slack: Double

  /// What sections add to the sums that a document's limits are of.
  struct Demand {
    /// Of the sections that share nothing: headers, footers and decorations, steps of the allowance, and
    /// bytes but for storages.
    var ownElements = 0
    var ownSteps = 0
    var ownByteCount = 0
    /// Headers, footers, decorations, and the supplementaries of items and groups.
    var elements = 0
    /// Frames in groups of layouts of their own.
    var templateFrames = 0
    /// What their lengths could come to, in points, the spacing between them aside.
    var greatestReach = 0.0
    /// Where the last of them ends, from the block's start.
    var end = Units.zero

    fileprivate mutating func add(_ section: PlacedSection, at start: Units) {
      let solution = section.solution
      templateFrames += section.templateFrames
      elements += solution.elements.count + (solution.supplementaries?.count ?? 0)
      greatestReach += solution.greatestReach
      end = start + solution.length
    }

    fileprivate mutating func addOwn(_ section: PlacedSection, byteCount: Int) {
      ownElements += section.solution.elements.count
      ownSteps += section.solution.steps
      ownByteCount += byteCount
    }
  }

  /// A section for a block.
  struct Entry {
    var section: PlacedSection
    /// Its distance from the content's start.
    var start: Units
    /// What it holds but for storages.
    var byteCount: Int
  }

  /// Takes the sections of a block, one at least.
  ///
  /// - Parameters:
  ///   - storages: all that other sections may hold, too, of layouts and solutions; each once.
  ///   - isShared: whether others of the document may hold a section, or its solution.
  /// - Complexity: O(sections).
  init(
    _ entries: [Entry], storages: [any LayoutPart], axis: Axis,
    isShared: (PlacedSection) -> Bool
  ) {
    let first = entries[0].start
    // `map` leaves no spare room.
    sections = entries.map { $0.section }
    starts = entries.map { $0.start - first }
    haveColumns = sections.contains { $0.haveColumns }
    canKeepMoreColumns = sections.contains { $0.canKeepMoreColumns }
    var (itemCount, farthest, demand) = (0, 0.0, Demand())
    var (shared, seen) = ([Int](), Set<ObjectIdentifier>())
    for (place, entry) in entries.enumerated() {
      if !isShared(entry.section) {
        demand.addOwn(entry.section, byteCount: entry.byteCount)
      } else if seen.insert(entry.section.id).inserted {
        shared.append(place)
      }
    }
    sharedPlaces = shared
    self.storages = storages
    var reaches: [Rect] = []
    reaches.reserveCapacity(sections.count)
    for (section, start) in zip(sections, starts) {
      itemCount += section.itemCount
      demand.add(section, at: start)
      let reach = section.solution.reach
      let distance = start.points
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

  var byteCount: Int {
    264 + sections.capacity * 8 + starts.capacity * 8 + sharedPlaces.capacity * 8
      + storages.capacity * 8
  }

  /// Whether others of the document may hold the section at a place, or its solution.
  func isShared(at place: Int) -> Bool {
    sharedPlaces.contains { sections[$0] === sections[place] }
  }

  func visitParts(_ visit: (any LayoutPart) -> Void) {
    for section in sections { visit(section) }
  }
}
