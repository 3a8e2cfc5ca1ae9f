/// Positions along a layout's scroll axis, in the reading direction (LayoutRules L1).
///
/// In right-to-left content that scrolls horizontally, positions are the negated physical positions.
struct ContentEdges {
  let axis: LayoutAxis
  let isReversed: Bool
  /// The container's inset at its start.
  let insetStart: Double
  /// The container's inset at its end.
  let insetEnd: Double
  /// The container's length along the scroll axis.
  let containerLength: Double
  /// The content's length along the scroll axis.
  private let contentLength: Double

  /// Creates the positions of a layout's edges.
  ///
  /// - Parameter viewLength: the length of the visible rectangle, for a container without a height.
  init(_ content: PreparedContent, viewLength: Double) {
    axis = content.axis
    isReversed = content.isMirrored && axis == .horizontal
    let insets = content.container.contentInsets.unmirrored
    insetStart = axis.mainStart(insets)
    insetEnd = axis.mainEnd(insets)
    containerLength =
      content.container.hasHeight ? axis.main(content.container.size) : viewLength
    contentLength = axis.main(content.contentSize)
  }

  /// Returns the position at which a rectangle begins.
  func start(of rect: Rect) -> Double { isReversed ? -axis.mainMax(rect) : axis.mainMin(rect) }
  /// Returns the position at which a rectangle ends.
  func end(of rect: Rect) -> Double { isReversed ? -axis.mainMin(rect) : axis.mainMax(rect) }

  /// Returns the position at which a visible rectangle, less the container's insets, begins.
  func near(_ bounds: Rect) -> Double { start(of: bounds) + insetStart }
  /// Returns the position at which a visible rectangle, less the container's insets, ends.
  func far(_ bounds: Rect) -> Double { end(of: bounds) - insetEnd }

  /// The position at which the content begins.
  var contentStart: Double { isReversed ? -contentLength : 0 }

  /// The least start position of a view of the container's size (LayoutRules L5).
  var least: Double { contentStart - insetStart }
  /// The greatest start position of a view of the container's size (LayoutRules L5).
  var greatest: Double {
    max(least, least + insetStart + contentLength + insetEnd - containerLength)
  }

  /// Returns the physical content offset of a view that begins at `start` and has a `length`.
  func offset(_ start: Double, length: Double) -> Double { isReversed ? -start - length : start }
}
