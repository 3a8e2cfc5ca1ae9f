/// The parts of a repeated template that decide where its elements are, with or without own repetitions.
///
/// Two versions of a section compare them chunk by chunk, or repetition by repetition, instead of element by
/// element: all repetitions between two own repetitions are one comparison.
struct Repetitions {
  /// The number of elements.
  let count: Int
  let template: RepeatedFrames.Template
  /// The positions that the repetitions would have if none were an own repetition.
  let course: RepeatedFrames.Course
  /// The chunks of the repetitions; nil if there are no own repetitions.
  let starts: RepetitionStarts?
  /// Which elements of the repetitions these are.
  let elements: UnequalFrames.Elements

  /// The number of elements of a whole repetition.
  private var size: Int { template.frames.count }

  /// A repetition, and what is known of it and of those after it.
  private struct Run {
    /// The repetition's start along the scroll axis.
    var start: Units
    /// The number of own repetitions before it in its chunk; nil if it is not an own repetition.
    var own: Int?
    /// The next own repetition at or after it, or the end of its chunk if there is none before that.
    var end: Int
    /// Its chunk, the number of the chunk's first repetition and that after its last; nil without chunks.
    var chunk: (RepetitionChunk, first: Int, end: Int)?
  }

  private func run(at repetition: Int) -> Run {
    guard let starts else {
      return Run(start: course.start + repetition * course.stride, end: .max)
    }
    let run = starts.run(at: repetition)
    let (chunk, first) = (starts.chunks[run.chunk], starts.first(ofChunk: run.chunk))
    let end = run.rank < chunk.numbers.count ? Int(chunk.numbers[run.rank]) : chunk.count
    return Run(
      start: run.corner.start, own: run.isOwn ? run.rank : nil, end: first + end,
      chunk: (chunk, first, first + chunk.count))
  }

  /// Returns the number of elements, from `element` on, that have the same places in `other`.
  ///
  /// It stops at the first own repetition that one of the two doesn't have, or that differs anywhere.
  ///
  /// - Complexity: O(template + chunks + elements of own repetitions in chunks that differ).
  func sharedCount(from element: Int, with other: Repetitions) -> Int {
    let count = min(count, other.count)
    guard element < count, course.hasSameCrossPositions(as: other.course),
      template.isSame(as: other.template)
    else { return 0 }
    let haveSameStride = course.stride == other.course.stride
    var next = element
    var repetition = element / size
    while next < count {
      let (run, match) = (run(at: repetition), other.run(at: repetition))
      guard run.start == match.start else { break }
      if haveSameStride, let chunk = run.chunk, let same = match.chunk, chunk.0 === same.0,
        chunk.first == same.first
      {
        repetition = chunk.end
      } else if let own = run.own, let otherOwn = match.own {
        let places = next - repetition * size..<min(count - repetition * size, size)
        guard let mine = run.chunk?.0, let its = match.chunk?.0,
          mine.frames(elements).own.areSame(
            places, from: own * size, as: its.frames(elements).own, from: otherOwn * size)
        else { break }
        repetition += 1
      } else if run.own != nil || match.own != nil {
        break
      } else {
        // Equal strides keep all repetitions up to the next own one together.
        let last = (count - 1) / size + 1
        repetition = haveSameStride ? min(last, run.end, match.end) : repetition + 1
      }
      next = min(count, repetition * size)
    }
    return next - element
  }
}

extension RepeatedFrames.Course {
  /// Whether repetitions have the same positions across the scroll axis.
  fileprivate func hasSameCrossPositions(as other: RepeatedFrames.Course) -> Bool {
    axis == other.axis && cross == other.cross && crossStride == other.crossStride
  }
}

extension RepeatedFrames.Template {
  /// Whether both have the same frames.
  ///
  /// - Complexity: O(frames), and O(1) for one template.
  fileprivate func isSame(as other: RepeatedFrames.Template) -> Bool {
    self === other || frames == other.frames
  }
}
