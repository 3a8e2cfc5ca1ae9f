/// Neighbouring sections, placed relative to the start of the first one.
///
/// A block is immutable, so that layouts that differ in other sections can share it.
final class SectionBlock: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  /// The usual number of sections in a block.
  ///
  /// With this number, it is cheap both to rebuild a block for one section and to list the blocks of
  /// 100,000 sections.
  static let length = 64

  /// The sections in order, at least one.
  let sections: [LaidOutSection]
  /// The distance of each section's start from the block's start.
  let starts: [Units]
  /// The number of items of all sections.
  let itemCount: Int
  /// Whether any section uses the document's layout.
  let useDocumentLayout: Bool
  /// The greatest length of the container that the sections' own layouts read
  /// (`LayoutVariants.maxLengthRead(along:)`).
  private let maxLengthRead: Double
  /// Whether elements of any section can be pinned.
  let canPin: Bool
  /// Where pinned headers of the sections begin, from the block's start; nil if no header is pinned.
  let pinnedHeaders: PinnedHeaders?
  /// Whether any section has items with kept columns.
  let haveKeptColumns: Bool
  /// Whether any section has items that begin in columns that they don't keep yet.
  let canKeepMoreColumns: Bool
  /// The amounts that the sections count against a document's limits.
  let demand: Demand
  /// The indices in `sections` of sections that the document may contain elsewhere, too, or whose solution
  /// other sections may share.
  ///
  /// If a section object occurs several times, only its first index is listed.
  let sharedPlaces: [Int]
  /// The storages of layouts and solutions that other sections may share; each once.
  let storages: [any SharedNode]
  /// A rectangle, relative to the block's start, that contains everything that the sections can show,
  /// unscrolled.
  let reach: Rect
  /// The greatest rounding error of `reach`.
  let slack: Double
  /// How far effects can move elements of the sections.
  let effectsReach: EffectsReach

  /// Where the first and the last pinned header of neighbouring sections begin.
  struct PinnedHeaders {
    let first: Units
    let last: Units
    /// Whether none begins before one of an earlier section.
    let areOrdered: Bool

    init(_ headers: PinnedHeaders?, then start: Units) {
      first = headers?.first ?? start
      areOrdered = headers.map { $0.areOrdered && $0.last <= start } ?? true
      last = start
    }
  }

  /// The amounts that the sections of a block add to the sums that a document's limits bound.
  struct Demand {
    /// The number of headers, footers, side items and decorations of those sections that share nothing.
    var ownElements = 0
    /// The steps of a document's allowance that placing the items of those sections takes.
    var ownSteps = 0
    /// The bytes of those sections, without storages.
    var ownByteCount = 0
    /// The number of elements other than cells of all sections, including the supplementaries of items and
    /// groups.
    var elements = 0
    /// The number of frames solved for the groups of the sections' own layouts.
    var templateFrames = 0
    /// The greatest possible sum of the sections' lengths, in points, without the spacing between sections.
    var maxExtent = 0.0
    /// The distance of the last section's end from the block's start.
    var end = Units.zero

    fileprivate mutating func add(_ section: LaidOutSection, at start: Units) {
      let solution = section.solution
      templateFrames += section.templateFrames
      elements += solution.elements.count + (solution.supplementaries?.countedElements ?? 0)
      maxExtent += solution.maxExtent
      end = start + solution.length
    }

    fileprivate mutating func addOwn(_ section: LaidOutSection, byteCount: Int) {
      ownElements += section.solution.elements.count
      ownSteps += section.solution.steps
      ownByteCount += byteCount
    }
  }

  /// A section from which a block is made.
  struct Entry {
    var section: LaidOutSection
    /// The distance of the section's start from the content's start.
    var start: Units
    /// The section's bytes, without storages.
    var byteCount: Int
  }

  /// Creates a block of at least one section.
  ///
  /// - Parameters:
  ///   - storages: the storages of layouts and solutions that other sections may share; each once.
  ///   - isShared: returns whether other sections of the document may share a section or its solution.
  /// - Complexity: O(sections).
  init(
    _ entries: [Entry], storages: [any SharedNode], axis: LayoutAxis,
    isShared: (LaidOutSection) -> Bool
  ) {
    let first = entries[0].start
    // `map` reserves no spare capacity.
    sections = entries.map { $0.section }
    starts = entries.map { $0.start - first }
    useDocumentLayout = sections.contains { $0.layout == nil }
    maxLengthRead = sections.reduce(0) { greatest, section in
      section.layout.map { max(greatest, $0.maxLengthRead(along: axis)) } ?? greatest
    }
    canPin = sections.contains { $0.solution.elements.contains { $0.pin != nil } }
    pinnedHeaders = zip(sections, starts).reduce(nil) { headers, entry in
      guard let start = entry.0.solution.pinnedHeaderStart else { return headers }
      return PinnedHeaders(headers, then: entry.1 + start)
    }
    haveKeptColumns = sections.contains { $0.haveKeptColumns }
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
    var effectsReach = EffectsReach.none
    for (section, start) in zip(sections, starts) {
      itemCount += section.itemCount
      demand.add(section, at: start)
      let reach = section.solution.reach
      let distance = start.points
      farthest = max(farthest, abs(distance) + reach.farthest)
      if let effects = section.solution.effects {
        effectsReach = effectsReach.union(EffectsReach(effects, on: .all))
      }
      reaches.append(axis.offset(reach, main: distance))
    }
    self.itemCount = itemCount
    self.effectsReach = effectsReach
    self.demand = demand
    reach = Rect(holding: reaches)
    slack = Self.roundings * farthest
  }

  /// The greatest rounding error of a few sums, as a fraction of their largest term.
  static let roundings = 0x1p-48

  /// Whether a section's own layout reads a length of the container; false if the length is infinite.
  func reads(_ length: Double) -> Bool {
    length < .infinity && length <= maxLengthRead
  }

  var byteCount: Int {
    288 + (effectsReach === EffectsReach.none ? 0 : EffectsReach.byteCount) + sections.capacity * 8
      + starts.capacity * 8 + sharedPlaces.capacity * 8
      + storages.capacity * 8
  }

  /// Returns whether other sections of the document may share a section of the block or its solution.
  ///
  /// - Parameter place: the section's index in `sections`.
  func isShared(at place: Int) -> Bool {
    sharedPlaces.contains { sections[$0] === sections[place] }
  }

  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    for section in sections { visit(section) }
  }
}
