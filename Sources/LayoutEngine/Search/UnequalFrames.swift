/// The frames of a repeated template, some of whose repetitions have their own frames and length.
///
/// The other repetitions are those of `RepeatedFrames`.
///
/// A repetition with its own frames is called an own repetition; only the frames of own repetitions are
/// stored.
struct UnequalFrames: NumberedFrames {
  /// The number of frames of an own repetition that share one box of the index.
  private static let blockLength = 16

  /// The number of elements; the last repetition may be cut short.
  let count: Int
  /// The bytes of the own frames and the index, without the template and the starts.
  let byteCount: Int
  private let template: RepeatedFrames.Template
  private let starts: RepetitionStarts
  private let own: OwnFrames
  /// Finds the pieces that meet a rectangle: a piece is all repetitions between two own repetitions, or a
  /// block of the frames of an own repetition (`Pieces`).
  private let index: RectIndex

  /// Creates the elements of a repeated template; `starts` lists the own repetitions.
  ///
  /// - Parameters:
  ///   - template: at least one frame; its frames are those of all other repetitions.
  ///   - starts: the numbers and positions of the own repetitions.
  ///   - own: the frames of the own repetitions, one repetition after the other.
  ///   - count: the number of elements; > 0.
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(frames of own repetitions).
  init(
    _ template: RepeatedFrames.Template, _ starts: RepetitionStarts, _ own: OwnFrames, count: Int,
    _ budget: LayoutBudget
  ) throws(LayoutError) {
    self.template = template
    self.starts = starts
    self.own = own
    self.count = count
    let pieces = Pieces(
      count: count, size: template.frames.count, blockLength: Self.blockLength, starts: starts)
    index = RectIndex(count: pieces.count, budget) {
      pieces.rect(of: $0, template, own)
    }
    try budget.count(0)
    byteCount = own.byteCount + index.byteCount
  }

  var bounds: Rect { index.bounds }

  var repetitions: Repetitions {
    Repetitions(
      count: count, template: template, course: starts.course, starts: starts, own: own)
  }

  /// The place of an element; `number` must be in `0..<count`.
  ///
  /// - Complexity: O(log own repetitions).
  subscript(number: Int) -> ElementPlace {
    let (repetition, place) = number.quotientAndRemainder(dividingBy: template.frames.count)
    let (rank, isOwn) = starts.rank(of: repetition)
    return starts.place(
      of: place, in: repetition, rank: rank, isOwn ? own : nil, template)
  }

  /// Adds the numbers of all elements that may meet the rectangle; it may add others, but misses none.
  ///
  /// - Complexity: O(log n + found) if repetitions don't overlap.
  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    let pieces = Pieces(
      count: count, size: template.frames.count, blockLength: Self.blockLength, starts: starts)
    var found = IndexRuns(limit: numbers.room)
    index.addNumbers(meeting: rect, to: &found)
    guard !found.isFull else { return numbers.countVisits(.max) }
    for run in found.runs {
      for piece in run where !numbers.isFull { add(pieces[piece], rect, to: &numbers) }
    }
  }

  private func add(_ piece: Pieces.Piece, _ rect: Rect, to numbers: inout IndexRuns) {
    guard let repetition = piece.repetition else {
      let frames = starts.frames(piece, template)
      guard frames.count > 0 else { return }
      var found = IndexRuns(limit: numbers.room)
      frames.addCandidates(meeting: rect, to: &found)
      numbers.countVisits(found.isFull ? .max : found.visitCount)
      for run in found.runs {
        numbers.append(
          piece.elements.lowerBound + run.lowerBound..<piece.elements.lowerBound + run.upperBound)
      }
      return
    }
    var visits = 0
    for number in piece.elements {
      let place = starts.place(
        of: number - repetition * template.frames.count, in: repetition, rank: piece.rank, own,
        template)
      if starts.placement.frame(place).touches(rect) {
        numbers.append(number)
      } else {
        visits += 1
      }
    }
    numbers.countVisits(visits)
  }
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
}

/// The starts of repetitions, some of which have their own length.
final class RepetitionStarts: Sendable {
  /// The numbers of the own repetitions, ascending.
  let numbers: [UInt32]
  /// At index n, the distance by which n own repetitions move the repetitions after them; empty if none is
  /// moved.
  private let shifts: [Units]
  /// The positions that the repetitions would have if none were an own repetition.
  let course: RepeatedFrames.Course

  init(numbers: [UInt32], shifts: [Units], course: RepeatedFrames.Course) {
    self.numbers = numbers
    self.shifts = shifts
    self.course = course
  }

  /// The bytes of the arrays.
  var byteCount: Int { 4 * numbers.capacity + 8 * shifts.capacity + 96 }

  /// The placement that leaves frames in the section's own coordinates.
  var placement: ElementPlacement { ElementPlacement(axis: course.axis) }

  /// Returns the number of own repetitions before a repetition, and whether the repetition itself is one.
  ///
  /// - Complexity: O(log own repetitions).
  func rank(of repetition: Int) -> (rank: Int, isOwn: Bool) {
    let rank = numbers.indices.firstIndex { Int(numbers[$0]) >= repetition }
    return (rank, rank < numbers.count && Int(numbers[rank]) == repetition)
  }

  /// Returns the start of a repetition along the scroll axis.
  ///
  /// - Parameter rank: the number of own repetitions before it.
  func start(of repetition: Int, rank: Int) -> Units {
    course.start + repetition * course.stride + (shifts.isEmpty ? .zero : shifts[rank])
  }

  /// Returns the place of an element of a repetition.
  ///
  /// - Parameters:
  ///   - place: the element's number in the repetition.
  ///   - rank: the number of own repetitions before the repetition.
  ///   - own: the frames of all own repetitions; nil if this repetition is not one.
  @inline(__always)
  func place(
    of place: Int, in repetition: Int, rank: Int, _ own: OwnFrames?,
    _ template: RepeatedFrames.Template
  ) -> ElementPlace {
    let frame = template.frames[place]
    let axis = course.axis
    let moved = course.cross + Double(repetition) * (course.crossStride ?? 0)
    let start = start(of: repetition, rank: rank)
    guard let own else {
      return ElementPlace(
        start: start + Units(points: axis.mainMin(frame)),
        length: Units(points: axis.main(frame.size)),
        cross: axis.crossMin(frame) + moved, breadth: axis.cross(frame.size))
    }
    let number = rank * template.frames.count + place
    let isMoved = !own.crosses.isEmpty
    return ElementPlace(
      start: start + own.starts[number], length: own.lengths[number],
      cross: (isMoved ? own.crosses[number] : axis.crossMin(frame)) + moved,
      breadth: isMoved ? own.breadths[number] : axis.cross(frame.size))
  }

  /// Returns the frames of a piece that is between own repetitions.
  fileprivate func frames(
    _ piece: Pieces.Piece, _ template: RepeatedFrames.Template
  ) -> RepeatedFrames {
    let first = piece.elements.lowerBound / template.frames.count
    var course = course
    course.start = start(of: first, rank: piece.rank)
    course.cross += Double(first) * (course.crossStride ?? 0)
    return RepeatedFrames(template, course, count: piece.elements.count)
  }
}

/// The pieces that the index of `UnequalFrames` finds.
///
/// A piece is all repetitions between two own repetitions, or a block of the frames of an own repetition.
private struct Pieces {
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
  private let blockLength: Int
  /// The number of blocks of an own repetition.
  private let blocks: Int
  /// The number of blocks of the last own repetition, which may be cut short.
  private let lastBlocks: Int
  private let starts: RepetitionStarts

  init(count: Int, size: Int, blockLength: Int, starts: RepetitionStarts) {
    elementCount = count
    self.size = size
    self.blockLength = blockLength
    self.starts = starts
    blocks = (size - 1) / blockLength + 1
    let left = starts.numbers.last.map { count - Int($0) * size } ?? 0
    lastBlocks = min(blocks, (max(left, 1) - 1) / blockLength + 1)
  }

  /// The number of pieces: one before each own repetition, one after the last, and the blocks of each.
  var count: Int { starts.numbers.count * (blocks + 1) + 1 + lastBlocks - blocks }

  subscript(piece: Int) -> Piece {
    var (rank, part) = piece.quotientAndRemainder(dividingBy: blocks + 1)
    let numbers = starts.numbers
    if piece == count - 1 { (rank, part) = (numbers.count, 0) }
    guard part > 0 else {
      let first = min(elementCount, rank == 0 ? 0 : (Int(numbers[rank - 1]) + 1) * size)
      let end = rank < numbers.count ? Int(numbers[rank]) * size : elementCount
      return Piece(elements: first..<end, rank: rank)
    }
    let repetition = Int(numbers[rank])
    let first = min(elementCount, repetition * size + (part - 1) * blockLength)
    let end = min(elementCount, first + blockLength, (repetition + 1) * size)
    return Piece(elements: first..<end, rank: rank, repetition: repetition)
  }

  /// Returns a rectangle that contains a piece's frames; if the piece is empty, the frame of an element
  /// near it.
  func rect(of number: Int, _ template: RepeatedFrames.Template, _ own: OwnFrames) -> Rect {
    let piece = self[number]
    let placement = starts.placement
    func frame(_ element: Int, _ repetition: Int, _ rank: Int, isOwn: Bool = true) -> Rect {
      placement.frame(
        starts.place(
          of: element - repetition * size, in: repetition, rank: rank, isOwn ? own : nil, template))
    }
    guard !piece.elements.isEmpty else {
      // Use a frame nearby, so that the empty piece enlarges no box of the index.
      let element = min(piece.elements.lowerBound, elementCount - 1)
      let repetition = element / size
      if piece.rank < starts.numbers.count, Int(starts.numbers[piece.rank]) == repetition {
        return frame(element, repetition, piece.rank)
      }
      let (rank, isOwn) = starts.rank(of: repetition)
      return frame(element, repetition, rank, isOwn: isOwn)
    }
    guard let repetition = piece.repetition else { return starts.frames(piece, template).bounds }
    guard piece.elements.count > 1 else {
      return frame(piece.elements.lowerBound, repetition, piece.rank)
    }
    return Rect(holding: piece.elements.map { frame($0, repetition, piece.rank) })
  }
}
