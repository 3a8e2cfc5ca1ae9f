/// The place of an element in its section: along the scroll axis in units, across it in points.
///
/// Lines run left to right.
struct ElementPlace: Sendable, Hashable {
  /// The distance from the section's start.
  var start: Units
  /// The length along the scroll axis.
  var length: Units
  /// Its near edge across the scroll axis, in points.
  var cross: Double
  /// The length across the scroll axis, in points.
  var breadth: Double
}

/// Moves, mirrors and rounds places in a section (LayoutRules C18), and converts units to points once.
struct ElementPlacement: Sendable {
  let axis: Axis
  /// The section's start; 0 for its own coordinates.
  var start = Units.zero
  /// The distance that the section's own scrolling adds across the scroll axis.
  var shift = 0.0
  /// The content's extent, in which frames are mirrored; nil if lines run left to right.
  var mirror: Mirror?
  /// The pixels that frames are rounded to; nil if frames are not rounded.
  var grid: PixelGrid?

  /// The content's extent along and across the scroll axis.
  struct Mirror: Sendable, Hashable {
    var length: Units
    var size: Size
  }

  /// The frame of an element at a place (LayoutRules I1).
  @inline(__always)
  func frame(_ place: ElementPlace) -> Rect {
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

  /// The frame of an element at a given rectangle of the section, which is moved, not rounded to units
  /// (LayoutRules I3).
  func frame(given rect: Rect) -> Rect {
    moved(axis.offset(rect, main: start.points))
  }

  /// The frame of an element at a rectangle of the content before mirroring.
  func moved(_ rect: Rect) -> Rect {
    var frame = shift == 0 ? rect : axis.crossed.offset(rect, main: shift)
    if let mirror { frame.x = mirror.size.width - frame.x - frame.width }
    return grid?.rounded(frame) ?? frame
  }
}
