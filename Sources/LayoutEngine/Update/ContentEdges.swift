/// Positions along a layout's scroll axis in the direction in which content is read: in right-to-left
/// content that scrolls sideways they are the physical ones with the other sign (LayoutRules L1).
struct ContentEdges {
  let axis: Axis
  let isReversed: Bool
  /// What the container's insets take off at its start and its end.
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

  /// Where a rectangle begins, and where it ends.
  func start(of rect: Rect) -> Double { isReversed ? -axis.mainMax(rect) : axis.mainMin(rect) }
  func end(of rect: Rect) -> Double { isReversed ? -axis.mainMin(rect) : axis.mainMax(rect) }

  /// The near edge and the far edge of what is visible.
  func near(_ bounds: Rect) -> Double { start(of: bounds) + insetStart }
  func far(_ bounds: Rect) -> Double { end(of: bounds) - insetEnd }

  /// Where content begins.
  var contentStart: Double { isReversed ? -contentLength : 0 }

  /// Where a view of the container's size begins at most and at least (LayoutRules L5).
  var least: Double { contentStart - insetStart }
  var greatest: Double {
    max(least, least + insetStart + contentLength + insetEnd - containerLength)
  }

  /// The physical content offset of a view that begins there and is so long.
  func offset(_ start: Double, length: Double) -> Double { isReversed ? -start - length : start }
}
