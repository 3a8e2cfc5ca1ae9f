/// All sections of a layout, in blocks, with where each block begins and what it can show.
///
/// A layout that differs in one section holds all blocks but one and makes this list anew: of 1,563
/// blocks for 100,000 sections.
struct SectionBlocks: Sendable, RandomAccessCollection {
  /// The blocks in order, each of one section or more.
  let blocks: [SectionBlock]
  /// Where each block begins.
  private let blockStarts: [Units]
  /// Which block a section stands in.
  private let numbers: ChunkStarts
  private let axis: Axis
  /// What each block can show, unscrolled.
  private let reaches: [Rect]
  /// Where, along the scroll axis, what a block or one before it can show ends: never less than for
  /// the block before, whatever insets are negative.
  private let greatestEnds: [Double]
  /// Where what a block or one after it can show starts: never more than for the block after.
  private let leastStarts: [Double]

  /// Takes blocks and where each begins.
  ///
  /// - Complexity: O(blocks).
  init(_ blocks: [SectionBlock], starts: [Units], axis: Axis) {
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
    greatestEnds = ends
    leastStarts = least
  }

  var startIndex: Int { 0 }
  var endIndex: Int { numbers.elementCount }

  /// A section; `number` in `0..<count`.
  ///
  /// - Complexity: O(1) where blocks are about as long as each other.
  @inline(__always)
  subscript(number: Int) -> PlacedSection {
    let block = numbers.chunk(of: number)
    return blocks[block].sections[number - numbers.start(of: block)]
  }

  /// A section and its start's distance from the content's; as for the section alone.
  @inline(__always)
  func place(of number: Int) -> (section: PlacedSection, start: Units) {
    let block = numbers.chunk(of: number)
    let place = number - numbers.start(of: block)
    return (blocks[block].sections[place], blockStarts[block] + blocks[block].starts[place])
  }

  /// The distance of a section's start from the content's; as for the section.
  @inline(__always)
  func start(of number: Int) -> Units { place(of: number).start }

  /// How many items they have together.
  ///
  /// - Complexity: O(blocks).
  var itemCount: Int { blocks.reduce(0) { $0 + $1.itemCount } }

  /// How many items the sections of these numbers have together.
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

  /// A rectangle that holds everything that they can show; `.zero` without any.
  ///
  /// - Complexity: O(blocks).
  var bounds: Rect { Rect(holding: reaches) }

  /// What a section can show, unscrolled.
  func reach(of number: Int) -> Rect {
    let (section, start) = place(of: number)
    return axis.offset(section.solution.reach, main: start.points)
  }

  /// The end of a block that begins with a section and that another layout holds at the same place; nil
  /// for none.
  func sharedEnd(from number: Int, with other: SectionBlocks) -> Int? {
    guard number < endIndex, number < other.endIndex else { return nil }
    let (block, match) = (numbers.chunk(of: number), other.numbers.chunk(of: number))
    guard numbers.start(of: block) == number, other.numbers.start(of: match) == number,
      blocks[block] === other.blocks[match], blockStarts[block] == other.blockStarts[match]
    else { return nil }
    return number + blocks[block].sections.count
  }

  /// A section, and whether others may hold it, or its solution; as for the section alone.
  func held(_ number: Int) -> (section: PlacedSection, isShared: Bool) {
    let block = numbers.chunk(of: number)
    let place = number - numbers.start(of: block)
    return (blocks[block].sections[place], blocks[block].isShared(at: place))
  }

  /// The block that begins with a section; nil if none does.
  func block(from number: Int) -> SectionBlock? {
    let block = numbers.chunk(of: number)
    return numbers.start(of: block) == number ? blocks[block] : nil
  }

  /// The numbers of the sections of which items keep columns, ascending.
  ///
  /// - Complexity: O(blocks + sections of those that have such a one).
  var numbersWithColumns: [Int] {
    numbers(in: { $0.haveColumns }, where: { $0.haveColumns })
  }

  /// The numbers of the sections of which items begin in columns that they don't keep yet, ascending.
  ///
  /// - Complexity: as `numbersWithColumns`.
  var numbersThatCanKeepMoreColumns: [Int] {
    numbers(in: { $0.canKeepMoreColumns }, where: { $0.canKeepMoreColumns })
  }

  private func numbers(
    in isMet: (SectionBlock) -> Bool, where isFound: (PlacedSection) -> Bool
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

  /// Bytes of the list of blocks.
  var byteCount: Int {
    numbers.byteCount + blocks.capacity * 8 + blockStarts.capacity * 8
      + reaches.capacity * MemoryLayout<Rect>.stride
      + (greatestEnds.capacity + leastStarts.capacity) * 8 + 160
  }

  /// Adds the numbers of all sections that can show something that touches the rectangle, ascending.
  ///
  /// Blocks before the first whose running end is reached, and after the last whose running start
  /// is, are not looked at; those between are one by one: 1,563 of 100,000 sections at most, in some
  /// microseconds. Sections looked at in vain count as visits.
  ///
  /// - Complexity: O(log blocks + found) where few blocks overlap.
  func addNumbers(meeting rect: Rect, to found: inout IndexRuns) {
    let (start, end) = (axis.mainMin(rect), axis.mainMax(rect))
    let first = blocks.indices.firstIndex { greatestEnds[$0] >= start }
    let last = (first..<blocks.count).firstIndex { leastStarts[$0] > end }
    for block in first..<last where reaches[block].touches(rect) && !found.isFull {
      addNumbers(ofBlock: block, meeting: rect, to: &found)
    }
  }

  private func addNumbers(
    ofBlock block: Int, meeting rect: Rect, to found: inout IndexRuns
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
      if axis.offset(section.solution.reach, main: start.points).touches(rect) {
        found.append(numbers.lowerBound + place)
      } else {
        vain += 1
      }
    }
    found.countVisits(vain)
  }
}

extension SectionBlock {
  /// Whether both hold the same sections at the same distances, and know the same ones to be shared.
  func isSame(as other: SectionBlock) -> Bool {
    self === other
      || sections.count == other.sections.count && starts == other.starts
        && zip(sections, other.sections).allSatisfy { $0 === $1 }
        && sharedPlaces == other.sharedPlaces
  }

  /// What it can show where it begins at that distance, in points; no less for rounding.
  fileprivate func reach(from start: Double, along axis: Axis) -> Rect {
    let moved = axis.offset(reach, main: start)
    let slack = slack + Self.roundings * (abs(start) + reach.farthest)
    return Rect(
      minX: moved.minX - slack, minY: moved.minY - slack, maxX: moved.maxX + slack,
      maxY: moved.maxY + slack)
  }
}
