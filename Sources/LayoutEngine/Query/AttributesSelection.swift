/// The elements that a query found, in response order (Contract §3).
///
/// They are stored as runs of numbers, so that a million attributes are never in memory at once. A
/// selection keeps alive the layout that it was made from.
///
/// ```swift
/// let selection = try layout.select(LayoutQuery(.all))
/// let bottom = selection.map(\.frame.maxY).max()
/// // The frames are computed while they are visited; nothing is stored for each element.
/// ```
public struct AttributesSelection: Sendable {
  /// Elements of one source and section that are neighbours in response order.
  struct Run: Sendable, Hashable {
    /// The kind of elements that the numbers of a run refer to.
    enum Source: UInt8, Sendable {
      /// Layout-level headers: boundary supplementary items that come before the sections.
      case leadingBoundaries
      /// Layout-level footers and side items: boundary supplementary items that come after the sections.
      case trailingBoundaries
      /// A section's cells.
      case cells
      /// A section's headers, footers, side items and decorations.
      case elements
      /// The supplementaries of a section's items and groups.
      case supplementaries
    }

    var source: Source
    /// Whether only those elements of the run that intersect the queried rectangle are in the selection.
    ///
    /// The elements that intersect it form too many runs to store, so each element is tested when the run is
    /// walked.
    var isFiltered = false
    /// The section; 0 if the elements are layout-level headers and footers.
    var section: Int32
    // A run takes 16 bytes, because each of 100,000 sections may have several. No section has 2^32 elements
    // of one source.
    private let lower: UInt32
    private var upper: UInt32

    var lowerBound: Int { Int(lower) }
    var upperBound: Int {
      get { Int(upper) }
      set { upper = UInt32(truncatingIfNeeded: newValue) }
    }

    init(_ source: Source, isFiltered: Bool = false, section: Int, _ range: Range<Int>) {
      self.source = source
      self.isFiltered = isFiltered
      self.section = Int32(truncatingIfNeeded: section)
      lower = UInt32(truncatingIfNeeded: range.lowerBound)
      upper = UInt32(truncatingIfNeeded: range.upperBound)
    }
  }

  let content: PreparedContent
  let query: LayoutQuery
  private(set) var runs: [Run] = []
  /// The number of runs at the front of `runs` that must not be extended any more.
  private var markedRuns = 0

  /// The number of attributes found.
  public private(set) var count = 0
  /// The section that was searched only because its header may be pinned across others (LayoutRules C26); nil if there
  /// is none.
  var sectionPinnedAcross: Int?

  init(_ content: PreparedContent, query: LayoutQuery) {
    self.content = content
    self.query = query
  }

  /// The rectangle that elements must meet, before effects; nil if the query has none.
  var rect: Rect? {
    guard case .rect(let rect) = query.selection else { return nil }
    return rect
  }

  /// The bytes of the selection's runs, without the layout.
  public var byteCount: Int { runs.capacity * MemoryLayout<Run>.stride }

  /// The range from the first to the last section with elements in the selection; nil if there is no such
  /// section.
  ///
  /// A section of which only a header is selected that is pinned across others (LayoutRules C26) does not count.
  ///
  /// - Complexity: O(runs).
  public var sections: ClosedRange<Int>? {
    var found: ClosedRange<Int>?
    for run in runs {
      switch run.source {
      case .leadingBoundaries, .trailingBoundaries: continue
      case .cells, .elements, .supplementaries: break
      }
      let section = Int(run.section)
      guard section != sectionPinnedAcross else { continue }
      let others = found ?? section...section
      found = Swift.min(others.lowerBound, section)...Swift.max(others.upperBound, section)
    }
    return found
  }

  /// Adds a range of elements after those found so far.
  mutating func append(_ source: Run.Source, section: Int = 0, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    count += range.count
    if let last = runs.last, last.source == source, last.section == section,
      last.upperBound == range.lowerBound, runs.count > markedRuns
    {
      runs[runs.count - 1].upperBound = range.upperBound
    } else {
      runs.append(Run(source, section: section, range))
    }
  }

  /// Adds ranges of elements after those found so far.
  mutating func append(_ source: Run.Source, section: Int, _ ranges: [Range<Int>]) {
    // A single section's runs get exactly the capacity they need; further sections grow it in steps.
    if runs.isEmpty { runs.reserveCapacity(ranges.count) }
    for range in ranges { append(source, section: section, range) }
  }

  /// Adds a range of elements as one filtered run; `count` of them intersect the queried rectangle.
  mutating func append(
    _ source: Run.Source, section: Int, sifting range: Range<Int>, count: Int
  ) {
    guard count > 0 else { return }
    self.count += count
    runs.append(Run(source, isFiltered: true, section: section, range))
    markedRuns = runs.count
  }

  /// Releases spare capacity, such as that of removed runs.
  mutating func trim() {
    runs = runs.trimmed()
  }

  /// The number of elements that a walk visits: those in the selection, and those of filtered runs that
  /// don't intersect the rectangle.
  ///
  /// - Complexity: O(runs).
  public var walkedCount: Int {
    runs.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
  }

  /// The numbers of runs and attributes at some point of the search.
  struct Mark {
    fileprivate(set) var runs: Int
    fileprivate(set) var count: Int
  }

  /// Returns a mark of what has been found so far; the next addition begins a new run.
  mutating func mark() -> Mark {
    markedRuns = runs.count
    return Mark(runs: runs.count, count: count)
  }

  /// Removes everything that was added since a mark.
  mutating func removeRuns(since mark: Mark) {
    runs.removeLast(runs.count - mark.runs)
    count = mark.count
  }

  /// The number of UTF-8 bytes in the ids of all cells of the runs.
  ///
  /// It counts the ids of all cells of filtered runs, too.
  ///
  /// A response with few elements may be long because of its ids.
  ///
  /// - Complexity: O(runs).
  public var idByteCount: Int {
    runs.reduce(0) { sum, run in
      guard run.source == .cells else { return sum }
      return sum
        + content.sections[Int(run.section)].items.idLength(of: run.lowerBound..<run.upperBound)
    }
  }

  /// The number of bytes in the data of all cells of the runs, and of filtered runs, too.
  ///
  /// - Complexity: O(runs).
  public var dataByteCount: Int {
    runs.reduce(0) { sum, run in
      guard run.source == .cells else { return sum }
      let placed = content.sections[Int(run.section)]
      guard placed.itemsHaveData else { return sum }
      return sum + placed.items.dataLength(of: run.lowerBound..<run.upperBound)
    }
  }

  /// Returns the client's own id of a cell in the selection; nil if its item has none.
  ///
  /// - Complexity: O(bytes of the id).
  package func id(of cell: CellAttributes) -> ItemID? {
    content.sections[cell.section].items.id(of: cell.item)
  }

  /// Returns the height of the body of a cell in the selection; nil if it has no body that was measured.
  ///
  /// - Complexity: O(1).
  package func bodyHeight(of cell: CellAttributes) -> Double? {
    content.sections[cell.section].solution.bodies?.height(of: cell.item)
  }

  /// Returns a cursor before the first attributes; any number of cursors may walk one selection.
  public func makeCursor() -> Cursor {
    Cursor(self)
  }
}
