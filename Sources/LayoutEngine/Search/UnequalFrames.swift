/// Frames that recur as `RepeatedFrames` do, except in some repetitions with frames and a length of their
/// own.
///
/// Only the frames of these own repetitions are stored.
struct UnequalFrames: NumberedFrames {
  /// The number of frames of an own repetition that one box of the index holds.
  private static let blockLength = 16

  /// The number of elements; the last repetition may be cut short.
  let count: Int
  /// The bytes that it takes, without those of the template and the starts.
  let byteCount: Int
  private let template: RepeatedFrames.Template
  private let starts: RepetitionStarts
  private let own: OwnFrames
  /// Finds pieces: the repetitions between two own ones, and blocks of own ones.
  private let index: RectIndex

  /// Creates elements at a template's places, except in the repetitions that `starts` names.
  ///
  /// - Parameters:
  ///   - template: at least one frame.
  ///   - own: the frames of those repetitions, one after the other.
  ///   - count: > 0.
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

  /// The place of an element; `number` in 0..<count.
  ///
  /// - Complexity: O(log own repetitions).
  subscript(number: Int) -> ElementPlace {
    let (repetition, place) = number.quotientAndRemainder(dividingBy: template.frames.count)
    let (rank, isOwn) = starts.rank(of: repetition)
    return starts.place(
      of: place, in: repetition, rank: rank, isOwn ? own : nil, template)
  }

  /// Adds the numbers of all elements that may meet the rectangle: none is missed.
  ///
  /// - Complexity: O(log n + found) if repetitions keep to their room.
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

/// The frames of own repetitions, one after the other, each relative to its repetition's corner.
struct OwnFrames: Sendable {
  private(set) var starts: [Units] = []
  private(set) var lengths: [Units] = []
  /// Where frames begin across the scroll axis; empty if that is as in the template.
  private(set) var crosses: [Double] = []
  private(set) var breadths: [Double] = []

  var count: Int { starts.count }

  /// The bytes that it takes.
  var byteCount: Int {
    8 * (starts.capacity + lengths.capacity + crosses.capacity + breadths.capacity)
  }

  /// Makes room for `count` frames.
  ///
  /// - Parameter isMoved: whether their places across the scroll axis differ from the template's.
  mutating func reserve(_ count: Int, isMoved: Bool) {
    starts.reserveCapacity(count)
    lengths.reserveCapacity(count)
    guard isMoved else { return }
    crosses.reserveCapacity(count)
    breadths.reserveCapacity(count)
  }

  /// Adds a frame that is placed across the scroll axis as in the template.
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

/// The beginnings of repetitions of which some have a length of their own.
final class RepetitionStarts: Sendable {
  /// The own repetitions, ascending.
  let numbers: [UInt32]
  /// How far a repetition with n own ones before it is moved, by n; empty if none is moved.
  private let shifts: [Units]
  /// Where all repetitions would be without own ones.
  let course: RepeatedFrames.Course

  init(numbers: [UInt32], shifts: [Units], course: RepeatedFrames.Course) {
    self.numbers = numbers
    self.shifts = shifts
    self.course = course
  }

  /// The bytes that it takes.
  var byteCount: Int { 4 * numbers.capacity + 8 * shifts.capacity + 96 }

  /// The section's own coordinates.
  var placement: ElementPlacement { ElementPlacement(axis: course.axis) }

  /// Returns the number of own repetitions before a repetition, and whether it is one itself.
  ///
  /// - Complexity: O(log own repetitions).
  func rank(of repetition: Int) -> (rank: Int, isOwn: Bool) {
    let rank = numbers.indices.firstIndex { Int(numbers[$0]) >= repetition }
    return (rank, rank < numbers.count && Int(numbers[rank]) == repetition)
  }

  /// Returns where a repetition begins along the scroll axis.
  func start(of repetition: Int, rank: Int) -> Units {
    course.start + repetition * course.stride + (shifts.isEmpty ? .zero : shifts[rank])
  }

  /// Returns the place of a frame of a repetition.
  ///
  /// - Parameters:
  ///   - place: its number in the repetition.
  ///   - own: the frames of own repetitions; nil if this is not one.
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

  /// Returns the frames of the repetitions between two own ones.
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

/// The pieces that an index of unequal repetitions finds: all repetitions between two own ones together,
/// and own ones in blocks.
private struct Pieces {
  /// Elements that are found together.
  struct Piece {
    var elements: Range<Int>
    /// The number of own repetitions before it.
    var rank: Int
    /// The own repetition that contains them; nil if they are between own ones.
    var repetition: Int?
  }

  private let elementCount: Int
  private let size: Int
  private let blockLength: Int
  /// The number of blocks of an own repetition, and of the last one, which may be cut short.
  private let blocks: Int
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

  /// The number of pieces: one before each own repetition, one after the last, and their blocks.
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

  /// Returns a rectangle that contains a piece's frames; if it has none, the rectangle of some frame.
  func rect(of number: Int, _ template: RepeatedFrames.Template, _ own: OwnFrames) -> Rect {
    let piece = self[number]
    let placement = starts.placement
    func frame(_ element: Int, _ repetition: Int, _ rank: Int, isOwn: Bool = true) -> Rect {
      placement.frame(
        starts.place(
          of: element - repetition * size, in: repetition, rank: rank, isOwn ? own : nil, template))
    }
    guard !piece.elements.isEmpty else {
      // The next frame is used, so that no box grows by it.
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
