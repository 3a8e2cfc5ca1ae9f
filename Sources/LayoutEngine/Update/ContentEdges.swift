/// Positions along a layout's scroll axis, in the reading direction (LayoutRules L1).
///
/// In right-to-left content that scrolls horizontally, they are the negated physical positions.
struct ContentEdges {
  let axis: Axis
  let isReversed: Bool
  /// The container's insets at its start and its end.
  let insetStart: Double
  let insetEnd: Double
  /// The container's length, and the content's.
  let containerLength: Double
  private let contentLength: Double

  init(_ content: PreparedContent) {
    axis = content.axis
    isReversed = content.isMirrored && axis == .horizontal
    let insets = content.container.contentInsets.unmirrored
    insetStart = axis.mainStart(insets)
    insetEnd = axis.mainEnd(insets)
    containerLength = axis.main(content.container.size)
    contentLength = axis.main(content.contentSize)
  }

  /// Returns the position at which a rectangle begins, and the position at which it ends.
  func start(of rect: Rect) -> Double { isReversed ? -axis.mainMax(rect) : axis.mainMin(rect) }
  func end(of rect: Rect) -> Double { isReversed ? -axis.mainMin(rect) : axis.mainMax(rect) }

  /// Returns the near edge and the far edge of the visible rectangle less the container's insets.
  func near(_ bounds: Rect) -> Double { start(of: bounds) + insetStart }
  func far(_ bounds: Rect) -> Double { end(of: bounds) - insetEnd }

  /// The position at which the content begins.
  var contentStart: Double { isReversed ? -contentLength : 0 }

  /// The least and the greatest start position of a view of the container's size (LayoutRules L5).
  var least: Double { contentStart - insetStart }
  var greatest: Double {
    max(least, least + insetStart + contentLength + insetEnd - containerLength)
  }

  /// Returns the physical content offset of a view that begins at `start` and has a `length`.
  func offset(_ start: Double, length: Double) -> Double { isReversed ? -start - length : start }
}
