/// The view that shows the content.
///
/// ```swift
/// var container = Container(
///   size: Size(width: 390, height: 844), direction: .rightToLeft, scale: 3)
/// container.safeAreaInsets = DirectionalInsets(top: 59, leading: 0, bottom: 34, trailing: 0)
/// ```
public struct Container: Sendable, Hashable {
  /// Its size in points; both sides finite and > 0.
  ///
  /// Its height is `unreadHeight` if the document gives none.
  public var size: Size
  /// Whether the document gives a height.
  ///
  /// Without one, a layout that reads it is refused (Contract §2).
  public private(set) var hasHeight = true
  /// The insets at its edges; layouts use the remaining size.
  public var contentInsets: DirectionalInsets
  /// The insets of the safe area, from the container's edges; none is negative.
  public var safeAreaInsets = DirectionalInsets.zero
  /// The layout margins, from the container's edges; none is negative.
  public var layoutMargins = DirectionalInsets.zero
  /// The greatest width of readable content; nil if it is as wide as the layout margins leave.
  public var readableContentWidth: Double?
  /// The distances from the edges of the container less its content insets within which `target-offset` shows
  /// elements; none is negative (LayoutRules C24).
  public var scrollPadding = DirectionalInsets.zero
  /// The direction in which lines run.
  public var direction: HorizontalDirection
  /// Pixels per point; nil leaves frames unrounded.
  public var scale: Double?

  /// Creates a container.
  public init(
    size: Size, contentInsets: DirectionalInsets = .zero,
    direction: HorizontalDirection = .leftToRight,
    scale: Double? = nil
  ) {
    self.size = size
    self.contentInsets = contentInsets
    self.direction = direction
    self.scale = scale
  }

  /// The height of a container without one: the greatest that a container may have.
  ///
  /// A layout that does not read the container's height is the same in all containers that are long enough.
  static let unreadHeight = LayoutLimits.maxContentLength

  /// Creates a container without a height.
  public init(width: Double) {
    self.init(size: Size(width: width, height: Self.unreadHeight))
    hasHeight = false
  }

  /// Gives the container a height, or takes its height away if `height` is nil.
  public mutating func setHeight(_ height: Double?) {
    size.height = height ?? Self.unreadHeight
    hasHeight = height != nil
  }
}
