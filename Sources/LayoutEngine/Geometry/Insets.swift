/// Distances from the four edges, in points (UIEdgeInsets).
public struct Insets: Sendable, Hashable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the left edge.
  public var left: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Distance from the right edge.
  public var right: Double

  /// No insets.
  public static let zero = Insets(top: 0, left: 0, bottom: 0, right: 0)

  /// Creates insets from the four distances, in points.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Left and right together.
  public var horizontal: Double { left + right }
  /// Top and bottom together.
  public var vertical: Double { top + bottom }
}

/// Distances from the four edges, in points; leading and trailing swap in right-to-left layouts
/// (NSDirectionalEdgeInsets).
///
/// The engine lays out lines from left to right and mirrors the finished content, so inside the engine
/// leading is left.
///
/// ```swift
/// let insets = DirectionalInsets(top: 8, leading: 16, bottom: 8, trailing: 0)
/// // The room of 16 points is at the left, and at the right in right-to-left layouts.
/// ```
public struct DirectionalInsets: Sendable, Hashable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the leading edge.
  public var leading: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Distance from the trailing edge.
  public var trailing: Double

  /// No insets.
  public static let zero = DirectionalInsets(top: 0, leading: 0, bottom: 0, trailing: 0)

  /// Creates insets from the four distances, in points.
  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Leading and trailing together.
  public var horizontal: Double { leading + trailing }
  /// Top and bottom together.
  public var vertical: Double { top + bottom }
  /// The distances before mirroring, with leading as left.
  public var unmirrored: Insets {
    Insets(top: top, left: leading, bottom: bottom, right: trailing)
  }
}

extension Rect {
  /// Returns the rectangle shrunk by insets, with leading as left, as before mirroring.
  ///
  /// Insets larger than the rectangle leave a side of 0, never a negative one (LayoutRules B3).
  func inset(by insets: DirectionalInsets) -> Rect {
    Rect(
      x: x + insets.leading, y: y + insets.top, width: max(0, width - insets.horizontal),
      height: max(0, height - insets.vertical))
  }
}
