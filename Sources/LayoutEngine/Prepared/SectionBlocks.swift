/// All sections of a layout in blocks, with the start of each block and a rectangle that contains
/// everything it can show.
///
/// A layout that differs in one section shares all blocks but one, and rebuilds this list: 1,563 blocks
/// for 100,000 sections.
struct SectionBlocks: Sendable, RandomAccessCollection {
  /// The blocks in order, each of at least one section.
  let blocks: [SectionBlock]
  /// The distance of each block's start from the content's start.
  private let blockStarts: [Units]
  /// The numbers of each block's sections; finds the block that contains a section.
  private let numbers: ChunkStarts
  private let axis: LayoutAxis
  /// For each block, a rectangle that contains everything it can show, unscrolled.
  private let reaches: [Rect]
  /// For each block, the greatest end along the scroll axis of anything that it or a block before it can
  /// show.
  ///
  /// The values never decrease, even if insets are negative.
  private let maxEnds: [Double]
  /// For each block, the least start along the scroll axis of anything that it or a block after it can
  /// show.
  ///
  /// The values never decrease.
  private let minStarts: [Double]
  /// How far effects can move elements of any section.
  let effectsReach: EffectsReach
  /// Whether no pinned header begins before one of an earlier section, as a negative spacing may put it.
  let arePinnedHeadersOrdered: Bool
  /// For each block, where the first pinned header of it and of all blocks after it begins; `noHeader` if there is none.
  ///
  /// Empty if no block has a pinned header.
  private let nextPinnedHeaders: [Units]
  private static let noHeader = Units(count: .max)

  /// Creates the list from blocks and the distance of each block's start from the content's start.
  ///
  /// - Complexity: O(blocks).
  init(_ blocks: [SectionBlock], starts: [Units], axis: LayoutAxis) {
    self.blocks = blocks
    self.axis = axis
    blockStarts = starts
    numbers = ChunkStarts(lengths: blocks.map { $0.sections.count })
    let reaches = zip(blocks, starts).map { $0.reach(from: $1.points, along: axis) }
    self.reaches = reaches
    var ends = reaches.map { axis.mainMax($0) }
    var least = reaches.map { axis.mainMin($0) }
    for number in blocks.indices.dropFirst() {
      ends[number] = Swift.max(ends[number], ends[number - 1])
    }
    for number in blocks.indices.dropLast().reversed() {
      least[number] = Swift.min(least[number], least[number + 1])
    }
    var effectsReach = EffectsReach.none
    for block in blocks { effectsReach = effectsReach.union(block.effectsReach) }
    self.effectsReach = effectsReach
    var headers: SectionBlock.PinnedHeaders?
    var areOrdered = true
    var nextHeaders = [Units](repeating: Self.noHeader, count: blocks.count)
    for (number, block) in blocks.enumerated() {
      guard let own = block.pinnedHeaders else { continue }
      let first = starts[number] + own.first
      areOrdered = areOrdered && own.areOrdered && (headers.map { $0.last <= first } ?? true)
      headers = SectionBlock.PinnedHeaders(headers, then: starts[number] + own.last)
      nextHeaders[number] = first
    }
    for number in blocks.indices.dropLast().reversed() where blocks[number].pinnedHeaders == nil {
      nextHeaders[number] = nextHeaders[number + 1]
    }
    nextPinnedHeaders = headers == nil ? [] : nextHeaders
    arePinnedHeadersOrdered = areOrdered
    maxEnds = ends
    minStarts = least
  }

  var startIndex: Int { 0 }
  var endIndex: Int { numbers.elementCount }

  /// The section with a number, which must be in `0..<count`.
  ///
  /// - Complexity: O(1) if the blocks have about equal numbers of sections.
  @inline(__always)
  subscript(number: Int) -> LaidOutSection {
    let block = numbers.chunk(of: number)
    return blocks[block].sections[number - numbers.start(of: block)]
  }

  /// Returns a section, and the distance of its start from the content's start.
  ///
  /// - Complexity: O(1) if the blocks have about equal numbers of sections.
  @inline(__always)
  func place(of number: Int) -> (section: LaidOutSection, start: Units) {
    let block = numbers.chunk(of: number)
    let place = number - numbers.start(of: block)
    return (blocks[block].sections[place], blockStarts[block] + blocks[block].starts[place])
  }

  /// Returns the distance of a section's start from the content's start.
  ///
  /// - Complexity: O(1) if the blocks have about equal numbers of sections.
  @inline(__always)
  func start(of number: Int) -> Units { place(of: number).start }

  /// The number of items of all sections.
  ///
  /// - Complexity: O(blocks).
  var itemCount: Int { blocks.reduce(0) { $0 + $1.itemCount } }

  /// Returns the number of items of a range of sections.
  ///
  /// - Complexity: O(blocks + sections of a block).
  func itemCount(of numbers: Range<Int>) -> Int {
    var (count, number) = (0, numbers.lowerBound)
    while number < numbers.upperBound {
      let block = self.numbers.chunk(of: number)
      let elements = self.numbers.elements(of: block)
      if number == elements.lowerBound, elements.upperBound <= numbers.upperBound {
        count += blocks[block].itemCount
        number = elements.upperBound
      } else {
        count += self[number].itemCount
        number += 1
      }
    }
    return count
  }

  /// A rectangle that contains everything the sections can show; `.zero` if there are none.
  ///
  /// - Complexity: O(blocks).
  var bounds: Rect { Rect(holding: reaches) }

  /// Returns a rectangle that contains everything a section can show, unscrolled.
  func reach(of number: Int) -> Rect {
    let (section, start) = place(of: number)
    return axis.offset(section.solution.reach, main: start.points)
  }

  /// Returns the number after the last section of the block that begins with section `number`, if another layout
  /// has the same block at the same section numbers and the same start.
  ///
  /// Returns nil if no block begins with the section, or the other layout doesn't have the block there.
  ///
  /// - Parameters:
  ///   - unlessPinned: whether the result is also nil if elements of the block can be pinned.
  ///   - acrossSections: whether headers are pinned across sections, so that the result is also nil if those of the
  ///     block end elsewhere.
  func sharedEnd(
    from number: Int, with other: SectionBlocks, unlessPinned: Bool, acrossSections: Bool
  ) -> Int? {
    guard number < endIndex, number < other.endIndex else { return nil }
    let (block, match) = (numbers.chunk(of: number), other.numbers.chunk(of: number))
    guard numbers.start(of: block) == number, other.numbers.start(of: match) == number,
      blocks[block] === other.blocks[match], blockStarts[block] == other.blockStarts[match],
      !(unlessPinned && blocks[block].canPin)
    else { return nil }
    let end = number + blocks[block].sections.count
    guard
      !acrossSections || blocks[block].pinnedHeaders == nil
        || limitOfPinnedHeaders(ofSection: end - 1)
          == other.limitOfPinnedHeaders(ofSection: end - 1)
    else { return nil }
    return end
  }

  /// A block that two layouts have, maybe at different starts.
  struct SameBlock {
    /// The number of its sections.
    let count: Int
    let itemCount: Int
    let hasPinnedHeaders: Bool
    /// A rectangle that contains everything that it can show, unscrolled, in this layout and in the other.
    let reach: Rect
    let otherReach: Rect
  }

  /// Returns the block that begins with a section here and with another section in another layout; nil if two
  /// different blocks begin there, or none.
  func sameBlock(at number: Int, as other: SectionBlocks, at otherNumber: Int) -> SameBlock? {
    guard number < endIndex, otherNumber < other.endIndex else { return nil }
    let (block, match) = (numbers.chunk(of: number), other.numbers.chunk(of: otherNumber))
    guard numbers.start(of: block) == number, other.numbers.start(of: match) == otherNumber,
      blocks[block] === other.blocks[match]
    else { return nil }
    return SameBlock(
      count: blocks[block].sections.count, itemCount: blocks[block].itemCount,
      hasPinnedHeaders: blocks[block].pinnedHeaders != nil, reach: reaches[block],
      otherReach: other.reaches[match])
  }

  /// Returns where the next pinned header after a section begins without pinning; if there is none, where the last
  /// section ends (LayoutRules C26).
  ///
  /// - Complexity: O(sections of a block).
  func limitOfPinnedHeaders(ofSection number: Int) -> Units {
    let own = numbers.chunk(of: number)
    let block = blocks[own]
    if block.pinnedHeaders != nil {
      for place in number + 1 - numbers.start(of: own)..<block.sections.count {
        guard let start = block.sections[place].solution.pinnedHeaderStart else { continue }
        return blockStarts[own] + block.starts[place] + start
      }
    }
    let next = own + 1 < nextPinnedHeaders.count ? nextPinnedHeaders[own + 1] : Self.noHeader
    let last = blocks.count - 1
    return next == Self.noHeader ? blockStarts[last] + blocks[last].demand.end : next
  }

  /// Returns the number of the last section whose pinned header begins before a position of the scroll axis; nil if
  /// there is none.
  ///
  /// The headers must be ordered (`arePinnedHeadersOrdered`).
  ///
  /// - Complexity: O(log blocks + sections of a block).
  func lastWithPinnedHeader(before position: Units) -> Int? {
    let block = nextPinnedHeaders.indices.firstIndex { nextPinnedHeaders[$0] >= position } - 1
    guard block >= 0 else { return nil }
    let place = blocks[block].sections.indices.last { place in
      blocks[block].sections[place].solution.pinnedHeaderStart.map {
        blockStarts[block] + blocks[block].starts[place] + $0 < position
      } ?? false
    }
    return place.map { numbers.start(of: block) + $0 }
  }

  /// Returns the number of the last section before section `number` that has a pinned header; nil if there is none.
  ///
  /// - Complexity: O(blocks + sections of a block).
  func lastWithPinnedHeader(before number: Int) -> Int? {
    let own = numbers.chunk(of: number)
    for block in (0...own).reversed() where blocks[block].pinnedHeaders != nil {
      let first = numbers.start(of: block)
      let end = block == own ? number - first : blocks[block].sections.count
      let place = (0..<end).last { blocks[block].sections[$0].solution.pinnedHeaderStart != nil }
      if let place { return first + place }
    }
    return nil
  }

  /// Returns a section, and whether other sections may share it or its solution.
  ///
  /// - Complexity: O(1 + shared sections of its block) if the blocks have about equal numbers of sections.
  func held(_ number: Int) -> (section: LaidOutSection, isShared: Bool) {
    let block = numbers.chunk(of: number)
    let place = number - numbers.start(of: block)
    return (blocks[block].sections[place], blocks[block].isShared(at: place))
  }

  /// Returns the block that begins with a section; nil if no block does.
  func block(from number: Int) -> SectionBlock? {
    let block = numbers.chunk(of: number)
    return numbers.start(of: block) == number ? blocks[block] : nil
  }

  /// The indices of the sections that have items with kept columns, ascending.
  ///
  /// - Complexity: O(blocks + sections of blocks with such a section).
  var numbersWithKeptColumns: [Int] {
    indices(in: { $0.haveKeptColumns }, where: { $0.haveKeptColumns })
  }

  /// The indices of the sections with items that begin in columns they don't keep yet, ascending.
  ///
  /// - Complexity: O(blocks + sections of blocks with such a section).
  var numbersThatCanKeepMoreColumns: [Int] {
    indices(in: { $0.canKeepMoreColumns }, where: { $0.canKeepMoreColumns })
  }

  /// The indices of the sections whose own layouts read a length of the container, ascending.
  ///
  /// - Complexity: O(blocks + sections of blocks with such a section).
  func indices(reading length: Double) -> [Int] {
    indices(
      in: { $0.reads(length) },
      where: { $0.layout?.reads(length, along: axis) ?? false })
  }

  private func indices(
    in isMet: (SectionBlock) -> Bool, where isFound: (LaidOutSection) -> Bool
  ) -> [Int] {
    var found: [Int] = []
    for (number, block) in blocks.enumerated() where isMet(block) {
      let first = numbers.start(of: number)
      for (place, section) in block.sections.enumerated() where isFound(section) {
        found.append(first + place)
      }
    }
    return found
  }

  /// The bytes of the list, without the blocks.
  var byteCount: Int {
    numbers.byteCount + blocks.capacity * 8 + blockStarts.capacity * 8
      + reaches.capacity * MemoryLayout<Rect>.stride
      + (maxEnds.capacity + minStarts.capacity + nextPinnedHeaders.capacity) * 8 + 168
  }

  /// Adds the numbers of all sections that can show something that touches the rectangle, ascending.
  ///
  /// Binary searches skip the leading blocks that all end before the rectangle and the trailing blocks that
  /// all start after it; the blocks between are tested one by one: at most 1,563 for 100,000 sections, in a
  /// few microseconds. Sections that are tested and not added count as visits.
  ///
  /// - Complexity: O(log blocks + found) if few blocks overlap.
  func addNumbers(intersecting rect: Rect, to found: inout IndexRuns) {
    let (start, end) = (axis.mainMin(rect), axis.mainMax(rect))
    let first = blocks.indices.firstIndex { maxEnds[$0] >= start }
    let last = (first..<blocks.count).firstIndex { minStarts[$0] > end }
    for block in first..<last where reaches[block].intersectsOrTouches(rect) && !found.isFull {
      addNumbers(ofBlock: block, intersecting: rect, to: &found)
    }
  }

  private func addNumbers(
    ofBlock block: Int, intersecting rect: Rect, to found: inout IndexRuns
  ) {
    let numbers = numbers.elements(of: block)
    let reach = reaches[block]
    if rect.minX <= reach.minX, reach.maxX <= rect.maxX, rect.minY <= reach.minY,
      reach.maxY <= rect.maxY
    {
      return found.append(numbers)
    }
    var vain = 0
    for (place, section) in blocks[block].sections.enumerated() {
      let start = blockStarts[block] + blocks[block].starts[place]
      if axis.offset(section.solution.reach, main: start.points).intersectsOrTouches(rect) {
        found.append(numbers.lowerBound + place)
      } else {
        vain += 1
      }
    }
    found.countVisits(vain)
  }
}

extension SectionBlock {
  /// Whether both blocks have the same section objects at equal distances, and equal `sharedPlaces`.
  func isSame(as other: SectionBlock) -> Bool {
    self === other
      || sections.count == other.sections.count && starts == other.starts
        && zip(sections, other.sections).allSatisfy { $0 === $1 }
        && sharedPlaces == other.sharedPlaces
  }

  /// Returns a rectangle that contains everything the block can show if it begins at `start`, in points.
  ///
  /// It is enlarged by the greatest possible rounding error.
  fileprivate func reach(from start: Double, along axis: LayoutAxis) -> Rect {
    let moved = axis.offset(reach, main: start)
    let slack = slack + Self.roundings * (abs(start) + reach.farthest)
    return Rect(
      minX: moved.minX - slack, minY: moved.minY - slack, maxX: moved.maxX + slack,
      maxY: moved.maxY + slack)
  }
}
