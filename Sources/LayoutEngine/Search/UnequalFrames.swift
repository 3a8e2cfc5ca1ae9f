/// The frames of a repeated template, some of whose repetitions have their own frames and length.
///
/// The other repetitions are those of `RepeatedFrames`. The repetitions are in chunks (`RepetitionStarts`).
struct UnequalFrames: NumberedFrames {
  /// Which elements of the repetitions these are.
  enum Elements: Sendable { case cells, badges }

  /// The number of elements; the last repetition may be cut short.
  let count: Int
  private let elements: Elements
  private let template: RepeatedFrames.Template
  private let starts: RepetitionStarts
  /// Finds the chunks that intersect a rectangle.
  private let index: RectIndex

  /// Creates the elements of a repeated template.
  ///
  /// - Parameters:
  ///   - template: at least one frame; its frames are those of all repetitions that are not own ones.
  ///   - starts: the chunks of repetitions.
  ///   - count: the number of elements; > 0.
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(chunks).
  init(
    _ elements: Elements, _ template: RepeatedFrames.Template, _ starts: RepetitionStarts,
    count: Int, _ budget: LayoutBudget
  ) throws(LayoutError) {
    self.elements = elements
    self.template = template
    self.starts = starts
    self.count = count
    var bounds: [Rect] = []
    bounds.reserveCapacity(starts.chunks.count)
    for number in starts.chunks.indices {
      let frames = starts.chunks[number].frames(elements)
      if frames.count > 0 {
        let relative = frames.index.bounds
        let (move, slack) = starts.move(number, relative)
        bounds.append(relative.offsetBy(dx: move.x, dy: move.y).outsetBy(dx: slack, dy: slack))
      } else {
        // A chunk without elements has the bounds of a neighbour, so that it enlarges no box of the index.
        bounds.append(bounds.last ?? .zero)
      }
    }
    if let first = starts.chunks.firstIndex(where: { $0.frames(elements).count > 0 }) {
      for number in 0..<first { bounds[number] = bounds[first] }
    }
    index = RectIndex(bounds, budget)
    try budget.count(0)
  }

  /// The bytes of the index, without the template, the starts and the chunks.
  var byteCount: Int { index.byteCount }

  var bounds: Rect { index.bounds }

  var repetitions: Repetitions {
    Repetitions(
      count: count, template: template, course: starts.course, starts: starts, elements: elements)
  }

  /// The place of an element; `number` must be in `0..<count`.
  ///
  /// - Complexity: O(log own repetitions).
  subscript(number: Int) -> SectionFrame {
    let (repetition, place) = number.quotientAndRemainder(dividingBy: template.frames.count)
    return starts.place(of: place, in: starts.run(at: repetition), elements, template)
  }

  /// Adds the numbers of all elements that may intersect the rectangle; it may add others, but misses none.
  ///
  /// - Complexity: O(log n + found) if repetitions don't overlap.
  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    var found = IndexRuns(limit: numbers.room)
    index.addNumbers(intersecting: rect, to: &found)
    guard !found.isFull else { return numbers.countVisits(.max) }
    for run in found.runs {
      for chunk in run where !numbers.isFull { add(chunk, rect, to: &numbers) }
    }
  }

  /// Adds the elements of a chunk.
  private func add(_ number: Int, _ rect: Rect, to numbers: inout IndexRuns) {
    let chunk = starts.chunks[number]
    let frames = chunk.frames(elements)
    guard frames.count > 0 else { return numbers.countVisits(1) }
    let (move, slack) = starts.move(number, frames.index.bounds)
    var found = IndexRuns(limit: numbers.room)
    frames.index.addNumbers(
      intersecting: rect.offsetBy(dx: -move.x, dy: -move.y).outsetBy(dx: slack, dy: slack),
      to: &found)
    guard !found.isFull else { return numbers.countVisits(.max) }
    let pieces = RepetitionPieces(
      count: frames.count, size: template.frames.count, numbers: chunk.numbers)
    for run in found.runs {
      for piece in run where !numbers.isFull { add(pieces[piece], of: number, rect, to: &numbers) }
    }
  }

  /// Adds the elements of a piece of a chunk.
  private func add(
    _ piece: RepetitionPieces.Piece, of number: Int, _ rect: Rect, to numbers: inout IndexRuns
  ) {
    guard !piece.elements.isEmpty else { return }
    let size = template.frames.count
    let first = starts.first(ofChunk: number) * size
    let run = starts.run(
      at: starts.first(ofChunk: number) + piece.elements.lowerBound / size, inChunk: number)
    guard piece.repetition != nil else {
      var course = starts.course
      (course.start, course.cross) = run.corner
      let frames = RepeatedFrames(template, course, count: piece.elements.count)
      var found = IndexRuns(limit: numbers.room)
      frames.addCandidates(intersecting: rect, to: &found)
      numbers.countVisits(found.isFull ? .max : found.visitCount)
      let start = first + piece.elements.lowerBound
      for run in found.runs { numbers.append(start + run.lowerBound..<start + run.upperBound) }
      return
    }
    var visits = 0
    for element in piece.elements {
      let place = starts.place(of: element % size, in: run, elements, template)
      if starts.placement.frame(place).intersectsOrTouches(rect) {
        numbers.append(first + element)
      } else {
        visits += 1
      }
    }
    numbers.countVisits(visits)
  }
}

/// The chunks of a section's repetitions, and where they begin.
final class RepetitionStarts: Sendable {
  /// The chunks, one for each chunk of the section's items.
  let chunks: [RepetitionChunk]
  /// The positions that the repetitions would have if none were an own repetition.
  let course: RepeatedFrames.Course
  /// The number of each chunk's first repetition.
  private let firsts: [UInt32]
  /// The distance by which the own repetitions of earlier chunks move each chunk.
  private let shifts: [Units]

  /// Creates the starts of chunks, at least one.
  ///
  /// - Complexity: O(chunks).
  init(_ chunks: [RepetitionChunk], course: RepeatedFrames.Course) {
    self.chunks = chunks
    self.course = course
    var (firsts, shifts): ([UInt32], [Units]) = ([], [])
    firsts.reserveCapacity(chunks.count)
    shifts.reserveCapacity(chunks.count)
    var (first, shift) = (0, Units.zero)
    for chunk in chunks {
      firsts.append(UInt32(truncatingIfNeeded: first))
      shifts.append(shift)
      first += chunk.count
      shift = (shift + chunk.shift).limited
    }
    self.firsts = firsts
    self.shifts = shifts
  }

  /// The bytes of the arrays, without the chunks.
  var byteCount: Int { 8 * chunks.capacity + 4 * firsts.capacity + 8 * shifts.capacity + 96 }

  /// The placement that leaves frames in the section's own coordinates.
  var placement: FrameTransform { FrameTransform(axis: course.axis) }

  /// The number of a chunk's first repetition.
  func first(ofChunk number: Int) -> Int { Int(firsts[number]) }

  /// The start of a chunk's first repetition along the scroll axis.
  func start(ofChunk number: Int) -> Units {
    course.corner(of: Int(firsts[number]), shift: shifts[number]).start
  }

  /// A repetition, and what is known of it.
  struct Run {
    /// The number of the chunk that contains the repetition.
    var chunk: Int
    /// The number of the repetition among all.
    var repetition: Int
    /// The number of own repetitions before it in its chunk.
    var rank: Int
    /// Whether it is an own repetition.
    var isOwn: Bool
    /// Its corner along the scroll axis, and across it.
    var corner: (start: Units, cross: Double)
  }

  /// Returns what is known of a repetition; its number may be the number of all repetitions.
  ///
  /// - Complexity: O(log chunks + log own repetitions of a chunk).
  func run(at repetition: Int) -> Run {
    // Of chunks with one beginning, the last one contains the repetition: the others are empty.
    run(at: repetition, inChunk: firsts.indices.firstIndex { Int(firsts[$0]) > repetition } - 1)
  }

  /// Returns what is known of a repetition of a chunk.
  func run(at repetition: Int, inChunk number: Int) -> Run {
    let chunk = chunks[number]
    let (rank, isOwn) = chunk.rank(of: repetition - Int(firsts[number]))
    return Run(
      chunk: number, repetition: repetition, rank: rank, isOwn: isOwn,
      corner: course.corner(of: repetition, shift: shifts[number] + chunk.shift(rank: rank)))
  }

  /// Returns the start of a repetition along the scroll axis; its number may be the number of all
  /// repetitions.
  func start(of repetition: Int) -> Units { run(at: repetition).corner.start }

  /// Returns the place of an element of a repetition.
  ///
  /// - Parameter place: the element's number in the repetition.
  @inline(__always)
  func place(
    of place: Int, in run: Run, _ elements: UnequalFrames.Elements,
    _ template: RepeatedFrames.Template
  ) -> SectionFrame {
    let frame = template.frames[place]
    let axis = course.axis
    guard run.isOwn else {
      return SectionFrame(
        start: run.corner.start + Units(points: axis.mainMin(frame)),
        length: Units(points: axis.main(frame.size)),
        cross: axis.crossMin(frame) + run.corner.cross, breadth: axis.cross(frame.size))
    }
    let chunk = chunks[run.chunk]
    let number = run.rank * template.frames.count + place
    return switch elements {
    case .cells: chunk.cells.own.place(number, frame, at: run.corner, axis)
    case .badges: chunk.badges.own.place(number, frame, at: run.corner, axis)
    }
  }

  /// Returns the distance from a chunk's own coordinates to the section's, in points, and a distance that is
  /// greater than the error of rounding a coordinate that is moved by it.
  ///
  /// - Parameter bounds: the bounds of the moved frames, in the chunk's coordinates.
  fileprivate func move(_ number: Int, _ bounds: Rect) -> (by: Point, slack: Double) {
    let corner = course.corner(of: Int(firsts[number]), shift: shifts[number])
    let point = course.axis.point(main: corner.start.points, cross: corner.cross)
    return (point, (point.x.magnitude + point.y.magnitude + bounds.farthest) * 1e-14)
  }
}

extension RepetitionChunk {
  /// Returns the frames of the cells or of the supplementaries.
  func frames(_ elements: UnequalFrames.Elements) -> RepetitionFrames {
    switch elements {
    case .cells: cells
    case .badges: badges
    }
  }
}
