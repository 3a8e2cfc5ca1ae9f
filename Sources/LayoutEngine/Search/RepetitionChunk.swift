/// Consecutive repetitions of a template, some of which have their own frames and length.
///
/// A repetition with its own frames is called an own repetition; only the frames of own repetitions are
/// stored. Numbers and positions are relative to the chunk's first repetition, so that versions in which other
/// repetitions differ can share the chunk.
final class RepetitionChunk: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  /// The number of repetitions; 0 if none begins in the chunk of items.
  let count: Int
  /// The numbers of the own repetitions, ascending.
  let numbers: [UInt32]
  /// At index n, the distance by which n own repetitions move the repetitions after them; empty if none is
  /// moved.
  let shifts: [Units]
  /// The frames of the repetitions' items.
  let cells: RepetitionFrames
  /// The frames of the repetitions' supplementaries.
  let badges: RepetitionFrames
  /// The lengths from which the places of the chunk and of its neighbours follow.
  let summary: Summary

  /// The lengths along the scroll axis that all repetitions of a section share.
  struct CommonLengths: Sendable, Equatable {
    /// The length of the uniform subitems that are directly in each repetition; nil if it is determined for
    /// each repetition.
    var uniform: Units?
    /// Whether `uniform` differs from the declared length, so that repetitions without measured items are
    /// also as long as their content.
    var changesOthers = false
    /// The slot length of every repetition; nil if each has its own.
    var slot: Units?
  }

  /// What a section needs to know of a chunk.
  struct Summary: Sendable {
    /// The number of items from the beginning of the chunk of items to that of the first repetition.
    var offset = 0
    /// The measured lengths of the last repetition's items that are in later chunks of items; NaN for those
    /// that are not measured.
    var overhang: [Double] = []
    /// The number of items in all repetitions; the last repetition may be cut short.
    var itemCount = 0
    /// The number of items in own repetitions.
    var ownItemCount = 0
    /// Whether an own repetition has a measured item.
    var hasMeasured = false
    /// The lengths that all repetitions of the section shared when the chunk was placed.
    var common = CommonLengths()
    /// The greatest length of uniform subitems in an own repetition.
    var maxUniform = Units.zero
    /// The greatest content of an own repetition.
    var maxContent = Units.zero
    /// The content of the last own repetition.
    var lastContent = Units.zero
    /// The least and the greatest end of an own repetition; of its start, if all repetitions have one length.
    var ends = Units.zero...Units.zero
    /// The farthest distance of an element from its own repetition's corner.
    var farthest = Units.zero
    /// The sum over the own repetitions of the farthest distance of an element from the repetition's corner,
    /// and of the difference of the slot's length from the other repetitions', in points.
    var reach = 0.0
  }

  init(
    count: Int, numbers: [UInt32], shifts: [Units], cells: RepetitionFrames,
    badges: RepetitionFrames, _ summary: Summary
  ) {
    self.count = count
    self.numbers = numbers
    self.shifts = shifts
    self.cells = cells
    self.badges = badges
    self.summary = summary
  }

  var byteCount: Int {
    4 * numbers.capacity + 8 * (shifts.capacity + summary.overhang.capacity) + cells.byteCount
      + badges.byteCount + 400
  }

  /// Returns the number of own repetitions before a repetition, and whether the repetition itself is one.
  ///
  /// - Complexity: O(log own repetitions), and O(1) if all are.
  func rank(of repetition: Int) -> (rank: Int, isOwn: Bool) {
    if numbers.count == count { return (repetition, repetition < count) }
    let rank = numbers.indices.firstIndex { Int(numbers[$0]) >= repetition }
    return (rank, rank < numbers.count && Int(numbers[rank]) == repetition)
  }

  /// The distance by which own repetitions before it move a repetition.
  func shift(rank: Int) -> Units { shifts.isEmpty ? .zero : shifts[rank] }

  /// The distance by which the chunk's own repetitions move the repetitions after the chunk.
  var shift: Units { shifts.last ?? .zero }
}

/// The frames of a chunk's own repetitions, and an index of all its repetitions.
struct RepetitionFrames: Sendable {
  /// The number of frames of an own repetition that share one box of the index.
  static let blockLength = 16

  /// The number of elements in all repetitions of the chunk; the last repetition may be cut short.
  let count: Int
  let own: OwnFrames
  /// Finds the pieces that intersect a rectangle, relative to the first repetition's corner: a piece is all
  /// repetitions between two own repetitions, or a block of the frames of an own repetition.
  let index: RectIndex

  /// Creates the frames of a chunk.
  ///
  /// - Parameters:
  ///   - template: the frames of a repetition that is not an own one; may be empty if `count` is 0.
  ///   - numbers: the numbers of the own repetitions.
  ///   - shifts: the distances by which they move the repetitions after them.
  ///   - course: the positions of the repetitions if none were an own one.
  /// - Complexity: O(frames of own repetitions).
  init(
    _ template: RepeatedFrames.Template, _ numbers: [UInt32], _ shifts: [Units], _ own: OwnFrames,
    _ course: RepeatedFrames.Course, count: Int, _ budget: LayoutBudget
  ) {
    self.count = count
    self.own = own
    guard count > 0 else {
      index = RectIndex(count: 0) { _ in .zero }
      return
    }
    let pieces = RepetitionPieces(count: count, size: template.frames.count, numbers: numbers)
    var course = course
    (course.start, course.cross) = (.zero, 0)
    index = RectIndex(count: pieces.count, budget) {
      pieces.rect(of: $0, template, shifts, own, course)
    }
  }

  var byteCount: Int { own.byteCount + index.byteCount }
}

/// The frames of own repetitions, one repetition after the other, each relative to its repetition's corner.
struct OwnFrames: Sendable {
  private(set) var starts: [Units] = []
  private(set) var lengths: [Units] = []
  /// The frames' starts across the scroll axis; empty if they are the template's.
  private(set) var crosses: [Double] = []
  /// The frames' lengths across the scroll axis; empty if they are the template's.
  private(set) var breadths: [Double] = []

  var count: Int { starts.count }

  /// The bytes of the arrays.
  var byteCount: Int {
    8 * (starts.capacity + lengths.capacity + crosses.capacity + breadths.capacity)
  }

  /// Reserves capacity for `count` frames.
  ///
  /// - Parameter isMoved: whether the frames' starts and lengths across the scroll axis differ from the
  ///   template's.
  mutating func reserve(_ count: Int, isMoved: Bool) {
    starts.reserveCapacity(count)
    lengths.reserveCapacity(count)
    guard isMoved else { return }
    crosses.reserveCapacity(count)
    breadths.reserveCapacity(count)
  }

  /// Adds a frame whose start and length across the scroll axis are the template's.
  mutating func append(_ start: Units, _ length: Units) {
    starts.append(start)
    lengths.append(length)
  }

  mutating func append(_ start: Units, _ length: Units, cross: Double, breadth: Double) {
    append(start, length)
    crosses.append(cross)
    breadths.append(breadth)
  }

  /// Returns the place of a frame.
  ///
  /// - Parameters:
  ///   - number: the frame's number among all.
  ///   - frame: the frame in the template that has the same number in its repetition.
  ///   - corner: the repetition's corner, along the scroll axis and across it.
  @inline(__always)
  func place(
    _ number: Int, _ frame: Rect, at corner: (start: Units, cross: Double), _ axis: LayoutAxis
  ) -> SectionFrame {
    let isMoved = !crosses.isEmpty
    return SectionFrame(
      start: corner.start + starts[number], length: lengths[number],
      cross: (isMoved ? crosses[number] : axis.crossMin(frame)) + corner.cross,
      breadth: isMoved ? breadths[number] : axis.cross(frame.size))
  }

  /// Whether the frames of one repetition are the same in two lists.
  ///
  /// - Parameters:
  ///   - places: the numbers of the frames in their repetition.
  ///   - first: the number of the repetition's first frame in this list.
  ///   - otherFirst: the number of its first frame in `other`.
  func areSame(
    _ places: Range<Int>, from first: Int, as other: OwnFrames, from otherFirst: Int
  ) -> Bool {
    let (one, two) = (
      first + places.lowerBound..<first + places.upperBound,
      otherFirst + places.lowerBound..<otherFirst + places.upperBound
    )
    return starts[one] == other.starts[two] && lengths[one] == other.lengths[two]
      && crosses.isEmpty == other.crosses.isEmpty
      && (crosses.isEmpty || crosses[one] == other.crosses[two])
      && (breadths.isEmpty || breadths[one] == other.breadths[two])
  }
}

/// The pieces that the index of a chunk finds, in the chunk's numbers.
///
/// A piece is all repetitions between two own repetitions, or a block of the frames of an own repetition.
struct RepetitionPieces {
  /// Neighbouring elements that the index finds together.
  struct Piece {
    var elements: Range<Int>
    /// The number of own repetitions before the piece.
    var rank: Int
    /// The own repetition that contains the elements; nil if they are between own repetitions.
    var repetition: Int?
  }

  private let elementCount: Int
  private let size: Int
  /// The number of blocks of an own repetition.
  private let blocks: Int
  /// The number of blocks of the last own repetition, which may be cut short.
  private let lastBlocks: Int
  private let numbers: [UInt32]
  /// The number of pieces before each own repetition, and after the last: 0 if all repetitions are own ones.
  private let gaps: Int

  /// Creates the pieces of `count` elements, > 0, in repetitions of `size` elements.
  init(count: Int, size: Int, numbers: [UInt32]) {
    elementCount = count
    self.size = size
    self.numbers = numbers
    blocks = (size - 1) / RepetitionFrames.blockLength + 1
    let left = numbers.last.map { count - Int($0) * size } ?? size
    lastBlocks = min(blocks, (max(left, 1) - 1) / RepetitionFrames.blockLength + 1)
    gaps = numbers.count * size < count ? 1 : 0
  }

  /// The number of pieces: those between own repetitions, and the blocks of each.
  var count: Int { numbers.count * (blocks + gaps) + gaps + lastBlocks - blocks }

  subscript(piece: Int) -> Piece {
    var (rank, part) = piece.quotientAndRemainder(dividingBy: blocks + gaps)
    if gaps == 0 { part += 1 }
    if gaps == 1, piece == count - 1 { (rank, part) = (numbers.count, 0) }
    guard part > 0 else {
      let first = min(elementCount, rank == 0 ? 0 : (Int(numbers[rank - 1]) + 1) * size)
      let end = rank < numbers.count ? Int(numbers[rank]) * size : elementCount
      return Piece(elements: first..<max(first, min(end, elementCount)), rank: rank)
    }
    let repetition = Int(numbers[rank])
    let first = min(elementCount, repetition * size + (part - 1) * RepetitionFrames.blockLength)
    let end = min(elementCount, first + RepetitionFrames.blockLength, (repetition + 1) * size)
    return Piece(elements: first..<max(first, end), rank: rank, repetition: repetition)
  }

  /// Returns a rectangle that contains a piece's frames; if the piece is empty, the frame of an element
  /// near it.
  func rect(
    of number: Int, _ template: RepeatedFrames.Template, _ shifts: [Units], _ own: OwnFrames,
    _ course: RepeatedFrames.Course
  ) -> Rect {
    let piece = self[number]
    var (elements, rank, isOwn) = (piece.elements, piece.rank, piece.repetition != nil)
    if elements.isEmpty {
      // The frame of a neighbour enlarges no box of the index.
      let neighbour = min(elements.lowerBound, elementCount - 1)
      elements = neighbour..<neighbour + 1
    }
    let repetition = elements.lowerBound / size
    if piece.elements.isEmpty {
      rank = numbers.indices.firstIndex { Int(numbers[$0]) >= repetition }
      isOwn = rank < numbers.count && Int(numbers[rank]) == repetition
    }
    let shift = shifts.isEmpty ? .zero : shifts[rank]
    let corner = course.corner(of: repetition, shift: shift)
    let placement = FrameTransform(axis: course.axis)
    guard isOwn else {
      var course = course
      (course.start, course.cross) = corner
      return RepeatedFrames(template, course, count: elements.count).bounds
    }
    func frame(_ element: Int) -> Rect {
      let place = element - repetition * size
      return placement.frame(
        own.place(rank * size + place, template.frames[place], at: corner, course.axis))
    }
    return elements.count == 1
      ? frame(elements.lowerBound) : Rect(holding: elements.map { frame($0) })
  }
}

extension RepeatedFrames.Course {
  /// Returns the corner of a repetition, along the scroll axis and across it.
  ///
  /// - Parameter shift: the distance by which other repetitions move it.
  @inline(__always)
  func corner(of repetition: Int, shift: Units) -> (start: Units, cross: Double) {
    (
      start + repetition * stride + shift,
      cross + Double(repetition) * (crossStride ?? 0)
    )
  }
}
