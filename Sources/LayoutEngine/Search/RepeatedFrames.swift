/// The frames of a template that is repeated at equal distances.
///
/// For a template of t frames, element n is frame n mod t of repetition n div t, so that a million elements
/// take the memory of t frames.
struct RepeatedFrames: NumberedFrames {
  /// The frames of one repetition, with an index that finds them; shared by all sections of a layout.
  final class Template: Sendable {
    /// The maximum number of frames that are searched one by one; larger templates have an index.
    static let scanLimit = 64

    let frames: [Rect]
    /// A rectangle that contains all frames.
    let bounds: Rect
    /// Finds the frames that intersect a rectangle; nil if the template has at most `scanLimit` frames.
    let index: RectIndex?

    /// Creates the template from one repetition's frames.
    ///
    /// - Parameters:
    ///   - frames: the frames of one repetition, in points from its corner.
    ///   - axis: the scroll axis, along which the frames are rounded to whole units (LayoutRules I1).
    init(_ frames: [Rect], along axis: LayoutAxis) {
      let frames = frames.map { frame in
        axis.rect(
          main: Units(points: axis.mainMin(frame)).points, cross: axis.crossMin(frame),
          mainLength: Units(points: axis.main(frame.size)).points,
          crossLength: axis.cross(frame.size))
      }
      self.frames = frames
      bounds = frames.dropFirst().reduce(frames.first ?? .zero) { $0.union($1) }
      index = frames.count > Self.scanLimit ? RectIndex(frames) : nil
    }

    /// Returns the place of a frame, relative to its repetition's corner.
    func place(_ number: Int, along axis: LayoutAxis) -> SectionFrame {
      let frame = frames[number]
      return SectionFrame(
        start: Units(points: axis.mainMin(frame)), length: Units(points: axis.main(frame.size)),
        cross: axis.crossMin(frame), breadth: axis.cross(frame.size))
    }

    /// The bytes of the frames and the index.
    var byteCount: Int {
      frames.capacity * MemoryLayout<Rect>.stride + (index?.byteCount ?? 0)
    }
  }

  /// The positions of the repetitions, which follow each other along the scroll axis or across it.
  struct Course: Sendable {
    /// The scroll axis.
    var axis: LayoutAxis
    /// The first repetition's start along the scroll axis.
    var start: Units
    /// The first repetition's start across the scroll axis, in points.
    var cross: Double
    /// The distance from one repetition to the next along the scroll axis; 0 if they follow each other
    /// across it.
    var stride = Units.zero
    /// The distance, in points, from one repetition to the next across the scroll axis; nil if they follow
    /// each other along it.
    var crossStride: Double?
  }

  let template: Template
  /// The number of elements; the last repetition may be cut short.
  let count: Int
  private let course: Course

  /// The axis along which repetitions follow each other.
  private let axis: LayoutAxis
  /// The first repetition's corner, in points.
  private let origin: Point
  /// The distance from one repetition to the next, in points.
  private let stride: Double
  /// A rectangle that contains every element's frame; `.zero` if there are no elements.
  let bounds: Rect
  /// A distance greater than the rounding error of any frame's position, in points.
  private let slack: Double

  /// Creates the elements of a repeated template.
  ///
  /// - Parameter count: the number of elements, from 0 to 2^53; must be 0 if the template is empty.
  init(_ template: Template, _ course: Course, count: Int) {
    self.template = template
    self.course = course
    self.count = count
    axis = course.crossStride == nil ? course.axis : course.axis.crossed
    origin = course.axis.point(main: course.start.points, cross: course.cross)
    stride = course.crossStride ?? course.stride.points
    guard count > 0 else {
      bounds = .zero
      slack = 0
      return
    }
    let first = template.bounds.offsetBy(dx: origin.x, dy: origin.y)
    let last = (count - 1) / template.frames.count
    let all = first.union(axis.offset(first, main: Double(last) * stride))
    let farthest =
      template.bounds.farthest + origin.x.magnitude + origin.y.magnitude
      + (Double(last) * stride).magnitude
    slack = farthest * 1e-14
    bounds = all.outsetBy(dx: slack, dy: slack)
  }

  /// Always 0, because the template is shared.
  var byteCount: Int { 0 }

  var repetitions: Repetitions {
    Repetitions(count: count, template: template, course: course, starts: nil, elements: .cells)
  }

  /// The place of an element; `number` must be in `0..<count`.
  ///
  /// - Complexity: O(1).
  subscript(number: Int) -> SectionFrame {
    let (repetition, place) = number.quotientAndRemainder(dividingBy: template.frames.count)
    let frame = template.frames[place]
    let axis = course.axis
    return SectionFrame(
      start: course.start + repetition * course.stride + Units(points: axis.mainMin(frame)),
      length: Units(points: axis.main(frame.size)),
      cross: axis.crossMin(frame) + course.cross + Double(repetition) * (course.crossStride ?? 0),
      breadth: axis.cross(frame.size))
  }
}

// MARK: Search

extension RepeatedFrames {
  /// A searched rectangle, clipped to the bounds, in coordinates relative to a repetition's corner.
  ///
  /// Every edge is inclusive.
  private struct Window {
    var main: ClosedRange<Double>
    var cross: ClosedRange<Double>
  }

  /// Adds the numbers of all elements that may intersect the rectangle; it may add others, but misses none.
  ///
  /// One search finds the frames of all repetitions that are within the rectangle along the axis of the
  /// repetitions. Repetitions that the rectangle contains only in part are searched separately.
  ///
  /// - Complexity: O(log t + found) for a template of t frames, if repetitions don't overlap; if many do,
  ///   O(min(t, overlapping · log t) + found · log found).
  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    // For up to half a template of elements, a search would take longer than testing every frame.
    guard count > template.frames.count / 2 else { return numbers.append(0..<count) }
    guard count > 0, let window = window(on: rect) else { return }
    let extent = extent(of: template.bounds)
    guard
      window.cross.overlaps(crossExtent(of: template.bounds)),
      let touched = repetitions(of: extent, touching: window.main)
    else { return }
    guard let inner = repetitions(of: extent, within: window.main)?.clamped(to: touched) else {
      return addCut(touched.lowerBound..<touched.upperBound + 1, window, to: &numbers)
    }
    addCut(touched.lowerBound..<inner.lowerBound, window, to: &numbers)
    addWhole(inner, cross: window.cross, to: &numbers)
    addCut(inner.upperBound + 1..<touched.upperBound + 1, window, to: &numbers)
  }

  private func window(on rect: Rect) -> Window? {
    guard
      let main = clip(
        axis.mainMin(rect), axis.mainMax(rect), axis.mainMin(bounds), axis.mainMax(bounds)),
      let cross = clip(
        axis.crossMin(rect), axis.crossMax(rect), axis.crossMin(bounds), axis.crossMax(bounds))
    else { return nil }
    let start = (main: axis.main(origin), cross: axis.cross(origin))
    return Window(
      main: (main.lowerBound - start.main)...(main.upperBound - start.main),
      cross: (cross.lowerBound - start.cross)...(cross.upperBound - start.cross))
  }

  /// Returns the overlap of `near...far` and `least...greatest`, extended by `slack`; nil if they are
  /// apart.
  private func clip(
    _ near: Double, _ far: Double, _ least: Double, _ greatest: Double
  ) -> ClosedRange<Double>? {
    let low = max(near, least) - slack
    let high = min(far, greatest) + slack
    return low <= high ? low...high : nil
  }

  private func extent(of frame: Rect) -> ClosedRange<Double> {
    axis.mainMin(frame)...axis.mainMax(frame)
  }

  private func crossExtent(of frame: Rect) -> ClosedRange<Double> {
    axis.crossMin(frame)...axis.crossMax(frame)
  }

  /// Returns the repetitions k for which `extent + k · stride` touches the window; nil if there are none.
  private func repetitions(
    of extent: ClosedRange<Double>, touching window: ClosedRange<Double>
  ) -> ClosedRange<Int>? {
    repetitions(
      from: window.lowerBound - extent.upperBound, through: window.upperBound - extent.lowerBound)
  }

  /// Returns the repetitions k for which `extent + k · stride` lies within the window; nil if there are
  /// none.
  private func repetitions(
    of extent: ClosedRange<Double>, within window: ClosedRange<Double>
  ) -> ClosedRange<Int>? {
    repetitions(
      from: window.lowerBound - extent.lowerBound, through: window.upperBound - extent.upperBound)
  }

  /// Returns the repetitions k with low ≤ k · stride ≤ high; nil if there are none.
  private func repetitions(from low: Double, through high: Double) -> ClosedRange<Int>? {
    let last = (count - 1) / template.frames.count
    guard low <= high else { return nil }
    guard stride != 0 else { return low <= 0 && high >= 0 ? 0...last : nil }
    let near = (stride > 0 ? low : high) / stride
    let far = (stride > 0 ? high : low) / stride
    let first = max(0, near.rounded(.up))
    let final = min(Double(last), far.rounded(.down))
    return first <= final ? Int(first)...Int(final) : nil
  }

  /// Adds the elements that touch the window, from repetitions that may be only partly within it.
  ///
  /// It searches one repetition after the other, which keeps the numbers ascending; if there are too many
  /// repetitions for that, it searches them for one frame of the template after the other.
  private func addCut(_ repetitions: Range<Int>, _ window: Window, to numbers: inout IndexRuns) {
    let size = template.frames.count
    if size == 1
      || (repetitions.count > 8 && repetitions.count * min(size, Template.scanLimit) > size)
    {
      return addByFrame(repetitions, window, to: &numbers)
    }
    for repetition in repetitions where !numbers.isFull {
      let distance = Double(repetition) * stride
      let local = Window(
        main: (window.main.lowerBound - distance)...(window.main.upperBound - distance),
        cross: window.cross)
      add(places(touching: local, &numbers), of: repetition, to: &numbers)
    }
  }

  /// Adds the elements that touch `cross`, from repetitions that are within the window along the axis.
  private func addWhole(
    _ repetitions: ClosedRange<Int>, cross: ClosedRange<Double>, to numbers: inout IndexRuns
  ) {
    let size = template.frames.count
    let places = places(
      touching: Window(main: extent(of: template.bounds), cross: cross), &numbers)
    if places.runs == [0..<size] {
      numbers.append(
        repetitions.lowerBound * size..<min(count, (repetitions.upperBound + 1) * size))
    } else if !places.isEmpty {
      for repetition in repetitions {
        guard !numbers.isFull else { return }
        add(places, of: repetition, to: &numbers)
      }
    }
  }

  /// Returns the numbers of the template's frames that touch a window in the template's coordinates.
  ///
  /// Visits that find no frame are counted in `numbers`.
  private func places(touching window: Window, _ numbers: inout IndexRuns) -> IndexRuns {
    var places = IndexRuns(limit: numbers.room)
    let rect = axis.rect(
      main: window.main.lowerBound, cross: window.cross.lowerBound,
      mainLength: window.main.upperBound - window.main.lowerBound,
      crossLength: window.cross.upperBound - window.cross.lowerBound
    ).outsetBy(dx: slack, dy: slack)
    if let index = template.index {
      index.addNumbers(intersecting: rect, to: &places)
    } else {
      for (place, frame) in template.frames.enumerated() where frame.intersectsOrTouches(rect) {
        places.append(place)
      }
    }
    numbers.countVisits(places.isFull ? .max : places.visitCount)
    return places
  }

  private func add(_ places: IndexRuns, of repetition: Int, to numbers: inout IndexRuns) {
    let start = repetition * template.frames.count
    for run in places.runs where start + run.lowerBound < count {
      numbers.append(start + run.lowerBound..<min(count, start + run.upperBound))
    }
  }

  /// Adds the elements that touch the window, for one frame of the template after the other.
  ///
  /// The repetitions in which a frame touches the window are a range.
  private func addByFrame(
    _ repetitions: Range<Int>, _ window: Window, to numbers: inout IndexRuns
  ) {
    let size = template.frames.count
    for (place, frame) in template.frames.enumerated() {
      guard !numbers.isFull else { return }
      guard window.cross.overlaps(crossExtent(of: frame)),
        let found = self.repetitions(of: extent(of: frame), touching: window.main)
      else {
        numbers.countVisits(1)
        continue
      }
      let range = (found.lowerBound..<found.upperBound + 1).clamped(to: repetitions)
      if size == 1 {
        numbers.append(range)
        continue
      }
      for repetition in range {
        guard repetition * size + place < count, !numbers.isFull else { break }
        numbers.append(repetition * size + place)
      }
    }
    if size > 1 { numbers.normalize() }
  }
}
