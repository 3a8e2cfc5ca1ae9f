/// The parts of a repeated template that decide where its elements are, with or without own repetitions.
///
/// Two versions of a section compare them repetition by repetition instead of element by element: all
/// repetitions between two own repetitions are one comparison.
struct Repetitions {
  /// The number of elements.
  let count: Int
  let template: RepeatedFrames.Template
  /// The positions that the repetitions would have if none were an own repetition.
  let course: RepeatedFrames.Course
  /// The numbers and shifts of the own repetitions; nil if there are none.
  let starts: RepetitionStarts?
  /// The frames of the own repetitions, one repetition after the other.
  let own: OwnFrames

  /// The number of elements of a whole repetition.
  private var size: Int { template.frames.count }

  /// Returns the number of own repetitions before a repetition.
  private func rank(of repetition: Int) -> Int { starts?.rank(of: repetition).rank ?? 0 }

  /// Returns the number of the own repetition with a rank; `.max` if there are fewer.
  private func number(ofOwn rank: Int) -> Int {
    guard let numbers = starts?.numbers, rank < numbers.count else { return .max }
    return Int(numbers[rank])
  }

  private func start(of repetition: Int, rank: Int) -> Units {
    starts?.start(of: repetition, rank: rank) ?? course.start + repetition * course.stride
  }

  /// Returns the number of elements, from `element` on, that have the same places in `other`.
  ///
  /// It stops at the first own repetition that one of the two doesn't have, or that differs anywhere.
  ///
  /// - Complexity: O(template + elements of own repetitions).
  func sharedCount(from element: Int, with other: Repetitions) -> Int {
    let count = min(count, other.count)
    guard element < count, course.hasSameCrossPositions(as: other.course),
      template.isSame(as: other.template)
    else { return 0 }
    var next = element
    var repetition = element / size
    var (rank, match) = (rank(of: repetition), other.rank(of: repetition))
    while next < count {
      guard start(of: repetition, rank: rank) == other.start(of: repetition, rank: match) else {
        break
      }
      let (ownNumber, otherNumber) = (number(ofOwn: rank), other.number(ofOwn: match))
      if ownNumber == repetition || otherNumber == repetition {
        let end = min(count, (repetition + 1) * size)
        guard ownNumber == otherNumber,
          own.areSame(
            next - repetition * size..<end - repetition * size, from: rank * size, as: other.own,
            from: match * size)
        else { break }
        next = end
        (repetition, rank, match) = (repetition + 1, rank + 1, match + 1)
      } else {
        // Equal strides keep all repetitions up to the next own one together.
        let last = (count - 1) / size + 1
        repetition =
          course.stride == other.course.stride
          ? min(last, ownNumber, otherNumber) : repetition + 1
        next = min(count, repetition * size)
      }
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

extension OwnFrames {
  /// Whether the frames of one repetition are the same in two lists.
  ///
  /// - Parameters:
  ///   - places: the numbers of the frames in their repetition.
  ///   - first: the number of the repetition's first frame in this list.
  ///   - otherFirst: the number of its first frame in `other`.
  fileprivate func areSame(
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
