/// Computes frames from places in a section (LayoutRules C18).
///
/// It moves, mirrors and rounds the places, and converts units to points once.
struct FrameTransform: Sendable {
  let axis: LayoutAxis
  /// The section's start along the scroll axis; 0 for frames in the section's own coordinates.
  var start = Units.zero
  /// The distance across the scroll axis, in points, by which the section's own scrolling moves its elements.
  var shift = 0.0
  /// The content's extent, in which frames are mirrored; nil if lines run left to right.
  var mirror: Mirror?
  /// The pixels that frames are rounded to; nil if frames are not rounded.
  var grid: PixelGrid?

  /// The content's length along the scroll axis, and its size in points.
  struct Mirror: Sendable, Hashable {
    var length: Units
    var size: Size
  }

  /// Whether both place every element alike.
  ///
  /// Lines are mirrored across the scroll axis in a vertical layout, whose length doesn't matter, and along
  /// it in a horizontal one.
  func isSame(as other: FrameTransform) -> Bool {
    axis == other.axis && start == other.start && shift == other.shift && grid == other.grid
      && mirror?.size.width == other.mirror?.size.width
      && (axis == .vertical || mirror?.length == other.mirror?.length)
  }

  /// The frame of an element at a place (LayoutRules I1).
  @inline(__always)
  func frame(_ place: SectionFrame) -> Rect {
    var main = start + place.start
    var cross = place.cross + shift
    if let mirror {
      if axis == .horizontal {
        main = mirror.length - main - place.length
      } else {
        cross = mirror.size.width - cross - place.breadth
      }
    }
    guard let grid else {
      return axis.rect(
        main: main.points, cross: cross, mainLength: place.length.points,
        crossLength: place.breadth)
    }
    return axis.rect(
      main: grid.rounded(main), cross: grid.rounded(cross),
      mainLength: grid.rounded(place.length), crossLength: grid.rounded(place.breadth))
  }

  /// The frame of an element for which the document gives a rectangle in the section's coordinates: moved,
  /// but not rounded to units (LayoutRules I3).
  func frame(given rect: Rect) -> Rect {
    moved(axis.offset(rect, main: start.points))
  }

  /// The frame of an element with the rectangle `rect` in content coordinates, before it is moved by `shift`,
  /// mirrored and rounded to pixels.
  func moved(_ rect: Rect) -> Rect {
    var frame = shift == 0 ? rect : axis.crossed.offset(rect, main: shift)
    if let mirror { frame.x = mirror.size.width - frame.x - frame.width }
    return grid?.rounded(frame) ?? frame
  }
}
