package import LayoutEngine
package import LayoutWire

/// A resource of a layout, as one request asks for it: what is found in the layout, how that is written, and what the
/// response's tag covers.
///
/// A new resource is a type here, a path in `Route`, and a line in `LayoutService.choose`.
package protocol LayoutResource: Sendable {
  /// What is found before the response is written.
  associatedtype Found

  /// What follows the layout's path in Content-Location of a response to a document, before the query; nil if the
  /// response has no location of its own.
  static var contentLocation: StaticString? { get }
  /// The representation of the response.
  var representation: Representation { get }
  /// What the response needs beside its layout.
  var needs: ResourceNeeds { get }

  /// Combines all of the request that the response depends on.
  func combine(into hasher: inout TagHasher)

  /// Returns whether a worker must write the response, however few elements it has.
  func needsWorker(for subject: ResponseSubject) -> Bool

  /// Finds what the response contains.
  ///
  /// - Returns: nil if the search would take more than the effort.
  /// - Throws: the problem of a query that asks for what the layout does not have; `ended` if the budget ended the work.
  func find(in subject: ResponseSubject, _ effort: SearchEffort) throws(Problem) -> Found?

  /// Adds the time to write what was found.
  ///
  /// - Complexity: O(runs and elements that are not cells).
  func add(_ found: Found, in subject: ResponseSubject, to cost: inout WritingCost)

  /// Writes the body of the response.
  ///
  /// - Parameter budget: the budget of the work; nil if the work is short.
  /// - Throws: `ended` if the budget ended the work.
  func write(
    _ found: Found, of subject: ResponseSubject, to body: inout some BodyWriter,
    _ budget: LayoutBudget?
  ) throws(Problem)
}

extension LayoutResource {
  package static var contentLocation: StaticString? { nil }
  package var representation: Representation { .json }
  package var needs: ResourceNeeds { .nothing }
  package func needsWorker(for subject: ResponseSubject) -> Bool { false }
  package func add(_ found: Found, in subject: ResponseSubject, to cost: inout WritingCost) {}

  /// Returns the tag of the response about a layout.
  ///
  /// - Parameter fonts: the hash of the layout's fonts; 0 if it has no text styles.
  package func tag(_ id: LayoutID, fonts: UInt32) -> EntityTag {
    var hasher = TagHasher(revision: UInt64(EngineRevision.current), id)
    if fonts != 0 { hasher.combine(UInt64(fonts) | 1 << 32) }
    combine(into: &hasher)
    return hasher.finish(id)
  }
}

/// What a response needs beside its layout.
package enum ResourceNeeds: Sendable {
  case nothing
  /// The version that the view shows, from which changes are computed.
  case version(LayoutID)
  /// The layout's versions with other container widths, ascending; at least one.
  case widths([Double])
}

/// What a response is about: a layout, and what its resource needs beside it.
package struct ResponseSubject {
  package let version: IdentifiedLayout
  /// The version from which changes are computed; nil if the request is not for changes, or if the version or the map
  /// from it is not at hand.
  package var base: Base?
  /// The layouts of the widths of a style sheet; empty if none are requested, or while they are not at hand.
  package var widths: [IdentifiedLayout]

  /// The version that a view shows when it requests the changes to another one.
  package struct Base {
    package let version: IdentifiedLayout
    /// The map from this version's items to those of the requested version.
    package let map: ItemMap

    /// Creates a base.
    package init(_ version: IdentifiedLayout, _ map: ItemMap) {
      self.version = version
      self.map = map
    }

    /// Creates the base of changes that an event loop may compute; nil if a version has more than
    /// `SearchEffort.shortChanges` elements, or if more than one update is between the two.
    ///
    /// - Complexity: O(1), since few elements have few runs.
    package init?(short version: IdentifiedLayout, to new: IdentifiedLayout) {
      guard new.layout.hasElements(atMost: SearchEffort.shortChanges),
        version.layout.hasElements(atMost: SearchEffort.shortChanges),
        let map = ItemMaps.directMap(from: version, to: new),
        map.runCount <= SearchEffort.shortSearch
      else { return nil }
      self.init(version, map)
    }
  }

  /// Creates the subject of a response.
  package init(
    _ version: IdentifiedLayout, from base: Base? = nil, widths: [IdentifiedLayout] = []
  ) {
    self.version = version
    self.base = base
    self.widths = widths
  }

  var layout: PreparedLayout { version.layout }
  var summary: LayoutSummary { version.summary }
}

/// How far a search goes.
package enum SearchEffort {
  /// A few thousand elements and sections, however unevenly the layout is filled: what an event loop may visit.
  case short
  /// All that must be visited, within the budget; nil if nothing limits it.
  case whole(LayoutBudget?)

  /// The maximum number of elements and sections that a short search visits.
  package static let shortSearch = 4_000
  /// The maximum number of elements in each of two versions whose changes a short search computes.
  ///
  /// It is small because finding an element by its kind may visit all other elements of its version.
  package static let shortChanges = 40
}

/// What a response's body is written to.
package protocol BodyWriter {
  /// Appends what a closure appends to the bytes that are written at once.
  mutating func append(_ write: (inout [UInt8]) -> Void)
  /// Writes what an encoder encodes, at once or while its client reads it; nothing may be written after it.
  mutating func write(_ encoder: consuming some PieceEncoder, _ budget: LayoutBudget?)
}
